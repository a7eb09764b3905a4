//! Counters.

use std::collections::BTreeMap;

use palus_machine::Answer;

use crate::law::Right;

/// So many different constants, or differences, are counted apart for one left side: the others are counted together.
const MOST_DIFFERENT: usize = 16;

/// An instance by the positions of its executions, and how many calls it takes; instances with fewer come first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Instance {
    pub(crate) calls: usize,
    pub(crate) first: usize,
    /// The second execution; none where a law is about one.
    pub(crate) second: Option<usize>,
}

/// How often something held, with the shortest instance of it.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Count {
    pub(crate) times: usize,
    pub(crate) shortest: Option<Instance>,
}

impl Count {
    fn add(&mut self, instance: Instance) {
        self.times += 1;
        self.shortest = Some(self.shortest.map_or(instance, |known| known.min(instance)));
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

/// How often a law held and did not.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Tally {
    pub(crate) satisfied: Count,
    pub(crate) violated: Count,
}

impl Tally {
    /// The same, while it always held; then only what violates it is counted.
    fn keep(&mut self, holds: bool, instance: Instance) {
        if !holds {
            self.violated.add(instance);
        } else if self.violated.times == 0 {
            self.satisfied.add(instance);
        }
    }

    pub(crate) fn add(&mut self, holds: bool, instance: Instance) {
        if holds {
            self.satisfied.add(instance);
        } else {
            self.violated.add(instance);
        }
    }
}

/// How often each of some keys was met.
#[derive(Clone, Debug)]
pub(crate) struct Histogram<K> {
    counts: BTreeMap<K, Count>,
    others: Count,
}

impl<K> Default for Histogram<K> {
    fn default() -> Self {
        Self {
            counts: BTreeMap::new(),
            others: Count::default(),
        }
    }
}

impl<K: Ord + Clone> Histogram<K> {
    fn add(&mut self, key: &K, instance: Instance) {
        if let Some(count) = self.counts.get_mut(key) {
            count.add(instance);
        } else if self.counts.len() < MOST_DIFFERENT {
            self.counts.entry(key.clone()).or_default().add(instance);
        } else {
            self.others.add(instance);
        }
    }

    /// For each key how often it was met, and how often another one.
    fn tallies(&self) -> impl Iterator<Item = (&K, Tally)> {
        self.counts.iter().map(|(key, satisfied)| {
            let others = self.counts.iter().filter(move |(other, _)| *other != key);
            let violated = others.fold(self.others, |sum, (_, count)| sum.join(*count));
            let satisfied = *satisfied;
            (key, Tally { satisfied, violated })
        })
    }
}

/// What is compared of one instance: a right side, whether the left side is equal to it, and by how much it is larger where both are whole numbers.
pub(crate) type Fact = (Right, bool, Option<i64>);

/// All candidates for one left side. Lists, because they are short and are gone through for every composition.
#[derive(Clone, Default, Debug)]
pub(crate) struct Block {
    constants: Histogram<Answer>,
    tallies: Vec<(Right, Tally, Histogram<i64>)>,
}

impl Block {
    /// Takes in what a left side was equal to: as a constant, if it can be one, and compared.
    pub(crate) fn take(&mut self, constant: Option<&Answer>, facts: &[Fact], instance: Instance) {
        if let Some(value) = constant {
            self.constants.add(value, instance);
        }
        for (right, holds, by) in facts {
            let place = self.tallies.iter().position(|(known, ..)| known == right);
            let place = place.unwrap_or_else(|| {
                self.tallies
                    .push((right.clone(), Tally::default(), Histogram::default()));
                self.tallies.len() - 1
            });
            let (_, tally, differences) = &mut self.tallies[place];
            tally.add(*holds, instance);
            if let Some(by) = by {
                differences.add(by, instance);
            }
        }
    }

    /// Every candidate with how often it held.
    pub(crate) fn laws(&self) -> Vec<(Right, Tally)> {
        let constants = self.constants.tallies();
        let constants = constants.filter(|(value, _)| **value != Answer::Void);
        let constants = constants.map(|(value, tally)| (Right::Constant(value.clone()), tally));
        let mut laws: Vec<(Right, Tally)> = constants.collect();
        laws.extend(self.tallies.iter().map(|(right, tally, _)| (right.clone(), *tally)));
        for (right, all, differences) in &self.tallies {
            // Where there are instances without a difference, an exception for instance, they are against all of them.
            let all = all.satisfied.times + all.violated.times;
            let differing = differences.tallies().filter(|(by, _)| **by != 0);
            let differing = differing.filter(|(_, tally)| tally.satisfied.times + tally.violated.times == all);
            laws.extend(differing.map(|(by, tally)| (Right::Plus(Box::new(right.clone()), *by), tally)));
        }
        laws
    }
}

/// What holds of one left side where a condition does, or does not. What held is counted only as long as it always did.
#[derive(Clone, Default, Debug)]
pub(crate) struct Branch {
    /// The first constant that it was.
    constant: Option<(Answer, Tally)>,
    /// How often each right side held.
    rights: Vec<(Right, Tally)>,
}

impl Branch {
    /// Takes in what a left side was equal to.
    pub(crate) fn take(&mut self, constant: Option<&Answer>, facts: &[Fact], instance: Instance) {
        if let Some(value) = constant {
            let (known, tally) = self.constant.get_or_insert_with(|| (value.clone(), Tally::default()));
            tally.keep(known == value, instance);
        }
        for (right, holds, _) in facts {
            let place = self.rights.iter().position(|(known, _)| known == right);
            let place = place.unwrap_or_else(|| {
                self.rights.push((right.clone(), Tally::default()));
                self.rights.len() - 1
            });
            self.rights[place].1.keep(*holds, instance);
        }
    }

    /// Every candidate.
    pub(crate) fn candidates(&self) -> impl Iterator<Item = (Right, Tally)> {
        let constant = self.constant.iter().filter(|(value, _)| *value != Answer::Void);
        let constant = constant.map(|(value, tally)| (Right::Constant(value.clone()), *tally));
        self.rights.iter().cloned().chain(constant)
    }

    /// What always held, at least so often.
    pub(crate) fn laws(&self, min: usize) -> Vec<(Right, Count)> {
        let always = |(_, tally): &(Right, Tally)| tally.violated.times == 0 && tally.satisfied.times >= min;
        let candidates = self.candidates().filter(always);
        candidates.map(|(right, tally)| (right, tally.satisfied)).collect()
    }
}
