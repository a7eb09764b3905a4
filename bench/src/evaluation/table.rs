//! Rows as Markdown: one line for each library, variant and budget, seeds taken together.

use std::fmt::Write as _;

use super::experiment::Row;
use super::figures::Figures;
use crate::libraries::pinned;
use crate::library::Budget;

/// The heading of [`line`].
pub(crate) const HEADER: &str = "\
| library | run | budget s | seeds | line % | branch % | tests | failed | uncompilable | flaky | failures | unique | redundant % | states | took s | MiB |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |";

/// All rows, grouped.
pub(crate) fn summary(rows: &[Row]) -> String {
    let mut text = format!("{HEADER}\n");
    for group in groups(rows) {
        let _ = writeln!(text, "{}", line(&group));
    }
    text
}

/// How large the libraries are, as JaCoCo counts.
pub(crate) fn subjects(rows: &[Row]) -> String {
    let mut text =
        "| library | version | lines | classes | methods | branches |\n| --- | --- | --- | --- | --- | --- |\n"
            .to_owned();
    let mut seen = Vec::new();
    for row in rows {
        let Some(figures) = &row.figures else { continue };
        if seen.contains(&&row.library) {
            continue;
        }
        seen.push(&row.library);
        let of = &figures.covered;
        let version = pinned(&row.library).map_or("-", |pinned| pinned.version);
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} | {} | {} |",
            row.library, version, of.all_lines, of.classes, of.methods, of.all_branches
        );
    }
    text
}

/// Rows that differ in their seed only, in the order of their first.
pub(crate) fn groups(rows: &[Row]) -> Vec<Vec<&Row>> {
    let mut groups: Vec<Vec<&Row>> = Vec::new();
    for row in rows {
        let same = |group: &&mut Vec<&Row>| {
            let first = group[0];
            (&first.library, &first.variant, first.budget) == (&row.library, &row.variant, row.budget)
        };
        match groups.iter_mut().find(same) {
            Some(group) => group.push(row),
            None => groups.push(vec![row]),
        }
    }
    groups
}

/// One line for rows that differ in their seed only: means, with the least and the most where they differ.
pub(crate) fn line(group: &[&Row]) -> String {
    let Some(first) = group.first() else {
        return String::new();
    };
    let budget = first.budget.map_or("-".to_owned(), Budget::cell);
    let measured: Vec<&Figures> = group.iter().filter_map(|row| row.figures.as_ref()).collect();
    let reasons: Vec<&str> = group.iter().filter_map(|row| row.reason.as_deref()).collect();
    let mut cells = vec![
        first.library.clone(),
        first.variant.clone(),
        budget,
        format!("{}", measured.len()),
    ];
    if measured.is_empty() {
        cells.push(escape(reasons.first().unwrap_or(&"no reason was given")));
        cells.extend(std::iter::repeat_n(String::new(), 11));
        return format!("| {} |", cells.join(" | "));
    }
    let each = |of: &dyn Fn(&Figures) -> Option<f64>, digits: usize| {
        let values: Vec<f64> = measured.iter().filter_map(|figures| of(figures)).collect();
        spread(&values, digits)
    };
    let count = |number: u64| Some(number as f64);
    // A library without line numbers has no lines to cover.
    cells.push(each(
        &|f| (f.covered.all_lines > 0).then(|| f.covered.line_percent()),
        1,
    ));
    cells.push(each(&|f| Some(f.covered.branch_percent()), 1));
    cells.push(each(&|f| count(f.tests), 0));
    cells.push(each(&|f| count(f.failed), 0));
    cells.push(each(
        &|f| count(f.search.as_ref().map(|s| s.uncompilable).or(f.refused)?),
        0,
    ));
    cells.push(each(&|f| count(f.search.as_ref()?.flaky), 0));
    cells.push(each(&|f| count(f.search.as_ref()?.failing), 0));
    cells.push(each(&|f| count(f.search.as_ref()?.unique_failures), 0));
    cells.push(each(&|f| Some(f.search.as_ref()?.redundant_percent()), 1));
    cells.push(each(&|f| count(f.states?), 0));
    cells.push(each(&|f| Some(f.seconds), 1));
    cells.push(each(&|f| Some(f.peak_mib), 0));
    let mut line = format!("| {} |", cells.join(" | "));
    if let Some(reason) = reasons.first() {
        let _ = write!(
            line,
            "\n| {} | {} | | failed: {} | {} |{}",
            first.library,
            first.variant,
            reasons.len(),
            escape(reason),
            " |".repeat(11)
        );
    }
    line
}

/// A mean, followed by the least and the most when they differ as printed.
pub(crate) fn spread(values: &[f64], digits: usize) -> String {
    if values.is_empty() {
        return "-".to_owned();
    }
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    let least = values.iter().copied().fold(f64::INFINITY, f64::min);
    let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let (least, most) = (format!("{least:.digits$}"), format!("{most:.digits$}"));
    if least == most {
        return least;
    }
    format!("{mean:.digits$} ({least} to {most})")
}

/// Text that does not end its cell.
fn escape(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::evaluation::figures::Covered;

    pub(crate) fn row(library: &str, variant: &str, seed: u64, branches: Option<u64>) -> Row {
        let covered = |branches| Covered {
            branches,
            all_branches: 100,
            lines: branches,
            all_lines: 100,
            ..Covered::default()
        };
        Row {
            library: library.to_owned(),
            variant: variant.to_owned(),
            budget: Some(Budget::Seconds(10)),
            seed: Some(seed),
            figures: branches.map(|branches| Figures {
                covered: covered(branches),
                ..Figures::default()
            }),
            reason: branches.is_none().then(|| "it broke | badly".to_owned()),
        }
    }

    #[test]
    fn seeds_are_one_line_with_their_mean_and_spread() {
        let rows = [
            row("a", "x", 1, Some(50)),
            row("a", "x", 2, Some(60)),
            row("a", "y", 1, Some(7)),
        ];
        let text = summary(&rows);
        assert!(text.contains("| a | x | 10 | 2 | 55.0 (50.0 to 60.0) |"), "{text}");
        assert!(text.contains("| a | y | 10 | 1 | 7.0 |"), "{text}");
    }

    #[test]
    fn a_cell_that_failed_is_a_row_with_the_reason_and_as_many_columns() {
        let columns = |line: &str| line.replace("\\|", "").matches('|').count();
        let wanted = columns(HEADER.lines().next().unwrap());
        let failed = summary(&[row("a", "x", 1, None)]);
        assert!(failed.contains("it broke \\| badly"), "{failed}");
        let partly = summary(&[row("a", "x", 1, None), row("a", "x", 2, Some(1))]);
        assert!(partly.contains("failed: 1 | it broke"), "{partly}");
        for line in failed.lines().chain(partly.lines()) {
            assert_eq!(columns(line), wanted, "{line}");
        }
    }
}
