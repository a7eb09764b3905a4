//! What is remembered of each call: profiles, arrays, dependences, the tests it came from, fields; and objects of classes that
//! are watched from outside.

use palus_model::{
    Abstract, ArrayShape, Elements, Input, Model, Observation, Output, Position, Profile as Kept, RecordedArray,
    Transition,
};
use palus_trace::{Event, FieldKind, Profile, Scalar, Seen};

use crate::common::{Arg, Program, ints};

const NEW_A: &str = "demo.A.<init>()V";

fn transitions<'m>(model: &'m Model, class: &str, method: &str) -> Vec<&'m Transition> {
    let nodes = &model.class(class).expect("the class is modelled").nodes;
    let all = nodes.iter().flat_map(|node| &node.outgoing);
    all.filter(|transition| &*transition.method.name == method).collect()
}

fn fields(model: &Model, profile: Option<Kept>) -> Vec<(String, Abstract)> {
    let fields = model
        .fields(profile.expect("a profile was taken"))
        .expect("its layout is known");
    fields.map(|(field, value)| (field.name.to_string(), value)).collect()
}

#[test]
fn profiles_of_receiver_argument_and_result_are_those_of_their_moments() {
    let mut program = Program::new();
    program.lay_out("demo.A", &[("open", FieldKind::Boolean), ("sent", FieldKind::Number)]);
    program.lay_out("java.util.Properties", &[("defaults", FieldKind::Reference)]);
    program.profile = Profile(0b0101);
    program.new_object(NEW_A, ("demo.A", 1), &[]);
    program.profile = Profile(0b1011);
    let with = [Arg::Of("java.util.Properties", 9)];
    program.call(
        "demo.A.open(Ljava/util/Properties;)Ldemo/A;",
        ("demo.A", 1),
        &with,
        Some(Arg::Of("demo.A", 1)),
        |_| (),
    );
    let model = program.finish();

    let made = &transitions(&model, "demo.A", "<init>")[0].observations[0];
    assert_eq!(made.exchange.subject, None);
    let Some(Output::Object { profile, .. }) = made.exchange.result else {
        panic!("a constructor gives back the object")
    };
    let fresh = [("open", Abstract::Boolean(false)), ("sent", Abstract::Zero)];
    assert_eq!(
        fields(&model, profile),
        fresh.map(|(name, value)| (name.to_owned(), value))
    );

    let opened = &transitions(&model, "demo.A", "open")[0].observations[0];
    let busy = [("open", Abstract::Boolean(true)), ("sent", Abstract::Positive)];
    assert_eq!(
        fields(&model, opened.exchange.subject),
        busy.map(|(name, value)| (name.to_owned(), value))
    );
    let Input::Object {
        state: None, profile, ..
    } = opened.exchange.inputs[1]
    else {
        panic!("{opened:?}")
    };
    assert_eq!(fields(&model, profile), [("defaults".to_owned(), Abstract::NonNull)]);
    assert!(matches!(&opened.exchange.result, Some(Output::Object { class, .. }) if &**class == "demo.A"));
}

#[test]
fn calls_with_equal_arguments_but_other_profiles_are_observations_of_their_own() {
    let mut program = Program::new();
    program.lay_out("demo.A", &[("open", FieldKind::Boolean)]);
    program.new_object(NEW_A, ("demo.A", 1), &[]);
    for (object, bits) in [(51, 1), (52, 3), (53, 3)] {
        program.profile = Profile(bits);
        program.call_static(
            "static demo.B.look(Ldemo/P;)V",
            &[Arg::Of("demo.A", object)],
            None,
            |_| (),
        );
    }
    let model = program.finish();
    let counts: Vec<u64> = model.statics[0].observations.iter().map(|seen| seen.count).collect();
    assert_eq!(counts, [2, 1]);
}

#[test]
fn profiles_of_two_versions_of_a_class_keep_their_fields_when_merged() {
    let run = |field: &str| {
        let mut program = Program::new();
        program.lay_out("demo.A", &[(field, FieldKind::Boolean)]);
        program.new_object(NEW_A, ("demo.A", 1), &[]);
        program.profile = Profile(3);
        program.call("demo.A.close()V", ("demo.A", 1), &[], None, |_| ());
        program.finish()
    };
    let mut both = run("open");
    both.merge(&run("isOpen"));
    let both = Model::from_bytes(&both.to_bytes().unwrap()).unwrap();
    let closed = transitions(&both, "demo.A", "close")[0];
    let mut names: Vec<_> = closed
        .observations
        .iter()
        .map(|seen| fields(&both, seen.exchange.subject))
        .collect();
    names.sort_by(|a, b| a[0].0.cmp(&b[0].0));
    let open = |name: &str| vec![(name.to_owned(), Abstract::Boolean(true))];
    assert_eq!(names, [open("isOpen"), open("open")]);
}

#[test]
fn arrays_keep_their_elements_and_their_shape() {
    let mut program = Program::new();
    let method = program.method("static demo.Sum.of([I)I");
    let class = program.class("[I");
    let bytes: Vec<u8> = [3, -1].into_iter().flat_map(i32::to_le_bytes).collect();
    for bytes in [&bytes[..], &[]] {
        program.fold(Event::Enter {
            method,
            depth: 1,
            receiver: Seen::None,
        });
        program.fold(Event::Argument {
            position: 1,
            value: ints(class, bytes),
        });
        program.fold(Event::Exit {
            method,
            depth: 1,
            result: Seen::Primitive(Scalar::Int(2)),
        });
    }
    let model = program.finish();
    let model = Model::from_bytes(&model.to_bytes().unwrap()).unwrap();
    let seen = &model.statics[0].observations;
    let arrays: Vec<&RecordedArray> = seen
        .iter()
        .filter_map(|seen| match &seen.exchange.inputs[0] {
            Input::Array(array) => Some(array),
            _ => None,
        })
        .collect();
    assert_eq!(arrays.len(), 2);
    assert!(arrays.iter().all(|array| array.is_whole()));
    let full = arrays.iter().find(|array| array.length == 2).unwrap();
    assert_eq!(full.elements, Elements::Ints([3, -1].into()));
    assert_eq!(full.shape(), ArrayShape::Other);
    assert!(arrays.iter().any(|array| array.shape() == ArrayShape::Empty));
}

#[test]
fn a_dependence_is_counted_for_every_state_that_was_passed_also_where_no_observation_is_left() {
    let mut program = Program::new();
    for number in 0..500 {
        let a = ("demo.A", 10 + number);
        program.new_object(NEW_A, a, &[]);
        if number % 5 == 0 {
            program.call("demo.A.open()V", a, &[], None, |_| ());
        }
        let args = [Arg::Of("demo.A", a.1), Arg::Int(number as i32)];
        program.new_object("demo.B.<init>(Ldemo/A;I)V", ("demo.B", 1_000 + number), &args);
    }
    let model = program.finish();
    let made = transitions(&model, "demo.B", "<init>")[0];
    let shown: Vec<(u16, u32, u64)> = made
        .dependences
        .iter()
        .map(|edge| (edge.input, edge.state.0, edge.count))
        .collect();
    assert_eq!(shown, [(0, 1, 400), (0, 2, 100)]);
    assert!(made.observations.len() <= 64);
    assert_eq!(made.count, 500);
}

#[test]
fn a_transition_names_the_tests_that_took_it() {
    let mut program = Program::new();
    program.test("demo.ATest.opens()V", |test| {
        test.new_object(NEW_A, ("demo.A", 1), &[]);
        test.call("demo.A.open()V", ("demo.A", 1), &[], None, |_| ());
    });
    program.new_object(NEW_A, ("demo.A", 2), &[]);
    program.test("demo.ATest.closes()V", |test| {
        test.new_object(NEW_A, ("demo.A", 3), &[]);
        test.new_object(NEW_A, ("demo.A", 4), &[]);
    });
    let model = program.finish();
    let origins = |method| -> Vec<(String, u64)> {
        let origins = transitions(&model, "demo.A", method)[0].origins.iter();
        origins
            .map(|origin| (origin.test.name.to_string(), origin.count))
            .collect()
    };
    assert_eq!(origins("<init>"), [("closes".to_owned(), 2), ("opens".to_owned(), 1)]);
    assert_eq!(origins("open"), [("opens".to_owned(), 1)]);
    assert_eq!(transitions(&model, "demo.A", "<init>")[0].count, 4);
}

#[test]
fn field_accesses_are_counted_by_method_and_field_and_added_up_when_merged() {
    let mut program = Program::new();
    program.accesses("demo.A.send()V", ("demo.A", "sent"), true, 3);
    program.accesses("demo.A.send()V", ("demo.A", "sent"), false, 4);
    program.accesses("demo.A.close()V", ("demo.A", "open"), true, 1);
    let mut model = program.finish();
    model.merge(&model.clone());
    let model = Model::from_bytes(&model.to_bytes().unwrap()).unwrap();
    let shown: Vec<String> = model
        .accesses
        .iter()
        .map(|access| {
            format!(
                "{} {} r{} w{}",
                access.method.name, access.field.name, access.reads, access.writes
            )
        })
        .collect();
    assert_eq!(shown, ["close open r0 w2", "send sent r8 w6"]);
}

#[test]
fn counts_of_a_sampled_class_say_how_many_objects_they_stand_for() {
    let mut program = Program::new();
    program.new_object(NEW_A, ("demo.A", 1), &[]);
    let class = program.class("demo.A");
    program.builder.sampled(class, 4);
    program.new_object(NEW_A, ("demo.A", 2), &[]);
    program.builder.sampled(class, 0);
    program.new_object(NEW_A, ("demo.A", 3), &[]);
    let mut model = program.finish();
    model.merge(&model.clone());
    let class = model.class("demo.A").unwrap();
    assert_eq!((class.objects, class.represented, class.sampling), (6, 36, 4));
}

#[test]
fn an_object_that_is_drawn_again_and_again_stands_for_nobody_else_in_the_end() {
    let represented = |is_drawn_again: bool| {
        let mut program = Program::new();
        if is_drawn_again {
            program.builder.draw_again();
        }
        program.new_object(NEW_A, ("demo.A", 1), &[]);
        let class = program.class("demo.A");
        program.builder.sampled(class, 12);
        program.new_object(NEW_A, ("demo.A", 2), &[]);
        program.builder.sampled(class, 0);
        program.call("demo.A.go()V", ("demo.A", 2), &[], None, |_| ());
        program.finish().class("demo.A").unwrap().represented
    };
    assert_eq!((represented(false), represented(true)), (1 + 4096, 2));
}

#[test]
fn an_object_that_is_not_followed_teaches_nothing_but_is_an_argument() {
    let mut program = Program::new();
    program.method(NEW_A);
    program.call_static("static demo.B.use(Ldemo/A;)V", &[Arg::Of("demo.A", 0)], None, |_| ());
    let model = program.finish();
    assert!(model.class("demo.A").is_none());
    let input = Input::Object {
        class: "demo.A".into(),
        state: None,
        profile: None,
    };
    assert_eq!(model.statics[0].observations[0].exchange.inputs, [input]);
}

/// A list of the JDK that is made and filled in a test, and passed to the code under test.
fn filled_list() -> Model {
    let mut program = Program::new();
    program.method("demo.Bag.<init>(Ljava/util/List;)V");
    let list = ("java.util.ArrayList", 5);
    let new_list = program.method("outside java.util.ArrayList.<init>()V");
    let class = program.class(list.0);
    program.fold(Event::Enter {
        method: new_list,
        depth: 1,
        receiver: Seen::Uninitialised,
    });
    let result = program.of(class, list.1);
    program.fold(Event::Exit {
        method: new_list,
        depth: 1,
        result,
    });
    for text in ["a", "b"] {
        program.call(
            "outside java.util.List.add(Ljava/lang/Object;)Z",
            list,
            &[Arg::Text(text)],
            Some(Arg::Int(1)),
            |_| (),
        );
    }
    program.new_object(
        "demo.Bag.<init>(Ljava/util/List;)V",
        ("demo.Bag", 1),
        &[Arg::Of(list.0, list.1)],
    );
    // A list that was made elsewhere, and a call from outside on an object that is watched from inside.
    program.call(
        "demo.Bag.addAll(Ljava/util/List;)V",
        ("demo.Bag", 1),
        &[Arg::Of(list.0, 6)],
        None,
        |_| (),
    );
    program.call(
        "outside java.util.Collection.size()I",
        ("demo.Bag", 1),
        &[],
        Some(Arg::Int(2)),
        |inside| {
            inside.call("demo.Bag.size()I", ("demo.Bag", 1), &[], Some(Arg::Int(2)), |_| ());
        },
    );
    program.finish()
}

#[test]
fn a_list_of_the_jdk_has_a_model_of_the_calls_seen_from_outside() {
    let model = filled_list();
    insta::assert_snapshot!(palus_model::render::text(&model, None), @r#"
    demo.Bag  1 object, 4 states
      0 -> 1  <init>(List)  x1  (ArrayList@3)
      1 -> 2  addAll(List)  x1  (ArrayList)
      2 -> 3  size()  x1
      exits: 3

    java.util.ArrayList  1 object, 5 states
      0 -> 1  <init>()  x1
      1 -> 2  List.add(Object)  x1  ("a")
      2 -> 3  List.add(Object)  x1  ("b")
      3 -> 4  argument 1 of Bag.<init>(List)  x1
      exits: 4
    "#);
    assert!(
        model.class("java.util.ArrayList").unwrap().nodes[1].outgoing[0]
            .method
            .is_call_site()
    );
}

#[test]
fn an_object_that_a_factory_of_the_jdk_gives_back_is_followed_from_there() {
    let mut program = Program::new();
    program.method(NEW_A);
    let list = ("java.util.Arrays$ArrayList", 5);
    program.call_static(
        "outside-static java.util.Arrays.asList([Ljava/lang/Object;)Ljava/util/List;",
        &[Arg::Null],
        Some(Arg::Of(list.0, list.1)),
        |_| (),
    );
    program.call(
        "outside java.util.List.get(I)Ljava/lang/Object;",
        list,
        &[Arg::Int(0)],
        Some(Arg::Null),
        |_| (),
    );
    let model = program.finish();
    let list = model.class("java.util.Arrays$ArrayList").unwrap();
    assert_eq!(list.nodes[0].outgoing[0].position, Position::Result);
    assert!(list.accepts(&["asList", "get"]));
    assert!(model.statics.is_empty(), "a static method of the JDK is not under test");
}

#[test]
fn equal_observations_have_one_entry() {
    let model = filled_list();
    let seen: Vec<&Observation> = transitions(&model, "java.util.ArrayList", "add")
        .into_iter()
        .flat_map(|transition| transition.observations.iter())
        .collect();
    assert!(
        seen.iter()
            .all(|seen| seen.count == 1 && seen.exchange.result.is_none())
    );
}
