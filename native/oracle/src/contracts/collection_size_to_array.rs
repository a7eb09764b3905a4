//! A collection has as many elements as `toArray` gives.

use palus_sequence::{Demand, Outcome, Value};

use super::question::{A, SIZE, TO_ARRAY, ask};
use super::{About, Answers, Breach, Contract, When, is_collection};

pub(super) const CONTRACT: Contract = Contract {
    id: "collection-size-to-array",
    when: When::Default,
    about: About::One,
    questions: &[ask(SIZE, &[A]), ask(TO_ARRAY, &[A])],
    concerns: is_collection,
    explained_by: &[],
    judge,
    confidence: 90,
    why: "Collection.toArray gives all elements, and size is their number.",
};

fn judge(answers: &Answers<'_>) -> Option<Breach> {
    let size = answers.number(0)?;
    let Outcome::Returned(Value::Array { length, .. }) = answers.outcomes.get(1)? else {
        return None;
    };
    (i64::from(size) != i64::from(*length)).then(|| Breach {
        because: format!("toArray was expected to give as many elements as size says, {size}, but gave {length}"),
        given: 0,
        demand: Demand::Length,
    })
}
