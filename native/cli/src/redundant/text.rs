//! For reading.

use std::fmt::Write as _;
use std::path::Path;

use palus_redundant::{Judged, Suites, Verdict};

use super::Found;
use super::check::{Checked, Method};
use crate::args::OrderName;

/// So many tests are named.
const NAMED: usize = 50;

/// Numbers, then the redundant tests, then where more is.
pub(super) fn summary(found: &Found, out: Option<&Path>) -> String {
    let notes = notes(found);
    let mut text = String::new();
    for (position, note) in notes.iter().enumerate() {
        let _ = writeln!(text, "{}{note}", if position > 0 { "  " } else { "" });
    }
    let redundant: Vec<&Judged> = found.with(Verdict::Redundant).collect();
    for judged in redundant.iter().take(NAMED) {
        let by = coverers(&found.suites, judged, 0);
        let _ = writeln!(
            text,
            "{}  does what is done by  {by}",
            found.suites.suites[0].tests[judged.test].name()
        );
        for assertion in found.assertions.get(&judged.test).into_iter().flatten().flatten() {
            let _ = writeln!(text, "    and only it has  {assertion}");
        }
    }
    if redundant.len() > NAMED {
        let _ = writeln!(
            text,
            "and {} more; --out and --format json have all",
            redundant.len() - NAMED
        );
    }
    if let Some(disabled) = &found.disabled {
        let _ = writeln!(
            text,
            "{} disabled in copies of {}",
            are(disabled.methods, "test method"),
            many(disabled.files, "source file", "source files")
        );
    }
    if let Some(out) = out {
        let out = out.display();
        let _ = writeln!(
            text,
            "{out}/exclude.txt for Surefire, {out}/exclude.gradle for Gradle; {out}/report.html says why for each"
        );
    }
    text
}

/// What there is and what became of it, a sentence each.
pub(super) fn notes(found: &Found) -> Vec<String> {
    let counts = found.suites.counts(0);
    let mut notes = vec![format!(
        "{}, {}, {} different; {} of {}",
        many(counts.tests, "test", "tests"),
        many(counts.executions, "method execution", "method executions"),
        grouped(counts.different),
        many(counts.states as usize, "state", "states"),
        many(counts.classes, "class", "classes"),
    )];
    let technique = found.suites.technique.name();
    let redundant = found.with(Verdict::Redundant).count();
    notes.push(match redundant {
        0 => format!("no test is redundant ({technique})"),
        _ => format!(
            "{} redundant ({technique}); the other {} make every execution that all {} make",
            are(redundant, "test"),
            grouped(counts.tests - redundant),
            grouped(counts.tests)
        ),
    });
    let unstable = found.with(Verdict::Unstable).count();
    let nothing = found.with(Verdict::NoExecutions).count();
    let excluded = found.excluded();
    let marked = found.states.marked();
    let assertions = found.assertions.values();
    let facts = [
        (
            unstable,
            "unstable: they have calls that do not always end alike, and stay",
        ),
        (nothing, "without a call into the watched classes, and stay"),
        (
            excluded.kept_runs,
            "redundant runs of test methods that have other runs, so that no list can name them",
        ),
        (
            found.asserting,
            "that do nothing new and stay: they assert what no test does that makes the same calls, or their source is not known",
        ),
        (
            assertions
                .clone()
                .filter(|own| own.as_ref().is_some_and(|own| !own.is_empty()))
                .count(),
            "redundant tests that assert what no test does that makes the same calls",
        ),
        (
            assertions.filter(|own| own.is_none()).count(),
            "redundant tests whose source is not known",
        ),
        (
            found.disabled.map_or(0, |disabled| disabled.unknown),
            "redundant test methods that are in no copy: their line is not known",
        ),
        (
            counts.without_test as usize,
            "method executions outside of the threads of tests, which do not count",
        ),
        (
            counts.unknown as usize,
            "method executions with a state that was too large, which equal nothing (cut)",
        ),
        (
            marked.opaque as usize,
            "states with objects that were not looked into (opaque)",
        ),
        (
            marked.order_by_hash as usize,
            "states with collections in the order of their tables (order-by-hash)",
        ),
        (
            marked.racy as usize,
            "states that another thread changed while they were read (racy)",
        ),
    ];
    let facts = facts.into_iter().filter(|(count, _)| *count > 0);
    notes.extend(facts.map(|(count, what)| format!("{} {what}", grouped(count))));
    if redundant > 0 {
        let which = match found.order {
            OrderName::Suite => "that ran first stays",
            OrderName::Time => "with fewer method executions stays: no times are known",
            OrderName::Coverage => "stays that covers more which is new",
        };
        notes.push(format!("of two tests that do the same the one {which}"));
    }
    for (class, reasons) in &found.odd {
        let reasons: Vec<&str> = reasons.iter().map(String::as_str).collect();
        notes.push(format!(
            "states of {class} are by their snapshots: {}",
            reasons.join(", ")
        ));
    }
    notes.extend(checked(found.checked.as_ref()));
    notes
}

/// What the suite covers without its redundant tests, and which of them had to stay.
fn checked(checked: Option<&Checked>) -> Vec<String> {
    let Some(Checked {
        before,
        without,
        put_back,
        mutants,
    }) = checked
    else {
        return vec!["not checked: the tests were not run again".to_owned()];
    };
    let share = |covered: u64, all: u64| 100.0 * covered as f64 / all.max(1) as f64;
    let branches = share(before.branches, before.all_branches);
    let lines = share(before.lines, before.all_lines);
    let mut notes = vec![match mutants {
        Some(tried) => format!(
            "checked: {branches:.1} % of branches, {lines:.1} % of lines and {} of {} sampled mutants before and after",
            tried.before, tried.sampled
        ),
        None => format!("checked: {branches:.1} % of branches and {lines:.1} % of lines before and after"),
    }];
    let names = |methods: &[Method]| {
        let names = methods.iter().map(|(class, method)| format!("{class}.{method}"));
        names.collect::<Vec<_>>().join(", ")
    };
    if !put_back.is_empty() {
        notes.push(format!(
            "without these that were put back {} branches and {} lines were lost, or tests failed: {}",
            before.branches.saturating_sub(without.branches),
            before.lines.saturating_sub(without.lines),
            names(put_back)
        ));
    }
    if let Some(tried) = mutants.as_ref().filter(|tried| !tried.put_back.is_empty()) {
        notes.push(format!(
            "without these that were put back {} lost: {}",
            many(tried.before - tried.without, "mutant was", "mutants were"),
            names(&tried.put_back)
        ));
    }
    notes
}

/// What each of two suites adds to the other.
pub(super) fn compared(suites: &Suites, judged: &[Vec<Judged>; 2], names: [&str; 2]) -> String {
    let mut text = String::new();
    for (suite, judged) in judged.iter().enumerate() {
        let (own, other) = (names[suite], names[1 - suite]);
        let redundant = judged.iter().filter(|judged| judged.verdict == Verdict::Redundant);
        let redundant: Vec<&Judged> = redundant.collect();
        let _ = writeln!(
            text,
            "{own}: {} of {} add nothing to {other} ({})",
            grouped(redundant.len()),
            many(judged.len(), "test", "tests"),
            suites.technique.name()
        );
        for judged in redundant.iter().take(NAMED) {
            let by = coverers(suites, judged, 1 - suite);
            let _ = writeln!(
                text,
                "  {}  does what is done by  {by}",
                suites.suites[suite].tests[judged.test].name()
            );
        }
        if redundant.len() > NAMED {
            let _ = writeln!(text, "  and {} more; --format json has all", redundant.len() - NAMED);
        }
    }
    text
}

/// The tests that make a redundant one's executions, each once.
pub(super) fn coverers(suites: &Suites, judged: &Judged, suite: usize) -> String {
    const MOST: usize = 3;
    let mut tests: Vec<usize> = judged.covered_by.iter().map(|covered| covered.test).collect();
    tests.sort_unstable();
    tests.dedup();
    let names: Vec<String> = tests
        .iter()
        .take(MOST)
        .map(|test| suites.suites[suite].tests[*test].name())
        .collect();
    let more = tests.len().saturating_sub(MOST);
    let names = names.join(", ");
    if more > 0 {
        format!("{names} and {more} more")
    } else {
        names
    }
}

fn many(count: usize, one: &str, more: &str) -> String {
    format!("{} {}", grouped(count), if count == 1 { one } else { more })
}

fn are(count: usize, one: &str) -> String {
    match count {
        1 => format!("1 {one} is"),
        _ => format!("{} {one}s are", grouped(count)),
    }
}

/// With a comma between thousands.
fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (position, digit) in digits.chars().enumerate() {
        if position > 0 && (digits.len() - position).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_grouped() {
        for (number, text) in [(0, "0"), (999, "999"), (1204, "1,204"), (1_234_567, "1,234,567")] {
            assert_eq!(grouped(number), text);
        }
    }
}
