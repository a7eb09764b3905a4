//! What calls are given: variables, or each of some values.

use std::ops::RangeInclusive;
use std::sync::Arc;

use palus_sequence::{Literal, Primitive};
use serde::{Deserialize, Serialize};

use crate::arithmetic::range;
use crate::execute::Executor;
use crate::heap::{Content, Value, primitive};
use crate::path::{Path, Stop};
use crate::program::parameters;
use crate::solver::is_symbolic;
use crate::term::{Assignment, Term, Variable};

/// Where numeric arguments come from.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Arguments {
    /// Each is a variable.
    Symbolic,
    /// Each has every value of a range that its type has.
    Values(RangeInclusive<i64>),
}

/// An argument of a call.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) enum Given {
    Variable(Variable),
    /// A box with a variable in it.
    Boxed(Variable),
    Literal(Literal),
    /// A box of a value.
    BoxedLiteral(Literal),
}

/// So many tuples of arguments are tried for a call.
pub(crate) const MOST_TUPLES: usize = 10_000;

impl Arguments {
    /// Whether a parameter of these types is given a variable, by the descriptor of the method.
    pub fn has_variable(&self, descriptor: &str) -> bool {
        let tuples = self.tuples(&parameters(descriptor), 0);
        tuples.iter().flatten().any(|given| given.variable().is_some())
    }

    /// The tuples of arguments for parameters of these types, one more than are tried where there are too many; `next` is the number of the
    /// first variable.
    pub(crate) fn tuples(&self, parameters: &[Arc<str>], mut next: u32) -> Vec<Vec<Given>> {
        let mut tuples = vec![Vec::new()];
        for parameter in parameters {
            let choices = self.choices(parameter, &mut next);
            let longer = |tuple: &Vec<Given>| {
                let tuple = tuple.clone();
                choices
                    .iter()
                    .map(move |choice| [tuple.as_slice(), std::slice::from_ref(choice)].concat())
            };
            tuples = tuples.iter().flat_map(longer).take(MOST_TUPLES + 1).collect();
        }
        tuples
    }

    /// What a parameter of that type is given: floating values and texts are concrete, and so is which reference it is.
    fn choices(&self, parameter: &str, next: &mut u32) -> Vec<Given> {
        if let Some(primitive) = primitive(parameter) {
            return match primitive {
                Primitive::Float => vec![Given::Literal(Literal::Float(1.0))],
                Primitive::Double => vec![Given::Literal(Literal::Double(1.0))],
                whole => self.numbers(whole, next, Given::Variable, Given::Literal),
            };
        }
        let class = parameter
            .trim_start_matches('L')
            .trim_end_matches(';')
            .replace('/', ".");
        let mut choices = match boxed(&class) {
            Some(primitive) => self.numbers(primitive, next, Given::Boxed, Given::BoxedLiteral),
            None if ["java.lang.String", "java.lang.CharSequence"].contains(&&*class) => {
                vec![Given::Literal(Literal::string("a"))]
            }
            None => Vec::new(),
        };
        choices.push(Given::Literal(Literal::Null));
        choices
    }

    fn numbers(
        &self,
        primitive: Primitive,
        next: &mut u32,
        variable: fn(Variable) -> Given,
        literal: fn(Literal) -> Given,
    ) -> Vec<Given> {
        let Self::Values(values) = self else {
            let number = *next;
            *next += 1;
            return vec![variable(Variable { number, primitive })];
        };
        let (least, most) = range(primitive);
        let within = *values.start().max(&least)..=*values.end().min(&most);
        within.map(|value| literal(number(primitive, value))).collect()
    }
}

/// The whole number that a box of that class, or an object of a type above them, holds.
fn boxed(class: &str) -> Option<Primitive> {
    if ["java.lang.Object", "java.lang.Comparable", "java.lang.Number"].contains(&class) {
        return Some(Primitive::Int);
    }
    Primitive::ALL
        .into_iter()
        .find(|it| is_symbolic(*it) && it.boxed() == class)
}

/// The literal of a whole number of that type.
pub(crate) fn number(primitive: Primitive, value: i64) -> Literal {
    match primitive {
        Primitive::Boolean => Literal::Boolean(value != 0),
        Primitive::Byte => Literal::Byte(value as i8),
        Primitive::Char => Literal::Char(value as u16),
        Primitive::Short => Literal::Short(value as i16),
        Primitive::Long => Literal::Long(value),
        _ => Literal::Int(value as i32),
    }
}

impl Given {
    /// The argument as code sees it.
    pub(crate) fn value(&self, executor: &mut Executor, path: &mut Path) -> Result<Value, Stop> {
        let (primitive, value) = match self {
            Self::Variable(variable) => return Ok(Value::Number(Term::Variable(*variable))),
            Self::Boxed(variable) => (variable.primitive, Value::Number(Term::Variable(*variable))),
            Self::Literal(literal) => return Ok(literal_value(path, literal)),
            Self::BoxedLiteral(literal) => (
                literal.primitive().unwrap_or(Primitive::Int),
                literal_value(path, literal),
            ),
        };
        executor.boxed(path, primitive.boxed(), &value)
    }

    /// The same with a value in the place of a variable.
    pub(crate) fn solved(&self, assignment: &Assignment) -> Self {
        let literal = self.literal(assignment);
        match self {
            Self::Variable(_) | Self::Literal(_) => Self::Literal(literal),
            Self::Boxed(_) | Self::BoxedLiteral(_) => Self::BoxedLiteral(literal),
        }
    }

    /// The argument as source says it.
    pub(crate) fn literal(&self, assignment: &Assignment) -> Literal {
        match self {
            Self::Variable(variable) | Self::Boxed(variable) => {
                number(variable.primitive, assignment.get(variable).copied().unwrap_or(0))
            }
            Self::Literal(literal) | Self::BoxedLiteral(literal) => literal.clone(),
        }
    }

    /// The variable that it holds.
    pub(crate) fn variable(&self) -> Option<Variable> {
        match self {
            Self::Variable(variable) | Self::Boxed(variable) => Some(*variable),
            Self::Literal(_) | Self::BoxedLiteral(_) => None,
        }
    }
}

/// A literal as code sees it; what is no number or text is null.
pub(crate) fn literal_value(path: &mut Path, literal: &Literal) -> Value {
    let int = |value: i32| Value::int(value);
    match literal {
        Literal::Boolean(value) => int(i32::from(*value)),
        Literal::Byte(value) => int(i32::from(*value)),
        Literal::Char(value) => int(i32::from(*value)),
        Literal::Short(value) => int(i32::from(*value)),
        Literal::Int(value) => int(*value),
        Literal::Long(value) => Value::Number(Term::Long(*value)),
        Literal::Float(value) => Value::Float(*value),
        Literal::Double(value) => Value::Double(*value),
        Literal::String(text) => path
            .heap
            .add("java.lang.String".into(), Content::Text(Some(text.clone())), false),
        _ => Value::Null,
    }
}
