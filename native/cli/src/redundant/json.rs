//! For programs; `"schema": 1`.

use std::collections::BTreeMap;

use anyhow::Context as _;
use palus_redundant::{Judged, Kind, Suites, Verdict};
use palus_supervise::Coverage;
use serde_json::{Value, json};

use super::Found;
use super::check::Method;
use crate::args::OrderName;

/// What was found out about one suite.
pub(super) fn summary(found: &Found) -> anyhow::Result<String> {
    let suites = &found.suites;
    let counts = suites.counts(0);
    let marked = found.states.marked();
    let count = |verdict| found.with(verdict).count();
    written(&json!({
        "schema": 1,
        "state": suites.technique.name(),
        "order": match found.order {
            OrderName::Suite => "suite",
            OrderName::Time => "time",
            OrderName::Coverage => "coverage",
        },
        "tests": tests(suites, 0, 0, &found.judged, &found.assertions),
        "counts": {
            "tests": counts.tests,
            "redundant": count(Verdict::Redundant),
            "unstable": count(Verdict::Unstable),
            "no-executions": count(Verdict::NoExecutions),
            "executions": counts.executions,
            "different": counts.different,
            "equivalent": counts.executions - counts.different,
            "states": counts.states,
            "classes": classes(suites),
            "outside": counts.without_test,
        },
        "marks": {
            "opaque": marked.opaque,
            "order-by-hash": marked.order_by_hash,
            "racy": marked.racy,
            "cut": counts.unknown,
        },
        "odd_equals": &found.odd,
        "checked": found.checked.as_ref().map(|checked| json!({
            "before": coverage(&checked.before),
            "without": coverage(&checked.without),
            "put_back": names(&checked.put_back),
            "mutants": checked.mutants.as_ref().map(|tried| json!({
                "sampled": tried.sampled,
                "before": tried.before,
                "without": tried.without,
                "put_back": names(&tried.put_back),
            })),
        })),
    }))
}

/// What each of two suites adds to the other: `redundant` is said of tests that add nothing.
pub(super) fn compared(suites: &Suites, judged: &[Vec<Judged>; 2]) -> anyhow::Result<String> {
    let none = BTreeMap::new();
    written(&json!({
        "schema": 1,
        "state": suites.technique.name(),
        "tests": tests(suites, 0, 1, &judged[0], &none),
        "against": tests(suites, 1, 0, &judged[1], &none),
    }))
}

fn names(methods: &[Method]) -> Vec<String> {
    methods
        .iter()
        .map(|(class, method)| format!("{class}.{method}"))
        .collect()
}

fn coverage(coverage: &Coverage) -> Value {
    json!({
        "lines": coverage.lines,
        "all_lines": coverage.all_lines,
        "branches": coverage.branches,
        "all_branches": coverage.all_branches,
    })
}

fn written(value: &Value) -> anyhow::Result<String> {
    let text = serde_json::to_string_pretty(value).context("cannot write JSON")?;
    Ok(text + "\n")
}

fn tests(
    suites: &Suites,
    suite: usize,
    coverers: usize,
    judged: &[Judged],
    assertions: &BTreeMap<usize, Option<Vec<String>>>,
) -> Vec<Value> {
    let test = |judged: &Judged| {
        let test = &suites.suites[suite].tests[judged.test];
        let covered = judged.covered_by.iter().map(|covered| {
            json!({
                "execution": covered.step.place,
                "method": method(&suites.kinds[covered.step.kind as usize]),
                "test": suites.suites[coverers].tests[covered.test].full_name(),
                "place": covered.by.place,
            })
        });
        json!({
            "name": test.full_name(),
            "verdict": judged.verdict.name(),
            "executions": test.steps.len(),
            "new": judged.new.len(),
            "covered_by": covered.collect::<Vec<_>>(),
            "assertions": assertions.get(&judged.test),
        })
    };
    judged.iter().map(test).collect()
}

fn method(kind: &Kind) -> String {
    format!("{}.{}{}", kind.method.owner, kind.method.name, kind.method.descriptor)
}

/// By the class of receivers, their different states.
fn classes(suites: &Suites) -> Value {
    let states = suites.states.iter();
    states
        .map(|(class, states)| (class.to_string(), Value::from(*states)))
        .collect::<serde_json::Map<_, _>>()
        .into()
}
