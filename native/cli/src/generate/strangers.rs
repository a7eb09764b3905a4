//! Tests that change static fields, before tests that were confirmed in another virtual machine: in that of a build all meet.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use palus_sequence::work::{ConfirmOrder, Confirmation, Confirmed, KeptTest, Predecessor, Reason, WorkResult};
use palus_sequence::{BadDescriptor, Symbols};

use super::Ran;
use super::options::GenerateOptions;

/// Tests, by the positions of group and test.
type Places = Vec<(usize, usize)>;

/// Runs the tests of each of `parts`, which are ranges of groups, right behind those of other parts that change static fields of classes that they pass
/// through, and takes what comes out otherwise from what is `confirmed`, group by group: from the others, or from what spoils more
/// of them than it is worth.
pub(super) fn meet(
    ran: &Ran<'_>,
    results: &[WorkResult],
    options: &GenerateOptions,
    parts: &[Range<usize>],
    reads: &BTreeMap<String, BTreeSet<String>>,
    confirmed: &mut [Confirmed],
) -> anyhow::Result<()> {
    let (mut orders, mut places) = (Vec::new(), Vec::new());
    for part in parts {
        let (tests, strangers) = (standing(part, confirmed), strangers(part, confirmed));
        if !tests.is_empty() && !strangers.is_empty() {
            let (symbols, again, predecessors) = within_one_table(results, confirmed, &tests, &strangers)?;
            orders.push(ConfirmOrder {
                group: results[part.start].group,
                class_path: options.class_path.clone(),
                subjects: ran.subjects.to_vec(),
                symbols,
                tests: again,
                seed: options.seed,
                reads: reads.clone(),
                strangers: predecessors,
                changing: changing(&tests, confirmed),
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

/// The tests of these groups that stand.
fn standing(part: &Range<usize>, confirmed: &[Confirmed]) -> Places {
    let tests = |group: usize| (0..confirmed[group].verdicts.len()).map(move |test| (group, test));
    let all = part.clone().flat_map(tests);
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

/// The tests of other groups that stand, and change static fields of classes that these groups pass through; with the classes.
fn strangers<'c>(part: &Range<usize>, confirmed: &'c [Confirmed]) -> Vec<((usize, usize), &'c [String])> {
    let met = |classes: &[String]| {
        let mut groups = confirmed[part.clone()].iter();
        groups.any(|group| classes.iter().any(|class| group.passed.contains(class)))
    };
    let others = (0..confirmed.len()).filter(|group| !part.contains(group));
    let writers = others.flat_map(|group| {
        let writers = confirmed[group].writers.iter();
        writers.map(move |(&test, classes)| ((group, test as usize), classes.as_slice()))
    });
    writers
        .filter(|&((group, test), classes)| confirmed[group].verdicts[test].stands() && met(classes))
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
    let tests = tests.iter().map(|&place| within(place)).collect::<Result<_, _>>()?;
    let predecessor = |&(place, classes): &((usize, usize), &[String])| {
        Ok(Predecessor {
            test: within(place)?,
            classes: classes.to_vec(),
        })
    };
    let strangers = strangers.iter().map(predecessor).collect::<Result<_, _>>()?;
    Ok((symbols, tests, strangers))
}

#[cfg(test)]
mod tests {
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
        assert_eq!(standing(&(0..1), &all), [(0, 0)]);
        let places = |part: Range<usize>, all: &[Confirmed]| -> Places {
            strangers(&part, all).into_iter().map(|(place, _)| place).collect()
        };
        assert_eq!(places(0..1, &all), [(1, 1)]);
        assert_eq!(places(1..2, &all), [(0, 0)]);
        assert_eq!(places(0..2, &all), []);
        all[1].passed = BTreeSet::from(["B".to_owned()]);
        assert_eq!(places(1..2, &all), []);
    }
}
