//! Fakes that answer as recorded.

use std::collections::BTreeSet;

use palus_model::{Exchange, MethodIdentity, Model, NodeId, Origin, Position, Recorded, Transition};
use palus_sequence::Sequence;
use palus_sequence::work::{SearchOptions, StrategyName};

use super::*;
use crate::testing::{FakeLibrary, task};

const TIER: (&str, &str) = ("tier", "(J)Ljava/lang/String;");
const PERCENT: (&str, &str) = ("percent", "(Ljava/lang/String;)I");

fn key(owner: &str, (name, descriptor): (&str, &str)) -> MethodKey {
    let identity = MethodIdentity {
        owner: owner.into(),
        name: name.into(),
        descriptor: descriptor.into(),
        access: 1,
    };
    identity.into()
}

fn text(text: &str) -> Input {
    Input::Value(Recorded::String {
        length: text.len() as u32,
        text: text.into(),
    })
}

fn number(number: i32) -> Input {
    Input::Value(Recorded::Int(number))
}

/// What the method answered in a test, whatever it was asked.
fn said(test: &str, owner: &str, method: (&str, &str), answers: &[Input]) -> Transition {
    let observation = |answer: &Input| Observation {
        exchange: Arc::new(Exchange {
            inputs: vec![Input::Subject, number(1), answer.clone()],
            ..Exchange::default()
        }),
        count: 1,
    };
    Transition {
        observations: Arc::new(answers.iter().map(observation).collect()),
        origins: Arc::new(vec![Origin {
            test: key("app.T", (test, "()V")),
            count: 1,
        }]),
        ..Transition::new(key(owner, method), Position::Receiver, NodeId(0))
    }
}

/// What is drawn for `Service(Accounts, Rates)` in a hundred tries.
fn drawn(answers: Vec<Transition>) -> (FakeLibrary, Vec<Sequence>, BTreeSet<(String, String)>) {
    let mut library = FakeLibrary::default();
    let methods = library.subject("demo.Service", &["<init>(Ldemo/Accounts;Ldemo/Rates;)V"]);
    library.interface("demo.Accounts", &["tier(J)Ljava/lang/String;", "count()I"]);
    library.interface("demo.Rates", &["percent(Ljava/lang/String;)I"]);
    let options = SearchOptions::of(StrategyName::Palus);
    let model = Model {
        answers,
        ..Model::default()
    };
    let task = task(&library, &options);
    let mut context = Context::new(&task, &mut library, Some(&model));
    let mut sequences = Vec::new();
    for _ in 0..100 {
        let mut builder = Builder::new(&mut context);
        builder.call(methods[0]).unwrap();
        sequences.extend(builder.finish());
    }
    let unmade = std::mem::take(&mut context.unmade);
    (library, sequences, unmade)
}

/// The values that fakes give for the method, each sequence's joined.
fn values(library: &FakeLibrary, sequence: &Sequence, method: &str) -> Vec<String> {
    use palus_classes::Library;
    let mut values = Vec::new();
    for statement in &sequence.statements {
        if let Statement::Fake {
            answers, values: given, ..
        } = statement
        {
            for (answered, value) in answers.iter().zip(given) {
                if &*library.symbols().get(answered.method).name == method {
                    values.push(format!("{value:?}"));
                }
            }
        }
    }
    values
}

#[test]
fn a_fake_answers_what_was_recorded_mostly_and_all_fakes_of_a_sequence_that_of_one_test() {
    let (library, sequences, _) = drawn(vec![
        said("first", "demo.Accounts", TIER, &[text("GOLD-17")]),
        said("second", "demo.Accounts", TIER, &[text("SILVER-3")]),
        said("first", "demo.Rates", PERCENT, &[number(41)]),
        said("second", "demo.Rates", PERCENT, &[number(42)]),
    ]);
    let (mut recorded, mut pairs) = (0, BTreeSet::new());
    for sequence in &sequences {
        let tier = values(&library, sequence, "tier").join(" ");
        let percent = values(&library, sequence, "percent").join(" ");
        let is_told = tier.contains("GOLD-17") || tier.contains("SILVER-3");
        recorded += usize::from(is_told);
        if is_told && (percent.contains("Int(41)") || percent.contains("Int(42)")) {
            pairs.insert((tier.contains("GOLD-17"), percent.contains("Int(41)")));
        }
    }
    assert!(recorded > 60 && recorded < 100, "{recorded}");
    assert_eq!(pairs, BTreeSet::from([(true, true), (false, false)]));
}

#[test]
fn answers_hang_on_what_was_asked_where_that_can_be_compared() {
    let asked = |question: Input, answer: &str| Observation {
        exchange: Arc::new(Exchange {
            inputs: vec![Input::Subject, question, text(answer)],
            ..Exchange::default()
        }),
        count: 1,
    };
    let long = |number| Input::Value(Recorded::Long(number));
    let mut tiers = said("first", "demo.Accounts", TIER, &[]);
    tiers.observations = Arc::new(vec![
        asked(long(42), "GOLD-17"),
        asked(long(7), "SILVER-3"),
        asked(Input::Null, "x"),
    ]);
    let (library, sequences, _) = drawn(vec![tiers]);
    let mut questions = BTreeSet::new();
    for sequence in &sequences {
        for statement in &sequence.statements {
            let Statement::Fake { answers, values, .. } = statement else {
                continue;
            };
            for (answered, value) in answers
                .iter()
                .zip(values)
                .filter(|(answered, _)| !answered.question.is_empty())
            {
                questions.insert(format!("{:?} {value:?}", answered.question));
            }
        }
    }
    let text = sequences
        .iter()
        .map(|sequence| sequence.text(palus_classes::Library::symbols(&library)));
    assert!(
        text.into_iter()
            .any(|text| text.contains("tier(42L) \"GOLD-17\", tier(7L) \"SILVER-3\""))
    );
    let questions: Vec<String> = questions.into_iter().collect();
    assert_eq!(questions.len(), 2, "{questions:?}");
    assert!(
        questions[0].starts_with("[Long(42)]") && questions[0].contains("GOLD-17"),
        "{questions:?}"
    );
    assert!(
        questions[1].starts_with("[Long(7)]") && questions[1].contains("SILVER-3"),
        "{questions:?}"
    );
}

#[test]
fn what_cannot_be_made_again_is_made_up() {
    let stranger = Input::Object {
        class: "app.Stranger".into(),
        state: None,
        profile: None,
    };
    let (library, sequences, unmade) = drawn(vec![
        said("first", "demo.Accounts", TIER, &[stranger]),
        said("first", "demo.Unknown", PERCENT, &[number(41)]),
    ]);
    assert_eq!(
        unmade,
        BTreeSet::from([("demo.Accounts.tier".to_owned(), "app.Stranger".to_owned())])
    );
    let tiers = sequences.iter().flat_map(|sequence| values(&library, sequence, "tier"));
    assert!(tiers.count() > 50, "texts of other sources");
    let percents = sequences
        .iter()
        .flat_map(|sequence| values(&library, sequence, "percent"));
    assert!(
        !percents.into_iter().any(|value| value.contains("Int(41)")),
        "of another type"
    );
}

#[test]
fn of_two_answers_the_second_may_follow_the_first() {
    let (library, sequences, _) = drawn(vec![said("first", "demo.Accounts", TIER, &[text("a-1"), Input::Null])]);
    let both = sequences.iter().map(|sequence| values(&library, sequence, "tier"));
    let both = both.filter(|values| values.len() == 2).count();
    assert!(both > 3, "{both}");
}
