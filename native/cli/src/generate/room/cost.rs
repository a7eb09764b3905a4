//! What a test costs, in milliseconds on the machine on which the figures were taken, idle.

use palus_sequence::work::KeptTest;

/// What compiling and running take there, whatever the tests, and for each of their statements besides what running the test took: most of them are
/// compiled while they are confirmed.
pub(super) const CHECKING: (f64, f64) = (700.0, 0.3);
/// What it takes there to run a test by itself, behind classes loaded for it alone, in milliseconds.
const ALONE: f64 = 1.5;
/// What a run of a test takes longer while it is confirmed than in the search, in microseconds: most is new to the virtual machine.
const LOADING_MICROS: u32 = 2_000;
/// The share of what a run took while it was confirmed, in which most was new to the virtual machine, that it takes there.
const OF_A_RUN: f64 = 0.9;
/// What it takes there, in milliseconds, to run what tests there are of one class by themselves, whatever their number: other classes are loaded anew for them.
const CLASS: f64 = 5.0;
/// What confirming takes there, whatever the tests, most of it for loading what is new to the virtual machines, and for each test: in milliseconds, with the
/// compiler at work beside it.
pub(super) const AGAIN: (f64, f64) = (2_400.0, 1.0);
/// And for each class of which there are tests: it is loaded anew, with all that it needs, for each of the surroundings.
const AGAIN_CLASS: f64 = 6.0;
/// How often a test is run for that, by a processor of two, and each time more slowly than in the search: behind classes that are loaded anew, and looked
/// at in all detail.
const AGAIN_RUNS: f64 = 8.0;

/// What a test costs that is compiled and run.
#[derive(Clone, Copy, Debug)]
pub(in crate::generate) struct Cost {
    /// How many statements it has.
    pub(in crate::generate) statements: usize,
    /// What a run of it took, in microseconds.
    pub(in crate::generate) micros: u32,
    /// Whether no test before it is one of its class.
    pub(in crate::generate) is_first: bool,
}

impl Cost {
    /// Of a test that nothing is known of but what the search saw.
    pub(in crate::generate) fn of(test: &KeptTest, is_first: bool) -> Self {
        Self {
            statements: test.sequence.len(),
            micros: test.micros,
            is_first,
        }
    }

    /// With what a run of it is like while it is confirmed.
    pub(super) fn with_loading(self) -> Self {
        Self {
            micros: self.micros.saturating_add(LOADING_MICROS),
            ..self
        }
    }

    /// The same where it had a processor for that share of it.
    pub(super) fn on_processor(self, share: f64) -> Self {
        Self {
            micros: (share * f64::from(self.micros)) as u32,
            ..self
        }
    }

    /// What it takes to confirm it, where a run takes what it did in the search: milliseconds on the machine on which the figures were taken.
    pub(super) fn of_confirming(self) -> f64 {
        self.of_its_class(AGAIN_CLASS) + AGAIN.1 + AGAIN_RUNS * f64::from(self.micros) / 1_000.0
    }

    /// What it takes to check it there.
    pub(super) fn of_checking(self) -> f64 {
        self.of_its_class(CLASS)
            + ALONE
            + self.statements as f64 * CHECKING.1
            + f64::from(self.micros) * OF_A_RUN / 1_000.0
    }

    /// What is taken once for each class.
    fn of_its_class(self, millis: f64) -> f64 {
        if self.is_first { millis } else { 0.0 }
    }
}
