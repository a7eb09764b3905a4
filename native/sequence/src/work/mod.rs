//! What crosses a process boundary: the order that a worker is given and the result that it hands back.

mod confirm;
mod kept;
mod printed;
mod report;
mod room;

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::{EdgeBlock, ObservationPlan, Portable, Sequence, StateId, StateRules, Symbols, Trace};

pub use confirm::{ConfirmOrder, Confirmation, Confirmed, Fact, Limit, Predecessor, Weighing};
pub use kept::KeptTest;
pub use printed::Capture;
pub use report::{ClassEdges, ClassReport, Counts, EndOfSearch, MethodReport, Reason, Timings};
pub use room::{Afterwards, Machine, Most, Reached};

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
    /// The share of effort for guided generation, 0 to 1 (0.4 in the paper, 0.6 in the released tool).
    pub guided_share: f64,
    /// The share of guided steps that start at a model root, 0 to 1 (0.3 in the released tool).
    pub root_share: f64,
    /// Whether coverage steers the search.
    pub guidance: bool,
    /// Whether illegal and redundant sequences are left out of the pools.
    pub feedback: bool,
    /// Parts that are switched off: `model`, `constraints`, `dependence`, `constants`, `operands`, `inputs`, `fakes`, `mutation`, `effort`,
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

impl SearchOptions {
    /// A strategy with the published values of all else, and nothing left out.
    pub fn of(strategy: StrategyName) -> Self {
        Self {
            strategy,
            guided_share: 0.6,
            root_share: 0.3,
            guidance: true,
            feedback: true,
            without: Vec::new(),
            longest: 16,
            ktail: None,
            seen_accesses: false,
            state_feedback: false,
            stop_at_links: false,
        }
    }
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
    /// What the project's own tests do, as far as it can be written down: it is run early in the search, and on top of a budget of sequences.
    pub carved: Vec<Portable>,
    /// What is run besides, such as what earlier workers of the group kept: first under a budget of time, last under one of sequences, where an
    /// equal run finds that by itself.
    pub seeds: Vec<Portable>,
    /// Where it writes down what it keeps, when that is wanted.
    pub journal: Option<PathBuf>,
    /// What it makes of the search.
    pub product: Product,
}

/// What a worker makes of its search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Product {
    /// Tests.
    Tests,
    /// No tests: it hands in so many of the sequences that it ran.
    Sequences(u32),
    /// Nothing: what the search counted and reached is all that is wanted.
    Counts,
}

impl WorkOrder {
    /// The classes under test of this group, without those that have theories.
    pub fn classes(&self) -> impl Iterator<Item = &String> {
        self.targets.iter().filter(|class| !self.theories.contains(class))
    }
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
    /// Whether the static fields of the subjects are a part of them: their last root is an array of the classes that have some then, and each
    /// sequence finds all classes as if none had been loaded, which takes some milliseconds.
    pub with_statics: bool,
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
    /// Why the search ended.
    pub end: EndOfSearch,
    /// The edges of all classes under test that this worker loaded, other groups' included.
    pub edges: Vec<ClassEdges>,
    /// The classes and methods under test that could not be given probes, by name, and why.
    pub without_probes: BTreeMap<String, String>,
    /// What a recording saw collaborators answer and no test can make: the method and the class of the answer.
    pub unmade: BTreeSet<(String, String)>,
    /// Whether the wall clock stopped a sequence, so that the run may not repeat byte by byte.
    pub wall_clock_struck: bool,
    /// `java.vm.name` and version, for the report.
    pub jvm: String,
    /// How long it took.
    pub timings: Timings,
}
