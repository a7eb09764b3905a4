//! `palus verify`: which tests of a suite hang on something that they do not control, and on what.
//!
//! The suite runs once as it is, then again with one fact varied at a time. A verdict that changes is looked at once more in both
//! surroundings before it is told.

mod cut;
mod judge;
mod told;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context as _, bail};
use palus_supervise::{Compiler, Jdk, Variation, Verifier, run_all};

use crate::args::{TextOrJson, VerifyArgs};
use crate::artefacts::{Jars, library};
use crate::exit::{Exit, say};
use crate::generate::{OLDEST_JAVA, class_path, names_in};
use crate::model::print;

use judge::{Flaky, Judge};

/// A test that takes longer hangs.
const PATIENCE: Duration = Duration::from_secs(30);

/// Runs the command.
pub(crate) fn run(args: &VerifyArgs) -> anyhow::Result<Exit> {
    let jdk = Jdk::find(OLDEST_JAVA, "verify")?;
    let scratch = tempfile::tempdir().context("cannot make a directory for temporary files")?;
    let jars = Jars::unpack(scratch.path())?;
    let others = jdk.newer();
    let verifier = Verifier {
        jdk,
        verify_jar: jars.verify,
        junit: jars.junit,
        class_path: class_path(&args.classpath)?,
        mockito: None,
        refused_jars: Vec::new(),
        scratch: scratch.path().to_owned(),
        patience: PATIENCE,
        until: None,
        sandbox: None,
        passed_env: Vec::new(),
        class_data: jars.class_data,
        compiler: Compiler::default(),
    };
    let classes = classes(args, &verifier, scratch.path())?;
    let names = names_in(&classes)?;
    if names.is_empty() {
        bail!(
            "there is no class in {}; give the folder of compiled tests",
            classes.display()
        );
    }
    let variations = Variation::all(&library()?, &others);
    let judge = Judge {
        names: &names,
        ran: &|names: &[String], variations: &[&Variation]| {
            let reports = run_all(variations, jobs(), |_, variation| {
                verifier.run_varied(&classes, names, variation)
            });
            Ok(reports.into_iter().collect::<Result<Vec<_>, _>>()?)
        },
    };
    let report = judge.report(&variations)?;
    print(&match args.format {
        TextOrJson::Text => told::text(&report),
        TextOrJson::Json => told::json(&report)?,
    })?;
    if let (true, Some(dir)) = (args.fix, &args.dir) {
        let dropped = fix(&dir.join("java"), &report.flaky)?;
        say(&format!("dropped {dropped} tests from {}", dir.display()));
    }
    Ok(if report.flaky.is_empty() {
        Exit::Done
    } else {
        Exit::NotMet
    })
}

/// Virtual machines at once.
fn jobs() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Where the compiled tests are; those of an output of Palus are compiled first.
fn classes(args: &VerifyArgs, verifier: &Verifier, scratch: &Path) -> anyhow::Result<PathBuf> {
    if let Some(classes) = &args.test_classes {
        return fs::canonicalize(classes)
            .with_context(|| format!("cannot read {}; give the folder of compiled tests", classes.display()));
    }
    let Some(dir) = &args.dir else {
        bail!("give the directory that `palus generate --out` wrote, or --test-classes");
    };
    let sources = dir.join("java");
    if !sources.is_dir() {
        bail!(
            "there is no {}; give the directory that `palus generate --out` wrote",
            sources.display()
        );
    }
    let sources = fs::canonicalize(&sources).with_context(|| format!("cannot read {}", sources.display()))?;
    let classes = scratch.join("classes");
    if let Some(fault) = verifier.compile(&sources, &classes)?.faults.first() {
        bail!(
            "the tests do not compile: {}:{}: {}; generate them again",
            fault.file.display(),
            fault.line,
            fault.message
        );
    }
    Ok(classes)
}

/// Takes the tests out of the sources below a folder; how many.
fn fix(sources: &Path, flaky: &[Flaky]) -> anyhow::Result<usize> {
    let mut dropped = 0;
    for Flaky { class, method, .. } in flaky {
        let file = sources.join(class.replace('.', "/")).with_extension("java");
        let Ok(text) = fs::read_to_string(&file) else { continue };
        let Some(rest) = cut::without(&text, method) else {
            continue;
        };
        let written = if cut::has_tests(&rest) {
            fs::write(&file, rest)
        } else {
            fs::remove_file(&file)
        };
        written.with_context(|| format!("cannot change {}", file.display()))?;
        dropped += 1;
    }
    Ok(dropped)
}
