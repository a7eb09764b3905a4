//! Mutants of a class by hand, in a machine that knows what they do.

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
            wants_mutants: &|_| true,
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
    assert_eq!(tests.len(), 2, "the one that was there, and one that kills both");
    assert!(
        [FIRST, FIRST + 1]
            .iter()
            .all(|mutant| tests[1].reaches.contains(&Goal::Kills(*mutant)))
    );
}

#[test]
fn a_test_that_is_added_is_as_short_as_its_mutants_allow() {
    let mut world = World::new();
    let tests = vec![world.test(&[0, 1], &[])];
    let spare = [world.candidate(&[0, 1, 3, 1, 2])];
    let (found, tests) = world.strengthened(tests, &spare);
    assert_eq!(
        (found.reached, found.killed),
        (3, 2),
        "nothing tells that of the observer"
    );
    let added = &tests[1].test;
    assert_eq!(added.outcomes.last(), Some(&Outcome::Returned(Value::Int(1))));
    assert_eq!(added.sequence.len(), 4, "{:?}", added.sequence);
}

#[test]
fn a_mutant_that_changes_nothing_lives() {
    let mut world = World::new();
    let tests = vec![world.test(&[0, 3], &[1])];
    let (found, tests) = world.strengthened(tests, &[]);
    assert_eq!((found.reached, found.killed, tests.len()), (1, 0, 1));
}
