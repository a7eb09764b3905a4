//! A confirmation: the tests that a search kept, run again in a fresh virtual machine and another order.
//!
//! What comes out otherwise than before hangs on something that a test does not control: the clock, identity hash codes,
//! the iteration order of hash tables, or what earlier tests left behind in static fields. A test that leaves files behind is
//! found out here too.

use palus_jvm::JvmExecutor;
use palus_sequence::work::{ConfirmOrder, Confirmation, Confirmed, KeptTest, Reason};
use palus_sequence::{Executor, ObservationPlan, Outcome, Symbols, Trace};

use super::tidy::WorkingDirectory;

pub(super) fn run(order: &ConfirmOrder, executor: &mut JvmExecutor<'_>) -> Result<Confirmed, String> {
    let mut symbols = order.symbols.clone();
    let mut verdicts = vec![Confirmation::Dropped(Reason::NonDeterministic); order.tests.len()];
    let folder = WorkingDirectory::open();
    for index in shuffled(order.tests.len(), order.seed) {
        let test = &order.tests[index];
        let traces = executor
            .run(
                &mut symbols,
                std::slice::from_ref(&test.sequence),
                &ObservationPlan::full().past_throws(),
            )
            .map_err(|lost| lost.to_string())?;
        if let (Some(trace), true) = (traces.first(), folder.was_left_alone()) {
            verdicts[index] = compare(&symbols, test, trace);
        }
    }
    Ok(Confirmed {
        group: order.group,
        verdicts,
    })
}

/// The order is a fixed function of the seed: steps by a number that shares no factor with the length.
fn shuffled(length: usize, seed: u64) -> Vec<usize> {
    let mut order: Vec<usize> = (0..length).collect();
    let mut state = seed | 1;
    for last in (1..length).rev() {
        // xorshift64 (Marsaglia 2003): enough to break up an order.
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        order.swap(last, (state % (last as u64 + 1)) as usize);
    }
    order
}

/// Why an exception tells of the worker's surroundings and not of the code under test.
fn surroundings(symbols: &Symbols, outcome: &Outcome) -> Option<Reason> {
    let Outcome::Threw { class, message } = outcome else {
        return None;
    };
    let class = symbols.type_name(*class);
    // What the C library says to EACCES, which is how the sandbox refuses.
    let refused = message
        .as_ref()
        .is_some_and(|message| message.to_lossy().contains("Permission denied"));
    match &*class {
        "java.lang.NoClassDefFoundError" => Some(Reason::MissingClass),
        "java.nio.file.AccessDeniedException" => Some(Reason::Refused),
        _ => refused.then_some(Reason::Refused),
    }
}

fn compare(symbols: &Symbols, test: &KeptTest, trace: &Trace) -> Confirmation {
    let alike = |before: &Outcome, now: &Outcome| match (before, now) {
        (Outcome::Returned(_), Outcome::Returned(_)) => true,
        (Outcome::Threw { class: a, .. }, Outcome::Threw { class: b, .. }) => {
            symbols.type_name(*a) == symbols.type_name(*b)
        }
        _ => before == now,
    };
    let same_course = test.outcomes.len() == trace.outcomes.len()
        && test
            .outcomes
            .iter()
            .zip(&trace.outcomes)
            .all(|(before, now)| alike(before, now));
    if !same_course {
        return Confirmation::Dropped(Reason::NonDeterministic);
    }
    if let Some(reason) = trace.outcomes.iter().find_map(|outcome| surroundings(symbols, outcome)) {
        return Confirmation::Dropped(reason);
    }
    let same_value = |&position: &u16| {
        let index = usize::from(position);
        test.outcomes
            .get(index)
            .zip(trace.outcomes.get(index))
            .is_some_and(|(before, now)| match (before, now) {
                (Outcome::Returned(before), Outcome::Returned(now)) => before == now,
                _ => true,
            })
    };
    Confirmation::Same {
        asserted: test.asserted.iter().copied().filter(same_value).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shuffling_is_a_permutation_fixed_by_the_seed() {
        let mut order = shuffled(100, 7);
        assert_eq!(order, shuffled(100, 7));
        assert_ne!(order, shuffled(100, 8));
        order.sort_unstable();
        assert_eq!(order, (0..100).collect::<Vec<_>>());
    }
}
