//! Lists by which build tools leave tests out.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use crate::suite::{Suites, TestCase};
use crate::walk::{Judged, Verdict};

/// Test methods that can be left out: all of their runs are redundant.
#[derive(Debug)]
pub struct Excluded<'s> {
    /// Class and method, in the order of their names.
    methods: BTreeSet<(&'s str, &'s str)>,
    /// Runs that are redundant, of methods with others that are not: no list can name them.
    pub kept_runs: usize,
}

impl<'s> Excluded<'s> {
    /// Of the tests of one suite.
    pub fn of(suites: &'s Suites, suite: usize, judged: &[Judged]) -> Self {
        let mut goes = BTreeMap::<(&str, &str), (usize, bool)>::new();
        for judged in judged {
            let test: &TestCase = &suites.suites[suite].tests[judged.test];
            let (redundant, all) = goes.entry((&test.class, &test.method)).or_insert((0, true));
            let is_redundant = judged.verdict == Verdict::Redundant;
            *redundant += usize::from(is_redundant);
            *all &= is_redundant;
        }
        Self {
            methods: goes
                .iter()
                .filter(|(_, (_, all))| *all)
                .map(|(name, _)| *name)
                .collect(),
            kept_runs: goes
                .values()
                .filter(|(_, all)| !all)
                .map(|(redundant, _)| redundant)
                .sum(),
        }
    }

    /// How many methods go.
    pub fn len(&self) -> usize {
        self.methods.len()
    }

    /// Whether none goes.
    pub fn is_empty(&self) -> bool {
        self.methods.is_empty()
    }

    /// Class (a binary name) and method of each.
    pub fn methods(&self) -> impl Iterator<Item = (&'s str, &'s str)> {
        self.methods.iter().copied()
    }

    /// For Maven Surefire's `excludesFile`: `com/acme/StackTest#pops`.
    pub fn surefire(&self) -> String {
        let mut lines = String::new();
        for (class, method) in &self.methods {
            let _ = writeln!(lines, "{}#{method}", class.replace('.', "/"));
        }
        lines
    }

    /// A script for Gradle's `apply from`.
    pub fn gradle(&self) -> String {
        let mut script = String::from("tasks.withType(Test).configureEach {\n    filter {\n");
        for (class, method) in &self.methods {
            // A name of Kotlin or Scala may have any characters.
            let name = format!("{class}.{method}").replace('\\', "\\\\").replace('\'', "\\'");
            let _ = writeln!(script, "        excludeTestsMatching '{name}'");
        }
        script.push_str("        failOnNoMatchingTests = false\n    }\n}\n");
        script
    }
}
