//! The class analysis on whole libraries: against reflection, against javac, against the clock.

pub(crate) mod depend;
pub(crate) mod index;
pub(crate) mod types;

use std::path::PathBuf;

use anyhow::{Context, Result};
use palus_supervise::{Artifact, Jdk, Maven};

#[path = "../../../tests/support/by_javac.rs"]
mod by_javac;
#[path = "../../../tests/support/by_reflection.rs"]
mod by_reflection;
#[path = "../../../tests/support/dice.rs"]
mod dice;

pub(crate) use dice::Dice;

/// Group, name and version of the libraries.
const LIBRARIES: [(&str, &str, &str); 6] = [
    ("commons-cli", "commons-cli", "1.9.0"),
    ("org.apache.commons", "commons-csv", "1.11.0"),
    ("commons-codec", "commons-codec", "1.17.1"),
    ("org.apache.commons", "commons-collections4", "4.4"),
    ("org.apache.commons", "commons-lang3", "3.17.0"),
    ("org.apache.commons", "commons-math3", "3.6.1"),
];

/// The jars of these libraries, all of them for no names.
fn jars(names: &[&str]) -> Result<Vec<PathBuf>> {
    let work = crate::palus::target()?.join("bench").join("classes");
    std::fs::create_dir_all(&work).with_context(|| format!("{} cannot be made", work.display()))?;
    let jdk = Jdk::find(17, "bench")?;
    let wanted = LIBRARIES
        .iter()
        .filter(|(_, name, _)| names.is_empty() || names.contains(name));
    let artifacts: Vec<Artifact<'_>> = wanted
        .map(|(group, name, version)| Artifact::jar(group, name, version))
        .collect();
    Ok(Maven::find(&jdk, &work)?.files(&artifacts)?)
}
