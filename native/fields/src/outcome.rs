//! What an enumeration came to, worked out for whoever shows it.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::extension::{Field, Pair};
use crate::space::Structure;

/// A small scope, enumerated as a whole for what it lets one expect.
#[derive(Clone, PartialEq, Debug)]
pub struct Small {
    /// The scope.
    pub scope: u32,
    /// The size of each field's extension.
    pub sizes: BTreeMap<Field, usize>,
    /// When the last structure was found that added a pair, in milliseconds.
    pub last_useful_ms: f64,
}

/// What was expected of a field.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Expected {
    /// The field.
    pub field: Field,
    /// The predicted size of its extension.
    pub predicted: u64,
    /// The size that it came to.
    pub actual: u64,
}

/// What came of a search for structures.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Outcome {
    /// The binary name of the class of the receiver.
    pub class: Arc<str>,
    /// The method that accepts structures; `None` where calls make them.
    pub method: Option<String>,
    /// The fields that have an extension.
    pub links: Vec<Field>,
    /// Fields that stay as they are made, for nothing is known to put there.
    pub unknown: Vec<String>,
    /// At most so many objects of each class.
    pub scope: u32,
    /// The structures that are told, in the order in which they were found.
    pub structures: Vec<Structure>,
    /// By number of objects: how many structures were accepted, and how many of them differ in more than numbers.
    pub counts: BTreeMap<usize, (u64, u64)>,
    /// All pairs, each with the number of objects of the smallest structure that has it.
    pub pairs: Vec<(Field, Pair, usize)>,
    /// What the method, or a call, did that it should not, with how often.
    pub odd: Vec<(String, u64)>,
    /// How often the method was called; where calls make structures, how many were made in some state.
    pub runs: u64,
    /// How long it took, in milliseconds.
    pub millis: f64,
    /// How many beginnings of structures were not followed, or calls in states not made.
    pub left: u64,
    /// Why it is not the whole space; `None` where it is, or where a prediction was reached.
    pub cut: Option<String>,
    /// The small scopes; empty where nothing was to be predicted.
    pub small: Vec<Small>,
    /// Milliseconds that were predicted to be enough.
    pub predicted_ms: Option<u64>,
    /// By field the size that was predicted.
    pub predicted: BTreeMap<Field, u64>,
}

/// A row of the table: all that is there up to a number of objects.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// The number of objects.
    pub objects: usize,
    /// Accepted structures.
    pub accepted: u64,
    /// Those that differ in more than numbers.
    pub structures: u64,
    /// Structures that added a pair.
    pub suite: usize,
    /// The sizes of the extensions, in the order of [`Outcome::links`].
    pub sizes: Vec<usize>,
}

impl Outcome {
    /// The fields that have an extension, for headings: classes without their packages.
    pub fn headings(&self) -> Vec<String> {
        let without_package = |link: &Field| {
            let name = link.to_string();
            let package = link.owner.rfind('.').map_or(0, |dot| dot + 1);
            name[package..].to_owned()
        };
        self.links.iter().map(without_package).collect()
    }

    /// Which structures are meant, behind "structures".
    pub fn meant(&self) -> String {
        match &self.method {
            Some(method) => format!("that {method}() accepts"),
            None => "that calls of methods make".to_owned(),
        }
    }

    /// What was odd, a sentence without its full stop for each.
    pub fn oddities(&self) -> Vec<String> {
        let told = self.odd.iter().map(|(reason, count)| match &self.method {
            Some(method) => format!("{method}: {reason} in {count} runs, which counts as false"),
            None => format!("{count} calls {reason}; they are left out"),
        });
        told.collect()
    }

    /// What was run, in a plural.
    pub fn what_ran(&self) -> String {
        match &self.method {
            Some(method) => format!("runs of {method}"),
            None => "calls".to_owned(),
        }
    }

    /// The size of each extension.
    pub fn sizes(&self) -> BTreeMap<Field, usize> {
        let mut sizes: BTreeMap<Field, usize> = self.links.iter().map(|field| (field.clone(), 0)).collect();
        for (field, _, _) in &self.pairs {
            *sizes.entry(field.clone()).or_default() += 1;
        }
        sizes
    }

    /// The table, by numbers of objects.
    pub fn rows(&self) -> Vec<Row> {
        let (mut accepted, mut structures) = (0, 0);
        let rows = self.counts.iter().map(|(&objects, &(all, different))| {
            accepted += all;
            structures += different;
            let of = |link: &Field| {
                let pairs = self.pairs.iter();
                pairs
                    .filter(|(field, _, smallest)| field == link && *smallest <= objects)
                    .count()
            };
            let useful = self.structures.iter();
            Row {
                objects,
                accepted,
                structures,
                suite: useful
                    .filter(|structure| !structure.adds.is_empty() && structure.size <= objects)
                    .count(),
                sizes: self.links.iter().map(of).collect(),
            }
        });
        rows.collect()
    }

    /// When the last structure was found that adds a pair, in milliseconds.
    pub fn last_useful_ms(&self) -> f64 {
        let mut useful = self.structures.iter().filter(|structure| !structure.adds.is_empty());
        useful.next_back().map_or(0.0, |structure| structure.millis)
    }

    /// What was predicted of sizes, and what came.
    pub fn expected(&self) -> Vec<Expected> {
        let sizes = self.sizes();
        let predicted = self.predicted.iter();
        let expected = predicted.map(|(field, &predicted)| Expected {
            field: field.clone(),
            predicted,
            actual: sizes.get(field).copied().unwrap_or(0) as u64,
        });
        expected.collect()
    }

    /// The end of a sentence that begins with the search: why it ended.
    pub fn ending(&self) -> String {
        match &self.cut {
            Some(reason) => format!("is partial: {reason}"),
            None if self.left == 0 => "came to the end of the space".to_owned(),
            None => format!(
                "ended with what was predicted; {} {}",
                self.left,
                match &self.method {
                    Some(_) => "beginnings of structures were not followed",
                    None => "calls were not made",
                }
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::space::tests::list;

    #[test]
    fn a_row_counts_all_up_to_its_number_of_objects() {
        let space = list();
        let structure = |columns: [&str; 4]| space.structure(&columns).expect("it makes sense");
        let pair = |text: &str, smallest| {
            let (field, pair) = space.pair(text).expect("it makes sense");
            (field, pair, smallest)
        };
        let outcome = Outcome {
            structures: vec![
                structure(["1", "1", "0.0.0.-", "0 - 0"]),
                structure(["2", "2", "0.0.0.1.0 3.1.0.-", "0 #1 1;1 0 -"]),
            ],
            counts: [(1, (1, 1)), (2, (3, 1))].into(),
            pairs: vec![pair("0.0.0.-", 1), pair("0.0.0.1.0", 2), pair("3.1.0.-", 2)],
            links: space.links(),
            ..Outcome::default()
        };
        let rows = outcome.rows();
        assert_eq!((rows[0].suite, rows[0].sizes.as_slice()), (1, &[1, 0][..]));
        assert_eq!((rows[1].accepted, rows[1].structures, rows[1].suite), (4, 2, 2));
        assert_eq!(rows[1].sizes, [2, 1]);
        assert_eq!(outcome.headings(), ["List.first", "List$Node.next"]);
        assert_eq!(outcome.ending(), "came to the end of the space");
    }
}
