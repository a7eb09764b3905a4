//! An object's own `invariant()` holds.

use palus_sequence::{Demand, Value};

use super::question::{A, INVARIANT, ask};
use super::{About, Answers, Breach, Contract, When, is_written};

pub(super) const CONTRACT: Contract = Contract {
    id: "invariant",
    when: When::Default,
    about: About::One,
    questions: &[ask(INVARIANT, &[A])],
    concerns: |lore, class| is_written(lore, class, &INVARIANT),
    explained_by: &[],
    judge,
    confidence: 95,
    why: "The class itself says so: invariant() tells whether its representation is sound.",
};

fn judge(answers: &Answers<'_>) -> Option<Breach> {
    let happened = match answers.truth(0) {
        Some(true) => return None,
        Some(false) => "returned false".to_owned(),
        None => format!("threw {}", super::a(&answers.thrown(0)?)),
    };
    Some(Breach {
        because: format!("invariant() was expected to return true, but {happened}"),
        given: 0,
        demand: Demand::Gives(Value::Boolean(true)),
    })
}
