//! An object equals itself.

use palus_sequence::{Demand, Value};

use super::question::{A, EQUALS, ask};
use super::{About, Answers, Breach, Contract, When, has_equals};

pub(super) const CONTRACT: Contract = Contract {
    id: "equals-reflexive",
    when: When::Paper,
    about: About::One,
    questions: &[ask(EQUALS, &[A, A])],
    concerns: has_equals,
    explained_by: &[],
    judge,
    confidence: 95,
    why: "Object.equals demands it, and collections do not find an object again that is unequal to itself.",
};

fn judge(answers: &Answers<'_>) -> Option<Breach> {
    (!answers.truth(0)?).then(|| Breach {
        because: "an object was expected to equal itself, but equals returned false".to_owned(),
        given: 0,
        demand: Demand::Gives(Value::Boolean(true)),
    })
}
