//! How long a worker may go on behind the end of its budget. It looks at the clock itself and ends in time; this is for one in which
//! the code under test keeps that from happening, whatever the worker says of itself.

use std::time::Duration;

/// What it may take behind the end in any case. It is writing down tests then, or is told at the next sequence that the time is over.
const LEAST: Duration = Duration::from_secs(5);
/// The share of the budget that it may take instead.
const SHARE: u32 = 4;
/// By how much a busy machine may slow it down.
const SLOWER: u32 = 4;

/// The end of a worker's time. What it takes behind that is counted in time on a processor, so that nobody loses tests to a busy machine.
#[derive(Debug)]
pub(crate) struct Patience {
    /// When its budget is over, from its start.
    budget: Duration,
    /// Time on processors that it may take from then on.
    grace: Duration,
    /// What it had taken then, on processors and by the clock.
    late: Option<(Duration, Duration)>,
}

impl Patience {
    /// For an attempt with that budget at an order which was given `whole` for all attempts.
    pub(crate) fn new(budget: Duration, whole: Duration) -> Self {
        Self {
            budget,
            grace: LEAST.max(whole / SHARE),
            late: None,
        }
    }

    /// Whether it is over. `running` says how long the worker has run and `cpu` how long on processors, asked when that matters. Before it has
    /// begun to run sequences nothing of the code under test can hold it up.
    pub(crate) fn is_over(&mut self, running: Duration, has_begun: bool, cpu: impl FnOnce() -> Duration) -> bool {
        if running < self.budget || !has_begun {
            return false;
        }
        let cpu = cpu();
        let (cpu_then, running_then) = *self.late.get_or_insert((cpu, running));
        cpu.saturating_sub(cpu_then) > self.grace || running.saturating_sub(running_then) > self.grace * SLOWER
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn what_is_late_is_counted_on_the_processor_and_bounded_by_the_clock() {
        let mut patience = Patience::new(seconds(10), seconds(10));
        assert!(!patience.is_over(seconds(9), true, || unreachable!("it is not late")));
        assert!(!patience.is_over(seconds(60), false, || unreachable!("it starts")));
        assert!(!patience.is_over(seconds(61), true, || seconds(30)));
        assert!(!patience.is_over(seconds(70), true, || seconds(35)), "a busy machine");
        assert!(patience.is_over(seconds(71), true, || seconds(36)), "it goes on and on");
        assert!(patience.is_over(seconds(82), true, || seconds(30)), "it waits for ever");
    }

    #[test]
    fn a_long_budget_may_be_overdrawn_by_more_and_an_attempt_to_save_what_was_found_by_as_much() {
        for budget in [seconds(80), Duration::ZERO] {
            let mut patience = Patience::new(budget, seconds(80));
            assert!(!patience.is_over(seconds(80), true, || seconds(1)));
            assert!(!patience.is_over(seconds(90), true, || seconds(21)));
            assert!(patience.is_over(seconds(90), true, || seconds(22)));
        }
    }
}
