//! Constructors whose `super(...)` threw: no event says that they ended, and the thread's depth stays as it was in them.

use palus_model::{Model, render};

use crate::common::{Arg, Program};

const ILLEGAL: &str = "java.lang.IllegalArgumentException";
const NEW_BASE: &str = "demo.Base.<init>()V";
const NEW_MIDDLE: &str = "demo.Middle.<init>()V";
const NEW_SUB: &str = "demo.Sub.<init>(Ldemo/Part;)V";
const PART: (&str, u64) = ("demo.Part", 1);
const A: (&str, u64) = ("demo.A", 2);

fn show(model: &Model) -> String {
    render::text(model, None)
}

fn new_part(program: &mut Program) -> Arg {
    program.new_object("demo.Part.<init>()V", PART, &[]);
    Arg::Of(PART.0, PART.1)
}

#[test]
fn a_call_that_follows_is_not_nested_in_the_dead_constructor() {
    let mut program = Program::new();
    let part = new_part(&mut program);
    program.construct_only(NEW_SUB, &[part]);
    program.construct_throws(NEW_BASE, ILLEGAL, |_| ());
    for _ in 0..3 {
        program.call("demo.Part.use()V", PART, &[], None, |_| ());
    }
    insta::assert_snapshot!(show(&program.finish()), @r"
    demo.Part  1 object, 6 states
      0 -> 1  <init>()  x1
      1 -> 2  argument 1 of Sub.<init>(Part)  x1  threw java.lang.IllegalArgumentException
      2 -> 3  use()  x1
      3 -> 4  use()  x1
      4 -> 5  use()  x1
      exits: 5
    ");
}

#[test]
fn the_whole_chain_of_constructors_dies_with_the_first() {
    let mut program = Program::new();
    let part = new_part(&mut program);
    program.construct_only(NEW_SUB, &[part]);
    program.construct_only(NEW_MIDDLE, &[]);
    program.construct_throws(NEW_BASE, ILLEGAL, |_| ());
    program.call("demo.Part.use()V", PART, &[], None, |_| ());
    insta::assert_snapshot!(show(&program.finish()), @r"
    demo.Part  1 object, 4 states
      0 -> 1  <init>()  x1
      1 -> 2  argument 1 of Sub.<init>(Part)  x1  threw java.lang.IllegalArgumentException
      2 -> 3  use()  x1
      exits: 3
    ");
}

#[test]
fn a_second_dead_constructor_is_found_at_the_depth_that_the_first_left() {
    let mut program = Program::new();
    let part = new_part(&mut program);
    program.call("demo.A.run()V", A, &[], None, |run| {
        for _ in 0..2 {
            run.construct_only(NEW_SUB, &[part]);
            run.construct_throws(NEW_BASE, ILLEGAL, |_| ());
            run.call("demo.Part.use()V", PART, &[], None, |_| ());
        }
        run.on_thread(1, 1);
    });
    insta::assert_snapshot!(show(&program.finish()), @r"
    demo.A  1 object, 2 states
      0 -> 1  run()  x1
      exits: 1

    demo.Part  1 object, 6 states
      0 -> 1  <init>()  x1
      1 -> 2  argument 1 of Sub.<init>(Part)  x1  threw java.lang.IllegalArgumentException
      2 -> 3  use()  x1
      3 -> 4  argument 1 of Sub.<init>(Part)  x1  threw java.lang.IllegalArgumentException
      4 -> 5  use()  x1
      exits: 5
    ");
}

#[test]
fn a_constructor_that_is_dead_when_the_recording_ends_threw() {
    let mut program = Program::new();
    let part = new_part(&mut program);
    program.construct_only(NEW_SUB, &[part]);
    program.construct_throws(NEW_BASE, ILLEGAL, |_| ());
    insta::assert_snapshot!(show(&program.finish()), @r"
    demo.Part  1 object, 3 states
      0 -> 1  <init>()  x1
      1 -> 2  argument 1 of Sub.<init>(Part)  x1  threw java.lang.IllegalArgumentException
      exits: 2
    ");
}

#[test]
fn a_constructor_that_catches_before_super_lives_on() {
    let mut program = Program::new();
    let part = new_part(&mut program);
    let sub = ("demo.Sub", 3);
    program.construct(
        NEW_SUB,
        sub,
        &[part],
        |before| {
            before.construct_throws(NEW_BASE, ILLEGAL, |_| ());
            before.caught(NEW_SUB, 1);
            before.construct(NEW_BASE, sub, &[], |_| (), |_| ());
        },
        |_| (),
    );
    insta::assert_snapshot!(show(&program.finish()), @r"
    demo.Part  1 object, 3 states
      0 -> 1  <init>()  x1
      1 -> 2  argument 1 of Sub.<init>(Part)  x1
      exits: 2

    demo.Sub  1 object, 2 states
      0 -> 1  Base.<init>()  x1  nested, towards 1
      0 -> 1  <init>(Part)  x1  (Part@1)
      exits: 1
    ");
}

#[test]
fn a_constructor_that_throws_after_another_failed_in_its_arguments_ends_with_its_own_exception() {
    let mut program = Program::new();
    program.construct_throws(NEW_MIDDLE, "java.lang.Error", |inside| {
        inside.construct_throws(NEW_BASE, ILLEGAL, |_| ());
    });
    program.call("demo.A.run()V", A, &[], None, |_| ());
    insta::assert_snapshot!(show(&program.finish()), @r"
    demo.A  1 object, 2 states
      0 -> 1  run()  x1
      exits: 1
    ");
}
