//! What a run showed, in the words of machines.

use std::sync::Arc;

use palus_machine::{Answer, Datum, simple};
use palus_observe::{ObjectStates, Seen};
use palus_sequence::work::RunResult;
use palus_sequence::{Literal, Outcome, Scalar, States, Symbols, Trace, Value};
use palus_state::{Slot, State};

/// The state of one root of a joint state, as a machine knows it; `None` when it is no object, or its state is not known.
pub(super) fn root(
    run: &RunResult,
    id: Option<palus_sequence::StateId>,
    root: usize,
    states: &mut ObjectStates,
) -> Option<palus_machine::State> {
    let joint = joint(run, id)?;
    let Slot::Node(_) = joint.roots.get(root)? else {
        return None;
    };
    states
        .add(&joint.part(root)?)
        .map(|state| palus_machine::State(state.0))
}

/// One root of a joint state: what it is in words of machines, and as analyses see it. `None` when its state is not known.
pub(super) fn seen(joint: &State, root: usize, states: &mut ObjectStates) -> Option<(Datum, Seen)> {
    Some(match joint.roots.get(root)? {
        Slot::Null => (Datum::Value("null".into()), Seen::Null),
        Slot::Value(value) => (
            Datum::Value(value.to_string().into()),
            Seen::Value(Arc::new(value.clone())),
        ),
        Slot::Some => return None,
        Slot::Node(_) => {
            let state = states.add(&joint.part(root)?)?;
            let class = Arc::clone(states.class(state)?);
            let datum = Datum::Object(class, Some(palus_machine::State(state.0)));
            (datum, Seen::Object(state))
        }
    })
}

/// The joint state of a run.
pub(super) fn joint(run: &RunResult, id: Option<palus_sequence::StateId>) -> Option<State> {
    State::from_bytes(run.states.get(&id?)?)
}

/// What a statement of a trace did.
#[derive(Clone, Copy)]
pub(super) struct Done<'r> {
    pub(super) run: &'r RunResult,
    pub(super) trace: &'r Trace,
    pub(super) at: usize,
}

impl Done<'_> {
    pub(super) fn states(&self) -> States {
        self.trace.states.get(self.at).copied().unwrap_or_default()
    }

    /// What it returned or threw; `None` when it was ended otherwise. The state of an object that was returned is that of the argument of
    /// the statement behind it.
    pub(super) fn answer(&self, states: &mut ObjectStates) -> Option<Answer> {
        Some(match self.trace.outcomes.get(self.at)? {
            Outcome::Returned(Value::Void) => Answer::Void,
            Outcome::Returned(value) => Answer::Returned(match datum(value, &self.run.symbols) {
                Datum::Object(class, _) => {
                    let behind = self.trace.states.get(self.at + 1).and_then(|states| states.entry);
                    Datum::Object(class, root(self.run, behind, 1, states))
                }
                value @ Datum::Value(_) => value,
            }),
            Outcome::Threw { class, .. } => Answer::Threw(self.run.symbols.type_runtime_name(*class).into()),
            Outcome::Ended(_) | Outcome::NotRun => return None,
        })
    }
}

fn datum(value: &Value, symbols: &Symbols) -> Datum {
    match value {
        Value::Array { class, .. } | Value::Object { class } => Datum::Object(symbols.type_name(*class).into(), None),
        Value::Class { name } => Datum::Value(format!("{}.class", simple(name.as_deref().unwrap_or("?"))).into()),
        Value::String { length, .. } if value.literal().is_none() => Datum::Value(format!("\"{length} units\"").into()),
        value => Datum::Value(
            value
                .literal()
                .map_or_else(String::new, |it| literal(&it, symbols))
                .into(),
        ),
    }
}

/// As a state shows it.
pub(super) fn literal(literal: &Literal, symbols: &Symbols) -> String {
    let scalar = match literal {
        Literal::Null => return "null".to_owned(),
        Literal::String(text) => return format!("{:?}", text.to_lossy()),
        Literal::Enum { class, name } => return format!("{}.{name}", simple(&symbols.type_name(*class))),
        Literal::Class(class) => return format!("{}.class", simple(&symbols.type_name(*class))),
        Literal::Boolean(v) => Scalar::Boolean(*v),
        Literal::Byte(v) => Scalar::Byte(*v),
        Literal::Char(v) => Scalar::Char(*v),
        Literal::Short(v) => Scalar::Short(*v),
        Literal::Int(v) => Scalar::Int(*v),
        Literal::Long(v) => Scalar::Long(*v),
        Literal::Float(v) => Scalar::float(*v),
        Literal::Double(v) => Scalar::double(*v),
        _ => return "a lambda".to_owned(),
    };
    scalar.to_string()
}
