//! When a search ends, and that it does not end before.

use super::*;

/// Searches one class with these methods.
fn searched(methods: &[&str], budget: Budget, options: &SearchOptions) -> (SearchResult, Vec<Sequence>) {
    let mut library = FakeLibrary::default();
    library.subject("demo.Coin", methods);
    let mut executor = FakeExecutor::default();
    let task = SearchTask {
        seed: 42,
        budget,
        ..task(&library, options)
    };
    let (result, _) = search(&task, &mut library, None, &mut executor, &[], &mut |_| {}).unwrap();
    (result, executor.ran)
}

fn ended(methods: &[&str], count: u64) -> (u64, EndOfSearch) {
    let (result, _) = searched(
        methods,
        Budget::Sequences { count },
        &SearchOptions::of(StrategyName::Palus),
    );
    (result.counts.executed, result.end)
}

#[test]
fn few_methods_spend_a_budget_of_sequences_whatever_the_rules() {
    let methods = ["<init>()V", "flip()V"];
    for strategy in STRATEGIES {
        for guidance in [true, false] {
            let options = SearchOptions {
                guidance,
                ..SearchOptions::of(strategy)
            };
            let (result, _) = searched(&methods, Budget::Sequences { count: 5_000 }, &options);
            let spent = (result.counts.executed, result.end);
            assert_eq!(spent, (5_000, EndOfSearch::Sequences), "{strategy:?} {guidance}");
        }
    }
}

#[test]
fn few_methods_spend_a_budget_of_time() {
    let budget = Budget::Time { millis: 400 };
    let (result, _) = searched(
        &["<init>()V", "flip()V"],
        budget,
        &SearchOptions::of(StrategyName::Palus),
    );
    assert_eq!(result.end, EndOfSearch::Time);
}

#[test]
fn a_method_whose_calls_are_ended_is_called_on_where_there_is_nothing_else_to_call() {
    assert_eq!(ended(&["static endless(I)V"], 1_000), (1_000, EndOfSearch::Sequences));
}

#[test]
fn a_search_is_over_when_all_sequences_ran() {
    assert_eq!(ended(&[], 1_000), (0, EndOfSearch::Exhausted));
    // Nobody makes a window.
    assert_eq!(ended(&["paint(I)V", "badMoon()V"], 1_000), (0, EndOfSearch::Exhausted));
    // Both throw, so nothing comes behind them.
    assert_eq!(
        ended(&["static badLuck(Z)V", "static badOmen()V"], 1_000),
        (3, EndOfSearch::Exhausted)
    );
    // One of one call to one of sixteen.
    assert_eq!(ended(&["static toss()V"], 1_000), (16, EndOfSearch::Exhausted));
}
