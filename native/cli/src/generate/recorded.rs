//! Where recordings saw collaborators give the answers that fakes give in tests.

use std::path::PathBuf;

use palus_emit::java::{Told, word};
use palus_model::{Input, MethodKey, Model, Recorded};
use palus_sequence::{Literal, Symbols};

/// The tests of all models in which something was answered that a test can write.
pub(super) fn answers(models: &[PathBuf]) -> Told {
    let mut told = Told::default();
    for model in models.iter().filter_map(|file| Model::load(file).ok()) {
        for answered in &model.answers {
            let Some(test) = answered.test().map(name) else {
                continue;
            };
            for seen in answered.observations.iter() {
                let answer = seen.exchange.question_and_answer().and_then(|(_, answer)| text(answer));
                if let Some(answer) = answer {
                    told.note(&answered.method.name, &answered.method.descriptor, answer, test.clone());
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
        Input::Value(value) | Input::Boxed(value) => match value {
            Recorded::Boolean(v) => Literal::Boolean(*v),
            Recorded::Byte(v) => Literal::Byte(*v),
            Recorded::Char(v) => Literal::Char(*v),
            Recorded::Short(v) => Literal::Short(*v),
            Recorded::Int(v) => Literal::Int(*v),
            Recorded::Long(v) => Literal::Long(*v),
            Recorded::Float(v) => Literal::Float(f32::from_bits(*v)),
            Recorded::Double(v) => Literal::Double(f64::from_bits(*v)),
            Recorded::String { text, .. } => Literal::String(text.clone()),
            Recorded::Enum { class, name } => return Some(format!("{class}.{name}")),
            Recorded::Class { name } => return Some(format!("class {name}")),
        },
        Input::Subject | Input::Array(_) | Input::Object { .. } => return None,
    };
    Some(word(&literal, &Symbols::default()))
}
