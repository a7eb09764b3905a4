//! `invariants`: what it costs to infer what was always true, beside the recording that it reads.

use std::fs;
use std::path::Path;
use std::process::{Command, ExitCode};

use anyhow::{Context, Result, ensure};
use serde_json::Value as Json;

use crate::cpu;
use crate::palus::{palus_command, run_logged, target};
use crate::redundant;
use crate::subject::{Subject, jdk};

/// What a command cost.
struct Cost {
    /// Processor seconds of it and all that it started.
    seconds: f64,
    /// The most memory at once, in bytes.
    peak: u64,
    stdout: String,
}

/// Records the suites with states and infers, or, without names, infers from a made-up trace of so many tests of ten calls.
pub(crate) fn run(names: &[String], feature: u32, tests: u64) -> Result<ExitCode> {
    println!(
        "| executions | recording cpu s | MiB of trace | inference cpu s | times the recording | inference MiB | statements |"
    );
    println!("| --- | --- | --- | --- | --- | --- | --- |");
    if names.is_empty() {
        let work = target()?.join("bench").join("invariants");
        fs::create_dir_all(&work).with_context(|| format!("{} cannot be made", work.display()))?;
        let trace = work.join("made-up.trace");
        redundant::write(&trace, tests)?;
        row("made up", None, &trace, &work)?;
    }
    for name in names {
        let subject = Subject::resolve(name)?;
        let empty = subject.work.join("invariants");
        let _ = fs::remove_dir_all(&empty);
        fs::create_dir_all(&empty).with_context(|| format!("{} cannot be made", empty.display()))?;
        let trace = empty.join("run.trace");
        let mut palus = palus_command()?;
        palus.args([
            "record",
            "--states",
            "--include",
            subject.classes,
            "--out",
            "run.palus",
            "--keep-trace",
        ]);
        palus
            .arg(&trace)
            .arg("--")
            .arg(jdk(feature)?.java())
            .args(subject.suite_arguments()?);
        // Some tests of the suites fail in an empty folder, so the exit code says nothing.
        let (recording, _) = cost(&mut palus, &empty, &subject.work.join("record.log"))?;
        row(name, Some(recording.seconds), &trace, &empty)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn row(name: &str, recording: Option<f64>, trace: &Path, work: &Path) -> Result<()> {
    let size = fs::metadata(trace)
        .with_context(|| format!("{} was not written", trace.display()))?
        .len();
    let mut palus = palus_command()?;
    palus.arg("invariants").arg(trace).args(["--format", "json"]);
    let (inference, code) = cost(&mut palus, work, &work.join("invariants.log"))?;
    ensure!(
        code == Some(0),
        "palus invariants ended with {code:?}; invariants.log in {} has why",
        work.display()
    );
    let told: Json = serde_json::from_str(&inference.stdout)?;
    let points = told["points"].as_array().map(Vec::as_slice).unwrap_or_default();
    let entries = points.iter().filter(|point| point["moment"] == "enter");
    let executions: u64 = entries.filter_map(|point| point["samples"].as_u64()).sum();
    let statements: usize = points
        .iter()
        .filter_map(|point| Some(point["invariants"].as_array()?.len()))
        .sum();
    let figure = |value: Option<f64>| value.map_or_else(|| "-".to_owned(), |value| format!("{value:.1}"));
    println!(
        "| {name}: {executions} | {} | {} | {:.1} | {} | {} | {statements} |",
        figure(recording),
        size >> 20,
        inference.seconds,
        figure(recording.map(|recording| inference.seconds / recording)),
        inference.peak >> 20
    );
    Ok(())
}

/// Runs a command: what it cost, and its exit code.
fn cost(command: &mut Command, work: &Path, log: &Path) -> Result<(Cost, Option<i32>)> {
    let before = cpu::of_children()?;
    let ended = run_logged(command, work, log)?;
    let cost = Cost {
        seconds: cpu::of_children()? - before,
        peak: ended.peak,
        stdout: ended.stdout,
    };
    Ok((cost, ended.code))
}
