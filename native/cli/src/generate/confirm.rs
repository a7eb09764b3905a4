//! The tests of several groups confirmed by one worker.
//!
//! Most of what a confirmation takes is starting a virtual machine and loading the classes anew for each of the surroundings, which is the
//! same for one test and for hundreds. Tests of different groups also meet each other here, as in the virtual machine of a build. What it takes hangs on what
//! the tests do: so they come in waves, and the first shows how large the next may be.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::thread;

use palus_classes::StaticTies;
use palus_sequence::work::{Budget, ConfirmOrder, Confirmed, KeptTest, Weighing, WorkResult};
use palus_sequence::{BadDescriptor, Symbols};

use super::Ran;
use super::circles::{all_of, halting, openers};
use super::options::GenerateOptions;
use super::room::{Machines, Room};
use super::strangers::meet;
use super::suite::NamedTest;
use super::waves::{Portion, Waves};

/// So many tests are confirmed together; and where there are fewer, in two parts.
const TOGETHER: usize = 1_500;
/// Fewer are not worth a second virtual machine, and a third one in which the tests of the two meet: to start one and to have it run what is cold takes
/// longer than confirming three hundred tests where it is warm.
const FEW: usize = 300;
/// The same where tests of several virtual machines meet in any case, and one of two processors would be idle.
const FEW_MORE: usize = 100;

/// The share of the time in which tests may be tried on mutants of other groups' classes.
const WEIGHING_SHARE: f64 = 0.03;

/// The share of the time in which it may be found out what tests hang on that come out otherwise elsewhere. Dozens of tests that asked for the clock and the
/// time zone took a third of a run.
const EXPLAINING_SHARE: f64 = 0.03;

/// What became of tests.
pub(super) struct AllConfirmed {
    /// Group by group, in their order.
    pub(super) groups: Vec<Confirmed>,
    /// See [`halting`].
    pub(super) halting: BTreeSet<String>,
}

/// What is done with tests of which it is not known yet what becomes of them.
pub(super) type Meanwhile<'m> = dyn FnMut(&[NamedTest]) + Send + 'm;

/// Confirms the tests of each group that come in a wave. `meanwhile` is given, at the same time, all that have come.
pub(super) fn confirm_all(
    ran: &Ran<'_>,
    results: &[WorkResult],
    waves: &mut Waves,
    mut room: Option<&mut Room>,
    options: &GenerateOptions,
    meanwhile: &mut Meanwhile<'_>,
) -> anyhow::Result<AllConfirmed> {
    let StaticTies { circles, reads } = StaticTies::of(ran.index, ran.subjects);
    let openers = openers(&circles, results);
    let nothing = Confirmed {
        behind: vec![BTreeMap::new(); openers.len()],
        through: vec![BTreeSet::new(); circles.len()],
        ..Confirmed::default()
    };
    let mut all = vec![nothing; results.len()];
    let mut parts: Vec<Portion> = Vec::new();
    let machines = Machines {
        alone: FEW,
        most_at_first: TOGETHER * options.jobs,
    };
    while let Some(wave) = waves.next(room.as_deref_mut(), machines) {
        let so_far: Vec<&[KeptTest]> = results
            .iter()
            .zip(&wave)
            .map(|(result, (_, tests))| &result.tests[..tests.end])
            .collect();
        let weighings = palus_suite::open_mutants(&so_far);
        let of_wave = in_parts(&wave, if parts.is_empty() { FEW } else { FEW_MORE });
        let mut orders = Vec::with_capacity(of_wave.len());
        for part in &of_wave {
            let mut order = together(results, part, &weighings, ran.subjects, options)?;
            order.limit = room
                .as_deref()
                .map(|room| room.limit(&order.tests, of_wave.len(), options.jobs));
            order.circles = circles.iter().map(all_of).collect();
            order.reads.clone_from(&reads);
            for openers in &openers {
                let opener = openers.within(results, &mut order.symbols)?;
                order.openers.push(opener);
            }
            orders.push(order);
        }
        let named = results
            .iter()
            .zip(&so_far)
            .flat_map(|(result, tests)| named(result, tests));
        let named: Vec<NamedTest> = named.collect();
        let confirmed = thread::scope(|scope| {
            scope.spawn(|| meanwhile(&named));
            ran.workshop.confirm_all(&orders, options.jobs)
        });
        if let Some(room) = room.as_deref_mut() {
            room.heed_step();
        }
        for (confirmed, part) in confirmed.into_iter().zip(of_wave) {
            add(&confirmed?, &part, &mut all);
            parts.push(part);
        }
    }
    for (position, openers) in openers.iter().enumerate() {
        let of_group = |(group, confirmed): (usize, &Confirmed)| {
            let behind = confirmed.behind[position].clone();
            behind.into_iter().map(move |(test, now)| ((group, test as usize), now))
        };
        let behind = all.iter().enumerate().flat_map(of_group).collect();
        openers.judge(&behind, &mut all);
    }
    meet(ran, results, options, &parts, &reads, &mut all)?;
    Ok(AllConfirmed {
        halting: halting(results, &all),
        groups: all,
    })
}

/// These tests of a group, with the names that their ids stand for.
fn named<'r>(result: &'r WorkResult, tests: &'r [KeptTest]) -> impl Iterator<Item = NamedTest<'r>> {
    tests.iter().map(|test| (&result.symbols, test))
}

/// Adds what became of a part to what became of the tests of each group before.
fn add(confirmed: &Confirmed, part: &Portion, all: &mut [Confirmed]) {
    let sizes: Vec<usize> = part.iter().map(|(_, tests)| tests.len()).collect();
    for (confirmed, (group, _)) in confirmed.split(&sizes).into_iter().zip(part) {
        all[*group].append(confirmed);
    }
}

/// The parts of a wave that are confirmed together.
fn in_parts(wave: &Portion, few: usize) -> Vec<Portion> {
    let sizes: Vec<usize> = wave.iter().map(|(_, tests)| tests.len()).collect();
    let parts = parts(&sizes, few).into_iter();
    parts.map(|groups| wave[groups].to_vec()).collect()
}

/// Groups that are confirmed together, by their positions. Does not hang on how many workers there may be at a time: which tests
/// meet decides what becomes of them. There are at least two unless the tests are fewer than `few`.
fn parts(sizes: &[usize], few: usize) -> Vec<Range<usize>> {
    let all: usize = sizes.iter().sum();
    let least = if all < few { 1 } else { 2 };
    let size = all.div_ceil(all.div_ceil(TOGETHER).max(least)).max(1);
    let mut parts: Vec<(usize, Range<usize>)> = Vec::new();
    let mut before = 0;
    for (group, tests) in sizes.iter().enumerate() {
        // By where the middle of the group lies among all tests.
        let place = (before + tests / 2) / size;
        match parts.last_mut() {
            Some((part, groups)) if *part == place => groups.end = group + 1,
            _ => parts.push((place, group..group + 1)),
        }
        before += tests;
    }
    parts.into_iter().map(|(_, groups)| groups).collect()
}

/// The order to confirm these tests, by the ids of one table; with the mutants that each group's may be tried on.
fn together(
    results: &[WorkResult],
    part: &Portion,
    weighings: &[BTreeSet<u64>],
    subjects: &[String],
    options: &GenerateOptions,
) -> Result<ConfirmOrder, BadDescriptor> {
    let mut symbols = Symbols::default();
    let mut tests = Vec::new();
    for (group, range) in part {
        let result = &results[*group];
        for test in &result.tests[range.clone()] {
            tests.push(test.within(&result.symbols, &mut symbols)?);
        }
    }
    let limit = |share: f64| match options.budget {
        Budget::Time { .. } => Some((options.asked as f64 * share) as u64),
        Budget::Sequences { .. } => None,
    };
    Ok(ConfirmOrder {
        group: part.first().map_or(0, |(group, _)| results[*group].group),
        class_path: options.class_path.clone(),
        subjects: subjects.to_vec(),
        symbols,
        tests,
        seed: options.seed,
        weighing: Weighing {
            mutants: part.iter().flat_map(|(group, _)| &weighings[*group]).copied().collect(),
            limit_ms: limit(WEIGHING_SHARE),
        },
        explaining_ms: limit(EXPLAINING_SHARE),
        ..ConfirmOrder::default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_stay_whole_and_parts_are_of_about_the_same_size() {
        assert!(parts(&[], FEW).is_empty());
        let whole = 0..3;
        assert_eq!(parts(&[0, 3, 2], FEW), [whole]);
        let whole = 0..4;
        assert_eq!(parts(&[30, 30, 30, 30], FEW), [whole]);
        assert_eq!(parts(&[30, 30, 30, 30], FEW_MORE), [0..2, 2..4]);
        assert_eq!(parts(&[80, 80, 80, 80], FEW), [0..2, 2..4]);
        assert_eq!(parts(&[500, 10, 10, 480, 200], FEW), [0..3, 3..5]);
        assert_eq!(parts(&[2_000, 10, 10, 1_900, 800], FEW), [0..1, 1..3, 3..4, 4..5]);
        assert_eq!(parts(&[20; 100], FEW).len(), 2);
    }
}
