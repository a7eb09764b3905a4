//! What a call shows of its method beside the branches that it passes: which sort of value it answered, and which sorts of arguments it
//! took or refused.
//!
//! A branch says little of what is computed there. Parts of the ranges of arguments and results, each shown once, are what a tester would
//! write down by hand (category partition, Ostrand and Balcer 1988).

use serde::{Deserialize, Serialize};

use crate::{Literal, MethodKind, Operand, Outcome, Statement, Symbols, TypeId, Value};

/// A part of the values of a type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Sort {
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
    /// A text of white space.
    Blank,
    /// A text with white space at its ends.
    Padded,
    /// A text with characters outside of ASCII.
    Foreign,
    /// An object of that class.
    Object(TypeId),
}

impl Sort {
    /// That of what was returned. It does not depend on the [`Detail`](crate::Detail) with which that was observed. `None` where nothing was.
    pub fn of_value(value: &Value) -> Option<Self> {
        Some(match value {
            Value::Void | Value::Class { .. } => return None,
            Value::Null => Self::Null,
            Value::Boxed(value) => return Self::of_value(value),
            Value::Boolean(v) => Self::of_boolean(*v),
            Value::Byte(v) => Self::of_integer(i64::from(*v)),
            Value::Char(v) => Self::of_integer(i64::from(*v)),
            Value::Short(v) => Self::of_integer(i64::from(*v)),
            Value::Int(v) => Self::of_integer(i64::from(*v)),
            Value::Long(v) => Self::of_integer(*v),
            Value::Float(v) => Self::of_floating(f64::from(*v)),
            Value::Double(v) => Self::of_floating(*v),
            Value::String { length, .. } | Value::Array { length, .. } => Self::of_length(*length as usize),
            Value::Enum { class, .. } | Value::Object { class } => Self::Object(*class),
        })
    }

    /// That of what is passed. `None` for what has no parts of interest.
    pub fn of_literal(literal: &Literal) -> Option<Self> {
        Some(match literal {
            Literal::Null => Self::Null,
            Literal::Boolean(v) => Self::of_boolean(*v),
            Literal::Byte(v) => Self::of_integer(i64::from(*v)),
            Literal::Char(v) => Self::of_text(&[*v]),
            Literal::Short(v) => Self::of_integer(i64::from(*v)),
            Literal::Int(v) => Self::of_integer(i64::from(*v)),
            Literal::Long(v) => Self::of_integer(*v),
            Literal::Float(v) => Self::of_floating(f64::from(*v)),
            Literal::Double(v) => Self::of_floating(*v),
            Literal::String(text) => Self::of_text(text.units()),
            _ => return None,
        })
    }

    fn of_boolean(value: bool) -> Self {
        if value { Self::True } else { Self::False }
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

    fn of_length(length: usize) -> Self {
        match length {
            0 => Self::Empty,
            1 => Self::Single,
            2..=9 => Self::Several,
            _ => Self::Many,
        }
    }

    fn of_text(units: &[u16]) -> Self {
        let is_space = |unit: Option<&u16>| unit.is_some_and(|unit| matches!(*unit, 9..=13 | 32));
        if !units.is_empty() && units.iter().all(|unit| is_space(Some(unit))) {
            Self::Blank
        } else if is_space(units.first()) || is_space(units.last()) {
            Self::Padded
        } else if units.iter().any(|unit| *unit > 0x7f) {
            Self::Foreign
        } else {
            Self::of_length(units.len())
        }
    }
}

/// What a call shows of its method.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Answer {
    /// It returned this.
    Returned(Sort),
    /// It returned, and in that place this was passed.
    Took(u8, Sort),
    /// It threw, and in that place this was passed. That nulls are refused goes without saying.
    Refused(u8, Sort),
}

impl Answer {
    /// All that a call shows; nothing where it was ended.
    pub fn all(symbols: &Symbols, statement: &Statement, outcome: &Outcome) -> Vec<Self> {
        let (Statement::Call { method, operands }, Outcome::Returned(_) | Outcome::Threw { .. }) = (statement, outcome)
        else {
            return Vec::new();
        };
        let first = usize::from(symbols.get(*method).kind == MethodKind::Instance);
        let returned = outcome.value().and_then(Sort::of_value).map(Self::Returned);
        let passed = (0..).zip(operands.get(first..).unwrap_or_default());
        let passed = passed.filter_map(|(place, operand)| {
            let Operand::Literal(literal) = operand else {
                return None;
            };
            match (outcome, Sort::of_literal(literal)?) {
                (Outcome::Returned(_), sort) => Some(Self::Took(place, sort)),
                (_, Sort::Null) => None,
                (_, sort) => Some(Self::Refused(place, sort)),
            }
        });
        returned.into_iter().chain(passed).collect()
    }

    /// The class of the object that was returned.
    pub fn class(self) -> Option<TypeId> {
        match self {
            Self::Returned(Sort::Object(class)) => Some(class),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_told_apart_by_sign_size_and_by_not_being_any() {
        let doubles = [
            (-0.0, Sort::Zero),
            (0.4, Sort::Fraction),
            (-0.4, Sort::NegativeFraction),
            (1.0, Sort::Positive),
            (-7.5, Sort::Negative),
            (f64::NAN, Sort::NotANumber),
            (f64::INFINITY, Sort::Infinite),
            (f64::NEG_INFINITY, Sort::NegativelyInfinite),
        ];
        for (value, sort) in doubles {
            assert_eq!(Sort::of_value(&Value::Double(value)), Some(sort), "{value}");
        }
        let integers = [
            (i64::MIN, Sort::NegativelyLarge),
            (-1, Sort::MinusOne),
            (99, Sort::Positive),
            (100, Sort::Large),
        ];
        for (value, sort) in integers {
            assert_eq!(Sort::of_value(&Value::Long(value)), Some(sort), "{value}");
        }
        assert_eq!(Sort::of_value(&Value::Boxed(Box::new(Value::Int(1)))), Some(Sort::One));
    }

    #[test]
    fn a_returned_text_is_told_by_its_length_whether_or_not_it_was_read() {
        let text = |length| Sort::of_value(&Value::String { length, text: None });
        let expected = [Sort::Empty, Sort::Single, Sort::Several, Sort::Many];
        assert_eq!([0, 1, 2, 10].map(text), expected.map(Some));
    }

    #[test]
    fn a_passed_text_is_told_by_its_characters_as_well() {
        let texts = [
            ("", Sort::Empty),
            (" \t", Sort::Blank),
            (" a", Sort::Padded),
            ("\u{e9}", Sort::Foreign),
            ("ab", Sort::Several),
        ];
        for (text, sort) in texts {
            assert_eq!(Sort::of_literal(&Literal::string(text)), Some(sort), "{text:?}");
        }
    }

    #[test]
    fn a_call_shows_what_it_returned_and_what_it_took_or_refused() {
        let mut symbols = Symbols::default();
        let method = symbols
            .method("demo.A", "f", "(Ljava/lang/String;I)I", MethodKind::Instance)
            .unwrap();
        let literals = [Literal::Null, Literal::Int(0)].map(Operand::Literal);
        let call = Statement::Call {
            method,
            operands: [vec![Operand::Var(crate::Var(0))], literals.to_vec()].concat(),
        };
        let returned = Outcome::Returned(Value::Int(7));
        let threw = Outcome::Threw {
            class: symbols.class("demo.Oops"),
            message: None,
        };
        let all = |outcome: &Outcome| Answer::all(&symbols, &call, outcome);
        let took = [Answer::Took(0, Sort::Null), Answer::Took(1, Sort::Zero)];
        assert_eq!(
            all(&returned),
            [vec![Answer::Returned(Sort::Positive)], took.to_vec()].concat()
        );
        assert_eq!(all(&threw), [Answer::Refused(1, Sort::Zero)]);
        assert_eq!(all(&Outcome::Ended(crate::EndedBy::Fuel)), []);
    }
}
