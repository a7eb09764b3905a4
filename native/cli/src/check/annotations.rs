//! Findings as annotations of GitHub's runners: lines that begin with `::warning`, and a table for the page of the step.
//!
//! The form is that of "Workflow commands for GitHub Actions", setting a warning message. Findings are read from
//! `palus.sarif`, which has them all.

use std::env;
use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use palus_emit::summary::Summary;
use serde_json::Value;

/// A test that reveals an error.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Finding {
    /// The contract that is broken.
    rule: String,
    /// The source of the class under test, relative to the checkout where that is known.
    file: String,
    /// Why it is an error, and which test shows it.
    message: String,
}

/// The findings of an output, in its order. `sources` is the folder that the classes' sources are in.
pub(super) fn read(dir: &Path, sources: Option<&Path>) -> anyhow::Result<Vec<Finding>> {
    let file = dir.join("palus.sarif");
    let text = fs::read_to_string(&file).with_context(|| format!("cannot read {}", file.display()))?;
    let document: Value = serde_json::from_str(&text).with_context(|| format!("{} is no SARIF", file.display()))?;
    let results = document["runs"][0]["results"].as_array().cloned().unwrap_or_default();
    Ok(results.iter().map(|result| finding(result, sources)).collect())
}

fn finding(result: &Value, sources: Option<&Path>) -> Finding {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let source = text(&result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]);
    let method = text(&result["locations"][0]["logicalLocations"][0]["fullyQualifiedName"]);
    let shown_by = &result["relatedLocations"][0]["physicalLocation"];
    Finding {
        rule: text(&result["ruleId"]),
        file: in_checkout(&sources.map_or_else(|| PathBuf::from(&source), |folder| folder.join(&source))),
        message: format!(
            "{method}: {}. Shown by {}, line {}",
            text(&result["message"]["text"]),
            text(&shown_by["artifactLocation"]["uri"]),
            shown_by["region"]["startLine"]
        ),
    }
}

/// Annotations are shown at files named from the root of the checkout.
fn in_checkout(file: &Path) -> String {
    let root = env::var_os("GITHUB_WORKSPACE").map(PathBuf::from);
    let relative = root.as_deref().and_then(|root| file.strip_prefix(root).ok());
    relative.unwrap_or(file).display().to_string()
}

/// A line each.
pub(super) fn lines(findings: &[Finding]) -> String {
    let line = |finding: &Finding| {
        format!(
            "::warning file={},title={}::{}\n",
            property(&finding.file),
            property(&format!("Palus: {}", finding.rule)),
            data(&finding.message)
        )
    };
    findings.iter().map(line).collect()
}

/// The message ends at the end of the line, so that what ends lines is escaped.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// In properties, what separates them is escaped too.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

/// Adds a section to the page of the step, when the runner names a file for it.
pub(super) fn add_to_step_summary(summary: &Summary, findings: &[Finding]) -> anyhow::Result<()> {
    let Some(file) = env::var_os("GITHUB_STEP_SUMMARY").map(PathBuf::from) else {
        return Ok(());
    };
    let opened = OpenOptions::new().create(true).append(true).open(&file);
    opened
        .and_then(|mut page| page.write_all(section(summary, findings).as_bytes()))
        .with_context(|| format!("cannot write {}", file.display()))
}

fn section(summary: &Summary, findings: &[Finding]) -> String {
    let mut text = format!(
        "## Palus\n\n{} passing tests for {} classes, {} tests that reveal an error.\n\n",
        summary.tests.passing,
        summary.classes.len(),
        summary.tests.failing
    );
    if !findings.is_empty() {
        text.push_str("| rule | where | what |\n| --- | --- | --- |\n");
        let cell = |text: &str| text.replace('|', "\\|").replace(['\r', '\n'], " ");
        for finding in findings {
            let cells = [&finding.rule, &finding.file, &finding.message].map(|text| cell(text));
            text.push_str("| ");
            text.push_str(&cells.join(" | "));
            text.push_str(" |\n");
        }
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_finding_is_one_line_whatever_its_text_holds() {
        let result = json!({
            "ruleId": "no-npe",
            "message": {"text": "50 % of\nit"},
            "locations": [{
                "physicalLocation": {"artifactLocation": {"uri": "a/B.java"}},
                "logicalLocations": [{"fullyQualifiedName": "a.B.f()V"}],
            }],
            "relatedLocations": [{"physicalLocation": {
                "artifactLocation": {"uri": "failures/java/a/BPalusFailureTest.java"},
                "region": {"startLine": 7},
            }}],
        });
        let found = finding(&result, Some(Path::new("src,main")));
        let expected = "::warning file=src%2Cmain/a/B.java,title=Palus%3A no-npe::a.B.f()V: 50 %25 of%0Ait. Shown by \
                        failures/java/a/BPalusFailureTest.java, line 7\n";
        assert_eq!(lines(&[found]), expected);
    }
}
