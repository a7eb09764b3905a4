//! What looks like a secret in a model that is there.

use std::collections::BTreeMap;

use super::{first_argument, is_card, names, shapes};
use crate::{Element, Input, Model, Recorded};

/// A place where something that looks like a secret was passed.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Finding {
    /// The method, `owner.name(...)`.
    pub method: String,
    /// Which argument, from 1; one more than there are is what a collaborator answered.
    pub argument: usize,
    /// What it looks like, in words.
    pub looks_like: String,
}

/// The places, in the order of their methods, with how many values there are at each. The values themselves are not given.
pub fn audit(model: &Model) -> BTreeMap<Finding, usize> {
    let mut found = BTreeMap::new();
    for transition in model.transitions() {
        let method = &transition.method;
        let first = first_argument(method);
        for seen in transition.observations.iter() {
            for (place, input) in seen.exchange.inputs.iter().enumerate().skip(first) {
                for looks_like in looks(input, names::is_secret(&method.name)) {
                    let finding = Finding {
                        method: format!("{}.{}", method.owner, method.name),
                        argument: place - first + 1,
                        looks_like,
                    };
                    *found.entry(finding).or_default() += 1;
                }
            }
        }
    }
    found
}

fn looks(input: &Input, is_named: bool) -> Vec<String> {
    let values: Vec<Element> = match input {
        Input::Value(value) | Input::Boxed(value) => vec![Element::Value(value.clone())],
        Input::Array(array) => array.elements.values().collect(),
        _ => Vec::new(),
    };
    let shape = |value: &Element| match value {
        Element::Value(Recorded::String { text, .. }) => shapes::shape_of(&String::from_utf16_lossy(&text.0)),
        Element::Value(Recorded::Long(number)) | Element::Boxed(Recorded::Long(number)) => {
            is_card(*number).then_some(shapes::Shape::Card)
        }
        _ => None,
    };
    let mut looks: Vec<String> = values.iter().filter_map(shape).map(|shape| shape.to_string()).collect();
    let is_text = |value: &Element| matches!(value, Element::Value(Recorded::String { .. } | Recorded::Char(_)));
    if looks.is_empty() && is_named && values.iter().any(is_text) {
        looks.push("something that is named as a secret, or its stand-in".to_owned());
    }
    looks
}
