//! What a search does, told over a library and an executor made by hand.

mod carved;
mod ends;

use std::collections::BTreeSet;

use palus_sequence::work::{Reason, SearchOptions, StrategyName};
use palus_sequence::{MethodId, Operand, Sequence, Statement, Symbols, Trace, Verdict};

use super::*;
use crate::testing::{FakeExecutor, FakeLibrary, task};

const STRATEGIES: [StrategyName; 4] = [
    StrategyName::Palus,
    StrategyName::Palulu,
    StrategyName::Recgen,
    StrategyName::Randoop,
];

fn library() -> FakeLibrary {
    let mut library = FakeLibrary::default();
    let stack = library.subject(
        "demo.Stack",
        &[
            "<init>()V",
            "push(Ljava/lang/Object;)V",
            "pop()I",
            "badPeek()I",
            "addAll(Ldemo/Stack;)V",
            "endless()V",
        ],
    );
    library.subject(
        "demo.User",
        &["static of(I)Ldemo/User;", "use([Ldemo/Stack;J)Ldemo/Stack;"],
    );
    library.dependence.insert(stack[1], vec![(stack[2], 1.0)]);
    library.overlap.insert(stack[2], vec![(stack[1], 2)]);
    library
}

struct Ran {
    result: SearchResult,
    sequences: Vec<Sequence>,
    library: FakeLibrary,
}

fn run_with(options: &SearchOptions, count: u64, avoid: &BTreeSet<u64>, checks: &[&dyn Check]) -> Ran {
    let mut library = library();
    let mut executor = FakeExecutor::default();
    let task = SearchTask {
        seed: 42,
        budget: Budget::Sequences { count },
        avoid,
        ..task(&library, options)
    };
    let (result, _) = search(&task, &mut library, None, &mut executor, checks, &mut |_| {}).unwrap();
    Ran {
        result,
        sequences: executor.ran,
        library,
    }
}

fn run(options: &SearchOptions, count: u64) -> Ran {
    run_with(options, count, &BTreeSet::new(), &[])
}

fn called(sequence: &Sequence) -> Vec<MethodId> {
    let method = |statement: &Statement| match statement {
        Statement::Call { method, .. } => Some(*method),
        _ => None,
    };
    sequence.statements.iter().filter_map(method).collect()
}

fn name(library: &FakeLibrary, method: MethodId) -> String {
    library.symbols().get(method).name.to_string()
}

#[test]
fn equal_seeds_give_equal_searches_for_every_strategy() {
    for strategy in STRATEGIES {
        for guidance in [true, false] {
            let options = SearchOptions {
                guidance,
                ..SearchOptions::of(strategy)
            };
            let (one, other) = (run(&options, 400), run(&options, 400));
            assert_eq!(one.sequences, other.sequences, "{strategy:?}");
            assert_eq!(one.result.candidates, other.result.candidates, "{strategy:?}");
            assert_eq!(one.result.counts, other.result.counts, "{strategy:?}");
        }
    }
}

#[test]
fn a_budget_of_sequences_is_spent_exactly() {
    for count in [0, 1, 31, 33, 200] {
        assert_eq!(
            run(&SearchOptions::of(StrategyName::Palus), count)
                .result
                .counts
                .executed,
            count
        );
    }
}

#[test]
fn what_classes_under_test_make_is_used_by_others_and_that_is_worth_a_test() {
    let mut library = FakeLibrary::default();
    library.subject("demo.Builder", &["<init>()V", "form()Ldemo/Form;"]);
    let form = library.other("demo.Form", &["print(I)Ljava/lang/String;"], true);
    let taker = library.other("demo.Printer", &["static width(Ldemo/Form;)I"], true);
    let wanted: Vec<MethodId> = [form, taker].concat();
    let uses = |library: &mut FakeLibrary, options: &SearchOptions| {
        let mut executor = FakeExecutor::default();
        let task = SearchTask {
            budget: Budget::Sequences { count: 400 },
            ..task(library, options)
        };
        let (result, _) = search(&task, library, None, &mut executor, &[], &mut |_| {}).unwrap();
        let is_used = |method: &&MethodId| {
            result
                .candidates
                .iter()
                .any(|kept| called(&kept.sequence).last() == Some(*method))
        };
        assert!(
            result
                .candidates
                .iter()
                .all(|kept| task.targets.contains(&kept.subject))
        );
        (wanted.iter().filter(is_used).count(), result.consumers)
    };
    let options = SearchOptions::of(StrategyName::Palus);
    assert_eq!(uses(&mut library, &options), (2, wanted.clone()));
    let without = SearchOptions {
        without: vec!["consumers".to_owned()],
        ..options
    };
    assert_eq!(uses(&mut library, &without), (0, Vec::new()));
}

#[test]
fn a_slow_method_is_called_on_where_there_is_nothing_else_to_call() {
    let mut library = FakeLibrary::default();
    let mut methods = vec!["static slow(IJDI)I".to_owned()];
    // Nobody makes a window.
    methods.extend((0..150).map(|number| format!("static paint{number}(Lother/Window;)V")));
    let methods: Vec<&str> = methods.iter().map(String::as_str).collect();
    library.subject("demo.Canvas", &methods);
    let mut executor = FakeExecutor::default();
    let options = SearchOptions::of(StrategyName::Palus);
    let task = SearchTask {
        seed: 42,
        budget: Budget::Sequences { count: 1_000 },
        ..task(&library, &options)
    };
    let (result, _) = search(&task, &mut library, None, &mut executor, &[], &mut |_| {}).unwrap();
    assert_eq!(result.counts.executed, 1_000);
}

#[test]
fn sequences_are_as_long_as_they_may_be_and_no_longer() {
    for strategy in STRATEGIES {
        let longest = |longest| {
            let options = SearchOptions {
                longest,
                ..SearchOptions::of(strategy)
            };
            let ran = run(&options, 2_000);
            ran.sequences.iter().map(Sequence::len).max().unwrap_or_default()
        };
        assert!((4..=7).contains(&longest(4)), "{strategy:?}");
        assert!((30..=75).contains(&longest(40)), "{strategy:?}");
    }
}

#[test]
fn every_operand_fits_the_place_where_it_stands() {
    for strategy in STRATEGIES {
        let mut ran = run(&SearchOptions::of(strategy), 500);
        for sequence in &ran.sequences {
            assert_operands_fit(sequence, &mut ran.library);
        }
    }
}

fn assert_operands_fit(sequence: &Sequence, library: &mut FakeLibrary) {
    for (index, statement) in sequence.statements.iter().enumerate() {
        let Statement::Call { method, operands } = statement else {
            continue;
        };
        for (position, operand) in operands.iter().enumerate() {
            let Operand::Var(var) = operand else { continue };
            assert!(var.index() < index);
            let declared = sequence.statements[var.index()].value_type(library.symbols_mut());
            let wanted = library.symbols().get(*method).operand_type(position).unwrap();
            let text = sequence.text(library.symbols());
            assert!(library.is_assignable(declared, wanted), "{text}");
        }
    }
}

#[test]
fn an_illegal_sequence_is_never_extended() {
    for strategy in STRATEGIES {
        for guidance in [true, false] {
            let ran = run(
                &SearchOptions {
                    guidance,
                    ..SearchOptions::of(strategy)
                },
                600,
            );
            let text = |sequence: &Sequence| sequence.text(ran.library.symbols());
            let throws = |sequence: &&Sequence| {
                let last = called(sequence).last().map(|method| name(&ran.library, *method));
                matches!(last.as_deref(), Some("badPeek" | "endless"))
            };
            // What runs in one batch was proposed before any of it was known to be illegal.
            let (first, later) = ran.sequences.split_at(2 * BATCH as usize);
            let illegal: Vec<String> = first[..BATCH as usize].iter().filter(throws).map(text).collect();
            for later in later.iter().map(text) {
                let extended = illegal
                    .iter()
                    .find(|bad| later.starts_with(bad.as_str()) && later != **bad);
                assert_eq!(extended, None, "{strategy:?}: {later}");
            }
        }
    }
}

/// Remembers how many ran in each batch, and whether one of them did not come to an end.
#[derive(Default)]
struct Batches {
    inner: FakeExecutor,
    seen: Vec<(usize, bool)>,
}

impl Executor for Batches {
    fn run(
        &mut self,
        symbols: &mut Symbols,
        batch: &[Sequence],
        plan: &ObservationPlan,
    ) -> Result<Vec<Trace>, ExecutorLost> {
        let traces = self.inner.run(symbols, batch, plan)?;
        self.seen.push((batch.len(), traces.iter().any(was_stopped)));
        Ok(traces)
    }

    fn edges_total(&self) -> u32 {
        self.inner.edges_total()
    }
}

#[test]
fn few_run_behind_a_batch_in_which_a_call_did_not_end() {
    let mut library = library();
    let mut executor = Batches::default();
    let options = SearchOptions::of(StrategyName::Palus);
    let task = SearchTask {
        budget: Budget::Sequences { count: 400 },
        ..task(&library, &options)
    };
    search(&task, &mut library, None, &mut executor, &[], &mut |_| {}).unwrap();
    let stopped = executor
        .seen
        .iter()
        .position(|(size, is_stopped)| *is_stopped && *size as u64 == BATCH);
    let behind = executor.seen[stopped.expect("a call does not end") + 1..].iter();
    let careful: Vec<u64> = behind
        .map(|(size, _)| *size as u64)
        .take_while(|size| *size != BATCH)
        .collect();
    // Between them run shorter forms of what was new.
    let mut sizes = careful.into_iter();
    for expected in [CAREFUL, 2 * CAREFUL, 4 * CAREFUL] {
        assert!(sizes.any(|size| size == expected), "{:?}", executor.seen);
    }
}

#[test]
fn without_feedback_illegal_sequences_are_extended_too() {
    let options = SearchOptions {
        guidance: false,
        feedback: false,
        ..SearchOptions::of(StrategyName::Randoop)
    };
    let ran = run(&options, 600);
    let bad = |sequence: &Sequence| {
        called(sequence)
            .iter()
            .rev()
            .skip(1)
            .any(|method| name(&ran.library, *method) == "badPeek")
    };
    assert!(ran.sequences.iter().any(bad));
}

#[test]
fn a_sequence_to_avoid_never_runs() {
    let options = SearchOptions::of(StrategyName::Palus);
    let first = run(&options, 50);
    let hash = |ran: &Ran, sequence: &Sequence| sequence_hash(sequence, ran.library.symbols());
    let avoid = BTreeSet::from([hash(&first, &first.sequences[7])]);
    let second = run_with(&options, 50, &avoid, &[]);
    assert!(
        second
            .sequences
            .iter()
            .all(|sequence| !avoid.contains(&hash(&second, sequence)))
    );
    assert_eq!(second.result.counts.executed, 50);
}

#[test]
fn the_sweep_calls_every_method_before_any_is_preferred() {
    let ran = run(&SearchOptions::of(StrategyName::Palus), 8 * 3);
    let methods: BTreeSet<MethodId> = ran.sequences.iter().flat_map(called).collect();
    assert_eq!(methods.len(), 8);
}

#[test]
fn candidates_end_with_the_statement_that_earned_them() {
    let ran = run(&SearchOptions::of(StrategyName::Palus), 400);
    assert!(!ran.result.candidates.is_empty());
    for candidate in &ran.result.candidates {
        assert_eq!(candidate.trace.outcomes.len(), candidate.sequence.len());
        let last = candidate.sequence.len() - 1;
        assert!(candidate.trace.stopped_at().is_none_or(|at| at == last));
        assert!(
            candidate
                .new_edges
                .iter()
                .all(|edge| candidate.trace.edges.contains(edge))
        );
        let last = *called(&candidate.sequence).last().unwrap();
        assert_ne!(name(&ran.library, last), "endless", "what never ends makes no test");
    }
}

#[test]
fn without_inputs_on_demand_a_call_takes_what_sequences_made() {
    // It is not the ghost's turn, so no sequence makes one for its own sake.
    let calls_up = |without: &[&str]| {
        let mut library = FakeLibrary::default();
        library.subject("demo.Medium", &["static call(Lelsewhere/Ghost;)V"]);
        let medium = library.class("demo.Medium");
        library.subject("elsewhere.Ghost", &["<init>()V"]);
        let options = SearchOptions {
            without: without.iter().map(|part| (*part).to_owned()).collect(),
            ..SearchOptions::of(StrategyName::Palus)
        };
        let task = SearchTask {
            targets: vec![medium],
            seed: 1,
            budget: Budget::Sequences { count: 100 },
            ..task(&library, &options)
        };
        let mut executor = FakeExecutor::default();
        search(&task, &mut library, None, &mut executor, &[], &mut |_| {}).unwrap();
        let mut calls = executor.ran.iter().flat_map(called);
        calls.any(|method| name(&library, method) == "<init>")
    };
    assert!(calls_up(&[]));
    assert!(!calls_up(&["inputs"]));
}

#[test]
fn a_method_without_a_test_has_a_reason() {
    let mut library = FakeLibrary::default();
    library.subject("demo.Ghost", &["haunt()V"]);
    library.subject("demo.Bad", &["static badIdea()V", "static endless()V"]);
    let options = SearchOptions::of(StrategyName::Palus);
    let task = SearchTask {
        seed: 1,
        budget: Budget::Sequences { count: 20 },
        ..task(&library, &options)
    };
    let (result, _) = search(
        &task,
        &mut library,
        None,
        &mut FakeExecutor::default(),
        &[],
        &mut |_| {},
    )
    .unwrap();
    let reports = result.statistics.reports(&library, &[], &[], &[], &|_| None);
    let reason = |class: usize, method: usize| reports[class].methods[method].silent.clone().map(|(reason, _)| reason);
    assert_eq!(reason(0, 0), Some(Reason::NoInput));
    assert_eq!(reason(1, 0), Some(Reason::AlwaysThrew));
    assert_eq!(reason(1, 1), Some(Reason::NeverEnded));
    assert_eq!(reports[0].methods[0].method, "haunt()");
    let call = Statement::Call {
        method: library.callables(library.subjects()[1])[0],
        operands: vec![],
    };
    let left_out = Sequence { statements: vec![call] };
    let reports = result.statistics.reports(&library, &[], &[], &[left_out], &|_| None);
    assert_eq!(
        reports[1].methods[0].silent.as_ref().map(|(reason, _)| *reason),
        Some(Reason::BudgetSpent)
    );
}

/// Says that every exception is a defect.
struct NoExceptions;

impl Check for NoExceptions {
    fn id(&self) -> &'static str {
        "no-exceptions"
    }

    fn judge(&self, _: &Symbols, _: &Sequence, trace: &Trace) -> Verdict {
        match trace.stopped_at() {
            Some(at) => Verdict::Violated {
                at,
                because: "it threw".into(),
            },
            None => Verdict::Holds,
        }
    }
}

#[test]
fn a_check_that_breaks_in_many_sequences_makes_one_candidate_for_each_place() {
    let ran = run_with(
        &SearchOptions::of(StrategyName::Palus),
        400,
        &BTreeSet::new(),
        &[&NoExceptions],
    );
    let violating: Vec<_> = ran
        .result
        .candidates
        .iter()
        .filter(|candidate| candidate.violates.is_some())
        .collect();
    assert_eq!(violating.len(), 2, "badPeek and endless");
    assert!(ran.result.counts.error_revealing >= 2);
}

#[test]
fn an_empty_budget_of_time_ends_at_once() {
    let mut library = library();
    let options = SearchOptions::of(StrategyName::Palus);
    let task = SearchTask {
        seed: 1,
        budget: Budget::Time { millis: 0 },
        ..task(&library, &options)
    };
    let (result, _) = search(
        &task,
        &mut library,
        None,
        &mut FakeExecutor::default(),
        &[],
        &mut |_| {},
    )
    .unwrap();
    assert_eq!(result.counts.executed, 0);
}
