//! Runs of the whole suite in several virtual machines at once, and what they show of each test.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use palus_emit::java::SourceFile;
use palus_supervise::{Error, Jdk, OwnTests, Round, RunReport, TestResult, TestVerdict, Verifier, run_all};

use super::machines::{Wanted, run_to_the_end};
use super::publish::SOURCES;

/// How many virtual machines run tests at once: failing tests mostly wait for what never ends.
const AT_ONCE: usize = 4;

/// Of the tests that pass on the Java that compiles them no more than one in so many may fail on another: else the code under test is not
/// made for that, and what fails there says nothing of the tests.
const UNFIT: usize = 5;

/// How often a test runs that starts threads, on each Java.
const REPEATS: usize = 100;

/// How often all of those do together, unless there are so many that each has no more than a tenth of that.
const REPEATS_OF_ALL: usize = 5_000;

/// From so many tests on two virtual machines run each by itself: loading a large library anew for each takes longer than both other rounds,
/// and of two processors one would be idle.
const ALONE_IN_TWO: usize = 150;

/// Below so many tests that cannot be told.
const TOO_FEW: usize = 20;

/// The passing tests or the failing ones.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Half {
    /// What passes.
    Passing,
    /// What reveals an error.
    Failing,
}

impl Half {
    /// In the order in which they run.
    pub(super) const BOTH: [Self; 2] = [Self::Passing, Self::Failing];

    /// Where its sources go.
    pub(super) fn folder(self) -> &'static str {
        SOURCES[self as usize]
    }

    /// What each of its tests must do on every run.
    pub(super) fn wanted(self) -> TestVerdict {
        match self {
            Self::Passing => TestVerdict::Passed,
            Self::Failing => TestVerdict::Failed,
        }
    }
}

/// The files to run, and where the class files are.
pub(super) struct Running<'r> {
    /// The whole suite.
    pub(super) files: &'r [SourceFile],
    /// The tests that the files were made of: what [`palus_emit::java::EmittedTest::index`] counts in.
    pub(super) alive: &'r [usize],
    /// Those that have done by themselves what is wanted of them, which says so for good.
    pub(super) proven: &'r BTreeSet<usize>,
    /// Those that wait for what never ends: each takes seconds wherever it runs.
    pub(super) waiting: &'r BTreeSet<usize>,
    /// Those of which the machine decides when they fail: on a loaded one two threads may not come in each other's way.
    pub(super) may_pass: &'r BTreeSet<usize>,
    /// Until when each may have run by itself, and the place of each in the order in which they do then; those behind are late. `None` where there is all the
    /// time.
    pub(super) until: Option<(Instant, &'r [usize])>,
    /// Runs them.
    pub(super) verifier: &'r Verifier,
    /// Their class files.
    pub(super) classes: &'r std::path::Path,
}

/// What rounds showed.
#[derive(Default)]
pub(super) struct Unsteady {
    /// The tests that did not do what is wanted of them, or did not run at all.
    pub(super) tests: BTreeSet<usize>,
    /// Of these the passing ones that failed by an assertion and nothing else.
    pub(super) wrong: BTreeSet<usize>,
    /// Of these those that did, and wrote to a standard stream.
    pub(super) loud: BTreeSet<usize>,
    /// Those that had no turn, or none that says anything of them.
    pub(super) unseen: BTreeSet<usize>,
    /// Those that have not run by themselves, for there was no time.
    pub(super) late: BTreeSet<usize>,
    /// The classes of those that had no turn.
    pub(super) cut_short: BTreeSet<String>,
    /// Those that did by themselves what is wanted of them.
    pub(super) proven: BTreeSet<usize>,
    /// The failing ones that failed.
    pub(super) shown: BTreeSet<usize>,
    /// The Javas that the code under test is not made for, each with how many of how many tests fail there.
    pub(super) unfit: Vec<(Jdk, usize, usize)>,
    /// How many of the project's own tests ran with them.
    pub(super) ran_beside: usize,
}

impl Running<'_> {
    /// Runs in each of the rounds the tests of the files that are wanted. Where there may be no time for all, those come first in which each runs by itself, and
    /// who is late there has no turn in the others.
    pub(super) fn unsteady(
        &self,
        rounds: &[Round],
        is_wanted: &(dyn Fn(&Round, &SourceFile) -> bool + Sync),
    ) -> Result<Unsteady, Error> {
        let (mut unsteady, mut missing, mut is_complete) = (Unsteady::default(), BTreeSet::new(), true);
        let comes_first = |round: &&Round| self.until.is_none() || round.is_alone();
        let (first, rest): (Vec<&Round>, Vec<&Round>) = rounds.iter().partition(comes_first);
        for rounds in [first, rest] {
            let late = unsteady.late.clone();
            let shares: Vec<(&Round, Vec<Wanted>)> = rounds
                .into_iter()
                .flat_map(|round| {
                    let mut wanted = self.wanted(round, is_wanted);
                    wanted.retain(|test| !late.contains(&test.index));
                    shares(round, wanted, self.until.map(|(_, places)| places))
                })
                .collect();
            let reports = run_all(&shares, AT_ONCE, |_, (round, wanted)| self.share(round, wanted, &late));
            for ((round, wanted), report) in shares.iter().zip(reports) {
                let report = report?;
                is_complete &= report.complete;
                unsteady.note(round, &report, (wanted, self.may_pass), &mut missing);
            }
        }
        // Another round may have shown that it fails otherwise too.
        unsteady.wrong.retain(|index| unsteady.tests.contains(index));
        // A test behind one that hung has not had its turn; the next round gives it one.
        let at_fault = is_complete || unsteady.tests.is_empty();
        let belong = if at_fault {
            &mut unsteady.tests
        } else {
            &mut unsteady.unseen
        };
        belong.append(&mut missing);
        Ok(unsteady)
    }

    /// Runs what is wanted of a round in one virtual machine, and in others where tests end it.
    fn share(&self, round: &Round, wanted: &[Wanted<'_>], late: &BTreeSet<usize>) -> Result<RunReport, Error> {
        let is_timed = self.until.is_some() && round.is_alone();
        let machine = |parts: &[Vec<String>], left_out: &[String], patience: Duration| {
            let verifier = Verifier {
                patience,
                until: self.until.map(|(until, _)| until),
                ..self.verifier.clone()
            };
            let mut parts = parts.to_vec();
            if is_timed {
                // What reveals an error comes first where not all may have the time.
                parts.reverse();
            }
            verifier.run(self.classes, &parts, left_out, round)
        };
        let left_out = self.left_out(round, late);
        run_to_the_end(
            wanted.to_vec(),
            left_out,
            round.is_alone(),
            self.verifier.patience,
            &machine,
        )
    }

    /// Runs the passing tests with the project's own, in the order of their names and the other way round.
    pub(super) fn beside(&self, own: &OwnTests) -> Result<Unsteady, Error> {
        let green = self.passing();
        let mut classes: Vec<String> = green.keys().map(|(class, _)| (*class).to_owned()).collect();
        classes.dedup();
        let mut unsteady = Unsteady::default();
        for report in run_all(&[false, true], AT_ONCE, |_, is_reversed| {
            self.verifier.run_beside(self.classes, &classes, own, *is_reversed)
        }) {
            for result in &report?.tests {
                match green.get(&(result.class.as_str(), result.method.as_str())) {
                    Some(&index) if result.verdict != TestVerdict::Passed => {
                        unsteady.fails(index, is_about_an_assertion(result));
                    }
                    Some(_) => {}
                    None => unsteady.ran_beside += 1,
                }
            }
        }
        Ok(unsteady)
    }

    /// Runs the passing tests of these again and again, each by itself, on both Javas at once: so they are in each other's way. A tenth as often when
    /// it is late.
    pub(super) fn repeated(
        &self,
        are_meant: &dyn Fn(&usize) -> bool,
        other: Option<&Jdk>,
        is_late: bool,
    ) -> Result<Unsteady, Error> {
        let mut green = self.passing();
        green.retain(|_, index| are_meant(index));
        let mut unsteady = Unsteady::default();
        if green.is_empty() {
            return Ok(unsteady);
        }
        let most = if is_late { REPEATS / 10 } else { REPEATS };
        let times = (REPEATS_OF_ALL / green.len()).clamp(REPEATS / 10, most);
        let line = |(class, name): &(&str, &str)| format!("{class}{}", format!("\t{name}").repeat(times));
        let lines: Vec<String> = green.keys().map(line).collect();
        let jdks = [None, other];
        let rounds = &jdks[..jdks.len() - usize::from(other.is_none())];
        for report in run_all(rounds, AT_ONCE, |_, jdk| {
            let round = Round::alone(*jdk);
            self.verifier
                .run(self.classes, std::slice::from_ref(&lines), &[], &round)
        }) {
            let report = report?;
            let mut passed: BTreeMap<(&str, &str), usize> = BTreeMap::new();
            for result in &report.tests {
                let test = (&*result.class, &*result.method);
                let Some(&index) = green.get(&test) else {
                    continue;
                };
                match result.verdict {
                    TestVerdict::Passed => *passed.entry(test).or_default() += 1,
                    _ => unsteady.fails(index, is_about_an_assertion(result)),
                }
            }
            // What stands behind a test that hung is tried again without it.
            for (test, &index) in &green {
                if unsteady.tests.contains(&index) || passed.get(test) == Some(&times) {
                    continue;
                }
                if !report.complete && !passed.contains_key(test) {
                    unsteady.unseen.insert(index);
                } else {
                    unsteady.fails(index, false);
                }
            }
        }
        if unsteady.tests.is_empty() {
            unsteady.tests.append(&mut unsteady.unseen);
        }
        Ok(unsteady)
    }

    /// The passing tests, by class and name.
    fn passing(&self) -> BTreeMap<(&str, &str), usize> {
        let files = self.files.iter().filter(|file| !file.failing);
        let tests = files.flat_map(|file| file.tests.iter().map(|test| (&*file.class, test)));
        tests
            .map(|(class, test)| ((class, &*test.name), self.alive[test.index]))
            .collect()
    }

    fn wanted(&self, round: &Round, is_wanted: &(dyn Fn(&Round, &SourceFile) -> bool + Sync)) -> Vec<Wanted<'_>> {
        let files = self
            .files
            .iter()
            .filter(|file| round.is_alone() || is_wanted(round, file));
        let tests = files.flat_map(|file| {
            file.tests.iter().map(move |test| Wanted {
                index: self.alive[test.index],
                half: if file.failing { Half::Failing } else { Half::Passing },
                class: &file.class,
                method: &test.name,
            })
        });
        tests
            .filter(|test| {
                !self.is_left_out(test.index, round) && (!round.is_alone() || !self.proven.contains(&test.index))
            })
            .collect()
    }

    /// What never ends is waited for where the suite's owner sees it first, and where each test is by itself, which says most of it.
    fn is_left_out(&self, index: usize, round: &Round) -> bool {
        !round.is_plain() && !round.is_alone() && self.waiting.contains(&index)
    }

    /// What does not run in a round, as the verifier takes it.
    fn left_out(&self, round: &Round, late: &BTreeSet<usize>) -> Vec<String> {
        let tests = self
            .files
            .iter()
            .flat_map(|file| file.tests.iter().map(move |test| (file, test)));
        tests
            .filter(|(_, test)| {
                let index = self.alive[test.index];
                self.is_left_out(index, round) || late.contains(&index)
            })
            .map(|(file, test)| format!("{}#{}", file.class, test.name))
            .collect()
    }
}

/// What is wanted of a round, by virtual machine. Of tests that run each by itself, none says anything of another: where not all may have the time for that, those of the first
/// `places` come first in each.
fn shares<'r, 'f>(
    round: &'r Round,
    mut wanted: Vec<Wanted<'f>>,
    places: Option<&[usize]>,
) -> Vec<(&'r Round, Vec<Wanted<'f>>)> {
    let machines = if round.is_alone() && wanted.len() >= ALONE_IN_TWO {
        2
    } else {
        1
    };
    // What runs of one class at a time in one of them.
    let mut in_a_row = wanted.len().div_ceil(machines).max(1);
    if let Some(places) = places.filter(|_| round.is_alone()) {
        wanted.sort_by_key(|test| places[test.index]);
        in_a_row = 1;
    }
    let mut shares = vec![(round, Vec::new()); machines];
    for (row, tests) in wanted.chunks(in_a_row).enumerate() {
        shares[row % machines].1.extend_from_slice(tests);
    }
    shares
}

impl Unsteady {
    /// A test failed, by an assertion or not.
    fn fails(&mut self, index: usize, is_wrong: bool) {
        let is_first = self.tests.insert(index);
        if is_wrong && is_first {
            self.wrong.insert(index);
        } else if !is_wrong {
            self.wrong.remove(&index);
        }
    }

    fn note(
        &mut self,
        round: &Round,
        report: &RunReport,
        (wanted, may_pass): (&[Wanted<'_>], &BTreeSet<usize>),
        missing: &mut BTreeSet<usize>,
    ) {
        let verdicts: BTreeMap<(&str, &str), (&TestResult, usize)> = report
            .tests
            .iter()
            .enumerate()
            .map(|(place, test)| ((test.class.as_str(), test.method.as_str()), (test, place)))
            .collect();
        let passing: BTreeSet<&str> = wanted
            .iter()
            .filter(|t| t.half == Half::Passing)
            .map(|t| t.class)
            .collect();
        let breaks = |test: &TestResult| breaks_a_class(test) && passing.contains(test.class.as_str());
        // By itself no test meets what another broke.
        let broken = report.tests.iter().position(|test| !round.is_alone() && breaks(test));
        let broken = broken.unwrap_or(report.tests.len());
        if let Some(jdk) = round.elsewhere() {
            let fails = |test: &&Wanted<'_>| {
                let verdict = verdicts.get(&(test.class, test.method));
                test.half == Half::Passing && verdict.is_none_or(|(result, _)| result.verdict != TestVerdict::Passed)
            };
            let failing = wanted.iter().filter(fails).count();
            if wanted.len() >= TOO_FEW && failing * UNFIT > wanted.len() {
                self.unfit.push((jdk.clone(), failing, wanted.len()));
                return;
            }
        }
        for test in wanted {
            match verdicts.get(&(test.class, test.method)) {
                Some((result, _)) if test.half == Half::Passing && result.printed => {
                    self.tests.insert(test.index);
                    self.loud.insert(test.index);
                    continue;
                }
                Some((result, _)) if result.verdict == TestVerdict::Passed && may_pass.contains(&test.index) => {
                    continue;
                }
                Some((result, _)) if result.verdict == test.half.wanted() => {
                    if test.half == Half::Failing {
                        self.shown.insert(test.index);
                    }
                    if round.is_alone() {
                        self.proven.insert(test.index);
                    }
                    continue;
                }
                // It may be fine without the one that broke a class.
                Some((result, place)) if result.verdict == TestVerdict::Failed && *place > broken => {
                    self.unseen.insert(test.index);
                }
                Some((result, _)) => {
                    self.fails(test.index, test.half == Half::Passing && is_about_an_assertion(result));
                    continue;
                }
                None if report.late && round.is_alone() => {
                    self.late.insert(test.index);
                    continue;
                }
                None => {
                    missing.insert(test.index);
                }
            }
            self.cut_short.insert(test.class.to_owned());
        }
    }
}

/// Whether an assertion of the test did not hold, as JUnit 5 and 4 say it.
fn is_about_an_assertion(test: &TestResult) -> bool {
    let failures = [
        "org.opentest4j.AssertionFailedError",
        "java.lang.AssertionError",
        "org.junit.",
    ];
    test.verdict == TestVerdict::Failed && failures.iter().any(|failure| test.message.starts_with(failure))
}

/// Whether a class broke in the test: its initialiser threw, and no test behind it can use it (JVMS 5.5).
fn breaks_a_class(test: &TestResult) -> bool {
    test.verdict == TestVerdict::Failed && test.message.contains("java.lang.ExceptionInInitializerError")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wanted(tests: usize) -> Vec<Wanted<'static>> {
        let test = |index| Wanted {
            index,
            half: Half::Passing,
            class: "a.ATest",
            method: "f",
        };
        (0..tests).map(test).collect()
    }

    #[test]
    fn many_tests_that_run_each_by_themselves_do_so_in_two_virtual_machines() {
        let sizes = |round: &Round, tests: usize| -> Vec<usize> {
            let shares = shares(round, wanted(tests), None);
            shares.iter().map(|(_, wanted)| wanted.len()).collect()
        };
        let [together, _, alone] = Round::usual(None);
        assert_eq!(sizes(&together, 2 * ALONE_IN_TWO), [2 * ALONE_IN_TWO]);
        assert_eq!(sizes(&alone, ALONE_IN_TWO - 1), [ALONE_IN_TWO - 1]);
        assert_eq!(
            sizes(&alone, ALONE_IN_TWO + 1),
            [ALONE_IN_TWO / 2 + 1, ALONE_IN_TWO / 2]
        );
        let shares = shares(&alone, wanted(ALONE_IN_TWO), None);
        let all: BTreeSet<usize> = shares
            .iter()
            .flat_map(|(_, wanted)| wanted)
            .map(|test| test.index)
            .collect();
        assert_eq!(all.len(), ALONE_IN_TWO);
    }

    #[test]
    fn where_there_may_be_no_time_for_all_the_first_come_first_in_each() {
        let [together, _, alone] = Round::usual(None);
        let places: Vec<usize> = (0..ALONE_IN_TWO).rev().collect();
        let first = |round: &Round| -> Vec<usize> {
            let shares = shares(round, wanted(ALONE_IN_TWO), Some(&places));
            shares.iter().map(|(_, wanted)| wanted[0].index).collect()
        };
        assert_eq!(first(&alone), [ALONE_IN_TWO - 1, ALONE_IN_TWO - 2]);
        assert_eq!(first(&together), [0]);
    }

    #[test]
    fn a_test_for_which_there_was_no_time_is_late_and_not_at_fault() {
        let [together, _, alone] = Round::usual(None);
        let late = RunReport {
            late: true,
            ..RunReport::nothing()
        };
        let of = |round: &Round| {
            let (mut unsteady, mut missing) = (Unsteady::default(), BTreeSet::new());
            unsteady.note(round, &late, (&wanted(1), &BTreeSet::new()), &mut missing);
            (unsteady.late, missing)
        };
        assert_eq!(of(&alone), (BTreeSet::from([0]), BTreeSet::new()));
        assert_eq!(of(&together), (BTreeSet::new(), BTreeSet::from([0])));
    }
}
