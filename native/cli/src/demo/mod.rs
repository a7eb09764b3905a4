//! `palus demo`: the whole way on commons-cli, from its own test suite to new tests, with nothing to prepare.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, bail};
use clap::Parser as _;
use palus_supervise::{Artifact, Coverage, JaCoCo, Jdk, LibrarySuite, Maven};

use crate::args::{Cli, Command as Asked, Ids, RecordArgs, Switch};
use crate::artefacts::Jars;
use crate::exit::Exit;
use crate::generate::{self, GenerateOptions, Generated, OLDEST_JAVA};
use crate::model::print;
use crate::progress::Reporter;
use crate::record;
use crate::table::aligned;

/// Where the demo works, below the current directory.
const WORK: &str = "target/demo";

/// How long it generates.
const TIME: &str = "20s";

/// The class of the console launcher.
const CONSOLE: &str = "org.junit.platform.console.ConsoleLauncher";

/// Runs the demo and prints its table.
pub(crate) fn run() -> anyhow::Result<Exit> {
    let jdk = Jdk::find(OLDEST_JAVA, "demo")?.with_compiler()?;
    let reporter = Reporter::new(false);
    let work = fresh_directory()?;
    reporter.phase("resolving", "commons-cli, its tests and JaCoCo, through Maven");
    let maven = Maven::find(&jdk, &work.join("maven"))?;
    let library = maven.library_suite(&Artifact::jar("commons-cli", "commons-cli", "1.9.0"))?;
    let jars = directory(&work, "jars").and_then(|directory| Jars::unpack(&directory))?;
    let demo = Demo {
        jacoco: JaCoCo::resolve(&maven)?,
        jdk,
        library,
        jars,
        work,
    };
    let model = demo.record(&reporter)?;
    let generated = demo.generate(&model, &reporter)?;
    let measured = demo.measure(&generated, &reporter)?;
    reporter.finish();
    print(&demo.table(&generated, &measured))?;
    Ok(Exit::Done)
}

struct Demo {
    jdk: Jdk,
    library: LibrarySuite,
    jars: Jars,
    jacoco: JaCoCo,
    work: PathBuf,
}

/// What was measured after the tests were written.
struct Measured {
    existing: Coverage,
    together: Coverage,
    ran: ConsoleCounts,
}

/// What the console launcher said of a run.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct ConsoleCounts {
    found: u64,
    successful: u64,
}

impl Demo {
    /// Records the library's own suite.
    fn record(&self, reporter: &Reporter) -> anyhow::Result<PathBuf> {
        reporter.phase("recording", "the test suite of commons-cli");
        let model = self.work.join("commons-cli.palus");
        let mut command: Vec<OsString> = vec![self.jdk.java().into()];
        command.extend(self.suite_arguments());
        // The launcher's own output would drown the demo's, and the suite leaves files where it runs.
        let script = OsString::from("cd \"$0\" && exec \"$@\" > suite.log 2>&1");
        let mut quiet: Vec<OsString> = vec!["/bin/sh".into(), "-c".into(), script, self.work.clone().into()];
        quiet.append(&mut command);
        let recorded = RecordArgs {
            out: model.clone(),
            include: vec!["org.apache.commons.cli.*".to_owned()],
            exclude: vec!["*Test".to_owned(), "*Test$*".to_owned()],
            redaction: crate::args::RedactionArgs::default(),
            trace: crate::args::KeepTraceArgs::default(),
            no_sampling: false,
            ids: Ids::Inside,
            call_sites: Switch::Off,
            collaborators: vec![],
            command: quiet,
        };
        record::record_for(&recorded, record::Shown::AsItIs).context("recording the suite of commons-cli")?;
        Ok(model)
    }

    fn suite_class_path(&self) -> Vec<PathBuf> {
        let mut entries = self.jars.junit.clone();
        entries.extend([self.library.tests.clone(), self.library.jar.clone()]);
        entries.extend(self.library.dependencies.iter().cloned());
        entries
    }

    fn suite_arguments(&self) -> Vec<OsString> {
        let mut arguments = console(&self.suite_class_path());
        arguments.push("--scan-class-path".into());
        arguments.push(self.library.tests.clone().into());
        arguments
    }

    fn generate(&self, model: &Path, reporter: &Reporter) -> anyhow::Result<Generated> {
        let mut line: Vec<OsString> = ["palus", "generate", "--time", TIME, "--classpath"]
            .map(Into::into)
            .into();
        line.push(self.library.jar.clone().into());
        for (option, path) in [("--model", model), ("--out", &self.out())] {
            line.extend([option.into(), path.into()]);
        }
        let Asked::Generate(args) = Cli::try_parse_from(line)?.command else {
            bail!("the demo's own command line was not understood");
        };
        generate::run(&GenerateOptions::resolve(&args)?, reporter)?.context("no class is under test")
    }

    fn out(&self) -> PathBuf {
        self.work.join("tests")
    }

    /// Compiles the tests as a reader would, runs them, and measures both suites in runs of their own.
    fn measure(&self, generated: &Generated, reporter: &Reporter) -> anyhow::Result<Measured> {
        reporter.phase("measuring", "the coverage of the old suite and of both together");
        let classes = self.compile(generated)?;
        let (old, new) = (self.work.join("existing.exec"), self.work.join("generated.exec"));
        self.java(&[self.jacoco.agent_option(&old)], &self.suite_arguments())?;
        let mut class_path = self.jars.junit.clone();
        class_path.extend([classes.clone(), self.library.jar.clone()]);
        let mut arguments = console(&class_path);
        arguments.push("--scan-class-path".into());
        arguments.push(classes.into());
        let said = self.java(&[self.jacoco.agent_option(&new)], &arguments)?;
        let ran = console_counts(&said);
        if ran.successful < ran.found {
            let log = self.work.join("rerun.log");
            fs::write(&log, &said).with_context(|| format!("cannot write {}", log.display()))?;
            let failed = ran.found - ran.successful;
            reporter.warn(&format!(
                "{failed} of the tests did not pass when run again; please report it with {}",
                log.display()
            ));
        }
        let measure = |files: &[&Path]| self.jacoco.measure(&self.jdk, files, &self.library.jar, &self.work);
        Ok(Measured {
            existing: measure(&[&old])?,
            together: measure(&[&old, &new])?,
            ran,
        })
    }

    fn compile(&self, generated: &Generated) -> anyhow::Result<PathBuf> {
        let classes = directory(&self.work, "test-classes")?;
        let mut class_path = vec![self.library.jar.clone()];
        class_path.extend(self.jars.junit.iter().cloned());
        let sources = self.out().join("java");
        let files = generated
            .test_classes
            .iter()
            .map(|name| sources.join(name.replace('.', "/") + ".java"));
        let mut javac = Command::new(self.jdk.home().join("bin/javac"));
        javac
            .args(["-nowarn", "-proc:none", "-encoding", "UTF-8", "-d"])
            .arg(&classes);
        javac.arg("-cp").arg(env::join_paths(class_path)?).args(files);
        let output = clean(&mut javac).output().context("cannot run javac")?;
        if !output.status.success() {
            bail!(
                "the tests do not compile: {}",
                String::from_utf8_lossy(&output.stderr).trim()
            );
        }
        Ok(classes)
    }

    /// Runs Java in the work directory and gives back what it said. Tests that fail are no error: the library's suite has some.
    fn java(&self, options: &[OsString], arguments: &[OsString]) -> anyhow::Result<String> {
        let mut java = Command::new(self.jdk.java());
        java.args(options).args(arguments).current_dir(&self.work);
        let output = clean(&mut java).output().context("cannot run java")?;
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    }

    fn table(&self, generated: &Generated, measured: &Measured) -> String {
        let summary = &generated.summary;
        let (covered, methods) = summary.classes.iter().fold((0, 0), |(covered, methods), class| {
            (covered + class.methods_covered, methods + class.methods)
        });
        let row = |name: &str, cells: &[String]| {
            let mut row = vec![name.to_owned()];
            row.extend_from_slice(cells);
            row
        };
        let counts = [
            row("classes under test", &[summary.classes.len().to_string()]),
            row("methods covered by new tests", &[format!("{covered} of {methods}")]),
            row(
                "tests written",
                &[(summary.tests.passing + summary.tests.failing).to_string()],
            ),
            row(
                "  passing when run again",
                &[format!("{} of {}", measured.ran.successful, measured.ran.found)],
            ),
            row("  revealing an error", &[summary.tests.failing.to_string()]),
        ];
        let percent = |covered: u64, total: u64| format!("{:.1} %", 100.0 * covered as f64 / total.max(1) as f64);
        let (old, both) = (&measured.existing, &measured.together);
        let covered = [
            row("coverage", &["its own suite".into(), "with the new tests".into()]),
            row(
                "  lines",
                &[percent(old.lines, old.all_lines), percent(both.lines, both.all_lines)],
            ),
            row(
                "  branches",
                &[
                    percent(old.branches, old.all_branches),
                    percent(both.branches, both.all_branches),
                ],
            ),
        ];
        let out = self.out();
        format!(
            "commons-cli 1.9.0\n{}\n{}\nThe tests are in {}.\nOpen {} next.\n",
            aligned(&counts),
            aligned(&covered),
            out.join("java").display(),
            out.join("report.html").display()
        )
    }
}

/// The arguments that start the console launcher, up to what it is to run.
fn console(class_path: &[PathBuf]) -> Vec<OsString> {
    // Entries come from Maven and from us; none has a colon, or Java could not be started with it by anybody.
    let joined = env::join_paths(class_path).unwrap_or_default();
    let mut arguments: Vec<OsString> = vec!["-cp".into(), joined];
    arguments.extend(
        [
            CONSOLE,
            "execute",
            "--disable-banner",
            "--details=summary",
            "--include-classname=.*",
        ]
        .map(Into::into),
    );
    arguments
}

fn clean(command: &mut Command) -> &mut Command {
    command.env_remove("JAVA_TOOL_OPTIONS").stdin(Stdio::null())
}

/// An empty work directory: only what the demo made itself is removed, Maven's work folder is kept.
fn fresh_directory() -> anyhow::Result<PathBuf> {
    fs::create_dir_all(WORK).with_context(|| format!("cannot make {WORK}; run the demo where you can write"))?;
    let work = fs::canonicalize(WORK).context("cannot find the demo's directory again")?;
    for folder in ["jars", "test-classes", "tests"] {
        let path = work.join(folder);
        if path.exists() {
            fs::remove_dir_all(&path).with_context(|| format!("cannot remove {}", path.display()))?;
        }
    }
    for file in ["existing.exec", "generated.exec"] {
        let path = work.join(file);
        if path.exists() {
            fs::remove_file(&path).with_context(|| format!("cannot remove {}", path.display()))?;
        }
    }
    Ok(work)
}

fn directory(work: &Path, name: &str) -> anyhow::Result<PathBuf> {
    let path = work.join(name);
    fs::create_dir_all(&path).with_context(|| format!("cannot make {}", path.display()))?;
    Ok(path)
}

/// `[         797 tests found           ]` and `[         734 tests successful      ]`.
fn console_counts(said: &str) -> ConsoleCounts {
    let count = |what: &str| {
        let line = said
            .lines()
            .find(|line| line.trim_end_matches(']').trim().ends_with(what));
        line.and_then(|line| line.trim_start_matches('[').split_whitespace().next()?.parse().ok())
            .unwrap_or(0)
    };
    ConsoleCounts {
        found: count("tests found"),
        successful: count("tests successful"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_console_launcher_is_understood() {
        let said = "\n[         4 containers found      ]\n[        34 tests found           ]\n[        33 tests successful      ]\n";
        assert_eq!(
            console_counts(said),
            ConsoleCounts {
                found: 34,
                successful: 33
            }
        );
    }
}
