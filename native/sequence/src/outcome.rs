//! What became of a statement when it ran.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::{JavaString, TypeId};

/// A value as seen from outside.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the names are Java's own")]
pub enum Value {
    /// A call of a `void` method.
    Void,
    Null,
    Boolean(bool),
    Byte(i8),
    Char(u16),
    Short(i16),
    Int(i32),
    Long(i64),
    Float(f32),
    Double(f64),
    /// A boxed primitive.
    Boxed(Box<Value>),
    /// `text` is there under [`Detail::Full`](crate::Detail::Full), cut at 4,096 units; `length` is the true one.
    String {
        length: u32,
        text: Option<JavaString>,
    },
    /// `name` is there under [`Detail::Full`](crate::Detail::Full).
    Enum {
        class: TypeId,
        name: Option<Arc<str>>,
    },
    /// A `java.lang.Class`, named as its `getName()` does.
    Class {
        name: Option<Arc<str>>,
    },
    /// `elements` is there under [`Detail::Full`](crate::Detail::Full) for short one-dimensional arrays of the kinds above.
    Array {
        class: TypeId,
        length: u32,
        elements: Option<Vec<Value>>,
    },
    /// Any other object, by its run-time class.
    Object {
        class: TypeId,
    },
}

impl Value {
    /// The run-time class of an object that is neither boxed, a string, nor a class.
    pub fn runtime_class(&self) -> Option<TypeId> {
        match self {
            Self::Object { class } | Self::Array { class, .. } | Self::Enum { class, .. } => Some(*class),
            _ => None,
        }
    }
}

/// Why a statement ended otherwise than by a return or an exception of the code under test.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum EndedBy {
    /// It used up its fuel: a count of branches taken, so the same on every run.
    Fuel,
    /// It tried to end the virtual machine.
    Exit,
    /// It tried to start a thread, whose doings no test controls.
    Thread,
    /// The wall-clock backstop stopped it: never the same twice.
    WallClock,
    /// It ran out of stack, heap or descriptors.
    Resources,
    /// It was refused something by the sandbox: what it does then tells of the worker.
    Refused,
    /// The engine could not make the call: a fault of ours or a class that does not link.
    Engine,
}

/// What became of one statement.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Outcome {
    /// It returned this.
    Returned(Value),
    /// It threw.
    Threw {
        /// The run-time class of the throwable.
        class: TypeId,
        /// Its message, under [`Detail::Full`](crate::Detail::Full) and when it has one.
        message: Option<JavaString>,
    },
    /// It was ended.
    Ended(EndedBy),
    /// An earlier statement did not return.
    NotRun,
}

impl Outcome {
    /// Whether the statement returned, so that another may follow.
    pub fn is_normal(&self) -> bool {
        matches!(self, Self::Returned(_))
    }

    /// What was returned.
    pub fn value(&self) -> Option<&Value> {
        match self {
            Self::Returned(value) => Some(value),
            _ => None,
        }
    }
}
