//! `solve`: what trying open branches with variables gains over the same time spent in the search, by JaCoCo.

use std::path::Path;
use std::process::ExitCode;

use anyhow::Result;
use serde_json::Value;

use crate::evaluation::emitted;
use crate::library::{Asked, generate};
use crate::subject::Subject;

/// What is measured, and for how long.
pub(crate) struct Times {
    /// Seconds for the search, and as many for solving.
    pub(crate) seconds: u64,
    /// Seeds from 1 on.
    pub(crate) rounds: u64,
}

/// What a run covers.
struct Measured {
    branches: u64,
    all: u64,
    tests: u64,
    failed: u64,
    took: f64,
    /// What became of open branches, where they were tried.
    solve: Value,
}

/// Each seed once with the time, once with twice the time, and once with the time and as much for solving.
pub(crate) fn run(names: &[String], times: &Times) -> Result<ExitCode> {
    let time = times.seconds;
    println!(
        "| library | seed | {time} s | {} s | {time} s and solving | of | tests | failed | s taken |",
        2 * time
    );
    println!("| --- | --- | --- | --- | --- | --- | --- | --- | --- |");
    let mut all_passed = true;
    for name in names {
        let subject = Subject::resolve(name)?;
        let mut gained = 0;
        for seed in 1..=times.rounds {
            let [short, long, solved] = round(&subject, time, seed)?;
            let runs = [&short, &long, &solved];
            let joined = |of: &dyn Fn(&Measured) -> String| runs.map(of).join(", ");
            println!(
                "| {name} | {seed} | {} | {} | {} | {} | {} | {} | {} |",
                short.branches,
                long.branches,
                solved.branches,
                solved.all,
                joined(&|run| run.tests.to_string()),
                joined(&|run| run.failed.to_string()),
                joined(&|run| format!("{:.0}", run.took)),
            );
            println!("<!-- {} -->", solved.solve);
            gained += solved.branches as i64 - long.branches as i64;
            all_passed &= runs.iter().all(|run| run.failed == 0);
        }
        println!("{name}: {gained:+} branches over the same time spent in the search, in all seeds together");
    }
    Ok(if all_passed {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// The runs of a seed follow each other, for no machine is equally fast for long.
fn round(subject: &Subject, seconds: u64, seed: u64) -> Result<[Measured; 3]> {
    let out = subject.work.join("out-solve");
    let solving = ["--solve".to_owned(), format!("{seconds}s")];
    Ok([
        measure(subject, &out, (seconds, seed), &[])?,
        measure(subject, &out, (2 * seconds, seed), &[])?,
        measure(subject, &out, (seconds, seed), &solving)?,
    ])
}

fn measure(subject: &Subject, out: &Path, (seconds, seed): (u64, u64), options: &[String]) -> Result<Measured> {
    let asked = Asked {
        seed,
        options,
        ..Asked::new(seconds)
    };
    let generated = generate(subject, None, out, &asked)?;
    let (covered, tests, failed) = emitted(subject, out)?;
    Ok(Measured {
        branches: covered.branches,
        all: covered.all_branches,
        tests,
        failed,
        took: generated.took.as_secs_f64(),
        solve: generated.json["solve"].clone(),
    })
}
