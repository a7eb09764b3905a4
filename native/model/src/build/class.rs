//! The automaton of a class while it grows.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::call::Step;
use super::names::Names;
use super::objects::LOST;
use super::observed::Observed;
use crate::digest::Digest;
use crate::limit::NODES;
use crate::{NodeId, Position};

/// The destination of first-level calls' paths: none.
pub(super) const FIRST_LEVEL: u32 = u32::MAX;
/// How often a node may have been replaced before it is given up.
const REDIRECTS: usize = 16;

/// Whether a call is counted, or taken back because it turned out to be nested.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Walk {
    Forward,
    Back,
}

/// What is done along a path, in which test.
#[derive(Clone, Copy)]
pub(super) struct How<'a> {
    pub(super) walk: Walk,
    pub(super) test: u32,
    pub(super) names: &'a Names,
}

/// What tells the transitions of a class apart.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Key {
    pub(super) source: u32,
    pub(super) method: u32,
    pub(super) threw: u32,
    pub(super) position: Position,
    /// The node where the alternative path ends that this is a step of.
    pub(super) nested_to: u32,
    /// Whether this is its last step.
    closes: bool,
}

#[derive(Debug)]
pub(super) struct Edge {
    pub(super) key: Key,
    pub(super) target: u32,
    pub(super) observed: Observed,
}

#[derive(Debug)]
pub(super) struct GrowingNode {
    digest: Digest,
    pub(super) exits: u64,
}

/// The automaton of a class. Nodes and edges are never removed while it grows: one without a count is left out at the
/// end.
#[derive(Debug)]
pub(super) struct Automaton {
    pub(super) name: Arc<str>,
    pub(super) nodes: Vec<GrowingNode>,
    pub(super) edges: Vec<Edge>,
    index: FxHashMap<Key, u32>,
    /// Where an object now stands that stood at a node when a call was not yet known to be nested.
    redirects: FxHashMap<u32, u32>,
    /// Whether the class is watched from outside.
    pub(super) is_outside: bool,
    pub(super) objects: u64,
    pub(super) truncated: u64,
    /// One in 2 to the power of this new objects is followed now, and at the lowest rate so far.
    pub(super) sampling: u8,
    pub(super) lowest: u8,
    pub(super) represented: u64,
    /// How often something new was learned: a transition's first observation is one.
    pub(super) taught: u64,
}

impl Automaton {
    pub(super) fn new(name: Arc<str>) -> Self {
        Self {
            name,
            nodes: vec![GrowingNode {
                digest: Digest::ROOT,
                exits: 0,
            }],
            edges: Vec::new(),
            index: FxHashMap::default(),
            redirects: FxHashMap::default(),
            is_outside: false,
            objects: 0,
            truncated: 0,
            sampling: 0,
            lowest: 0,
            represented: 0,
            taught: 0,
        }
    }

    /// The automaton of a class that is watched from outside.
    pub(super) fn outside(name: Arc<str>) -> Self {
        Self {
            is_outside: true,
            ..Self::new(name)
        }
    }

    /// A new object is followed. Gives the exponent of how many objects it stands for.
    pub(super) fn appear(&mut self) -> u8 {
        self.objects += 1;
        self.represented = self.represented.saturating_add(1 << self.sampling);
        self.sampling
    }

    /// An object is called that would be followed from now on, too: it stands for no more than one that is drawn now.
    pub(super) fn is_drawn_again(&mut self, stands_for: &mut u8) {
        if self.sampling < *stands_for {
            let less = (1 << *stands_for) - (1 << self.sampling);
            self.represented = self.represented.saturating_sub(less);
            *stands_for = self.sampling;
        }
    }

    /// From now on one in 2 to the power of `shift` new objects is followed.
    pub(super) fn sample(&mut self, shift: u8) {
        self.sampling = shift.min(63);
        self.lowest = self.lowest.max(self.sampling);
    }

    /// The identity of a state that an object can be passed in: not the root, where there is no object yet.
    pub(super) fn digest(&self, node: u32) -> Option<Digest> {
        let known = node != 0 && node != LOST;
        known
            .then(|| self.nodes.get(node as usize).map(|node| node.digest))
            .flatten()
    }

    /// An object was last seen at this node.
    pub(super) fn leave(&mut self, node: u32) {
        if node != 0
            && let Some(node) = self.nodes.get_mut(node as usize)
        {
            node.exits += 1;
        }
    }

    /// Takes back what [`Self::leave`] noted.
    pub(super) fn come_back(&mut self, node: u32) {
        if node != 0
            && let Some(node) = self.nodes.get_mut(node as usize)
        {
            node.exits -= 1;
        }
    }

    /// Follows a first-level call from `source` and its nested calls beside it. The answer is where it leads; none
    /// when the automaton is full. `waypoints` receives the node behind each directly nested call.
    pub(super) fn walk(&mut self, step: &Step<'_>, source: u32, how: How<'_>, waypoints: &mut Vec<u32>) -> Option<u32> {
        let target = self.edge(step, source, (FIRST_LEVEL, false), how)?;
        self.beside(step, source, target, how, &mut |node| waypoints.push(node));
        Some(target)
    }

    /// Follows the calls nested in one: an alternative path from its source to its target.
    fn beside(&mut self, step: &Step<'_>, source: u32, target: u32, how: How<'_>, visit: &mut dyn FnMut(u32)) {
        let mut at = source;
        let last = step.call.children.len().saturating_sub(1);
        for (position, child) in step.call.children.iter().enumerate() {
            let child = child.step(step.object);
            let Some(next) = self.edge(&child, at, (target, position == last), how) else {
                self.truncated += 1;
                return;
            };
            self.beside(&child, at, next, how, &mut |_| ());
            visit(next);
            at = next;
        }
    }

    /// Follows one transition, which is made when there is none.
    fn edge(&mut self, step: &Step<'_>, source: u32, (nested_to, closes): (u32, bool), how: How<'_>) -> Option<u32> {
        let call = step.call;
        let key = Key {
            source,
            method: call.method,
            threw: call.threw,
            position: call.position,
            nested_to,
            closes,
        };
        let index = match self.index.get(&key) {
            Some(&index) => index,
            None if how.walk == Walk::Back => return None,
            None => self.grow(key, how.names)?,
        };
        let edge = &mut self.edges[index as usize];
        let (inputs, object) = (step.inputs, Some(step.object));
        match how.walk {
            Walk::Forward => self.taught += u64::from(edge.observed.add(inputs, object, how.test, how.names)),
            Walk::Back => edge.observed.remove(inputs, object, how.test),
        }
        Some(edge.target)
    }

    fn grow(&mut self, key: Key, names: &Names) -> Option<u32> {
        let target = if key.closes {
            key.nested_to
        } else {
            self.grow_node(key, names)?
        };
        let index = self.edges.len() as u32;
        self.edges.push(Edge {
            key,
            target,
            observed: Observed::default(),
        });
        self.index.insert(key, index);
        Some(index)
    }

    fn grow_node(&mut self, key: Key, names: &Names) -> Option<u32> {
        if self.nodes.len() >= NODES {
            return None;
        }
        let digest = Digest::of_node(
            self.nodes[key.source as usize].digest,
            self.nodes.get(key.nested_to as usize).map(|node| node.digest),
            names.method_digest(key.method),
            key.position,
            names.exception_digest(key.threw),
        );
        self.nodes.push(GrowingNode { digest, exits: 0 });
        Some(self.nodes.len() as u32 - 1)
    }

    /// Objects that stood at the nodes `from` now stand at those in `to`.
    pub(super) fn redirect(&mut self, from: &[u32], to: &[u32]) {
        for (&from, &to) in from.iter().zip(to) {
            if from != to {
                self.redirects.insert(from, to);
            }
        }
    }

    /// The nodes that were reached and not taken back.
    pub(super) fn live(&self) -> Vec<bool> {
        let mut live = vec![false; self.nodes.len()];
        for edge in &self.edges {
            live[edge.target as usize] |= edge.observed.count > 0 && !edge.key.closes;
        }
        live
    }

    /// Where an object stands that was noted at a node which may have been taken back.
    pub(super) fn resolve(&self, live: &[bool], mut node: u32) -> NodeId {
        for _ in 0..REDIRECTS {
            match self.redirects.get(&node) {
                Some(&next) if !live[node as usize] => node = next,
                _ => break,
            }
        }
        NodeId(node)
    }
}
