//! `representations`: what each representation of states calls redundant in suites for small classes, and what goes with it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::{Context, Result, bail, ensure};
use palus_supervise::{Jdk, Maven};
use serde_json::Value as Json;

use crate::library::collect;
use crate::palus::{palus_command, run_logged, target};
use crate::subject::{console_artifact, jdk};

/// As `--state` has them.
const STATES: [&str; 5] = [
    "whole-seq",
    "modifying-seq",
    "whole-state",
    "monitor-equals",
    "pairwise-equals",
];

/// Where all of it is.
struct Place {
    jdk: Jdk,
    /// `JUnit` in one jar.
    console: PathBuf,
    work: PathBuf,
    /// The compiled classes under test.
    classes: PathBuf,
}

/// Prints a row for each suite and representation. `sequences` are for each generated suite.
pub(crate) fn run(feature: u32, sequences: u32, seed: u64) -> Result<ExitCode> {
    let work = target()?.join("bench").join("representations");
    let _ = fs::remove_dir_all(&work);
    fs::create_dir_all(&work).with_context(|| format!("{} cannot be made", work.display()))?;
    let jdk = jdk(feature)?;
    let console = Maven::find(&jdk, &work)?.files(&[console_artifact()])?.remove(0);
    let classes = work.join("classes");
    let place = Place {
        jdk,
        console,
        work,
        classes,
    };
    let subject = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/subjects/small");
    place.compile(&subject.join("demo"), &place.classes)?;
    let by_hand = place.work.join("by-hand");
    place.compile(&subject.join("app"), &by_hand)?;
    let budget = format!("--sequences {sequences} --seed {seed}");
    let own = place.generate("palus", &budget)?;
    let random = place.generate("randoop", &format!("{budget} --strategy randoop --guidance off"))?;
    println!("| suite | state | tests | different | redundant | lost branches | lost mutants |");
    println!("| --- | --- | --- | --- | --- | --- | --- |");
    for (name, suite) in [("by hand", by_hand), ("Palus", own), ("Randoop's rules", random)] {
        for state in STATES {
            place.row(name, &suite, state)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

impl Place {
    fn compile(&self, sources: &Path, classes: &Path) -> Result<()> {
        let mut files = Vec::new();
        collect(sources, &mut files)?;
        ensure!(!files.is_empty(), "{} has no source", sources.display());
        let mut javac = Command::new(self.jdk.home().join("bin/javac"));
        javac.args(["-g", "-nowarn", "-encoding", "UTF-8", "-d"]).arg(classes);
        let class_path = format!("{}:{}", self.classes.display(), self.console.display());
        self.run(javac.args(["-cp", &class_path]).args(files), "javac")?;
        Ok(())
    }

    /// A suite in which nothing was left out for its own sake, compiled.
    fn generate(&self, name: &str, options: &str) -> Result<PathBuf> {
        let out = self.work.join(name);
        let mut palus = palus_command()?;
        palus.arg("generate").arg("--classpath").arg(&self.classes);
        palus.arg("--out").arg(&out).args(options.split(' '));
        self.run(&mut palus, name)?;
        let classes = self.work.join(format!("{name}-classes"));
        self.compile(&out.join("java"), &classes)?;
        Ok(classes)
    }

    fn row(&self, name: &str, suite: &Path, state: &str) -> Result<()> {
        let found = self.redundant(suite, state, "off")?;
        let count = |what: &str| found["counts"][what].as_u64().unwrap_or(0);
        let lost = if count("redundant") == 0 {
            [0, 0]
        } else {
            let told = self.redundant(suite, state, "full")?;
            let of = |pointer: &str| told.pointer(pointer).and_then(Json::as_u64);
            let less = |before, without| of(before)?.checked_sub(of(without)?);
            let branches = less("/checked/before/branches", "/checked/without/branches");
            let mutants = less("/checked/mutants/before", "/checked/mutants/without");
            let (Some(branches), Some(mutants)) = (branches, mutants) else {
                bail!("{name}, {state}: palus told nothing of its check");
            };
            [branches, mutants]
        };
        println!(
            "| {name} | `{state}` | {} | {} of {} | {} ({:.0} %) | {} | {} |",
            count("tests"),
            count("different"),
            count("executions"),
            count("redundant"),
            100.0 * count("redundant") as f64 / count("tests").max(1) as f64,
            lost[0],
            lost[1],
        );
        Ok(())
    }

    fn redundant(&self, suite: &Path, state: &str, check: &str) -> Result<Json> {
        let mut palus = palus_command()?;
        palus.args(["redundant", "--include", "demo.*", "--format", "json"]);
        palus
            .args(["--state", state, "--check", check])
            .arg("--classpath")
            .arg(&self.classes);
        palus.arg("--test-classes").arg(suite);
        palus.env("JAVA_HOME", self.jdk.home());
        Ok(serde_json::from_str(&self.run(&mut palus, "redundant")?)?)
    }

    /// What a command printed.
    fn run(&self, command: &mut Command, name: &str) -> Result<String> {
        let log = self.work.join(format!("{name}.log"));
        let ended = run_logged(command, &self.work, &log)?;
        ensure!(
            ended.code == Some(0),
            "{name} ended with {:?}; {} has what was said",
            ended.code,
            log.display()
        );
        Ok(ended.stdout)
    }
}
