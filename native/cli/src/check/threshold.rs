//! Demands on numbers of `palus.json`.

use std::path::Path;

use palus_emit::summary::{CoverageSummary, Summary};

/// A sentence when there are tests that reveal an error.
pub(crate) fn errors(summary: &Summary, dir: &Path) -> Option<String> {
    let tests = match summary.tests.failing {
        0 => return None,
        1 => "1 test reveals an error".to_owned(),
        n => format!("{n} tests reveal an error"),
    };
    Some(format!("{tests}; see {}", dir.join("failures/java").display()))
}

/// A sentence when fewer of the branches are covered than demanded, in percent. What the passing tests cover counts where it
/// was measured, else what the search covered. Code without a branch is covered.
pub(crate) fn too_little(summary: &Summary, percent: f64) -> Option<String> {
    let ((hit, total), by) = summary
        .coverage
        .as_ref()
        .and_then(branches)
        .map(|branches| (branches, "the tests"))
        .or_else(|| summary.search.as_ref().and_then(branches).map(|b| (b, "the search")))?;
    let covered = if total == 0 {
        100.0
    } else {
        hit as f64 * 100.0 / total as f64
    };
    (covered < percent).then(|| {
        format!("{by} covered {hit} of {total} branches, {covered:.1} %, but {percent} % are demanded; give it more to spend")
    })
}

/// Branches where they were counted, else edges, which are the branches that instrumented code counts.
fn branches(coverage: &CoverageSummary) -> Option<(u64, u64)> {
    coverage
        .branches_hit
        .zip(coverage.branches_total)
        .or(coverage.edges_hit.zip(coverage.edges_total))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn summary(fields: &str) -> Summary {
        let text = format!(
            r#"{{"schema":1,"seed":1,"strategy":"palus","budget":{{"kind":"sequences","value":1}},
            "sequences":{{"executed":1,"redundant":0,"illegal":0,"error_revealing":0,"kept":1}},"calls":1,
            "tests":{{"passing":1,"failing":2,"assertions":0,"dropped_uncompilable":0,"dropped_flaky":0}},{fields}
            "classes":[],"run":{{"wall_ms":1,"jvm":"","workers":{{"started":1,"lost":0}},"sequences_per_s":1.0,
            "phases":{{"opening_ms":0,"searching_ms":0,"searching_cpu_ms":0,"selecting_ms":0,"confirming_ms":0,"checking_ms":0}}}}}}"#
        );
        serde_json::from_str(&text).unwrap()
    }

    #[test]
    fn a_share_below_the_demanded_one_is_told_with_its_numbers() {
        let summary = summary(r#""search":{"edges_hit":3,"edges_total":4},"#);
        assert_eq!(too_little(&summary, 75.0), None);
        let told = too_little(&summary, 75.5).unwrap();
        assert!(
            told.starts_with("the search covered 3 of 4 branches, 75.0 %, but 75.5 % are demanded"),
            "{told}"
        );
    }

    #[test]
    fn what_the_tests_cover_comes_before_what_the_search_covered() {
        let summary =
            summary(r#""coverage":{"branches_hit":1,"branches_total":4},"search":{"edges_hit":4,"edges_total":4},"#);
        assert!(
            too_little(&summary, 50.0)
                .unwrap()
                .starts_with("the tests covered 1 of 4")
        );
    }

    #[test]
    fn code_without_a_branch_is_covered() {
        let summary = summary(r#""search":{"edges_hit":0,"edges_total":0},"#);
        assert_eq!(too_little(&summary, 100.0), None);
    }

    #[test]
    fn tests_that_reveal_an_error_are_counted() {
        let told = errors(&summary(""), Path::new("out")).unwrap();
        assert_eq!(told, "2 tests reveal an error; see out/failures/java");
    }
}
