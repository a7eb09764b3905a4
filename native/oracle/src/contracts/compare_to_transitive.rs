//! What is greater than a greater one is greater.

use super::question::{A, B, C, COMPARE_TO, ask};
use super::{About, Contract, When, is_comparable, order};

pub(super) const CONTRACT: Contract = Contract {
    id: "compare-to-transitive",
    when: When::Default,
    about: About::Three,
    questions: &[
        ask(COMPARE_TO, &[A, B]),
        ask(COMPARE_TO, &[B, C]),
        ask(COMPARE_TO, &[A, C]),
    ],
    concerns: is_comparable,
    explained_by: &["compare-to-antisymmetric"],
    judge: order::transitive,
    confidence: 90,
    why: "Comparable.compareTo demands it; sorting gives up or gives any order otherwise.",
};
