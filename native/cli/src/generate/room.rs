//! How many tests can be compiled and run in the time that is left.
//!
//! The search ends when its share of the budget is spent, but what follows takes longer the more tests there are and the busier
//! the machine is. How busy it is now, the confirmation has just shown: it starts the same virtual machine.

use std::time::Duration;

use palus_sequence::work::Budget;

use super::options::GenerateOptions;

/// What a confirmation takes on a machine with nothing else to do, in milliseconds: whatever the tests, and for each that a worker
/// confirms.
const CONFIRMING: (f64, f64) = (800.0, 0.9);
/// What compiling and running take there, whatever the tests, and for each of their statements, as often as it takes until what is left is
/// steady.
const CHECKING: (f64, f64) = (2_000.0, 0.65);
/// How much longer than it was asked a run may take: this share of it, and at least so many milliseconds. Half of what is promised, for the
/// reckoning is one.
const OVERRUN: (f64, f64) = (0.05, 1_500.0);
/// A machine does not get faster or slower than usual by more than this; a confirmation may, when it had to be begun again.
const SLOWER: (f64, f64) = (0.8, 3.0);
/// A suite is not cut below this: a developer who waits a second more has something to look at.
const AT_LEAST: usize = 200;

/// The number of tests of so many statements that fit after `confirmed` were confirmed in so many milliseconds; `None` where the budget is a
/// count of sequences, which must give equal results.
pub(super) fn of(
    options: &GenerateOptions,
    spent: Duration,
    (confirmed, confirming_ms): (usize, u64),
    statements: f64,
) -> Option<usize> {
    let Budget::Time { .. } = options.budget else {
        return None;
    };
    let asked = options.asked as f64;
    let left = asked + (asked * OVERRUN.0).max(OVERRUN.1) - spent.as_millis() as f64;
    let usual = CONFIRMING.0 + CONFIRMING.1 * confirmed as f64 / options.jobs.max(1) as f64;
    Some(fitting(left, confirming_ms as f64 / usual, statements))
}

/// The number of tests of so many statements that fit into `left` milliseconds on a machine that much slower than usual.
fn fitting(left: f64, slower: f64, statements: f64) -> usize {
    let tests = (left / slower.clamp(SLOWER.0, SLOWER.1) - CHECKING.0) / (CHECKING.1 * statements.max(1.0));
    (tests.max(0.0) as usize).max(AT_LEAST)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_less_time_the_busier_the_machine_and_the_longer_the_tests_the_fewer() {
        let (idle, busy) = (fitting(15_000.0, 1.0, 5.0), fitting(15_000.0, 2.0, 5.0));
        assert!(idle > 2 * busy && busy > AT_LEAST, "{idle} {busy}");
        assert!(fitting(15_000.0, 1.0, 10.0) < idle);
        assert_eq!(fitting(-1.0, 1.0, 5.0), AT_LEAST);
    }
}
