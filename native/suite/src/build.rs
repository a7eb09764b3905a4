//! The whole way from candidates to kept tests.

use std::collections::{BTreeMap, BTreeSet};

use palus_sequence::work::KeptTest;
use palus_sequence::{Executor, ExecutorLost, Outcome, Sequence, Statement, Symbols, Trace, TypeId, Violation};

use crate::confirm::{Confirmed, confirm};
use crate::goal::{Candidate, Goal, Keys, goals};
use crate::lean::{drop_idle_observers, drop_superfluous};
use crate::minimise::minimise;
use crate::mutants::{Mutants, strengthen};
use crate::observe::{Lens, Memory, Observers};
use crate::pack::{Packed, pack};
use crate::select::{Chosen, select};

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
}

/// Which statements of a test to assert, by their positions.
pub type AssertionRule<'r> = dyn Fn(&Symbols, &Sequence, &[Outcome]) -> Vec<u16> + 'r;

/// What a suite is built by, beside the candidates.
pub struct Rules<'r> {
    /// Whether a trace still shows the violation, so that minimising a failing test leaves it failing.
    pub broken: &'r dyn Fn(&Symbols, &Violation, &Sequence, &Trace) -> bool,
    /// Which statements to assert.
    pub assertions: &'r AssertionRule<'r>,
    /// What tests can end with, to show what they did.
    pub observers: Observers<'r>,
    /// How many tests there is room for; those that show a defect have theirs always. `None` under a budget of sequences.
    pub most: Option<usize>,
    /// Whether there is time to make the next test shorter. Under a budget of sequences always true, or equal runs would
    /// give different tests.
    pub may_shorten: &'r dyn Fn() -> bool,
    /// Whether mutants are to be tried on so many tests: they are wanted, and there is time. Under a budget of sequences always the same.
    pub wants_mutants: &'r dyn Fn(usize) -> bool,
    /// Whether there is time to try the next one. Under a budget of sequences always true.
    pub may_mutate: &'r dyn Fn() -> bool,
}

/// A test in the making.
pub(crate) struct Draft {
    pub(crate) sequence: Sequence,
    /// How many statements at the end are observers.
    pub(crate) observers: u16,
    /// What it reaches without them.
    pub(crate) reaches: BTreeSet<Goal>,
}

/// Selects, minimises, adds observers, confirms, and puts together what starts alike. When a test proves flaky, what only it
/// reached is left to the candidates that were not chosen, once.
pub fn build(
    candidates: &[Candidate],
    targets: &[TypeId],
    executor: &mut dyn Executor,
    symbols: &mut Symbols,
    rules: &Rules<'_>,
) -> Result<Built, ExecutorLost> {
    let mut built = Built::default();
    let mut left = candidates.to_vec();
    for _ in 0..2 {
        let (chosen, late) = within_room(select(&left, targets, symbols), &left, rules);
        built.left_out = late.iter().map(|chosen| left[chosen.index].sequence.clone()).collect();
        let mut memory = Memory::default();
        let drafts = drafts(&chosen, &left, targets, &mut memory, executor, symbols, rules)?;
        let sequences: Vec<Sequence> = drafts.iter().map(|draft| draft.sequence.clone()).collect();
        let confirmed = confirm(&sequences, executor, symbols)?;
        let flaky: Vec<usize> = (0..chosen.len()).filter(|index| confirmed[*index].is_none()).collect();
        built.flaky.extend(flaky.iter().map(|index| sequences[*index].clone()));
        let mut tests = Vec::with_capacity(chosen.len());
        for ((chosen, draft), confirmed) in chosen.iter().zip(drafts).zip(confirmed) {
            if let Some(confirmed) = confirmed {
                let reaches = draft.reaches.clone();
                let test = keep(
                    (&left[chosen.index], chosen.rank),
                    draft,
                    confirmed,
                    (targets, symbols),
                    rules,
                );
                tests.push(Packed { test, reaches });
            }
        }
        if (rules.wants_mutants)(tests.len()) {
            let others = others(&left, &chosen);
            built.mutants = strengthen(&mut tests, &others, targets, &mut memory, executor, symbols, rules)?;
            drop_idle_observers(&mut tests, executor, symbols, rules)?;
            tests = drop_superfluous(tests, executor, symbols, rules)?;
        }
        if (rules.may_shorten)() {
            tests = pack(tests, targets, executor, symbols)?;
        }
        if built.mutants.made > 0 {
            tests = drop_superfluous(tests, executor, symbols, rules)?;
        }
        let keys = Keys::of(executor);
        let with_goals = |packed: Packed| KeptTest {
            goals: keys.all(&packed.reaches, symbols),
            ..packed.test
        };
        built.tests = tests.into_iter().map(with_goals).collect();
        if flaky.is_empty() || !(rules.may_shorten)() {
            break;
        }
        let gone: Vec<usize> = flaky.into_iter().map(|index| chosen[index].index).collect();
        let mut index = 0;
        left.retain(|_| {
            index += 1;
            !gone.contains(&(index - 1))
        });
    }
    Ok(built)
}

/// Those for which there is room, and the others: what shows a defect comes first, then what adds most to the rest.
fn within_room(chosen: Vec<Chosen>, candidates: &[Candidate], rules: &Rules<'_>) -> (Vec<Chosen>, Vec<Chosen>) {
    let Some(most) = rules.most.filter(|most| *most < chosen.len()) else {
        return (chosen, Vec::new());
    };
    let mut ranks: Vec<u32> = chosen.iter().map(|chosen| chosen.rank).collect();
    ranks.sort_unstable();
    let first_late = ranks[most];
    chosen
        .into_iter()
        .partition(|chosen| chosen.rank < first_late || candidates[chosen.index].violates.is_some())
}

/// What was not chosen.
fn others(candidates: &[Candidate], chosen: &[Chosen]) -> Vec<Candidate> {
    let chosen: BTreeSet<usize> = chosen.iter().map(|chosen| chosen.index).collect();
    let others = candidates
        .iter()
        .enumerate()
        .filter(|(index, _)| !chosen.contains(index));
    others.map(|(_, candidate)| candidate.clone()).collect()
}

/// Shortens the chosen candidates one after the other, those that show a defect or add most first, and adds observers. What only the
/// rest of a test reached, and no other test as it is by then, keeps that rest in it.
fn drafts(
    chosen: &[Chosen],
    candidates: &[Candidate],
    targets: &[TypeId],
    memory: &mut Memory,
    executor: &mut dyn Executor,
    symbols: &mut Symbols,
    rules: &Rules<'_>,
) -> Result<Vec<Draft>, ExecutorLost> {
    let mut holders: BTreeMap<Goal, usize> = BTreeMap::new();
    for chosen in chosen {
        for goal in goals(&candidates[chosen.index], targets, symbols) {
            *holders.entry(goal).or_default() += 1;
        }
    }
    let mut order: Vec<usize> = (0..chosen.len()).collect();
    order.sort_by_key(|at| (candidates[chosen[*at].index].violates.is_none(), chosen[*at].rank));
    let mut drafts: Vec<Option<Draft>> = chosen.iter().map(|_| None).collect();
    for at in order {
        let chosen = &chosen[at];
        let candidate = &candidates[chosen.index];
        let before = goals(candidate, targets, symbols);
        let own: BTreeSet<Goal> = before.iter().filter(|goal| holders[goal] == 1).cloned().collect();
        let (sequence, trace) = shorten(candidate, &own, targets, executor, symbols, rules)?;
        let short = Candidate {
            sequence,
            trace,
            ..candidate.clone()
        };
        let reaches = goals(&short, targets, symbols);
        for lost in before.difference(&reaches) {
            holders.entry(lost.clone()).and_modify(|count| *count -= 1);
        }
        let (sequence, observers) = if candidate.violates.is_none() && (rules.may_shorten)() {
            let mut lens = Lens {
                executor: &mut *executor,
                symbols: &mut *symbols,
                observers: &rules.observers,
            };
            memory.observe(&short.sequence, &short.trace, &mut lens)?
        } else {
            (short.sequence, 0)
        };
        drafts[at] = Some(Draft {
            sequence,
            observers,
            reaches,
        });
    }
    Ok(drafts.into_iter().flatten().collect())
}

/// The candidate without the statements that it does not need to reach its own goals and to end as it does.
fn shorten(
    candidate: &Candidate,
    own: &BTreeSet<Goal>,
    targets: &[TypeId],
    executor: &mut dyn Executor,
    symbols: &mut Symbols,
    rules: &Rules<'_>,
) -> Result<(Sequence, Trace), ExecutorLost> {
    if !(rules.may_shorten)() {
        return Ok((candidate.sequence.clone(), candidate.trace.clone()));
    }
    let keep = |names: &Symbols, sequence: &Sequence, trace: &Trace| {
        if !ends_alike(&candidate.trace, trace) {
            return false;
        }
        if let Some(violation) = &candidate.violates {
            return (rules.broken)(names, violation, sequence, trace);
        }
        let shorter = Candidate {
            sequence: sequence.clone(),
            trace: trace.clone(),
            ..candidate.clone()
        };
        let reached = goals(&shorter, targets, names);
        own.is_subset(&reached)
    };
    minimise(&candidate.sequence, &candidate.trace, executor, symbols, &keep)
}

/// Whether both returned to the end, or both threw the same class or were ended alike with the last statement.
fn ends_alike(one: &Trace, other: &Trace) -> bool {
    let all_but_last = |trace: &Trace| trace.stopped_at().is_none_or(|at| at + 1 == trace.outcomes.len());
    let same_end = match (one.outcomes.last(), other.outcomes.last()) {
        (Some(Outcome::Returned(_)), Some(Outcome::Returned(_))) => true,
        (Some(Outcome::Threw { class: one, .. }), Some(Outcome::Threw { class: other, .. })) => one == other,
        (Some(Outcome::Ended(one)), Some(Outcome::Ended(other))) => one == other,
        _ => false,
    };
    same_end && all_but_last(other)
}

/// The draft of a candidate as a test, with its place in the ranking and what its runs had in common.
pub(crate) fn keep(
    (candidate, rank): (&Candidate, u32),
    draft: Draft,
    confirmed: Confirmed,
    (targets, symbols): (&[TypeId], &Symbols),
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
    let mut test = KeptTest {
        subject: symbols.type_runtime_name(subject(candidate.subject, &told, targets, symbols)),
        sequence,
        outcomes: confirmed.outcomes,
        asserted,
        observers,
        acts: Vec::new(),
        violates: candidate.violates.clone(),
        rank,
        goals: Vec::new(),
    };
    test.drop_idle_observers();
    test
}

/// The class that the test is about: the one that was said, while anything of it is called; otherwise the owner of the last call of
/// one of `targets` in its package, for what is called need not be public.
fn subject(said: TypeId, told: &Sequence, targets: &[TypeId], symbols: &Symbols) -> TypeId {
    let package = |class: TypeId| symbols.class_name(class)?.rsplit_once('.').map(|(package, _)| package);
    let owners = || {
        told.statements.iter().rev().filter_map(|statement| match statement {
            Statement::Call { method, .. } => Some(symbols.get(*method).owner),
            _ => None,
        })
    };
    let is_other = |owner: &TypeId| targets.contains(owner) && package(*owner) == package(said);
    match owners().find(is_other) {
        Some(other) if !owners().any(|owner| owner == said) => other,
        _ => said,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{FakeExecutor, World, candidate, world};

    fn built_when(world: &mut World, candidates: &[Candidate], may_shorten: bool, most: Option<usize>) -> Built {
        let assert_all = |_: &Symbols, sequence: &Sequence, _: &[Outcome]| (0..sequence.len() as u16).collect();
        let mut executor = FakeExecutor::default();
        let targets = [world.subject];
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
                most,
                may_shorten: &|| may_shorten,
                wants_mutants: &|_| false,
                may_mutate: &|| true,
            },
        )
        .unwrap()
    }

    fn built(world: &mut World, candidates: &[Candidate]) -> Built {
        built_when(world, candidates, true, None)
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
        let suite = built_when(&mut world, &[least.clone(), most, failing], false, Some(1));
        let reasons: Vec<bool> = suite.tests.iter().map(|test| test.violates.is_some()).collect();
        assert_eq!((reasons, suite.left_out), (vec![false, true], vec![least.sequence]));
    }

    #[test]
    fn a_suite_is_selected_shortened_and_asserted_where_it_repeats() {
        let mut world = world();
        let candidates = [candidate(&world, &[0, 3], &[0, 3]), candidate(&world, &[0], &[0])];
        let suite = built(&mut world, &candidates);
        let sequences: Vec<_> = suite.tests.iter().map(|test| test.sequence.clone()).collect();
        assert_eq!(sequences, [candidates[0].sequence.clone()]);
        assert_eq!(suite.tests[0].asserted, [0], "the counter's value does not repeat");
        assert_eq!(suite.tests[0].subject, "demo.A");
    }

    #[test]
    fn a_test_is_about_a_class_that_it_calls() {
        let mut world = world();
        let other = world.symbols.class("demo.B");
        let stranger = world.symbols.class("elsewhere.B");
        let told = candidate(&world, &[0], &[]).sequence;
        let about = |said, targets: &[TypeId]| subject(said, &told, targets, &world.symbols);
        assert_eq!(about(world.subject, &[other, world.subject]), world.subject);
        assert_eq!(about(other, &[other, world.subject]), world.subject);
        assert_eq!(about(other, &[other]), other, "demo.A is no target");
        assert_eq!(about(stranger, &[stranger, world.subject]), stranger);
    }

    #[test]
    fn what_only_a_flaky_test_reached_is_left_to_the_others() {
        let mut world = world();
        let candidates = [candidate(&world, &[4], &[0, 4]), candidate(&world, &[0, 0, 0], &[0])];
        let suite = built(&mut world, &candidates);
        assert_eq!(suite.flaky, [candidates[0].sequence.clone()]);
        assert_eq!(suite.tests.len(), 1, "the other one takes its place");
    }
}
