//! Open branches with prefixes that come near to them: these are followed in turn, and each branch has a fate in the end.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

use palus_sequence::Sequence;

use crate::edges::Edge;
use crate::path::Reason;
use crate::prefix::{Limits, Prefix, Probed, Prober, Solved};

/// So many paths of one prefix are followed.
const MOST_PATHS: u64 = 2_000;

/// The share of the time that one prefix may take, as a divisor: one with hard conditions would have all of it.
const SHARE: u32 = 8;

/// Branches that nobody took, and a sequence that came near to them.
#[derive(Clone, Debug)]
pub struct Target<'t> {
    /// The sequence.
    pub prefix: Prefix<'t>,
    /// The branches.
    pub branches: BTreeSet<Edge>,
}

/// What became of an open branch.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Fate {
    /// A sequence was found that takes it.
    Solved,
    /// No path of the last calls takes it, whatever numbers they are given.
    Infeasible,
    /// Paths left what is executed here, the reason of most of them.
    Outside(Reason),
    /// The limits were reached.
    OutOfTime,
    /// There is no solver for the conditions of some path.
    NeedsSolver,
}

/// What came of all targets.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Campaign {
    /// Sequences that take open branches, in the order in which they were found.
    pub solved: Vec<Solved>,
    /// Sequences whose paths leave what is executed here, with values for their variables: who runs them says which branches they take.
    pub concretised: Vec<Sequence>,
    /// What became of each branch.
    pub fates: BTreeMap<Edge, Fate>,
}

impl Prober {
    /// Follows the prefix of each target, the first one first, until all are done or the limits are reached.
    pub fn probe_all(&mut self, targets: &[Target<'_>], limits: Limits) -> Campaign {
        let mut campaign = Campaign::default();
        let mut wanted: BTreeSet<Edge> = targets.iter().flat_map(|target| target.branches.clone()).collect();
        let mut left = limits.paths;
        for target in targets {
            let open: Vec<&Edge> = target.branches.iter().filter(|edge| wanted.contains(*edge)).collect();
            if open.is_empty() {
                continue;
            }
            let probed = if left == 0 || limits.until.is_some_and(|until| Instant::now() >= until) {
                Probed {
                    open: BTreeMap::from([(Reason::Time, 1)]),
                    ..Probed::default()
                }
            } else {
                let paths = left.min(MOST_PATHS);
                let until = limits.until.map(share);
                self.probe(target.prefix, &wanted, Limits { until, paths })
            };
            left -= probed.paths;
            let fate = fate(&probed.open);
            campaign
                .fates
                .extend(open.into_iter().map(|edge| (edge.clone(), fate.clone())));
            for edge in probed.solved.iter().flat_map(|solved| &solved.edges) {
                wanted.remove(edge);
                campaign.fates.insert(edge.clone(), Fate::Solved);
            }
            campaign.solved.extend(probed.solved);
            // Another sequence may have found what these were for.
            if target.branches.iter().any(|edge| wanted.contains(edge)) {
                campaign.concretised.extend(probed.concretised);
            }
        }
        campaign
    }
}

/// When one prefix has had its share of the time until then.
fn share(until: Instant) -> Instant {
    let now = Instant::now();
    now + until.saturating_duration_since(now) / SHARE
}

/// The fate of branches that paths did not take, by why some of these were not followed to their ends.
fn fate(open: &BTreeMap<Reason, u64>) -> Fate {
    if open.contains_key(&Reason::Time) {
        return Fate::OutOfTime;
    }
    if open.contains_key(&Reason::NeedsSolver) {
        return Fate::NeedsSolver;
    }
    // Of as many the first, which is the same on every run.
    let most = open.iter().rev().max_by_key(|(_, count)| **count);
    most.map_or(Fate::Infeasible, |(reason, _)| Fate::Outside(reason.clone()))
}
