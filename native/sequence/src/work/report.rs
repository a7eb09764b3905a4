//! What a search says of the classes that it searched, and of itself.

use serde::{Deserialize, Serialize};

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

impl MethodReport {
    /// Adds what another search says of the same method.
    fn add(&mut self, other: Self) {
        self.calls += other.calls;
        self.returned += other.returned;
        self.refused += other.refused;
        self.covered |= other.covered;
        self.silent = if self.covered {
            None
        } else {
            self.silent.take().into_iter().chain(other.silent).min()
        };
    }
}

impl ClassReport {
    /// Adds what another search says of the same class.
    pub fn add(&mut self, other: Self) {
        for method in other.methods {
            match self.methods.iter_mut().find(|known| known.method == method.method) {
                Some(known) => known.add(method),
                None => self.methods.push(method),
            }
        }
    }
}

impl ClassEdges {
    /// Adds what another worker reached of the same class.
    pub fn add(&mut self, other: &Self) {
        self.total = self.total.max(other.total);
        unite(&mut self.hit, &other.hit);
        unite(&mut self.once, &other.once);
    }
}

fn unite(edges: &mut Vec<u32>, others: &[u32]) {
    edges.extend_from_slice(others);
    edges.sort_unstable();
    edges.dedup();
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

/// Why a search ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum EndOfSearch {
    /// Its time was over.
    Time,
    /// It ran as many sequences as it was to run.
    Sequences,
    /// Everything was run that there is to run.
    Exhausted,
    /// It found as many links between objects as were to be expected.
    Links,
    /// It had found nothing new for as long as it took to find all that it found, and left its time to what follows.
    Saturated,
}

/// What a search counted.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Counts {
    /// Sequences executed, those run again for minimising not counted.
    pub executed: u64,
    /// Of these, how many reached nothing new; without guidance, how many ended with objects that equal earlier ones.
    pub redundant: u64,
    /// Sequences that were not executed because every call of theirs had been made before, with [`SearchOptions::state_feedback`](super::SearchOptions::state_feedback).
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
    /// That, and what it waited for a processor; as long as the search where that is not known.
    pub searching_ready: u64,
    /// Selecting, shortening and repeating the tests.
    pub selecting: u64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_reason_has_its_heading_in_the_document() {
        let document = include_str!("../../../../docs/reasons.md");
        let headings: Vec<&str> = document.lines().filter_map(|line| line.strip_prefix("## ")).collect();
        assert_eq!(headings, Reason::ALL.map(Reason::code));
    }

    fn report(calls: u64, covered: bool, silent: Option<Reason>) -> ClassReport {
        let method = MethodReport {
            method: "f()".into(),
            calls,
            returned: 1,
            refused: 0,
            covered,
            silent: silent.map(|reason| (reason, String::new())),
        };
        ClassReport {
            name: "demo.A".into(),
            methods: vec![method],
        }
    }

    #[test]
    fn a_method_that_one_of_two_searches_covered_is_covered() {
        let mut sum = report(3, false, Some(Reason::BudgetSpent));
        sum.add(report(4, false, Some(Reason::NothingNew)));
        assert_eq!(sum.methods.len(), 1);
        assert_eq!((sum.methods[0].calls, sum.methods[0].returned), (7, 2));
        assert_eq!(sum.methods[0].silent, Some((Reason::NothingNew, String::new())));
        sum.add(report(1, true, None));
        assert!(sum.methods[0].covered && sum.methods[0].silent.is_none());
    }

    #[test]
    fn what_one_of_two_workers_reached_is_reached() {
        let edges = |hit: &[u32]| ClassEdges {
            class: "demo.A".into(),
            total: 9,
            hit: hit.to_vec(),
            once: vec![],
        };
        let mut sum = edges(&[1, 4]);
        sum.add(&edges(&[0, 4, 8]));
        assert_eq!(sum, edges(&[0, 1, 4, 8]));
    }
}
