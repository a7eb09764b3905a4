//! The rules by which sequences are proposed, each honest to its own paper so that they can be compared.

mod palulu;
mod palus;
mod phases;
mod randoop;
mod recgen;

use palus_model::Model;
use palus_sequence::work::{SearchOptions, StrategyName};
use palus_sequence::{MethodId, Sequence, TypeId};

use crate::builder::Builder;
use crate::context::Context;
use crate::walk::Move;

/// A sequence that is to run, and how it came about.
#[derive(Clone, Debug)]
pub(crate) struct Proposal {
    pub(crate) sequence: Sequence,
    /// The step through a model that it takes, if it does.
    pub(crate) step: Option<Move>,
}

impl Proposal {
    /// A sequence that no model had a part in.
    pub(crate) fn random(sequence: Sequence) -> Self {
        Self { sequence, step: None }
    }
}

/// One set of rules.
pub(crate) trait Strategy {
    /// The next sequence to run; about `focus` where a class is given. `None` when the draw led nowhere.
    fn propose(&mut self, context: &mut Context<'_>, focus: Option<TypeId>) -> Option<Proposal>;

    /// The share of turns that what is worth running once should have now, 0 when there is nothing left of it.
    fn untried_share(&self) -> f64 {
        0.0
    }

    /// The next of it; `None` when there is none, or it cannot be done.
    fn propose_untried(&mut self, _context: &mut Context<'_>) -> Option<Proposal> {
        None
    }

    /// Nothing of what it proposes is new any longer. Says whether it proposes something else from now on.
    fn give_way(&mut self) -> bool {
        false
    }

    /// More is allowed now than when it gave way.
    fn begin_again(&mut self) {}

    /// Takes note of a run of one of its sequences, and of the statement that did not return.
    fn learn(&mut self, _context: &Context<'_>, _proposal: &Proposal, _stopped_at: Option<usize>) {}
}

/// How a strategy is set up.
type Make = for<'m> fn(&mut Context<'_>, Option<&'m Model>) -> Box<dyn Strategy + 'm>;

/// All strategies: a new one is one file and one line.
const ALL: [(StrategyName, Make); 4] = [
    (StrategyName::Palus, palus::make),
    (StrategyName::Palulu, palulu::make),
    (StrategyName::Recgen, recgen::make),
    (StrategyName::Randoop, randoop::make),
];

/// Sets up the strategy that the options name.
pub(crate) fn make<'m>(context: &mut Context<'_>, model: Option<&'m Model>) -> Box<dyn Strategy + 'm> {
    let name = context.options.strategy;
    let make = ALL
        .iter()
        .find(|(other, _)| *other == name)
        .map_or(randoop::make as Make, |(_, make)| *make);
    make(context, model)
}

/// Whether the rules know of models at all: what was recorded is no help for those that do not, values neither.
pub(crate) fn knows_models(options: &SearchOptions) -> bool {
    matches!(options.strategy, StrategyName::Palus | StrategyName::Palulu)
        && !options.without.iter().any(|off| off == "model")
}

/// A method drawn uniformly, of `focus` or of all classes whose turn it is; only those for which `wanted` holds.
fn draw_method(
    context: &mut Context<'_>,
    focus: Option<TypeId>,
    wanted: impl Fn(MethodId) -> bool,
) -> Option<MethodId> {
    let methods: Vec<MethodId> = match focus {
        Some(class) => context
            .catalog
            .of(class)
            .iter()
            .copied()
            .filter(|m| wanted(*m))
            .collect(),
        None => context.catalog.target_methods().filter(|m| wanted(*m)).collect(),
    };
    // The papers draw uniformly.
    if context.options.guidance && context.with("effort") {
        return context.effort.draw(&methods, &mut context.rng);
    }
    context.rng.pick(&methods).copied()
}

/// The random step that all strategies share: one method, its inputs by type from the pools or made as needed.
fn random_step(context: &mut Context<'_>, method: MethodId) -> Option<Proposal> {
    let mut builder = Builder::new(context);
    builder.call(method).ok()?;
    builder.finish().map(Proposal::random)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_strategy_name_has_rules() {
        use StrategyName::{Palulu, Palus, Randoop, Recgen};
        for name in [Palus, Palulu, Recgen, Randoop] {
            assert_eq!(ALL.iter().filter(|(other, _)| *other == name).count(), 1, "{name:?}");
        }
    }
}
