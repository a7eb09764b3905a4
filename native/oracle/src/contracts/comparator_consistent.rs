//! What a comparator finds equal compares alike with everything else.

use super::question::{A, B, C, COMPARE, Slot, ask};
use super::{About, Answers, Breach, Contract, When, is_comparator};
use palus_sequence::Demand;

const D: Slot = Slot::Object(3);

pub(super) const CONTRACT: Contract = Contract {
    id: "comparator-consistent",
    when: When::Default,
    about: About::Compared(3),
    questions: &[
        ask(COMPARE, &[A, B, C]),
        ask(COMPARE, &[A, B, D]),
        ask(COMPARE, &[A, C, D]),
    ],
    concerns: is_comparator,
    explained_by: &["comparator-antisymmetric", "comparator-transitive"],
    judge,
    confidence: 85,
    why: "Comparator.compare demands that compare(x, y) == 0 implies the same sign against every z.",
};

fn judge(answers: &Answers<'_>) -> Option<Breach> {
    let (equal, one, other) = (answers.number(0)?, answers.number(1)?, answers.number(2)?);
    (equal == 0 && one.signum() != other.signum()).then(|| Breach {
        because: format!("what compares as 0 was expected to compare alike with a third, but gave {one} and {other}"),
        given: 1,
        demand: Demand::SameSign,
    })
}
