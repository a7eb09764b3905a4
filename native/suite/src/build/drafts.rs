//! From what was chosen to drafts of tests: what nothing needs is taken out, and what has nothing to do with each other is taken apart.

use std::collections::{BTreeMap, BTreeSet};

use palus_sequence::{Answer, Executor, ExecutorLost, ObservationPlan, Outcome, Sequence, Statement, Symbols, Trace};

use super::Rules;
use crate::goal::{Candidate, Goal, GoalKind, Targets, goals};
use crate::minimise::minimise;
use crate::observe::{Lens, Memory};
use crate::select::Chosen;

/// A test in the making.
pub(crate) struct Draft {
    pub(crate) sequence: Sequence,
    /// How many statements at the end are observers.
    pub(crate) observers: u16,
    /// What it reaches without them.
    pub(crate) reaches: BTreeSet<Goal>,
}

/// Shortens the chosen candidates one after the other, those that show a defect or add most first, and adds observers. What only the
/// rest of a candidate reached, and no other test as it is by then, becomes a test of its own; `known` is what tests reach that are there already. Each with
/// the place of what it comes from in `chosen`, in the order in which they were shortened.
pub(super) fn drafts(
    chosen: &[Chosen],
    candidates: &[Candidate],
    known: &BTreeSet<Goal>,
    (targets, memory): (&Targets<'_>, &mut Memory),
    executor: &mut dyn Executor,
    symbols: &mut Symbols,
    rules: &Rules<'_>,
) -> Result<Vec<(usize, Draft)>, ExecutorLost> {
    let mut holders: BTreeMap<Goal, usize> = known.iter().map(|goal| (goal.clone(), 1)).collect();
    for chosen in chosen {
        for goal in goals(&candidates[chosen.index], targets, symbols) {
            *holders.entry(goal).or_default() += 1;
        }
    }
    let mut order: Vec<usize> = (0..chosen.len()).collect();
    order.sort_by_key(|at| (candidates[chosen[*at].index].violates.is_none(), chosen[*at].rank));
    // A part needs room too.
    let others = chosen.iter().filter(|chosen| !chosen.is_for_answers).count();
    let has_room = rules.has_room_beside(others);
    let mut drafts: Vec<(usize, Draft)> = Vec::with_capacity(chosen.len());
    for at in order {
        let chosen = &chosen[at];
        let candidate = &candidates[chosen.index];
        let before = goals(candidate, targets, symbols);
        let answers = last_answers(candidate, targets, executor, symbols, rules)?;
        let is_own = |goal: &&Goal| {
            let counts = goal.kind() != GoalKind::Answer || chosen.is_for_answers || answers.contains(goal);
            holders[goal] == 1 && counts
        };
        let own: BTreeSet<Goal> = before.iter().filter(is_own).cloned().collect();
        let mut after = BTreeSet::new();
        let shorter = if has_room && !chosen.is_for_answers {
            pieces(candidate, own, targets, executor, symbols, rules)?
        } else {
            vec![shorten(candidate, &own, targets, executor, symbols, rules)?]
        };
        for short in shorter {
            let mut reaches = goals(&short, targets, symbols);
            after.extend(reaches.iter().cloned());
            if !chosen.is_for_answers {
                // Nearly every test has an argument of a sort that no other has, and none would be superfluous.
                reaches.retain(|goal| goal.kind() != GoalKind::Answer);
            }
            let (sequence, observers) = if candidate.violates.is_none() && (rules.may_shorten)() {
                let mut lens = Lens {
                    executor: &mut *executor,
                    symbols: &mut *symbols,
                    observers: &rules.observers,
                };
                memory.observe(&short.sequence, &short.trace, &mut lens)?
            } else {
                (short.sequence, 0)
            };
            let draft = Draft {
                sequence,
                observers,
                reaches,
            };
            drafts.push((at, draft));
        }
        for lost in before.difference(&after) {
            holders.entry(lost.clone()).and_modify(|count| *count -= 1);
        }
    }
    Ok(drafts)
}

/// What the call answers that the candidate is about, as far as it answers so again.
fn last_answers(
    candidate: &Candidate,
    targets: &Targets<'_>,
    executor: &mut dyn Executor,
    symbols: &mut Symbols,
    rules: &Rules<'_>,
) -> Result<BTreeSet<Goal>, ExecutorLost> {
    let answers = |trace: &Trace, symbols: &Symbols| -> BTreeSet<Goal> {
        let last = candidate.sequence.statements.last().zip(trace.outcomes.last());
        let Some((statement @ Statement::Call { method, .. }, outcome)) = last else {
            return BTreeSet::new();
        };
        let Some(key) = targets.key(symbols, *method) else {
            return BTreeSet::new();
        };
        let answers = Answer::all(symbols, statement, outcome).into_iter();
        answers.map(|answer| Goal::Answers(key, answer)).collect()
    };
    let first = answers(&candidate.trace, symbols);
    if first.is_empty() || candidate.violates.is_some() || !(rules.may_shorten)() {
        return Ok(BTreeSet::new());
    }
    let batch = std::slice::from_ref(&candidate.sequence);
    let again = executor.run(symbols, batch, &ObservationPlan::default())?;
    Ok(again
        .first()
        .map(|trace| &first & &answers(trace, symbols))
        .unwrap_or_default())
}

/// The candidate as short tests, each about the last call of the rest: first what that call reaches, then what only calls before it
/// reached, and so on.
fn pieces(
    candidate: &Candidate,
    mut own: BTreeSet<Goal>,
    targets: &Targets<'_>,
    executor: &mut dyn Executor,
    symbols: &mut Symbols,
    rules: &Rules<'_>,
) -> Result<Vec<Candidate>, ExecutorLost> {
    let mut pieces = Vec::new();
    let mut whole = candidate.clone();
    loop {
        let before = before_last(&whole, executor, symbols, rules)?;
        let of_others = before
            .as_ref()
            .map(|before| goals(before, targets, symbols))
            .unwrap_or_default();
        let (earlier, last): (BTreeSet<Goal>, BTreeSet<Goal>) =
            own.into_iter().partition(|goal| of_others.contains(goal));
        if last.is_empty()
            && let Some(before) = before
        {
            (whole, own) = (before, earlier);
            continue;
        }
        let short = shorten(&whole, &last, targets, executor, symbols, rules)?;
        let reached = goals(&short, targets, symbols);
        pieces.push(short);
        own = &earlier - &reached;
        match before.filter(|_| !own.is_empty()) {
            Some(before) => whole = before,
            None => return Ok(pieces),
        }
    }
}

/// The candidate without its last statement. `None` when there is no time, or it shows a defect, or no more than that statement is
/// there.
fn before_last(
    candidate: &Candidate,
    executor: &mut dyn Executor,
    symbols: &mut Symbols,
    rules: &Rules<'_>,
) -> Result<Option<Candidate>, ExecutorLost> {
    let Some((_, before)) = candidate.sequence.statements.split_last() else {
        return Ok(None);
    };
    if before.is_empty() || candidate.violates.is_some() || !(rules.may_shorten)() {
        return Ok(None);
    }
    let sequence = Sequence {
        statements: before.to_vec(),
    };
    let mut traces = executor.run(symbols, std::slice::from_ref(&sequence), &ObservationPlan::default())?;
    let trace = traces.pop().filter(|trace| trace.stopped_at().is_none());
    Ok(trace.map(|trace| Candidate {
        sequence,
        trace,
        ..candidate.clone()
    }))
}

/// The candidate without the statements that it does not need to reach its own goals and to end as it does.
fn shorten(
    candidate: &Candidate,
    own: &BTreeSet<Goal>,
    targets: &Targets<'_>,
    executor: &mut dyn Executor,
    symbols: &mut Symbols,
    rules: &Rules<'_>,
) -> Result<Candidate, ExecutorLost> {
    if !(rules.may_shorten)() {
        return Ok(candidate.clone());
    }
    let keep = |names: &Symbols, sequence: &Sequence, trace: &Trace| {
        if !ends_alike(&candidate.trace, trace) {
            return false;
        }
        if let Some(violation) = &candidate.violates {
            return (rules.broken)(names, violation, sequence, trace);
        }
        let shorter = Candidate {
            sequence: sequence.clone(),
            trace: trace.clone(),
            ..candidate.clone()
        };
        let reached = goals(&shorter, targets, names);
        own.is_subset(&reached)
    };
    let (sequence, trace) = minimise(&candidate.sequence, &candidate.trace, executor, symbols, &keep)?;
    Ok(Candidate {
        sequence,
        trace,
        ..candidate.clone()
    })
}

/// Whether both returned to the end, or both threw the same class or were ended alike with the last statement.
pub(super) fn ends_alike(one: &Trace, other: &Trace) -> bool {
    let all_but_last = |trace: &Trace| trace.stopped_at().is_none_or(|at| at + 1 == trace.outcomes.len());
    let same_end = match (one.outcomes.last(), other.outcomes.last()) {
        (Some(Outcome::Returned(_)), Some(Outcome::Returned(_))) => true,
        (Some(Outcome::Threw { class: one, .. }), Some(Outcome::Threw { class: other, .. })) => one == other,
        (Some(Outcome::Ended(one)), Some(Outcome::Ended(other))) => one == other,
        _ => false,
    };
    same_end && all_but_last(other)
}
