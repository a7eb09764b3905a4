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

    fn join(mut self, other: Self) -> Self {
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
    fn add(&mut self, holds: bool, instance: Instance) {
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

/// All candidates for one left side.
#[derive(Clone, Default, Debug)]
pub(crate) struct Block {
    constants: Histogram<Answer>,
    tallies: BTreeMap<Right, Tally>,
    differences: BTreeMap<Right, Histogram<i64>>,
}

impl Block {
    /// Takes in what a left side was equal to, as a constant.
    pub(crate) fn constant(&mut self, value: &Answer, instance: Instance) {
        self.constants.add(value, instance);
    }

    /// Takes in whether a left side was equal to a right one.
    pub(crate) fn compare(&mut self, right: &Right, holds: bool, instance: Instance) {
        match self.tallies.get_mut(right) {
            Some(tally) => tally.add(holds, instance),
            None => self.tallies.entry(right.clone()).or_default().add(holds, instance),
        }
    }

    /// Takes in by how much it was larger.
    pub(crate) fn differ(&mut self, right: &Right, by: i64, instance: Instance) {
        self.differences.entry(right.clone()).or_default().add(&by, instance);
    }

    /// Every candidate with how often it held.
    pub(crate) fn laws(&self) -> Vec<(Right, Tally)> {
        let constants = self.constants.tallies();
        let constants = constants.filter(|(value, _)| **value != Answer::Void);
        let constants = constants.map(|(value, tally)| (Right::Constant(value.clone()), tally));
        let mut laws: Vec<(Right, Tally)> = constants.collect();
        laws.extend(self.tallies.iter().map(|(right, tally)| (right.clone(), *tally)));
        for (right, histogram) in &self.differences {
            // Where there are instances without a difference, an exception for instance, they are against all of them.
            let all = self.tallies.get(right).copied().unwrap_or_default();
            let all = all.satisfied.times + all.violated.times;
            let differing = histogram.tallies().filter(|(by, _)| **by != 0);
            let differing = differing.filter(|(_, tally)| tally.satisfied.times + tally.violated.times == all);
            laws.extend(differing.map(|(by, tally)| (Right::Plus(Box::new(right.clone()), *by), tally)));
        }
        laws
    }
}
