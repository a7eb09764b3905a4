//! Which of the tests are shown: a reader looks at a handful, and at the most telling first.

use std::cmp::Reverse;
use std::collections::HashMap;

use palus_invariant::{Claim, Point};
use palus_sequence::Portable;

use super::find::Broken;

/// A sequence with all that it breaks, the most telling first.
pub(super) struct Shown<'b> {
    pub(super) sequence: &'b Portable,
    pub(super) broken: Vec<&'b Broken>,
}

/// How telling a statement is, smaller is more: what is so in each case before what is so in some, and of these what held in more executions.
type Rank = (bool, Reverse<u64>);

/// The sequences, so many at the most, and how many are left out. The first of each method come before the second ones of others, so that one method
/// of which much was always true does not crowd out the rest.
pub(super) fn shown(broken: &[Broken], most: usize) -> (Vec<Shown<'_>>, usize) {
    let mut shown: Vec<Shown<'_>> = Vec::new();
    for broken in broken {
        let sequence = &broken.by.sequence;
        match shown.iter_mut().find(|known| known.sequence == sequence) {
            Some(known) => known.broken.push(broken),
            None => shown.push(Shown {
                sequence,
                broken: vec![broken],
            }),
        }
    }
    for shown in &mut shown {
        shown.broken.sort_by_key(|broken| rank(broken));
    }
    shown.sort_by_key(|shown| (rank(shown.broken[0]), shown.broken[0].by.length));
    let mut met: HashMap<&Point, usize> = HashMap::new();
    let mut turns: Vec<(usize, Shown<'_>)> = Vec::new();
    for shown in shown {
        let turn = met.entry(&shown.broken[0].point).or_default();
        turns.push((*turn, shown));
        *turn += 1;
    }
    turns.sort_by_key(|(turn, _)| *turn);
    let left_out = turns.len().saturating_sub(most);
    turns.truncate(most);
    (turns.into_iter().map(|(_, shown)| shown).collect(), left_out)
}

fn rank(broken: &Broken) -> Rank {
    (matches!(broken.claim, Claim::Implies(..)), Reverse(broken.samples))
}

#[cfg(test)]
mod tests {
    use palus_invariant::{Condition, Moment, Test};
    use palus_sequence::{MethodKind, Sequence, Statement, Symbols};

    use super::super::find::Breaking;
    use super::*;

    /// A sequence that calls a method of that name.
    fn sequence(name: &str) -> Portable {
        let mut symbols = Symbols::default();
        let method = symbols.method("demo.A", name, "()V", MethodKind::Static).unwrap();
        let mut sequence = Sequence::default();
        sequence.push(Statement::Call {
            method,
            operands: vec![],
        });
        Portable::new(&sequence, &symbols).unwrap()
    }

    fn broken(method: &str, by: &str, samples: u64, implied: bool) -> Broken {
        let plain = Claim::NonNull("result".into());
        let condition = Condition {
            name: "throws".into(),
            test: Test::Throws,
            negated: true,
        };
        Broken {
            point: Point {
                class: "demo.A".into(),
                method: Some((method.into(), "()V".into())),
                moment: Moment::Exit,
            },
            claim: if implied {
                Claim::Implies(condition, Box::new(plain))
            } else {
                plain
            },
            by: Breaking {
                sequence: sequence(by),
                length: 1,
                values: String::new(),
            },
            samples,
            round: 1,
        }
    }

    #[test]
    fn each_method_has_its_turn_and_what_held_most_often_comes_first() {
        let all = [
            broken("often", "one", 90, false),
            broken("often", "two", 80, false),
            broken("seldom", "three", 5, false),
            broken("sometimes", "four", 99, true),
            broken("seldom", "two", 7, true),
        ];
        let (all_shown, none) = shown(&all, 9);
        let order: Vec<&str> = all_shown
            .iter()
            .map(|shown| &*shown.broken[0].point.method.as_ref().unwrap().0)
            .collect();
        assert_eq!(order, ["often", "seldom", "sometimes", "often"]);
        assert_eq!(none, 0);
        assert_eq!(all_shown[3].broken.len(), 2, "one test shows all that it breaks");
        let (few, left_out) = shown(&all, 1);
        assert_eq!((few.len(), left_out), (1, 3));
        assert_eq!(*few[0].sequence, sequence("one"));
    }
}
