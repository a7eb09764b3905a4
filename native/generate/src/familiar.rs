//! Calls that were made before on equal objects with equal arguments: a sequence of nothing else shows nothing, and is not run.
//!
//! After Xie, Marinov, Notkin, "Rostra: a framework for detecting redundant object-oriented unit tests", ASE 2004, whose assumption holds here too: that
//! methods are deterministic, static fields left aside. What a call on an object does is looked up by the state of the object, so that a whole sequence is
//! foretold call by call; where a state cannot be known, because objects came to share a part or somebody returned one, the sequence runs.

use palus_sequence::{
    Executor, Literal, MethodId, MethodKind, Operand, Outcome, Sequence, StateId, Statement, Symbols, Trace,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// As many different calls are remembered.
const MOST: usize = 1_000_000;

/// A receiver or an argument before a call.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Seen {
    Literal(Literal),
    Object(StateId),
    /// The object that the operand at that position is.
    Same(usize),
}

/// What a call led to.
#[derive(Clone, PartialEq, Eq, Debug)]
struct After {
    /// The operands; `None` for what is no object, or is not by itself any more.
    operands: Vec<Option<StateId>>,
    result: Option<Seen>,
    threw: bool,
}

type Made = (MethodId, Vec<Seen>);

/// All calls that were seen, by what they were made on.
#[derive(Default)]
pub(crate) struct Familiar {
    /// `None` for what once ended otherwise.
    known: FxHashMap<Made, Option<After>>,
    states: FxHashSet<StateId>,
}

impl Familiar {
    /// Whether every call of the sequence is one that was made before.
    pub(crate) fn foretells(&self, sequence: &Sequence) -> bool {
        let mut values: Vec<Option<Seen>> = Vec::with_capacity(sequence.len());
        for statement in &sequence.statements {
            let Statement::Call { method, operands } = statement else {
                return false;
            };
            let Some(seen) = seen(operands, |var| values.get(var)?.clone()) else {
                return false;
            };
            let Some(Some(after)) = self.known.get(&(*method, seen)) else {
                return false;
            };
            if after.threw {
                return true;
            }
            for (operand, state) in operands.iter().zip(&after.operands) {
                if let Operand::Var(var) = operand
                    && matches!(values[var.index()], Some(Seen::Object(_)))
                {
                    values[var.index()] = state.map(Seen::Object);
                }
            }
            values.push(after.result.clone());
        }
        true
    }

    /// Takes in what a sequence did. Whether an object came into a state in which none was before.
    pub(crate) fn learn(
        &mut self,
        symbols: &Symbols,
        sequence: &Sequence,
        trace: &Trace,
        executor: &dyn Executor,
    ) -> bool {
        let before = self.states.len();
        let values: Vec<Option<Seen>> = trace.outcomes.iter().map(value).collect();
        let steps = sequence.statements.iter().zip(&trace.outcomes).zip(&trace.states);
        for ((statement, outcome), states) in steps {
            let Statement::Call { method, operands } = statement else {
                continue;
            };
            let threw = match outcome {
                Outcome::Returned(_) => false,
                Outcome::Threw { .. } => true,
                Outcome::Ended(_) | Outcome::NotRun => break,
            };
            let roots = |id: Option<StateId>| executor.roots(id?);
            let (Some(entry), Some(exit)) = (roots(states.entry), roots(states.exit)) else {
                continue;
            };
            self.states.extend(exit.states.iter().flatten());
            // Where there is no receiver its root stands before the arguments.
            let kind = symbols.get(*method).kind;
            let first = usize::from(kind != MethodKind::Instance);
            let at = |position: usize| first + position;
            let before = |var: usize| {
                let position = operands
                    .iter()
                    .position(|operand| matches!(operand, Operand::Var(it) if it.index() == var))?;
                let state = entry.states.get(at(position)).copied().flatten();
                state.map(Seen::Object).or_else(|| values.get(var)?.clone())
            };
            let Some(seen) = seen(operands, before).filter(|_| entry.are_apart) else {
                continue;
            };
            let behind = |root: usize| exit.states.get(root).copied().flatten().filter(|_| exit.are_apart);
            let result = if kind == MethodKind::Instance {
                value(outcome)
            } else {
                behind(0).map(Seen::Object).or_else(|| value(outcome))
            };
            let after = After {
                operands: (0..operands.len()).map(|position| behind(at(position))).collect(),
                result,
                threw,
            };
            self.remember((*method, seen), after);
        }
        self.states.len() > before
    }

    fn remember(&mut self, made: Made, after: After) {
        if let Some(known) = self.known.get_mut(&made) {
            if known.as_ref().is_some_and(|known| *known != after) {
                *known = None;
            }
        } else if self.known.len() < MOST {
            self.known.insert(made, Some(after));
        }
    }
}

/// What is passed, if all of it is known.
fn seen(operands: &[Operand], value: impl Fn(usize) -> Option<Seen>) -> Option<Vec<Seen>> {
    let one = |(position, operand): (usize, &Operand)| match operand {
        Operand::Literal(literal) => Some(Seen::Literal(literal.clone())),
        Operand::Var(var) => {
            let value = value(var.index())?;
            let first = operands[..position].iter().position(|earlier| earlier == operand);
            Some(match (&value, first) {
                (Seen::Object(_), Some(first)) => Seen::Same(first),
                _ => value,
            })
        }
        _ => None,
    };
    operands.iter().enumerate().map(one).collect()
}

/// What was returned, where it is no object.
fn value(outcome: &Outcome) -> Option<Seen> {
    outcome.value()?.literal().map(Seen::Literal)
}

#[cfg(test)]
mod tests {
    use palus_sequence::{ExecutorLost, ObservationPlan, RootStates, States, Value, Var};

    use super::*;

    /// A counter whose state is its count; a joint state of several is its digits.
    struct Counters;

    impl Executor for Counters {
        fn run(&mut self, _: &mut Symbols, _: &[Sequence], _: &ObservationPlan) -> Result<Vec<Trace>, ExecutorLost> {
            Ok(Vec::new())
        }

        fn edges_total(&self) -> u32 {
            0
        }

        fn roots(&self, id: StateId) -> Option<RootStates> {
            let digits = id.0.to_string();
            let state = |digit: char| match digit {
                '9' => None,
                digit => Some(StateId(digit.to_digit(10)?.into())),
            };
            Some(RootStates {
                states: digits.chars().map(state).collect(),
                are_apart: !digits.ends_with('8'),
            })
        }
    }

    struct World {
        symbols: Symbols,
        new: MethodId,
        up: MethodId,
        take: MethodId,
        familiar: Familiar,
    }

    fn world() -> World {
        let mut symbols = Symbols::default();
        let mut method = |name: &str, descriptor: &str, kind| symbols.method("demo.C", name, descriptor, kind).unwrap();
        World {
            new: method("<init>", "()V", MethodKind::Constructor),
            up: method("up", "(I)V", MethodKind::Instance),
            take: method("take", "(Ldemo/C;)V", MethodKind::Instance),
            symbols,
            familiar: Familiar::default(),
        }
    }

    fn call(method: MethodId, operands: &[Operand]) -> Statement {
        Statement::Call {
            method,
            operands: operands.to_vec(),
        }
    }

    const FIRST: Operand = Operand::Var(Var(0));
    const SECOND: Operand = Operand::Var(Var(1));

    impl World {
        /// Runs statements that have these joint states before and behind them; 9 is no object.
        fn learn(&mut self, statements: Vec<Statement>, states: &[(u128, u128)]) -> bool {
            let state = |(entry, exit): &(u128, u128)| States {
                entry: Some(StateId(*entry)),
                exit: Some(StateId(*exit)),
            };
            let outcome = |statement: &Statement| match statement {
                Statement::Call { method, .. } if *method == self.new => {
                    let class = self.symbols.get(self.new).owner;
                    Outcome::Returned(Value::Object { class })
                }
                _ => Outcome::Returned(Value::Void),
            };
            let trace = Trace {
                outcomes: statements.iter().map(outcome).collect(),
                states: states.iter().map(state).collect(),
                ..Trace::default()
            };
            let sequence = Sequence { statements };
            self.familiar.learn(&self.symbols, &sequence, &trace, &Counters)
        }

        fn foretells(&self, statements: Vec<Statement>) -> bool {
            self.familiar.foretells(&Sequence { statements })
        }
    }

    fn five() -> Operand {
        Operand::Literal(Literal::Int(5))
    }

    #[test]
    fn calls_that_lead_to_known_states_are_foretold_in_another_order() {
        let mut world = world();
        let (new, up) = (world.new, world.up);
        let twice = vec![call(new, &[]), call(up, &[FIRST, five()]), call(up, &[FIRST, five()])];
        // From 1 to 2, and from 2 to 1 again.
        assert!(world.learn(twice.clone(), &[(9, 1), (19, 29), (29, 19)]));
        let mut thrice = twice.clone();
        thrice.push(call(up, &[FIRST, five()]));
        assert!(world.foretells(thrice), "the third is on 1 again");
        assert!(!world.learn(twice, &[(9, 1), (19, 29), (29, 19)]), "no new state");
        let other = vec![call(new, &[]), call(up, &[FIRST, Operand::Literal(Literal::Int(6))])];
        assert!(!world.foretells(other), "another argument");
    }

    #[test]
    fn objects_that_share_a_part_are_not_foretold() {
        let mut world = world();
        let (new, up, take) = (world.new, world.up, world.take);
        let taken = vec![
            call(new, &[]),
            call(new, &[]),
            call(take, &[FIRST, SECOND]),
            call(up, &[SECOND, five()]),
        ];
        // Behind `take` the first holds the second.
        world.learn(taken.clone(), &[(9, 1), (9, 1), (11, 38), (19, 29)]);
        assert!(world.foretells(taken[..3].to_vec()));
        assert!(
            !world.foretells(taken),
            "what is done to the second is done to the first"
        );
        let same = vec![call(new, &[]), call(take, &[FIRST, FIRST])];
        assert!(!world.foretells(same), "one object twice is not two equal ones");
    }

    #[test]
    fn what_ends_in_two_ways_is_not_foretold() {
        let mut world = world();
        let (new, up) = (world.new, world.up);
        let once = vec![call(new, &[]), call(up, &[FIRST, five()])];
        world.learn(once.clone(), &[(9, 1), (19, 29)]);
        assert!(world.foretells(once.clone()));
        world.learn(once.clone(), &[(9, 1), (19, 39)]);
        assert!(!world.foretells(once));
    }
}
