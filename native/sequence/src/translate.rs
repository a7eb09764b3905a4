//! Sequences and tests carried from one table of names to another.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::work::KeptTest;
use crate::{
    BadDescriptor, LambdaBody, Literal, MethodId, Operand, Outcome, Sequence, Statement, Symbols, TypeId, Value,
};

/// A sequence with the names that its ids stand for and no others, so that it can be read anywhere.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Portable {
    symbols: Symbols,
    sequence: Sequence,
}

impl Portable {
    /// Takes the sequence out of the table that its ids belong to.
    pub fn new(sequence: &Sequence, symbols: &Symbols) -> Result<Self, BadDescriptor> {
        let mut own = Symbols::default();
        let sequence = translate(sequence, symbols, &mut own)?;
        Ok(Self { symbols: own, sequence })
    }

    /// The sequence by the ids of another table, to which names that it lacks are added.
    pub fn within(&self, symbols: &mut Symbols) -> Result<Sequence, BadDescriptor> {
        translate(&self.sequence, &self.symbols, symbols)
    }
}

impl KeptTest {
    /// The test by the ids of another table, to which names that it lacks are added.
    pub fn within(&self, from: &Symbols, to: &mut Symbols) -> Result<Self, BadDescriptor> {
        let mut translated = self.clone();
        translated.sequence = translate(&self.sequence, from, to)?;
        for outcome in &mut translated.outcomes {
            translate_outcome(outcome, from, to);
        }
        Ok(translated)
    }
}

fn translate_outcome(outcome: &mut Outcome, from: &Symbols, to: &mut Symbols) {
    match outcome {
        Outcome::Returned(value) => translate_value(value, from, to),
        Outcome::Threw { class, .. } => *class = runtime_class(*class, from, to),
        Outcome::Ended(_) | Outcome::NotRun => {}
    }
}

fn translate_value(value: &mut Value, from: &Symbols, to: &mut Symbols) {
    match value {
        Value::Enum { class, .. } | Value::Object { class } => *class = runtime_class(*class, from, to),
        Value::Array { class, elements, .. } => {
            *class = runtime_class(*class, from, to);
            for element in elements.iter_mut().flatten() {
                translate_value(element, from, to);
            }
        }
        _ => {}
    }
}

/// A hidden class has a name that no descriptor can hold.
fn runtime_class(id: TypeId, from: &Symbols, to: &mut Symbols) -> TypeId {
    to.runtime_name(&from.type_runtime_name(id))
}

fn translate(sequence: &Sequence, from: &Symbols, to: &mut Symbols) -> Result<Sequence, BadDescriptor> {
    let mut translated = Sequence::default();
    for statement in &sequence.statements {
        let mut statement = statement.clone();
        for operand in statement.operands_mut() {
            if let Operand::Literal(literal) = operand {
                translate_literal(literal, from, to)?;
            }
        }
        match &mut statement {
            Statement::Call { method, .. } => *method = method_of(*method, from, to)?,
            Statement::Array { element, .. } => *element = type_of(*element, from, to)?,
            Statement::StaticField { field } => {
                let known = from.get_field(*field);
                let owner = from.type_name(known.owner);
                *field = to.field(&owner, &known.name, &from.type_descriptor(known.field_type))?;
            }
            Statement::Fake { interface, answers, .. } => {
                *interface = type_of(*interface, from, to)?;
                for answered in answers {
                    answered.method = method_of(answered.method, from, to)?;
                    answered.of = type_of(answered.of, from, to)?;
                    for asked in &mut answered.question {
                        translate_literal(asked, from, to)?;
                    }
                }
            }
        }
        translated.push(statement);
    }
    Ok(translated)
}

fn method_of(id: MethodId, from: &Symbols, to: &mut Symbols) -> Result<MethodId, BadDescriptor> {
    let known = from.get(id);
    let owner = type_of(known.owner, from, to)?;
    to.method_of(owner, &known.name, &known.descriptor, known.kind)
}

fn translate_literal(literal: &mut Literal, from: &Symbols, to: &mut Symbols) -> Result<(), BadDescriptor> {
    match literal {
        Literal::Enum { class, .. } | Literal::Class(class) => *class = type_of(*class, from, to)?,
        Literal::Lambda(lambda) => {
            let lambda = Arc::make_mut(lambda);
            lambda.interface = type_of(lambda.interface, from, to)?;
            if let LambdaBody::Value(value) = &mut lambda.body {
                translate_literal(value, from, to)?;
            }
        }
        _ => {}
    }
    Ok(())
}

fn type_of(id: TypeId, from: &Symbols, to: &mut Symbols) -> Result<TypeId, BadDescriptor> {
    to.descriptor(&from.type_descriptor(id))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Answered, Lambda, MethodKind, Var};

    #[test]
    fn a_sequence_says_the_same_in_a_table_with_other_ids() {
        let mut symbols = Symbols::default();
        let make = symbols
            .method("a.A", "<init>", "(La/Mood;)V", MethodKind::Constructor)
            .unwrap();
        let ask = symbols
            .method("a.A", "of", "([I)Ljava/lang/String;", MethodKind::Instance)
            .unwrap();
        let mood = symbols.class("a.Mood");
        let task = symbols.class("a.Task");
        let level = Literal::Enum {
            class: mood,
            name: "BAD".into(),
        };
        let lambda = Literal::Lambda(Arc::new(Lambda {
            interface: task,
            parameters: 0,
            body: LambdaBody::Value(Box::new(level)),
        }));
        let int = symbols.descriptor("I").unwrap();
        let field = symbols.field("a.A", "ONE", "La/A;").unwrap();
        let field_type = symbols.class("a.A");
        let name = "GOOD".into();
        let sequence = Sequence {
            statements: vec![
                Statement::Call {
                    method: make,
                    operands: vec![Operand::Literal(Literal::Enum { class: mood, name })],
                },
                Statement::Array {
                    element: int,
                    elements: vec![Operand::Literal(Literal::Int(1)), Operand::Literal(lambda)],
                },
                Statement::Call {
                    method: ask,
                    operands: vec![Operand::Var(Var(0)), Operand::Var(Var(1))],
                },
                Statement::StaticField { field },
                Statement::Fake {
                    interface: task,
                    answers: vec![Answered {
                        method: ask,
                        of: field_type,
                        throws: false,
                        question: vec![Literal::Class(field_type)],
                    }],
                    values: vec![Operand::Var(Var(3))],
                },
            ],
        };
        let mut other = Symbols::default();
        other.class("b.B");
        other.method("b.B", "f", "()V", MethodKind::Static).unwrap();
        let there = Portable::new(&sequence, &symbols).unwrap().within(&mut other).unwrap();
        assert_ne!(there, sequence);
        assert_eq!(there.text(&other), sequence.text(&symbols));
    }

    #[test]
    fn a_test_names_the_same_classes_in_a_table_with_other_ids() {
        let mut symbols = Symbols::default();
        let oops = symbols.class("a.Oops");
        let hidden = symbols.runtime_name("a.A$$Lambda/0x1");
        let array = symbols.runtime_name("[La.A;");
        let object = Value::Object { class: hidden };
        let outcomes = vec![
            Outcome::Returned(Value::Array {
                class: array,
                length: 1,
                elements: Some(vec![object]),
            }),
            Outcome::Threw {
                class: oops,
                message: None,
            },
        ];
        let test = KeptTest {
            subject: "a.A".to_owned(),
            sequence: Sequence::default(),
            outcomes,
            asserted: vec![1],
            observers: 0,
            acts: Vec::new(),
            asked: Vec::new(),
            violates: None,
            rank: 3,
            micros: 40,
            goals: vec![7],
        };
        let mut other = Symbols::default();
        other.class("b.B");
        let there = test.within(&symbols, &mut other).unwrap();
        let [
            Outcome::Returned(Value::Array { class, elements, .. }),
            Outcome::Threw { class: thrown, .. },
        ] = there.outcomes.as_slice()
        else {
            panic!("{there:?}");
        };
        let inside = elements
            .as_ref()
            .and_then(|elements| elements[0].runtime_class())
            .unwrap();
        let names = [*class, inside, *thrown].map(|class| other.type_runtime_name(class));
        assert_eq!(names, ["[La.A;", "a.A$$Lambda/0x1", "a.Oops"]);
        assert_eq!(there.within(&other, &mut symbols), Ok(test));
    }
}
