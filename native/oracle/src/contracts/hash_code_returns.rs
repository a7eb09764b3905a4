//! `hashCode` throws nothing.

use super::question::{A, HASH_CODE, ask};
use super::{About, Answers, Breach, Contract, When, is_written};

pub(super) const CONTRACT: Contract = Contract {
    id: "hash-code-returns",
    when: When::Paper,
    about: About::One,
    questions: &[ask(HASH_CODE, &[A])],
    concerns: |lore, class| is_written(lore, class, &HASH_CODE),
    explained_by: &[],
    judge,
    confidence: 80,
    why: "Every object can be put into a hash table. It is none where the class says that the object is not ready yet.",
};

fn judge(answers: &Answers<'_>) -> Option<Breach> {
    answers.must_return(0, "hashCode")
}
