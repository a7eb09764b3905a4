//! The calls that a search made on objects of a class, to be made again on others.

use std::collections::{BTreeMap, BTreeSet};

use palus_sequence::{Literal, MethodId, MethodKind, Operand, Sequence, Statement, Symbols, Trace, TypeId, Var};

/// Calls of a method that are tried, the shortest ones.
const OF_A_METHOD: usize = 2;
/// Objects that they are tried on, the ones that are made in the fewest statements.
const BASES: usize = 12;

/// A call on an object of the class, and what was before it.
pub(super) struct Deed {
    /// What is called.
    pub(super) method: MethodId,
    /// What ran before it.
    before: Sequence,
    /// The object.
    object: Var,
    /// The arguments.
    arguments: Vec<Operand>,
}

/// The calls on objects of the class that returned, a few of each method, in the order of the methods.
pub(super) fn deeds(class: TypeId, runs: &[(&Sequence, &Trace)], symbols: &Symbols) -> Vec<Deed> {
    let mut by_method: BTreeMap<MethodId, Vec<Deed>> = BTreeMap::new();
    for (sequence, trace) in runs {
        for (at, statement) in sequence.statements.iter().enumerate() {
            if !trace.outcomes.get(at).is_some_and(palus_sequence::Outcome::is_normal) {
                break;
            }
            let Statement::Call { method, operands } = statement else {
                continue;
            };
            let Some((Operand::Var(object), arguments)) = operands.split_first() else {
                continue;
            };
            let called = symbols.get(*method);
            let is_null = |operand: &Operand| matches!(operand, Operand::Literal(Literal::Null));
            if called.kind != MethodKind::Instance || called.owner != class || arguments.iter().any(is_null) {
                continue;
            }
            by_method.entry(*method).or_default().push(Deed {
                method: *method,
                before: Sequence {
                    statements: sequence.statements[..at].to_vec(),
                },
                object: *object,
                arguments: arguments.to_vec(),
            });
        }
    }
    by_method
        .into_values()
        .flat_map(|mut deeds| {
            deeds.sort_by_key(|deed| deed.before.len());
            deeds.dedup_by(|one, other| one.arguments == other.arguments && one.before.len() == other.before.len());
            deeds.truncate(OF_A_METHOD);
            deeds
        })
        .collect()
}

/// What makes objects of the class, each once, the shortest first.
pub(super) fn bases(deeds: &[Deed]) -> Vec<(Sequence, Var)> {
    let mut bases: Vec<(Sequence, Var)> = Vec::new();
    for deed in deeds {
        let base = (deed.before.clone(), deed.object);
        if !bases.contains(&base) {
            bases.push(base);
        }
    }
    bases.sort_by_key(|(sequence, _)| sequence.len());
    bases.truncate(BASES);
    bases
}

/// The object of `base`, the two calls on it, and what looks at it; and where the first of the calls stands. `None` when the arguments of a
/// call come from an object of its own.
pub(super) fn scene(
    (base, object): &(Sequence, Var),
    first: &Deed,
    second: &Deed,
    looks: &[MethodId],
) -> Option<(Sequence, usize)> {
    let mut sequence = base.clone();
    let first = graft(first, *object, &mut sequence)?;
    let second = graft(second, *object, &mut sequence)?;
    let at = sequence.len();
    sequence.statements.extend([first, second]);
    sequence.statements.extend(looks.iter().map(|method| Statement::Call {
        method: *method,
        operands: vec![Operand::Var(*object)],
    }));
    Some((sequence, at))
}

/// The call on another object; what makes its arguments is appended to the sequence.
fn graft(deed: &Deed, object: Var, sequence: &mut Sequence) -> Option<Statement> {
    let mut needed: BTreeSet<usize> = BTreeSet::new();
    let mut open: Vec<usize> = deed.arguments.iter().filter_map(variable).collect();
    while let Some(at) = open.pop() {
        if at != deed.object.index() && needed.insert(at) {
            let uses: Vec<usize> = deed.before.statements[at].uses().map(Var::index).collect();
            if uses.contains(&deed.object.index()) {
                return None;
            }
            open.extend(uses);
        }
    }
    let mut moved = BTreeMap::from([(deed.object, object)]);
    for at in needed {
        let statement = deed.before.statements[at].renumbered(|var| moved.get(&var).copied())?;
        moved.insert(Var(at as u16), sequence.push(statement));
    }
    let arguments = deed.arguments.iter().map(|operand| match operand {
        Operand::Var(var) => moved.get(var).copied().map(Operand::Var),
        other => Some(other.clone()),
    });
    let operands = std::iter::once(Some(Operand::Var(object))).chain(arguments);
    Some(Statement::Call {
        method: deed.method,
        operands: operands.collect::<Option<_>>()?,
    })
}

fn variable(operand: &Operand) -> Option<usize> {
    match operand {
        Operand::Var(var) => Some(var.index()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use palus_sequence::{Outcome, Value};

    use super::*;

    fn call(method: MethodId, operands: Vec<Operand>) -> Statement {
        Statement::Call { method, operands }
    }

    fn var(at: u16) -> Operand {
        Operand::Var(Var(at))
    }

    #[test]
    fn a_call_is_made_on_another_object_with_arguments_of_its_own() {
        let mut symbols = Symbols::default();
        let mut method =
            |owner: &str, name: &str, descriptor: &str, kind| symbols.method(owner, name, descriptor, kind).unwrap();
        let new = method("a.Bag", "<init>", "()V", MethodKind::Constructor);
        let thing = method("a.Thing", "<init>", "()V", MethodKind::Constructor);
        let put = method("a.Bag", "put", "(La/Thing;)V", MethodKind::Instance);
        let any = method("a.Bag", "any", "()La/Thing;", MethodKind::Instance);
        let size = method("a.Bag", "size", "()I", MethodKind::Instance);
        let class = symbols.class("a.Bag");
        // A bag with a thing in it, to which what it gives is added once more.
        let sequence = Sequence {
            statements: vec![
                call(thing, vec![]),
                call(new, vec![]),
                call(put, vec![var(1), var(0)]),
                call(any, vec![var(1)]),
                call(put, vec![var(1), var(3)]),
                call(put, vec![var(1), Operand::Literal(Literal::Null)]),
            ],
        };
        let trace = Trace {
            outcomes: vec![Outcome::Returned(Value::Void); 6],
            ..Trace::default()
        };
        let deeds = deeds(class, &[(&sequence, &trace)], &symbols);
        let called: Vec<(MethodId, usize)> = deeds.iter().map(|deed| (deed.method, deed.before.len())).collect();
        assert_eq!(called, [(put, 2), (put, 4), (any, 3)], "and none with null");
        let bases = bases(&deeds);
        assert_eq!(bases.iter().map(|(base, _)| base.len()).collect::<Vec<_>>(), [2, 3, 4]);
        let (scene, at) = scene(&bases[0], &deeds[0], &deeds[2], &[size]).unwrap();
        assert_eq!(at, 3);
        assert_eq!(
            scene.statements[2..],
            [
                call(thing, vec![]),
                call(put, vec![var(1), var(2)]),
                call(any, vec![var(1)]),
                call(size, vec![var(1)])
            ]
        );
        assert!(
            super::scene(&bases[0], &deeds[1], &deeds[0], &[]).is_none(),
            "its argument comes from the bag that it was put into"
        );
    }
}
