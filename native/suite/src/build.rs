//! The whole way from candidates to kept tests.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use palus_sequence::work::{KeptTest, Most};
use palus_sequence::{
    Executor, ExecutorLost, Form, MethodId, Outcome, Sequence, Statement, Symbols, Trace, TypeId, Violation,
};

use crate::ask::{ask, leave_out_what_stands_alone};
use crate::confirm::{Confirmed, confirm};
use crate::elsewhere::stand_elsewhere;
use crate::endings::end_threads;
use crate::goal::{Candidate, Goal, GoalKind, Keys, Targets, by_the_way};
use crate::lean::{drop_idle_observers, drop_superfluous};
use crate::mutants::{Mutants, killed_by_the_way, strengthen};
use crate::observe::{Memory, Observers};
use crate::pack::{Packed, pack};
use crate::printed::assert_printed;
use crate::select::{Chosen, select_more};
pub(crate) use drafts::Draft;
use drafts::drafts;
use material::{again, explain_nulls, others, within_room, without_miscasts};

/// How often candidates are chosen: where tests prove flaky, others for what those reached.
const MOST_ROUNDS: usize = 2;

/// To run tests elsewhere takes so many times as long as to run them twice more, most of it for classes that are loaded anew.
const ELSEWHERE: u32 = 2;

/// A suite, and what could not become a part of it.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Built {
    /// The tests, in the order of the candidates.
    pub tests: Vec<KeptTest>,
    /// The sequences that did not do the same twice.
    pub flaky: Vec<Sequence>,
    /// The sequences for whose tests there was no room ([`Rules::most`]).
    pub left_out: Vec<Sequence>,
    /// What the tests kill.
    pub mutants: Mutants,
    /// The edges that were passed once and not when the same sequences ran again.
    pub once: BTreeSet<u32>,
}

/// Which statements of a test to assert, by their positions.
pub type AssertionRule<'r> = dyn Fn(&Symbols, &Sequence, &[Outcome]) -> Vec<u16> + 'r;

/// A way to change sequences a little at a time; the flag says that the last statement threw.
pub type Vary<'r> = dyn Fn(&mut Symbols, &Sequence, bool) -> Option<Sequence> + 'r;

/// The sequences that differ from one in one value.
pub type Forms<'r> = dyn Fn(&mut Symbols, &Sequence) -> Vec<Form> + 'r;

/// What a suite is built by, beside the candidates.
pub struct Rules<'r> {
    /// Whether a trace still shows the violation, so that minimising a failing test leaves it failing.
    pub broken: &'r dyn Fn(&Symbols, &Violation, &Sequence, &Trace) -> bool,
    /// Which statements to assert.
    pub assertions: &'r AssertionRule<'r>,
    /// What tests can end with, to show what they did.
    pub observers: Observers<'r>,
    /// Methods that may end the threads of an object of the type, the likeliest first.
    pub enders: &'r dyn Fn(&mut Symbols, TypeId) -> Vec<MethodId>,
    /// Whether a test of this can stand in any package.
    pub fits_anywhere: &'r dyn Fn(&Symbols, &Sequence) -> bool,
    /// What there is room for; tests that show a defect have theirs always. `None` under a budget of sequences.
    pub most: Option<Most>,
    /// Whether there is time to make the next test shorter. Under a budget of sequences always true, or equal runs would
    /// give different tests.
    pub may_shorten: &'r dyn Fn() -> bool,
    /// Whether there is time to confirm more tests, and to put more of them together. Under a budget of sequences always true.
    pub may_confirm: &'r dyn Fn() -> bool,
    /// Whether there is time for what takes so long. Under a budget of sequences always true.
    pub has_time_for: &'r dyn Fn(Duration) -> bool,
    /// Whether mutants are to be tried on so many tests: they are wanted, and there is time. Under a budget of sequences always the same.
    pub wants_mutants: &'r dyn Fn(usize) -> bool,
    /// Whether there is time to try the next one. Under a budget of sequences always true.
    pub may_mutate: &'r dyn Fn() -> bool,
    /// Whether there is time to ask tests more, and to leave out what the suite can do without. Under a budget of sequences always true.
    pub may_ask: &'r dyn Fn() -> bool,
    /// Another sequence like one whose last statement may have thrown, that was not given before; `None` where nothing new comes to mind.
    pub vary: &'r Vary<'r>,
    /// How many of those may run, beside the time.
    pub variations: u64,
    /// The forms of a sequence that were not given before; none where such are not wanted.
    pub forms: &'r Forms<'r>,
}

impl Rules<'_> {
    /// Whether there is as much room beside so many tests as they take themselves.
    pub(crate) fn has_room_beside(&self, tests: usize) -> bool {
        self.most.is_none_or(|most| most.tests >= 2 * tests)
    }
}

/// Selects, minimises, adds observers, confirms, and puts together what starts alike. When a test proves flaky, what only it
/// reached is left to the candidates that were not chosen, once.
pub fn build(
    candidates: &[Candidate],
    targets: &Targets<'_>,
    executor: &mut dyn Executor,
    symbols: &mut Symbols,
    rules: &Rules<'_>,
) -> Result<Built, ExecutorLost> {
    let candidates = without_miscasts(candidates, executor, symbols)?;
    let (mut candidates, once) = again(&candidates, executor, symbols, rules)?;
    explain_nulls(&mut candidates, executor, symbols)?;
    let mut built = Built {
        once,
        ..Built::default()
    };
    let mut memory = Memory::default();
    let mut making = Making::default();
    while making.goes_on(rules) {
        making.round(
            &candidates,
            (targets, &mut memory),
            &mut built,
            executor,
            symbols,
            rules,
        )?;
    }
    let Making { taken, tests, late, .. } = making;
    built.left_out.extend(late);
    let mut tests: Vec<Packed> = tests.into_iter().map(|(_, test)| test).collect();
    let mut lives = BTreeSet::new();
    if (rules.wants_mutants)(tests.len()) {
        let others = others(&candidates, &taken);
        (built.mutants, lives) = strengthen(&mut tests, &others, targets, &mut memory, executor, symbols, rules)?;
        drop_idle_observers(&mut tests, executor, symbols, rules)?;
        tests = drop_superfluous(tests, executor, symbols, rules)?;
    }
    // What is asked further takes the place of tests for branches where there are many of those.
    if (rules.may_shorten)() && rules.has_room_beside(tests.len()) {
        ask(&mut tests, targets, &mut memory, executor, symbols, rules)?;
    }
    tests = pack(tests, targets, executor, symbols, rules.may_confirm)?;
    tests.retain(|packed| packed.test.violates.is_some() || is_about(packed, targets, symbols));
    leave_out_what_stands_alone(&mut tests);
    if built.mutants.made > 0 {
        tests = drop_superfluous(tests, executor, symbols, rules)?;
        built.mutants.killed += killed_by_the_way(&mut tests, lives, executor, symbols, rules)?;
    }
    assert_printed(&mut tests, &candidates, executor, symbols, rules)?;
    end_threads(&mut tests, &candidates, executor, symbols, rules)?;
    let keys = Keys::of(executor);
    let with_goals = |packed: Packed| KeptTest {
        goals: keys.all(
            &(&packed.reaches | &by_the_way(&packed.test, targets, symbols)),
            symbols,
        ),
        ..packed.test
    };
    built.tests = tests.into_iter().map(with_goals).collect();
    Ok(built)
}

/// Whether a test has to do with a class under test. One that showed what another class does with what such a class had made may have been made
/// shorter by that: it says how the other class is, and nobody asked for that.
fn is_about(packed: &Packed, targets: &Targets<'_>, symbols: &Symbols) -> bool {
    let is_of = |statement: &Statement| match statement {
        Statement::Call { method, .. } => targets.is_under_test(symbols.get(*method).owner),
        Statement::StaticField { field } => targets.is_under_test(symbols.get_field(*field).owner),
        Statement::Fake { interface, .. } => targets.is_under_test(*interface),
        _ => false,
    };
    let reaches_one = |goal: &Goal| matches!(goal.kind(), GoalKind::Edge | GoalKind::Mutant);
    packed.reaches.iter().any(reaches_one) || packed.test.sequence.statements.iter().any(is_of)
}

/// Tests in the making.
#[derive(Default)]
struct Making {
    /// How often candidates were chosen.
    rounds: usize,
    /// The candidates that were.
    taken: BTreeSet<usize>,
    /// The tests, each with the position of its candidate, in that order.
    tests: Vec<(usize, Packed)>,
    /// What they reach.
    reached: BTreeSet<Goal>,
    /// The sequences for which there was no room in the last round.
    late: Vec<Sequence>,
    /// Whether that had a test that proved flaky.
    is_short: bool,
}

impl Making {
    /// Whether there is anything to choose, and time for it.
    fn goes_on(&self, rules: &Rules<'_>) -> bool {
        self.rounds == 0 || self.is_short && self.rounds < MOST_ROUNDS && (rules.may_shorten)()
    }

    /// Makes tests of the candidates that together reach what those made before do not.
    fn round(
        &mut self,
        candidates: &[Candidate],
        (targets, memory): (&Targets<'_>, &mut Memory),
        built: &mut Built,
        executor: &mut dyn Executor,
        symbols: &mut Symbols,
        rules: &Rules<'_>,
    ) -> Result<(), ExecutorLost> {
        if self.rounds > 0 {
            self.confirm_once_more(built, executor, symbols)?;
        }
        self.rounds += 1;
        self.is_short = false;
        let chosen = select_more(candidates, targets, symbols, &self.taken, &self.reached);
        let (chosen, late) = within_room(chosen, candidates, self.tests.len(), rules);
        let late = late.iter().map(|chosen| candidates[chosen.index].sequence.clone());
        // What found no room in a round before is among them, unless something else reaches the same now.
        self.late = late.collect();
        let drafts = drafts(
            &chosen,
            candidates,
            &self.reached,
            (targets, memory),
            executor,
            symbols,
            rules,
        )?;
        let sequences: Vec<Sequence> = drafts.iter().map(|(_, draft)| draft.sequence.clone()).collect();
        let began = Instant::now();
        let mut confirmed = confirm(&sequences, executor, symbols, rules.may_confirm)?;
        if (rules.has_time_for)(began.elapsed() * ELSEWHERE) {
            stand_elsewhere(&sequences, &mut confirmed, executor, symbols)?;
        }
        let mut confirmed = confirmed.into_iter();
        self.taken.extend(chosen.iter().map(|chosen| chosen.index));
        for (of, draft) in drafts {
            let Chosen { index, rank, .. } = chosen[of];
            let candidate = &candidates[index];
            let Some(confirmed) = confirmed.next() else {
                built.left_out.push(draft.sequence);
                continue;
            };
            let stands = |confirmed: &Confirmed| candidate.violates.is_some() || !confirmed.was_ended();
            if let Some(confirmed) = confirmed.filter(stands) {
                let reaches = draft.reaches.clone();
                self.reached.extend(reaches.iter().cloned());
                let test = keep((candidate, rank), draft, confirmed, (targets, symbols), rules);
                self.tests.push((index, Packed { test, reaches }));
            } else {
                self.is_short = true;
                built.flaky.push(draft.sequence);
            }
        }
        self.tests.sort_by_key(|(index, _)| *index);
        Ok(())
    }

    /// Runs the tests made so far twice more. Where one proved flaky others may be, too, that did the same twice by chance.
    fn confirm_once_more(
        &mut self,
        built: &mut Built,
        executor: &mut dyn Executor,
        symbols: &mut Symbols,
    ) -> Result<(), ExecutorLost> {
        let sequences: Vec<Sequence> = self
            .tests
            .iter()
            .map(|(_, packed)| packed.test.sequence.clone())
            .collect();
        let again = confirm(&sequences, executor, symbols, &|| true)?;
        let tests = std::mem::take(&mut self.tests);
        for ((index, mut packed), again) in tests.into_iter().zip(again) {
            let test = &mut packed.test;
            if again.is_some_and(|again| again.holds_for(test)) {
                self.tests.push((index, packed));
            } else {
                built.flaky.push(packed.test.sequence);
            }
        }
        self.reached = self
            .tests
            .iter()
            .flat_map(|(_, packed)| packed.reaches.iter().cloned())
            .collect();
        Ok(())
    }
}

/// The draft of a candidate as a test, with its place in the ranking and what its runs had in common.
pub(crate) fn keep(
    (candidate, rank): (&Candidate, u32),
    draft: Draft,
    confirmed: Confirmed,
    (targets, symbols): (&Targets<'_>, &Symbols),
    rules: &Rules<'_>,
) -> KeptTest {
    let Draft {
        sequence, observers, ..
    } = draft;
    let observed_from = sequence.len() - usize::from(observers);
    let told = Sequence {
        statements: sequence.statements[..observed_from].to_vec(),
    };
    let mut asserted = (rules.assertions)(symbols, &told, &confirmed.outcomes[..observed_from]);
    let shows = |index: &usize| {
        confirmed.outcomes[*index]
            .value()
            .is_some_and(rules.observers.is_assertable)
    };
    asserted.extend((observed_from..sequence.len()).filter(shows).map(|index| index as u16));
    asserted.retain(|index| confirmed.same.get(usize::from(*index)).copied().unwrap_or(false));
    let fits_anywhere = || (rules.fits_anywhere)(symbols, &sequence);
    let subject = subject(candidate.subject, &told, targets, symbols, &fits_anywhere);
    let mut test = KeptTest {
        subject: symbols.type_runtime_name(subject),
        sequence,
        outcomes: confirmed.outcomes,
        asserted,
        observers,
        acts: Vec::new(),
        asked: Vec::new(),
        violates: candidate.violates.clone(),
        rank,
        micros: rules.most.map_or(0, |_| candidate.trace.micros),
        goals: Vec::new(),
    };
    test.drop_idle_observers();
    test
}

/// The class that the test is about: that of its last call, if it is under test and has not its object from the one that was said, as a builder makes what is
/// asked then; otherwise the one that was said, while anything of it is called, or the owner of the last call of a class under test. In the package of the one that
/// was said unless the test fits anywhere, for what is called need not be public.
fn subject(
    said: TypeId,
    told: &Sequence,
    targets: &Targets<'_>,
    symbols: &Symbols,
    fits_anywhere: &dyn Fn() -> bool,
) -> TypeId {
    let package = |class: TypeId| symbols.class_name(class)?.rsplit_once('.').map(|(package, _)| package);
    let owner = |at: usize| match &told.statements[at] {
        Statement::Call { method, .. } => Some(symbols.get(*method).owner),
        _ => None,
    };
    let owners = || (0..told.len()).rev().filter_map(owner);
    let is_near = |owner: TypeId| package(owner) == package(said);
    let may_be = |owner: &TypeId| targets.is_under_test(*owner) && (is_near(*owner) || fits_anywhere());
    if comes_from(said, told, symbols) {
        return said;
    }
    if let Some(last) = told.len().checked_sub(1).and_then(owner).filter(may_be) {
        return last;
    }
    let is_called = owners().any(|owner| owner == said);
    let other = owners().find(may_be).filter(|_| !is_called);
    other.unwrap_or(said)
}

/// Whether the last call is one of the class, or its object was given by one, or by an object that was.
fn comes_from(class: TypeId, told: &Sequence, symbols: &Symbols) -> bool {
    let mut at = told.statements.last();
    while let Some(statement @ Statement::Call { method, .. }) = at {
        if symbols.get(*method).owner == class {
            return true;
        }
        at = statement.receiver(symbols).map(|made| &told.statements[made.index()]);
    }
    false
}

mod drafts;
mod material;

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;
    use crate::testing::{FakeExecutor, World, candidate, world};
    use palus_sequence::{MethodKind, Operand, Var};

    fn built_when(world: &mut World, candidates: &[Candidate], may_shorten: bool, most: Option<Most>) -> Built {
        built_asking(world, candidates, may_shorten, most, &|_, _| Vec::new())
    }

    fn built_asking(
        world: &mut World,
        candidates: &[Candidate],
        may_shorten: bool,
        most: Option<Most>,
        forms: &Forms<'_>,
    ) -> Built {
        let assert_all = |_: &Symbols, sequence: &Sequence, _: &[Outcome]| (0..sequence.len() as u16).collect();
        let mut executor = FakeExecutor::default();
        let classes = [world.subject];
        let targets = Targets::plain(&classes);
        build(
            candidates,
            &targets,
            &mut executor,
            &mut world.symbols,
            &Rules {
                broken: &|_, _, _, _| true,
                assertions: &assert_all,
                observers: Observers {
                    of: &|_, _| Vec::new(),
                    is_assertable: &|_| true,
                },
                enders: &|_, _| Vec::new(),
                fits_anywhere: &|_, _| false,
                most,
                may_shorten: &|| may_shorten,
                may_confirm: &|| true,
                has_time_for: &|_| true,
                wants_mutants: &|_| false,
                may_mutate: &|| true,
                may_ask: &|| true,
                vary: &|_, _, _| None,
                variations: 0,
                forms,
            },
        )
        .unwrap()
    }

    fn built(world: &mut World, candidates: &[Candidate]) -> Built {
        built_when(world, candidates, true, None)
    }

    #[test]
    fn a_test_of_which_nothing_under_test_is_left_is_about_others() {
        let mut world = world();
        let consumer = world
            .symbols
            .method("other.Printer", "print", "()I", palus_sequence::MethodKind::Static)
            .unwrap();
        let classes = [world.subject];
        let targets = Targets::plain(&classes);
        let packed = |sequence: Sequence, reaches: &[Goal]| Packed {
            test: KeptTest {
                sequence,
                ..KeptTest::default()
            },
            reaches: reaches.iter().cloned().collect(),
        };
        let call = Statement::Call {
            method: consumer,
            operands: vec![],
        };
        let others = || Sequence {
            statements: vec![call.clone()],
        };
        let mut with_own = candidate(&world, &[0], &[]).sequence;
        with_own.statements.push(call.clone());
        assert!(!is_about(
            &packed(others(), &[Goal::Varies(7)]),
            &targets,
            &world.symbols
        ));
        assert!(is_about(&packed(others(), &[Goal::Edge(3)]), &targets, &world.symbols));
        assert!(is_about(&packed(with_own, &[]), &targets, &world.symbols));
    }

    #[test]
    fn without_time_tests_stay_as_they_were_found() {
        let mut world = world();
        let candidates = [candidate(&world, &[0, 0, 0], &[0])];
        let long = built_when(&mut world, &candidates, false, None);
        let short = built(&mut world, &candidates);
        assert_eq!(long.tests[0].sequence.len(), 3);
        assert!(short.tests[0].sequence.len() < 3, "{:?}", short.tests[0].sequence);
    }

    #[test]
    fn without_room_those_stay_that_show_a_defect_or_add_most() {
        let mut world = world();
        let mut failing = candidate(&world, &[0], &[0]);
        failing.violates = Some(crate::testing::violation("assertion-error"));
        let most = candidate(&world, &[1, 2], &[1, 2, 3]);
        let least = candidate(&world, &[3], &[5]);
        let room = Most {
            tests: 1,
            micros: u64::MAX,
            ..Most::default()
        };
        let suite = built_when(&mut world, &[least.clone(), most, failing], false, Some(room));
        let reasons: Vec<bool> = suite.tests.iter().map(|test| test.violates.is_some()).collect();
        assert_eq!((reasons, suite.left_out), (vec![false, true], vec![least.sequence]));
    }

    #[test]
    fn without_time_to_run_them_the_slowest_are_left_out_first() {
        let mut world = world();
        let mut candidates = [(0, 300), (1, 40), (2, 90), (3, 10)].map(|(call, micros)| {
            let mut candidate = candidate(&world, &[call], &[call as u32]);
            candidate.trace.micros = micros;
            candidate
        });
        let room = Most {
            tests: 10,
            micros: 100,
            ..Most::default()
        };
        let left_out = |suite: Built| -> BTreeSet<usize> {
            let at = |sequence| candidates.iter().position(|candidate| candidate.sequence == sequence);
            suite.left_out.into_iter().filter_map(at).collect()
        };
        assert_eq!(
            left_out(built_when(&mut world, &candidates, false, Some(room))),
            BTreeSet::from([0, 2])
        );
        candidates[0].violates = Some(crate::testing::violation("assertion-error"));
        let suite = built_when(&mut world, &candidates, false, Some(room));
        assert_eq!(
            suite.left_out,
            [candidates[2].sequence.clone()],
            "what shows a defect stays"
        );
    }

    #[test]
    fn a_suite_is_selected_shortened_and_asserted_where_it_repeats() {
        let mut world = world();
        let candidates = [candidate(&world, &[0, 3], &[0, 3]), candidate(&world, &[0], &[0])];
        let suite = built(&mut world, &candidates);
        let sequences: Vec<_> = suite.tests.iter().map(|test| test.sequence.clone()).collect();
        let parts = [3, 0].map(|call| candidate(&world, &[call], &[]).sequence);
        assert_eq!(sequences, parts, "the two calls have nothing to do with each other");
        let asserted: Vec<&[u16]> = suite.tests.iter().map(|test| &test.asserted[..]).collect();
        assert_eq!(asserted, [&[][..], &[0]], "the counter's value does not repeat");
        assert_eq!(suite.tests[0].subject, "demo.A");
    }

    #[test]
    fn nothing_further_is_asked_where_that_would_take_the_room_of_others() {
        let has_room = |tests: usize, of: Option<usize>| {
            let most = of.map(|tests| Most {
                tests,
                micros: u64::MAX,
                ..Most::default()
            });
            let forms = Cell::new(0);
            let mut world = world();
            let candidates: Vec<Candidate> = (0..tests)
                .map(|call| candidate(&world, &[call], &[call as u32]))
                .collect();
            let count = |_: &mut Symbols, _: &Sequence| {
                forms.set(forms.get() + 1);
                Vec::new()
            };
            built_asking(&mut world, &candidates, true, most, &count);
            forms.get() > 0
        };
        assert!(has_room(2, None) && has_room(2, Some(4)) && !has_room(2, Some(3)));
    }

    #[test]
    fn tests_that_did_the_same_by_chance_go_when_they_run_once_more() {
        let mut world = world();
        let made = [0, 3, 4].map(|call| {
            let candidate = candidate(&world, &[call], &[call as u32]);
            let test = KeptTest {
                subject: "demo.A".into(),
                sequence: candidate.sequence,
                outcomes: candidate.trace.outcomes,
                asserted: vec![0],
                ..KeptTest::default()
            };
            let reaches = BTreeSet::from([Goal::Edge(call as u32)]);
            (call, Packed { test, reaches })
        });
        let mut making = Making {
            reached: made.iter().flat_map(|(_, packed)| packed.reaches.clone()).collect(),
            tests: made.into(),
            ..Making::default()
        };
        let mut built = Built::default();
        making
            .confirm_once_more(&mut built, &mut FakeExecutor::default(), &mut world.symbols)
            .unwrap();
        let asserted = |(_, packed): &(usize, Packed)| packed.test.asserted.clone();
        let asserted: Vec<Vec<u16>> = making.tests.iter().map(asserted).collect();
        assert_eq!(
            asserted,
            [&[0][..], &[]],
            "the counter counts, and one that threw is gone"
        );
        assert_eq!(built.flaky, [candidate(&world, &[4], &[]).sequence]);
        assert_eq!(making.reached, BTreeSet::from([Goal::Edge(0), Goal::Edge(3)]));
    }

    #[test]
    fn what_is_ended_by_its_fuel_makes_no_passing_test() {
        let mut world = world();
        let endless = world
            .symbols
            .method("demo.A", "endless", "()I", palus_sequence::MethodKind::Static)
            .unwrap();
        let mut ended = candidate(&world, &[0], &[0]);
        ended.sequence.push(Statement::Call {
            method: endless,
            operands: vec![],
        });
        ended
            .trace
            .outcomes
            .push(Outcome::Returned(palus_sequence::Value::Int(0)));
        ended.trace.edges.push(1);
        let suite = built_when(&mut world, &[ended], false, None);
        let is_ended = |test: &KeptTest| test.outcomes.iter().any(|outcome| matches!(outcome, Outcome::Ended(_)));
        assert!(!suite.tests.iter().any(is_ended), "{:?}", suite.tests);
    }

    #[test]
    fn what_only_the_first_run_passed_keeps_nothing_in_a_test() {
        let mut world = world();
        // Edge 4 is that of a method which is not called: of a static initialiser, say.
        let first = candidate(&world, &[1, 0], &[0, 1, 4]);
        let candidates = [first, candidate(&world, &[1], &[1])];
        let suite = built(&mut world, &candidates);
        let lengths: Vec<usize> = suite.tests.iter().map(|test| test.sequence.len()).collect();
        assert_eq!((lengths, suite.once), (vec![1, 1], BTreeSet::from([4])));
    }

    #[test]
    fn a_test_is_about_a_class_that_it_calls() {
        let mut world = world();
        let other = world.symbols.class("demo.B");
        let stranger = world.symbols.class("elsewhere.B");
        let told = candidate(&world, &[0], &[]).sequence;
        let about = |said, targets: &[TypeId], fits_anywhere| {
            subject(said, &told, &Targets::plain(targets), &world.symbols, &|| fits_anywhere)
        };
        assert_eq!(about(world.subject, &[other, world.subject], true), world.subject);
        assert_eq!(about(other, &[other, world.subject], false), world.subject);
        assert_eq!(about(other, &[other], true), other, "demo.A is not under test");
        assert_eq!(about(stranger, &[stranger, world.subject], false), stranger);
        assert_eq!(about(stranger, &[stranger, world.subject], true), world.subject);
        let (own, all) = ([other], [other, world.subject]);
        let among = Targets::plain(&own).among(&all);
        let anothers = subject(other, &told, &among, &world.symbols, &|| false);
        assert_eq!(anothers, world.subject, "another group's class");
    }

    #[test]
    fn a_test_is_about_what_it_calls_last_unless_that_was_made_by_whom_it_was_said_to_be_about() {
        use MethodKind::{Constructor, Instance};
        let mut symbols = Symbols::default();
        let [builder, built] = ["demo.Builder", "demo.Built"].map(|name| symbols.class(name));
        let mut call = |owner: &str, name: &str, descriptor: &str, kind, operands: &[u16]| Statement::Call {
            method: symbols.method(owner, name, descriptor, kind).unwrap(),
            operands: operands.iter().map(|var| Operand::Var(Var(*var))).collect(),
        };
        let made = call("demo.Builder", "<init>", "()V", Constructor, &[]);
        let builds = call("demo.Builder", "build", "()Ldemo/Built;", Instance, &[0]);
        let asked = call("demo.Built", "size", "()I", Instance, &[1]);
        let new = call("demo.Built", "<init>", "()V", Constructor, &[]);
        let takes = call("demo.Built", "takes", "(Ldemo/Builder;)I", Instance, &[1, 0]);
        let all = [builder, built];
        let about = |statements: &[&Statement]| {
            let told = Sequence {
                statements: statements.iter().copied().cloned().collect(),
            };
            subject(builder, &told, &Targets::plain(&all), &symbols, &|| false)
        };
        assert_eq!(about(&[&made, &builds, &asked]), builder);
        assert_eq!(about(&[&made, &new, &takes]), built);
    }

    #[test]
    fn what_only_a_flaky_test_reached_is_left_to_the_others() {
        let mut world = world();
        let others = [[0; 3], [1; 3], [2; 3]].map(|calls| candidate(&world, &calls, &calls.map(|call| call as u32)));
        let [in_its_place, before, behind] = others;
        let flaky = candidate(&world, &[4], &[0, 4]);
        let suite = built(&mut world, &[before, flaky.clone(), in_its_place, behind]);
        assert_eq!(suite.flaky, [flaky.sequence]);
        let sequences: Vec<_> = suite.tests.iter().map(|test| test.sequence.clone()).collect();
        let once = [1, 0, 2].map(|call| candidate(&world, &[call], &[]).sequence);
        assert_eq!(sequences, once, "another one takes its place, between those that stay");
    }
}
