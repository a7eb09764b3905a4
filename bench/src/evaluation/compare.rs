//! `compare`: any JUnit tests of a library, measured by the instruments that measure ours.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::{Context, Result, bail};

use super::cell::{covered, sample};
use super::experiment::Row;
use super::figures::Figures;
use super::{surroundings, table};
use crate::library::{collect, execute, javac};
use crate::palus::run as run_command;
use crate::subject::{Size, Subject, jdk};

pub(crate) fn run(name: &str, tests: Option<&Path>, class_path: Option<&str>) -> Result<ExitCode> {
    let subject = Subject::resolve(name)?;
    let figures = match tests {
        None => {
            subject.suite()?;
            sample(&subject, Size::Full)?
        }
        Some(tests) => {
            let more: Vec<PathBuf> = class_path.iter().flat_map(std::env::split_paths).collect();
            given(&subject.with(&more), tests)?
        }
    };
    let row = Row {
        library: name.to_owned(),
        variant: if tests.is_some() { "given tests" } else { "own suite" }.to_owned(),
        budget: None,
        seed: None,
        figures: Some(figures),
        reason: None,
    };
    let rows = [row];
    let text = format!(
        "## Other tests\n\n{}\n\n{}",
        surroundings::describe(),
        table::summary(&rows)
    );
    let folder = subject.work.parent().context("a folder of a library has a parent")?;
    fs::write(folder.join("compare.md"), &text)?;
    fs::write(folder.join("compare.json"), serde_json::to_vec_pretty(&rows)?)?;
    println!("{text}");
    Ok(ExitCode::SUCCESS)
}

/// Compiles sources when there are any, and runs the tests under JaCoCo.
fn given(subject: &Subject, tests: &Path) -> Result<Figures> {
    let tests = fs::canonicalize(tests).with_context(|| format!("{} is not there", tests.display()))?;
    let jdk = jdk(17)?;
    let mut sources = Vec::new();
    if tests.is_dir() {
        collect(&tests, &mut sources)?;
    }
    let classes = if sources.is_empty() {
        tests
    } else {
        let classes = subject.work.join("given-classes");
        let _ = fs::remove_dir_all(&classes);
        let mut command: Command = javac(subject, &sources, &classes, &jdk)?;
        if run_command(&mut command, &subject.work)?.code != Some(0) {
            bail!("javac did not take the tests; give what they need by --class-path");
        }
        classes
    };
    let exec = subject.work.join("given.exec");
    // JaCoCo appends to what is there.
    let _ = fs::remove_file(&exec);
    let agent = subject.jacoco.agent_option(&exec);
    let (tests, _, failed) = execute(subject, &classes, &jdk, Some(&agent))?;
    Ok(Figures {
        covered: covered(subject, &jdk, &exec)?,
        tests,
        failed,
        ..Figures::default()
    })
}
