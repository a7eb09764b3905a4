//! Which fields each method under test reads and writes, what it does through private callees and constructors included.
//!
//! A field is named by the class that declares it. Synthetic fields never count. A private method, a constructor or a method that a
//! compiler made (a lambda body, an accessor of a nested class) is part of whoever calls it, and counts once for each caller however
//! many call sites there are; so recursion needs no special care.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use crate::body::{Body, Call, FieldAccess};
use crate::dependence::{Access, Document};
use crate::index::ClassIndex;
use crate::info::{ClassInfo, MethodInfo};

/// A method or constructor of a class under test with what it touches.
pub(crate) struct Effects {
    /// The class, by its position in what was asked about.
    pub(crate) class: usize,
    /// The method, by its position in the class.
    pub(crate) method: usize,
    /// Its accesses; the numbers of fields are those of one call of [`effects`].
    pub(crate) document: Document,
}

/// One body, its callees resolved.
struct Node {
    class: usize,
    method: usize,
    /// Field to reads and writes.
    own: BTreeMap<usize, (u32, u32)>,
    /// The nodes that are part of this one.
    parts: Vec<usize>,
    is_document: bool,
}

/// The documents of the classes under test: each method and constructor that has code, is not private and was written by a
/// programmer, in order. `bodies` holds the bodies of each class.
pub(crate) fn effects(index: &ClassIndex, classes: &[Arc<ClassInfo>], bodies: &[Vec<Body>]) -> Vec<Effects> {
    let places = places(classes, bodies);
    let mut fields = Fields {
        index,
        numbers: HashMap::new(),
        resolved: HashMap::new(),
    };
    let nodes: Vec<Node> = bodies
        .iter()
        .enumerate()
        .flat_map(|(class, bodies)| {
            bodies
                .iter()
                .enumerate()
                .map(move |(method, body)| (class, method, body))
        })
        .map(|(class, method, body)| {
            let written = &classes[class].methods[method];
            Node {
                class,
                method,
                own: fields.own(body),
                parts: parts(body, classes, &places),
                is_document: body.has_code && !written.access.is_private() && !written.is_made_by_compiler(),
            }
        })
        .collect();
    let documents = (0..nodes.len()).filter(|&node| nodes[node].is_document);
    documents.map(|node| merged(&nodes, node)).collect()
}

/// Where a method stands among the nodes, and where in its class.
struct Place {
    node: usize,
    class: usize,
    method: usize,
}

type Key = (Arc<str>, Arc<str>, Arc<str>);

fn places(classes: &[Arc<ClassInfo>], bodies: &[Vec<Body>]) -> HashMap<Key, Place> {
    let mut places = HashMap::new();
    let mut node = 0;
    for (class, info) in classes.iter().enumerate() {
        for (method, written) in info.methods.iter().enumerate().take(bodies[class].len()) {
            let key = (info.name.clone(), written.name.clone(), written.descriptor.clone());
            places.insert(key, Place { node, class, method });
            node += 1;
        }
    }
    places
}

/// The nodes that are part of a body. What can be part is never inherited, so the call names its class.
fn parts(body: &Body, classes: &[Arc<ClassInfo>], places: &HashMap<Key, Place>) -> Vec<usize> {
    let place = |call: &Call| places.get(&(call.owner.clone(), call.name.clone(), call.descriptor.clone()));
    let is_part = |place: &&Place| is_part_of_caller(&classes[place.class].methods[place.method]);
    body.calls
        .iter()
        .filter_map(place)
        .filter(is_part)
        .map(|p| p.node)
        .collect()
}

fn is_part_of_caller(method: &MethodInfo) -> bool {
    method.access.is_private() || method.is_constructor() || method.is_made_by_compiler()
}

/// A node with all its parts, and theirs, each once.
fn merged(nodes: &[Node], start: usize) -> Effects {
    let mut reached = vec![start];
    let mut position = 0;
    let mut fields: BTreeMap<usize, (u32, u32)> = BTreeMap::new();
    while position < reached.len() {
        let node = &nodes[reached[position]];
        for (&field, &(reads, writes)) in &node.own {
            let sum = fields.entry(field).or_default();
            *sum = (sum.0 + reads, sum.1 + writes);
        }
        for &part in &node.parts {
            if !reached.contains(&part) {
                reached.push(part);
            }
        }
        position += 1;
    }
    let access = |(field, (reads, writes))| Access { field, reads, writes };
    Effects {
        class: nodes[start].class,
        method: nodes[start].method,
        document: Document::new(fields.into_iter().map(access).collect()),
    }
}

/// Fields numbered in the order of first mention.
struct Fields<'i> {
    index: &'i ClassIndex,
    numbers: HashMap<Key, usize>,
    /// What an instruction names to the number of the field, `None` for synthetic ones.
    resolved: HashMap<Key, Option<usize>>,
}

impl Fields<'_> {
    fn own(&mut self, body: &Body) -> BTreeMap<usize, (u32, u32)> {
        let mut own: BTreeMap<usize, (u32, u32)> = BTreeMap::new();
        for access in &body.fields {
            if let Some(field) = self.number(access) {
                let sum = own.entry(field).or_default();
                *sum = (sum.0 + access.reads, sum.1 + access.writes);
            }
        }
        own
    }

    fn number(&mut self, access: &FieldAccess) -> Option<usize> {
        let named = (access.owner.clone(), access.name.clone(), access.descriptor.clone());
        if let Some(&known) = self.resolved.get(&named) {
            return known;
        }
        let found = self
            .index
            .resolve_field(&access.owner, &access.name, &access.descriptor);
        let number = match found {
            Some((_, field)) if field.access.is_synthetic() => None,
            Some((class, _)) => Some((class.name.clone(), named.1.clone(), named.2.clone())),
            // Its class is not on the class path: as the instruction names it.
            None => Some(named.clone()),
        };
        let number = number.map(|key| {
            let next = self.numbers.len();
            *self.numbers.entry(key).or_insert(next)
        });
        self.resolved.insert(named, number);
        number
    }
}
