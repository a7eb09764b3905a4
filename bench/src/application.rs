//! An application of services with collaborators: what tests without its framework reach of them, with and without a recording of its own tests.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::{Context, Result, bail};
use clap::Args;
use serde_json::Value;

use crate::palus::{self, palus, target};

/// Where it stands in this repository.
const APPLICATION: &str = "examples/spring";
/// Its classes, and those of them under test.
const CLASSES: &str = "org.example.*";
const SERVICES: &str = "org.example.bookings.service.*";
/// The collaborators of which all answers are kept.
const COLLABORATORS: [&str; 2] = ["org.example.bookings.store.*", "java.time.Clock"];

/// What is asked.
#[derive(Args, Debug)]
pub(crate) struct Asked {
    /// The budget of each run in seconds.
    #[arg(long, default_value_t = 60)]
    time: u64,
    /// The seed.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Records the application's tests, generates with and without the recording, by mocks and by classes of the tests, and has Maven run what was written
/// beside the tests that are there: fails where they are not green.
pub(crate) fn run(asked: &Asked) -> Result<ExitCode> {
    let work = target()?.join("bench").join("application");
    if work.exists() {
        fs::remove_dir_all(&work).with_context(|| format!("{} cannot be removed", work.display()))?;
    }
    copy(&root().join(APPLICATION), &work)?;
    record(&work)?;
    let class_path = class_path(&work)?;
    println!(
        "| recording | doubles | tests | failing | not compiled | flaky | branches of the services | s | run by Maven |"
    );
    println!("| --- | --- | --- | --- | --- | --- | --- | --- | --- |");
    let mut all_green = true;
    for is_recorded in [true, false] {
        for doubles in ["auto", "plain"] {
            let out = work.join(format!("out-{is_recorded}-{doubles}"));
            let mut arguments: Vec<String> = vec!["generate".into(), "--quiet".into()];
            for (option, value) in [
                ("--classpath", class_path.clone()),
                ("--classes", SERVICES.to_owned()),
                ("--time", format!("{}s", asked.time)),
                ("--seed", asked.seed.to_string()),
                ("--doubles", doubles.to_owned()),
                ("--out", out.display().to_string()),
            ] {
                arguments.extend([option.to_owned(), value]);
            }
            if is_recorded {
                arguments.extend(["--model".to_owned(), "run.palus".to_owned()]);
            }
            let ended = palus(&arguments, &work)?;
            let row = row(&out)?;
            let recording = if is_recorded { "its three tests" } else { "none" };
            let took = ended.took.as_secs_f64();
            let is_green = is_green_beside(&out)?;
            all_green &= is_green;
            let beside = if is_green { "green" } else { "red" };
            println!("| {recording} | {doubles} | {row} | {took:.1} | {beside} |");
        }
    }
    Ok(if all_green {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

fn root() -> PathBuf {
    let bench = Path::new(env!("CARGO_MANIFEST_DIR"));
    bench.parent().unwrap_or(bench).to_owned()
}

/// Copies a folder into another one, without what a build made.
fn copy(from: &Path, to: &Path) -> Result<()> {
    let cannot = || format!("{} cannot be copied", from.display());
    fs::create_dir_all(to).with_context(cannot)?;
    for entry in fs::read_dir(from).with_context(cannot)? {
        let entry = entry.with_context(cannot)?;
        let place = to.join(entry.file_name());
        if !entry.file_type().with_context(cannot)?.is_dir() {
            fs::copy(entry.path(), &place).with_context(cannot)?;
        } else if entry.file_name() != "target" {
            copy(&entry.path(), &place)?;
        }
    }
    Ok(())
}

fn record(work: &Path) -> Result<()> {
    let mut arguments: Vec<String> = ["record", "--out", "run.palus", "--include", CLASSES]
        .map(str::to_owned)
        .into();
    for glob in COLLABORATORS {
        arguments.extend(["--collaborators".to_owned(), glob.to_owned()]);
    }
    arguments.extend(["--", "mvn", "-B", "-q", "test"].map(str::to_owned));
    let ended = palus(&arguments, work)?;
    if ended.code != Some(0) {
        bail!("the tests of the application do not pass:\n{}", ended.stdout);
    }
    Ok(())
}

fn class_path(work: &Path) -> Result<String> {
    let file = "-Dmdep.outputFile=classpath.txt";
    let ended = palus::run(
        Command::new("mvn").args(["-B", "-q", "dependency:build-classpath", file]),
        work,
    )?;
    if ended.code != Some(0) {
        bail!("Maven does not tell the class path:\n{}", ended.stdout);
    }
    let dependencies = fs::read_to_string(work.join("classpath.txt")).context("Maven wrote no class path")?;
    Ok(format!("target/classes:{}", dependencies.trim()))
}

/// What `palus.json` says of a run.
fn row(out: &Path) -> Result<String> {
    let file = out.join("palus.json");
    let text = fs::read_to_string(&file).with_context(|| format!("{} cannot be read", file.display()))?;
    let report: Value = serde_json::from_str(&text).with_context(|| format!("{} is no report", file.display()))?;
    let count = |of: &str, name: &str| report[of][name].as_u64().unwrap_or_default();
    let (hit, total) = (count("coverage", "branches_hit"), count("coverage", "branches_total"));
    let tests =
        ["passing", "failing", "dropped_uncompilable", "dropped_flaky"].map(|name| count("tests", name).to_string());
    let share = 100.0 * hit as f64 / total.max(1) as f64;
    Ok(format!("{} | {hit} of {total}, {share:.1} %", tests.join(" | ")))
}

/// Whether the passing tests are green beside the application's own, by Maven in a copy of it.
fn is_green_beside(out: &Path) -> Result<bool> {
    let project = out.join("project");
    copy(&root().join(APPLICATION), &project)?;
    copy(&out.join("java"), &project.join("src/test/java"))?;
    let ended = palus::run(Command::new("mvn").args(["-B", "-q", "test"]), &project)?;
    Ok(ended.code == Some(0))
}
