//! Sources of tests: what a redundant one asserts that those do not which make its calls, and copies in which it is disabled.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Component, Path, PathBuf};

use anyhow::{Context as _, bail};
use palus_redundant::{Judged, TestCase};

use super::check::Method;
use super::java_text::{Declared, JavaText};

/// Files that were read, each once.
pub(super) struct Sources<'a> {
    folders: &'a [PathBuf],
    /// By the outermost class; `None` where it has no file.
    files: BTreeMap<String, Option<(PathBuf, JavaText)>>,
}

/// What became of copies with disabled tests.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Disabled {
    /// Test methods that are disabled.
    pub(super) methods: usize,
    /// In so many files.
    pub(super) files: usize,
    /// Redundant ones of which no line is known.
    pub(super) unknown: usize,
}

impl<'a> Sources<'a> {
    /// Those below the folders. It is an error when one is not there.
    pub(super) fn open(folders: &'a [PathBuf]) -> anyhow::Result<Self> {
        if let Some(missing) = folders.iter().find(|folder| !folder.is_dir()) {
            bail!(
                "{} is no folder; give the root of the tests' sources",
                missing.display()
            );
        }
        let files = BTreeMap::new();
        Ok(Self { folders, files })
    }

    /// What a redundant test asserts and none of those that make its calls does; `None` where its source is not known.
    pub(super) fn only_its_own(&mut self, tests: &[TestCase], judged: &Judged) -> Option<Vec<String>> {
        let mut own = self.assertions(&tests[judged.test])?;
        let mut others: Vec<usize> = judged.covered_by.iter().map(|covered| covered.test).collect();
        others.sort_unstable();
        others.dedup();
        for other in others {
            let theirs = self.assertions(&tests[other]).unwrap_or_default();
            own.retain(|assertion| !theirs.contains(assertion));
        }
        Some(own)
    }

    fn assertions(&mut self, test: &TestCase) -> Option<Vec<String>> {
        let (_, java, method) = self.find(&test.class, &test.method)?;
        Some(java.assertions(&method))
    }

    fn find(&mut self, class: &str, method: &str) -> Option<(&Path, &JavaText, Declared)> {
        let (outermost, nested) = class.split_once('$').unwrap_or((class, ""));
        let folders = self.folders;
        let file = self
            .files
            .entry(outermost.to_owned())
            .or_insert_with(|| read(folders, outermost));
        let (path, java) = file.as_ref()?;
        let simple = outermost.rsplit('.').next().unwrap_or(outermost);
        let path_of_classes: Vec<&str> = std::iter::once(simple)
            .chain(nested.split('$').filter(|name| !name.is_empty()))
            .collect();
        let method = java.method(&path_of_classes, method)?;
        Some((path, java, method))
    }

    /// Writes copies of the files into a folder, in which those methods are disabled for the reason that stands beside each.
    pub(super) fn disable(&mut self, goes: &[(Method, String)], out: &Path) -> anyhow::Result<Disabled> {
        self.refuse(out)?;
        let mut disabled = Disabled::default();
        let mut copies = BTreeMap::<PathBuf, (String, Vec<(usize, String)>)>::new();
        for ((class, method), reason) in goes {
            let found = self.find(class, method);
            let Some((path, java, method)) = found else {
                disabled.unknown += 1;
                continue;
            };
            let Some(annotation) = annotation(&java.text) else {
                disabled.unknown += 1;
                continue;
            };
            let reason = reason.replace('\\', "\\\\").replace('"', "\\\"");
            let (_, places) = copies
                .entry(path.to_owned())
                .or_insert_with(|| (java.text.clone(), Vec::new()));
            places.push((method.start(), format!("@{annotation}(\"{reason}\") ")));
            disabled.methods += 1;
        }
        disabled.files = copies.len();
        for (path, (mut text, mut places)) in copies {
            // From the last on, so that the places before it hold.
            places.sort_unstable_by(|a, b| b.cmp(a));
            for (at, annotation) in places {
                text.insert_str(at, &annotation);
            }
            let file = out.join(path);
            let parent = file.parent().unwrap_or(out);
            fs::create_dir_all(parent)
                .and_then(|()| fs::write(&file, text))
                .with_context(|| format!("cannot write {}; give a directory that you can write", file.display()))?;
        }
        Ok(disabled)
    }

    /// Sources are never overwritten.
    fn refuse(&self, out: &Path) -> anyhow::Result<()> {
        let Ok(out) = fs::canonicalize(out) else {
            return Ok(());
        };
        let clash = self
            .folders
            .iter()
            .find(|folder| fs::canonicalize(folder).is_ok_and(|folder| folder == out));
        match clash {
            Some(folder) => bail!(
                "{} has the sources themselves, which are not edited; give --disable-in another folder",
                folder.display()
            ),
            None => Ok(()),
        }
    }
}

/// Relative to its folder, for a class that is no nested one.
fn read(folders: &[PathBuf], class: &str) -> Option<(PathBuf, JavaText)> {
    let path = PathBuf::from(class.replace('.', "/")).with_extension("java");
    // The name comes from a trace.
    if !path.components().all(|part| matches!(part, Component::Normal(_))) {
        return None;
    }
    let text = folders
        .iter()
        .find_map(|folder| fs::read_to_string(folder.join(&path)).ok())?;
    Some((path, JavaText::new(text)))
}

/// What disables a test of the framework that a file uses; `None` for `JUnit` 3 and others.
fn annotation(text: &str) -> Option<&'static str> {
    let imports = |names: [&str; 2]| names.iter().any(|name| text.contains(&format!("import {name};")));
    if text.contains("org.junit.jupiter.") {
        let is_short = imports(["org.junit.jupiter.api.*", "org.junit.jupiter.api.Disabled"]);
        return Some(if is_short {
            "Disabled"
        } else {
            "org.junit.jupiter.api.Disabled"
        });
    }
    let is_short = imports(["org.junit.*", "org.junit.Ignore"]);
    let is_it = is_short || imports(["org.junit.Test", "org.junit.Before"]);
    is_it.then_some(if is_short { "Ignore" } else { "org.junit.Ignore" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_disabled_as_its_framework_has_it() {
        assert_eq!(
            annotation("import org.junit.jupiter.api.Test;"),
            Some("org.junit.jupiter.api.Disabled")
        );
        assert_eq!(annotation("import org.junit.jupiter.api.*;"), Some("Disabled"));
        assert_eq!(annotation("import org.junit.Test;"), Some("org.junit.Ignore"));
        assert_eq!(annotation("import org.junit.Ignore;"), Some("Ignore"));
        assert_eq!(annotation("import junit.framework.TestCase;"), None);
    }

    #[test]
    fn a_class_of_a_strange_name_has_no_source() {
        assert!(read(&[PathBuf::from("/")], "/etc.passwd").is_none());
        assert!(read(&[PathBuf::from(".")], "").is_none());
    }
}
