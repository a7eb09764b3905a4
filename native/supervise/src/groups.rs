//! Cuts the classes under test into groups, and a budget into shares: by fixed functions, so that the number of workers
//! decides nothing but speed.

/// The largest number of groups: more would give each too small a share of the pools that classes make for one another.
const MOST_GROUPS: usize = 16;

/// How many classes make a group worth a virtual machine of its own.
const CLASSES_A_GROUP: usize = 4;

/// The number of groups for that many classes when the budget is a count of sequences.
///
/// ```
/// assert_eq!(palus_supervise::group_count(0), 1);
/// assert_eq!(palus_supervise::group_count(5), 2);
/// assert_eq!(palus_supervise::group_count(1000), 16);
/// ```
pub fn group_count(classes: usize) -> usize {
    classes.div_ceil(CLASSES_A_GROUP).clamp(1, MOST_GROUPS)
}

/// Deals the targets out to `count` groups like cards, so that neighbours in the alphabet, which often are alike, end up
/// in different groups. No group is empty unless there are fewer targets than groups.
pub fn cut(targets: &[String], count: usize) -> Vec<Vec<String>> {
    let count = count.max(1);
    let mut groups = vec![Vec::new(); count.min(targets.len()).max(1)];
    let hands = groups.len();
    for (index, target) in targets.iter().enumerate() {
        groups[index % hands].push(target.clone());
    }
    groups
}

/// Splits `total` by weight without losing any: everybody gets the whole part of its due, and what is left goes to the
/// largest remainders, the earlier first among equals.
///
/// ```
/// assert_eq!(palus_supervise::shares(10, &[1, 1, 1]), [4, 3, 3]);
/// assert_eq!(palus_supervise::shares(7, &[0, 0]), [4, 3]);
/// ```
pub fn shares(total: u64, weights: &[u64]) -> Vec<u64> {
    if weights.is_empty() {
        return Vec::new();
    }
    let sum: u128 = weights.iter().map(|&w| u128::from(w)).sum();
    if sum == 0 {
        return shares(total, &vec![1; weights.len()]);
    }
    let dues: Vec<u128> = weights.iter().map(|&w| u128::from(total) * u128::from(w)).collect();
    let mut shares: Vec<u64> = dues.iter().map(|due| (due / sum) as u64).collect();
    let left = total - shares.iter().sum::<u64>();
    let mut order: Vec<usize> = (0..weights.len()).collect();
    order.sort_by_key(|&i| (std::cmp::Reverse(dues[i] % sum), i));
    for &index in order.iter().take(left as usize) {
        shares[index] += 1;
    }
    shares
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(count: usize) -> Vec<String> {
        (0..count).map(|i| format!("demo.C{i}")).collect()
    }

    #[test]
    fn every_target_is_in_exactly_one_group() {
        for classes in 0..40 {
            let targets = names(classes);
            let groups = cut(&targets, group_count(classes));
            let mut all: Vec<String> = groups.concat();
            all.sort();
            let mut expected = targets;
            expected.sort();
            assert_eq!(all, expected);
            assert!(classes == 0 || groups.iter().all(|g| !g.is_empty()));
        }
    }

    #[test]
    fn neighbours_are_dealt_to_different_groups() {
        assert_eq!(cut(&names(3), 2), [vec!["demo.C0", "demo.C2"], vec!["demo.C1"]]);
    }

    #[test]
    fn shares_add_up_to_the_total_and_follow_the_weights() {
        for total in [0, 1, 2, 19_999, 20_000, u64::MAX] {
            let shares = shares(total, &[3, 1, 4, 1, 5]);
            assert_eq!(shares.iter().map(|&s| u128::from(s)).sum::<u128>(), u128::from(total));
            assert!(shares[4] >= shares[0] && shares[0] >= shares[1]);
        }
    }
}
