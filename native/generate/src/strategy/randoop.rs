//! Feedback-directed random generation (Pacheco, Lahiri, Ernst, Ball: ICSE 2007): a method drawn uniformly, its inputs from sequences that
//! ran before, no model and no static analysis. Illegal sequences are never extended, nor are those of which the last result and the
//! object that it was asked of equal objects of earlier sequences (section 2.3).

use palus_model::Model;
use palus_sequence::TypeId;

use super::{Proposal, Strategy, draw_method, random_step};
use crate::context::Context;

struct Randoop;

pub(super) fn make<'m>(_: &mut Context<'_>, _: Option<&'m Model>) -> Box<dyn Strategy + 'm> {
    Box::new(Randoop)
}

impl Strategy for Randoop {
    fn propose(&mut self, context: &mut Context<'_>, focus: Option<TypeId>) -> Option<Proposal> {
        let method = draw_method(context, focus, |_| true)?;
        random_step(context, method)
    }
}
