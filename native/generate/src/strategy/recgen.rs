//! Random generation with recommended methods (Zheng, Zhang, Lyu, Xie: ASE 2010): before the method under test, methods that touch the same
//! fields are called on the same object, drawn by how many fields they share. No tf-idf, no model.

use palus_model::Model;
use palus_sequence::{MethodId, MethodKind, Operand, TypeId};

use super::{Proposal, Strategy, draw_method, random_step};
use crate::builder::Builder;
use crate::context::Context;

/// How many recommended methods precede the method under test at most.
const RECOMMENDED_CAP: usize = 3;

struct Recgen;

pub(super) fn make<'m>(_: &mut Context<'_>, _: Option<&'m Model>) -> Box<dyn Strategy + 'm> {
    Box::new(Recgen)
}

impl Strategy for Recgen {
    fn propose(&mut self, context: &mut Context<'_>, focus: Option<TypeId>) -> Option<Proposal> {
        let method = draw_method(context, focus, |_| true)?;
        let recommended = recommend(context, method);
        let called = context.library.symbols().get(method);
        if called.kind != MethodKind::Instance || recommended.is_empty() {
            return random_step(context, method);
        }
        let owner = called.owner;
        let mut builder = Builder::new(context);
        let receiver = Operand::Var(builder.object(owner).ok()?);
        for recommended in recommended {
            builder.call_with(recommended, &[(0, receiver.clone())]).ok()?;
        }
        builder.call_with(method, &[(0, receiver)]).ok()?;
        builder.finish().map(Proposal::random)
    }
}

/// Some instance methods that share fields with `method`, drawn by how many.
fn recommend(context: &mut Context<'_>, method: MethodId) -> Vec<MethodId> {
    let overlapping: Vec<(MethodId, u32)> = context
        .library
        .overlap(method)
        .iter()
        .copied()
        .filter(|(other, _)| {
            context.catalog.is_callable(*other) && context.library.symbols().get(*other).kind == MethodKind::Instance
        })
        .collect();
    let weights: Vec<f64> = overlapping.iter().map(|(_, fields)| f64::from(*fields)).collect();
    let count = context.rng.below(RECOMMENDED_CAP) + 1;
    (0..count)
        .filter_map(|_| context.rng.weighted(&weights).map(|index| overlapping[index].0))
        .collect()
}
