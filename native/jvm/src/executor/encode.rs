//! A batch of sequences as the words that the interpreter reads.
//!
//! `count`, then a sequence: `statements`, then a statement: `0 CALL method n operand*`, `1 ARRAY element-type n operand*`,
//! `2 FIELD field`, `3 FAKE fake n operand*`. An operand is the number of a statement, or `!literal`.

use palus_sequence::{Operand, Sequence, Statement};

use super::tables::Tables;

const CALL: i32 = 0;
const ARRAY: i32 = 1;
const FIELD: i32 = 2;
const FAKE: i32 = 3;

/// Writes as many sequences as fit, all of them defined before; returns how many.
pub(super) fn program(batch: &[&Sequence], tables: &Tables, words: &mut [i32]) -> usize {
    let mut at = 1;
    let mut written = 0;
    for sequence in batch {
        if words.len() - at < length(sequence) {
            break;
        }
        let mut put = |word: i32| {
            words[at] = word;
            at += 1;
        };
        put(sequence.len() as i32);
        for statement in &sequence.statements {
            match statement {
                Statement::Call { method, .. } => (put(CALL), put(method.0 as i32)),
                Statement::Array { element, .. } => (put(ARRAY), put(element.0 as i32)),
                Statement::StaticField { field } => {
                    put(FIELD);
                    put(field.0 as i32);
                    continue;
                }
                Statement::Fake { interface, answers, .. } => (put(FAKE), put(tables.fake_number(*interface, answers))),
                _ => continue,
            };
            put(statement.operands().len() as i32);
            for operand in statement.operands() {
                put(match operand {
                    Operand::Var(var) => i32::from(var.0),
                    Operand::Literal(literal) => !tables.literal(literal),
                    _ => !0,
                });
            }
        }
        written += 1;
    }
    words[0] = written as i32;
    written
}

fn length(sequence: &Sequence) -> usize {
    1 + sequence
        .statements
        .iter()
        .map(|statement| 3 + statement.operands().len())
        .sum::<usize>()
}
