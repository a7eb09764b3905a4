//! The templates, by the number and types of their variables: each family sees samples and says what none of them contradicts.
//!
//! To add a family: a file, and a line in [`FAMILIES`]. To add a template: a case of [`Claim`](crate::Claim), what it needs in its family,
//! and a line in [`TEMPLATES`](crate::TEMPLATES).

mod linear;
mod one;
mod pair;
mod sequence;
mod sequence_and_one;
mod two_sequences;

use crate::claim::Claim;
use crate::value::{Datum, Value};
use crate::variable::Variable;

/// What the variables of a point hold in one sample, in the order of the variables.
pub(crate) type Row = [Option<Datum>];

/// What says how sure a claim is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Support {
    /// How much speaks for it: samples, or what is counted in its family.
    pub(crate) has: u32,
    /// How much there has to be, so that it holds by accident with a chance of 1 %.
    pub(crate) needs: f64,
}

/// A comparison holds by accident in every other sample: 0.5^n < 0.01.
pub(crate) const COMPARISON: f64 = 6.643_856;
/// Not null, not 0: in two of three: (2/3)^n < 0.01.
pub(crate) const ABSENCE: f64 = 11.357_747;
/// Equalities, constants, one of some.
pub(crate) const EQUALITY: f64 = 1.0;
/// Equalities with a value at the entry: methods that change little are many.
pub(crate) const OLD_EQUALITY: f64 = 3.0;
/// Samples at a bound.
pub(crate) const BOUND: f64 = 3.0;

/// A claim with what speaks for it.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Found {
    /// What is claimed.
    pub(crate) claim: Claim,
    /// What speaks for it.
    pub(crate) support: Support,
}

impl Found {
    pub(crate) fn new(claim: Claim, has: u32, needs: f64) -> Self {
        Self {
            claim,
            support: Support { has, needs },
        }
    }
}

/// Claims of one family about the same variables.
pub(crate) trait Family: std::fmt::Debug + Send {
    /// Takes a sample. Whether anything is left to be refuted.
    fn see(&mut self, row: &Row) -> bool;

    /// What no sample contradicted.
    fn claims(&self, variables: &[Variable], found: &mut Vec<Found>);

    fn copy(&self) -> Box<dyn Family>;
}

/// A variable that has a value for the first time.
pub(crate) struct Arrival<'a> {
    /// Its place among the variables.
    pub(crate) new: usize,
    /// Places of those that had one before, in the order in which they got it.
    pub(crate) earlier: &'a [usize],
    pub(crate) variables: &'a [Variable],
    pub(crate) row: &'a Row,
}

impl Arrival<'_> {
    fn has_one(&self, variable: usize) -> bool {
        !self.variables[variable].is_sequence
    }

    fn has_many(&self, variable: usize) -> bool {
        self.variables[variable].is_sequence
    }

    /// Whether it makes sense to ask how two values are ordered. A single element is ordered with its neighbour; everything else it is equal to
    /// or not.
    fn is_ordered(&self, one: usize, other: usize) -> bool {
        let place = |variable: usize| {
            let derived = self.variables[variable].derived.as_ref();
            derived.and_then(|derived| Some((&derived.sequence, derived.index.as_ref()?)))
        };
        place(one) == place(other)
    }

    fn is_element(&self, variable: usize) -> bool {
        let derived = self.variables[variable].derived.as_ref();
        derived.is_some_and(|derived| derived.index.is_some())
    }

    /// Whether a claim about it and others would be news: that there was no exception is none.
    fn is_exception(&self, variable: usize) -> bool {
        *self.variables[variable].name == *"throws"
    }

    /// Whether nothing is asked of a value and a sequence: an element or the length says nothing of all elements, nor does an exception, or an
    /// element of another sequence.
    fn is_told(&self, one: usize, of: usize) -> bool {
        let name = &self.variables[of].name;
        let derived = self.variables[one].derived.as_ref();
        derived.is_some_and(|derived| derived.sequence == *name || derived.index.is_some()) || self.is_exception(one)
    }
}

/// Makes what a family has to say of a new variable alone, and together with earlier ones.
pub(crate) type Begin = fn(&Arrival<'_>, &mut Vec<Box<dyn Family>>);

/// All families, in the order in which their claims are told.
pub(crate) const FAMILIES: [Begin; 6] = [
    one::begin,
    pair::begin,
    linear::begin,
    sequence::begin,
    sequence_and_one::begin,
    two_sequences::begin,
];

/// The value of a variable in a sample, where it has one.
fn one(row: &Row, variable: usize) -> Option<&Value> {
    row.get(variable)?.as_ref()?.one()
}

/// Its elements.
fn many(row: &Row, variable: usize) -> Option<&[Value]> {
    row.get(variable)?.as_ref()?.many().map(|elements| &**elements)
}
