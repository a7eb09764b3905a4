//! `suites`: the recorder does not change what a program does, shown on the suites of whole libraries.

use std::process::ExitCode;

use anyhow::Result;
use clap::Args;
use palus_supervise::Jdk;

use crate::faults;
use crate::subject::{Subject, jdk, jdks, names};
use crate::suite::{Ran, Watched, run_suite};

/// How the JVMs run besides.
#[derive(Args, Clone, Copy)]
pub(crate) struct Manner {
    /// Have the JVM verify every class, its own included.
    #[arg(long)]
    verify_all: bool,
    /// Have the recorder keep each call with the states of its objects.
    #[arg(long, conflicts_with = "faulty")]
    states: bool,
    /// Have one call in so many within the recorder's hooks throw: once as if stack or memory were used up, once as if the hooks were broken.
    #[arg(long, value_name = "SIDES")]
    faulty: Option<u32>,
}

pub(crate) fn run(wanted: &[String], feature: Option<u32>, manner: Manner) -> Result<ExitCode> {
    let mut wanted: Vec<&str> = wanted.iter().map(String::as_str).collect();
    if wanted.is_empty() {
        wanted = names().collect();
    }
    let jdks = match feature {
        Some(feature) => vec![jdk(feature)?],
        None => jdks()?,
    };
    let mut same = true;
    println!("| suite | JDK | recorder | passed | failed | skipped | s |\n| --- | --- | --- | --- | --- | --- | --- |");
    for name in wanted {
        let subject = Subject::resolve(name)?;
        for jdk in &jdks {
            same &= compare(name, &subject, jdk, manner)?;
        }
    }
    Ok(if same { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Runs the suite without and with the recorder; false when any count differs or another test fails, or when there was nothing to compare.
fn compare(name: &str, subject: &Subject, jdk: &Jdk, manner: Manner) -> Result<bool> {
    let extra: &[&str] = if manner.verify_all { &["-Xverify:all"] } else { &[] };
    let off = run_suite(subject, jdk, Watched::Alone, extra, None)?;
    row(name, jdk, "off", &off);
    let Some(sides) = manner.faulty else {
        let (watched, recorder) = if manner.states {
            (Watched::ByPalusWithStates, "with states")
        } else {
            (Watched::ByPalus, "on")
        };
        let on = run_suite(subject, jdk, watched, extra, None)?;
        return Ok(is_same(name, jdk, &off, recorder, &on));
    };
    let mut same = true;
    for (recorder, fatal) in [("short of stack and memory", false), ("broken", true)] {
        let planted = faults::options(jdk, sides, fatal)?;
        let options: Vec<&str> = extra
            .iter()
            .copied()
            .chain(planted.iter().map(String::as_str))
            .collect();
        let on = run_suite(subject, jdk, Watched::ByPalus, &options, None)?;
        same &= is_same(name, jdk, &off, recorder, &on);
        println!("{}", on.told(faults::TOLD)?);
    }
    Ok(same)
}

/// Prints the row of the recorded suite, and what is not as without the recorder.
fn is_same(name: &str, jdk: &Jdk, off: &Ran, recorder: &str, on: &Ran) -> bool {
    row(name, jdk, recorder, on);
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
    off.outcome == on.outcome && nothing.is_none()
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
