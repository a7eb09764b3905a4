//! One run of a library's own suite in an empty folder: alone, with the recorder, or with JaCoCo's agent.

use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result};
use palus_supervise::Jdk;

use crate::palus::{palus_command, run_logged};
use crate::reports::Outcome;
use crate::subject::{ALL_TESTS, Subject};

/// What watches the suite.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Watched {
    /// Nothing.
    Alone,
    /// `palus record`, from its start until the model is written.
    ByPalus,
    /// The same, with the calls of the JDK.
    ByPalusWithCallSites,
    /// The same as by default, and each call kept with the states of its objects.
    ByPalusWithStates,
    /// The agent of JaCoCo, on the same classes.
    ByJacoco,
}

impl Watched {
    /// What `palus record` is told besides; `None` where something else watches.
    fn options(self) -> Option<&'static [&'static str]> {
        match self {
            Self::ByPalus => Some(&[]),
            Self::ByPalusWithCallSites => Some(&["--call-sites=on"]),
            Self::ByPalusWithStates => Some(&["--keep-trace=run.trace", "--states"]),
            Self::Alone | Self::ByJacoco => None,
        }
    }
}

/// What came of it.
pub(crate) struct Ran {
    pub(crate) outcome: Outcome,
    /// Wall time of the whole command.
    pub(crate) took: Duration,
    /// The model, when it was recorded.
    pub(crate) model: Option<PathBuf>,
    /// How many events were folded into it.
    pub(crate) events: Option<u64>,
    /// What was printed on stdout.
    said: String,
}

impl Ran {
    /// The first line on stdout that begins so.
    pub(crate) fn told(&self, beginning: &str) -> Result<&str> {
        let line = self.said.lines().find(|line| line.starts_with(beginning));
        line.with_context(|| format!("the suite printed no line that begins with \"{beginning}\""))
    }
}

/// Runs the suite; `extra` are further options of the JVM, `tests` is a pattern that classes of tests must match.
pub(crate) fn run_suite(
    subject: &Subject,
    jdk: &Jdk,
    watched: Watched,
    extra: &[&str],
    tests: Option<&str>,
) -> Result<Ran> {
    let empty = subject.work.join("suite");
    let _ = fs::remove_dir_all(&empty);
    fs::create_dir_all(&empty).with_context(|| format!("{} cannot be made", empty.display()))?;
    let reports = subject.work.join("suite-reports");
    let _ = fs::remove_dir_all(&reports);
    let mut java: Vec<String> = extra.iter().map(|&option| option.to_owned()).collect();
    if let Watched::ByJacoco = watched {
        let agent = subject.jacoco.agent_option(&subject.work.join("jacoco.exec"));
        java.push(format!("{},includes={}", agent.display(), subject.classes));
    }
    java.extend(subject.suite_arguments()?);
    java.push(format!("--reports-dir={}", reports.display()));
    if let Some(pattern) = tests {
        java.retain(|argument| argument != ALL_TESTS);
        java.push(format!("--include-classname={pattern}"));
    }
    let launcher = jdk.java();
    let model = subject.work.join(format!("suite-{}.palus", jdk.feature()));
    let events = subject.work.join("suite-events");
    let _ = fs::remove_file(&events);
    let mut command = match watched.options() {
        Some(options) => {
            let _ = fs::remove_file(&model);
            let mut palus = palus_command()?;
            palus.args(["record", "--include", subject.classes, "--out"]);
            palus.arg(&model).env("PALUS_COUNT_EVENTS", &events);
            palus.args(options).arg("--").arg(launcher);
            palus
        }
        None => Command::new(launcher),
    };
    let log = subject.work.join("suite.log");
    let ended = run_logged(command.args(&java), &empty, &log)?;
    let outcome = Outcome::read(&reports).with_context(|| {
        let (code, log) = (ended.code, log.display());
        format!("the suite wrote no report (exit code {code:?}); {log} has what it said")
    })?;
    Ok(Ran {
        outcome,
        took: ended.took,
        model: model.exists().then_some(model).filter(|_| watched.options().is_some()),
        events: fs::read_to_string(&events)
            .ok()
            .map(|lines| lines.lines().filter_map(|line| line.parse::<u64>().ok()).sum()),
        said: ended.stdout,
    })
}
