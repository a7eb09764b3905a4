//! What was recorded and no sequence has done yet: each call of a model as it was seen, those that threw among them.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use palus_model::{Model, Transition};
use palus_sequence::MethodId;
use rustc_hash::FxHashMap;

use super::Place;
use crate::catalog::Resolver;
use crate::context::Context;

/// The share of turns for calls of a method before which fewer than so many of it came.
const SHARES: [(u32, f64); 2] = [(64, 0.5), (u32::MAX, 0.1)];

/// One recorded call of a method under test.
#[derive(Clone, Copy)]
pub(super) struct Use<'m> {
    /// Where in a model it was made; `None` for a static method, which belongs to no object.
    pub(super) place: Option<Place>,
    pub(super) method: MethodId,
    pub(super) transition: &'m Transition,
    pub(super) observation: usize,
}

/// The recorded calls in the order in which they are worth doing: of each method one, then of each method the next.
#[derive(Default)]
pub(super) struct Untried<'m>(VecDeque<(u32, Use<'m>)>);

impl<'m> Untried<'m> {
    /// All calls of methods whose turn it is.
    pub(super) fn new(model: &'m Model, automata: &BTreeMap<Arc<str>, usize>, context: &Context<'_>) -> Self {
        let mut uses = Vec::new();
        let mut resolver = Resolver::default();
        let mut note = |class: Option<&'m str>, place, transition: &'m Transition| {
            let symbols = context.library.symbols();
            let method = resolver.resolve(&context.catalog, symbols, class, &transition.method);
            let Some(method) = method.filter(|method| context.catalog.is_target(symbols, *method)) else {
                return;
            };
            uses.extend((0..transition.observations.len()).map(|observation| Use {
                place,
                method,
                transition,
                observation,
            }));
        };
        for transition in &model.statics {
            note(None, None, transition);
        }
        for (name, class) in &model.classes {
            let Some(&index) = automata.get(name) else { continue };
            for (node, transitions) in (0..).zip(&class.nodes) {
                for transition in &transitions.outgoing {
                    note(Some(name), Some((index, node)), transition);
                }
            }
        }
        Self(in_turn(uses))
    }

    /// The share of turns that the next of them is worth: the first calls of a method show much, the hundredth hardly anything.
    pub(super) fn share(&self) -> f64 {
        let rank = self.0.front().map(|(rank, _)| *rank);
        let share = SHARES.iter().find(|(below, _)| rank.is_some_and(|rank| rank < *below));
        share.map_or(0.0, |(_, share)| *share)
    }

    pub(super) fn next(&mut self) -> Option<Use<'m>> {
        self.0.pop_front().map(|(_, used)| used)
    }
}

/// Ranks each by how many of the same method come before it, and sorts by that, otherwise leaving them as they are.
fn in_turn(uses: Vec<Use<'_>>) -> VecDeque<(u32, Use<'_>)> {
    let mut counts: FxHashMap<MethodId, u32> = FxHashMap::default();
    let mut ranked: Vec<(u32, Use<'_>)> = Vec::with_capacity(uses.len());
    for used in uses {
        let count = counts.entry(used.method).or_default();
        ranked.push((*count, used));
        *count += 1;
    }
    ranked.sort_by_key(|(rank, _)| *rank);
    ranked.into()
}
