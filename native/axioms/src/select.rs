//! Which candidates are laws, and which laws are told.

use std::collections::{BTreeMap, BTreeSet};

use palus_machine::{CallId, Concrete};

use crate::axiom::Axiom;
use crate::block::{Block, Instance, Tally};
use crate::gather::{Gathered, Left, Limits};
use crate::law::{Condition, Right, Side};
use crate::names::{Names, nested};

/// A law before it is written.
struct Law {
    left: Left,
    right: Right,
    tally: Tally,
    follows: bool,
}

impl Law {
    fn is_universal(&self) -> bool {
        self.tally.violated.times == 0
    }

    /// The share of instances that violate it.
    fn violating(&self) -> f64 {
        let violated = self.tally.violated.times as f64;
        violated / (violated + self.tally.satisfied.times as f64)
    }
}

/// All laws that are to be told, the surest first.
pub(crate) fn select(class: &str, concrete: &Concrete, gathered: &Gathered, limits: &Limits) -> Vec<Axiom> {
    let mut laws = Vec::new();
    for (left, block) in &gathered.plain {
        of_block(*left, block, gathered, limits, &mut laws);
    }
    hide(gathered, &mut laws);
    if !limits.all {
        laws.retain(|law| !law.follows);
    }
    let names = Names::new(class, &gathered.methods);
    let mut written: Vec<(Law, String)> = laws
        .into_iter()
        .map(|law| (names.left(law.left), law))
        .map(|(a, b)| (b, a))
        .collect();
    written.sort_by(|(one, left), (other, other_left)| {
        let rank = |law: &Law| (law.violating(), std::cmp::Reverse(law.tally.satisfied.times));
        let by_rank = rank(one)
            .0
            .total_cmp(&rank(other).0)
            .then(rank(one).1.cmp(&rank(other).1));
        by_rank
            .then_with(|| left.cmp(other_left))
            // On one line the law that says most stands first.
            .then_with(|| plainness(&one.right).cmp(&plainness(&other.right)))
    });
    let paths = concrete.paths();
    let calls = |instance: Instance| -> Vec<CallId> {
        let first = &gathered.executions[instance.first];
        let before = first.entry.map(|entry| paths.get(&entry).cloned().unwrap_or_default());
        let second = instance.second.map(|at| gathered.executions[at].call);
        before.into_iter().flatten().chain([first.call]).chain(second).collect()
    };
    let axiom = |(law, left): (Law, String)| {
        let common_calls = law.tally.satisfied.shortest.map(calls).unwrap_or_default();
        let special_calls = law.tally.violated.shortest.map(calls).unwrap_or_default();
        Axiom {
            form: form(&law).to_owned(),
            right: names.right(&law.right, law.left),
            satisfied: law.tally.satisfied.times,
            violated: law.tally.violated.times,
            follows: law.follows,
            name: names.test(law.left, &law.right),
            common: nested(concrete, &common_calls, class),
            special: (!special_calls.is_empty()).then(|| nested(concrete, &special_calls, class)),
            left,
            common_calls,
            special_calls,
        }
    };
    written.into_iter().map(axiom).collect()
}

fn form(law: &Law) -> &'static str {
    match (law.left.1, law.left.2) {
        (None, Side::Result) => "6",
        (None, Side::State) => "7",
        _ => law.right.number(),
    }
}

/// Which of two laws of one left side and equal counts comes first: one that is no constant.
fn plainness(right: &Right) -> (bool, &Right) {
    (matches!(right, Right::Constant(_)), right)
}

/// The laws of a left side.
fn of_block(left: Left, block: &Block, gathered: &Gathered, limits: &Limits, laws: &mut Vec<Law>) {
    let min = fewest(left, gathered, limits);
    let found: Vec<Law> = block
        .laws()
        .into_iter()
        .map(|(right, tally)| Law {
            left,
            right,
            tally,
            follows: false,
        })
        .filter(|law| match law.tally.violated.times {
            0 => law.tally.satisfied.times >= min,
            _ => law.violating() <= limits.threshold,
        })
        .collect();
    let has_universal = found.iter().any(Law::is_universal);
    if !has_universal {
        laws.extend(conditional(left, gathered, min));
    }
    laws.extend(found);
}

/// Laws about a new object may have one instance only.
fn fewest((first, second, _): Left, gathered: &Gathered, limits: &Limits) -> usize {
    let makes = |at: usize| gathered.methods[at].makes;
    if makes(first) || second.is_some_and(makes) {
        1
    } else {
        limits.min
    }
}

/// The laws that always hold where a condition does, with another where it does not: the first of either.
fn conditional(left: Left, gathered: &Gathered, min: usize) -> Vec<Law> {
    let Some(branches) = gathered.conditional.get(&left) else {
        return Vec::new();
    };
    let conditions: BTreeSet<Condition> = branches.keys().map(|(condition, _)| *condition).collect();
    let branch = |condition: Condition, holds: bool| {
        let always = branches.get(&(condition, holds))?.laws(min).into_iter();
        always.min_by(|(one, _), (other, _)| plainness(one).cmp(&plainness(other)))
    };
    let law = |condition: Condition| {
        let (yes, held) = branch(condition, true)?;
        let (no, otherwise) = branch(condition, false)?;
        let satisfied = held.join(otherwise);
        (yes != no).then(|| Law {
            left,
            right: Right::Either(condition, Box::new(yes), Box::new(no)),
            tally: Tally {
                satisfied,
                ..Tally::default()
            },
            follows: false,
        })
    };
    conditions.into_iter().filter_map(law).collect()
}

/// Marks what follows from another law: a common one from a universal one of the same left side, and what is said of compositions with an
/// observer inside, or of the state behind one, from that it is one.
fn hide(gathered: &Gathered, laws: &mut [Law]) {
    let observers: BTreeSet<usize> = laws
        .iter()
        .filter(|law| law.left.1.is_none() && law.left.2 == Side::State && law.is_universal())
        .map(|law| law.left.0)
        .collect();
    let mut universal: BTreeMap<Left, usize> = BTreeMap::new();
    for law in laws.iter().filter(|law| law.is_universal()) {
        *universal.entry(law.left).or_default() += 1;
    }
    // What a method always answers it answers behind every other one.
    let mut constants: BTreeMap<usize, Vec<Right>> = BTreeMap::new();
    for law in laws
        .iter()
        .filter(|law| law.left.1.is_none() && law.left.2 == Side::Result && law.is_universal())
    {
        constants.entry(law.left.0).or_default().push(law.right.clone());
    }
    for law in laws.iter_mut() {
        let (first, second, side) = law.left;
        let Some(second) = second else {
            law.follows = !law.is_universal() && universal.contains_key(&law.left);
            continue;
        };
        let behind_observer = observers.contains(&first) && !gathered.methods[first].makes;
        let of_observer = observers.contains(&second) && side == Side::State;
        let weaker = !law.is_universal() && universal.contains_key(&law.left);
        let constant = side == Side::Result && constants.contains_key(&second);
        law.follows = behind_observer || of_observer || weaker || constant;
    }
}
