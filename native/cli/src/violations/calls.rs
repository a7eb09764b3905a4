//! Calls of a sequence that ran with states, as executions of which statements can be asked.

use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;
use std::sync::Arc;

use palus_classes::ClassIndex;
use palus_invariant::{End, Method, Observation};
use palus_sequence::{MethodId, MethodKind, Outcome, Scalar, StateId, Statement, States, Symbols, Value};
use palus_state::{Slot, State, Value as StateValue};

/// An execution with its own states.
pub(super) struct Call {
    pub(super) method: Rc<Method>,
    entry: Option<State>,
    exit: Option<State>,
    end: Ended,
}

enum Ended {
    Void,
    Value,
    Threw(String),
}

impl Call {
    pub(super) fn observation(&self) -> Observation<'_> {
        Observation {
            method: &self.method,
            is_inside: false,
            entry: self.entry.as_ref(),
            exit: self.exit.as_ref(),
            end: match &self.end {
                Ended::Void => End::Void,
                Ended::Value => End::Value,
                Ended::Threw(class) => End::Threw(class),
            },
        }
    }
}

/// Turns statements into calls; each method is looked up once in a table of symbols.
pub(super) struct Calls<'r> {
    index: &'r ClassIndex,
    symbols: &'r Symbols,
    states: &'r BTreeMap<StateId, Vec<u8>>,
    known: HashMap<MethodId, Option<Rc<Method>>>,
}

impl<'r> Calls<'r> {
    pub(super) fn new(index: &'r ClassIndex, symbols: &'r Symbols, states: &'r BTreeMap<StateId, Vec<u8>>) -> Self {
        Self {
            index,
            symbols,
            states,
            known: HashMap::new(),
        }
    }

    /// `None` for what is no call, or did not come to an end.
    pub(super) fn call(&mut self, statement: &Statement, outcome: &Outcome, states: States) -> Option<Call> {
        let Statement::Call { method: id, .. } = statement else {
            return None;
        };
        let symbols = self.symbols;
        let returns = symbols.get(*id);
        let end = match outcome {
            Outcome::Threw { class, .. } => Ended::Threw(symbols.type_runtime_name(*class)),
            Outcome::Returned(_) if returns.kind == MethodKind::Constructor => Ended::Void,
            Outcome::Returned(Value::Void) => Ended::Void,
            Outcome::Returned(_) => Ended::Value,
            Outcome::Ended(_) | Outcome::NotRun => return None,
        };
        let method = self.method(*id)?;
        let state = |id: Option<StateId>| State::from_bytes(self.states.get(&id?)?);
        let mut exit = state(states.exit);
        if let (Some(exit), Outcome::Returned(value)) = (&mut exit, outcome) {
            place_result(exit, returns.kind, 1 + returns.parameters.len(), value);
        }
        Some(Call {
            method,
            entry: state(states.entry),
            exit,
            end,
        })
    }

    /// As the class declares it that has it; `None` where it is not known.
    fn method(&mut self, id: MethodId) -> Option<Rc<Method>> {
        let (index, symbols) = (self.index, self.symbols);
        let find = || {
            let method = symbols.get(id);
            let owner = symbols.type_name(method.owner);
            let declared = index.resolve_method(&owner, &method.name, &method.descriptor)?;
            let found = declared.method();
            Some(Rc::new(Method {
                owner: Arc::clone(&declared.class.name),
                name: Arc::clone(&found.name),
                descriptor: Arc::clone(&found.descriptor),
                access: found.access.0,
                parameters: found.parameter_names.clone(),
            }))
        };
        self.known.entry(id).or_insert_with(find).clone()
    }
}

/// Puts what was returned behind the arguments and before the static fields, as a trace has it: a sequence has it in the place of a receiver that
/// there is none, and otherwise in the outcome alone. Of objects that an instance method returned nothing is known. `roots` are the receiver and the
/// arguments.
fn place_result(exit: &mut State, kind: MethodKind, roots: usize, value: &Value) {
    let result = match (kind, value) {
        (MethodKind::Constructor, _) => None,
        (MethodKind::Static, value) => {
            let Some(first) = exit.roots.first_mut() else { return };
            let result = std::mem::replace(first, Slot::Null);
            (!matches!(value, Value::Void)).then_some(result)
        }
        (MethodKind::Instance, value) => slot(value),
    };
    if let Some(result) = result {
        exit.roots.insert(roots.min(exit.roots.len()), result);
    }
}

fn slot(value: &Value) -> Option<Slot> {
    let scalar = match value {
        Value::Null => return Some(Slot::Null),
        Value::Boxed(value) => return slot(value),
        Value::String { text, length } => {
            // What was cut is not the whole text.
            let text = text.clone().filter(|text| text.units().len() == *length as usize)?;
            return Some(Slot::Value(StateValue::String(text)));
        }
        Value::Boolean(value) => Scalar::Boolean(*value),
        Value::Byte(value) => Scalar::Byte(*value),
        Value::Char(value) => Scalar::Char(*value),
        Value::Short(value) => Scalar::Short(*value),
        Value::Int(value) => Scalar::Int(*value),
        Value::Long(value) => Scalar::Long(*value),
        Value::Float(value) => Scalar::float(*value),
        Value::Double(value) => Scalar::double(*value),
        _ => return None,
    };
    Some(Slot::Value(StateValue::Scalar(scalar)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state(first: i32) -> State {
        State {
            classes: Vec::new(),
            roots: vec![Slot::Value(StateValue::Scalar(Scalar::Int(first))), Slot::Null],
            nodes: Vec::new(),
            is_racy: false,
        }
    }

    #[test]
    fn a_result_stands_behind_the_arguments() {
        let seven = Slot::Value(StateValue::Scalar(Scalar::Int(7)));
        let mut of_static = state(7);
        place_result(&mut of_static, MethodKind::Static, 2, &Value::Int(7));
        assert_eq!(of_static.roots, [Slot::Null, Slot::Null, seven.clone()]);
        let mut of_instance = state(3);
        place_result(&mut of_instance, MethodKind::Instance, 2, &Value::Int(7));
        assert_eq!(of_instance.roots[2], seven);
        let mut of_void = state(3);
        place_result(&mut of_void, MethodKind::Instance, 2, &Value::Void);
        assert_eq!(of_void.roots.len(), 2, "nothing was returned");
        let mut with_statics = state(3);
        with_statics.roots.push(Slot::Null);
        place_result(&mut with_statics, MethodKind::Instance, 2, &Value::Int(7));
        assert_eq!(with_statics.roots[2..], [seven, Slot::Null], "static fields are last");
    }
}
