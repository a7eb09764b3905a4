//! What the model is asked: look-ups, legal paths, and what a test can call.

use palus_sequence::MethodKind;

use crate::{ClassModel, Model, NodeId, Position, Transition};

impl Model {
    /// The automaton of a class, by `Class.getName()`.
    pub fn class(&self, name: &str) -> Option<&ClassModel> {
        self.classes.get(name)
    }

    /// The view of every class that a test in the same package has, see [`ClassModel::callable`]. States that
    /// observations mention keep their numbers.
    #[must_use]
    pub fn callable(&self) -> Self {
        let mut view = self.clone();
        for (name, class) in &mut view.classes {
            *class = class.callable(name);
        }
        view.statics.retain(|transition| !transition.method.is_private());
        view
    }
}

impl ClassModel {
    /// How many states there are, the root included.
    pub fn states(&self) -> usize {
        self.nodes.len()
    }

    /// The calls seen from a state that returned.
    pub fn legal(&self, node: NodeId) -> impl Iterator<Item = &Transition> {
        let outgoing = self.nodes.get(node.0 as usize).map_or(&[][..], |node| &node.outgoing);
        outgoing.iter().filter(|transition| transition.threw.is_none())
    }

    /// Whether an object was seen to have just these calls, whatever its position in them, or could have had them
    /// with calls replaced by those nested in them. None of them threw.
    pub fn accepts(&self, methods: &[&str]) -> bool {
        let mut states = vec![NodeId(0)];
        for method in methods {
            let mut next: Vec<NodeId> = states
                .iter()
                .flat_map(|&state| self.legal(state))
                .filter(|transition| &*transition.method.name == *method)
                .map(|transition| transition.target)
                .collect();
            next.sort_unstable();
            next.dedup();
            states = next;
        }
        states
            .iter()
            .any(|state| self.nodes.get(state.0 as usize).is_some_and(|node| node.exits > 0))
    }

    /// What a test in the package of the class can call: without private methods, the constructors of superclasses
    /// (`class` is the class itself) and calls on an object whose construction has not ended, but with what was nested in
    /// them as far as a path still leads there. Calls that threw stay, marked. Nodes keep their numbers; those that no path
    /// reaches have no transitions.
    #[must_use]
    pub fn callable(&self, class: &str) -> Self {
        let mut view = self.clone();
        for (number, node) in view.nodes.iter_mut().enumerate() {
            node.outgoing
                .retain(|transition| can_be_called(class, transition, number == 0));
        }
        let mut reached = vec![false; view.nodes.len()];
        let mut queue = vec![NodeId(0)];
        while let Some(node) = queue.pop() {
            if let Some(reached) = reached.get_mut(node.0 as usize)
                && !std::mem::replace(reached, true)
            {
                queue.extend(
                    view.nodes[node.0 as usize]
                        .outgoing
                        .iter()
                        .map(|transition| transition.target),
                );
            }
        }
        for (node, reached) in view.nodes.iter_mut().zip(reached) {
            if !reached {
                node.outgoing.clear();
                node.exits = 0;
            }
        }
        view
    }
}

fn can_be_called(class: &str, transition: &Transition, from_root: bool) -> bool {
    let method = &transition.method;
    let constructs = method.kind() == MethodKind::Constructor && transition.position == Position::Receiver;
    let makes = if constructs {
        *method.owner == *class
    } else {
        transition.position == Position::Result
    };
    let under_construction = from_root && transition.nested_to.is_some();
    !method.is_private() && (makes || !constructs && !under_construction)
}
