//! Several tests that start alike, or ask the same of different objects, as one test.
//!
//! A reader of ten tests that make the same object and look at another property of it each reads the same lines ten times, and of ten
//! that each call one method with other arguments would rather see a table. An exception is an answer too, and so is that a call which
//! gives nothing returns; what a class refuses in the same way is read in one place. What is put together is run again: the test stays
//! whole only when every question is answered as it was alone and everything is still reached. An object that several of the questions
//! need is made once, where that changes no answer.

use std::collections::{BTreeMap, BTreeSet};

use palus_sequence::work::KeptTest;
use palus_sequence::{
    Executor, ExecutorLost, MethodId, MethodKind, ObservationPlan, Operand, Outcome, Sequence, Statement, Symbols,
    TypeId, Value,
};

use crate::confirm::{confirm_one, is_same};
use crate::goal::{Candidate, Goal, GoalKind, Targets, goals};

/// The most questions in one test.
const QUESTIONS: usize = 15;
/// The most statements that they may have: a question may look at an object that was returned.
const ASKING: usize = 17;
/// The most statements of a test that becomes a case among others.
const CASE: usize = 9;

/// A test and what it reaches.
pub(crate) struct Packed {
    pub(crate) test: KeptTest,
    pub(crate) reaches: BTreeSet<Goal>,
}

/// The tests with those put together that can be while there is time, each where its first part stood.
pub(crate) fn pack(
    mut tests: Vec<Packed>,
    targets: &Targets<'_>,
    executor: &mut dyn Executor,
    symbols: &mut Symbols,
    may_go_on: &dyn Fn() -> bool,
) -> Result<Vec<Packed>, ExecutorLost> {
    for start in [made, case, refusal] {
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
                may_go_on,
            };
            group.sort_by_key(|index| packer.test(*index).map(answer));
            for part in packer.parts(&group) {
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
    targets: &'p Targets<'p>,
    executor: &'p mut dyn Executor,
    symbols: &'p mut Symbols,
    may_go_on: &'p dyn Fn() -> bool,
}

impl Packer<'_> {
    fn test(&self, index: usize) -> Option<&KeptTest> {
        self.tests[index].as_ref().map(|packed| &packed.test)
    }

    /// The group dealt out to tests, each to the one to which it adds least of those that can hold it; what would stand alone is left
    /// out.
    fn parts(&self, group: &[usize]) -> Vec<Vec<usize>> {
        let mut parts: Vec<(Vec<usize>, Sequence)> = Vec::new();
        for &index in group {
            let Some(test) = self.test(index) else {
                continue;
            };
            let from = self.start.shared(test);
            let with = parts.iter().enumerate().filter_map(|(at, (members, sequence))| {
                let mut longer = sequence.clone();
                ask(&mut longer, test, from, &Made::Once);
                let fits = members.len() < QUESTIONS && longer.len() - from <= ASKING;
                fits.then_some((longer.len() - sequence.len(), at, longer))
            });
            match with.min_by_key(|(added, at, _)| (*added, *at)) {
                Some((_, at, longer)) => {
                    parts[at].0.push(index);
                    parts[at].1 = longer;
                }
                None => parts.push((vec![index], test.sequence.clone())),
            }
        }
        let parts = parts.into_iter().map(|(members, _)| members);
        parts.filter(|members| members.len() > 1).collect()
    }

    /// Makes one test of these; where they do not bear each other, one of each half.
    fn unite(&mut self, part: &[usize]) -> Result<(), ExecutorLost> {
        if part.len() < 2 || !(self.may_go_on)() {
            return Ok(());
        }
        let members: Vec<&Packed> = part.iter().filter_map(|index| self.tests[*index].as_ref()).collect();
        let shared = Joined::of(&members, self.start, &Made::Once);
        let mut ways: Vec<Joined<'_>> = shared
            .roots
            .iter()
            .map(|root| Made::OnceBut(root.clone()))
            .chain((!shared.roots.is_empty()).then_some(Made::ForEach))
            .map(|made| Joined::of(&members, self.start, &made))
            .collect();
        ways.insert(0, shared);
        let mut whole = None;
        for way in ways.into_iter().filter(|way| way.asking <= ASKING) {
            whole = way.confirmed(&members, self.targets, self.executor, self.symbols)?;
            if whole.is_some() {
                break;
            }
        }
        if whole.is_some() {
            for index in part {
                self.tests[*index] = None;
            }
            self.tests[part[0]] = whole;
            return Ok(());
        }
        let (one, other) = part.split_at(part.len() / 2);
        self.unite(one)?;
        self.unite(other)
    }
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
    /// They are short, and what they call in this class throws that one.
    Refusals(TypeId, TypeId),
}

impl Start {
    /// How many statements the test begins with that all have.
    fn shared(&self, test: &KeptTest) -> usize {
        match self {
            Self::Made(_) => question(test).map_or(0, |(asked, _)| made_for_all(test, asked)),
            Self::Cases(..) | Self::Refusals(..) => 0,
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
    let method = symbols.get(method);
    (is_only_one && is_short(test, asked)).then(|| Start::Cases(method.owner, method.name.to_string()))
}

/// Whose methods a short test calls, and what each of the calls throws.
fn refusal(test: &KeptTest, symbols: &Symbols) -> Option<Start> {
    let (asked, method) = question(test)?;
    let thrown = |at: &u16| match test.outcomes[usize::from(*at)] {
        Outcome::Threw { class, .. } => Some(class),
        _ => None,
    };
    let class = thrown(&(asked as u16))?;
    let all_throw = test.acts.is_empty() && test.asserted.iter().all(|at| thrown(at) == Some(class));
    (all_throw && is_short(test, asked)).then(|| Start::Refusals(symbols.get(method).owner, class))
}

/// Whether the test has few statements, and all before the question are there for it.
fn is_short(test: &KeptTest, asked: usize) -> bool {
    let statements = &test.sequence.statements;
    let is_used = |at: usize| {
        let mut later = statements[at + 1..].iter();
        later.any(|later| later.uses().any(|var| var.index() == at))
    };
    statements.len() <= CASE && (0..asked).all(is_used)
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

/// How a question is answered, in the order in which questions stand in a test.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Answer {
    Returns,
    Throws(TypeId),
    /// What changes the object comes after what only looks at it.
    Acts,
}

/// How the question of the test is answered.
fn answer(test: &KeptTest) -> Answer {
    let asked = question(test).map_or(0, |(asked, _)| asked);
    match test.outcomes.get(asked) {
        Some(Outcome::Threw { class, .. }) => Answer::Throws(*class),
        _ if is_act(test, asked) => Answer::Acts,
        _ => Answer::Returns,
    }
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

/// What becomes of an object that several questions need.
#[derive(PartialEq)]
enum Made {
    /// All have the one that the first of them made.
    Once,
    /// Those that need what this statement gives, or what is built on it, make their own.
    OnceBut(Statement),
    /// Each makes its own.
    ForEach,
}

impl Made {
    fn is_shared(&self, statement: &Statement) -> bool {
        match self {
            Self::Once => true,
            Self::OnceBut(own) => own != statement,
            Self::ForEach => false,
        }
    }
}

/// Appends what the sequence does not have yet of a test; where each statement of the test is then.
fn ask(sequence: &mut Sequence, test: &KeptTest, from: usize, made: &Made) -> Vec<u16> {
    let asked = question(test).map_or(0, |(asked, _)| asked);
    // What is there for its answer alone need not be asked again.
    let is_asked_once = test.asked == test.asserted;
    let mut places: Vec<u16> = (0..from as u16).collect();
    for (at, statement) in test.sequence.statements.iter().enumerate().skip(from) {
        let mut statement = statement.clone();
        for operand in statement.operands_mut() {
            if let Operand::Var(var) = operand {
                var.0 = places[var.index()];
            }
        }
        // Two objects of one test stay two.
        let is_same = |place: &usize| sequence.statements[*place] == statement && !places.contains(&(*place as u16));
        let same = (0..sequence.len())
            .find(is_same)
            .filter(|_| (at < asked || is_asked_once) && made.is_shared(&statement));
        let place = same.unwrap_or_else(|| sequence.push(statement).index());
        places.push(place as u16);
    }
    places
}

/// Several tests as one that was not run yet.
struct Joined<'t> {
    sequence: Sequence,
    asserted: Vec<u16>,
    acts: Vec<u16>,
    asked: Vec<u16>,
    /// What each of `asserted` gave alone.
    alone: Vec<&'t Outcome>,
    /// How many of the first statements come before what is asked.
    about: usize,
    /// How many statements not all of them begin with.
    asking: usize,
    /// What several of them have in common beyond that, and what makes it of nothing.
    roots: Vec<Statement>,
}

impl<'t> Joined<'t> {
    fn of(members: &[&'t Packed], start: &Start, made: &Made) -> Self {
        let first = &members[0].test;
        let from = start.shared(first);
        let mut joined = Self {
            sequence: Sequence {
                statements: first.sequence.statements[..from].to_vec(),
            },
            asserted: Vec::new(),
            acts: Vec::new(),
            asked: Vec::new(),
            alone: Vec::new(),
            // The last object that they share, or the first of the cases, is what the test is about.
            about: match start {
                Start::Made(_) => from,
                Start::Cases(..) | Start::Refusals(..) => first.sequence.len() - usize::from(first.observers),
            },
            asking: 0,
            roots: Vec::new(),
        };
        for Packed { test, .. } in members {
            let new = joined.sequence.len() as u16;
            let places = ask(&mut joined.sequence, test, from, made);
            let place = |at: &u16| places[usize::from(*at)];
            joined.asserted.extend(test.asserted.iter().map(place));
            joined.asked.extend(test.asked.iter().map(place));
            let outcomes = test.asserted.iter().map(|at| &test.outcomes[usize::from(*at)]);
            joined.alone.extend(outcomes);
            let asked = (test.sequence.len() - asking(test)) as u16;
            let acts = test.acts.iter().filter(|act| **act != asked);
            joined.acts.extend(acts.map(place));
            joined
                .acts
                .extend(is_act(test, usize::from(asked)).then(|| place(&asked)));
            for place in places[from..].iter().filter(|place| **place < new) {
                let shared = &joined.sequence.statements[usize::from(*place)];
                if shared.uses().next().is_none() && !joined.roots.contains(shared) {
                    joined.roots.push(shared.clone());
                }
            }
        }
        joined.asking = joined.sequence.len() - from;
        joined
    }

    /// The test, if it does what they did.
    fn confirmed(
        self,
        members: &[&Packed],
        targets: &Targets<'_>,
        executor: &mut dyn Executor,
        symbols: &mut Symbols,
    ) -> Result<Option<Packed>, ExecutorLost> {
        let Self { sequence, asserted, .. } = self;
        let subject = &members[0].test.subject;
        let goals_of_all = members.iter().flat_map(|member| member.reaches.iter().cloned());
        // What is asserted stays asserted, so what it kills need not be tried again.
        let (asserts, wanted): (BTreeSet<Goal>, BTreeSet<Goal>) = goals_of_all.partition(Goal::is_by_assertion);
        let plan = ObservationPlan::default().past_throws();
        let mut traces = executor.run(symbols, std::slice::from_ref(&sequence), &plan)?;
        // A confirmation drops what leaves something behind; the others must not go with it.
        let Some(trace) = traces.pop().filter(|trace| !trace.leaves_changes) else {
            return Ok(None);
        };
        let mut reached = goals(
            &Candidate {
                subject: symbols.class(subject),
                sequence: sequence.clone(),
                trace,
                violates: None,
            },
            targets,
            symbols,
        );
        if !wanted.is_subset(&reached) {
            return Ok(None);
        }
        // What its calls answer keeps a test only where one of its parts was chosen for that.
        reached.retain(|goal| goal.kind() != GoalKind::Answer || wanted.contains(goal));
        let Some(confirmed) = confirm_one(&sequence, executor, symbols)? else {
            return Ok(None);
        };
        let alike = asserted.iter().zip(self.alone).all(|(at, alone)| {
            let at = usize::from(*at);
            confirmed.same[at] && is_same(alone, &confirmed.outcomes[at])
        });
        // Together they share the fuel of one sequence, so a call that returned alone may be ended here.
        let others_returned = confirmed
            .outcomes
            .iter()
            .enumerate()
            .all(|(at, outcome)| matches!(outcome, Outcome::Returned(_)) || asserted.contains(&(at as u16)));
        let once = |places: Vec<u16>| {
            places
                .into_iter()
                .collect::<BTreeSet<u16>>()
                .into_iter()
                .collect::<Vec<u16>>()
        };
        Ok((alike && others_returned).then(|| Packed {
            test: KeptTest {
                subject: subject.clone(),
                asserted: once(asserted),
                observers: (sequence.len() - self.about) as u16,
                acts: once(self.acts),
                asked: once(self.asked),
                sequence,
                outcomes: confirmed.outcomes,
                violates: None,
                rank: members.iter().map(|member| member.test.rank).min().unwrap_or_default(),
                goals: Vec::new(),
            },
            // What is there for its assertions alone stays so, whatever else the calls reach.
            reaches: if wanted.is_empty() {
                asserts
            } else {
                &reached | &asserts
            },
        }))
    }
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
}
