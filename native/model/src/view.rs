//! What the model is asked: look-ups, legal paths, and what a test can call.

use palus_sequence::MethodKind;
use palus_trace::Abstract;

use crate::canonical::reached;
use crate::{ClassModel, FieldKey, MethodKey, Model, NodeId, Position, Profile, Transition};

impl Model {
    /// The automaton of a class, by `Class.getName()`.
    pub fn class(&self, name: &str) -> Option<&ClassModel> {
        self.classes.get(name)
    }

    /// The fields of a profile with their abstract values, superclasses' first; none when the layout is not known.
    pub fn fields(&self, profile: Profile) -> Option<impl Iterator<Item = (&FieldKey, Abstract)>> {
        Some(self.layouts.get(&profile.layout)?.read(profile.bits))
    }

    /// The paper's view of every class: public methods only, with what was nested in the others as far as a path still leads
    /// there, see [`ClassModel::seen_by`].
    #[must_use]
    pub fn public(&self) -> Self {
        self.seen_by(Caller::Anyone)
    }

    /// The view of every class that a test in the same package has, see [`ClassModel::callable`]. States that
    /// observations mention keep their numbers.
    #[must_use]
    pub fn callable(&self) -> Self {
        self.seen_by(Caller::SamePackage)
    }

    fn seen_by(&self, caller: Caller) -> Self {
        let mut view = self.clone();
        for (name, class) in &mut view.classes {
            *class = class.seen_by(name, caller);
        }
        view.statics.retain(|transition| {
            let package = package(&transition.method.owner);
            caller.may_call(&transition.method, package)
        });
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
        self.accepts_by(methods, |transition, name| *transition.method.name == **name)
    }

    /// [`Self::accepts`] by methods and positions.
    pub fn accepts_calls(&self, calls: &[(&MethodKey, Position)]) -> bool {
        self.accepts_by(calls, |transition, call| {
            (&transition.method, transition.position) == *call
        })
    }

    fn accepts_by<C>(&self, calls: &[C], is_call: impl Fn(&Transition, &C) -> bool) -> bool {
        let mut states = vec![NodeId(0)];
        for call in calls {
            let mut next: Vec<NodeId> = states
                .iter()
                .flat_map(|&state| self.legal(state))
                .filter(|transition| is_call(transition, call))
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

    /// [`Self::seen_by`] a test in the package of the class.
    #[must_use]
    pub fn callable(&self, class: &str) -> Self {
        self.seen_by(class, Caller::SamePackage)
    }

    /// What a caller can call: without other methods, the constructors of superclasses (`class` is the class itself) and calls on an object whose construction has not ended, but with what was nested in
    /// them as far as a path still leads there. Calls that threw stay, marked. Nodes keep their numbers; those that no path
    /// reaches have no transitions.
    #[must_use]
    pub fn seen_by(&self, class: &str, caller: Caller) -> Self {
        let mut view = self.clone();
        for (number, node) in view.nodes.iter_mut().enumerate() {
            node.outgoing
                .retain(|transition| can_be_called(class, caller, transition, number == 0));
        }
        let reached = reached(&view);
        for (node, reached) in view.nodes.iter_mut().zip(reached) {
            if !reached {
                node.outgoing.clear();
                node.exits = 0;
            }
        }
        view
    }
}

/// Who calls.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Caller {
    /// Code of any package, by public methods: the paper's view.
    Anyone,
    /// A test in the package of the class.
    SamePackage,
}

impl Caller {
    /// Whether it can call the method on an object of a class of this package. Protected and package-private methods
    /// are members of their own package only (JLS 6.6).
    fn may_call(self, method: &MethodKey, package: &str) -> bool {
        match self {
            _ if method.is_public() => true,
            Self::Anyone => false,
            Self::SamePackage => !method.is_private() && self::package(&method.owner) == package,
        }
    }
}

fn package(class: &str) -> &str {
    class.rsplit_once('.').map_or("", |(package, _)| package)
}

fn can_be_called(class: &str, caller: Caller, transition: &Transition, from_root: bool) -> bool {
    let method = &transition.method;
    let constructs = method.kind() == MethodKind::Constructor && transition.position == Position::Receiver;
    let makes = if constructs {
        *method.owner == *class
    } else {
        transition.position == Position::Result
    };
    let under_construction = from_root && transition.nested_to.is_some();
    caller.may_call(method, package(class)) && (makes || !constructs && !under_construction)
}
