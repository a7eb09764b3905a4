//! Two objects agree on which of them is the greater.

use super::question::{A, B, COMPARE_TO, ask};
use super::{About, Contract, When, is_comparable, order};

pub(super) const CONTRACT: Contract = Contract {
    id: "compare-to-antisymmetric",
    when: When::Default,
    about: About::Two,
    questions: &[ask(COMPARE_TO, &[A, B]), ask(COMPARE_TO, &[B, A])],
    concerns: is_comparable,
    explained_by: &[],
    judge: order::opposite,
    confidence: 90,
    why: "Comparable.compareTo demands it; sorting gives up or gives any order otherwise.",
};
