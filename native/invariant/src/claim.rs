//! Statements about variables: what they say, and whether a sample is a counter-example.

use std::cmp::Ordering;

use crate::value::{Datum, Name, Value};

/// How two numbers are related.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs, reason = "the names are what they mean")]
pub enum Relation {
    Equal,
    Unequal,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

impl Relation {
    /// All of them, each before those that follow from it.
    pub const ALL: [Self; 6] = [
        Self::Equal,
        Self::Less,
        Self::Greater,
        Self::LessOrEqual,
        Self::GreaterOrEqual,
        Self::Unequal,
    ];

    /// As Java writes it.
    pub fn symbol(self) -> &'static str {
        match self {
            Self::Equal => "==",
            Self::Unequal => "!=",
            Self::Less => "<",
            Self::LessOrEqual => "<=",
            Self::Greater => ">",
            Self::GreaterOrEqual => ">=",
        }
    }

    /// Whether it is so of two values; `None` where the question makes no sense for them.
    pub(crate) fn holds(self, one: &Value, other: &Value) -> Option<bool> {
        match self {
            Self::Equal => one.equals(other),
            Self::Unequal => one.equals(other).map(|equal| !equal),
            _ => {
                one.number()?;
                other.number()?;
                // Where one is NaN no comparison is true.
                Some(one.order(other).is_some_and(|order| self.is(order)))
            }
        }
    }

    fn is(self, order: Ordering) -> bool {
        match self {
            Self::Equal => order.is_eq(),
            Self::Unequal => order.is_ne(),
            Self::Less => order.is_lt(),
            Self::LessOrEqual => order.is_le(),
            Self::Greater => order.is_gt(),
            Self::GreaterOrEqual => order.is_ge(),
        }
    }

    /// Whether the other follows from this one.
    pub(crate) fn gives(self, other: Self) -> bool {
        [Ordering::Less, Ordering::Equal, Ordering::Greater]
            .into_iter()
            .all(|order| !self.is(order) || other.is(order))
    }

    /// Whether both cannot be so at once.
    pub(crate) fn excludes(self, other: Self) -> bool {
        [Ordering::Less, Ordering::Equal, Ordering::Greater]
            .into_iter()
            .all(|order| !self.is(order) || !other.is(order))
    }

    /// The relation of the other to the one.
    pub(crate) fn mirrored(self) -> Self {
        match self {
            Self::Less => Self::Greater,
            Self::LessOrEqual => Self::GreaterOrEqual,
            Self::Greater => Self::Less,
            Self::GreaterOrEqual => Self::LessOrEqual,
            same => same,
        }
    }
}

/// What a variable is where one half of the samples is looked at by itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Test {
    /// `true`.
    True,
    /// `null`.
    Null,
    /// This number.
    Equals(i64),
    /// An exception: of the variable `throws` only.
    Throws,
}

/// The left side of an implication.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Condition {
    /// The variable.
    pub name: Name,
    /// What it is.
    pub test: Test,
    /// Whether it is not that.
    pub negated: bool,
}

impl Condition {
    /// Whether it is so; `None` where the variable has no value, or one of another type.
    pub(crate) fn holds(&self, value: &Value) -> Option<bool> {
        let holds = match (self.test, value) {
            (Test::True, Value::Boolean(value)) => *value,
            (Test::Null, value) => *value == Value::Null,
            (Test::Equals(number), Value::Whole(value)) => *value == number,
            (Test::Throws, value) => *value != Value::Null,
            _ => return None,
        };
        Some(holds != self.negated)
    }
}

/// A statement about variables of one point.
#[derive(Clone, PartialEq, Debug)]
pub enum Claim {
    /// It is one of these values, at most three.
    OneOf(Name, Vec<Value>),
    /// The number is not 0.
    NonZero(Name),
    /// It is not `null`.
    NonNull(Name),
    /// The number is at least that.
    AtLeast(Name, i64),
    /// The number is at most that.
    AtMost(Name, i64),
    /// The integral number is so much more than a multiple of the second one.
    Modulo(Name, i64, i64),
    /// The object's run-time class is one of these.
    ClassOneOf(Name, Vec<Name>),
    /// Two values are related so.
    Compare(Name, Relation, Name),
    /// The first integral number divides the second one.
    Divides(Name, Name),
    /// The variable is the sum of the others, each times its factor, and of the constant.
    Linear(Name, Vec<(Value, Name)>, Value),
    /// The sequence is one of these, at most three.
    SequenceOneOf(Name, Vec<Datum>),
    /// It is so of each element; in the inner claim the sequence's name is the element's.
    Each(Name, Box<Claim>),
    /// Each element is so related to the next.
    Sorted(Name, Relation),
    /// No two elements are equal.
    NoDuplicates(Name),
    /// The value is among the elements of the sequence.
    Member(Name, Name),
    /// Elements at the same place are related so; equality includes the lengths.
    Pairwise(Name, Relation, Name),
    /// One sequence is the other backwards.
    Reverse(Name, Name),
    /// Where the condition is so, the claim is.
    Implies(Condition, Box<Claim>),
    /// The condition is so where the claim is, and nowhere else.
    Equivalent(Condition, Box<Claim>),
}

/// What variables hold, by their names.
pub trait Sample {
    /// `None` where the variable has no value.
    fn value(&self, name: &str) -> Option<&Datum>;
}

/// One value of a sequence in the place of the sequence.
pub(crate) struct Element<'s> {
    name: &'s str,
    one: Datum,
    rest: &'s dyn Sample,
}

impl<'s> Element<'s> {
    pub(crate) fn new(name: &'s str, one: Datum, rest: &'s dyn Sample) -> Self {
        Self { name, one, rest }
    }
}

impl Sample for Element<'_> {
    fn value(&self, name: &str) -> Option<&Datum> {
        if name == self.name {
            return Some(&self.one);
        }
        self.rest.value(name)
    }
}

impl Claim {
    /// Whether it is so in a sample; `None` where a variable has no value there, or the question makes no sense for what it has.
    pub fn holds(&self, sample: &dyn Sample) -> Option<bool> {
        let one = |name: &Name| sample.value(name)?.one();
        let many = |name: &Name| sample.value(name)?.many();
        Some(match self {
            Self::OneOf(name, values) => {
                let value = one(name)?;
                values.iter().any(|known| known.equals(value) == Some(true))
            }
            Self::NonZero(name) => one(name)?.number()? != 0.0,
            Self::NonNull(name) => *one(name)? != Value::Null,
            Self::AtLeast(name, bound) => Relation::GreaterOrEqual.holds(one(name)?, &Value::Whole(*bound))?,
            Self::AtMost(name, bound) => Relation::LessOrEqual.holds(one(name)?, &Value::Whole(*bound))?,
            Self::Modulo(name, rest, of) => one(name)?.whole()?.rem_euclid(*of) == *rest,
            Self::ClassOneOf(name, classes) => match one(name)? {
                Value::Object { class, .. } => classes.contains(class),
                _ => return None,
            },
            Self::Compare(x, relation, y) => relation.holds(one(x)?, one(y)?)?,
            Self::Divides(x, y) => {
                let (x, y) = (one(x)?.whole()?, one(y)?.whole()?);
                x != 0 && y.wrapping_rem(x) == 0
            }
            Self::Linear(left, terms, constant) => {
                let mut sum = Exact::of(constant)?;
                for (factor, name) in terms {
                    sum = sum.plus(Exact::of(factor)?.times(Exact::of(one(name)?)?));
                }
                Exact::of(one(left)?)?.is(sum)
            }
            Self::SequenceOneOf(name, known) => known.contains(sample.value(name)?),
            Self::Each(name, claim) => {
                let elements = many(name)?;
                let holds = |element: &Value| {
                    let one = Datum::One(element.clone());
                    claim.holds(&Element::new(name, one, sample))
                };
                for element in elements.iter() {
                    if !holds(element)? {
                        return Some(false);
                    }
                }
                true
            }
            Self::Sorted(name, relation) => {
                for pair in many(name)?.windows(2) {
                    if !relation.holds(&pair[0], &pair[1])? {
                        return Some(false);
                    }
                }
                true
            }
            Self::NoDuplicates(name) => !has_duplicates(many(name)?),
            Self::Member(x, sequence) => {
                let value = one(x)?;
                many(sequence)?
                    .iter()
                    .any(|element| element.equals(value) == Some(true))
            }
            Self::Pairwise(x, relation, y) => {
                let (x, y) = (many(x)?, many(y)?);
                if x.len() != y.len() {
                    return Some(false);
                }
                for (one, other) in x.iter().zip(y.iter()) {
                    if !relation.holds(one, other)? {
                        return Some(false);
                    }
                }
                true
            }
            Self::Reverse(x, y) => {
                let (x, y) = (many(x)?, many(y)?);
                x.len() == y.len() && x.iter().zip(y.iter().rev()).all(|(a, b)| a.equals(b) == Some(true))
            }
            Self::Implies(condition, claim) => {
                if !condition.holds(one(&condition.name)?)? {
                    return Some(true);
                }
                claim.holds(sample)?
            }
            Self::Equivalent(condition, claim) => condition.holds(one(&condition.name)?)? == claim.holds(sample)?,
        })
    }

    /// The names of all variables that it is about, some perhaps twice.
    pub fn names(&self) -> Vec<&Name> {
        match self {
            Self::OneOf(name, _)
            | Self::NonZero(name)
            | Self::NonNull(name)
            | Self::AtLeast(name, _)
            | Self::AtMost(name, _)
            | Self::Modulo(name, ..)
            | Self::ClassOneOf(name, _)
            | Self::SequenceOneOf(name, _)
            | Self::Sorted(name, _)
            | Self::NoDuplicates(name) => vec![name],
            Self::Compare(x, _, y)
            | Self::Divides(x, y)
            | Self::Member(x, y)
            | Self::Pairwise(x, _, y)
            | Self::Reverse(x, y) => vec![x, y],
            Self::Linear(left, terms, _) => std::iter::once(left)
                .chain(terms.iter().map(|(_, name)| name))
                .collect(),
            Self::Each(name, claim) => [vec![name], claim.names()].concat(),
            Self::Implies(condition, claim) | Self::Equivalent(condition, claim) => {
                [vec![&condition.name], claim.names()].concat()
            }
        }
    }
}

/// Whether two elements are equal.
pub(crate) fn has_duplicates(elements: &[Value]) -> bool {
    let is_again = |(place, element): (usize, &Value)| {
        let earlier = elements[..place].iter();
        earlier.rev().any(|other| other.equals(element) == Some(true))
    };
    elements.iter().enumerate().any(is_again)
}

/// A number, exact as long as all are integral.
#[derive(Clone, Copy)]
enum Exact {
    Whole(i128),
    Real(f64),
}

impl Exact {
    fn of(value: &Value) -> Option<Self> {
        match value {
            Value::Whole(value) => Some(Self::Whole(i128::from(*value))),
            Value::Real(value) => Some(Self::Real(*value)),
            _ => None,
        }
    }

    fn real(self) -> f64 {
        match self {
            Self::Whole(value) => value as f64,
            Self::Real(value) => value,
        }
    }

    fn plus(self, other: Self) -> Self {
        match (self, other) {
            (Self::Whole(a), Self::Whole(b)) => a.checked_add(b).map_or(Self::Real(a as f64 + b as f64), Self::Whole),
            _ => Self::Real(self.real() + other.real()),
        }
    }

    fn times(self, other: Self) -> Self {
        match (self, other) {
            (Self::Whole(a), Self::Whole(b)) => a.checked_mul(b).map_or(Self::Real(a as f64 * b as f64), Self::Whole),
            _ => Self::Real(self.real() * other.real()),
        }
    }

    fn is(self, other: Self) -> bool {
        match (self, other) {
            (Self::Whole(a), Self::Whole(b)) => a == b,
            _ => is_near(self.real(), other.real()),
        }
    }
}

/// Whether two floating numbers are the same but for rounding.
pub(crate) fn is_near(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-9 * a.abs().max(b.abs()).max(1.0)
}
