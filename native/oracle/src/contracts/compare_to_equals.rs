//! What compares as 0 is equal, and the other way round.

use palus_sequence::{Demand, Value};

use super::question::{A, B, COMPARE_TO, EQUALS, ask};
use super::{About, Answers, Breach, Contract, When, is_comparable};

pub(super) const CONTRACT: Contract = Contract {
    id: "compare-to-equals",
    when: When::Default,
    about: About::Two,
    questions: &[ask(COMPARE_TO, &[A, B]), ask(EQUALS, &[A, B])],
    concerns: is_comparable,
    explained_by: &["compare-to-antisymmetric", "equals-reflexive"],
    judge,
    confidence: 45,
    why: "Comparable recommends it strongly but does not demand it: a class that says that its order is another one keeps the contract.",
};

fn judge(answers: &Answers<'_>) -> Option<Breach> {
    let (order, equal) = (answers.number(0)?, answers.truth(1)?);
    ((order == 0) != equal).then(|| Breach {
        because: format!(
            "equals was expected to return {}, as compareTo returned {order}, but returned {equal}",
            order == 0
        ),
        given: 1,
        demand: Demand::Gives(Value::Boolean(order == 0)),
    })
}
