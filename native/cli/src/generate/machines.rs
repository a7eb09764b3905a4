//! What is to run in a virtual machine, and in the next one where a test ends it.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use palus_supervise::{Error, RunReport, TestVerdict};

use super::rounds::Half;

/// A test that a round is to run.
#[derive(Clone, Copy)]
pub(super) struct Wanted<'f> {
    pub(super) index: usize,
    pub(super) half: Half,
    pub(super) class: &'f str,
    pub(super) method: &'f str,
}

/// So many virtual machines may tests end in one round; those behind them have their turn in the next.
const MOST_MACHINES: usize = 12;

/// So many may those of one class end: the others of it do not run.
const MOST_OF_A_CLASS: usize = 2;

/// How long a test may take behind one that hung: each takes the time of all others.
const IMPATIENCE: Duration = Duration::from_secs(2);

/// Runs the classes of these parts in a virtual machine of their own, without the tests that are named, and each of them no longer than that.
type Machines<'r> = dyn Fn(&[Vec<String>], &[String], Duration) -> Result<RunReport, Error> + 'r;

/// Runs all that is wanted. Where a test hangs or ends its virtual machine, those behind it run in another one.
///
/// # Errors
/// As [`run_half`]: where one after the other ends it and nothing else comes out.
pub(super) fn run_to_the_end(
    mut wanted: Vec<Wanted<'_>>,
    mut left_out: Vec<String>,
    are_alone: bool,
    mut patience: Duration,
    machines: &Machines,
) -> Result<RunReport, Error> {
    let mut all = RunReport::nothing();
    let mut ended: BTreeMap<String, usize> = BTreeMap::new();
    for machine in 1.. {
        // One virtual machine is quicker to start than two, and what never ends would take the processor from the passing ones beside it.
        let report = run_together(&lines(&wanted, are_alone), &|parts| {
            machines(parts, &left_out, patience)
        })?;
        all.complete = report.complete;
        all.late |= report.late;
        let lost = report.lost;
        for test in report.tests.iter().filter(|test| test.verdict == TestVerdict::Hung) {
            *ended.entry(test.class.clone()).or_default() += 1;
        }
        let tests = report.tests.iter();
        let told: BTreeSet<(&str, &str)> = tests.map(|test| (test.class.as_str(), test.method.as_str())).collect();
        let is_given_up = |class: &str| ended.get(class).is_some_and(|times| *times >= MOST_OF_A_CLASS);
        wanted.retain(|test| !told.contains(&(test.class, test.method)) && !is_given_up(test.class));
        left_out.extend(told.iter().map(|(class, method)| format!("{class}#{method}")));
        all.tests.extend(report.tests);
        let has_none = all.tests.iter().all(|test| test.verdict == TestVerdict::Hung);
        if let Some((how, tail)) = lost.filter(|_| has_none && ended.len() >= MOST_LOST) {
            return Err(Error::VerifyFailed { how, tail });
        }
        all.complete |= wanted.is_empty();
        if all.complete || machine == MOST_MACHINES {
            break;
        }
        patience = IMPATIENCE.min(patience);
    }
    Ok(all)
}

/// Runs the classes of both halves, parts of a run, in one virtual machine. When that ends and no test is known to have ended it, each half, and then each class, by
/// itself, so that the rest is not lost.
fn run_together(halves: &[Vec<String>; 2], run: &Runs) -> Result<RunReport, Error> {
    let whole = run(halves);
    if !matches!(whole, Err(Error::VerifyFailed { .. })) {
        return whole;
    }
    let mut all = RunReport::nothing();
    for (half, names) in Half::BOTH.into_iter().zip(halves) {
        add(&mut all, run_half(half, names, run)?);
    }
    Ok(all)
}

/// Runs the classes of these parts in a virtual machine of their own.
type Runs<'r> = dyn Fn(&[Vec<String>]) -> Result<RunReport, Error> + 'r;

/// So many classes that each end their virtual machine, and none before them that did not, do so for a reason that they have in common.
const MOST_LOST: usize = 5;

/// Runs the classes of one half, and those that end their virtual machine together, each by itself.
///
/// # Errors
/// Where passing classes could not be run for a reason that they have in common. Each failing test may end its virtual machine, for
/// that may be what it shows.
fn run_half(half: Half, names: &[String], run: &Runs) -> Result<RunReport, Error> {
    let whole = run(&[names.to_vec()]);
    if !matches!(whole, Err(Error::VerifyFailed { .. })) {
        return whole;
    }
    // Complete: what is missing ended its virtual machine, and is dropped for it.
    let mut all = RunReport::nothing();
    if names.len() == 1 {
        return Ok(all);
    }
    let mut lost = 0;
    for name in names {
        match run(&[vec![name.clone()]]) {
            Ok(report) => add(&mut all, report),
            Err(error @ Error::VerifyFailed { .. }) => {
                lost += 1;
                if half == Half::Passing && all.tests.is_empty() && lost == MOST_LOST.min(names.len()) {
                    return Err(error);
                }
            }
            Err(error) => return Err(error),
        }
    }
    Ok(all)
}

fn add(all: &mut RunReport, report: RunReport) {
    all.complete &= report.complete;
    all.late |= report.late;
    all.lost = report.lost.or(all.lost.take());
    all.tests.extend(report.tests);
}

/// The classes of both halves as the verifier takes them: tests that run each by itself as they come.
fn lines(wanted: &[Wanted<'_>], are_alone: bool) -> [Vec<String>; 2] {
    Half::BOTH.map(|half| {
        let tests = wanted.iter().filter(|test| test.half == half);
        if !are_alone {
            let classes: BTreeSet<&str> = tests.map(|test| test.class).collect();
            return classes.into_iter().map(str::to_owned).collect();
        }
        let tests: Vec<&Wanted> = tests.collect();
        let of_one_class = tests.chunk_by(|one, next| one.class == next.class);
        let line = |tests: &[&Wanted]| {
            let methods = tests.iter().map(|test| test.method);
            std::iter::once(tests[0].class)
                .chain(methods)
                .collect::<Vec<_>>()
                .join("\t")
        };
        of_one_class.map(line).collect()
    })
}

#[cfg(test)]
mod tests {
    use palus_supervise::TestResult;

    use super::*;

    /// What [`run_together`] makes of it when these classes end their virtual machine: the classes that ran, or none for an error.
    fn ran(halves: [&[&str]; 2], deadly: &[&str]) -> Option<Vec<String>> {
        let halves = halves.map(|names| names.iter().map(ToString::to_string).collect::<Vec<String>>());
        let report = run_together(&halves, &|parts| {
            let names: Vec<&String> = parts.iter().flatten().collect();
            if names.iter().any(|name| deadly.contains(&name.as_str())) {
                let (how, tail) = (String::new(), String::new());
                return Err(Error::VerifyFailed { how, tail });
            }
            let passed = |class: &&String| TestResult {
                class: (*class).clone(),
                method: "a".to_owned(),
                verdict: TestVerdict::Passed,
                printed: false,
                message: String::new(),
            };
            Ok(RunReport {
                tests: names.iter().map(passed).collect(),
                ..RunReport::nothing()
            })
        });
        Some(report.ok()?.tests.into_iter().map(|test| test.class).collect())
    }

    #[test]
    fn a_class_that_ends_its_virtual_machine_costs_no_other() {
        let ran_beside_b = ran([&["a", "b", "c"], &["x"]], &["b"]);
        assert_eq!(ran_beside_b.unwrap(), ["a", "c", "x"]);
        // That may be what a failing test shows, and what a single class does may be its own fault.
        assert_eq!(ran([&["a"], &["x", "y"]], &["x", "y"]).unwrap(), ["a"]);
        let many = ["s", "t", "u", "v", "w", "x"];
        assert_eq!(ran([&["a"], &many], &many[..MOST_LOST]).unwrap(), ["a", "x"]);
        assert_eq!(ran([&["a"], &["x"]], &["a"]).unwrap(), ["x"]);
    }

    #[test]
    fn passing_classes_of_which_none_can_be_run_are_no_tests_at_fault() {
        assert_eq!(ran([&["a", "b"], &["x"]], &["a", "b"]), None);
        let many = ["a", "b", "c", "d", "e", "f"];
        assert_eq!(ran([&many, &[]], &many[..MOST_LOST]), None);
    }

    /// What comes out when these tests of class `a` to `f`, each of three, end their virtual machine: what ran in how many.
    fn ran_to_the_end(deadly: &[&str]) -> Option<(usize, bool, Vec<String>)> {
        let classes = ["a", "b", "c", "d", "e", "f"];
        let wanted = classes.iter().enumerate().flat_map(|(place, class)| {
            ["x", "y", "z"].into_iter().map(move |method| Wanted {
                index: place,
                half: Half::Passing,
                class,
                method,
            })
        });
        let machines = std::cell::Cell::new(0);
        let run = |parts: &[Vec<String>], left_out: &[String], _: Duration| {
            machines.set(machines.get() + 1);
            let mut report = RunReport::nothing();
            for class in parts.iter().flatten() {
                for method in ["x", "y", "z"] {
                    let name = format!("{class}#{method}");
                    if left_out.contains(&name) {
                        continue;
                    }
                    let ends = deadly.contains(&name.as_str());
                    report.tests.push(TestResult {
                        class: class.clone(),
                        method: method.to_owned(),
                        verdict: if ends { TestVerdict::Hung } else { TestVerdict::Passed },
                        printed: false,
                        message: String::new(),
                    });
                    if ends {
                        report.complete = false;
                        report.lost = Some((String::new(), String::new()));
                        return Ok(report);
                    }
                }
            }
            Ok(report)
        };
        let all = run_to_the_end(wanted.collect(), Vec::new(), false, IMPATIENCE, &run).ok()?;
        let passed = all.tests.iter().filter(|test| test.verdict == TestVerdict::Passed);
        let passed = passed.map(|test| test.class.clone() + "#" + &test.method);
        Some((machines.get(), all.complete, passed.collect()))
    }

    #[test]
    fn behind_a_test_that_ends_its_virtual_machine_the_others_run_in_the_next() {
        let (machines, is_complete, passed) = ran_to_the_end(&["a#y", "e#z"]).unwrap();
        assert_eq!((machines, is_complete, passed.len()), (3, true, 16));
        // Of a class that does so twice no more is tried.
        let (machines, is_complete, passed) = ran_to_the_end(&["b#x", "b#y"]).unwrap();
        assert_eq!((machines, is_complete, passed.len()), (3, true, 15));
        assert!(passed.iter().all(|test| !test.starts_with('b')));
    }

    #[test]
    fn where_one_class_after_the_other_ends_it_the_fault_is_none_of_theirs() {
        let first: Vec<String> = ["a", "b", "c", "d", "e", "f"]
            .iter()
            .flat_map(|class| ["x", "y"].map(|method| format!("{class}#{method}")))
            .collect();
        let first: Vec<&str> = first.iter().map(String::as_str).collect();
        assert_eq!(ran_to_the_end(&first), None);
    }
}
