//! Several tests that start alike, or ask the same of different objects, as one test.
//!
//! A reader of ten tests that make the same object and look at another property of it each reads the same lines ten times, and of ten
//! that each call one method with other arguments would rather see a table. An exception is an answer too, and so is that a call which
//! gives nothing returns; what a class refuses in the same way is read in one place. What is put together is run again: the test stays
//! whole only when every question is answered as it was alone and everything is still reached. An object that several of the questions
//! need is made once, where that changes no answer.

mod joined;
mod start;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

use palus_sequence::work::KeptTest;
use palus_sequence::{Executor, ExecutorLost, Sequence, Symbols};

use crate::goal::{Goal, Targets};
use joined::{Joined, Made, ask};
use start::{Start, answer, case, made, refusal};

/// The most questions in one test.
const QUESTIONS: usize = 15;
/// The most statements that they may have: a question may look at an object that was returned.
const ASKING: usize = 17;

/// A test and what it reaches.
pub(crate) struct Packed {
    pub(crate) test: KeptTest,
    pub(crate) reaches: BTreeSet<Goal>,
}

/// The tests with those put together that can be while there is time, each where its first part stood.
pub(crate) fn pack(
    mut tests: Vec<Packed>,
    targets: &Targets<'_>,
    executor: &mut dyn Executor,
    symbols: &mut Symbols,
    may_go_on: &dyn Fn() -> bool,
) -> Result<Vec<Packed>, ExecutorLost> {
    for start in [made, case, refusal] {
        let mut groups: BTreeMap<(String, Start), Vec<usize>> = BTreeMap::new();
        for (index, Packed { test, .. }) in tests.iter().enumerate() {
            if let Some(start) = start(test, symbols) {
                groups.entry((test.subject.clone(), start)).or_default().push(index);
            }
        }
        let mut slots: Vec<Option<Packed>> = tests.into_iter().map(Some).collect();
        for (of, mut group) in groups {
            let mut packer = Packer {
                start: &of.1,
                tests: &mut slots,
                targets,
                executor: &mut *executor,
                symbols: &mut *symbols,
                may_go_on,
            };
            group.sort_by_key(|index| packer.test(*index).map(answer));
            for part in packer.parts(&group) {
                packer.unite(&part)?;
            }
        }
        tests = slots.into_iter().flatten().collect();
    }
    Ok(tests)
}

/// Puts tests of one kind together.
struct Packer<'p> {
    start: &'p Start,
    /// All tests; those that went into another one are gone.
    tests: &'p mut [Option<Packed>],
    targets: &'p Targets<'p>,
    executor: &'p mut dyn Executor,
    symbols: &'p mut Symbols,
    may_go_on: &'p dyn Fn() -> bool,
}

impl Packer<'_> {
    fn test(&self, index: usize) -> Option<&KeptTest> {
        self.tests[index].as_ref().map(|packed| &packed.test)
    }

    /// The group dealt out to tests, each to the one to which it adds least of those that can hold it; what would stand alone is left
    /// out.
    fn parts(&self, group: &[usize]) -> Vec<Vec<usize>> {
        let mut parts: Vec<(Vec<usize>, Sequence)> = Vec::new();
        for &index in group {
            let Some(test) = self.test(index) else {
                continue;
            };
            let from = self.start.shared(test);
            let with = parts.iter().enumerate().filter_map(|(at, (members, sequence))| {
                let mut longer = sequence.clone();
                ask(&mut longer, test, from, &Made::Once);
                let fits = members.len() < QUESTIONS && longer.len() - from <= ASKING;
                fits.then_some((longer.len() - sequence.len(), at, longer))
            });
            match with.min_by_key(|(added, at, _)| (*added, *at)) {
                Some((_, at, longer)) => {
                    parts[at].0.push(index);
                    parts[at].1 = longer;
                }
                None => parts.push((vec![index], test.sequence.clone())),
            }
        }
        let parts = parts.into_iter().map(|(members, _)| members);
        parts.filter(|members| members.len() > 1).collect()
    }

    /// Makes one test of these; where they do not bear each other, one of each half.
    fn unite(&mut self, part: &[usize]) -> Result<(), ExecutorLost> {
        if part.len() < 2 || !(self.may_go_on)() {
            return Ok(());
        }
        let members: Vec<&Packed> = part.iter().filter_map(|index| self.tests[*index].as_ref()).collect();
        let shared = Joined::of(&members, self.start, &Made::Once);
        let mut ways: Vec<Joined<'_>> = shared
            .roots
            .iter()
            .map(|root| Made::OnceBut(root.clone()))
            .chain((!shared.roots.is_empty()).then_some(Made::ForEach))
            .map(|made| Joined::of(&members, self.start, &made))
            .collect();
        ways.insert(0, shared);
        let mut whole = None;
        for way in ways.into_iter().filter(|way| way.asking <= ASKING) {
            whole = way.confirmed(&members, self.targets, self.executor, self.symbols)?;
            if whole.is_some() {
                break;
            }
        }
        if whole.is_some() {
            for index in part {
                self.tests[*index] = None;
            }
            self.tests[part[0]] = whole;
            return Ok(());
        }
        let (one, other) = part.split_at(part.len() / 2);
        self.unite(one)?;
        self.unite(other)
    }
}
