//! The failing tests of a search: runs that broke a rule, and objects that break a contract; of each defect one.

use std::collections::BTreeSet;

use palus_classes::ClassIndex;
use palus_generate::SearchResult;
use palus_jvm::JvmExecutor;
use palus_oracle::policy::{self, Rule};
use palus_oracle::{Choice, Examiner, Specimen};
use palus_sequence::{Demand, Executor, ExecutorLost, ObservationPlan, Sequence, Symbols, Trace, Verdict, Violation};
use palus_suite::Candidate;

/// Tests that wait for a call that does not end: checking each takes seconds.
const ENDLESS_CAP: usize = 2;

/// What the failing tests are found with.
pub(super) struct Oracles<'o> {
    /// What is checked.
    pub(super) choice: &'o Choice,
    /// The classes of the class path.
    pub(super) facts: &'o ClassIndex,
    /// Whether there is time for more.
    pub(super) may_go_on: &'o dyn Fn() -> bool,
}

impl Oracles<'_> {
    /// The candidates for failing tests, the surest first. Of those that show the same defect the first is there.
    pub(super) fn failing(
        &self,
        found: &SearchResult,
        executor: &mut JvmExecutor<'_>,
        symbols: &mut Symbols,
    ) -> Result<Vec<Candidate>, ExecutorLost> {
        let mut failing = self.runs(found, executor, symbols)?;
        failing.extend(self.objects(found, executor, symbols)?);
        failing.sort_by_key(|candidate| {
            let confidence = candidate.violates.as_ref().map_or(0, |violation| violation.confidence);
            (u8::MAX - confidence, candidate.sequence.len())
        });
        let mut endless = 0;
        failing.retain(|candidate| {
            let waits = candidate
                .violates
                .as_ref()
                .is_some_and(|violation| matches!(violation.demand, Demand::Ends { .. }));
            endless += usize::from(waits);
            !waits || endless <= ENDLESS_CAP
        });
        let mut seen = BTreeSet::new();
        failing.retain(|candidate| {
            candidate
                .violates
                .as_ref()
                .is_some_and(|violation| is_another(violation, &mut seen))
        });
        Ok(failing)
    }

    /// The runs that broke a rule, each seen once more for where it threw.
    fn runs(
        &self,
        found: &SearchResult,
        executor: &mut JvmExecutor<'_>,
        symbols: &mut Symbols,
    ) -> Result<Vec<Candidate>, ExecutorLost> {
        let broken: Vec<_> = found
            .candidates
            .iter()
            .filter(|candidate| candidate.violates.is_some())
            .collect();
        let sequences: Vec<Sequence> = broken.iter().map(|candidate| candidate.sequence.clone()).collect();
        let traces = executor.run(symbols, &sequences, &ObservationPlan::full())?;
        let mut candidates = Vec::new();
        for (candidate, trace) in broken.into_iter().zip(traces) {
            if let Some((id, because)) = &candidate.violates
                && let Some(rule) = Rule::named(id)
            {
                candidates.push(Candidate {
                    subject: candidate.subject,
                    violates: Some(rule.violation(because, symbols, &candidate.sequence, &trace)),
                    sequence: candidate.sequence.clone(),
                    trace,
                });
            }
        }
        Ok(candidates)
    }

    /// The objects that break a contract, as far as the public API makes them.
    fn objects(
        &self,
        found: &SearchResult,
        executor: &mut JvmExecutor<'_>,
        symbols: &mut Symbols,
    ) -> Result<Vec<Candidate>, ExecutorLost> {
        let specimens: Vec<Specimen> = found
            .specimens
            .iter()
            .filter(|specimen| policy::is_public(self.facts, symbols, &specimen.sequence.statements))
            .map(|specimen| Specimen {
                class: specimen.class,
                sequence: specimen.sequence.clone(),
                var: specimen.var,
            })
            .collect();
        let examiner = Examiner {
            contracts: &self.choice.contracts,
            lore: self.facts,
            may_go_on: self.may_go_on,
        };
        let findings = examiner.examine(&specimens, executor, symbols)?;
        Ok(findings
            .into_iter()
            .map(|finding| Candidate {
                subject: finding.class,
                sequence: finding.sequence,
                trace: finding.trace,
                violates: Some(finding.violation),
            })
            .collect())
    }
}

/// Whether no violation so far had the same cause or came out of the same throw.
fn is_another(violation: &Violation, seen: &mut BTreeSet<String>) -> bool {
    let is_new = seen.insert(violation.cause.clone());
    let thrown_at = violation.thrown_at.as_ref();
    let is_new_throw = thrown_at.is_none_or(|site| seen.insert(format!("{site:?}")));
    is_new && is_new_throw
}

/// Whether the trace still shows the violation.
pub(super) fn is_broken(symbols: &Symbols, violation: &Violation, sequence: &Sequence, trace: &Trace) -> bool {
    if let Some(contract) = palus_oracle::contracts::Contract::named(&violation.check) {
        let breach = contract.judge_end(symbols, sequence, trace);
        return breach.is_some_and(|breach| breach.demand == violation.demand && breach.given == violation.given);
    }
    Rule::named(&violation.check)
        .is_some_and(|rule| matches!(rule.check.judge(symbols, sequence, trace), Verdict::Violated { .. }))
}
