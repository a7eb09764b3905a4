//! An execution as analyses see it.

use std::sync::Arc;

use palus_executions::{Execution, Outcome};
use palus_state::Value;

use crate::states::ObjectState;

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
    pub(crate) fn new(execution: Execution, before: &[Seen], after: &[Seen]) -> Self {
        let is_constructor = is_constructor(&execution);
        let has_receiver = !is_static(&execution);
        let count = parameters(&execution.method.descriptor);
        let is_made = is_constructor && execution.outcome == Outcome::Void;
        let argument = |root: usize| Argument {
            entry: at(before, root),
            exit: at(after, root),
        };
        Self {
            receiver: (has_receiver && !is_constructor).then(|| at(before, 0)),
            receiver_after: (has_receiver && (!is_constructor || is_made)).then(|| at(after, 0)),
            arguments: (1..=count).map(argument).collect(),
            result: (execution.outcome == Outcome::Value).then(|| at(after, 1 + count)),
            execution,
        }
    }
}

fn is_constructor(execution: &Execution) -> bool {
    &*execution.method.name == "<init>"
}

fn is_static(execution: &Execution) -> bool {
    execution.method.access & ACC_STATIC != 0
}

fn at(roots: &[Seen], root: usize) -> Seen {
    roots.get(root).cloned().unwrap_or(Seen::Unknown)
}

/// How many parameters a descriptor has (JVMS 4.3.3).
fn parameters(descriptor: &str) -> usize {
    let mut rest = descriptor.trim_start_matches('(').split(')').next().unwrap_or_default();
    let mut count = 0;
    while let Some(first) = rest.trim_start_matches('[').chars().next() {
        rest = rest.trim_start_matches('[');
        let length = if first == 'L' {
            rest.find(';').map_or(rest.len(), |end| end + 1)
        } else {
            first.len_utf8()
        };
        rest = &rest[length..];
        count += 1;
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_are_counted_by_the_descriptor() {
        for (descriptor, count) in [
            ("()V", 0),
            ("(I[[Ljava/lang/String;J)V", 3),
            ("(Lx", 1),
            ("", 0),
            ("([", 0),
        ] {
            assert_eq!(parameters(descriptor), count, "{descriptor}");
        }
    }
}
