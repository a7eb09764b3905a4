//! What a class says of itself: `repOk()` and `invariant()` hold, `checkRep()` passes.

use palus_sequence::{Demand, Value};

use super::question::{A, CHECK_REP, Callee, INVARIANT, Question, REP_OK, ask};
use super::{About, Answers, Breach, Contract, Lore, When, is_written};

pub(super) const REP_OK_HOLDS: Contract = own(
    "rep-ok",
    &[ask(REP_OK, &[A])],
    |lore, class| is_written(lore, class, &REP_OK),
    |answers| must_hold(answers, REP_OK),
    "The class itself says so: repOk() tells whether its representation is sound.",
);

pub(super) const CHECK_REP_PASSES: Contract = own(
    "check-rep",
    &[ask(CHECK_REP, &[A])],
    |lore, class| is_written(lore, class, &CHECK_REP),
    |answers| answers.must_return(0, "checkRep()"),
    "The class itself says so: checkRep() throws when its representation is not sound.",
);

pub(super) const INVARIANT_HOLDS: Contract = own(
    "invariant",
    &[ask(INVARIANT, &[A])],
    |lore, class| is_written(lore, class, &INVARIANT),
    |answers| must_hold(answers, INVARIANT),
    "The class itself says so: invariant() tells whether its representation is sound.",
);

const fn own(
    id: &'static str,
    questions: &'static [Question],
    concerns: fn(&dyn Lore, &str) -> bool,
    judge: fn(&Answers<'_>) -> Option<Breach>,
    why: &'static str,
) -> Contract {
    Contract {
        id,
        when: When::Default,
        about: About::One,
        questions,
        concerns,
        explained_by: &[],
        judge,
        confidence: 95,
        why,
    }
}

fn must_hold(answers: &Answers<'_>, asked: Callee) -> Option<Breach> {
    let happened = match answers.truth(0) {
        Some(true) => return None,
        Some(false) => "returned false".to_owned(),
        None => format!("threw {}", super::a(&answers.thrown(0)?)),
    };
    Some(Breach {
        because: format!("{}() was expected to return true, but {happened}", asked.name),
        given: 0,
        demand: Demand::Gives(Value::Boolean(true)),
    })
}
