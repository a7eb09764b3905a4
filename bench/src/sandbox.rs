//! `sandbox`: the same tests with and without it, and what it costs.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, bail};

use crate::determinism::{difference, promised};
use crate::palus::palus;
use crate::subject::Subject;

/// What the sandbox may cost, as a share of the throughput.
const MOST: f64 = 0.05;

pub(crate) fn run(name: &str, sequences: u64, rounds: u32) -> Result<ExitCode> {
    let subject = Subject::resolve(name)?;
    let out = subject.work.join("out-sandbox");
    let mut first: Option<BTreeMap<PathBuf, Vec<u8>>> = None;
    let (mut confined, mut free) = (f64::INFINITY, f64::INFINITY);
    println!("| round | sandbox | s on the processor |\n| --- | --- | --- |");
    for round in 1..=rounds {
        for (option, best) in [(None, &mut confined), (Some("--no-sandbox"), &mut free)] {
            let seconds = generate(&subject, &out, sequences, option)?;
            println!("| {round} | {} | {seconds:.2} |", option.unwrap_or("on"));
            *best = best.min(seconds);
            let files = promised(&out)?;
            if let Some(path) = first.as_ref().and_then(|first| difference(first, &files)) {
                println!("{} differs", path.display());
                return Ok(ExitCode::FAILURE);
            }
            first.get_or_insert(files);
        }
    }
    let cost = confined / free.max(0.001) - 1.0;
    println!("the same files; the sandbox costs {:.1} % (best of each)", cost * 100.0);
    Ok(if cost <= MOST {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// Generates by one worker; the seconds that its search spent on a processor.
fn generate(subject: &Subject, out: &Path, sequences: u64, option: Option<&str>) -> Result<f64> {
    let _ = fs::remove_dir_all(out);
    let mut arguments = ["generate", "--seed", "7", "--jobs", "1", "--classes", subject.classes]
        .map(str::to_owned)
        .to_vec();
    arguments.extend(["--classpath".to_owned(), subject.class_path()]);
    arguments.extend(["--sequences".to_owned(), sequences.to_string()]);
    arguments.extend(["--out".to_owned(), out.display().to_string()]);
    arguments.extend(option.map(str::to_owned));
    let ended = palus(&arguments, &subject.work)?;
    if ended.code != Some(0) {
        bail!("generate ended with {:?}", ended.code);
    }
    let text = fs::read_to_string(out.join("palus.json")).context("palus.json cannot be read")?;
    let json: serde_json::Value = serde_json::from_str(&text)?;
    let millis = json
        .pointer("/run/phases/searching_cpu_ms")
        .and_then(serde_json::Value::as_f64);
    Ok(millis.context("palus.json lacks the time of the search")? / 1_000.0)
}
