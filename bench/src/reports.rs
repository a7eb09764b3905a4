//! What a run of JUnit's console came to, read from the reports it wrote: the console's own summary is not to be
//! trusted, because tests close and replace `System.out`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};
use roxmltree::{Document, Node};

/// Counts over all engines, and the tests that did not pass.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Outcome {
    pub(crate) passed: u64,
    pub(crate) failed: u64,
    pub(crate) skipped: u64,
    /// `Class.method` of every test that failed.
    pub(crate) failures: BTreeSet<String>,
}

impl Outcome {
    /// Reads the `TEST-*.xml` files of a folder, one an engine.
    pub(crate) fn read(folder: &Path) -> Result<Self> {
        let mut outcome = Self::default();
        let mut reports = 0;
        for entry in fs::read_dir(folder).with_context(|| format!("{} cannot be read", folder.display()))? {
            let path = entry?.path();
            if path.extension().is_some_and(|extension| extension == "xml") {
                let text = fs::read_to_string(&path).with_context(|| format!("{} cannot be read", path.display()))?;
                outcome.add(&text).with_context(|| path.display().to_string())?;
                reports += 1;
            }
        }
        if reports == 0 {
            bail!("{} holds no report", folder.display());
        }
        Ok(outcome)
    }

    /// How many tests there were.
    pub(crate) fn found(&self) -> u64 {
        self.passed + self.failed + self.skipped
    }

    fn add(&mut self, report: &str) -> Result<()> {
        let document = Document::parse(report).context("this is no report of JUnit")?;
        for test in document.descendants().filter(|node| node.has_tag_name("testcase")) {
            let has = |name: &str| test.children().any(|child: Node| child.has_tag_name(name));
            if has("failure") || has("error") {
                self.failed += 1;
                let attribute = |name: &str| test.attribute(name).unwrap_or_default();
                self.failures
                    .insert(format!("{}.{}", attribute("classname"), attribute("name")));
            } else if has("skipped") {
                self.skipped += 1;
            } else {
                self.passed += 1;
            }
        }
        Ok(())
    }
}

/// Every test in the reports of a folder as `Class.method`, with the first line of what it failed with.
pub(crate) fn verdicts(folder: &Path) -> Result<BTreeMap<String, Option<String>>> {
    let mut verdicts = BTreeMap::new();
    for entry in fs::read_dir(folder).with_context(|| format!("{} cannot be read", folder.display()))? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "xml") {
            let text = fs::read_to_string(&path).with_context(|| format!("{} cannot be read", path.display()))?;
            verdicts.extend(verdicts_in(&text).with_context(|| path.display().to_string())?);
        }
    }
    Ok(verdicts)
}

fn verdicts_in(report: &str) -> Result<BTreeMap<String, Option<String>>> {
    let document = Document::parse(report).context("this is no report of JUnit")?;
    let tests = document.descendants().filter(|node| node.has_tag_name("testcase"));
    let verdict = |test: Node| {
        let attribute = |name: &str| test.attribute(name).unwrap_or_default().to_owned();
        let fault = test
            .children()
            .find(|child| child.has_tag_name("failure") || child.has_tag_name("error"));
        let message = fault.map(|fault| {
            let kind = fault.attribute("type").unwrap_or("failure");
            let said = fault.attribute("message").unwrap_or_default();
            format!("{kind}: {}", said.lines().next().unwrap_or_default())
        });
        (format!("{}.{}", attribute("classname"), attribute("name")), message)
    };
    Ok(tests.map(verdict).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_are_counted_by_how_they_ended_whatever_they_printed() {
        let report = r#"<testsuite name="JUnit" tests="4">
            <testcase name="a()" classname="T"><system-out><![CDATA[<failure>]]></system-out></testcase>
            <testcase name="b()" classname="T"><failure message="no"/></testcase>
            <testcase name="c()" classname="T"><error/></testcase>
            <testcase name="d()" classname="T"><skipped/></testcase>
        </testsuite>"#;
        let mut outcome = Outcome::default();
        outcome.add(report).unwrap();
        assert_eq!((outcome.passed, outcome.failed, outcome.skipped), (1, 2, 1));
        assert!(outcome.failures.contains("T.b()") && outcome.failures.contains("T.c()"));
        assert_eq!(outcome.found(), 4);
    }

    #[test]
    fn a_red_test_has_its_message() {
        let report = r#"<testsuite><testcase name="a()" classname="T"/>
            <testcase name="b()" classname="T"><error type="E" message="one&#10;two"/></testcase></testsuite>"#;
        let verdicts = verdicts_in(report).unwrap();
        assert_eq!(verdicts["T.a()"], None);
        assert_eq!(verdicts["T.b()"].as_deref(), Some("E: one"));
    }

    #[test]
    fn a_folder_without_reports_is_an_error_and_not_a_pass() {
        let empty = std::env::temp_dir().join(format!("palus-bench-{}", std::process::id()));
        fs::create_dir_all(&empty).unwrap();
        assert!(Outcome::read(&empty).is_err());
        fs::remove_dir_all(&empty).unwrap();
    }
}
