//! Ways in which a call can answer: of two answers of one class a test that asserts either asserts much the same.

use serde::{Deserialize, Serialize};

use crate::{Literal, MethodKind, Operand, Outcome, Statement, Symbols, TypeId, Value};

/// A class of what a call returned. It does not depend on the [`Detail`](crate::Detail) with which the outcome was observed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Answer {
    Null,
    False,
    True,
    /// A number that is zero, of either sign.
    Zero,
    One,
    MinusOne,
    /// Of one or two digits, or a floating one of any size.
    Positive,
    Negative,
    /// An integer of more digits.
    Large,
    NegativelyLarge,
    /// Between zero and one.
    Fraction,
    /// Between minus one and zero.
    NegativeFraction,
    NotANumber,
    Infinite,
    NegativelyInfinite,
    /// A text or an array without anything in it.
    Empty,
    /// With one unit or element.
    Single,
    /// With up to nine.
    Several,
    Many,
    /// An object of that class.
    Object(TypeId),
    /// Anything, though the argument in that place was null.
    DespiteNull(u8),
}

impl Answer {
    /// That of a call that returned something.
    pub fn of(outcome: &Outcome) -> Option<Self> {
        Self::of_value(outcome.value()?)
    }

    /// Those of a call: of what it returned, and of what it returned in spite of.
    pub fn all<'s>(
        symbols: &Symbols,
        statement: &'s Statement,
        outcome: &'s Outcome,
    ) -> impl Iterator<Item = Self> + use<'s> {
        let returned = outcome.value().is_some();
        let arguments = match statement {
            Statement::Call { method, operands } if returned => {
                let first = usize::from(symbols.get(*method).kind == MethodKind::Instance);
                operands.get(first..).unwrap_or_default()
            }
            _ => &[],
        };
        let is_null = |operand: &Operand| matches!(operand, Operand::Literal(Literal::Null));
        let nulls = (0..).zip(arguments).filter(move |(_, operand)| is_null(operand));
        let despite = nulls.map(|(place, _)| Self::DespiteNull(place));
        Self::of(outcome).into_iter().chain(despite)
    }

    fn of_value(value: &Value) -> Option<Self> {
        Some(match value {
            Value::Void => return None,
            Value::Null => Self::Null,
            Value::Boxed(value) => return Self::of_value(value),
            Value::Boolean(false) => Self::False,
            Value::Boolean(true) => Self::True,
            Value::Byte(v) => Self::of_integer(i64::from(*v)),
            Value::Char(v) => Self::of_integer(i64::from(*v)),
            Value::Short(v) => Self::of_integer(i64::from(*v)),
            Value::Int(v) => Self::of_integer(i64::from(*v)),
            Value::Long(v) => Self::of_integer(*v),
            Value::Float(v) => Self::of_floating(f64::from(*v)),
            Value::Double(v) => Self::of_floating(*v),
            Value::String { length, .. } | Value::Array { length, .. } => Self::of_length(*length),
            Value::Enum { class, .. } | Value::Object { class } => Self::Object(*class),
            Value::Class { .. } => return None,
        })
    }

    fn of_integer(value: i64) -> Self {
        match value {
            0 => Self::Zero,
            1 => Self::One,
            -1 => Self::MinusOne,
            2..=99 => Self::Positive,
            -99..=-2 => Self::Negative,
            100.. => Self::Large,
            _ => Self::NegativelyLarge,
        }
    }

    fn of_floating(value: f64) -> Self {
        if value.is_nan() {
            return Self::NotANumber;
        }
        let is_positive = value > 0.0;
        match value.abs() {
            0.0 => Self::Zero,
            f64::INFINITY if is_positive => Self::Infinite,
            f64::INFINITY => Self::NegativelyInfinite,
            ..1.0 if is_positive => Self::Fraction,
            ..1.0 => Self::NegativeFraction,
            _ if is_positive => Self::Positive,
            _ => Self::Negative,
        }
    }

    fn of_length(length: u32) -> Self {
        match length {
            0 => Self::Empty,
            1 => Self::Single,
            2..=9 => Self::Several,
            _ => Self::Many,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(value: Value) -> Option<Answer> {
        Answer::of(&Outcome::Returned(value))
    }

    #[test]
    fn numbers_are_told_apart_by_sign_size_and_by_not_being_any() {
        let doubles = [
            (-0.0, Answer::Zero),
            (0.4, Answer::Fraction),
            (-0.4, Answer::NegativeFraction),
            (1.0, Answer::Positive),
            (-7.5, Answer::Negative),
            (f64::NAN, Answer::NotANumber),
            (f64::INFINITY, Answer::Infinite),
            (f64::NEG_INFINITY, Answer::NegativelyInfinite),
        ];
        for (value, answer) in doubles {
            assert_eq!(of(Value::Double(value)), Some(answer), "{value}");
        }
        assert_eq!(of(Value::Long(i64::MIN)), Some(Answer::NegativelyLarge));
        assert_eq!(of(Value::Short(-1)), Some(Answer::MinusOne));
        assert_eq!(of(Value::Boxed(Box::new(Value::Int(3)))), Some(Answer::Positive));
    }

    #[test]
    fn a_text_is_told_by_its_length_whether_or_not_it_was_read() {
        let text = |length| Value::String { length, text: None };
        let answers = [0, 1, 2, 10].map(|length| of(text(length)));
        let expected = [Answer::Empty, Answer::Single, Answer::Several, Answer::Many];
        assert_eq!(answers, expected.map(Some));
    }

    #[test]
    fn a_call_that_returns_in_spite_of_a_null_says_so() {
        let mut symbols = Symbols::default();
        let method = symbols
            .method("demo.A", "f", "(Ljava/lang/String;)I", MethodKind::Instance)
            .unwrap();
        let call = Statement::Call {
            method,
            operands: vec![Operand::Var(crate::Var(0)), Operand::Literal(Literal::Null)],
        };
        let answers = |outcome: &Outcome| Answer::all(&symbols, &call, outcome).collect::<Vec<_>>();
        let returned = Outcome::Returned(Value::Int(0));
        assert_eq!(answers(&returned), [Answer::Zero, Answer::DespiteNull(0)]);
        assert_eq!(answers(&Outcome::Ended(crate::EndedBy::Fuel)), []);
    }

    #[test]
    fn what_returns_nothing_does_not_answer() {
        assert_eq!(of(Value::Void), None);
        let threw = Outcome::Ended(crate::EndedBy::Fuel);
        assert_eq!(Answer::of(&threw), None);
    }
}
