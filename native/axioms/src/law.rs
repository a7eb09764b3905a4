//! Right sides of laws.

use palus_machine::Answer;

/// What the result of `f2(f1(S, a1), a2)`, or the state behind it, may be equal to.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) enum Right {
    /// Law 1, and 6 of a single execution.
    Constant(Answer),
    /// Law 2: an argument of f1.
    First(usize),
    /// Law 2: an argument of f2.
    Second(usize),
    /// Law 3: f1(S, a1).
    Inner,
    /// Law 3': f2(S, a2).
    Earlier,
    /// Law 4, and 7 of a single execution: S.
    Subject,
    /// Law 5: f1(f2(S, a2), a1).
    Commuted,
    /// One of the others, and a number that is not 0.
    Plus(Box<Right>, i64),
    /// One where a condition holds and another where it does not.
    Either(Condition, Box<Right>, Box<Right>),
}

/// What a conditional law asks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) enum Condition {
    /// Whether the first arguments of f1 and f2 are equal.
    EqualArguments,
    /// Whether this observer without parameters, by the number of its method, answers true for S.
    Observer(usize),
}

impl Right {
    /// The number of the law, for a composition.
    pub(crate) fn number(&self) -> &'static str {
        match self {
            Self::Constant(_) => "1",
            Self::First(_) | Self::Second(_) => "2",
            Self::Inner => "3",
            Self::Earlier => "3'",
            Self::Subject => "4",
            Self::Commuted => "5",
            Self::Plus(right, _) | Self::Either(_, right, _) => right.number(),
        }
    }
}

/// What of a left side is compared.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) enum Side {
    /// What it returned or threw.
    Result,
    /// The state of the receiver behind it.
    State,
}
