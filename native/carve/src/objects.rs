//! Which variable is which object.

use std::sync::Arc;

use palus_sequence::Var;
use palus_state::StateId;

/// The objects that a sequence has, those that were last used at the end.
#[derive(Clone, Default, Debug)]
pub(crate) struct Objects(Vec<Object>);

#[derive(Clone, Debug)]
struct Object {
    var: Var,
    class: Arc<str>,
    /// The state in which it was last seen.
    state: StateId,
}

impl Objects {
    /// The variable's object is in that state now.
    pub(crate) fn note(&mut self, var: Var, class: &Arc<str>, state: StateId) {
        self.0.retain(|object| object.var != var);
        self.0.push(Object {
            var,
            class: Arc::clone(class),
            state,
        });
    }

    /// The object that was last in a state.
    pub(crate) fn in_state(&self, state: StateId) -> Option<Var> {
        self.0
            .iter()
            .rev()
            .find(|object| object.state == state)
            .map(|object| object.var)
    }

    /// The object of a class that was last used.
    pub(crate) fn of_class(&self, class: &str) -> Option<Var> {
        let mut objects = self.0.iter().rev();
        objects.find(|object| &*object.class == class).map(|object| object.var)
    }

    /// The statements from that one on are gone.
    pub(crate) fn forget_from(&mut self, statement: usize) {
        self.0.retain(|object| object.var.index() < statement);
    }
}
