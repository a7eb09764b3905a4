//! Changing a sequence that reached something new, a little at a time.

use std::mem::discriminant;

use palus_sequence::{Literal, MethodId, Operand, Sequence, Statement, TypeId, Var};

use crate::builder::Builder;
use crate::context::Context;
use crate::draw::Draw;
use crate::fresh::perturb;
use crate::values::Site;

/// An operator: what it makes of a sequence, or nothing where it does not apply.
type Operator = fn(&mut Context<'_>, &Sequence, Option<&Sequence>) -> Option<Sequence>;

/// The operators and how often each is drawn, of 100. What adds to the end is of no use where the last statement threw.
const OPERATORS: [(f64, bool, Operator); 10] = [
    (30.0, false, |context, sequence, _| change_literal(context, sequence)),
    (20.0, true, |context, sequence, _| extend(context, sequence)),
    (10.0, true, |context, sequence, _| burst(context, sequence)),
    (8.0, false, |context, sequence, _| insert(context, sequence)),
    (8.0, false, |context, sequence, _| replace_object(context, sequence)),
    (7.0, true, splice),
    (6.0, false, |context, sequence, _| resize(context, sequence)),
    (5.0, false, |context, sequence, _| change_method(context, sequence)),
    (3.0, true, |context, sequence, _| repeat(context, sequence)),
    (3.0, false, |context, sequence, _| delete(context, sequence)),
];

/// How often a literal becomes one that the sequence has elsewhere: code compares what it is passed with each other.
const SAME_SHARE: f64 = 0.15;
/// After each operator that applied, another follows with this chance.
const AGAIN: f64 = 0.5;
/// How many operators are drawn for one mutant at most, those that do not apply included.
const DRAW_CAP: usize = 6;
/// Longest array that is doubled, in elements.
const DOUBLED_CAP: usize = 30;
/// How many calls a burst makes, between these.
const BURST: (usize, usize) = (2, 8);
/// Of the next calls, those on an object at hand on whose fields the last call depends.
const DEPENDENT_SHARE: f64 = 0.3;

/// A mutant of the sequence, whose last statement may have thrown: one or more operators, drawn by weight. `donor` is
/// another sequence about the same class.
pub(crate) fn mutate(
    context: &mut Context<'_>,
    sequence: &Sequence,
    threw: bool,
    donor: Option<&Sequence>,
) -> Option<Sequence> {
    let weights = OPERATORS.map(|(weight, at_end, _)| if threw && at_end { 0.0 } else { weight });
    let mut mutant = None;
    for _ in 0..DRAW_CAP {
        let operator = OPERATORS[context.rng.weighted(&weights)?].2;
        if let Some(changed) = operator(context, mutant.as_ref().unwrap_or(sequence), donor) {
            mutant = Some(changed);
            if !context.rng.chance(AGAIN) {
                break;
            }
        }
    }
    mutant
}

fn builder<'c, 'l>(context: &'c mut Context<'l>) -> Builder<'c, 'l> {
    Builder::new(context).of_a_mutant()
}

/// The first call that takes the variable, and where: the elements of an array are values for that place.
fn user(sequence: &Sequence, var: Var) -> Option<Site> {
    let mut calls = sequence.statements.iter().skip(var.index() + 1);
    calls.find_map(|statement| match statement {
        Statement::Call { method, operands } => {
            let position = operands.iter().position(|operand| *operand == Operand::Var(var))?;
            Some((*method, position))
        }
        _ => None,
    })
}

/// What is wanted at an operand, and its site: of an array's elements that of the array, of a fake's answers that of the fake.
fn wanted(context: &Context<'_>, sequence: &Sequence, index: usize, position: usize) -> Option<(TypeId, Option<Site>)> {
    match &sequence.statements[index] {
        Statement::Call { method, .. } => {
            let wanted = context.library.symbols().get(*method).operand_type(position)?;
            Some((wanted, Some((*method, position))))
        }
        Statement::Array { element, .. } => Some((*element, user(sequence, Var(index as u16)))),
        Statement::Fake { answers, .. } => Some((answers.get(position)?.of, user(sequence, Var(index as u16)))),
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
    let near = if context.rng.chance(SAME_SHARE) {
        same_kind(sequence, old, &mut context.rng)
    } else if context.rng.chance(0.5) {
        perturb(old, &mut context.rng)
    } else {
        None
    };
    let new = if let Some(near) = near {
        near
    } else {
        let (wanted, site) = wanted(context, sequence, index, position)?;
        context.literal(wanted, site, false)?
    };
    let mut changed = sequence.clone();
    changed.statements[index].operands_mut()[position] = Operand::Literal(new);
    (changed != *sequence).then_some(changed)
}

/// Another number or text of the kind that the sequence has elsewhere.
fn same_kind(sequence: &Sequence, old: &Literal, rng: &mut Draw) -> Option<Literal> {
    if old.primitive().is_none() && !matches!(old, Literal::String(_)) {
        return None;
    }
    let operands = sequence.statements.iter().flat_map(Statement::operands);
    let others: Vec<&Literal> = operands
        .filter_map(|operand| match operand {
            Operand::Literal(other) if discriminant(other) == discriminant(old) && other != old => Some(other),
            _ => None,
        })
        .collect();
    rng.pick(&others).map(|other| (*other).clone())
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
    let (wanted, _) = wanted(context, sequence, index, position)?;
    let mut builder = builder(context);
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
    let mut builder = builder(context);
    let mut moved = Vec::new();
    copy(&mut builder, sequence, 0..at, &mut moved);
    let (method, object) = next_call(&mut builder, sequence)?;
    let given = object.map(|var| (0, Operand::Var(var)));
    builder.call_with(method, given.as_slice()).ok()?;
    copy(&mut builder, sequence, at..sequence.len(), &mut moved);
    builder.finish()
}

/// A call of a method of a class that is not under test on an object at hand, somewhere before the end: what was passed is in another state.
pub(crate) fn touch(context: &mut Context<'_>, sequence: &Sequence) -> Option<Sequence> {
    let at = context.rng.below(sequence.len());
    let mut builder = builder(context);
    let mut moved = Vec::new();
    copy(&mut builder, sequence, 0..at, &mut moved);
    let object = Var(u16::try_from(builder.context.rng.below(at)).ok()?);
    let declared = (at > 0).then(|| builder.declared(object))?;
    let methods = builder.context.methods(declared);
    let method = *builder.context.rng.pick(&methods)?;
    builder.call_with(method, &[(0, Operand::Var(object))]).ok()?;
    copy(&mut builder, sequence, at..sequence.len(), &mut moved);
    builder.finish()
}

/// A method of a class that is not under test, called on or with an object that the sequence has made: see [`Consumers`](crate::consumers::Consumers).
pub(crate) fn consume(context: &mut Context<'_>, sequence: &Sequence) -> Option<Sequence> {
    let mut builder = builder(context);
    copy(&mut builder, sequence, 0..sequence.len(), &mut Vec::new());
    let used: Vec<(Var, TypeId)> = builder
        .variables()
        .filter(|(_, declared)| !builder.context.catalog.consumers.of(*declared).is_empty())
        .collect();
    let context = &mut *builder.context;
    let &(object, declared) = context.rng.pick(&used)?;
    let method = context
        .effort
        .draw(context.catalog.consumers.of(declared), &mut context.rng)?;
    let called = context.library.symbols().get(method);
    let places = (0..called.operand_count()).filter(|place| called.operand_type(*place) == Some(declared));
    let place = *context.rng.pick(&places.collect::<Vec<_>>())?;
    builder.call_with(method, &[(place, Operand::Var(object))]).ok()?;
    builder.finish()
}

/// What to call next, and on what: a method of the class of an object at hand, now and then one on which the last call
/// depends.
fn next_call(builder: &mut Builder<'_, '_>, sequence: &Sequence) -> Option<(MethodId, Option<Var>)> {
    let context = &mut *builder.context;
    if let Some(Statement::Call { method, .. }) = sequence.statements.last()
        && context.with("dependence")
        && context.rng.chance(DEPENDENT_SHARE)
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
    let (object, declared) = object_at_hand(builder)?;
    let context = &mut *builder.context;
    let method = context.effort.draw(context.catalog.of(declared), &mut context.rng)?;
    let instance = crate::values::has_receiver(builder.context.library, method);
    Some((method, instance.then_some(object)))
}

/// A variable that holds an object of a class under test, and its declared type.
fn object_at_hand(builder: &mut Builder<'_, '_>) -> Option<(Var, TypeId)> {
    let objects: Vec<(Var, TypeId)> = builder
        .variables()
        .filter(|(_, declared)| !builder.context.catalog.of(*declared).is_empty())
        .collect();
    builder.context.rng.pick(&objects).copied()
}

/// Several calls of one or two methods on one object: what fills a container, or makes it shrink again.
fn burst(context: &mut Context<'_>, sequence: &Sequence) -> Option<Sequence> {
    let mut builder = builder(context);
    copy(&mut builder, sequence, 0..sequence.len(), &mut Vec::new());
    let (object, declared) = object_at_hand(&mut builder)?;
    let calls = BURST.0 + builder.context.rng.below(BURST.1 - BURST.0 + 1);
    let mut methods = Vec::new();
    for _ in 0..2 {
        let context = &mut *builder.context;
        let method = *context.rng.pick(context.catalog.of(declared))?;
        if crate::values::has_receiver(context.library, method) && !context.effort.is_hopeless(method) {
            methods.push(method);
        }
    }
    for _ in 0..calls {
        let method = *builder.context.rng.pick(&methods)?;
        if builder.call_with(method, &[(0, Operand::Var(object))]).is_err() {
            return None;
        }
    }
    builder.finish()
}

/// What another sequence does to an object of the same class, done to the object of this one.
fn splice(context: &mut Context<'_>, sequence: &Sequence, donor: Option<&Sequence>) -> Option<Sequence> {
    let donor = donor?;
    let mut builder = builder(context);
    copy(&mut builder, sequence, 0..sequence.len(), &mut Vec::new());
    let (object, declared) = object_at_hand(&mut builder)?;
    let symbols = builder.context.library.symbols();
    let first = donor.statements.iter().position(|statement| match statement {
        Statement::Call { method, .. } => symbols.get(*method).result == declared,
        _ => false,
    })?;
    let needed = crate::slice::needed(donor, &[first].into(), symbols);
    let mut moved = Vec::with_capacity(donor.len());
    for (index, statement) in donor.statements.iter().enumerate() {
        // What made the donor's object is not needed here; its own variables stay for what uses them.
        if index == first || (index < first && needed.contains(&index) && is_private(donor, index, first)) {
            moved.push(object);
            continue;
        }
        let mut statement = statement.clone();
        for operand in statement.operands_mut() {
            if let Operand::Var(var) = operand {
                *var = moved[var.index()];
            }
        }
        moved.push(builder.push(statement));
    }
    builder.finish()
}

/// Whether nothing but the statement at `only` uses the value of the one at `index`.
fn is_private(sequence: &Sequence, index: usize, only: usize) -> bool {
    let users = sequence.statements.iter().enumerate();
    users
        .filter(|(_, statement)| statement.uses().any(|var| var.index() == index))
        .all(|(user, _)| user == only)
}

/// An array with an element more or less.
fn resize(context: &mut Context<'_>, sequence: &Sequence) -> Option<Sequence> {
    let is_array = |statement: &Statement| matches!(statement, Statement::Array { .. });
    let arrays: Vec<usize> = (0..sequence.len())
        .filter(|index| is_array(&sequence.statements[*index]))
        .collect();
    let index = *context.rng.pick(&arrays)?;
    let site = user(sequence, Var(index as u16));
    let mut changed = sequence.clone();
    let Statement::Array { element, elements } = &mut changed.statements[index] else {
        return None;
    };
    let at = context.rng.below(elements.len() + 1);
    match context.rng.below(4) {
        0 if at < elements.len() => drop(elements.remove(at)),
        1 if at < elements.len() => elements.insert(at, elements[at].clone()),
        2 if elements.len() <= DOUBLED_CAP => elements.extend_from_within(..),
        _ => elements.insert(at, Operand::Literal(context.literal(*element, site, false)?)),
    }
    Some(changed)
}

/// Another method of the same class on the same object.
fn change_method(context: &mut Context<'_>, sequence: &Sequence) -> Option<Sequence> {
    let index = context.rng.below(sequence.len());
    let Statement::Call { method, operands } = &sequence.statements[index] else {
        return None;
    };
    // A value that is used later has its type from the method.
    if sequence
        .statements
        .iter()
        .any(|later| later.uses().any(|var| var.index() == index))
        || !crate::values::has_receiver(context.library, *method)
    {
        return None;
    }
    let owner = context.library.symbols().get(*method).owner;
    let other = context.effort.draw(context.catalog.of(owner), &mut context.rng)?;
    if other == *method || !crate::values::has_receiver(context.library, other) {
        return None;
    }
    let mut builder = builder(context);
    let mut moved = Vec::new();
    copy(&mut builder, sequence, 0..index, &mut moved);
    let receiver = match operands.first()? {
        Operand::Var(var) => Operand::Var(moved[var.index()]),
        literal => literal.clone(),
    };
    moved.push(builder.call_with(other, &[(0, receiver)]).ok()?);
    copy(&mut builder, sequence, index + 1..sequence.len(), &mut moved);
    builder.finish()
}

/// The same statement twice in a row.
fn repeat(context: &mut Context<'_>, sequence: &Sequence) -> Option<Sequence> {
    let at = context.rng.below(sequence.len());
    let mut builder = builder(context);
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
