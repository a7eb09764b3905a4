//! Arguments that are like those that were recorded: of the same class, with the same abstract profile (paper, Figure 8, lines 9 to 11).

use palus_model::{Input, Model};
use palus_sequence::{Profile, TypeId, Var};

use crate::builder::Builder;
use crate::context::Context;

/// Has those values kept that are like an argument of the model.
pub(crate) fn want(model: Option<&Model>, context: &mut Context<'_>) {
    let Some(model) = model else { return };
    let nodes = model.classes.values().flat_map(|class| &class.nodes);
    let transitions = nodes.flat_map(|node| &node.outgoing).chain(&model.statics);
    let observations = transitions.flat_map(|transition| transition.observations.iter());
    for input in observations.flat_map(|seen| &seen.exchange.inputs) {
        if let Input::Object {
            class,
            profile: Some(profile),
            ..
        } = input
        {
            let class = context.library.symbols_mut().runtime_name(class);
            context.pools.want((class, *profile));
        }
    }
}

/// An object of that class (run-time name) with that profile, where one can be passed for `wanted`.
pub(super) fn make(builder: &mut Builder<'_, '_>, (class, profile): (&str, Profile), wanted: TypeId) -> Option<Var> {
    let class = builder.context.library.symbols_mut().runtime_name(class);
    let entry = builder.context.pooled_alike((class, profile), wanted)?;
    builder.take(&entry)
}
