//! Questions: the calls that a contract makes on its objects, as patterns of statements.
//!
//! One pattern serves twice: it makes the statements that are appended to a sequence, and it finds them again at the end of one,
//! so that a test can be made shorter, repeated and judged anew without knowing how it came about.

use std::collections::BTreeMap;

use palus_sequence::{Literal, MethodId, MethodKind, Operand, Sequence, Statement, Symbols, Var};

use super::lore::Lore;

/// Through which class a method is called.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Through {
    /// The class that declares it for the object that it is called on, or `java.lang.Object` where the variable does not say that much.
    Declaring,
    /// This class or interface.
    Named(&'static str),
}

/// A method that contracts call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Callee {
    /// Through which class.
    pub through: Through,
    /// Its name; `<init>` for a constructor.
    pub name: &'static str,
    /// Its descriptor.
    pub descriptor: &'static str,
}

/// What a question is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Slot {
    /// The object of that position.
    Object(usize),
    /// The answer to the question of that position.
    Answer(usize),
    /// `null`.
    Null,
}

/// One call: the receiver, but for a constructor, then the arguments.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Question {
    /// What is called.
    pub callee: Callee,
    /// On what.
    pub operands: &'static [Slot],
}

impl Callee {
    const fn of_object(name: &'static str, descriptor: &'static str) -> Self {
        Self {
            through: Through::Declaring,
            name,
            descriptor,
        }
    }

    const fn of(class: &'static str, name: &'static str, descriptor: &'static str) -> Self {
        Self {
            through: Through::Named(class),
            name,
            descriptor,
        }
    }

    fn kind(&self) -> MethodKind {
        if self.name == "<init>" {
            MethodKind::Constructor
        } else {
            MethodKind::Instance
        }
    }

    /// The parameters in their brackets.
    pub fn parameters(&self) -> &'static str {
        self.descriptor
            .rfind(')')
            .map_or(self.descriptor, |end| &self.descriptor[..=end])
    }
}

pub(super) const EQUALS: Callee = Callee::of_object("equals", "(Ljava/lang/Object;)Z");
pub(super) const HASH_CODE: Callee = Callee::of_object("hashCode", "()I");
pub(super) const TO_STRING: Callee = Callee::of_object("toString", "()Ljava/lang/String;");
pub(super) const CLONE: Callee = Callee::of_object("clone", "()Ljava/lang/Object;");
pub(super) const COMPARE_TO: Callee = Callee::of("java.lang.Comparable", "compareTo", "(Ljava/lang/Object;)I");
pub(super) const COMPARE: Callee = Callee::of(
    "java.util.Comparator",
    "compare",
    "(Ljava/lang/Object;Ljava/lang/Object;)I",
);
pub(super) const HAS_NEXT: Callee = Callee::of("java.util.Iterator", "hasNext", "()Z");
pub(super) const NEXT: Callee = Callee::of("java.util.Iterator", "next", "()Ljava/lang/Object;");
pub(super) const SIZE: Callee = Callee::of("java.util.Collection", "size", "()I");
pub(super) const TO_ARRAY: Callee = Callee::of("java.util.Collection", "toArray", "()[Ljava/lang/Object;");
pub(super) const NEW_DEQUE: Callee = Callee::of("java.util.ArrayDeque", "<init>", "(Ljava/util/Collection;)V");
pub(super) const DEQUE_SIZE: Callee = Callee::of("java.util.ArrayDeque", "size", "()I");
pub(super) const NEW_BYTES: Callee = Callee::of("java.io.ByteArrayOutputStream", "<init>", "()V");
pub(super) const NEW_OUTPUT: Callee = Callee::of("java.io.ObjectOutputStream", "<init>", "(Ljava/io/OutputStream;)V");
pub(super) const WRITE_OBJECT: Callee =
    Callee::of("java.io.ObjectOutputStream", "writeObject", "(Ljava/lang/Object;)V");
pub(super) const TO_BYTES: Callee = Callee::of("java.io.ByteArrayOutputStream", "toByteArray", "()[B");
pub(super) const NEW_BYTES_INPUT: Callee = Callee::of("java.io.ByteArrayInputStream", "<init>", "([B)V");
pub(super) const NEW_INPUT: Callee = Callee::of("java.io.ObjectInputStream", "<init>", "(Ljava/io/InputStream;)V");
pub(super) const READ_OBJECT: Callee = Callee::of("java.io.ObjectInputStream", "readObject", "()Ljava/lang/Object;");
pub(super) const REP_OK: Callee = Callee::of_object("repOk", "()Z");
pub(super) const CHECK_REP: Callee = Callee::of_object("checkRep", "()V");
pub(super) const INVARIANT: Callee = Callee::of_object("invariant", "()Z");

pub(crate) const A: Slot = Slot::Object(0);
pub(super) const B: Slot = Slot::Object(1);
pub(super) const C: Slot = Slot::Object(2);

pub(super) const fn ask(callee: Callee, operands: &'static [Slot]) -> Question {
    Question { callee, operands }
}

/// An object that questions are put about: the operand that holds it, its run-time class, and the class that its variable is declared as.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Object {
    /// The variable, or a literal among the elements that are compared.
    pub operand: Operand,
    /// The binary name of its class.
    pub class: String,
    /// The binary name of the type that the variable has by declaration.
    pub declared: String,
}

/// Appends the questions about the objects to the sequence that makes them; false when one of them cannot be called.
pub(crate) fn append(
    questions: &[Question],
    objects: &[Object],
    sequence: &mut Sequence,
    symbols: &mut Symbols,
    lore: &dyn Lore,
) -> bool {
    let mut answers = Vec::new();
    for question in questions {
        let Some(method) = method(question, objects, symbols, lore) else {
            return false;
        };
        let operand = |slot: &Slot| match slot {
            Slot::Object(index) => objects.get(*index).map(|object| object.operand.clone()),
            Slot::Answer(index) => answers.get(*index).copied().map(Operand::Var),
            Slot::Null => Some(Operand::Literal(Literal::Null)),
        };
        let Some(operands) = question.operands.iter().map(operand).collect() else {
            return false;
        };
        answers.push(sequence.push(Statement::Call { method, operands }));
    }
    true
}

fn method(question: &Question, objects: &[Object], symbols: &mut Symbols, lore: &dyn Lore) -> Option<MethodId> {
    let callee = &question.callee;
    let receiver = match question.operands.first() {
        Some(Slot::Object(index)) if callee.name != "<init>" => Some(objects.get(*index)?),
        _ => None,
    };
    let (owner, descriptor) = match (callee.through, receiver) {
        (Through::Named(class), None) => (class.to_owned(), callee.descriptor.to_owned()),
        // As the class wrote it, the call needs no cast to a raw interface.
        (Through::Named(interface), Some(object)) => lore
            .written(&object.class, callee.name, question.operands.len() - 1)
            .filter(|(owner, _)| lore.is_subclass(&object.declared, owner))
            .unwrap_or_else(|| (interface.to_owned(), callee.descriptor.to_owned())),
        (Through::Declaring, Some(object)) => {
            let declaring = lore.declaring(&object.class, callee.name, callee.parameters())?.class;
            let is_said = lore.is_subclass(&object.declared, &declaring);
            (
                if is_said { declaring } else { OBJECT.to_owned() },
                callee.descriptor.to_owned(),
            )
        }
        (Through::Declaring, None) => (OBJECT.to_owned(), callee.descriptor.to_owned()),
    };
    symbols.method(&owner, callee.name, &descriptor, callee.kind()).ok()
}

const OBJECT: &str = "java.lang.Object";

/// Whether the sequence ends with these questions, each object being the same wherever it is asked about.
pub(super) fn ends_with(questions: &[Question], sequence: &Sequence, symbols: &Symbols) -> bool {
    let Some(from) = sequence.len().checked_sub(questions.len()) else {
        return false;
    };
    let mut objects: BTreeMap<usize, Operand> = BTreeMap::new();
    for (question, statement) in questions.iter().zip(&sequence.statements[from..]) {
        let Statement::Call { method, operands } = statement else {
            return false;
        };
        let method = symbols.get(*method);
        if *method.name != *question.callee.name || operands.len() != question.operands.len() {
            return false;
        }
        for (slot, operand) in question.operands.iter().zip(operands) {
            let fits = match slot {
                Slot::Null => *operand == Operand::Literal(Literal::Null),
                Slot::Answer(index) => *operand == Operand::Var(Var((from + index) as u16)),
                Slot::Object(index) => {
                    let is_answer = matches!(operand, Operand::Var(var) if var.index() >= from);
                    !is_answer && objects.entry(*index).or_insert_with(|| operand.clone()) == operand
                }
            };
            if !fits {
                return false;
            }
        }
    }
    true
}
