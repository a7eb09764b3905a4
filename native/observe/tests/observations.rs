//! A trace in memory, seen as analyses see it.

use std::error::Error;

use palus_executions::{Call, Ended, Header, Outcome, Writer};
use palus_observe::{Argument, ObjectState, Observation, Observations, Seen};
use palus_sequence::Scalar;
use palus_state::{Class, Content, Node, Slot, State, Value};
use palus_trace::MethodNames;

fn boxed(value: i32) -> Slot {
    Slot::Value(Value::Boxed(Scalar::Int(value)))
}

/// Roots over one object of the class `demo.Cell` with one field.
fn joint(roots: &[Slot], held: i32) -> Vec<u8> {
    let has_object = roots.contains(&Slot::Node(0));
    let node = Node {
        class: 0,
        number: 0,
        content: Content::Fields(vec![boxed(held)]),
    };
    let state = State {
        classes: Vec::from_iter(has_object.then(|| Class {
            name: "demo.Cell".into(),
            fields: vec![("demo.Cell".into(), "held".into())],
        })),
        roots: roots.to_vec(),
        nodes: Vec::from_iter(has_object.then_some(node)),
        is_racy: false,
    };
    state.bytes()
}

/// `new Cell(1)`, `set(2)` which gives the cell, `static of(cell)` which throws, and a call that nobody saw end.
fn section(process: u32) -> Result<Vec<u8>, Box<dyn Error>> {
    let mut bytes = Vec::new();
    let header = Header {
        process,
        has_states: true,
    };
    let mut writer = Writer::new(&mut bytes, header)?;
    let methods = [
        ("<init>", "(I)V", 1),
        ("set", "(I)Ldemo/Cell;", 1),
        ("of", "(Ldemo/Cell;)V", 9),
    ];
    for (id, (name, descriptor, access)) in methods.into_iter().enumerate() {
        let method = MethodNames {
            owner: "demo.Cell".into(),
            name: name.into(),
            descriptor: descriptor.into(),
            access,
        };
        writer.method(id as u32, &method);
    }
    writer.class(0, "demo.Oops");
    let this = Slot::Node(0);
    let mut state = |roots: &[Slot], held| writer_state(&mut writer, roots, held);
    let calls = [
        (
            0,
            state(&[Slot::Null, boxed(1)], 0),
            state(&[this.clone(), boxed(1)], 1),
            Some(Ended::Void),
        ),
        (
            1,
            state(&[this.clone(), boxed(2)], 1),
            state(&[this.clone(), boxed(2), this.clone()], 2),
            Some(Ended::Value),
        ),
        (
            2,
            state(&[Slot::Null, this.clone()], 2),
            state(&[Slot::Null, this.clone()], 2),
            Some(Ended::Threw(0)),
        ),
        (1, state(&[this, boxed(2)], 2), None, None),
    ];
    for (method, entry, exit, ended) in calls {
        let call = |state| Call {
            thread: 1,
            depth: 1,
            method,
            state,
        };
        writer.begins(call(entry));
        if let Some(ended) = ended {
            writer.ends(call(exit), ended);
        }
    }
    writer.finish(0, &[])?;
    Ok(bytes)
}

fn writer_state(writer: &mut Writer<&mut Vec<u8>>, roots: &[Slot], held: i32) -> Option<u32> {
    writer.state(&joint(roots, held))
}

fn value(value: i32) -> Seen {
    Seen::Value(Value::Boxed(Scalar::Int(value)).into())
}

#[test]
fn receivers_arguments_and_results_are_seen_before_and_behind_each_call() -> Result<(), Box<dyn Error>> {
    let bytes = section(1)?;
    let mut calls = Observations::new(bytes.as_slice())?;
    let seen: Vec<Observation> = calls.by_ref().collect::<Result<_, _>>()?;
    let [made, set, of, open] = seen.as_slice() else {
        panic!("{seen:?}");
    };
    let (one, two) = (Seen::Object(ObjectState(0)), Seen::Object(ObjectState(1)));
    assert!(made.is_constructor() && of.is_static());
    assert_eq!((&made.receiver, &made.receiver_after), (&None, &Some(one.clone())));
    assert_eq!((&set.receiver, &set.receiver_after), (&Some(one), &Some(two.clone())));
    assert_eq!(set.result.as_ref(), Some(&two));
    let argument = Argument {
        entry: value(2),
        exit: value(2),
    };
    assert_eq!(set.arguments, [argument]);
    assert_eq!((&of.receiver, &of.receiver_after, &of.result), (&None, &None, &None));
    assert_eq!(of.arguments[0].entry, two);
    assert_eq!(
        (open.execution.outcome.clone(), &open.receiver_after),
        (Outcome::Unseen, &Some(Seen::Unknown))
    );
    assert_eq!(open.arguments[0].exit, Seen::Unknown);

    let states = calls.states();
    assert_eq!((states.len(), states.marked().too_large), (2, 0));
    let text = states.state(ObjectState(1)).map(|state| state.text());
    assert_eq!(text.as_deref(), Some("Cell#0{held=2}"));
    let joint = set
        .execution
        .exit
        .and_then(|number| calls.joint(number))
        .expect("it has one");
    assert_eq!(joint.roots[0], joint.roots[2], "it gave its own object");
    assert_eq!((set.gave(), made.gave()), (Some(0), None));
    assert_eq!(
        (set.after.id, &*set.after.same),
        (Some(joint.id()), [0, 1, 0].as_slice())
    );
    Ok(())
}

#[test]
fn equal_states_of_other_virtual_machines_and_traces_have_equal_numbers() -> Result<(), Box<dyn Error>> {
    let both = [section(1)?, section(2)?].concat();
    let mut calls = Observations::new(both.as_slice())?;
    let receivers = |calls: &mut Observations<&[u8]>| {
        let seen = calls.by_ref().map(|call| Ok(call?.receiver_after));
        seen.collect::<Result<Vec<_>, Box<dyn Error>>>()
    };
    let first = receivers(&mut calls)?;
    assert_eq!(first[..4], first[4..]);
    let again = section(3)?;
    let mut calls = Observations::going_on(again.as_slice(), calls.into_states())?;
    assert_eq!(receivers(&mut calls)?, first[..4]);
    assert_eq!(calls.states().len(), 2);
    Ok(())
}

#[test]
fn states_of_executions_that_are_not_meant_are_not_looked_at() -> Result<(), Box<dyn Error>> {
    let bytes = section(1)?;
    let mut calls = Observations::new(bytes.as_slice())?;
    assert!(
        calls
            .next_of(|execution| &*execution.method.name == "nothing")
            .is_none()
    );
    assert_eq!((calls.read(), calls.states().len()), (4, 0));
    Ok(())
}
