//! The tests of several groups confirmed by one worker.
//!
//! Most of what a confirmation takes is starting a virtual machine and loading the classes anew for each of the surroundings, which is the
//! same for one test and for hundreds. Tests of different groups also meet each other here, as in the virtual machine of a build.

use std::collections::BTreeSet;
use std::ops::Range;

use palus_classes::StaticTies;
use palus_sequence::work::{Budget, ConfirmOrder, Confirmed, KeptTest, Weighing, WorkResult};
use palus_sequence::{BadDescriptor, Symbols};

use super::Ran;
use super::circles::{all_of, halting, openers};
use super::options::GenerateOptions;
use super::room::{Cost, Room};
use super::strangers::meet;

/// So many tests are confirmed together; and where there are fewer, in two parts.
const TOGETHER: usize = 400;
/// Fewer are not worth a second virtual machine, and a third one in which the tests of the two meet: to start one and to have it run what is cold takes as
/// long as confirming three hundred tests where it is warm.
const FEW: usize = 300;

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

/// Confirms the tests of each group.
pub(super) fn confirm_all(
    ran: &Ran<'_>,
    results: &[WorkResult],
    options: &GenerateOptions,
) -> anyhow::Result<AllConfirmed> {
    let tests: Vec<&[KeptTest]> = results.iter().map(|result| result.tests.as_slice()).collect();
    let weighings = palus_suite::open_mutants(&tests);
    let sizes: Vec<usize> = tests.iter().map(|tests| tests.len()).collect();
    let parts = parts(&sizes);
    let StaticTies { circles, reads } = StaticTies::of(ran.index, ran.subjects);
    let openers = openers(&circles, results);
    let mut orders = Vec::with_capacity(parts.len());
    for part in &parts {
        let mutants = weighings[part.clone()].iter().flatten().copied().collect();
        let mut order = together(&results[part.clone()], mutants, ran.subjects, options)?;
        order.circles = circles.iter().map(all_of).collect();
        order.reads.clone_from(&reads);
        for openers in &openers {
            let opener = openers.within(results, &mut order.symbols)?;
            order.openers.push(opener);
        }
        orders.push(order);
    }
    let confirmed = ran.workshop.confirm_all(&orders, options.jobs);
    let mut all: Vec<Confirmed> = Vec::with_capacity(results.len());
    for (confirmed, part) in confirmed.into_iter().zip(&parts) {
        all.extend(confirmed?.split(&sizes[part.clone()]));
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

/// Takes those tests out for which there will be no time, each with the position of its group: what reveals an error stays first, then what
/// adds most to the others of all groups.
pub(super) fn leave_out_the_least(results: &mut [WorkResult], room: &mut Room) -> Vec<(KeptTest, usize)> {
    let all: Vec<&KeptTest> = results.iter().flat_map(|result| &result.tests).collect();
    let mut ranks = vec![u32::MAX; all.len()];
    for chosen in palus_suite::join(&all) {
        ranks[chosen.index] = chosen.rank;
    }
    let mut order: Vec<usize> = (0..all.len()).collect();
    order.sort_by_key(|&index| (all[index].violates.is_none(), ranks[index]));
    let mut classes = BTreeSet::new();
    let costs = order.iter().map(|&index| Cost {
        statements: all[index].sequence.len(),
        micros: 0,
        is_first: classes.insert(&all[index].subject),
    });
    let fitting = room.for_confirming(costs);
    let late: BTreeSet<usize> = order.into_iter().skip(fitting).collect();
    let mut left_out = Vec::new();
    let mut place = 0..;
    for (group, result) in results.iter_mut().enumerate() {
        let tests = std::mem::take(&mut result.tests);
        let is_late = |_: &KeptTest| place.next().is_some_and(|place| late.contains(&place));
        let (out, kept): (Vec<KeptTest>, Vec<KeptTest>) = tests.into_iter().partition(is_late);
        result.tests = kept;
        left_out.extend(out.into_iter().map(|test| (test, group)));
    }
    left_out
}

/// Groups that are confirmed together, by their positions. Does not hang on how many workers there may be at a time: which tests
/// meet decides what becomes of them.
fn parts(sizes: &[usize]) -> Vec<Range<usize>> {
    let all: usize = sizes.iter().sum();
    let least = if all < FEW { 1 } else { 2 };
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

/// The order to confirm the tests of these groups, by the ids of one table.
fn together(
    results: &[WorkResult],
    mutants: BTreeSet<u64>,
    subjects: &[String],
    options: &GenerateOptions,
) -> Result<ConfirmOrder, BadDescriptor> {
    let mut symbols = Symbols::default();
    let mut tests = Vec::new();
    for result in results {
        for test in &result.tests {
            tests.push(test.within(&result.symbols, &mut symbols)?);
        }
    }
    let limit = |share: f64| match options.budget {
        Budget::Time { .. } => Some((options.asked as f64 * share) as u64),
        Budget::Sequences { .. } => None,
    };
    Ok(ConfirmOrder {
        group: results.first().map_or(0, |result| result.group),
        class_path: options.class_path.clone(),
        subjects: subjects.to_vec(),
        symbols,
        tests,
        seed: options.seed,
        weighing: Weighing {
            mutants,
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
        assert!(parts(&[]).is_empty());
        let whole = 0..3;
        assert_eq!(parts(&[0, 3, 2]), [whole]);
        let whole = 0..4;
        assert_eq!(parts(&[30, 30, 30, 30]), [whole]);
        assert_eq!(parts(&[80, 80, 80, 80]), [0..2, 2..4]);
        assert_eq!(parts(&[500, 10, 10, 480, 200]), [0..1, 1..4, 4..5]);
        assert_eq!(parts(&[20; 100]).len(), 5);
    }
}
