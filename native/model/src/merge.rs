//! Uniting the models of several runs.

use std::collections::BTreeMap;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::canonical::{Numbering, renumber_states, walk};
use crate::digest::Digest;
use crate::keep::{ANSWERED_TESTS, Candidate, DEPENDENCES, ORIGINS, choose, keep_smallest, rank_of_input};
use crate::limit::{NODES, limit};
use crate::{ClassModel, FieldAccess, Input, Model, Node, NodeId, Observation, Transition};

/// The identities of the nodes of each class.
type Identities = BTreeMap<Arc<str>, Vec<Option<Digest>>>;

impl Model {
    /// Adds what another model has learned: paths are united, counts are added, observations united under the cap.
    /// The result is in canonical numbering; it is the same whatever the order in which models are merged, and merging
    /// a model with itself changes counts only. Merge first and fold ([`Model::ktail`]) then: nodes of a folded model have no
    /// path of their own by which they could be known again.
    pub fn merge(&mut self, other: &Self) {
        self.merge_within(other, NODES);
    }

    /// [`Self::merge`] with a limit of nodes.
    pub(crate) fn merge_within(&mut self, other: &Self, nodes: usize) {
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
        for theirs in &other.answers {
            let mut received = theirs.clone();
            renumber_states(&mut received, &numberings);
            let is_same = |ours: &&mut Transition| (&ours.method, ours.test()) == (&received.method, received.test());
            match self.answers.iter_mut().find(is_same) {
                Some(ours) => add(ours, received),
                None => self.answers.push(received),
            }
        }
        cap_tests(&mut self.answers);
        for class in self.classes.values_mut() {
            limit(class, nodes);
        }
        self.canonicalise();
        self.cap();
        self.canonicalise();
        self.layouts
            .extend(other.layouts.iter().map(|(&id, layout)| (id, layout.clone())));
        add_accesses(&mut self.accesses, &other.accesses);
    }

    /// Unites equal observations, dependences and origins and applies the rules of what is kept.
    pub(crate) fn cap(&mut self) {
        let identities = self
            .classes
            .iter()
            .map(|(name, class)| (name.clone(), identities(class)))
            .collect();
        for transition in self.transitions_mut() {
            cap(&mut transition.observations, &identities);
            cap_dependences(transition, &identities);
            cap_origins(transition);
        }
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
        renumber_states(&mut received, numberings);
        match ours.iter_mut().find(|ours| same(ours, &received)) {
            Some(ours) => add(ours, received),
            None => ours.push(received),
        }
    }
}

fn add(ours: &mut Transition, mut received: Transition) {
    ours.count = ours.count.saturating_add(received.count);
    Arc::make_mut(&mut ours.observations).extend_from_slice(&received.observations);
    ours.dependences.append(&mut received.dependences);
    Arc::make_mut(&mut ours.origins).extend_from_slice(&received.origins);
}

/// Keeps of each method the answers in the tests of the smallest hashes, and those outside of tests.
fn cap_tests(answers: &mut Vec<Transition>) {
    let mut of_methods: BTreeMap<_, Vec<Transition>> = BTreeMap::new();
    for answered in answers.drain(..) {
        of_methods.entry(answered.method.clone()).or_default().push(answered);
    }
    for mut tests in of_methods.into_values() {
        keep_smallest(&mut tests, ANSWERED_TESTS, |answered| {
            answered.test().map_or_else(Digest::default, Digest::of_method)
        });
        answers.append(&mut tests);
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
    ours.objects = ours.objects.saturating_add(theirs.objects);
    ours.truncated = ours.truncated.saturating_add(theirs.truncated);
    ours.sampling = ours.sampling.max(theirs.sampling);
    ours.represented = ours.represented.saturating_add(theirs.represented);
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
pub(crate) fn identities(class: &ClassModel) -> Vec<Option<Digest>> {
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
fn cap(observations: &mut Arc<Vec<Observation>>, identities: &Identities) {
    if observations.len() < 2 {
        return;
    }
    let observations = Arc::make_mut(observations);
    let mut united: BTreeMap<Digest, Observation> = BTreeMap::new();
    for observation in observations.drain(..) {
        match united.entry(digest(&observation, identities)) {
            std::collections::btree_map::Entry::Occupied(known) => {
                let count = &mut known.into_mut().count;
                *count = count.saturating_add(observation.count);
            }
            std::collections::btree_map::Entry::Vacant(free) => {
                free.insert(observation);
            }
        }
    }
    let candidates: Vec<_> = united
        .iter()
        .map(|(&digest, observation)| Candidate::new(digest, observation.exchange.inputs.iter().map(rank_of_input)))
        .collect();
    let mut chosen = choose(&candidates).into_iter();
    united.retain(|_, _| chosen.next().unwrap_or(false));
    observations.extend(united.into_values());
}

fn digest(observation: &Observation, identities: &Identities) -> Digest {
    Digest::of_exchange(&observation.exchange, |input| match input {
        Input::Object {
            class,
            state: Some(state),
            ..
        } => identity(identities, class, *state),
        _ => None,
    })
}

fn identity(identities: &Identities, class: &str, node: NodeId) -> Option<Digest> {
    *identities.get(class)?.get(node.0 as usize)?
}

fn cap_dependences(transition: &mut Transition, identities: &Identities) {
    let dependences = &mut transition.dependences;
    dependences.sort_by(|a, b| (a.input, &a.class, a.state).cmp(&(b.input, &b.class, b.state)));
    dependences.dedup_by(|later, earlier| {
        let equal = (later.input, &later.class, later.state) == (earlier.input, &earlier.class, earlier.state);
        if equal {
            earlier.count = earlier.count.saturating_add(later.count);
        }
        equal
    });
    keep_smallest(dependences, DEPENDENCES, |edge| {
        let node = identity(identities, &edge.class, edge.state).unwrap_or_default();
        Digest::of_dependence(edge.input, Digest::of_class(&edge.class), node)
    });
}

fn cap_origins(transition: &mut Transition) {
    if transition.origins.len() < 2 {
        return;
    }
    let origins = Arc::make_mut(&mut transition.origins);
    origins.sort_by(|a, b| a.test.cmp(&b.test));
    origins.dedup_by(|later, earlier| {
        let equal = later.test == earlier.test;
        if equal {
            earlier.count = earlier.count.saturating_add(later.count);
        }
        equal
    });
    keep_smallest(origins, ORIGINS, |origin| Digest::of_method(&origin.test));
}

fn add_accesses(ours: &mut Vec<FieldAccess>, theirs: &[FieldAccess]) {
    let mut united = BTreeMap::new();
    for access in ours.drain(..).chain(theirs.iter().cloned()) {
        let (reads, writes) = united.entry((access.method, access.field)).or_insert((0_u64, 0_u64));
        *reads = reads.saturating_add(access.reads);
        *writes = writes.saturating_add(access.writes);
    }
    ours.extend(
        united
            .into_iter()
            .map(|((method, field), (reads, writes))| FieldAccess {
                method,
                field,
                reads,
                writes,
            }),
    );
}
