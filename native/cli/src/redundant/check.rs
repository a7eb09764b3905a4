//! The suite without its redundant tests, run again: what it covers less, and which tests have to stay for it.

use std::collections::BTreeSet;

use anyhow::Context as _;
use palus_classes::Glob;
use palus_supervise::{Coverage, JaCoCo, Maven};

use super::mutants::Tried;
use crate::source::TestSuite;

/// So often the suite is run to find the tests that have to stay; then all that are left stay.
const MOST_RUNS: usize = 60;

/// Class and method.
pub(super) type Method = (String, String);

/// What came of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Checked {
    /// Of the whole suite.
    pub(super) before: Coverage,
    /// Of the suite without its redundant tests.
    pub(super) without: Coverage,
    /// The tests that have to stay, so that nothing of that is lost.
    pub(super) put_back: Vec<Method>,
    /// What was seen under mutants, where they were tried.
    pub(super) mutants: Option<Tried>,
}

/// What a run of the suite came to.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Outcome {
    coverage: Coverage,
    /// Tests that failed.
    failed: BTreeSet<Method>,
}

impl Outcome {
    /// Whether it has all that the whole suite has.
    fn is_as_good_as(&self, whole: &Self) -> bool {
        self.coverage.lines >= whole.coverage.lines
            && self.coverage.branches >= whole.coverage.branches
            && self.failed.is_subset(&whole.failed)
    }
}

/// Runs the suite with all tests and without those methods, by `JaCoCo`. `include` are the classes that count, all when there is none.
pub(super) fn check(suite: &TestSuite, include: &[String], excluded: &[Method]) -> anyhow::Result<Checked> {
    let maven = Maven::find(suite.jdk(), &suite.scratch().join("maven"))?;
    let jacoco = JaCoCo::resolve(&maven).context("the check needs JaCoCo, through Maven")?;
    let globs: Vec<Glob> = include.iter().map(|glob| Glob::new(glob)).collect();
    let counts = |class: &str| globs.is_empty() || globs.iter().any(|glob| glob.matches(class));
    let mut runs = 0;
    put_back(excluded, |left_out| {
        runs += 1;
        run(suite, &jacoco, counts, left_out, runs)
    })
}

/// Finds the tests that have to stay, by running the suite without those that are given. Going back through the excluded ones, the last that
/// is missed stays, until none is.
fn put_back(excluded: &[Method], mut run: impl FnMut(&[Method]) -> anyhow::Result<Outcome>) -> anyhow::Result<Checked> {
    let whole = run(&[])?;
    let first = run(excluded)?;
    let mut without = first.clone();
    let mut gone = excluded.to_vec();
    let mut put_back = Vec::new();
    let mut runs = 2;
    while !without.is_as_good_as(&whole) {
        // So many of the first are put back, and it is not enough; so many more, and it is.
        let (mut few, mut enough) = (0, gone.len());
        while enough - few > 1 && runs < MOST_RUNS {
            let middle = usize::midpoint(few, enough);
            runs += 1;
            if run(&gone[middle..])?.is_as_good_as(&whole) {
                enough = middle;
            } else {
                few = middle;
            }
        }
        if runs >= MOST_RUNS || enough == 0 {
            put_back.append(&mut gone);
            break;
        }
        put_back.push(gone.remove(enough - 1));
        runs += 1;
        without = run(&gone)?;
    }
    put_back.sort();
    Ok(Checked {
        before: whole.coverage,
        without: first.coverage,
        put_back,
        mutants: None,
    })
}

fn run(
    suite: &TestSuite,
    jacoco: &JaCoCo,
    counts: impl Fn(&str) -> bool,
    left_out: &[Method],
    number: usize,
) -> anyhow::Result<Outcome> {
    let executed = suite.scratch().join(format!("{number}.exec"));
    let words = suite.command(left_out, &[jacoco.agent_option(&executed)])?;
    let ran = suite.ran(&suite.execute(&words)?)?;
    let mut coverage = Coverage::default();
    for entry in suite.under_test() {
        let part = jacoco.measure_classes(suite.jdk(), &[&executed], entry, suite.scratch(), &counts)?;
        coverage.lines += part.lines;
        coverage.all_lines += part.all_lines;
        coverage.branches += part.branches;
        coverage.all_branches += part.all_branches;
    }
    let failed = ran.failed.into_iter().map(|((class, method, _), _)| (class, method));
    Ok(Outcome {
        coverage,
        failed: failed.collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn method(name: &str) -> Method {
        ("app.A".to_owned(), name.to_owned())
    }

    /// A suite in which some tests cover a branch each that no other does.
    fn checked(excluded: &[&str], needed: &[&str]) -> (Checked, usize) {
        let excluded: Vec<Method> = excluded.iter().map(|name| method(name)).collect();
        let mut runs = 0;
        let checked = put_back(&excluded, |left_out| {
            runs += 1;
            let lost = needed.iter().filter(|name| left_out.contains(&method(name))).count();
            Ok(Outcome {
                coverage: Coverage {
                    branches: 100 - lost as u64,
                    all_branches: 100,
                    ..Coverage::default()
                },
                failed: BTreeSet::new(),
            })
        });
        (checked.unwrap(), runs)
    }

    #[test]
    fn what_loses_nothing_is_run_twice() {
        let (checked, runs) = checked(&["a", "b", "c"], &[]);
        assert_eq!((checked.put_back, runs), (vec![], 2));
    }

    #[test]
    fn the_tests_that_are_missed_are_put_back_and_no_other() {
        for needed in [&["a"][..], &["h"], &["b", "g"], &["a", "d", "h"]] {
            let (checked, _) = checked(&["a", "b", "c", "d", "e", "f", "g", "h"], needed);
            let expected: Vec<Method> = needed.iter().map(|name| method(name)).collect();
            assert_eq!(checked.put_back, expected);
            assert_eq!(checked.without.branches, 100 - needed.len() as u64);
        }
    }

    #[test]
    fn where_too_many_are_missed_all_stay() {
        let names: Vec<String> = (0..100).map(|number| format!("t{number:03}")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let (checked, runs) = checked(&names, &names);
        assert_eq!(checked.put_back.len(), 100);
        assert!(runs <= MOST_RUNS, "{runs}");
    }

    #[test]
    fn a_test_that_fails_without_another_needs_it() {
        let fails = |left_out: &[Method]| left_out.contains(&method("b"));
        let checked = put_back(&[method("a"), method("b")], |left_out| {
            Ok(Outcome {
                coverage: Coverage::default(),
                failed: fails(left_out).then(|| method("c")).into_iter().collect(),
            })
        });
        assert_eq!(checked.unwrap().put_back, [method("b")]);
    }
}
