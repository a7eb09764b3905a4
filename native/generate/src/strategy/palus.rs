//! The paper's strategy (ISSTA 2011, Figure 7): a guided phase along the models, with constraints and dependent methods, then an unguided phase
//! for the methods that no model covers.

use palus_model::Model;
use palus_sequence::TypeId;

use super::phases::Phases;
use super::{Proposal, Strategy, draw_method, random_step};
use crate::context::Context;
use crate::walk::{Rules, Walk, profiles};

/// With guidance, the share of the guided phase that goes along the models: edges draw to what they do not show.
const WALK_SHARE: f64 = 0.3;

/// What a step of Figure 7 is.
#[derive(Clone, Copy, PartialEq)]
enum Phase {
    /// Along the models.
    Guided,
    /// A method that no model covers.
    Uncovered,
    /// Any method: the unguided phase of the released tool, and here what is left when the others have nothing new.
    Any,
}

struct Palus<'m> {
    walk: Walk<'m>,
    phases: Phases<Phase>,
}

pub(super) fn make<'m>(context: &mut Context<'_>, model: Option<&'m Model>) -> Box<dyn Strategy + 'm> {
    if Palus::rules(context).profiles {
        profiles::want(model, context);
    }
    Box::new(Palus {
        walk: Walk::new(model, context),
        phases: Phases::new(),
    })
}

impl Palus<'_> {
    fn rules(context: &Context<'_>) -> Rules {
        Rules {
            edges: context.with("constraints") && context.with("dependence-edges"),
            profiles: context.with("constraints") && context.with("profiles"),
            dependence: context.with("dependence"),
            root_share: context.options.root_share,
            thorough: context.options.guidance,
        }
    }
}

impl Strategy for Palus<'_> {
    fn propose(&mut self, context: &mut Context<'_>, focus: Option<TypeId>) -> Option<Proposal> {
        let can_walk = self.walk.knows(focus);
        let is_guided = can_walk && context.progress < context.options.guided_share;
        if context.options.guidance {
            if is_guided && context.rng.chance(WALK_SHARE) {
                let rules = Self::rules(context);
                return self.walk.propose(context, focus, rules);
            }
            let method = draw_method(context, focus, |_| true)?;
            return random_step(context, method);
        }
        let mut wanted = match (can_walk, is_guided) {
            (true, true) => vec![Phase::Guided, Phase::Uncovered, Phase::Any],
            (true, false) => vec![Phase::Uncovered, Phase::Any, Phase::Guided],
            (false, _) => vec![Phase::Uncovered, Phase::Any],
        };
        wanted.retain(|phase| *phase != Phase::Uncovered || context.with("uncovered"));
        let method = match self.phases.enter(&wanted)? {
            Phase::Guided => {
                let rules = Self::rules(context);
                return self.walk.propose(context, focus, rules);
            }
            // All methods, when every one is covered.
            Phase::Uncovered => draw_method(context, focus, |method| !self.walk.covers(method))
                .or_else(|| draw_method(context, focus, |_| true)),
            Phase::Any => draw_method(context, focus, |_| true),
        };
        random_step(context, method?)
    }

    fn give_way(&mut self) -> bool {
        self.phases.give_way()
    }

    fn begin_again(&mut self) {
        self.phases.begin_again();
    }

    fn untried_share(&self) -> f64 {
        self.walk.untried_share()
    }

    fn propose_untried(&mut self, context: &mut Context<'_>) -> Option<Proposal> {
        let rules = Self::rules(context);
        self.walk.propose_untried(context, rules)
    }

    fn learn(&mut self, context: &Context<'_>, proposal: &Proposal, stopped_at: Option<usize>) {
        self.walk.learn(proposal, stopped_at, context.options.feedback);
    }
}
