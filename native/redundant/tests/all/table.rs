//! The example of the paper's talk: three tests of a stack of ints, five techniques, two orders.

use std::sync::Arc;

use palus_executions::{Execution, Outcome, TestRun};
use palus_observe::{Argument, Joint, ObjectState, ObjectStates, Observation, Seen};
use palus_redundant::{Classes, Collector, Order, Suites, Technique, Verdict};
use palus_sequence::Scalar;
use palus_state::{Class, Content, Node, Slot, State, Value};
use palus_trace::MethodNames;
use rustc_hash::FxHashMap;

/// `int[10] store, int size`; `pop` leaves what it gives in its place.
#[derive(Clone, Copy, Default)]
struct IntStack {
    store: [i32; 10],
    size: usize,
}

const TESTS: [(&str, &[&str]); 3] = [
    ("T1", &["<init>", "isEmpty", "push 3", "push 2", "pop", "push 5"]),
    ("T2", &["<init>", "push 3", "push 5"]),
    ("T3", &["<init>", "push 3", "push 2", "pop"]),
];

/// Runs tests, and notes which states `equals` says to be one.
#[derive(Default)]
struct Runs {
    states: ObjectStates,
    /// By the elements in use, the first state that had them.
    equal: FxHashMap<Vec<i32>, ObjectState>,
    one: Vec<(ObjectState, ObjectState)>,
}

fn int(value: i32) -> Value {
    Value::Scalar(Scalar::Int(value))
}

impl Runs {
    fn state(&mut self, stack: &IntStack) -> ObjectState {
        let class = |name: &str, fields: &[&str]| Class {
            name: name.into(),
            fields: fields
                .iter()
                .map(|field| ("demo.IntStack".into(), (*field).into()))
                .collect(),
        };
        let node = |class, content| Node {
            class,
            number: 0,
            content,
        };
        let elements = stack.store.iter().map(|value| Slot::Value(int(*value)));
        let state = State {
            classes: vec![class("demo.IntStack", &["store", "size"]), class("[I", &[])],
            roots: vec![Slot::Node(0)],
            nodes: vec![
                node(
                    0,
                    Content::Fields(vec![Slot::Node(1), Slot::Value(int(stack.size as i32))]),
                ),
                node(1, Content::Elements(None, elements.collect())),
            ],
            is_racy: false,
        };
        let state = self.states.add(&state).expect("an object");
        let first = *self.equal.entry(stack.store[..stack.size].to_vec()).or_insert(state);
        self.one.push((state, first));
        state
    }

    fn calls(&mut self, number: u32, name: &str, calls: &[&str]) -> Vec<Observation> {
        let method = |name: &str, descriptor: &str| {
            let owner = if name.starts_with('T') {
                "app.StackTest"
            } else {
                "demo.IntStack"
            };
            Arc::new(MethodNames {
                owner: owner.into(),
                name: name.into(),
                descriptor: descriptor.into(),
                access: 1,
            })
        };
        let run = TestRun {
            method: method(name, "()V"),
            run: number,
        };
        let mut stack = IntStack::default();
        let seen = |value: Value| Seen::Value(Arc::new(value));
        let mut made = Vec::new();
        for (place, call) in calls.iter().enumerate() {
            let (name, argument) = call.split_once(' ').unwrap_or((call, ""));
            let argument: Option<i32> = argument.parse().ok();
            let before = Seen::Object(self.state(&stack));
            let (descriptor, result) = match (name, argument) {
                ("push", Some(value)) => {
                    stack.store[stack.size] = value;
                    stack.size += 1;
                    ("(I)V", None)
                }
                ("pop", _) => {
                    stack.size -= 1;
                    ("()I", Some(int(stack.store[stack.size])))
                }
                ("isEmpty", _) => ("()Z", Some(Value::Scalar(Scalar::Boolean(stack.size == 0)))),
                _ => ("()V", None),
            };
            let execution = Execution {
                process: 1,
                thread: 1,
                test: Some(run.clone()),
                is_before: false,
                place: place as u32 + 1,
                nesting: 0,
                method: method(name, descriptor),
                entry: None,
                exit: None,
                outcome: result.as_ref().map_or(Outcome::Void, |_| Outcome::Value),
            };
            let argument = argument.map(|value| Argument {
                entry: seen(int(value)),
                exit: seen(int(value)),
            });
            made.push(Observation {
                execution,
                receiver: (name != "<init>").then_some(before),
                receiver_after: Some(Seen::Object(self.state(&stack))),
                arguments: argument.into_iter().collect(),
                result: result.map(seen),
                statics: None,
                before: Joint::default(),
                after: Joint::default(),
            });
        }
        made
    }
}

/// The tests at these positions, in that order.
fn collected(technique: Technique, tests: [usize; 3]) -> Suites {
    let mut runs = Runs::default();
    let mut calls = Vec::new();
    for (number, test) in tests.into_iter().enumerate() {
        let (name, done) = TESTS[test];
        calls.extend(runs.calls(number as u32 + 1, name, done));
    }
    let classes = if technique.needs_objects() {
        Classes::new(runs.one.clone())
    } else {
        Classes::default()
    };
    let mut collector = Collector::new(technique, classes);
    for call in &calls {
        collector.add(call, &runs.states);
    }
    collector.finish()
}

fn redundant(suites: &Suites, order: &Order) -> Vec<String> {
    let judged = suites.walk(0, order).into_iter();
    let redundant = judged.filter(|judged| judged.verdict == Verdict::Redundant);
    let mut names: Vec<String> = redundant
        .map(|judged| suites.suites[0].tests[judged.test].name())
        .collect();
    names.sort();
    names
}

#[test]
fn the_table_holds_for_five_techniques_in_two_orders() {
    let (t2, t3) = ("StackTest.T2", "StackTest.T3");
    let none: &[&str] = &[];
    let table = [
        (Technique::WholeSeq, 10, 10, none, none),
        (Technique::ModifyingSeq, 6, 7, &[t3][..], none),
        (Technique::WholeState, 5, 7, &[t3], none),
        (Technique::MonitorEquals, 4, 6, &[t2, t3], &[t2][..]),
        (Technique::PairwiseEquals, 4, 6, &[t2, t3], &[t2][..]),
    ];
    for (technique, states, different, first, second) in table {
        for (order, expected) in [([0, 1, 2], first), ([2, 0, 1], second)] {
            let suites = collected(technique, order);
            let counts = suites.counts(0);
            assert_eq!(
                (counts.executions, counts.states, counts.different),
                (13, states, different),
                "{technique:?} {order:?}"
            );
            assert_eq!(redundant(&suites, &Order::Suite), expected, "{technique:?} {order:?}");
        }
    }
}

#[test]
fn the_order_of_the_walk_decides_which_of_two_tests_stays() {
    let suites = collected(Technique::WholeState, [0, 1, 2]);
    let given = Order::Given(vec![2, 0, 1]);
    assert!(redundant(&suites, &given).is_empty());
    let costs = suites.suites[0].tests.iter().map(|test| test.steps.len() as u64);
    let shortest = Order::Time(costs.collect());
    let judged = suites.walk(0, &shortest);
    let order: Vec<usize> = judged.iter().map(|judged| judged.test).collect();
    assert_eq!(order, [1, 2, 0]);
}

#[test]
fn a_redundant_test_names_for_each_execution_who_makes_it_too() {
    let suites = collected(Technique::WholeState, [0, 1, 2]);
    let judged = suites.walk(0, &Order::Suite);
    let last = &judged[2];
    let places: Vec<(u32, usize, u32)> = last
        .covered_by
        .iter()
        .map(|covered| (covered.step.place, covered.test, covered.by.place))
        .collect();
    assert_eq!(places, [(1, 0, 1), (2, 0, 3), (3, 0, 4), (4, 0, 5)]);
    let kept = suites.walk_with(0, &Order::Suite, |_| false);
    assert!(kept.iter().all(|judged| judged.verdict == Verdict::Kept));
}
