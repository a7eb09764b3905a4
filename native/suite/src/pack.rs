//! Several tests that start alike, or ask the same of different objects, as one test.
//!
//! A reader of ten tests that make the same object and look at another property of it each reads the same lines ten times, and of ten
//! that each call one method with other arguments would rather see a table. An exception is an answer too, and so is that a call which
//! gives nothing returns. What is put together is run again: the test stays whole only when every question is answered as it was alone
//! and everything is still reached.

use std::collections::{BTreeMap, BTreeSet};

use palus_sequence::work::KeptTest;
use palus_sequence::{
    Executor, ExecutorLost, MethodId, MethodKind, ObservationPlan, Operand, Outcome, Sequence, Statement, Symbols,
    TypeId, Value,
};

use crate::confirm::{confirm_one, is_same};
use crate::goal::{Candidate, Goal, goals};

/// The most questions in one test.
const QUESTIONS: usize = 10;
/// The most statements that they may have: a question may look at an object that was returned.
const ASKING: usize = 14;
/// The most statements of a test that becomes a case among others of the method that it calls.
const CASE: usize = 6;

/// A test and what it reaches.
pub(crate) struct Packed {
    pub(crate) test: KeptTest,
    pub(crate) reaches: BTreeSet<Goal>,
}

/// The tests with those put together that can be, each where its first part stood.
pub(crate) fn pack(
    mut tests: Vec<Packed>,
    targets: &[TypeId],
    executor: &mut dyn Executor,
    symbols: &mut Symbols,
) -> Result<Vec<Packed>, ExecutorLost> {
    for start in [made, case] {
        let mut groups: BTreeMap<(String, Start), Vec<usize>> = BTreeMap::new();
        for (index, Packed { test, .. }) in tests.iter().enumerate() {
            if let Some(start) = start(test, symbols) {
                groups.entry((test.subject.clone(), start)).or_default().push(index);
            }
        }
        let mut slots: Vec<Option<Packed>> = tests.into_iter().map(Some).collect();
        for (of, mut group) in groups {
            let mut packer = Packer {
                start: &of.1,
                tests: &mut slots,
                targets,
                executor: &mut *executor,
                symbols: &mut *symbols,
            };
            // What changes the object comes after what only looks at it.
            group.sort_by_key(|index| packer.test(*index).is_some_and(acts));
            for part in parts(&group, |index| packer.test(index).map_or(0, |test| of.1.needs(test))) {
                packer.unite(&part)?;
            }
        }
        tests = slots.into_iter().flatten().collect();
    }
    Ok(tests)
}

/// Puts tests of one kind together.
struct Packer<'p> {
    start: &'p Start,
    /// All tests; those that went into another one are gone.
    tests: &'p mut [Option<Packed>],
    targets: &'p [TypeId],
    executor: &'p mut dyn Executor,
    symbols: &'p mut Symbols,
}

impl Packer<'_> {
    fn test(&self, index: usize) -> Option<&KeptTest> {
        self.tests[index].as_ref().map(|packed| &packed.test)
    }

    /// Makes one test of these; where they do not bear each other, one of each half.
    fn unite(&mut self, part: &[usize]) -> Result<(), ExecutorLost> {
        if part.len() < 2 {
            return Ok(());
        }
        let members: Vec<&Packed> = part.iter().filter_map(|index| self.tests[*index].as_ref()).collect();
        let whole = together(&members, self.start, self.targets, self.executor, self.symbols)?;
        if let Some(whole) = whole {
            for index in part {
                self.tests[*index] = None;
            }
            self.tests[part[0]] = Some(whole);
            return Ok(());
        }
        let (one, other) = part.split_at(part.len() / 2);
        self.unite(one)?;
        self.unite(other)
    }
}

/// The group dealt out to tests, each to the first that can hold it; what would stand alone is left out.
fn parts(group: &[usize], asking: impl Fn(usize) -> usize) -> Vec<Vec<usize>> {
    let mut parts: Vec<(Vec<usize>, usize)> = Vec::new();
    for &index in group {
        let needed = asking(index);
        let fitting = parts
            .iter_mut()
            .find(|(part, room)| part.len() < QUESTIONS && needed <= *room);
        match fitting {
            Some((part, room)) => {
                part.push(index);
                *room -= needed;
            }
            None => parts.push((vec![index], ASKING.saturating_sub(needed))),
        }
    }
    let parts = parts.into_iter().map(|(part, _)| part);
    parts.filter(|part| part.len() > 1).collect()
}

/// How many statements the last question of a test has.
fn asking(test: &KeptTest) -> usize {
    usize::from(test.observers) + 1
}

/// What tests have in common that can be put together.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Start {
    /// They make the same objects first, and ask an object of them.
    Made(String),
    /// They are short and call a method of this class and name.
    Cases(TypeId, String),
}

impl Start {
    /// How many statements of the test are its own.
    fn needs(&self, test: &KeptTest) -> usize {
        test.sequence.len() - self.shared(test)
    }

    /// How many statements it begins with that all have.
    fn shared(&self, test: &KeptTest) -> usize {
        match self {
            Self::Made(_) => question(test).map_or(0, |(asked, _)| made_for_all(test, asked)),
            Self::Cases(..) => 0,
        }
    }
}

/// What comes before the question of a test that asks an object something, and before what is only handed to the question.
fn made(test: &KeptTest, symbols: &Symbols) -> Option<Start> {
    let (asked, method) = question(test)?;
    let shared = made_for_all(test, asked);
    let before = Sequence {
        statements: test.sequence.statements[..shared].to_vec(),
    };
    let is_asked = shared > 0 && symbols.get(method).kind == MethodKind::Instance;
    is_asked.then(|| Start::Made(before.text(symbols)))
}

/// How many statements before the question at `asked` make more than an argument of it.
fn made_for_all(test: &KeptTest, asked: usize) -> usize {
    let statements = &test.sequence.statements;
    let is_argument = |at: &usize| {
        let is_it = |operand: &Operand| matches!(operand, Operand::Var(var) if var.index() == *at);
        let mut places = statements[at + 1..=asked]
            .iter()
            .flat_map(|later| {
                later
                    .operands()
                    .iter()
                    .enumerate()
                    .filter(|(_, operand)| is_it(operand))
            })
            .peekable();
        places.peek().is_some() && places.all(|(place, _)| place > 0)
    };
    asked - (0..asked).rev().take_while(is_argument).count()
}

/// The method that a short test calls, everything before which is there for the call.
fn case(test: &KeptTest, symbols: &Symbols) -> Option<Start> {
    let (asked, method) = question(test)?;
    let is_only_one = asked + asking(test) == test.sequence.len();
    let statements = &test.sequence.statements;
    let is_used = |at: usize| {
        let mut later = statements[at + 1..=asked].iter();
        later.any(|later| later.uses().any(|var| var.index() == at))
    };
    let method = symbols.get(method);
    (is_only_one && statements.len() <= CASE && (0..asked).all(is_used))
        .then(|| Start::Cases(method.owner, method.name.to_string()))
}

/// The first question of a test that consists of a start and questions that are answered: where it is, and the method that it calls.
fn question(test: &KeptTest) -> Option<(usize, MethodId)> {
    let last = test.sequence.len().checked_sub(asking(test))?;
    let asserted = test.asserted.iter().map(|at| usize::from(*at));
    let asked = asserted.chain([last]).min()?;
    let Statement::Call { method, .. } = &test.sequence.statements[asked] else {
        return None;
    };
    (test.violates.is_none() && is_answered(test, asked)).then_some((asked, *method))
}

/// Whether the question of the test does something.
fn acts(test: &KeptTest) -> bool {
    question(test).is_some_and(|(asked, _)| is_act(test, asked))
}

/// Whether the test calls what it asks for what it does: it gives nothing, or what it gives is not said and observers look at what it
/// did.
fn is_act(test: &KeptTest, asked: usize) -> bool {
    match test.outcomes.get(asked) {
        Some(Outcome::Returned(Value::Void)) => true,
        Some(Outcome::Returned(_)) => test.observers > 0 && !is_said(test, asked),
        _ => false,
    }
}

/// Whether what the statement gives is asserted or taken by a later one.
fn is_said(test: &KeptTest, at: usize) -> bool {
    let ends = !matches!(
        test.outcomes.get(at),
        None | Some(Outcome::Returned(Value::Void) | Outcome::Ended(_) | Outcome::NotRun)
    );
    let mut later = test.sequence.statements[at + 1..].iter();
    ends && (is_asserted(test, at) || later.any(|later| later.uses().any(|var| var.index() == at)))
}

fn is_asserted(test: &KeptTest, at: usize) -> bool {
    test.asserted.contains(&(at as u16))
}

/// Whether each statement from `asked` on is said, or is what the test does.
fn is_answered(test: &KeptTest, asked: usize) -> bool {
    let last = test.sequence.len() - asking(test);
    let mut answers = asked..test.sequence.len();
    answers.all(|at| is_said(test, at) || (at == last && is_act(test, at)))
}

/// Appends what the sequence does not have yet of a test; by how much its statements moved.
fn ask(sequence: &mut Sequence, test: &KeptTest, from: usize) -> u16 {
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
    moved
}

/// One test of them all, if it does what they did.
fn together(
    members: &[&Packed],
    start: &Start,
    targets: &[TypeId],
    executor: &mut dyn Executor,
    symbols: &mut Symbols,
) -> Result<Option<Packed>, ExecutorLost> {
    let Some(first) = members.first() else {
        return Ok(None);
    };
    let from = start.shared(&first.test);
    let mut sequence = Sequence {
        statements: first.test.sequence.statements[..from].to_vec(),
    };
    let (mut asserted, mut acts, mut alone) = (Vec::new(), Vec::new(), Vec::new());
    for Packed { test, .. } in members {
        let moved = ask(&mut sequence, test, from);
        asserted.extend(test.asserted.iter().map(|at| at + moved));
        alone.extend(test.asserted.iter().map(|at| &test.outcomes[usize::from(*at)]));
        let asked = test.sequence.len() - asking(test);
        acts.extend(
            test.acts
                .iter()
                .filter(|act| usize::from(**act) != asked)
                .map(|act| act + moved),
        );
        acts.extend(is_act(test, asked).then_some(asked as u16 + moved));
    }
    let goals_of_all = members.iter().flat_map(|member| member.reaches.iter().cloned());
    // What is asserted stays asserted, so what it kills need not be tried again.
    let (kills, wanted): (BTreeSet<Goal>, BTreeSet<Goal>) =
        goals_of_all.partition(|goal| matches!(goal, Goal::Kills(_)));
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
    let confirmed = confirm_one(&sequence, executor, symbols)?;
    let Some(confirmed) = confirmed.filter(|_| wanted.is_subset(&reached)) else {
        return Ok(None);
    };
    let alike = asserted.iter().zip(alone).all(|(at, alone)| {
        let at = usize::from(*at);
        confirmed.same[at] && is_same(alone, &confirmed.outcomes[at])
    });
    // The last object that they share, or the first of the cases, is what the test is about.
    let about = match start {
        Start::Made(_) => from,
        Start::Cases(..) => first.test.sequence.len() - usize::from(first.test.observers),
    };
    Ok(alike.then(|| Packed {
        test: KeptTest {
            subject: first.test.subject.clone(),
            asserted,
            observers: (sequence.len() - about) as u16,
            acts,
            sequence,
            outcomes: confirmed.outcomes,
            violates: None,
            rank: members.iter().map(|member| member.test.rank).min().unwrap_or_default(),
            goals: Vec::new(),
        },
        reaches: &reached | &kills,
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
                acts: vec![],
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
    fn what_a_call_does_is_kept_and_comes_last() {
        let mut world = world();
        let mut act = question(&mut world, "clear", 0);
        act.test.outcomes[1] = Outcome::Returned(Value::Void);
        act.test.asserted.clear();
        let tests = vec![act, question(&mut world, "size", 0)];
        let subject = world.subject;
        let mut executor = FakeExecutor::default();
        let packed = pack(tests, &[subject], &mut executor, &mut world.symbols).unwrap();
        let [whole] = &packed[..] else {
            panic!("one test: {}", packed.len());
        };
        assert_eq!((&whole.test.asserted, &whole.test.acts), (&vec![1], &vec![2]));
        let mut test = whole.test.clone();
        test.drop_idle_observers();
        assert_eq!(test.sequence.len(), 3);
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
                    acts: vec![],
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
        let names = ["d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n", "o"];
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
