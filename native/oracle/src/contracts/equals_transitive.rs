//! What equals the same equals one another.

use palus_sequence::{Demand, Value};

use super::question::{A, B, C, EQUALS, ask};
use super::{About, Answers, Breach, Contract, When, has_equals};

pub(super) const CONTRACT: Contract = Contract {
    id: "equals-transitive",
    when: When::Default,
    about: About::Three,
    questions: &[ask(EQUALS, &[A, B]), ask(EQUALS, &[B, C]), ask(EQUALS, &[A, C])],
    concerns: has_equals,
    explained_by: &["equals-symmetric"],
    judge,
    confidence: 90,
    why: "Object.equals demands it; otherwise what a set holds depends on the order in which it was filled.",
};

fn judge(answers: &Answers<'_>) -> Option<Breach> {
    (answers.truth(0)? && answers.truth(1)? && !answers.truth(2)?).then(|| Breach {
        because: "the first equals the second and the second the third, so the first was expected to equal the third, but does not"
            .to_owned(),
        given: 2,
        demand: Demand::Gives(Value::Boolean(true)),
    })
}
