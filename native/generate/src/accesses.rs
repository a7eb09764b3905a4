//! What a recording says of field accesses, as the dependence analysis wants to hear it.

use std::sync::Arc;

use palus_classes::{Member, SeenAccesses};
use palus_model::{MethodKey, Model};

/// Each method that a recorded run called, with the fields that its own code was seen to access; `None` when the recording has no
/// field accesses.
pub fn seen_accesses(model: &Model) -> Option<SeenAccesses> {
    if model.accesses.is_empty() {
        return None;
    }
    let mut seen = SeenAccesses::new();
    let of_classes = model.classes.values().flat_map(|class| &class.nodes);
    let transitions = of_classes.flat_map(|node| &node.outgoing).chain(&model.statics);
    for transition in transitions {
        seen.entry(member(&transition.method)).or_default();
    }
    for access in &model.accesses {
        let field = (Arc::clone(&access.field.owner), Arc::clone(&access.field.name));
        seen.entry(member(&access.method)).or_default().insert(field);
    }
    Some(seen)
}

fn member(method: &MethodKey) -> Member {
    Member {
        owner: Arc::clone(&method.owner),
        name: Arc::clone(&method.name),
        descriptor: Arc::clone(&method.descriptor),
    }
}
