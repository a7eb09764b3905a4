//! Changing a sequence that reached something new, a little at a time.

use palus_sequence::{MethodId, Operand, Sequence, Statement, TypeId, Var};

use crate::builder::Builder;
use crate::context::Context;
use crate::fresh::perturb;
use crate::values::Site;

/// An operator: what it makes of a sequence, or nothing where it does not apply.
type Operator = fn(&mut Context<'_>, &Sequence) -> Option<Sequence>;

/// The operators and how often each is drawn, of 100. What adds to the end is of no use where the last statement threw.
const OPERATORS: [(f64, bool, Operator); 6] = [
    (34.0, false, change_literal),
    (30.0, true, extend),
    (14.0, false, insert),
    (12.0, false, replace_object),
    (6.0, true, repeat),
    (4.0, false, delete),
];

/// After each operator that applied, another follows with this chance.
const AGAIN: f64 = 0.5;
/// How many operators are drawn for one mutant at most, those that do not apply included.
const DRAW_CAP: usize = 6;

/// A mutant of the sequence, whose last statement may have thrown: one or more operators, drawn by weight.
pub(crate) fn mutate(context: &mut Context<'_>, sequence: &Sequence, threw: bool) -> Option<Sequence> {
    let weights = OPERATORS.map(|(weight, at_end, _)| if threw && at_end { 0.0 } else { weight });
    let mut mutant = None;
    for _ in 0..DRAW_CAP {
        let operator = OPERATORS[context.rng.weighted(&weights)?].2;
        if let Some(changed) = operator(context, mutant.as_ref().unwrap_or(sequence)) {
            mutant = Some(changed);
            if !context.rng.chance(AGAIN) {
                break;
            }
        }
    }
    mutant
}

/// What is wanted at an operand, and its site when it is one of a call.
fn wanted(context: &Context<'_>, statement: &Statement, position: usize) -> Option<(TypeId, Option<Site>)> {
    match statement {
        Statement::Call { method, .. } => {
            let wanted = context.library.symbols().get(*method).operand_type(position)?;
            Some((wanted, Some((*method, position))))
        }
        Statement::Array { element, .. } => Some((*element, None)),
        _ => None,
    }
}

/// The places of operands for which `chosen` holds: (statement, operand).
fn places(sequence: &Sequence, chosen: impl Fn(&Operand) -> bool) -> Vec<(usize, usize)> {
    let operands = |(index, statement): (usize, &Statement)| {
        let positions = statement.operands().iter().enumerate();
        positions
            .filter(|(_, operand)| chosen(operand))
            .map(|(position, _)| (index, position))
            .collect::<Vec<_>>()
    };
    sequence.statements.iter().enumerate().flat_map(operands).collect()
}

/// Another literal for a literal: near it, or a new one from the sources of its place.
fn change_literal(context: &mut Context<'_>, sequence: &Sequence) -> Option<Sequence> {
    let places = places(sequence, |operand| matches!(operand, Operand::Literal(_)));
    let &(index, position) = context.rng.pick(&places)?;
    let statement = &sequence.statements[index];
    let Operand::Literal(old) = &statement.operands()[position] else {
        return None;
    };
    let near = if context.rng.chance(0.5) {
        perturb(old, &mut context.rng)
    } else {
        None
    };
    let new = if let Some(near) = near {
        near
    } else {
        let (wanted, site) = wanted(context, statement, position)?;
        context.literal(wanted, site, false)?
    };
    let mut changed = sequence.clone();
    changed.statements[index].operands_mut()[position] = Operand::Literal(new);
    (changed != *sequence).then_some(changed)
}

/// Copies the statements of a range behind what the builder has, renumbered through `moved`.
fn copy(builder: &mut Builder<'_, '_>, sequence: &Sequence, range: std::ops::Range<usize>, moved: &mut Vec<Var>) {
    for statement in &sequence.statements[range] {
        let mut statement = statement.clone();
        for operand in statement.operands_mut() {
            if let Operand::Var(var) = operand {
                *var = moved[var.index()];
            }
        }
        moved.push(builder.push(statement));
    }
}

/// Another object for an object that is passed: from the pools or new.
fn replace_object(context: &mut Context<'_>, sequence: &Sequence) -> Option<Sequence> {
    let places = places(sequence, |operand| matches!(operand, Operand::Var(_)));
    let &(index, position) = context.rng.pick(&places)?;
    let (wanted, _) = wanted(context, &sequence.statements[index], position)?;
    let mut builder = Builder::new(context);
    let mut moved = Vec::new();
    copy(&mut builder, sequence, 0..index, &mut moved);
    let other = builder.pooled(wanted).map_or_else(|| builder.object(wanted), Ok).ok()?;
    copy(&mut builder, sequence, index..sequence.len(), &mut moved);
    let mut changed = builder.finish()?;
    let place = changed.statements.get_mut(moved[index].index())?;
    place.operands_mut()[position] = Operand::Var(other);
    Some(changed)
}

/// A call on one of the objects, at the end.
fn extend(context: &mut Context<'_>, sequence: &Sequence) -> Option<Sequence> {
    add_call(context, sequence, sequence.len())
}

/// A call on one of the objects, between two statements.
fn insert(context: &mut Context<'_>, sequence: &Sequence) -> Option<Sequence> {
    if sequence.len() < 2 {
        return None;
    }
    let at = 1 + context.rng.below(sequence.len() - 1);
    add_call(context, sequence, at)
}

fn add_call(context: &mut Context<'_>, sequence: &Sequence, at: usize) -> Option<Sequence> {
    let at = at.min(sequence.len());
    let mut builder = Builder::new(context);
    let mut moved = Vec::new();
    copy(&mut builder, sequence, 0..at, &mut moved);
    let (method, object) = next_call(&mut builder, sequence)?;
    let given = object.map(|var| (0, Operand::Var(var)));
    builder.call_with(method, given.as_slice()).ok()?;
    copy(&mut builder, sequence, at..sequence.len(), &mut moved);
    builder.finish()
}

/// What to call next, and on what: a method of the class of an object at hand, by preference one on which the last call
/// depends.
fn next_call(builder: &mut Builder<'_, '_>, sequence: &Sequence) -> Option<(MethodId, Option<Var>)> {
    let context = &mut *builder.context;
    if let Some(Statement::Call { method, .. }) = sequence.statements.last()
        && context.rng.chance(0.3)
    {
        let dependent = context.library.dependence(*method);
        let weights: Vec<f64> = dependent.iter().map(|(_, weight)| *weight).collect();
        if let Some(index) = context.rng.weighted(&weights)
            && context.catalog.is_callable(dependent[index].0)
        {
            let dependent = dependent[index].0;
            let owner = context.library.symbols().get(dependent).owner;
            return Some((dependent, builder.variable(owner)));
        }
    }
    let objects: Vec<Var> = (0..builder.len())
        .map(|index| Var(index as u16))
        .filter(|var| !builder.context.catalog.of(builder.declared(*var)).is_empty())
        .collect();
    let object = *builder.context.rng.pick(&objects)?;
    let declared = builder.declared(object);
    let method = *builder.context.rng.pick(builder.context.catalog.of(declared))?;
    let instance = crate::values::has_receiver(builder.context.library, method);
    Some((method, instance.then_some(object)))
}

/// The same statement twice in a row.
fn repeat(context: &mut Context<'_>, sequence: &Sequence) -> Option<Sequence> {
    let at = context.rng.below(sequence.len());
    let mut builder = Builder::new(context);
    let mut moved = Vec::new();
    copy(&mut builder, sequence, 0..at + 1, &mut moved);
    let twin = moved[at];
    copy(&mut builder, sequence, at..at + 1, &mut moved);
    // What follows refers to the first of the two.
    moved.truncate(at);
    moved.push(twin);
    copy(&mut builder, sequence, at + 1..sequence.len(), &mut moved);
    builder.finish()
}

/// One statement less, where nothing uses its value.
fn delete(context: &mut Context<'_>, sequence: &Sequence) -> Option<Sequence> {
    if sequence.len() < 2 {
        return None;
    }
    let gone = context.rng.below(sequence.len());
    sequence.retain(|index| index != gone)
}
