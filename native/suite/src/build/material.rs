//! Which candidates tests are made of: as they are when they run again, and as many as there is room for.

use std::collections::BTreeSet;

use palus_sequence::{Executor, ExecutorLost, ObservationPlan, Outcome, Sequence, Symbols, Trace, TypeId};

use super::Rules;
use super::drafts::ends_alike;
use crate::confirm::{is_cast, is_miscast, is_null_pointer};
use crate::goal::Candidate;
use crate::select::Chosen;

/// How many candidates run again before the clock is looked at.
const CHUNK: usize = 64;

/// The candidates without those that end in a cast that the virtual machine refused.
pub(super) fn without_miscasts(
    candidates: &[Candidate],
    executor: &mut dyn Executor,
    symbols: &mut Symbols,
) -> Result<Vec<Candidate>, ExecutorLost> {
    let traces = in_detail(candidates, is_cast, executor, symbols)?;
    let is_refused = |trace: &Option<Trace>| trace.as_ref().is_some_and(|trace| is_miscast(&trace.outcomes, symbols));
    let kept = candidates.iter().zip(&traces).filter(|(_, trace)| !is_refused(trace));
    Ok(kept.map(|(candidate, _)| candidate.clone()).collect())
}

/// What those of the candidates do in full detail that are to pass and throw such an exception: only then it has its message.
fn in_detail(
    candidates: &[Candidate],
    is_such: fn(TypeId, &Symbols) -> bool,
    executor: &mut dyn Executor,
    symbols: &mut Symbols,
) -> Result<Vec<Option<Trace>>, ExecutorLost> {
    let throws = |candidate: &Candidate| {
        let is_one = |outcome: &Outcome| matches!(outcome, Outcome::Threw { class, .. } if is_such(*class, symbols));
        candidate.violates.is_none() && candidate.trace.outcomes.iter().any(is_one)
    };
    let throwing: Vec<bool> = candidates.iter().map(throws).collect();
    let run = candidates.iter().zip(&throwing).filter(|(_, throws)| **throws);
    let sequences: Vec<Sequence> = run.map(|(candidate, _)| candidate.sequence.clone()).collect();
    let mut traces = executor.run(symbols, &sequences, &ObservationPlan::full())?.into_iter();
    Ok(throwing
        .into_iter()
        .map(|throws| throws.then(|| traces.next()).flatten())
        .collect())
}

/// The candidates as they are when they run again, and the edges that none of them passes any more: a static initialiser runs once, so
/// no test could be made shorter, or be put together with another one, and still pass it.
pub(super) fn again(
    candidates: &[Candidate],
    executor: &mut dyn Executor,
    symbols: &mut Symbols,
    rules: &Rules<'_>,
) -> Result<(Vec<Candidate>, BTreeSet<u32>), ExecutorLost> {
    let mut again = candidates.to_vec();
    let (mut before, mut after) = (BTreeSet::new(), BTreeSet::new());
    for chunk in again.chunks_mut(CHUNK) {
        let repeats = |candidate: &&mut Candidate| {
            let mut outcomes = candidate.trace.outcomes.iter();
            candidate.violates.is_none() && !outcomes.any(|outcome| matches!(outcome, Outcome::Ended(_)))
        };
        if (rules.may_shorten)() {
            let mut run: Vec<&mut Candidate> = chunk.iter_mut().filter(repeats).collect();
            let sequences: Vec<Sequence> = run.iter().map(|candidate| candidate.sequence.clone()).collect();
            let traces = executor.run(symbols, &sequences, &ObservationPlan::default())?;
            for (candidate, trace) in run.iter_mut().zip(traces) {
                before.extend(candidate.trace.edges.iter().copied());
                if ends_alike(&candidate.trace, &trace) {
                    let micros = trace.micros.min(candidate.trace.micros);
                    candidate.trace = Trace { micros, ..trace };
                }
            }
        }
        after.extend(chunk.iter().flat_map(|candidate| candidate.trace.edges.iter().copied()));
    }
    Ok((again, &before - &after))
}

/// Gives null pointer exceptions of candidates their texts: by these it is known who raised them.
pub(super) fn explain_nulls(
    candidates: &mut [Candidate],
    executor: &mut dyn Executor,
    symbols: &mut Symbols,
) -> Result<(), ExecutorLost> {
    let traces = in_detail(candidates, is_null_pointer, executor, symbols)?;
    for (candidate, trace) in candidates.iter_mut().zip(traces) {
        if let Some(trace) = trace.filter(|trace| ends_alike(&candidate.trace, trace)) {
            candidate.trace.outcomes = trace.outcomes;
        }
    }
    Ok(())
}

/// Those for which there is room beside so many tests, and the others: what shows a defect comes first, then what adds most to the rest.
pub(super) fn within_room(
    chosen: Vec<Chosen>,
    candidates: &[Candidate],
    tests: usize,
    rules: &Rules<'_>,
) -> (Vec<Chosen>, Vec<Chosen>) {
    let Some(most) = rules.most else {
        return (chosen, Vec::new());
    };
    let slow = slowest(&chosen, candidates, most.micros);
    let (chosen, mut late): (Vec<Chosen>, Vec<Chosen>) =
        chosen.into_iter().partition(|chosen| !slow.contains(&chosen.index));
    let room = most.tests.saturating_sub(tests);
    if room >= chosen.len() {
        return (chosen, late);
    }
    let mut ranks: Vec<u32> = chosen.iter().map(|chosen| chosen.rank).collect();
    ranks.sort_unstable();
    let first_late = ranks[room];
    let (chosen, last): (Vec<Chosen>, Vec<Chosen>) = chosen
        .into_iter()
        .partition(|chosen| chosen.rank < first_late || candidates[chosen.index].violates.is_some());
    late.extend(last);
    (chosen, late)
}

/// The slowest of the chosen, as many as it takes for the rest to run in so many microseconds. One call that computes for a second takes
/// the time of some thousand others, for each of the many runs until its test is written down.
fn slowest(chosen: &[Chosen], candidates: &[Candidate], micros: u64) -> BTreeSet<usize> {
    let mut times: Vec<(u64, usize)> = chosen
        .iter()
        .filter(|chosen| candidates[chosen.index].violates.is_none())
        .map(|chosen| (u64::from(candidates[chosen.index].trace.micros), chosen.index))
        .collect();
    times.sort_unstable();
    let mut taken = 0;
    let fits = |(took, _): &(u64, usize)| {
        taken += took;
        taken <= micros
    };
    let fitting = times.iter().copied().take_while(fits).count();
    times.split_off(fitting).into_iter().map(|(_, index)| index).collect()
}

/// What was not chosen.
pub(super) fn others(candidates: &[Candidate], chosen: &BTreeSet<usize>) -> Vec<Candidate> {
    let others = candidates
        .iter()
        .enumerate()
        .filter(|(index, _)| !chosen.contains(index));
    others.map(|(_, candidate)| candidate.clone()).collect()
}
