//! What crosses a process boundary: the order that a worker is given and the result that it hands back.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::{EdgeBlock, ObservationPlan, Outcome, Portable, Sequence, StateId, StateRules, Symbols, Trace, Violation};

/// How long a search goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Budget {
    /// Wall time of the search in milliseconds: results may differ from run to run.
    Time {
        /// Milliseconds.
        millis: u64,
    },
    /// Sequences executed: equal seeds give equal results.
    Sequences {
        /// How many.
        count: u64,
    },
}

/// Which rules guide the search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum StrategyName {
    /// Model, constraints, dependence and feedback.
    Palus,
    /// Random phase first, then the model without constraints.
    Palulu,
    /// Random with recommended methods by field overlap.
    Recgen,
    /// Feedback-directed random.
    Randoop,
}

/// How the search is set up: the same for all groups of a run.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[expect(clippy::struct_excessive_bools, reason = "each switches one rule")]
pub struct SearchOptions {
    /// The rules.
    pub strategy: StrategyName,
    /// The share of effort for guided generation, 0 to 1 (paper, section 4: 0.6 in the released tool).
    pub guided_share: f64,
    /// The share of guided steps that start at a model root, 0 to 1 (0.3 in the released tool).
    pub root_share: f64,
    /// Whether coverage steers the search.
    pub guidance: bool,
    /// Whether illegal and redundant sequences are left out of the pools.
    pub feedback: bool,
    /// Parts that are switched off: `model`, `constraints`, `dependence`, `constants`, `operands`, `inputs`, `mutation`, `effort`,
    /// and, for a phase of the paper's strategy, `uncovered`.
    pub without: Vec<String>,
    /// Longest sequence that is tried, in statements; along a model half as long again, of mutants nearly twice.
    pub longest: usize,
    /// Merge states of the models that have the same futures of up to so many calls.
    pub ktail: Option<u32>,
    /// Whether the weights of field accesses that the models never saw are reduced.
    pub seen_accesses: bool,
    /// Whether sequences whose every call was made before, on equal objects with equal arguments, are not run, and objects in new states are kept.
    pub state_feedback: bool,
    /// Whether the search ends when it has found as many links between objects as the first fifth of the budget lets expect of all of it.
    pub stop_at_links: bool,
}

/// What one worker process is asked to do: one group of classes, from start to end.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct WorkOrder {
    /// The position of the group among the groups of the run.
    pub group: u32,
    /// The class path of the code under test: jars and directories, in order.
    pub class_path: Vec<PathBuf>,
    /// The home of the JDK whose own classes are indexed.
    pub java_home: PathBuf,
    /// The release of Java whose API tests may use; `None`: all that the JDK has.
    pub release: Option<u32>,
    /// The classes under test of the whole run, binary names.
    pub subjects: Vec<String>,
    /// Those of this group: a part of `subjects`, and of `theories`.
    pub targets: Vec<String>,
    /// Models to learn from.
    pub models: Vec<PathBuf>,
    /// The seed of the run; a group's stream is derived from it and from the group's position.
    pub seed: u64,
    /// The share of the budget.
    pub budget: Budget,
    /// What there will be time to check, roughly; `None` under a budget of sequences.
    pub most: Option<Most>,
    /// The rules of the search.
    pub options: SearchOptions,
    /// The names of the contracts to check, `all` and `paper` among them.
    pub contracts: Vec<String>,
    /// The classes with theories, a part of `targets` and not of `subjects`: binary names.
    pub theories: Vec<String>,
    /// The classes with values for parameters: binary names.
    pub values: Vec<String>,
    /// What cost earlier workers of the group their lives.
    pub avoid: Avoid,
    /// What is run besides, such as what earlier workers of the group kept: first under a budget of time, last under one of sequences, where an
    /// equal run finds that by itself.
    pub seeds: Vec<Portable>,
    /// Where it writes down what it keeps, when that is wanted.
    pub journal: Option<PathBuf>,
    /// How many of the sequences that it ran it hands in; when there are any, it makes no tests.
    pub collect: u32,
}

/// How much a worker hands in at the most, beside what shows a defect: for more there is no time in what follows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Most {
    /// How many tests.
    pub tests: usize,
    /// How long one run of all of them takes, in microseconds.
    pub micros: u64,
}

/// What stands for a sequence that ran with a mutant switched on, in [`Avoid::sequences`] too: when one cost a worker its life, the
/// code under test is not to blame, and the next worker goes without mutants.
pub const MUTATED: u64 = u64::MAX;

/// What is never run again, because it cost a worker its life.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Avoid {
    /// Hashes of sequences, as the worker gave them in its progress page.
    pub sequences: Vec<u64>,
    /// Methods, none of them twice.
    pub methods: Vec<DeadlyMethod>,
}

/// A method during whose call a worker was lost.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DeadlyMethod {
    /// A hash of its name, as the worker gave it in its progress page.
    pub key: u64,
    /// What the report says of it: [`Reason::Crashed`], [`Reason::TimedOut`] or [`Reason::Exhausted`].
    pub reason: Reason,
    /// How the worker ended, as a clause.
    pub how: String,
}

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
    /// Tests that stand for all that touch one class first, of several whose static initialisers need each other; with these classes, and
    /// those that use what they find of them when they are initialised.
    pub openers: Vec<Predecessor>,
    /// Sets of classes, binary names: which tests pass through any class of a set is to be found out.
    pub circles: Vec<Vec<String>>,
    /// Tests of other orders that change static fields, with the classes of these fields. Where there are any, the tests run right behind
    /// them, and nothing else is found out.
    pub strangers: Vec<Predecessor>,
}

/// A test behind which those may come out otherwise that pass through some classes.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Predecessor {
    /// The test.
    pub test: KeptTest,
    /// The classes, binary names.
    pub classes: Vec<String>,
}

/// Which mutants of other groups' classes the tests of a group kill by the way.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Weighing {
    /// The mutants in question, each by its key among [`KeptTest::goals`].
    pub mutants: BTreeSet<u64>,
    /// For how many milliseconds mutants may be tried; `None` under a budget of sequences.
    pub limit_ms: Option<u64>,
}

/// What a worker process is asked to run, outside of a search.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct RunOrder {
    /// The class path of the code under test: jars and directories, in order.
    pub class_path: Vec<PathBuf>,
    /// The classes whose edges are counted, binary names.
    pub subjects: Vec<String>,
    /// What to run, each on its own and in this order.
    pub sequences: Vec<Portable>,
    /// What to read meanwhile.
    pub plan: ObservationPlan,
    /// How the states that the plan asks for are made.
    pub rules: StateRules,
    /// What cost earlier workers their lives.
    pub avoid: Avoid,
}

/// What came of a [`RunOrder`].
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct RunResult {
    /// The names that the ids in the traces stand for.
    pub symbols: Symbols,
    /// One a sequence; `None` for one that cost a worker its life, or whose names are none.
    pub traces: Vec<Option<Trace>>,
    /// The canonical bytes of each state that the traces name.
    pub states: BTreeMap<StateId, Vec<u8>>,
    /// The classes whose edges the traces name.
    pub blocks: Vec<EdgeBlock>,
}

/// What a worker process reads at its start.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Order {
    /// Run, and hand back a [`RunResult`].
    Run(RunOrder),
    /// Search, and hand back a [`WorkResult`].
    Search(WorkOrder),
    /// Run again, and hand back the [`KeptTest`]s as a [`Confirmed`].
    Confirm(ConfirmOrder),
}

impl Order {
    /// The class path of the code under test.
    pub fn class_path(&self) -> &[PathBuf] {
        match self {
            Self::Run(order) => &order.class_path,
            Self::Search(order) => &order.class_path,
            Self::Confirm(order) => &order.class_path,
        }
    }
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
    /// What the virtual machine took besides, in milliseconds.
    pub starting_ms: u64,
    /// For each test those of [`Weighing::mutants`] that it kills, ascending. Empty where none were in question.
    pub kills: Vec<Vec<u64>>,
    /// What was done with the tests besides took, in milliseconds: running them right behind each other and in other surroundings, and
    /// trying mutants.
    pub besides_ms: u64,
    /// The tests that lost an assertion, or were dropped, for what surrounds them, each with everything that suffices for that by itself.
    pub fragile: BTreeMap<u32, BTreeSet<Fact>>,
    /// The tests that change what static fields hold, or the entries of the working directory, where others may read it at the same time.
    pub sharing: BTreeSet<u32>,
    /// The tests that write to a standard stream.
    pub printing: BTreeSet<u32>,
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

    /// Adds what became of tests that come behind these. What starting the virtual machine took stays what it is.
    pub fn append(&mut self, next: Self) {
        // Without a rest, so that no field is forgotten.
        let Self {
            group: _,
            verdicts,
            micros,
            starting_ms: _,
            kills,
            besides_ms,
            fragile,
            sharing,
            printing,
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
        self.besides_ms += besides_ms;
        self.fragile
            .extend(fragile.into_iter().map(|(test, facts)| (place(test), facts)));
        self.sharing.extend(sharing.into_iter().map(place));
        self.printing.extend(printing.into_iter().map(place));
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

    /// Whether it tells of so many tests.
    pub fn is_about(&self, tests: usize) -> bool {
        [self.verdicts.len(), self.micros.len(), self.kills.len()] == [tests; 3]
    }
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
}

impl Fact {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::TimeZone, Self::Locale, Self::Clock, Self::Properties];

    /// The stable code.
    pub fn code(self) -> &'static str {
        match self {
            Self::TimeZone => "time-zone",
            Self::Locale => "locale",
            Self::Clock => "clock",
            Self::Properties => "system-properties",
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

/// Why a method without a test has none: stable codes, in the order of the reports. Each has its heading in `docs/reasons.md`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Reason {
    /// It, its class or a type in its signature cannot be named by a test in the same package, or javac cannot choose it among its overloads.
    NotAccessible,
    /// No way was found to make a receiver or an argument.
    NoInput,
    /// Every call of it threw before it could be kept.
    AlwaysThrew,
    /// Every call of it took more branches than a sequence may.
    NeverEnded,
    /// It waited for another thread or for long, or was stopped by the clock: it slept, or was busy where branches are not counted.
    TimedOut,
    /// It ran out of stack, heap, disk or descriptors.
    Exhausted,
    /// It tried to end the virtual machine.
    EndsJvm,
    /// It tried to start a thread, or to leave one for the end of the virtual machine.
    StartsThreads,
    /// A call of it cost a worker its life.
    Crashed,
    /// It does not do the same twice.
    NonDeterministic,
    /// It leaves something behind that the whole virtual machine shares, or a file.
    LeavesTraces,
    /// All that it does is to write to standard output or the error stream, or it writes there past the streams that a test can set.
    Prints,
    /// It wanted something that the sandbox refuses: a file elsewhere, the network, another program, what all classes share.
    Refused,
    /// It needs a class that the class path does not have.
    MissingClass,
    /// The tests that called it did not compile.
    Uncompilable,
    /// It was called, but no call reached anything that another test does not reach.
    NothingNew,
    /// It is on the list of methods that are not for testing.
    Hazard,
    /// The budget was spent before its turn.
    BudgetSpent,
    /// The class could not be loaded or linked.
    NotLoadable,
}

impl Reason {
    /// All of them.
    pub const ALL: [Self; 19] = [
        Self::NotAccessible,
        Self::NoInput,
        Self::AlwaysThrew,
        Self::NeverEnded,
        Self::TimedOut,
        Self::Exhausted,
        Self::EndsJvm,
        Self::StartsThreads,
        Self::Crashed,
        Self::NonDeterministic,
        Self::LeavesTraces,
        Self::Prints,
        Self::Refused,
        Self::MissingClass,
        Self::Uncompilable,
        Self::NothingNew,
        Self::Hazard,
        Self::BudgetSpent,
        Self::NotLoadable,
    ];

    /// The stable code.
    pub fn code(self) -> &'static str {
        match self {
            Self::NotAccessible => "not-accessible",
            Self::NoInput => "no-input",
            Self::AlwaysThrew => "always-threw",
            Self::NeverEnded => "never-ended",
            Self::TimedOut => "timed-out",
            Self::Exhausted => "exhausted",
            Self::EndsJvm => "ends-jvm",
            Self::StartsThreads => "starts-threads",
            Self::Crashed => "crashed",
            Self::NonDeterministic => "non-deterministic",
            Self::LeavesTraces => "leaves-traces",
            Self::Prints => "prints",
            Self::Refused => "refused",
            Self::MissingClass => "missing-class",
            Self::Uncompilable => "uncompilable",
            Self::NothingNew => "nothing-new",
            Self::Hazard => "hazard",
            Self::BudgetSpent => "budget-spent",
            Self::NotLoadable => "not-loadable",
        }
    }
}

/// A method of a class under test and what the search has to say of it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MethodReport {
    /// `name(Type, Type)` with simple type names.
    pub method: String,
    /// Times it was called by a sequence.
    pub calls: u64,
    /// Times such a call returned.
    pub returned: u64,
    /// Times such a call was refused something: a file elsewhere, the network, an exit, a thread.
    pub refused: u64,
    /// Whether a kept test calls it.
    pub covered: bool,
    /// Why no test calls it, with one clause of detail; `None` when one does.
    pub silent: Option<(Reason, String)>,
}

/// A class under test and its methods.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ClassReport {
    /// The binary name.
    pub name: String,
    /// Methods and constructors as declared.
    pub methods: Vec<MethodReport>,
}

/// A class whose edges were counted, and those that a worker reached. Edges are numbered within their class, in the order of
/// the class file, so the same edge has the same number in every worker.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ClassEdges {
    /// The binary name.
    pub class: String,
    /// How many edges it has.
    pub total: u32,
    /// Those reached, ascending.
    pub hit: Vec<u32>,
    /// Of these those that are passed once in a virtual machine, mostly by a static initialiser: no test reaches them at will.
    pub once: Vec<u32>,
}

/// What a search counted.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Counts {
    /// Sequences executed, those run again for minimising not counted.
    pub executed: u64,
    /// Of these, how many reached nothing new; without guidance, how many ended with objects that equal earlier ones.
    pub redundant: u64,
    /// Sequences that were not executed because every call of theirs had been made before, with [`SearchOptions::state_feedback`].
    pub familiar: u64,
    /// Of those executed, how many did not end normally.
    pub illegal: u64,
    /// Of these, how many broke a check.
    pub error_revealing: u64,
    /// Of these, how many were kept for a test.
    pub kept: u64,
    /// Calls executed.
    pub calls: u64,
    /// Mutants of the classes under test.
    pub mutants: u64,
    /// Of these, how many were reached when the tests were selected.
    pub mutants_reached: u64,
    /// Of these, how many a test kills.
    pub mutants_killed: u64,
    /// Edges of the classes under test reached, in this worker.
    pub edges_hit: u64,
    /// Edges of the classes under test loaded, in this worker.
    pub edges_total: u64,
}

/// How long the parts of a worker's search took, in milliseconds: never the same twice.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Timings {
    /// Reading class files and models.
    pub opening: u64,
    /// The search itself.
    pub searching: u64,
    /// What the thread of the search spent on a processor: what is left when others want it too.
    pub searching_cpu: u64,
    /// Selecting, shortening and repeating the tests.
    pub selecting: u64,
}

/// A sequence that is to become a test.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct KeptTest {
    /// The class under test, binary name: decides the test class and its package.
    pub subject: String,
    /// The statements. All but the last and those behind it, the observers, returned.
    pub sequence: Sequence,
    /// What each did, in full detail, and the same in every run that was made of it.
    pub outcomes: Vec<Outcome>,
    /// The statements whose values or exceptions are to be asserted.
    pub asserted: Vec<u16>,
    /// How many statements at the end are observers: calls that are there only so that what they return is asserted.
    pub observers: u16,
    /// The calls among the observers that stay for what they do, not for what they return.
    pub acts: Vec<u16>,
    /// The check that it breaks and why: such a test goes among the failing ones.
    pub violates: Option<Violation>,
    /// Its place in the order in which tests add most to what those before it reach, from 0.
    pub rank: u32,
    /// What it is kept for, each goal by a hash that is the same in all workers of a run; ascending.
    pub goals: Vec<u64>,
}

impl KeptTest {
    /// The position of the statement that the test is about, the last one before its observers.
    pub fn focus(&self) -> Option<usize> {
        self.sequence.len().checked_sub(1 + usize::from(self.observers))
    }

    /// Keeps calls whose answers are not asserted any longer for what they reach: of the observers those that nothing is asked of.
    pub fn keep_without_answer(&mut self, calls: Vec<u16>) {
        let end = self.sequence.len();
        let observers = end - usize::from(self.observers).min(end)..end;
        let is_observer = |call: &u16| observers.contains(&usize::from(*call));
        self.acts.extend(calls.into_iter().filter(is_observer));
        self.acts.sort_unstable();
        self.acts.dedup();
    }

    /// Takes out the observers that are not asserted, do nothing, and whose object no asserted one looks at: they say nothing.
    pub fn drop_idle_observers(&mut self) {
        if self.observers == 0 {
            return;
        }
        let first = self.sequence.len() - usize::from(self.observers).min(self.sequence.len());
        let mut kept = vec![true; self.sequence.len()];
        for at in (first..self.sequence.len()).rev() {
            let is_wanted = self.asserted.contains(&(at as u16)) || self.acts.contains(&(at as u16));
            let is_used = (at + 1..kept.len())
                .any(|user| kept[user] && self.sequence.statements[user].uses().any(|var| var.index() == at));
            kept[at] = is_wanted || is_used;
        }
        let Some(shorter) = self.sequence.retain(|at| kept[at]) else {
            return;
        };
        self.observers -= (self.sequence.len() - shorter.len()) as u16;
        self.sequence = shorter;
        let mut at = 0;
        self.outcomes.retain(|_| {
            at += 1;
            kept.get(at - 1).copied().unwrap_or(true)
        });
        for named in self.asserted.iter_mut().chain(&mut self.acts) {
            *named = kept.iter().take(usize::from(*named)).filter(|kept| **kept).count() as u16;
        }
    }
}

/// What a worker hands back.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct WorkResult {
    /// The position of the group.
    pub group: u32,
    /// The names that the tests' ids stand for.
    pub symbols: Symbols,
    /// The tests, in a stable order.
    pub tests: Vec<KeptTest>,
    /// What the search ran, each once and in that order, where the order asks for it.
    pub collected: Vec<Sequence>,
    /// The classes of the group.
    pub classes: Vec<ClassReport>,
    /// What was counted.
    pub counts: Counts,
    /// The edges of all classes under test that this worker loaded, other groups' included.
    pub edges: Vec<ClassEdges>,
    /// The classes and methods under test that could not be given probes, by name, and why.
    pub without_probes: BTreeMap<String, String>,
    /// Whether the wall clock stopped a sequence, so that the run may not repeat byte by byte.
    pub wall_clock_struck: bool,
    /// `java.vm.name` and version, for the report.
    pub jvm: String,
    /// How long it took.
    pub timings: Timings,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{MethodId, Operand, Statement, Value, Var};

    fn ask(method: u32, of: Option<u16>) -> Statement {
        Statement::Call {
            method: MethodId(method),
            operands: of.map(|var| Operand::Var(Var(var))).into_iter().collect(),
        }
    }

    #[test]
    fn every_reason_has_its_heading_in_the_document() {
        let document = include_str!("../../../docs/reasons.md");
        let headings: Vec<&str> = document.lines().filter_map(|line| line.strip_prefix("## ")).collect();
        assert_eq!(headings, Reason::ALL.map(Reason::code));
    }

    #[test]
    fn an_observer_stays_when_it_is_asserted_or_leads_to_one_that_is() {
        let mut test = KeptTest {
            subject: "a.A".to_owned(),
            sequence: Sequence {
                statements: vec![ask(0, None), ask(1, Some(0)), ask(2, Some(0)), ask(3, Some(2))],
            },
            outcomes: (0..4).map(|value| Outcome::Returned(Value::Int(value))).collect(),
            asserted: vec![3],
            observers: 3,
            acts: vec![],
            violates: None,
            rank: 0,
            goals: vec![],
        };
        let mut acting = KeptTest {
            acts: vec![1],
            ..test.clone()
        };
        acting.drop_idle_observers();
        assert_eq!(
            (acting.sequence.len(), acting.asserted, acting.acts),
            (4, vec![3], vec![1])
        );
        test.drop_idle_observers();
        assert_eq!(
            test.sequence.statements,
            [ask(0, None), ask(2, Some(0)), ask(3, Some(1))]
        );
        assert_eq!(test.asserted, [2]);
        assert_eq!(test.observers, 2);
        assert_eq!(test.focus(), Some(0));
        assert_eq!(test.outcomes[2], Outcome::Returned(Value::Int(3)));
    }
}
