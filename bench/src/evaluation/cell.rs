//! One cell of a matrix: a sample run or a generation, measured from outside by JaCoCo and JUnit.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};
use palus_model::{ClassModel, Model};
use palus_supervise::{Artifact, Jdk, Maven, ReportFormat};

use super::experiment::Variant;
use super::figures::{Covered, Figures, Search};
use crate::library::{Asked, Budget, compile, execute, generate, record_sample, reports};
use crate::palus::run_logged;
use crate::reports::Outcome;
use crate::subject::{Size, Subject, compile_source, jdk};

/// Theories that hold for what the JDK promises, so they can be asked of any library.
const THEORIES: &str = include_str!("../../theories/JdkTheories.java");

/// What the sample run covers by itself.
pub(crate) fn sample(subject: &Subject, size: Size) -> Result<Figures> {
    let mut arguments = subject.sample_arguments(size)?;
    let empty = subject.work.join("sample");
    let _ = fs::remove_dir_all(&empty);
    fs::create_dir_all(&empty)?;
    if subject.suite().is_ok() {
        arguments.push(format!("--reports-dir={}", empty.join("reports").display()));
    }
    let jdk = jdk(17)?;
    let exec = subject.work.join("sample.exec");
    // JaCoCo appends to what is there.
    let _ = fs::remove_file(&exec);
    let mut java = Command::new(jdk.java());
    java.arg(subject.jacoco.agent_option(&exec)).args(arguments);
    let ended = run_logged(&mut java, &empty, &subject.work.join("sample.log"))?;
    let outcome = match subject.suite() {
        Ok(_) => Outcome::read(&empty.join("reports"))?,
        Err(_) => Outcome::default(),
    };
    // A console whose tests fail ends with 1; one whose JVM died has no tests, and a driver must end well.
    if ended.code != Some(0) && outcome.passed == 0 {
        bail!(
            "the sample run ended with {:?}; sample.log in target/bench/{} has what it said",
            ended.code,
            subject.name
        );
    }
    Ok(Figures {
        covered: covered(subject, &jdk, &exec)?,
        tests: outcome.found(),
        failed: outcome.failed,
        seconds: ended.took.as_secs_f64(),
        peak_mib: mib(ended.peak),
        ..Figures::default()
    })
}

/// One generation, and what its tests cover.
pub(super) fn cell(
    subject: &Subject,
    variant: &Variant,
    budget: Budget,
    seed: u64,
    models: &mut BTreeMap<Size, PathBuf>,
) -> Result<Figures> {
    let model = variant.model.map(|size| model(subject, size, models)).transpose()?;
    let mut options = variant.options.clone();
    options.extend(variant.ktail.iter().flat_map(|k| ["--ktail".to_owned(), k.to_string()]));
    let mut with_theories = None;
    if variant.theories {
        options.extend(["--theories".to_owned(), "theories.JdkTheories".to_owned()]);
        with_theories = Some(subject.with(&theories(subject)?));
    }
    let subject = with_theories.as_ref().unwrap_or(subject);
    let asked = Asked {
        budget,
        seed,
        options: &options,
        jdk: None,
    };
    let out = subject.work.join("out-experiment");
    let generated = generate(subject, model.as_deref(), &out, &asked)?;
    let sarif = fs::read(out.join("palus.sarif")).unwrap_or_default();
    let search = Search::read(&generated.json, &serde_json::from_slice(&sarif).unwrap_or_default());
    let (covered, tests, failed) = emitted(subject, &out)?;
    if failed > 0 {
        keep_failed(subject, &out)?;
    }
    Ok(Figures {
        covered,
        tests,
        failed,
        seconds: generated.took.as_secs_f64(),
        peak_mib: mib(generated.peak),
        search: Some(search),
        states: model.map(|model| states(&model, variant.ktail)).transpose()?,
        refused: None,
    })
}

/// Puts tests of which some failed aside, with what the console reported: the next cell writes where they are.
fn keep_failed(subject: &Subject, out: &Path) -> Result<()> {
    let kept = subject.work.join("failed");
    let _ = fs::remove_dir_all(&kept);
    fs::rename(out, &kept).with_context(|| format!("{} cannot be moved", out.display()))?;
    fs::rename(reports(subject), kept.join("reports")).context("the reports of the console cannot be moved")?;
    eprintln!(
        "tests failed: target/bench/{}/failed has them and the console's reports",
        subject.name
    );
    Ok(())
}

/// Compiles and runs the passing tests as they were emitted.
pub(crate) fn emitted(subject: &Subject, out: &Path) -> Result<(Covered, u64, u64)> {
    let jdk = jdk(17)?;
    let classes = compile(subject, out, &jdk)?;
    let exec = subject.work.join("experiment.exec");
    let _ = fs::remove_file(&exec);
    let agent = subject.jacoco.agent_option(&exec);
    let outcome = execute(subject, &classes, &jdk, Some(&agent))?.outcome;
    Ok((covered(subject, &jdk, &exec)?, outcome.found(), outcome.failed))
}

/// What JaCoCo makes of one file of its agent.
pub(crate) fn covered(subject: &Subject, jdk: &Jdk, exec: &Path) -> Result<Covered> {
    let csv = subject.work.join("experiment.csv");
    let jar = &subject.jar;
    subject.jacoco.report(jdk, &[exec], jar, ReportFormat::Csv, &csv)?;
    Covered::read(&fs::read_to_string(&csv).context("JaCoCo wrote no report")?)
}

/// The model of the sample run, recorded once an experiment.
pub(super) fn model(subject: &Subject, size: Size, models: &mut BTreeMap<Size, PathBuf>) -> Result<PathBuf> {
    if let Some(model) = models.get(&size) {
        return Ok(model.clone());
    }
    let model = record_sample(subject, size)?;
    models.insert(size, model.clone());
    Ok(model)
}

/// How many states a model has after merging.
fn states(model: &Path, ktail: Option<u32>) -> Result<u64> {
    let mut model = Model::load(model).context("a model that was just recorded cannot be read")?;
    if let Some(k) = ktail {
        model = model.ktail(k);
    }
    Ok(model.classes.values().map(ClassModel::states).sum::<usize>() as u64)
}

/// JUnit 4 itself: the console can run its tests and does not bring it.
pub(super) fn junit4(subject: &Subject) -> Result<Vec<PathBuf>> {
    let maven = Maven::find(&jdk(17)?, &subject.work)?;
    Ok(maven.with_dependencies(&Artifact::jar("junit", "junit", "4.13.2"))?)
}

/// The compiled theories and the JUnit 4 that they use.
fn theories(subject: &Subject) -> Result<Vec<PathBuf>> {
    let jdk = jdk(17)?;
    let mut needed = junit4(subject)?;
    let class_path = crate::subject::join(&needed);
    let folder = subject.work.join("theories");
    needed.insert(0, compile_source(&jdk, "JdkTheories", THEORIES, &class_path, &folder)?);
    Ok(needed)
}

pub(super) fn mib(bytes: u64) -> f64 {
    bytes as f64 / 1024.0 / 1024.0
}
