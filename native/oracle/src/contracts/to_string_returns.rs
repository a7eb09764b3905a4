//! `toString` throws nothing.

use super::question::{A, TO_STRING, ask};
use super::{About, Answers, Breach, Contract, When, is_written};

pub(super) const CONTRACT: Contract = Contract {
    id: "to-string-returns",
    when: When::Paper,
    about: About::One,
    questions: &[ask(TO_STRING, &[A])],
    concerns: |lore, class| is_written(lore, class, &TO_STRING),
    explained_by: &[],
    judge,
    confidence: 80,
    why: "Debuggers, logs and messages show every object. It is none where the class says that the object is not ready yet.",
};

fn judge(answers: &Answers<'_>) -> Option<Breach> {
    answers.must_return(0, "toString")
}
