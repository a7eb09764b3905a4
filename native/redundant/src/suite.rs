//! Tests, and what they did.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use palus_observe::{ObjectState, Seen};
use palus_trace::MethodNames;

use crate::represent::Technique;

/// One suite, or two of which executions are compared.
#[derive(Debug)]
pub struct Suites {
    /// What represents states.
    pub technique: Technique,
    /// The different executions.
    pub kinds: Vec<Kind>,
    /// In the order in which they were collected.
    pub suites: Vec<Suite>,
    /// By the run-time class of receivers, how many different states they were in.
    pub states: BTreeMap<Arc<str>, u32>,
}

/// The tests of a suite in the order in which they ran.
#[derive(Default, Debug)]
pub struct Suite {
    /// One for each run of a test method.
    pub tests: Vec<TestCase>,
    /// Executions that belong to no test.
    pub without_test: u64,
}

/// A run of a test.
#[derive(Debug)]
pub struct TestCase {
    /// Its class, a binary name.
    pub class: Arc<str>,
    /// Its method.
    pub method: Arc<str>,
    /// From 1, which run of the method it is; 0 where there is one only.
    pub run: u32,
    /// Its executions in their order.
    pub steps: Vec<Step>,
}

/// An execution of a test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    /// Its position in [`Suites::kinds`].
    pub kind: u32,
    /// From 1.
    pub place: u32,
    /// Whether it ran before the test itself, to set it up.
    pub is_before: bool,
}

/// Executions that are equivalent: method, state of the receiver, arguments.
#[derive(Debug)]
pub struct Kind {
    /// What was called.
    pub method: Arc<MethodNames>,
    /// Of the first one, the snapshot of its receiver; `None` without one, and where it is not known.
    pub receiver: Option<ObjectState>,
    /// Of the first one.
    pub arguments: Box<[Seen]>,
    /// Whether all states are known. One that was too large equals nothing, so each such execution is a kind by itself.
    pub is_known: bool,
    /// Whether all ended alike, as far as that was seen.
    pub is_deterministic: bool,
    /// How many there are.
    pub times: u32,
}

impl TestCase {
    pub(crate) fn new(method: &MethodNames) -> Self {
        Self {
            class: Arc::clone(&method.owner),
            method: Arc::clone(&method.name),
            run: 0,
            steps: Vec::new(),
        }
    }

    /// `StackTest.pops`, of one of several runs `StackTest.pops[2]`.
    pub fn name(&self) -> String {
        self.named(self.class.rsplit('.').next().unwrap_or(&self.class))
    }

    /// With the package.
    pub fn full_name(&self) -> String {
        self.named(&self.class)
    }

    fn named(&self, class: &str) -> String {
        match self.run {
            0 => format!("{class}.{}", self.method),
            run => format!("{class}.{}[{run}]", self.method),
        }
    }
}

impl Suite {
    /// Numbers the runs of methods that ran more than once.
    pub(crate) fn name_runs(&mut self) {
        let mut runs = HashMap::<(Arc<str>, Arc<str>), u32>::new();
        let key = |test: &TestCase| (Arc::clone(&test.class), Arc::clone(&test.method));
        for test in &self.tests {
            *runs.entry(key(test)).or_default() += 1;
        }
        runs.retain(|_, count| *count > 1);
        for count in runs.values_mut() {
            *count = 0;
        }
        for test in &mut self.tests {
            if let Some(run) = runs.get_mut(&key(test)) {
                *run += 1;
                test.run = *run;
            }
        }
    }

    /// How many executions its tests made.
    pub fn executions(&self) -> usize {
        self.tests.iter().map(|test| test.steps.len()).sum()
    }
}
