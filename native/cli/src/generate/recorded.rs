//! Where recordings saw collaborators give the answers that fakes give in tests.

use std::path::PathBuf;

use palus_emit::java::{Told, word};
use palus_generate::recorded_literal;
use palus_model::{Input, MethodKey, Model, Recorded};
use palus_sequence::work::WorkResult;
use palus_sequence::{Literal, Symbols};

use super::doubles::has_fakes;

/// The tests of all models in which something was answered that a test can write. Where no test has a fake, nobody asks, and no model is read.
pub(super) fn answers(models: &[PathBuf], results: &[WorkResult]) -> Told {
    let mut told = Told::default();
    if !has_fakes(results) {
        return told;
    }
    for model in models.iter().filter_map(|file| Model::load(file).ok()) {
        for answered in &model.answers {
            let Some(test) = answered.test().map(name) else {
                continue;
            };
            for seen in answered.observations.iter() {
                let Some((question, answer)) = seen.exchange.question_and_answer() else {
                    continue;
                };
                if let Some(answer) = text(answer) {
                    let question = question.iter().map(text).collect();
                    let method = &answered.method;
                    told.note(&method.name, &method.descriptor, question, answer, test.clone());
                }
            }
        }
    }
    told
}

/// `OrderIT.checkout`.
fn name(test: &MethodKey) -> String {
    let class = test.owner.rsplit('.').next().unwrap_or_default();
    format!("{}.{}", class.replace('$', "."), test.name)
}

/// What [`word`] says of the literal for it.
fn text(answer: &Input) -> Option<String> {
    let literal = match answer {
        Input::Null => Literal::Null,
        Input::Value(Recorded::Enum { class, name }) | Input::Boxed(Recorded::Enum { class, name }) => {
            return Some(format!("{class}.{name}"));
        }
        Input::Value(Recorded::Class { name }) | Input::Boxed(Recorded::Class { name }) => {
            return Some(format!("class {name}"));
        }
        Input::Value(value) | Input::Boxed(value) => recorded_literal(value)?,
        Input::Subject | Input::Array(_) | Input::Object { .. } => return None,
    };
    Some(word(&literal, &Symbols::default()))
}
