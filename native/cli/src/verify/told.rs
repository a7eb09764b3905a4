//! What `palus verify` says.

use std::fmt::Write as _;

use anyhow::Context as _;

use super::judge::Report;

/// Told as JSON, with this version of its shape.
const SCHEMA: u32 = 1;

/// For reading: a line a test and fact.
pub(super) fn text(report: &Report) -> String {
    let mut text = String::new();
    for flaky in &report.flaky {
        for cause in &flaky.facts {
            // Writing to a string cannot fail.
            let _ = writeln!(
                text,
                "{}.{} hangs on {} ({}): {}",
                flaky.class, flaky.method, cause.fact, cause.value, cause.message
            );
        }
    }
    for test in &report.failing {
        let _ = writeln!(text, "{test} fails as it is");
    }
    let _ = writeln!(
        text,
        "{} tests: {} flaky, {} failing",
        report.tests,
        report.flaky.len(),
        report.failing.len()
    );
    text
}

/// For programs.
pub(super) fn json(report: &Report) -> anyhow::Result<String> {
    let value = serde_json::json!({
        "schema": SCHEMA,
        "tests": report.tests,
        "failing": report.failing,
        "flaky": report.flaky,
    });
    Ok(serde_json::to_string_pretty(&value).context("the answer cannot be written as JSON")? + "\n")
}
