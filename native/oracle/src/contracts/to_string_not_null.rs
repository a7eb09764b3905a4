//! `toString` gives a text.

use palus_sequence::{Demand, Value};

use super::question::{A, TO_STRING, ask};
use super::{About, Answers, Breach, Contract, When, is_written};

pub(super) const CONTRACT: Contract = Contract {
    id: "to-string-not-null",
    when: When::Default,
    about: About::One,
    questions: &[ask(TO_STRING, &[A])],
    concerns: |lore, class| is_written(lore, class, &TO_STRING),
    explained_by: &[],
    judge,
    confidence: 80,
    why: "Object.toString promises a text, and callers use it without asking.",
};

fn judge(answers: &Answers<'_>) -> Option<Breach> {
    let is_null = *answers.outcomes.first()?.value()? == Value::Null;
    is_null.then(|| Breach {
        because: "toString was expected to give a text, but returned null".to_owned(),
        given: 0,
        demand: Demand::GivesAnObject,
    })
}
