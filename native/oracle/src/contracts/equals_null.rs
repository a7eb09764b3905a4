//! No object equals null.

use palus_sequence::{Demand, Value};

use super::question::{A, EQUALS, Slot, ask};
use super::{About, Answers, Breach, Contract, When, a, has_equals};

pub(super) const CONTRACT: Contract = Contract {
    id: "equals-null",
    when: When::Paper,
    about: About::One,
    questions: &[ask(EQUALS, &[A, Slot::Null])],
    concerns: has_equals,
    explained_by: &[],
    judge,
    confidence: 95,
    why: "Object.equals demands false for null, so that callers need not ask first.",
};

fn judge(answers: &Answers<'_>) -> Option<Breach> {
    let happened = match answers.truth(0) {
        Some(true) => "it returned true".to_owned(),
        Some(false) => return None,
        None => format!("it threw {}", a(&answers.thrown(0)?)),
    };
    Some(Breach {
        because: format!("equals(null) was expected to return false, but {happened}"),
        given: 0,
        demand: Demand::Gives(Value::Boolean(false)),
    })
}
