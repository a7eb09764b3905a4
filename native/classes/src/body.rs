//! What the body of a method says: constants, field accesses, calls.

use std::sync::Arc;

use crate::info::Constant;

/// A field and how often an instruction reads or writes it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FieldAccess {
    /// The class that the instruction names, which may have inherited the field.
    pub owner: Arc<str>,
    /// The name of the field.
    pub name: Arc<str>,
    /// Its descriptor.
    pub descriptor: Arc<str>,
    /// `getfield` and `getstatic` instructions.
    pub reads: u32,
    /// `putfield` and `putstatic` instructions.
    pub writes: u32,
}

/// The instruction that makes a call.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum CallKind {
    /// `invokespecial`: constructors, `super.m()`, private methods of old class files.
    Special,
    /// `invokevirtual`.
    Virtual,
    /// `invokestatic`.
    Static,
    /// `invokeinterface`.
    Interface,
    /// A method handle that `invokedynamic` binds: a lambda body or a method reference.
    Dynamic,
}

/// A method and the instruction by which it is called.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Call {
    /// The class that the instruction names; `[...` for an array type.
    pub owner: Arc<str>,
    /// The name of the method.
    pub name: Arc<str>,
    /// Its descriptor.
    pub descriptor: Arc<str>,
    /// The instruction.
    pub kind: CallKind,
}

/// What the code of one method names, each thing once, in the order of first mention.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Body {
    /// Whether there is code at all: abstract and native methods have none.
    pub has_code: bool,
    /// Literals, those between -1 and 5 left out: every pool holds them anyway.
    pub constants: Vec<Constant>,
    /// Fields read or written.
    pub fields: Vec<FieldAccess>,
    /// Methods called.
    pub calls: Vec<Call>,
}
