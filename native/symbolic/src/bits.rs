//! Numbers that were kept in fewer bits and come back whole, as characters do that a text keeps as bytes: what the bounds that hold on a path say
//! of it, so that no solver is asked.

use palus_classes::{Arithmetic, Relation};
use palus_sequence::Primitive;

use crate::arithmetic::{narrow, range};
use crate::closure::Closure;
use crate::condition::{Condition, Truth};
use crate::term::{Node, Term};

/// The bits that a type keeps.
fn mask(of: Primitive) -> Option<i64> {
    match of {
        Primitive::Byte => Some(0xff),
        Primitive::Short | Primitive::Char => Some(0xffff),
        _ => None,
    }
}

/// Whether no value of an expression is outside of these where the bounds hold.
fn is_within(known: &Closure, term: &Term, (low, high): (i64, i64)) -> bool {
    let is_never = |relation, bound| match Condition::of(relation, term, &Term::constant(term.is_long(), bound)) {
        Truth::Known(is_so) => !is_so,
        Truth::Open(outside) => known.clone().allows(&outside) == Some(false),
    };
    is_never(Relation::Lt, low) && is_never(Relation::Gt, high)
}

/// An expression without the conversion of an `int` to fewer bits, and the type that has these.
fn narrowed(term: &Term) -> Option<(&Term, Primitive)> {
    let Term::Compound(compound) = term else { return None };
    match &compound.node {
        Node::Convert(to, of) if mask(*to).is_some() && !of.is_long() => Some((of, *to)),
        _ => None,
    }
}

/// What a mask leaves of a number, where that is all of it.
pub(crate) fn masked(known: &Closure, operation: Arithmetic, number: &Term, by: &Term) -> Option<Term> {
    let bits = by
        .value()
        .filter(|bits| operation == Arithmetic::And && matches!(bits, 0xff | 0xffff))?;
    let (kept, _) = narrowed(number).filter(|(_, to)| mask(*to).is_some_and(|own| own >= bits))?;
    is_within(known, kept, (0, bits)).then(|| kept.clone())
}

/// Two numbers that are the same, or not, just where those are that they were before they were kept in fewer bits.
pub(crate) fn whole(known: &Closure, left: &Term, right: &Term) -> Option<(Term, Term)> {
    let (one, to) = narrowed(left)?;
    let bits = mask(to)?;
    if !is_within(known, one, (0, bits)) {
        return None;
    }
    if let Some(value) = right.value() {
        let fits = narrow(to, value) == value;
        return fits.then(|| (one.clone(), Term::Int((value & bits) as i32)));
    }
    let (other, _) = narrowed(right).filter(|(_, of)| *of == to)?;
    is_within(known, other, (0, bits)).then(|| (one.clone(), other.clone()))
}

/// An expression that has no other value than before it was kept in fewer bits.
pub(crate) fn unchanged<'t>(known: &Closure, term: &'t Term) -> &'t Term {
    match narrowed(term) {
        Some((of, to)) if is_within(known, of, range(to)) => of,
        _ => term,
    }
}
