//! What is put together: the elements that a comparator compares, and the choices of two and three objects.

use std::collections::BTreeMap;

use palus_sequence::{JavaString, Literal, Operand, Sequence, Symbols};

use super::{Specimen, appended};
use crate::contracts::Object;

/// What a comparator compares.
pub(super) enum Element<'s> {
    Literal(Literal, &'static str),
    Made(&'s Specimen),
}

impl Element<'_> {
    pub(super) fn placed(&self, sequence: &mut Sequence, symbols: &mut Symbols) -> Object {
        match self {
            Self::Literal(literal, class) => Object {
                operand: Operand::Literal(literal.clone()),
                class: (*class).to_owned(),
                declared: (*class).to_owned(),
            },
            Self::Made(specimen) => appended(specimen, sequence, symbols),
        }
    }
}

/// Texts, numbers, and objects by their classes.
pub(super) fn element_sets<'s>(made: &[&'s Specimen], symbols: &Symbols) -> Vec<Vec<Element<'s>>> {
    let texts = ["", "a", "B", "b", "10", "9"]
        .map(|text| Element::Literal(Literal::String(JavaString::from(text)), "java.lang.String"));
    let numbers =
        [0, 1, -1, i32::MAX, i32::MIN].map(|number| Element::Literal(Literal::Int(number), "java.lang.Integer"));
    let mut classes: BTreeMap<String, Vec<Element<'s>>> = BTreeMap::new();
    for &specimen in made {
        classes
            .entry(symbols.type_runtime_name(specimen.class))
            .or_default()
            .push(Element::Made(specimen));
    }
    let mut sets = vec![Vec::from(texts), Vec::from(numbers)];
    sets.extend(classes.into_values().filter(|elements| elements.len() > 1));
    sets
}

/// Each with itself and with each after it.
pub(super) fn pairs(count: usize) -> Vec<Vec<usize>> {
    (0..count)
        .flat_map(|one| (one..count).map(move |other| vec![one, other]))
        .collect()
}

/// All ordered choices of two or three different positions.
pub(super) fn tuples(count: usize, length: usize) -> Vec<Vec<usize>> {
    let mut tuples = vec![Vec::new()];
    for _ in 0..length {
        tuples = tuples
            .into_iter()
            .flat_map(|start: Vec<usize>| {
                (0..count)
                    .filter(|next| !start.contains(next))
                    .map(|next| [start.as_slice(), &[next]].concat())
                    .collect::<Vec<_>>()
            })
            .collect();
    }
    tuples
}
