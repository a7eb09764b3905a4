//! `suites`: the recorder does not change what a program does, shown on the suites of whole libraries.

use std::process::ExitCode;

use anyhow::Result;
use palus_supervise::Jdk;

use crate::subject::{Subject, jdk, jdks, names};
use crate::suite::{Ran, Watched, run_suite};

pub(crate) fn run(wanted: &[String], feature: Option<u32>, verify_all: bool) -> Result<ExitCode> {
    let mut wanted: Vec<&str> = wanted.iter().map(String::as_str).collect();
    if wanted.is_empty() {
        wanted = names().collect();
    }
    let jdks = match feature {
        Some(feature) => vec![jdk(feature)?],
        None => jdks()?,
    };
    let extra: &[&str] = if verify_all { &["-Xverify:all"] } else { &[] };
    let mut same = true;
    println!("| suite | JDK | recorder | passed | failed | skipped | s |\n| --- | --- | --- | --- | --- | --- | --- |");
    for name in wanted {
        let subject = Subject::resolve(name)?;
        for jdk in &jdks {
            same &= compare(name, &subject, jdk, extra)?;
        }
    }
    Ok(if same { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Runs the suite twice; false when any count differs or another test fails, or when there was nothing to compare.
fn compare(name: &str, subject: &Subject, jdk: &Jdk, extra: &[&str]) -> Result<bool> {
    let off = run_suite(subject, jdk, Watched::Alone, extra, None)?;
    row(name, jdk, "off", &off);
    let on = run_suite(subject, jdk, Watched::ByPalus, extra, None)?;
    row(name, jdk, "on", &on);
    for test in off.outcome.failures.symmetric_difference(&on.outcome.failures) {
        let with = if on.outcome.failures.contains(test) {
            "with"
        } else {
            "without"
        };
        println!("{test} fails {with} the recorder only");
    }
    let nothing = if off.outcome.found() == 0 {
        Some("no test ran")
    } else if on.model.is_none() {
        Some("nothing was recorded")
    } else {
        None
    };
    if let Some(nothing) = nothing {
        println!("{name}: {nothing}");
    }
    Ok(off.outcome == on.outcome && nothing.is_none())
}

fn row(name: &str, jdk: &Jdk, recorder: &str, ran: &Ran) {
    let (outcome, seconds) = (&ran.outcome, ran.took.as_secs_f64());
    println!(
        "| {name} | {} | {recorder} | {} | {} | {} | {seconds:.1} |",
        jdk.feature(),
        outcome.passed,
        outcome.failed,
        outcome.skipped
    );
}
