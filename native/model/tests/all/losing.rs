//! Objects with too long a history: what is given up, and that leaving out calls on them changes nothing.

use palus_model::Model;

use crate::common::{Arg, Program};

const READER: (&str, u64) = ("demo.Reader", 1);

/// Reads tokens with one reader. Each read is a call that no other object has a part in, but it makes a token inside.
fn read(tokens: u64, skips: bool) -> Model {
    let mut program = Program::new();
    program.new_object("demo.Reader.<init>()V", READER, &[]);
    let mut given_up = false;
    for token in 0..tokens {
        let this = ("demo.Token", 10 + token);
        let make = |program: &mut Program| {
            program.new_object("demo.Token.<init>()V", this, &[]);
            program.call("demo.Token.size()I", this, &[], Some(Arg::Int(1)), |_| ());
        };
        if given_up {
            make(&mut program);
        } else {
            program.call("demo.Reader.read()I", READER, &[], Some(Arg::Int(7)), make);
        }
        program.call(
            "demo.Reader.put(Ldemo/Token;)V",
            READER,
            &[Arg::Of(this.0, this.1)],
            None,
            |_| (),
        );
        given_up |= skips && program.builder.take_lost().any(|object| object == READER.1);
    }
    assert_eq!(given_up, skips);
    program.finish()
}

#[test]
fn calls_left_out_on_an_object_that_was_given_up_change_nothing() {
    assert_eq!(read(1_000, true), read(1_000, false));
}

#[test]
fn an_object_is_given_up_once_and_named_once() {
    let mut program = Program::new();
    let mut lost = Vec::new();
    for _ in 0..1_000 {
        program.call("demo.Reader.read()I", READER, &[], None, |_| ());
        lost.extend(program.builder.take_lost());
    }
    assert_eq!(lost, [READER.1]);
    assert_eq!(program.finish().class("demo.Reader").unwrap().truncated, 1);
}

#[test]
fn a_long_loop_in_one_call_on_the_object_leaves_that_call_without_nested_ones() {
    let mut program = Program::new();
    program.call("demo.Reader.run()V", READER, &[], None, |inside| {
        for _ in 0..1_000 {
            inside.call("demo.Reader.read()I", READER, &[], None, |_| ());
        }
    });
    let model = program.finish();
    let reader = model.class("demo.Reader").unwrap();
    assert!(reader.accepts(&["run"]));
    assert_eq!((reader.states(), reader.truncated), (2, 1));
}

#[test]
fn an_object_is_given_up_when_such_a_call_has_no_end() {
    let mut program = Program::new();
    program.enter_only("demo.Reader.run()V", READER);
    for _ in 0..1_000 {
        program.call("demo.Reader.read()I", READER, &[], None, |_| ());
    }
    program.builder.thread_ended(1);
    assert_eq!(program.builder.take_lost().collect::<Vec<_>>(), [READER.1]);
}
