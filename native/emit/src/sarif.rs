//! `palus.sarif`: the tests that reveal an error, as SARIF 2.1.0 for code review tools.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;

use palus_sequence::work::KeptTest;
use palus_sequence::{Outcome, Statement, Symbols, Violation};
use serde_json::{Value, json};

use crate::java::SourceFile;
use crate::note::Note;

/// What stands for the root of the checkout, by the name that readers of SARIF know it by.
pub const CHECKOUT: &str = "%SRCROOT%";

/// The document. `files` are those that were emitted from `tests`; only the failing ones are results.
///
/// `in_checkout` tells where the source of a class lies, as seen from the root of the checkout. Where it does not know, the path below
/// a source folder is given, relative to `SOURCES`. The line is the one that threw, where the class file has lines. The tests' paths
/// are relative to `OUTPUT`. The surest come first, and last what is said of passing tests, by one of their goals: `note` is its level.
pub fn sarif(
    version: &str,
    tests: &[(&Symbols, &KeptTest)],
    files: &[SourceFile],
    notes: &BTreeMap<u64, Vec<Note>>,
    in_checkout: &dyn Fn(&str) -> Option<String>,
) -> Result<String, serde_json::Error> {
    let mut rules = BTreeSet::new();
    let mut results = Vec::new();
    for file in files.iter().filter(|file| file.failing) {
        for emitted in &file.tests {
            if let Some((symbols, test)) = tests.get(emitted.index)
                && let Some(violation) = &test.violates
            {
                rules.insert(violation.check.as_str());
                let region = json!({"startLine": emitted.first_line, "endLine": emitted.last_line});
                let site = violation.thrown_at.as_ref();
                let class = site.map_or(&test.subject, |site| &site.class);
                let source = source(class, site.and_then(|site| site.line), in_checkout);
                let result = result(symbols, test, violation, &source, &shown_by(&file.path, &region));
                results.push((violation.confidence, result));
            }
        }
    }
    // The surest first; the order of the files among those of which we are equally sure.
    results.sort_by_key(|(confidence, _)| Reverse(*confidence));
    let mut results: Vec<Value> = results.into_iter().map(|(_, result)| result).collect();
    let mut rules: Vec<Value> = rules.into_iter().map(|id| rule(id, "warning")).collect();
    let of_passing = noted(tests, files, notes, in_checkout);
    let of_notes: BTreeSet<&str> = of_passing.iter().map(|(note, _)| note.rule).collect();
    rules.extend(of_notes.into_iter().map(|id| rule(id, "note")));
    results.extend(of_passing.into_iter().map(|(_, result)| result));
    let driver = json!({"name": "Palus", "version": version, "rules": rules});
    let bases = json!({
        CHECKOUT: {"description": {"text": "The root of the checkout."}},
        "SOURCES": {"description": {"text": "The folder with the sources of the classes under test."}},
        "OUTPUT": {"description": {"text": "The folder that the tests were written to."}},
    });
    let run = json!({"tool": {"driver": driver}, "originalUriBaseIds": bases, "results": results});
    let document =
        json!({"$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0", "runs": [run]});
    serde_json::to_string_pretty(&document).map(|text| text + "\n")
}

fn rule(id: &str, level: &str) -> Value {
    json!({"id": id, "shortDescription": {"text": id.replace('-', " ")}, "defaultConfiguration": {"level": level}})
}

/// What is said of passing tests, each with its result.
fn noted<'n>(
    tests: &[(&Symbols, &KeptTest)],
    files: &[SourceFile],
    notes: &'n BTreeMap<u64, Vec<Note>>,
    in_checkout: &dyn Fn(&str) -> Option<String>,
) -> Vec<(&'n Note, Value)> {
    let mut found = Vec::new();
    for file in files.iter().filter(|file| !file.failing) {
        for emitted in &file.tests {
            let Some((_, test)) = tests.get(emitted.index) else {
                continue;
            };
            let region = json!({"startLine": emitted.first_line, "endLine": emitted.last_line});
            let shown_by = shown_by(&file.path, &region);
            for note in test.goals.iter().filter_map(|goal| notes.get(goal)).flatten() {
                let source = source(&note.class, None, in_checkout);
                found.push((note, note_result(note, &source, &shown_by)));
            }
        }
    }
    found
}

fn note_result(note: &Note, source: &Value, shown_by: &Value) -> Value {
    let identity = format!("{}\n{}\n{}", note.rule, note.about, note.text);
    json!({
        "ruleId": note.rule,
        "level": "note",
        "message": {"text": note.text},
        "locations": [{
            "physicalLocation": source,
            "logicalLocations": [{"fullyQualifiedName": note.about}],
        }],
        "relatedLocations": [{
            "message": {"text": "the test that shows it"},
            "physicalLocation": shown_by,
        }],
        "partialFingerprints": {"palusFinding/v1": format!("{:016x}", fnv1a(identity.as_bytes()))},
    })
}

/// The line of a class that is wrong, as far as it is known.
fn source(class: &str, line: Option<u32>, in_checkout: &dyn Fn(&str) -> Option<String>) -> Value {
    let artifact = match in_checkout(class) {
        Some(path) => json!({"uri": uri(&path), "uriBaseId": CHECKOUT}),
        None => json!({"uri": uri(&source_path(class)), "uriBaseId": "SOURCES"}),
    };
    let mut source = json!({"artifactLocation": artifact});
    if let Some(line) = line {
        source["region"] = json!({"startLine": line});
    }
    source
}

/// The test in the file of that path, at those lines.
fn shown_by(path: &Path, region: &Value) -> Value {
    let parts: Vec<_> = path
        .components()
        .map(|part| part.as_os_str().to_string_lossy())
        .collect();
    json!({"artifactLocation": {"uri": uri(&parts.join("/")), "uriBaseId": "OUTPUT"}, "region": region})
}

fn result(symbols: &Symbols, test: &KeptTest, violation: &Violation, source: &Value, shown_by: &Value) -> Value {
    let function = match &violation.thrown_at {
        Some(site) => format!("{}.{}", site.class, site.method),
        None => called(symbols, test),
    };
    json!({
        "ruleId": violation.check,
        "level": level(violation.confidence),
        "rank": violation.confidence,
        "message": {"text": violation.because},
        "locations": [{
            "physicalLocation": source,
            "logicalLocations": [{"fullyQualifiedName": function, "kind": "function"}],
        }],
        "relatedLocations": [{
            "message": {"text": "the test that shows it"},
            "physicalLocation": shown_by,
        }],
        "partialFingerprints": {"palusFinding/v1": fingerprint(symbols, test, &violation.check)},
    })
}

/// A reviewer is stopped by what is next to sure, and not by what may well be meant so.
fn level(confidence: u8) -> &'static str {
    match confidence {
        85.. => "error",
        50..85 => "warning",
        _ => "note",
    }
}

/// The method whose call shows the error; the class when there is none.
fn called(symbols: &Symbols, test: &KeptTest) -> String {
    match test.sequence.statements.last() {
        Some(Statement::Call { method, .. }) => symbols.full_name(*method),
        _ => test.subject.clone(),
    }
}

/// What stays the same when the test that shows an error changes: the rule, the method and what it threw.
fn fingerprint(symbols: &Symbols, test: &KeptTest, check: &str) -> String {
    let thrown = match test.outcomes.last() {
        Some(Outcome::Threw { class, .. }) => symbols.type_name(*class),
        _ => String::new(),
    };
    let identity = format!("{check}\n{}\n{}\n{thrown}", test.subject, called(symbols, test));
    format!("{:016x}", fnv1a(identity.as_bytes()))
}

/// FNV-1a, 64 bits: short, and fixed for ever, as fingerprints must be.
fn fnv1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// The file of a public top-level class; for others the best guess.
fn source_path(subject: &str) -> String {
    let top = match subject.rfind('.') {
        Some(dot) => subject[dot..]
            .find('$')
            .map_or(subject, |dollar| &subject[..dot + dollar]),
        None => subject.split('$').next().unwrap_or(subject),
    };
    format!("{}.java", top.replace('.', "/"))
}

/// A path as a relative reference (RFC 3986, section 4.2): what has no meaning of its own there is escaped.
fn uri(path: &str) -> String {
    let mut uri = String::with_capacity(path.len());
    for byte in path.bytes() {
        match byte {
            b'/' | b'$' | b'-' | b'.' | b'_' | b'~' => uri.push(byte.into()),
            _ if byte.is_ascii_alphanumeric() => uri.push(byte.into()),
            _ => {
                let _ = write!(uri, "%{byte:02X}");
            }
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_source_of_a_nested_class_is_that_of_its_outermost_one() {
        assert_eq!(source_path("a.b.Outer$Inner$Deep"), "a/b/Outer.java");
        assert_eq!(source_path("Top"), "Top.java");
    }

    #[test]
    fn letters_that_mean_something_in_a_reference_are_escaped() {
        assert_eq!(uri("mein Körbchen/a/B$1.java"), "mein%20K%C3%B6rbchen/a/B$1.java");
    }

    #[test]
    fn a_run_without_failing_tests_has_no_results() {
        let text = sarif("1.0", &[], &[], &BTreeMap::new(), &|_| None).unwrap();
        let document: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(document["runs"][0]["results"], json!([]));
        assert_eq!(document["version"], "2.1.0");
    }
}
