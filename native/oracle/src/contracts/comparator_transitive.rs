//! A comparator finds greater what is greater than a greater one.

use super::question::{A, B, C, COMPARE, Slot, ask};
use super::{About, Contract, When, is_comparator, order};

const D: Slot = Slot::Object(3);

pub(super) const CONTRACT: Contract = Contract {
    id: "comparator-transitive",
    when: When::Default,
    about: About::Compared(3),
    questions: &[
        ask(COMPARE, &[A, B, C]),
        ask(COMPARE, &[A, C, D]),
        ask(COMPARE, &[A, B, D]),
    ],
    concerns: is_comparator,
    explained_by: &["comparator-antisymmetric"],
    judge: order::transitive,
    confidence: 90,
    why: "Comparator.compare demands it; sorting gives up or gives any order otherwise.",
};
