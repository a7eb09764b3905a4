//! Hashes of sequences: a fast one within a process, a stable one across processes.

use std::hash::{Hash, Hasher};

use palus_sequence::{LambdaBody, Literal, MethodId, Operand, Sequence, Statement, Symbols, TypeId, TypeKind};
use rustc_hash::FxHasher;

/// A hash of what a sequence says: the same in every process, whatever ids the names have there.
///
/// ```
/// use palus_generate::sequence_hash;
/// use palus_sequence::{MethodKind, Sequence, Statement, Symbols};
///
/// let hash = |earlier: &[&str]| {
///     let mut symbols = Symbols::default();
///     for name in earlier {
///         symbols.method(name, "f", "()V", MethodKind::Static).unwrap();
///     }
///     let method = symbols.method("demo.A", "f", "()V", MethodKind::Static).unwrap();
///     let statements = vec![Statement::Call { method, operands: vec![] }];
///     sequence_hash(&Sequence { statements }, &symbols)
/// };
/// assert_eq!(hash(&[]), hash(&["demo.Other"]));
/// ```
pub fn sequence_hash(sequence: &Sequence, symbols: &Symbols) -> u64 {
    // Fixed multipliers and no seed: equal bytes give equal hashes everywhere.
    let mut hasher = FxHasher::default();
    for statement in &sequence.statements {
        match statement {
            Statement::Call { method, .. } => hash_method(*method, symbols, &mut hasher),
            Statement::Array { element, .. } => hash_type(*element, symbols, &mut hasher),
            Statement::StaticField { field } => {
                let field = symbols.get_field(*field);
                hash_type(field.owner, symbols, &mut hasher);
                hasher.write(field.name.as_bytes());
            }
            Statement::Fake { interface, answers, .. } => {
                hash_type(*interface, symbols, &mut hasher);
                for answered in answers {
                    hash_method(answered.method, symbols, &mut hasher);
                    hasher.write_u8(u8::from(answered.throws));
                    for asked in &answered.question {
                        hash_operand(&Operand::Literal(asked.clone()), symbols, &mut hasher);
                    }
                }
            }
            _ => {}
        }
        hasher.write_usize(statement.operands().len());
        for operand in statement.operands() {
            hash_operand(operand, symbols, &mut hasher);
        }
    }
    hasher.finish()
}

/// A hash of a method's class, name and descriptor: the same in every process, and never 0.
pub fn method_hash(method: MethodId, symbols: &Symbols) -> u64 {
    let mut hasher = FxHasher::default();
    hash_method(method, symbols, &mut hasher);
    hasher.finish().max(1)
}

fn hash_method(method: MethodId, symbols: &Symbols, hasher: &mut FxHasher) {
    let method = symbols.get(method);
    hash_type(method.owner, symbols, hasher);
    hasher.write(method.name.as_bytes());
    hasher.write(method.descriptor.as_bytes());
}

fn hash_operand(operand: &Operand, symbols: &Symbols, hasher: &mut FxHasher) {
    match operand {
        Operand::Literal(Literal::Enum { class, name }) => {
            hash_type(*class, symbols, hasher);
            hasher.write(name.as_bytes());
        }
        Operand::Literal(Literal::Class(class)) => hash_type(*class, symbols, hasher),
        Operand::Literal(Literal::Lambda(lambda)) => {
            hash_type(lambda.interface, symbols, hasher);
            match &lambda.body {
                LambdaBody::Value(value) => hash_operand(&Operand::Literal((**value).clone()), symbols, hasher),
                body => body.hash(hasher),
            }
        }
        plain => plain.hash(hasher),
    }
}

fn hash_type(id: TypeId, symbols: &Symbols, hasher: &mut FxHasher) {
    match symbols.kind(id) {
        TypeKind::Class(name) => hasher.write(name.as_bytes()),
        TypeKind::Array(element) => {
            hasher.write_u8(b'[');
            hash_type(*element, symbols, hasher);
        }
        TypeKind::Primitive(_) => hasher.write_u32(id.0),
    }
}

/// The hash of every prefix, the shortest first and the whole sequence last; good within this process only, since it
/// sees ids, not names.
pub(crate) fn prefix_hashes(sequence: &Sequence) -> impl Iterator<Item = u64> + '_ {
    let mut hasher = FxHasher::default();
    // From zero on, a statement that is all zeros would leave no trace, however often it stands there.
    hasher.write_u64(u64::MAX);
    sequence.statements.iter().map(move |statement| {
        statement.hash(&mut hasher);
        hasher.finish()
    })
}
