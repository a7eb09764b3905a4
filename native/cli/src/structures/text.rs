//! For reading.

use std::fmt::Write as _;

use palus_fields::Outcome;

use crate::table::aligned;

pub(super) fn text(outcome: &Outcome) -> String {
    let mut text = String::new();
    let _ = writeln!(
        text,
        "{}: structures {}, of at most {} objects of each class",
        outcome.class,
        outcome.meant(),
        outcome.scope
    );
    let head = ["up to objects", "structures", "suite"].map(str::to_owned).into_iter();
    let mut rows: Vec<Vec<String>> = vec![head.chain(outcome.headings()).collect()];
    for row in outcome.rows() {
        let figures = [row.objects as u64, row.structures, row.suite as u64];
        let sizes = row.sizes.iter().map(|&size| size as u64);
        rows.push(
            figures
                .into_iter()
                .chain(sizes)
                .map(|figure| figure.to_string())
                .collect(),
        );
    }
    text.push_str(&aligned(&rows));
    for expected in outcome.expected() {
        let _ = writeln!(
            text,
            "{}: {} pairs predicted, {} found",
            expected.field, expected.predicted, expected.actual
        );
    }
    if let Some(predicted) = outcome.predicted_ms {
        let _ = writeln!(
            text,
            "the last useful structure was predicted for {predicted} ms, and came at {:.0} ms",
            outcome.last_useful_ms()
        );
    }
    for odd in outcome.oddities() {
        let _ = writeln!(text, "{odd}");
    }
    if !outcome.unknown.is_empty() {
        let _ = writeln!(
            text,
            "nothing is known to put into these fields, which stay as they are made: {}",
            outcome.unknown.join(", ")
        );
    }
    let _ = writeln!(
        text,
        "the search {}: {} {} in {:.1} s",
        outcome.ending(),
        outcome.runs,
        outcome.what_ran(),
        outcome.millis / 1e3
    );
    text
}
