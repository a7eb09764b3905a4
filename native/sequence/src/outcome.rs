//! What became of a statement when it ran.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::{JavaString, Literal, Scalar, TypeId};

/// A value as seen from outside. Floating values are equal when a test could not tell them apart, as for [`Scalar`]: NaN equals itself,
/// and `-0.0` is not `0.0`.
#[derive(Clone, Debug, Serialize, Deserialize)]
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

impl PartialEq for Value {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Void, Self::Void) | (Self::Null, Self::Null) => true,
            (Self::Boxed(one), Self::Boxed(other)) => one == other,
            (
                Self::String { length, text },
                Self::String {
                    length: other_length,
                    text: other_text,
                },
            ) => (length, text) == (other_length, other_text),
            (
                Self::Enum { class, name },
                Self::Enum {
                    class: other_class,
                    name: other_name,
                },
            ) => (class, name) == (other_class, other_name),
            (Self::Class { name }, Self::Class { name: other }) => name == other,
            (
                Self::Array {
                    class,
                    length,
                    elements,
                },
                Self::Array {
                    class: other_class,
                    length: other_length,
                    elements: other_elements,
                },
            ) => (class, length, elements) == (other_class, other_length, other_elements),
            (Self::Object { class }, Self::Object { class: other }) => class == other,
            _ => self.scalar().is_some_and(|scalar| Some(scalar) == other.scalar()),
        }
    }
}

impl Value {
    /// A primitive, for comparing; what is boxed is none.
    fn scalar(&self) -> Option<Scalar> {
        Some(match *self {
            Self::Boolean(v) => Scalar::Boolean(v),
            Self::Byte(v) => Scalar::Byte(v),
            Self::Char(v) => Scalar::Char(v),
            Self::Short(v) => Scalar::Short(v),
            Self::Int(v) => Scalar::Int(v),
            Self::Long(v) => Scalar::Long(v),
            Self::Float(v) => Scalar::float(v),
            Self::Double(v) => Scalar::double(v),
            _ => return None,
        })
    }

    /// The literal that says the value, when there is one that says all of it; what is boxed is said by its primitive.
    pub fn literal(&self) -> Option<Literal> {
        Some(match self {
            Self::Null => Literal::Null,
            Self::Boolean(v) => Literal::Boolean(*v),
            Self::Byte(v) => Literal::Byte(*v),
            Self::Char(v) => Literal::Char(*v),
            Self::Short(v) => Literal::Short(*v),
            Self::Int(v) => Literal::Int(*v),
            Self::Long(v) => Literal::Long(*v),
            Self::Float(v) => Literal::Float(*v),
            Self::Double(v) => Literal::Double(*v),
            Self::Boxed(inner) => return inner.literal(),
            Self::String {
                length,
                text: Some(text),
            } if text.units().len() == *length as usize => Literal::String(text.clone()),
            Self::Enum {
                class,
                name: Some(name),
            } => Literal::Enum {
                class: *class,
                name: name.clone(),
            },
            _ => return None,
        })
    }

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
    /// It was about to wait for another thread, of which there is none, or for long: stopped at once, on every run.
    Wait,
    /// It ran out of stack, heap or descriptors.
    Resources,
    /// It was refused something by the sandbox: what it does then tells of the worker.
    Refused,
    /// The engine could not make the call: a fault of ours or a class that does not link.
    Engine,
    /// An earlier statement gave null in the place of the receiver, or something of another type than the call takes.
    Unfit,
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_has_a_literal_when_that_says_all_of_it() {
        let text = Value::String {
            length: 1,
            text: Some("a".into()),
        };
        assert_eq!(text.literal(), Some(Literal::string("a")));
        assert_eq!(Value::Boxed(Box::new(Value::Int(3))).literal(), Some(Literal::Int(3)));
        let cut = Value::String {
            length: 9_000,
            text: Some("a".into()),
        };
        assert_eq!(cut.literal(), None);
        assert_eq!(Value::Void.literal(), None);
    }
}
