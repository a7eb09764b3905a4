//! Palulu (Artzi, Ernst, Kiezun, Pacheco, Perkins: M-TOOS 2006): a random phase first, everything into one pool; then the model phase, with
//! arguments of class types drawn from that pool by type. No constraints on objects, no static part.

use palus_model::Model;
use palus_sequence::TypeId;

use super::phases::Phases;
use super::{Proposal, Strategy, draw_method, random_step};
use crate::context::Context;
use crate::walk::{Rules, Walk};

#[derive(Clone, Copy, PartialEq)]
enum Phase {
    Random,
    Model,
}

struct Palulu<'m> {
    walk: Walk<'m>,
    phases: Phases<Phase>,
}

pub(super) fn make<'m>(context: &mut Context<'_>, model: Option<&'m Model>) -> Box<dyn Strategy + 'm> {
    Box::new(Palulu {
        walk: Walk::new(model, context),
        phases: Phases::new(),
    })
}

impl Strategy for Palulu<'_> {
    fn propose(&mut self, context: &mut Context<'_>, focus: Option<TypeId>) -> Option<Proposal> {
        let rules = Rules {
            edges: false,
            profiles: false,
            dependence: false,
            root_share: context.options.root_share,
            thorough: false,
        };
        let wanted: &[Phase] = match self.walk.knows(focus) {
            true if context.progress >= 1.0 - context.options.guided_share => &[Phase::Model, Phase::Random],
            true => &[Phase::Random, Phase::Model],
            false => &[Phase::Random],
        };
        match self.phases.enter(wanted)? {
            Phase::Model => self.walk.propose(context, focus, rules),
            Phase::Random => {
                let method = draw_method(context, focus, |_| true)?;
                random_step(context, method)
            }
        }
    }

    fn give_way(&mut self) -> bool {
        self.phases.give_way()
    }

    fn begin_again(&mut self) {
        self.phases.begin_again();
    }

    fn learn(&mut self, context: &Context<'_>, proposal: &Proposal, stopped_at: Option<usize>) {
        self.walk.learn(proposal, stopped_at, context.options.feedback);
    }
}
