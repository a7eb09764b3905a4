//! What of a worker's budget is for which of its stages.

use std::cell::{Cell, OnceCell};
use std::time::{Duration, Instant};

use palus_sequence::work::{Budget, Most, Product, Reached, WorkOrder};

/// The order's budget, seen from the start of the work: opening the class files and making tests shorter count too.
pub(super) struct Clock {
    budget: Cell<Budget>,
    product: Product,
    /// What there is room for in what follows, where that is known.
    most: Cell<Option<Most>>,
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
    /// The share after which tests are made no shorter. What is left is for confirming them and for putting together those that start alike: that takes
    /// no time beside what it saves those who confirm and check half as many.
    const SHORTENED_SHARE: f64 = 0.95;
    /// The share after which tests are asked nothing more.
    const ASKED_SHARE: f64 = 0.97;
    /// What it takes to try the mutants that one test reaches. A large library would spend its time on a few of its classes, and needs it for
    /// compiling and running.
    const MUTATING: Duration = Duration::from_millis(5);

    /// The share of the budget that a worker has, however slow the machine is, and at least so many milliseconds: in the first ones a search finds most, and
    /// slowly, for the virtual machine is cold.
    const LEAST: (f64, f64) = (0.5, 6_000.0);

    /// How long tests are confirmed behind the end of the budget, for the first time. The second takes as long, and a worker that is much later is
    /// ended, with all that it found.
    const CONFIRMING: Duration = Duration::from_millis(1_500);

    /// Begins now.
    pub(super) fn start(order: &WorkOrder) -> Self {
        Self {
            budget: Cell::new(order.budget),
            product: order.product,
            most: Cell::new(order.most),
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
        match self.budget.get() {
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
            Budget::Sequences { .. } => self.budget.get(),
        }
    }

    /// Whether a search may go on that has spent this share of its time, come so far, and had a processor for that share of what it spent. On a slow
    /// machine and for many tests what follows takes longer than was reckoned, and tests that nobody has the time to check are worth nothing: then all that a
    /// worker does has less time from now on.
    pub(super) fn may_search(&self, spent: f64, reached: Reached, on_processor: impl FnOnce() -> f64) -> bool {
        let (Some(most), Budget::Time { millis }) = (self.most.get(), self.budget.get()) else {
            return true;
        };
        let least = Self::LEAST.0.max(Self::LEAST.1 / millis as f64);
        if spent < least {
            return true;
        }
        let share = most.afterwards.own_share(millis, reached, on_processor()).max(least);
        if spent < share {
            return true;
        }
        self.budget.set(Budget::Time {
            millis: (millis as f64 * share) as u64,
        });
        self.most.set(Some(most.beside(share)));
        false
    }

    /// What there is room for in what follows; `None` under a budget of sequences.
    pub(super) fn most(&self) -> Option<Most> {
        self.most.get()
    }

    /// Whether there is time to check more contracts. Always, under a budget of sequences.
    pub(super) fn may_examine(&self) -> bool {
        self.is_before(Self::EXAMINED_SHARE)
    }

    /// Whether there is time to try the mutants that so many tests reach. Always, under a budget of sequences.
    pub(super) fn has_time_for_mutants(&self, tests: usize) -> bool {
        let needed = Self::MUTATING * u32::try_from(tests).unwrap_or(u32::MAX);
        self.is_through(needed, Duration::ZERO)
    }

    /// Whether there is time to try more mutants. Always, under a budget of sequences.
    pub(super) fn may_mutate(&self) -> bool {
        self.is_before(Self::MUTATED_SHARE)
    }

    /// Whether there is time to ask tests more. Always, under a budget of sequences.
    pub(super) fn may_ask(&self) -> bool {
        self.is_before(Self::ASKED_SHARE)
    }

    /// Whether there is time to make more tests shorter. Always, under a budget of sequences.
    pub(super) fn may_shorten(&self) -> bool {
        self.is_before(Self::SHORTENED_SHARE)
    }

    /// Whether there is time to confirm more tests, and to put more together: what was found is worth being late, a little. Always, under a budget of
    /// sequences.
    pub(super) fn may_confirm(&self) -> bool {
        self.is_before(1.0) || self.late.get_or_init(Instant::now).elapsed() < Self::CONFIRMING
    }

    /// Whether there is time for what takes so long, with that behind the end of the budget for which tests are confirmed. Always, under a budget of sequences.
    pub(super) fn has_time_for(&self, needed: Duration) -> bool {
        self.is_through(needed, Self::CONFIRMING)
    }

    /// Whether what takes so long now is through by the end of the budget, or by so much behind it.
    fn is_through(&self, needed: Duration, late: Duration) -> bool {
        match self.budget.get() {
            Budget::Time { millis } => self.started.elapsed() + needed < Duration::from_millis(millis) + late,
            Budget::Sequences { .. } => true,
        }
    }

    fn is_before(&self, share: f64) -> bool {
        match self.budget.get() {
            Budget::Time { millis } => self.started.elapsed() < Duration::from_millis(millis).mul_f64(share),
            Budget::Sequences { .. } => true,
        }
    }
}
