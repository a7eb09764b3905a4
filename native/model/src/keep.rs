//! Which observations of a transition are kept: a rule that does not depend on the order in which they come.

use crate::digest::Digest;
use crate::{Input, Recorded};

/// Inputs whose smallest and largest values are kept.
const RANKED_INPUTS: usize = 8;
/// How many are kept for their small hash.
const SMALLEST: usize = 48;
/// How many dependences of a transition are kept: those with the smallest hashes.
pub(crate) const DEPENDENCES: usize = 64;
/// How many origins of a transition are kept: those with the smallest hashes.
pub(crate) const ORIGINS: usize = 8;
/// Of how many tests the answers of a method are kept: those with the smallest hashes.
pub(crate) const ANSWERED_TESTS: usize = 32;
/// The most that are kept of one transition.
pub(crate) const KEPT: usize = SMALLEST + 2 * RANKED_INPUTS;

/// What the rule looks at: equal digests mean equal inputs.
pub(crate) struct Candidate {
    pub(crate) digest: Digest,
    ranks: [Option<i64>; RANKED_INPUTS],
}

impl Candidate {
    pub(crate) fn new(digest: Digest, ranks: impl Iterator<Item = Option<i64>>) -> Self {
        let mut candidate = Self {
            digest,
            ranks: [None; RANKED_INPUTS],
        };
        for (kept, rank) in candidate.ranks.iter_mut().zip(ranks) {
            *kept = rank;
        }
        candidate
    }
}

/// Keeps the `count` items with the smallest hashes, ordered by them.
pub(crate) fn keep_smallest<T>(items: &mut Vec<T>, count: usize, digest: impl FnMut(&T) -> Digest) {
    items.sort_by_cached_key(digest);
    items.truncate(count);
}

/// The place of an input in the order in which boundaries are looked for.
pub(crate) fn rank_of_input(input: &Input) -> Option<i64> {
    match input {
        Input::Value(value) | Input::Boxed(value) => rank(value),
        Input::Array(array) => Some(i64::from(array.length)),
        Input::Subject | Input::Null | Input::Object { .. } => None,
    }
}

/// The place of a value in the order in which boundaries are looked for.
pub(crate) fn rank(value: &Recorded) -> Option<i64> {
    match value {
        Recorded::Byte(v) => Some(i64::from(*v)),
        Recorded::Char(v) => Some(i64::from(*v)),
        Recorded::Short(v) => Some(i64::from(*v)),
        Recorded::Int(v) => Some(i64::from(*v)),
        Recorded::Long(v) => Some(*v),
        Recorded::Float(v) => Some(in_order(f64::from(f32::from_bits(*v)))),
        Recorded::Double(v) => Some(in_order(f64::from_bits(*v))),
        Recorded::String { length, .. } => Some(i64::from(*length)),
        Recorded::Boolean(_) | Recorded::Enum { .. } | Recorded::Class { .. } => None,
    }
}

/// An integer that is ordered as `total_cmp` orders the value.
fn in_order(value: f64) -> i64 {
    let bits = value.to_bits() as i64;
    if bits < 0 { bits ^ i64::MAX } else { bits }
}

/// For each candidate, whether it is kept. No two have the same digest.
pub(crate) fn choose(candidates: &[Candidate]) -> Vec<bool> {
    let mut chosen = vec![candidates.len() <= SMALLEST; candidates.len()];
    if candidates.len() <= SMALLEST {
        return chosen;
    }
    let mut by_digest: Vec<usize> = (0..candidates.len()).collect();
    by_digest.sort_unstable_by_key(|&index| candidates[index].digest);
    for &index in &by_digest[..SMALLEST] {
        chosen[index] = true;
    }
    for input in 0..RANKED_INPUTS {
        let ranked = |&index: &usize| candidates[index].ranks[input].map(|rank| (rank, index));
        // By digest among equals: `min_by_key` takes the first, `max_by_key` the last of equal ones.
        let least = by_digest.iter().filter_map(ranked).min_by_key(|&(rank, _)| rank);
        let most = by_digest.iter().rev().filter_map(ranked).max_by_key(|&(rank, _)| rank);
        for (_, index) in least.into_iter().chain(most) {
            chosen[index] = true;
        }
    }
    chosen
}

/// What a new observation must beat to be kept, once the rule was applied: the rule's choice can only tighten.
#[derive(Debug)]
pub(crate) struct Bar {
    digest: Digest,
    /// The smallest and the largest value of each input, each with the hash that decides among equals.
    extremes: [Option<[(i64, Digest); 2]>; RANKED_INPUTS],
}

impl Bar {
    /// The bar that these candidates set, which are those that the rule kept of more than it keeps by their hashes.
    pub(crate) fn of(kept: &[Candidate]) -> Self {
        let mut digests: Vec<Digest> = kept.iter().map(|candidate| candidate.digest).collect();
        digests.sort_unstable();
        let mut bar = Self {
            digest: digests.get(SMALLEST - 1).copied().unwrap_or(Digest(u64::MAX)),
            extremes: [None; RANKED_INPUTS],
        };
        for candidate in kept {
            for (extremes, rank) in bar.extremes.iter_mut().zip(candidate.ranks) {
                let Some(rank) = rank else { continue };
                let new = (rank, candidate.digest);
                let [least, most] = extremes.get_or_insert([new; 2]);
                *least = new.min(*least);
                if (rank, most.1) > (most.0, candidate.digest) {
                    *most = new;
                }
            }
        }
        bar
    }

    /// Whether one of this hash and these values is kept already, or could be.
    pub(crate) fn admits(&self, digest: Digest, ranks: impl Iterator<Item = Option<i64>>) -> bool {
        digest <= self.digest
            || self
                .extremes
                .iter()
                .zip(ranks)
                .any(|(extremes, rank)| match (extremes, rank) {
                    (_, None) => false,
                    (None, Some(_)) => true,
                    (Some([least, most]), Some(rank)) => (rank, digest) <= *least || (rank, most.1) >= (most.0, digest),
                })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    fn kept(values: &BTreeSet<i32>) -> BTreeSet<i32> {
        let values: Vec<i32> = values.iter().copied().collect();
        let candidates: Vec<_> = values
            .iter()
            .map(|&v| {
                let value = Recorded::Int(v);
                Candidate::new(Digest::of_recorded(&value), [None, rank(&value)].into_iter())
            })
            .collect();
        let chosen = choose(&candidates);
        values
            .into_iter()
            .zip(chosen)
            .filter_map(|(value, kept)| kept.then_some(value))
            .collect()
    }

    proptest! {
        #[test]
        fn what_is_kept_of_a_union_is_what_is_kept_of_the_kept(
            a in prop::collection::btree_set(any::<i32>(), 0..150),
            b in prop::collection::btree_set(-20..20, 0..40),
        ) {
            let all = &a | &b;
            let union = kept(&all);
            prop_assert_eq!(&union, &kept(&(&kept(&a) | &kept(&b))));
            prop_assert_eq!(&union, &kept(&union));
            prop_assert!(union.len() <= KEPT);
            prop_assert_eq!(union.first(), all.first());
            prop_assert_eq!(union.last(), all.last());
        }
    }

    proptest! {
        #[test]
        fn what_the_bar_turns_away_is_what_the_rule_would_not_keep(
            values in prop::collection::btree_set(-300..300, 100..200), new in -400..400,
        ) {
            prop_assume!(!values.contains(&new));
            let candidate = |&v: &i32| {
                let value = Recorded::Int(v);
                Candidate::new(Digest::of_recorded(&value), [None, rank(&value)].into_iter())
            };
            let before: Vec<_> = kept(&values).iter().map(candidate).collect();
            let value = Recorded::Int(new);
            let admitted = Bar::of(&before).admits(Digest::of_recorded(&value), [None, rank(&value)].into_iter());
            let after = kept(&values.iter().copied().chain([new]).collect());
            prop_assert_eq!(admitted, after.contains(&new));
        }
    }

    #[test]
    fn floating_values_are_ordered_by_size() {
        let values = [f64::NEG_INFINITY, -2.0, -1.0, -0.0, 0.0, 1.5, f64::MAX, f64::INFINITY];
        let ranks: Vec<_> = values.iter().map(|v| rank(&Recorded::Double(v.to_bits()))).collect();
        assert!(ranks.is_sorted() && ranks.windows(2).all(|pair| pair[0] != pair[1]));
    }
}
