//! `toString` throws nothing, and gives a text.

use palus_sequence::{Demand, Value};

use super::question::{A, TO_STRING, ask};
use super::{About, Answers, Breach, Contract, When, is_written};

pub(super) const RETURNS: Contract = Contract {
    id: "to-string-returns",
    when: When::Paper,
    about: About::One,
    questions: &[ask(TO_STRING, &[A])],
    concerns: |lore, class| is_written(lore, class, &TO_STRING),
    explained_by: &[],
    judge: |answers| answers.must_return(0, "toString"),
    confidence: 80,
    why: "Debuggers, logs and messages show every object. It is none where the class says that the object is not ready yet.",
};

pub(super) const NOT_NULL: Contract = Contract {
    id: "to-string-not-null",
    when: When::Default,
    judge: gives_a_text,
    why: "Object.toString promises a text, and callers use it without asking.",
    ..RETURNS
};

fn gives_a_text(answers: &Answers<'_>) -> Option<Breach> {
    let is_null = *answers.outcomes.first()?.value()? == Value::Null;
    is_null.then(|| Breach {
        because: "toString was expected to give a text, but returned null".to_owned(),
        given: 0,
        demand: Demand::GivesAnObject,
    })
}
