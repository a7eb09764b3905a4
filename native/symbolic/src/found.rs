//! What paths give: calls with arguments, what each of them should do, and the state behind the last.

use std::sync::Arc;

use palus_sequence::{JavaString, Literal, Primitive};
use palus_state::State;
use serde::{Deserialize, Serialize};

use crate::arguments::{Given, number};
use crate::condition::Condition;
use crate::heap::{Content, Heap, Value, primitive};
use crate::path::End;
use crate::program::result;
use crate::state::{Snapshot, runtime_name};
use crate::strings::STRING;
use crate::term::{Assignment, Term};

/// A constructor, a method that is called, or a static method that makes objects.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Callable {
    /// The binary name of the class that declares it.
    pub owner: Arc<str>,
    /// Its name; `<init>` for a constructor.
    pub name: Arc<str>,
    /// Its descriptor.
    pub descriptor: Arc<str>,
    /// Whether it is static, so that it makes objects as a constructor does.
    pub is_static: bool,
}

impl Callable {
    /// Whether it makes an object, and is not called on one.
    pub fn makes_object(&self) -> bool {
        self.is_static || &*self.name == "<init>"
    }

    /// The descriptor of what it returns.
    pub(crate) fn result(&self) -> &str {
        result(&self.descriptor)
    }
}

/// What a call should do.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Expected {
    /// It returns nothing.
    Void,
    /// It returns this primitive or text, or null.
    Value(Literal),
    /// It returns a box of this.
    Boxed(Literal),
    /// It returns an object of that class, named as `getName` does.
    Object(Arc<str>),
    /// It returns; what is not known.
    Returned,
    /// It throws an exception of that class, named as `getName` does.
    Threw(Arc<str>),
}

/// A call with its arguments, and what it should do.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct FoundCall {
    /// The position of what is called among the callables.
    pub callable: usize,
    /// The arguments, the receiver not among them.
    pub arguments: Vec<Literal>,
    /// What it does.
    pub expected: Expected,
}

/// A sequence of calls that takes a path, the first of which makes the object.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Found {
    /// The calls.
    pub calls: Vec<FoundCall>,
    /// The state of the object behind the last call; `None` where that throws.
    pub state: Option<State>,
    /// How many ways out of branches it takes that no sequence before it took.
    pub branches: usize,
    /// When it takes the path: comparisons of its arguments, numbered from x1 on; empty where it always does.
    pub condition: String,
    /// Whether a value was chosen where an expression could not be followed.
    pub is_concretised: bool,
}

/// What a call did, in expressions.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum Did {
    Void,
    Number(Term, Primitive, bool),
    Literal(Literal),
    Object(Arc<str>),
    Returned,
    Threw(Arc<str>),
    /// A virtual machine has said what.
    Known(Expected),
}

/// A call on the way to a state.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Made {
    pub(crate) before: Option<Arc<Made>>,
    pub(crate) callable: usize,
    pub(crate) given: Vec<Given>,
    pub(crate) did: Did,
}

impl Did {
    /// What an end is; `result` is the descriptor of what the method returns.
    pub(crate) fn of(end: &End, heap: &Heap, result: &str) -> Self {
        match end {
            End::Threw(thrown) => Self::Threw(runtime_name(&heap.get(*thrown).class)),
            End::Open(_) => Self::Returned,
            End::Returned(None) => Self::Void,
            End::Returned(Some(value)) => match value {
                Value::Null => Self::Literal(Literal::Null),
                Value::Float(value) => Self::Literal(Literal::Float(*value)),
                Value::Double(value) => Self::Literal(Literal::Double(*value)),
                Value::Number(term) => Self::Number(term.clone(), primitive(result).unwrap_or(Primitive::Int), false),
                Value::Object(object) => Self::returned(heap, *object),
            },
        }
    }

    fn returned(heap: &Heap, object: usize) -> Self {
        let object = heap.get(object);
        let boxed = Primitive::ALL.into_iter().find(|it| it.boxed() == &*object.class);
        match (&object.content, boxed) {
            (Content::Text(Some(text)), _) => Self::Literal(Literal::String(JavaString(Arc::clone(&text.0)))),
            (Content::Fields(values), Some(primitive)) => match values.first() {
                Some(Value::Number(term)) => Self::Number(term.clone(), primitive, true),
                _ => Self::Returned,
            },
            (Content::Fields(_), None) if *object.class == *STRING => Self::Returned,
            (Content::Fields(_) | Content::Elements(_), None) => Self::Object(runtime_name(&object.class)),
            _ => Self::Returned,
        }
    }

    fn solved(&self, assignment: &Assignment) -> Expected {
        match self {
            Self::Void => Expected::Void,
            Self::Literal(literal) => Expected::Value(literal.clone()),
            Self::Object(class) => Expected::Object(Arc::clone(class)),
            Self::Returned => Expected::Returned,
            Self::Threw(class) => Expected::Threw(Arc::clone(class)),
            Self::Known(expected) => expected.clone(),
            Self::Number(term, primitive, is_boxed) => match term.evaluate(assignment) {
                Some(value) if *is_boxed => Expected::Boxed(number(*primitive, value)),
                Some(value) => Expected::Value(number(*primitive, value)),
                None => Expected::Returned,
            },
        }
    }
}

impl Made {
    /// The calls up to this one, the first one first.
    fn calls(&self) -> Vec<&Self> {
        let mut calls = vec![self];
        let mut at = self;
        while let Some(before) = &at.before {
            at = before;
            calls.push(at);
        }
        calls.reverse();
        calls
    }

    /// The variables of all arguments.
    pub(crate) fn variables(&self) -> Vec<crate::term::Variable> {
        let calls = self.calls();
        let given = calls.iter().flat_map(|call| &call.given);
        given.filter_map(Given::variable).collect()
    }

    /// The same calls with values in the place of variables.
    pub(crate) fn solved(&self, assignment: &Assignment) -> Arc<Self> {
        Arc::new(Self {
            before: self.before.as_ref().map(|before| before.solved(assignment)),
            callable: self.callable,
            given: self.given.iter().map(|given| given.solved(assignment)).collect(),
            did: Did::Known(self.did.solved(assignment)),
        })
    }

    /// The same, of which the last call did that.
    pub(crate) fn doing(&self, did: Expected) -> Self {
        Self {
            before: self.before.clone(),
            callable: self.callable,
            given: self.given.clone(),
            did: Did::Known(did),
        }
    }

    /// The sequence with values for the variables, which takes a path of that condition.
    pub(crate) fn found(&self, assignment: &Assignment, state: Option<&Snapshot>, conditions: &[Condition]) -> Found {
        let solved = |call: &Self| FoundCall {
            callable: call.callable,
            arguments: call.given.iter().map(|given| given.literal(assignment)).collect(),
            expected: call.did.solved(assignment),
        };
        let conditions: Vec<String> = conditions.iter().map(ToString::to_string).collect();
        Found {
            calls: self.calls().into_iter().map(solved).collect(),
            state: state.and_then(|state| state.filled(assignment)),
            branches: 0,
            condition: conditions.join(" && "),
            is_concretised: false,
        }
    }
}
