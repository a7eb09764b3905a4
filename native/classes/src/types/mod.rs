//! Types as the language has them: type arguments, wildcards, variables and their bounds (JLS chapter 4).
//!
//! A [`Type`] is a value; what it means is asked of [`Types`], which looks the classes up: supertypes, erasure, assignability,
//! the one method of a functional interface.

mod functional;
mod header;
mod print;
mod relation;
mod signature;
mod specific;
mod substitution;
mod system;

use std::sync::Arc;

use palus_sequence::Primitive;

pub use functional::Functional;
pub(crate) use header::{Header, MethodHeader, declarer};
pub use signature::MethodSignature;
pub(crate) use signature::Scope;
pub use system::Types;

/// A type of the language.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Type {
    /// A primitive type or `void`.
    Primitive(Primitive),
    /// The type of `null` (JLS 4.1).
    Null,
    /// A class or interface, with or without type arguments.
    Class(ClassType),
    /// An array of elements of this type.
    Array(Box<Type>),
    /// A type variable.
    Variable(Variable),
    /// Several types at once, as a bound of a captured variable (JLS 4.9).
    Intersection(Vec<Type>),
}

/// A class or interface type. Without arguments of its own or of an enclosing type, a generic class stands for its raw type
/// (JLS 4.8).
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ClassType {
    /// The binary name with dots.
    pub name: Arc<str>,
    /// Its type arguments, empty where it has none.
    pub arguments: Vec<Argument>,
    /// The enclosing type where that has type arguments and this is an inner class of it.
    pub outer: Option<Box<ClassType>>,
}

/// A type argument (JLS 4.5.1).
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Argument {
    /// A type.
    Exact(Type),
    /// `? extends T`.
    Extends(Type),
    /// `? super T`.
    Super(Type),
    /// `?`.
    Any,
}

/// A type variable.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Variable {
    /// Declared by a class or method.
    Declared {
        /// Who declares it: the binary name of a class, or for a method `class#name` and its descriptor.
        declarer: Arc<str>,
        /// Its name.
        name: Arc<str>,
    },
    /// Made for a wildcard by capture conversion (JLS 5.1.10); means something only within the question that made it.
    Captured(u32),
}

/// A type parameter: a variable where it is declared.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TypeParameter {
    /// Its name.
    pub name: Arc<str>,
    /// Its bounds, as written; empty for none, which means `Object`.
    pub bounds: Vec<Type>,
}

pub(crate) const OBJECT: &str = "java.lang.Object";

impl ClassType {
    /// A class without type arguments.
    pub fn plain(name: &str) -> Self {
        Self {
            name: name.into(),
            arguments: Vec::new(),
            outer: None,
        }
    }

    /// Whether it or an enclosing type has type arguments.
    pub fn is_parameterised(&self) -> bool {
        !self.arguments.is_empty() || self.outer.as_ref().is_some_and(|outer| outer.is_parameterised())
    }

    fn has_variable(&self) -> bool {
        let of_argument = |argument: &Argument| match argument {
            Argument::Exact(of) | Argument::Extends(of) | Argument::Super(of) => of.has_variable(),
            Argument::Any => false,
        };
        self.arguments.iter().any(of_argument) || self.outer.as_ref().is_some_and(|outer| outer.has_variable())
    }
}

impl Type {
    /// A class without type arguments.
    pub fn class(name: &str) -> Self {
        Self::Class(ClassType::plain(name))
    }

    /// `java.lang.Object`.
    pub fn object() -> Self {
        Self::class(OBJECT)
    }

    /// Whether it is a primitive type or `void`.
    pub fn is_primitive(&self) -> bool {
        matches!(self, Self::Primitive(_))
    }

    /// Whether a type variable stands in it.
    pub fn has_variable(&self) -> bool {
        match self {
            Self::Primitive(_) | Self::Null => false,
            Self::Class(class) => class.has_variable(),
            Self::Array(element) => element.has_variable(),
            Self::Variable(_) => true,
            Self::Intersection(parts) => parts.iter().any(Self::has_variable),
        }
    }

    /// The type without type arguments that a descriptor names (JVMS 4.3.2); `None` for a broken one.
    pub fn of_descriptor(descriptor: &str) -> Option<Self> {
        signature::field_signature(descriptor, &Scope::default())
    }
}
