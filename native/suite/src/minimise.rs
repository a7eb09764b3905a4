//! Shorter tests: statements that a test does not need are taken out, from the back, and each time it is run again.

use palus_sequence::{Executor, ExecutorLost, ObservationPlan, Sequence, Symbols, Trace};

/// A long sequence gets at most this many runs.
const TRY_CAP: usize = 24;

/// Deletes statements one by one from the back, as long as `keep` holds of what the shorter sequence does. The last
/// statement stays: it is what the test is about. Gives the sequence with its trace.
pub fn minimise(
    sequence: &Sequence,
    trace: &Trace,
    executor: &mut dyn Executor,
    symbols: &mut Symbols,
    keep: &dyn Fn(&Symbols, &Sequence, &Trace) -> bool,
) -> Result<(Sequence, Trace), ExecutorLost> {
    let mut best = (sequence.clone(), trace.clone());
    let mut at = sequence.len().saturating_sub(1);
    let mut tries = 0;
    while at > 0 && tries < TRY_CAP {
        at -= 1;
        let Some(shorter) = best.0.retain(|index| index != at) else {
            continue;
        };
        tries += 1;
        let mut traces = executor.run(symbols, std::slice::from_ref(&shorter), &ObservationPlan::default())?;
        if let Some(trace) = traces.pop().filter(|trace| keep(symbols, &shorter, trace)) {
            best = (shorter, trace);
        }
    }
    Ok(best)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{FakeExecutor, candidate, world};

    #[test]
    fn statements_that_the_predicate_does_not_need_go_and_the_last_stays() {
        let mut world = world();
        let long = candidate(&world, &[0, 1, 0, 2], &[]);
        let mut executor = FakeExecutor::default();
        let needs_second = |_: &Symbols, _: &Sequence, trace: &Trace| trace.edges.contains(&1);
        let (shorter, trace) = minimise(
            &long.sequence,
            &long.trace,
            &mut executor,
            &mut world.symbols,
            &needs_second,
        )
        .unwrap();
        assert_eq!(shorter, candidate(&world, &[1, 2], &[]).sequence);
        assert_eq!(trace.edges, [1, 2]);
    }
}
