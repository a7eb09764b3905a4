//! The effects of bodies that call each other, as a least fixpoint.

use super::jdk::Known;
use crate::body::{Heap, Origin};

/// Bodies and what their calls reach.
#[derive(Default)]
pub(super) struct Graph {
    /// The body asked about is the first.
    pub(super) nodes: Vec<Node>,
}

/// A body.
pub(super) struct Node {
    pub(super) heap: Heap,
    /// What each call site can reach.
    pub(super) targets: Vec<Vec<Target>>,
}

/// One thing that a call can reach.
#[derive(Clone, Copy)]
pub(super) enum Target {
    Node(usize),
    Known(Known),
}

/// What a body does, as its caller sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Summary {
    /// Whether it writes to something that is neither an operand nor made by the call.
    pub(super) is_global: bool,
    /// The operands that it writes to, a bit each.
    pub(super) writes: u64,
    returns: Returns,
}

/// What a body returns.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Returns {
    /// Nothing was seen to be returned yet.
    #[default]
    Nothing,
    Fresh,
    Operand(usize),
    Old,
}

impl Returns {
    fn join(self, other: Self) -> Self {
        match (self, other) {
            (Self::Nothing, other) | (other, Self::Nothing) => other,
            (a, b) if a == b => a,
            _ => Self::Old,
        }
    }
}

impl Graph {
    /// What the first body does. Every round only adds effects, so rounds end.
    pub(super) fn solve(&self) -> Summary {
        let mut summaries = vec![Summary::default(); self.nodes.len()];
        loop {
            let mut changed = false;
            for at in 0..self.nodes.len() {
                let next = self.nodes[at].summary(&summaries, summaries[at]);
                changed |= next != summaries[at];
                summaries[at] = next;
            }
            if !changed {
                return summaries.first().copied().unwrap_or_default();
            }
        }
    }
}

impl Node {
    fn summary(&self, summaries: &[Summary], known: Summary) -> Summary {
        let mut summary = known;
        for origin in &self.heap.writes {
            Self::write(&mut summary, self.resolved(*origin, summaries, 0));
        }
        for (site, targets) in self.heap.sites.iter().zip(&self.targets) {
            for target in targets {
                let (is_global, writes) = match target {
                    Target::Node(node) => (summaries[*node].is_global, summaries[*node].writes),
                    Target::Known(Known::Pure) => (false, 0),
                    Target::Known(Known::WritesReceiver | Known::Builds) => (false, 1),
                };
                summary.is_global |= is_global;
                for (position, operand) in site.operands.iter().enumerate() {
                    if writes & bit(position) != 0 {
                        Self::write(&mut summary, self.resolved(*operand, summaries, 0));
                    }
                }
            }
        }
        for origin in &self.heap.returns {
            let returned = match self.resolved(*origin, summaries, 0) {
                Origin::Fresh | Origin::Scalar => Returns::Fresh,
                Origin::Operand(position) => Returns::Operand(position),
                Origin::Old => Returns::Old,
                Origin::Result(_) => Returns::Nothing,
            };
            summary.returns = summary.returns.join(returned);
        }
        summary
    }

    fn write(summary: &mut Summary, to: Origin) {
        match to {
            // More operands than bits: no method that anybody would observe with.
            Origin::Operand(position) if position < 64 => summary.writes |= bit(position),
            Origin::Operand(_) | Origin::Old => summary.is_global = true,
            // What the result of a call is that has not returned yet, a later round says.
            Origin::Fresh | Origin::Scalar | Origin::Result(_) => {}
        }
    }

    /// An origin with results of calls looked up; `Result` where the callee has not returned anything yet.
    fn resolved(&self, origin: Origin, summaries: &[Summary], depth: usize) -> Origin {
        let Origin::Result(site) = origin else {
            return origin;
        };
        let (Some(site), Some(targets)) = (self.heap.sites.get(site), self.targets.get(site)) else {
            return Origin::Old;
        };
        if depth > 16 {
            return Origin::Old;
        }
        let returned = targets.iter().map(|target| match target {
            Target::Node(node) => summaries[*node].returns,
            Target::Known(Known::Builds) => Returns::Operand(0),
            Target::Known(_) => Returns::Old,
        });
        match returned.fold(Returns::Nothing, Returns::join) {
            Returns::Nothing => origin,
            Returns::Fresh => Origin::Fresh,
            Returns::Operand(position) => {
                let operand = site.operands.get(position).copied().unwrap_or(Origin::Old);
                self.resolved(operand, summaries, depth + 1)
            }
            Returns::Old => Origin::Old,
        }
    }
}

fn bit(position: usize) -> u64 {
    1_u64.checked_shl(position as u32).unwrap_or(0)
}
