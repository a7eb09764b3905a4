//! Generated tests in one virtual machine with those that the project has already, as its build runs them.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::Error;
use crate::vary::ALWAYS;
use crate::verify::{Mockito, Order, RunReport, TestVerdict, Verifier, option, write};

/// How often tests of the project that hang are left out, and the rest begun again.
const MOST_HUNG: usize = 3;

/// The tests that a project has already, compiled.
#[derive(Clone, Debug)]
pub struct OwnTests {
    /// What they need, themselves included.
    pub class_path: Vec<PathBuf>,
    /// Their classes by name.
    pub classes: BTreeSet<String>,
    /// How long they may take. What has come out by then counts.
    pub limit: Duration,
}

impl Verifier {
    /// Runs the tests of these classes, compiled into `classes`, and the project's own, all in the order of their names or just the other way
    /// round. Tests without a result had no turn before the time was up or one of the project's ended the virtual machine.
    pub fn run_beside(
        &self,
        classes: &Path,
        tests: &[String],
        own: &OwnTests,
        is_reversed: bool,
    ) -> Result<RunReport, Error> {
        let mut names: BTreeSet<&str> = own.classes.iter().chain(tests).map(String::as_str).collect();
        let mut report = RunReport::default();
        for _ in 0..=MOST_HUNG {
            report = self.run_once(classes, &names, own, is_reversed)?;
            let hung = report.tests.iter().find(|test| test.verdict == TestVerdict::Hung);
            match hung.filter(|test| own.classes.contains(&test.class)) {
                Some(hung) => names.remove(hung.class.as_str()),
                None => break,
            };
        }
        Ok(report)
    }

    /// Runs the project's own tests alone, in a virtual machine with this option that may write into these folders besides, for no longer than that.
    pub fn run_own(
        &self,
        own: &OwnTests,
        (option, folders): (OsString, &[PathBuf]),
        limit: Duration,
    ) -> Result<RunReport, Error> {
        let names = own.classes.iter().map(String::as_str).collect();
        let own = OwnTests { limit, ..own.clone() };
        self.run_in((&[], folders.to_vec(), Some(option)), &names, &own, Order::Usual)
    }

    fn run_once(
        &self,
        classes: &Path,
        names: &BTreeSet<&str>,
        own: &OwnTests,
        is_reversed: bool,
    ) -> Result<RunReport, Error> {
        let order = if is_reversed { Order::Reversed } else { Order::Usual };
        self.run_in((&[classes.to_owned()], Vec::new(), None), names, own, order)
    }

    /// In one virtual machine with these entries of its class path first, which may write into these folders, with that option.
    fn run_in(
        &self,
        (classes, mut writable, more): (&[PathBuf], Vec<PathBuf>, Option<OsString>),
        names: &BTreeSet<&str>,
        own: &OwnTests,
        order: Order,
    ) -> Result<RunReport, Error> {
        let run = self.start()?;
        let list = run.file("tests");
        let lines: Vec<&str> = names.iter().copied().collect();
        write(&list, lines.join("\n").as_bytes())?;
        let mut class_path = classes.to_vec();
        class_path.extend(
            self.junit
                .iter()
                .chain(&own.class_path)
                .chain(&self.class_path)
                .chain(self.mock_jars())
                .cloned(),
        );
        class_path.push(self.verify_jar.clone());
        let mut settings: Vec<_> = ALWAYS.map(Into::into).into();
        settings.extend(self.mockito.as_ref().and_then(Mockito::setting));
        settings.push(option("-Djava.io.tmpdir=", &run.work()));
        settings.push(format!("-Dpalus.verify.limit-ms={}", self.patience.as_millis()).into());
        writable.push(run.directory().to_owned());
        settings.extend(self.confined(&self.jdk, &run, class_path.clone(), writable)?);
        // Behind what confines it.
        settings.extend(more);
        let mut command = self.command(&self.jdk, &settings, &class_path);
        command.args(["run", &order.argument()]).arg(&list);
        Ok(RunReport::told_in(&run.finish_within(command, own.limit)?.output))
    }
}
