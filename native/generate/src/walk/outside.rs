//! Objects of the JDK, made again as they were seen being made: along the shortest way to the state in which they were passed.
//!
//! Their automata are no place to walk, because nobody tests the JDK; they say how a legal argument comes about.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use palus_model::{ClassModel, Input, Model, Position, Transition};
use palus_sequence::{Literal, MethodId, MethodKind, Operand, Var};

use crate::builder::Builder;
use crate::context::Context;
use crate::recorded::input_literal;

/// The most calls that an argument is worth.
const CALLS: usize = 12;

/// What is made again: values and collections, nothing that opens files or starts threads.
const MADE_AGAIN: [&str; 9] = [
    "java.util.",
    "java.math.",
    "java.time.",
    "java.text.",
    "java.lang.StringBu",
    "java.io.String",
    "java.io.CharArray",
    "java.io.ByteArray",
    "java.io.Buffered",
];

/// A call on the way to a state.
struct Call<'m> {
    from: u32,
    /// `None` where the object was only passed around.
    made: Option<(MethodId, &'m Transition)>,
}

/// For each class of the JDK, the last call on the shortest way to each state.
#[derive(Default)]
pub(super) struct Outside<'m> {
    ways: BTreeMap<Arc<str>, Vec<Option<Call<'m>>>>,
}

impl<'m> Outside<'m> {
    pub(super) fn new(model: Option<&'m Model>, context: &mut Context<'_>) -> Self {
        let mut outside = Self::default();
        for (name, class) in model.iter().flat_map(|model| &model.classes) {
            let begins = class.nodes.first().map_or(&[][..], |root| &root.outgoing);
            if begins.iter().any(|transition| transition.method.is_call_site()) {
                outside.ways.insert(name.clone(), ways(class, context));
            }
        }
        outside
    }

    /// Whether the class is one of these.
    pub(super) fn has(&self, class: &str) -> bool {
        self.ways.contains_key(class)
    }

    /// Makes an object of the class in that state. `None` when that cannot be done in few calls.
    pub(super) fn make(&self, builder: &mut Builder<'_, '_>, class: &str, state: u32) -> Option<Var> {
        let ways = self.ways.get(class)?;
        let mut calls = Vec::new();
        let mut at = state;
        while at != 0 {
            let call = ways.get(at as usize)?.as_ref()?;
            calls.extend(call.made);
            at = call.from;
        }
        let mark = builder.len();
        if calls.len() > CALLS {
            return None;
        }
        let mut object = None;
        for (method, transition) in calls.into_iter().rev() {
            let given = inputs(builder, method, transition, object);
            let Ok(made) = builder.call_with(method, &given) else {
                builder.cut(mark);
                return None;
            };
            object = object.or(Some(made));
        }
        object
    }
}

/// Breadth first. A nested call is part of another one, so none is on the way.
fn ways<'m>(class: &'m ClassModel, context: &mut Context<'_>) -> Vec<Option<Call<'m>>> {
    let mut ways: Vec<Option<Call<'m>>> = class.nodes.iter().map(|_| None).collect();
    let mut open = VecDeque::from([0_u32]);
    while let Some(from) = open.pop_front() {
        for transition in &class.nodes[from as usize].outgoing {
            let to = transition.target.0;
            let is_new = to != 0 && ways.get(to as usize).is_some_and(Option::is_none);
            if !is_new || transition.nested_to.is_some() || transition.threw.is_some() {
                continue;
            }
            let made = made_by(transition, from == 0, context);
            if made.is_some() || from != 0 && !is_own(transition) {
                ways[to as usize] = Some(Call { from, made });
                open.push_back(to);
            }
        }
    }
    ways
}

/// Whether the object itself is called.
fn is_own(transition: &Transition) -> bool {
    transition.method.is_call_site() && transition.position == Position::Receiver
}

/// The call that a test would write: the first one must make the object.
fn made_by<'m>(
    transition: &'m Transition,
    is_first: bool,
    context: &mut Context<'_>,
) -> Option<(MethodId, &'m Transition)> {
    let key = &transition.method;
    let kind = key.kind();
    let fits = match kind {
        MethodKind::Constructor => is_first,
        MethodKind::Static => is_first && transition.position == Position::Result,
        MethodKind::Instance => !is_first && transition.position == Position::Receiver,
    };
    let is_safe = MADE_AGAIN.iter().any(|head| key.owner.starts_with(head));
    if !fits || !key.is_call_site() || !is_safe {
        return None;
    }
    let symbols = context.library.symbols_mut();
    let method = symbols.method(&key.owner, &key.name, &key.descriptor, kind).ok()?;
    Some((method, transition))
}

/// The operands that one observation, drawn by its count, fixes: values; other objects are made by their types.
fn inputs(
    builder: &mut Builder<'_, '_>,
    method: MethodId,
    transition: &Transition,
    object: Option<Var>,
) -> Vec<(usize, Operand)> {
    let counts: Vec<f64> = transition.observations.iter().map(|seen| seen.count as f64).collect();
    let index = builder.context.rng.weighted(&counts);
    let inputs = index.map_or(&[][..], |index| &transition.observations[index].exchange.inputs);
    let has_receiver = crate::values::has_receiver(builder.context.library, method);
    let mut given: Vec<(usize, Operand)> = Vec::new();
    for (position, input) in inputs.iter().enumerate() {
        let operand = match input {
            Input::Null => Some(Operand::Literal(Literal::Null)),
            Input::Value(_) | Input::Boxed(_) => {
                let (catalog, library) = (&builder.context.catalog, &mut *builder.context.library);
                input_literal(input, catalog, library).map(Operand::Literal)
            }
            _ => None,
        };
        given.extend(operand.map(|operand| (position, operand)));
    }
    if let Some(object) = object.filter(|_| has_receiver) {
        given.retain(|(position, _)| *position != 0);
        given.push((0, Operand::Var(object)));
    }
    given
}
