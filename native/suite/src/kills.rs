//! Which mutants of other groups' classes tests kill: what one group keeps a test for, a test of another may show by the way.

use std::collections::{BTreeMap, BTreeSet};

use palus_sequence::work::KeptTest;
use palus_sequence::{Executor, ExecutorLost, Symbols};

use crate::goal::{Goal, GoalKind, Keys};
use crate::mutants::{is_killed, is_tried, plan};

/// For each group the mutants that only tests of other groups kill so far, of those tests that nothing but mutants keeps; by their keys
/// ([`KeptTest::goals`]). `groups` are the tests of each.
pub fn open_mutants(groups: &[&[KeptTest]]) -> Vec<BTreeSet<u64>> {
    let is_kill = |goal: &u64| GoalKind::of(*goal) == GoalKind::Mutant;
    let mut holders: BTreeMap<u64, usize> = BTreeMap::new();
    for goal in groups.iter().copied().flatten().flat_map(|test| &test.goals) {
        *holders.entry(*goal).or_default() += 1;
    }
    let is_suspect = |test: &&KeptTest| {
        let mut others = test.goals.iter().filter(|goal| !is_kill(goal));
        test.violates.is_none() && others.all(|goal| holders[goal] > 1)
    };
    let kept_for: Vec<BTreeSet<u64>> = groups
        .iter()
        .map(|tests| {
            let suspects = tests.iter().filter(is_suspect);
            let goals = suspects.flat_map(|test| test.goals.iter().copied());
            goals.filter(|goal| is_kill(goal) && holders[goal] == 1).collect()
        })
        .collect();
    (0..groups.len())
        .map(|own| {
            let others = kept_for.iter().enumerate().filter(|(group, _)| *group != own);
            others.flat_map(|(_, goals)| goals.iter().copied()).collect()
        })
        .collect()
}

/// For each test those of the `wanted` mutants of `classes`, binary names, that it kills, by their keys and ascending; nothing more when
/// `may_go_on` says no.
pub fn kills(
    tests: &[&KeptTest],
    classes: &BTreeSet<String>,
    wanted: &BTreeSet<u64>,
    executor: &mut dyn Executor,
    symbols: &mut Symbols,
    may_go_on: &dyn Fn() -> bool,
) -> Result<Vec<Vec<u64>>, ExecutorLost> {
    let mut kills = vec![Vec::new(); tests.len()];
    if wanted.is_empty() {
        return Ok(kills);
    }
    executor.mutate(classes)?;
    let keys = Keys::of(executor);
    for (test, kills) in tests.iter().zip(&mut kills) {
        if test.violates.is_some() || !may_go_on() {
            continue;
        }
        let traces = executor.run(symbols, std::slice::from_ref(&test.sequence), &plan())?;
        let Some(trace) = traces.first().filter(|trace| is_tried(test, trace)) else {
            continue;
        };
        for &mutant in &trace.mutants {
            let key = keys.key(&Goal::Kills(mutant), symbols);
            if wanted.contains(&key) && may_go_on() && is_killed(test, mutant, executor, symbols)? {
                kills.push(key);
            }
        }
        kills.sort_unstable();
    }
    Ok(kills)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::boxes::{FIRST, World};

    fn with_goals(goals: &[u64]) -> KeptTest {
        KeptTest {
            goals: goals.to_vec(),
            ..World::new().test(&[0], &[]).test
        }
    }

    #[test]
    fn asked_is_for_what_alone_keeps_a_test_of_another_group() {
        let (edge, other, kill, common) = (4, 8, 2, 10);
        let groups = [
            [with_goals(&[edge, kill, common]), with_goals(&[edge, common])],
            [with_goals(&[other, 18]), with_goals(&[])],
        ];
        let open = open_mutants(&[&groups[0], &groups[1]]);
        assert_eq!(open, [BTreeSet::new(), BTreeSet::from([kill])]);
    }

    #[test]
    fn a_test_kills_what_it_would_fail_with() {
        let mut world = World::new();
        let tests = [world.test(&[0, 2], &[1]).test, world.test(&[0, 3], &[1]).test];
        let tests: Vec<&KeptTest> = tests.iter().collect();
        let classes = BTreeSet::from(["demo.Box".to_owned()]);
        world.executor.mutate(&classes).unwrap();
        let keys = Keys::of(&world.executor);
        let goals = (FIRST..FIRST + 3).map(Goal::Kills).collect();
        let all: BTreeSet<u64> = keys.all(&goals, &world.symbols).into_iter().collect();
        let of_take = keys.all(&BTreeSet::from([Goal::Kills(FIRST + 1)]), &world.symbols);
        let mut killed = |wanted: &BTreeSet<u64>, may_go_on: &dyn Fn() -> bool| {
            let World { symbols, executor } = &mut world;
            kills(&tests, &classes, wanted, executor, symbols, may_go_on).unwrap()
        };
        assert_eq!(killed(&all, &|| true), [of_take, vec![]]);
        assert!(killed(&all, &|| false).iter().all(Vec::is_empty));
        assert!(killed(&BTreeSet::new(), &|| true).iter().all(Vec::is_empty));
    }
}
