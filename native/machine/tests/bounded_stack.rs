//! The worked example: a stack of ints with room for two. `pop` clears the slot and throws when there is nothing; `push` on a full one does nothing.

use palus_machine::{
    Answer, By, Call, CallId, Concrete, Datum, Execute, Executed, Machine, Picture, State, Wanted, Ways,
};

/// What a stack holds is the number of its state: all that is pushed is 0.
struct Stack;

fn call(name: &str, arguments: &[&str]) -> Call {
    let descriptor = match name {
        "push" => "(I)V",
        "pop" => "()I",
        "<init>" => "()V",
        _ => "()Z",
    };
    Call {
        name: name.into(),
        descriptor: descriptor.into(),
        arguments: arguments.iter().map(|&text| Datum::Value(text.into())).collect(),
    }
}

fn run(state: State, name: &str) -> (State, Answer) {
    let returned = |text: &str| Answer::Returned(Datum::Value(text.into()));
    match (name, state.0) {
        ("push", size) => (State((size + 1).min(2)), Answer::Void),
        ("pop", 0) => (state, Answer::Threw("java.lang.IndexOutOfBoundsException".into())),
        ("pop", size) => (State(size - 1), returned("0")),
        ("isEmpty", size) => (state, returned(&(size == 0).to_string())),
        (_, size) => (state, returned(&(size == 2).to_string())),
    }
}

impl Execute for Stack {
    type Error = ();

    fn execute(&mut self, known: &Concrete, wanted: &[Wanted]) -> Result<Vec<Executed>, ()> {
        let execute = |wanted: &Wanted| {
            let along = wanted.path[1..].iter().copied();
            let state = along.fold(State(0), |state, id| run(state, &known.call(id).name).0);
            assert_eq!(state, wanted.state, "the path leads to the state");
            let (to, answer) = run(state, &known.call(wanted.call).name);
            Executed::Done(to, answer)
        };
        Ok(wanted.iter().map(execute).collect())
    }
}

/// `new; push(0); push(0); pop(); isEmpty(); isFull()`.
fn tested() -> Concrete {
    let mut concrete = Concrete::default();
    concrete.start(call("<init>", &[]), Some(State(0)), Answer::Void);
    let mut state = State(0);
    for (name, arguments) in [
        ("push", &["0"][..]),
        ("push", &["0"]),
        ("pop", &[]),
        ("isEmpty", &[]),
        ("isFull", &[]),
    ] {
        let (to, answer) = run(state, name);
        concrete.add(state, call(name, arguments), to, answer);
        state = to;
    }
    concrete
}

fn observer(concrete: &Concrete, name: &str) -> CallId {
    let (observers, _) = concrete.observers();
    let found = observers.into_iter().find(|id| &*concrete.call(*id).name == name);
    found.expect("it is an observer")
}

fn picture(with: impl Fn(&Concrete) -> Vec<By>) -> Picture {
    let mut concrete = tested();
    assert_eq!(
        (concrete.state_count(), concrete.calls().count(), concrete.executions()),
        (3, 4, 5)
    );
    let augmented = concrete.augment(&mut Stack, 1, 200).unwrap();
    assert_eq!((augmented.made, concrete.frontier().len()), (7, 0));
    let by = with(&concrete);
    Picture::of("demo.BoundedStack", &concrete, augmented, &by, |state| {
        format!("{:?}", vec![0; state.0 as usize])
    })
}

#[test]
fn by_one_observer_states_look_alike_that_are_not() {
    let picture = picture(|concrete| vec![By::Observers(vec![observer(concrete, "isEmpty")])]);
    insta::assert_snapshot!(picture.text(), @r"
    demo.BoundedStack by isEmpty(): 3 concrete states, 4 calls, 12 executions, 2 abstract states
      new    -- <init>() ->   true   1
      true   -- push(0) ->    false  1
      true   -- pop() ->      true   1  throws IndexOutOfBoundsException
      true   -- isEmpty() ->  true   1  true
      true   -- isFull() ->   true   1  false
      false  -- push(0) ->    false  2
      false  -- pop() ->      true   1  0  [non-deterministic]
      false  -- pop() ->      false  1  0  [non-deterministic]
      false  -- isEmpty() ->  false  2  false
      false  -- isFull() ->   false  2  false (1), true (1)
    ");
}

#[test]
fn two_observers_tell_all_states_apart() {
    let picture = picture(|concrete| {
        vec![By::Observers(vec![
            observer(concrete, "isEmpty"),
            observer(concrete, "isFull"),
        ])]
    });
    let text = picture.text();
    assert!(!text.contains("non-deterministic"), "{text}");
    insta::assert_snapshot!(text, @r"
    demo.BoundedStack by isEmpty(), isFull(): 3 concrete states, 4 calls, 12 executions, 3 abstract states
      new           -- <init>() ->   true, false   1
      true, false   -- push(0) ->    false, false  1
      true, false   -- pop() ->      true, false   1  throws IndexOutOfBoundsException
      true, false   -- isEmpty() ->  true, false   1  true
      true, false   -- isFull() ->   true, false   1  false
      false, false  -- push(0) ->    false, true   1
      false, false  -- pop() ->      true, false   1  0
      false, false  -- isEmpty() ->  false, false  1  false
      false, false  -- isFull() ->   false, false  1  false
      false, true   -- push(0) ->    false, true   1
      false, true   -- pop() ->      false, false  1  0
      false, true   -- isEmpty() ->  false, true   1  false
      false, true   -- isFull() ->   false, true   1  true
    ");
}

#[test]
fn states_are_told_apart_by_the_calls_that_throw() {
    let picture = picture(|_| vec![By::Exceptions]);
    insta::assert_snapshot!(picture.text(), @r"
    demo.BoundedStack by exceptions: 3 concrete states, 4 calls, 12 executions, 2 abstract states
      new                                     -- <init>() ->   pop() throws IndexOutOfBoundsException  1
      pop() throws IndexOutOfBoundsException  -- push(0) ->    nothing throws                          1
      pop() throws IndexOutOfBoundsException  -- pop() ->      pop() throws IndexOutOfBoundsException  1  throws IndexOutOfBoundsException
      pop() throws IndexOutOfBoundsException  -- isEmpty() ->  pop() throws IndexOutOfBoundsException  1  true
      pop() throws IndexOutOfBoundsException  -- isFull() ->   pop() throws IndexOutOfBoundsException  1  false
      nothing throws                          -- push(0) ->    nothing throws                          2
      nothing throws                          -- pop() ->      pop() throws IndexOutOfBoundsException  1  0  [non-deterministic]
      nothing throws                          -- pop() ->      nothing throws                          1  0  [non-deterministic]
      nothing throws                          -- isEmpty() ->  nothing throws                          2  false
      nothing throws                          -- isFull() ->   nothing throws                          2  false (1), true (1)
    ");
}

/// `push` and `pop` have two ways each, `isFull` none; `isEmpty` has those of `pop`.
fn ways(concrete: &Concrete) -> Ways {
    let way = |call: CallId, state: State| match (&*concrete.call(call).name, state.0) {
        ("push", 2) => vec!["9->12"],
        ("push", _) => vec!["9->10"],
        ("pop", 0) => vec!["16->17"],
        ("pop", _) => vec!["16->19", "20->21"],
        ("isEmpty", 0) => vec!["25b"],
        ("isEmpty", _) => vec!["25a"],
        _ => vec!["29a"],
    };
    let taken = concrete
        .moves()
        .map(|(state, call, _)| ((state, call), way(call, state).into_iter().map(Into::into).collect()));
    Ways::of(taken.collect())
}

#[test]
fn states_are_told_apart_by_the_branches_of_the_first_calls_that_do() {
    let picture = picture(|concrete| vec![By::Branches(ways(concrete))]);
    let machine = &picture.machines[0];
    let labels: Vec<&Vec<String>> = machine.states.iter().map(|state| &state.label).collect();
    assert_eq!(
        labels,
        [
            &["push(0) 9->10", "pop() 16->17"],
            &["push(0) 9->10", "pop() 16->19 20->21"],
            &["push(0) 9->12", "pop() 16->19 20->21"],
        ]
    );
    assert_eq!(machine.by, ["branches"]);
    assert_eq!(machine.transitions[1].test_name(machine), "pushFromState1ToState2");
}

#[test]
fn a_way_that_all_states_share_tells_nothing() {
    let mut concrete = tested();
    concrete.augment(&mut Stack, 1, 200).unwrap();
    let push = concrete.find(&call("push", &["0"])).unwrap();
    let branches = |names: &[&str]| names.iter().map(|name| (*name).into()).collect();
    let taken = [
        ((State(0), push), branches(&["8->9"])),
        ((State(1), push), branches(&["8->9"])),
        ((State(2), push), branches(&["8->9", "9->12"])),
    ];
    let machine = Machine::of(&concrete, &By::Branches(Ways::of(taken.into_iter().collect())));
    let labels: Vec<&Vec<String>> = machine.states.iter().map(|state| &state.label).collect();
    assert_eq!(labels, [&["push(0) as always"], &["push(0) 9->12"]]);

    let alike = [State(0), State(1), State(2)].map(|state| ((state, push), ["8->9".into()].into()));
    let machine = Machine::of(&concrete, &By::Branches(Ways::of(alike.into_iter().collect())));
    assert_eq!(machine.states.len(), 1);
    assert_eq!(machine.states[0].label, ["all alike"]);
}

#[test]
fn a_state_in_which_nothing_was_called_is_not_one_in_which_nothing_throws() {
    let mut concrete = Concrete::default();
    concrete.start(call("<init>", &[]), Some(State(0)), Answer::Void);
    concrete.add(State(0), call("pop", &[]), State(1), Answer::Void);
    let machine = Machine::of(&concrete, &By::Exceptions);
    let labels: Vec<&Vec<String>> = machine.states.iter().map(|state| &state.label).collect();
    assert_eq!(labels, [&Vec::<String>::new(), &vec!["not tried".to_owned()]]);
}

#[test]
fn a_picture_is_read_back_and_compared() {
    let now = picture(|_| vec![By::Exceptions]);
    let mut earlier = Picture::parse(&now.json()).unwrap();
    assert_eq!(earlier.json(), now.json());
    let names: Vec<String> = now.machines[0]
        .transitions
        .iter()
        .map(|edge| edge.test_name(&now.machines[0]))
        .collect();
    assert_eq!(names[0], "newToPopThrowsIndexOutOfBoundsException");
    assert_eq!(names[6], "popFromNothingThrowsToPopThrowsIndexOutOfBoundsException");
    assert!(now.difference(&earlier).is_empty());
    let edge = earlier.machines[0]
        .transitions
        .iter_mut()
        .find(|edge| edge.throws)
        .unwrap();
    edge.results = [("throws NoSuchElementException".to_owned(), 1)].into();
    edge.count = 7;
    let gone = earlier.machines[0].transitions.pop().unwrap();
    assert_eq!(gone.name, "isFull");
    assert_eq!(
        now.difference(&earlier),
        [
            "by exceptions: changed: pop() throws IndexOutOfBoundsException -- pop() -> pop() throws IndexOutOfBoundsException: \
             throws IndexOutOfBoundsException was throws NoSuchElementException",
            "by exceptions: new: nothing throws -- isFull() -> nothing throws",
        ]
    );
    for (text, because) in [
        ("{", "no JSON"),
        ("{}", "no schema"),
        ("{\"schema\":9}", "schema 9"),
        ("{\"schema\":1}", "no state machine"),
    ] {
        assert!(Picture::parse(text).unwrap_err().contains(because), "{text}");
    }
}

#[test]
fn what_has_no_room_is_counted_and_what_was_found_last_is_the_frontier() {
    let mut concrete = Concrete::default();
    concrete.start(call("<init>", &[]), Some(State(0)), Answer::Void);
    concrete.want(call("push", &["0"]));
    concrete.want(call("isEmpty", &[]));
    let augmented = concrete.augment(&mut Stack, 1, 200).unwrap();
    assert_eq!((augmented.made, concrete.frontier().len()), (2, 1));
    let is_empty = observer(&concrete, "isEmpty");
    let of = |concrete: &Concrete| {
        Machine::of(concrete, &By::Observers(vec![is_empty])).states[1]
            .label
            .clone()
    };
    assert_eq!(of(&concrete), ["?"]);
    concrete.look(&mut Stack, &[is_empty]).unwrap();
    assert_eq!(of(&concrete), ["false"], "an observer is asked in the frontier too");
    let augmented = concrete.augment(&mut Stack, 5, 2).unwrap();
    assert_eq!((augmented.left_out, concrete.state_count()), (1, 2));
}

#[test]
fn what_ends_differently_in_one_state_is_named_and_leads_nowhere() {
    let mut concrete = tested();
    concrete.add(State(1), call("push", &["0"]), State(9), Answer::Void);
    assert_eq!(concrete.unstable().into_iter().collect::<Vec<_>>(), [("push", "(I)V")]);
    assert!(!concrete.paths().contains_key(&State(2)), "its path would be a guess");
    let machine = Machine::of(&concrete, &By::Exceptions);
    assert!(machine.transitions.iter().any(|edge| edge.unstable));
}

#[test]
fn methods_that_are_no_observers_say_why() {
    let (observers, rejected) = tested().observers();
    assert_eq!(observers.len(), 2);
    let reasons: Vec<(&str, &str)> = rejected.iter().map(|r| (&*r.name, &*r.reason)).collect();
    assert_eq!(
        reasons,
        [
            ("pop", "it changed its object in 1 of 1 executions"),
            ("push", "it returns nothing")
        ]
    );
}
