//! From tests to a suite that compiles and repeats: what does not is dropped, by name and reason, until the rest does.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::Context as _;
use palus_classes::TypeFacts;
use palus_emit::java::{self, SourceFile, Style, Wording};
use palus_sequence::work::{KeptTest, Reason};
use palus_sequence::{Demand, Statement, Symbols};
use palus_supervise::{Compiled, Diagnostic, Jdk, OwnTests, Round, Verifier};

use super::publish::SOURCES;
use super::room::Room;
use super::rounds::{Half, Running};

mod by_hand;
mod compiling;
mod settle;

pub(super) use compiling::Compiling;

/// How often the suite is compiled before whole files are dropped for one fault. The compiler tells some faults only when
/// others are gone.
const MOST_COMPILATIONS: usize = 5;

/// A test with the names that its ids stand for.
pub(super) type NamedTest<'a> = (&'a Symbols, &'a KeptTest);

/// What the confirmation showed of a test besides what becomes of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Shown {
    /// What a run of it took, in microseconds.
    pub(super) micros: u32,
    /// Whether it leaves something behind that others may meet: in static fields, in the working directory, or with the standard streams.
    pub(super) shares: bool,
    /// Whether it starts threads.
    pub(super) starts_threads: bool,
}

impl Shown {
    /// Of a test of which nothing is known.
    pub(super) const UNKNOWN: Self = Self {
        micros: 0,
        shares: true,
        starts_threads: false,
    };
}

/// What the suite is written for and where.
pub(super) struct Bench<'a> {
    /// The classes of the class path.
    pub(super) facts: &'a (dyn TypeFacts + Sync),
    /// What is the same in all files. Its seed decides the orders too.
    pub(super) style: Style<'a>,
    /// What the tests are called, where they have names of their own.
    pub(super) wording: Option<&'a Wording>,
    /// Runs them.
    pub(super) verifier: &'a Verifier,
    /// Another Java that the tests must pass on, if there is one.
    pub(super) other: Option<Jdk>,
    /// Whether to verify in full, and on which further Javas.
    pub(super) full: Option<Vec<Jdk>>,
    /// The tests that the project has already.
    pub(super) own: Option<&'a OwnTests>,
    /// Compiles them.
    pub(super) compiling: RefCell<Compiling<'a>>,
    /// When the time is up that was asked for; `None` under a budget of sequences.
    pub(super) until: Option<Instant>,
}

/// The suite as it stands.
pub(super) struct Suite<'a> {
    /// All tests that were found.
    pub(super) tests: Vec<NamedTest<'a>>,
    /// Why a test is not in the suite.
    pub(super) dropped: BTreeMap<usize, Reason>,
    /// The sources of those that are. [`java::EmittedTest::index`] counts in `alive`.
    pub(super) files: Vec<SourceFile>,
    /// What kept tests from becoming source that compiles, each thing once. All of it are faults of the emitter.
    pub(super) faults: BTreeSet<String>,
    /// What of the class path kept tests from being compiled, each thing once.
    pub(super) refusals: BTreeSet<String>,
    /// The Java that the code under test is not made for, with how many of how many tests fail there.
    pub(super) unfit: Option<(Jdk, usize, usize)>,
    /// Whether the project's own tests were to run with these and none did.
    pub(super) is_beside_none: bool,
    /// The tests that `files` was made of.
    alive: Vec<usize>,
    /// Tests without the assertions that did not hold always, in the place of those in `tests`.
    weakened: BTreeMap<usize, KeptTest>,
    /// Classes under test whose tests were seen to write to standard streams here and not before: which test prints what a class says once, as it is
    /// initialised, hangs on which runs first.
    silenced: BTreeSet<String>,
    /// The tests that have done by themselves what is wanted of them.
    proven: BTreeSet<usize>,
    /// The failing tests that have failed.
    shown_to_fail: BTreeSet<usize>,
    /// What is known of each test.
    shown: Vec<Shown>,
    /// See [`places`].
    places: Vec<usize>,
    /// The tests for which there was no room, those first that would be taken first.
    late: VecDeque<usize>,
    /// The tests that wait for what never ends.
    waiting: BTreeSet<usize>,
    /// Those of which the machine decides when they fail.
    may_pass: BTreeSet<usize>,
    /// Those for which Mockito cannot stand in: they come out otherwise with it.
    by_hand: BTreeSet<usize>,
    /// What the compiler warns of in a test, so that the test says that it is meant.
    warned: BTreeMap<usize, BTreeSet<String>>,
}

/// The suite of those tests that compile and do what is expected of them in two orders and each by itself: no more than there is `room` for.
pub(super) fn build<'a>(
    tests: Vec<(NamedTest<'a>, Shown)>,
    bench: &Bench,
    mut room: Option<Room>,
) -> anyhow::Result<Suite<'a>> {
    let (tests, shown): (Vec<NamedTest>, Vec<Shown>) = tests.into_iter().unzip();
    let waiting = (0..tests.len()).filter(|index| waits(tests[*index].1) > 0).collect();
    let may_pass = (0..tests.len()).filter(|index| is_at_once(tests[*index].1)).collect();
    let mut suite = Suite {
        places: places(&tests),
        tests,
        shown,
        late: VecDeque::new(),
        waiting,
        may_pass,
        dropped: BTreeMap::new(),
        files: Vec::new(),
        faults: BTreeSet::new(),
        refusals: BTreeSet::new(),
        unfit: None,
        is_beside_none: false,
        alive: Vec::new(),
        weakened: BTreeMap::new(),
        silenced: BTreeSet::new(),
        proven: BTreeSet::new(),
        shown_to_fail: BTreeSet::new(),
        by_hand: BTreeSet::new(),
        warned: BTreeMap::new(),
    };
    suite.drop_all(suite.hollow(), Reason::NonDeterministic);
    if let Some(room) = &mut room {
        suite.leave_out_the_least(room);
    }
    suite.compile(bench)?;
    suite.settle(bench, room.as_mut())?;
    suite.repeat(bench)?;
    if let Some(own) = bench.own {
        suite.stand_beside(own, bench)?;
    }
    if let Some(others) = &bench.full {
        let rounds = Round::full(bench.style.seed, others);
        let all = Running {
            waiting: &BTreeSet::new(),
            may_pass: &BTreeSet::new(),
            ..suite.running(bench)
        };
        let mut unsteady = all.unsteady(&rounds, &|_, _| true)?;
        if suite.silence(&mut unsteady, bench) || !unsteady.tests.is_empty() {
            suite.drop_all(unsteady.loud, Reason::Prints);
            suite.drop_all(unsteady.tests, Reason::NonDeterministic);
            suite.compile(bench)?;
            suite.settle(bench, None)?;
        }
    }
    Ok(suite)
}

impl Suite<'_> {
    /// How many tests were dropped for that reason.
    pub(super) fn dropped_for(&self, reason: Reason) -> u64 {
        self.dropped.values().filter(|&&r| r == reason).count() as u64
    }

    /// The tests that are in it.
    pub(super) fn kept(&self) -> impl Iterator<Item = NamedTest<'_>> {
        self.alive.iter().map(|&index| self.test(index))
    }

    /// A test as it stands.
    fn test(&self, index: usize) -> NamedTest<'_> {
        let (symbols, found) = self.tests[index];
        (symbols, self.weakened.get(&index).unwrap_or(found))
    }

    fn running<'s>(&'s self, bench: &'s Bench) -> Running<'s> {
        Running {
            files: &self.files,
            alive: &self.alive,
            proven: &self.proven,
            waiting: &self.waiting,
            may_pass: &self.may_pass,
            until: None,
            verifier: bench.verifier,
            classes: bench.compiling.borrow().classes,
        }
    }

    /// The tests that only read fields, of which nothing came out the same: nothing of them is left to be written.
    fn hollow(&self) -> BTreeSet<usize> {
        let is_hollow = |test: &KeptTest| test.violates.is_none() && test.asserted.is_empty() && !has_call(test);
        (0..self.tests.len())
            .filter(|index| is_hollow(self.tests[*index].1))
            .collect()
    }

    /// The classes of the passing tests, qualified.
    pub(super) fn passing_classes(&self) -> Vec<String> {
        self.files_of(Half::Passing).map(|file| file.class.clone()).collect()
    }

    fn drop_all(&mut self, indexes: BTreeSet<usize>, reason: Reason) {
        for index in indexes {
            self.dropped.entry(index).or_insert(reason);
        }
    }

    /// Writes and compiles the sources, and drops the tests at fault, until there is no fault.
    fn compile(&mut self, bench: &Bench) -> anyhow::Result<()> {
        for round in 0.. {
            self.emit(bench)?;
            let mut guilty = BTreeSet::new();
            let Compiled {
                mut faults,
                warnings,
                refusals,
            } = bench.compiling.borrow_mut().compile(&self.files)?;
            let (is_warned, unheard) = self.heed(warnings);
            if bench.verifier.compiler.is_strict() {
                faults.extend(unheard);
            }
            if !refusals.is_empty() {
                // What else the compiler finds fault with it may not find without them.
                self.drop_refused(&refusals, round >= MOST_COMPILATIONS);
                continue;
            }
            let mut is_rewritten = false;
            for fault in faults {
                let mut at_fault = self.guilty(&fault, round >= MOST_COMPILATIONS);
                if self.write_by_hand(&mut at_fault) {
                    is_rewritten = true;
                    continue;
                }
                guilty.extend(at_fault);
                self.faults
                    .insert(format!("{}: {}", fault.file.display(), fault.message));
            }
            if is_rewritten {
                self.drop_all(guilty, Reason::Uncompilable);
                continue;
            }
            if guilty.is_empty() && is_warned && !bench.verifier.compiler.is_strict() {
                // What is written is the same code; it need not be compiled to know that.
                return self.emit(bench);
            }
            if guilty.is_empty() && !is_warned {
                return Ok(());
            }
            self.drop_all(guilty, Reason::Uncompilable);
        }
        Ok(())
    }

    /// Drops the tests for which the compiler met something that it does not read.
    fn drop_refused(&mut self, refusals: &[Diagnostic], whole_files: bool) {
        let mut refused = BTreeSet::new();
        for refusal in refusals {
            refused.extend(self.guilty(refusal, whole_files));
            self.refusals
                .insert(format!("{}: {}", refusal.file.display(), refusal.message));
        }
        self.drop_all(refused, Reason::NotAccessible);
    }

    /// Takes in what the compiler warned of. Says whether anything was new, and which warnings no test can answer: they are of no kind that can be
    /// suppressed, in no test, or came in spite of it.
    fn heed(&mut self, warnings: Vec<Diagnostic>) -> (bool, Vec<Diagnostic>) {
        let (mut is_new, mut unheard) = (false, Vec::new());
        let before = self.warned.clone();
        for warning in warnings {
            let paths = Half::BOTH.map(|half| Path::new(half.folder()).join(&warning.file));
            let file = self.files.iter().find(|file| paths.contains(&file.path));
            let on_line = file.map(|file| file.tests_on(warning.line)).unwrap_or_default();
            let index = on_line.first().map(|test| self.alive[*test]);
            let is_known = |index: &usize| before.get(index).is_some_and(|kinds| kinds.contains(&warning.message));
            match index.filter(|index| !warning.message.is_empty() && !is_known(index)) {
                Some(index) => {
                    self.warned.entry(index).or_default().insert(warning.message);
                    is_new = true;
                }
                None => unheard.push(warning),
            }
        }
        (is_new, unheard)
    }

    fn emit(&mut self, bench: &Bench) -> anyhow::Result<()> {
        let silenced = bench.style.silenced | &self.silenced;
        loop {
            self.alive = (0..self.tests.len())
                .filter(|index| !self.dropped.contains_key(index))
                .collect();
            let by_hand = self.places_by_hand();
            let style = Style {
                silenced: &silenced,
                doubles: bench.style.doubles.but(&by_hand),
                ..bench.style
            };
            let alive: Vec<NamedTest> = self.kept().collect();
            let emitted = match bench.wording {
                None => java::emit(&alive, bench.facts, &style),
                Some(wording) => {
                    let labels = self.alive.iter().map(|&index| wording.labels[index].clone()).collect();
                    let suffix = wording.suffix;
                    java::emit_labelled(&alive, bench.facts, &style, &Wording { suffix, labels })
                }
            };
            if emitted.unemittable.is_empty() {
                self.files = emitted.files;
                let warned = self.alive.iter().enumerate();
                let warned = warned.filter_map(|(position, test)| Some((position, self.warned.get(test)?.clone())));
                let warned = warned.collect();
                self.files.iter_mut().for_each(|file| file.suppress(&warned));
                break;
            }
            let unemittable = emitted
                .unemittable
                .iter()
                .map(|(index, _)| self.alive[*index])
                .collect();
            self.drop_all(unemittable, Reason::Uncompilable);
            self.faults.extend(emitted.unemittable.into_iter().map(|(_, why)| why));
        }
        bench.compiling.borrow_mut().write(&self.files)
    }

    fn files_of(&self, half: Half) -> impl Iterator<Item = &SourceFile> {
        self.files
            .iter()
            .filter(move |file| file.failing == (half == Half::Failing))
    }

    /// The tests to drop for a fault: the one on whose lines it is, else all of the file; when the file cannot be told, all.
    fn guilty(&self, fault: &Diagnostic, whole_file: bool) -> BTreeSet<usize> {
        let paths = Half::BOTH.map(|half| Path::new(half.folder()).join(&fault.file));
        let in_file = |file: &SourceFile| {
            let on_line = file.tests_on(fault.line).into_iter();
            let at_fault: BTreeSet<usize> = on_line.map(|test| self.alive[test]).collect();
            if at_fault.is_empty() || whole_file {
                file.tests.iter().map(|t| self.alive[t.index]).collect()
            } else {
                at_fault
            }
        };
        match self.files.iter().find(|file| paths.contains(&file.path)) {
            Some(file) => in_file(file),
            None => self.alive.iter().copied().collect(),
        }
    }
}

/// The place of each test in the order in which they are taken.
fn places(tests: &[NamedTest]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..tests.len()).collect();
    order.sort_by_key(|&index| tests[index].1.turn());
    let mut places = vec![0; tests.len()];
    for (place, index) in order.into_iter().enumerate() {
        places[index] = place;
    }
    places
}

/// Whether it calls anything.
fn has_call(test: &KeptTest) -> bool {
    let mut statements = test.sequence.statements.iter();
    statements.any(|statement| matches!(statement, Statement::Call { .. }))
}

/// Whether it makes two calls at once.
fn is_at_once(test: &KeptTest) -> bool {
    let demand = test.violates.as_ref().map(|violation| &violation.demand);
    matches!(demand, Some(Demand::AtOnce(_)))
}

/// How long the test waits for what never ends, in milliseconds.
fn waits(test: &KeptTest) -> u64 {
    let violates = test.violates.as_ref();
    let seconds = violates.and_then(|violation| violation.demand.waits());
    seconds.map_or(0, |seconds| u64::from(seconds) * 1_000)
}

/// Leaves below `root` these sources and no others. One that stays the same is not touched, so that it is not compiled again; gives the classes of the others.
fn write_sources(files: &[SourceFile], root: &Path) -> anyhow::Result<Vec<String>> {
    let wanted: BTreeSet<PathBuf> = files.iter().map(|file| root.join(&file.path)).collect();
    for folder in SOURCES {
        remove_others(&root.join(folder), &wanted);
    }
    let mut written = Vec::new();
    for file in files {
        let path = root.join(&file.path);
        if fs::read(&path).is_ok_and(|old| old == file.text.as_bytes()) {
            continue;
        }
        written.push(file.class.clone());
        let parent = path.parent().unwrap_or(root);
        fs::create_dir_all(parent)
            .and_then(|()| fs::write(&path, &file.text))
            .with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(written)
}

fn remove_others(folder: &Path, wanted: &BTreeSet<PathBuf>) {
    // Not there in the first round.
    let Ok(entries) = fs::read_dir(folder) else { return };
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            remove_others(&path, wanted);
            // Refused by the system when it is not empty.
            let _ = fs::remove_dir(&path);
        } else if !wanted.contains(&path) {
            let _ = fs::remove_file(&path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A passing test class by its path.
    pub(super) fn file(name: &str, text: &str) -> SourceFile {
        SourceFile {
            path: Path::new(SOURCES[0]).join(name),
            subject: String::new(),
            class: name.trim_end_matches(".java").replace('/', "."),
            failing: false,
            text: text.to_owned(),
            tests: Vec::new(),
            shared: Vec::new(),
        }
    }

    #[test]
    fn a_source_that_stays_the_same_is_not_written_again() {
        let root = tempfile::tempdir().unwrap();
        let [same, changed, gone] = ["a/Same.java", "a/Changed.java", "b/Gone.java"].map(|name| file(name, "1"));
        write_sources(&[same.clone(), changed, gone], root.path()).unwrap();
        let untouched = root.path().join(&same.path);
        let written = || fs::metadata(&untouched).unwrap().modified().unwrap();
        let before = written();
        let files = [same, file("a/Changed.java", "2")];
        assert_eq!(write_sources(&files, root.path()).unwrap(), ["a.Changed"]);
        assert_eq!(written(), before);
        let java = root.path().join(SOURCES[0]);
        assert_eq!(fs::read_to_string(java.join("a/Changed.java")).unwrap(), "2");
        assert!(!java.join("b").exists());
    }
}
