//! What is told at which point, and what is not.

use palus_invariant::{End, Inference, Method, Moment, Observation, Report, Settings};
use palus_sequence::Scalar;
use palus_state::{Class, Content, Node, Slot, State, Value};

use crate::support;
use crate::support::Argument::{Double, Int};
use crate::support::{at_entry, method, texts};

fn scalar(value: i32) -> Slot {
    Slot::Value(Value::Scalar(Scalar::Int(value)))
}

/// The state of a counter with two fields, and what else there is.
fn counter(count: i32, limit: i32, others: &[Slot]) -> State {
    State {
        classes: vec![Class {
            name: "demo.Counter".into(),
            fields: vec![
                ("demo.Counter".into(), "count".into()),
                ("demo.Counter".into(), "limit".into()),
            ],
        }],
        roots: [&[Slot::Node(0)], others].concat(),
        nodes: vec![Node {
            class: 0,
            number: 0,
            content: Content::Fields(vec![scalar(count), scalar(limit)]),
        }],
        is_racy: false,
    }
}

fn instance(name: &str, descriptor: &str) -> Method {
    Method {
        owner: "demo.Counter".into(),
        name: name.into(),
        descriptor: descriptor.into(),
        access: 1,
        ..method(&[])
    }
}

/// The statements about a point.
fn told(report: &Report, method: Option<&str>, moment: Moment) -> Vec<String> {
    let is_meant = |name: Option<&str>| name == method;
    let points = report.points.iter();
    let point = points.into_iter().find(|report| {
        let name = report.point.method.as_ref().map(|(name, _)| &**name);
        report.point.moment == moment && is_meant(name)
    });
    texts(&point.expect("it was met").claims)
}

#[test]
fn a_method_is_told_by_what_it_changes_and_objects_by_what_stays() {
    let add = instance("add", "(I)V");
    let mut inference = Inference::new(Settings::default());
    for (count, by, limit) in [
        (0, 5, 90),
        (0, 7, 91),
        (5, 2, 93),
        (7, 0, 97),
        (3, 4, 99),
        (0, 1, 80),
        (11, 5, 85),
        (2, 9, 70),
        (6, 6, 75),
    ] {
        let entry = counter(count, limit, &[scalar(by)]);
        let exit = counter(count + by, limit, &[scalar(by)]);
        let observation = Observation {
            method: &add,
            is_inside: false,
            entry: Some(&entry),
            exit: Some(&exit),
            end: End::Void,
        };
        inference.see(&observation, None, None);
    }
    let report = inference.report();
    assert_eq!(
        told(&report, None, Moment::Object),
        ["this.count >= 0", "this.limit != 0", "this.count < this.limit"]
    );
    assert_eq!(told(&report, Some("add"), Moment::Enter), ["this.limit > arg0"]);
    assert_eq!(
        told(&report, Some("add"), Moment::Exit),
        [
            "this.count >= arg0",
            "throws == null",
            "this.count >= old(this.count)",
            "this.count == arg0 + old(this.count)",
            "this.limit == old(this.limit)"
        ]
    );
}

#[test]
fn a_method_that_does_not_do_the_same_twice_is_named_and_nothing_is_told_of_its_exit() {
    let next = instance("next", "()I");
    let same = instance("same", "()I");
    let mut inference = Inference::new(Settings::default());
    let mut see = |method: &Method, count: i32, result: i32, names: (u128, u128)| {
        let entry = counter(count, 9, &[]);
        let exit = counter(count, 9, &[scalar(result)]);
        let observation = Observation {
            method,
            is_inside: false,
            entry: Some(&entry),
            exit: Some(&exit),
            end: End::Value,
        };
        inference.see(&observation, Some(names.0), Some(names.1));
    };
    see(&next, 1, 4, (1, 10));
    see(&next, 1, 5, (1, 11));
    see(&same, 1, 4, (1, 10));
    see(&same, 1, 4, (1, 10));
    let report = inference.report();
    let unstable: Vec<String> = report.unstable.iter().map(ToString::to_string).collect();
    assert_eq!(unstable, ["demo.Counter.next()"]);
    let has_exit = |name: &str| {
        let mut points = report.points.iter();
        points.any(|report| {
            let method = report.point.method.as_ref();
            report.point.moment == Moment::Exit && method.is_some_and(|(known, _)| **known == *name)
        })
    };
    assert!(!has_exit("next") && has_exit("same"));
    assert!(told(&report, Some("same"), Moment::Exit).contains(&"result == 4".to_owned()));
}

/// A call that returns nothing and leaves its object as it was.
fn unchanged<'c>(method: &'c Method, state: &'c State, is_inside: bool) -> Observation<'c> {
    Observation {
        method,
        is_inside,
        entry: Some(state),
        exit: Some(state),
        end: End::Void,
    }
}

#[test]
fn what_happens_inside_of_another_call_says_nothing_of_objects() {
    let peek = instance("peek", "()V");
    let mut inference = Inference::new(Settings::default());
    for (count, is_inside) in [(1, false), (1, false), (-7, true), (1, false)] {
        let state = counter(count, 9, &[]);
        inference.see(&unchanged(&peek, &state, is_inside), None, None);
    }
    let report = inference.report();
    assert_eq!(
        told(&report, None, Moment::Object),
        ["this.count == 1", "this.limit == 9"]
    );
}

#[test]
fn fields_of_subclasses_are_not_what_the_class_of_the_method_knows() {
    let peek = instance("peek", "()V");
    let mut state = counter(1, 9, &[]);
    state.classes[0].name = "demo.Fancy".into();
    state.classes[0].fields.push(("demo.Fancy".into(), "colour".into()));
    state.nodes[0].content = Content::Fields(vec![scalar(1), scalar(9), scalar(7)]);
    let mut inference = Inference::new(Settings::default());
    for _ in 0..2 {
        inference.see(&unchanged(&peek, &state, false), None, None);
    }
    let report = inference.report();
    assert_eq!(
        told(&report, None, Moment::Object),
        ["this.count == 1", "this.limit == 9"]
    );
}

#[test]
fn a_point_has_a_hundred_variables_and_names_the_others() {
    let names: Vec<String> = (0..105).map(|number| format!("a{number}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let calls: Vec<Vec<support::Argument>> = (0..3)
        .map(|call| (0..105).map(|a| Int(a * 7 + call)).collect())
        .collect();
    let report = at_entry(&names, &calls, 0.99);
    let left_out: Vec<&str> = report.left_out.iter().map(|name| &**name).collect();
    assert_eq!(left_out, ["a100", "a101", "a102", "a103", "a104"]);
}

#[test]
fn with_one_sample_nothing_is_told_and_one_more_is_missing() {
    let once = at_entry(&["x"], &[vec![Int(1)]], 0.99);
    assert_eq!((once.claims.len(), once.missing()), (0, 1));
    let twice = at_entry(&["x"], &[vec![Int(1)], vec![Int(1)]], 0.99);
    assert_eq!((texts(&twice.claims), twice.missing()), (vec!["x == 1".to_owned()], 0));
}

#[test]
fn a_statement_is_told_when_enough_speaks_for_it() {
    let rising =
        |count: i32| -> Vec<Vec<support::Argument>> { (0..count).map(|x| vec![Int(x * x), Int(500 + x)]).collect() };
    let has = |claims: &[String], claim: &str| claims.iter().any(|known| known == claim);
    for (count, confidence, is_told) in [
        (6, 0.99, false),
        (7, 0.99, true),
        (4, 0.9, true),
        (3, 0.9, false),
        (10, 0.999, true),
        (9, 0.999, false),
    ] {
        let claims = texts(&at_entry(&["x", "y"], &rising(count), confidence).claims);
        assert_eq!(has(&claims, "x < y"), is_told, "{count} at {confidence}: {claims:?}");
    }
    let bound = |times: usize| {
        let mut calls = vec![vec![Int(0)]; times];
        calls.extend((1..9).map(|x| vec![Int(x * x * x)]));
        has(&texts(&at_entry(&["x"], &calls, 0.99).claims), "x >= 0")
    };
    assert!(!bound(2) && bound(3));
    let line = |count: i32| {
        let calls: Vec<_> = (0..count).map(|x| vec![Int(x), Int(3 * x + 1)]).collect();
        has(&texts(&at_entry(&["x", "y"], &calls, 0.99).claims), "y == 3*x + 1")
    };
    assert!(!line(3) && line(4));
    let nan = |value: f64| texts(&at_entry(&["x"], &vec![vec![Double(value)]; 9], 0.99).claims);
    assert_eq!(nan(1.5), ["x == 1.5"]);
}

#[test]
fn static_fields_of_the_class_are_variables() {
    // The last root is what classes hold: here that of the class itself, and one of another.
    let with_statics = |count: i32, made: i32| {
        let mut state = counter(count, 90, &[]);
        let holder = |name: &str, field: &str| Class {
            name: format!("static {name}").into(),
            fields: vec![(name.into(), field.into())],
        };
        state.classes.push(Class {
            name: "[Ljava.lang.Object;".into(),
            fields: vec![],
        });
        state.classes.push(holder("demo.Counter", "made"));
        state.classes.push(holder("demo.Other", "hidden"));
        let node = |class, content| Node {
            class,
            number: 0,
            content,
        };
        state
            .nodes
            .push(node(1, Content::Elements(None, vec![Slot::Node(2), Slot::Node(3)])));
        state.nodes.push(node(2, Content::Fields(vec![scalar(made)])));
        state.nodes.push(node(3, Content::Fields(vec![scalar(7)])));
        state.roots.push(Slot::Node(1));
        state
    };
    let get = instance("get", "()V");
    let mut inference = Inference::new(Settings::default());
    for (count, made) in [(1, 4), (2, 4), (5, 4), (9, 4)] {
        let state = with_statics(count, made);
        inference.see(&unchanged(&get, &state, false), None, None);
    }
    let texts = told(&inference.report(), None, Moment::Object);
    assert!(texts.contains(&"Counter.made == 4".to_owned()), "{texts:?}");
    assert!(!texts.iter().any(|text| text.contains("hidden")), "{texts:?}");
}

#[test]
fn what_repeats_is_counted_and_believed_as_if_it_was_seen_each_time() {
    let methods = [instance("add", "(I)V"), instance("reset", "()V")];
    let mut times = 0;
    let mut counted = 0;
    let mut all = Inference::new(Settings::default());
    let mut quick = Inference::new(Settings::default());
    // Three different executions many times, one of them with a value of its own only now and then.
    for turn in 0..200 {
        let (count, by, is_reset) = [(1, 2, false), (3, 0, true), (0, 5, false)][turn % 3];
        let entry = counter(count, 9, &[scalar(by)][usize::from(is_reset)..]);
        let exit = counter(
            if is_reset { 0 } else { count + by },
            9,
            &[scalar(by)][usize::from(is_reset)..],
        );
        let observation = Observation {
            method: &methods[usize::from(is_reset)],
            is_inside: turn % 7 == 0,
            entry: Some(&entry),
            exit: Some(&exit),
            end: if turn % 3 == 2 && turn % 2 == 0 {
                End::Threw("demo.Full")
            } else {
                End::Void
            },
        };
        let names = (Some((turn % 3) as u128), Some(10 + (turn % 3) as u128));
        all.see(&observation, names.0, names.1);
        times += 1;
        if quick.counts(&observation, names.0, names.1) {
            counted += 1;
        } else {
            quick.see(&observation, names.0, names.1);
        }
    }
    assert!(counted > times / 3, "{counted} of {times}");
    let (all, quick) = (all.report(), quick.report());
    assert_eq!(all.unstable, quick.unstable);
    let figures = |report: &Report| -> Vec<(u64, Vec<String>)> {
        let points = report.points.iter();
        points.map(|point| (point.samples, texts(&point.claims))).collect()
    };
    assert_eq!(figures(&all), figures(&quick));
    assert!(figures(&all).iter().any(|(_, claims)| !claims.is_empty()));
}
