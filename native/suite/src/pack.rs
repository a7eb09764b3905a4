//! Several tests that start alike and each ask one question, as one test that asks them all.
//!
//! A reader of ten tests that make the same object and look at another property of it each reads the same lines ten times, and of ten
//! that each call one static method with other arguments would rather see a table. An exception is an answer too. What is put
//! together is run again: the test stays whole only when every question is answered as it was alone and everything is still reached.

use std::collections::{BTreeMap, BTreeSet};

use palus_sequence::work::KeptTest;
use palus_sequence::{
    Executor, ExecutorLost, MethodId, MethodKind, ObservationPlan, Operand, Outcome, Sequence, Statement, Symbols,
    TypeId, Value,
};

use crate::confirm::{confirm, is_same};
use crate::goal::{Candidate, Goal, goals};

/// The most questions in one test.
const QUESTIONS: usize = 6;
/// The most statements that they may have: a question may look at an object that was returned.
const ASKING: usize = 9;

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
        for part in parts(group, |index| {
            tests[index].as_ref().map_or(0, |packed| asking(&packed.test))
        }) {
            let members: Vec<&Packed> = part.iter().filter_map(|index| tests[*index].as_ref()).collect();
            if let Some(whole) = together(&members, targets, executor, symbols)? {
                for index in &part {
                    tests[*index] = None;
                }
                tests[part[0]] = Some(whole);
            }
        }
    }
    Ok(tests.into_iter().flatten().collect())
}

/// The group cut into what one test can hold; what would stand alone is left out.
fn parts(group: &[usize], asking: impl Fn(usize) -> usize) -> Vec<Vec<usize>> {
    let mut parts: Vec<Vec<usize>> = Vec::new();
    let mut room = 0;
    for &index in group {
        let needed = asking(index);
        match parts.last_mut() {
            Some(part) if part.len() < QUESTIONS && needed <= room => {
                part.push(index);
                room -= needed;
            }
            _ => {
                parts.push(vec![index]);
                room = ASKING.saturating_sub(needed);
            }
        }
    }
    parts.retain(|part| part.len() > 1);
    parts
}

/// How many statements the question of a test has.
fn asking(test: &KeptTest) -> usize {
    usize::from(test.observers) + 1
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
/// by an exception, or by what an object that was returned looks like.
fn start(test: &KeptTest, symbols: &Symbols) -> Option<Start> {
    let asked = test.sequence.len().checked_sub(asking(test))?;
    let Statement::Call { method, .. } = &test.sequence.statements[asked] else {
        return None;
    };
    if !is_answered(test, asked) || test.violates.is_some() {
        return None;
    }
    let before = || Sequence {
        statements: test.sequence.statements[..asked].to_vec(),
    };
    match symbols.get(*method).kind {
        MethodKind::Instance if asked > 0 => Some(Start::Made(before().text(symbols))),
        MethodKind::Static | MethodKind::Constructor if asked == 0 && test.observers == 0 => {
            Some(Start::Table(*method))
        }
        _ => None,
    }
}

/// Whether each statement from `asked` on is asserted or taken by one that is, and nothing before.
fn is_answered(test: &KeptTest, asked: usize) -> bool {
    let statements = &test.sequence.statements;
    let is_asserted = |at: usize| test.asserted.contains(&(at as u16));
    let is_said = |at: usize| {
        let ends = !matches!(
            test.outcomes.get(at),
            None | Some(Outcome::Returned(Value::Void) | Outcome::Ended(_) | Outcome::NotRun)
        );
        let taken = || {
            statements[at + 1..]
                .iter()
                .any(|later| later.uses().any(|var| var.index() == at))
        };
        ends && (is_asserted(at) || taken())
    };
    (asked..statements.len()).all(is_said) && !(0..asked).any(is_asserted)
}

/// Appends the question of a test, whose start the sequence has already; the positions of what is asserted.
fn ask(sequence: &mut Sequence, test: &KeptTest, from: usize) -> Vec<u16> {
    let moved = (sequence.len() - from) as u16;
    for statement in &test.sequence.statements[from..] {
        let mut statement = statement.clone();
        for operand in statement.operands_mut() {
            if let Operand::Var(var) = operand
                && var.index() >= from
            {
                var.0 += moved;
            }
        }
        sequence.push(statement);
    }
    test.asserted.iter().map(|at| at + moved).collect()
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
    let from = first.test.sequence.len() - asking(&first.test);
    let mut sequence = Sequence {
        statements: first.test.sequence.statements[..from].to_vec(),
    };
    let (mut asserted, mut answers) = (Vec::new(), Vec::new());
    for member in members {
        answers.extend(
            member
                .test
                .asserted
                .iter()
                .map(|at| &member.test.outcomes[usize::from(*at)]),
        );
        asserted.append(&mut ask(&mut sequence, &member.test, from));
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
    let alike = asserted.iter().zip(answers).all(|(at, alone)| {
        let at = usize::from(*at);
        confirmed.same[at] && is_same(alone, &confirmed.outcomes[at])
    });
    Ok(alike.then(|| Packed {
        test: KeptTest {
            subject: first.test.subject.clone(),
            asserted,
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
    use palus_sequence::{Literal, Trace, Var};

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
        let packed = pack(tests, &[subject], &mut FakeExecutor::default(), &mut world.symbols).unwrap();
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
