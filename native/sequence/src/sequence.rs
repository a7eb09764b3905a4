//! Sequences: the one form in which a test exists between the search and the emitted source.

use std::fmt::Write as _;

use serde::{Deserialize, Serialize};

use crate::{FieldId, LambdaBody, Literal, MethodId, MethodKind, Symbols, TypeId};

/// The value of an earlier statement, by that statement's position in the sequence.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Var(pub u16);

impl Var {
    /// The position of the statement that gave the value.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// What a statement takes.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Operand {
    /// The value of an earlier statement.
    Var(Var),
    /// A value written in place.
    Literal(Literal),
}

/// One step. Every statement has a value, `void` ones included, so that positions and variables coincide.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Statement {
    /// A call. The operands are the receiver, for an instance method, then the arguments.
    Call {
        /// What is called.
        method: MethodId,
        /// Receiver and arguments.
        operands: Vec<Operand>,
    },
    /// `new Element[] {...}`.
    Array {
        /// The type of the elements.
        element: TypeId,
        /// The elements.
        elements: Vec<Operand>,
    },
    /// The value of a static field.
    StaticField {
        /// The field.
        field: FieldId,
    },
    /// An object of a class that a test makes for the purpose: it implements an interface or extends an abstract class, and answers as is said
    /// here.
    Fake {
        /// The interface or abstract class.
        interface: TypeId,
        /// The abstract methods whose answers are said, those of a method one behind the other: first answers to questions, then what is
        /// answered whatever is asked. If that is named twice, the first is given when none of the questions was asked for the first time, and
        /// the second one from then on. Methods that are not named give the plainest value of their type.
        answers: Vec<Answered>,
        /// What they return or throw, in the same order.
        values: Vec<Operand>,
    },
}

/// An abstract method that a [fake](Statement::Fake) implements.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Answered {
    /// The method.
    pub method: MethodId,
    /// What it answers with: its result after erasure, the type arguments that superinterfaces fix put in; of one that throws,
    /// `java.lang.Throwable`.
    pub of: TypeId,
    /// Whether it throws what it answers with.
    pub throws: bool,
    /// The arguments to which it answers so: whole numbers, truth values, characters, texts, constants of enums. None where it answers so
    /// whatever it is asked.
    pub question: Vec<Literal>,
}

impl Answered {
    /// What a method returns whatever it is asked.
    pub fn always(method: MethodId, of: TypeId) -> Self {
        Self {
            method,
            of,
            throws: false,
            question: Vec::new(),
        }
    }
}

impl Statement {
    /// What the statement takes, in order.
    pub fn operands(&self) -> &[Operand] {
        match self {
            Self::Call { operands, .. } => operands,
            Self::Array { elements, .. } => elements,
            Self::StaticField { .. } => &[],
            Self::Fake { values, .. } => values,
        }
    }

    /// The variable on which it calls a method; `None` where it calls none, or one on a literal.
    pub fn receiver(&self, symbols: &Symbols) -> Option<Var> {
        match self {
            Self::Call { method, operands } if symbols.get(*method).kind == MethodKind::Instance => {
                match operands.first() {
                    Some(Operand::Var(var)) => Some(*var),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// What the statement takes, to be changed in place.
    pub fn operands_mut(&mut self) -> &mut [Operand] {
        match self {
            Self::Call { operands, .. } => operands,
            Self::Array { elements, .. } => elements,
            Self::StaticField { .. } => &mut [],
            Self::Fake { values, .. } => values,
        }
    }

    /// The statement with other variables in their places; `None` where one has none.
    pub fn renumbered(&self, moved: impl Fn(Var) -> Option<Var>) -> Option<Self> {
        let mut statement = self.clone();
        for operand in statement.operands_mut() {
            if let Operand::Var(var) = operand {
                *var = moved(*var)?;
            }
        }
        Some(statement)
    }

    /// The variables it reads, in order, with repetition.
    pub fn uses(&self) -> impl Iterator<Item = Var> + '_ {
        self.operands().iter().filter_map(|operand| match operand {
            Operand::Var(var) => Some(*var),
            Operand::Literal(_) => None,
        })
    }

    /// The type of its value as declared; arrays need `symbols` to have seen the array type.
    pub fn value_type(&self, symbols: &mut Symbols) -> TypeId {
        match self {
            Self::Call { method, .. } => symbols.get(*method).result,
            Self::Array { element, .. } => symbols.array(*element),
            Self::StaticField { field } => symbols.get_field(*field).field_type,
            Self::Fake { interface, .. } => *interface,
        }
    }
}

/// Statements in the order in which they run.
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug, Serialize, Deserialize)]
pub struct Sequence {
    /// The steps.
    pub statements: Vec<Statement>,
}

impl Sequence {
    /// Appends a statement and names its value.
    pub fn push(&mut self, statement: Statement) -> Var {
        self.statements.push(statement);
        Var((self.statements.len() - 1) as u16)
    }

    /// Appends the statements of `other`, renumbered; returns by how much its variables moved.
    pub fn append(&mut self, other: &Self) -> u16 {
        let offset = self.statements.len() as u16;
        self.statements.extend(other.statements.iter().map(|statement| {
            let mut statement = statement.clone();
            for operand in statement.operands_mut() {
                if let Operand::Var(var) = operand {
                    var.0 += offset;
                }
            }
            statement
        }));
        offset
    }

    /// How many statements there are.
    pub fn len(&self) -> usize {
        self.statements.len()
    }

    /// Whether there is no statement.
    pub fn is_empty(&self) -> bool {
        self.statements.is_empty()
    }

    /// The sequence with only the statements for which `keep` holds, renumbered. `None` when a kept statement uses the
    /// value of one that is not.
    pub fn retain(&self, keep: impl Fn(usize) -> bool) -> Option<Self> {
        let mut moved = vec![None; self.len()];
        let mut shorter = Self::default();
        for (index, statement) in self.statements.iter().enumerate().filter(|(index, _)| keep(*index)) {
            let statement = statement.renumbered(|var| moved[var.index()])?;
            moved[index] = Some(shorter.push(statement));
        }
        Some(shorter)
    }

    /// A plain text of the sequence, one statement a line: for messages, journals and tests of this project.
    pub fn text(&self, symbols: &Symbols) -> String {
        let mut text = String::new();
        for (index, statement) in self.statements.iter().enumerate() {
            let _ = writeln!(text, "v{index} = {}", statement_text(statement, symbols));
        }
        text
    }
}

fn statement_text(statement: &Statement, symbols: &Symbols) -> String {
    let list = |operands: &[Operand]| {
        operands
            .iter()
            .map(|o| operand_text(o, symbols))
            .collect::<Vec<_>>()
            .join(", ")
    };
    match statement {
        Statement::Call { method, operands } => {
            let method = symbols.get(*method);
            let owner = symbols.type_name(method.owner);
            match (method.kind, operands.split_first()) {
                (MethodKind::Constructor, _) => format!("new {owner}({})", list(operands)),
                (MethodKind::Instance, Some((receiver, arguments))) => {
                    format!(
                        "{}.{}({})",
                        operand_text(receiver, symbols),
                        method.name,
                        list(arguments)
                    )
                }
                _ => format!("{owner}.{}({})", method.name, list(operands)),
            }
        }
        Statement::Array { element, elements } => {
            format!("new {}[] {{{}}}", symbols.type_name(*element), list(elements))
        }
        Statement::StaticField { field } => {
            let field = symbols.get_field(*field);
            format!("{}.{}", symbols.type_name(field.owner), field.name)
        }
        Statement::Fake {
            interface,
            answers,
            values,
        } => {
            let answer = |(answered, value): (&Answered, &Operand)| {
                let throws = if answered.throws { "throws " } else { "" };
                let method = symbols.get(answered.method);
                let question: Vec<String> = answered
                    .question
                    .iter()
                    .map(|asked| literal_text(asked, symbols))
                    .collect();
                let question = if question.is_empty() {
                    String::new()
                } else {
                    format!("({})", question.join(", "))
                };
                format!("{}{question} {throws}{}", method.name, operand_text(value, symbols))
            };
            let answers: Vec<String> = answers.iter().zip(values).map(answer).collect();
            format!("fake {} {{{}}}", symbols.type_name(*interface), answers.join(", "))
        }
    }
}

fn operand_text(operand: &Operand, symbols: &Symbols) -> String {
    match operand {
        Operand::Var(var) => format!("v{}", var.0),
        Operand::Literal(literal) => literal_text(literal, symbols),
    }
}

fn literal_text(literal: &Literal, symbols: &Symbols) -> String {
    match literal {
        Literal::Null => "null".to_owned(),
        Literal::Boolean(v) => v.to_string(),
        Literal::Byte(v) => format!("{v}b"),
        Literal::Char(v) => format!(
            "{:?}",
            char::from_u32(u32::from(*v)).unwrap_or(char::REPLACEMENT_CHARACTER)
        ),
        Literal::Short(v) => format!("{v}s"),
        Literal::Int(v) => v.to_string(),
        Literal::Long(v) => format!("{v}L"),
        Literal::Float(v) => format!("{v:?}f"),
        Literal::Double(v) => format!("{v:?}"),
        Literal::String(v) => format!("{v:?}"),
        Literal::Enum { class, name } => format!("{}.{name}", symbols.type_name(*class)),
        Literal::Class(id) => format!("{}.class", symbols.type_name(*id)),
        Literal::Lambda(lambda) => {
            let body = match &lambda.body {
                LambdaBody::Empty => "{}".to_owned(),
                LambdaBody::Parameter(position) => format!("p{position}"),
                LambdaBody::Run(position) => format!("p{position}.run()"),
                LambdaBody::Value(value) => literal_text(value, symbols),
            };
            let interface = symbols.type_name(lambda.interface);
            format!("({interface}/{}) -> {body}", lambda.parameters)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn call(method: u32, operands: &[u16]) -> Statement {
        Statement::Call {
            method: MethodId(method),
            operands: operands.iter().map(|&v| Operand::Var(Var(v))).collect(),
        }
    }

    #[test]
    fn append_renumbers_the_variables_of_what_is_appended() {
        let mut sequence = Sequence {
            statements: vec![call(0, &[]), call(1, &[0])],
        };
        let offset = sequence.append(&Sequence {
            statements: vec![call(2, &[]), call(3, &[0, 0])],
        });
        assert_eq!(offset, 2);
        assert_eq!(sequence.statements[3], call(3, &[2, 2]));
    }

    #[test]
    fn retain_drops_statements_and_renumbers_the_rest() {
        let sequence = Sequence {
            statements: vec![call(0, &[]), call(1, &[]), call(2, &[1])],
        };
        let shorter = sequence.retain(|index| index != 0).unwrap();
        assert_eq!(shorter.statements, [call(1, &[]), call(2, &[0])]);
    }

    #[test]
    fn retain_refuses_to_drop_a_value_that_is_still_used() {
        let sequence = Sequence {
            statements: vec![call(0, &[]), call(1, &[0])],
        };
        assert_eq!(sequence.retain(|index| index != 0), None);
    }
}
