//! A comparator gives the opposite answer when its arguments change places.

use super::question::{A, B, C, COMPARE, ask};
use super::{About, Contract, When, is_comparator, order};

pub(super) const CONTRACT: Contract = Contract {
    id: "comparator-antisymmetric",
    when: When::Default,
    about: About::Compared(2),
    questions: &[ask(COMPARE, &[A, B, C]), ask(COMPARE, &[A, C, B])],
    concerns: is_comparator,
    explained_by: &[],
    judge: order::opposite,
    confidence: 90,
    why: "Comparator.compare demands it; sorting gives up or gives any order otherwise.",
};
