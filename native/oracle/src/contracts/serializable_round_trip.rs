//! What is written to an object stream and read back equals the original.

use palus_sequence::{Demand, Value};

use super::question::{
    A, EQUALS, NEW_BYTES, NEW_BYTES_INPUT, NEW_INPUT, NEW_OUTPUT, READ_OBJECT, Slot, TO_BYTES, WRITE_OBJECT, ask,
};
use super::{About, Answers, Breach, Contract, When, has_equals};

pub(super) const CONTRACT: Contract = Contract {
    id: "serializable-round-trip",
    when: When::Named,
    about: About::One,
    questions: &[
        ask(NEW_BYTES, &[]),
        ask(NEW_OUTPUT, &[Slot::Answer(0)]),
        ask(WRITE_OBJECT, &[Slot::Answer(1), A]),
        ask(TO_BYTES, &[Slot::Answer(0)]),
        ask(NEW_BYTES_INPUT, &[Slot::Answer(3)]),
        ask(NEW_INPUT, &[Slot::Answer(4)]),
        ask(READ_OBJECT, &[Slot::Answer(5)]),
        ask(EQUALS, &[A, Slot::Answer(6)]),
    ],
    concerns: |lore, class| lore.is_subclass(class, "java.io.Serializable") && has_equals(lore, class),
    explained_by: &["equals-reflexive", "equals-symmetric"],
    judge,
    confidence: 60,
    why: "Serializable says that an object can be written and read back. It is none where a field is left out on purpose.",
};

const WRITTEN: usize = 2;
const READ: usize = 6;
const EQUAL: usize = 7;

fn judge(answers: &Answers<'_>) -> Option<Breach> {
    match answers.outcomes.len() - 1 {
        WRITTEN => answers.must_return(WRITTEN, "writeObject"),
        READ => answers.must_return(READ, "readObject"),
        EQUAL if answers.truth(EQUAL) == Some(false) => Some(Breach {
            because: "what was written and read back was expected to equal the original, but does not".to_owned(),
            given: 0,
            demand: Demand::Gives(Value::Boolean(true)),
        }),
        _ => None,
    }
}
