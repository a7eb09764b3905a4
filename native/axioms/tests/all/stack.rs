//! The worked example: a stack of ints whose `pop` throws on an empty one, in the states that its `equals` tells apart.

use palus_axioms::{Axioms, Limits};
use palus_machine::{Answer, Call, Concrete, Datum, State};

const VALUES: [&str; 5] = ["3", "1", "4", "1", "5"];

fn value(text: &str) -> Datum {
    Datum::Value(text.into())
}

fn call(name: &str, descriptor: &str, arguments: Vec<Datum>) -> Call {
    Call {
        name: name.into(),
        descriptor: descriptor.into(),
        arguments,
    }
}

/// The tests: for n = 0 to 5 `new`, push(v1) to push(vn), `isEmpty(); pop(); isEmpty()`. State n holds the first n values; where stale slots count, what
/// was popped is in a state of its own.
fn tested(stale_slots: bool) -> Concrete {
    let mut stack = Concrete::default();
    stack.start(call("<init>", "()V", vec![]), Some(State(0)), Answer::Void);
    let popped = |n: u32| if stale_slots { State(100 + n) } else { State(n - 1) };
    let is_empty = |stack: &mut Concrete, state: State, answer: bool| {
        let answer = Answer::Returned(value(&answer.to_string()));
        stack.add(state, call("isEmpty", "()Z", vec![]), state, answer);
    };
    for n in 0..5 {
        let push = call("push", "(I)V", vec![value(VALUES[n as usize])]);
        stack.add(State(n), push, State(n + 1), Answer::Void);
    }
    for n in 0..=5 {
        is_empty(&mut stack, State(n), n == 0);
        let pop = call("pop", "()I", vec![]);
        if n == 0 {
            let thrown = Answer::Threw("java.lang.IndexOutOfBoundsException".into());
            stack.add(State(0), pop, State(0), thrown);
            is_empty(&mut stack, State(0), true);
        } else {
            let answer = Answer::Returned(value(VALUES[n as usize - 1]));
            stack.add(State(n), pop, popped(n), answer);
            is_empty(&mut stack, popped(n), n == 1);
        }
    }
    stack
}

#[test]
fn the_laws_of_a_stack_are_those_that_were_worked_out_by_hand() {
    let axioms = Axioms::of("demo.Stack", &tested(false), &Limits::default());
    insta::assert_snapshot!(axioms.text(), @r"
    demo.Stack: 18 different executions, 7 universal and 3 common axioms
      always  6      isEmpty(S).state == S
      always  5      isEmpty(push(S, x)) == false
      always  5      pop(push(S, x)) == x
      always  5      pop(push(S, x)).state == S
      always  5      push(pop(S), x).state == S
      always  1      isEmpty(new Stack()) == true
      always  1      pop(new Stack()) == throws IndexOutOfBoundsException
      mostly  5 : 1  isEmpty(S) == false                                   not: isEmpty(new Stack())
      mostly  4 : 1  isEmpty(pop(S)) == isEmpty(S) (== false)              not: isEmpty(pop(push(new Stack(), 3)))
    ");
}

#[test]
fn what_follows_from_another_law_is_told_when_all_are_wanted() {
    let all = Limits {
        all: true,
        ..Limits::default()
    };
    let axioms = Axioms::of("demo.Stack", &tested(false), &all);
    let hidden = axioms
        .axioms
        .iter()
        .find(|a| a.text() == "isEmpty(push(S, x)) == isEmpty(S)");
    let hidden = hidden.expect("it is common, and hidden by a universal one");
    assert_eq!((hidden.satisfied, hidden.violated, hidden.follows), (4, 1, true));
    assert_eq!(hidden.form, "3'");
}

#[test]
fn with_stale_slots_in_the_state_the_second_law_is_gone() {
    let texts = |stale| -> Vec<String> {
        let axioms = Axioms::of("demo.Stack", &tested(stale), &Limits::default());
        axioms.axioms.iter().map(palus_axioms::Axiom::text).collect()
    };
    let law = "pop(push(S, x)).state == S".to_owned();
    assert!(texts(false).contains(&law));
    assert!(!texts(true).contains(&law));
    assert!(texts(true).contains(&"pop(push(S, x)) == x".to_owned()));
}

#[test]
fn limits_decide_what_is_told() {
    let strict = Limits {
        min: 6,
        threshold: 0.17,
        ..Limits::default()
    };
    let axioms = Axioms::of("demo.Stack", &tested(false), &strict);
    let texts: Vec<String> = axioms.axioms.iter().map(palus_axioms::Axiom::text).collect();
    assert_eq!(
        texts,
        [
            "isEmpty(S).state == S",
            "isEmpty(new Stack()) == true",
            "pop(new Stack()) == throws IndexOutOfBoundsException",
            "isEmpty(S) == false",
        ]
    );
    let few = Limits {
        most: 2,
        ..Limits::default()
    };
    let axioms = Axioms::of("demo.Stack", &tested(false), &few);
    assert_eq!((axioms.axioms.len(), axioms.left_out), (2, 8));
}

/// A counter that can be reset, with the size of what was added.
fn counter() -> Concrete {
    let mut counter = Concrete::default();
    counter.start(call("<init>", "()V", vec![]), Some(State(0)), Answer::Void);
    for n in 0..6 {
        let size = Answer::Returned(value(&n.to_string()));
        counter.add(State(n), call("size", "()I", vec![]), State(n), size);
        counter.add(State(n), call("add", "()V", vec![]), State(n + 1), Answer::Void);
        counter.add(State(n), call("clear", "()V", vec![]), State(0), Answer::Void);
        counter.add(State(n), call("addAgain", "()V", vec![]), State(n + 1), Answer::Void);
    }
    counter.add(
        State(6),
        call("size", "()I", vec![]),
        State(6),
        Answer::Returned(value("6")),
    );
    counter
}

#[test]
fn numbers_differ_by_constants_and_calls_commute() {
    let axioms = Axioms::of("demo.Counter", &counter(), &Limits::default());
    let texts: Vec<String> = axioms.axioms.iter().map(palus_axioms::Axiom::text).collect();
    for law in [
        "size(add(S)) == size(S) + 1",
        "addAgain(S).state == add(S).state",
        "clear(S).state == new Counter().state",
        "size(new Counter()) == 0",
    ] {
        assert!(texts.contains(&law.to_owned()), "{law} is not in {texts:#?}");
    }
}

/// A register of two keys: `get` after `put` gives the value where the keys are equal, and otherwise what it gave before.
fn register() -> Concrete {
    register_of(2)
}

/// The same, whose `put` remembers something for so many keys alone.
fn register_of(keys: u32) -> Concrete {
    let mut register = Concrete::default();
    register.start(call("<init>", "()V", vec![]), Some(State(0)), Answer::Void);
    let state = |of: [u32; 2]| State(of[0] * 3 + of[1]);
    let shown = |held: u32| value(["null", "1", "2"][held as usize]);
    for of in (0..9).map(|n| [n / 3, n % 3]) {
        for key in 0..2_u32 {
            let get = call("get", "(I)Ljava/lang/Integer;", vec![value(&key.to_string())]);
            register.add(state(of), get, state(of), Answer::Returned(shown(of[key as usize])));
            for held in 1..3 {
                let mut after = of;
                if key < keys {
                    after[key as usize] = held;
                }
                let arguments = vec![value(&key.to_string()), shown(held)];
                let put = call("put", "(ILjava/lang/Integer;)V", arguments);
                register.add(state(of), put, state(after), Answer::Void);
            }
        }
    }
    register
}

#[test]
fn a_law_may_hang_on_whether_two_arguments_are_equal() {
    let axioms = Axioms::of("demo.Register", &register(), &Limits::default());
    let found = axioms
        .axioms
        .iter()
        .find(|a| a.left == "get(put(S, x1, x2), y)")
        .expect("a law");
    assert_eq!(found.right, "(x1 == y ? x2 : get(S, y))");
    assert_eq!((found.satisfied, found.violated), (72, 0));
}

#[test]
fn a_law_under_a_condition_is_looked_for_in_another_class_with_the_same_methods() {
    let earlier = Axioms::of("demo.Register", &register(), &Limits::default());
    let same = earlier.check("other.Copy", &register());
    assert_eq!((same.broken.len(), same.without_instance), (0, 0));
    assert!(same.looked_for > 0);
    let checked = earlier.check("other.Copy", &register_of(1));
    let law = "get(put(S, x1, x2), y) == (x1 == y ? x2 : get(S, y))";
    let broken = checked
        .broken
        .iter()
        .find(|broken| broken.law == law)
        .expect("it is broken");
    assert_eq!(broken.example, "get(put(new Copy(), 1, 1), 1)");
    assert_eq!(broken.expected, Some(palus_axioms::Expected::Text("1".to_owned())));
}

#[test]
fn an_execution_that_ended_in_two_ways_is_left_out_and_counted() {
    let mut stack = tested(false);
    stack.add(State(2), call("pop", "()I", vec![]), State(0), Answer::Void);
    let axioms = Axioms::of("demo.Stack", &stack, &Limits::default());
    assert_eq!((axioms.executions, axioms.dropped), (17, 1));
    assert!(
        axioms
            .text()
            .contains("1 executions are left out: they ended in two ways")
    );
}

#[test]
fn a_class_whose_executions_do_not_compose_says_so() {
    let mut one = Concrete::default();
    one.start(call("<init>", "()V", vec![]), Some(State(0)), Answer::Void);
    let axioms = Axioms::of("demo.One", &one, &Limits::default());
    assert!(axioms.text().contains("no two executions compose"), "{}", axioms.text());
}

#[test]
fn a_document_is_read_back_and_laws_that_broke_are_found() {
    let axioms = Axioms::of("demo.Stack", &tested(false), &Limits::default());
    let earlier = Axioms::parse(&axioms.json()).unwrap().remove(0);
    let twice = Axioms::json_of_all(&[axioms.clone(), axioms.clone()]);
    assert_eq!(Axioms::parse(&twice).map(|all| all.len()), Ok(2));
    assert_eq!(earlier.axioms.len(), axioms.axioms.len());
    let check = |stack: &Concrete| earlier.check("demo.Stack", stack).broken;
    assert!(check(&tested(false)).is_empty());
    let broken = check(&tested(true));
    let texts: Vec<(&str, usize, &str)> = broken.iter().map(|b| (&*b.law, b.violated, &*b.example)).collect();
    assert_eq!(texts, [("pop(push(S, x)).state == S", 5, "pop(push(new Stack(), 3))")]);
    let mut quiet = Concrete::default();
    quiet.start(call("<init>", "()V", vec![]), Some(State(0)), Answer::Void);
    quiet.add(
        State(0),
        call("pop", "()I", vec![]),
        State(0),
        Answer::Returned(value("0")),
    );
    let broken = check(&quiet);
    let texts: Vec<(&str, &str)> = broken.iter().map(|b| (&*b.law, &*b.example)).collect();
    assert_eq!(
        texts,
        [(
            "pop(new Stack()) == throws IndexOutOfBoundsException",
            "pop(new Stack())"
        )]
    );
    assert!(Axioms::parse("{}").is_err() && Axioms::parse("[").is_err());
}
