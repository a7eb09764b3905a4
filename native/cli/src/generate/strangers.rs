//! Tests that change static fields, before tests that were confirmed in another virtual machine: in that of a build all meet.

use std::collections::{BTreeMap, BTreeSet};

use palus_sequence::work::{Budget, ConfirmOrder, Confirmation, Confirmed, KeptTest, Predecessor, Reason, WorkResult};
use palus_sequence::{BadDescriptor, Symbols};

use super::Ran;
use super::options::GenerateOptions;
use super::waves::Portion;

/// The share of the time in which tests may meet in each virtual machine: where many change static fields that nearly all pass through, it took an eighth of a run.
pub(super) const MEETING_SHARE: f64 = 0.04;

/// In so many virtual machines, for to start one and to have it run what is cold takes longer than most meetings.
const MACHINES: usize = 2;

/// So many tests that change static fields of the same classes stand for all that do.
const STRANGERS: usize = 6;

/// Tests, by the positions of group and test.
type Places = Vec<(usize, usize)>;

/// Runs the tests of each of `parts`, which were confirmed together each, right behind those of other parts that change static fields of classes that they pass
/// through, and takes what comes out otherwise from what is `confirmed`, group by group: from the others, or from what spoils more
/// of them than it is worth.
pub(super) fn meet(
    ran: &Ran<'_>,
    results: &[WorkResult],
    options: &GenerateOptions,
    parts: &[Portion],
    reads: &BTreeMap<String, BTreeSet<String>>,
    confirmed: &mut [Confirmed],
) -> anyhow::Result<()> {
    let (mut orders, mut places) = (Vec::new(), Vec::new());
    let limit = match options.budget {
        Budget::Time { .. } => Some((options.asked as f64 * MEETING_SHARE) as u64),
        Budget::Sequences { .. } => None,
    };
    for part in &in_few(parts) {
        let (tests, strangers) = (standing(part, confirmed), strangers(part, confirmed));
        if !tests.is_empty() && !strangers.is_empty() {
            let (symbols, again, predecessors) = within_one_table(results, confirmed, &tests, &strangers)?;
            orders.push(ConfirmOrder {
                group: results[tests[0].0].group,
                class_path: options.class_path.clone(),
                subjects: ran.subjects.to_vec(),
                symbols,
                tests: again,
                seed: options.seed,
                reads: reads.clone(),
                strangers: predecessors,
                changing: changing(&tests, confirmed),
                meeting_ms: limit,
                ..ConfirmOrder::default()
            });
            let strangers: Places = strangers.into_iter().map(|(place, _)| place).collect();
            places.push((tests, strangers));
        }
    }
    let done = ran.workshop.confirm_all(&orders, options.jobs);
    let mut spoilers = Places::new();
    for (done, (tests, strangers)) in done.into_iter().zip(places) {
        let done = done?;
        for (verdict, (group, test)) in done.verdicts.into_iter().zip(tests) {
            confirmed[group].verdicts[test] = verdict;
        }
        spoilers.extend(done.spoilers.into_iter().map(|stranger| strangers[stranger as usize]));
    }
    for (group, test) in spoilers {
        confirmed[group].verdicts[test] = Confirmation::Dropped(Reason::LeavesTraces);
    }
    Ok(())
}

/// The parts, several of them as one where there are more than virtual machines.
fn in_few(parts: &[Portion]) -> Vec<Vec<&Portion>> {
    let together = parts.len().div_ceil(MACHINES).max(1);
    parts.chunks(together).map(|parts| parts.iter().collect()).collect()
}

/// Those of the tests of these parts that stand.
fn standing(parts: &[&Portion], confirmed: &[Confirmed]) -> Places {
    let all = parts
        .iter()
        .copied()
        .flatten()
        .flat_map(|(group, tests)| tests.clone().map(|test| (*group, test)));
    all.filter(|&(group, test)| confirmed[group].verdicts[test].stands())
        .collect()
}

/// Those of the tests, by their positions among these, that change static fields.
fn changing(tests: &Places, confirmed: &[Confirmed]) -> BTreeSet<u32> {
    let places = (0..).zip(tests);
    places
        .filter(|(_, (group, test))| confirmed[*group].sharing.contains(&(*test as u32)))
        .map(|(place, _)| place)
        .collect()
}

/// The tests that stand, and change static fields of classes that the groups of these parts pass through; with the classes. Where it is one part, those of others: the
/// tests of a part have met.
fn strangers<'c>(parts: &[&Portion], confirmed: &'c [Confirmed]) -> Vec<((usize, usize), &'c [String])> {
    let met = |classes: &[String]| {
        let mut groups = parts.iter().copied().flatten().map(|(group, _)| &confirmed[*group]);
        groups.any(|group| classes.iter().any(|class| group.passed.contains(class)))
    };
    let have_met = |group: usize, test: u32| match parts {
        [part] => {
            let mut own = part.iter();
            own.any(|(of, tests)| *of == group && tests.contains(&(test as usize)))
        }
        _ => false,
    };
    let mut alike: BTreeMap<&[String], usize> = BTreeMap::new();
    let mut stands_for_others = |classes: &'c [String]| {
        let alike = alike.entry(classes).or_default();
        *alike += 1;
        *alike <= STRANGERS
    };
    let writers = confirmed.iter().enumerate().flat_map(|(group, confirmed)| {
        let writers = confirmed.writers.iter();
        writers.map(move |(&test, classes)| (group, test, classes.as_slice()))
    });
    writers
        .filter(|&(group, test, classes)| {
            let stands = confirmed[group].verdicts[test as usize].stands();
            stands && !have_met(group, test) && met(classes) && stands_for_others(classes)
        })
        .map(|(group, test, classes)| ((group, test as usize), classes))
        .collect()
}

/// These tests, with what is asserted of them still, and strangers, by the ids of one table.
fn within_one_table(
    results: &[WorkResult],
    confirmed: &[Confirmed],
    tests: &Places,
    strangers: &[((usize, usize), &[String])],
) -> Result<(Symbols, Vec<KeptTest>, Vec<Predecessor>), BadDescriptor> {
    let mut symbols = Symbols::default();
    let mut within = |(group, test): (usize, usize)| {
        let result = &results[group];
        let mut kept = result.tests[test].within(&result.symbols, &mut symbols)?;
        kept.asserted = confirmed[group].verdicts[test].asserted().unwrap_or_default().to_vec();
        Ok(kept)
    };
    let kept = tests.iter().map(|&place| within(place)).collect::<Result<_, _>>()?;
    let predecessor = |&(place, classes): &((usize, usize), &[String])| {
        let own = tests.iter().position(|test| *test == place);
        Ok(Predecessor {
            test: within(place)?,
            classes: classes.to_vec(),
            place: own.map(|own| own as u32),
        })
    };
    let strangers = strangers.iter().map(predecessor).collect::<Result<_, _>>()?;
    Ok((symbols, kept, strangers))
}

#[cfg(test)]
mod tests {
    use std::ops::Range;

    use super::*;

    /// A group of two tests that pass through class `A`, of which `writers` change its static fields.
    fn group(verdicts: Vec<Confirmation>, writers: &[u32]) -> Confirmed {
        Confirmed {
            verdicts,
            writers: writers.iter().map(|&test| (test, vec!["A".to_owned()])).collect(),
            passed: BTreeSet::from(["A".to_owned()]),
            ..Confirmed::default()
        }
    }

    #[test]
    fn tests_that_stand_meet_those_of_other_parts_that_stand_and_change_what_they_pass_through() {
        let same = || Confirmation::Same { asserted: vec![0] };
        let dropped = || Confirmation::Dropped(Reason::NonDeterministic);
        let mut all = vec![
            group(vec![same(), dropped()], &[0, 1]),
            group(vec![same(), same()], &[1]),
        ];
        let whole = |groups: Range<usize>| -> Portion { groups.map(|group| (group, 0..2)).collect() };
        assert_eq!(standing(&[&whole(0..1)], &all), [(0, 0)]);
        let places = |parts: &[Portion], all: &[Confirmed]| -> Places {
            let parts: Vec<&Portion> = parts.iter().collect();
            strangers(&parts, all).into_iter().map(|(place, _)| place).collect()
        };
        assert_eq!(places(&[whole(0..1)], &all), [(1, 1)]);
        assert_eq!(places(&[whole(1..2)], &all), [(0, 0)]);
        assert_eq!(places(&[whole(0..2)], &all), []);
        // Of the own group, in another wave.
        assert_eq!(places(&[vec![(0, 0..2), (1, 0..1)]], &all), [(1, 1)]);
        // Two parts that meet in one virtual machine.
        assert_eq!(places(&[whole(0..1), whole(1..2)], &all), [(0, 0), (1, 1)]);
        all[1].passed = BTreeSet::from(["B".to_owned()]);
        assert_eq!(places(&[whole(1..2)], &all), []);
    }

    #[test]
    fn few_tests_stand_for_all_that_change_the_same() {
        let same = || Confirmation::Same { asserted: vec![0] };
        let writers: Vec<u32> = (0..10).collect();
        let all = [group(vec![same(); 10], &writers), group(vec![same()], &[])];
        let part = vec![(1, 0..1)];
        assert_eq!(strangers(&[&part], &all).len(), STRANGERS);
    }

    #[test]
    fn many_parts_meet_in_few_virtual_machines() {
        let parts: Vec<Portion> = (0..5).map(|group| vec![(group, 0..1)]).collect();
        let sizes: Vec<usize> = in_few(&parts).iter().map(Vec::len).collect();
        assert_eq!(sizes, [3, 2]);
        assert_eq!(in_few(&parts[..2]).len(), 2);
        assert!(in_few(&[]).is_empty());
    }
}
