//! Uniting the models of several runs.

use std::collections::BTreeMap;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::canonical::{Numbering, renumber_states, walk};
use crate::digest::Digest;
use crate::keep::{Candidate, choose, rank_of_input};
use crate::{ClassModel, Input, Model, Node, NodeId, Observation, Transition};

/// The identities of the nodes of each class.
type Identities = BTreeMap<Arc<str>, Vec<Option<Digest>>>;

impl Model {
    /// Adds what another model has learned: paths are united, counts are added, observations united under the cap.
    /// The result is in canonical numbering; it is the same whatever the order in which models are merged, and merging
    /// a model with itself changes counts only.
    pub fn merge(&mut self, other: &Self) {
        let mut foreign = Vec::new();
        let mut numberings = BTreeMap::new();
        for (name, theirs) in &other.classes {
            let ours = self.classes.entry(name.clone()).or_default();
            numberings.insert(name.clone(), graft(ours, theirs));
        }
        for (name, theirs) in &other.classes {
            // Sources and transitions by the numbers that they have now; observations come after all numbers are known.
            for (node, transition) in theirs
                .nodes
                .iter()
                .enumerate()
                .flat_map(|(node, from)| from.outgoing.iter().map(move |transition| (node, transition)))
            {
                foreign.push((Some((name, node)), transition));
            }
        }
        foreign.extend(other.statics.iter().map(|transition| (None, transition)));
        for (place, transition) in foreign {
            self.receive(place, transition, &numberings);
        }
        let identities = self
            .classes
            .iter()
            .map(|(name, class)| (name.clone(), identities(class)))
            .collect();
        for transition in self.transitions_mut() {
            cap(&mut transition.observations, &identities);
        }
        self.canonicalise();
    }

    /// Adds the count and the observations of another model's transition to the one that is here.
    fn receive(
        &mut self,
        place: Option<(&Arc<str>, usize)>,
        theirs: &Transition,
        numberings: &BTreeMap<Arc<str>, Numbering>,
    ) {
        let ours = match place {
            None => Some(&mut self.statics),
            Some((name, node)) => {
                let source = numberings.get(name).and_then(|numbering| numbering[node]);
                let nodes = self.classes.get_mut(name).map(|class| &mut class.nodes);
                source
                    .zip(nodes)
                    .and_then(|(source, nodes)| nodes.get_mut(source.0 as usize))
                    .map(|node| &mut node.outgoing)
            }
        };
        let Some(ours) = ours else { return };
        let mut received = theirs.clone();
        if let Some(numbering) = place.and_then(|(name, _)| numberings.get(name)) {
            received.target = numbering[theirs.target.0 as usize].unwrap_or(NodeId(0));
            received.nested_to = theirs.nested_to.and_then(|end| numbering[end.0 as usize]);
        }
        for observation in &mut received.observations {
            renumber_states(observation, numberings);
        }
        match ours.iter_mut().find(|ours| same(ours, &received)) {
            Some(ours) => {
                ours.count += received.count;
                ours.observations.append(&mut received.observations);
            }
            None => ours.push(received),
        }
    }
}

fn same(a: &Transition, b: &Transition) -> bool {
    (a.target, a.nested_to) == (b.target, b.nested_to) && a.label() == b.label()
}

/// Makes in `ours` the nodes that `theirs` has and says where they are. Adds the counts of the nodes and the class.
fn graft(ours: &mut ClassModel, theirs: &ClassModel) -> Numbering {
    if ours.nodes.is_empty() {
        ours.nodes.push(Node::default());
    }
    ours.objects += theirs.objects;
    ours.truncated += theirs.truncated;
    let mut known: FxHashMap<Digest, NodeId> = FxHashMap::default();
    for (node, identity) in identities(ours).into_iter().enumerate() {
        if let Some(identity) = identity {
            known.insert(identity, NodeId(node as u32));
        }
    }
    let mut numbering = Vec::new();
    for (node, identity) in theirs.nodes.iter().zip(identities(theirs)) {
        let place = identity.map(|identity| {
            *known.entry(identity).or_insert_with(|| {
                ours.nodes.push(Node::default());
                NodeId(ours.nodes.len() as u32 - 1)
            })
        });
        if let Some(place) = place {
            ours.nodes[place.0 as usize].exits += node.exits;
        }
        numbering.push(place);
    }
    numbering
}

/// What tells each node from every other in all models: the path that made it. None for nodes that no path reaches.
fn identities(class: &ClassModel) -> Vec<Option<Digest>> {
    let mut identities = vec![None; class.nodes.len()];
    if let Some(root) = identities.first_mut() {
        *root = Some(Digest::ROOT);
        walk(class, |source, transition| {
            if identities[transition.target.0 as usize].is_none() {
                let nested_to = transition
                    .nested_to
                    .map(|end| identities[end.0 as usize].unwrap_or_default());
                let threw = transition.threw.as_deref().map(Digest::of_class);
                let method = Digest::of_method(&transition.method);
                let source = identities[source.0 as usize].unwrap_or_default();
                let identity = Digest::of_node(source, nested_to, method, transition.position, threw);
                identities[transition.target.0 as usize] = Some(identity);
            }
        });
    }
    identities
}

/// Unites equal observations and keeps of the rest what the rule keeps.
fn cap(observations: &mut Vec<Observation>, identities: &Identities) {
    let mut united: BTreeMap<Digest, Observation> = BTreeMap::new();
    for observation in observations.drain(..) {
        match united.entry(digest(&observation, identities)) {
            std::collections::btree_map::Entry::Occupied(mut known) => known.get_mut().count += observation.count,
            std::collections::btree_map::Entry::Vacant(free) => {
                free.insert(observation);
            }
        }
    }
    let candidates: Vec<_> = united
        .iter()
        .map(|(&digest, observation)| Candidate::new(digest, observation.inputs.iter().map(rank_of_input)))
        .collect();
    let mut chosen = choose(&candidates).into_iter();
    united.retain(|_, _| chosen.next().unwrap_or(false));
    observations.extend(united.into_values());
}

fn digest(observation: &Observation, identities: &Identities) -> Digest {
    observation.inputs.iter().fold(Digest::default(), |digest, input| {
        let state = match input {
            Input::Object {
                class,
                state: Some(state),
            } => identities.get(class).and_then(|nodes| *nodes.get(state.0 as usize)?),
            _ => None,
        };
        digest.with(Digest::of_input(input, state).0)
    })
}
