//! Instructions as far as they move values: some 200 opcodes come down to these.

use std::sync::Arc;

use palus_sequence::Primitive;

use crate::body::{CallKind, Member};
use crate::info::Constant;
use crate::instruction::{Arithmetic, StackMove};

/// The code of a method.
pub(crate) struct Code {
    /// Instructions with their offsets, in order.
    pub(crate) ops: Vec<(u32, Op)>,
    /// Exception handlers: first offset, offset after the last, offset of the handler.
    pub(crate) handlers: Vec<(u32, u32, u32)>,
    /// Whether local variable 0 is the receiver.
    pub(crate) has_receiver: bool,
    /// The local variable of each parameter.
    pub(crate) parameter_slots: Vec<u32>,
    /// Whether each parameter is a number.
    pub(crate) is_number: Vec<bool>,
    pub(crate) max_locals: u16,
}

/// A call by an `invoke` instruction other than `invokedynamic`.
#[derive(Debug)]
pub(crate) struct Invocation {
    pub(crate) target: Arc<Member>,
    pub(crate) kind: CallKind,
    /// How many operands it takes, the receiver included.
    pub(crate) operands: usize,
    pub(crate) result: Width,
}

/// What `invokedynamic` binds.
#[derive(Debug)]
pub(crate) struct Dynamic {
    pub(crate) bootstrap: Bootstrap,
    /// How many operands it takes.
    pub(crate) operands: usize,
    pub(crate) result: Width,
}

/// What the bootstrap method of a call site makes of its static arguments.
#[derive(Clone, Debug)]
pub(crate) enum Bootstrap {
    /// `StringConcatFactory`: the recipe, in which U+0001 stands for an operand and U+0002 for one of the constants.
    Concat {
        recipe: Vec<u16>,
        constants: Vec<Option<Constant>>,
    },
    /// `SwitchBootstraps`: the labels that are constants.
    Switch { labels: Vec<Constant> },
    /// All others: the methods and fields whose handles are bound (a lambda body, the components of a record).
    Handles {
        calls: Vec<Arc<Member>>,
        reads: Vec<Arc<Member>>,
    },
}

/// How much room a result takes on the stack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Width {
    None,
    One,
    /// `long` and `double`.
    Two,
}

/// A branch on values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Test {
    /// A number with 0, by an order (`ifeq` and `ifne` test booleans too).
    Zero { is_order: bool },
    /// Two numbers.
    Numbers,
    /// Two references.
    Same,
    /// A reference with null.
    Null,
}

/// An instruction.
#[derive(Debug)]
pub(crate) enum Op {
    Nothing,
    Push(Constant),
    PushNull,
    /// A value that no literal says, such as a method handle.
    PushUnknown {
        is_wide: bool,
    },
    Load {
        slot: u16,
        is_wide: bool,
    },
    Store {
        slot: u16,
    },
    Increment {
        slot: u16,
    },
    ArrayLoad {
        is_wide: bool,
    },
    ArrayStore,
    Stack(StackMove),
    Negate,
    Binary(Arithmetic),
    Convert(Primitive),
    /// `lcmp`, `fcmpl` and the like: two numbers to -1, 0 or 1.
    Compare,
    Branch {
        test: Test,
        target: u32,
    },
    Goto(u32),
    /// `jsr`, gone from class files since Java 7.
    Subroutine(u32),
    Switch {
        keys: Vec<i32>,
        targets: Vec<u32>,
    },
    Return {
        has_value: bool,
    },
    /// `athrow`, `ret`.
    End,
    GetField(Arc<Member>),
    GetStatic(Arc<Member>),
    PutField(Arc<Member>),
    PutStatic(Arc<Member>),
    Invoke(Arc<Invocation>),
    Dynamic(Arc<Dynamic>),
    New(Arc<str>),
    NewArray {
        dimensions: u8,
    },
    /// `arraylength`, `instanceof`: a reference to a number.
    Measure,
    Monitor,
}

impl Op {
    /// Whether control never goes on to the next instruction.
    pub(crate) fn ends(&self) -> bool {
        matches!(
            self,
            Self::Goto(_) | Self::Switch { .. } | Self::Return { .. } | Self::End | Self::Subroutine(_)
        )
    }
}

/// Whether a field descriptor or result takes two places on the stack.
pub(crate) fn width(descriptor: &str) -> Width {
    match descriptor {
        "V" => Width::None,
        "J" | "D" => Width::Two,
        _ => Width::One,
    }
}
