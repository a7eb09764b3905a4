//! A clone equals its original, and can be made.

use palus_sequence::{Demand, Value};

use super::question::{A, CLONE, EQUALS, Slot, ask};
use super::{About, Answers, Breach, Contract, When, has_equals};

pub(super) const CONTRACT: Contract = Contract {
    id: "clone-equal",
    when: When::Default,
    about: About::One,
    questions: &[ask(CLONE, &[A]), ask(EQUALS, &[A, Slot::Answer(0)])],
    concerns: |lore, class| {
        let clone = lore.declaring(class, CLONE.name, CLONE.parameters());
        let is_public = clone.is_some_and(|clone| clone.is_public && !clone.is_abstract);
        is_public && lore.is_subclass(class, "java.lang.Cloneable") && has_equals(lore, class)
    },
    explained_by: &["equals-reflexive", "equals-symmetric"],
    judge,
    confidence: 70,
    why: "Object.clone says that a copy typically equals its original, and Cloneable that there is one.",
};

fn judge(answers: &Answers<'_>) -> Option<Breach> {
    if answers.outcomes.len() == 1 {
        return answers.must_return(0, "clone");
    }
    let is_null = *answers.outcomes.first()?.value()? == Value::Null;
    (!is_null && !answers.truth(1)?).then(|| Breach {
        because: "a clone was expected to equal its original, but does not".to_owned(),
        given: 0,
        demand: Demand::Gives(Value::Boolean(true)),
    })
}
