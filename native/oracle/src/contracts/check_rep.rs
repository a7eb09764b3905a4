//! An object's own `checkRep()` passes.

use super::question::{A, CHECK_REP, ask};
use super::{About, Answers, Breach, Contract, When, is_written};

pub(super) const CONTRACT: Contract = Contract {
    id: "check-rep",
    when: When::Default,
    about: About::One,
    questions: &[ask(CHECK_REP, &[A])],
    concerns: |lore, class| is_written(lore, class, &CHECK_REP),
    explained_by: &[],
    judge,
    confidence: 95,
    why: "The class itself says so: checkRep() throws when its representation is not sound.",
};

fn judge(answers: &Answers<'_>) -> Option<Breach> {
    answers.must_return(0, "checkRep()")
}
