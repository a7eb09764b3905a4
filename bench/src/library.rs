//! `library`: from a library's own suite to new tests, and those run by nothing but JUnit.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::{Context, Result, bail};
use palus_supervise::Jdk;

use crate::palus::{palus, run as run_command};
use crate::reports::Outcome;
use crate::subject::{Subject, console_arguments, jdks};

/// How often the tests run on each JDK.
const ROUNDS: u32 = 3;

pub(crate) fn run(name: &str, seconds: u64, without_model: bool) -> Result<ExitCode> {
    let subject = Subject::resolve(name)?;
    let model = if without_model { None } else { Some(record(&subject)?) };
    let out = subject
        .work
        .join(if without_model { "out-without-model" } else { "out" });
    generate(&subject, model.as_deref(), &out, seconds)?;
    let mut ok = true;
    println!("| JDK | round | tests | passed | failed |\n| --- | --- | --- | --- | --- |");
    for jdk in jdks()? {
        let classes = compile(&subject, &out, &jdk)?;
        for round in 1..=ROUNDS {
            let (found, passed, failed) = execute(&subject, &classes, &jdk)?;
            println!("| {} | {round} | {found} | {passed} | {failed} |", jdk.feature());
            ok &= failed == 0 && found == passed && found > 0;
        }
    }
    Ok(if ok { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn record(subject: &Subject) -> Result<PathBuf> {
    let model = subject.work.join("run.palus");
    let mut arguments: Vec<String> = [
        "record",
        "--out",
        "run.palus",
        "--include",
        subject.classes,
        "--",
        "java",
    ]
    .map(str::to_owned)
    .to_vec();
    arguments.extend(subject.suite_arguments());
    let ended = palus(&arguments, &subject.work)?;
    let summary: Vec<&str> = ended.stdout.lines().filter(|line| line.contains(" tests ")).collect();
    println!(
        "recorded in {:.1} s: {}",
        ended.took.as_secs_f64(),
        summary.join(" ").split_whitespace().collect::<Vec<_>>().join(" ")
    );
    if !model.exists() {
        bail!("the recording wrote no model (exit code {:?})", ended.code);
    }
    Ok(model)
}

/// Generates into `out`, which is made anew.
fn generate(subject: &Subject, model: Option<&Path>, out: &Path, seconds: u64) -> Result<()> {
    let _ = fs::remove_dir_all(out);
    let mut arguments: Vec<String> = ["generate", "--classes", subject.classes, "--seed", "1"]
        .map(str::to_owned)
        .to_vec();
    arguments.extend([
        "--classpath".to_owned(),
        subject.class_path(),
        "--time".to_owned(),
        format!("{seconds}s"),
    ]);
    arguments.extend(["--out".to_owned(), out.display().to_string()]);
    if let Some(model) = model {
        arguments.extend(["--model".to_owned(), model.display().to_string()]);
    }
    let ended = palus(&arguments, &subject.work)?;
    if ended.code != Some(0) {
        bail!("generate ended with {:?}", ended.code);
    }
    let json = out.join("palus.json");
    let text = fs::read_to_string(&json).with_context(|| format!("{} cannot be read", json.display()))?;
    let json: serde_json::Value = serde_json::from_str(&text)?;
    println!(
        "generated in {:.1} s: {} {} {}",
        ended.took.as_secs_f64(),
        json["tests"],
        json["sequences"],
        json["search"]
    );
    Ok(())
}

fn compile(subject: &Subject, out: &Path, jdk: &Jdk) -> Result<PathBuf> {
    let classes = subject.work.join(format!("classes-{}", jdk.feature()));
    let _ = fs::remove_dir_all(&classes);
    let mut sources = Vec::new();
    collect(&out.join("java"), &mut sources)?;
    if sources.is_empty() {
        bail!("no test was written");
    }
    let list = subject.work.join("sources.txt");
    fs::write(&list, sources.join("\n"))?;
    let mut javac = Command::new(jdk.home().join("bin/javac"));
    javac.args(["-nowarn", "-encoding", "UTF-8", "-d"]).arg(&classes);
    javac
        .arg("-cp")
        .arg(format!("{}:{}", subject.class_path(), subject.console.display()));
    javac.arg(format!("@{}", list.display()));
    let ended = run_command(&mut javac, &subject.work)?;
    if ended.code != Some(0) {
        bail!("javac of JDK {} did not take the tests", jdk.feature());
    }
    Ok(classes)
}

fn collect(folder: &Path, sources: &mut Vec<String>) -> Result<()> {
    for entry in fs::read_dir(folder).with_context(|| format!("{} cannot be read", folder.display()))? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, sources)?;
        } else if path.extension().is_some_and(|extension| extension == "java") {
            sources.push(path.display().to_string());
        }
    }
    sources.sort();
    Ok(())
}

/// Runs the tests in an empty folder; found, passed and failed as the console counts them.
fn execute(subject: &Subject, classes: &Path, jdk: &Jdk) -> Result<(u64, u64, u64)> {
    let empty = subject.work.join("empty");
    let _ = fs::remove_dir_all(&empty);
    fs::create_dir_all(&empty)?;
    let class_path = format!("{}:{}", classes.display(), subject.class_path());
    let mut java = Command::new(jdk.java());
    java.args(console_arguments(&subject.console, &class_path, classes));
    java.arg(format!("--reports-dir={}", empty.join("reports").display()));
    let ended = run_command(&mut java, &empty)?;
    let outcome = Outcome::read(&empty.join("reports"))
        .with_context(|| format!("the console wrote no report (exit code {:?})", ended.code))?;
    Ok((outcome.found(), outcome.passed, outcome.failed))
}
