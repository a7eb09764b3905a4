//! `library`: from a library's own suite to new tests, and those run by nothing but JUnit, in ever another order.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use palus_supervise::Jdk;
use serde::{Deserialize, Serialize};

use crate::evaluation::emitted;
use crate::palus::{Ended, palus, palus_command, run as run_command, run_logged};
use crate::reports::Outcome;
use crate::subject::{Size, Subject, application_arguments, console_arguments, jdks, join};

/// The named libraries one after the other.
pub(crate) fn run(names: &[String], asked: &Asked<'_>, without_model: bool, rounds: u64) -> Result<ExitCode> {
    let mut ok = true;
    for name in names {
        ok &= run_one(name, asked, without_model, rounds)?;
    }
    Ok(if ok { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Whether every test passed in every round.
fn run_one(name: &str, asked: &Asked<'_>, without_model: bool, rounds: u64) -> Result<bool> {
    let subject = Subject::resolve(name)?;
    let model = if without_model { None } else { Some(record(&subject)?) };
    let out = subject
        .work
        .join(if without_model { "out-without-model" } else { "out" });
    let generated = generate(&subject, model.as_deref(), &out, asked)?;
    println!(
        "{name}: generated in {:.1} s: {} {} {}",
        generated.took.as_secs_f64(),
        generated.json["tests"],
        generated.json["sequences"],
        generated.json["search"]
    );
    let (mut ok, mut failures) = (true, BTreeSet::new());
    println!("| JDK | order | tests | passed | failed |\n| --- | --- | --- | --- | --- |");
    for jdk in jdks()? {
        let classes = compile(&subject, &out, &jdk)?;
        for order in 1..=rounds {
            let outcome = execute_shuffled(&subject, &classes, &jdk, order)?;
            let (found, passed, failed) = (outcome.found(), outcome.passed, outcome.failed);
            println!("| {} | {order} | {found} | {passed} | {failed} |", jdk.feature());
            failures.extend(outcome.failures);
            ok &= failed == 0 && found == passed && found > 0;
        }
    }
    for test in failures {
        println!("{name}: {test} failed");
    }
    let (covered, tests, failed) = emitted(&subject, &out)?;
    let mut lengths = lengths(&out.join("java"))?;
    lengths.sort_unstable();
    println!(
        "{name}: {tests} tests for {} covered classes, {:.1} each; {} statements in the median test; {:.1} % of the branches by JaCoCo, \
         {failed} failed there",
        covered.reached_classes,
        tests as f64 / covered.reached_classes.max(1) as f64,
        lengths.get(lengths.len() / 2).copied().unwrap_or(0),
        covered.branch_percent(),
    );
    Ok(ok && failed == 0)
}

/// How many statements each test has: lines in test methods that end one, assertions among them.
pub(crate) fn lengths(folder: &Path) -> Result<Vec<usize>> {
    let mut sources = Vec::new();
    collect(folder, &mut sources)?;
    let mut lengths = Vec::new();
    for source in sources {
        for line in fs::read_to_string(&source)?.lines() {
            if line.starts_with("  void ") {
                lengths.push(0);
            } else if line.starts_with("    ") && line.ends_with(';') {
                lengths.last_mut().into_iter().for_each(|length| *length += 1);
            }
        }
    }
    Ok(lengths)
}

/// Records the library's sample run, all of it; gives the model.
pub(crate) fn record(subject: &Subject) -> Result<PathBuf> {
    record_sample(subject, Size::Full)
}

/// Records so much of the library's sample run; gives the model.
pub(crate) fn record_sample(subject: &Subject, size: Size) -> Result<PathBuf> {
    let name = if size == Size::Full {
        "run.palus"
    } else {
        "run-small.palus"
    };
    let model = subject.work.join(name);
    let _ = fs::remove_file(&model);
    let mut arguments: Vec<String> = ["record", "--out", name, "--include", subject.classes, "--", "java"]
        .map(str::to_owned)
        .to_vec();
    arguments.extend(subject.sample_arguments(size)?);
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

/// What a search may take. Written as a number of seconds, or as an object with a number of sequences.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub(crate) enum Budget {
    /// `--time`.
    Seconds(u64),
    /// `--sequences`: as much on any machine.
    Sequences {
        /// How many.
        sequences: u64,
    },
}

impl Budget {
    /// The time that was asked for, where that is what was.
    pub(crate) fn seconds(self) -> Option<u64> {
        match self {
            Self::Seconds(seconds) => Some(seconds),
            Self::Sequences { .. } => None,
        }
    }

    /// In a column of seconds, where sequences say that they are none.
    pub(crate) fn cell(self) -> String {
        self.seconds()
            .map_or_else(|| self.to_string(), |seconds| seconds.to_string())
    }

    fn option(self) -> [String; 2] {
        match self {
            Self::Seconds(seconds) => ["--time".to_owned(), format!("{seconds}s")],
            Self::Sequences { sequences } => ["--sequences".to_owned(), sequences.to_string()],
        }
    }
}

impl fmt::Display for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Seconds(seconds) => write!(f, "{seconds} s"),
            Self::Sequences { sequences } => write!(f, "{sequences} sequences"),
        }
    }
}

/// What of a generation varies from measurement to measurement.
pub(crate) struct Asked<'a> {
    /// What the search may take.
    pub(crate) budget: Budget,
    /// `--seed`.
    pub(crate) seed: u64,
    /// Further options, as typed.
    pub(crate) options: &'a [String],
    /// The Java that generates, where it is not the default one.
    pub(crate) jdk: Option<&'a Jdk>,
}

impl Asked<'_> {
    pub(crate) fn new(seconds: u64) -> Self {
        Self {
            budget: Budget::Seconds(seconds),
            seed: 1,
            options: &[],
            jdk: None,
        }
    }
}

/// What a generation said of itself.
pub(crate) struct Generated {
    /// `palus.json`.
    pub(crate) json: serde_json::Value,
    /// Wall time of the command.
    pub(crate) took: Duration,
    /// The most memory of the command and all its processes, in bytes, as sampled.
    pub(crate) peak: u64,
}

/// Generates into `out`, which is made anew.
pub(crate) fn generate(subject: &Subject, model: Option<&Path>, out: &Path, asked: &Asked<'_>) -> Result<Generated> {
    let _ = fs::remove_dir_all(out);
    let out_options = ["--out".to_owned(), out.display().to_string()];
    let ended = run_generate(subject, model, asked, &out_options)?;
    let json = out.join("palus.json");
    let text = fs::read_to_string(&json).with_context(|| format!("{} cannot be read", json.display()))?;
    Ok(Generated {
        json: serde_json::from_str(&text)?,
        took: ended.took,
        peak: ended.peak,
    })
}

/// Searches and makes no tests; gives what `palus.json` says of a search.
pub(crate) fn search(subject: &Subject, model: Option<&Path>, asked: &Asked<'_>) -> Result<serde_json::Value> {
    let ended = run_generate(subject, model, asked, &["--search-only", "--json"].map(str::to_owned))?;
    Ok(serde_json::from_str(&ended.stdout)?)
}

/// Runs `palus generate`, which has to end well.
fn run_generate(subject: &Subject, model: Option<&Path>, asked: &Asked<'_>, more: &[String]) -> Result<Ended> {
    let mut arguments: Vec<String> = ["generate", "--classes", subject.classes].map(str::to_owned).to_vec();
    arguments.extend([
        "--classpath".to_owned(),
        subject.class_path(),
        "--seed".to_owned(),
        asked.seed.to_string(),
    ]);
    arguments.extend(asked.budget.option());
    if let Some(model) = model {
        arguments.extend(["--model".to_owned(), model.display().to_string()]);
    }
    arguments.extend_from_slice(asked.options);
    arguments.extend_from_slice(more);
    let log = subject.work.join("generate.log");
    let mut command = palus_command()?;
    command.envs(asked.jdk.map(|jdk| ("JAVA_HOME", jdk.home())));
    let ended = run_logged(command.args(&arguments), &subject.work, &log)?;
    if ended.code != Some(0) {
        let said = fs::read_to_string(&log).unwrap_or_default();
        let last = said
            .lines()
            .rfind(|line| !line.trim().is_empty())
            .unwrap_or("it said nothing");
        bail!("generate ended with {:?}: {last}", ended.code);
    }
    Ok(ended)
}

/// Compiles the passing tests below `out` with the plain compiler.
pub(crate) fn compile(subject: &Subject, out: &Path, jdk: &Jdk) -> Result<PathBuf> {
    let classes = subject.work.join(format!("classes-{}", jdk.feature()));
    let _ = fs::remove_dir_all(&classes);
    let mut sources = Vec::new();
    collect(&out.join("java"), &mut sources)?;
    if sources.is_empty() {
        bail!("no test was written");
    }
    let log = subject.work.join("javac.log");
    let ended = run_logged(&mut javac(subject, &sources, &classes, jdk)?, &subject.work, &log)?;
    if ended.code != Some(0) {
        eprint!("{}", fs::read_to_string(&log).unwrap_or_default());
        bail!("javac of JDK {} did not take the tests", jdk.feature());
    }
    Ok(classes)
}

/// The plain compiler, with the library and JUnit on its class path.
pub(crate) fn javac(subject: &Subject, sources: &[String], classes: &Path, jdk: &Jdk) -> Result<Command> {
    let list = subject.work.join("sources.txt");
    fs::write(&list, sources.join("\n"))?;
    let mut javac = Command::new(jdk.home().join("bin/javac"));
    javac.args(["-nowarn", "-encoding", "UTF-8", "-d"]).arg(classes);
    javac
        .arg("-cp")
        .arg(format!("{}:{}", subject.class_path(), subject.console.display()));
    javac.arg(format!("@{}", list.display()));
    Ok(javac)
}

/// Compiles all sources below some folders with lines and names of variables; `work` gets what the compiler says.
pub(crate) fn compile_folders(
    jdk: &Jdk,
    folders: &[PathBuf],
    class_path: &str,
    classes: &Path,
    work: &Path,
) -> Result<()> {
    let mut sources = Vec::new();
    for folder in folders {
        collect(folder, &mut sources)?;
    }
    ensure!(!sources.is_empty(), "there is no source in {}", join(folders));
    let mut javac = Command::new(jdk.home().join("bin/javac"));
    javac.args(["-g", "-nowarn", "-encoding", "UTF-8", "-cp", class_path, "-d"]);
    let ended = run_logged(javac.arg(classes).args(sources), work, &work.join("javac.log"))?;
    ensure!(
        ended.code == Some(0),
        "javac did not take the sources; javac.log in {} has why",
        work.display()
    );
    Ok(())
}

/// Sources of the project's own subjects.
pub(crate) fn of_subject(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../tests/subjects")
        .join(name)
}

/// Adds the Java sources below a folder, sorted.
pub(crate) fn collect(folder: &Path, sources: &mut Vec<String>) -> Result<()> {
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

/// What came of running tests.
pub(crate) struct Executed {
    pub(crate) outcome: Outcome,
    /// Wall time of the console.
    pub(crate) took: Duration,
    /// The most memory that it had, in bytes, as sampled.
    pub(crate) peak: u64,
}

/// Runs the tests in an empty folder, perhaps under an agent.
pub(crate) fn execute(subject: &Subject, classes: &Path, jdk: &Jdk, agent: Option<&OsStr>) -> Result<Executed> {
    let arguments = console_arguments(&subject.console, &class_path(subject, classes), classes);
    execute_with(subject, jdk, agent, &arguments)
}

/// [`execute`] with the tests where build tools have them: runners that load an agent look for it there.
pub(crate) fn execute_as_an_application(
    subject: &Subject,
    classes: &Path,
    jdk: &Jdk,
    agent: &OsStr,
) -> Result<Executed> {
    let arguments = application_arguments(&subject.console, &class_path(subject, classes), classes);
    execute_with(subject, jdk, Some(agent), &arguments)
}

/// [`execute`] with classes and methods in an order of their own.
fn execute_shuffled(subject: &Subject, classes: &Path, jdk: &Jdk, order: u64) -> Result<Outcome> {
    let mut arguments = console_arguments(&subject.console, &class_path(subject, classes), classes);
    let options = [
        "junit.jupiter.testclass.order.default=org.junit.jupiter.api.ClassOrderer$Random".to_owned(),
        "junit.jupiter.testmethod.order.default=org.junit.jupiter.api.MethodOrderer$Random".to_owned(),
        format!("junit.jupiter.execution.order.random.seed={order}"),
    ];
    arguments.extend(options.iter().map(|option| format!("--config={option}")));
    Ok(execute_with(subject, jdk, None, &arguments)?.outcome)
}

fn class_path(subject: &Subject, classes: &Path) -> String {
    format!("{}:{}", classes.display(), subject.class_path())
}

/// Where the console's reports on generated tests are.
pub(crate) fn reports(subject: &Subject) -> PathBuf {
    subject.work.join("empty/reports")
}

fn execute_with(subject: &Subject, jdk: &Jdk, agent: Option<&OsStr>, arguments: &[String]) -> Result<Executed> {
    let empty = subject.work.join("empty");
    let _ = fs::remove_dir_all(&empty);
    fs::create_dir_all(&empty)?;
    let mut java = Command::new(jdk.java());
    java.args(agent).args(arguments);
    java.arg(format!("--reports-dir={}", reports(subject).display()));
    let ended = run_command(&mut java, &empty)?;
    let outcome = Outcome::read(&reports(subject))
        .with_context(|| format!("the console wrote no report (exit code {:?})", ended.code))?;
    Ok(Executed {
        outcome,
        took: ended.took,
        peak: ended.peak,
    })
}
