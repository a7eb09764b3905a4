//! What the compiler and the launcher tell, line by line.

use std::path::PathBuf;

/// A line on which the compiler found fault.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Diagnostic {
    /// The file, relative to the one of the directories that holds it.
    pub file: PathBuf,
    /// The line, from 1; 0 when the fault is the file's as a whole.
    pub line: u32,
    /// What the compiler said, on one line.
    pub message: String,
}

/// What the compiler found.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Compiled {
    /// What it refused. Nothing means that all class files were written.
    pub faults: Vec<Diagnostic>,
    /// What it warned of; the message is the key for `@SuppressWarnings`, empty where there is none.
    pub warnings: Vec<Diagnostic>,
    /// Where it met a class file of the class path that it does not read, or ended without an answer: no fault of the source. Line 0 stands for the whole file.
    pub refusals: Vec<Diagnostic>,
}

/// What became of one test method.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct TestResult {
    /// The test class, binary name.
    pub class: String,
    /// The test method.
    pub method: String,
    /// Whether it did what was expected of it.
    pub verdict: TestVerdict,
    /// Whether a test that passed wrote to a standard stream.
    pub printed: bool,
    /// The failure on one line; empty for a test that passed.
    pub message: String,
}

/// How a test ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum TestVerdict {
    /// Green.
    Passed,
    /// Red.
    Failed,
    /// It took so long that its virtual machine was ended, or ended it; the tests after it did not run.
    Hung,
}

/// What a run in one virtual machine gave.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct RunReport {
    /// The tests that ran, in the order in which they did.
    pub tests: Vec<TestResult>,
    /// Whether all of them did that were to: false when one hung.
    pub complete: bool,
    /// Whether there was no time for those that are missing.
    pub late: bool,
    /// How the virtual machine ended and the end of its output, where a test ended it.
    pub lost: Option<(String, String)>,
}

/// How the line begins with which an answer ends.
pub(super) const LAST: &str = "done\t";

/// `error<TAB>path<TAB>line<TAB>message` a fault, `refusal` and the same a refusal, `warning<TAB>path<TAB>line<TAB>key` a warning,
/// `done<TAB>faults` at the end; `None` without that end.
pub(super) fn parse_diagnostics(output: &str) -> Option<Compiled> {
    let mut found = Compiled::default();
    let mut ended = false;
    for line in output.lines() {
        let mut columns = line.splitn(4, '\t');
        match (columns.next(), columns.next(), columns.next(), columns.next()) {
            (Some(kind @ ("error" | "warning" | "refusal")), Some(file), Some(line), message) => {
                let kept = match kind {
                    "error" => &mut found.faults,
                    "warning" => &mut found.warnings,
                    _ => &mut found.refusals,
                };
                kept.push(Diagnostic {
                    file: PathBuf::from(file),
                    line: line.parse().unwrap_or(0),
                    message: message.unwrap_or_default().to_owned(),
                });
            }
            (Some("done"), ..) => ended = true,
            _ => {}
        }
    }
    ended.then_some(found)
}

/// `begun<TAB>class<TAB>method` where a test begins, `test<TAB>class<TAB>method<TAB>verdict<TAB>message` where it ends, `late` where there is no time for others, `done<TAB>count` at the end; `None` when that end is missing and no
/// test hung.
pub(crate) fn parse_results(output: &str) -> Option<RunReport> {
    let report = RunReport::told_in(output);
    let hung = report.tests.iter().any(|test| test.verdict == TestVerdict::Hung);
    (report.complete || hung).then_some(RunReport {
        complete: report.complete && !hung,
        ..report
    })
}

impl RunReport {
    /// Of a run of no tests.
    pub fn nothing() -> Self {
        Self {
            complete: true,
            ..Self::default()
        }
    }

    /// What a run's standard output told until the end or until something ended it: complete when all of it was.
    pub fn told_in(output: &str) -> Self {
        let mut report = Self::default();
        for line in output.lines() {
            let mut columns = line.splitn(5, '\t');
            match (columns.next(), columns.next(), columns.next(), columns.next()) {
                (Some("test"), Some(class), Some(method), Some(verdict)) => report.tests.push(TestResult {
                    class: class.to_owned(),
                    method: without_parameters(method),
                    verdict: match verdict {
                        "passed" | "printed" => TestVerdict::Passed,
                        "hung" => TestVerdict::Hung,
                        _ => TestVerdict::Failed,
                    },
                    printed: verdict == "printed",
                    message: columns.next().unwrap_or_default().to_owned(),
                }),
                (Some("late"), ..) => report.late = true,
                (Some("done"), ..) => report.complete = true,
                _ => {}
            }
        }
        report
    }

    /// What was told until a test ended the virtual machine, which counts as one that hung: the one that had begun, or else the last, which may have left
    /// a thread that did. `None` where none had.
    pub(super) fn cut_short(output: &str) -> Option<Self> {
        let mut report = Self::told_in(output);
        match begun(output) {
            Some((class, method)) => report.tests.push(TestResult {
                class: class.to_owned(),
                method: without_parameters(method),
                verdict: TestVerdict::Hung,
                printed: false,
                message: "it ended the virtual machine".to_owned(),
            }),
            None => report.tests.last_mut()?.verdict = TestVerdict::Hung,
        }
        Some(Self {
            complete: false,
            ..report
        })
    }
}

/// The class and the method of the test in the middle of which the output ends.
fn begun(output: &str) -> Option<(&str, &str)> {
    let is_about_a_test = |line: &&str| line.starts_with("begun\t") || line.starts_with("test\t");
    let last = output.lines().rfind(is_about_a_test)?;
    last.strip_prefix("begun\t")?.split_once('\t')
}

/// As the launcher of `JUnit` 4 names a method, or that of `JUnit` 5.
fn without_parameters(method: &str) -> String {
    method.trim_end_matches("()").to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_are_read_with_their_lines() {
        let output = "error\tdemo/APalusTest.java\t12\tcannot find symbol: x\nnoise\n\
                      warning\tdemo/APalusTest.java\t14\tdeprecation\n\
                      refusal\tdemo/BPalusTest.java\t0\tit ended\ndone\t1\n";
        let at = |line, message: &str| Diagnostic {
            file: "demo/APalusTest.java".into(),
            line,
            message: message.to_owned(),
        };
        assert_eq!(
            parse_diagnostics(output).unwrap(),
            Compiled {
                faults: vec![at(12, "cannot find symbol: x")],
                warnings: vec![at(14, "deprecation")],
                refusals: vec![Diagnostic {
                    file: "demo/BPalusTest.java".into(),
                    ..at(0, "it ended")
                }],
            }
        );
        assert_eq!(parse_diagnostics("done\t0\n"), Some(Compiled::default()));
    }

    #[test]
    fn an_answer_without_its_end_is_no_answer() {
        assert_eq!(parse_diagnostics("error\tA.java\t1\tx\n"), None);
        assert_eq!(parse_results("test\tA\tb\tpassed\t\n"), None);
        assert_eq!(parse_results(""), None);
    }

    #[test]
    fn results_are_read_with_their_messages() {
        let report =
            parse_results("test\tdemo.A\ta\tpassed\t\ntest\tdemo.A\tb\tfailed\texpected: <1>\ndone\t2\n").unwrap();
        assert!(report.complete);
        assert_eq!(report.tests[0].verdict, TestVerdict::Passed);
        assert_eq!(
            (report.tests[1].verdict, report.tests[1].message.as_str()),
            (TestVerdict::Failed, "expected: <1>")
        );
    }

    #[test]
    fn a_test_that_ends_its_virtual_machine_is_told_from_those_before_it() {
        let begun = "begun\ta.A\tone\ntest\ta.A\tone\tpassed\t\nbegun\ta.A\ttwo\n";
        let names = |output: &str| {
            let report = RunReport::cut_short(output)?;
            assert!(!report.complete);
            let tests = report.tests.into_iter();
            Some(tests.map(|test| (test.method, test.verdict)).collect::<Vec<_>>())
        };
        let (one, two) = ("one".to_owned(), "two".to_owned());
        assert_eq!(
            names(begun),
            Some(vec![(one.clone(), TestVerdict::Passed), (two, TestVerdict::Hung)])
        );
        // Something that it had started did.
        let between = begun.strip_suffix("begun\ta.A\ttwo\n").unwrap();
        assert_eq!(names(between), Some(vec![(one, TestVerdict::Hung)]));
        assert_eq!(names("Error occurred during initialization of VM\n"), None);
    }
}
