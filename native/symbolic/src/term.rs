//! Symbolic values: expressions over variables and constants, with Java's arithmetic.

use std::fmt;
use std::sync::Arc;

use palus_classes::Arithmetic;
use palus_sequence::Primitive;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use crate::arithmetic::{self, narrow};

/// A variable: the value of a numeric argument of a call.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Variable {
    /// Its number, from 0, in the order of calls and arguments.
    pub number: u32,
    /// Its type: `boolean`, `byte`, `char`, `short`, `int` or `long`.
    pub primitive: Primitive,
}

/// A value for each variable that has one.
pub type Assignment = FxHashMap<Variable, i64>;

/// An expression. `boolean`, `byte`, `char` and `short` are `int`s, as on the operand stack.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Term {
    /// A constant `int`.
    Int(i32),
    /// A constant `long`.
    Long(i64),
    /// A variable.
    Variable(Variable),
    /// An operation on others.
    Compound(Arc<Compound>),
}

/// An operation on expressions.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Compound {
    /// What is done.
    pub node: Node,
    /// How many operations, variables and constants it is written with.
    size: u32,
    /// No value of it is outside of these.
    range: (i64, i64),
}

/// What is done in a compound expression.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Node {
    /// Minus.
    Negate(Term),
    /// An operation on two; a division is by what is not zero.
    Binary(Arithmetic, Term, Term),
    /// As another type of whole numbers has it.
    Convert(Primitive, Term),
    /// -1, 0 or 1 as the first is less than, equal to or greater than the second.
    Compare(Term, Term),
}

impl Term {
    /// The largest expression that is worth anything to a solver.
    pub const MOST: u32 = 2_000;

    /// The constant of that value: a `long`, or else an `int`.
    pub(crate) fn constant(is_long: bool, value: i64) -> Self {
        if is_long {
            Self::Long(value)
        } else {
            Self::Int(value as i32)
        }
    }

    /// Whether it is a `long`.
    pub fn is_long(&self) -> bool {
        match self {
            Self::Int(_) => false,
            Self::Long(_) => true,
            Self::Variable(variable) => variable.primitive == Primitive::Long,
            Self::Compound(compound) => match &compound.node {
                Node::Negate(of) => of.is_long(),
                Node::Binary(_, left, _) => left.is_long(),
                Node::Convert(to, _) => *to == Primitive::Long,
                Node::Compare(..) => false,
            },
        }
    }

    /// Its value, when it is a constant.
    pub fn value(&self) -> Option<i64> {
        match self {
            Self::Int(value) => Some(i64::from(*value)),
            Self::Long(value) => Some(*value),
            Self::Variable(_) | Self::Compound(_) => None,
        }
    }

    /// The least and the greatest value that it could have, as far as that shows without solving anything.
    pub fn range(&self) -> (i64, i64) {
        match self {
            Self::Int(value) => (i64::from(*value), i64::from(*value)),
            Self::Long(value) => (*value, *value),
            Self::Variable(variable) => arithmetic::range(variable.primitive),
            Self::Compound(compound) => compound.range,
        }
    }

    /// How many operations, variables and constants it is written with.
    pub fn size(&self) -> u32 {
        match self {
            Self::Compound(compound) => compound.size,
            _ => 1,
        }
    }

    fn own_range(&self) -> (i64, i64) {
        arithmetic::range(if self.is_long() {
            Primitive::Long
        } else {
            Primitive::Int
        })
    }

    fn compound(node: Node) -> Self {
        let (size, range) = match &node {
            Node::Negate(of) => (of.size(), of.own_range()),
            Node::Binary(operation, left, right) => (
                left.size().saturating_add(right.size()),
                binary_range(*operation, left, right),
            ),
            Node::Convert(to, of) => (of.size(), {
                let (low, high) = of.range();
                let (least, most) = arithmetic::range(*to);
                if least <= low && high <= most {
                    (low, high)
                } else {
                    (least, most)
                }
            }),
            Node::Compare(left, right) => (left.size().saturating_add(right.size()), (-1, 1)),
        };
        let made = Self::Compound(Arc::new(Compound {
            node,
            size: size.saturating_add(1),
            range,
        }));
        if range.0 == range.1 {
            return Self::constant(made.is_long(), range.0);
        }
        made
    }

    /// Minus the expression.
    #[must_use]
    pub fn negate(&self) -> Self {
        match self {
            Self::Int(value) => Self::Int(value.wrapping_neg()),
            Self::Long(value) => Self::Long(value.wrapping_neg()),
            _ => Self::compound(Node::Negate(self.clone())),
        }
    }

    /// An operation on two; `None` for a division by the constant zero. Whoever divides by an expression sees to it that it is not zero.
    pub fn binary(operation: Arithmetic, left: &Self, right: &Self) -> Option<Self> {
        use Arithmetic as A;
        let is_long = left.is_long();
        if let (Some(a), Some(b)) = (left.value(), right.value()) {
            return apply(operation, is_long, a, b).map(|value| Self::constant(is_long, value));
        }
        if matches!(operation, A::Div | A::Rem) && right.value() == Some(0) {
            return None;
        }
        // A constant stands on the right, and is added, so that sums of a variable and constants are one of each.
        if matches!(operation, A::Add | A::Mul | A::And | A::Or | A::Xor) && left.value().is_some() {
            return Self::binary(operation, right, left);
        }
        let simple = match (operation, right.value()) {
            (A::Sub, Some(by)) => return Self::binary(A::Add, left, &Self::constant(is_long, by.wrapping_neg())),
            (A::Add | A::Or | A::Xor | A::Shl | A::Shr | A::Ushr, Some(0)) | (A::Mul | A::Div, Some(1)) => {
                Some(left.clone())
            }
            (A::Mul | A::And, Some(0)) => Some(Self::constant(is_long, 0)),
            (A::Add, Some(by)) => left.summand().and_then(|(term, more)| {
                let sum = if is_long {
                    by.wrapping_add(more)
                } else {
                    i64::from((by as i32).wrapping_add(more as i32))
                };
                Self::binary(A::Add, &term, &Self::constant(is_long, sum))
            }),
            (A::Sub | A::Xor, None) if left == right => Some(Self::constant(is_long, 0)),
            (A::Sub, None) => match (left.sum(), right.sum()) {
                ((one, more), (other, less)) if one == other => {
                    return apply(A::Sub, is_long, more, less).map(|value| Self::constant(is_long, value));
                }
                _ => None,
            },
            _ => None,
        };
        Some(simple.unwrap_or_else(|| Self::compound(Node::Binary(operation, left.clone(), right.clone()))))
    }

    /// As another type of whole numbers has it.
    #[must_use]
    pub fn convert(&self, to: Primitive) -> Self {
        let is_long = to == Primitive::Long;
        if let Some(value) = self.value() {
            return Self::constant(is_long, narrow(to, value));
        }
        let ((low, high), (least, most)) = (self.range(), arithmetic::range(to));
        if is_long == self.is_long() && least <= low && high <= most {
            return self.clone();
        }
        // What was made longer and comes back is what it was.
        if let (Self::Compound(compound), Primitive::Int) = (self, to)
            && let Node::Convert(Primitive::Long, of) = &compound.node
        {
            return of.clone();
        }
        Self::compound(Node::Convert(to, self.clone()))
    }

    /// How two compare, as `lcmp` says it.
    #[must_use]
    pub fn compare(left: &Self, right: &Self) -> Self {
        if let (Some(a), Some(b)) = (left.value(), right.value()) {
            return Self::Int(a.cmp(&b) as i32);
        }
        Self::compound(Node::Compare(left.clone(), right.clone()))
    }

    /// The expression without the constant that is added to it, and that constant; `None` when none is.
    pub(crate) fn summand(&self) -> Option<(Self, i64)> {
        let Self::Compound(compound) = self else { return None };
        match &compound.node {
            Node::Binary(Arithmetic::Add, term, by) => Some((term.clone(), by.value()?)),
            _ => None,
        }
    }

    /// The expression as a sum of another one and a constant, which may be zero.
    fn sum(&self) -> (Self, i64) {
        self.summand().unwrap_or_else(|| (self.clone(), 0))
    }

    /// Its value where variables have these; those without one are 0. `None` where something is divided by zero.
    pub fn evaluate(&self, assignment: &Assignment) -> Option<i64> {
        let compound = match self {
            Self::Variable(variable) => return Some(assignment.get(variable).copied().unwrap_or(0)),
            Self::Compound(compound) => compound,
            Self::Int(_) | Self::Long(_) => return self.value(),
        };
        match &compound.node {
            Node::Negate(of) => {
                let value = of.evaluate(assignment)?;
                Some(if of.is_long() {
                    value.wrapping_neg()
                } else {
                    i64::from((value as i32).wrapping_neg())
                })
            }
            Node::Binary(operation, left, right) => apply(
                *operation,
                left.is_long(),
                left.evaluate(assignment)?,
                right.evaluate(assignment)?,
            ),
            Node::Convert(to, of) => Some(narrow(*to, of.evaluate(assignment)?)),
            Node::Compare(left, right) => Some(left.evaluate(assignment)?.cmp(&right.evaluate(assignment)?) as i64),
        }
    }

    /// Calls `each` for the variables in it, from left to right.
    pub fn variables(&self, each: &mut dyn FnMut(Variable)) {
        match self {
            Self::Int(_) | Self::Long(_) => {}
            Self::Variable(variable) => each(*variable),
            Self::Compound(compound) => match &compound.node {
                Node::Negate(of) | Node::Convert(_, of) => of.variables(each),
                Node::Binary(_, left, right) | Node::Compare(left, right) => {
                    left.variables(each);
                    right.variables(each);
                }
            },
        }
    }

    /// The expression with other variables.
    #[must_use]
    pub fn renamed(&self, name: &dyn Fn(Variable) -> Variable) -> Self {
        match self {
            Self::Int(_) | Self::Long(_) => self.clone(),
            Self::Variable(variable) => Self::Variable(name(*variable)),
            Self::Compound(compound) => Self::Compound(Arc::new(Compound {
                size: compound.size,
                range: compound.range,
                node: match &compound.node {
                    Node::Negate(of) => Node::Negate(of.renamed(name)),
                    Node::Binary(operation, left, right) => {
                        Node::Binary(*operation, left.renamed(name), right.renamed(name))
                    }
                    Node::Convert(to, of) => Node::Convert(*to, of.renamed(name)),
                    Node::Compare(left, right) => Node::Compare(left.renamed(name), right.renamed(name)),
                },
            })),
        }
    }
}

/// The result of an operation on whole numbers; `None` for a division by zero.
fn apply(operation: Arithmetic, is_long: bool, a: i64, b: i64) -> Option<i64> {
    if is_long {
        operation.of_longs(a, b)
    } else {
        operation.of_ints(a as i32, b as i32).map(i64::from)
    }
}

/// What the result of an operation is never outside of.
fn binary_range(operation: Arithmetic, left: &Term, right: &Term) -> (i64, i64) {
    let own = left.own_range();
    let ((a, b), (c, d)) = (left.range(), right.range());
    let fits = |low: Option<i64>, high: Option<i64>| match (low, high) {
        (Some(low), Some(high)) if own.0 <= low && high <= own.1 => (low, high),
        _ => own,
    };
    match operation {
        Arithmetic::Add => fits(a.checked_add(c), b.checked_add(d)),
        Arithmetic::Sub => fits(a.checked_sub(d), b.checked_sub(c)),
        Arithmetic::And if c >= 0 => (0, d),
        Arithmetic::And if a >= 0 => (0, b),
        Arithmetic::Shr | Arithmetic::Ushr if a >= 0 && c == d && (0..31).contains(&c) => (a >> c, b >> c),
        Arithmetic::Rem if c == d && c > 0 => (if a >= 0 { 0 } else { 1 - c }, c - 1),
        _ => own,
    }
}

impl fmt::Display for Variable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "x{}", self.number + 1)
    }
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let compound = match self {
            Self::Int(value) => return write!(f, "{value}"),
            Self::Long(value) => return write!(f, "{value}L"),
            Self::Variable(variable) => return variable.fmt(f),
            Self::Compound(compound) => compound,
        };
        match &compound.node {
            Node::Negate(of) => write!(f, "-({of})"),
            Node::Binary(operation, left, right) => write!(f, "({left} {} {right})", symbol(*operation)),
            Node::Convert(to, of) => write!(f, "({}) {of}", to.keyword()),
            Node::Compare(left, right) => write!(f, "compare({left}, {right})"),
        }
    }
}

fn symbol(operation: Arithmetic) -> &'static str {
    match operation {
        Arithmetic::Add => "+",
        Arithmetic::Sub => "-",
        Arithmetic::Mul => "*",
        Arithmetic::Div => "/",
        Arithmetic::Rem => "%",
        Arithmetic::And => "&",
        Arithmetic::Or => "|",
        Arithmetic::Xor => "^",
        Arithmetic::Shl => "<<",
        Arithmetic::Shr => ">>",
        Arithmetic::Ushr => ">>>",
    }
}
