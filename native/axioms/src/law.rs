//! Right sides of laws.

use palus_machine::Answer;

use crate::block::Tally;
use crate::gather::Left;

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
    /// Law 8, of a single execution: what another method does with the same arguments.
    Other(usize),
    /// Law 9, of a single execution: a new object, by what makes it.
    Made(usize),
    /// Law 10, of a single execution: what the same call gives on a new object, by what makes it.
    OfNew(usize),
    /// One of the others, and a number that is not 0.
    Plus(Box<Right>, i64),
    /// One where a condition holds and another where it does not.
    Either(Condition, Box<Right>, Box<Right>),
    /// One of these two: what is claimed where the condition holds, or where it does not.
    Branch(Condition, bool, Box<Right>),
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
    /// Whether it compares the method with others, or its calls with each other, and does not say by itself what it does.
    pub(crate) fn is_about_another(&self) -> bool {
        matches!(self, Self::Other(_) | Self::Made(_) | Self::OfNew(_))
    }

    /// The class of the exception that it says is thrown.
    pub(crate) fn throws(&self) -> Option<&str> {
        match self {
            Self::Constant(Answer::Threw(class)) => Some(class),
            _ => None,
        }
    }

    /// The same without a number that is added.
    pub(crate) fn base(&self) -> &Self {
        match self {
            Self::Plus(right, _) => right,
            right => right,
        }
    }

    /// What of two right sides that hold under a condition is told: what says most.
    pub(crate) fn plainness(&self) -> u8 {
        match self {
            Self::First(_) | Self::Second(_) => 0,
            Self::Constant(_) => 1,
            Self::Subject => 2,
            Self::Earlier => 3,
            Self::Inner => 4,
            _ => 5,
        }
    }

    /// Of f1 and of f2 whether the law is about what it gives, and about the state behind it, the left side included.
    pub(crate) fn roles(&self, side: Side) -> ((bool, bool), (bool, bool)) {
        let of_result = side == Side::Result;
        let left = ((false, true), (of_result, !of_result));
        let join = |one: ((bool, bool), (bool, bool)), other: ((bool, bool), (bool, bool))| {
            let or = |a: (bool, bool), b: (bool, bool)| (a.0 || b.0, a.1 || b.1);
            (or(one.0, other.0), or(one.1, other.1))
        };
        match self {
            Self::Inner => join(left, ((of_result, true), (false, false))),
            Self::Commuted => join(left, ((of_result, true), (false, true))),
            Self::Plus(right, _) | Self::Branch(_, _, right) => right.roles(side),
            Self::Either(_, yes, no) => join(yes.roles(side), no.roles(side)),
            _ => left,
        }
    }

    /// The number of the law, for a composition.
    pub(crate) fn number(&self) -> &'static str {
        match self {
            Self::Constant(_) => "1",
            Self::First(_) | Self::Second(_) => "2",
            Self::Inner => "3",
            Self::Earlier => "3'",
            Self::Subject => "4",
            Self::Commuted => "5",
            Self::Other(_) => "8",
            Self::Made(_) => "9",
            Self::OfNew(_) => "10",
            Self::Plus(right, _) | Self::Either(_, right, _) | Self::Branch(_, _, right) => right.number(),
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

/// A law before it is written.
pub(crate) struct Law {
    pub(crate) left: Left,
    pub(crate) right: Right,
    pub(crate) tally: Tally,
    /// Whether it follows from others.
    pub(crate) follows: bool,
}

impl Law {
    pub(crate) fn is_universal(&self) -> bool {
        self.tally.violated.times == 0
    }

    /// The share of instances that violate it.
    pub(crate) fn violating(&self) -> f64 {
        let violated = self.tally.violated.times as f64;
        violated / (violated + self.tally.satisfied.times as f64)
    }
}
