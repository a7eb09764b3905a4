//! Equal objects have equal hash codes.

use palus_sequence::Demand;

use super::question::{A, B, EQUALS, HASH_CODE, ask};
use super::{About, Answers, Breach, Contract, When, has_equals};

pub(super) const CONTRACT: Contract = Contract {
    id: "equals-hash-code",
    when: When::Paper,
    about: About::Two,
    questions: &[ask(EQUALS, &[A, B]), ask(HASH_CODE, &[A]), ask(HASH_CODE, &[B])],
    concerns: has_equals,
    explained_by: &[],
    judge,
    confidence: 95,
    why: "Object.hashCode demands it; a hash table does not find an object by an equal one otherwise.",
};

fn judge(answers: &Answers<'_>) -> Option<Breach> {
    let (equal, one, other) = (answers.truth(0)?, answers.number(1)?, answers.number(2)?);
    (equal && one != other).then(|| Breach {
        because: "equal objects were expected to have equal hash codes, but they differ".to_owned(),
        given: 1,
        demand: Demand::Same,
    })
}
