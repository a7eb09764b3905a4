//! Walking a model: sequences are filed at the nodes they reached and extended along the transitions seen there (paper, Figures 7 and 8).

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;

use palus_model::{Input, Model, Position, Transition};
use palus_sequence::{Literal, MethodId, MethodKind, Operand, Sequence, Trace, TypeId, Var};

use crate::builder::Builder;
use crate::context::Context;
use crate::strategy::Proposal;
use crate::values::input_literal;

/// Longest sequence along a model, in statements: a protocol may take more steps than a random test should.
const GUIDED_CAP: usize = 24;
/// How many sequences a node keeps: the newest replace the oldest.
const FILED_CAP: usize = 32;

/// Which parts of the paper's algorithm are on.
#[derive(Clone, Copy)]
pub(crate) struct Rules {
    /// Reference inputs come from the state that was recorded, before any of the type.
    pub(crate) constraints: bool,
    /// A dependent method is appended.
    pub(crate) dependence: bool,
    /// The share of steps that start at a root.
    pub(crate) root_share: f64,
}

/// A node of one of the models.
type Place = (usize, u32);

/// A sequence whose object reached a node.
#[derive(Clone)]
struct Filed {
    id: u64,
    sequence: Rc<Sequence>,
    object: Var,
}

/// What a proposed sequence does to the files when it turns out legal.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Move {
    to: Place,
    object: Var,
    /// The node and the id of the sequence that was extended.
    from: Option<(Place, u64)>,
}

/// A transition that a test can take.
struct Step<'m> {
    method: MethodId,
    transition: &'m Transition,
}

struct Automaton<'m> {
    class: TypeId,
    /// For each node, the legal steps out of it.
    nodes: Vec<Vec<Step<'m>>>,
}

/// The models and the sequences filed at their nodes.
pub(crate) struct Walk<'m> {
    automata: Vec<Automaton<'m>>,
    by_name: BTreeMap<Arc<str>, usize>,
    covered: BTreeSet<MethodId>,
    filed: BTreeMap<Place, Vec<Filed>>,
    next_id: u64,
}

impl<'m> Walk<'m> {
    /// Looks the models' methods up; what a test cannot call is left out, and so is what threw when it was recorded.
    pub(crate) fn new(model: Option<&'m Model>, context: &mut Context<'_>) -> Self {
        let mut walk = Self {
            automata: Vec::new(),
            by_name: BTreeMap::new(),
            covered: BTreeSet::new(),
            filed: BTreeMap::new(),
            next_id: 0,
        };
        for (name, model) in model.iter().flat_map(|model| &model.classes) {
            let class = context.library.symbols_mut().runtime_name(name);
            let symbols = context.library.symbols();
            let legal = |transition: &'m Transition| {
                let method = context.catalog.resolve(symbols, Some(name), &transition.method)?;
                let known_target = transition.target.0 < model.nodes.len() as u32;
                (transition.threw.is_none() && known_target).then_some(Step { method, transition })
            };
            let steps = |node: &'m palus_model::Node| node.outgoing.iter().filter_map(legal).collect();
            let nodes: Vec<Vec<Step<'m>>> = model.nodes.iter().map(steps).collect();
            if nodes.first().is_none_or(Vec::is_empty) {
                continue;
            }
            walk.covered.extend(nodes.iter().flatten().map(|step| step.method));
            walk.by_name.insert(name.clone(), walk.automata.len());
            walk.automata.push(Automaton { class, nodes });
        }
        walk
    }

    /// Whether there is a model: of that class, or of any.
    pub(crate) fn knows(&self, focus: Option<TypeId>) -> bool {
        self.automata
            .iter()
            .any(|automaton| focus.is_none_or(|class| class == automaton.class))
    }

    /// Whether a model has a step that calls the method.
    pub(crate) fn covers(&self, method: MethodId) -> bool {
        self.covered.contains(&method)
    }

    /// Figure 7: start at a root or extend, then one step.
    pub(crate) fn propose(&self, context: &mut Context<'_>, focus: Option<TypeId>, rules: Rules) -> Option<Proposal> {
        let start = context.rng.chance(rules.root_share);
        let extended = if start { None } else { self.draw_filed(context, focus) };
        let (place, filed) = extended.map_or_else(
            || Some((self.draw_root(context, focus)?, None)),
            |(place, filed)| Some((place, Some(filed))),
        )?;
        let step = context.rng.pick(&self.automata[place.0].nodes[place.1 as usize])?;
        let (sequence, object) = self.guided(context, step, filed, rules)?;
        let step = Move {
            to: (place.0, step.transition.target.0),
            object,
            from: filed.map(|filed| (place, filed.id)),
        };
        Some(Proposal {
            sequence,
            step: Some(step),
        })
    }

    /// A uniform root.
    fn draw_root(&self, context: &mut Context<'_>, focus: Option<TypeId>) -> Option<Place> {
        let of_focus = |index: &usize| focus.is_none_or(|class| class == self.automata[*index].class);
        let roots: Vec<usize> = (0..self.automata.len()).filter(of_focus).collect();
        context.rng.pick(&roots).map(|index| (*index, 0))
    }

    /// A uniform node that holds sequences and leads on, then one of its sequences.
    fn draw_filed(&self, context: &mut Context<'_>, focus: Option<TypeId>) -> Option<(Place, &Filed)> {
        let usable = |place: &Place| {
            let automaton = &self.automata[place.0];
            focus.is_none_or(|class| class == automaton.class) && !automaton.nodes[place.1 as usize].is_empty()
        };
        let places: Vec<Place> = self.filed.keys().copied().filter(usable).collect();
        let place = *context.rng.pick(&places)?;
        Some((place, context.rng.pick(&self.filed[&place])?))
    }

    /// Figure 8: the call with the inputs of one observation, then a dependent method.
    fn guided(
        &self,
        context: &mut Context<'_>,
        step: &Step<'_>,
        filed: Option<&Filed>,
        rules: Rules,
    ) -> Option<(Sequence, Var)> {
        let mut builder = Builder::new(context).cap(GUIDED_CAP);
        let object = filed.map(|filed| builder.append(&filed.sequence, filed.object));
        let mut given = self.inputs(&mut builder, step, object, rules);
        let kind = builder.context.library.symbols().get(step.method).kind;
        let place = match step.transition.position {
            Position::Receiver if kind == MethodKind::Instance => Some(0),
            Position::Argument(index) => {
                Some(usize::from(index).saturating_sub(usize::from(kind != MethodKind::Instance)))
            }
            Position::Receiver | Position::Result => None,
        };
        // The modelled object must be there before the call in which it has its part.
        let object = match (place, object) {
            (Some(place), None) => {
                let wanted = builder.context.library.symbols().get(step.method).operand_type(place)?;
                Some(builder.object(wanted).ok()?)
            }
            (_, object) => object,
        };
        if let (Some(place), Some(object)) = (place, object) {
            let wanted = builder.context.library.symbols().get(step.method).operand_type(place)?;
            if !builder.operand_fits(&Operand::Var(object), wanted) {
                return None;
            }
            given.retain(|(position, _)| *position != place);
            given.push((place, Operand::Var(object)));
        }
        let called = builder.call_with(step.method, &given).ok()?;
        let object = if place.is_some() { object? } else { called };
        if rules.dependence {
            append_dependent(&mut builder, step.method, object);
        }
        Some((builder.finish()?, object))
    }

    /// The operands that one observation, drawn whole by its count, fixes.
    fn inputs(
        &self,
        builder: &mut Builder<'_, '_>,
        step: &Step<'_>,
        object: Option<Var>,
        rules: Rules,
    ) -> Vec<(usize, Operand)> {
        let observations = &step.transition.observations;
        let counts: Vec<f64> = observations.iter().map(|seen| seen.count as f64).collect();
        let Some(index) = builder.context.rng.weighted(&counts) else {
            return Vec::new();
        };
        let inputs = observations[index].inputs.iter().enumerate();
        inputs
            .filter_map(|(position, input)| {
                Some((position, self.input(builder, step, position, input, object, rules)?))
            })
            .collect()
    }

    /// A recorded input made again. `None` leaves the choice to the type.
    fn input(
        &self,
        builder: &mut Builder<'_, '_>,
        step: &Step<'_>,
        position: usize,
        input: &Input,
        object: Option<Var>,
        rules: Rules,
    ) -> Option<Operand> {
        let receiver = position == 0 && crate::values::has_receiver(builder.context.library, step.method);
        match input {
            Input::Subject => object.map(Operand::Var),
            Input::Null => (!receiver).then_some(Operand::Literal(Literal::Null)),
            Input::Value(_) | Input::Boxed(_) => {
                let (catalog, library) = (&builder.context.catalog, &mut *builder.context.library);
                input_literal(input, catalog, library).map(Operand::Literal)
            }
            // Arrays are made by type.
            Input::Array(_) => None,
            Input::Object { class, state, .. } => {
                let state = state.filter(|_| rules.constraints)?;
                let place = (*self.by_name.get(class)?, state.0);
                let filed = builder.context.rng.pick(self.filed.get(&place)?)?;
                let room = builder.len() + filed.sequence.len() < GUIDED_CAP;
                room.then(|| Operand::Var(builder.append(&filed.sequence, filed.object)))
            }
        }
    }

    /// Files what was legal at the node that it reached; what it extended leaves its own. Without feedback, legality is not asked.
    pub(crate) fn learn(&mut self, proposal: &Proposal, trace: &Trace, feedback: bool) {
        let Some(step) = proposal.step else { return };
        if feedback && !trace.is_normal() {
            return;
        }
        if let Some((place, id)) = step.from
            && let Some(filed) = self.filed.get_mut(&place)
        {
            filed.retain(|filed| filed.id != id);
            if filed.is_empty() {
                self.filed.remove(&place);
            }
        }
        let filed = self.filed.entry(step.to).or_default();
        if filed.len() >= FILED_CAP {
            filed.remove(0);
        }
        filed.push(Filed {
            id: self.next_id,
            sequence: Rc::new(proposal.sequence.clone()),
            object: step.object,
        });
        self.next_id += 1;
    }
}

/// Appends one method on which `method` depends, drawn by its weight, on the same object where it fits. Constructors
/// are no candidates here: they make a second object. Where nothing fits, nothing is appended.
fn append_dependent(builder: &mut Builder<'_, '_>, method: MethodId, object: Var) {
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
    let given = if crate::values::has_receiver(builder.context.library, dependent) {
        vec![(0, Operand::Var(object))]
    } else {
        Vec::new()
    };
    let mark = builder.len();
    if builder.call_with(dependent, &given).is_err() || builder.len() > GUIDED_CAP {
        builder.cut(mark);
    }
}

#[cfg(test)]
mod tests;
