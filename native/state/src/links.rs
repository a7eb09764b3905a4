//! What objects link to, by the places where the links begin.

use std::hash::{Hash as _, Hasher as _};
use std::sync::Arc;

use xxhash_rust::xxh3::Xxh3;

use crate::state::{Class, Content, Node, Slot, State};

/// Where in an object a link begins.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Place {
    /// A field of that name.
    Named(Arc<str>),
    /// The element at 0.
    First,
    /// The element at 1.
    Second,
    /// The elements from 2 on.
    Further,
    /// The last element, wherever it is.
    Last,
    /// The keys of a map.
    Key,
    /// The values of a map.
    Value,
}

/// A slot of an object, with where it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Link<'s> {
    /// The binary name of the class that declares the field, or what `getName` gives for the array or collection.
    pub owner: &'s Arc<str>,
    /// Where.
    pub place: Place,
    /// What is there.
    pub slot: &'s Slot,
}

/// What is at the end of a link.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum End<'s> {
    /// `null`.
    Null,
    /// The object of that number of that class.
    Object(&'s str, u32),
    /// A value, whichever it is.
    Value,
}

impl Link<'_> {
    /// A number that is equal for one place in objects of one class and number with equal ends, and hardly for others.
    pub fn hash(&self, class: &Class, number: u32, end: End<'_>) -> u64 {
        let mut hasher = Xxh3::new();
        (self.owner, &self.place, &class.name, number, end).hash(&mut hasher);
        hasher.finish()
    }
}

impl Node {
    /// The slots with the places that they are in, `class` being that of the node. An element that is the last is in two; what is in the order
    /// of a hash table is in none.
    pub fn links<'s>(&'s self, class: &'s Class) -> Vec<Link<'s>> {
        let owner = &class.name;
        match &self.content {
            Content::Fields(slots) => {
                let fields = class.fields.iter().zip(slots);
                let link = fields.map(|((owner, name), slot)| Link {
                    owner,
                    place: Place::Named(name.clone()),
                    slot,
                });
                link.collect()
            }
            Content::Elements(_, slots) => {
                let place = |index| match index {
                    0 => Place::First,
                    1 => Place::Second,
                    _ => Place::Further,
                };
                let each = slots.iter().enumerate().map(|(index, slot)| (place(index), slot));
                let last = slots.last().map(|slot| (Place::Last, slot));
                let link = |(place, slot)| Link { owner, place, slot };
                each.chain(last).map(link).collect()
            }
            Content::Entries(_, entries) => {
                let both = |(key, value)| [(Place::Key, key), (Place::Value, value)];
                let slots = entries.iter().map(|(key, value)| (key, value)).flat_map(both);
                slots.map(|(place, slot)| Link { owner, place, slot }).collect()
            }
            Content::ByHash(_) | Content::Digest(..) | Content::Opaque => Vec::new(),
        }
    }
}

impl State {
    /// What a slot holds.
    pub fn end<'s>(&'s self, slot: &Slot) -> End<'s> {
        match slot {
            Slot::Null => End::Null,
            Slot::Node(node) => {
                let node = &self.nodes[*node as usize];
                End::Object(&self.classes[node.class as usize].name, node.number)
            }
            Slot::Value(_) | Slot::Some => End::Value,
        }
    }

    /// Each link to an object or to `null`, by its [`Link::hash`].
    pub fn link_hashes(&self) -> Vec<u64> {
        let mut hashes = Vec::new();
        for node in &self.nodes {
            let class = &self.classes[node.class as usize];
            let links = node.links(class).into_iter();
            let to_objects = links
                .map(|link| (self.end(link.slot), link))
                .filter(|(end, _)| *end != End::Value);
            hashes.extend(to_objects.map(|(end, link)| link.hash(class, node.number, end)));
        }
        hashes
    }
}
