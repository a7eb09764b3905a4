//! How many tests can be compiled and run in the time that is left.
//!
//! The search ends when its share of the budget is spent, but what follows takes longer the more tests there are and the busier
//! the machine is. How busy it is now, the confirmation has just shown: it starts the same virtual machine. It has also run each test.

use std::time::Duration;

use palus_sequence::work::{Budget, Most};

use super::options::GenerateOptions;

/// What it takes to start a virtual machine that confirms tests, in milliseconds on the machine on which these figures were taken: whatever the
/// tests, and for each of its own.
const STARTING: (f64, f64) = (250.0, 0.2);
/// What compiling and running take there, whatever the tests, and for each of their statements besides what running the test took, as often as it
/// takes until what is left is steady.
const CHECKING: (f64, f64) = (4_000.0, 3.0);
/// What it takes there to run a test by itself, behind classes loaded for it alone, in milliseconds.
const ALONE: f64 = 8.0;
/// What confirming takes there, whatever the tests, and for each: most of it is loading classes anew for each of the surroundings, and running
/// tests behind others that change static fields.
const AGAIN: (f64, f64) = (2_500.0, 12.0);
/// How much longer than it was asked a run may take: this share of it, and at least so many milliseconds. Half of what is promised, for the
/// reckoning is one.
const OVERRUN: (f64, f64) = (0.05, 1_500.0);
/// A machine does not get faster or slower than usual by more than this; a confirmation may, when it had to be begun again.
const SLOWER: (f64, f64) = (0.8, 3.0);
/// A suite is not cut below this: a developer who waits a second more has something to look at.
const AT_LEAST: usize = 200;

/// The share of the time that may pass with waiting for what never ends; one such test may always.
const WAITING_SHARE: f64 = 0.1;
/// The statements of a short test, and what confirming it takes, in microseconds.
const SHORT: usize = 3;
const CONFIRMING: u32 = 700;
/// How often a test runs until it is written down: while it is made shorter, confirmed and verified.
const RUNS: f64 = 10.0;
/// The share of the time behind the search that may pass with that.
const RUNNING_SHARE: f64 = 0.5;
/// More tests than fit into any time.
const MOST: usize = 1_000_000;

/// The time that is left for checking tests.
#[derive(Clone, Copy, Debug)]
pub(super) struct Room {
    /// Milliseconds for tests: what is left without what they all need.
    left: f64,
    /// What a statement takes, in milliseconds.
    statement: f64,
    /// What a test takes besides, in milliseconds.
    test: f64,
    /// Milliseconds that may pass with waiting for what never ends.
    waiting: u64,
}

impl Room {
    fn new(left: f64, slower: f64) -> Self {
        let slower = slower.clamp(SLOWER.0, SLOWER.1);
        Self {
            left: left - CHECKING.0 * slower,
            statement: CHECKING.1 * slower,
            test: ALONE * slower,
            waiting: 0,
        }
    }

    /// Whether a test may wait for what never ends after others that wait, in milliseconds for all of them.
    pub(super) fn may_wait(&self, others: u64, all: u64) -> bool {
        others == 0 || all <= self.waiting
    }

    /// How many of the tests fit, each told by its statements and what a run of it takes in microseconds. Those that come first are taken first.
    pub(super) fn fitting(&self, tests: impl Iterator<Item = (usize, u32)>) -> usize {
        let mut taken = 0.0;
        let fits = |(statements, micros): &(usize, u32)| {
            taken += self.test + *statements as f64 * self.statement + f64::from(*micros) / 1_000.0;
            taken <= self.left
        };
        tests.take_while(fits).count().max(AT_LEAST)
    }
}

/// The room after `spent` in which starting the virtual machines that confirmed so many tests took so many milliseconds each; `None` where the
/// budget is a count of sequences, which must give equal results.
pub(super) fn of(options: &GenerateOptions, spent: Duration, (tests, starting_ms): (usize, u64)) -> Option<Room> {
    let Budget::Time { .. } = options.budget else {
        return None;
    };
    let left = most_time(options) - spent.as_millis() as f64;
    let usual = STARTING.0 + STARTING.1 * tests as f64 / options.jobs.max(1) as f64;
    Some(Room {
        waiting: (options.asked as f64 * WAITING_SHARE) as u64,
        ..Room::new(left, starting_ms as f64 / usual)
    })
}

/// The room after `spent` for confirming tests and checking them, on a machine that is not busy; `None` as for [`of`].
pub(super) fn to_confirm(options: &GenerateOptions, spent: Duration) -> Option<Room> {
    let Budget::Time { .. } = options.budget else {
        return None;
    };
    let left = most_time(options) - spent.as_millis() as f64 - AGAIN.0;
    let checking = Room::new(left, 1.0);
    Some(Room {
        test: checking.test + AGAIN.1,
        ..checking
    })
}

/// How many tests there may be room for, before anything is known of them or of the machine, and how long they may run; `None` under a
/// budget of sequences.
pub(super) fn most(options: &GenerateOptions) -> Option<Most> {
    let Budget::Time { millis } = options.budget else {
        return None;
    };
    let left = most_time(options) - millis as f64 - STARTING.0;
    let room = Room::new(left, SLOWER.0);
    Some(Most {
        tests: room.fitting(std::iter::repeat_n((SHORT, CONFIRMING), MOST)),
        micros: (room.left.max(0.0) * 1_000.0 * RUNNING_SHARE / RUNS) as u64,
    })
}

/// How long the whole may take, in milliseconds.
fn most_time(options: &GenerateOptions) -> f64 {
    let asked = options.asked as f64;
    asked + (asked * OVERRUN.0).max(OVERRUN.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_test_may_wait_and_others_while_there_is_time() {
        let room = Room {
            waiting: 2_000,
            ..Room::new(0.0, 1.0)
        };
        assert!(room.may_wait(0, 9_000) && room.may_wait(1_000, 2_000) && !room.may_wait(2_000, 3_000));
    }

    #[test]
    fn the_less_time_the_busier_the_machine_and_the_longer_the_tests_the_fewer() {
        let fitting = |left: f64, slower: f64, test: (usize, u32)| {
            Room::new(left, slower).fitting(std::iter::repeat_n(test, 100_000))
        };
        let (idle, busy) = (fitting(40_000.0, 1.0, (5, 100)), fitting(40_000.0, 2.0, (5, 100)));
        assert!(idle as f64 > 1.5 * busy as f64 && busy > AT_LEAST, "{idle} {busy}");
        assert!(fitting(40_000.0, 1.0, (10, 100)) < idle);
        assert!(fitting(40_000.0, 1.0, (5, 10_000)) < idle);
        assert_eq!(fitting(-1.0, 1.0, (5, 100)), AT_LEAST);
    }
}
