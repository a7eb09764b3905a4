//! Questions put to the virtual machine: what did not come to an end for one object is asked of no other of its class.

use std::collections::BTreeSet;

use palus_sequence::{
    Executor, ExecutorLost, MethodId, ObservationPlan, Outcome, Sequence, Statement, Symbols, Trace, TypeId,
};

/// Sequences that run at once, where all of them come to an end.
const BATCH: usize = 64;

/// Asks, and remembers who never answered: each such call takes seconds.
pub(super) struct Asking<'a> {
    executor: &'a mut dyn Executor,
    /// Whether there is time for more.
    may_go_on: &'a dyn Fn() -> bool,
    /// The calls that did not come to an end, with the class of the object that they were made on.
    endless: BTreeSet<(TypeId, MethodId)>,
}

impl<'a> Asking<'a> {
    pub(super) fn new(executor: &'a mut dyn Executor, may_go_on: &'a dyn Fn() -> bool) -> Self {
        Self {
            executor,
            may_go_on,
            endless: BTreeSet::new(),
        }
    }

    /// What each of the sequences did, which ask an object of that class; `None` for those that did not run.
    pub(super) fn run(
        &mut self,
        asked: &[(TypeId, &Sequence)],
        symbols: &mut Symbols,
    ) -> Result<Vec<Option<Trace>>, ExecutorLost> {
        let mut traces = vec![None; asked.len()];
        let (mut next, mut size) = (0, 1);
        while next < asked.len() && (self.may_go_on)() {
            let places: Vec<usize> = (next..asked.len())
                .filter(|place| !self.is_endless(asked[*place]))
                .take(size)
                .collect();
            let Some(last) = places.last() else { break };
            next = last + 1;
            let batch: Vec<Sequence> = places.iter().map(|place| asked[*place].1.clone()).collect();
            let ran = self.executor.run(symbols, &batch, &ObservationPlan::full())?;
            let before = self.endless.len();
            for (place, trace) in places.into_iter().zip(ran) {
                self.endless.extend(ended_in(asked[place], &trace));
                traces[place] = Some(trace);
            }
            size = if self.endless.len() > before {
                1
            } else {
                BATCH.min(2 * size)
            };
        }
        Ok(traces)
    }

    fn is_endless(&self, (class, sequence): (TypeId, &Sequence)) -> bool {
        let called = sequence.statements.iter().filter_map(callee);
        !self.endless.is_empty() && called.into_iter().any(|method| self.endless.contains(&(class, method)))
    }
}

/// The call that did not come to an end, if there was one.
fn ended_in((class, sequence): (TypeId, &Sequence), trace: &Trace) -> Option<(TypeId, MethodId)> {
    let at = trace.stopped_at()?;
    let is_ended = matches!(trace.outcomes.get(at), Some(Outcome::Ended(_)));
    let method = callee(sequence.statements.get(at)?)?;
    is_ended.then_some((class, method))
}

fn callee(statement: &Statement) -> Option<MethodId> {
    match statement {
        Statement::Call { method, .. } => Some(*method),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use palus_sequence::{EndedBy, MethodKind, Value};

    use super::*;

    /// Never ends a call of this method; remembers what was called.
    struct Hanging {
        endless: MethodId,
        called: Vec<MethodId>,
    }

    impl Executor for Hanging {
        fn run(
            &mut self,
            _: &mut Symbols,
            batch: &[Sequence],
            _: &ObservationPlan,
        ) -> Result<Vec<Trace>, ExecutorLost> {
            let ran = batch.iter().map(|sequence| {
                let method = callee(&sequence.statements[0]).unwrap();
                self.called.push(method);
                let outcome = if method == self.endless {
                    Outcome::Ended(EndedBy::Fuel)
                } else {
                    Outcome::Returned(Value::Int(1))
                };
                Trace {
                    outcomes: vec![outcome],
                    ..Trace::default()
                }
            });
            Ok(ran.collect())
        }

        fn edges_total(&self) -> u32 {
            0
        }
    }

    #[test]
    fn what_one_object_never_answered_is_asked_of_no_other_of_its_class() {
        let mut symbols = Symbols::default();
        let classes = [symbols.class("a.A"), symbols.class("a.B")];
        let methods = ["hashCode", "size"].map(|name| {
            let method = symbols.method("java.lang.Object", name, "()I", MethodKind::Instance);
            method.unwrap()
        });
        let asks = |method: MethodId| Sequence {
            statements: vec![Statement::Call {
                method,
                operands: Vec::new(),
            }],
        };
        let questions = methods.map(asks);
        let mut asked: Vec<(TypeId, &Sequence)> = Vec::new();
        for class in classes {
            for _ in 0..20 {
                asked.extend(questions.iter().map(|question| (class, question)));
            }
        }
        let mut executor = Hanging {
            endless: methods[0],
            called: Vec::new(),
        };
        let traces = Asking::new(&mut executor, &|| true).run(&asked, &mut symbols).unwrap();
        let answered = traces.iter().flatten().filter(|trace| trace.is_normal()).count();
        assert_eq!(answered, 40);
        let in_vain = executor.called.iter().filter(|method| **method == methods[0]).count();
        // At once of the first object; of the other class's as many as run in one batch.
        assert!((2..=17).contains(&in_vain), "{in_vain}");
        let late = Asking::new(&mut executor, &|| false).run(&asked, &mut symbols).unwrap();
        assert!(late.iter().all(Option::is_none));
    }
}
