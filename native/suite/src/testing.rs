//! A class by hand and a machine that runs its methods: what the tests of this crate work with.

pub(crate) mod boxes;

use palus_sequence::{
    Demand, EndedBy, Executor, ExecutorLost, MethodId, MethodKind, ObservationPlan, Outcome, Sequence, Statement,
    Symbols, Trace, TypeId, Value, Violation,
};

use crate::goal::Candidate;

pub(crate) struct World {
    pub(crate) symbols: Symbols,
    pub(crate) subject: TypeId,
    methods: Vec<MethodId>,
}

/// `demo.A` with static methods 0 to 4: the edge of each is its number; 3 returns how often it was called, and 4 throws
/// every other time.
pub(crate) fn world() -> World {
    let mut symbols = Symbols::default();
    let subject = symbols.class("demo.A");
    let names = ["a", "b", "c", "counter", "moody"];
    let methods = names
        .map(|name| symbols.method("demo.A", name, "()I", MethodKind::Static).unwrap())
        .to_vec();
    World {
        symbols,
        subject,
        methods,
    }
}

/// A candidate that calls these methods and is said to have reached these edges.
pub(crate) fn candidate(world: &World, calls: &[usize], edges: &[u32]) -> Candidate {
    let call = |index: &usize| Statement::Call {
        method: world.methods[*index],
        operands: vec![],
    };
    Candidate {
        subject: world.subject,
        sequence: Sequence {
            statements: calls.iter().map(call).collect(),
        },
        trace: Trace {
            outcomes: vec![Outcome::Returned(Value::Int(0)); calls.len()],
            edges: edges.to_vec(),
            ..Trace::default()
        },
        violates: None,
    }
}

/// A violation of that check, of which nothing else is known.
pub(crate) fn violation(check: &str) -> Violation {
    Violation {
        check: check.to_owned(),
        cause: check.to_owned(),
        because: "it failed".to_owned(),
        why: String::new(),
        confidence: 50,
        given: 0,
        demand: Demand::Returns,
        thrown_at: None,
    }
}

#[derive(Default)]
pub(crate) struct FakeExecutor {
    calls: i32,
}

impl Executor for FakeExecutor {
    fn run(
        &mut self,
        symbols: &mut Symbols,
        batch: &[Sequence],
        _: &ObservationPlan,
    ) -> Result<Vec<Trace>, ExecutorLost> {
        let oops = symbols.class("demo.Oops");
        let mut traces = Vec::new();
        for sequence in batch {
            let mut trace = Trace::default();
            for statement in &sequence.statements {
                let Statement::Call { method, .. } = statement else {
                    continue;
                };
                trace.edges.push(method.0);
                trace.edges_after.push(trace.edges.len() as u32);
                self.calls += i32::from(method.0 >= 3);
                trace.outcomes.push(match method.0 {
                    3 => Outcome::Returned(Value::Int(self.calls)),
                    4 if self.calls % 2 == 0 => Outcome::Threw {
                        class: oops,
                        message: None,
                    },
                    _ if &*symbols.get(*method).name == "broken" => Outcome::Threw {
                        class: oops,
                        message: None,
                    },
                    _ if &*symbols.get(*method).name == "endless" => Outcome::Ended(EndedBy::Fuel),
                    _ => Outcome::Returned(Value::Int(0)),
                });
            }
            traces.push(trace);
        }
        Ok(traces)
    }

    fn edges_total(&self) -> u32 {
        5
    }
}
