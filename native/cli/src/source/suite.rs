//! Compiled tests, run here with the recorder or without it.

use std::collections::{BTreeSet, HashMap};
use std::ffi::OsString;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use anyhow::{Context as _, bail};
use palus_supervise::{Compiler, Jdk, MEDDLERS, RunReport, TestResult, TestVerdict, Verifier};

use crate::artefacts::Jars;
use crate::exit::say;
use crate::generate::{OLDEST_JAVA, class_path, names_in};

/// A test that takes longer hangs, where nothing else is said.
const PATIENCE: Duration = Duration::from_secs(60);

/// So many tests that hang are left out. Each costs a run of all the others.
const MOST_HANGING: usize = 8;

/// A suite, and what runs it.
pub(crate) struct TestSuite {
    verifier: Verifier,
    /// The folder of compiled tests.
    classes: PathBuf,
    names: Vec<String>,
    /// The tests that hung, class and method.
    hanging: Vec<(String, String)>,
    agent_jar: PathBuf,
    /// Where files for a run are put.
    scratch: PathBuf,
}

/// A run of a test method: class, method, and which run of the method, from 1.
pub(crate) type TestName = (String, String, u32);

/// What became of the tests of a run.
#[derive(Default, Debug)]
pub(crate) struct Ran {
    /// How many passed.
    pub(crate) passed: usize,
    /// Those that did not, with the first line of what they said.
    pub(crate) failed: Vec<(TestName, String)>,
}

impl TestSuite {
    /// The tests in a folder, for the command of that name. `scratch` is a folder of ours; a test that takes longer than `limit` hangs.
    pub(crate) fn find(
        folder: &Path,
        path: &str,
        (command, limit): (&'static str, Option<Duration>),
        scratch: &Path,
    ) -> anyhow::Result<Self> {
        let classes = fs::canonicalize(folder)
            .with_context(|| format!("cannot read {}; give the folder of compiled tests", folder.display()))?;
        let names = names_in(&classes)?;
        if names.is_empty() {
            bail!(
                "there is no class in {}; give the folder of compiled tests",
                folder.display()
            );
        }
        let jars = Jars::unpack(scratch)?;
        let verifier = Verifier {
            jdk: Jdk::find(OLDEST_JAVA, command)?,
            verify_jar: jars.verify,
            junit: jars.junit,
            class_path: class_path(path)?,
            mockito: None,
            refused_jars: Vec::new(),
            scratch: scratch.to_owned(),
            patience: limit.unwrap_or(PATIENCE),
            until: None,
            sandbox: None,
            passed_env: Vec::new(),
            class_data: None,
            compiler: Compiler::default(),
        };
        Ok(Self {
            verifier,
            classes,
            names,
            hanging: Vec::new(),
            agent_jar: jars.agent,
            scratch: scratch.to_owned(),
        })
    }

    /// The command that runs them in the directory of this process, as a build tool does, but for those that hang and some methods (class and
    /// method), with options for the virtual machine. What it prints is for [`TestSuite::ran`].
    pub(crate) fn command(&self, left_out: &[(String, String)], options: &[OsString]) -> anyhow::Result<Vec<OsString>> {
        let left_out = [left_out, self.hanging.as_slice()].concat();
        let verifier = &self.verifier;
        Ok(verifier.plain_run(&self.classes, &self.names, &left_out, options, &self.scratch)?)
    }

    /// The command for these tests alone, of `all` that there are. A test that takes longer than `patience` hangs.
    pub(crate) fn command_for(
        &self,
        tests: &BTreeSet<(String, String)>,
        all: &BTreeSet<(String, String)>,
        options: &[OsString],
        patience: Duration,
    ) -> anyhow::Result<Vec<OsString>> {
        let verifier = Verifier {
            patience: patience.min(self.verifier.patience),
            ..self.verifier.clone()
        };
        let names: BTreeSet<&str> = tests.iter().map(|(class, _)| outermost(class)).collect();
        let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        let left_out: Vec<(String, String)> = all.difference(tests).cloned().collect();
        Ok(verifier.plain_run(&self.classes, &names, &left_out, options, &self.scratch)?)
    }

    /// Runs such a command; the file that has its output.
    pub(crate) fn execute(&self, words: &[OsString]) -> anyhow::Result<PathBuf> {
        let (path, output) = self.output()?;
        let (program, arguments) = words.split_first().context("there is no command")?;
        let mut java = Command::new(program);
        java.args(arguments)
            .stdin(Stdio::null())
            .stdout(output)
            .stderr(Stdio::null());
        java.status().context("java cannot be run")?;
        Ok(path)
    }

    /// Runs such a command; what it told, to its end or until something ended it.
    pub(crate) fn told(&self, words: &[OsString]) -> anyhow::Result<RunReport> {
        printed(&self.execute(words)?)
    }

    /// Whether a class, by its binary name, is in the folder of the tests.
    pub(crate) fn has_class(&self, class: &str) -> bool {
        self.names
            .binary_search_by(|name| name.as_str().cmp(outermost(class)))
            .is_ok()
    }

    /// The Java that runs them.
    pub(crate) fn java(&self) -> PathBuf {
        self.verifier.jdk.java()
    }

    /// As a whole.
    pub(crate) fn jdk(&self) -> &Jdk {
        &self.verifier.jdk
    }

    /// Where the code under test is: the folders of the class path without the tests themselves, its first entry where there is none.
    pub(crate) fn under_test(&self) -> Vec<&Path> {
        let entries = self.verifier.class_path.iter().map(PathBuf::as_path);
        let others = entries.clone().filter(|entry| *entry != self.classes);
        let folders: Vec<&Path> = others.filter(|entry| entry.is_dir()).collect();
        if folders.is_empty() {
            entries.take(1).collect()
        } else {
            folders
        }
    }

    /// The jar with what asks about objects.
    pub(crate) fn agent_jar(&self) -> &Path {
        &self.agent_jar
    }

    /// All that the tests need but JUnit, themselves first.
    pub(crate) fn class_path(&self) -> Vec<&Path> {
        let needed = self.verifier.class_path.iter().map(PathBuf::as_path);
        std::iter::once(self.classes.as_path()).chain(needed).collect()
    }

    /// A folder of ours.
    pub(crate) fn scratch(&self) -> &Path {
        &self.scratch
    }

    /// Where the output of a run goes.
    pub(crate) fn output(&self) -> anyhow::Result<(PathBuf, File)> {
        let path = self.scratch.join("ran");
        let file = File::create(&path).context("cannot write a temporary file")?;
        Ok((path, file))
    }

    /// Leaves the test out from now on that hung in the run which printed this; whether there is one. It is an error when there are too many.
    pub(crate) fn leaves_out_who_hung(&mut self, output: &Path) -> anyhow::Result<bool> {
        let report = printed(output)?;
        let Some(test) = report.tests.iter().find(|test| test.verdict == TestVerdict::Hung) else {
            return Ok(false);
        };
        let (told, limit) = (format!("{}.{}", test.class, test.method), self.verifier.patience);
        if self.hanging.len() == MOST_HANGING {
            bail!(
                "{told} did not end within {limit:?}, as {MOST_HANGING} tests before; disable them, or give --test-limit"
            );
        }
        say(&format!(
            "{told} did not end within {limit:?} and is left out; the others run again"
        ));
        self.hanging.push((test.class.clone(), test.method.clone()));
        Ok(true)
    }

    /// Whether tests hung.
    pub(crate) fn has_hanging(&self) -> bool {
        !self.hanging.is_empty()
    }

    /// Reads what a run printed. It is an error when no test ran, or not all.
    pub(crate) fn ran(&self, output: &Path) -> anyhow::Result<Ran> {
        let report = printed(output)?;
        if let Some(hung) = report.tests.iter().find(|test| test.verdict == TestVerdict::Hung) {
            bail!(
                "{}.{} did not end within {:?} this time, and no test behind it ran; disable it, or give --test-limit",
                hung.class,
                hung.method,
                self.verifier.patience
            );
        }
        if !report.complete {
            let last = report.tests.last();
            let last = last.map_or("no test".to_owned(), |test| format!("{}.{}", test.class, test.method));
            bail!("the JVM of the tests ended before they did; the last that ended was {last}");
        }
        if report.tests.is_empty() {
            bail!(
                "there is no test in {}; give the folder of compiled tests for JUnit 4 or 5",
                self.classes.display()
            );
        }
        Ok(Ran::of(&report.tests))
    }
}

/// What a run told of its tests.
fn printed(output: &Path) -> anyhow::Result<RunReport> {
    let text = fs::read(output).context("cannot read a temporary file")?;
    Ok(RunReport::told_in(&String::from_utf8_lossy(&text)))
}

/// The class that a nested one is in, itself when it is none.
fn outermost(class: &str) -> &str {
    class.split('$').next().unwrap_or(class)
}

/// Takes away what the environment would have a virtual machine of ours do.
pub(crate) fn without_options(command: &mut Command) {
    for name in MEDDLERS {
        command.env_remove(name);
    }
}

impl Ran {
    /// What became of the tests that a run told of.
    pub(crate) fn of(tests: &[TestResult]) -> Self {
        let mut ran = Self::default();
        let mut runs = HashMap::<(&str, &str), u32>::new();
        for test in tests {
            // A test that is not meant to run does nothing; one whose assumption does not hold does what it does.
            if test.message.starts_with("skipped: ") {
                continue;
            }
            let run = runs.entry((&test.class, &test.method)).or_default();
            *run += 1;
            let is_aborted = ["TestAbortedException", "AssumptionViolatedException"]
                .iter()
                .any(|name| {
                    test.message
                        .split(':')
                        .next()
                        .is_some_and(|class| class.ends_with(name))
                });
            if test.verdict == TestVerdict::Failed && !is_aborted {
                let name = (test.class.clone(), test.method.clone(), *run);
                ran.failed.push((name, test.message.clone()));
            } else {
                ran.passed += 1;
            }
        }
        ran
    }

    /// Those that failed.
    pub(crate) fn failures(&self) -> BTreeSet<TestName> {
        self.failed.iter().map(|(name, _)| name.clone()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_of_a_method_are_counted_and_tests_that_were_not_meant_to_run_are_no_failures() {
        let report = RunReport::told_in(
            "test\tapp.A\ta\tpassed\t\ntest\tapp.A\ta\tfailed\tjava.lang.AssertionError: 1\n\
             test\tapp.A\tb\tfailed\tskipped: today\n\
             test\tapp.A\tc\tfailed\torg.opentest4j.TestAbortedException: no network\ndone\t4\n",
        );
        let ran = Ran::of(&report.tests);
        assert_eq!(ran.passed, 2);
        assert_eq!(
            ran.failures(),
            BTreeSet::from([("app.A".to_owned(), "a".to_owned(), 2)])
        );
    }
}
