//! What a test prints, asserted where the test asserts nothing else: a call that is made for what it prints says nothing otherwise.

use palus_sequence::work::{Capture, KeptTest};
use palus_sequence::{Executor, ExecutorLost, Outcome, Sequence, Symbols, Value};

use crate::build::Rules;
use crate::confirm::{Confirmed, confirm};
use crate::goal::Candidate;
use crate::mutants::plan;
use crate::pack::Packed;

/// Has tests that assert nothing and print catch what they print, and assert the text, with line feeds for the separators of lines; where some
/// candidate printed.
pub(crate) fn assert_printed(
    tests: &mut [Packed],
    candidates: &[Candidate],
    executor: &mut dyn Executor,
    symbols: &mut Symbols,
    rules: &Rules<'_>,
) -> Result<(), ExecutorLost> {
    if !candidates.iter().any(|candidate| candidate.trace.prints) {
        return Ok(());
    }
    let tests = tests.iter_mut().map(|packed| &mut packed.test);
    let mute: Vec<&mut KeptTest> = tests
        .filter(|test| test.violates.is_none() && test.asserted.is_empty())
        .collect();
    let sequences: Vec<Sequence> = mute.iter().map(|test| test.sequence.clone()).collect();
    let traces = executor.run(symbols, &sequences, &plan())?;
    let printing = mute.into_iter().zip(&traces).filter(|(_, trace)| trace.prints);
    let printing: Vec<&mut KeptTest> = printing.map(|(test, _)| test).collect();
    let capture = Capture::new(symbols).map_err(|error| ExecutorLost(error.to_string()))?;
    let caught: Vec<Sequence> = printing.iter().map(|test| capture.of(&test.sequence)).collect();
    let confirmed = confirm(&caught, executor, symbols, &|| true)?;
    for ((test, caught), confirmed) in printing.into_iter().zip(caught).zip(confirmed) {
        if let Some(confirmed) = confirmed.filter(|confirmed| shows_text(confirmed, rules)) {
            test.assert_printed(caught, confirmed.outcomes);
        }
    }
    Ok(())
}

/// Whether the last statement gave a text each time, and the same.
fn shows_text(confirmed: &Confirmed, rules: &Rules<'_>) -> bool {
    let is_text = |value: &Value| {
        matches!(value, Value::String { length, .. } if *length > 0) && (rules.observers.is_assertable)(value)
    };
    let last = confirmed.outcomes.last().and_then(Outcome::value);
    !confirmed.was_ended() && confirmed.same.last() == Some(&true) && last.is_some_and(is_text)
}
