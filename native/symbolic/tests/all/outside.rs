//! Paths that leave what is followed, and what somebody says of where they lead.

use palus_sequence::{Literal, Scalar};
use palus_state::{Class, Content, Slot, State, Value};
use palus_symbolic::{Arguments, Expected, Exploration, Found, Ran, Reason, Solver};

use crate::support::Compiled;

const GATE: &str = "public class Gate {
  private int open;

  public void turn(int number) {
    if (number > 5) {
      open = System.identityHashCode(this);
    }
  }

  public boolean isWide() {
    return open > 100;
  }
}";

/// The exploration behind one call, which a path of `turn` has left.
fn explored(compiled: &Compiled) -> Exploration {
    let plan = compiled.plan("demo.Gate", Arguments::Symbolic);
    let mut exploration = Exploration::new(compiled.index(), Solver::default(), plan);
    assert!(exploration.left().is_empty());
    exploration.advance();
    exploration
}

fn turned(open: i32) -> Ran {
    let class = Class {
        name: "demo.Gate".into(),
        fields: vec![("demo.Gate".into(), "open".into())],
    };
    let open = Slot::Value(Value::Scalar(Scalar::Int(open)));
    let state = State::number(vec![Slot::Node(0)], |_| {
        (class.clone(), Content::Fields(vec![open.clone()]))
    });
    Ran {
        did: Expected::Void,
        before: None,
        state,
        edges: Vec::new(),
    }
}

fn last(found: &Found) -> &[Literal] {
    found.calls.last().map_or(&[], |call| &call.arguments)
}

#[test]
fn calls_go_on_from_the_state_that_is_told() {
    let Some(compiled) = Compiled::text("Gate", GATE) else {
        return;
    };
    let mut exploration = explored(&compiled);
    let left = exploration.left();
    assert_eq!(left.len(), 1);
    assert_eq!(last(&left[0]), [Literal::Int(6)]);
    let states = exploration.row().states;
    exploration.go_on(vec![Some(turned(101))]);
    assert_eq!(exploration.row().states, states + 1);
    assert_eq!(exploration.row().concretised, 1);
    assert!(exploration.open().is_empty(), "{:?}", exploration.open());
    exploration.advance();
    assert_eq!(exploration.row().branches, exploration.total_branches());
}

#[test]
fn a_state_that_is_there_is_not_taken_twice() {
    let Some(compiled) = Compiled::text("Gate", GATE) else {
        return;
    };
    let mut exploration = explored(&compiled);
    let row = exploration.row().clone();
    exploration.go_on(vec![Some(turned(0))]);
    assert_eq!(exploration.row().states, row.states);
    assert_eq!(exploration.row().pruned, row.pruned + 1);
}

#[test]
fn what_nobody_runs_stays_open() {
    let Some(compiled) = Compiled::text("Gate", GATE) else {
        return;
    };
    let mut refused = explored(&compiled);
    refused.go_on(vec![None]);
    let mut forgotten = explored(&compiled);
    let waits = forgotten.open();
    forgotten.advance();
    for exploration in [&refused, &forgotten] {
        let open = exploration.open();
        assert!(
            matches!(open.keys().next(), Some(Reason::Method(name)) if name.contains("identityHashCode")),
            "{open:?}"
        );
    }
    assert_eq!(waits, refused.open());
}

#[test]
fn calls_that_throw_lead_to_no_state() {
    let Some(compiled) = Compiled::text("Gate", GATE) else {
        return;
    };
    let mut exploration = explored(&compiled);
    let states = exploration.row().states;
    let threw = Ran {
        did: Expected::Threw("java.lang.Error".into()),
        ..turned(101)
    };
    exploration.go_on(vec![Some(threw)]);
    assert_eq!(exploration.row().states, states);
}
