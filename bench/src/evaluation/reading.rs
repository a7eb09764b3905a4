//! What a table says, in sentences that follow from its figures: which run is best over all libraries and for each, and by
//! how much.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use super::experiment::Row;
use super::table::groups;
use crate::library::Budget;

/// What competes: the runs of one library with one budget.
struct Contest<'r> {
    library: &'r str,
    budget: Budget,
    /// Mean branch coverage in percent, and which run it is.
    runs: Vec<(f64, &'r str)>,
}

/// One sentence for each library and budget, by mean branch coverage; sample runs do not compete.
pub(crate) fn of(rows: &[Row]) -> String {
    let mut contests: Vec<Contest> = Vec::new();
    let mut failed = 0;
    for group in groups(rows) {
        let first = group[0];
        failed += group.iter().filter(|row| row.figures.is_none()).count();
        let Some(budget) = first.budget else { continue };
        let figures = group.iter().filter_map(|row| row.figures.as_ref());
        let percents: Vec<f64> = figures.map(|figures| figures.covered.branch_percent()).collect();
        if percents.is_empty() {
            continue;
        }
        let mean = percents.iter().sum::<f64>() / percents.len() as f64;
        let run = (mean, first.variant.as_str());
        let same = |contest: &&mut Contest| contest.library == first.library && contest.budget == budget;
        match contests.iter_mut().find(same) {
            Some(contest) => contest.runs.push(run),
            None => contests.push(Contest {
                library: &first.library,
                budget,
                runs: vec![run],
            }),
        }
    }
    let mut text = String::new();
    for budget in &budgets(&contests) {
        text.push_str(&overall(&contests, *budget));
    }
    for contest in contests {
        let Contest {
            library,
            budget,
            mut runs,
        } = contest;
        runs.sort_by(|a, b| b.0.total_cmp(&a.0));
        let ((most, best), (least, worst)) = (runs[0], runs[runs.len() - 1]);
        let _ = write!(text, "- {library}, {budget}: most branches by `{best}` ({most:.1} %)");
        if let Some((second, next)) = runs.get(1) {
            let _ = write!(
                text,
                ", {:.1} points before `{next}` and {:.1} before the least, `{worst}`",
                most - second,
                most - least
            );
        }
        text.push_str(".\n");
    }
    let over = rows
        .iter()
        .filter_map(|row| Some(row.figures.as_ref()?.seconds / row.budget?.seconds()? as f64));
    let most = over.fold(0.0, f64::max);
    if most > 1.5 {
        let _ = writeln!(
            text,
            "- A run took {most:.1} times its budget: the machine was busy with other work, so the order of the runs says little."
        );
    }
    if failed > 0 {
        let _ = writeln!(text, "- Runs without figures: {failed}; the table has their reasons.");
    }
    text
}

/// The budgets of the contests, each once, the smallest first.
fn budgets(contests: &[Contest<'_>]) -> BTreeSet<Budget> {
    contests.iter().map(|contest| contest.budget).collect()
}

/// The runs by their mean over all libraries that have figures of as many runs as any; nothing for one library, which has a
/// sentence of its own.
fn overall(contests: &[Contest<'_>], budget: Budget) -> String {
    let with_budget = || contests.iter().filter(|contest| contest.budget == budget);
    let most = with_budget().map(|contest| contest.runs.len()).max().unwrap_or(0);
    let full: Vec<&Contest<'_>> = with_budget().filter(|contest| contest.runs.len() == most).collect();
    if full.len() < 2 || most < 2 {
        return String::new();
    }
    let mut sums: BTreeMap<&str, (f64, usize)> = BTreeMap::new();
    for contest in &full {
        let best = contest.runs.iter().map(|(percent, _)| *percent).fold(0.0, f64::max);
        for (percent, run) in &contest.runs {
            let (sum, wins) = sums.entry(run).or_default();
            *sum += percent;
            *wins += usize::from(*percent >= best);
        }
    }
    let mut runs: Vec<(&str, (f64, usize))> = sums.into_iter().collect();
    runs.sort_by(|a, b| b.1.0.total_cmp(&a.1.0));
    let each = runs.iter().map(|(run, (sum, wins))| {
        let mean = sum / full.len() as f64;
        format!("`{run}` {mean:.1} % ({wins} times the most)")
    });
    let each: Vec<String> = each.collect();
    format!(
        "- {budget}, mean branch coverage over {} libraries: {}.\n",
        full.len(),
        each.join(", ")
    )
}

#[cfg(test)]
mod tests {
    use super::super::table::tests::row;
    use super::*;

    #[test]
    fn the_best_run_is_named_with_its_distance_and_failures_are_told() {
        let rows = [
            row("a", "x", 1, Some(50)),
            row("a", "y", 1, Some(62)),
            row("a", "z", 1, Some(40)),
            row("a", "w", 1, None),
        ];
        let text = of(&rows);
        assert!(
            text.contains(
                "a, 10 s: most branches by `y` (62.0 %), 12.0 points before `x` and 22.0 before the least, `z`."
            ),
            "{text}"
        );
        assert!(text.contains("without figures: 1"), "{text}");
        assert!(!text.contains("mean"), "{text}");
    }

    #[test]
    fn several_libraries_are_taken_together_where_all_runs_have_figures() {
        let rows = [
            row("a", "x", 1, Some(50)),
            row("a", "y", 1, Some(62)),
            row("b", "x", 1, Some(30)),
            row("b", "y", 1, Some(28)),
            row("c", "y", 1, Some(1)),
        ];
        let text = of(&rows);
        let wanted = "- 10 s, mean branch coverage over 2 libraries: `y` 45.0 % (1 times the most), `x` 40.0 % (1 times the most).";
        assert!(text.contains(wanted), "{text}");
    }
}
