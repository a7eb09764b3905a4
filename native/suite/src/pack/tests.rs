//! Which tests go together, and what becomes of them.

use palus_sequence::{Literal, MethodId, MethodKind, Operand, Outcome, Sequence, Statement, Trace, Value, Var};

use super::*;
use crate::goal::{Candidate, GoalKind, goals};
use crate::testing::{FakeExecutor, World, world};

/// A start of `demo.A.a()` and a question about its value, as it was answered alone.
fn question(world: &mut World, name: &str, answer: i32) -> Packed {
    let start = world.symbols.find_method("demo.A", "a", "()I").unwrap();
    let ask = world
        .symbols
        .method("demo.A", name, "()I", MethodKind::Instance)
        .unwrap();
    let mut sequence = Sequence::default();
    let object = sequence.push(call(start, vec![]));
    sequence.push(call(ask, vec![Operand::Var(object)]));
    let outcomes = [0, answer].map(|value| Outcome::Returned(Value::Int(value))).to_vec();
    let candidate = Candidate {
        subject: world.subject,
        sequence: sequence.clone(),
        trace: Trace {
            outcomes: outcomes.clone(),
            edges: vec![start.0],
            ..Trace::default()
        },
        violates: None,
    };
    Packed {
        reaches: goals(&candidate, &Targets::plain(&[world.subject]), &world.symbols),
        test: KeptTest {
            subject: "demo.A".to_owned(),
            sequence,
            outcomes,
            asserted: vec![1],
            observers: 0,
            acts: vec![],
            asked: Vec::new(),
            violates: None,
            rank: 0,
            micros: 0,
            goals: vec![],
        },
    }
}

fn call(method: MethodId, operands: Vec<Operand>) -> Statement {
    Statement::Call { method, operands }
}

fn packed(world: &mut World, tests: Vec<Packed>) -> Vec<Vec<u16>> {
    let packed = whole(world, tests).into_iter();
    packed.map(|packed| packed.test.asserted).collect()
}

fn whole(world: &mut World, tests: Vec<Packed>) -> Vec<Packed> {
    let subject = world.subject;
    pack(
        tests,
        &Targets::plain(&[subject]),
        &mut FakeExecutor::default(),
        &mut world.symbols,
        &|| true,
    )
    .unwrap()
}

#[test]
fn questions_about_the_same_object_become_one_test() {
    let mut world = world();
    let tests = ["size", "length", "depth"].map(|name| question(&mut world, name, 0));
    assert_eq!(packed(&mut world, tests.into()), [vec![1, 2, 3]]);
}

#[test]
fn together_they_are_kept_for_what_each_was_kept_for() {
    let mut world = world();
    let mut tests = ["size", "length"].map(|name| question(&mut world, name, 0));
    for test in &mut tests {
        test.reaches.retain(|goal| goal.kind() != GoalKind::Answer);
    }
    let together = whole(&mut world, tests.into());
    assert_eq!(together.len(), 1);
    assert!(together[0].reaches.iter().all(|goal| goal.kind() != GoalKind::Answer));
    let varied = ["size", "length"].map(|name| Packed {
        reaches: BTreeSet::from([Goal::Varies(name.len() as u64)]),
        ..question(&mut world, name, 0)
    });
    let together = whole(&mut world, varied.into());
    assert_eq!(together[0].reaches, BTreeSet::from([4, 6].map(Goal::Varies)));
}

#[test]
fn what_is_there_for_its_answer_alone_is_asked_once() {
    let mut world = world();
    let [one, other, twin] = ["size", "length", "size"].map(|name| question(&mut world, name, 0));
    let mut asked = twin;
    asked.reaches = BTreeSet::from([Goal::Varies(1)]);
    asked.test.asked = asked.test.asserted.clone();
    assert_eq!(packed(&mut world, vec![one, other, asked]), [vec![1, 2]]);
}

#[test]
fn a_test_that_asks_several_things_goes_with_one_that_asks_another() {
    let mut world = world();
    let [mut several, second, other] = ["size", "length", "depth"].map(|name| question(&mut world, name, 0));
    several.test.sequence.push(second.test.sequence.statements[1].clone());
    several.test.outcomes.push(second.test.outcomes[1].clone());
    several.test.asserted.push(2);
    several.reaches.extend(second.reaches);
    assert_eq!(packed(&mut world, vec![several, other]), [vec![1, 2, 3]]);
}

#[test]
fn a_question_may_be_what_a_returned_object_looks_like() {
    let mut world = world();
    let look = |world: &mut World, name: &str| {
        let mut test = question(world, name, 0).test;
        let ask = world.symbols.find_method("demo.A", "size", "()I").unwrap();
        test.sequence.push(call(ask, vec![Operand::Var(Var(1))]));
        test.outcomes.push(Outcome::Returned(Value::Int(0)));
        KeptTest {
            asserted: vec![2],
            observers: 1,
            acts: vec![],
            asked: Vec::new(),
            ..test
        }
    };
    let size = question(&mut world, "size", 0);
    let tests = ["first", "second"].map(|name| {
        let reaches = question(&mut world, name, 0).reaches;
        Packed {
            test: look(&mut world, name),
            reaches,
        }
    });
    let tests = tests.into_iter().chain([size]).collect();
    let subject = world.subject;
    let packed = pack(
        tests,
        &Targets::plain(&[subject]),
        &mut FakeExecutor::default(),
        &mut world.symbols,
        &|| true,
    )
    .unwrap();
    let [whole] = &packed[..] else {
        panic!("one test: {}", packed.len());
    };
    assert_eq!((whole.test.sequence.len(), &whole.test.asserted), (6, &vec![2, 4, 5]));
    assert!(whole.test.sequence.statements[4].uses().any(|var| var == Var(3)));
}

#[test]
fn an_exception_is_an_answer_behind_which_the_test_goes_on() {
    let mut world = world();
    let oops = world.symbols.class("demo.Oops");
    let mut broken = question(&mut world, "broken", 0);
    broken.test.outcomes[1] = Outcome::Threw {
        class: oops,
        message: None,
    };
    broken
        .reaches
        .retain(|goal| !matches!(goal, Goal::Returns(_) | Goal::Answers(..)));
    let tests = vec![broken, question(&mut world, "size", 0)];
    assert_eq!(packed(&mut world, tests), [[1, 2]]);
}

#[test]
fn what_a_call_does_is_kept_and_comes_last() {
    let mut world = world();
    let mut act = question(&mut world, "clear", 0);
    act.test.outcomes[1] = Outcome::Returned(Value::Void);
    act.test.asserted.clear();
    let tests = vec![act, question(&mut world, "size", 0)];
    let subject = world.subject;
    let mut executor = FakeExecutor::default();
    let packed = pack(
        tests,
        &Targets::plain(&[subject]),
        &mut executor,
        &mut world.symbols,
        &|| true,
    )
    .unwrap();
    let [whole] = &packed[..] else {
        panic!("one test: {}", packed.len());
    };
    assert_eq!((&whole.test.asserted, &whole.test.acts), (&vec![1], &vec![2]));
    let mut test = whole.test.clone();
    test.drop_idle_observers();
    assert_eq!(test.sequence.len(), 3);
}

#[test]
fn a_call_that_is_ended_behind_the_others_stays_alone() {
    let mut world = world();
    let mut act = question(&mut world, "endless", 0);
    act.test.outcomes[1] = Outcome::Returned(Value::Void);
    act.test.asserted.clear();
    act.reaches
        .retain(|goal| !matches!(goal, Goal::Returns(_) | Goal::Answers(..)));
    let tests = vec![act, question(&mut world, "size", 0)];
    assert_eq!(packed(&mut world, tests), [vec![], vec![1]]);
}

#[test]
fn what_is_only_an_argument_belongs_to_its_question() {
    let mut world = world();
    let mut handed = question(&mut world, "add", 0);
    let object = world.symbols.find_method("demo.A", "a", "()I").unwrap();
    let add = handed.test.sequence.statements.pop().unwrap();
    let argument = handed.test.sequence.push(call(object, vec![]));
    let Statement::Call { method, mut operands } = add else {
        unreachable!("a question is a call")
    };
    operands.push(Operand::Var(argument));
    handed.test.sequence.push(call(method, operands));
    handed.test.outcomes.push(Outcome::Returned(Value::Int(0)));
    handed.test.asserted = vec![2];
    let tests = vec![handed, question(&mut world, "size", 0)];
    assert_eq!(packed(&mut world, tests), [[2, 3]]);
}

#[test]
fn one_that_bears_no_others_does_not_keep_them_apart() {
    let mut world = world();
    let mut tests = ["size", "length", "depth", "width"].map(|name| question(&mut world, name, 0));
    tests[3].test.outcomes[1] = Outcome::Returned(Value::Int(9));
    assert_eq!(packed(&mut world, tests.into()), [vec![1, 2], vec![1], vec![1]]);
}

#[test]
fn short_calls_of_one_method_become_a_table() {
    let mut world = world();
    let method = world
        .symbols
        .method("demo.A", "max", "(I)I", MethodKind::Static)
        .unwrap();
    let classes = [world.subject];
    let goal = Targets::plain(&classes).key(&world.symbols, method).map(Goal::Returns);
    let row = |argument: i32| {
        let sequence = Sequence {
            statements: vec![call(method, vec![Operand::Literal(Literal::Int(argument))])],
        };
        Packed {
            reaches: goal.iter().cloned().collect(),
            test: KeptTest {
                subject: "demo.A".to_owned(),
                sequence,
                outcomes: vec![Outcome::Returned(Value::Int(0))],
                asserted: vec![0],
                observers: 0,
                acts: vec![],
                asked: Vec::new(),
                violates: None,
                rank: 0,
                micros: 0,
                goals: vec![],
            },
        }
    };
    let rows = [1, 2, 3].map(row).into();
    let subject = world.subject;
    let packed = pack(
        rows,
        &Targets::plain(&[subject]),
        &mut FakeExecutor::default(),
        &mut world.symbols,
        &|| true,
    )
    .unwrap();
    assert_eq!(packed.len(), 1);
    assert_eq!(
        (packed[0].test.focus(), packed[0].test.asserted.clone()),
        (Some(0), vec![0, 1, 2])
    );
}

/// A call of a static method with an object that `demo.A.a()` or another one made, which throws.
fn refused(world: &mut World, maker: &str, name: &str) -> Packed {
    let mut test = question(world, name, 0);
    let oops = world.symbols.class("demo.Oops");
    let maker = world.symbols.find_method("demo.A", maker, "()I").unwrap();
    let method = world
        .symbols
        .method("demo.A", name, "(I)I", MethodKind::Static)
        .unwrap();
    test.test.sequence.statements = vec![call(maker, vec![]), call(method, vec![Operand::Var(Var(0))])];
    test.test.outcomes[1] = Outcome::Threw {
        class: oops,
        message: None,
    };
    let classes = [world.subject];
    let key = Targets::plain(&classes).key(&world.symbols, method).unwrap();
    test.reaches = BTreeSet::from([Goal::Throws(key, oops)]);
    test
}

fn statements(world: &mut World, tests: Vec<Packed>) -> Vec<usize> {
    let subject = world.subject;
    let packed = pack(
        tests,
        &Targets::plain(&[subject]),
        &mut FakeExecutor::default(),
        &mut world.symbols,
        &|| true,
    )
    .unwrap();
    packed.iter().map(|packed| packed.test.sequence.len()).collect()
}

#[test]
fn what_a_class_refuses_alike_is_read_in_one_test() {
    let mut world = world();
    let one = refused(&mut world, "a", "broken");
    let mut other = refused(&mut world, "b", "broken");
    let unlike = refused(&mut world, "b", "broken");
    other.test.sequence.statements[1] = {
        let method = world
            .symbols
            .method("demo.A", "broken", "(II)I", MethodKind::Static)
            .unwrap();
        other.reaches = BTreeSet::new();
        call(method, vec![Operand::Var(Var(0)), Operand::Literal(Literal::Int(1))])
    };
    assert_eq!(
        statements(&mut world, vec![one, other, unlike]),
        [5],
        "one demo.A.b() serves both"
    );
}

#[test]
fn what_is_needed_by_several_is_made_once_unless_an_answer_changes() {
    let mut world = world();
    let asked = |world: &mut World, maker: &str, answer: i32| {
        let mut test = question(world, "asked", answer);
        let maker = world.symbols.find_method("demo.A", maker, "()I").unwrap();
        let other = world.symbols.find_method("demo.A", "b", "()I").unwrap();
        let size = test.test.sequence.statements.remove(1);
        let Statement::Call { method, .. } = size else {
            unreachable!("a question is a call")
        };
        test.test.sequence.statements = vec![
            call(maker, vec![]),
            call(other, vec![]),
            call(method, vec![Operand::Var(Var(1)), Operand::Var(Var(0))]),
        ];
        test.test.outcomes.insert(0, Outcome::Returned(Value::Int(0)));
        test.test.asserted = vec![2];
        test.reaches = BTreeSet::new();
        test
    };
    let shared = ["a", "c"].map(|maker| asked(&mut world, maker, 0));
    assert_eq!(statements(&mut world, shared.into()), [5]);
    let changed = [("a", 0), ("c", 9)].map(|(maker, answer)| asked(&mut world, maker, answer));
    assert_eq!(
        statements(&mut world, changed.into()),
        [3, 3],
        "answered otherwise however it is made"
    );
}

#[test]
fn a_test_holds_only_so_many_questions() {
    let mut world = world();
    let tests = (0..QUESTIONS + 2).map(|number| question(&mut world, &format!("ask{number}"), 0));
    let tests = tests.collect();
    let packed = packed(&mut world, tests);
    assert_eq!(packed.iter().map(Vec::len).collect::<Vec<_>>(), [QUESTIONS, 2]);
}

#[test]
fn questions_that_are_answered_otherwise_together_stay_alone() {
    let mut world = world();
    // The machine answers 0, so this one saw something that is gone.
    let tests = vec![question(&mut world, "size", 0), question(&mut world, "depth", 9)];
    assert_eq!(packed(&mut world, tests), [[1], [1]]);
}
