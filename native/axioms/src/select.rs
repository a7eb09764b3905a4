//! Which candidates are laws, and which laws are told.

use std::collections::{BTreeMap, BTreeSet};

use palus_machine::{CallId, Concrete};

use crate::axiom::Axiom;
use crate::block::{Block, Instance, Tally};
use crate::expected;
use crate::follows;
use crate::gather::{Gathered, Left, Limits};
use crate::law::{Condition, Law, Right, Side};
use crate::names::{Names, nested};

/// The laws that are to be told, the surest first, and how many are left out for which there is no room. Of left sides that are not wanted none is told.
pub(crate) fn select(
    class: &str,
    (concrete, gathered): (&Concrete, &Gathered),
    limits: &Limits,
    is_wanted: &dyn Fn(&str) -> bool,
) -> (Vec<Axiom>, usize) {
    let mut laws = Vec::new();
    let mut blocks: Vec<(&Left, &Block)> = gathered.blocks.iter().collect();
    blocks.sort_by_key(|(left, _)| **left);
    for (left, block) in blocks {
        of_block(*left, block, gathered, limits, &mut laws);
    }
    laws.extend(of_other_methods(gathered, limits));
    follows::mark(gathered, &mut laws);
    if !limits.all {
        laws.retain(|law| !law.follows);
    }
    let names = Names::new(class, &gathered.executions.methods);
    let mut lefts: BTreeMap<Left, String> = BTreeMap::new();
    for law in &laws {
        lefts.entry(law.left).or_insert_with(|| names.left(law.left));
    }
    lefts.retain(|_, text| is_wanted(text));
    let written = laws.into_iter().filter_map(|law| Some((lefts.get(&law.left)?, law)));
    let mut written: Vec<(Law, &String)> = written.map(|(left, law)| (law, left)).collect();
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
    let left_out = written.len().saturating_sub(limits.most);
    written.truncate(limits.most);
    let paths = concrete.paths();
    let calls = |instance: Instance| -> Vec<CallId> {
        let first = &gathered.executions.all[instance.first()];
        let before = first.entry.map(|entry| paths.get(&entry).cloned().unwrap_or_default());
        let second = instance.second().map(|at| gathered.executions.all[at].call);
        before.into_iter().flatten().chain([first.call]).chain(second).collect()
    };
    let demanded = |right: &Right, instance: Option<Instance>| {
        instance.and_then(|instance| expected::expected(right, instance, gathered, (concrete, &paths)))
    };
    let axiom = |(law, left): (Law, &String)| {
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
            left: left.clone(),
            common_calls,
            special_calls,
            throws: law.right.throws().map(str::to_owned),
            expected: demanded(&law.right, law.tally.violated.shortest),
            base: demanded(law.right.base(), law.tally.satisfied.shortest),
        }
    };
    (written.into_iter().map(axiom).collect(), left_out)
}

fn form(law: &Law) -> &'static str {
    match (law.left.1, law.left.2) {
        _ if law.right.is_about_another() => law.right.number(),
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
        .laws(&gathered.executions.answers)
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
    if limits.is_everything() {
        laws.extend(branches(left, block, gathered));
    } else if !has_universal {
        laws.extend(conditional((left, block), gathered, min));
    }
    laws.extend(found);
}

/// Laws about a new object may have one instance only.
fn fewest((first, second, _): Left, gathered: &Gathered, limits: &Limits) -> usize {
    let makes = |at: usize| gathered.executions.methods[at].makes;
    if makes(first) || second.is_some_and(makes) {
        1
    } else {
        limits.min
    }
}

/// The laws that always hold where a condition does, with another where it does not: the first of either.
fn conditional((left, block): (Left, &Block), gathered: &Gathered, min: usize) -> Vec<Law> {
    let conditions: BTreeSet<Condition> = block.branches.keys().map(|(condition, _)| *condition).collect();
    let branch = |condition: Condition, holds: bool| {
        let always = block.always((condition, holds), min, &gathered.executions.answers);
        always.into_iter().min_by_key(|(right, _)| right.plainness())
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

/// What is claimed under each condition, held or not: to look up laws of another version.
fn branches(left: Left, block: &Block, gathered: &Gathered) -> Vec<Law> {
    let of_branch = block.branches.iter().flat_map(|((condition, holds), branch)| {
        let candidates = block.candidates(branch, &gathered.executions.answers);
        candidates.map(|(right, tally)| (Right::Branch(*condition, *holds, Box::new(right)), tally))
    });
    let law = |(right, tally)| Law {
        left,
        right,
        tally,
        follows: false,
    };
    of_branch.map(law).collect()
}

/// Which methods do what others do, and which leave an object as new. To look up laws of another version all pairs count; to tell some, the first of
/// those that do the same.
fn of_other_methods(gathered: &Gathered, limits: &Limits) -> Vec<Law> {
    let mut laws = Vec::new();
    let alike = &gathered.alike;
    for method in 0..gathered.executions.methods.len() {
        let mut push = |side: Side, right: Right, tally: Tally| {
            laws.push(Law {
                left: (method, None, side),
                right,
                tally,
                follows: false,
            });
        };
        let is_all = limits.is_everything();
        for side in [Side::Result, Side::State] {
            let is_void = side == Side::Result && gathered.executions.methods[method].is_void();
            let first = alike.first(method, side);
            for (other, tally) in alike.compared(method, side) {
                let is_told = is_all || first == Some(other) && tally.satisfied.times >= limits.min;
                if is_told && !is_void {
                    push(side, Right::Other(other), tally);
                }
            }
        }
        let fewest = fewest((method, None, Side::State), gathered, limits);
        let is_told = |tally: &Tally| is_all || tally.violated.times == 0 && tally.satisfied.times >= fewest;
        if let Some((new, tally)) = alike.reset(method).filter(|(_, tally)| is_told(tally)) {
            push(Side::State, Right::Made(new), tally);
        }
        if let Some((new, tally)) = alike.indifferent(method).filter(|(_, tally)| is_told(tally)) {
            push(Side::Result, Right::OfNew(new), tally);
        }
    }
    laws
}
