//! What is measured of one set of tests: coverage by JaCoCo, counts by JUnit, and what the search said of itself.

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What JaCoCo says of a whole library.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Covered {
    pub(crate) lines: u64,
    pub(crate) all_lines: u64,
    pub(crate) branches: u64,
    pub(crate) all_branches: u64,
    /// Classes with code, nested ones too.
    pub(crate) classes: u64,
    /// Those of them of which any method ran.
    pub(crate) reached_classes: u64,
    /// Methods with code.
    pub(crate) methods: u64,
}

impl Covered {
    /// Sums up the CSV report, which has one row a class.
    pub(crate) fn read(csv: &str) -> Result<Self> {
        let mut rows = csv.lines();
        let header: Vec<&str> = rows.next().unwrap_or_default().split(',').collect();
        let column = |name: &str| {
            let found = header.iter().position(|&heading| heading == name);
            found.with_context(|| format!("JaCoCo's report has no column {name}"))
        };
        let names = [
            "LINE_MISSED",
            "LINE_COVERED",
            "BRANCH_MISSED",
            "BRANCH_COVERED",
            "METHOD_MISSED",
            "METHOD_COVERED",
        ];
        let columns = names.into_iter().map(column).collect::<Result<Vec<_>>>()?;
        let (mut sums, mut classes, mut reached_classes) = ([0; 6], 0, 0);
        for row in rows {
            let cells: Vec<&str> = row.split(',').collect();
            let methods_before = sums[5];
            for (sum, &column) in sums.iter_mut().zip(&columns) {
                let cell = cells.get(column).copied().unwrap_or_default();
                *sum += cell.parse::<u64>().with_context(|| format!("JaCoCo's report: {row}"))?;
            }
            classes += 1;
            reached_classes += u64::from(sums[5] > methods_before);
        }
        let [line_missed, lines, branch_missed, branches, method_missed, methods] = sums;
        Ok(Self {
            lines,
            all_lines: lines + line_missed,
            branches,
            all_branches: branches + branch_missed,
            classes,
            reached_classes,
            methods: methods + method_missed,
        })
    }

    pub(crate) fn line_percent(&self) -> f64 {
        100.0 * self.lines as f64 / self.all_lines.max(1) as f64
    }

    pub(crate) fn branch_percent(&self) -> f64 {
        100.0 * self.branches as f64 / self.all_branches.max(1) as f64
    }
}

/// What a search said of itself in `palus.json` and `palus.sarif`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Search {
    pub(crate) executed: u64,
    pub(crate) redundant: u64,
    pub(crate) illegal: u64,
    pub(crate) calls: u64,
    /// Written, but left out because the compiler did not take them.
    pub(crate) uncompilable: u64,
    /// Left out because they did not do the same again.
    pub(crate) flaky: u64,
    /// Tests that reveal an error.
    pub(crate) failing: u64,
    /// Different pairs of a broken rule and the method that broke it.
    pub(crate) unique_failures: u64,
}

impl Search {
    pub(crate) fn read(json: &Value, sarif: &Value) -> Self {
        let number = |pointer: &str| json.pointer(pointer).and_then(Value::as_u64).unwrap_or(0);
        let results = sarif.pointer("/runs/0/results").and_then(Value::as_array);
        let failures = results.into_iter().flatten().map(|result| {
            let method = result.pointer("/locations/0/logicalLocations/0/fullyQualifiedName");
            (result["ruleId"].as_str(), method.and_then(Value::as_str))
        });
        let unique: std::collections::BTreeSet<_> = failures.collect();
        Self {
            executed: number("/sequences/executed"),
            redundant: number("/sequences/redundant"),
            illegal: number("/sequences/illegal"),
            calls: number("/calls"),
            uncompilable: number("/tests/dropped_uncompilable"),
            flaky: number("/tests/dropped_flaky"),
            failing: number("/tests/failing"),
            unique_failures: unique.len() as u64,
        }
    }

    pub(crate) fn redundant_percent(&self) -> f64 {
        100.0 * self.redundant as f64 / self.executed.max(1) as f64
    }
}

/// One measured cell.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Figures {
    pub(crate) covered: Covered,
    /// Tests that ran, passing ones as emitted; 0 for a sample run that is no suite.
    pub(crate) tests: u64,
    /// Of those, the ones that failed under the plain JUnit console.
    pub(crate) failed: u64,
    /// Wall time of generating, or of the run.
    pub(crate) seconds: f64,
    /// Peak memory of all processes together, as sampled.
    pub(crate) peak_mib: f64,
    /// Of a generation.
    pub(crate) search: Option<Search>,
    /// States in the models that were given.
    pub(crate) states: Option<u64>,
    /// Of tests that were given, the source files that the compiler did not take.
    #[serde(default)]
    pub(crate) refused: Option<u64>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_report_is_summed_and_its_classes_are_counted() {
        let csv = "GROUP,PACKAGE,CLASS,BRANCH_MISSED,BRANCH_COVERED,LINE_MISSED,LINE_COVERED,METHOD_MISSED,METHOD_COVERED\n\
                   g,p,A,3,1,1,3,0,2\ng,p,B,0,0,1,5,1,0\n";
        let covered = Covered::read(csv).unwrap();
        assert_eq!((covered.lines, covered.all_lines), (8, 10));
        assert_eq!((covered.branches, covered.all_branches), (1, 4));
        assert_eq!((covered.classes, covered.reached_classes, covered.methods), (2, 1, 3));
        assert!((covered.branch_percent() - 25.0).abs() < 1e-9);
        assert!(Covered::read("A,B\n1,2\n").is_err());
    }

    #[test]
    fn one_method_that_breaks_one_rule_in_two_tests_is_one_failure() {
        let result = |rule: &str, method: &str| json!({"ruleId": rule, "locations": [{"logicalLocations": [{"fullyQualifiedName": method}]}]});
        let sarif =
            json!({"runs": [{"results": [result("r", "a.B.f()V"), result("r", "a.B.f()V"), result("s", "a.B.f()V")]}]});
        let search = Search::read(&json!({"sequences": {"executed": 8, "redundant": 6}}), &sarif);
        assert_eq!(search.unique_failures, 2);
        assert!((search.redundant_percent() - 75.0).abs() < 1e-9);
    }
}
