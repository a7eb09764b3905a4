//! `index`: every class is read, and some are compared with reflection.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Instant;

use anyhow::{Result, bail};
use palus_classes::ClassIndex;
use palus_supervise::Jdk;

use super::{by_reflection, dice::Dice, jars};
use crate::subject::jdks;

pub(crate) fn run(count: usize, seed: u64) -> Result<ExitCode> {
    let jars = jars(&[])?;
    let mut ok = true;
    println!("| JDK | classes | methods | s | warnings | compared | not loaded | different |");
    println!("| --- | --- | --- | --- | --- | --- | --- | --- |");
    for jdk in jdks()? {
        let index = ClassIndex::open(&jars, jdk.home())?;
        let start = Instant::now();
        let mut names = index.jdk_names();
        names.extend(jars.iter().flat_map(|jar| index.all_names_in(jar)));
        let classes = index.load(&names);
        let bodies = index.bodies_of(&classes);
        let took = start.elapsed();
        let methods: usize = bodies.iter().map(Vec::len).sum();
        let whole = classes
            .iter()
            .zip(&bodies)
            .all(|(class, bodies)| class.methods.len() == bodies.len());

        let work = tempfile::tempdir()?;
        let helper = compiled_helper(&jdk, work.path())?;
        let drawn = Dice::new(seed).some(names.clone(), count);
        let found = by_reflection::compare(&index, &drawn, jdk.home(), &jars, &helper, work.path());
        let warnings = index.warnings();
        println!(
            "| {} | {} | {methods} | {:.2} | {} | {} | {} | {} |",
            jdk.feature(),
            classes.len(),
            took.as_secs_f64(),
            warnings.len(),
            found.classes,
            found.not_loaded.len(),
            found.different.len()
        );
        for warning in &warnings {
            println!("{warning}");
        }
        for (ours, theirs) in &found.different {
            println!("index:\n{ours}\nreflection:\n{theirs}");
        }
        ok &= whole && classes.len() == names.len() && warnings.is_empty() && found.different.is_empty();
    }
    Ok(if ok { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The helper that asks reflection, compiled.
fn compiled_helper(jdk: &Jdk, work: &Path) -> Result<PathBuf> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/java/Members.java");
    let helper = work.join("helper");
    let mut javac = Command::new(jdk.home().join("bin/javac"));
    let status = javac.arg("-d").arg(&helper).arg(&source).current_dir(work).status()?;
    if !status.success() {
        bail!("javac did not take {}", source.display());
    }
    Ok(helper)
}
