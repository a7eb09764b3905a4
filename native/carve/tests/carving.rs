//! Tests of a trace in memory, as sequences.

use std::error::Error;

use palus_carve::{Carved, Carver, Constant, Why};
use palus_executions::{Call, Ended, Header, Outcome, Writer};
use palus_observe::Observations;
use palus_sequence::{Scalar, StateId, Symbols};
use palus_state::{Class, Content, Slot, State, Value};
use palus_trace::MethodNames;
use rustc_hash::FxHashMap;

/// What a root of a state is.
#[derive(Clone)]
enum Thing {
    Null,
    Int(i32),
    Text(&'static str),
    /// A `demo.Cell` that holds something: equal names are one object.
    Cell(&'static str, Box<Thing>),
    /// An object of another class, with no fields.
    Other(&'static str),
    Ints(Vec<i32>),
    List(Vec<Thing>),
}

use Thing::{Cell, Int, Ints, List, Null, Other, Text};

fn cell(name: &'static str, held: i32) -> Thing {
    Cell(name, Box::new(Int(held)))
}

/// The objects of a state, by position.
#[derive(Default)]
struct Heap {
    nodes: Vec<(Class, Content)>,
    cells: Vec<(&'static str, u32)>,
}

impl Heap {
    fn slot(&mut self, thing: &Thing) -> Slot {
        match thing {
            Null => Slot::Null,
            Int(value) => Slot::Value(Value::Boxed(Scalar::Int(*value))),
            Text(text) => Slot::Value(Value::String((*text).into())),
            Cell(name, held) => {
                if let Some((_, node)) = self.cells.iter().find(|(known, _)| known == name) {
                    return Slot::Node(*node);
                }
                let node = self.add("demo.Cell", &["held"], Content::Opaque);
                self.cells.push((name, node));
                let held = self.slot(held);
                self.nodes[node as usize].1 = Content::Fields(vec![held]);
                Slot::Node(node)
            }
            Other(class) => Slot::Node(self.add(class, &[], Content::Fields(Vec::new()))),
            Ints(values) => {
                let slots = values
                    .iter()
                    .map(|value| Slot::Value(Value::Scalar(Scalar::Int(*value))));
                Slot::Node(self.add("[I", &[], Content::Elements(None, slots.collect())))
            }
            List(held) => {
                let node = self.add("java.util.ArrayList", &[], Content::Opaque);
                let held = held.iter().map(|thing| self.slot(thing)).collect();
                self.nodes[node as usize].1 = Content::Elements(None, held);
                Slot::Node(node)
            }
        }
    }

    fn add(&mut self, class: &str, fields: &[&str], content: Content) -> u32 {
        let field = |field: &&str| (class.into(), (*field).into());
        let class = Class {
            name: class.into(),
            fields: fields.iter().map(field).collect(),
        };
        self.nodes.push((class, content));
        self.nodes.len() as u32 - 1
    }
}

fn joint(things: &[Thing]) -> State {
    let mut heap = Heap::default();
    let roots = things.iter().map(|thing| heap.slot(thing)).collect();
    State::number(roots, |node| heap.nodes[node as usize].clone()).expect("it is small")
}

const INIT: u32 = 0;
const SET: u32 = 1;
const ADD_ALL: u32 = 2;
const OF: u32 = 3;
const TEST: u32 = 4;
const OTHER_TEST: u32 = 5;

/// A film that is written call by call.
struct Film {
    bytes: Vec<u8>,
}

type Written = Result<(), Box<dyn Error>>;

/// A call: the method, what it is given, what that is behind it and what it gives, and how it ends.
type Shot<'s> = (u32, &'s [Thing], &'s [Thing], Ended);

impl Film {
    /// Of tests, each with what runs before it and in it.
    fn of(tests: &[(u32, &[Shot<'_>], &[Shot<'_>])]) -> Result<Self, Box<dyn Error>> {
        let mut bytes = Vec::new();
        let header = Header {
            process: 7,
            has_states: true,
        };
        let mut writer = Writer::new(&mut bytes, header)?;
        let methods = [
            (INIT, "demo.Cell", "<init>", "(I)V", 1),
            (SET, "demo.Cell", "set", "(Ljava/lang/Object;)Ldemo/Cell;", 1),
            (ADD_ALL, "demo.Cell", "addAll", "([ILjava/util/List;)V", 1),
            (OF, "demo.Cell", "of", "(Ldemo/Cell;)V", 9),
            (TEST, "demo.CellTest", "one", "()V", 1),
            (OTHER_TEST, "demo.CellTest", "two", "()V", 1),
        ];
        for (id, owner, name, descriptor, access) in methods {
            let method = MethodNames {
                owner: owner.into(),
                name: name.into(),
                descriptor: descriptor.into(),
                access,
            };
            writer.method(id, &method);
        }
        writer.class(0, "demo.Oops");
        for (test, before, within) in tests {
            write(&mut writer, before);
            writer.test(1, *test, true);
            write(&mut writer, within);
            writer.test(1, *test, false);
        }
        writer.finish(0, &[])?;
        Ok(Self { bytes })
    }

    fn carved(&self, constants: FxHashMap<StateId, Constant>) -> Result<(Vec<Carved>, Symbols), Box<dyn Error>> {
        let mut calls = Observations::new(self.bytes.as_slice())?;
        let mut carver = Carver::with_constants(constants);
        let mut tests = Vec::new();
        while let Some(call) = calls.next() {
            let call = call?;
            let given = call.execution.entry.and_then(|number| calls.joint(number));
            tests.extend(carver.add(&call, given.as_ref(), calls.states()));
        }
        tests.extend(carver.take_open());
        Ok((tests, carver.into_symbols()))
    }

    /// The text of each test.
    fn texts(&self) -> Result<Vec<String>, Box<dyn Error>> {
        let (tests, symbols) = self.carved(FxHashMap::default())?;
        assert!(tests.iter().all(|test| test.missing.is_empty()), "{tests:?}");
        Ok(tests.iter().map(|test| test.sequence.text(&symbols)).collect())
    }
}

fn write(writer: &mut Writer<&mut Vec<u8>>, calls: &[Shot<'_>]) {
    for (method, given, behind, ended) in calls {
        let mut call = |things: &[Thing]| Call {
            thread: 1,
            depth: 1,
            method: *method,
            state: writer.state(&joint(things).bytes()),
        };
        let (begins, ends) = (call(given), call(behind));
        writer.begins(begins);
        writer.ends(ends, *ended);
    }
}

/// `new Cell(held)`.
fn made(name: &'static str, held: i32) -> [Vec<Thing>; 2] {
    [vec![Null, Int(held)], vec![cell(name, held), Int(held)]]
}

#[test]
fn a_receiver_is_the_object_that_was_last_in_its_state() -> Written {
    let ([a0, a1], [b0, b1]) = (made("a", 1), made("b", 2));
    let set = [
        vec![cell("a", 1), Int(5)],
        vec![cell("a", 5), Int(5), cell("a", 5)],
        vec![cell("a", 5), cell("b", 2)],
        vec![
            Cell("a", Box::new(cell("b", 2))),
            cell("b", 2),
            Cell("a", Box::new(cell("b", 2))),
        ],
    ];
    let film = Film::of(&[(
        TEST,
        &[],
        &[
            (INIT, &a0, &a1, Ended::Void),
            (INIT, &b0, &b1, Ended::Void),
            (SET, &set[0], &set[1], Ended::Value),
            (SET, &set[2], &set[3], Ended::Value),
        ],
    )])?;
    assert_eq!(
        film.texts()?,
        ["v0 = new demo.Cell(1)\nv1 = new demo.Cell(2)\nv2 = v0.set(5)\nv3 = v0.set(v1)\n"]
    );
    Ok(())
}

#[test]
fn arrays_and_collections_are_made_of_what_they_hold() -> Written {
    let [a0, a1] = made("a", 1);
    let given = vec![cell("a", 1), Ints(vec![3, 4]), List(vec![Text("x"), cell("a", 1)])];
    let film = Film::of(&[(
        TEST,
        &[],
        &[(INIT, &a0, &a1, Ended::Void), (ADD_ALL, &given, &given, Ended::Void)],
    )])?;
    assert_eq!(
        film.texts()?,
        [
            "v0 = new demo.Cell(1)\nv1 = new int[] {3, 4}\nv2 = new java.util.ArrayList()\nv3 = v2.add(\"x\")\nv4 = v2.add(v0)\n\
             v5 = v0.addAll(v1, v2)\n"
        ]
    );
    Ok(())
}

#[test]
fn an_object_that_code_unseen_changed_is_the_last_one_of_its_class() -> Written {
    let ([a0, a1], given) = (made("a", 1), vec![Null, cell("a", 77)]);
    let film = Film::of(&[(
        TEST,
        &[],
        &[(INIT, &a0, &a1, Ended::Void), (OF, &given, &given, Ended::Threw(0))],
    )])?;
    let (tests, symbols) = film.carved(FxHashMap::default())?;
    assert_eq!(
        tests[0].sequence.text(&symbols),
        "v0 = new demo.Cell(1)\nv1 = demo.Cell.of(v0)\n"
    );
    let step = &tests[0].steps[1];
    assert_eq!(
        (step.statement, &step.outcome),
        (1, &Outcome::Threw("demo.Oops".into()))
    );
    Ok(())
}

#[test]
fn a_call_that_cannot_be_made_is_missing_and_the_rest_is_meant_for_what_it_left() -> Written {
    let ([a0, a1], [b0, b1]) = (made("a", 1), made("b", 2));
    let changed = Cell("a", Box::new(Int(9)));
    let lambda = Other("demo.CellTest$$Lambda/0x1");
    let missing = [
        vec![cell("a", 1), lambda.clone()],
        vec![changed.clone(), lambda, changed.clone()],
    ];
    let last = [vec![Null, changed.clone()], vec![Null, changed]];
    let film = Film::of(&[(
        TEST,
        &[],
        &[
            (INIT, &a0, &a1, Ended::Void),
            (INIT, &b0, &b1, Ended::Void),
            (SET, &missing[0], &missing[1], Ended::Value),
            (OF, &last[0], &last[1], Ended::Void),
        ],
    )])?;
    let (tests, symbols) = film.carved(FxHashMap::default())?;
    assert_eq!(tests[0].missing, [Why::Lambda]);
    assert_eq!(
        tests[0].sequence.text(&symbols),
        "v0 = new demo.Cell(1)\nv1 = new demo.Cell(2)\nv2 = demo.Cell.of(v0)\n"
    );
    Ok(())
}

#[test]
fn what_a_test_does_not_make_comes_from_what_ran_before_an_earlier_one() -> Written {
    let ([a0, a1], given) = (made("a", 1), vec![Null, cell("a", 1)]);
    let grown = [vec![cell("a", 1), Int(5)], vec![cell("a", 5), Int(5), cell("a", 5)]];
    let film = Film::of(&[
        (
            TEST,
            &[(INIT, &a0, &a1, Ended::Void)],
            &[
                (OF, &given, &given, Ended::Void),
                (SET, &grown[0], &grown[1], Ended::Value),
            ],
        ),
        (OTHER_TEST, &[], &[(OF, &given, &given, Ended::Void)]),
    ])?;
    assert_eq!(
        film.texts()?,
        [
            "v0 = new demo.Cell(1)\nv1 = demo.Cell.of(v0)\nv2 = v0.set(5)\n",
            "v0 = new demo.Cell(1)\nv1 = demo.Cell.of(v0)\n",
        ]
    );
    Ok(())
}

#[test]
fn constants_are_read_where_nobody_made_the_object() -> Written {
    let given = vec![Null, cell("a", 42)];
    let film = Film::of(&[(TEST, &[], &[(OF, &given, &given, Ended::Void)])])?;
    let constant = Constant {
        owner: "demo.Cell".into(),
        name: "ANSWER".into(),
        descriptor: "Ldemo/Cell;".into(),
    };
    let state = joint(&[cell("a", 42)]).id();
    let (tests, symbols) = film.carved(FxHashMap::from_iter([(state, constant)]))?;
    assert_eq!(
        tests[0].sequence.text(&symbols),
        "v0 = demo.Cell.ANSWER\nv1 = demo.Cell.of(v0)\n"
    );
    let (tests, _) = film.carved(FxHashMap::default())?;
    assert_eq!(tests[0].missing, [Why::Unmade("demo.Cell".into())]);
    assert!(tests[0].sequence.is_empty());
    Ok(())
}

#[test]
fn what_a_constructor_of_the_tests_own_class_made_is_none_of_ours() -> Written {
    let behind = [vec![Null, Int(1)], vec![Other("demo.CellTest$1"), Int(1)]];
    let film = Film::of(&[(TEST, &[], &[(INIT, &behind[0], &behind[1], Ended::Void)])])?;
    let (tests, _) = film.carved(FxHashMap::default())?;
    assert_eq!(tests[0].missing, [Why::Unmade("demo.CellTest$1".into())]);
    Ok(())
}
