//! Which tests are confirmed at a time: the best of all groups first, and then as many as the first show that there is time for.

use std::collections::BTreeSet;
use std::ops::Range;

use palus_sequence::work::{KeptTest, WorkResult};

use super::room::{Cost, Machines, Room};

/// Tests of groups: the position of each group and which of its tests.
pub(super) type Portion = Vec<(usize, Range<usize>)>;

/// The tests of all groups in the order in which they are confirmed.
pub(super) struct Waves {
    /// The group of each, and what it costs.
    order: Vec<(usize, Cost)>,
    /// How many tests of each group have been taken. The tests of a group are in that order.
    taken: Vec<usize>,
}

impl Waves {
    /// All tests in one wave, as they are.
    pub(super) fn one(results: &[WorkResult]) -> Self {
        let groups = results.iter().enumerate();
        let order = groups.flat_map(|(group, result)| result.tests.iter().map(move |test| (group, test)));
        Self::new(order, results.len())
    }

    /// Several, where there is time for that. Puts the tests of each group in order: what reveals an error comes first, then what adds most to the others of all
    /// groups.
    pub(super) fn by_worth(results: &mut [WorkResult]) -> Self {
        let groups = results.iter_mut().enumerate();
        let mut tests: Vec<(usize, KeptTest)> = groups
            .flat_map(|(group, result)| result.tests.drain(..).map(move |test| (group, test)))
            .collect();
        let joined = palus_suite::join(&tests.iter().map(|(_, test)| test).collect::<Vec<_>>());
        // What adds nothing comes last.
        for (_, test) in &mut tests {
            test.rank = u32::MAX;
        }
        for chosen in joined {
            tests[chosen.index].1.rank = chosen.rank;
        }
        tests.sort_by_key(|(_, test)| test.turn());
        let waves = Self::new(tests.iter().map(|(group, test)| (*group, test)), results.len());
        for (group, test) in tests {
            results[group].tests.push(test);
        }
        waves
    }

    fn new<'t>(tests: impl Iterator<Item = (usize, &'t KeptTest)>, groups: usize) -> Self {
        let mut classes = BTreeSet::new();
        let mut cost = |test: &'t KeptTest| Cost::of(test, classes.insert(&test.subject));
        Self {
            order: tests.map(|(group, test)| (group, cost(test))).collect(),
            taken: vec![0; groups],
        }
    }

    /// The next, while there are any and, if that is bounded, room for them. The first is no larger than what the machines take at first then.
    pub(super) fn next(&mut self, room: Option<&mut Room>, machines: Machines) -> Option<Portion> {
        let begun: usize = self.taken.iter().sum();
        let rest = &self.order[begun..];
        let count = match room {
            Some(room) if !rest.is_empty() => room.wave(rest.iter().map(|(_, cost)| *cost), machines),
            _ => rest.len(),
        };
        let before = self.taken.clone();
        for (group, _) in &rest[..count.min(rest.len())] {
            self.taken[*group] += 1;
        }
        let taken = before.into_iter().zip(&self.taken).enumerate();
        let portion: Portion = taken.map(|(group, (before, now))| (group, before..*now)).collect();
        (count > 0).then_some(portion)
    }

    /// Takes out what came in no wave, each with the position of its group.
    pub(super) fn leave_out(self, results: &mut [WorkResult]) -> Vec<(KeptTest, usize)> {
        let groups = results.iter_mut().zip(self.taken).enumerate();
        groups
            .flat_map(|(group, (result, taken))| result.tests.drain(taken..).map(move |test| (test, group)))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use palus_sequence::work::Counts;
    use palus_sequence::{Demand, Violation};

    use super::super::found::tests::test;
    use super::super::united::tests::result;
    use super::*;

    const MACHINES: Machines = Machines {
        alone: 1,
        most_at_first: 1,
    };

    /// Groups of tests, each with what it is kept for.
    fn groups(goals: &[&[&[u64]]]) -> Vec<WorkResult> {
        let group = |tests: &&[&[u64]]| {
            let mut result = result("demo.A", Counts::default());
            let tests = tests.iter().map(|goals| KeptTest {
                goals: goals.to_vec(),
                ..test("demo.A", &[])
            });
            result.tests = tests.collect();
            result
        };
        goals.iter().map(group).collect()
    }

    #[test]
    fn without_a_bound_all_come_at_once_as_they_are() {
        let results = groups(&[&[&[8], &[16, 24]], &[&[32]]]);
        let mut waves = Waves::one(&results);
        assert_eq!(waves.next(None, MACHINES).unwrap(), [(0, 0..2), (1, 0..1)]);
        assert_eq!(waves.next(None, MACHINES), None);
    }

    #[test]
    fn what_reveals_an_error_comes_first_and_then_what_adds_most_to_the_others() {
        let mut results = groups(&[&[&[8], &[16, 24], &[24]], &[&[32, 40, 48], &[56]]]);
        results[1].tests[1].violates = Some(Violation {
            check: "assertion-error".to_owned(),
            cause: String::new(),
            because: String::new(),
            why: String::new(),
            confidence: 50,
            given: 0,
            demand: Demand::Returns,
            thrown_at: None,
        });
        let waves = Waves::by_worth(&mut results);
        let goals = |group: usize| -> Vec<Vec<u64>> {
            let tests = results[group].tests.iter();
            tests.map(|test| test.goals.clone()).collect()
        };
        assert_eq!(goals(0), [vec![16, 24], vec![8], vec![24]], "the last adds nothing");
        assert_eq!(goals(1), [vec![56], vec![32, 40, 48]]);
        let groups: Vec<usize> = waves.order.iter().map(|(group, _)| *group).collect();
        assert_eq!(groups, [1, 1, 0, 0, 0]);
    }

    #[test]
    fn what_comes_in_no_wave_is_left_out() {
        let mut results = groups(&[&[&[8], &[16]], &[&[24]]]);
        let mut waves = Waves::one(&results);
        waves.taken = vec![1, 0];
        let left_out = waves.leave_out(&mut results);
        let places: Vec<usize> = left_out.iter().map(|(_, group)| *group).collect();
        assert_eq!(
            (places, results[0].tests.len(), results[1].tests.len()),
            (vec![0, 1], 1, 0)
        );
    }
}
