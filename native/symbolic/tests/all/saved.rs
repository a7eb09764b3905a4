//! Explorations that go on with what was saved.

use std::sync::Arc;

use palus_symbolic::{Arguments, Exploration, NotSaved, Plan, Solver};

use crate::support::Compiled;

const CALLS: u32 = 5;

#[test]
fn whoever_goes_on_finds_what_nobody_stopped() {
    let Some(compiled) = Compiled::subjects() else { return };
    for (class, arguments) in [
        ("demo.SearchTree", Arguments::Symbolic),
        ("demo.UniqueStack", Arguments::Symbolic),
        ("demo.MaxHeap", Arguments::Symbolic),
        ("demo.NumberList", Arguments::Values(1..=3)),
    ] {
        let (whole, _) = compiled.explored(class, arguments.clone(), CALLS);
        let mut parts = Exploration::new(
            compiled.index(),
            Solver::default(),
            compiled.plan(class, arguments.clone()),
        );
        for _ in 0..CALLS {
            let saved = parts.saved();
            let plan = compiled.plan(class, arguments.clone());
            parts = Exploration::resumed(compiled.index(), Solver::default(), plan, &saved).unwrap();
            parts.advance();
        }
        assert_eq!(parts.row(), whole.row(), "{class}");
        assert_eq!(parts.found(), whole.found(), "{class}");
        assert_eq!(parts.states(), whole.states(), "{class}");
        assert_eq!(parts.open(), whole.open(), "{class}");
    }
}

#[test]
fn what_is_no_exploration_or_another_one_is_refused() {
    let Some(compiled) = Compiled::subjects() else { return };
    let (exploration, _) = compiled.explored("demo.SearchTree", Arguments::Symbolic, 2);
    let saved = exploration.saved();
    let index = compiled.index();
    let symbolic = Arguments::Symbolic;
    let (tree, stack) = (
        compiled.plan("demo.SearchTree", symbolic.clone()),
        compiled.plan("demo.IntStack", symbolic),
    );
    let refused = |plan: &Plan, bytes: &[u8]| {
        Exploration::resumed(Arc::clone(&index), Solver::default(), plan.clone(), bytes).err()
    };
    assert_eq!(refused(&tree, &saved), None);
    for length in 0..saved.len() {
        let cut = refused(&tree, &saved[..length]);
        assert_eq!(cut, Some(NotSaved::Foreign), "of the first {length} bytes");
    }
    assert_eq!(refused(&stack, &saved), Some(NotSaved::OtherPlan));
    let values = Plan {
        arguments: Arguments::Values(1..=2),
        ..tree.clone()
    };
    assert_eq!(refused(&values, &saved), Some(NotSaved::OtherPlan));
}
