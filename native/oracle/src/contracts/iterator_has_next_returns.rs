//! `hasNext` throws nothing.

use super::question::{A, HAS_NEXT, ask};
use super::{About, Answers, Breach, Contract, When, is_iterator};

pub(super) const CONTRACT: Contract = Contract {
    id: "iterator-has-next-returns",
    when: When::Default,
    about: About::One,
    questions: &[ask(HAS_NEXT, &[A])],
    concerns: is_iterator,
    explained_by: &[],
    judge,
    confidence: 75,
    why: "Iterator.hasNext names no exception (paper, section 5.5.1). It is none where the iterator was not given what it needs.",
};

fn judge(answers: &Answers<'_>) -> Option<Breach> {
    answers.must_return(0, "hasNext")
}
