//! `carve`: how many tests of libraries' own suites come back as sequences of calls.

use std::fs;
use std::process::ExitCode;

use anyhow::{Context, Result, ensure};
use serde_json::Value as Json;

use crate::palus::{palus_command, run_logged};
use crate::subject::{Subject, jdk};

/// Records the suites with states, and runs what is carved of them.
pub(crate) fn run(names: &[String], feature: u32) -> Result<ExitCode> {
    for name in names {
        let subject = Subject::resolve(name)?;
        let work = subject.work.join("carve");
        fs::create_dir_all(&work).with_context(|| format!("{} cannot be made", work.display()))?;
        let log = work.join("log");
        let mut record = palus_command()?;
        // What is redacted in one place and passed on in another is not the same value.
        record.args(["record", "--out", "run.palus", "--no-redaction"]);
        record.args([
            "--keep-trace",
            "run.trace",
            "--states",
            "--include",
            subject.classes,
            "--",
        ]);
        record.arg(jdk(feature)?.java()).args(subject.suite_arguments()?);
        let recorded = run_logged(&mut record, &work, &log)?;
        ensure!(
            work.join("run.trace").exists(),
            "nothing was recorded; {} says why",
            log.display()
        );
        let mut replay = palus_command()?;
        replay.args(["trace", "run.trace", "--replay", "--format", "json", "--classpath"]);
        replay.arg(subject.class_path());
        let ended = run_logged(&mut replay, &work, &log)?;
        let told: Json = serde_json::from_str(&ended.stdout)
            .with_context(|| format!("exit code {:?}; {} has what was said", ended.code, log.display()))?;
        print(name, &told, (recorded.took.as_secs_f64(), ended.took.as_secs_f64()));
    }
    Ok(ExitCode::SUCCESS)
}

fn print(name: &str, told: &Json, (recorded, replayed): (f64, f64)) {
    let count = |name: &str| told[name].as_u64().unwrap_or(0);
    println!(
        "{name}: of {} tests with calls {} are whole, {} come out as recorded ({:.1} %); recorded in {recorded:.1} s, replayed in {replayed:.1} s",
        count("tests"),
        count("whole"),
        count("same"),
        100.0 * count("same") as f64 / count("tests").max(1) as f64,
    );
    let reasons = told["reasons"].as_object().into_iter().flatten();
    let mut reasons: Vec<(u64, &String)> = reasons.map(|(why, count)| (count.as_u64().unwrap_or(0), why)).collect();
    reasons.sort_by(|one, other| other.cmp(one));
    for (count, why) in reasons {
        println!("{count:>7}  {why}");
    }
}
