//! What a suite can do without and still catch the same: observers that show no mutant which the rest of their test does not show, and
//! tests that are kept for mutants alone which others kill too.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use palus_sequence::work::KeptTest;
use palus_sequence::{Executor, ExecutorLost, Sequence, Symbols, Trace};

use crate::build::Rules;
use crate::goal::Goal;
use crate::mutants::{differs, is_killed, is_tried, plan};
use crate::pack::Packed;

/// How many other tests are tried on a mutant, the shortest first.
const TRIED: usize = 24;

/// Takes those observers out of the tests; of each one stays at least. It shows what its test changed, and there are other faults than
/// mutants: to forget a write is none of PIT's operators.
pub(crate) fn drop_idle_observers(
    tests: &mut [Packed],
    executor: &mut dyn Executor,
    symbols: &mut Symbols,
    rules: &Rules<'_>,
) -> Result<(), ExecutorLost> {
    for Packed { test, .. } in tests {
        if test.violates.is_none() && test.observers > 0 && test.asserted.len() > 1 {
            let Some(shown) = shown(test, executor, symbols, rules)? else {
                continue;
            };
            let told = test.sequence.len() - usize::from(test.observers);
            let kept = fewest(shown, test.asserted.clone(), told);
            test.asserted.retain(|at| kept.contains(at));
            test.drop_idle_observers();
        }
    }
    Ok(())
}

/// For each mutant that the test kills by what it asserts alone, the asserted statements that show it. `None` when there was no time
/// to try them all, or none is reached.
fn shown(
    test: &KeptTest,
    executor: &mut dyn Executor,
    symbols: &mut Symbols,
    rules: &Rules<'_>,
) -> Result<Option<Vec<BTreeSet<u16>>>, ExecutorLost> {
    let Some(alone) = run(&test.sequence, None, executor, symbols)?.filter(|trace| is_tried(test, trace)) else {
        return Ok(None);
    };
    if alone.mutants.is_empty() {
        return Ok(None);
    }
    let mut shown = Vec::new();
    for mutant in alone.mutants {
        if !(rules.may_ask)() {
            return Ok(None);
        }
        let Some(trace) = run(&test.sequence, Some(mutant), executor, symbols)? else {
            return Ok(None);
        };
        let places = differs(test, &trace.outcomes);
        shown.extend(places.filter(|places| !places.is_empty()));
    }
    Ok(Some(shown))
}

/// Of the asserted statements all that are no observers, and the fewest observers with which each set has one that stays; greedily,
/// the earlier of equals, and the first when none would stay.
fn fewest(mut shown: Vec<BTreeSet<u16>>, asserted: Vec<u16>, told: usize) -> BTreeSet<u16> {
    let is_observer = |at: &u16| usize::from(*at) >= told;
    let (mut open, mut kept): (BTreeSet<u16>, BTreeSet<u16>) = asserted.into_iter().partition(is_observer);
    shown.retain(|places| places.is_disjoint(&kept));
    let first = open.first().copied();
    while !shown.is_empty() {
        let count = |at: u16| shown.iter().filter(|places| places.contains(&at)).count();
        let Some(best) = open.iter().copied().max_by_key(|at| (count(*at), Reverse(*at))) else {
            break;
        };
        open.remove(&best);
        kept.insert(best);
        shown.retain(|places| !places.contains(&best));
    }
    if !kept.iter().any(is_observer) {
        kept.extend(first);
    }
    kept
}

/// Leaves out the tests that are kept for mutants alone, where other tests kill them too: these are kept for them then. The dearest go
/// first.
pub(crate) fn drop_superfluous(
    tests: Vec<Packed>,
    executor: &mut dyn Executor,
    symbols: &mut Symbols,
    rules: &Rules<'_>,
) -> Result<Vec<Packed>, ExecutorLost> {
    let mut lean = Lean::of(tests);
    let mut suspects: Vec<usize> = (0..lean.tests.len()).filter(|at| lean.is_suspect(*at)).collect();
    if suspects.is_empty() {
        return Ok(lean.tests.into_iter().flatten().collect());
    }
    let reaching = lean.reaching(executor, symbols)?;
    suspects.sort_by_key(|at| Reverse((lean.length(*at), *at)));
    for at in suspects {
        if !(rules.may_ask)() {
            break;
        }
        if lean.is_suspect(at)
            && let Some(others) = lean.others(at, &reaching, executor, symbols)?
        {
            lean.leave_out(at, others);
        }
    }
    Ok(lean.tests.into_iter().flatten().collect())
}

struct Lean {
    /// Those that were left out are gone.
    tests: Vec<Option<Packed>>,
    /// How many tests have each goal that is no mutant.
    holders: BTreeMap<Goal, usize>,
}

impl Lean {
    fn of(tests: Vec<Packed>) -> Self {
        let mut holders = BTreeMap::new();
        for goal in tests
            .iter()
            .flat_map(|packed| &packed.reaches)
            .filter(|goal| !is_kill(goal))
        {
            *holders.entry(goal.clone()).or_default() += 1;
        }
        Self {
            tests: tests.into_iter().map(Some).collect(),
            holders,
        }
    }

    /// Whether nothing but mutants keeps the test.
    fn is_suspect(&self, at: usize) -> bool {
        self.tests[at].as_ref().is_some_and(|packed| {
            let mut goals = packed.reaches.iter().filter(|goal| !is_kill(goal));
            packed.test.violates.is_none() && goals.all(|goal| self.holders[goal] > 1)
        })
    }

    fn length(&self, at: usize) -> usize {
        self.tests[at].as_ref().map_or(0, |packed| packed.test.sequence.len())
    }

    /// For each mutant the tests that reach it, the shortest first.
    fn reaching(
        &self,
        executor: &mut dyn Executor,
        symbols: &mut Symbols,
    ) -> Result<BTreeMap<u32, Vec<usize>>, ExecutorLost> {
        let mut reaching: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
        let mut order: Vec<usize> = (0..self.tests.len()).collect();
        order.sort_by_key(|at| self.length(*at));
        for at in order {
            let Some(Packed { test, .. }) = &self.tests[at] else {
                continue;
            };
            let trace = run(&test.sequence, None, executor, symbols)?;
            for mutant in trace
                .filter(|trace| is_tried(test, trace))
                .into_iter()
                .flat_map(|trace| trace.mutants)
            {
                reaching.entry(mutant).or_default().push(at);
            }
        }
        Ok(reaching)
    }

    /// For each mutant of the test another test that kills it; `None` when one has no other.
    fn others(
        &self,
        at: usize,
        reaching: &BTreeMap<u32, Vec<usize>>,
        executor: &mut dyn Executor,
        symbols: &mut Symbols,
    ) -> Result<Option<Vec<(u32, usize)>>, ExecutorLost> {
        let mut others = Vec::new();
        for goal in self.tests[at].iter().flat_map(|packed| &packed.reaches) {
            let Goal::Kills(mutant) = goal else { continue };
            let is_there = |other: &&usize| **other != at && self.tests[**other].is_some();
            let mut killer = None;
            for &other in reaching.get(mutant).into_iter().flatten().filter(is_there).take(TRIED) {
                let Some(Packed { test, .. }) = &self.tests[other] else {
                    continue;
                };
                if is_killed(test, *mutant, executor, symbols)? {
                    killer = Some(other);
                    break;
                }
            }
            let Some(killer) = killer else { return Ok(None) };
            others.push((*mutant, killer));
        }
        Ok(Some(others))
    }

    fn leave_out(&mut self, at: usize, others: Vec<(u32, usize)>) {
        for (mutant, other) in others {
            if let Some(packed) = &mut self.tests[other] {
                packed.reaches.insert(Goal::Kills(mutant));
            }
        }
        for goal in self.tests[at].take().into_iter().flat_map(|packed| packed.reaches) {
            self.holders.entry(goal).and_modify(|count| *count -= 1);
        }
    }
}

fn is_kill(goal: &Goal) -> bool {
    matches!(goal, Goal::Kills(_))
}

fn run(
    sequence: &Sequence,
    mutant: Option<u32>,
    executor: &mut dyn Executor,
    symbols: &mut Symbols,
) -> Result<Option<Trace>, ExecutorLost> {
    let plan = mutant.map_or_else(plan, |mutant| plan().under(mutant));
    let mut traces = executor.run(symbols, std::slice::from_ref(sequence), &plan)?;
    Ok(traces.pop())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::boxes::{FIRST, World};

    /// Tests that the class has passed the hook again for.
    fn world() -> World {
        let mut world = World::new();
        world.executor.mutate(&BTreeSet::from(["demo.Box".to_owned()])).unwrap();
        world
    }

    fn with_observers(mut packed: Packed, observers: u16) -> Packed {
        packed.test.observers = observers;
        packed
    }

    fn without_idle(world: &mut World, mut tests: Vec<Packed>) -> Vec<(usize, Vec<u16>)> {
        let done =
            world.with_rules(|executor, symbols, rules| drop_idle_observers(&mut tests, executor, symbols, rules));
        done.unwrap();
        let left = |packed: Packed| (packed.test.sequence.len(), packed.test.asserted);
        tests.into_iter().map(left).collect()
    }

    fn left(world: &mut World, tests: Vec<Packed>) -> Vec<BTreeSet<Goal>> {
        let left = world.with_rules(|executor, symbols, rules| drop_superfluous(tests, executor, symbols, rules));
        left.unwrap().into_iter().map(|packed| packed.reaches).collect()
    }

    #[test]
    fn of_observers_that_show_the_same_the_first_stays() {
        let mut world = world();
        let twice = with_observers(world.test(&[0, 1, 3, 3], &[2, 3]), 2);
        assert_eq!(without_idle(&mut world, vec![twice]), [(3, vec![2])]);
    }

    #[test]
    fn an_observer_that_shows_nothing_goes_unless_it_is_the_only_one() {
        let mut world = world();
        // That `take` gives something else is seen by what it gives; no mutant of it is seen by the size.
        let one = with_observers(world.test(&[0, 2, 3], &[1, 2]), 1);
        let two = with_observers(world.test(&[0, 2, 3, 3], &[1, 2, 3]), 2);
        assert_eq!(
            without_idle(&mut world, vec![one, two]),
            [(3, vec![1, 2]), (3, vec![1, 2])]
        );
    }

    #[test]
    fn a_test_goes_when_others_kill_what_it_was_kept_for() {
        let mut world = world();
        let kills = |mutants: &[u32]| {
            mutants
                .iter()
                .map(|mutant| Goal::Kills(*mutant))
                .collect::<BTreeSet<_>>()
        };
        let mut tests = vec![
            world.test(&[0, 1, 1, 3], &[3]),
            world.test(&[0, 1, 3], &[2]),
            world.test(&[0, 2], &[1]),
        ];
        tests[0].reaches = kills(&[FIRST]);
        tests[1].reaches = &kills(&[]) | &BTreeSet::from([Goal::Edge(1)]);
        tests[2].reaches = kills(&[FIRST + 1]);
        assert_eq!(
            left(&mut world, tests),
            [&kills(&[FIRST]) | &BTreeSet::from([Goal::Edge(1)]), kills(&[FIRST + 1])],
            "nobody else kills what the last one does"
        );
    }

    #[test]
    fn a_test_that_alone_reaches_something_is_no_suspect() {
        let mut world = world();
        let mut tests = vec![world.test(&[0, 1, 3], &[2]), world.test(&[0, 1, 3], &[2])];
        tests[0].reaches = BTreeSet::from([Goal::Edge(1), Goal::Kills(FIRST)]);
        tests[1].reaches = BTreeSet::from([Goal::Edge(2), Goal::Kills(FIRST)]);
        assert_eq!(left(&mut world, tests).len(), 2);
    }
}
