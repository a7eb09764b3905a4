//! One sequence: what it is, what its elements are, how they are ordered.

use super::one::Values;
use super::pair::Relations;
use super::{Arrival, COMPARISON, EQUALITY, Family, Found, OLD_EQUALITY, Row, many};
use crate::claim::{Claim, Relation, has_duplicates};
use crate::value::{Datum, Value};
use crate::variable::Variable;

/// As many sequences are told one by one.
const MOST_SEQUENCES: usize = 3;

#[derive(Clone, Debug)]
struct Sequence {
    variable: usize,
    count: u32,
    different: Vec<Datum>,
    has_objects: bool,
    elements: Values,
    order: Relations,
    /// Sequences of two elements or more, while no two of them were equal.
    without_duplicates: Option<u32>,
}

pub(super) fn begin(arrival: &Arrival<'_>, families: &mut Vec<Box<dyn Family>>) {
    if !arrival.has_many(arrival.new) {
        return;
    }
    families.push(Box::new(Sequence {
        variable: arrival.new,
        count: 0,
        different: Vec::new(),
        has_objects: false,
        elements: Values::default(),
        order: Relations::without(Some(Relation::Unequal)),
        without_duplicates: Some(0),
    }));
}

impl Family for Sequence {
    fn see(&mut self, row: &Row) -> bool {
        let Some(elements) = many(row, self.variable) else {
            return true;
        };
        self.count = self.count.saturating_add(1);
        self.has_objects |= elements.iter().any(|element| matches!(element, Value::Object { .. }));
        if self.different.len() <= MOST_SEQUENCES
            && let Some(sequence) = &row[self.variable]
            && !self.different.contains(sequence)
        {
            self.different.push(sequence.clone());
        }
        for element in elements {
            self.elements.see(element);
        }
        for pair in elements.windows(2) {
            self.order.see(&pair[0], &pair[1]);
        }
        if let Some(seen) = self.without_duplicates {
            let seen = seen.saturating_add(u32::from(elements.len() > 1));
            self.without_duplicates = (!has_duplicates(elements)).then_some(seen);
        }
        true
    }

    fn claims(&self, variables: &[Variable], found: &mut Vec<Found>) {
        let name = &variables[self.variable].name;
        if self.count > 0 && !self.has_objects && self.different.len() <= MOST_SEQUENCES {
            let claim = Claim::SequenceOneOf(name.clone(), self.different.clone());
            found.push(Found::new(claim, self.count, EQUALITY));
        }
        let mut of_elements = Vec::new();
        self.elements.claims(name, &mut of_elements);
        let is_told = |found: &Found| {
            matches!(
                found.claim,
                Claim::OneOf(..) | Claim::NonNull(_) | Claim::AtLeast(..) | Claim::AtMost(..)
            )
        };
        for Found { claim, support } in of_elements.into_iter().filter(is_told) {
            let claim = Claim::Each(name.clone(), Box::new(claim));
            found.push(Found::new(claim, support.has, support.needs));
        }
        if let Some((relation, neighbours)) = self.order.strongest() {
            let needs = if relation == Relation::Equal {
                OLD_EQUALITY
            } else {
                COMPARISON
            };
            found.push(Found::new(Claim::Sorted(name.clone(), relation), neighbours, needs));
        }
        if let Some(sequences) = self.without_duplicates.filter(|sequences| *sequences > 0) {
            found.push(Found::new(Claim::NoDuplicates(name.clone()), sequences, COMPARISON));
        }
    }

    fn copy(&self) -> Box<dyn Family> {
        Box::new(self.clone())
    }
}
