//! What two objects said of one another: which of them are equal, and which is the greater.

use std::collections::BTreeMap;

use palus_sequence::{Outcome, Sequence, Trace, Value};

use crate::contracts::{Contract, Slot};

/// The answers so far, by the positions of the two.
#[derive(Default)]
pub(super) struct Relations {
    equal: BTreeMap<(usize, usize), bool>,
    order: BTreeMap<(usize, usize), i32>,
}

impl Relations {
    /// Remembers what the end of a sequence says of these members.
    pub(super) fn note(&mut self, contract: &Contract, members: &[usize], sequence: &Sequence, trace: &Trace) {
        let from = sequence.len().saturating_sub(contract.questions.len());
        for (question, outcome) in contract.questions.iter().zip(trace.outcomes.iter().skip(from)) {
            let [Slot::Object(one), Slot::Object(other)] = question.operands else {
                continue;
            };
            let (Some(one), Some(other)) = (members.get(*one), members.get(*other)) else {
                continue;
            };
            match (question.callee.name, outcome) {
                ("equals", Outcome::Returned(Value::Boolean(equal))) => drop(self.equal.insert((*one, *other), *equal)),
                ("compareTo", Outcome::Returned(Value::Int(order))) => {
                    self.order.insert((*one, *other), order.signum());
                }
                _ => {}
            }
        }
    }

    /// Threes of which the first two pairs promise what the third does not keep; at most `cap`.
    pub(super) fn suspects(&self, contract: &str, members: usize, cap: usize) -> Vec<Vec<usize>> {
        let threes = (0..members).flat_map(|a| (0..members).flat_map(move |b| (0..members).map(move |c| [a, b, c])));
        let breaks = |[a, b, c]: &[usize; 3]| {
            if contract == "equals-transitive" {
                let equal = |one: usize, other: usize| self.equal.get(&(one, other)).copied();
                equal(*a, *b) == Some(true) && equal(*b, *c) == Some(true) && equal(*a, *c) == Some(false)
            } else {
                let order = |one: usize, other: usize| self.order.get(&(one, other)).copied();
                let promised = order(*a, *b).filter(|sign| *sign != 0 && order(*b, *c) == Some(*sign));
                promised.is_some_and(|sign| order(*a, *c).is_some_and(|found| found != sign))
            }
        };
        threes
            .filter(|[a, b, c]| a != b && b != c && a != c)
            .filter(breaks)
            .take(cap)
            .map(Vec::from)
            .collect()
    }
}
