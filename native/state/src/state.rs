//! A state in canonical form.

use std::sync::Arc;

use palus_sequence::{JavaString, Scalar, StateId};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_128;

/// What the names of the classes of lambdas have in common.
const LAMBDA: &str = "$$Lambda";

/// The class of some nodes, with the fields that count.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Class {
    /// What `getName` gives.
    pub name: Arc<str>,
    /// Owner (a binary name) and name of each field, superclasses' first; empty where a node has no [`Content::Fields`].
    pub fields: Vec<(Arc<str>, Arc<str>)>,
}

/// What has no identity and is compared by content.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Value {
    /// A primitive.
    Scalar(Scalar),
    /// A box.
    Boxed(Scalar),
    /// A string of at most 4,096 units.
    String(JavaString),
    /// A longer one.
    LongString {
        /// Units.
        length: u32,
        /// XXH3 of the units, little-endian.
        hash: u128,
    },
    /// A `BigInteger`: whether it is negative, and its magnitude, the highest word first, without leading zeros.
    BigInteger(bool, Vec<u32>),
    /// A `BigDecimal`: its unscaled value as above, and its scale.
    BigDecimal(bool, Vec<u32>, i32),
    /// An enum constant: the enum that declares it, and its name.
    Enum(Arc<str>, JavaString),
    /// A `Class`: what `getName` gives.
    Class(Arc<str>),
}

/// What a field, an element or a root holds.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Slot {
    /// `null`.
    Null,
    /// An edge: the position of the node in [`State::nodes`].
    Node(u32),
    /// A value.
    Value(Value),
    /// Some value: in a [`shape`](State::shape) only.
    Some,
}

/// What is known of an object.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Content {
    /// What is in the fields of its class.
    Fields(Vec<Slot>),
    /// Of an array or collection: the comparator of a sorted one, the elements in order.
    Elements(Option<Slot>, Vec<Slot>),
    /// Of a map: the comparator of a sorted one, the entries in order.
    Entries(Option<Slot>, Vec<(Slot, Slot)>),
    /// A hashed collection or map (keys, or key and value, one after the other) in the order of its table: some key is no value, so no other order can be known.
    ByHash(Vec<Slot>),
    /// An array of more than 4,096 primitives: its length, and XXH3 of the elements, little-endian.
    Digest(u32, u128),
    /// It is not entered.
    Opaque,
}

impl Content {
    /// All slots, in order.
    pub fn slots(&self) -> Vec<&Slot> {
        match self {
            Self::Fields(slots) | Self::ByHash(slots) => slots.iter().collect(),
            Self::Elements(head, slots) => head.iter().chain(slots).collect(),
            Self::Entries(head, entries) => head.iter().chain(entries.iter().flat_map(|(k, v)| [k, v])).collect(),
            Self::Digest(..) | Self::Opaque => Vec::new(),
        }
    }

    pub(crate) fn slots_mut(&mut self) -> Vec<&mut Slot> {
        match self {
            Self::Fields(slots) | Self::ByHash(slots) => slots.iter_mut().collect(),
            Self::Elements(head, slots) => head.iter_mut().chain(slots).collect(),
            Self::Entries(head, entries) => head
                .iter_mut()
                .chain(entries.iter_mut().flat_map(|(k, v)| [k, v]))
                .collect(),
            Self::Digest(..) | Self::Opaque => Vec::new(),
        }
    }
}

/// An object of a state.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Node {
    /// Its position in [`State::classes`].
    pub class: u32,
    /// Its number among the nodes of its class, from 0.
    pub number: u32,
    /// What it holds.
    pub content: Content,
}

/// What a reader of a state should know.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Marks {
    /// Objects that were not entered.
    pub opaque: u32,
    /// Collections whose order is that of their tables: states with such may be equal and not look so, never the other way round.
    pub order_by_hash: u32,
    /// Whether another thread changed the objects while they were read: it may be a mixture that never was.
    pub is_racy: bool,
}

/// The objects that can be reached from some roots, in canonical form: two heaps are equivalent if and only if their states are equal.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct State {
    /// In the order in which they were met.
    pub classes: Vec<Class>,
    /// What was asked for, in that order.
    pub roots: Vec<Slot>,
    /// Breadth first from the roots.
    pub nodes: Vec<Node>,
    /// See [`Marks::is_racy`].
    pub is_racy: bool,
}

impl State {
    /// The most objects of a state.
    pub const MOST_NODES: usize = 10_000;
    /// The most fields, elements and entries.
    pub const MOST_SLOTS: usize = 100_000;

    /// Numbers what is reached from the roots, breadth first. The slots that are given and those that `expand` gives for an object refer to
    /// objects by any numbers, and `expand` is asked once for each, in the order of the nodes. `None` when there is too much.
    pub fn number(mut roots: Vec<Slot>, mut expand: impl FnMut(u32) -> (Class, Content)) -> Option<Self> {
        let mut order: Vec<u32> = Vec::new();
        let mut places = FxHashMap::default();
        let mut place = |slot: &mut Slot, order: &mut Vec<u32>| {
            if let Slot::Node(object) = slot {
                *object = *places.entry(*object).or_insert_with_key(|object| {
                    order.push(*object);
                    order.len() as u32 - 1
                });
            }
        };
        for slot in &mut roots {
            place(slot, &mut order);
        }
        let mut state = Self {
            classes: Vec::new(),
            roots,
            nodes: Vec::new(),
            is_racy: false,
        };
        let mut known: FxHashMap<Class, u32> = FxHashMap::default();
        let mut numbers: Vec<u32> = Vec::new();
        let mut slots = 0;
        while let Some(&object) = order.get(state.nodes.len()) {
            let (class, mut content) = expand(object);
            for slot in content.slots_mut() {
                place(slot, &mut order);
                slots += 1;
            }
            if order.len() > Self::MOST_NODES || slots > Self::MOST_SLOTS {
                return None;
            }
            let class = *known.entry(class).or_insert_with_key(|class| {
                state.classes.push(class.clone());
                numbers.push(0);
                state.classes.len() as u32 - 1
            });
            let number = numbers[class as usize];
            numbers[class as usize] += 1;
            state.nodes.push(Node { class, number, content });
        }
        Some(state)
    }

    /// The canonical form as bytes: equal bytes, equal states.
    pub fn bytes(&self) -> Vec<u8> {
        postcard::to_stdvec(self).unwrap_or_default()
    }

    /// The state of such bytes; `None` when they are none.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let state: Self = postcard::from_bytes(bytes).ok()?;
        let has = |slot: &Slot| !matches!(slot, Slot::Node(node) if *node as usize >= state.nodes.len());
        let is_whole = |node: &Node| {
            let class = state.classes.get(node.class as usize);
            let fits = match (&node.content, class) {
                (Content::Fields(slots), Some(class)) => slots.len() == class.fields.len(),
                (_, class) => class.is_some(),
            };
            fits && node.content.slots().into_iter().all(has)
        };
        (state.roots.iter().all(has) && state.nodes.iter().all(is_whole)).then_some(state)
    }

    /// The name of the state: XXH3 of its bytes, 128 bits.
    pub fn id(&self) -> StateId {
        StateId(xxh3_128(&self.bytes()))
    }

    /// The state with lambdas named by the class that makes them alone: the rest of their names is another one in each virtual machine.
    #[must_use]
    pub fn without_lambda_names(mut self) -> Self {
        for class in &mut self.classes {
            if let Some(end) = class.name.find(LAMBDA) {
                class.name = class.name[..end + LAMBDA.len()].into();
            }
        }
        self
    }

    /// Classes and edges alone: each value is [`Slot::Some`].
    #[must_use]
    pub fn shape(&self) -> Self {
        self.without_values(|_| false)
    }

    /// The state in which each value but those that the filter keeps is [`Slot::Some`].
    #[must_use]
    pub fn without_values(&self, keeps: impl Fn(&Value) -> bool) -> Self {
        let mut shape = self.clone();
        let contents = shape.nodes.iter_mut().map(|node| &mut node.content);
        let mut slots: Vec<&mut Slot> = shape.roots.iter_mut().collect();
        for content in contents {
            if let Content::Digest(_, hash) = content {
                *hash = 0;
            }
            slots.extend(content.slots_mut());
        }
        for slot in slots {
            if matches!(slot, Slot::Value(value) if !keeps(value)) {
                *slot = Slot::Some;
            }
        }
        shape
    }

    /// The state without the fields that the filter refuses (by owner, a binary name, and name), and without what is only reached by those.
    #[must_use]
    pub fn project(&self, keeps: impl Fn(&str, &str) -> bool) -> Self {
        let projected = Self::number(self.roots.clone(), |node| {
            let node = &self.nodes[node as usize];
            let class = &self.classes[node.class as usize];
            let kept: Vec<bool> = class.fields.iter().map(|(owner, name)| keeps(owner, name)).collect();
            let fields = class.fields.iter().zip(&kept);
            let fields = fields
                .filter(|(_, kept)| **kept)
                .map(|(field, _)| field.clone())
                .collect();
            let content = match &node.content {
                Content::Fields(slots) => {
                    let slots = slots.iter().zip(&kept).filter(|(_, kept)| **kept);
                    Content::Fields(slots.map(|(slot, _)| slot.clone()).collect())
                }
                other => other.clone(),
            };
            let name = class.name.clone();
            (Class { name, fields }, content)
        });
        // A part is no larger than the whole.
        projected.map_or_else(|| self.clone(), |projected| projected.marked_as(self))
    }

    /// The state of one root alone, in canonical form; `None` when there is no such root.
    pub fn part(&self, root: usize) -> Option<Self> {
        self.reached_from(self.roots.get(root)?.clone())
    }

    /// What can be reached from a slot of the state alone, in canonical form; `None` when it is too large, which the whole is then too.
    pub fn reached_from(&self, slot: Slot) -> Option<Self> {
        let roots = vec![slot];
        let part = Self::number(roots, |node| {
            let node = &self.nodes[node as usize];
            (self.classes[node.class as usize].clone(), node.content.clone())
        });
        Some(part?.marked_as(self))
    }

    /// A part of the state is as sure as the whole.
    fn marked_as(self, whole: &Self) -> Self {
        Self {
            is_racy: whole.is_racy,
            ..self
        }
    }

    /// What is worth knowing when the state is compared.
    pub fn marks(&self) -> Marks {
        let count = |is: fn(&Content) -> bool| self.nodes.iter().filter(|node| is(&node.content)).count() as u32;
        Marks {
            opaque: count(|content| matches!(content, Content::Opaque)),
            order_by_hash: count(|content| matches!(content, Content::ByHash(_))),
            is_racy: self.is_racy,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Class, Content, Slot, State};

    #[test]
    fn lambdas_of_two_virtual_machines_have_one_name() {
        let named = |name: &str| {
            let class = Class {
                name: name.into(),
                fields: Vec::new(),
            };
            State::number(vec![Slot::Node(0)], |_| (class.clone(), Content::Opaque)).map(State::without_lambda_names)
        };
        let minted = [
            "demo.A$$Lambda$60/0x00007f",
            "demo.A$$Lambda$61/0x00008f",
            "demo.A$$Lambda/0x31",
        ];
        for name in minted {
            assert_eq!(named(name), named("demo.A$$Lambda"));
        }
        assert_ne!(named("demo.B$$Lambda/0x31"), named("demo.A$$Lambda/0x31"));
    }
}
