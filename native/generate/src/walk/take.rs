//! One step along a model: the call with its recorded inputs made again, and a dependent method (paper, Figure 8).

use palus_model::{Input, NodeId, Position, Transition};
use palus_sequence::{Literal, MethodId, MethodKind, Operand, Statement, Var};

use super::{Place, Rules, Walk, profiles};
use crate::builder::Builder;
use crate::context::Context;
use crate::recorded::{array_literals, input_literal};
use crate::values::has_receiver;

/// How deep ways to nodes may need others.
const WAY_DEPTH: usize = 2;

/// A call that a model has.
#[derive(Clone, Copy)]
pub(super) struct Called<'t> {
    pub(super) method: MethodId,
    pub(super) transition: &'t Transition,
    /// Which of the transition's observations gives the inputs; `None` for one drawn by its count.
    pub(super) observation: Option<usize>,
}

impl Walk<'_> {
    /// Figure 8: the call with the inputs of one observation. Gives the object of the model.
    pub(super) fn take(
        &self,
        builder: &mut Builder<'_, '_>,
        called: Called<'_>,
        object: Option<Var>,
        rules: Rules,
        depth: usize,
    ) -> Option<Var> {
        let mut given = self.inputs(builder, called, object, rules, depth);
        let kind = builder.context.library.symbols().get(called.method).kind;
        let place = match called.transition.position {
            Position::Receiver if kind == MethodKind::Instance => Some(0),
            Position::Argument(index) => {
                Some(usize::from(index).saturating_sub(usize::from(kind != MethodKind::Instance)))
            }
            Position::Receiver | Position::Result => None,
        };
        // The modelled object must be there before the call in which it has its part.
        let object = match (place, object) {
            (Some(place), None) => {
                let wanted = builder.operand_type(called.method, place)?;
                Some(builder.object(wanted).ok()?)
            }
            (_, object) => object,
        };
        if let (Some(place), Some(object)) = (place, object) {
            let wanted = builder.operand_type(called.method, place)?;
            if !builder.operand_fits(&Operand::Var(object), wanted) {
                return None;
            }
            given.retain(|(position, _)| *position != place);
            given.push((place, Operand::Var(object)));
        }
        let result = builder.call_with(called.method, &given).ok()?;
        if place.is_some() { object } else { Some(result) }
    }

    /// An object that reached the node: of a sequence that did, extended since or not, or along the model.
    pub(super) fn object_at(
        &self,
        builder: &mut Builder<'_, '_>,
        place: Place,
        rules: Rules,
        depth: usize,
    ) -> Option<Var> {
        if let Some(reached) = self.reached.get(&place) {
            let filed = builder.context.rng.pick(reached)?;
            let has_room = builder.has_room_for(filed.sequence.len());
            return has_room.then(|| builder.append(&filed.sequence, filed.object));
        }
        if !rules.thorough || depth >= WAY_DEPTH {
            return None;
        }
        let mark = builder.len();
        let mut object = None;
        for step in self.automata[place.0].way(place.1)? {
            let called = Called {
                method: step.method,
                transition: step.transition,
                observation: None,
            };
            object = self.take(builder, called, object, rules, depth + 1);
            if object.is_none() || !builder.has_room_for(0) {
                builder.cut(mark);
                return None;
            }
        }
        object
    }

    /// The operands that one observation fixes: the one that is asked for, or one drawn by its count.
    pub(super) fn inputs(
        &self,
        builder: &mut Builder<'_, '_>,
        called: Called<'_>,
        object: Option<Var>,
        rules: Rules,
        depth: usize,
    ) -> Vec<(usize, Operand)> {
        let observations = &called.transition.observations;
        let index = called.observation.or_else(|| {
            let counts: Vec<f64> = observations.iter().map(|seen| seen.count as f64).collect();
            builder.context.rng.weighted(&counts)
        });
        let Some(observation) = index.and_then(|index| observations.get(index)) else {
            return Vec::new();
        };
        let inputs = observation.exchange.inputs.iter().enumerate();
        inputs
            .filter_map(|(position, input)| {
                let operand = if let Input::Subject = input {
                    object.map(Operand::Var)
                } else {
                    self.input(builder, (called.method, position), input, rules, depth)
                };
                Some((position, operand?))
            })
            .collect()
    }

    /// A recorded input made again. `None` leaves the choice to the type.
    fn input(
        &self,
        builder: &mut Builder<'_, '_>,
        (method, position): (MethodId, usize),
        input: &Input,
        rules: Rules,
        depth: usize,
    ) -> Option<Operand> {
        let receiver = position == 0 && has_receiver(builder.context.library, method);
        let Context { catalog, library, .. } = &mut *builder.context;
        match input {
            Input::Null => (!receiver).then_some(Operand::Literal(Literal::Null)),
            Input::Value(_) | Input::Boxed(_) => input_literal(input, catalog, *library).map(Operand::Literal),
            Input::Array(array) => {
                let (element, elements) = array_literals(array, catalog, *library)?;
                let elements = elements.into_iter().map(Operand::Literal).collect();
                Some(Operand::Var(builder.push(Statement::Array { element, elements })))
            }
            Input::Object { class, state, profile } => {
                let wanted = builder.operand_type(method, position)?;
                let reached = state
                    .filter(|_| rules.edges)
                    .and_then(|state| self.object_in(builder, class, state, rules, depth));
                let alike = |builder: &mut Builder<'_, '_>| {
                    let profile = profile.filter(|_| rules.profiles)?;
                    profiles::make(builder, (class, profile), wanted)
                };
                let of_class = |builder: &mut Builder<'_, '_>| {
                    let wants = rules.thorough && (rules.edges || rules.profiles);
                    wants.then(|| builder.object_of_class(class))?
                };
                reached
                    .or_else(|| alike(builder))
                    .or_else(|| of_class(builder))
                    .map(Operand::Var)
            }
            Input::Subject => None,
        }
    }

    /// An object of the class in that state: made again, where the class is the JDK's, otherwise by [`Self::object_at`].
    fn object_in(
        &self,
        builder: &mut Builder<'_, '_>,
        class: &str,
        state: NodeId,
        rules: Rules,
        depth: usize,
    ) -> Option<Var> {
        if let Some(made) = self.outside.make(builder, class, state.0) {
            return Some(made);
        }
        let automaton = *self.by_name.get(class)?;
        self.object_at(builder, (automaton, state.0), rules, depth)
    }
}

/// Appends one method on which `method` depends, drawn by its weight, on the same object where it fits. Constructors
/// are no candidates here: they make a second object. Where nothing fits, nothing is appended.
pub(super) fn append_dependent(builder: &mut Builder<'_, '_>, method: MethodId, object: Var) {
    let context = &*builder.context;
    let symbols = context.library.symbols();
    let candidates: Vec<(MethodId, f64)> = context
        .library
        .dependence(method)
        .iter()
        .copied()
        .filter(|(other, _)| context.catalog.is_callable(*other) && symbols.get(*other).kind != MethodKind::Constructor)
        .collect();
    let weights: Vec<f64> = candidates.iter().map(|(_, weight)| *weight).collect();
    let Some(index) = builder.context.rng.weighted(&weights) else {
        return;
    };
    let dependent = candidates[index].0;
    // The object is given for the receiver; where it does not fit, the builder takes another one by type.
    let given = if has_receiver(builder.context.library, dependent) {
        vec![(0, Operand::Var(object))]
    } else {
        Vec::new()
    };
    let mark = builder.len();
    if builder.call_with(dependent, &given).is_err() || builder.is_too_long() {
        builder.cut(mark);
    }
}
