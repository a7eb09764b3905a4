//! What a test is kept for.

use std::collections::BTreeSet;

use palus_sequence::{MethodId, Outcome, Sequence, Statement, Symbols, Trace, TypeId};

/// A sequence that may become a test.
#[derive(Clone, PartialEq, Debug)]
pub struct Candidate {
    /// The class under test that it is about.
    pub subject: TypeId,
    /// The statements; all but the last returned.
    pub sequence: Sequence,
    /// What it did.
    pub trace: Trace,
    /// The id of the check that it breaks, and why.
    pub violates: Option<(String, String)>,
}

/// One thing that some test of the suite should do.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Goal {
    /// Reach this edge.
    Edge(u32),
    /// Have this method return.
    Returns(MethodId),
    /// Have this method throw this class.
    Throws(MethodId, TypeId),
    /// Break this check at this method.
    Breaks(String, Option<MethodId>),
}

/// What the candidate does that a suite for `targets` wants done.
pub fn goals(candidate: &Candidate, targets: &[TypeId], symbols: &Symbols) -> BTreeSet<Goal> {
    let calls = candidate.sequence.statements.iter().zip(&candidate.trace.outcomes);
    let of_call = |(statement, outcome): (&Statement, &Outcome)| {
        let Statement::Call { method, .. } = statement else {
            return None;
        };
        if !targets.contains(&symbols.get(*method).owner) {
            return None;
        }
        match outcome {
            Outcome::Returned(_) => Some(Goal::Returns(*method)),
            Outcome::Threw { class, .. } => Some(Goal::Throws(*method, *class)),
            Outcome::Ended(_) | Outcome::NotRun => None,
        }
    };
    let breaks = candidate.violates.iter().map(|(check, _)| {
        let method = match candidate.sequence.statements.last() {
            Some(Statement::Call { method, .. }) => Some(*method),
            _ => None,
        };
        Goal::Breaks(check.clone(), method)
    });
    // What a test among the failing ones reaches does not count as reached by the passing ones.
    if candidate.violates.is_some() {
        return breaks.collect();
    }
    let edges = candidate.trace.edges.iter().copied().map(Goal::Edge);
    edges.chain(calls.filter_map(of_call)).collect()
}
