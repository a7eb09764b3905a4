//! What `palus generate` is asked to do, worked out once from what was typed: nothing is left for a stage to interpret.

mod resolve;
#[cfg(test)]
mod tests;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use palus_sequence::work::{Budget, SearchOptions};
use palus_supervise::{Mockito, OwnTests};

use super::class_list::ClassPattern;
use crate::args::{Doubles, Shard};
pub(super) use resolve::MOST_AFTERWARDS_SHARE;
pub(crate) use resolve::{class_path, own_class_path};

/// How long a test may take when it is checked, under the shortest budget of time and at most.
const PATIENCE: (Duration, Duration) = (Duration::from_secs(3), Duration::from_secs(10));

/// What it takes for so few classes that they cannot have that many tests: whatever their number, and for each.
const AFTERWARDS_OF_FEW: (Duration, Duration) = (Duration::from_millis(2_600), Duration::from_millis(95));

/// And what it takes longer where the tests may have mocks: each is a class that is made anew wherever its test runs.
const WITH_MOCKS: (Duration, Duration) = (Duration::from_secs(4), Duration::from_millis(650));

/// The resolved options.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of the command line")]
pub(crate) struct GenerateOptions {
    /// The entries of the class path, absolute and there.
    pub(crate) class_path: Vec<PathBuf>,
    /// Which classes.
    pub(crate) selection: Selection,
    /// The models, absolute and readable.
    pub(crate) models: Vec<PathBuf>,
    /// Where the sources are that the report shows: there, but perhaps without the one that is looked for.
    pub(crate) sources: Vec<PathBuf>,
    /// The output directory, absolute; may not be there.
    pub(crate) out: PathBuf,
    /// The seed of the run.
    pub(crate) seed: u64,
    /// What may be spent on the search.
    pub(crate) budget: Budget,
    /// How long open branches are tried with variables behind the search; not at all for no time.
    pub(crate) solve: Duration,
    /// The budget as it was given: milliseconds or sequences.
    pub(crate) asked: u64,
    /// Processes at once.
    pub(crate) jobs: usize,
    /// The JUnit to write for.
    pub(crate) junit: palus_emit::java::JUnit,
    /// The release of Java for which the tests are compiled; `None`: the JDK's own.
    pub(crate) release: Option<u32>,
    /// What the project gives its compiler besides.
    pub(crate) javac_args: Vec<String>,
    /// The tests that the project has already, when the generated ones are to stand beside them.
    pub(crate) own_tests: Option<OwnTests>,
    /// Whether a search runs what they do, too.
    pub(crate) carves: bool,
    /// How objects are made of interfaces that nobody implements.
    pub(crate) doubles: Doubles,
    /// Mockito, where the tests have it and it is wanted.
    pub(crate) mockito: Option<Mockito>,
    /// The rules of the search.
    pub(crate) search: SearchOptions,
    /// The commit since which sources must have changed, or [`super::inputs::LAST`].
    pub(crate) since: Option<String>,
    /// Globs of the classes with theories; they are not under test, whether theories are checked or not.
    pub(crate) theories: Vec<String>,
    /// Whether theories are checked.
    pub(crate) check_theories: bool,
    /// Globs of the classes with values for parameters.
    pub(crate) values: Vec<String>,
    /// The names of the contracts to check; each means something.
    pub(crate) contracts: Vec<String>,
    /// Whether a test that reveals an error gives exit code 3.
    pub(crate) fail_on_error: bool,
    /// Whether to verify in many orders and surroundings, however long that takes.
    pub(crate) verify_full: bool,
    /// The percentage of branches below which the exit code is 3.
    pub(crate) min_branch_coverage: Option<f64>,
    /// Whether the code under test is confined.
    pub(crate) sandbox: bool,
    /// Variables of the environment that the code under test sees.
    pub(crate) passed_env: Vec<String>,
    /// Whether the search is all that is wanted: no tests.
    pub(crate) search_only: bool,
    /// Whether an interrupted run is taken up.
    pub(crate) resume: bool,
    /// No progress.
    pub(crate) quiet: bool,
    /// The summary goes to standard output.
    pub(crate) json: bool,
    /// The part of the work that is to be done; all of it when none is named.
    pub(crate) shard: Option<Shard>,
    /// The options that decide the result, as typed.
    pub(crate) words: Vec<String>,
    /// The command line that gives the same again.
    pub(crate) command: String,
}

/// Which classes are under test.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Selection {
    /// All of the first entry of the class path.
    FirstEntry,
    /// Those that match one of the globs or are named by the list.
    Chosen {
        /// `--classes`.
        globs: Vec<String>,
        /// `--class-list`.
        list: Vec<ClassPattern>,
    },
}

impl GenerateOptions {
    /// When the time is up that was asked for, for a run that began then; `None` under a budget of sequences.
    pub(super) fn until(&self, began: Instant) -> Option<Instant> {
        matches!(self.budget, Budget::Time { .. }).then(|| began + Duration::from_millis(self.asked))
    }

    /// How long a test may take when it is checked: one that hangs may not take the time of the others.
    pub(super) fn patience(&self) -> Duration {
        let (least, most) = PATIENCE;
        match self.budget {
            Budget::Time { .. } if !self.verify_full => Duration::from_millis(self.asked / 10).clamp(least, most),
            _ => most,
        }
    }

    /// The same for tests that are compiled for that release of Java.
    pub(super) fn for_release(&self, release: Option<u32>) -> Self {
        Self {
            release,
            ..self.clone()
        }
    }

    /// Whether classes of the JDK itself may be under test.
    pub(super) fn has_jdk_classes(&self) -> bool {
        let Selection::Chosen { globs, list } = &self.selection else {
            return false;
        };
        let is_jdk = |name: &str| name.starts_with("java.") || name.starts_with("javax.");
        globs.iter().any(|glob| is_jdk(glob)) || list.iter().any(|pattern| is_jdk(&pattern.name))
    }

    /// The options when that much of the time is gone before the search begins.
    pub(super) fn after(&self, gone: Duration) -> Self {
        let mut options = self.clone();
        if let Budget::Time { millis } = &mut options.budget {
            *millis = millis.saturating_sub(gone.as_millis() as u64);
        }
        options
    }

    /// The options for a run about so many classes: few have few tests, and the time for checking more of them goes to the search.
    pub(super) fn for_classes(&self, count: usize) -> Self {
        let mut options = self.clone();
        if let Budget::Time { millis } = &mut options.budget {
            let parts = [Some(AFTERWARDS_OF_FEW), self.mockito.as_ref().map(|_| WITH_MOCKS)];
            let count = u32::try_from(count).unwrap_or(u32::MAX);
            let afterwards: Duration = parts
                .into_iter()
                .flatten()
                .map(|(all, each)| all + each.saturating_mul(count))
                .sum();
            let search = self.asked.saturating_sub(afterwards.as_millis() as u64);
            *millis = search.max(*millis);
        }
        options
    }
}
