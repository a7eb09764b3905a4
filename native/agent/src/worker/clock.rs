//! What of a worker's budget is for which of its stages.

use std::cell::OnceCell;
use std::time::{Duration, Instant};

use palus_sequence::work::{Budget, Product};

/// The order's budget, seen from the start of the work: opening the class files and making tests shorter count too.
pub(super) struct Clock {
    budget: Budget,
    product: Product,
    started: Instant,
    /// When it was first asked, behind the end of the budget, whether tests may be confirmed.
    late: OnceCell<Instant>,
}

impl Clock {
    /// The share of the time for the search, where tests are made; the rest is for making them shorter.
    const SEARCH_SHARE: f64 = 0.82;
    /// The share after which no more contracts are checked.
    const EXAMINED_SHARE: f64 = 0.87;
    /// The share after which no more mutants are tried.
    const MUTATED_SHARE: f64 = 0.92;
    /// The share after which tests are asked nothing more.
    const ASKED_SHARE: f64 = 0.97;
    /// What it takes to try the mutants that one test reaches. A large library would spend its time on a few of its classes, and needs it for
    /// compiling and running.
    const MUTATING: Duration = Duration::from_millis(5);

    /// How long tests are confirmed behind the end of the budget, for the first time. The second takes as long, and a worker that is much later is
    /// ended, with all that it found.
    const CONFIRMING: Duration = Duration::from_millis(1_500);

    /// Begins now.
    pub(super) fn start(budget: Budget, product: Product) -> Self {
        Self {
            budget,
            product,
            started: Instant::now(),
            late: OnceCell::new(),
        }
    }

    /// Milliseconds since the start.
    pub(super) fn millis(&self) -> u64 {
        self.started.elapsed().as_millis() as u64
    }

    /// What is left for the search now: all of it, where nothing follows.
    pub(super) fn search_budget(&self) -> Budget {
        match self.budget {
            Budget::Time { millis } => {
                let share = if self.product == Product::Counts {
                    1.0
                } else {
                    Self::SEARCH_SHARE
                };
                let time = Duration::from_millis(millis).mul_f64(share);
                Budget::Time {
                    millis: time.saturating_sub(self.started.elapsed()).as_millis() as u64,
                }
            }
            Budget::Sequences { .. } => self.budget,
        }
    }

    /// Whether there is time to check more contracts. Always, under a budget of sequences.
    pub(super) fn may_examine(&self) -> bool {
        self.is_before(Self::EXAMINED_SHARE)
    }

    /// Whether there is time to try the mutants that so many tests reach. Always, under a budget of sequences.
    pub(super) fn has_time_for_mutants(&self, tests: usize) -> bool {
        match self.budget {
            Budget::Time { millis } => {
                let left = Duration::from_millis(millis).saturating_sub(self.started.elapsed());
                left > Self::MUTATING * u32::try_from(tests).unwrap_or(u32::MAX)
            }
            Budget::Sequences { .. } => true,
        }
    }

    /// Whether there is time to try more mutants. Always, under a budget of sequences.
    pub(super) fn may_mutate(&self) -> bool {
        self.is_before(Self::MUTATED_SHARE)
    }

    /// Whether there is time to ask tests more. Always, under a budget of sequences.
    pub(super) fn may_ask(&self) -> bool {
        self.is_before(Self::ASKED_SHARE)
    }

    /// Whether there is time left. Always, under a budget of sequences.
    pub(super) fn may_go_on(&self) -> bool {
        self.is_before(1.0)
    }

    /// Whether there is time to confirm more tests: what was found is worth being late, a little. Always, under a budget of sequences.
    pub(super) fn may_confirm(&self) -> bool {
        self.may_go_on() || self.late.get_or_init(Instant::now).elapsed() < Self::CONFIRMING
    }

    fn is_before(&self, share: f64) -> bool {
        match self.budget {
            Budget::Time { millis } => self.started.elapsed() < Duration::from_millis(millis).mul_f64(share),
            Budget::Sequences { .. } => true,
        }
    }
}
