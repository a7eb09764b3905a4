//! Slices of a sequence: what made an object, and what was done to it.

use std::collections::BTreeSet;

use palus_sequence::{Sequence, Statement, Symbols, Var};

/// The statements, up to the last of `wanted`, that give the wanted values or call a method on an object that takes part in
/// giving them. Effects through arguments are not followed: who needs to be sure runs the slice.
pub fn needed(sequence: &Sequence, wanted: &BTreeSet<usize>, symbols: &Symbols) -> BTreeSet<usize> {
    let mut needed = wanted.clone();
    let Some(&last) = wanted.last() else {
        return needed;
    };
    loop {
        let before = needed.len();
        for index in (0..=last.min(sequence.len().saturating_sub(1))).rev() {
            let statement = &sequence.statements[index];
            let on_needed = statement
                .receiver(symbols)
                .is_some_and(|var| needed.contains(&var.index()));
            if needed.contains(&index) || on_needed {
                needed.insert(index);
                needed.extend(statement.uses().map(Var::index));
            }
        }
        if needed.len() == before {
            return needed;
        }
    }
}

/// The sequence cut to [`needed`] of one value, and where that value went.
pub fn slice(sequence: &Sequence, var: Var, symbols: &Symbols) -> Option<(Sequence, Var)> {
    // What was done to the object after it was made belongs to its history: the closure looks at the whole sequence.
    let uses = |statement: &Statement| statement.receiver(symbols) == Some(var);
    let last = sequence
        .statements
        .iter()
        .rposition(uses)
        .map_or(var.index(), |last| last.max(var.index()));
    let needed = needed(sequence, &BTreeSet::from([var.index(), last]), symbols);
    let shorter = sequence.retain(|index| needed.contains(&index))?;
    let moved = needed.iter().position(|index| *index == var.index())?;
    Some((shorter, Var(moved as u16)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{FakeLibrary, call};
    use palus_classes::Library;

    #[test]
    fn a_slice_keeps_what_was_done_to_the_object_and_drops_the_rest() {
        let mut library = FakeLibrary::default();
        let stack = library.subject("demo.Stack", &["<init>()V", "push(I)V", "pop()I"]);
        let sequence = Sequence {
            statements: vec![
                call(stack[0], &[]),
                call(stack[0], &[]),
                call(stack[2], &[1]),
                call(stack[2], &[0]),
            ],
        };
        let (shorter, var) = slice(&sequence, Var(1), library.symbols()).unwrap();
        assert_eq!(shorter.statements, [call(stack[0], &[]), call(stack[2], &[0])]);
        assert_eq!(var, Var(0));
    }
}
