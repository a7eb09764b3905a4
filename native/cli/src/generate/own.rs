//! The tests that a project has already.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context as _, bail};
use palus_supervise::OwnTests;

use super::options::class_path;

/// How long they may take in each of two orders.
const MOST: Duration = Duration::from_secs(120);

/// What generated test classes are called; an earlier build may have left some among the others.
const OURS: [&str; 2] = ["PalusTest", "PalusFailureTest"];

/// The tests in the folders that this class path begins with, but for those of the code `under_test`. Under a budget of time they may take a quarter
/// of that.
pub(super) fn tests(path: &str, under_test: &[PathBuf], budget: Option<Duration>) -> anyhow::Result<OwnTests> {
    let class_path = class_path(path)?;
    let mut classes = BTreeSet::new();
    let folders = class_path.iter().take_while(|entry| entry.is_dir());
    for folder in folders.filter(|folder| !under_test.contains(folder)) {
        let is_own = |name: &String| !OURS.iter().any(|ours| name.ends_with(ours));
        classes.extend(names_in(folder)?.into_iter().filter(is_own));
    }
    if classes.is_empty() {
        bail!("there is no test in {path}; give --own-tests the folder of the project's compiled tests first");
    }
    Ok(OwnTests {
        class_path,
        classes,
        limit: budget.map_or(MOST, |time| MOST.min(time / 4)),
    })
}

/// The binary names of the top-level classes below a folder, sorted. JUnit finds the nested ones.
pub(crate) fn names_in(folder: &Path) -> anyhow::Result<Vec<String>> {
    let (mut names, mut open) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(directory) = open.pop() {
        let entries = fs::read_dir(&directory).with_context(|| format!("cannot read {}", directory.display()))?;
        for entry in entries {
            let path = entry?.path();
            if path.is_dir() {
                open.push(path);
                continue;
            }
            let inside = path
                .strip_prefix(folder)
                .unwrap_or(&path)
                .to_string_lossy()
                .into_owned();
            let name = inside.strip_suffix(".class").map(|name| name.replace('/', "."));
            names.extend(name.filter(|name| !name.contains('$') && !name.ends_with("-info")));
        }
    }
    names.sort();
    Ok(names)
}
