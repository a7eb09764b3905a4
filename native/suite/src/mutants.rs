//! What tests would catch: mutants of the classes under test, switched on one at a time in the virtual machine of the search.
//!
//! A mutant is killed by a test that would fail with it: a statement that throws, ends or returns where it did not, or another value
//! where one is asserted. One that is reached and lives is looked at again: first with the observers of the objects of tests that
//! reach it, then with what the search found besides. Its operators are PIT's defaults (Coles et al., ISSTA 2016).

use std::collections::{BTreeMap, BTreeSet};

use palus_sequence::work::KeptTest;
use palus_sequence::{Executor, ExecutorLost, ObservationPlan, Outcome, Sequence, Symbols, Trace, Value, Var};

use crate::build::Rules;
use crate::confirm::{STEPS, confirm_one, is_same};
use crate::goal::{Candidate, Goal, Targets};
use crate::observe::{Lens, Memory};
use crate::pack::Packed;

/// How many tests are tried on a mutant, the shortest first: what so many let live is not caught by chance.
const TRIED: usize = 12;
/// How many of them are looked at with observers.
const LOOKED_AT: usize = 3;
/// How many objects of each.
const OBJECTS: usize = 3;
/// How many candidates are looked at that no test came of, the shortest first.
const SPARE: usize = 600;
/// How many mutants a new test may get observers for.
const SHOWN_BY_NEW: usize = 4;
/// The most observers that a test ends with.
const OBSERVERS: u16 = 4;
/// The most tests that mutants alone may add, for each class under test, or of a hundred that are there.
const ADDED: usize = 2;
const ADDED_SHARE: usize = 12;

/// What became of the mutants of a group's classes.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Mutants {
    /// How many there are in the classes that were loaded.
    pub made: u64,
    /// How many of them the tests reach, and what was looked at besides.
    pub reached: u64,
    /// How many a test kills.
    pub killed: u64,
}

/// Finds out which mutants the tests kill, and has them kill more. Gives what was found, and which of them live; `tests` get observers and
/// company.
pub(crate) fn strengthen(
    tests: &mut Vec<Packed>,
    candidates: &[Candidate],
    targets: &Targets<'_>,
    memory: &mut Memory,
    executor: &mut dyn Executor,
    symbols: &mut Symbols,
    rules: &Rules<'_>,
) -> Result<(Mutants, BTreeSet<u32>), ExecutorLost> {
    let classes: BTreeSet<String> = targets
        .classes()
        .iter()
        .map(|class| symbols.type_runtime_name(*class))
        .collect();
    executor.mutate(&classes)?;
    let blocks = executor.mutants();
    let mut found = Mutants {
        made: blocks.iter().map(|block| u64::from(block.count)).sum(),
        ..Mutants::default()
    };
    if found.made == 0 {
        return Ok((found, BTreeSet::new()));
    }
    let room = (ADDED * targets.classes().len()).max(tests.len() * ADDED_SHARE / 100);
    let mut analysis = Analysis {
        tests,
        reached: BTreeMap::new(),
        memory,
        executor,
        symbols,
        targets,
        rules,
        room,
    };
    for index in 0..analysis.tests.len() {
        analysis.note(index)?;
    }
    let lives = analysis.let_live()?;
    let lives = analysis.look_harder(lives)?;
    let lives = analysis.add(lives.into_iter().collect(), candidates)?;
    let lives = analysis.vary(lives)?;
    found.reached = analysis.reached.len() as u64;
    found.killed = found.reached - lives.len() as u64;
    Ok((found, lives))
}

/// How many of the mutants that live the tests kill which came to the others behind [`strengthen`].
pub(crate) fn killed_by_the_way(
    tests: &mut [Packed],
    mut lives: BTreeSet<u32>,
    executor: &mut dyn Executor,
    symbols: &mut Symbols,
    rules: &Rules<'_>,
) -> Result<u64, ExecutorLost> {
    let before = lives.len();
    for Packed { test, reaches } in tests {
        if lives.is_empty() || !(rules.may_ask)() {
            break;
        }
        if !reaches.iter().any(|goal| matches!(goal, Goal::Varies(_))) {
            continue;
        }
        let traces = executor.run(symbols, std::slice::from_ref(&test.sequence), &plan())?;
        let Some(trace) = traces.first().filter(|trace| is_tried(test, trace)) else {
            continue;
        };
        for mutant in &trace.mutants {
            if lives.contains(mutant) && is_killed(test, *mutant, executor, symbols)? {
                lives.remove(mutant);
                reaches.insert(Goal::Kills(*mutant));
            }
        }
    }
    Ok((before - lives.len()) as u64)
}

struct Analysis<'a> {
    tests: &'a mut Vec<Packed>,
    /// For each mutant the tests that reach it.
    reached: BTreeMap<u32, Vec<usize>>,
    memory: &'a mut Memory,
    executor: &'a mut dyn Executor,
    symbols: &'a mut Symbols,
    targets: &'a Targets<'a>,
    rules: &'a Rules<'a>,
    /// How many tests mutants may still add.
    room: usize,
}

/// What tests and mutants are run with.
pub(crate) fn plan() -> ObservationPlan {
    ObservationPlan::full().past_throws()
}

impl Analysis<'_> {
    fn run(&mut self, sequence: &Sequence, plan: ObservationPlan) -> Result<Option<Trace>, ExecutorLost> {
        let mut traces = self.executor.run(self.symbols, std::slice::from_ref(sequence), &plan)?;
        Ok(traces.pop())
    }

    /// Writes down what a test reaches, unless it fails, takes long or does not come out as it was.
    fn note(&mut self, index: usize) -> Result<(), ExecutorLost> {
        if self.tests[index].test.violates.is_some() {
            return Ok(());
        }
        let sequence = self.tests[index].test.sequence.clone();
        let Some(trace) = self.run(&sequence, plan())? else {
            return Ok(());
        };
        if !is_tried(&self.tests[index].test, &trace) {
            return Ok(());
        }
        for mutant in trace.mutants {
            self.reached.entry(mutant).or_default().push(index);
        }
        Ok(())
    }

    /// Tries the tests on every mutant that they reach. Gives those that live.
    fn let_live(&mut self) -> Result<Vec<u32>, ExecutorLost> {
        let mut lives = Vec::new();
        for (mutant, mut reaching) in self.reached.clone() {
            reaching.sort_by_key(|index| self.tests[*index].test.sequence.len());
            let mut is_killed = false;
            for index in reaching.into_iter().take(TRIED) {
                if !(self.rules.may_mutate)() {
                    break;
                }
                if self.kills(index, mutant)? {
                    self.tests[index].reaches.insert(Goal::Kills(mutant));
                    is_killed = true;
                    break;
                }
            }
            if !is_killed {
                lives.push(mutant);
            }
        }
        Ok(lives)
    }

    fn kills(&mut self, index: usize, mutant: u32) -> Result<bool, ExecutorLost> {
        is_killed(&self.tests[index].test, mutant, self.executor, self.symbols)
    }

    /// Gives tests observers that show a mutant. Gives those that still live.
    fn look_harder(&mut self, lives: Vec<u32>) -> Result<Vec<u32>, ExecutorLost> {
        let mut still = Vec::new();
        for mutant in lives {
            let mut reaching = self.reached.get(&mutant).cloned().unwrap_or_default();
            reaching.sort_by_key(|index| self.tests[*index].test.sequence.len());
            let mut is_killed = false;
            for index in reaching.into_iter().take(LOOKED_AT) {
                if !(self.rules.may_mutate)() {
                    break;
                }
                // An earlier mutant may have given the test an observer that shows this one too.
                is_killed = self.kills(index, mutant)?;
                if !is_killed && let Some(better) = self.with_observer(&self.tests[index].test.clone(), mutant)? {
                    self.tests[index].test = better;
                    is_killed = true;
                }
                if is_killed {
                    self.tests[index].reaches.insert(Goal::Kills(mutant));
                    break;
                }
            }
            if !is_killed {
                still.push(mutant);
            }
        }
        Ok(still)
    }

    /// The test with one more observer, by which the mutant shows.
    fn with_observer(&mut self, test: &KeptTest, mutant: u32) -> Result<Option<KeptTest>, ExecutorLost> {
        if test.observers >= OBSERVERS || !test.outcomes.iter().all(Outcome::is_normal) {
            return Ok(None);
        }
        for object in objects(test) {
            let Some(sequence) = self.shows(&test.sequence, object, mutant)? else {
                continue;
            };
            let added = sequence.len() - test.sequence.len();
            let confirmed = confirm_one(&sequence, self.executor, self.symbols)?;
            let Some(confirmed) = confirmed.filter(|confirmed| confirmed.same.last() == Some(&true)) else {
                continue;
            };
            let mut better = test.clone();
            better.asserted.retain(|at| confirmed.same[usize::from(*at)]);
            better.asserted.push((sequence.len() - 1) as u16);
            better.observers += added as u16;
            better.sequence = sequence;
            better.outcomes = confirmed.outcomes;
            if self.is_killed(&better, mutant)? {
                return Ok(Some(better));
            }
        }
        Ok(None)
    }

    /// A way to look at the object that gives something else with the mutant, and the sequence with it.
    fn shows(&mut self, sequence: &Sequence, object: Var, mutant: u32) -> Result<Option<Sequence>, ExecutorLost> {
        let mut lens = Lens {
            executor: &mut *self.executor,
            symbols: &mut *self.symbols,
            observers: &self.rules.observers,
        };
        let seen = self.memory.look(sequence, object, &mut lens)?;
        for (path, value) in seen {
            let mut asked = sequence.clone();
            let end = Memory::ask_along(&mut asked, object, &path);
            let Some(trace) = self.run(&asked, plan().under(mutant))? else {
                continue;
            };
            let before = Outcome::Returned(value);
            if trace.outcomes.get(end).is_none_or(|now| !is_same(&before, now)) {
                return Ok(Some(asked));
            }
        }
        Ok(None)
    }

    fn is_killed(&mut self, test: &KeptTest, mutant: u32) -> Result<bool, ExecutorLost> {
        is_killed(test, mutant, self.executor, self.symbols)
    }
}

/// Whether the test fails with the mutant switched on.
pub(crate) fn is_killed(
    test: &KeptTest,
    mutant: u32,
    executor: &mut dyn Executor,
    symbols: &mut Symbols,
) -> Result<bool, ExecutorLost> {
    let traces = executor.run(symbols, std::slice::from_ref(&test.sequence), &plan().under(mutant))?;
    Ok(traces.first().is_some_and(|trace| fails(test, &trace.outcomes)))
}

/// Whether mutants are tried on the test, which did this without any: it takes no long time, and came out as it was.
pub(crate) fn is_tried(test: &KeptTest, trace: &Trace) -> bool {
    trace.steps <= STEPS && !fails(test, &trace.outcomes)
}

/// Whether the test would fail if its statements did this.
fn fails(test: &KeptTest, outcomes: &[Outcome]) -> bool {
    differs(test, outcomes).is_none_or(|places| !places.is_empty())
}

/// The asserted statements that gave something else; `None` when the test would fail whatever it asserts, for a statement threw,
/// ended or returned where it did not.
pub(crate) fn differs(test: &KeptTest, outcomes: &[Outcome]) -> Option<BTreeSet<u16>> {
    let mut places = BTreeSet::new();
    for (at, (before, now)) in test.outcomes.iter().zip(outcomes).enumerate() {
        match (before, now) {
            (Outcome::Returned(_), Outcome::Returned(_)) if is_same(before, now) => {}
            (Outcome::Returned(_), Outcome::Returned(_)) => drop(places.insert(at as u16)),
            (Outcome::Threw { class: before, .. }, Outcome::Threw { class: now, .. }) if before == now => {}
            _ => return None,
        }
    }
    places.retain(|at| test.asserted.contains(at));
    (test.outcomes.len() == outcomes.len()).then_some(places)
}

/// The objects of a test that can be looked at, the last ones first.
fn objects(test: &KeptTest) -> Vec<Var> {
    let is_object = |at: &usize| matches!(test.outcomes.get(*at), Some(Outcome::Returned(Value::Object { .. })));
    let told = test.sequence.len() - usize::from(test.observers);
    (0..told)
        .rev()
        .filter(is_object)
        .take(OBJECTS)
        .map(|at| Var(at as u16))
        .collect()
}

mod add;
#[cfg(test)]
mod tests;
mod vary;
