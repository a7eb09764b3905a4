//! `representations`: what each representation of states calls redundant in suites for small classes, and what goes with it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::{Context, Result, bail, ensure};
use clap::Args;
use palus_supervise::{Jdk, Maven};
use serde_json::Value as Json;

use crate::given::GivenTests;
use crate::library::{compile_folders, of_subject};
use crate::palus::{palus_command, run_logged, target};
use crate::subject::{console_artifact, jdk, join};

/// As `--state` has them.
const STATES: [&str; 5] = [
    "whole-seq",
    "modifying-seq",
    "whole-state",
    "monitor-equals",
    "pairwise-equals",
];

/// `representations` as typed.
#[derive(Args, Clone, Debug)]
pub(crate) struct Asked {
    /// On this JDK, 17 or 25.
    #[arg(long, default_value_t = 17)]
    jdk: u32,
    /// How many sequences each generated suite is chosen from.
    #[arg(long, default_value_t = 4000)]
    sequences: u32,
    /// Of the generator.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Only by these representations; by all when none is named.
    #[arg(long = "state", value_name = "NAME", value_parser = STATES)]
    states: Vec<String>,
    /// For the classes of `tests/subjects/small`; only these tests are asked about.
    #[command(flatten)]
    given: GivenTests,
}

impl Asked {
    fn is_wanted(&self, state: &str) -> bool {
        self.states.is_empty() || self.states.iter().any(|named| named == state)
    }
}

/// Where all of it is.
struct Place {
    jdk: Jdk,
    /// `JUnit` in one jar.
    console: PathBuf,
    work: PathBuf,
    /// The compiled classes under test.
    classes: PathBuf,
    /// What else is on the class path of the tests.
    more: Vec<PathBuf>,
}

/// Prints a row for each suite and representation.
pub(crate) fn run(asked: &Asked) -> Result<ExitCode> {
    let work = target()?.join("bench").join("representations");
    let _ = fs::remove_dir_all(&work);
    fs::create_dir_all(&work).with_context(|| format!("{} cannot be made", work.display()))?;
    let jdk = jdk(asked.jdk)?;
    let console = Maven::find(&jdk, &work)?.files(&[console_artifact()])?.remove(0);
    let classes = work.join("classes");
    let place = Place {
        jdk,
        console,
        work,
        classes,
        more: asked.given.class_path()?,
    };
    place.compile(&of_subject("small/demo"), &place.classes)?;
    let suites = match &asked.given.with_tests {
        Some(sources) => {
            let classes = place.work.join("given-classes");
            place.compile(sources, &classes)?;
            vec![(asked.given.name_of(sources), classes)]
        }
        None => place.own(asked)?,
    };
    println!("| suite | state | tests | different | redundant | lost branches | lost mutants |");
    println!("| --- | --- | --- | --- | --- | --- | --- |");
    for (name, suite) in suites {
        for state in STATES.into_iter().filter(|state| asked.is_wanted(state)) {
            place.row(&name, &suite, state)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// What a suite is called, and the folder of its classes.
type Suite = (String, PathBuf);

impl Place {
    /// The suite by hand, and generated ones.
    fn own(&self, asked: &Asked) -> Result<Vec<Suite>> {
        let written = self.work.join("by-hand");
        self.compile(&of_subject("small/app"), &written)?;
        let budget = format!("--sequences {} --seed {}", asked.sequences, asked.seed);
        let random = format!("{budget} --strategy randoop --guidance off");
        Ok(vec![
            ("by hand".to_owned(), written),
            ("Palus".to_owned(), self.generate("palus", &budget)?),
            ("Randoop's rules".to_owned(), self.generate("randoop", &random)?),
        ])
    }

    /// The classes and what else the tests need.
    fn class_path(&self) -> String {
        join(std::iter::once(&self.classes).chain(&self.more))
    }

    fn compile(&self, sources: &Path, classes: &Path) -> Result<()> {
        let class_path = format!("{}:{}", self.class_path(), self.console.display());
        compile_folders(&self.jdk, &[sources.to_path_buf()], &class_path, classes, &self.work)
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
            .arg(self.class_path());
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
