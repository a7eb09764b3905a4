//! Two objects agree on whether they are equal.

use palus_sequence::Demand;

use super::question::{A, B, EQUALS, ask};
use super::{About, Answers, Breach, Contract, When, has_equals};

pub(super) const CONTRACT: Contract = Contract {
    id: "equals-symmetric",
    when: When::Default,
    about: About::Two,
    questions: &[ask(EQUALS, &[A, B]), ask(EQUALS, &[B, A])],
    concerns: has_equals,
    explained_by: &[],
    judge,
    confidence: 90,
    why: "Object.equals demands it; whether a set holds an object must not depend on who asks whom.",
};

fn judge(answers: &Answers<'_>) -> Option<Breach> {
    let (one, other) = (answers.truth(0)?, answers.truth(1)?);
    (one != other).then(|| Breach {
        because: format!(
            "both objects were expected to agree on being equal, but one said {one} and the other {other}"
        ),
        given: 0,
        demand: Demand::Same,
    })
}
