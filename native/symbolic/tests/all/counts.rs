//! How many states there are of some classes, as independent programs have counted them.

use palus_sequence::Literal;
use palus_symbolic::{Arguments, Expected, Exploration, Found, Row, Solver};

use crate::support::Compiled;

#[test]
fn states_with_variables_are_as_many_as_there_should_be() {
    let Some(compiled) = Compiled::subjects() else { return };
    let count = |class: &str| {
        let (exploration, states) = compiled.explored(class, Arguments::Symbolic, 8);
        assert!(exploration.open().is_empty(), "{class}: {:?}", exploration.open());
        states
    };
    // All trees of up to n nodes: sums of Catalan numbers.
    assert_eq!(count("demo.SearchTree"), [1, 2, 4, 9, 23, 65, 197, 626, 2056]);
    assert_eq!(count("demo.NumberList"), [1, 2, 3, 4, 5, 6, 7, 8, 9]);
    assert_eq!(count("demo.IntStack"), [1, 2, 4, 6, 9, 12, 16, 20, 24]);
    assert_eq!(count("demo.UniqueStack")[5..], [22, 30, 41, 55]);
    // Two numbers are in the heap as `b < a` or as `a <= b` with the names exchanged: one covers the other, whichever comes first.
    assert_eq!(count("demo.MaxHeap")[..5], [1, 2, 3, 4, 5]);
}

#[test]
fn states_with_values_are_as_many_as_there_should_be() {
    let Some(compiled) = Compiled::subjects() else { return };
    let count = |class: &str, most: i64, calls: u32| compiled.explored(class, Arguments::Values(1..=most), calls).1;
    for (calls, states) in (1..).zip([2, 5, 15, 51, 188, 731]) {
        assert_eq!(count("demo.SearchTree", calls.into(), calls).last(), Some(&states));
    }
    for (calls, states) in (1..).zip([2, 7, 40, 341, 3906]) {
        assert_eq!(count("demo.NumberList", calls.into(), calls).last(), Some(&states));
    }
    assert_eq!(count("demo.IntStack", 5, 5), [1, 6, 36, 186, 961, 4836]);
    assert_eq!(count("demo.UniqueStack", 5, 5), [1, 7, 33, 119, 325, 656]);
    assert_eq!(count("demo.UniqueStack", 6, 6), [1, 8, 45, 202, 719, 1962, 3235]);
    assert_eq!(count("demo.MaxHeap", 5, 5), [1, 6, 21, 76, 216, 664]);
    assert_eq!(count("demo.MaxHeap", 6, 6), [1, 7, 28, 119, 385, 1379, 4515]);
}

#[test]
fn all_branches_are_taken() {
    let Some(compiled) = Compiled::subjects() else { return };
    for (class, calls) in [
        ("demo.SearchTree", 6),
        ("demo.NumberList", 6),
        ("demo.IntStack", 8),
        ("demo.UniqueStack", 8),
    ] {
        let (exploration, _) = compiled.explored(class, Arguments::Symbolic, calls);
        assert_eq!(exploration.row().branches, exploration.total_branches(), "{class}");
    }
    // With four calls no array has grown.
    let (exploration, _) = compiled.explored("demo.IntStack", Arguments::Symbolic, 4);
    assert!(exploration.row().branches < exploration.total_branches());
}

#[test]
fn any_number_of_threads_finds_the_same() {
    let Some(compiled) = Compiled::subjects() else { return };
    for class in ["demo.SearchTree", "demo.MaxHeap"] {
        let (alone, _) = compiled.explored(class, Arguments::Symbolic, 6);
        let plan = compiled.plan(class, Arguments::Symbolic);
        let mut together = Exploration::new(compiled.index(), Solver::default(), plan).on_threads(3);
        for _ in 0..6 {
            together.advance();
        }
        assert_eq!(together.row(), alone.row(), "{class}");
        assert_eq!(together.found(), alone.found(), "{class}");
        assert_eq!(together.states(), alone.states(), "{class}");
    }
}

/// The example of the slides: of the states that two insertions lead to, the one with equal numbers is that with one number.
#[test]
fn a_state_that_an_earlier_one_covers_is_pruned() {
    let Some(compiled) = Compiled::subjects() else { return };
    let mut plan = compiled.plan("demo.SearchTree", Arguments::Symbolic);
    plan.callables.retain(|callable| &*callable.name != "remove");
    plan.all_tests = true;
    let mut exploration = Exploration::new(compiled.index(), Solver::default(), plan);
    assert!(exploration.advance());
    assert!(exploration.advance());
    assert_eq!(
        exploration.states(),
        [
            "<SearchTree#0{root=null,size=0} [], true>",
            "<SearchTree#0{root=SearchTree$Node#0,size=1} SearchTree$Node#0{value=_,left=null,right=null} [x1], true>",
            "<SearchTree#0{root=SearchTree$Node#0,size=2} SearchTree$Node#0{value=_,left=null,right=SearchTree$Node#1} \
             SearchTree$Node#1{value=_,left=null,right=null} [x1, x2], x1 < x2>",
            "<SearchTree#0{root=SearchTree$Node#0,size=2} SearchTree$Node#0{value=_,left=SearchTree$Node#1,right=null} \
             SearchTree$Node#1{value=_,left=null,right=null} [x1, x2], x2 < x1>",
        ]
    );
    let expected = Row {
        calls: 2,
        states: 4,
        transitions: 4,
        pruned: 1,
        branches: 8,
        concretised: 0,
    };
    assert_eq!(exploration.row(), &expected);
    let inserted = |found: &Found| {
        let arguments = found.calls.iter().flat_map(|call| call.arguments.clone());
        arguments.collect::<Vec<_>>()
    };
    let tests: Vec<Vec<Literal>> = exploration.found().iter().map(inserted).collect();
    let (low, next) = (Literal::Int(-1_000_000), Literal::Int(-999_999));
    assert!(tests.contains(&vec![low.clone(), next.clone()]), "{tests:?}");
    assert!(tests.contains(&vec![next, low.clone()]), "{tests:?}");
    assert!(tests.contains(&vec![low.clone(), low]), "{tests:?}");
}

#[test]
fn what_calls_do_is_told_in_values() {
    let Some(compiled) = Compiled::subjects() else { return };
    let (exploration, _) = compiled.explored("demo.NumberList", Arguments::Symbolic, 2);
    let last = |found: &Found| found.calls.last().map(|call| call.expected.clone());
    let ends: Vec<Expected> = exploration.found().iter().filter_map(last).collect();
    assert!(
        ends.contains(&Expected::Threw("java.lang.IllegalStateException".into())),
        "{ends:?}"
    );
    assert!(ends.contains(&Expected::Value(Literal::Boolean(true))), "{ends:?}");
    assert!(ends.contains(&Expected::Value(Literal::Int(-1_000_000))), "{ends:?}");
}
