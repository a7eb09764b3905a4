//! In what two states differ, for people.

use std::collections::{BTreeSet, VecDeque};
use std::fmt;

use crate::state::{Content, Node, Slot, State};

/// A place in which two states differ.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// How it is reached: the position of the root, then fields and indices, as in `0.store[1]`.
    pub path: String,
    /// What is there in the first state.
    pub one: String,
    /// What is there in the second.
    pub other: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} and {}", self.path, self.one, self.other)
    }
}

/// The first places in which two states differ, at most `most`, those with the shortest paths first. None when and only when they are equal.
pub fn diff(one: &State, other: &State, most: usize) -> Vec<Difference> {
    let mut pairs = Pairs {
        one,
        other,
        most,
        seen: BTreeSet::new(),
        waiting: VecDeque::new(),
        found: Vec::new(),
    };
    pairs.count("roots", one.roots.len(), other.roots.len());
    for (position, (a, b)) in one.roots.iter().zip(&other.roots).enumerate() {
        pairs.compare(position.to_string(), a, b);
    }
    while let Some((path, a, b)) = pairs.waiting.pop_front() {
        pairs.nodes(&path, &one.nodes[a as usize], &other.nodes[b as usize]);
    }
    pairs.found
}

struct Pairs<'s> {
    one: &'s State,
    other: &'s State,
    most: usize,
    seen: BTreeSet<(u32, u32)>,
    waiting: VecDeque<(String, u32, u32)>,
    found: Vec<Difference>,
}

impl Pairs<'_> {
    fn differ(&mut self, path: String, one: String, other: String) {
        if self.found.len() < self.most {
            self.found.push(Difference { path, one, other });
        }
    }

    fn count(&mut self, path: &str, one: usize, other: usize) {
        if one != other {
            self.differ(format!("{path}.length"), one.to_string(), other.to_string());
        }
    }

    fn compare(&mut self, path: String, a: &Slot, b: &Slot) {
        match (a, b) {
            // The numbers are by the order of the search, so where they differ one of them is shared with another place.
            (Slot::Node(a), Slot::Node(b)) => {
                let (x, y) = (&self.one.nodes[*a as usize], &self.other.nodes[*b as usize]);
                let same_class = self.one.classes[x.class as usize].name == self.other.classes[y.class as usize].name;
                if !same_class || x.number != y.number {
                    self.slots(path, &Slot::Node(*a), &Slot::Node(*b));
                } else if self.seen.insert((*a, *b)) {
                    self.waiting.push_back((path, *a, *b));
                }
            }
            (a, b) if a == b => {}
            (a, b) => self.slots(path, a, b),
        }
    }

    fn slots(&mut self, path: String, a: &Slot, b: &Slot) {
        let (one, other) = (self.one.slot_text(a), self.other.slot_text(b));
        self.differ(path, one, other);
    }

    fn nodes(&mut self, path: &str, one: &Node, other: &Node) {
        let (a, b) = (&one.content, &other.content);
        if std::mem::discriminant(a) != std::mem::discriminant(b) {
            self.differ(path.to_owned(), kind(a).to_owned(), kind(b).to_owned());
            return;
        }
        if let (Content::Digest(a, x), Content::Digest(b, y)) = (a, b) {
            if (a, x) != (b, y) {
                self.differ(
                    path.to_owned(),
                    format!("{a} elements, {x:032x}"),
                    format!("{b} elements, {y:032x}"),
                );
            }
            return;
        }
        let (steps, others) = (steps(self.one, one), steps(self.other, other));
        if steps.len() == others.len() && steps != others {
            self.differ(path.to_owned(), steps.join(","), others.join(","));
            return;
        }
        let (slots, other_slots) = (a.slots(), b.slots());
        self.count(path, slots.len(), other_slots.len());
        for ((a, b), step) in slots.into_iter().zip(other_slots).zip(steps) {
            self.compare(format!("{path}{step}"), a, b);
        }
    }
}

fn kind(content: &Content) -> &'static str {
    match content {
        Content::Fields(_) => "fields",
        Content::Elements(..) => "elements",
        Content::Entries(..) => "entries",
        Content::ByHash(_) => "elements in the order of a table",
        Content::Digest(..) => "a long array",
        Content::Opaque => "what is not entered",
    }
}

/// How each slot of a node is reached from it.
fn steps(state: &State, node: &Node) -> Vec<String> {
    let head = |head: &Option<Slot>| head.as_ref().map(|_| ".comparator".to_owned());
    let index = |index: usize| format!("[{index}]");
    match &node.content {
        Content::Fields(_) => {
            let fields = &state.classes[node.class as usize].fields;
            fields.iter().map(|(_, name)| format!(".{name}")).collect()
        }
        Content::Elements(comparator, slots) => head(comparator)
            .into_iter()
            .chain((0..slots.len()).map(index))
            .collect(),
        Content::Entries(comparator, entries) => {
            let entry = |index: usize| [format!("[{index}].key"), format!("[{index}].value")];
            head(comparator)
                .into_iter()
                .chain((0..entries.len()).flat_map(entry))
                .collect()
        }
        Content::ByHash(slots) => (0..slots.len()).map(index).collect(),
        Content::Digest(..) | Content::Opaque => Vec::new(),
    }
}
