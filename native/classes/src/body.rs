//! What the body of a method says: constants and what they feed, field accesses, calls, and what it writes to.

use serde::{Deserialize, Serialize};
use std::sync::Arc;

use crate::info::Constant;

/// A field or method by the class that an instruction names, which may have inherited it.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Member {
    /// The binary name of the class; `[...` for an array type.
    pub owner: Arc<str>,
    /// The name.
    pub name: Arc<str>,
    /// The descriptor.
    pub descriptor: Arc<str>,
}

/// A field and how often the instructions of a body read or write it; what they do to the elements of an array counts for the
/// field that the array was read from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FieldAccess {
    /// The field, as the instruction names it.
    pub field: Arc<Member>,
    /// Reads of the field and of elements.
    pub reads: u32,
    /// Writes of the field and of elements.
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
    /// A method handle that `invokedynamic` binds: a lambda body or a method reference. It is not called here.
    Dynamic,
}

/// A method and the instruction by which it is called.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Call {
    /// The method.
    pub target: Arc<Member>,
    /// The instruction.
    pub kind: CallKind,
}

/// Where a value in a body comes from, as far as that is visible.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Operand {
    /// The receiver.
    This,
    /// The parameter of that position, the receiver not counted.
    Parameter(usize),
    /// Read from a field.
    Field(Arc<Member>),
    /// Read from an array that was read from a field.
    Element(Arc<Member>),
    /// The result of a call of that method.
    Result(Arc<Member>),
    /// Made in this body.
    Fresh,
    /// A constant.
    Constant,
    /// Anything else.
    Unknown,
}

/// What a constant feeds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Feed {
    /// It is compared with that: `==`, `!=`, `<`, `>`, `<=`, `>=`.
    Comparison {
        /// The other side.
        against: Operand,
    },
    /// It is a label of a `switch` over that.
    Switch {
        /// What is switched over.
        on: Operand,
    },
    /// It is passed to a call.
    Argument {
        /// What is called.
        call: Call,
        /// Its position among the operands: of an instance method the receiver is 0.
        position: usize,
        /// All operands of the call.
        operands: Vec<Operand>,
    },
}

/// A constant with what it feeds.
#[derive(Clone, PartialEq, Debug)]
pub struct ConstantUse {
    /// The constant.
    pub constant: Constant,
    /// What it feeds.
    pub feeds: Feed,
}

/// What the code of one method names, each thing once, in the order of first mention.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Body {
    /// Whether there is code at all: abstract and native methods have none.
    pub has_code: bool,
    /// Literals and what simple folding makes of them; numbers between -1 and 5 left out: every pool holds them anyway.
    pub constants: Vec<Constant>,
    /// Constants whose use is visible, small numbers too.
    pub uses: Vec<ConstantUse>,
    /// Fields read or written.
    pub fields: Vec<FieldAccess>,
    /// Methods called.
    pub calls: Vec<Call>,
    /// Classes of which it makes objects.
    pub created: Vec<Arc<str>>,
    /// What it does to objects, for the analysis of purity.
    pub(crate) heap: Heap,
    /// What javac's tables for switches over enums hold, where this body fills one.
    pub(crate) switch_tables: Vec<TableRow>,
    /// Switches through such tables: table, keys, what is switched over.
    pub(crate) table_switches: Vec<(Arc<Member>, Vec<i32>, Operand)>,
}

/// A row of a table that javac makes for a switch over an enum.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct TableRow {
    pub(crate) table: Arc<Member>,
    pub(crate) key: i32,
    pub(crate) constant: Arc<Member>,
}

/// Where an object comes from, as far as that decides whether it existed before the call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Origin {
    /// Made in this body.
    Fresh,
    /// An operand of the body's own call: the receiver is 0 for an instance method.
    Operand(usize),
    /// The result of the call at that position of [`Heap::sites`].
    Result(usize),
    /// Perhaps older than the call.
    Old,
    /// No object: a number or null.
    Scalar,
}

/// A call with where its operands come from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Site {
    pub(crate) call: Call,
    pub(crate) operands: Vec<Origin>,
}

/// What a body does to objects.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Heap {
    /// Objects and arrays of which it writes a field or element.
    pub(crate) writes: Vec<Origin>,
    /// Whether it writes a static field, waits for a monitor, or runs code that cannot be followed.
    pub(crate) is_global: bool,
    /// Its calls.
    pub(crate) sites: Vec<Site>,
    /// What it can return.
    pub(crate) returns: Vec<Origin>,
}
