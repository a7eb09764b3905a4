//! `mutation`: the mutants that PIT makes of a library, and how many of them the generated tests kill.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail};
use palus_supervise::{Artifact, Jdk, Maven};
use roxmltree::Document;
use serde::{Deserialize, Serialize};

use super::{Ledger, surroundings};
use crate::library::{Asked, compile, generate, record};
use crate::palus::{run as run_command, run_logged};
use crate::subject::{Subject, join};

/// PIT's mutants of a quick run are in so many classes, the first by name.
const QUICK_CLASSES: usize = 6;

/// What was measured of a library, in its folder: a run takes minutes, and the libraries are measured one by one.
const PART: &str = "mutation.json";

const COLUMNS: [&str; 8] = [
    "library",
    "budget s",
    "mutants",
    "reached",
    "killed",
    "score %",
    "strength %",
    "PIT took s",
];

/// One library.
#[derive(Serialize, Deserialize)]
struct Part {
    /// When and where.
    about: String,
    /// One for each of [`COLUMNS`].
    cells: [String; COLUMNS.len()],
}

pub(crate) fn run(name: &str, seconds: u64, quick: bool) -> Result<ExitCode> {
    let subject = Subject::resolve(name)?;
    let jdk = crate::subject::jdk(17)?;
    let model = record(&subject)?;
    let out = subject.work.join("out-mutation");
    let generated = generate(&subject, Some(&model), &out, &Asked::new(seconds))?;
    let classes = compile(&subject, &out, &jdk)?;
    let mut targets = subject.classes.to_owned();
    if quick {
        let classes = generated.json["classes"].as_array().into_iter().flatten();
        let names = classes.filter_map(|class| Some(class["name"].as_str()?.to_owned()));
        targets = names.take(QUICK_CLASSES).collect::<Vec<_>>().join(",");
    }
    let (xml, took) = mutate(&subject, &jdk, &out, &classes, &targets, &[])?;
    let part = Part {
        about: surroundings::describe(),
        cells: cells(name, seconds, &count(&xml)?, took.as_secs_f64()),
    };
    fs::write(subject.work.join(PART), serde_json::to_vec_pretty(&part)?)?;
    let folder = subject.work.parent().context("a folder of a library has a parent")?;
    let mut ledger = Ledger::open("mutation", "Mutants", &COLUMNS, Some("score %"));
    let parts = parts(folder)?;
    for part in &parts {
        ledger.row(part.cells.clone());
    }
    for part in &parts {
        ledger.note(format!("{}: {}", part.cells[0], part.about));
    }
    ledger.leave()?;
    Ok(ExitCode::SUCCESS)
}

/// What was measured of each library so far, by their names.
fn parts(folder: &Path) -> Result<Vec<Part>> {
    let mut files: Vec<PathBuf> = fs::read_dir(folder)?
        .map(|entry| Ok(entry?.path().join(PART)))
        .collect::<Result<_>>()?;
    files.retain(|file| file.is_file());
    files.sort();
    let read = |file: &PathBuf| {
        let broken = || format!("{} is of another version; remove it and run again", file.display());
        serde_json::from_slice(&fs::read(file)?).with_context(broken)
    };
    files.iter().map(read).collect()
}

/// PIT's report about these tests, sources below `out` and compiled into `classes`, and how long it took.
pub(super) fn mutate(
    subject: &Subject,
    jdk: &Jdk,
    out: &Path,
    classes: &Path,
    targets: &str,
    more: &[&str],
) -> Result<(String, Duration)> {
    // PIT takes its class path with commas, and makes mutants of folders only, not of jars.
    let code = unpack(subject, jdk)?;
    let class_path = format!(
        "{},{},{}",
        classes.display(),
        code.display(),
        join(&subject.dependencies).replace(':', ",")
    );
    let pit = Pit {
        jdk,
        work: &subject.work,
        console: &subject.console,
    };
    pit.report(
        &[
            ("--sourceDirs", out.join("java").display().to_string()),
            ("--classPath", class_path),
            ("--targetClasses", targets.to_owned()),
            ("--excludedClasses", "*PalusTest*".to_owned()),
            (
                "--targetTests",
                format!("{}*Test", subject.classes.trim_end_matches('*')),
            ),
        ],
        more,
    )
}

/// PIT, with what runs it.
pub(crate) struct Pit<'p> {
    pub(crate) jdk: &'p Jdk,
    /// Where its report and what it says go.
    pub(crate) work: &'p Path,
    /// `JUnit` with its console.
    pub(crate) console: &'p Path,
}

impl Pit<'_> {
    /// Its report with these options, and how long it took.
    pub(crate) fn report(&self, options: &[(&str, String)], more: &[&str]) -> Result<(String, Duration)> {
        let reports = self.work.join("pit");
        let _ = fs::remove_dir_all(&reports);
        let mut java = Command::new(self.jdk.java());
        java.args(["-cp", &self.class_path()?]);
        java.arg("org.pitest.mutationtest.commandline.MutationCoverageReport");
        for (option, value) in options {
            java.arg(format!("{option}={value}"));
        }
        java.arg(format!("--reportDir={}", reports.display()));
        java.args(["--outputFormats=XML", "--timestampedReports=false", "--threads=2"]);
        java.args(more);
        let log = self.work.join("pit.log");
        let ended = run_logged(&mut java, self.work, &log)?;
        fs::write(self.work.join("pit.out"), &ended.stdout)?;
        let xml = fs::read_to_string(reports.join("mutations.xml")).map_err(|_| {
            anyhow!(
                "PIT wrote no report (exit code {:?}); pit.log and pit.out in {} have what it said",
                ended.code,
                self.work.display()
            )
        })?;
        Ok((xml, ended.took))
    }

    /// Its command line, its plug-in for `JUnit` 5, and `JUnit`.
    fn class_path(&self) -> Result<String> {
        let maven = Maven::find(self.jdk, self.work)?;
        let mut jars = maven.with_dependencies(&Artifact::jar("org.pitest", "pitest-command-line", "1.17.4"))?;
        // The plug-in alone: the console brings the JUnit that it needs.
        jars.extend(maven.files(&[Artifact::jar("org.pitest", "pitest-junit5-plugin", "1.2.1")])?);
        jars.push(self.console.to_owned());
        Ok(join(&jars))
    }
}

/// The classes of the library as a folder.
fn unpack(subject: &Subject, jdk: &Jdk) -> Result<PathBuf> {
    let folder = subject.work.join("unpacked");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).with_context(|| format!("{} cannot be made", folder.display()))?;
    let mut jar = Command::new(jdk.home().join("bin/jar"));
    jar.arg("--extract").arg("--file").arg(&subject.jar);
    if run_command(&mut jar, &folder)?.code != Some(0) {
        bail!("{} cannot be unpacked", subject.jar.display());
    }
    Ok(folder)
}

/// Mutants by what became of them.
fn count(xml: &str) -> Result<BTreeMap<String, u64>> {
    let document = Document::parse(xml).context("PIT's report is no XML")?;
    let mut counts = BTreeMap::new();
    for mutant in document.descendants().filter(|node| node.has_tag_name("mutation")) {
        let status = mutant.attribute("status").unwrap_or("UNKNOWN");
        *counts.entry(status.to_owned()).or_default() += 1;
    }
    Ok(counts)
}

/// All, those that a test reached, and those that one killed.
fn figures(counts: &BTreeMap<String, u64>) -> [u64; 3] {
    let number = |status: &str| counts.get(status).copied().unwrap_or(0);
    let all: u64 = counts.values().sum();
    let killed = number("KILLED") + number("TIMED_OUT") + number("MEMORY_ERROR");
    [all, all - number("NO_COVERAGE"), killed]
}

/// All mutants of a report, and those that a test killed.
pub(crate) fn killed(xml: &str) -> Result<[u64; 2]> {
    let [all, _, killed] = figures(&count(xml)?);
    Ok([all, killed])
}

/// Mutation score: killed of all; test strength: killed of those that a test reached. A mutant that runs out of time or
/// memory counts as killed, as PIT has it.
fn cells(name: &str, seconds: u64, counts: &BTreeMap<String, u64>, took: f64) -> [String; COLUMNS.len()] {
    let [all, reached, killed] = figures(counts);
    let percent = |part: u64, of: u64| format!("{:.1}", 100.0 * part as f64 / of.max(1) as f64);
    [
        name.to_owned(),
        seconds.to_string(),
        all.to_string(),
        reached.to_string(),
        killed.to_string(),
        percent(killed, all),
        percent(killed, reached),
        format!("{took:.1}"),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mutants_that_no_test_reached_weaken_the_score_and_not_the_strength() {
        let mutant = |status: &str| format!("<mutation detected='x' status='{status}'/>");
        let statuses = ["KILLED", "TIMED_OUT", "SURVIVED", "NO_COVERAGE"].map(mutant).concat();
        let counts = count(&format!("<mutations>{statuses}</mutations>")).unwrap();
        let cells = cells("a", 10, &counts, 1.0);
        assert_eq!(cells, ["a", "10", "4", "3", "2", "50.0", "66.7", "1.0"]);
    }

    #[test]
    fn each_library_keeps_what_was_measured_of_it_last() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["b", "a"] {
            let part = Part {
                about: "here and now".to_owned(),
                cells: cells(name, 10, &BTreeMap::new(), 1.0),
            };
            fs::create_dir(folder.path().join(name)).unwrap();
            let text = serde_json::to_vec(&part).unwrap();
            fs::write(folder.path().join(name).join(PART), text).unwrap();
        }
        fs::create_dir(folder.path().join("never-measured")).unwrap();
        let parts = parts(folder.path()).unwrap();
        assert_eq!(
            parts.iter().map(|part| part.cells[0].as_str()).collect::<Vec<_>>(),
            ["a", "b"]
        );
    }
}
