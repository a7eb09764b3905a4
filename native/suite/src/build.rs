//! The whole way from candidates to kept tests.

use palus_sequence::work::KeptTest;
use palus_sequence::{Executor, ExecutorLost, Outcome, Sequence, Symbols, Trace, TypeId};

use crate::confirm::{Confirmed, confirm};
use crate::goal::{Candidate, Goal, goals};
use crate::minimise::minimise;
use crate::select::{Chosen, select};

/// A suite, and what could not become a part of it.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Built {
    /// The tests, in the order of the candidates.
    pub tests: Vec<KeptTest>,
    /// The sequences that did not do the same twice.
    pub flaky: Vec<Sequence>,
}

/// Which statements of a test to assert, by their positions.
pub type AssertionRule<'r> = dyn Fn(&Symbols, &Sequence, &[Outcome]) -> Vec<u16> + 'r;

/// What a suite is built by, beside the candidates.
pub struct Rules<'r> {
    /// Whether a trace breaks the check of that id, so that minimising a failing test leaves it failing.
    pub broken: &'r dyn Fn(&Symbols, &str, &Sequence, &Trace) -> bool,
    /// Which statements to assert.
    pub assertions: &'r AssertionRule<'r>,
    /// Whether there is time to make the next test shorter. Under a budget of sequences always true, or equal runs would
    /// give different tests.
    pub may_shorten: &'r dyn Fn() -> bool,
}

/// Selects, minimises and confirms. When a test proves flaky, what only it reached is left to the candidates that were not
/// chosen, once.
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
        let chosen = select(&left, targets, symbols);
        let mut short = Vec::with_capacity(chosen.len());
        for chosen in &chosen {
            short.push(shorten(&left[chosen.index], chosen, targets, executor, symbols, rules)?);
        }
        let confirmed = confirm(&short, executor, symbols)?;
        let flaky: Vec<usize> = (0..chosen.len()).filter(|index| confirmed[*index].is_none()).collect();
        built.flaky.extend(flaky.iter().map(|index| short[*index].clone()));
        let tests = chosen.iter().zip(short).zip(confirmed);
        built.tests = tests
            .filter_map(|((chosen, sequence), confirmed)| {
                Some(keep(
                    &left[chosen.index],
                    sequence,
                    confirmed?,
                    symbols,
                    rules.assertions,
                ))
            })
            .collect();
        if flaky.is_empty() {
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

/// The candidate without the statements that it does not need to reach its own goals and to end as it does.
fn shorten(
    candidate: &Candidate,
    chosen: &Chosen,
    targets: &[TypeId],
    executor: &mut dyn Executor,
    symbols: &mut Symbols,
    rules: &Rules<'_>,
) -> Result<Sequence, ExecutorLost> {
    if !(rules.may_shorten)() {
        return Ok(candidate.sequence.clone());
    }
    let keep = |names: &Symbols, sequence: &Sequence, trace: &Trace| {
        if !ends_alike(&candidate.trace, trace) {
            return false;
        }
        if let Some((check, _)) = &candidate.violates {
            return (rules.broken)(names, check, sequence, trace);
        }
        let shorter = Candidate {
            sequence: sequence.clone(),
            trace: trace.clone(),
            ..candidate.clone()
        };
        let reached = goals(&shorter, targets, names);
        chosen.own.iter().all(|goal: &Goal| reached.contains(goal))
    };
    let (shorter, _) = minimise(&candidate.sequence, &candidate.trace, executor, symbols, &keep)?;
    Ok(shorter)
}

/// Whether both returned to the end, or both threw the same class with the last statement.
fn ends_alike(one: &Trace, other: &Trace) -> bool {
    let all_but_last = |trace: &Trace| trace.stopped_at().is_none_or(|at| at + 1 == trace.outcomes.len());
    let same_end = match (one.outcomes.last(), other.outcomes.last()) {
        (Some(Outcome::Returned(_)), Some(Outcome::Returned(_))) => true,
        (Some(Outcome::Threw { class: one, .. }), Some(Outcome::Threw { class: other, .. })) => one == other,
        _ => false,
    };
    same_end && all_but_last(other)
}

fn keep(
    candidate: &Candidate,
    sequence: Sequence,
    confirmed: Confirmed,
    symbols: &Symbols,
    assertions: &AssertionRule<'_>,
) -> KeptTest {
    let mut asserted = assertions(symbols, &sequence, &confirmed.outcomes);
    asserted.retain(|index| confirmed.same.get(usize::from(*index)).copied().unwrap_or(false));
    KeptTest {
        subject: symbols.type_runtime_name(candidate.subject),
        sequence,
        outcomes: confirmed.outcomes,
        asserted,
        violates: candidate.violates.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{FakeExecutor, World, candidate, world};

    fn built_when(world: &mut World, candidates: &[Candidate], may_shorten: bool) -> Built {
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
                may_shorten: &|| may_shorten,
            },
        )
        .unwrap()
    }

    fn built(world: &mut World, candidates: &[Candidate]) -> Built {
        built_when(world, candidates, true)
    }

    #[test]
    fn without_time_tests_stay_as_they_were_found() {
        let mut world = world();
        let candidates = [candidate(&world, &[0, 0, 0], &[0])];
        let long = built_when(&mut world, &candidates, false);
        let short = built(&mut world, &candidates);
        assert_eq!(long.tests[0].sequence.len(), 3);
        assert!(short.tests[0].sequence.len() < 3, "{:?}", short.tests[0].sequence);
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
    fn what_only_a_flaky_test_reached_is_left_to_the_others() {
        let mut world = world();
        let candidates = [candidate(&world, &[4], &[0, 4]), candidate(&world, &[0, 0, 0], &[0])];
        let suite = built(&mut world, &candidates);
        assert_eq!(suite.flaky, [candidates[0].sequence.clone()]);
        assert_eq!(suite.tests.len(), 1, "the other one takes its place");
    }
}
