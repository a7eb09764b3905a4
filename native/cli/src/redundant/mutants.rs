//! The suite with and without its redundant tests under mutants of the code under test, one at a time, each in a virtual machine of its own.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::{OsStr, OsString};
use std::fs;
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};
use palus_supervise::{RunReport, TestVerdict, encode_option};

use super::check::Method;
use crate::artefacts;
use crate::record::agent::filters;
use crate::source::{Ran, TestSuite};

/// So many mutants are tried, of all that the suite reaches.
const SAMPLE: usize = 90;

/// A test that takes longer under a mutant than the whole suite without one has hung; a suite of a moment has this.
const PATIENCE: Duration = Duration::from_secs(5);

/// What came of it.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Tried {
    /// How many were tried.
    pub(super) sampled: usize,
    /// How many of them a test of the whole suite fails under.
    pub(super) before: usize,
    /// How many of these one does that is not redundant.
    pub(super) without: usize,
    /// The tests that have to stay, so that none is lost.
    pub(super) put_back: Vec<Method>,
}

/// A mutant, by its class and its place among those of the class.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Mutant {
    class: String,
    number: u32,
}

/// Mutants, with the tests that reach them.
type Reached = BTreeMap<Mutant, BTreeSet<Method>>;

/// Tries mutants of the classes of the filters on the suite, and on it without the `excluded` methods.
pub(super) fn check(
    suite: &TestSuite,
    include: &[String],
    exclude: &[String],
    excluded: &[Method],
) -> anyhow::Result<Tried> {
    let began = Instant::now();
    let (reached, all) = reached(suite, include, exclude)?;
    let patience = began.elapsed().max(PATIENCE);
    let sample = sample(&reached);
    let excluded: BTreeSet<Method> = excluded.iter().cloned().collect();
    let fails = |mutant: &Mutant, tests: &BTreeSet<Method>| -> anyhow::Result<Option<BTreeSet<Method>>> {
        if tests.is_empty() {
            return Ok(None);
        }
        let options = [agent(
            format!("include={},mutant={}", mutant.class, mutant.number).as_ref(),
        )?];
        let words = suite.command_for(tests, &all, &options, patience)?;
        Ok(killers(&suite.told(&words)?, tests))
    };
    let mut tried = Tried {
        sampled: sample.len(),
        ..Tried::default()
    };
    let mut lost = Vec::new();
    for mutant in sample {
        let (gone, kept): (BTreeSet<Method>, BTreeSet<Method>) = reached[mutant]
            .iter()
            .cloned()
            .partition(|test| excluded.contains(test));
        if fails(mutant, &kept)?.is_some() {
            tried.without += 1;
        } else if let Some(killers) = fails(mutant, &gone)? {
            lost.push((mutant, killers, gone));
        }
    }
    tried.before = tried.without + lost.len();
    let killers: Vec<BTreeSet<Method>> = lost.iter().map(|(_, killers, _)| killers.clone()).collect();
    let mut put_back = fewest(&killers);
    for (mutant, _, gone) in lost {
        let back: BTreeSet<Method> = gone.intersection(&put_back).cloned().collect();
        if fails(mutant, &back)?.is_none() {
            // Which test it was depended on the others.
            put_back.extend(gone);
        }
    }
    tried.put_back = put_back.into_iter().collect();
    Ok(tried)
}

/// Runs the suite with all mutants in and none on: who reaches which, and all tests that pass.
fn reached(suite: &TestSuite, include: &[String], exclude: &[String]) -> anyhow::Result<(Reached, BTreeSet<Method>)> {
    let list = suite.scratch().join("mutants");
    let filters = filters(include, exclude)?;
    let mut wanted = OsString::from("list=");
    wanted.push(encode_option(list.as_os_str()));
    wanted.push(filters);
    let options = [agent(&wanted)?, "-Dpalus.verify.marks=true".into()];
    let output = suite.execute(&suite.command(&[], &options)?)?;
    let ran = suite.ran(&output)?;
    let failed: BTreeSet<Method> = ran
        .failed
        .into_iter()
        .map(|((class, method, _), _)| (class, method))
        .collect();
    let cannot = "cannot read a temporary file";
    let told = fs::read(&output).context(cannot)?;
    let blocks = fs::read_to_string(&list).context("the agent has put no mutants in")?;
    let blocks = blocks_of(&blocks);
    let (mut reached, mut all) = (Reached::new(), BTreeSet::new());
    for line in String::from_utf8_lossy(&told).lines() {
        let columns: Vec<&str> = line.split('\t').collect();
        let (kind, test) = match columns.as_slice() {
            [kind, class, method, ..] => (*kind, ((*class).to_owned(), method.trim_end_matches("()").to_owned())),
            _ => continue,
        };
        if failed.contains(&test) || test.1.is_empty() {
            continue;
        }
        if kind == "reached" {
            let numbers = columns.get(3).into_iter().flat_map(|numbers| numbers.split(' '));
            for mutant in numbers.filter_map(|number| mutant(&blocks, number.parse().ok()?)) {
                if !suite.has_class(&mutant.class) {
                    reached.entry(mutant).or_default().insert(test.clone());
                }
            }
        }
        all.insert(test);
    }
    if reached.is_empty() {
        bail!("no test reaches a mutant; give --include with the classes under test");
    }
    Ok((reached, all))
}

/// The option that has the library put mutants in.
fn agent(options: &OsStr) -> anyhow::Result<OsString> {
    let mut option = OsString::from("-agentpath:");
    option.push(artefacts::library()?);
    option.push("=mutate,");
    option.push(options);
    Ok(option)
}

/// Which numbers the classes got: first, how many, class. In their order.
fn blocks_of(list: &str) -> Vec<(u32, u32, &str)> {
    let block = |line: &'_ str| -> Option<_> {
        let mut columns = line.split('\t');
        let class = columns.next()?;
        Some((
            columns.next()?.parse().ok()?,
            columns.next()?.parse().ok()?,
            class.len(),
        ))
    };
    let blocks = list.lines().filter_map(|line| {
        let (first, count, end) = block(line)?;
        Some((first, count, &line[..end]))
    });
    let mut blocks: Vec<(u32, u32, &str)> = blocks.collect();
    blocks.sort_unstable();
    blocks
}

fn mutant(blocks: &[(u32, u32, &str)], number: u32) -> Option<Mutant> {
    let behind = blocks.partition_point(|(first, ..)| *first <= number);
    let (first, count, class) = *blocks.get(behind.checked_sub(1)?)?;
    let number = number - first;
    (number < count).then(|| Mutant {
        class: class.to_owned(),
        number,
    })
}

/// Every so manieth of them, so that all classes have their share, and every run the same.
fn sample(reached: &Reached) -> Vec<&Mutant> {
    let all: Vec<&Mutant> = reached.keys().collect();
    let size = all.len().min(SAMPLE);
    (0..size).map(|index| all[index * all.len() / size]).collect()
}

/// The tests that fail or hang; `None` when all of them pass. Where the virtual machine came to its end, it may have been any.
fn killers(report: &RunReport, tests: &BTreeSet<Method>) -> Option<BTreeSet<Method>> {
    let hung = report.tests.iter().filter(|test| test.verdict == TestVerdict::Hung);
    let hung: Vec<Method> = hung.map(|test| (test.class.clone(), test.method.clone())).collect();
    let has_hung = !hung.is_empty();
    let failed = Ran::of(&report.tests).failed.into_iter();
    let failed = failed.map(|((class, method, _), _)| (class, method));
    let all: BTreeSet<Method> = failed.chain(hung).collect();
    if all.is_empty() && report.complete {
        return None;
    }
    let of_class = |test: &Method| all.iter().any(|(class, method)| method.is_empty() && *class == test.0);
    let known: BTreeSet<Method> = tests
        .iter()
        .filter(|test| all.contains(*test) || of_class(test))
        .cloned()
        .collect();
    let is_told = !known.is_empty() && (report.complete || has_hung);
    Some(if is_told { known } else { tests.clone() })
}

/// Tests of which one is in each of the sets: always the one that is in the most of those that have none yet.
fn fewest(sets: &[BTreeSet<Method>]) -> BTreeSet<Method> {
    let mut open: Vec<&BTreeSet<Method>> = sets.iter().collect();
    let mut chosen = BTreeSet::new();
    while !open.is_empty() {
        let mut counts = BTreeMap::<&Method, usize>::new();
        for test in open.iter().copied().flatten() {
            *counts.entry(test).or_default() += 1;
        }
        let most = counts
            .iter()
            .max_by(|(a, most), (b, other)| most.cmp(other).then(b.cmp(a)));
        let Some((best, _)) = most else { break };
        let best = (*best).clone();
        open.retain(|set| !set.contains(&best));
        chosen.insert(best);
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;

    fn methods(names: &[&str]) -> BTreeSet<Method> {
        names
            .iter()
            .map(|name| ("app.A".to_owned(), (*name).to_owned()))
            .collect()
    }

    #[test]
    fn a_number_is_that_of_a_mutant_of_the_class_with_its_block() {
        let blocks = blocks_of("b.B\t110\t5\na.A\t100\t10\nno block\n");
        let of = |number| mutant(&blocks, number).map(|mutant| (mutant.class, mutant.number));
        assert_eq!(of(99), None);
        assert_eq!(of(109), Some(("a.A".to_owned(), 9)));
        assert_eq!(of(110), Some(("b.B".to_owned(), 0)));
        assert_eq!(of(115), None);
    }

    #[test]
    fn a_sample_is_spread_over_all_mutants() {
        let mutant = |number| Mutant {
            class: "a.A".to_owned(),
            number,
        };
        let reached: Reached = (0..900).map(|number| (mutant(number), BTreeSet::new())).collect();
        let numbers: Vec<u32> = sample(&reached).iter().map(|mutant| mutant.number).collect();
        assert_eq!((numbers.len(), numbers[0], numbers[89]), (SAMPLE, 0, 890));
    }

    #[test]
    fn a_mutant_is_killed_by_tests_that_fail_or_hang_or_end_the_virtual_machine() {
        let tests = methods(&["a", "b", "c"]);
        let told = |text: &str| killers(&RunReport::told_in(text), &tests);
        assert_eq!(
            told("test\tapp.A\ta\tpassed\t\ntest\tapp.A\tb\tpassed\t\ndone\t2\n"),
            None
        );
        let failed = "test\tapp.A\ta\tfailed\tx\ntest\tapp.A\tb\tpassed\t\ndone\t2\n";
        assert_eq!(told(failed), Some(methods(&["a"])));
        let hung = "test\tapp.A\ta\tpassed\t\ntest\tapp.A\tb\thung\t\n";
        assert_eq!(told(hung), Some(methods(&["b"])));
        assert_eq!(told("test\tapp.A\ta\tpassed\t\n"), Some(tests.clone()));
        assert_eq!(told("test\tapp.A\t\tfailed\tinit\ndone\t1\n"), Some(tests.clone()));
        assert_eq!(told("test\tapp.A\ta\tfailed\tskipped: today\ndone\t1\n"), None);
    }

    #[test]
    fn the_test_that_most_mutants_need_is_put_back_first() {
        let sets = [methods(&["a", "b"]), methods(&["b", "c"]), methods(&["d"])];
        assert_eq!(fewest(&sets), methods(&["b", "d"]));
        assert_eq!(fewest(&[]), methods(&[]));
    }
}
