//! A class by hand with mutants, in a machine that knows what they do.

use std::cell::Cell;
use std::collections::BTreeSet;

use palus_sequence::work::KeptTest;
use palus_sequence::{
    EdgeBlock, Executor, ExecutorLost, MethodId, MethodKind, ObservationPlan, Operand, Outcome, Sequence, Statement,
    Symbols, Trace, TypeId, Value, Var,
};

use crate::build::Rules;
use crate::goal::{Candidate, Targets};
use crate::mutants::{Mutants, strengthen};
use crate::observe::{Memory, Observers};
use crate::pack::Packed;

/// The number of the first mutant.
pub(crate) const FIRST: u32 = 100;

/// `demo.Box` in memory: `<init>` makes it, `add` counts up, `take` down, `size` tells. Under mutant 100 `add` does nothing, under
/// 101 `take` gives 9, under 102 `size` is never there.
pub(crate) struct Boxes {
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

    pub(crate) fn sequence(&self, calls: &[usize]) -> Sequence {
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

/// The machine, and the names that it knows.
pub(crate) struct World {
    pub(crate) symbols: Symbols,
    pub(crate) executor: Boxes,
}

impl World {
    pub(crate) fn new() -> Self {
        let mut symbols = Symbols::default();
        let executor = Boxes::new(&mut symbols);
        Self { symbols, executor }
    }

    /// A test that calls these and asserts the last where it gives a value and that is wanted.
    pub(crate) fn test(&mut self, calls: &[usize], asserted: &[u16]) -> Packed {
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
                asked: Vec::new(),
                violates: None,
                rank: 0,
                micros: 0,
                goals: vec![],
            },
            reaches: BTreeSet::new(),
        }
    }

    pub(crate) fn candidate(&mut self, calls: &[usize]) -> Candidate {
        let subject = self.symbols.class("demo.Box");
        let sequence = self.executor.sequence(calls);
        Candidate {
            subject,
            trace: self.executor.trace(&sequence, subject, None),
            sequence,
            violates: None,
        }
    }

    pub(crate) fn strengthened(&mut self, mut tests: Vec<Packed>, spare: &[Candidate]) -> (Mutants, Vec<Packed>) {
        let found =
            self.with_rules(|executor, symbols, rules| Self::strengthen(&mut tests, spare, executor, symbols, rules));
        (found, tests)
    }

    /// The same where no object can be asked, and tests are changed into one that makes these calls, once.
    pub(crate) fn varied(&mut self, mut tests: Vec<Packed>, calls: &[usize]) -> (Mutants, Vec<Packed>) {
        let form = Cell::new(Some(self.executor.sequence(calls)));
        let found = self.with_rules(|executor, symbols, rules| {
            let rules = Rules {
                observers: Observers {
                    of: &|_, _| vec![],
                    is_assertable: &|_| true,
                },
                vary: &|_, _, _| form.take(),
                variations: 10,
                forms: &|_, _| Vec::new(),
                may_mutate: &|| true,
                ..*rules
            };
            Self::strengthen(&mut tests, &[], executor, symbols, &rules)
        });
        (found, tests)
    }

    fn strengthen(
        tests: &mut Vec<Packed>,
        spare: &[Candidate],
        executor: &mut Boxes,
        symbols: &mut Symbols,
        rules: &Rules<'_>,
    ) -> Mutants {
        let classes = [symbols.class("demo.Box")];
        let targets = Targets::plain(&classes);
        strengthen(tests, spare, &targets, &mut Memory::default(), executor, symbols, rules)
            .unwrap()
            .0
    }

    /// Does this with the machine under rules that assert the last statement and let every object be asked for its size.
    pub(crate) fn with_rules<T>(&mut self, work: impl FnOnce(&mut Boxes, &mut Symbols, &Rules<'_>) -> T) -> T {
        let size = self.executor.methods[3];
        let rules = Rules {
            broken: &|_, _, _, _| true,
            assertions: &|_, sequence, _| vec![(sequence.len() - 1) as u16],
            observers: Observers {
                of: &|_, _| vec![vec![size]],
                is_assertable: &|_| true,
            },
            enders: &|_, _| Vec::new(),
            fits_anywhere: &|_, _| true,
            most: None,
            may_shorten: &|| true,
            may_confirm: &|| true,
            has_time_for: &|_| true,
            wants_mutants: &|_| true,
            may_mutate: &|| true,
            may_ask: &|| true,
            vary: &|_, _, _| None,
            variations: 0,
            forms: &|_, _| Vec::new(),
        };
        work(&mut self.executor, &mut self.symbols, &rules)
    }
}
