//! `palus.json`: what a run did, in numbers and reasons. The report is drawn from the same data.

mod reached;
mod solve;

use std::collections::BTreeMap;

use palus_sequence::work::{Budget, ClassReport, Counts, EndOfSearch};
use serde::{Deserialize, Serialize};

use crate::coverage::{ClassCoverage, Share};

pub use reached::ReachedSummary;
pub use solve::SolveSummary;

/// The version of the schema: raised when a field changes its meaning or goes, not when one is added.
pub const SCHEMA: u32 = 1;

/// The whole file. A field that has no source yet is absent, not zero.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Summary {
    /// [`SCHEMA`].
    pub schema: u32,
    /// The seed.
    pub seed: u64,
    /// The strategy's name on the command line.
    pub strategy: String,
    /// How long the search was allowed to go on.
    pub budget: BudgetSummary,
    /// Sequences by what became of them.
    pub sequences: SequenceSummary,
    /// Calls executed by the search.
    pub calls: u64,
    /// Mutants of the classes under test, as the search saw them.
    #[serde(default)]
    pub mutants: MutantSummary,
    /// The tests written, and those that were not.
    pub tests: TestSummary,
    /// The links between objects that the tests exercise, where somebody asked for them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fields: Option<FieldsSummary>,
    /// What the search had of the project's own tests, where these were recorded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seeds: Option<SeedsSummary>,
    /// What became of branches that the search left open, where they were tried with variables in the place of numbers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solve: Option<SolveSummary>,
    /// What the emitted passing suite covers, as the search saw it (see [`crate::coverage`]): of classes that stand nowhere else than in
    /// `classes`, so the figures here are the sums of those there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub coverage: Option<CoverageSummary>,
    /// What the search covered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub search: Option<CoverageSummary>,
    /// How each search ended, in the order of the groups of classes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub searches: Vec<SearchSummary>,
    /// What collaborators answered in the recording and no test can make: fakes answer otherwise there.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unmade_answers: Vec<UnmadeAnswer>,
    /// The classes under test, in the order of their names.
    pub classes: Vec<ClassSummary>,
    /// All that may differ between equal runs.
    pub run: RunSummary,
}

/// An answer that was recorded and cannot be made again.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct UnmadeAnswer {
    /// The method of the collaborator, `com.acme.Customers.byName`.
    pub method: String,
    /// The class of what it answered.
    pub class: String,
}

/// The search of one worker.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SearchSummary {
    /// The number of its group. With a budget of time several groups may have the same classes.
    pub group: u32,
    /// How many classes under test it has.
    pub classes: u64,
    /// Why it ended: `time`, `sequences`, `exhausted`, `links` or `saturated`.
    pub end: EndOfSearch,
}

/// The project's own tests as sequences for a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SeedsSummary {
    /// Runs of tests that were recorded and call the code under test.
    pub tests: u64,
    /// Different sequences that they gave.
    pub sequences: u64,
    /// How long recording and reading them took.
    pub ms: u64,
}

/// Links between objects at the starts of calls, each once over all tests: a field, the object that has it and what is there.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FieldsSummary {
    /// All of them, those to `null` among them.
    pub pairs: u64,
    /// Those to objects.
    pub non_null: u64,
}

/// A budget.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BudgetSummary {
    /// `time` or `sequences`.
    pub kind: String,
    /// Milliseconds, or sequences.
    pub value: u64,
}

/// Sequences by what became of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the same as in Counts")]
pub struct SequenceSummary {
    pub executed: u64,
    pub redundant: u64,
    #[serde(default, skip_serializing_if = "is_zero")]
    pub familiar: u64,
    pub illegal: u64,
    pub error_revealing: u64,
    pub kept: u64,
}

/// Mutants of the classes under test by what became of them, while the tests were selected.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct MutantSummary {
    /// Those of the classes that were loaded.
    pub made: u64,
    /// Reached by a test, or by a sequence that could have become one.
    pub reached: u64,
    /// Killed by one.
    pub killed: u64,
}

/// Tests by what became of them.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct TestSummary {
    /// Written below `java/`.
    pub passing: u64,
    /// Written below `failures/java/`.
    pub failing: u64,
    /// Assertions in the passing ones.
    pub assertions: u64,
    /// Left out because javac or the language would not have them.
    pub dropped_uncompilable: u64,
    /// Left out because they did not come out the same again.
    pub dropped_flaky: u64,
    /// Those that lost an assertion, or were left out, because they came out otherwise in other surroundings, by what they hung on:
    /// `time-zone`, `locale`, `clock`, `system-properties`, or `unknown` where nothing of these suffices alone. A test may hang on several.
    #[serde(default)]
    pub fragile: BTreeMap<String, u64>,
    /// The passing ones by what only they have.
    #[serde(default)]
    pub kept_for: KeptForSummary,
}

/// Passing tests by what no other one has; each stands once, in the first row that fits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct KeptForSummary {
    /// A branch, or the start of a method.
    pub branches: u64,
    /// A method that returns, or that throws an exception of that class.
    pub outcomes: u64,
    /// A mutant that it kills; kills were not compared between workers.
    pub mutants: u64,
    /// Nothing: without it the suite would reach and catch the same.
    pub nothing: u64,
}

/// What was covered of the classes under test; absent fields were not measured.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[expect(missing_docs, reason = "counts of what the name says")]
pub struct CoverageSummary {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub edges_hit: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub edges_total: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lines_hit: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lines_total: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub branches_hit: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub branches_total: Option<u64>,
}

/// A class under test.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ClassSummary {
    /// The binary name.
    pub name: String,
    /// Passing tests written for it.
    pub tests: u64,
    /// Methods and constructors declared.
    pub methods: u64,
    /// Those that a test calls.
    pub methods_covered: u64,
    /// Branches of its methods that the passing tests take.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub branches_hit: Option<u64>,
    /// Branches of its methods.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub branches_total: Option<u64>,
    /// Lines of code that the passing tests reach.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lines_hit: Option<u64>,
    /// Lines of code.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lines_total: Option<u64>,
    /// The coverage of its methods, those of anonymous and local classes included; empty where it was not measured.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub coverage: Vec<MethodSummary>,
    /// The methods that no test calls.
    pub silent: Vec<SilentMethod>,
    /// The methods of which calls were refused something.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub refused: Vec<RefusedMethod>,
}

/// What the passing tests cover of a method.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MethodSummary {
    /// `name(Type, Type)`; `static` for the static initialiser, `$1.name(Type)` for a method of an anonymous or local class.
    pub method: String,
    /// The line of its first instruction.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// Whether a passing test enters it, directly or through others.
    pub reached: bool,
    /// Its branches that are taken.
    pub branches_hit: u64,
    /// Its branches.
    pub branches_total: u64,
    /// Its lines that are reached.
    pub lines_hit: u64,
    /// Its lines of code.
    pub lines_total: u64,
    /// Whether the recorded run called it: what there was before. Absent without a model.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recorded: Option<bool>,
}

/// A method that wanted something that code under test may not do: a file elsewhere, the network, an exit, a thread.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RefusedMethod {
    /// `name(Type, Type)`.
    pub method: String,
    /// Times it was called.
    pub calls: u64,
    /// Of these, those that were refused something.
    pub refused: u64,
}

/// A method that no test calls.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SilentMethod {
    /// `name(Type, Type)`.
    pub method: String,
    /// The stable code of the reason.
    pub code: String,
    /// One clause more.
    pub detail: String,
}

/// What may differ between equal runs.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct RunSummary {
    /// From start to end, in milliseconds.
    pub wall_ms: u64,
    /// Name and version of the virtual machine.
    pub jvm: String,
    /// Worker processes.
    pub workers: WorkerSummary,
    /// Whether the clock stopped a sequence: the run may then not repeat byte by byte, whatever its seed.
    #[serde(default)]
    pub wall_clock_struck: bool,
    /// Sequences executed a second of search.
    pub sequences_per_s: f64,
    /// How long the parts of the run took.
    #[serde(default)]
    pub phases: PhaseSummary,
}

/// How long the parts of a run took, in milliseconds. Of workers that ran beside each other, the longest.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct PhaseSummary {
    /// Reading class files and models.
    pub opening_ms: u64,
    /// The search itself.
    pub searching_ms: u64,
    /// What the threads of the searches spent on processors, in all.
    pub searching_cpu_ms: u64,
    /// Selecting, shortening and repeating the tests in the worker.
    pub selecting_ms: u64,
    /// Running the tests again in another worker.
    pub confirming_ms: u64,
    /// Compiling and running what was written.
    pub checking_ms: u64,
}

/// Worker processes.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct WorkerSummary {
    /// Processes started.
    pub started: u64,
    /// Processes that ended before their work did.
    pub lost: u64,
    /// How these ended, and how many did so: `it overstayed its time`, 2.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub how: BTreeMap<String, u64>,
}

impl WorkerSummary {
    /// Of so many processes these were lost, a clause each.
    pub fn new(started: u32, lost: &[String]) -> Self {
        let mut how: BTreeMap<String, u64> = BTreeMap::new();
        for clause in lost {
            *how.entry(clause.clone()).or_default() += 1;
        }
        Self {
            started: u64::from(started),
            lost: lost.len() as u64,
            how,
        }
    }
}

impl Summary {
    /// The text of `palus.json`.
    pub fn to_json(&self) -> Result<String, serde_json::Error> {
        serde_json::to_string_pretty(self).map(|text| text + "\n")
    }
}

impl From<Budget> for BudgetSummary {
    fn from(budget: Budget) -> Self {
        let (kind, value) = match budget {
            Budget::Time { millis } => ("time", millis),
            Budget::Sequences { count } => ("sequences", count),
        };
        Self {
            kind: kind.to_owned(),
            value,
        }
    }
}

/// What is not there unless it was asked for.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
fn is_zero(count: &u64) -> bool {
    *count == 0
}

impl From<&Counts> for SequenceSummary {
    fn from(counts: &Counts) -> Self {
        Self {
            executed: counts.executed,
            redundant: counts.redundant,
            familiar: counts.familiar,
            illegal: counts.illegal,
            error_revealing: counts.error_revealing,
            kept: counts.kept,
        }
    }
}

impl From<&Counts> for MutantSummary {
    fn from(counts: &Counts) -> Self {
        Self {
            made: counts.mutants,
            reached: counts.mutants_reached,
            killed: counts.mutants_killed,
        }
    }
}

impl From<&Counts> for CoverageSummary {
    fn from(counts: &Counts) -> Self {
        Self {
            edges_hit: Some(counts.edges_hit),
            edges_total: Some(counts.edges_total),
            ..Self::default()
        }
    }
}

impl ClassSummary {
    /// What the search reported of a class for which `tests` passing tests were written.
    pub fn new(report: &ClassReport, tests: u64) -> Self {
        let silent = report.methods.iter().filter_map(|method| {
            let (reason, detail) = method.silent.as_ref()?;
            let code = reason.code().to_owned();
            Some(SilentMethod {
                method: method.method.clone(),
                code,
                detail: detail.clone(),
            })
        });
        let refused = report.methods.iter().filter(|method| method.refused > 0);
        let refused = refused.map(|method| RefusedMethod {
            method: method.method.clone(),
            calls: method.calls,
            refused: method.refused,
        });
        Self {
            name: report.name.clone(),
            tests,
            methods: report.methods.len() as u64,
            methods_covered: report.methods.iter().filter(|method| method.covered).count() as u64,
            branches_hit: None,
            branches_total: None,
            lines_hit: None,
            lines_total: None,
            coverage: Vec::new(),
            silent: silent.collect(),
            refused: refused.collect(),
        }
    }

    /// The same with what its tests cover.
    #[must_use]
    pub fn covering(mut self, covered: &ClassCoverage) -> Self {
        (self.branches_hit, self.branches_total) = (Some(covered.branches.hit), Some(covered.branches.total));
        (self.lines_hit, self.lines_total) = (Some(covered.lines.hit), Some(covered.lines.total));
        let methods = covered.methods.iter().map(|method| MethodSummary {
            method: method.method.clone(),
            line: method.line,
            reached: method.reached,
            branches_hit: method.branches.hit,
            branches_total: method.branches.total,
            lines_hit: method.lines.hit,
            lines_total: method.lines.total,
            recorded: method.recorded,
        });
        self.coverage = methods.collect();
        self
    }
}

impl CoverageSummary {
    /// The sums over these classes; `None` when there is none.
    pub fn of<'c>(classes: impl IntoIterator<Item = &'c ClassCoverage>) -> Option<Self> {
        let mut sums: Option<(Share, Share)> = None;
        for class in classes {
            let (branches, lines) = sums.get_or_insert_default();
            *branches += class.branches;
            *lines += class.lines;
        }
        sums.map(|(branches, lines)| Self {
            branches_hit: Some(branches.hit),
            branches_total: Some(branches.total),
            lines_hit: Some(lines.hit),
            lines_total: Some(lines.total),
            ..Self::default()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use palus_sequence::work::{MethodReport, Reason};

    #[test]
    fn a_class_lists_its_silent_methods_with_stable_codes() {
        let method = |name: &str, silent: Option<(Reason, String)>| MethodReport {
            method: name.to_owned(),
            calls: 1,
            returned: 1,
            refused: 0,
            covered: silent.is_none(),
            silent,
        };
        let report = ClassReport {
            name: "a.B".to_owned(),
            methods: vec![
                method("f()", None),
                method("g(C)", Some((Reason::NoInput, "no way to make a C".to_owned()))),
            ],
        };
        let summary = ClassSummary::new(&report, 3);
        assert_eq!((summary.methods, summary.methods_covered), (2, 1));
        assert_eq!(summary.silent[0].code, "no-input");
    }

    #[test]
    fn a_search_says_why_it_ended() {
        let search = |end| SearchSummary {
            group: 1,
            classes: 4,
            end,
        };
        let codes = [
            (EndOfSearch::Time, "time"),
            (EndOfSearch::Sequences, "sequences"),
            (EndOfSearch::Exhausted, "exhausted"),
            (EndOfSearch::Links, "links"),
            (EndOfSearch::Saturated, "saturated"),
        ];
        for (end, code) in codes {
            assert_eq!(
                serde_json::to_string(&search(end)).unwrap(),
                format!(r#"{{"group":1,"classes":4,"end":"{code}"}}"#)
            );
        }
    }

    #[test]
    fn what_was_not_measured_is_absent() {
        let coverage = CoverageSummary::from(&Counts {
            edges_hit: 1,
            edges_total: 2,
            ..Counts::default()
        });
        assert_eq!(
            serde_json::to_string(&coverage).unwrap(),
            r#"{"edges_hit":1,"edges_total":2}"#
        );
    }
}
