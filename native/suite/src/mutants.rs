//! What tests would catch: mutants of the classes under test, switched on one at a time in the virtual machine of the search.
//!
//! A mutant is killed by a test that would fail with it: a statement that throws, ends or returns where it did not, or another value
//! where one is asserted. One that is reached and lives is looked at again: first with the observers of the objects of tests that
//! reach it, then with what the search found besides. Its operators are PIT's defaults (Coles et al., ISSTA 2016).

use std::collections::{BTreeMap, BTreeSet};

use palus_sequence::work::KeptTest;
use palus_sequence::{Executor, ExecutorLost, ObservationPlan, Outcome, Sequence, Symbols, Trace, TypeId, Value, Var};

use crate::build::Rules;
use crate::confirm::{confirm, is_same};
use crate::goal::{Candidate, Goal, goals};
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
/// The most tests that mutants alone may add, for each class under test.
const ADDED: usize = 4;
/// A test that takes longer is not run again and again.
const STEPS: u32 = 50_000;

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

/// Finds out which mutants the tests kill, and has them kill more. Gives what was found; `tests` get observers and
/// company.
pub(crate) fn strengthen(
    tests: &mut Vec<Packed>,
    candidates: &[Candidate],
    targets: &[TypeId],
    memory: &mut Memory,
    executor: &mut dyn Executor,
    symbols: &mut Symbols,
    rules: &Rules<'_>,
) -> Result<Mutants, ExecutorLost> {
    let classes: BTreeSet<String> = targets.iter().map(|class| symbols.type_runtime_name(*class)).collect();
    executor.mutate(&classes)?;
    let blocks = executor.mutants();
    let mut found = Mutants {
        made: blocks.iter().map(|block| u64::from(block.count)).sum(),
        ..Mutants::default()
    };
    if found.made == 0 {
        return Ok(found);
    }
    let mut analysis = Analysis {
        tests,
        reached: BTreeMap::new(),
        memory,
        executor,
        symbols,
        targets,
        rules,
    };
    for index in 0..analysis.tests.len() {
        analysis.note(index)?;
    }
    let lives = analysis.let_live()?;
    let lives = analysis.look_harder(lives)?;
    let lives = analysis.add(lives, candidates)?;
    found.reached = analysis.reached.len() as u64;
    found.killed = found.reached - lives.len() as u64;
    Ok(found)
}

struct Analysis<'a> {
    tests: &'a mut Vec<Packed>,
    /// For each mutant the tests that reach it.
    reached: BTreeMap<u32, Vec<usize>>,
    memory: &'a mut Memory,
    executor: &'a mut dyn Executor,
    symbols: &'a mut Symbols,
    targets: &'a [TypeId],
    rules: &'a Rules<'a>,
}

/// What tests and mutants are run with.
fn plan() -> ObservationPlan {
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
        if trace.steps > STEPS || fails(&self.tests[index].test, &trace.outcomes) {
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
        let sequence = self.tests[index].test.sequence.clone();
        let trace = self.run(&sequence, plan().under(mutant))?;
        Ok(trace.is_some_and(|trace| fails(&self.tests[index].test, &trace.outcomes)))
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
            let confirmed = confirm(std::slice::from_ref(&sequence), self.executor, self.symbols)?
                .pop()
                .flatten();
            let Some(confirmed) = confirmed.filter(|confirmed| confirmed.same.last() == Some(&true)) else {
                continue;
            };
            let mut better = test.clone();
            better.asserted.retain(|at| confirmed.same[usize::from(*at)]);
            better.asserted.push((sequence.len() - 1) as u16);
            better.observers += added as u16;
            better.sequence = sequence;
            better.outcomes = confirmed.outcomes;
            let trace = self.run(&better.sequence, plan().under(mutant))?;
            if trace.is_some_and(|trace| fails(&better, &trace.outcomes)) {
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

    /// Makes tests of what the search found besides, where that kills a mutant. Gives those that still live.
    fn add(&mut self, lives: Vec<u32>, candidates: &[Candidate]) -> Result<Vec<u32>, ExecutorLost> {
        let mut room = ADDED * self.targets.len();
        let mut living: BTreeSet<u32> = lives.into_iter().collect();
        let mut spare: Vec<&Candidate> = candidates
            .iter()
            .filter(|candidate| candidate.violates.is_none())
            .collect();
        spare.sort_by_key(|candidate| candidate.sequence.len());
        for candidate in spare.into_iter().take(SPARE) {
            if room == 0 || !(self.rules.may_mutate)() {
                break;
            }
            let Some(trace) = self.run(&candidate.sequence, plan())? else {
                continue;
            };
            for mutant in &trace.mutants {
                self.reached.entry(*mutant).or_insert_with(|| {
                    living.insert(*mutant);
                    Vec::new()
                });
            }
            let open: Vec<u32> = trace
                .mutants
                .iter()
                .copied()
                .filter(|mutant| living.contains(mutant))
                .collect();
            if open.is_empty() || trace.steps > STEPS || trace.leaves_changes {
                continue;
            }
            let Some(test) = self.test_of(candidate)? else { continue };
            let mut killed = BTreeSet::new();
            let mut test = test;
            for mutant in open {
                if !(self.rules.may_mutate)() {
                    break;
                }
                let trace = self.run(&test.sequence, plan().under(mutant))?;
                if trace.is_some_and(|trace| fails(&test, &trace.outcomes)) {
                    killed.insert(mutant);
                } else if killed.len() < SHOWN_BY_NEW
                    && let Some(better) = self.with_observer(&test, mutant)?
                {
                    test = better;
                    killed.insert(mutant);
                }
            }
            if killed.is_empty() {
                continue;
            }
            living.retain(|mutant| !killed.contains(mutant));
            room -= 1;
            let mut reaches = goals(candidate, self.targets, self.symbols);
            reaches.extend(killed.into_iter().map(Goal::Kills));
            self.tests.push(Packed { test, reaches });
        }
        Ok(living.into_iter().collect())
    }

    /// The candidate as a test, if it repeats.
    fn test_of(&mut self, candidate: &Candidate) -> Result<Option<KeptTest>, ExecutorLost> {
        let confirmed = confirm(std::slice::from_ref(&candidate.sequence), self.executor, self.symbols)?;
        let Some(confirmed) = confirmed.into_iter().next().flatten() else {
            return Ok(None);
        };
        let mut asserted = (self.rules.assertions)(self.symbols, &candidate.sequence, &confirmed.outcomes);
        asserted.retain(|at| confirmed.same[usize::from(*at)]);
        let rank = self.tests.iter().map(|packed| packed.test.rank + 1).max();
        Ok(Some(KeptTest {
            subject: self.symbols.type_runtime_name(candidate.subject),
            sequence: candidate.sequence.clone(),
            outcomes: confirmed.outcomes,
            asserted,
            observers: 0,
            acts: Vec::new(),
            violates: None,
            rank: rank.unwrap_or_default(),
            goals: Vec::new(),
        }))
    }
}

/// Whether the test would fail if its statements did this.
fn fails(test: &KeptTest, outcomes: &[Outcome]) -> bool {
    let differs = |(at, (before, now)): (usize, (&Outcome, &Outcome))| match (before, now) {
        (Outcome::Returned(_), Outcome::Returned(_)) => test.asserted.contains(&(at as u16)) && !is_same(before, now),
        (Outcome::Threw { class: before, .. }, Outcome::Threw { class: now, .. }) => before != now,
        _ => true,
    };
    test.outcomes.len() != outcomes.len() || test.outcomes.iter().zip(outcomes).enumerate().any(differs)
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

#[cfg(test)]
mod tests {
    use palus_sequence::{EdgeBlock, MethodId, MethodKind, Operand, Statement};

    use super::*;
    use crate::observe::Observers;

    const FIRST: u32 = 100;

    /// `demo.Box` in memory: `<init>` makes it, `add` counts up, `take` down, `size` tells. Under mutant 100 `add` does nothing, under
    /// 101 `take` gives 9, under 102 `size` is never there.
    struct Boxes {
        methods: [MethodId; 4],
        is_mutated: bool,
    }

    impl Boxes {
        fn new(symbols: &mut Symbols) -> Self {
            let mut method = |name, descriptor, kind| symbols.method("demo.Box", name, descriptor, kind).unwrap();
            Self {
                methods: [
                    method("<init>", "()V", MethodKind::Constructor),
                    method("add", "()V", MethodKind::Instance),
                    method("take", "()I", MethodKind::Instance),
                    method("size", "()I", MethodKind::Instance),
                ],
                is_mutated: false,
            }
        }

        fn sequence(&self, calls: &[usize]) -> Sequence {
            let statement = |index: &usize| Statement::Call {
                method: self.methods[*index],
                operands: if *index == 0 {
                    vec![]
                } else {
                    vec![Operand::Var(Var(0))]
                },
            };
            Sequence {
                statements: calls.iter().map(statement).collect(),
            }
        }

        fn trace(&self, sequence: &Sequence, class: TypeId, mutant: Option<u32>) -> Trace {
            let mut trace = Trace::default();
            let mut size = 0;
            for statement in &sequence.statements {
                let Statement::Call { method, .. } = statement else {
                    continue;
                };
                let called = self.methods.iter().position(|known| known == method).unwrap();
                if self.is_mutated && called > 0 {
                    trace.mutants.push(FIRST + called as u32 - 1);
                }
                let is_under = mutant == Some(FIRST + (called as u32).wrapping_sub(1));
                let value = match called {
                    0 => Value::Object { class },
                    1 => {
                        size += i32::from(!is_under);
                        Value::Void
                    }
                    2 => {
                        size -= 1;
                        Value::Int(if is_under { 9 } else { size })
                    }
                    _ => Value::Int(size),
                };
                trace.outcomes.push(Outcome::Returned(value));
            }
            trace
        }
    }

    impl Executor for Boxes {
        fn run(
            &mut self,
            symbols: &mut Symbols,
            batch: &[Sequence],
            plan: &ObservationPlan,
        ) -> Result<Vec<Trace>, ExecutorLost> {
            let class = symbols.class("demo.Box");
            let traces = batch.iter().map(|sequence| self.trace(sequence, class, plan.mutant));
            Ok(traces.collect())
        }

        fn edges_total(&self) -> u32 {
            0
        }

        fn mutate(&mut self, classes: &BTreeSet<String>) -> Result<(), ExecutorLost> {
            assert_eq!(classes.iter().collect::<Vec<_>>(), ["demo.Box"]);
            self.is_mutated = true;
            Ok(())
        }

        fn mutants(&self) -> Vec<EdgeBlock> {
            let block = EdgeBlock {
                class: "demo.Box".to_owned(),
                first: FIRST,
                count: 3,
            };
            self.is_mutated.then_some(block).into_iter().collect()
        }
    }

    struct World {
        symbols: Symbols,
        executor: Boxes,
    }

    impl World {
        fn new() -> Self {
            let mut symbols = Symbols::default();
            let executor = Boxes::new(&mut symbols);
            Self { symbols, executor }
        }

        /// A test that calls these and asserts the last where it gives a value and that is wanted.
        fn test(&mut self, calls: &[usize], asserted: &[u16]) -> Packed {
            let class = self.symbols.class("demo.Box");
            let sequence = self.executor.sequence(calls);
            let trace = self.executor.trace(&sequence, class, None);
            Packed {
                test: KeptTest {
                    subject: "demo.Box".to_owned(),
                    sequence,
                    outcomes: trace.outcomes,
                    asserted: asserted.to_vec(),
                    observers: 0,
                    acts: vec![],
                    violates: None,
                    rank: 0,
                    goals: vec![],
                },
                reaches: BTreeSet::new(),
            }
        }

        fn candidate(&mut self, calls: &[usize]) -> Candidate {
            let subject = self.symbols.class("demo.Box");
            let sequence = self.executor.sequence(calls);
            Candidate {
                subject,
                trace: self.executor.trace(&sequence, subject, None),
                sequence,
                violates: None,
            }
        }

        fn strengthened(&mut self, mut tests: Vec<Packed>, spare: &[Candidate]) -> (Mutants, Vec<Packed>) {
            let size = self.executor.methods[3];
            let targets = [self.symbols.class("demo.Box")];
            let rules = Rules {
                broken: &|_, _, _, _| true,
                assertions: &|_, sequence, _| vec![(sequence.len() - 1) as u16],
                observers: Observers {
                    of: &|_, _| vec![vec![size]],
                    is_assertable: &|_| true,
                },
                may_shorten: &|| true,
                may_mutate: &|| true,
            };
            let (executor, symbols) = (&mut self.executor, &mut self.symbols);
            let mut memory = Memory::default();
            let found = strengthen(&mut tests, spare, &targets, &mut memory, executor, symbols, &rules).unwrap();
            (found, tests)
        }
    }

    #[test]
    fn a_mutant_is_killed_where_its_value_is_asserted() {
        let mut world = World::new();
        let tests = vec![world.test(&[0, 2], &[1])];
        let (found, tests) = world.strengthened(tests, &[]);
        let expected = Mutants {
            made: 3,
            reached: 1,
            killed: 1,
        };
        assert_eq!(found, expected);
        assert!(tests[0].reaches.contains(&Goal::Kills(FIRST + 1)));
        assert_eq!(tests[0].test.sequence.len(), 2, "nothing is added where nothing lives");
    }

    #[test]
    fn a_mutant_that_lives_is_shown_by_an_observer() {
        let mut world = World::new();
        let tests = vec![world.test(&[0, 1], &[])];
        let (found, tests) = world.strengthened(tests, &[]);
        assert_eq!((found.reached, found.killed), (1, 1));
        let test = &tests[0].test;
        assert_eq!(
            (test.sequence.len(), test.observers, test.asserted.as_slice()),
            (3, 1, [2].as_slice())
        );
        assert_eq!(test.outcomes[2], Outcome::Returned(Value::Int(1)));
    }

    #[test]
    fn what_no_test_shows_is_left_to_what_the_search_found_besides() {
        let mut world = World::new();
        let tests = vec![world.test(&[0], &[])];
        let spare = [world.candidate(&[0, 2]), world.candidate(&[0, 1, 2])];
        let (found, tests) = world.strengthened(tests, &spare);
        assert_eq!((found.reached, found.killed), (2, 2));
        assert_eq!(
            tests.len(),
            3,
            "one for each of two mutants, and the one that was there"
        );
        assert!(tests[1].reaches.contains(&Goal::Kills(FIRST + 1)));
        assert!(tests[2].reaches.contains(&Goal::Kills(FIRST)));
    }

    #[test]
    fn a_mutant_that_changes_nothing_lives() {
        let mut world = World::new();
        let tests = vec![world.test(&[0, 3], &[1])];
        let (found, tests) = world.strengthened(tests, &[]);
        assert_eq!((found.reached, found.killed, tests.len()), (1, 0, 1));
    }
}
