//! Calls at the end of tests that leave threads behind, which end these: a pool is closed, a timer cancelled. What cannot be ended makes
//! no test, as the confirmation finds.

use palus_sequence::{Executor, ExecutorLost, MethodId, Operand, Outcome, Sequence, Statement, Symbols, Trace, Var};

use crate::build::Rules;
use crate::confirm::is_same;
use crate::goal::Candidate;
use crate::mutants::plan;
use crate::pack::Packed;

/// How many methods of an object are tried.
const TRIED: usize = 3;

/// Has tests end the threads that they leave behind, where some candidate left any.
pub(crate) fn end_threads(
    tests: &mut [Packed],
    candidates: &[Candidate],
    executor: &mut dyn Executor,
    symbols: &mut Symbols,
    rules: &Rules<'_>,
) -> Result<(), ExecutorLost> {
    if !candidates.iter().any(|candidate| candidate.trace.leaves.threads) {
        return Ok(());
    }
    let passing = tests.iter_mut().filter(|packed| packed.test.violates.is_none());
    for test in passing.map(|packed| &mut packed.test) {
        let before = run(&test.sequence, executor, symbols)?;
        if !before.leaves.threads {
            continue;
        }
        let ways = ways(&test.sequence, symbols, rules);
        for attempt in 0..TRIED {
            let calls = ways.iter().map(|way| ending(way, attempt)).collect();
            let Some((calls, trace)) = fewest(&test.sequence, calls, &before, executor, symbols)? else {
                continue;
            };
            let first = test.sequence.len() as u16;
            let added = calls.len() as u16;
            test.sequence.statements.extend(calls);
            test.outcomes
                .extend(trace.outcomes.into_iter().skip(usize::from(first)));
            test.observers += added;
            test.acts.extend(first..first + added);
            break;
        }
    }
    Ok(())
}

/// For each object of the sequence that has any the methods that may end its threads, the youngest object first: it may need the older ones for
/// that.
fn ways(sequence: &Sequence, symbols: &mut Symbols, rules: &Rules<'_>) -> Vec<(Var, Vec<MethodId>)> {
    let mut ways = Vec::new();
    for (index, statement) in sequence.statements.iter().enumerate().rev() {
        let class = statement.value_type(symbols);
        let enders = (rules.enders)(symbols, class);
        if !enders.is_empty() {
            ways.push((Var(index as u16), enders));
        }
    }
    ways
}

/// The call of that attempt; the last one there is where there are fewer.
fn ending((object, enders): &(Var, Vec<MethodId>), attempt: usize) -> Statement {
    Statement::Call {
        method: enders[attempt.min(enders.len() - 1)],
        operands: vec![Operand::Var(*object)],
    }
}

/// As few of the calls as end all threads and leave the rest as it was, and what they do; `None` where all of them do not.
fn fewest(
    sequence: &Sequence,
    mut calls: Vec<Statement>,
    before: &Trace,
    executor: &mut dyn Executor,
    symbols: &mut Symbols,
) -> Result<Option<(Vec<Statement>, Trace)>, ExecutorLost> {
    let mut tried = |calls: &[Statement]| -> Result<Option<Trace>, ExecutorLost> {
        let mut ended = sequence.clone();
        ended.statements.extend_from_slice(calls);
        let trace = run(&ended, executor, symbols)?;
        let (told, endings) = trace.outcomes.split_at(sequence.len().min(trace.outcomes.len()));
        let is_meant = trace.leaves.is_nothing()
            && !calls.is_empty()
            && told.iter().zip(&before.outcomes).all(|(now, then)| is_same(now, then))
            && endings.iter().all(|outcome| matches!(outcome, Outcome::Returned(_)));
        Ok(is_meant.then_some(trace))
    };
    let Some(mut trace) = tried(&calls)? else {
        return Ok(None);
    };
    for at in (0..calls.len()).rev() {
        let mut fewer = calls.clone();
        fewer.remove(at);
        if let Some(shorter) = tried(&fewer)? {
            (calls, trace) = (fewer, shorter);
        }
    }
    Ok(Some((calls, trace)))
}

fn run(sequence: &Sequence, executor: &mut dyn Executor, symbols: &mut Symbols) -> Result<Trace, ExecutorLost> {
    let traces = executor.run(symbols, std::slice::from_ref(sequence), &plan())?;
    Ok(traces.into_iter().next().unwrap_or_default())
}
