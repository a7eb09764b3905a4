//! Comparisons of expressions, of which a path condition is a conjunction.

use std::fmt;

use palus_classes::{Arithmetic, Relation};
use serde::{Deserialize, Serialize};

use crate::term::{Assignment, Node, Term, Variable};

/// A comparison. It is written by `==`, `!=`, `<` or `<=` alone, with a constant of an equation on the right.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Condition {
    /// How they compare.
    pub relation: Relation,
    /// One side.
    pub left: Term,
    /// The other side.
    pub right: Term,
}

/// What is known of a comparison without any other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Truth {
    /// It is always so.
    Known(bool),
    /// It hangs on the variables.
    Open(Condition),
}

impl Condition {
    /// The comparison of two expressions, both `int` or both `long`.
    pub fn of(relation: Relation, left: &Term, right: &Term) -> Truth {
        if let (Some(a), Some(b)) = (left.value(), right.value()) {
            return Truth::Known(compares(relation, a, b));
        }
        // What `lcmp` says is compared with 0 where the source compares two numbers.
        if let (Term::Compound(compound), Some(0)) = (left, right.value())
            && let Node::Compare(a, b) = &compound.node
        {
            return Self::of(relation, a, b);
        }
        if let Some(truth) = Self::of_shifted(relation, left, right) {
            return truth;
        }
        match relation {
            Relation::Gt => return Self::of(Relation::Lt, right, left),
            Relation::Ge => return Self::of(Relation::Le, right, left),
            Relation::Eq | Relation::Ne if left.value().is_some() => return Self::of(relation, right, left),
            _ => {}
        }
        if left == right {
            return Truth::Known(matches!(relation, Relation::Eq | Relation::Le));
        }
        let ((a, b), (c, d)) = (left.range(), right.range());
        let known = match relation {
            Relation::Lt => decided(b < c, a >= d),
            Relation::Le => decided(b <= c, a > d),
            Relation::Eq => decided(false, b < c || d < a),
            _ => decided(b < c || d < a, false),
        };
        known.map_or_else(
            || {
                Truth::Open(Self {
                    relation,
                    left: left.clone(),
                    right: right.clone(),
                })
            },
            Truth::Known,
        )
    }

    /// Whether the upper bits of a number that is not negative are zero, as a comparison of the number.
    fn of_shifted(relation: Relation, left: &Term, right: &Term) -> Option<Truth> {
        let Term::Compound(compound) = left else { return None };
        let Node::Binary(Arithmetic::Shr | Arithmetic::Ushr, number, by) = &compound.node else {
            return None;
        };
        let bits = by
            .value()
            .filter(|bits| (1..31).contains(bits) && right.value() == Some(0))?;
        let relation = match relation {
            Relation::Eq => Relation::Lt,
            Relation::Ne => Relation::Ge,
            _ => return None,
        };
        let limit = Term::constant(number.is_long(), 1 << bits);
        (number.range().0 >= 0).then(|| Self::of(relation, number, &limit))
    }

    /// The comparison that holds where this one does not.
    #[must_use]
    pub fn negated(&self) -> Self {
        let (left, right) = (self.left.clone(), self.right.clone());
        let (relation, left, right) = match self.relation {
            Relation::Eq => (Relation::Ne, left, right),
            Relation::Ne => (Relation::Eq, left, right),
            Relation::Lt | Relation::Ge => (Relation::Le, right, left),
            Relation::Le | Relation::Gt => (Relation::Lt, right, left),
        };
        Self { relation, left, right }
    }

    /// The comparison with its sides exchanged.
    #[must_use]
    pub(crate) fn converse(&self) -> Self {
        Self {
            relation: self.relation,
            left: self.right.clone(),
            right: self.left.clone(),
        }
    }

    /// Whether another comparison of the same two expressions follows from it.
    pub(crate) fn implies(&self, other: &Self) -> bool {
        let is_same = self.left == other.left && self.right == other.right;
        let is_converse = self.left == other.right && self.right == other.left;
        match (self.relation, other.relation) {
            (Relation::Lt, Relation::Le) => is_same,
            (Relation::Lt, Relation::Ne) | (Relation::Eq, Relation::Le) => is_same || is_converse,
            (one, another) => one == another && is_same,
        }
    }

    /// Whether it holds of these values.
    pub fn holds(&self, assignment: &Assignment) -> bool {
        match (self.left.evaluate(assignment), self.right.evaluate(assignment)) {
            (Some(a), Some(b)) => compares(self.relation, a, b),
            _ => false,
        }
    }

    /// Calls `each` for the variables in it.
    pub fn variables(&self, each: &mut dyn FnMut(Variable)) {
        self.left.variables(each);
        self.right.variables(each);
    }

    /// The comparison with other variables.
    #[must_use]
    pub fn renamed(&self, name: &dyn Fn(Variable) -> Variable) -> Self {
        Self {
            relation: self.relation,
            left: self.left.renamed(name),
            right: self.right.renamed(name),
        }
    }
}

fn decided(always: bool, never: bool) -> Option<bool> {
    match (always, never) {
        (true, _) => Some(true),
        (_, true) => Some(false),
        _ => None,
    }
}

/// Whether two numbers compare so.
pub(crate) fn compares<T: Ord + Copy>(relation: Relation, a: T, b: T) -> bool {
    match relation {
        Relation::Eq => a == b,
        Relation::Ne => a != b,
        Relation::Lt => a < b,
        Relation::Ge => a >= b,
        Relation::Gt => a > b,
        Relation::Le => a <= b,
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = match self.relation {
            Relation::Eq => "==",
            Relation::Ne => "!=",
            Relation::Lt => "<",
            Relation::Ge => ">=",
            Relation::Gt => ">",
            Relation::Le => "<=",
        };
        write!(f, "{} {sign} {}", self.left, self.right)
    }
}
