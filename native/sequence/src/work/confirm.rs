//! Running tests again: the order, and what became of each.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::{KeptTest, Reason};
use crate::Symbols;

/// What a worker process is asked to do again, in a fresh virtual machine, to see whether it comes out the same.
#[derive(Clone, Default, Debug, Serialize, Deserialize)]
pub struct ConfirmOrder {
    /// The position of the group among the groups of the run.
    pub group: u32,
    /// The class path of the code under test: jars and directories, in order.
    pub class_path: Vec<PathBuf>,
    /// The classes under test of the whole run, binary names.
    pub subjects: Vec<String>,
    /// The names that the tests' ids stand for.
    pub symbols: Symbols,
    /// The tests to run again.
    pub tests: Vec<KeptTest>,
    /// Decides the order in which they run.
    pub seed: u64,
    /// What is to be found out besides.
    pub weighing: Weighing,
    /// For how many milliseconds it may be found out on which fact those tests hang that come out otherwise elsewhere; `None` under a budget of sequences.
    /// What comes out otherwise is dropped in any case.
    pub explaining_ms: Option<u64>,
    /// Tests that stand for all that touch one class first, of several whose static initialisers need each other; with these classes, and
    /// those that use what they find of them when they are initialised.
    pub openers: Vec<Predecessor>,
    /// Sets of classes, binary names: which tests pass through any class of a set is to be found out.
    pub circles: Vec<Vec<String>>,
    /// For classes under test the others whose static fields their code reads: a test that passes through one hangs on those as well.
    pub reads: BTreeMap<String, BTreeSet<String>>,
    /// Tests, of other orders mostly, that change static fields, with the classes of these fields. Where there are any, the tests run right behind
    /// them, and nothing else is found out.
    pub strangers: Vec<Predecessor>,
    /// Those of the tests that change static fields themselves, where they run behind strangers.
    pub changing: BTreeSet<u32>,
    /// For how many milliseconds they may; `None` under a budget of sequences.
    pub meeting_ms: Option<u64>,
    /// How long it may take; `None` under a budget of sequences.
    pub limit: Option<Limit>,
}

/// The time that is left for a confirmation and for what comes behind it. Where that is too little, those tests are left out that add least to the others
/// ([`Reason::BudgetSpent`]).
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Limit {
    /// All of it, in milliseconds from the beginning.
    pub millis: u64,
    /// What a test takes of it that stands, in microseconds, by and large.
    pub behind: u64,
}

/// A test behind which those may come out otherwise that pass through some classes.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Predecessor {
    /// The test.
    pub test: KeptTest,
    /// The classes, binary names.
    pub classes: Vec<String>,
    /// Its position among the tests of the order, where it is one of them: no test runs behind itself.
    pub place: Option<u32>,
}

/// Which mutants of other groups' classes the tests of a group kill by the way.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Weighing {
    /// The mutants in question, each by its key among [`KeptTest::goals`].
    pub mutants: BTreeSet<u64>,
    /// For how many milliseconds mutants may be tried; `None` under a budget of sequences.
    pub limit_ms: Option<u64>,
}

/// What became of the tests of a [`ConfirmOrder`], in the order in which they were given.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Confirmed {
    /// The position of the group.
    pub group: u32,
    /// One a test.
    pub verdicts: Vec<Confirmation>,
    /// What all runs of each test took, in microseconds.
    pub micros: Vec<u32>,
    /// For each test those of [`Weighing::mutants`] that it kills, ascending. Empty where none were in question.
    pub kills: Vec<Vec<u64>>,
    /// The tests that lost an assertion, or were dropped, for what surrounds them, each with everything that suffices for that by itself.
    pub fragile: BTreeMap<u32, BTreeSet<Fact>>,
    /// The tests that change what static fields hold, or the entries of the working directory, where others may read it at the same time.
    pub sharing: BTreeSet<u32>,
    /// The tests that write to a standard stream.
    pub printing: BTreeSet<u32>,
    /// The tests that start threads.
    pub threaded: BTreeSet<u32>,
    /// For each of [`ConfirmOrder::openers`] the tests that come out otherwise behind it, from classes as they were loaded, and how.
    pub behind: Vec<BTreeMap<u32, Confirmation>>,
    /// For each of [`ConfirmOrder::circles`] the tests that pass through it.
    pub through: Vec<BTreeSet<u32>>,
    /// The tests that stand for all of [`Confirmed::sharing`] before tests of other orders, each with the classes whose static fields it changes,
    /// binary names.
    pub writers: BTreeMap<u32, Vec<String>>,
    /// The classes that any test passes through, binary names.
    pub passed: BTreeSet<String>,
    /// Those of [`ConfirmOrder::strangers`] that spoil more in these tests than they assert themselves, by their positions; the verdicts are as if
    /// they were not there.
    pub spoilers: Vec<u32>,
}

impl Confirmed {
    /// How often a test runs in a confirmation, unless it is dropped before.
    pub const RUNS: u32 = 4;

    /// Adds what became of tests that come behind these.
    pub fn append(&mut self, next: Self) {
        // Without a rest, so that no field is forgotten.
        let Self {
            group: _,
            verdicts,
            micros,
            kills,
            fragile,
            sharing,
            printing,
            threaded,
            behind,
            through,
            writers,
            passed,
            spoilers,
        } = next;
        let first = self.verdicts.len() as u32;
        let place = |test: u32| first + test;
        self.verdicts.extend(verdicts);
        self.micros.extend(micros);
        self.kills.extend(kills);
        self.fragile
            .extend(fragile.into_iter().map(|(test, facts)| (place(test), facts)));
        self.sharing.extend(sharing.into_iter().map(place));
        self.printing.extend(printing.into_iter().map(place));
        self.threaded.extend(threaded.into_iter().map(place));
        for (all, behind) in self.behind.iter_mut().zip(behind) {
            all.extend(behind.into_iter().map(|(test, now)| (place(test), now)));
        }
        for (all, through) in self.through.iter_mut().zip(through) {
            all.extend(through.into_iter().map(place));
        }
        self.writers
            .extend(writers.into_iter().map(|(test, classes)| (place(test), classes)));
        self.passed.extend(passed);
        self.spoilers.extend(spoilers);
    }

    /// What became of groups of so many tests each that were confirmed together: the converse of [`Confirmed::append`].
    pub fn split(&self, sizes: &[usize]) -> Vec<Self> {
        let mut first = 0;
        let part = |&size: &usize| {
            let range = first..first + size;
            first = range.end;
            self.part(range)
        };
        sizes.iter().map(part).collect()
    }

    fn part(&self, tests: Range<usize>) -> Self {
        let range = tests.start as u32..tests.end as u32;
        let own = |all: &BTreeSet<u32>| all.range(range.clone()).map(|test| test - range.start).collect();
        Self {
            group: self.group,
            verdicts: self.verdicts[tests.clone()].to_vec(),
            micros: self.micros[tests.clone()].to_vec(),
            kills: self.kills[tests].to_vec(),
            fragile: own_entries(&self.fragile, &range),
            sharing: own(&self.sharing),
            printing: own(&self.printing),
            threaded: own(&self.threaded),
            behind: self.behind.iter().map(|all| own_entries(all, &range)).collect(),
            through: self.through.iter().map(own).collect(),
            writers: own_entries(&self.writers, &range),
            passed: self.passed.clone(),
            spoilers: self.spoilers.clone(),
        }
    }

    /// Whether it tells of so many tests.
    pub fn is_about(&self, tests: usize) -> bool {
        [self.verdicts.len(), self.micros.len(), self.kills.len()] == [tests; 3]
    }
}

/// The entries of these tests, from their first on.
fn own_entries<T: Clone>(all: &BTreeMap<u32, T>, tests: &Range<u32>) -> BTreeMap<u32, T> {
    let own = all.range(tests.clone());
    own.map(|(test, entry)| (test - tests.start, entry.clone())).collect()
}

/// What a test does not control and its outcome may hang on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Fact {
    /// The default time zone.
    TimeZone,
    /// The default locale.
    Locale,
    /// The clock: the date, the day of the week, the time that passes.
    Clock,
    /// System properties (`user.*`, `os.*`, `java.*`), the line separator, the version of the JDK, the name of the thread.
    Properties,
    /// In which order threads take turns.
    ThreadOrder,
}

impl Fact {
    /// All of them.
    pub const ALL: [Self; 5] = [
        Self::TimeZone,
        Self::Locale,
        Self::Clock,
        Self::Properties,
        Self::ThreadOrder,
    ];

    /// The stable code.
    pub fn code(self) -> &'static str {
        match self {
            Self::TimeZone => "time-zone",
            Self::Locale => "locale",
            Self::Clock => "clock",
            Self::Properties => "system-properties",
            Self::ThreadOrder => "thread-order",
        }
    }

    /// The bit that stands for it between the engine and the virtual machine (`org.palus.hook.Facts`).
    pub fn bit(self) -> i32 {
        1 << self as i32
    }
}

/// Whether a test came out the same.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Confirmation {
    /// It did. These of its asserted statements had the same values again.
    Same {
        /// Positions of statements.
        asserted: Vec<u16>,
    },
    /// It must not be written: [`Reason::NonDeterministic`] when another statement threw, or with another class;
    /// [`Reason::LeavesTraces`] when it left a file in its working directory, which would be the project's folder when a developer
    /// runs it, or the virtual machine changed for the tests after it; [`Reason::Prints`] when all it
    /// did was to write to a standard stream; [`Reason::Refused`] and [`Reason::MissingClass`] when it
    /// shows the worker's surroundings and not the code; and the reason why it was ended.
    Dropped(Reason),
}

impl Confirmation {
    /// What is still asserted; `None` for a test that must not be written.
    pub fn asserted(&self) -> Option<&[u16]> {
        match self {
            Self::Same { asserted } => Some(asserted),
            Self::Dropped(_) => None,
        }
    }

    /// Whether nothing speaks against the test.
    pub fn stands(&self) -> bool {
        self.asserted().is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_group_gets_back_what_became_of_its_own_tests() {
        let verdict = |asserted: u16| Confirmation::Same {
            asserted: vec![asserted],
        };
        let confirmed = Confirmed {
            group: 3,
            verdicts: (0..5).map(verdict).collect(),
            micros: vec![10, 11, 12, 13, 14],
            kills: (0..5).map(|kill| vec![kill]).collect(),
            fragile: BTreeMap::from([(1, BTreeSet::new()), (4, BTreeSet::new())]),
            sharing: BTreeSet::from([0, 2]),
            printing: BTreeSet::from([3]),
            threaded: BTreeSet::from([4]),
            behind: Vec::new(),
            through: vec![BTreeSet::from([1, 2])],
            writers: BTreeMap::from([(1, vec!["A".to_owned()]), (3, vec!["B".to_owned()])]),
            passed: BTreeSet::new(),
            spoilers: Vec::new(),
        };
        let groups = confirmed.split(&[2, 0, 3]);
        assert_eq!(
            groups.iter().map(|group| group.verdicts.len()).collect::<Vec<_>>(),
            [2, 0, 3]
        );
        let last = &groups[2];
        assert_eq!(
            (last.verdicts[0].clone(), last.micros[0], last.kills[0][0]),
            (verdict(2), 12, 2)
        );
        assert_eq!(last.fragile.keys().copied().collect::<Vec<_>>(), [2]);
        assert_eq!(
            (&last.sharing, &last.printing),
            (&BTreeSet::from([0]), &BTreeSet::from([1]))
        );
        assert_eq!(last.through, [BTreeSet::from([0])]);
        assert_eq!(last.writers, BTreeMap::from([(1, vec!["B".to_owned()])]));
        assert_eq!(groups[0].fragile.keys().copied().collect::<Vec<_>>(), [1]);
    }
}
