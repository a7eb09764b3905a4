//! When a suite has linked enough.

use std::fmt;

use palus_state::Place;

use crate::extension::{Extensions, Field, Object, Pair};

/// What extensions have to hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Criterion {
    /// Each field that was seen has linked an object to another.
    NonNull,
    /// These pairs.
    Pairs(Vec<(Field, Pair)>),
}

/// What is missing.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Missing {
    /// The field was always `null`.
    AlwaysNull(Field),
    /// The field never linked these.
    Pair(Field, Pair),
}

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AlwaysNull(field) => write!(f, "{field} was always null"),
            Self::Pair(field, (from, to)) => write!(f, "{field} never linked {from} to {to}"),
        }
    }
}

/// A line that names no pair: its number, from 1, and what it says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadPair {
    /// The line.
    pub line: usize,
    /// What stands there.
    pub text: String,
}

impl Criterion {
    /// Reads pairs, one a line: `demo.Tree$Node.left demo.Tree$Node#0 demo.Tree$Node#1`, or `null` for the second object. Empty lines and what is
    /// behind `//` do not count.
    pub fn parse(text: &str) -> Result<Self, BadPair> {
        let mut pairs = Vec::new();
        for (place, line) in text.lines().enumerate() {
            let words = line.split("//").next().unwrap_or_default().split_whitespace();
            let words: Vec<&str> = words.collect();
            let pair = match words.as_slice() {
                [] => continue,
                [field, from, to] => parse_pair(field, from, to),
                _ => None,
            };
            pairs.push(pair.ok_or_else(|| BadPair {
                line: place + 1,
                text: line.trim().to_owned(),
            })?);
        }
        Ok(Self::Pairs(pairs))
    }

    /// What extensions lack.
    pub fn missing(&self, extensions: &Extensions) -> Vec<Missing> {
        match self {
            Self::NonNull => {
                let always_null = extensions.fields().filter_map(|(field, mut pairs)| {
                    let is_null = pairs.all(|(_, to)| *to == Object::Null);
                    is_null.then(|| Missing::AlwaysNull(field.clone()))
                });
                always_null.collect()
            }
            Self::Pairs(pairs) => {
                let lacking = pairs.iter().filter(|(field, pair)| !extensions.has(field, pair));
                lacking
                    .map(|(field, pair)| Missing::Pair(field.clone(), pair.clone()))
                    .collect()
            }
        }
    }
}

fn parse_pair(field: &str, from: &str, to: &str) -> Option<(Field, Pair)> {
    let (owner, place) = match field.rsplit_once('[') {
        Some((owner, "0]")) => (owner, Place::First),
        Some((owner, "1]")) => (owner, Place::Second),
        Some((owner, "2..]")) => (owner, Place::Further),
        Some((owner, "last]")) => (owner, Place::Last),
        Some((owner, "key]")) => (owner, Place::Key),
        Some((owner, "value]")) => (owner, Place::Value),
        _ => {
            let (owner, name) = field.rsplit_once('.')?;
            (owner, Place::Named(name.into()))
        }
    };
    let field = Field {
        owner: owner.into(),
        place,
    };
    Some((field, (object(from)?, object(to)?)))
}

fn object(text: &str) -> Option<Object> {
    match text.rsplit_once('#') {
        Some((class, number)) => Some(Object::Of(class.into(), number.parse().ok()?)),
        None if text == "null" => Some(Object::Null),
        None => Some(Object::Value(text.into())),
    }
}
