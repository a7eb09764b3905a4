//! `hasNext` changes nothing: `next` gives the same with and without it.

use palus_sequence::{Demand, Value};

use super::question::{A, B, HAS_NEXT, NEXT, ask};
use super::{About, Answers, Breach, Contract, When, a, is_iterator};

pub(super) const CONTRACT: Contract = Contract {
    id: "iterator-has-next-pure",
    when: When::Default,
    about: About::Twins,
    questions: &[
        ask(NEXT, &[A]),
        ask(HAS_NEXT, &[B]),
        ask(HAS_NEXT, &[B]),
        ask(NEXT, &[B]),
    ],
    concerns: is_iterator,
    explained_by: &["iterator-has-next-returns"],
    judge,
    confidence: 90,
    why: "Iterator.hasNext is a question, and callers ask it as often as they like.",
};

fn judge(answers: &Answers<'_>) -> Option<Breach> {
    let without = answers.outcomes.first()?.value()?;
    if answers.outcomes.len() < 4 {
        return None;
    }
    if let Some(thrown) = answers.thrown(3) {
        return Some(Breach {
            because: format!(
                "next was expected to give the same with and without hasNext before it, but threw {}",
                a(&thrown)
            ),
            given: 0,
            demand: Demand::Returns,
        });
    }
    let with = answers.outcomes[3].value()?;
    let is_plain = !matches!(without, Value::Object { .. } | Value::Array { .. });
    (is_plain && without != with).then(|| Breach {
        because: "next was expected to give the same with and without hasNext before it, but gave another element"
            .to_owned(),
        given: 0,
        demand: Demand::Gives(without.clone()),
    })
}
