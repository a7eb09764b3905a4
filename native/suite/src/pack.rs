//! Several tests that start alike and each ask one question, as one test that asks them all.
//!
//! A reader of ten tests that make the same object and look at another property of it each reads the same lines ten times, and of ten
//! that each call one static method with other arguments would rather see a table. An exception is an answer too. What is put
//! together is run again: the test stays whole only when every question is answered as it was alone and everything is still reached.

use std::collections::{BTreeMap, BTreeSet};

use palus_sequence::work::KeptTest;
use palus_sequence::{
    Executor, ExecutorLost, MethodId, MethodKind, ObservationPlan, Outcome, Sequence, Statement, Symbols, TypeId,
    Value, Var,
};

use crate::confirm::{confirm, is_same};
use crate::goal::{Candidate, Goal, goals};

/// The most questions in one test.
const QUESTIONS: usize = 6;

/// A test and what it reaches.
pub(crate) struct Packed {
    pub(crate) test: KeptTest,
    pub(crate) reaches: BTreeSet<Goal>,
}

/// The tests with those put together that can be, each where its first part stood.
pub(crate) fn pack(
    tests: Vec<Packed>,
    targets: &[TypeId],
    executor: &mut dyn Executor,
    symbols: &mut Symbols,
) -> Result<Vec<Packed>, ExecutorLost> {
    let mut groups: BTreeMap<(String, Start), Vec<usize>> = BTreeMap::new();
    for (index, packed) in tests.iter().enumerate() {
        if let Some(start) = start(&packed.test, symbols) {
            groups
                .entry((packed.test.subject.clone(), start))
                .or_default()
                .push(index);
        }
    }
    let mut tests: Vec<Option<Packed>> = tests.into_iter().map(Some).collect();
    for group in groups.values() {
        for part in group.chunks(QUESTIONS).filter(|part| part.len() > 1) {
            let members: Vec<&Packed> = part.iter().filter_map(|index| tests[*index].as_ref()).collect();
            if let Some(whole) = together(&members, targets, executor, symbols)? {
                for index in part {
                    tests[*index] = None;
                }
                tests[part[0]] = Some(whole);
            }
        }
    }
    Ok(tests.into_iter().flatten().collect())
}

/// What tests have in common that can be put together.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Start {
    /// They make the same objects first, and ask an object of them.
    Made(String),
    /// They call this, with literals alone.
    Table(MethodId),
}

/// What comes before the question of a test that consists of a start and one question that is answered: by a value that is asserted,
/// or by an exception.
fn start(test: &KeptTest, symbols: &Symbols) -> Option<Start> {
    let last = test.sequence.len().checked_sub(1)?;
    let Statement::Call { method, .. } = &test.sequence.statements[last] else {
        return None;
    };
    let answered = match test.outcomes.get(last) {
        Some(Outcome::Returned(value)) => *value != Value::Void,
        Some(Outcome::Threw { .. }) => true,
        _ => false,
    };
    if !answered || test.observers != 0 || test.asserted != [last as u16] || test.violates.is_some() {
        return None;
    }
    let before = || Sequence {
        statements: test.sequence.statements[..last].to_vec(),
    };
    match symbols.get(*method).kind {
        MethodKind::Instance if last > 0 => Some(Start::Made(before().text(symbols))),
        MethodKind::Static | MethodKind::Constructor if last == 0 => Some(Start::Table(*method)),
        _ => None,
    }
}

/// One test of them all, if it does what they did.
fn together(
    members: &[&Packed],
    targets: &[TypeId],
    executor: &mut dyn Executor,
    symbols: &mut Symbols,
) -> Result<Option<Packed>, ExecutorLost> {
    let Some(first) = members.first() else {
        return Ok(None);
    };
    let from = first.test.sequence.len() - 1;
    let mut sequence = Sequence {
        statements: first.test.sequence.statements[..from].to_vec(),
    };
    for member in members {
        sequence.push(member.test.sequence.statements[from].clone());
    }
    let wanted: BTreeSet<Goal> = members.iter().flat_map(|member| member.reaches.clone()).collect();
    let plan = ObservationPlan::default().past_throws();
    let mut traces = executor.run(symbols, std::slice::from_ref(&sequence), &plan)?;
    // A confirmation drops what leaves something behind; the others must not go with it.
    let Some(trace) = traces.pop().filter(|trace| !trace.leaves_changes) else {
        return Ok(None);
    };
    let reached = goals(
        &Candidate {
            subject: symbols.class(&first.test.subject),
            sequence: sequence.clone(),
            trace,
            violates: None,
        },
        targets,
        symbols,
    );
    let confirmed = confirm(std::slice::from_ref(&sequence), executor, symbols)?
        .pop()
        .flatten();
    let Some(confirmed) = confirmed.filter(|_| wanted.is_subset(&reached)) else {
        return Ok(None);
    };
    let answers = members.iter().map(|member| &member.test.outcomes[from]);
    let alike = answers
        .zip(&confirmed.outcomes[from..])
        .zip(&confirmed.same[from..])
        .all(|((alone, now), same)| *same && is_same(alone, now));
    Ok(alike.then(|| Packed {
        test: KeptTest {
            subject: first.test.subject.clone(),
            asserted: (from..sequence.len()).map(|at| Var(at as u16).0).collect(),
            // Of a table the first line is what the test is about.
            observers: (sequence.len() - from.max(1)) as u16,
            sequence,
            outcomes: confirmed.outcomes,
            violates: None,
            rank: members.iter().map(|member| member.test.rank).min().unwrap_or_default(),
            goals: Vec::new(),
        },
        reaches: reached,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{FakeExecutor, World, world};
    use palus_sequence::{Literal, Operand, Trace};

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
            reaches: goals(&candidate, &[world.subject], &world.symbols),
            test: KeptTest {
                subject: "demo.A".to_owned(),
                sequence,
                outcomes,
                asserted: vec![1],
                observers: 0,
                violates: None,
                rank: 0,
                goals: vec![],
            },
        }
    }

    fn call(method: MethodId, operands: Vec<Operand>) -> Statement {
        Statement::Call { method, operands }
    }

    fn packed(world: &mut World, tests: Vec<Packed>) -> Vec<Vec<u16>> {
        let subject = world.subject;
        let packed = pack(tests, &[subject], &mut FakeExecutor::default(), &mut world.symbols).unwrap();
        packed.into_iter().map(|packed| packed.test.asserted).collect()
    }

    #[test]
    fn questions_about_the_same_object_become_one_test() {
        let mut world = world();
        let tests = ["size", "length", "depth"].map(|name| question(&mut world, name, 0));
        assert_eq!(packed(&mut world, tests.into()), [vec![1, 2, 3]]);
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
        broken.reaches.retain(|goal| !matches!(goal, Goal::Returns(_)));
        let tests = vec![broken, question(&mut world, "size", 0)];
        assert_eq!(packed(&mut world, tests), [[1, 2]]);
    }

    #[test]
    fn calls_of_one_static_method_with_literals_become_a_table() {
        let mut world = world();
        let method = world
            .symbols
            .method("demo.A", "max", "(I)I", MethodKind::Static)
            .unwrap();
        let row = |argument: i32| {
            let sequence = Sequence {
                statements: vec![call(method, vec![Operand::Literal(Literal::Int(argument))])],
            };
            Packed {
                reaches: BTreeSet::from([Goal::Returns(method)]),
                test: KeptTest {
                    subject: "demo.A".to_owned(),
                    sequence,
                    outcomes: vec![Outcome::Returned(Value::Int(0))],
                    asserted: vec![0],
                    observers: 0,
                    violates: None,
                    rank: 0,
                    goals: vec![],
                },
            }
        };
        let rows = [1, 2, 3].map(row).into();
        let subject = world.subject;
        let packed = pack(rows, &[subject], &mut FakeExecutor::default(), &mut world.symbols).unwrap();
        assert_eq!(packed.len(), 1);
        assert_eq!(
            (packed[0].test.focus(), packed[0].test.asserted.clone()),
            (Some(0), vec![0, 1, 2])
        );
    }

    #[test]
    fn a_test_holds_only_so_many_questions() {
        let mut world = world();
        let names = ["d", "e", "f", "g", "h", "i", "j", "k"];
        let tests = names.map(|name| question(&mut world, name, 0));
        let packed = packed(&mut world, tests.into());
        assert_eq!(packed.iter().map(Vec::len).collect::<Vec<_>>(), [QUESTIONS, 2]);
    }

    #[test]
    fn questions_that_are_answered_otherwise_together_stay_alone() {
        let mut world = world();
        // The machine answers 0, so this one saw something that is gone.
        let tests = vec![question(&mut world, "size", 0), question(&mut world, "depth", 9)];
        assert_eq!(packed(&mut world, tests), [[1], [1]]);
    }
}
