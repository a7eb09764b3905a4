//! The instructions of a method, for whoever executes them: every operand is kept, each opcode that differs in its type alone is one.

use std::sync::Arc;

use palus_sequence::Primitive;
use serde::{Deserialize, Serialize};

use crate::body::{CallKind, Member};
use crate::info::Constant;

/// The code of a method.
#[derive(Clone, PartialEq, Debug)]
pub struct MethodCode {
    /// How many local variables there are; `long` and `double` take two.
    pub max_locals: u16,
    /// Instructions with their offsets in bytes, ascending.
    pub instructions: Vec<(u32, Instruction)>,
    /// Exception handlers, the first that fits has the exception.
    pub handlers: Vec<Handler>,
}

impl MethodCode {
    /// The position of the instruction at an offset; `None` where none begins.
    pub fn position(&self, offset: u32) -> Option<usize> {
        self.instructions.binary_search_by_key(&offset, |(at, _)| *at).ok()
    }

    /// The distinct ways out of the instruction at a position, as offsets in the order in which the agent numbers its edges; empty for one
    /// that is no conditional jump and no switch.
    pub fn ways(&self, position: usize) -> Vec<u32> {
        let next = self.instructions.get(position + 1).map_or(u32::MAX, |(at, _)| *at);
        match self.instructions.get(position).map(|(_, instruction)| instruction) {
            Some(
                Instruction::If { target, .. }
                | Instruction::IfSame { target, .. }
                | Instruction::IfNull { target, .. },
            ) => {
                vec![*target, next]
            }
            Some(Instruction::Switch { targets, default, .. }) => {
                let mut ways = vec![*default];
                for target in targets {
                    if !ways.contains(target) {
                        ways.push(*target);
                    }
                }
                ways
            }
            _ => Vec::new(),
        }
    }
}

/// An exception handler.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Handler {
    /// The first offset that it covers.
    pub start: u32,
    /// The offset behind the last.
    pub end: u32,
    /// Where it begins.
    pub target: u32,
    /// The binary name of the class that it catches; `None` for all.
    pub class: Option<Arc<str>>,
}

/// What the operand stack and local variables tell apart (JVMS 2.11.1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// `boolean`, `byte`, `char`, `short` and `int`.
    Int,
    /// `long`.
    Long,
    /// `float`.
    Float,
    /// `double`.
    Double,
    /// A reference.
    Reference,
}

impl Kind {
    /// Whether a value takes two local variables.
    pub fn is_wide(self) -> bool {
        matches!(self, Self::Long | Self::Double)
    }
}

/// A binary operation on numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the names are those of the instructions")]
pub enum Arithmetic {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    And,
    Or,
    Xor,
    Shl,
    Shr,
    Ushr,
}

/// Java's arithmetic of whole numbers (JLS 15.17 to 15.22): it wraps around, and a shift looks at the lowest five or six bits.
macro_rules! whole_numbers {
    ($name:ident, $number:ty, $unsigned:ty, $doc:literal) => {
        #[doc = $doc]
        pub fn $name(self, a: $number, b: $number) -> Option<$number> {
            Some(match self {
                Self::Add => a.wrapping_add(b),
                Self::Sub => a.wrapping_sub(b),
                Self::Mul => a.wrapping_mul(b),
                Self::Div | Self::Rem if b == 0 => return None,
                Self::Div => a.wrapping_div(b),
                Self::Rem => a.wrapping_rem(b),
                Self::And => a & b,
                Self::Or => a | b,
                Self::Xor => a ^ b,
                Self::Shl => a.wrapping_shl(b as u32),
                Self::Shr => a.wrapping_shr(b as u32),
                Self::Ushr => (a as $unsigned).wrapping_shr(b as u32) as $number,
            })
        }
    };
}

impl Arithmetic {
    whole_numbers!(
        of_ints,
        i32,
        u32,
        "The result of the operation on two `int`s; `None` for a division by zero."
    );
    whole_numbers!(
        of_longs,
        i64,
        u64,
        "The result of the operation on two `long`s, of which the second is an `int` for a shift; `None` for a division by zero."
    );
}

/// How two numbers compare.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the names are those of the instructions")]
pub enum Relation {
    Eq,
    Ne,
    Lt,
    Ge,
    Gt,
    Le,
}

/// What moves the top of the operand stack, by the category of values (JVMS 2.11.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names are those of the instructions")]
pub enum StackMove {
    Pop,
    Pop2,
    Dup,
    DupX1,
    DupX2,
    Dup2,
    Dup2X1,
    Dup2X2,
    Swap,
}

impl StackMove {
    /// How much room is taken off the top (a `long` or `double` takes that of two), and below how much more what was there goes back; `None`
    /// where it is gone. But for `swap`, a copy of it then comes on the top again.
    pub fn rooms(self) -> (u8, Option<u8>) {
        match self {
            Self::Pop => (1, None),
            Self::Pop2 => (2, None),
            Self::Dup => (1, Some(0)),
            Self::DupX1 | Self::Swap => (1, Some(1)),
            Self::DupX2 => (1, Some(2)),
            Self::Dup2 => (2, Some(0)),
            Self::Dup2X1 => (2, Some(1)),
            Self::Dup2X2 => (2, Some(2)),
        }
    }
}

/// What a call site of `invokedynamic` is for.
#[derive(Clone, PartialEq, Debug)]
pub enum Purpose {
    /// To join strings: the recipe, in which U+0001 stands for an operand and U+0002 for one of the constants.
    Concat {
        /// UTF-16 units.
        recipe: Vec<u16>,
        /// `None` for what is no literal.
        constants: Vec<Option<Constant>>,
    },
    /// To make an object of a functional interface: the method that it stands for.
    Lambda(Arc<Member>),
    /// Anything else.
    Other,
}

/// A call site of `invokedynamic`.
#[derive(Clone, PartialEq, Debug)]
pub struct CallSite {
    /// Its name: for a lambda that of the method of the interface.
    pub name: Arc<str>,
    /// The descriptor of what is called.
    pub descriptor: Arc<str>,
    /// What for.
    pub purpose: Purpose,
}

/// An instruction. Offsets are absolute.
#[derive(Clone, PartialEq, Debug)]
#[expect(missing_docs, reason = "the names are those of the instructions (JVMS 6.5)")]
pub enum Instruction {
    Nop,
    Const(Constant),
    Null,
    /// A constant that no literal says, such as a method handle.
    OtherConst,
    Load {
        slot: u16,
        kind: Kind,
    },
    Store {
        slot: u16,
        kind: Kind,
    },
    Increment {
        slot: u16,
        by: i32,
    },
    /// `Void` stands for references; `Byte` is also that of `boolean`.
    ArrayLoad(Primitive),
    /// As above.
    ArrayStore(Primitive),
    Stack(StackMove),
    Negate(Kind),
    Binary(Arithmetic, Kind),
    Convert {
        from: Kind,
        to: Primitive,
    },
    /// Two numbers to -1, 0 or 1.
    Compare {
        kind: Kind,
        /// What it gives for NaN.
        nan: i32,
    },
    /// Jumps when the number compares so with 0, or with the one above it.
    If {
        relation: Relation,
        with_zero: bool,
        target: u32,
    },
    /// Compares references.
    IfSame {
        is_same: bool,
        target: u32,
    },
    IfNull {
        is_null: bool,
        target: u32,
    },
    Goto(u32),
    /// `jsr` and `ret`, gone from class files since Java 7.
    Subroutine,
    /// One target a key.
    Switch {
        keys: Vec<i32>,
        targets: Vec<u32>,
        default: u32,
    },
    /// `None` for `void`.
    Return(Option<Kind>),
    Throw,
    GetField(Arc<Member>),
    GetStatic(Arc<Member>),
    PutField(Arc<Member>),
    PutStatic(Arc<Member>),
    Invoke {
        target: Arc<Member>,
        kind: CallKind,
    },
    InvokeDynamic(Arc<CallSite>),
    /// The binary name of the class.
    New(Arc<str>),
    /// The descriptor of the array; so many lengths are on the stack.
    NewArray {
        descriptor: Arc<str>,
        dimensions: u8,
    },
    ArrayLength,
    /// The binary name of the class, or the descriptor of the array type.
    InstanceOf(Arc<str>),
    /// As above.
    CheckCast(Arc<str>),
    MonitorEnter,
    MonitorExit,
}

#[cfg(test)]
mod tests {
    use super::Arithmetic;

    #[test]
    fn results_wrap_around_and_shifts_look_at_the_lowest_bits() {
        assert_eq!(Arithmetic::Add.of_ints(i32::MAX, 1), Some(i32::MIN));
        assert_eq!(Arithmetic::Div.of_ints(i32::MIN, -1), Some(i32::MIN));
        assert_eq!(Arithmetic::Rem.of_ints(-7, 3), Some(-1));
        assert_eq!(Arithmetic::Div.of_ints(1, 0), None);
        assert_eq!(Arithmetic::Shl.of_ints(1, 33), Some(2));
        assert_eq!(Arithmetic::Ushr.of_ints(-1, 28), Some(15));
        assert_eq!(Arithmetic::Shl.of_longs(1, 65), Some(2));
        assert_eq!(Arithmetic::Ushr.of_longs(-1, -4), Some(15));
    }
}
