//! Ways out of branches by the numbers that an agent counts them by, so that who runs the code can say which of them were taken.

use std::collections::BTreeSet;
use std::sync::Arc;

use palus_classes::MethodProbes;
use rustc_hash::FxHashMap;

use crate::path::{ENTRY, Way};
use crate::program::Program;

/// An edge of a class: the start of a method, or a way out of a branch.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Edge {
    /// The binary name of the class.
    pub class: Arc<str>,
    /// Its number there ([`palus_classes::ClassProbes`]).
    pub number: u32,
}

/// The edges of classes, read when they are first asked for.
#[derive(Default)]
pub(crate) struct Edges {
    classes: FxHashMap<Arc<str>, Arc<[MethodProbes]>>,
    known: FxHashMap<Way, Option<Edge>>,
}

impl Edges {
    /// The edge that a way is; `None` where its class is counted otherwise or not at all.
    pub(crate) fn of(&mut self, program: &Program, way: Way) -> Option<Edge> {
        if let Some(known) = self.known.get(&way) {
            return known.clone();
        }
        let edge = self.read(program, way);
        self.known.insert(way, edge.clone());
        edge
    }

    fn read(&mut self, program: &Program, way: Way) -> Option<Edge> {
        let method = program.method(way.method)?;
        let methods = self.classes.entry(Arc::clone(&method.class)).or_insert_with(|| {
            let probes = program.index.probes(&method.class);
            probes.map_or_else(|| Arc::from([]), |probes| probes.methods.into())
        });
        let is_it = |other: &&MethodProbes| other.name == method.name && other.descriptor == method.descriptor;
        let probes = methods.iter().find(is_it)?;
        let number = match way.offset {
            ENTRY => Some(probes.first),
            offset => probes.way(offset, way.out as usize),
        };
        Some(Edge {
            class: Arc::clone(&method.class),
            number: number?,
        })
    }
}

/// The ways that edges are, for classes read when they are first asked for.
#[derive(Default)]
pub(crate) struct Counted {
    edges: Edges,
    classes: FxHashMap<Arc<str>, FxHashMap<u32, Way>>,
}

impl Counted {
    /// The ways that these edges are; those that are no way out of a branch, or of classes that are counted otherwise, are left out.
    pub(crate) fn ways(&mut self, program: &mut Program, edges: &[Edge]) -> BTreeSet<Way> {
        let mut ways = BTreeSet::new();
        for edge in edges {
            if !self.classes.contains_key(&edge.class) {
                let class = self.read(program, &edge.class);
                self.classes.insert(Arc::clone(&edge.class), class);
            }
            ways.extend(self.classes[&edge.class].get(&edge.number));
        }
        ways
    }

    fn read(&mut self, program: &mut Program, class: &str) -> FxHashMap<u32, Way> {
        let mut known = FxHashMap::default();
        let loaded = program.class(class);
        for method in loaded.iter().flat_map(|loaded| &loaded.methods) {
            for way in method.ways() {
                if let Some(edge) = self.edges.of(program, way) {
                    known.insert(edge.number, way);
                }
            }
        }
        known
    }
}
