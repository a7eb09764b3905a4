//! Tests as `JUnit` source: one test class a class under test.

mod assertion;
mod body;
mod call;
mod code;
mod expression;
mod file;
mod imports;
mod inline;
mod literal;
mod names;
mod plan;
mod signature;
mod title;
mod types;
mod words;

use std::collections::BTreeSet;
use std::path::PathBuf;

use palus_classes::TypeFacts;
use palus_sequence::Symbols;
use palus_sequence::work::KeptTest;

/// The framework that the tests are written for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum JUnit {
    /// `JUnit` Jupiter.
    #[default]
    Five,
    /// `JUnit` 4.13 or newer.
    Four,
    /// `JUnit` 4 without `assertThrows`.
    BeforeFour13,
}

/// What is the same in all files of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Style<'a> {
    /// The framework.
    pub junit: JUnit,
    /// The version of Palus, for the first line of each file.
    pub version: &'a str,
    /// The seed of the run, for the first line of each file.
    pub seed: u64,
    /// The classes under test whose passing tests change what tests of others see: `JUnit` 5 is to run them beside no others.
    pub isolated: &'a BTreeSet<String>,
}

/// Everything that was written.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Emitted {
    /// The files, those of passing tests first, each kind in the order of the paths.
    pub files: Vec<SourceFile>,
    /// The tests that have no source, by their position in the input, each with one clause that says why.
    pub unemittable: Vec<(usize, String)>,
}

/// One test class.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SourceFile {
    /// The path below the output directory: it starts with `java/`, or `failures/java/` for tests that reveal an error.
    pub path: PathBuf,
    /// The class under test, binary name.
    pub subject: String,
    /// The fully qualified name of the test class.
    pub class: String,
    /// Whether its tests are expected to fail.
    pub failing: bool,
    /// The source; ASCII only.
    pub text: String,
    /// Its tests from top to bottom.
    pub tests: Vec<EmittedTest>,
}

/// One test method.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EmittedTest {
    /// The name of the method, unique in its class.
    pub name: String,
    /// The first line of its comment or annotation, counted from 1.
    pub first_line: u32,
    /// The line of its closing brace.
    pub last_line: u32,
    /// The position of its test in the input.
    pub index: usize,
    /// How many assertions it makes.
    pub assertions: usize,
}

/// Writes all tests of a run. The result depends on nothing but the arguments; tests keep the order in which they come.
pub fn emit(tests: &[(&Symbols, &KeptTest)], facts: &dyn TypeFacts, style: &Style) -> Emitted {
    file::emit(tests, facts, style)
}
