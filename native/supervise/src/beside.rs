//! Generated tests in one virtual machine with those that the project has already, as its build runs them.

use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::Error;
use crate::pool::run_all;
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

impl OwnTests {
    /// The least of their time that tests have a turn in, where all that was asked for is over.
    const LEAST_PART: u32 = 3;

    /// The same where all is to be done by then: what has a turn until then counts, or in a third of the time that they may take.
    #[must_use]
    pub fn by(&self, until: Option<Instant>) -> Self {
        let left = until.map_or(self.limit, |until| until.saturating_duration_since(Instant::now()));
        Self {
            limit: left.clamp(self.limit / Self::LEAST_PART, self.limit),
            ..self.clone()
        }
    }
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

    /// Runs the project's own tests alone, in so many virtual machines at once, with this option, which may write into these folders besides, for no
    /// longer than that. What each told is as good as what another did, whatever became of that.
    pub fn run_own(
        &self,
        own: &OwnTests,
        machines: usize,
        (option, folders): (&OsStr, &[PathBuf]),
        limit: Duration,
    ) -> Result<(), Error> {
        let own = OwnTests { limit, ..own.clone() };
        let part = |part| {
            own.classes
                .iter()
                .map(String::as_str)
                .skip(part)
                .step_by(machines)
                .collect()
        };
        let parts: Vec<BTreeSet<&str>> = (0..machines).map(part).collect();
        let ran = run_all(&parts, machines, |_, names| {
            self.run_in(
                (&[], folders.to_vec(), Some(option.to_owned())),
                names,
                &own,
                Order::Usual,
            )
        });
        ran.into_iter().try_for_each(|ran| ran.map(|_| ()))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn own_tests_have_what_is_left_and_a_third_of_their_time_in_any_case() {
        let own = OwnTests {
            class_path: Vec::new(),
            classes: BTreeSet::new(),
            limit: Duration::from_secs(30),
        };
        let by = |until| own.by(until).limit;
        assert_eq!(by(None), own.limit);
        assert_eq!(by(Some(Instant::now())), Duration::from_secs(10));
        assert_eq!(by(Some(Instant::now() + Duration::from_secs(600))), own.limit);
        let left = by(Some(Instant::now() + Duration::from_secs(20)));
        assert!((15..=20).contains(&left.as_secs()), "{left:?}");
    }
}
