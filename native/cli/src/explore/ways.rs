//! The branches that calls take in states.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use anyhow::bail;
use palus_classes::{ClassIndex, ClassProbes, MethodProbes};
use palus_machine::{CallId, Concrete, State, Ways, simple};
use palus_sequence::{EdgeBlock, ObservationPlan, Sequence};

use super::Explorer;
use super::decode::root;

/// The classes whose branches belong to the behaviour of a class: itself, and those from which it inherits. Of a class that is not the JDK's
/// those of the JDK do not belong to it, and of no class those that the virtual machine itself stands on.
pub(super) fn counted(index: &ClassIndex, class: &str) -> Vec<String> {
    let mut counted = vec![class.to_owned()];
    let Some(mut lowest) = index.class(class) else {
        return counted;
    };
    while let Some(above) = lowest.superclass.as_ref().and_then(|name| index.class(name)) {
        if above.is_on_class_path() != lowest.is_on_class_path() || above.name.starts_with("java.lang.") {
            break;
        }
        counted.push(above.name.to_string());
        lowest = above;
    }
    counted
}

/// What people call the branches of classes.
struct Names<'a> {
    index: &'a ClassIndex,
    class: &'a str,
    /// Per class one an edge, `None` for what is no branch or happens once.
    known: BTreeMap<String, Vec<Option<Arc<str>>>>,
}

impl Names<'_> {
    /// The name of an edge of one of the blocks, if it is a branch.
    fn of(&mut self, edge: u32, blocks: &[EdgeBlock]) -> Option<Arc<str>> {
        let (block, number) = EdgeBlock::within(blocks, edge)?;
        if !self.known.contains_key(&block.class) {
            let probes = self.index.probes(&block.class).unwrap_or_default();
            let prefix = if block.class == self.class {
                String::new()
            } else {
                format!("{}:", simple(&block.class))
            };
            // Where the agent counts otherwise, nothing is known of its numbers.
            let names = if probes.count() == block.count {
                branches(&probes, &prefix)
            } else {
                Vec::new()
            };
            self.known.insert(block.class.clone(), names);
        }
        self.known[&block.class].get(number as usize)?.clone()
    }
}

/// One an edge: `12->14` where line 12 goes on in line 14, `12a` and `12b` where that does not tell the ways out of it apart, `#7` without lines.
fn branches(probes: &ClassProbes, prefix: &str) -> Vec<Option<Arc<str>>> {
    let plain = |method: &MethodProbes, at: usize| {
        let probe = &method.probes[at];
        let line = probe.branch?;
        Some(match probe.lines.first() {
            _ if line == 0 => format!("{prefix}#{}", method.first as usize + at),
            Some(next) => format!("{prefix}{line}->{next}"),
            None => format!("{prefix}{line}->"),
        })
    };
    let mut names: Vec<(Option<u32>, Option<String>)> = Vec::new();
    for method in &probes.methods {
        // A static initialiser runs once, whoever comes first.
        let is_once = &*method.name == "<clinit>";
        for at in 0..method.probes.len() {
            let name = plain(method, at).filter(|_| !is_once);
            names.push((method.probes[at].branch, name));
        }
    }
    let mut met: BTreeMap<u32, u32> = BTreeMap::new();
    let distinct = |(line, name): &(Option<u32>, Option<String>)| {
        let (line, name) = (line.as_ref()?, name.as_ref()?);
        let same = names.iter().filter(|(_, other)| other.as_ref() == Some(name)).count();
        let place = met.entry(*line).or_default();
        *place += 1;
        Some(match same {
            1 => Arc::from(name.as_str()),
            _ => format!("{prefix}{line}{}", letters(*place - 1)).into(),
        })
    };
    names.iter().map(distinct).collect()
}

/// `a` to `z`, then `aa`, `ab`, ...
fn letters(number: u32) -> String {
    let last = char::from(b'a' + (number % 26) as u8);
    match number / 26 {
        0 => last.to_string(),
        more => letters(more - 1) + &last.to_string(),
    }
}

impl Explorer {
    /// Makes every call in every state in which it was made once more, and says which branches it takes. Fails where nothing is counted.
    pub(crate) fn ways(&mut self, concrete: &Concrete) -> anyhow::Result<Ways> {
        let (places, mut sequences) = self.again(concrete);
        // What a call does the first time alone, such as filling a cache for all, is not how it behaves: the second time counts.
        let once = sequences.len();
        sequences.extend_from_within(..);
        let (index, class) = (Arc::clone(self.library().index()), self.class().to_owned());
        let mut names = Names {
            index: &index,
            class: &class,
            known: BTreeMap::new(),
        };
        let mut taken: BTreeMap<(State, CallId), BTreeSet<Arc<str>>> = BTreeMap::new();
        let mut is_counted = false;
        let plan = ObservationPlan::states().edges_apart();
        self.run_by(plan, &sequences, &mut |states, at, done| {
            let place = places[at % once];
            if at < once || root(done.run, done.states().entry, 0, states) != Some(place.0) {
                return;
            }
            let blocks = &done.run.blocks;
            is_counted |= !blocks.is_empty();
            let edges = done.trace.edges_of(done.at).iter();
            taken.insert(place, edges.filter_map(|edge| names.of(*edge, blocks)).collect());
        })?;
        if !is_counted && once > 0 {
            bail!("the branches of {class} cannot be counted; draw it by --observer exceptions");
        }
        Ok(Ways::of(taken))
    }

    /// The executions that can be made again, each with its calls.
    fn again(&self, concrete: &Concrete) -> (Vec<(State, CallId)>, Vec<Sequence>) {
        let paths = concrete.paths();
        let again = concrete.moves().filter_map(|(state, call, _)| {
            let calls: Vec<CallId> = paths.get(&state)?.iter().copied().chain([call]).collect();
            Some(((state, call), self.sequence(concrete, &calls)?))
        });
        again.unzip()
    }
}

#[cfg(test)]
mod tests {
    use super::letters;

    #[test]
    fn ways_out_of_a_line_are_lettered_beyond_the_alphabet() {
        assert_eq!([0, 25, 26, 27].map(letters), ["a", "z", "aa", "ab"]);
    }
}
