//! An execution as analyses see it.

use std::sync::Arc;

use palus_executions::{Execution, Outcome};
use palus_sequence::parameter_count;
use palus_state::{StateId, Value};

use crate::states::{ObjectState, Roots};

/// What a receiver, argument or result is at one moment.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Seen {
    /// `null`.
    Null,
    /// What is compared by content; a primitive as its box.
    Value(Arc<Value>),
    /// An object, by the state of all that it reaches.
    Object(ObjectState),
    /// Nothing is known: there are no states, or this one was too large, or nobody saw the end.
    Unknown,
}

/// An argument before a call and behind it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Argument {
    /// What the call was given.
    pub entry: Seen,
    /// What became of it.
    pub exit: Seen,
}

/// What is known of receiver, arguments and result together.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Joint {
    /// Equal for equal joint states, in which the same objects are the same; `None` where nothing is known. The same in every trace.
    pub id: Option<StateId>,
    /// For each root (receiver, arguments, behind the call the result, static fields where they were recorded) the first root that is the same object: itself, mostly.
    pub same: Arc<[u32]>,
}

/// A method execution with what is known of its objects.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Observation {
    /// Test, place, thread, method, how it ended, and the numbers of its joint states.
    pub execution: Execution,
    /// Before the call; `None` for static methods and constructors.
    pub receiver: Option<Seen>,
    /// Behind it, of a constructor what it made; `None` for static methods, and constructors that made nothing.
    pub receiver_after: Option<Seen>,
    /// In the order of the parameters.
    pub arguments: Vec<Argument>,
    /// What was returned, when something was.
    pub result: Option<Seen>,
    /// The static fields of the code under test before the call, where they were recorded: an array of all classes that have some.
    pub statics: Option<Seen>,
    /// All of them before the call.
    pub before: Joint,
    /// All of them behind it.
    pub after: Joint,
}

const ACC_STATIC: u16 = 0x0008;

impl Observation {
    /// Whether a constructor ran.
    pub fn is_constructor(&self) -> bool {
        is_constructor(&self.execution)
    }

    /// Whether a static method ran.
    pub fn is_static(&self) -> bool {
        is_static(&self.execution)
    }

    /// Of the roots of the joint states.
    pub(crate) fn new(execution: Execution, before: Roots, after: Roots) -> Self {
        let is_constructor = is_constructor(&execution);
        let has_receiver = !is_static(&execution);
        let count = parameter_count(&execution.method.descriptor);
        let is_made = is_constructor && execution.outcome == Outcome::Void;
        let argument = |root: usize| Argument {
            entry: at(&before, root),
            exit: at(&after, root),
        };
        Self {
            receiver: (has_receiver && !is_constructor).then(|| at(&before, 0)),
            receiver_after: (has_receiver && (!is_constructor || is_made)).then(|| at(&after, 0)),
            arguments: (1..=count).map(argument).collect(),
            statics: before.seen.get(1 + count).cloned(),
            result: (execution.outcome == Outcome::Value).then(|| at(&after, 1 + count)),
            execution,
            before: before.joint,
            after: after.joint,
        }
    }

    /// Whether it gave its own receiver or an argument: which one, 0 for the receiver.
    pub fn gave(&self) -> Option<usize> {
        let result = 1 + self.arguments.len();
        let first = *self.after.same.get(result)? as usize;
        (self.result.is_some() && first < result).then_some(first)
    }
}

fn is_constructor(execution: &Execution) -> bool {
    &*execution.method.name == "<init>"
}

fn is_static(execution: &Execution) -> bool {
    execution.method.access & ACC_STATIC != 0
}

fn at(roots: &Roots, root: usize) -> Seen {
    roots.seen.get(root).cloned().unwrap_or(Seen::Unknown)
}
