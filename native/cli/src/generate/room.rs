//! How many tests can be compiled and run in the time that is left.
//!
//! The search ends when its share of the budget is spent, but what follows takes longer the more tests there are, the longer they run
//! and the busier the machine is. The last two the confirmation has just shown: it ran the tests, and what it took besides is the start of the
//! same virtual machine.

use std::time::Duration;

use palus_sequence::work::{Budget, CONFIRMING_RUNS};

use super::options::GenerateOptions;

/// What a confirmation takes on a machine with nothing else to do, beside running the tests, in milliseconds.
const STARTING: f64 = 700.0;
/// What compiling and running take there, as often as it takes until what is left is steady: whatever the tests, and for each of them,
/// beside running it.
const CHECKING: (f64, f64) = (3_500.0, 5.0);
/// How often each test runs then, in virtual machines that run beside each other or one after the other.
const RUNS: f64 = 2.0;
/// How much of what was asked a run may take longer.
const OVERRUN: f64 = 0.05;
/// A machine does not get faster than usual by more than this.
const FASTEST: f64 = 0.8;
/// A suite is not cut below this: a developer who waits a second more has something to look at.
const AT_LEAST: usize = 200;

/// What a confirmation took.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Confirming {
    /// How many tests there were.
    pub(super) tests: usize,
    /// How long the groups' workers ran them in all, in milliseconds.
    pub(super) running_ms: u64,
    /// How long it took by the clock, in milliseconds.
    pub(super) clock_ms: u64,
}

/// The number of tests that fit; `None` where the budget is a count of sequences, which must give equal results.
pub(super) fn of(options: &GenerateOptions, spent: Duration, confirming: Confirming) -> Option<usize> {
    let Budget::Time { .. } = options.budget else {
        return None;
    };
    let left = options.asked as f64 * (1.0 + OVERRUN) - spent.as_millis() as f64;
    Some(fitting(left, confirming, options.jobs))
}

/// The number of tests that fit into `left` milliseconds, on a machine on which so many workers have confirmed them.
fn fitting(left: f64, confirming: Confirming, jobs: usize) -> usize {
    let starting = confirming.clock_ms as f64 - confirming.running_ms as f64 / jobs.max(1) as f64;
    let slower = (starting / STARTING).max(FASTEST);
    let runs = confirming.running_ms as f64 * RUNS / CONFIRMING_RUNS as f64;
    let one = slower * CHECKING.1 + runs / confirming.tests.max(1) as f64;
    let tests = (left - slower * CHECKING.0) / one;
    (tests.max(0.0) as usize).max(AT_LEAST)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn room(left: f64, running_ms: u64, clock_ms: u64) -> usize {
        let confirming = Confirming {
            tests: 1_000,
            running_ms,
            clock_ms,
        };
        fitting(left, confirming, 2)
    }

    #[test]
    fn the_less_time_and_the_busier_the_machine_the_fewer_tests() {
        let (idle, busy) = (room(15_000.0, 400, 900), room(15_000.0, 400, 1_600));
        assert!(idle > 2 * busy && busy > AT_LEAST, "{idle} {busy}");
        assert_eq!(room(-1.0, 400, 900), AT_LEAST);
    }

    #[test]
    fn tests_that_run_long_take_their_own_time_and_no_more() {
        let (short, long) = (room(15_000.0, 400, 900), room(15_000.0, 4_400, 2_900));
        assert!(short > long && long > short / 2, "{short} {long}");
    }
}
