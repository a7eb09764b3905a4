//! Findings as annotations of GitHub's runners: lines like `::warning file=...`, and a table for the page of the step.
//!
//! The form is that of "Workflow commands for GitHub Actions", setting a notice, warning or error message. Findings are read from
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
    /// What kind of annotation it is: `error`, `warning` or `notice`.
    kind: &'static str,
    /// The contract that is broken.
    rule: String,
    /// The source of the class under test, from the root of the checkout where that is known.
    file: String,
    /// The line that threw, where the class file has lines.
    line: Option<u64>,
    /// Why it is an error, and which test shows it.
    message: String,
}

/// The findings of an output, in its order.
pub(super) fn read(dir: &Path) -> anyhow::Result<Vec<Finding>> {
    let file = dir.join("palus.sarif");
    let text = fs::read_to_string(&file).with_context(|| format!("cannot read {}", file.display()))?;
    let document: Value = serde_json::from_str(&text).with_context(|| format!("{} is no SARIF", file.display()))?;
    let results = document["runs"][0]["results"].as_array().cloned().unwrap_or_default();
    Ok(results.iter().map(finding).collect())
}

fn finding(result: &Value) -> Finding {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let source = &result["locations"][0]["physicalLocation"];
    let method = text(&result["locations"][0]["logicalLocations"][0]["fullyQualifiedName"]);
    let shown_by = &result["relatedLocations"][0]["physicalLocation"];
    Finding {
        // By the same names as in SARIF, but for one.
        kind: match result["level"].as_str() {
            Some("error") => "error",
            Some("note") => "notice",
            _ => "warning",
        },
        rule: text(&result["ruleId"]),
        file: path(&text(&source["artifactLocation"]["uri"])),
        line: source["region"]["startLine"].as_u64(),
        message: format!(
            "{method}: {}. Shown by {}, line {}",
            text(&result["message"]["text"]),
            path(&text(&shown_by["artifactLocation"]["uri"])),
            shown_by["region"]["startLine"]
        ),
    }
}

/// The path that a relative reference stands for; annotations have paths as they are.
fn path(uri: &str) -> String {
    let mut path = Vec::with_capacity(uri.len());
    let mut rest = uri.as_bytes();
    while let Some((&first, others)) = rest.split_first() {
        let escaped = (first == b'%').then(|| uri_byte(others)).flatten();
        path.push(escaped.unwrap_or(first));
        rest = if escaped.is_some() { &others[2..] } else { others };
    }
    String::from_utf8_lossy(&path).into_owned()
}

/// What two hexadecimal digits stand for.
fn uri_byte(digits: &[u8]) -> Option<u8> {
    u8::from_str_radix(str::from_utf8(digits.get(..2)?).ok()?, 16).ok()
}

/// A line each.
pub(super) fn lines(findings: &[Finding]) -> String {
    let line = |finding: &Finding| {
        let line = finding.line.map(|line| format!(",line={line}")).unwrap_or_default();
        format!(
            "::{} file={}{line},title={}::{}\n",
            finding.kind,
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
            "level": "note",
            "message": {"text": "50 % of\nit"},
            "locations": [{
                "physicalLocation": {
                    "artifactLocation": {"uri": "src%2Cmain/a/B.java", "uriBaseId": "%SRCROOT%"},
                    "region": {"startLine": 3},
                },
                "logicalLocations": [{"fullyQualifiedName": "a.B.f()V"}],
            }],
            "relatedLocations": [{"physicalLocation": {
                "artifactLocation": {"uri": "failures/java/a/BPalusFailureTest.java"},
                "region": {"startLine": 7},
            }}],
        });
        let found = finding(&result);
        let expected = "::notice file=src%2Cmain/a/B.java,line=3,title=Palus%3A no-npe::a.B.f()V: 50 %25 of%0Ait. Shown by \
                        failures/java/a/BPalusFailureTest.java, line 7\n";
        assert_eq!(lines(&[found]), expected);
    }
}
