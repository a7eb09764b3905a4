//! What collaborators of recorded code were asked and answered.

use std::sync::Arc;

use palus_model::redact::{Redaction, RedactionKey};
use palus_model::{Input, Model, NodeId, Recorded};
use palus_trace::{Event, Scalar, Seen};

use crate::common::{Arg, Program, around};

const TIER: &str = "outside demo.Customers.tier(I)Ljava/lang/String;";

/// What is kept: test, question, answer.
fn kept(model: &Model) -> Vec<(String, String, String)> {
    let mut kept = Vec::new();
    for answered in &model.answers {
        let test = answered.test().map_or(String::new(), |test| test.name.to_string());
        for seen in answered.observations.iter() {
            let (question, answer) = seen.exchange.question_and_answer().unwrap();
            let question: Vec<String> = question.iter().map(word).collect();
            kept.push((test.clone(), question.join(","), word(answer)));
        }
    }
    kept.sort();
    kept
}

fn word(input: &Input) -> String {
    match input {
        Input::Value(Recorded::String { text, .. }) => text.to_lossy(),
        Input::Value(Recorded::Int(number)) => number.to_string(),
        other => format!("{other:?}"),
    }
}

fn said(words: &[(&str, &str, &str)]) -> Vec<(String, String, String)> {
    let owned =
        |&(test, question, answer): &(&str, &str, &str)| (test.to_owned(), question.to_owned(), answer.to_owned());
    words.iter().map(owned).collect()
}

#[test]
fn answers_are_kept_with_question_and_test_and_survive_a_file() {
    let mut program = Program::new();
    program.test("demo.OrderTest.checkout()V", |program| {
        program.call(
            "demo.Service.price(I)V",
            ("demo.Service", 1),
            &[Arg::Int(42)],
            None,
            |program| {
                program.asked(TIER, &[Arg::Int(42)], Arg::Text("GOLD-17"));
                program.asked(TIER, &[Arg::Int(42)], Arg::Text("GOLD-17"));
            },
        );
    });
    program.asked(TIER, &[Arg::Int(7)], Arg::Text("NEW"));
    let model = program.finish();
    let model = Model::from_bytes(&model.to_bytes().unwrap()).unwrap();
    assert_eq!(kept(&model), said(&[("", "7", "NEW"), ("checkout", "42", "GOLD-17")]));
    let counts: Vec<u64> = model.answers.iter().map(|answered| answered.count).collect();
    assert_eq!(counts, [1, 2]);
    assert!(
        model.class("demo.Customers").is_none(),
        "nothing is known of its objects"
    );
    let text = palus_model::render::text(&model, None);
    assert!(
        text.contains("demo.Customers.tier(int)  x2  in demo.OrderTest.checkout  (42) -> \"GOLD-17\""),
        "{text}"
    );
    let json = palus_model::render::json(&model, None);
    assert_eq!(json["answers"][1]["observations"][0]["inputs"][2]["value"], "GOLD-17");
    assert_eq!(json["answers"][1]["origins"][0]["name"], "checkout");
}

#[test]
fn an_object_that_is_answered_has_the_state_that_it_was_in() {
    let mut program = Program::new();
    let account = ("demo.Account", 5);
    program.new_object("demo.Account.<init>()V", account, &[]);
    program.call("demo.Account.open()V", account, &[], None, |_| ());
    program.asked(
        "outside demo.Accounts.first()Ldemo/Account;",
        &[],
        Arg::Of(account.0, account.1),
    );
    let model = program.finish();
    let observation = &model.answers[0].observations[0];
    let (question, answer) = observation.exchange.question_and_answer().unwrap();
    assert!(question.is_empty());
    let Input::Object { class, state, .. } = answer else {
        panic!("{answer:?}");
    };
    assert_eq!((&**class, *state), ("demo.Account", Some(NodeId(2))));
}

#[test]
fn a_question_that_was_not_told_whole_teaches_nothing_and_takes_no_arguments_of_others() {
    let mut program = Program::new();
    let method = program.method(TIER);
    program.fold(Event::Asked { method });
    program.call(
        "demo.Service.price(I)V",
        ("demo.Service", 1),
        &[Arg::Int(42)],
        None,
        |_| (),
    );
    program.fold(Event::Asked { method });
    let value = Seen::Primitive(Scalar::Int(1));
    program.fold(Event::Argument { position: 2, value });
    program.fold(Event::Argument { position: 0, value });
    let model = program.finish();
    assert_eq!(kept(&model), []);
    let inputs = &model.class("demo.Service").unwrap().nodes[0].outgoing[0].observations[0]
        .exchange
        .inputs;
    assert_eq!(inputs.len(), 2);
}

#[test]
fn models_with_answers_merge_in_any_order_and_keep_a_bounded_number_of_tests() {
    let of = |tests: std::ops::Range<i32>| {
        let mut program = Program::new();
        for test in tests {
            program.test(&format!("demo.T.t{test}()V"), |program| {
                program.asked(TIER, &[Arg::Int(test)], Arg::Text("x"));
            });
        }
        program.asked(TIER, &[Arg::Int(-1)], Arg::Text("outside"));
        program.finish()
    };
    let (a, b) = (of(0..30), of(20..60));
    let (mut ab, mut ba) = (a.clone(), b.clone());
    ab.merge(&b);
    ba.merge(&a);
    assert_eq!(ab, ba);
    assert_eq!(ab.answers.len(), 32);
    assert_eq!(kept(&ab), kept(&of(0..60)), "as if there had been one run");
    assert!(kept(&ab).contains(&said(&[("", "-1", "outside")])[0]));
}

#[test]
fn secrets_among_answers_have_stand_ins_and_are_found_by_an_audit() {
    let mut program = Program::new();
    let password = "outside demo.Vault.password(Ljava/lang/String;)Ljava/lang/String;";
    program.asked(password, &[Arg::Text("bob")], Arg::Text("Hunter-2222"));
    program.asked(TIER, &[Arg::Int(1)], Arg::Text("token Hunter-2222"));
    let mut model = program.finish();
    let found = palus_model::redact::audit(&model);
    assert!(
        found.keys().any(|finding| finding.method == "demo.Vault.password"),
        "{found:?}"
    );
    Redaction::new(RedactionKey([7; 16]), Vec::new()).redact(&mut model, &|_| None::<Arc<[Arc<str>]>>);
    assert!(!format!("{:?}", kept(&model)).contains("Hunter"), "{:?}", kept(&model));
}

#[test]
fn a_file_of_the_version_without_answers_is_read() {
    let mut program = Program::new();
    program.new_object("demo.A.<init>()V", ("demo.A", 1), &[]);
    let model = program.finish();
    let bytes = model.to_bytes().unwrap();
    let payload = &bytes[22..bytes.len() - 1];
    assert_eq!(bytes.last(), Some(&0), "an empty list");
    let mut older = around(payload);
    older[8] = 4;
    assert_eq!(Model::from_bytes(&older).unwrap(), model);
}
