//! Which tests are redundant.

use rustc_hash::FxHashMap;

use crate::suite::{Step, Suite, Suites, TestCase};

/// In which order tests are looked at: of two that do the same the later one goes.
#[derive(Clone, Debug)]
pub enum Order {
    /// As they ran.
    Suite,
    /// Shortest first: by a cost for each test, those of equal cost as they ran.
    Time(Vec<u64>),
    /// As given: positions of tests.
    Given(Vec<usize>),
}

/// What is said of a test.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Verdict {
    /// It has an execution that no kept test before it has.
    Kept,
    /// Each of its executions has an equivalent one in kept tests before it.
    Redundant,
    /// It has an execution that is equivalent to one that ended otherwise.
    Unstable,
    /// It calls no code under test.
    NoExecutions,
}

impl Verdict {
    /// As in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Kept => "kept",
            Self::Redundant => "redundant",
            Self::Unstable => "unstable",
            Self::NoExecutions => "no-executions",
        }
    }
}

/// Where an execution was first made by a test that is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Covered {
    /// The execution that is covered.
    pub step: Step,
    /// The position of the test that covers it.
    pub test: usize,
    /// The execution in that test.
    pub by: Step,
}

/// What is said of a test, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Judged {
    /// Its position in [`Suite::tests`].
    pub test: usize,
    /// What is said.
    pub verdict: Verdict,
    /// Of a redundant test, for each execution who makes it too.
    pub covered_by: Vec<Covered>,
    /// Of a kept test, the executions that were new.
    pub new: Vec<Step>,
}

/// How much a suite does.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Counts {
    /// Tests.
    pub tests: usize,
    /// Their executions.
    pub executions: usize,
    /// The different ones.
    pub different: usize,
    /// States of receivers.
    pub states: u32,
    /// Classes of receivers.
    pub classes: usize,
    /// Executions that belong to no test.
    pub without_test: u64,
    /// Executions with a state that was too large: they equal nothing.
    pub unknown: u64,
}

impl Suites {
    /// Walks the tests of one suite. The verdicts are in the order of the walk.
    pub fn walk(&self, suite: usize, order: &Order) -> Vec<Judged> {
        self.walk_with(suite, order, |_| true)
    }

    /// The same; a redundant test that the last says no to is kept all the same.
    pub fn walk_with(&self, suite: usize, order: &Order, mut may_go: impl FnMut(&Judged) -> bool) -> Vec<Judged> {
        let Some(of) = self.suites.get(suite) else {
            return Vec::new();
        };
        let mut made = Made::default();
        let judge = |test: usize| {
            let mut judged = self.judge(&of.tests[test], test, &made);
            if judged.verdict == Verdict::Redundant && !may_go(&judged) {
                judged.verdict = Verdict::Kept;
            }
            if judged.verdict != Verdict::Redundant {
                made.add(test, &of.tests[test]);
            }
            judged
        };
        order.of(of).into_iter().map(judge).collect()
    }

    /// Of each test of one suite, whether it adds something to the other as a whole.
    pub fn against(&self, suite: usize, other: usize) -> Vec<Judged> {
        let (Some(of), Some(other)) = (self.suites.get(suite), self.suites.get(other)) else {
            return Vec::new();
        };
        let mut made = Made::default();
        for (position, test) in other.tests.iter().enumerate() {
            made.add(position, test);
        }
        let tests = of.tests.iter().enumerate();
        tests
            .map(|(position, test)| self.judge(test, position, &made))
            .collect()
    }

    fn judge(&self, test: &TestCase, position: usize, made: &Made) -> Judged {
        let kind = |step: &Step| &self.kinds[step.kind as usize];
        let covered = |step: &Step| {
            let (test, by) = made.0.get(&step.kind).copied()?;
            Some(Covered { step: *step, test, by })
        };
        let new = test.steps.iter().filter(|step| covered(step).is_none());
        let new: Vec<Step> = new.copied().collect();
        let verdict = if test.steps.is_empty() {
            Verdict::NoExecutions
        } else if !test.steps.iter().all(|step| kind(step).is_deterministic) {
            Verdict::Unstable
        } else if new.is_empty() {
            Verdict::Redundant
        } else {
            Verdict::Kept
        };
        let is_redundant = verdict == Verdict::Redundant;
        let covered_by = test.steps.iter().filter(|_| is_redundant).filter_map(covered);
        Judged {
            test: position,
            verdict,
            covered_by: covered_by.collect(),
            new,
        }
    }

    /// What the tests of one suite do together.
    pub fn counts(&self, suite: usize) -> Counts {
        let Some(of) = self.suites.get(suite) else {
            return Counts::default();
        };
        let mut made = Made::default();
        for (position, test) in of.tests.iter().enumerate() {
            made.add(position, test);
        }
        let unknown = made.0.keys().filter(|kind| !self.kinds[**kind as usize].is_known);
        Counts {
            tests: of.tests.len(),
            executions: of.executions(),
            unknown: unknown.count() as u64,
            different: made.0.len(),
            states: self.states.values().sum(),
            classes: self.states.len(),
            without_test: of.without_test,
        }
    }
}

impl Order {
    fn of(&self, suite: &Suite) -> Vec<usize> {
        let mut order: Vec<usize> = (0..suite.tests.len()).collect();
        match self {
            Self::Suite => {}
            Self::Time(costs) => order.sort_by_key(|test| costs.get(*test).copied().unwrap_or(u64::MAX)),
            Self::Given(given) => order.clone_from(given),
        }
        order
    }
}

/// The first test of those looked at that makes each kind of execution.
#[derive(Default)]
struct Made(FxHashMap<u32, (usize, Step)>);

impl Made {
    fn add(&mut self, position: usize, test: &TestCase) {
        for step in &test.steps {
            self.0.entry(step.kind).or_insert((position, *step));
        }
    }
}
