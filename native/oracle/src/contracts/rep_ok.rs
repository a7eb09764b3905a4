//! An object's own `repOk()` holds.

use palus_sequence::{Demand, Value};

use super::question::{A, REP_OK, ask};
use super::{About, Answers, Breach, Contract, When, is_written};

pub(super) const CONTRACT: Contract = Contract {
    id: "rep-ok",
    when: When::Default,
    about: About::One,
    questions: &[ask(REP_OK, &[A])],
    concerns: |lore, class| is_written(lore, class, &REP_OK),
    explained_by: &[],
    judge,
    confidence: 95,
    why: "The class itself says so: repOk() tells whether its representation is sound.",
};

fn judge(answers: &Answers<'_>) -> Option<Breach> {
    let happened = match answers.truth(0) {
        Some(true) => return None,
        Some(false) => "returned false".to_owned(),
        None => format!("threw {}", super::a(&answers.thrown(0)?)),
    };
    Some(Breach {
        because: format!("repOk() was expected to return true, but {happened}"),
        given: 0,
        demand: Demand::Gives(Value::Boolean(true)),
    })
}
