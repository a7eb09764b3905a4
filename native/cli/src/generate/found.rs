//! What a run found: the tests that stand, why others do not, and what was seen meanwhile.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

use palus_emit::summary::{PhaseSummary, SearchSummary, SolveSummary};
use palus_sequence::work::{ClassReport, Confirmation, Confirmed, Counts, Fact, KeptTest, Reason, Timings, WorkResult};
use palus_sequence::{JavaString, Literal, Operand, Outcome, Statement, Symbols};

use super::Ran;
use super::confirm::{AllConfirmed, Meanwhile, confirm_all};
use super::options::GenerateOptions;
use super::room::{self, Room};
use super::search::Searched;
use super::suite::Shown;
use super::united::{classes, counts, edges, phases, wall_clock_struck, warn_of};
use super::waves::Waves;
use crate::progress::Reporter;

/// The edges of a class.
#[derive(Debug, Default)]
pub(super) struct Edges {
    /// How many there are.
    pub(super) total: u32,
    /// Those that some group reached.
    pub(super) hit: BTreeSet<u32>,
    /// Of these those that are passed once in a virtual machine.
    pub(super) once: BTreeSet<u32>,
}

/// What the search gave.
#[derive(Debug, Default)]
pub(super) struct Found {
    /// The tests of each group, those that did not come out the same again left out.
    pub(super) groups: Vec<FoundGroup>,
    /// The classes under test by name.
    pub(super) classes: Vec<ClassReport>,
    /// The edges of each class that was loaded.
    pub(super) edges: BTreeMap<String, Edges>,
    /// The sums over all groups.
    pub(super) counts: Counts,
    /// How each search ended.
    pub(super) searches: Vec<SearchSummary>,
    /// What became of open branches, where they were tried with variables.
    pub(super) solved: Option<SolveSummary>,
    /// Tests that must not be written, each with the position of its group in `groups` and why.
    pub(super) dropped: Vec<(KeptTest, usize, Reason)>,
    /// The classes under test of which a test changes what static fields hold.
    pub(super) isolated: BTreeSet<String>,
    /// See [`super::circles::halting`].
    pub(super) halting: BTreeSet<String>,
    /// The classes under test of which a test writes to a standard stream.
    pub(super) silenced: BTreeSet<String>,
    /// What came out otherwise in other surroundings, a test each.
    pub(super) fragile: Vec<Fragile>,
    /// Whether the clock stopped a sequence, so that the run may not repeat.
    pub(super) wall_clock_struck: bool,
    /// What a recording saw collaborators answer and no test can make: the method and the class of the answer.
    pub(super) unmade: BTreeSet<(String, String)>,
    /// The virtual machine of the workers.
    pub(super) jvm: String,
    /// Processes started.
    pub(super) started: u32,
    /// How those of them ended that were lost.
    pub(super) lost: Vec<String>,
    /// How long the search took, in milliseconds.
    pub(super) search_ms: u64,
    /// How long the parts of it took.
    pub(super) phases: PhaseSummary,
    /// What is left of the time.
    pub(super) room: Option<Room>,
}

impl Found {
    /// How many tests must not be written for that reason.
    pub(super) fn dropped_for(&self, reason: Reason) -> u64 {
        self.dropped.iter().filter(|(_, _, why)| *why == reason).count() as u64
    }
}

/// A test that lost an assertion, or was dropped, for what surrounds it.
#[derive(Debug)]
pub(super) struct Fragile {
    /// The class under test.
    pub(super) subject: String,
    /// Everything that suffices for that by itself.
    pub(super) facts: BTreeSet<Fact>,
    /// Whether the test was dropped.
    pub(super) is_dropped: bool,
}

/// A group's tests and the names that their ids stand for.
#[derive(Debug)]
pub(super) struct FoundGroup {
    /// The names.
    pub(super) symbols: Symbols,
    /// The tests.
    pub(super) tests: Vec<KeptTest>,
    /// What else is known of each.
    pub(super) shown: Vec<Shown>,
}

/// Confirms what the workers found. `meanwhile` is what is done with it at the same time.
pub(super) fn confirm(
    ran: &Ran<'_>,
    searched: Searched,
    options: &GenerateOptions,
    (began, reporter): (Instant, &Reporter),
    meanwhile: &mut Meanwhile<'_>,
) -> anyhow::Result<Found> {
    let results = searched.results;
    let mut found = Found {
        unmade: results.iter().flat_map(|result| result.unmade.clone()).collect(),
        started: searched.started,
        lost: searched.lost,
        searches: searched.searches,
        search_ms: searched.search_ms,
        solved: searched.solved,
        ..Found::default()
    };
    reporter.phase("confirming", "running the tests again in fresh virtual machines");
    found.phases = phases(&results);
    found.wall_clock_struck = wall_clock_struck(&results);
    warn_of(&results, options.budget, reporter);
    let confirming = Instant::now();
    let timings: Vec<Timings> = results.iter().map(|result| result.timings).collect();
    let mut results = results;
    found.room = room::of(options, began, &timings);
    let mut waves = match &found.room {
        Some(_) => Waves::by_worth(&mut results),
        None => Waves::one(&results),
    };
    let confirmed = confirm_all(ran, &results, &mut waves, found.room.as_mut(), options, meanwhile)?;
    let late = waves.leave_out(&mut results).into_iter();
    found
        .dropped
        .extend(late.map(|(test, group)| (test, group, Reason::BudgetSpent)));
    take_in(results, confirmed, &mut found);
    found.phases.confirming_ms = confirming.elapsed().as_millis() as u64;
    join(&mut found);
    for class in missing_classes(&found) {
        reporter.warn(&format!(
            "the class path lacks {class}, which the code under test needs; add its jar to --classpath"
        ));
    }
    found.classes = classes(std::mem::take(&mut found.classes));
    Ok(found)
}

/// What stands of the results, and what was seen of it.
fn take_in(results: Vec<WorkResult>, all: AllConfirmed, found: &mut Found) {
    let edges = edges(&results);
    found.counts = counts(&results, &edges);
    found.edges = edges;
    found.halting.extend(all.halting);
    let confirmed = all.groups;
    for (result, confirmed) in results.into_iter().zip(confirmed) {
        let group = found.groups.len();
        let standing = (0..result.tests.len()).filter(|&index| confirmed.verdicts[index].stands());
        let shown = standing.map(|index| Shown {
            micros: confirmed.micros[index] / Confirmed::RUNS,
            shares: confirmed.sharing.contains(&(index as u32)) || confirmed.printing.contains(&(index as u32)),
            starts_threads: confirmed.threaded.contains(&(index as u32)),
        });
        let shown = shown.collect();
        found
            .fragile
            .extend(confirmed.fragile.iter().map(|(&index, facts)| Fragile {
                subject: result.tests[index as usize].subject.clone(),
                facts: facts.clone(),
                is_dropped: matches!(confirmed.verdicts[index as usize], Confirmation::Dropped(_)),
            }));
        let of_standing = |tests: &BTreeSet<u32>| -> BTreeSet<String> {
            let tests = tests.iter().map(|&index| index as usize);
            let standing = tests.filter(|&index| confirmed.verdicts[index].stands());
            standing.map(|index| result.tests[index].subject.clone()).collect()
        };
        found.isolated.append(&mut of_standing(&confirmed.sharing));
        // Who sets the standard streams sets them for all.
        found.isolated.append(&mut of_standing(&confirmed.printing));
        found.silenced.append(&mut of_standing(&confirmed.printing));
        let mut tests = result.tests;
        for (test, kills) in tests.iter_mut().zip(confirmed.kills) {
            test.goals.extend(kills);
            test.goals.sort_unstable();
        }
        let (tests, dropped) = keep_same(tests, &confirmed.verdicts);
        found
            .dropped
            .extend(dropped.into_iter().map(|(test, reason)| (test, group, reason)));
        found.classes.extend(result.classes);
        found.jvm = result.jvm;
        found.groups.push(FoundGroup {
            symbols: result.symbols,
            tests,
            shown,
        });
    }
}

/// Leaves out the tests whose goals those of other groups reach too, and ranks the rest among all.
fn join(found: &mut Found) {
    let tests: Vec<&KeptTest> = found.groups.iter().flat_map(|group| &group.tests).collect();
    let mut ranks = vec![None; tests.len()];
    for chosen in palus_suite::join(&tests) {
        ranks[chosen.index] = Some(chosen.rank);
    }
    let mut ranks = ranks.into_iter();
    for group in &mut found.groups {
        let ranked = group.tests.drain(..).zip(group.shown.drain(..)).zip(&mut ranks);
        let chosen: Vec<(KeptTest, Shown)> = ranked
            .filter_map(|((test, shown), rank)| Some((KeptTest { rank: rank?, ..test }, shown)))
            .collect();
        (group.tests, group.shown) = chosen.into_iter().unzip();
    }
}

/// The classes for want of which tests were dropped, but for those that a test itself asks for by name.
fn missing_classes(found: &Found) -> BTreeSet<String> {
    let dropped = found.dropped.iter();
    let lacking = dropped.filter(|(_, _, reason)| *reason == Reason::MissingClass);
    lacking
        .flat_map(|(test, group, _)| missing_for(test, &found.groups[*group].symbols))
        .collect()
}

/// Those that were missed in the test.
fn missing_for(test: &KeptTest, symbols: &Symbols) -> BTreeSet<String> {
    let told = test.outcomes.iter().filter_map(|outcome| match outcome {
        Outcome::Threw {
            class,
            message: Some(message),
        } if symbols.type_name(*class) == "java.lang.NoClassDefFoundError" => Some(message),
        _ => None,
    });
    let operands = test.sequence.statements.iter().flat_map(Statement::operands);
    let passed: BTreeSet<&JavaString> = operands
        .filter_map(|operand| match operand {
            Operand::Literal(Literal::String(passed)) => Some(passed),
            _ => None,
        })
        .collect();
    let told = told.filter(|message| !passed.contains(message));
    // The second time the virtual machine says "Could not initialize class", which is no name.
    let names = told.map(JavaString::to_lossy).filter(|message| !message.contains(' '));
    names.map(|name| name.replace('/', ".")).collect()
}

/// Parts tests that came out the same from those that must go; of the former only what was the same again is asserted.
fn keep_same(tests: Vec<KeptTest>, verdicts: &[Confirmation]) -> (Vec<KeptTest>, Vec<(KeptTest, Reason)>) {
    let (mut same, mut dropped) = (Vec::new(), Vec::new());
    for (mut test, verdict) in tests.into_iter().zip(verdicts) {
        match verdict {
            Confirmation::Same { asserted } => {
                let again: BTreeSet<u16> = asserted.iter().copied().collect();
                let (same_again, lost) = test.asserted.iter().partition(|statement| again.contains(statement));
                test.asserted = same_again;
                test.keep_without_answer(lost);
                test.drop_idle_observers();
                same.push(test);
            }
            Confirmation::Dropped(reason) => dropped.push((test, *reason)),
        }
    }
    (same, dropped)
}

#[cfg(test)]
pub(super) mod tests {
    use palus_sequence::Sequence;

    use super::*;

    pub(in crate::generate) fn test(subject: &str, asserted: &[u16]) -> KeptTest {
        KeptTest {
            subject: subject.to_owned(),
            sequence: Sequence::default(),
            outcomes: vec![],
            asserted: asserted.to_vec(),
            observers: 0,
            acts: vec![],
            asked: Vec::new(),
            violates: None,
            rank: 0,
            micros: 0,
            goals: vec![],
        }
    }

    #[test]
    fn a_class_is_missing_that_the_virtual_machine_names_and_the_test_does_not() {
        let mut symbols = Symbols::default();
        let [lacking, absent] = ["java.lang.NoClassDefFoundError", "java.util.NoSuchElementException"];
        let threw = |class: &str, message: &str, symbols: &mut Symbols| Outcome::Threw {
            class: symbols.class(class),
            message: Some(JavaString::from(message)),
        };
        let outcomes = vec![
            threw(lacking, "org/lib/Absent", &mut symbols),
            threw(lacking, "Could not initialize class org.lib.Broken", &mut symbols),
            threw(lacking, "a", &mut symbols),
            threw(absent, "b", &mut symbols),
        ];
        let statement = Statement::Array {
            element: symbols.class("java.lang.String"),
            elements: vec![Operand::Literal(Literal::String("a".into()))],
        };
        let test = KeptTest {
            sequence: Sequence {
                statements: vec![statement],
            },
            outcomes,
            ..test("a.A", &[])
        };
        assert_eq!(
            missing_for(&test, &symbols),
            BTreeSet::from(["org.lib.Absent".to_owned()])
        );
    }

    #[test]
    fn only_what_came_out_the_same_again_is_asserted() {
        let tests = vec![test("a.A", &[0, 2, 3]), test("a.B", &[0])];
        let verdicts = [
            Confirmation::Same { asserted: vec![3, 0] },
            Confirmation::Dropped(Reason::Refused),
        ];
        let (same, dropped) = keep_same(tests, &verdicts);
        assert_eq!(same, [test("a.A", &[0, 3])]);
        assert_eq!(dropped, [(test("a.B", &[0]), Reason::Refused)]);
    }
}
