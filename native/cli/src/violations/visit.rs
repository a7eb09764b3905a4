//! Goes through the statements of sequences that ran with states.

use std::collections::HashMap;
use std::rc::Rc;

use palus_sequence::work::RunResult;
use palus_sequence::{MethodId, Outcome, Portable, Sequence, StateId, Statement, States, Symbols};

use super::calls::{Call, Calls};
use crate::generate::Ran;

/// A statement of a sequence that ran.
pub(super) struct Visit<'v> {
    pub(super) sequence: &'v Sequence,
    /// Its place in the sequence and in the batch.
    pub(super) at: usize,
    pub(super) place: usize,
    pub(super) symbols: &'v Symbols,
}

/// Hands over each call that came to an end, with the names of its states.
pub(super) fn each_call(ran: &Ran<'_>, batch: &[Portable], result: &RunResult, each: &mut dyn FnMut(&Call, States)) {
    each_step(ran, batch, result, &mut |_, calls, (statement, outcome, states)| {
        if let Some(call) = calls.call(statement, outcome, states) {
            each(&call, states);
        }
    });
}

/// What is known of a call: two that are alike break the same.
type Like = (Option<MethodId>, Option<StateId>, Option<StateId>, String);

/// Hands over the answers of each call that has some. Of calls that are alike in all that is known of them only the first is asked.
pub(super) fn each_answer<A: Clone>(
    ran: &Ran<'_>,
    batch: &[Portable],
    result: &RunResult,
    ask: &mut dyn FnMut(&Call) -> Vec<A>,
    each: &mut dyn FnMut(&Visit<'_>, &[A]),
) {
    let mut answers: HashMap<Like, Rc<[A]>> = HashMap::new();
    each_step(ran, batch, result, &mut |visit, calls, (statement, outcome, states)| {
        let like = (called(statement), states.entry, states.exit, format!("{outcome:?}"));
        let answer = answers.entry(like).or_insert_with(|| {
            let call = calls.call(statement, outcome, states);
            call.map(|call| ask(&call)).unwrap_or_default().into()
        });
        if !answer.is_empty() {
            each(visit, answer);
        }
    });
}

/// A statement, what came of it, and its states.
type Step<'s> = (&'s Statement, &'s Outcome, States);

/// Hands over each statement of the sequences that ran.
fn each_step(
    ran: &Ran<'_>,
    batch: &[Portable],
    result: &RunResult,
    each: &mut dyn FnMut(&Visit<'_>, &mut Calls<'_>, Step<'_>),
) {
    let mut symbols = result.symbols.clone();
    let within = batch.iter().map(|portable| portable.within(&mut symbols).ok());
    let sequences: Vec<Option<Sequence>> = within.collect();
    let mut calls = Calls::new(ran.index, &symbols, &result.states);
    for (place, (sequence, trace)) in sequences.iter().zip(&result.traces).enumerate() {
        let (Some(sequence), Some(trace)) = (sequence, trace) else {
            continue;
        };
        let steps = sequence.statements.iter().zip(&trace.outcomes).zip(&trace.states);
        for (at, ((statement, outcome), states)) in steps.enumerate() {
            let visit = Visit {
                sequence,
                at,
                place,
                symbols: &symbols,
            };
            each(&visit, &mut calls, (statement, outcome, *states));
        }
    }
}

fn called(statement: &Statement) -> Option<MethodId> {
    match statement {
        Statement::Call { method, .. } => Some(*method),
        _ => None,
    }
}
