//! What a recorded program teaches: each test is a small program and the model that comes of it.

use palus_model::{Input, Model, NodeId, Position, render};

use crate::common::{Arg, Program};

const A: (&str, u64) = ("demo.A", 1);
const NEW_A: &str = "demo.A.<init>()V";

fn show(model: &Model) -> String {
    render::text(model, None)
}

#[test]
fn the_papers_example_gives_the_papers_model() {
    let mut program = Program::new();
    let (driver, connection, statement) = (("demo.Driver", 1), ("demo.Connection", 2), ("demo.Statement", 3));
    let url = Arg::Text("jdbc:tinysql:db");
    let properties = Arg::Of("java.util.Properties", 9);
    program.new_object("demo.Driver.<init>()V", driver, &[]);
    let connect = "demo.Driver.connect(Ljava/lang/String;Ljava/util/Properties;)Ldemo/Connection;";
    program.call(
        connect,
        driver,
        &[url, properties],
        Some(Arg::Of("demo.Connection", 2)),
        |inside| {
            inside.new_object("demo.Connection.<init>(Ljava/lang/String;)V", connection, &[url]);
        },
    );
    let of_connection = [Arg::Of("demo.Connection", 2)];
    program.new_object("demo.Statement.<init>(Ldemo/Connection;)V", statement, &of_connection);
    let query = "demo.Statement.executeQuery(Ljava/lang/String;)V";
    program.call(query, statement, &[Arg::Text("select * from table_name")], None, |_| ());
    program.call("demo.Statement.close()V", statement, &[], None, |_| ());
    program.call("demo.Connection.close()V", connection, &[], None, |_| ());

    let model = program.finish();
    insta::assert_snapshot!(show(&model), @r#"
    demo.Connection  1 object, 4 states
      0 -> 1  <init>(String)  x1  nested, towards 1  ("jdbc:tinysql:db")
      0 -> 1  result of Driver.connect(String, Properties)  x1  (Driver@1, "jdbc:tinysql:db", Properties)
      1 -> 2  argument 1 of Statement.<init>(Connection)  x1
      2 -> 3  close()  x1
      exits: 3

    demo.Driver  1 object, 3 states
      0 -> 1  <init>()  x1
      1 -> 2  connect(String, Properties)  x1  ("jdbc:tinysql:db", Properties)
      exits: 2

    demo.Statement  1 object, 4 states
      0 -> 1  <init>(Connection)  x1  (Connection@1)
      1 -> 2  executeQuery(String)  x1  ("select * from table_name")
      2 -> 3  close()  x1
      exits: 3
    "#);
    let root = NodeId(0);
    let connection = model.class("demo.Connection").unwrap();
    let result = connection
        .legal(root)
        .find(|transition| transition.position == Position::Result)
        .unwrap();
    let driver_as_constructed = Input::Object {
        class: "demo.Driver".into(),
        state: Some(NodeId(1)),
        profile: None,
    };
    assert_eq!(result.observations[0].exchange.inputs[0], driver_as_constructed);
    let constructor = connection
        .legal(root)
        .find(|transition| transition.position == Position::Receiver)
        .unwrap();
    assert_eq!(
        (constructor.target, constructor.nested_to),
        (result.target, Some(result.target))
    );
    let statement = model.class("demo.Statement").unwrap();
    let connection_as_returned = Input::Object {
        class: "demo.Connection".into(),
        state: Some(result.target),
        profile: None,
    };
    assert_eq!(
        statement.nodes[0].outgoing[0].observations[0].exchange.inputs,
        [connection_as_returned]
    );
}

#[test]
fn objects_share_a_state_as_long_as_their_calls_are_equal() {
    let mut program = Program::new();
    for object in 1..=2 {
        let this = ("demo.A", object);
        program.new_object(NEW_A, this, &[]);
        program.call("demo.A.open(I)V", this, &[Arg::Int(object as i32)], None, |_| ());
        if object == 1 {
            program.call(
                "demo.A.send(Ljava/lang/String;)V",
                this,
                &[Arg::Text("x")],
                None,
                |_| (),
            );
        }
        program.call("demo.A.close()V", this, &[], None, |_| ());
        program.dead(object);
    }
    let model = program.finish();
    insta::assert_snapshot!(show(&model), @r#"
    demo.A  2 objects, 6 states
      0 -> 1  <init>()  x2
      1 -> 2  open(int)  x2  (1)  (2)
      2 -> 3  close()  x1
      2 -> 4  send(String)  x1  ("x")
      4 -> 5  close()  x1
      exits: 3, 5
    "#);
    let class = model.class("demo.A").unwrap();
    assert!(class.accepts(&["<init>", "open", "send", "close"]));
    assert!(class.accepts(&["<init>", "open", "close"]));
    assert!(!class.accepts(&["<init>", "open"]));
    assert!(!class.accepts(&["<init>", "send", "close"]));
}

#[test]
fn nested_calls_become_a_path_beside_the_outer_call() {
    let mut program = Program::new();
    program.new_object(NEW_A, A, &[]);
    program.call("demo.A.addAll()V", A, &[], None, |inside| {
        inside.call("private demo.A.grow()V", A, &[], None, |_| ());
        inside.call("demo.A.add(I)V", A, &[Arg::Int(1)], None, |deeper| {
            deeper.call("demo.A.check()V", A, &[], None, |_| ());
        });
        inside.call("demo.A.add(I)V", A, &[Arg::Int(2)], None, |_| ());
    });
    program.call("demo.A.clear()V", A, &[], None, |_| ());
    let model = program.finish();
    insta::assert_snapshot!(show(&model), @r#"
    demo.A  1 object, 6 states
      0 -> 1  <init>()  x1
      1 -> 2  addAll()  x1
      1 -> 3  grow()  x1  nested, towards 2
      2 -> 4  clear()  x1
      3 -> 5  add(int)  x1  nested, towards 2  (1)
      3 -> 5  check()  x1  nested, towards 5
      5 -> 2  add(int)  x1  nested, towards 2  (2)
      exits: 4
    "#);
    let class = model.class("demo.A").unwrap();
    for accepted in [
        &["<init>", "addAll", "clear"][..],
        &["<init>", "grow", "add", "add", "clear"],
        &["<init>", "grow", "check", "add", "clear"],
    ] {
        assert!(class.accepts(accepted), "{accepted:?}");
    }
    for rejected in [
        &["<init>", "grow", "add", "clear"][..],
        &["<init>", "addAll", "add", "clear"],
    ] {
        assert!(!class.accepts(rejected), "{rejected:?}");
    }
}

#[test]
fn recursion_leaves_no_cycle() {
    let mut program = Program::new();
    program.new_object(NEW_A, A, &[]);
    program.call("demo.A.walk()V", A, &[], None, |inside| {
        inside.call("demo.A.walk()V", A, &[], None, |_| ());
        inside.call("demo.A.mark()V", A, &[], None, |_| ());
    });
    let model = program.finish();
    insta::assert_snapshot!(show(&model), @r#"
    demo.A  1 object, 4 states
      0 -> 1  <init>()  x1
      1 -> 2  walk()  x1
      1 -> 3  walk()  x1  nested, towards 2
      3 -> 2  mark()  x1  nested, towards 2
      exits: 2
    "#);
    let class = model.class("demo.A").unwrap();
    assert!(class.accepts(&["<init>", "walk"]));
    assert!(class.accepts(&["<init>", "walk", "mark"]));
    assert!(!class.accepts(&["<init>", "walk", "mark", "mark"]));
}

#[test]
fn a_deep_recursion_is_cut_and_does_no_harm() {
    fn recurse(program: &mut Program, levels: u32) {
        if levels > 0 {
            program.call("demo.A.walk()V", A, &[], None, |inside| recurse(inside, levels - 1));
        }
    }
    let mut program = Program::new();
    recurse(&mut program, 500);
    let model = program.finish();
    assert_eq!(model.class("demo.A").unwrap().states(), 2);
}

#[test]
fn a_call_that_threw_is_kept_and_marked() {
    let mut program = Program::new();
    program.new_object(NEW_A, A, &[]);
    program.call_throws("demo.A.send()V", A, &[], "java.lang.IllegalStateException", |_| ());
    program.call("demo.A.open()V", A, &[], None, |_| ());
    let model = program.finish();
    insta::assert_snapshot!(show(&model), @r#"
    demo.A  1 object, 4 states
      0 -> 1  <init>()  x1
      1 -> 2  send()  x1  threw java.lang.IllegalStateException
      2 -> 3  open()  x1
      exits: 3
    "#);
    assert!(!model.class("demo.A").unwrap().accepts(&["<init>", "send", "open"]));
}

#[test]
fn a_frame_that_ended_unseen_threw_something() {
    let mut program = Program::new();
    program.enter_only("demo.A.send()V", A);
    program.on_thread(1, 0).call("demo.A.open()V", A, &[], None, |_| ());
    insta::assert_snapshot!(show(&program.finish()), @r#"
    demo.A  1 object, 3 states
      0 -> 1  send()  x1  threw java.lang.Throwable
      1 -> 2  open()  x1
      exits: 2
    "#);
}

#[test]
fn a_call_that_the_recording_cut_off_teaches_only_what_ended_inside_it() {
    let mut program = Program::new();
    program.enter_only("demo.A.run()V", A);
    program.call("demo.A.step()V", A, &[], None, |_| ());
    insta::assert_snapshot!(show(&program.finish()), @r#"
    demo.A  1 object, 2 states
      0 -> 1  step()  x1
      exits: 1
    "#);
}

#[test]
fn superclass_constructors_are_nested_in_that_of_the_class() {
    let mut program = Program::new();
    let sub = ("demo.Sub", 1);
    program.construct(
        "demo.Sub.<init>(Ldemo/Part;)V",
        sub,
        &[Arg::Null],
        |before| {
            before.new_object("demo.Part.<init>()V", ("demo.Part", 2), &[]);
            before.construct(
                "demo.Base.<init>(Ldemo/Part;)V",
                sub,
                &[Arg::Of("demo.Part", 2)],
                |_| (),
                |after| {
                    after.call("demo.Base.init()V", sub, &[], None, |_| ());
                },
            );
        },
        |after| after.call("private demo.Sub.setUp()V", sub, &[], None, |_| ()),
    );
    let model = program.finish();
    insta::assert_snapshot!(show(&model), @r#"
    demo.Part  1 object, 3 states
      0 -> 1  <init>()  x1
      1 -> 2  argument 1 of Base.<init>(Part)  x1
      exits: 2

    demo.Sub  1 object, 3 states
      0 -> 2  Base.<init>(Part)  x1  nested, towards 1  (Part@1)
      0 -> 2  Base.init()  x1  nested, towards 2
      0 -> 1  <init>(Part)  x1  (null)
      2 -> 1  setUp()  x1  nested, towards 1
      exits: 1
    "#);
    insta::assert_snapshot!(render::text(&model.callable(), Some("demo.Sub")), @r#"
    demo.Sub  1 object, 3 states
      0 -> 1  <init>(Part)  x1  (null)
      exits: 1
    "#);
}

#[test]
fn a_state_that_was_passed_before_its_call_proved_nested_is_found_again() {
    let mut program = Program::new();
    let part = ("demo.Part", 2);
    program.call(
        "demo.A.make()Ldemo/Part;",
        A,
        &[],
        Some(Arg::Of(part.0, part.1)),
        |inside| {
            inside.new_object("demo.Part.<init>()V", part, &[]);
            inside.call(
                "demo.Log.add(Ldemo/Part;)V",
                ("demo.Log", 3),
                &[Arg::Of(part.0, part.1)],
                None,
                |_| (),
            );
        },
    );
    insta::assert_snapshot!(show(&program.finish()), @r#"
    demo.A  1 object, 2 states
      0 -> 1  make()  x1
      exits: 1

    demo.Log  1 object, 2 states
      0 -> 1  add(Part)  x1  (Part@2)
      exits: 1

    demo.Part  1 object, 3 states
      0 -> 1  result of A.make()  x1  (A)
      0 -> 2  <init>()  x1  nested, towards 1
      2 -> 1  argument 1 of Log.add(Part)  x1  nested, towards 1  (Log, this)
      exits: 1
    "#);
}

#[test]
fn an_object_that_another_thread_uses_meanwhile_is_not_nested_there() {
    let mut program = Program::new();
    let run = program.method("demo.A.run()V");
    program.enter_only("demo.A.run()V", A);
    program.on_thread(2, 0).call("demo.A.poll()V", A, &[], None, |inside| {
        inside.call("demo.A.size()V", A, &[], None, |_| ());
    });
    program.on_thread(1, 1).fold(palus_trace::Event::Exit {
        method: run,
        depth: 1,
        result: palus_trace::Seen::None,
    });
    insta::assert_snapshot!(show(&program.finish()), @r#"
    demo.A  1 object, 3 states
      0 -> 1  poll()  x1
      0 -> 1  size()  x1  nested, towards 1
      1 -> 2  run()  x1
      exits: 2
    "#);
}

#[test]
fn static_calls_are_kept_apart_with_what_was_passed() {
    let mut program = Program::new();
    program.call_static(
        "static demo.Tool.parse(Ljava/lang/String;)I",
        &[Arg::Text("1")],
        Some(Arg::Int(1)),
        |_| (),
    );
    program.call_static(
        "static demo.Tool.parse(Ljava/lang/String;)I",
        &[Arg::Text("1")],
        Some(Arg::Int(1)),
        |_| (),
    );
    program.call_static(
        "static demo.Tool.parse(Ljava/lang/String;)I",
        &[Arg::Null],
        None,
        |_| (),
    );
    insta::assert_snapshot!(show(&program.finish()), @r#"
    static methods
      demo.Tool.parse(String)  x3  ("1") x2  (null)
    "#);
}

#[test]
fn an_object_returned_without_being_seen_before_starts_with_that() {
    let mut program = Program::new();
    program.method(NEW_A);
    let part = Arg::Of("demo.A", 5);
    program.call_static("static demo.Tool.get()Ldemo/A;", &[], Some(part), |_| ());
    program.call("demo.A.size()V", ("demo.A", 5), &[], None, |_| ());
    insta::assert_snapshot!(show(&program.finish()), @r#"
    demo.A  1 object, 3 states
      0 -> 1  result of Tool.get()  x1
      1 -> 2  size()  x1
      exits: 2

    static methods
      demo.Tool.get()  x1
    "#);
}

#[test]
fn a_thousand_values_leave_the_smallest_the_largest_and_some() {
    let mut program = Program::new();
    program.new_object(NEW_A, A, &[]);
    for value in -500..500 {
        let this = ("demo.A", 10 + (value + 500) as u64);
        program.new_object(NEW_A, this, &[]);
        program.call("demo.A.add(I)V", this, &[Arg::Int(value)], None, |_| ());
    }
    let model = program.finish();
    let add = &model.class("demo.A").unwrap().nodes[1].outgoing[0];
    assert_eq!(add.count, 1_000);
    assert!((48..=64).contains(&add.observations.len()));
    for extreme in [-500, 499] {
        let value = Input::Value(palus_model::Recorded::Int(extreme));
        assert!(add.observations.iter().any(|seen| seen.exchange.inputs[1] == value));
    }
}

#[test]
fn a_long_history_stops_at_its_limit() {
    let mut program = Program::new();
    for _ in 0..10_000 {
        program.call("demo.A.step()V", A, &[], None, |_| ());
    }
    let model = program.finish();
    let class = model.class("demo.A").unwrap();
    assert!(class.states() <= 257);
    assert_eq!(class.truncated, 1);
}

#[test]
fn events_that_fit_no_open_call_are_ignored() {
    let mut program = Program::new();
    let method = program.method("demo.A.f()V");
    program.fold(palus_trace::Event::Argument {
        position: 1,
        value: palus_trace::Seen::Null,
    });
    program.fold(palus_trace::Event::Exit {
        method,
        depth: 3,
        result: palus_trace::Seen::None,
    });
    program.fold(palus_trace::Event::Initialised {
        method,
        depth: 3,
        class: 77,
        object: 1,
    });
    program.fold(palus_trace::Event::Threw {
        method,
        depth: 0,
        class: 0,
        object: 1,
    });
    program.fold(palus_trace::Event::Enter {
        method: 99,
        depth: 0,
        receiver: palus_trace::Seen::Null,
    });
    program.dead(4);
    assert!(program.finish().classes.is_empty());
}
