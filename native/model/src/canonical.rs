//! One numbering for equal automata: breadth-first from the root, by the order of the transitions.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::Arc;

use crate::{ClassModel, Dependence, Input, Model, NodeId, Observation, Transition};

/// Where the nodes of one automaton are in another: by old number, `None` for nodes that are not there.
pub(crate) type Numbering = Vec<Option<NodeId>>;

impl Model {
    /// The same model in canonical numbering, without nodes that no path reaches: equal models become identical, however
    /// they came about.
    #[must_use]
    pub fn canonical(&self) -> Self {
        let mut copy = self.clone();
        copy.canonicalise();
        copy
    }

    pub(crate) fn canonicalise(&mut self) {
        self.classes
            .retain(|_, class| class.nodes.first().is_some_and(|root| !root.outgoing.is_empty()));
        let numberings: BTreeMap<_, _> = self
            .classes
            .iter()
            .map(|(name, class)| (name.clone(), breadth_first(class)))
            .collect();
        for (name, class) in &mut self.classes {
            renumber(class, &numberings[name]);
        }
        for transition in self.transitions_mut() {
            renumber_states(transition, &numberings);
            tidy(transition);
        }
        self.statics.sort_by(|a, b| a.label().cmp(&b.label()));
        self.answers
            .sort_by(|a, b| (&a.method, a.test()).cmp(&(&b.method, b.test())));
    }

    /// Every transition of every class, the static calls, and the answers.
    pub(crate) fn transitions(&self) -> impl Iterator<Item = &Transition> {
        let nodes = self.classes.values().flat_map(|class| &class.nodes);
        nodes
            .flat_map(|node| &node.outgoing)
            .chain(&self.statics)
            .chain(&self.answers)
    }

    /// The same, to be changed.
    pub(crate) fn transitions_mut(&mut self) -> impl Iterator<Item = &mut Transition> {
        let nodes = self.classes.values_mut().flat_map(|class| &mut class.nodes);
        nodes
            .flat_map(|node| &mut node.outgoing)
            .chain(&mut self.statics)
            .chain(&mut self.answers)
    }
}

impl Transition {
    /// What tells transitions of one node apart, destinations aside.
    pub(crate) fn label(&self) -> impl Ord + '_ {
        (&self.method, self.position, &self.threw)
    }

    /// Whether it is the last step of an alternative path: then it leads to a node that another transition made.
    pub(crate) fn closes(&self) -> bool {
        self.nested_to == Some(self.target)
    }
}

/// Which nodes a path from the root leads to.
pub(crate) fn reached(class: &ClassModel) -> Vec<bool> {
    let mut reached = vec![false; class.nodes.len()];
    let mut queue = vec![NodeId(0)];
    while let Some(node) = queue.pop() {
        if let Some(reached) = reached.get_mut(node.0 as usize)
            && !std::mem::replace(reached, true)
        {
            let outgoing = &class.nodes[node.0 as usize].outgoing;
            queue.extend(outgoing.iter().map(|transition| transition.target));
        }
    }
    reached
}

/// Visits the transitions of each node that can be reached, each node before those behind it, in an order that does
/// not depend on the numbering as long as no two transitions of a node have label and end in common. A step of an alternative path comes
/// after the transition that leads to its end. In folded automata and in views that may come later than the step, and in folded ones
/// transitions may differ in their targets alone: then the targets keep the order that they have, so that a numbering made by this
/// order gives it again.
pub(crate) fn walk(class: &ClassModel, mut visit: impl FnMut(NodeId, &Transition)) {
    let reached = reached(class);
    let mut place: Vec<Option<usize>> = vec![None; class.nodes.len()];
    let mut queue = vec![NodeId(0)];
    place[0] = Some(0);
    let mut next = 0;
    while let Some(&source) = queue.get(next) {
        next += 1;
        let mut rest: Vec<&Transition> = class.nodes[source.0 as usize].outgoing.iter().collect();
        while !rest.is_empty() {
            // An end that no path leads to, because the outer call was filtered out, is none.
            let end = |transition: &Transition| {
                let end = transition.nested_to.map(|node| node.0 as usize);
                end.filter(|&node| reached[node]).map(|node| place[node])
            };
            let (mut ready, mut later): (Vec<_>, Vec<_>) =
                rest.into_iter().partition(|&transition| end(transition) != Some(None));
            if ready.is_empty() {
                std::mem::swap(&mut ready, &mut later);
            }
            // Not by where a path ends if that has no place yet: the end may get one by another order than it has now.
            ready.sort_by(|a, b| {
                (end(a), a.label(), a.closes(), a.target).cmp(&(end(b), b.label(), b.closes(), b.target))
            });
            for transition in ready {
                let place = &mut place[transition.target.0 as usize];
                if place.is_none() {
                    *place = Some(queue.len());
                    queue.push(transition.target);
                }
                visit(source, transition);
            }
            rest = later;
        }
    }
}

fn breadth_first(class: &ClassModel) -> Numbering {
    let mut numbering = vec![None; class.nodes.len()];
    numbering[0] = Some(NodeId(0));
    let mut count = 1;
    walk(class, |_, transition| {
        let number = &mut numbering[transition.target.0 as usize];
        if number.is_none() {
            *number = Some(NodeId(count));
            count += 1;
        }
    });
    numbering
}

fn renumber(class: &mut ClassModel, numbering: &Numbering) {
    let mut placed: Vec<_> = std::mem::take(&mut class.nodes)
        .into_iter()
        .zip(numbering)
        .filter_map(|(node, number)| number.map(|number| (number, node)))
        .collect();
    placed.sort_by_key(|&(number, _)| number);
    class.nodes = placed.into_iter().map(|(_, node)| node).collect();
    for node in &mut class.nodes {
        for transition in &mut node.outgoing {
            transition.target = numbering[transition.target.0 as usize].unwrap_or(NodeId(0));
            transition.nested_to = transition.nested_to.and_then(|end| numbering[end.0 as usize]);
        }
        node.outgoing
            .sort_by(|a, b| (a.label(), a.nested_to, a.target).cmp(&(b.label(), b.nested_to, b.target)));
    }
}

/// Replaces the states of what was passed by those of the new numbering; a dependence on a state that is gone goes.
pub(crate) fn renumber_states(transition: &mut Transition, numberings: &BTreeMap<Arc<str>, Numbering>) {
    let new = |class: &str, node: NodeId| *numberings.get(class)?.get(node.0 as usize)?;
    let names_states = |seen: &Observation| {
        let has_state = |input: &Input| matches!(input, Input::Object { state: Some(_), .. });
        seen.exchange.inputs.iter().any(has_state)
    };
    if transition.observations.iter().any(names_states) {
        let observations = Arc::make_mut(&mut transition.observations);
        for seen in observations.iter_mut().filter(|seen| names_states(seen)) {
            renumber_inputs(&mut Arc::make_mut(&mut seen.exchange).inputs, &new);
        }
    }
    transition.dependences.retain_mut(|edge| {
        let state = new(&edge.class, edge.state);
        edge.state = state.unwrap_or(edge.state);
        state.is_some()
    });
}

fn renumber_inputs(inputs: &mut [Input], new: &dyn Fn(&str, NodeId) -> Option<NodeId>) {
    for input in inputs {
        if let Input::Object { class, state, .. } = input {
            *state = state.and_then(|node| new(class, node));
        }
    }
}

/// Unites equal observations and puts the most frequent first; the same for dependences and origins.
fn tidy(transition: &mut Transition) {
    if transition.observations.len() > 1 {
        unite(Arc::make_mut(&mut transition.observations));
    }
    let place = |edge: &Dependence| (edge.input, Reverse(edge.count), edge.class.clone(), edge.state);
    transition.dependences.sort_by_cached_key(place);
    if transition.origins.len() > 1 {
        let origins = Arc::make_mut(&mut transition.origins);
        origins.sort();
        origins.sort_by_key(|origin| Reverse(origin.count));
    }
}

fn unite(observations: &mut Vec<Observation>) {
    observations.sort_by(|a, b| a.exchange.cmp(&b.exchange));
    observations.dedup_by(|later, earlier| {
        let equal = later.exchange == earlier.exchange;
        if equal {
            earlier.count = earlier.count.saturating_add(later.count);
        }
        equal
    });
    observations.sort_by_key(|observation| Reverse(observation.count));
}
