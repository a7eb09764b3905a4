//! What a table says, in sentences that follow from its figures: which run is best for each library, and by how much.

use std::fmt::Write as _;

use super::experiment::Row;
use super::table::groups;

/// What competes: the runs of one library with one budget.
struct Contest<'r> {
    library: &'r str,
    budget: u64,
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
    for contest in contests {
        let Contest {
            library,
            budget,
            mut runs,
        } = contest;
        runs.sort_by(|a, b| b.0.total_cmp(&a.0));
        let ((most, best), (least, worst)) = (runs[0], runs[runs.len() - 1]);
        let _ = write!(text, "- {library}, {budget} s: most branches by `{best}` ({most:.1} %)");
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
        .filter_map(|row| Some(row.figures.as_ref()?.seconds / row.budget? as f64));
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
    }
}
