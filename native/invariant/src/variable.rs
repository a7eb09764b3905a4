//! The variables of a point, and what they hold in an execution.

use std::sync::Arc;

use palus_state::{Class, Content, Node, Slot, State};

use crate::value::{Datum, Name, Value};

/// Longer sequences have a length, and no elements: what is compared is bounded.
const LONGEST: usize = 256;
/// As many variables a point has; the nearest ones.
pub(crate) const MOST_VARIABLES: usize = 100;

/// A variable of a point.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Variable {
    pub(crate) name: Name,
    /// How many steps it is away from what the method was called with: 1 for fields, arguments and the result.
    pub(crate) distance: u8,
    /// Whether it is, at an exit, what was at the entry.
    pub(crate) is_old: bool,
    /// Whether it is all elements of an array or collection.
    pub(crate) is_sequence: bool,
    /// Whether it was a number when it was first seen.
    pub(crate) is_number: bool,
    /// Of a length, and of a single element.
    pub(crate) derived: Option<Derived>,
}

/// What a length or an element is taken from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Derived {
    pub(crate) sequence: Name,
    /// The index that an element has; `None` for a length.
    pub(crate) index: Option<Name>,
    /// Whether it is the element before that index.
    pub(crate) is_before: bool,
}

/// A variable and what it holds.
pub(crate) type Seen = (Variable, Datum);

/// What is looked at of a state.
#[derive(Clone, Copy)]
pub(crate) struct Look<'s> {
    pub(crate) state: &'s State,
    pub(crate) at_exit: bool,
    /// How many steps are followed.
    pub(crate) depth: u8,
}

impl Look<'_> {
    /// The fields of a receiver as the class that declares the method knows them: those of subclasses are left out.
    pub(crate) fn receiver(self, root: &Slot, declaring: &str, seen: &mut Vec<Seen>) {
        let Slot::Node(node) = root else {
            return;
        };
        let node = &self.state.nodes[*node as usize];
        let class = &self.state.classes[node.class as usize];
        let last = class.fields.iter().rposition(|(owner, _)| **owner == *declaring);
        self.fields("this", node, last.map_or(class.fields.len(), |last| last + 1), 1, seen);
    }

    /// The static fields of a class, where the state has them: its last root is then an array of what classes hold, each an object of a class
    /// `static NAME`.
    pub(crate) fn statics(self, class: &str, seen: &mut Vec<Seen>) {
        let Some(Slot::Node(last)) = self.state.roots.last() else {
            return;
        };
        let Content::Elements(_, holders) = &self.state.nodes[*last as usize].content else {
            return;
        };
        for holder in holders {
            let Slot::Node(holder) = holder else { return };
            let node = &self.state.nodes[*holder as usize];
            let name = &self.state.classes[node.class as usize].name;
            if name.strip_prefix("static ") == Some(class) {
                let simple = class.rsplit(['.', '$']).next().unwrap_or(class);
                self.fields(simple, node, usize::MAX, 1, seen);
            }
        }
    }

    /// An argument or result, and what is in it.
    pub(crate) fn value(self, name: &str, slot: &Slot, distance: u8, seen: &mut Vec<Seen>) {
        let value = Value::of(slot, self.state, self.at_exit);
        seen.push(plain(name, distance, value));
        let Slot::Node(node) = slot else {
            return;
        };
        let node = &self.state.nodes[*node as usize];
        if let Some((length, elements)) = held(&self.state.classes[node.class as usize], &node.content) {
            self.elements(name, length, elements, distance, seen);
        } else if distance < self.depth {
            self.fields(name, node, usize::MAX, distance + 1, seen);
        }
    }

    fn fields(self, of: &str, node: &Node, most: usize, distance: u8, seen: &mut Vec<Seen>) {
        let Content::Fields(slots) = &node.content else {
            return;
        };
        let fields = &self.state.classes[node.class as usize].fields;
        let fields = &fields[..most.min(fields.len())];
        for (place, (slot, (owner, field))) in slots.iter().zip(fields).enumerate() {
            // What the compiler made up: enclosing objects and captured variables.
            if field.contains('$') {
                continue;
            }
            let is_hidden = fields[place + 1..].iter().any(|(_, other)| other == field);
            let name = if is_hidden {
                format!("(({owner}) {of}).{field}")
            } else {
                format!("{of}.{field}")
            };
            self.value(&name, slot, distance, seen);
        }
    }

    fn elements(self, name: &str, length: Length, elements: Option<&[Slot]>, distance: u8, seen: &mut Vec<Seen>) {
        let (count, word) = length;
        let sequence: Name = format!("{name}[]").into();
        let derived = Derived {
            sequence: Arc::clone(&sequence),
            index: None,
            is_before: false,
        };
        let mut variable = plain(&format!("{name}.{word}"), distance, Value::Whole(count as i64));
        variable.0.derived = Some(derived);
        seen.push(variable);
        let Some(elements) = elements.filter(|elements| elements.len() <= LONGEST) else {
            return;
        };
        let elements = elements
            .iter()
            .map(|element| Value::of(element, self.state, self.at_exit));
        let variable = Variable {
            name: sequence,
            distance,
            is_old: false,
            is_sequence: true,
            is_number: false,
            derived: None,
        };
        seen.push((variable, Datum::Many(elements.collect())));
    }
}

/// How many there are, and what Java calls it.
type Length = (usize, &'static str);

/// The elements of an array, list, queue or set; of what is in no order, or in pairs, how many there are.
fn held<'n>(class: &Class, content: &'n Content) -> Option<(Length, Option<&'n [Slot]>)> {
    let is_array = class.name.starts_with('[');
    let is_text = matches!(
        &*class.name,
        "java.lang.StringBuilder" | "java.lang.StringBuffer" | "java.util.BitSet"
    );
    Some(match content {
        Content::Elements(..) if is_text => return None,
        Content::Elements(_, slots) if is_array => ((slots.len(), "length"), Some(slots)),
        Content::Elements(_, slots) => ((slots.len(), "size"), Some(slots)),
        Content::Entries(_, entries) => ((entries.len(), "size"), None),
        Content::Digest(length, _) => ((*length as usize, "length"), None),
        Content::Fields(_) | Content::ByHash(_) | Content::Opaque => return None,
    })
}

fn plain(name: &str, distance: u8, value: Value) -> Seen {
    let variable = Variable {
        name: name.into(),
        distance,
        is_old: false,
        is_sequence: false,
        is_number: value.number().is_some(),
        derived: None,
    };
    (variable, Datum::One(value))
}

/// The variable as it was at the entry.
pub(crate) fn old((variable, datum): &Seen) -> Seen {
    let old = |name: &Name| Name::from(format!("old({name})"));
    let variable = Variable {
        name: old(&variable.name),
        is_old: true,
        derived: variable.derived.as_ref().map(|derived| Derived {
            sequence: old(&derived.sequence),
            index: derived.index.as_ref().map(old),
            is_before: derived.is_before,
        }),
        ..variable.clone()
    };
    (variable, datum.clone())
}

/// `x[i]` and `x[i-1]` of each sequence and each of the integral numbers.
pub(crate) fn subscripts(sequences: &[Seen], numbers: &[Seen]) -> Vec<Seen> {
    let mut found = Vec::new();
    for (sequence, elements) in sequences.iter().filter(|(variable, _)| variable.is_sequence) {
        let Some(elements) = elements.many() else { continue };
        for (number, index) in numbers {
            let of_this = number.derived.as_ref().map(|derived| derived.sequence == sequence.name);
            let Some(index) = index.one().and_then(Value::whole).filter(|_| of_this != Some(false)) else {
                continue;
            };
            for is_before in [false, true] {
                let at = index
                    .checked_sub(i64::from(is_before))
                    .and_then(|at| usize::try_from(at).ok());
                let Some(element) = at.and_then(|at| elements.get(at)) else {
                    continue;
                };
                let array = sequence.name.trim_end_matches("[]");
                let minus = if is_before { "-1" } else { "" };
                let distance = sequence.distance.max(number.distance) + 1;
                let name = format!("{array}[{}{minus}]", number.name);
                let (mut variable, datum) = plain(&name, distance, element.clone());
                variable.is_old = sequence.is_old && number.is_old;
                variable.derived = Some(Derived {
                    sequence: Arc::clone(&sequence.name),
                    index: Some(Arc::clone(&number.name)),
                    is_before,
                });
                found.push((variable, datum));
            }
        }
    }
    found
}
