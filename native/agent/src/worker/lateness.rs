//! What is left out of a confirmation that would take longer than it may.
//!
//! How long it takes hangs on what the tests do, of which little is known before they ran: on what they ask of their surroundings, and how much is loaded anew
//! for them. So it is reckoned again behind each of the first stages, and a test that is left out early takes no more time.

use std::time::{Duration, Instant};

use palus_sequence::work::{Confirmation, Limit, Reason};

use super::confirm::Confirming;

/// So many tests are confirmed however long that takes.
const LEAST: usize = 75;

/// How long a confirmation may take.
pub(super) struct Lateness {
    limit: Option<Limit>,
    began: Instant,
}

impl Lateness {
    /// From now on.
    pub(super) fn within(limit: Option<Limit>) -> Self {
        Self {
            limit,
            began: Instant::now(),
        }
    }

    /// Whether less is left for what comes behind it than it has taken.
    pub(super) fn is_late(&self) -> bool {
        self.limit
            .is_some_and(|limit| self.began.elapsed() > Duration::from_millis(limit.millis / 2))
    }
}

impl Confirming<'_> {
    /// Leaves out those tests that add least to the others until there is time for the rest, where each takes so many microseconds yet.
    pub(super) fn leave_out_late(&mut self, micros: impl Fn(usize) -> u64) {
        let Some(limit) = self.lateness.limit else { return };
        let left = Duration::from_millis(limit.millis).saturating_sub(self.lateness.began.elapsed());
        let mut standing: Vec<usize> = (0..self.verdicts.len()).filter(|&index| self.stands(index)).collect();
        standing.sort_by_key(|&index| self.order.tests[index].turn());
        let with_what_follows = |index: usize| micros(index) + limit.behind;
        for index in late(&standing, with_what_follows, left) {
            self.verdicts[index] = Confirmation::Dropped(Reason::BudgetSpent);
        }
    }
}

/// Those of the tests, the best first, for which there is no time.
fn late(tests: &[usize], micros: impl Fn(usize) -> u64, left: Duration) -> Vec<usize> {
    let mut left = u64::try_from(left.as_micros()).unwrap_or(u64::MAX);
    let (least, others) = tests.split_at(LEAST.min(tests.len()));
    for &index in least {
        left = left.saturating_sub(micros(index));
    }
    let mut late = Vec::new();
    for &index in others {
        let cost = micros(index);
        if cost > left {
            late.push(index);
        } else {
            left -= cost;
        }
    }
    late
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_late_comes_behind_those_for_whom_there_is_time_or_takes_too_long() {
        let tests: Vec<usize> = (0..2 * LEAST).collect();
        let none: [usize; 0] = [];
        let millis = |millis: usize| Duration::from_millis(millis as u64);
        assert_eq!(late(&tests, |_| 1_000, millis(2 * LEAST)), none);
        assert_eq!(late(&tests, |_| 1_000, millis(2 * LEAST - 2)), tests[2 * LEAST - 2..]);
        assert_eq!(
            late(&tests, |_| 1_000, Duration::ZERO),
            tests[LEAST..],
            "some are confirmed in any case"
        );
        let dear = |index| if index == LEAST { 1_000_000 } else { 1_000 };
        assert_eq!(late(&tests, dear, millis(2 * LEAST)), [LEAST]);
    }
}
