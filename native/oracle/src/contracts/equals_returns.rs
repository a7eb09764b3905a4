//! `equals` throws nothing, whatever it is given.

use super::question::{A, B, EQUALS, ask};
use super::{About, Answers, Breach, Contract, When, has_equals};

pub(super) const CONTRACT: Contract = Contract {
    id: "equals-returns",
    when: When::Default,
    about: About::Two,
    questions: &[ask(EQUALS, &[A, B])],
    concerns: has_equals,
    explained_by: &[],
    judge,
    confidence: 85,
    why: "Object.equals answers for every object; collections call it without a thought of exceptions.",
};

fn judge(answers: &Answers<'_>) -> Option<Breach> {
    answers.must_return(0, "equals")
}
