//! What the two sides of laws are for one composition.

use palus_machine::{Answer, Call, Datum, State};

use crate::block::Fact;
use crate::gather::Execution;
use crate::law::{Condition, Right};

/// A composition with what its right sides are made of.
pub(crate) struct Compared<'e> {
    pub(crate) one: &'e Execution,
    pub(crate) two: &'e Execution,
    pub(crate) calls: (&'e Call, &'e Call),
    /// Their arguments that are whole numbers.
    pub(crate) numbers: [&'e [Option<i64>]; 2],
    pub(crate) earlier: Option<&'e Execution>,
    pub(crate) commuted: Option<&'e Execution>,
}

impl Compared<'_> {
    /// Whether the first arguments are equal, where both have some.
    pub(crate) fn are_equal(&self) -> Option<(Condition, bool)> {
        let (one, two) = self.calls;
        let (one, two) = (one.arguments.first()?, two.arguments.first()?);
        Some((Condition::EqualArguments, one == two))
    }

    pub(crate) fn results(&self) -> Vec<Fact> {
        let left = &self.two.answer;
        let mut facts = Vec::new();
        if is_void(&self.calls.1.descriptor) || !is_known(left) {
            return facts;
        }
        let number = self.two.number;
        let of_argument = |argument: &Datum, other: Option<i64>| match left {
            Answer::Returned(left) => (left == argument, difference(number, other)),
            _ => (false, None),
        };
        let numbers = |call: usize, position: usize| self.numbers[call].get(position).copied().flatten();
        let known = |argument: &&Datum| !matches!(argument, Datum::Object(_, None));
        for (position, argument) in self.calls.0.arguments.iter().enumerate().filter(|(_, it)| known(it)) {
            let (holds, by) = of_argument(argument, numbers(0, position));
            facts.push((Right::First(position), holds, by));
        }
        for (position, argument) in self.calls.1.arguments.iter().enumerate().filter(|(_, it)| known(it)) {
            let (holds, by) = of_argument(argument, numbers(1, position));
            facts.push((Right::Second(position), holds, by));
        }
        let mut compare = |right: Right, execution: &Execution| {
            let value = &execution.answer;
            if is_known(value) && *value != Answer::Void {
                facts.push((right, left == value, difference(number, execution.number)));
            }
        };
        if self.one.entry.is_some() {
            compare(Right::Inner, self.one);
        }
        if let Some(earlier) = self.earlier {
            compare(Right::Earlier, earlier);
        }
        // It is the same law for both orders.
        if let Some(commuted) = self.commuted.filter(|_| self.one.method < self.two.method) {
            compare(Right::Commuted, commuted);
        }
        facts
    }

    pub(crate) fn states(&self) -> Vec<Fact> {
        let mut facts = Vec::new();
        if !self.two.has_returned() {
            return facts;
        }
        let left = self.two.exit;
        let mut compare = |right: Right, state: Option<State>| facts.push((right, left == state, None));
        compare(Right::Inner, self.one.exit);
        if let Some(entry) = self.one.entry {
            compare(Right::Subject, Some(entry));
        }
        if let Some(earlier) = self.earlier.filter(|earlier| earlier.has_returned()) {
            compare(Right::Earlier, earlier.exit);
        }
        // That a call commutes with itself is no news, and of two methods one order is enough.
        let is_news = self.one.call != self.two.call && self.one.method <= self.two.method;
        let commuted = self.commuted.filter(|commuted| is_news && commuted.has_returned());
        if let Some(commuted) = commuted {
            compare(Right::Commuted, commuted.exit);
        }
        facts
    }
}

/// What a law can say of an answer; `None` for objects, which nobody can write down.
pub(crate) fn constant(answer: &Answer) -> Option<&Answer> {
    match answer {
        Answer::Returned(Datum::Object(..)) => None,
        answer => Some(answer),
    }
}

pub(crate) fn is_known(answer: &Answer) -> bool {
    !matches!(answer, Answer::Returned(Datum::Object(_, None)))
}

pub(crate) fn is_void(descriptor: &str) -> bool {
    descriptor.ends_with(")V")
}

/// By how much one whole number is larger than another.
fn difference(one: Option<i64>, other: Option<i64>) -> Option<i64> {
    Some(one?.wrapping_sub(other?))
}

pub(crate) fn number_of(answer: &Answer) -> Option<i64> {
    match answer {
        Answer::Returned(datum) => integer(datum),
        _ => None,
    }
}

/// A whole number; those of `long` end in an L.
pub(crate) fn integer(datum: &Datum) -> Option<i64> {
    match datum {
        Datum::Value(text) => text.strip_suffix('L').unwrap_or(text).parse().ok(),
        Datum::Object(..) => None,
    }
}
