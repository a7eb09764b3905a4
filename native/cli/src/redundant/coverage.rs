//! Which tests cover the most that those before them do not, as `JaCoCo` sees each of them.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet};
use std::ffi::OsString;
use std::fs;

use anyhow::{Context as _, bail};
use palus_classes::Glob;
use palus_redundant::Suite;
use palus_supervise::{JaCoCo, Maven};

use crate::source::TestSuite;

/// What a test covered: class, method, and numbers of probes. A probe of `JaCoCo` stands on each way through a method.
type Covered = (String, String, Vec<u32>);

/// Runs the suite, and says in which order its tests come when each time the one is next that covers the most that is new. Tests of which
/// nothing is known come last. `include` are the classes that count, all but tests when there is none.
pub(super) fn order(suite: &TestSuite, include: &[String], tests: &Suite) -> anyhow::Result<Vec<usize>> {
    let maven = Maven::find(suite.jdk(), &suite.scratch().join("maven"))?;
    let jacoco = JaCoCo::resolve(&maven).context("--order coverage needs JaCoCo, through Maven")?;
    let file = suite.scratch().join("each-test");
    let mut wanted = OsString::from("-Dpalus.verify.coverage=");
    wanted.push(&file);
    let agent = jacoco.agent_option(&suite.scratch().join("all.exec"));
    let words = suite.command(&[], &[agent, wanted])?;
    suite.ran(&suite.execute(&words)?)?;
    let bytes = fs::read(&file).context("JaCoCo told nothing of single tests")?;
    let globs: Vec<Glob> = include.iter().map(|glob| Glob::new(glob)).collect();
    let counts =
        |class: &str| !suite.has_class(class) && (globs.is_empty() || globs.iter().any(|glob| glob.matches(class)));
    let Some(covered) = read(&bytes, counts) else {
        bail!("JaCoCo wrote a file that is not as it should be; use another --order");
    };
    let mut by_run = HashMap::new();
    let mut runs = HashMap::<(&str, &str), u32>::new();
    for (class, method, probes) in &covered {
        let run = runs.entry((class, method)).or_default();
        *run += 1;
        by_run.insert((class.as_str(), method.as_str(), *run), probes.as_slice());
    }
    let of = |test: &palus_redundant::TestCase| by_run.get(&(&*test.class, &*test.method, test.run.max(1))).copied();
    let probes: Vec<&[u32]> = tests.tests.iter().map(|test| of(test).unwrap_or_default()).collect();
    Ok(greedy(&probes))
}

/// Positions, each time that of the set with the most elements that are in none before it, of several the first.
fn greedy(sets: &[&[u32]]) -> Vec<usize> {
    let mut seen = HashSet::<u32>::new();
    let mut open: BinaryHeap<(usize, Reverse<usize>)> = sets
        .iter()
        .enumerate()
        .map(|(at, set)| (set.len(), Reverse(at)))
        .collect();
    let mut order = Vec::with_capacity(sets.len());
    while let Some((most, Reverse(at))) = open.pop() {
        // What was new about it when it was last counted may not be any more, and never becomes more.
        let new = sets[at].iter().filter(|probe| !seen.contains(*probe)).count();
        if new < most {
            open.push((new, Reverse(at)));
            continue;
        }
        seen.extend(sets[at]);
        order.push(at);
    }
    order
}

/// Takes apart what `org.palus.verify.Coverage` wrote; `None` when it is cut.
fn read(bytes: &[u8], counts: impl Fn(&str) -> bool) -> Option<Vec<Covered>> {
    let mut rest = Bytes(bytes);
    let mut covered = Vec::new();
    let mut first_probes = HashMap::<u64, u32>::new();
    let mut next = 0_u32;
    while !rest.0.is_empty() {
        let (class, method) = (rest.text()?, rest.text()?);
        let length = u32::from_be_bytes(rest.array()?) as usize;
        let mut data = Bytes(rest.take(length)?);
        let mut probes = Vec::new();
        while !data.0.is_empty() {
            let Block::Class(id, name, hits) = data.block()? else {
                continue;
            };
            if !counts(&name.replace('/', ".")) {
                continue;
            }
            let first = *first_probes.entry(id).or_insert(next);
            next = next.max(first + hits.len() as u32);
            let hit = hits.iter().zip(first..).filter(|(hit, _)| **hit);
            probes.extend(hit.map(|(_, probe)| probe));
        }
        covered.push((class, method, probes));
    }
    Some(covered)
}

/// A part of a file of `JaCoCo`.
enum Block {
    /// The number of a class file, its internal name, and which of its probes were passed.
    Class(u64, String, Vec<bool>),
    Other,
}

/// Big-endian, as a `DataOutputStream` writes.
struct Bytes<'b>(&'b [u8]);

impl<'b> Bytes<'b> {
    fn take(&mut self, length: usize) -> Option<&'b [u8]> {
        let (taken, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(taken)
    }

    fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        self.take(N)?.try_into().ok()
    }

    fn text(&mut self) -> Option<String> {
        let length = u16::from_be_bytes(self.array()?);
        Some(String::from_utf8_lossy(self.take(length.into())?).into_owned())
    }

    /// The next one, as `org.jacoco.core.data.ExecutionDataWriter` writes it.
    fn block(&mut self) -> Option<Block> {
        const HEADER: u8 = 0x01;
        const SESSION: u8 = 0x10;
        const DATA: u8 = 0x11;
        match self.array()? {
            [HEADER] => self.take(4).map(|_| Block::Other),
            [SESSION] => {
                self.text()?;
                self.take(16).map(|_| Block::Other)
            }
            [DATA] => {
                let id = u64::from_be_bytes(self.array()?);
                let name = self.text()?;
                Some(Block::Class(id, name, self.probes()?))
            }
            _ => None,
        }
    }

    /// Their number, seven bits a byte from the lowest, and one bit each, the lowest of a byte first.
    fn probes(&mut self) -> Option<Vec<bool>> {
        let (mut length, mut shift) = (0_usize, 0);
        loop {
            let [byte] = self.array()?;
            length |= usize::from(byte & 0x7F).checked_shl(shift)?;
            shift += 7;
            if byte & 0x80 == 0 {
                break;
            }
        }
        let bits = self.take(length.div_ceil(8))?;
        Some((0..length).map(|at| bits[at / 8] >> (at % 8) & 1 == 1).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_test_that_covers_the_most_that_is_new_comes_next() {
        let sets: [&[u32]; 5] = [&[1], &[1, 2, 3], &[], &[3, 4, 5], &[2, 9]];
        assert_eq!(greedy(&sets), [1, 3, 4, 0, 2]);
    }

    #[test]
    fn what_jacoco_writes_is_read() {
        let mut data = vec![0x01, 0xC0, 0xC0, 0x10, 0x07];
        data.extend([0x10, 0, 1, b's']);
        data.extend([0; 16]);
        for (id, name) in [(1_u64, b"a/A"), (2, b"b/B")] {
            data.push(0x11);
            data.extend(id.to_be_bytes());
            data.extend([0, 3]);
            data.extend(name);
            data.extend([9, 0b1000_0010, 0b1]);
        }
        let mut bytes = vec![0, 1, b'T', 0, 1, b't'];
        bytes.extend((data.len() as u32).to_be_bytes());
        bytes.extend(&data);
        let told = |class: &str| class != "a.A";
        assert_eq!(
            read(&bytes, told),
            Some(vec![("T".to_owned(), "t".to_owned(), vec![1, 7, 8])])
        );
        assert_eq!(read(&bytes[..bytes.len() - 1], told), None);
        assert_eq!(read(&[], told), Some(vec![]));
    }
}
