//! Tests that were made for a purpose of their own, with names that say it: confirmed and verified as a suite is.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Context as _;
use palus_classes::ClassIndex;
use palus_emit::java::{Doubles, JUnit, Style, Told, Wording};
use palus_sequence::Symbols;
use palus_sequence::work::KeptTest;
use palus_supervise::{Compiler, Jdk, Verifier};

use super::suite::{self, Bench, Compiling, Shown};
use super::{VERSION, framework};
use crate::artefacts::{self, Jars};

/// How long a test may take.
const PATIENCE: Duration = Duration::from_secs(10);

/// What the tests are compiled and run with, and where they go.
pub(crate) struct Target<'a> {
    pub(crate) jdk: &'a Jdk,
    pub(crate) class_path: &'a [PathBuf],
    pub(crate) sandboxed: bool,
    pub(crate) junit: JUnit,
    pub(crate) out: &'a Path,
}

/// Writes those of the tests that compile and do the same in two orders and each by itself, below `java` in the folder; how many these are.
/// Other files that are there stay.
pub(crate) fn write(
    symbols: &Symbols,
    tests: &[KeptTest],
    wording: &Wording,
    target: &Target<'_>,
) -> anyhow::Result<usize> {
    let jdk = target.jdk.clone().with_compiler()?;
    let scratch = tempfile::Builder::new()
        .prefix("palus-")
        .tempdir()
        .context("cannot make a temporary directory")?;
    let jars = Jars::unpack(scratch.path())?;
    let index = ClassIndex::open(target.class_path, jdk.home())?;
    let verifier = Verifier {
        jdk,
        verify_jar: jars.verify,
        junit: jars.junit,
        class_path: target.class_path.to_vec(),
        mockito: None,
        refused_jars: index.refused_jars(),
        scratch: scratch.path().to_path_buf(),
        patience: PATIENCE,
        until: None,
        compiler: Compiler {
            release: None,
            arguments: Vec::new(),
        },
        sandbox: target.sandboxed.then(artefacts::library).transpose()?,
        passed_env: Vec::new(),
        class_data: jars.class_data,
    };
    let none = BTreeSet::new();
    let (sources, classes) = (scratch.path().join("sources"), scratch.path().join("classes"));
    let bench = Bench {
        facts: &index,
        style: Style {
            junit: framework(target.junit, &index),
            doubles: Doubles::Plain,
            version: VERSION,
            seed: 1,
            isolated: &none,
            halting: &none,
            silenced: &none,
            notes: &BTreeMap::new(),
            told: &Told::NOTHING,
        },
        wording: Some(wording),
        verifier: &verifier,
        other: None,
        full: None,
        own: None,
        compiling: RefCell::new(Compiling::new(&verifier, &sources, &classes)),
        until: None,
    };
    let named = tests.iter().map(|test| ((symbols, test), Shown::UNKNOWN)).collect();
    let suite = suite::build(named, &bench, None)?;
    for file in &suite.files {
        let path = target.out.join(&file.path);
        let parent = path.parent().unwrap_or(target.out);
        fs::create_dir_all(parent)
            .and_then(|()| fs::write(&path, &file.text))
            .with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(suite.kept().count())
}
