//! A collection has as many elements as can be iterated over: what an `ArrayDeque` takes over, which iterates.

use palus_sequence::Demand;

use super::question::{A, DEQUE_SIZE, NEW_DEQUE, SIZE, Slot, ask};
use super::{About, Answers, Breach, Contract, When, is_collection};

pub(super) const CONTRACT: Contract = Contract {
    id: "collection-size-iteration",
    when: When::Default,
    about: About::One,
    questions: &[
        ask(NEW_DEQUE, &[A]),
        ask(SIZE, &[A]),
        ask(DEQUE_SIZE, &[Slot::Answer(0)]),
    ],
    concerns: is_collection,
    explained_by: &["collection-size-to-array"],
    judge,
    confidence: 90,
    why: "Collection.size is the number of elements, and the iterator gives each of them once.",
};

fn judge(answers: &Answers<'_>) -> Option<Breach> {
    let (size, iterated) = (answers.number(1)?, answers.number(2)?);
    (size != iterated).then(|| Breach {
        because: format!(
            "the iterator was expected to give as many elements as size says, {size}, but gave {iterated}"
        ),
        given: 0,
        demand: Demand::Same,
    })
}
