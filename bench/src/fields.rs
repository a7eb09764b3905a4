//! `fields`: the sizes of field extensions that an independent program computed, and what a prediction saves on a red-black set.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::{Context, Result, ensure};
use palus_supervise::{JaCoCo, Jdk, Maven};
use serde_json::Value as Json;

use crate::evaluation::mutation::{Pit, killed};
use crate::library::{compile_folders, of_subject};
use crate::palus::{palus_command, run_logged, target};
use crate::subject::{console_artifact, jdk};

/// A class with what must come of it.
struct Golden {
    class: &'static str,
    scope: usize,
    /// What Korat's way is tried to.
    korat: usize,
    /// Objects that every structure has beside its nodes.
    besides: usize,
    /// The owner of `left` and `right`.
    node: &'static str,
    left: &'static [u64],
    right: &'static [u64],
    shapes: &'static [u64],
}

/// By the number of nodes, from 1.
const GOLDEN: [Golden; 3] = [
    Golden {
        class: "demo.Tree",
        scope: 12,
        korat: 7,
        besides: 0,
        node: "demo.Tree",
        left: &[1, 3, 5, 8, 11, 15, 19, 24, 29, 35, 41, 48],
        right: &[1, 3, 6, 9, 13, 17, 22, 27, 33, 39, 46, 53],
        shapes: &[1, 3, 8, 22, 64, 196, 625, 2055, 6917, 23713, 82499, 290_511],
    },
    Golden {
        class: "demo.AvlTree",
        scope: 12,
        korat: 7,
        besides: 0,
        node: "demo.AvlTree",
        left: &[1, 3, 4, 7, 9, 11, 15, 20, 24, 28, 31, 38],
        right: &[1, 3, 5, 8, 11, 13, 18, 23, 28, 32, 36, 43],
        shapes: &[1, 3, 4, 8, 14, 18, 35, 67, 111, 171, 241, 425],
    },
    Golden {
        class: "demo.RedBlackSet",
        scope: 11,
        korat: 7,
        besides: 1,
        node: "demo.RedBlackSet$Node",
        left: &[1, 3, 4, 7, 9, 13, 17, 22, 26, 32, 38],
        right: &[1, 3, 5, 8, 11, 15, 20, 25, 30, 36, 43],
        shapes: &[1, 3, 5, 9, 17, 33, 66, 122, 212, 376, 706],
    },
];

/// The scope at which structures are put to use; `tests/subjects/structures-tests` knows it too.
const SCOPE: &str = "10";

const STOPS: [&str; 4] = ["none", "size:quadratic", "size:average", "size:linear"];

struct Place {
    jdk: Jdk,
    console: PathBuf,
    jacoco: JaCoCo,
    work: PathBuf,
    classes: PathBuf,
}

/// Prints both tables. With `quick` the scopes end at 7.
pub(crate) fn run(feature: u32, quick: bool) -> Result<ExitCode> {
    let work = target()?.join("bench").join("fields");
    let _ = fs::remove_dir_all(&work);
    fs::create_dir_all(&work).with_context(|| format!("{} cannot be made", work.display()))?;
    let jdk = jdk(feature)?;
    let maven = Maven::find(&jdk, &work)?;
    let place = Place {
        console: maven.files(&[console_artifact()])?.remove(0),
        jacoco: JaCoCo::resolve(&maven)?,
        classes: work.join("classes"),
        jdk,
        work,
    };
    place.compile(&[of_subject("structures/demo")], &place.classes)?;
    println!("| class | way | scope | structures | suite | left | right | runs | s | as computed |");
    println!("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |");
    let mut all_agree = true;
    for golden in &GOLDEN {
        let scope = if quick { golden.scope.min(7) } else { golden.scope };
        all_agree &= place.row(golden, "repok", scope)?;
        all_agree &= place.row(golden, "korat", if quick { 5 } else { golden.korat })?;
    }
    println!("\n| stop | structures | branches | mutants killed | tests s | search s | search runs |");
    println!("| --- | --- | --- | --- | --- | --- | --- |");
    for stop in STOPS {
        place.used(stop)?;
    }
    Ok(if all_agree {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

impl Place {
    fn compile(&self, sources: &[PathBuf], classes: &Path) -> Result<()> {
        let class_path = format!("{}:{}", self.classes.display(), self.console.display());
        compile_folders(&self.jdk, sources, &class_path, classes, &self.work)
    }

    fn explore(&self, class: &str, options: &[&str], out: &Path) -> Result<Json> {
        let mut palus = palus_command()?;
        palus.args(["explore", "--fields", "--time", "4h", "--class", class, "--classpath"]);
        palus.arg(&self.classes).args(options).arg("--out").arg(out);
        let ended = run_logged(&mut palus, &self.work, &self.work.join("palus.log"))?;
        ensure!(
            ended.code == Some(0),
            "palus failed; palus.log in {} has why",
            self.work.display()
        );
        Ok(serde_json::from_slice(&fs::read(out.join("explore.json"))?)?)
    }

    /// Whether all is as it was computed.
    fn row(&self, golden: &Golden, way: &str, scope: usize) -> Result<bool> {
        let out = self.work.join("out");
        let figures = self.explore(golden.class, &["--by", way, "--scope", &scope.to_string()], &out)?;
        let (left, right) = (format!("{}.left", golden.node), format!("{}.right", golden.node));
        let mut by_size = BTreeMap::new();
        for row in figures["rows"].as_array().context("a table")? {
            let figure = |value: &Json| value.as_u64().unwrap_or(0);
            let nodes = figure(&row["objects"]) as usize - golden.besides;
            // An empty set is a structure that the golden figures leave out.
            let shapes = figure(&row["structures"]) - golden.besides as u64;
            by_size.insert(
                nodes,
                [shapes, figure(&row["sizes"][&left]), figure(&row["sizes"][&right])],
            );
        }
        let agrees = (1..=scope).all(|nodes| {
            let wanted = [golden.shapes, golden.left, golden.right].map(|column| column[nodes - 1]);
            by_size.get(&nodes) == Some(&wanted)
        });
        let last = by_size.get(&scope).copied().unwrap_or_default();
        let rows = figures["rows"].as_array().and_then(|rows| rows.last());
        println!(
            "| {} | {way} | {scope} | {} | {} | {} | {} | {} | {:.1} | {} |",
            golden.class,
            last[0],
            rows.map_or(&Json::Null, |row| &row["suite"]),
            last[1],
            last[2],
            figures["runs"],
            figures["ms"].as_f64().unwrap_or(0.0) / 1e3,
            if agrees { "yes" } else { "no" }
        );
        Ok(agrees)
    }

    /// The mutants that PIT makes of the set, and how many of them the tests kill.
    fn mutants(&self, out: &Path, classes: &Path) -> Result<[u64; 2]> {
        let pit = Pit {
            jdk: &self.jdk,
            work: &self.work,
            console: &self.console,
        };
        let (xml, _) = pit.report(
            &[
                ("--sourceDirs", out.join("java").display().to_string()),
                (
                    "--classPath",
                    format!("{},{}", classes.display(), self.classes.display()),
                ),
                ("--targetClasses", "demo.RedBlackSet*".to_owned()),
                ("--excludedClasses", "demo.RedBlackSet*Inputs*,demo.*Test".to_owned()),
                ("--targetTests", "demo.RedBlackSetTest".to_owned()),
            ],
            &[],
        )?;
        killed(&xml)
    }

    /// What tests on the structures that come of stopping so cover.
    fn used(&self, stop: &str) -> Result<()> {
        let out = self.work.join(format!("used-{}", stop.replace(':', "-")));
        let mut options = vec!["--scope", SCOPE, "--stop", stop];
        if stop == "none" {
            options.push("--all");
        }
        let figures = self.explore("demo.RedBlackSet", &options, &out)?;
        let classes = out.join("classes");
        fs::create_dir_all(&classes)?;
        // The suite's own test of what is accepted would cover repOk alone.
        fs::remove_file(out.join("java/demo/RedBlackSetInputsTest.java"))?;
        self.compile(&[out.join("java"), of_subject("structures-tests")], &classes)?;
        let covered = out.join("jacoco.exec");
        let mut java = Command::new(self.jdk.java());
        java.arg(self.jacoco.agent_option(&covered)).arg("-cp");
        java.arg(format!(
            "{}:{}:{}",
            self.classes.display(),
            classes.display(),
            self.console.display()
        ));
        java.args([
            "org.junit.platform.console.ConsoleLauncher",
            "execute",
            "--include-classname=.*",
        ]);
        java.arg(format!("--scan-class-path={}", classes.display()));
        let ended = run_logged(&mut java, &self.work, &self.work.join("tests.log"))?;
        ensure!(ended.code == Some(0), "tests fail: {}", ended.stdout);
        let counts = |class: &str| class.starts_with("demo.RedBlackSet");
        let coverage = self
            .jacoco
            .measure_classes(&self.jdk, &[&covered], &self.classes, &self.work, counts)?;
        let [mutants, killed] = self.mutants(&out, &classes)?;
        let structures = if stop == "none" { "structures" } else { "suite" };
        let last = figures["rows"].as_array().and_then(|rows| rows.last());
        println!(
            "| {stop} | {} | {} of {} | {killed} of {mutants} | {:.1} | {:.1} | {} |",
            last.map_or(&Json::Null, |row| &row[structures]),
            coverage.branches,
            coverage.all_branches,
            ended.took.as_secs_f64(),
            figures["ms"].as_f64().unwrap_or(0.0) / 1e3,
            figures["runs"]
        );
        Ok(())
    }
}
