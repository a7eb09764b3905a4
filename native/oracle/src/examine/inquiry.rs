//! One question put to the virtual machine, and what the answer shows.

use std::collections::BTreeMap;

use palus_sequence::{Demand, ExecutorLost, Sequence, Symbols, Trace, TypeId};

use super::Finding;
use super::asking::Asking;
use super::relations::Relations;
use crate::contracts::Contract;

/// One sequence with the contract that it asks about.
pub(super) struct Inquiry {
    pub(super) contract: &'static Contract,
    pub(super) class: TypeId,
    pub(super) culprit: String,
    /// The positions of its objects among those of the family.
    pub(super) members: Vec<usize>,
    pub(super) sequence: Sequence,
}

/// Asks the questions and notes what the answers show.
pub(super) fn ask(
    inquiries: &[(usize, Inquiry)],
    asking: &mut Asking<'_>,
    symbols: &mut Symbols,
    relations: &mut Relations,
    findings: &mut BTreeMap<(usize, String), Finding>,
) -> Result<(), ExecutorLost> {
    let asked: Vec<(TypeId, &Sequence)> = inquiries
        .iter()
        .map(|(_, inquiry)| (inquiry.class, &inquiry.sequence))
        .collect();
    let traces = asking.run(&asked, symbols)?;
    for ((place, inquiry), trace) in inquiries.iter().zip(traces) {
        let Some(trace) = trace else { continue };
        relations.note(inquiry.contract, &inquiry.members, &inquiry.sequence, &trace);
        if let Some(finding) = judged(inquiry, &trace, symbols) {
            let known = findings
                .entry((*place, finding.violation.cause.clone()))
                .or_insert_with(|| finding.clone());
            if finding.sequence.len() < known.sequence.len() {
                *known = finding;
            }
        }
    }
    Ok(())
}

/// The finding that an inquiry gives, cut behind the question that shows it.
fn judged(inquiry: &Inquiry, trace: &Trace, symbols: &Symbols) -> Option<Finding> {
    let length = trace.stopped_at().map_or(inquiry.sequence.len(), |at| at + 1);
    let sequence = Sequence {
        statements: inquiry.sequence.statements[..length].to_vec(),
    };
    let mut trace = trace.clone();
    trace.outcomes.truncate(length);
    trace.edges_after.truncate(length);
    let breach = inquiry.contract.judge_end(symbols, &sequence, &trace)?;
    let mut violation = inquiry.contract.violation(breach, &inquiry.culprit);
    if matches!(violation.demand, Demand::Returns) {
        violation.thrown_at.clone_from(&trace.thrown_at);
    }
    Some(Finding {
        class: inquiry.class,
        sequence,
        trace,
        violation,
    })
}
