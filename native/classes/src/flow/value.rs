//! The lattice of values.

use std::sync::Arc;

use palus_sequence::JavaString;

use crate::body::{Member, Operand, Origin};
use crate::info::Constant;

/// Where a value comes from.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Value {
    Unknown,
    /// A number that is not known.
    Number,
    Null,
    Constant(Constant),
    This,
    Parameter {
        position: usize,
        is_number: bool,
    },
    /// Read from a field.
    Field {
        field: Arc<Member>,
        is_static: bool,
    },
    /// Read from an array that came from a field.
    Element(Arc<Member>),
    /// Made in this body.
    Fresh,
    /// A string builder just made, with what was appended by constants alone, as long as it is used in one chain of calls.
    Building(JavaString),
    /// The result of a call: its position among the call sites, and the method.
    Result {
        site: usize,
        target: Arc<Member>,
    },
    /// `ordinal()` of a static field of its own class, so of an enum constant.
    OrdinalOf(Arc<Member>),
    /// `ordinal()` of something else.
    Ordinal(Box<Value>),
    /// What javac's table for a switch over an enum has for an ordinal.
    TableKey {
        table: Arc<Member>,
        on: Box<Value>,
    },
    /// `String.hashCode()`, on which javac switches before it compares.
    Hash,
    /// What `lcmp` and the like say, which a branch tests next.
    Verdict,
}

impl Value {
    /// What is known when control can come from two places.
    pub(super) fn merge(&self, other: &Self) -> Self {
        match (self, other) {
            _ if self == other => self.clone(),
            // Nothing is read from or written to null.
            (Self::Null, known) | (known, Self::Null) => known.clone(),
            (a, b) if a.is_number() && b.is_number() => Self::Number,
            (Self::Fresh | Self::Building(_), Self::Fresh | Self::Building(_)) => Self::Fresh,
            _ => Self::Unknown,
        }
    }

    fn is_number(&self) -> bool {
        match self {
            Self::Number
            | Self::OrdinalOf(_)
            | Self::Ordinal(_)
            | Self::TableKey { .. }
            | Self::Hash
            | Self::Verdict => true,
            Self::Constant(constant) => constant.is_number(),
            Self::Parameter { is_number, .. } => *is_number,
            _ => false,
        }
    }

    /// For a reader of the body.
    pub(super) fn operand(&self) -> Operand {
        match self {
            Self::This => Operand::This,
            Self::Parameter { position, .. } => Operand::Parameter(*position),
            Self::Field { field, .. } => Operand::Field(field.clone()),
            Self::Element(field) => Operand::Element(field.clone()),
            Self::Result { target, .. } => Operand::Result(target.clone()),
            Self::Ordinal(of) => of.operand(),
            Self::TableKey { on, .. } => on.operand(),
            Self::Fresh | Self::Building(_) => Operand::Fresh,
            Self::Constant(_) | Self::Null => Operand::Constant,
            Self::OrdinalOf(_) | Self::Unknown | Self::Number | Self::Hash | Self::Verdict => Operand::Unknown,
        }
    }

    /// For the analysis of purity.
    pub(super) fn origin(&self, has_receiver: bool) -> Origin {
        match self {
            Self::Fresh | Self::Building(_) => Origin::Fresh,
            Self::This => Origin::Operand(0),
            Self::Parameter { position, .. } => Origin::Operand(position + usize::from(has_receiver)),
            Self::Result { site, .. } => Origin::Result(*site),
            Self::Null => Origin::Scalar,
            value if value.is_number() => Origin::Scalar,
            Self::Constant(_) => Origin::Scalar,
            _ => Origin::Old,
        }
    }

    /// The static field of its own class that the value was read from: an enum constant, if the class is an enum.
    pub(super) fn enum_constant(&self) -> Option<&Arc<Member>> {
        match self {
            Self::Field { field, is_static: true } => {
                let own = field.descriptor.strip_prefix('L').and_then(|d| d.strip_suffix(';'));
                let is_own = own.is_some_and(|own| {
                    own.len() == field.owner.len()
                        && own
                            .bytes()
                            .zip(field.owner.bytes())
                            .all(|(a, b)| a == b || (a == b'/' && b == b'.'))
                });
                is_own.then_some(field)
            }
            _ => None,
        }
    }
}
