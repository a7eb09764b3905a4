//! What follows from what, so that it is not told twice.

use crate::claim::{Claim, Relation};
use crate::value::{Datum, Name, Value};

/// Whether the second claim follows from the first one, which is about the same variables.
///
/// | from | follows |
/// | --- | --- |
/// | one of some values | one of more; what is true of each of them: bounds, not 0, not null, remainders |
/// | a bound | a wider one; not 0, where 0 is beyond it |
/// | a relation | weaker ones: `<` gives `<=` and `!=`, `==` gives `<=` and `>=` |
/// | a linear relation with factor 1 | how its two variables are ordered |
/// | `x == y` | each divides the other |
/// | a class that is one of some | one of more classes; not null |
/// | all sequences | what is true of each: elements, order, no duplicates |
/// | a claim about all elements | a weaker one about all elements |
/// | elements in an order | in a weaker one; strictly ordered ones have no duplicates |
/// | a relation of elements by place | weaker ones |
/// | a claim | that it is so under a condition |
/// | an equivalence | the implication |
pub fn gives(strong: &Claim, weak: &Claim) -> bool {
    if strong == weak {
        return true;
    }
    match (strong, weak) {
        (Claim::OneOf(x, values), _) if weak.names() == [x] => values.iter().all(|value| is_so_of(weak, x, value)),
        (Claim::SequenceOneOf(x, sequences), _) if weak.names().iter().all(|name| *name == x) => {
            let is_so = |sequence: &Datum| {
                weak.holds(&Only {
                    name: x,
                    datum: sequence,
                }) == Some(true)
            };
            sequences.iter().all(is_so)
        }
        (Claim::AtLeast(x, low), Claim::AtLeast(y, bound)) => x == y && low >= bound,
        (Claim::AtMost(x, high), Claim::AtMost(y, bound)) => x == y && high <= bound,
        (Claim::AtLeast(x, low), Claim::NonZero(y)) => x == y && *low > 0,
        (Claim::AtMost(x, high), Claim::NonZero(y)) => x == y && *high < 0,
        (Claim::ClassOneOf(x, few), Claim::ClassOneOf(y, more)) => {
            x == y && few.iter().all(|class| more.contains(class))
        }
        (Claim::Compare(a, one, b), Claim::Compare(c, other, d))
        | (Claim::Pairwise(a, one, b), Claim::Pairwise(c, other, d)) => {
            (a == c && b == d && one.gives(*other)) || (a == d && b == c && one.mirrored().gives(*other))
        }
        (Claim::Compare(a, Relation::Equal, b), Claim::Divides(c, d)) => (a == c && b == d) || (a == d && b == c),
        (Claim::Linear(x, terms, constant), Claim::Compare(..)) => {
            let [(Value::Whole(1), y)] = terms.as_slice() else {
                return false;
            };
            let relation = match constant.number() {
                Some(constant) if constant > 0.0 => Relation::Greater,
                Some(constant) if constant < 0.0 => Relation::Less,
                _ => return false,
            };
            gives(&Claim::Compare(x.clone(), relation, y.clone()), weak)
        }
        (Claim::Each(x, one), Claim::Each(y, other)) => x == y && gives(one, other),
        (Claim::Sorted(x, one), Claim::Sorted(y, other)) => x == y && one.gives(*other),
        (Claim::Sorted(x, Relation::Less | Relation::Greater), Claim::NoDuplicates(y)) => x == y,
        (Claim::Equivalent(condition, claim), Claim::Implies(other, weak)) => condition == other && gives(claim, weak),
        (Claim::Implies(condition, claim), Claim::Implies(other, weak)) if condition == other => gives(claim, weak),
        (_, Claim::Implies(_, claim)) => gives(strong, claim),
        _ => false,
    }
}

/// Whether two claims cannot be so in one sample.
pub(crate) fn excludes(one: &Claim, other: &Claim) -> bool {
    match (one, other) {
        (Claim::OneOf(x, values), _) if other.names() == [x] => {
            values.iter().all(|value| is_not_so_of(other, x, value))
        }
        (_, Claim::OneOf(x, values)) if one.names() == [x] => values.iter().all(|value| is_not_so_of(one, x, value)),
        (Claim::AtLeast(x, low), Claim::AtMost(y, high)) | (Claim::AtMost(y, high), Claim::AtLeast(x, low)) => {
            x == y && low > high
        }
        (Claim::Compare(a, one, b), Claim::Compare(c, other, d)) => {
            (a == c && b == d && one.excludes(*other)) || (a == d && b == c && one.mirrored().excludes(*other))
        }
        (Claim::SequenceOneOf(x, few), Claim::SequenceOneOf(y, others)) => {
            x == y && few.iter().all(|sequence| !others.contains(sequence))
        }
        _ => false,
    }
}

fn is_so_of(claim: &Claim, name: &Name, value: &Value) -> bool {
    let datum = Datum::One(value.clone());
    claim.holds(&Only { name, datum: &datum }) == Some(true)
}

fn is_not_so_of(claim: &Claim, name: &Name, value: &Value) -> bool {
    let datum = Datum::One(value.clone());
    claim.holds(&Only { name, datum: &datum }) == Some(false)
}

/// One variable by itself.
struct Only<'s> {
    name: &'s Name,
    datum: &'s Datum,
}

impl crate::claim::Sample for Only<'_> {
    fn value(&self, name: &str) -> Option<&Datum> {
        (name == &**self.name).then_some(self.datum)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claim::{Condition, Test};

    fn name(name: &str) -> Name {
        name.into()
    }

    fn one_of(values: &[i64]) -> Claim {
        Claim::OneOf(name("x"), values.iter().map(|value| Value::Whole(*value)).collect())
    }

    fn compare(x: &str, relation: Relation, y: &str) -> Claim {
        Claim::Compare(name(x), relation, name(y))
    }

    fn sequences(all: &[&[i64]]) -> Claim {
        let many = |elements: &&[i64]| Datum::Many(elements.iter().map(|value| Value::Whole(*value)).collect());
        Claim::SequenceOneOf(name("s"), all.iter().map(many).collect())
    }

    #[test]
    fn one_of_some_values_gives_what_is_true_of_each() {
        assert!(gives(&one_of(&[1, 3]), &one_of(&[1, 2, 3])));
        assert!(!gives(&one_of(&[1, 4]), &one_of(&[1, 2, 3])));
        for (claim, is_given) in [
            (Claim::AtLeast(name("x"), 1), true),
            (Claim::AtLeast(name("x"), 2), false),
            (Claim::AtMost(name("x"), 3), true),
            (Claim::NonZero(name("x")), true),
            (Claim::NonNull(name("x")), true),
            (Claim::Modulo(name("x"), 1, 2), true),
            (Claim::Modulo(name("x"), 0, 2), false),
            (Claim::NonZero(name("y")), false),
        ] {
            assert_eq!(gives(&one_of(&[1, 3]), &claim), is_given, "{claim:?}");
        }
    }

    #[test]
    fn a_bound_gives_wider_ones_and_that_it_is_not_0() {
        let least = |bound| Claim::AtLeast(name("x"), bound);
        let most = |bound| Claim::AtMost(name("x"), bound);
        assert!(gives(&least(1), &least(0)) && !gives(&least(0), &least(1)));
        assert!(gives(&most(-1), &most(0)) && !gives(&most(0), &most(-1)));
        let non_zero = Claim::NonZero(name("x"));
        assert!(gives(&least(1), &non_zero) && !gives(&least(0), &non_zero));
        assert!(gives(&most(-1), &non_zero) && !gives(&most(0), &non_zero));
    }

    #[test]
    fn a_relation_gives_weaker_ones_from_either_side() {
        use Relation::{Equal, Greater, GreaterOrEqual, Less, LessOrEqual, Unequal};
        let less = compare("x", Less, "y");
        for (relation, is_given) in [(LessOrEqual, true), (Unequal, true), (Greater, false), (Equal, false)] {
            assert_eq!(gives(&less, &compare("x", relation, "y")), is_given);
        }
        assert!(gives(&less, &compare("y", GreaterOrEqual, "x")));
        assert!(gives(&compare("x", Equal, "y"), &compare("y", LessOrEqual, "x")));
        assert!(gives(&compare("x", Equal, "y"), &Claim::Divides(name("y"), name("x"))));
        assert!(!gives(&less, &compare("x", LessOrEqual, "z")));
    }

    #[test]
    fn one_more_than_another_is_greater_than_it() {
        let more = Claim::Linear(name("x"), vec![(Value::Whole(1), name("y"))], Value::Whole(2));
        assert!(gives(&more, &compare("x", Relation::Greater, "y")));
        assert!(gives(&more, &compare("y", Relation::Unequal, "x")));
        assert!(!gives(&more, &compare("x", Relation::Less, "y")));
    }

    #[test]
    fn a_class_gives_more_classes() {
        let classes = |all: &[&str]| Claim::ClassOneOf(name("x"), all.iter().map(|class| name(class)).collect());
        assert!(gives(&classes(&["A"]), &classes(&["A", "B"])) && !gives(&classes(&["A", "B"]), &classes(&["A"])));
    }

    #[test]
    fn known_sequences_give_what_is_true_of_each() {
        let known = sequences(&[&[1, 2], &[3]]);
        let sorted = |relation| Claim::Sorted(name("s"), relation);
        let each = |claim| Claim::Each(name("s"), Box::new(claim));
        assert!(gives(&known, &sorted(Relation::Less)) && !gives(&known, &sorted(Relation::Greater)));
        assert!(
            gives(&known, &each(Claim::AtLeast(name("s"), 1))) && !gives(&known, &each(Claim::AtMost(name("s"), 2)))
        );
        assert!(gives(&known, &Claim::NoDuplicates(name("s"))));
    }

    #[test]
    fn claims_about_elements_give_weaker_ones() {
        let each = |bound| Claim::Each(name("s"), Box::new(Claim::AtLeast(name("s"), bound)));
        assert!(gives(&each(1), &each(0)) && !gives(&each(0), &each(1)));
        let sorted = |relation| Claim::Sorted(name("s"), relation);
        assert!(gives(&sorted(Relation::Less), &sorted(Relation::LessOrEqual)));
        assert!(gives(&sorted(Relation::Less), &Claim::NoDuplicates(name("s"))));
        assert!(!gives(&sorted(Relation::LessOrEqual), &Claim::NoDuplicates(name("s"))));
        let pairwise = |relation| Claim::Pairwise(name("s"), relation, name("t"));
        assert!(gives(&pairwise(Relation::Less), &pairwise(Relation::LessOrEqual)));
        assert!(!gives(&pairwise(Relation::LessOrEqual), &pairwise(Relation::Less)));
    }

    #[test]
    fn what_is_always_so_is_so_under_a_condition() {
        let condition = Condition {
            name: name("c"),
            test: Test::True,
            negated: false,
        };
        let implies = |bound| Claim::Implies(condition.clone(), Box::new(Claim::AtLeast(name("x"), bound)));
        assert!(
            gives(&Claim::AtLeast(name("x"), 1), &implies(0)) && !gives(&Claim::AtLeast(name("x"), 0), &implies(1))
        );
        assert!(gives(&implies(1), &implies(0)) && !gives(&implies(0), &implies(1)));
        let equivalent = Claim::Equivalent(condition.clone(), Box::new(Claim::AtLeast(name("x"), 1)));
        assert!(gives(&equivalent, &implies(1)) && !gives(&implies(1), &equivalent));
    }

    #[test]
    fn what_cannot_be_so_at_once_excludes_each_other() {
        assert!(excludes(&one_of(&[0]), &one_of(&[1, 2])) && !excludes(&one_of(&[0, 1]), &one_of(&[1, 2])));
        assert!(excludes(&one_of(&[0]), &Claim::NonZero(name("x"))));
        assert!(excludes(&Claim::AtLeast(name("x"), 1), &one_of(&[0])));
        assert!(excludes(
            &compare("x", Relation::Less, "y"),
            &compare("y", Relation::LessOrEqual, "x")
        ));
        assert!(!excludes(
            &compare("x", Relation::LessOrEqual, "y"),
            &compare("y", Relation::LessOrEqual, "x")
        ));
    }
}
