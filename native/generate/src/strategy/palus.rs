//! The paper's strategy (ISSTA 2011, Figure 7): a guided phase along the models, with constraints and dependent methods, then an unguided phase
//! for the methods that no model covers.

use palus_model::Model;
use palus_sequence::{Trace, TypeId};

use super::{Proposal, Strategy, draw_method, random_step};
use crate::context::Context;
use crate::walk::{Rules, Walk};

/// With guidance, the share of the guided phase that goes along the models: edges draw to what they do not show.
const WALK_SHARE: f64 = 0.3;

struct Palus<'m> {
    walk: Walk<'m>,
}

pub(super) fn make<'m>(context: &mut Context<'_>, model: Option<&'m Model>) -> Box<dyn Strategy + 'm> {
    let model = model.filter(|_| context.with("model"));
    Box::new(Palus {
        walk: Walk::new(model, context),
    })
}

impl Palus<'_> {
    fn rules(context: &Context<'_>) -> Rules {
        Rules {
            constraints: context.with("constraints"),
            dependence: context.with("dependence"),
            root_share: context.options.root_share,
            thorough: context.options.guidance,
        }
    }
}

impl Strategy for Palus<'_> {
    fn propose(&mut self, context: &mut Context<'_>, focus: Option<TypeId>) -> Option<Proposal> {
        let guidance = context.options.guidance;
        if context.progress < context.options.guided_share
            && self.walk.knows(focus)
            && (!guidance || context.rng.chance(WALK_SHARE))
        {
            let rules = Self::rules(context);
            return self.walk.propose(context, focus, rules);
        }
        let method = if guidance {
            draw_method(context, focus, |_| true)
        } else {
            // All methods, when every one is covered or there is no model.
            draw_method(context, focus, |method| !self.walk.covers(method))
                .or_else(|| draw_method(context, focus, |_| true))
        };
        random_step(context, method?)
    }

    fn untried_share(&self) -> f64 {
        self.walk.untried_share()
    }

    fn propose_untried(&mut self, context: &mut Context<'_>) -> Option<Proposal> {
        let rules = Self::rules(context);
        self.walk.propose_untried(context, rules)
    }

    fn learn(&mut self, context: &Context<'_>, proposal: &Proposal, trace: &Trace) {
        self.walk.learn(proposal, trace, context.options.feedback);
    }
}
