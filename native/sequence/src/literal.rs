//! Values that can be written down in a test: what a literal of the language, an enum constant or a class literal can say.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::{Primitive, TypeId};

/// A Java string: UTF-16 units, which need not be well-formed (a lone surrogate is legal in Java).
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct JavaString(pub Arc<[u16]>);

impl JavaString {
    /// The units.
    pub fn units(&self) -> &[u16] {
        &self.0
    }

    /// The text, with U+FFFD for a lone surrogate.
    pub fn to_lossy(&self) -> String {
        String::from_utf16_lossy(&self.0)
    }
}

impl From<&str> for JavaString {
    fn from(text: &str) -> Self {
        Self(text.encode_utf16().collect())
    }
}

impl fmt::Debug for JavaString {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.to_lossy(), f)
    }
}

/// A value that needs no statement of its own. Floating values compare by their bits, so that NaN equals itself and
/// `-0.0` differs from `0.0`.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the names are Java's own")]
pub enum Literal {
    Null,
    Boolean(bool),
    Byte(i8),
    Char(u16),
    Short(i16),
    Int(i32),
    Long(i64),
    Float(f32),
    Double(f64),
    String(JavaString),
    /// The constant of that name of an enum.
    Enum {
        class: TypeId,
        name: Arc<str>,
    },
    /// `Type.class`.
    Class(TypeId),
    /// `(a, b) -> ...`: it keeps nothing and changes nothing.
    Lambda(Arc<Lambda>),
}

/// An implementation of a functional interface.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Lambda {
    /// The interface.
    pub interface: TypeId,
    /// How many parameters its method has: at most [`Self::MOST_PARAMETERS`].
    pub parameters: u8,
    /// What it does.
    pub body: LambdaBody,
}

/// What a lambda does.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum LambdaBody {
    /// Nothing: its method is `void`.
    Empty,
    /// It returns the parameter of that position.
    Parameter(u8),
    /// It runs the parameter of that position, a `java.lang.Runnable`: what an executor does that has no thread.
    Run(u8),
    /// It returns this value, of exactly the primitive type of its method where that is primitive.
    Value(Box<Literal>),
}

impl Lambda {
    /// The most parameters that a lambda has: with more, a test is read no more easily than one with a class of its own.
    pub const MOST_PARAMETERS: usize = 8;
}

impl Literal {
    /// A string literal.
    pub fn string(text: &str) -> Self {
        Self::String(text.into())
    }

    /// The primitive type of a literal of such a type.
    pub fn primitive(&self) -> Option<Primitive> {
        Some(match self {
            Self::Boolean(_) => Primitive::Boolean,
            Self::Byte(_) => Primitive::Byte,
            Self::Char(_) => Primitive::Char,
            Self::Short(_) => Primitive::Short,
            Self::Int(_) => Primitive::Int,
            Self::Long(_) => Primitive::Long,
            Self::Float(_) => Primitive::Float,
            Self::Double(_) => Primitive::Double,
            _ => return None,
        })
    }

    /// A number that tells literals of one kind apart: their bits, 0 where the kind has none.
    fn bits(&self) -> u64 {
        match *self {
            Self::Boolean(v) => u64::from(v),
            Self::Byte(v) => v as u64,
            Self::Char(v) => u64::from(v),
            Self::Short(v) => v as u64,
            Self::Int(v) => v as u64,
            Self::Long(v) => v as u64,
            Self::Float(v) => u64::from(v.to_bits()),
            Self::Double(v) => v.to_bits(),
            Self::Class(id) => u64::from(id.0),
            Self::Null | Self::String(_) | Self::Enum { .. } | Self::Lambda(_) => 0,
        }
    }
}

impl PartialEq for Literal {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::String(a), Self::String(b)) => a == b,
            (Self::Enum { class: a, name: m }, Self::Enum { class: b, name: n }) => a == b && m == n,
            (Self::Lambda(a), Self::Lambda(b)) => a == b,
            _ => std::mem::discriminant(self) == std::mem::discriminant(other) && self.bits() == other.bits(),
        }
    }
}

impl Eq for Literal {}

impl Hash for Literal {
    fn hash<H: Hasher>(&self, state: &mut H) {
        std::mem::discriminant(self).hash(state);
        match self {
            Self::String(text) => text.hash(state),
            Self::Enum { class, name } => (class, name).hash(state),
            Self::Lambda(lambda) => lambda.hash(state),
            _ => self.bits().hash(state),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floating_literals_compare_by_bits() {
        assert_eq!(Literal::Double(f64::NAN), Literal::Double(f64::NAN));
        assert_ne!(Literal::Float(0.0), Literal::Float(-0.0));
    }

    #[test]
    fn equal_bits_of_different_types_differ() {
        assert_ne!(Literal::Int(1), Literal::Long(1));
        assert_ne!(Literal::Byte(1), Literal::Boolean(true));
    }

    #[test]
    fn a_lone_surrogate_survives() {
        let text = JavaString(Arc::from([0xD800_u16, 0x61]));
        assert_eq!(text.units(), [0xD800, 0x61]);
        assert_eq!(text.to_lossy(), "\u{FFFD}a");
    }
}
