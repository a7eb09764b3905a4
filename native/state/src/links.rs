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
    /// Each link to an object or to `null`, as a hash: equal for one place in objects of one class and number, linked to objects of one class
    /// and number.
    pub fn link_hashes(&self) -> Vec<u64> {
        let mut hashes = Vec::new();
        for node in &self.nodes {
            let class = &self.classes[node.class as usize];
            for Link { owner, place, slot } in node.links(class) {
                let to = match slot {
                    Slot::Null => None,
                    Slot::Node(to) => {
                        let to = &self.nodes[*to as usize];
                        Some((&self.classes[to.class as usize].name, to.number))
                    }
                    Slot::Value(_) | Slot::Some => continue,
                };
                let mut hasher = Xxh3::new();
                (owner, place, &class.name, node.number, to).hash(&mut hasher);
                hashes.push(hasher.finish());
            }
        }
        hashes
    }
}
