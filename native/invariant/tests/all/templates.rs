//! Each template: samples of which it is true never refute it, and ten of which it is not do.

use palus_invariant::{Claim, Condition, Datum, Relation, Test, Value, gives};
use proptest::prelude::*;
use proptest::strategy::BoxedStrategy;
use proptest::test_runner::{Config, TestRunner};

use crate::support::Argument::{Boolean, Double, Int, Ints, Null, Object, Objects, Same, Text};
use crate::support::{Argument, at_entry, each, name};

type Call = Vec<Argument>;

/// The claim is found where all calls are good, with `first` among them, and not where ten are bad.
fn refuted_by_bad_ones_only(claim: &Claim, first: &[Call], good: BoxedStrategy<Call>, bad: BoxedStrategy<Call>) {
    let names = ["x", "y", "z"];
    let is_found = |calls: &[Call]| {
        let names = &names[..calls[0].len()];
        let report = at_entry(names, calls, 0.0);
        report.all.iter().chain(&report.claims).any(|found| gives(found, claim))
    };
    let mut runner = TestRunner::new(Config::with_cases(64));
    let calls = (prop::collection::vec(good, 20..40), prop::collection::vec(bad, 10));
    let checked = runner.run(&calls, |(good, bad)| {
        let good = [first.to_vec(), good].concat();
        prop_assert!(is_found(&good), "{claim} was refuted");
        prop_assert!(!is_found(&[good, bad].concat()), "{claim} was not refuted");
        Ok(())
    });
    checked.unwrap_or_else(|error| panic!("{error}"));
}

fn whole(values: &[i64]) -> Vec<Value> {
    values.iter().map(|value| Value::Whole(*value)).collect()
}

fn int(range: std::ops::Range<i32>) -> impl Strategy<Value = Argument> {
    range.prop_map(Int)
}

fn calls(arguments: impl Strategy<Value = Call> + 'static) -> BoxedStrategy<Call> {
    arguments.boxed()
}

fn compare(relation: Relation) -> Claim {
    Claim::Compare(name("x"), relation, name("y"))
}

fn sequence(range: std::ops::Range<i32>, lengths: std::ops::Range<usize>) -> impl Strategy<Value = Vec<i32>> {
    prop::collection::vec(range, lengths)
}

#[test]
fn a_number_is_a_constant_or_one_of_three() {
    let five = Claim::OneOf(name("x"), whole(&[5]));
    refuted_by_bad_ones_only(
        &five,
        &[],
        calls(Just(vec![Int(5)])),
        calls(int(6..9).prop_map(|x| vec![x])),
    );
    let three = Claim::OneOf(name("x"), whole(&[1, 2, 7]));
    let good = prop::sample::select(vec![1, 2, 7]).prop_map(|x| vec![Int(x)]);
    refuted_by_bad_ones_only(&three, &[], calls(good), calls(int(8..12).prop_map(|x| vec![x])));
}

#[test]
fn a_number_is_not_0_or_has_a_bound() {
    let one = |range| calls(int(range).prop_map(|x| vec![x]));
    let some = [vec![Int(5)], vec![Int(6)], vec![Int(7)], vec![Int(8)]];
    refuted_by_bad_ones_only(&Claim::NonZero(name("x")), &some, one(3..90), one(0..1));
    let bound = Claim::AtLeast(name("x"), -1);
    refuted_by_bad_ones_only(&bound, &[vec![Int(-1)]], one(-1..90), one(-9..-1));
    let bound = Claim::AtMost(name("x"), 2);
    refuted_by_bad_ones_only(&bound, &[vec![Int(2)]], one(-90..3), one(3..90));
}

#[test]
fn a_number_leaves_the_same_remainder() {
    let some = [1, 5, 9, 13, 17].map(|x| vec![Int(x)]);
    let good = (-20..20).prop_map(|x| vec![Int(4 * x + 1)]);
    let bad = (-20..20).prop_map(|x| vec![Int(4 * x + 2)]);
    refuted_by_bad_ones_only(&Claim::Modulo(name("x"), 1, 4), &some, calls(good), calls(bad));
}

#[test]
fn what_is_no_number_is_a_constant_null_or_not_null() {
    let text = |text: &'static str| calls(Just(vec![Text(text)]));
    let constant = Claim::OneOf(name("x"), vec![Value::Text("a".into())]);
    refuted_by_bad_ones_only(&constant, &[], text("a"), text("b"));
    let boolean = Claim::OneOf(name("x"), vec![Value::Boolean(true)]);
    refuted_by_bad_ones_only(
        &boolean,
        &[],
        calls(Just(vec![Boolean(true)])),
        calls(Just(vec![Boolean(false)])),
    );
    let null = Claim::OneOf(name("x"), vec![Value::Null]);
    refuted_by_bad_ones_only(&null, &[], calls(Just(vec![Null])), text("b"));
    refuted_by_bad_ones_only(&Claim::NonNull(name("x")), &[], text("a"), calls(Just(vec![Null])));
    let object = |class: &'static str| calls(Just(vec![Object(class)]));
    refuted_by_bad_ones_only(&Claim::NonNull(name("x")), &[], object("A"), calls(Just(vec![Null])));
    let class = Claim::ClassOneOf(name("x"), vec![name("A")]);
    refuted_by_bad_ones_only(&class, &[], object("A"), object("B"));
}

#[test]
fn two_numbers_are_ordered() {
    let pairs = |good: fn(i32, i32) -> bool| {
        let pair = (-20..20, -20..20).prop_filter("the relation", move |(x, y)| good(*x, *y));
        calls(pair.prop_map(|(x, y)| vec![Int(x), Int(y)]))
    };
    let check = |relation, good, bad| refuted_by_bad_ones_only(&compare(relation), &[], pairs(good), pairs(bad));
    check(Relation::Unequal, |x, y| x != y, |x, y| x == y);
    check(Relation::Less, |x, y| x < y, |x, y| x >= y);
    check(Relation::LessOrEqual, |x, y| x <= y, |x, y| x > y);
    check(Relation::Greater, |x, y| x > y, |x, y| x <= y);
    check(Relation::GreaterOrEqual, |x, y| x >= y, |x, y| x < y);
    let equal = calls((-20..20).prop_map(|x| vec![Int(x), Int(x)]));
    refuted_by_bad_ones_only(&compare(Relation::Equal), &[], equal, pairs(|x, y| x != y));
}

#[test]
fn two_of_another_type_are_equal_or_not() {
    let equal = || prop::sample::select(vec!["a", "b", "c"]).prop_map(|x| vec![Text(x), Text(x)]);
    let unequal = || Just(vec![Text("a"), Text("b")]);
    refuted_by_bad_ones_only(&compare(Relation::Equal), &[], calls(equal()), calls(unequal()));
    refuted_by_bad_ones_only(&compare(Relation::Unequal), &[], calls(unequal()), calls(equal()));
    let same = || Just(vec![Object("A"), Same(0)]);
    let other = || Just(vec![Object("A"), Object("A")]);
    refuted_by_bad_ones_only(&compare(Relation::Equal), &[], calls(same()), calls(other()));
    refuted_by_bad_ones_only(&compare(Relation::Unequal), &[], calls(other()), calls(same()));
    let opposite = || any::<bool>().prop_map(|x| vec![Boolean(x), Boolean(!x)]);
    let alike = || any::<bool>().prop_map(|x| vec![Boolean(x), Boolean(x)]);
    refuted_by_bad_ones_only(&compare(Relation::Equal), &[], calls(alike()), calls(opposite()));
    refuted_by_bad_ones_only(&compare(Relation::Unequal), &[], calls(opposite()), calls(alike()));
}

#[test]
fn one_number_divides_another() {
    let claim = Claim::Divides(name("x"), name("y"));
    let good = (2..9, 1..9).prop_map(|(x, times)| vec![Int(x), Int(x * times)]);
    let bad = (2..9, 1..9).prop_map(|(x, times)| vec![Int(x), Int(x * times + 1)]);
    refuted_by_bad_ones_only(&claim, &[], calls(good), calls(bad));
}

#[test]
fn two_numbers_lie_on_a_line() {
    let some = [0, 1, 2, 3].map(|x| vec![Int(x), Int(3 * x - 7)]);
    let line = Claim::Linear(name("y"), vec![(Value::Whole(3), name("x"))], Value::Whole(-7));
    let good = (-50..50).prop_map(|x| vec![Int(x), Int(3 * x - 7)]);
    let bad = (-50..50, 1..9).prop_map(|(x, off)| vec![Int(x), Int(3 * x - 7 + off)]);
    refuted_by_bad_ones_only(&line, &some, calls(good), calls(bad));
    let some = [0.0, 1.0, 2.0, 3.0].map(|x| vec![Double(x), Double(x * 0.5 + 2.0)]);
    let good = (-50..50).prop_map(|x| vec![Double(f64::from(x)), Double(f64::from(x) * 0.5 + 2.0)]);
    let bad = (-50..50).prop_map(|x| vec![Double(f64::from(x)), Double(f64::from(x) * 0.5 + 2.25)]);
    let line = Claim::Linear(name("x"), vec![(Value::Real(2.0), name("y"))], Value::Real(-4.0));
    refuted_by_bad_ones_only(&line, &some, calls(good), calls(bad));
}

#[test]
fn three_numbers_lie_in_a_plane() {
    let plane = |x: i32, y: i32, off: i32| vec![Int(x), Int(y), Int(2 * x - 3 * y + 1 + off)];
    let some = [(0, 0), (1, 0), (0, 1), (5, 7), (2, 9)].map(|(x, y)| plane(x, y, 0));
    let terms = vec![(Value::Whole(2), name("x")), (Value::Whole(-3), name("y"))];
    let claim = Claim::Linear(name("z"), terms, Value::Whole(1));
    let good = (-20..20, -20..20).prop_map(move |(x, y)| plane(x, y, 0));
    let bad = (-20..20, -20..20, 1..5).prop_map(move |(x, y, off)| plane(x, y, off));
    refuted_by_bad_ones_only(&claim, &some, calls(good), calls(bad));
}

#[test]
fn a_sequence_is_one_of_three() {
    let known = |all: &[&[i64]]| {
        let many = |elements: &&[i64]| Datum::Many(whole(elements).into());
        Claim::SequenceOneOf(name("x[]"), all.iter().map(many).collect())
    };
    let good = prop::sample::select(vec![vec![], vec![1, 2], vec![3]]).prop_map(|x| vec![Ints(x)]);
    let bad = sequence(4..9, 1..4).prop_map(|x| vec![Ints(x)]);
    refuted_by_bad_ones_only(&known(&[&[], &[1, 2], &[3]]), &[], calls(good), calls(bad));
}

#[test]
fn elements_are_not_null_bounded_or_few() {
    let ints = |range| calls(sequence(range, 1..5).prop_map(|x| vec![Ints(x)]));
    let zero = [vec![Ints(vec![0])]];
    refuted_by_bad_ones_only(
        &each("x[]", Claim::AtLeast(name("x[]"), 0)),
        &zero,
        ints(0..50),
        ints(-9..0),
    );
    refuted_by_bad_ones_only(
        &each("x[]", Claim::AtMost(name("x[]"), 0)),
        &zero,
        ints(-50..1),
        ints(1..9),
    );
    let few = each("x[]", Claim::OneOf(name("x[]"), whole(&[1, 2, 3])));
    refuted_by_bad_ones_only(&few, &[], ints(1..4), ints(4..9));
    let objects = |last: Argument| {
        let last = move |mut objects: Vec<Argument>| {
            objects.push(last.clone());
            vec![Objects(objects)]
        };
        calls(prop::collection::vec(Just(Object("A")), 0..4).prop_map(last))
    };
    let non_null = each("x[]", Claim::NonNull(name("x[]")));
    refuted_by_bad_ones_only(&non_null, &[], objects(Object("A")), objects(Null));
}

#[test]
fn elements_are_sorted_equal_or_all_different() {
    let sorted = |relation| Claim::Sorted(name("x[]"), relation);
    let ints = |of: fn(Vec<i32>) -> Vec<i32>| calls(sequence(-20..20, 3..6).prop_map(move |x| vec![Ints(of(x))]));
    let rising: fn(Vec<i32>) -> Vec<i32> = |mut x| {
        x.sort_unstable();
        x
    };
    let falling: fn(Vec<i32>) -> Vec<i32> = |mut x| {
        x.sort_unstable_by_key(|x| -x);
        x
    };
    let rises: fn(Vec<i32>) -> Vec<i32> = |x| (0..x.len() as i32).map(|at| x[0] + at).collect();
    let falls: fn(Vec<i32>) -> Vec<i32> = |x| (0..x.len() as i32).map(|at| x[0] - at).collect();
    let equal: fn(Vec<i32>) -> Vec<i32> = |x| vec![x[0]; x.len()];
    let mixed: fn(Vec<i32>) -> Vec<i32> = |x| vec![x[0], x[0] + 1, x[0]];
    let check = |claim: Claim, good, bad| refuted_by_bad_ones_only(&claim, &[], ints(good), ints(bad));
    check(sorted(Relation::LessOrEqual), rising, mixed);
    check(sorted(Relation::GreaterOrEqual), falling, mixed);
    check(sorted(Relation::Less), rises, equal);
    check(sorted(Relation::Greater), falls, equal);
    check(sorted(Relation::Equal), equal, rises);
    check(Claim::NoDuplicates(name("x[]")), rises, mixed);
}

#[test]
fn a_value_is_a_member_or_related_to_each_element() {
    let member = Claim::Member(name("y"), name("x[]"));
    let good = sequence(0..9, 2..5).prop_map(|x| vec![Ints(x.clone()), Int(x[1])]);
    let bad = sequence(0..9, 2..5).prop_map(|x| vec![Ints(x), Int(99)]);
    refuted_by_bad_ones_only(&member, &[], calls(good), calls(bad));
    let related = |good: fn(i32) -> i32, bad: fn(i32) -> i32, relation| {
        let claim = each("x[]", Claim::Compare(name("x[]"), relation, name("y")));
        let calls_of = |of: fn(i32) -> i32| calls((0..90).prop_map(move |x| vec![Ints(vec![x, x]), Int(of(x))]));
        refuted_by_bad_ones_only(&claim, &[], calls_of(good), calls_of(bad));
    };
    related(|x| x, |x| x + 1, Relation::Equal);
    related(|x| x + 1, |x| x, Relation::Less);
    related(|x| x + x % 2, |x| x - 1, Relation::LessOrEqual);
    related(|x| x - 1, |x| x, Relation::Greater);
    related(|x| x - x % 2, |x| x + 1, Relation::GreaterOrEqual);
}

#[test]
fn two_sequences_are_equal_related_or_reversed() {
    let related = |good: fn(i32) -> i32, bad: fn(i32) -> i32, relation| {
        let claim = Claim::Pairwise(name("x[]"), relation, name("y[]"));
        let of = |of: fn(i32) -> i32| {
            let pair = move |x: Vec<i32>| vec![Ints(x.clone()), Ints(x.into_iter().map(of).collect())];
            calls(sequence(0..90, 1..4).prop_map(pair))
        };
        refuted_by_bad_ones_only(&claim, &[], of(good), of(bad));
    };
    related(|x| x, |x| x + 1, Relation::Equal);
    related(|x| x + 1, |x| x, Relation::Less);
    related(|x| x + x % 2, |x| x - 1, Relation::LessOrEqual);
    related(|x| x - 1, |x| x, Relation::Greater);
    related(|x| x - x % 2, |x| x + 1, Relation::GreaterOrEqual);
    related(|x| x + 1, |x| x, Relation::Unequal);
    let reversed = |x: Vec<i32>| vec![Ints(x.clone()), Ints(x.into_iter().rev().collect())];
    let good = sequence(0..90, 2..5).prop_map(reversed);
    let bad = sequence(0..90, 2..5).prop_map(|x| vec![Ints(x.clone()), Ints([x, vec![99]].concat())]);
    let some = [vec![Ints(vec![1, 2]), Ints(vec![2, 1])]];
    refuted_by_bad_ones_only(
        &Claim::Reverse(name("x[]"), name("y[]")),
        &some,
        calls(good),
        calls(bad),
    );
}

#[test]
fn a_claim_is_so_under_a_condition() {
    let when = |test, claim| {
        let condition = Condition {
            name: name("x"),
            test,
            negated: false,
        };
        Claim::Implies(condition, Box::new(claim))
    };
    let five = || Claim::OneOf(name("y"), whole(&[5]));
    let some = |yes: Argument, no: Argument| {
        [
            vec![yes.clone(), Int(5)],
            vec![yes, Int(5)],
            vec![no.clone(), Int(5)],
            vec![no.clone(), Int(1)],
            vec![no, Int(2)],
        ]
    };
    let good = (any::<bool>(), 0..9).prop_map(|(x, y)| vec![Boolean(x), Int(if x { 5 } else { y })]);
    let bad = (6..9).prop_map(|y| vec![Boolean(true), Int(y)]);
    refuted_by_bad_ones_only(
        &when(Test::True, five()),
        &some(Boolean(true), Boolean(false)),
        calls(good),
        calls(bad),
    );
    let good = (any::<bool>(), 0..9).prop_map(|(x, y)| if x { vec![Null, Int(5)] } else { vec![Text("a"), Int(y)] });
    let bad = (6..9).prop_map(|y| vec![Null, Int(y)]);
    refuted_by_bad_ones_only(
        &when(Test::Null, five()),
        &some(Null, Text("a")),
        calls(good),
        calls(bad),
    );
    let condition = Condition {
        name: name("x"),
        test: Test::True,
        negated: false,
    };
    let equivalent = Claim::Equivalent(condition, Box::new(five()));
    let others = [true, true, false, false].map(|x| vec![Boolean(x), Int(if x { 5 } else { 6 })]);
    let good = (any::<bool>(), 6..9).prop_map(|(x, y)| vec![Boolean(x), Int(if x { 5 } else { y })]);
    let bad = Just(vec![Boolean(false), Int(5)]);
    refuted_by_bad_ones_only(&equivalent, &others, calls(good), calls(bad));
}
