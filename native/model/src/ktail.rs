//! kTail: states with the same near future are one (Biermann and Feldman 1972; the paper's section 5.4.6).

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::canonical::{Numbering, renumber_states};
use crate::{ClassModel, MethodKey, Model, Node, NodeId, Position};

impl Model {
    /// The model with those nodes of each class merged that have the same set of tails: outgoing sequences of (method,
    /// position, exception) up to length `k`, where it is part of a tail whether an object was last seen behind it. Values,
    /// dependences and origins are united, under the caps of [`Model`]. Every sequence that was accepted still is; others
    /// may be, and there may be cycles. Every `k` at least as long as the longest sequence gives the same model.
    ///
    /// The root stays by itself, because an object that is not yet made has no state. `k` of 0 merges states by
    /// whether objects ended in them.
    #[must_use]
    pub fn ktail(&self, k: u32) -> Self {
        let model = self.canonical();
        let numberings: BTreeMap<Arc<str>, Numbering> = model
            .classes
            .iter()
            .map(|(name, class)| (name.clone(), class.tails(k).into_iter().map(Some).collect()))
            .collect();
        let mut folded = Self {
            layouts: model.layouts.clone(),
            accesses: model.accesses.clone(),
            ..Self::default()
        };
        for (name, class) in &model.classes {
            folded
                .classes
                .insert(name.clone(), fold(class, &numberings[name], &numberings));
        }
        folded.statics = model.statics;
        folded.answers = model.answers;
        for call in folded.statics.iter_mut().chain(&mut folded.answers) {
            renumber_states(call, &numberings);
        }
        folded.cap();
        folded.canonicalise();
        folded
    }
}

impl ClassModel {
    /// For each node the number of its class of nodes with the same tails up to length `k`, see [`Model::ktail`]. Classes are
    /// numbered by their first nodes, so the root's is 0.
    pub fn tails(&self, k: u32) -> Vec<NodeId> {
        let sets = StateSets::of(self);
        let mut classes = number(sets.ends.iter().copied().zip(sets.is_root.iter().copied()));
        for _ in 0..k {
            let finer = number(
                sets.steps
                    .iter()
                    .zip(&classes)
                    .zip(&sets.is_root)
                    .map(|((steps, &own), &is_root)| {
                        let targets: Vec<(u32, u32)> = steps
                            .iter()
                            .map(|&(label, set)| (label, classes[set as usize]))
                            .collect();
                        // What is equal up to a length is equal up to every shorter one.
                        (own, is_root, targets)
                    }),
            );
            let is_stable = finer == classes;
            classes = finer;
            if is_stable {
                break;
            }
        }
        let of_nodes = number(sets.of_node.iter().map(|&set| classes[set as usize]));
        of_nodes.into_iter().map(NodeId).collect()
    }
}

/// Numbers equal items equally, in the order in which they first come.
fn number<T: std::hash::Hash + Eq>(items: impl Iterator<Item = T>) -> Vec<u32> {
    let mut known: FxHashMap<T, u32> = FxHashMap::default();
    items
        .map(|item| {
            let next = known.len() as u32;
            *known.entry(item).or_insert(next)
        })
        .collect()
}

/// The deterministic automaton of the sets of nodes that an object can be in after a sequence of calls, started in each
/// node by itself: alternative paths make it more than one. Two nodes have the same tails when Moore's partition of these sets,
/// refined as often as the tails are long, does not tell them apart.
struct StateSets {
    /// For each node, the set of it alone.
    of_node: Vec<u32>,
    /// For each set, the set behind each label.
    steps: Vec<Vec<(u32, u32)>>,
    /// For each set, whether an object was last seen in one of its nodes.
    ends: Vec<bool>,
    is_root: Vec<bool>,
}

impl StateSets {
    fn of(class: &ClassModel) -> Self {
        let labels = Labels::of(class);
        let mut known: FxHashMap<Vec<u32>, u32> = FxHashMap::default();
        let mut queue: Vec<Vec<u32>> = (0..class.nodes.len() as u32).map(|node| vec![node]).collect();
        known.extend(queue.iter().cloned().zip(0..));
        let mut sets = Self {
            of_node: (0..queue.len() as u32).collect(),
            steps: Vec::new(),
            ends: Vec::new(),
            is_root: Vec::new(),
        };
        let mut next = 0;
        while let Some(set) = queue.get(next).cloned() {
            next += 1;
            let mut behind: BTreeMap<u32, BTreeSet<u32>> = BTreeMap::new();
            for &node in &set {
                for (transition, label) in class.nodes[node as usize]
                    .outgoing
                    .iter()
                    .zip(&labels.of_node[node as usize])
                {
                    behind.entry(*label).or_default().insert(transition.target.0);
                }
            }
            let steps = behind.into_iter().map(|(label, nodes)| {
                let nodes: Vec<u32> = nodes.into_iter().collect();
                let number = *known.entry(nodes.clone()).or_insert_with(|| {
                    queue.push(nodes);
                    queue.len() as u32 - 1
                });
                (label, number)
            });
            let steps = steps.collect();
            sets.steps.push(steps);
            sets.ends
                .push(set.iter().any(|&node| class.nodes[node as usize].exits > 0));
            sets.is_root.push(set == [0]);
        }
        sets
    }
}

/// The labels of transitions as numbers.
struct Labels {
    of_node: Vec<Vec<u32>>,
}

impl Labels {
    fn of(class: &ClassModel) -> Self {
        let mut known: FxHashMap<(&MethodKey, Position, &Option<Arc<str>>), u32> = FxHashMap::default();
        let mut of_node = Vec::with_capacity(class.nodes.len());
        for node in &class.nodes {
            let labels = node.outgoing.iter().map(|transition| {
                let next = known.len() as u32;
                let label = (&transition.method, transition.position, &transition.threw);
                *known.entry(label).or_insert(next)
            });
            of_node.push(labels.collect());
        }
        Self { of_node }
    }
}

/// What tells transitions of a folded automaton apart: source, label, end of the alternative path, and target.
type Place = (u32, MethodKey, Position, Option<Arc<str>>, Option<NodeId>, NodeId);

/// The automaton with each node replaced by its class.
fn fold(class: &ClassModel, numbering: &Numbering, numberings: &BTreeMap<Arc<str>, Numbering>) -> ClassModel {
    let new = |node: NodeId| numbering[node.0 as usize].unwrap_or(NodeId(0));
    let count = numbering.iter().flatten().max().map_or(0, |largest| largest.0 + 1);
    let mut folded = ClassModel {
        nodes: vec![Node::default(); count as usize],
        ..ClassModel {
            nodes: Vec::new(),
            ..*class
        }
    };
    let mut places: FxHashMap<Place, usize> = FxHashMap::default();
    for (source, node) in class.nodes.iter().enumerate() {
        let source = new(NodeId(source as u32));
        let united = &mut folded.nodes[source.0 as usize];
        united.exits = united.exits.saturating_add(node.exits);
        for transition in &node.outgoing {
            let mut moved = transition.clone();
            (moved.target, moved.nested_to) = (new(transition.target), transition.nested_to.map(new));
            renumber_states(&mut moved, numberings);
            let key = (
                source.0,
                moved.method.clone(),
                moved.position,
                moved.threw.clone(),
                moved.nested_to,
                moved.target,
            );
            let next = united.outgoing.len();
            let place = *places.entry(key).or_insert(next);
            match united.outgoing.get_mut(place) {
                Some(known) => {
                    known.count = known.count.saturating_add(moved.count);
                    Arc::make_mut(&mut known.observations).extend_from_slice(&moved.observations);
                    known.dependences.append(&mut moved.dependences);
                    Arc::make_mut(&mut known.origins).extend_from_slice(&moved.origins);
                }
                None => united.outgoing.push(moved),
            }
        }
    }
    folded
}
