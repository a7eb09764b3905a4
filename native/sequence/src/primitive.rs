//! The primitive types.

use serde::{Deserialize, Serialize};

use crate::TypeId;

/// The primitive types and `void`, in the order of their fixed [`TypeId`]s.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the names are Java's own")]
pub enum Primitive {
    Void,
    Boolean,
    Byte,
    Char,
    Short,
    Int,
    Long,
    Float,
    Double,
}

impl Primitive {
    /// All of them; the position is the [`TypeId`].
    pub const ALL: [Self; 9] = [
        Self::Void,
        Self::Boolean,
        Self::Byte,
        Self::Char,
        Self::Short,
        Self::Int,
        Self::Long,
        Self::Float,
        Self::Double,
    ];

    /// The keyword of the language.
    pub fn keyword(self) -> &'static str {
        match self {
            Self::Void => "void",
            Self::Boolean => "boolean",
            Self::Byte => "byte",
            Self::Char => "char",
            Self::Short => "short",
            Self::Int => "int",
            Self::Long => "long",
            Self::Float => "float",
            Self::Double => "double",
        }
    }

    /// The character of a descriptor (JVMS 4.3.2).
    pub fn descriptor(self) -> char {
        match self {
            Self::Void => 'V',
            Self::Boolean => 'Z',
            Self::Byte => 'B',
            Self::Char => 'C',
            Self::Short => 'S',
            Self::Int => 'I',
            Self::Long => 'J',
            Self::Float => 'F',
            Self::Double => 'D',
        }
    }

    /// The class that boxes it, `java.lang.Integer` for `int`.
    pub fn boxed(self) -> &'static str {
        match self {
            Self::Void => "java.lang.Void",
            Self::Boolean => "java.lang.Boolean",
            Self::Byte => "java.lang.Byte",
            Self::Char => "java.lang.Character",
            Self::Short => "java.lang.Short",
            Self::Int => "java.lang.Integer",
            Self::Long => "java.lang.Long",
            Self::Float => "java.lang.Float",
            Self::Double => "java.lang.Double",
        }
    }

    /// The fixed id of the type.
    pub fn type_id(self) -> TypeId {
        TypeId(self as u32)
    }
}
