//! Tests as `JUnit` source: one test class a class under test.

mod assertion;
mod at_once;
mod body;
mod call;
mod code;
mod expression;
mod fake;
mod file;
mod imports;
mod inline;
mod inputs;
mod literal;
mod mock;
mod names;
mod plan;
mod proxy;
mod question;
mod signature;
mod title;
mod told;
mod typed;
mod types;
mod words;

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use palus_classes::TypeFacts;
use palus_sequence::Symbols;
use palus_sequence::work::KeptTest;

pub use inputs::{Builder, Inputs, inputs};
pub use told::{Told, word};

use crate::note::Note;

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

/// How objects are written of interfaces that nobody implements.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Doubles<'a> {
    /// As classes of the test.
    #[default]
    Plain,
    /// By Mockito, where that can say what is wanted.
    Mockito {
        /// The tests, by their positions in the input, that have classes of their own all the same.
        except: &'a BTreeSet<usize>,
    },
}

impl<'a> Doubles<'a> {
    /// The same with classes of their own for these tests, by their positions in the input.
    #[must_use]
    pub fn but(self, by_hand: &'a BTreeSet<usize>) -> Self {
        match self {
            Self::Plain => Self::Plain,
            Self::Mockito { .. } => Self::Mockito { except: by_hand },
        }
    }

    /// Whether Mockito makes objects for the test.
    fn are_mocks(self, test: usize) -> bool {
        matches!(self, Self::Mockito { except } if !except.contains(&test))
    }
}

/// What is the same in all files of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Style<'a> {
    /// The framework.
    pub junit: JUnit,
    /// How objects of interfaces are written.
    pub doubles: Doubles<'a>,
    /// The version of Palus, for the first line of each file.
    pub version: &'a str,
    /// The seed of the run, for the first line of each file.
    pub seed: u64,
    /// The classes under test whose passing tests change what tests of others see: `JUnit` 5 is to run them beside no others.
    pub isolated: &'a BTreeSet<String>,
    /// The classes under test whose passing tests may bring the virtual machine to a halt when they run side by side: `JUnit` 5 is to run
    /// them one after the other.
    pub halting: &'a BTreeSet<String>,
    /// The classes under test whose passing tests write to standard streams: that leads nowhere while they run.
    pub silenced: &'a BTreeSet<String>,
    /// What is said of passing tests in comments, paragraphs by one of the test's goals.
    pub notes: &'a BTreeMap<u64, Vec<Note>>,
    /// Where answers of fakes were recorded.
    pub told: &'a Told,
}

/// What tests are called that were made for a purpose of their own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wording {
    /// What stands behind the name of the class under test, `AxiomsTest`.
    pub suffix: &'static str,
    /// One a test, in their order.
    pub labels: Vec<Label>,
}

/// What is said of one test.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    /// Its name: letters, digits and `_`, a letter first. One that is taken gets a number.
    pub name: String,
    /// The comment above it.
    pub comment: String,
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
    /// What stands behind them for several of them.
    pub shared: Vec<Shared>,
}

/// Lines of a file that belong to several tests.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shared {
    /// The first one, counted from 1.
    pub first_line: u32,
    /// The last one.
    pub last_line: u32,
    /// The tests that use what is declared there, by their positions in the input.
    pub tests: Vec<usize>,
}

impl SourceFile {
    /// The tests, by their positions in the input, to which a line belongs.
    pub fn tests_on(&self, line: u32) -> Vec<usize> {
        let own = self.tests.iter();
        let own = own.filter(|test| (test.first_line..=test.last_line).contains(&line));
        let shared = self.shared.iter();
        let shared = shared.filter(|shared| (shared.first_line..=shared.last_line).contains(&line));
        let users = shared.flat_map(|shared| shared.tests.iter().copied());
        own.map(|test| test.index).chain(users).collect()
    }

    /// Has tests, given by their positions in the input, suppress the compiler's warnings of these kinds.
    pub fn suppress(&mut self, kinds: &BTreeMap<usize, BTreeSet<String>>) {
        let mut lines: Vec<String> = self.text.split_inclusive('\n').map(str::to_owned).collect();
        let mut added = 0;
        for test in &mut self.tests {
            test.first_line += added;
            if let Some(kinds) = kinds.get(&test.index).filter(|kinds| !kinds.is_empty()) {
                let is_marked = |line: &String| line.trim_start().starts_with("@Test");
                let first = test.first_line as usize - 1;
                let at = first + lines[first..].iter().position(is_marked).map_or(0, |mark| mark + 1);
                lines.insert(at, annotation(kinds));
                added += 1;
            }
            test.last_line += added;
        }
        for shared in &mut self.shared {
            shared.first_line += added;
            shared.last_line += added;
        }
        self.text = lines.concat();
    }
}

fn annotation(kinds: &BTreeSet<String>) -> String {
    let quoted: Vec<String> = kinds.iter().map(|kind| format!("\"{kind}\"")).collect();
    match quoted.as_slice() {
        [one] => format!("  @SuppressWarnings({one})\n"),
        all => format!("  @SuppressWarnings({{{}}})\n", all.join(", ")),
    }
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
    /// Whether Mockito makes objects for it.
    pub mocks: bool,
}

/// Writes all tests of a run. The result depends on nothing but the arguments; tests keep the order in which they come.
pub fn emit(tests: &[(&Symbols, &KeptTest)], facts: &dyn TypeFacts, style: &Style) -> Emitted {
    file::emit(tests, facts, style, None)
}

/// The same for tests with names and comments of their own.
pub fn emit_labelled(
    tests: &[(&Symbols, &KeptTest)],
    facts: &dyn TypeFacts,
    style: &Style,
    wording: &Wording,
) -> Emitted {
    file::emit(tests, facts, style, Some(wording))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_suppressed_warning_stands_with_its_test_and_moves_the_lines_behind_it() {
        let test = |name: &str, first_line, last_line, index| EmittedTest {
            name: name.to_owned(),
            first_line,
            last_line,
            index,
            assertions: 1,
            mocks: false,
        };
        let mut file = SourceFile {
            path: PathBuf::new(),
            subject: String::new(),
            class: String::new(),
            failing: true,
            text: "class A {\n  // Why.\n  @Test\n  void a() {\n  }\n\n  @Test\n  void b() {\n  }\n}\n".to_owned(),
            tests: vec![test("a", 2, 5, 7), test("b", 7, 9, 3)],
            shared: vec![Shared {
                first_line: 11,
                last_line: 12,
                tests: vec![7, 3],
            }],
        };
        let kinds = |kinds: &[&str]| kinds.iter().map(|&kind| kind.to_owned()).collect();
        file.suppress(&BTreeMap::from([
            (7, kinds(&["removal"])),
            (3, kinds(&["unchecked", "deprecation"])),
        ]));
        assert_eq!(
            file.text,
            "class A {\n  // Why.\n  @Test\n  @SuppressWarnings(\"removal\")\n  void a() {\n  }\n\n  @Test\n  \
             @SuppressWarnings({\"deprecation\", \"unchecked\"})\n  void b() {\n  }\n}\n"
        );
        let lines: Vec<_> = file.tests.iter().map(|t| (t.first_line, t.last_line)).collect();
        assert_eq!(lines, [(2, 6), (8, 11)]);
        assert_eq!((file.tests_on(9), file.tests_on(13)), (vec![3], vec![7, 3]));
    }
}
