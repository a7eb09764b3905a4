//! `compare`: any JUnit tests of a library, measured by the instruments that measure ours.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::{Context, Result, bail};
use clap::Args;
use palus_supervise::Jdk;

use super::cell::{covered, junit4, mib, sample};
use super::experiment::{Left, Row, leave};
use super::figures::Figures;
use super::{surroundings, table};
use crate::QUICK;
use crate::given::GivenTests;
use crate::library::{collect, execute_as_an_application, javac};
use crate::palus::run_logged;
use crate::subject::{Size, Subject, jdk};

/// The name of the files.
const NAME: &str = "compare";

/// What is measured.
#[derive(Args)]
pub(crate) struct Given {
    /// Which library.
    #[arg(default_value = QUICK)]
    name: String,
    #[command(flatten)]
    tests: GivenTests,
    /// Compile and run them by the Java of this home, for tools that write for an old one.
    #[arg(long, value_name = "HOME", requires = "with_tests")]
    java: Option<PathBuf>,
    /// Take commons-cli when no library is named: this command has no budget, it takes as long as the tests do.
    #[arg(long)]
    quick: bool,
}

/// Adds a row to those of earlier runs; a row of the same library and name is measured again.
pub(crate) fn run(given: &Given) -> Result<ExitCode> {
    let subject = Subject::resolve(&given.name)?;
    let (called, figures) = match &given.tests.with_tests {
        None => {
            subject.suite()?;
            ("own suite".to_owned(), sample(&subject, Size::Full)?)
        }
        Some(tests) => {
            let called = given.tests.name_of(tests);
            let mut more = junit4(&subject)?;
            more.extend(given.tests.class_path()?);
            let java = given.java.as_deref().map(Jdk::at).transpose()?;
            (called, measure(&subject.with(&more), tests, java)?)
        }
    };
    let row = Row {
        library: given.name.clone(),
        variant: called,
        budget: None,
        seed: None,
        figures: Some(figures),
        reason: None,
    };
    println!("{}\n{}", table::HEADER, table::line(&[&row]));
    let folder = subject.work.parent().context("a folder of a library has a parent")?;
    let mut left = Left::of(folder, NAME)?;
    left.rows
        .retain(|other| (&other.library, &other.variant) != (&row.library, &row.variant));
    left.rows.push(row);
    left.rows.sort_by(|a, b| a.library.cmp(&b.library));
    left.about.push(surroundings::describe());
    leave(folder, NAME, "Other tests", &left)?;
    Ok(ExitCode::SUCCESS)
}

/// Compiles sources when there are any, and runs the tests under JaCoCo.
fn measure(subject: &Subject, tests: &Path, java: Option<Jdk>) -> Result<Figures> {
    let tests = fs::canonicalize(tests).with_context(|| format!("{} is not there", tests.display()))?;
    let reporting = jdk(17)?;
    let jdk = java.unwrap_or_else(|| reporting.clone());
    let mut sources = Vec::new();
    if tests.is_dir() {
        collect(&tests, &mut sources)?;
    }
    let (classes, refused) = if sources.is_empty() {
        (tests, 0)
    } else {
        compile_all_it_takes(subject, sources, &jdk, &reporting)?
    };
    let exec = subject.work.join("given.exec");
    // JaCoCo appends to what is there.
    let _ = fs::remove_file(&exec);
    let agent = subject.jacoco.agent_option(&exec);
    let ran = execute_as_an_application(subject, &classes, &jdk, &agent)?;
    Ok(Figures {
        covered: covered(subject, &reporting, &exec)?,
        tests: ran.outcome.found(),
        failed: ran.outcome.failed,
        seconds: ran.took.as_secs_f64(),
        peak_mib: mib(ran.peak),
        refused: Some(refused),
        ..Figures::default()
    })
}

/// Compiles the sources for one Java by the compiler of another; those that it does not take are left out and counted.
fn compile_all_it_takes(
    subject: &Subject,
    mut sources: Vec<String>,
    jdk: &Jdk,
    compiling: &Jdk,
) -> Result<(PathBuf, u64)> {
    let classes = subject.work.join("given-classes");
    let log = subject.work.join("given.log");
    let all = sources.len();
    while !sources.is_empty() {
        let _ = fs::remove_dir_all(&classes);
        let mut command: Command = javac(subject, &sources, &classes, compiling)?;
        command.args(["-Xmaxerrs", "0"]);
        if jdk.feature() < compiling.feature() {
            command.args(["--release", &jdk.feature().to_string()]);
        }
        if run_logged(&mut command, &subject.work, &log)?.code == Some(0) {
            return Ok((classes, (all - sources.len()) as u64));
        }
        let said = fs::read_to_string(&log).unwrap_or_default();
        let before = sources.len();
        sources.retain(|source| !said.contains(&format!("{source}:")));
        if sources.len() == before {
            break;
        }
    }
    bail!(
        "javac takes none of the tests; give what they need by --class-path ({} has what it said)",
        log.display()
    );
}
