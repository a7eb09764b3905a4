//! Counters.

use std::collections::BTreeMap;

use palus_machine::Answer;
use rustc_hash::FxHashMap;

use crate::execution::{AnswerId, Answers};
use crate::law::{Condition, Right};

/// So many different constants, or differences, are counted apart for one left side: the others are counted together.
const MOST_DIFFERENT: usize = 16;

/// An instance by the positions of its executions, and how many calls it takes; instances with fewer come first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Instance {
    calls: u32,
    first: u32,
    second: Option<u32>,
}

impl Instance {
    /// One execution, which so many calls lead up to.
    pub(crate) fn alone(depth: u32, at: usize) -> Self {
        Self {
            calls: depth + 1,
            first: at as u32,
            second: None,
        }
    }

    /// The same with a second execution behind it.
    pub(crate) fn then(self, second: usize) -> Self {
        Self {
            calls: self.calls + 1,
            second: Some(second as u32),
            ..self
        }
    }

    pub(crate) fn first(self) -> usize {
        self.first as usize
    }

    /// The second execution; none where a law is about one.
    pub(crate) fn second(self) -> Option<usize> {
        self.second.map(|at| at as usize)
    }
}

/// How often something held, with the shortest instance of it.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Count {
    pub(crate) times: usize,
    pub(crate) shortest: Option<Instance>,
}

impl Count {
    pub(crate) fn add(&mut self, instance: Instance) {
        self.times += 1;
        self.shortest = Some(self.shortest.map_or(instance, |known| known.min(instance)));
    }

    /// The same of one that is no shorter than those before it.
    fn add_later(&mut self, instance: Instance) {
        self.times += 1;
        self.shortest.get_or_insert(instance);
    }

    /// Both together.
    pub(crate) fn join(mut self, other: Self) -> Self {
        self.times += other.times;
        self.shortest = match (self.shortest, other.shortest) {
            (Some(one), Some(other)) => Some(one.min(other)),
            (one, other) => one.or(other),
        };
        self
    }
}

/// How often each constant was met.
pub(crate) type ByAnswer = FxHashMap<AnswerId, Count>;

/// How often a law held and did not.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Tally {
    pub(crate) satisfied: Count,
    pub(crate) violated: Count,
}

impl Tally {
    pub(crate) fn add(&mut self, holds: bool, instance: Instance) {
        if holds {
            self.satisfied.add(instance);
        } else {
            self.violated.add(instance);
        }
    }

    /// The same of one that is no shorter than those before it.
    pub(crate) fn add_later(&mut self, holds: bool, instance: Instance) {
        if holds {
            self.satisfied.add_later(instance);
        } else {
            self.violated.add_later(instance);
        }
    }

    /// Both together.
    pub(crate) fn join(self, other: Self) -> Self {
        Self {
            satisfied: self.satisfied.join(other.satisfied),
            violated: self.violated.join(other.violated),
        }
    }

    /// How many instances there are.
    pub(crate) fn times(&self) -> usize {
        self.satisfied.times + self.violated.times
    }
}

/// How often each of some keys was met. Lists, because they are short; the keys are by themselves, because they are gone through for every composition.
#[derive(Clone, Debug)]
pub(crate) struct Histogram<K> {
    keys: Vec<K>,
    counts: Vec<Count>,
    others: Count,
}

impl<K> Default for Histogram<K> {
    fn default() -> Self {
        Self {
            keys: Vec::new(),
            counts: Vec::new(),
            others: Count::default(),
        }
    }
}

impl<K: PartialEq> Histogram<K> {
    fn add(&mut self, key: K, instance: Instance) {
        if let Some(place) = self.keys.iter().position(|known| *known == key) {
            self.counts[place].add(instance);
        } else if self.keys.len() < MOST_DIFFERENT {
            let mut count = Count::default();
            count.add(instance);
            self.keys.push(key);
            self.counts.push(count);
        } else {
            self.others.add(instance);
        }
    }

    /// Those that were met most often, of equally many those with shorter instances.
    fn of(counts: impl Iterator<Item = (K, Count)>) -> Self {
        let mut counts: Vec<(K, Count)> = counts.collect();
        counts.sort_by_key(|(_, count)| (std::cmp::Reverse(count.times), count.shortest));
        let others = counts.drain(counts.len().min(MOST_DIFFERENT)..);
        let others = others.fold(Count::default(), |sum, (_, count)| sum.join(count));
        let (keys, counts) = counts.into_iter().unzip();
        Self { keys, counts, others }
    }

    /// For each key how often it was met, and how often another one.
    fn tallies(&self) -> impl Iterator<Item = (&K, Tally)> {
        self.keys.iter().enumerate().map(|(place, key)| {
            let others = self.counts.iter().enumerate().filter(move |(other, _)| *other != place);
            let violated = others.fold(self.others, |sum, (_, count)| sum.join(*count));
            let satisfied = self.counts[place];
            (key, Tally { satisfied, violated })
        })
    }
}

/// All candidates for one left side.
#[derive(Clone, Debug)]
pub(crate) struct Block {
    /// What it is compared with.
    rights: Vec<Right>,
    /// How often it was equal to each of these.
    tallies: Vec<Tally>,
    /// By how much it was larger.
    differences: Vec<Histogram<i64>>,
    constants: Histogram<AnswerId>,
    /// What holds where a condition does, or does not.
    pub(crate) branches: BTreeMap<(Condition, bool), Branch>,
}

impl Block {
    pub(crate) fn of(rights: Vec<Right>) -> Self {
        Self {
            tallies: vec![Tally::default(); rights.len()],
            differences: vec![Histogram::default(); rights.len()],
            constants: Histogram::default(),
            branches: BTreeMap::new(),
            rights,
        }
    }

    /// Takes in how often it was equal to each right side.
    pub(crate) fn join(&mut self, tallies: &[Tally]) {
        join(&mut self.tallies, tallies);
    }

    /// Takes in by how much it was larger than a right side.
    pub(crate) fn differs(&mut self, right: usize, by: i64, instance: Instance) {
        self.differences[right].add(by, instance);
    }

    /// All constants that it was, with how often each.
    pub(crate) fn set_constants(&mut self, counts: ByAnswer) {
        self.constants = Histogram::of(counts.into_iter());
    }

    /// How many right sides there are.
    pub(crate) fn rights(&self) -> usize {
        self.rights.len()
    }

    /// The constant that it is asked to be under a condition, if it was any yet.
    pub(crate) fn expected(&self, condition: (Condition, bool)) -> Option<AnswerId> {
        Some(self.branches.get(&condition)?.constant?.0)
    }

    /// The branch of a condition.
    pub(crate) fn branch(&mut self, condition: (Condition, bool)) -> &mut Branch {
        self.branches.entry(condition).or_insert_with(|| Branch {
            constant: None,
            tallies: vec![Tally::default(); self.rights.len()],
        })
    }

    /// Every candidate with how often it held.
    pub(crate) fn laws(&self, answers: &Answers) -> Vec<(Right, Tally)> {
        let constants = self.constants.tallies().map(|(id, tally)| (answers.get(*id), tally));
        let constants = constants.filter(|(value, _)| **value != Answer::Void);
        let constants = constants.map(|(value, tally)| (Right::Constant(value.clone()), tally));
        let mut laws: Vec<(Right, Tally)> = constants.collect();
        laws.extend(known(&self.rights, &self.tallies));
        for (right, (all, differences)) in self.rights.iter().zip(self.tallies.iter().zip(&self.differences)) {
            // Where there are instances without a difference, an exception for instance, they are against all of them.
            let differing = differences.tallies().filter(|(by, _)| **by != 0);
            let differing = differing.filter(|(_, tally)| tally.times() == all.times());
            laws.extend(differing.map(|(by, tally)| (Right::Plus(Box::new(right.clone()), *by), tally)));
        }
        laws
    }

    /// Every candidate of one of its branches.
    pub(crate) fn candidates(&self, branch: &Branch, answers: &Answers) -> impl Iterator<Item = (Right, Tally)> {
        let constant = branch.constant.map(|(id, tally)| (answers.get(id), tally));
        let constant = constant.filter(|(value, _)| **value != Answer::Void);
        let constant = constant.map(|(value, tally)| (Right::Constant(value.clone()), tally));
        known(&self.rights, &branch.tallies).chain(constant)
    }

    /// What always held under a condition, or where it does not hold, at least so often.
    pub(crate) fn always(&self, condition: (Condition, bool), min: usize, answers: &Answers) -> Vec<(Right, Count)> {
        let candidates = self.branches.get(&condition).into_iter();
        let candidates = candidates.flat_map(|branch| self.candidates(branch, answers));
        let always = candidates.filter(|(_, tally)| tally.violated.times == 0 && tally.satisfied.times >= min);
        always.map(|(right, tally)| (right, tally.satisfied)).collect()
    }
}

/// What holds of one left side where a condition does, or does not.
#[derive(Clone, Debug)]
pub(crate) struct Branch {
    /// The first constant that it was.
    constant: Option<(AnswerId, Tally)>,
    /// How often it was equal to each right side.
    tallies: Vec<Tally>,
}

impl Branch {
    /// Takes in how often the left side was equal to each right side.
    pub(crate) fn join(&mut self, tallies: &[Tally]) {
        join(&mut self.tallies, tallies);
    }

    /// The constant that the left side is asked to be; this one where there was none before.
    pub(crate) fn expects(&mut self, met: AnswerId) -> AnswerId {
        self.constant.get_or_insert((met, Tally::default())).0
    }

    /// Takes in how often the left side was which constant.
    pub(crate) fn join_constants(&mut self, counts: &ByAnswer) {
        let shortest = |(_, count): &(&AnswerId, &Count)| count.shortest;
        let Some((first, _)) = counts.iter().min_by_key(shortest) else {
            return;
        };
        let expected = self.expects(*first);
        let tally = counts.iter().fold(Tally::default(), |mut sum, (answer, count)| {
            let side = if *answer == expected {
                &mut sum.satisfied
            } else {
                &mut sum.violated
            };
            *side = side.join(*count);
            sum
        });
        self.join_constant(tally);
    }

    /// Takes in how often the left side was the constant that it is asked to be.
    pub(crate) fn join_constant(&mut self, tally: Tally) {
        if let Some((_, known)) = &mut self.constant {
            *known = known.join(tally);
        }
    }
}

/// Adds counts to those of the same right sides.
fn join(known: &mut [Tally], tallies: &[Tally]) {
    for (known, tally) in known.iter_mut().zip(tallies) {
        *known = known.join(*tally);
    }
}

/// The right sides that there were instances of.
fn known(rights: &[Right], tallies: &[Tally]) -> impl Iterator<Item = (Right, Tally)> {
    let rights = rights.iter().zip(tallies).filter(|(_, tally)| tally.times() > 0);
    rights.map(|(right, tally)| (right.clone(), *tally))
}
