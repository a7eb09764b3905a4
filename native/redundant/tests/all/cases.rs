//! What is not as it should be: methods that are not deterministic, states that are not known, tests that call nothing, tests of one name.

use std::sync::Arc;

use palus_executions::{Execution, Outcome, TestRun};
use palus_observe::{Argument, Joint, ObjectStates, Observation, Seen};
use palus_redundant::{Classes, Collector, Excluded, Order, Page, Suites, Technique, Verdict};
use palus_sequence::Scalar;
use palus_state::Value;
use palus_trace::MethodNames;

fn method(owner: &str, name: &str) -> Arc<MethodNames> {
    Arc::new(MethodNames {
        owner: owner.into(),
        name: name.into(),
        descriptor: "(I)I".into(),
        access: 9,
    })
}

fn test(name: &str, run: u32) -> TestRun {
    TestRun {
        method: method("app.MathTest", name),
        run,
    }
}

fn int(value: i32) -> Seen {
    Seen::Value(Arc::new(Value::Boxed(Scalar::Int(value))))
}

/// A call of the static method `name` with an argument and a result.
fn call(test: &TestRun, name: &str, argument: Seen, result: i32) -> Observation {
    Observation {
        execution: Execution {
            process: 1,
            thread: 1,
            test: Some(test.clone()),
            is_before: false,
            place: 1,
            nesting: 0,
            method: method("demo.Math", name),
            entry: None,
            exit: None,
            outcome: Outcome::Value,
        },
        receiver: None,
        receiver_after: None,
        arguments: vec![Argument {
            entry: argument.clone(),
            exit: argument,
        }],
        result: Some(int(result)),
        statics: None,
        before: Joint::default(),
        after: Joint::default(),
    }
}

fn collected(calls: &[Observation]) -> Suites {
    let mut collector = Collector::new(Technique::WholeState, Classes::default());
    let states = ObjectStates::default();
    for call in calls {
        collector.add(call, &states);
    }
    collector.finish()
}

fn verdicts(suites: &Suites) -> Vec<(String, Verdict)> {
    let judged = suites.walk(0, &Order::Suite).into_iter();
    judged
        .map(|judged| (suites.suites[0].tests[judged.test].name(), judged.verdict))
        .collect()
}

#[test]
fn tests_with_a_call_that_ends_otherwise_than_an_equal_one_are_unstable() {
    let (a, b, c) = (test("a", 1), test("b", 2), test("c", 3));
    let suites = collected(&[
        call(&a, "clock", int(0), 17),
        call(&b, "clock", int(0), 18),
        call(&c, "abs", int(0), 0),
    ]);
    assert_eq!(
        verdicts(&suites),
        [
            ("MathTest.a".to_owned(), Verdict::Unstable),
            ("MathTest.b".to_owned(), Verdict::Unstable),
            ("MathTest.c".to_owned(), Verdict::Kept),
        ]
    );
}

#[test]
fn what_is_not_known_equals_nothing() {
    let (a, b) = (test("a", 1), test("b", 2));
    let suites = collected(&[call(&a, "abs", Seen::Unknown, 1), call(&b, "abs", Seen::Unknown, 1)]);
    assert!(verdicts(&suites).iter().all(|(_, verdict)| *verdict == Verdict::Kept));
    assert_eq!((suites.counts(0).different, suites.counts(0).unknown), (2, 2));
}

#[test]
fn a_test_that_calls_nothing_is_never_redundant_and_calls_outside_of_tests_are_counted() {
    let mut collector = Collector::new(Technique::WholeState, Classes::default());
    let states = ObjectStates::default();
    let mut outside = call(&test("a", 1), "abs", int(1), 1);
    outside.execution.test = None;
    collector.add(&outside, &states);
    collector.test(1, &test("nothing", 7));
    let suites = collector.finish();
    assert_eq!(
        verdicts(&suites),
        [("MathTest.nothing".to_owned(), Verdict::NoExecutions)]
    );
    assert_eq!(suites.counts(0).without_test, 1);
}

#[test]
fn runs_of_one_method_are_told_apart_and_no_list_names_the_method_unless_all_go() {
    let runs = [
        test("all", 1),
        test("some", 2),
        test("some", 3),
        test("some", 4),
        test("same", 5),
        test("same", 6),
    ];
    let values = [1, 1, 2, 1, 2, 1];
    let calls: Vec<Observation> = runs
        .iter()
        .zip(values)
        .map(|(run, value)| call(run, "abs", int(value), value))
        .collect();
    let suites = collected(&calls);
    let judged = suites.walk(0, &Order::Suite);
    let redundant: Vec<String> = verdicts(&suites)
        .into_iter()
        .filter_map(|(name, verdict)| (verdict == Verdict::Redundant).then_some(name))
        .collect();
    assert_eq!(
        redundant,
        [
            "MathTest.some[1]",
            "MathTest.some[3]",
            "MathTest.same[1]",
            "MathTest.same[2]"
        ]
    );
    let excluded = Excluded::of(&suites, 0, &judged);
    assert_eq!((excluded.len(), excluded.kept_runs), (1, 2));
    assert_eq!(excluded.surefire(), "app/MathTest#same\n");
    assert!(excluded.gradle().contains("excludeTestsMatching 'app.MathTest.same'\n"));
}

#[test]
fn two_suites_are_asked_what_each_adds_to_the_other() {
    let mut collector = Collector::new(Technique::WholeState, Classes::default());
    let states = ObjectStates::default();
    let (one, other) = (test("one", 1), test("other", 2));
    collector.add(&call(&one, "abs", int(1), 1), &states);
    collector.add(&call(&other, "abs", int(2), 2), &states);
    collector.next_suite();
    collector.add(&call(&test("again", 1), "abs", int(1), 1), &states);
    let suites = collector.finish();
    let added =
        |judged: Vec<palus_redundant::Judged>| judged.into_iter().map(|judged| judged.verdict).collect::<Vec<_>>();
    assert_eq!(added(suites.against(1, 0)), [Verdict::Redundant]);
    assert_eq!(added(suites.against(0, 1)), [Verdict::Redundant, Verdict::Kept]);
}

#[test]
fn the_page_says_for_each_call_of_a_redundant_test_who_makes_it_and_what_a_kept_one_does_first() {
    let (a, b) = (test("a", 1), test("<b>", 2));
    let suites = collected(&[call(&a, "abs", int(1), 1), call(&b, "abs", int(1), 1)]);
    let judged = suites.walk(0, &Order::Suite);
    let notes = ["2 tests".to_owned()];
    let page = Page {
        suites: &suites,
        judged: &judged,
        states: &ObjectStates::default(),
        notes: &notes,
        assertions: &[(1, Some(vec!["assertEquals(1, <b>)".to_owned()]))]
            .into_iter()
            .collect(),
    };
    let html = page.html();
    assert!(
        html.contains("<h2>Redundant: 1</h2>") && html.contains("MathTest.&lt;b&gt;"),
        "{html}"
    );
    assert!(html.contains("<td>MathTest.a, call 1</td>"), "{html}");
    assert!(html.contains("1 of 1 calls are new"), "{html}");
    assert!(
        html.contains("only here: <code>assertEquals(1, &lt;b&gt;)</code>"),
        "{html}"
    );
    assert!(!html.contains("http"), "it loads nothing");
}
