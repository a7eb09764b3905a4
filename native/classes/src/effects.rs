//! Which fields each method under test reads and writes, what it does through private callees and constructors included.
//!
//! A field is named by the class that declares it. Synthetic fields never count. Part of whoever calls it is a private method, a
//! constructor, or a method that a compiler made (a lambda body, an accessor of a nested class); part of whoever makes an object of a
//! local or anonymous class are the methods of that class. A part counts once for each caller, however many call sites there are and
//! whatever calls itself on the way: the parts of a method are the least set that contains its own body and, with a body, the parts
//! that this one calls.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use crate::body::{Body, Member};
use crate::dependence::{Access, Document};
use crate::index::ClassIndex;
use crate::info::{ClassInfo, MethodInfo, Nesting};
use crate::parallel;

/// A method or constructor of a class under test with what it touches.
pub(crate) struct Effects {
    /// The class.
    pub(crate) class: Arc<ClassInfo>,
    /// The method, by its position in the class.
    pub(crate) method: usize,
    /// Its accesses; the numbers of fields are positions in [`Documents::fields`].
    pub(crate) document: Document,
    /// The methods whose bodies are part of it, itself first.
    pub(crate) parts: Vec<Member>,
}

/// What the methods under test touch.
pub(crate) struct Documents {
    /// A document for each method and constructor that has code, is not private and was written by a programmer, in order.
    pub(crate) effects: Vec<Effects>,
    /// The fields, by the classes that declare them, in the order of first mention.
    pub(crate) fields: Vec<Member>,
}

/// The documents of the classes under test. `bodies` holds the bodies of each class.
pub(crate) fn documents(index: &ClassIndex, classes: &[Arc<ClassInfo>], bodies: &[Vec<Body>]) -> Documents {
    let mut program = Program::new(index, classes);
    for (class, bodies) in classes.iter().zip(bodies) {
        program.add(class, bodies);
    }
    let own = program.nodes.len();
    program.complete();
    let documents = (0..own).filter(|&node| program.nodes[node].is_document);
    let documents: Vec<usize> = documents.collect();
    Documents {
        effects: parallel::map(&documents, |&node| program.merged(node)),
        fields: program.fields.names,
    }
}

/// One body, its callees open or found.
struct Node {
    class: Arc<ClassInfo>,
    method: usize,
    /// Field, reads and writes.
    own: Vec<Access>,
    /// What may be part of this one: methods called, and classes of which it makes objects.
    calls: Vec<Arc<Member>>,
    created: Vec<Arc<str>>,
    /// The nodes that are part of this one.
    parts: Vec<usize>,
    is_document: bool,
}

/// The bodies that count: those of the classes under test, and those that become part of them.
struct Program<'i> {
    index: &'i ClassIndex,
    /// The classes under test and their superclasses on the class path.
    followed: BTreeSet<Arc<str>>,
    nodes: Vec<Node>,
    /// Class, name and descriptor to the node.
    places: HashMap<Member, usize>,
    /// Class to its first node.
    classes: HashMap<Arc<str>, Option<usize>>,
    fields: Fields<'i>,
}

impl<'i> Program<'i> {
    fn new(index: &'i ClassIndex, subjects: &[Arc<ClassInfo>]) -> Self {
        Self {
            index,
            followed: followed(index, subjects),
            nodes: Vec::new(),
            places: HashMap::new(),
            classes: HashMap::new(),
            fields: Fields {
                index,
                names: Vec::new(),
                numbers: HashMap::new(),
                resolved: HashMap::new(),
            },
        }
    }

    fn add(&mut self, class: &Arc<ClassInfo>, bodies: &[Body]) {
        self.classes.insert(class.name.clone(), Some(self.nodes.len()));
        for (method, (written, body)) in class.methods.iter().zip(bodies).enumerate() {
            let place = Member {
                owner: class.name.clone(),
                name: written.name.clone(),
                descriptor: written.descriptor.clone(),
            };
            self.places.insert(place, self.nodes.len());
            self.nodes.push(Node {
                own: self.fields.own(body),
                calls: body.calls.iter().map(|call| call.target.clone()).collect(),
                created: body.created.clone(),
                parts: Vec::new(),
                is_document: body.has_code && !written.access.is_private() && !written.is_made_by_compiler(),
                class: class.clone(),
                method,
            });
        }
    }

    /// Finds the parts of every node; that may bring in further classes, whose nodes stand behind.
    fn complete(&mut self) {
        let mut next = 0;
        while next < self.nodes.len() {
            let calls = std::mem::take(&mut self.nodes[next].calls);
            let created = std::mem::take(&mut self.nodes[next].created);
            let caller = self.nodes[next].class.name.clone();
            let mut parts: Vec<usize> = calls.iter().filter_map(|call| self.called(&caller, call)).collect();
            for class in &created {
                parts.extend(self.methods_of_hidden(class));
            }
            self.nodes[next].parts = parts;
            next += 1;
        }
    }

    /// The callee, when it is part of its callers. What can be part is never inherited, so the call names its class; and only
    /// constructors can be called from outside the nest.
    fn called(&mut self, caller: &str, call: &Member) -> Option<usize> {
        if &*call.name != "<init>" && outermost(&call.owner) != outermost(caller) {
            return None;
        }
        self.first_node(&call.owner)?;
        let node = *self.places.get(call)?;
        let found = &self.nodes[node];
        is_part_of_caller(&found.class.methods[found.method]).then_some(node)
    }

    /// The instance methods of a local or anonymous class, its constructors aside: those are called.
    fn methods_of_hidden(&mut self, class: &str) -> Vec<usize> {
        if !self
            .index
            .class(class)
            .is_some_and(|class| class.nesting == Nesting::Hidden)
        {
            return Vec::new();
        }
        let Some(first) = self.first_node(class) else {
            return Vec::new();
        };
        let count = self.nodes[first].class.methods.len();
        let is_own = |node: &usize| {
            let node = &self.nodes[*node];
            let method = &node.class.methods[node.method];
            !method.access.is_static() && !method.is_constructor()
        };
        (first..(first + count).min(self.nodes.len())).filter(is_own).collect()
    }

    /// The first node of a class, its bodies read now if they count and were not read before.
    fn first_node(&mut self, class: &str) -> Option<usize> {
        if let Some(known) = self.classes.get(class) {
            return *known;
        }
        let found = self.index.class(class).filter(|_| self.is_followed(class));
        let bodies = found.as_ref().map(|_| self.index.bodies(class)).unwrap_or_default();
        match found {
            Some(found) if !bodies.is_empty() => self.add(&found, &bodies),
            _ => drop(self.classes.insert(class.into(), None)),
        }
        self.classes.get(class).copied().flatten()
    }

    /// Whether bodies of the class can be part of others: it is under test, nested in a class under test, or a superclass on the class
    /// path of one. Nothing else is looked into, whether it comes with the JDK or as a library: what it touches is not under test.
    fn is_followed(&self, class: &str) -> bool {
        self.followed.contains(class) || self.followed.contains(outermost(class))
    }

    /// A node with all its parts, and theirs, each once.
    fn merged(&self, start: usize) -> Effects {
        let mut reached = vec![start];
        let mut seen = BTreeSet::from([start]);
        let mut position = 0;
        let mut accesses: Vec<Access> = Vec::new();
        while position < reached.len() {
            let node = &self.nodes[reached[position]];
            accesses.extend(&node.own);
            reached.extend(node.parts.iter().filter(|part| seen.insert(**part)));
            position += 1;
        }
        let named = |node: &usize| {
            let node = &self.nodes[*node];
            let method = &node.class.methods[node.method];
            Member {
                owner: node.class.name.clone(),
                name: method.name.clone(),
                descriptor: method.descriptor.clone(),
            }
        };
        Effects {
            parts: reached.iter().map(named).collect(),
            class: self.nodes[start].class.clone(),
            method: self.nodes[start].method,
            document: Document::new(accesses),
        }
    }
}

fn followed(index: &ClassIndex, subjects: &[Arc<ClassInfo>]) -> BTreeSet<Arc<str>> {
    let mut followed: BTreeSet<Arc<str>> = subjects.iter().map(|class| class.name.clone()).collect();
    for subject in subjects {
        let mut next = subject.superclass.clone();
        while let Some(class) = next.take().and_then(|name| index.class(&name)) {
            if !class.is_on_class_path() || !followed.insert(class.name.clone()) {
                break;
            }
            next.clone_from(&class.superclass);
        }
    }
    followed
}

/// The class around all others, by the names that compilers give. A name with `$` of its own is taken for nested: it finds nothing.
fn outermost(class: &str) -> &str {
    class.split_once('$').map_or(class, |(outermost, _)| outermost)
}

fn is_part_of_caller(method: &MethodInfo) -> bool {
    method.access.is_private() || method.is_constructor() || method.is_made_by_compiler()
}

/// Fields numbered in the order of first mention.
struct Fields<'i> {
    index: &'i ClassIndex,
    names: Vec<Member>,
    numbers: HashMap<Member, usize>,
    /// What an instruction names to the number of the field, `None` for synthetic ones.
    resolved: HashMap<Arc<Member>, Option<usize>>,
}

impl Fields<'_> {
    fn own(&mut self, body: &Body) -> Vec<Access> {
        let mut own = Vec::new();
        for access in &body.fields {
            if let Some(field) = self.number(&access.field) {
                own.push(Access {
                    field,
                    reads: access.reads,
                    writes: access.writes,
                });
            }
        }
        own
    }

    fn number(&mut self, named: &Arc<Member>) -> Option<usize> {
        if let Some(&known) = self.resolved.get(named) {
            return known;
        }
        let declared = match self.index.resolve_field(&named.owner, &named.name, &named.descriptor) {
            Some((_, field)) if field.access.is_synthetic() => None,
            Some((class, _)) => Some(Member {
                owner: class.name.clone(),
                ..(**named).clone()
            }),
            // Its class is not on the class path: as the instruction names it.
            None => Some((**named).clone()),
        };
        let number = declared.map(|field| {
            let next = self.names.len();
            *self.numbers.entry(field).or_insert_with_key(|field| {
                self.names.push(field.clone());
                next
            })
        });
        self.resolved.insert(named.clone(), number);
        number
    }
}
