//! Which methods provably write no field of anything that existed before the call.
//!
//! A method is pure when no instruction of it, and of all that it can call, writes a static field, or a field or array element of an
//! object that the call did not make. A constructor that fills the object just made is no obstacle: what a callee writes of its
//! operands is an effect on what the caller passed. Which bodies a virtual call can reach is decided over all classes of the class
//! path. Of the JDK, the rows of `jdk.rs` are taken as proved; other methods of it are looked into when the call has one target.
//!
//! Not counted: class initialisers that a call may set off, locks, and what `equals`, `hashCode`, `toString` and `compareTo` do when
//! the JDK calls them back.

mod jdk;
mod solve;

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use crate::body::{Body, Call, CallKind, Member};
use crate::hierarchy::Declared;
use crate::index::ClassIndex;
use crate::info::{ClassInfo, MethodInfo};
use jdk::Known;
use solve::{Graph, Node, Target};

/// A method from which more bodies than this can be reached is not proved: nobody takes such a method for an observer.
const MOST_BODIES: usize = 400;

/// Name and descriptor to the classes of the class path that have such a method to call.
type Overriders = HashMap<(Arc<str>, Arc<str>), Vec<Arc<ClassInfo>>>;

/// The analysis, with the bodies that it has read.
#[derive(Default)]
pub(crate) struct Purity {
    proved: HashMap<Member, bool>,
    bodies: HashMap<Arc<str>, Arc<Vec<Body>>>,
    /// Filled on first need.
    overriders: Option<Overriders>,
}

impl Purity {
    /// Whether the method is pure. A constructor is, when it writes to nothing but the new object.
    pub(crate) fn is_pure(&mut self, index: &ClassIndex, method: &Declared) -> bool {
        let name = member(&method.class, method.method());
        if let Some(&known) = self.proved.get(&name) {
            return known;
        }
        let is_constructor = method.method().is_constructor();
        let proved = self.graph(index, method).is_some_and(|graph| {
            let root = graph.solve();
            !root.is_global && (root.writes == 0 || (is_constructor && root.writes == 1))
        });
        self.proved.insert(name, proved);
        proved
    }

    /// All bodies that can be reached; `None` when one of them is out of reach.
    fn graph(&mut self, index: &ClassIndex, root: &Declared) -> Option<Graph> {
        let mut graph = Graph::default();
        let mut places: HashMap<Member, usize> = HashMap::new();
        let mut open = vec![root.clone()];
        places.insert(member(&root.class, root.method()), 0);
        while let Some(method) = open.get(graph.nodes.len()).cloned() {
            let body = self.body(index, &method)?;
            let mut node = Node {
                heap: body.heap.clone(),
                targets: Vec::new(),
            };
            if node.heap.is_global {
                return None;
            }
            for site in &body.heap.sites {
                let targets = match self.resolve(index, &site.call)? {
                    Reached::Known(known) => vec![Target::Known(known)],
                    Reached::Bodies(found) => {
                        let mut targets = Vec::new();
                        for callee in found {
                            let next = places.len();
                            let place = *places.entry(member(&callee.class, callee.method())).or_insert(next);
                            if place == next {
                                open.push(callee);
                            }
                            targets.push(Target::Node(place));
                        }
                        targets
                    }
                };
                node.targets.push(targets);
            }
            if places.len() > MOST_BODIES {
                return None;
            }
            graph.nodes.push(node);
        }
        Some(graph)
    }

    /// The body of a method; `None` for one that is native, or cannot be read.
    fn body(&mut self, index: &ClassIndex, method: &Declared) -> Option<Body> {
        let class = &method.class.name;
        let read = || Arc::new(index.bodies(class));
        let bodies = self.bodies.entry(class.clone()).or_insert_with(read);
        bodies.get(method.index).filter(|body| body.has_code).cloned()
    }

    /// What a call can reach; `None` when that is not known.
    fn resolve(&mut self, index: &ClassIndex, call: &Call) -> Option<Reached> {
        let target = &call.target;
        if let Some(known) = jdk::known(index, target) {
            return Some(Reached::Known(known));
        }
        let found = index.resolve_method(&target.owner, &target.name, &target.descriptor)?;
        let method = found.method();
        let is_single = matches!(call.kind, CallKind::Special | CallKind::Static)
            || method.access.is_final()
            || method.access.is_private()
            || found.class.access.is_final();
        if is_single {
            return Some(Reached::Bodies(vec![found]));
        }
        // Anybody may extend what the JDK exports: its virtual methods have no known end.
        if !found.class.is_on_class_path() {
            return None;
        }
        let mut reached = self.overridden(index, &target.owner, method);
        if !method.access.is_abstract() {
            reached.push(found);
        }
        (!reached.is_empty()).then_some(Reached::Bodies(reached))
    }

    /// The methods of the class path that a virtual call through `owner` can reach by overriding.
    fn overridden(&mut self, index: &ClassIndex, owner: &str, method: &MethodInfo) -> Vec<Declared> {
        let overriders = self.overriders.get_or_insert_with(|| overriders(index));
        let key = (method.name.clone(), method.descriptor.clone());
        let classes = overriders.get(&key).map_or(&[][..], Vec::as_slice);
        let below = classes
            .iter()
            .filter(|class| *class.name != *owner && index.is_subclass(&class.name, owner));
        let found = below.filter_map(|class| {
            let index = class.find_method(&method.name, &method.descriptor)?;
            Some(Declared {
                class: class.clone(),
                index,
            })
        });
        found.collect()
    }
}

/// What a call reaches.
enum Reached {
    Known(Known),
    Bodies(Vec<Declared>),
}

fn member(class: &ClassInfo, method: &MethodInfo) -> Member {
    Member {
        owner: class.name.clone(),
        name: method.name.clone(),
        descriptor: method.descriptor.clone(),
    }
}

fn overriders(index: &ClassIndex) -> Overriders {
    let names: BTreeSet<String> = index.class_path_names();
    let names: Vec<String> = names.into_iter().collect();
    let mut found = Overriders::new();
    for class in index.load(&names) {
        let callable = class.methods.iter().filter(|m| {
            !m.access.is_static() && !m.access.is_private() && !m.access.is_abstract() && !m.is_constructor()
        });
        for method in callable {
            let key = (method.name.clone(), method.descriptor.clone());
            found.entry(key).or_default().push(class.clone());
        }
    }
    found
}
