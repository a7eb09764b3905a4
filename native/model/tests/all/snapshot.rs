//! The model of a recording that goes on.

use palus_model::Model;

use crate::common::{Arg, Program};

const NEW_A: &str = "demo.A.<init>()V";
const FEED: &str = "demo.A.feed(I)V";

/// Some objects, with a call in a factory that is nested only in hindsight.
fn run(program: &mut Program, objects: std::ops::Range<u64>) {
    for object in objects {
        let a = ("demo.A", object);
        program.new_object(NEW_A, a, &[]);
        program.call(FEED, a, &[Arg::Int(object as i32)], None, |_| ());
    }
}

fn bytes(model: &Model) -> Vec<u8> {
    model.to_bytes().unwrap()
}

#[test]
fn a_snapshot_at_the_end_is_the_model() {
    let mut program = Program::new();
    run(&mut program, 1..5);
    let snapshot = program.builder.snapshot();
    assert!(snapshot.class("demo.A").is_some_and(|class| class.objects == 4));
    assert_eq!(bytes(&snapshot), bytes(&program.finish()));
}

#[test]
fn snapshots_on_the_way_change_nothing() {
    let (mut one, mut other) = (Program::new(), Program::new());
    run(&mut one, 1..3);
    let early = one.builder.snapshot();
    let again = one.builder.snapshot();
    assert_eq!(bytes(&early), bytes(&again));
    run(&mut one, 3..9);
    run(&mut other, 1..9);
    let (one, other) = (one.finish(), other.finish());
    assert_ne!(bytes(&early), bytes(&one));
    assert_eq!(bytes(&one), bytes(&other));
}

#[test]
fn the_extent_grows_with_what_is_new_and_not_with_what_is_repeated() {
    let mut program = Program::new();
    assert_eq!(program.builder.extent(), 0);
    let a = ("demo.A", 1);
    program.new_object(NEW_A, a, &[]);
    program.call(FEED, a, &[Arg::Int(1)], None, |_| ());
    let known = program.builder.extent();
    assert!(known > 0);
    let b = ("demo.A", 2);
    program.new_object(NEW_A, b, &[]);
    program.call(FEED, b, &[Arg::Int(1)], None, |_| ());
    assert_eq!(program.builder.extent(), known);
    let c = ("demo.A", 3);
    program.new_object(NEW_A, c, &[]);
    program.call(FEED, c, &[Arg::Int(2)], None, |_| ());
    assert_eq!(program.builder.extent(), known + 1);
}
