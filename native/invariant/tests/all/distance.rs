//! How near executions come to breaking statements.

use std::collections::HashMap;

use palus_invariant::{Claim, Condition, Datum, Relation, Sample, Test, Value};
use proptest::prelude::*;

use crate::support::name;

struct Numbers(HashMap<&'static str, Datum>);

impl Sample for Numbers {
    fn value(&self, name: &str) -> Option<&Datum> {
        self.0.get(name)
    }
}

fn numbers(values: &[(&'static str, i64)]) -> Numbers {
    let one = |(name, value): &(&'static str, i64)| (*name, Datum::One(Value::Whole(*value)));
    Numbers(values.iter().map(one).collect())
}

fn when(value: i64) -> Condition {
    Condition {
        name: name("result"),
        test: Test::Equals(value),
        negated: false,
    }
}

#[test]
fn a_distance_is_what_a_number_has_to_move() {
    let x = |value| numbers(&[("x", value), ("y", 10)]);
    let cases = [
        (Claim::AtLeast(name("x"), 0), 3, Some(4.0)),
        (Claim::AtLeast(name("x"), 0), -1, Some(0.0)),
        (Claim::AtMost(name("x"), 5), 3, Some(3.0)),
        (Claim::NonZero(name("x")), -2, Some(2.0)),
        (
            Claim::OneOf(name("x"), [1, 2, 3].map(Value::Whole).to_vec()),
            3,
            Some(1.0),
        ),
        (Claim::Compare(name("x"), Relation::Less, name("y")), 4, Some(6.0)),
        (
            Claim::Compare(name("x"), Relation::LessOrEqual, name("y")),
            4,
            Some(7.0),
        ),
        (Claim::NonNull(name("x")), 4, None),
        (Claim::NonZero(name("absent")), 4, None),
    ];
    for (claim, value, distance) in cases {
        assert_eq!(claim.distance(&x(value)), distance, "{claim} at {value}");
    }
}

#[test]
fn an_equivalence_is_broken_from_either_side() {
    let is_empty = Claim::OneOf(name("size"), vec![Value::Whole(0)]);
    let claim = Claim::Equivalent(when(-1), Box::new(is_empty));
    let at = |result, size| claim.distance(&numbers(&[("result", result), ("size", size)]));
    assert_eq!(at(5, 1), Some(6.0), "the result has to become -1");
    assert_eq!(at(0, 1), Some(1.0));
    assert_eq!(at(-1, 1), Some(0.0));
    assert_eq!(at(-1, 0), Some(1.0), "either may change");
}

#[test]
fn an_implication_is_broken_where_its_condition_is_met_first() {
    let claim = Claim::Implies(when(3), Box::new(Claim::AtLeast(name("size"), 0)));
    let at = |result, size| claim.distance(&numbers(&[("result", result), ("size", size)]));
    assert_eq!(at(3, 4), Some(5.0));
    assert_eq!(
        at(7, 4),
        Some(5.0),
        "four steps to the condition, and one more at least"
    );
}

proptest! {
    #[test]
    fn nothing_is_nearer_than_what_is_broken(x in -20_i64..20, y in -20_i64..20, at in 0_usize..6) {
        let relation = Relation::ALL[at];
        let claim = Claim::Compare(name("x"), relation, name("y"));
        let sample = numbers(&[("x", x), ("y", y)]);
        let distance = claim.distance(&sample).unwrap();
        prop_assert_eq!(distance == 0.0, claim.holds(&sample) == Some(false));
        // So far does x have to move, and no less.
        let moved = |by: i64| claim.holds(&numbers(&[("x", x + by), ("y", y)])) == Some(false);
        let far = distance as i64;
        prop_assert!(moved(far) || moved(-far));
        prop_assert!((0..far).all(|less| !moved(less) && !moved(-less)));
    }
}
