//! What variables hold.

use std::cmp::Ordering;
use std::fmt;
use std::sync::Arc;

use palus_sequence::{JavaString, Scalar};
use palus_state as state;

/// The name of a variable, class or constant, as Java writes it.
pub type Name = Arc<str>;

/// One value of a variable. Boxes are what they hold, characters their code units.
#[derive(Clone, PartialEq, Debug)]
pub enum Value {
    /// `null`.
    Null,
    /// A boolean.
    Boolean(bool),
    /// An integral number or a character.
    Whole(i64),
    /// A floating number: NaN is the same as NaN and in no order, and `-0.0` equals `0.0`.
    Real(f64),
    /// A string.
    Text(JavaString),
    /// What is the same whenever its name is: an enum constant, a class, a number of any size, the digest of a long text.
    Constant(Name),
    /// An object.
    Object {
        /// Which it is among those of one state.
        node: u32,
        /// Whether that state is the one at the exit: objects of different moments cannot be told apart.
        at_exit: bool,
        /// Its run-time class.
        class: Name,
    },
}

impl Value {
    /// The value that is in a slot of a state.
    pub(crate) fn of(slot: &state::Slot, from: &state::State, at_exit: bool) -> Self {
        match slot {
            state::Slot::Null | state::Slot::Some => Self::Null,
            state::Slot::Node(node) => Self::Object {
                node: *node,
                at_exit,
                class: Arc::clone(&from.classes[from.nodes[*node as usize].class as usize].name),
            },
            state::Slot::Value(state::Value::Scalar(scalar) | state::Value::Boxed(scalar)) => Self::scalar(*scalar),
            state::Slot::Value(state::Value::String(text)) => Self::Text(text.clone()),
            value @ state::Slot::Value(_) => Self::Constant(from.slot_text(value).into()),
        }
    }

    fn scalar(scalar: Scalar) -> Self {
        match scalar {
            Scalar::Boolean(value) => Self::Boolean(value),
            Scalar::Byte(value) => Self::Whole(value.into()),
            Scalar::Char(value) => Self::Whole(value.into()),
            Scalar::Short(value) => Self::Whole(value.into()),
            Scalar::Int(value) => Self::Whole(value.into()),
            Scalar::Long(value) => Self::Whole(value),
            Scalar::Float(bits) => Self::Real(f32::from_bits(bits).into()),
            Scalar::Double(bits) => Self::Real(f64::from_bits(bits)),
        }
    }

    /// The number that it is, if it is one.
    pub(crate) fn number(&self) -> Option<f64> {
        match self {
            Self::Whole(value) => Some(*value as f64),
            Self::Real(value) => Some(*value),
            _ => None,
        }
    }

    /// The integral number that it is, if it is one.
    pub(crate) fn whole(&self) -> Option<i64> {
        match self {
            Self::Whole(value) => Some(*value),
            _ => None,
        }
    }

    /// Whether two are equal; `None` where the question makes no sense: a number and a string, two objects of different moments.
    pub(crate) fn equals(&self, other: &Self) -> Option<bool> {
        match (self, other) {
            (Self::Null, _) | (_, Self::Null) => Some(self == other),
            (
                Self::Object { node, at_exit, .. },
                Self::Object {
                    node: n, at_exit: e, ..
                },
            ) => (at_exit == e).then_some(node == n),
            (Self::Boolean(a), Self::Boolean(b)) => Some(a == b),
            (Self::Text(a), Self::Text(b)) => Some(a == b),
            (Self::Constant(a), Self::Constant(b)) => Some(a == b),
            (Self::Whole(a), Self::Whole(b)) => Some(a == b),
            _ => {
                let (one, other) = (self.number()?, other.number()?);
                Some(one.partial_cmp(&other) == Some(Ordering::Equal) || (one.is_nan() && other.is_nan()))
            }
        }
    }

    /// How two numbers are ordered; `None` where one is no number, or NaN.
    pub(crate) fn order(&self, other: &Self) -> Option<Ordering> {
        match (self, other) {
            (Self::Whole(a), Self::Whole(b)) => Some(a.cmp(b)),
            _ => self.number()?.partial_cmp(&other.number()?),
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Null => write!(f, "null"),
            Self::Boolean(value) => write!(f, "{value}"),
            Self::Whole(value) => write!(f, "{value}"),
            Self::Real(value) => write!(f, "{}", Scalar::double(*value)),
            Self::Text(text) => write!(f, "{text:?}"),
            Self::Constant(name) => write!(f, "{name}"),
            Self::Object { class, .. } => write!(f, "{}", simple(class)),
        }
    }
}

/// The name of a class without its package.
pub(crate) fn simple(class: &str) -> &str {
    class.rsplit('.').next().unwrap_or(class)
}

/// What a variable holds in a sample.
#[derive(Clone, PartialEq, Debug)]
pub enum Datum {
    /// One value.
    One(Value),
    /// The elements of an array or collection, in order.
    Many(Arc<[Value]>),
}

impl Datum {
    /// The one value.
    pub(crate) fn one(&self) -> Option<&Value> {
        match self {
            Self::One(value) => Some(value),
            Self::Many(_) => None,
        }
    }

    /// The elements.
    pub(crate) fn many(&self) -> Option<&Arc<[Value]>> {
        match self {
            Self::One(_) => None,
            Self::Many(elements) => Some(elements),
        }
    }
}

impl fmt::Display for Datum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::One(value) => write!(f, "{value}"),
            Self::Many(elements) => {
                write!(f, "[")?;
                for (position, element) in elements.iter().enumerate() {
                    write!(f, "{}{element}", if position > 0 { ", " } else { "" })?;
                }
                write!(f, "]")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_equal_by_content_and_objects_at_one_moment() {
        let object = |node, at_exit| Value::Object {
            node,
            at_exit,
            class: "A".into(),
        };
        assert_eq!(object(1, true).equals(&object(1, true)), Some(true));
        assert_eq!(object(1, true).equals(&object(2, true)), Some(false));
        assert_eq!(object(1, true).equals(&object(1, false)), None);
        assert_eq!(Value::Null.equals(&object(1, false)), Some(false));
        assert_eq!(Value::Real(f64::NAN).equals(&Value::Real(f64::NAN)), Some(true));
        assert_eq!(Value::Real(1.0).equals(&Value::Whole(1)), Some(true));
        assert_eq!(Value::Text("1".into()).equals(&Value::Whole(1)), None);
        assert_eq!(Value::Real(f64::NAN).order(&Value::Whole(1)), None);
    }
}
