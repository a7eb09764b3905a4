//! The failing tests of a search: runs that broke a rule, objects that break a contract, theories that do not hold; of each defect one.

use std::collections::{BTreeMap, BTreeSet};

use palus_classes::{ClassIndex, Theory, TypeFacts};
use palus_generate::SearchResult;
use palus_oracle::contracts::Contract;
use palus_oracle::policy::{self, AssertionErrorThrown, NullPointerWithoutNull, Rule};
use palus_oracle::theories::{self, TheoryCheck};
use palus_oracle::{AtOnceExaminer, Choice, Examiner, Finding, Specimen};
use palus_sequence::{
    Check, EndedBy, Executor, ExecutorLost, Literal, MethodId, MethodKind, ObservationPlan, Operand, Outcome, Sequence,
    Statement, Symbols, Trace, TypeId, Value, Var, Verdict, Violation,
};
use palus_suite::Candidate;

use super::after::observers;

/// Tests that wait for a call that does not end: checking each takes seconds.
const ENDLESS_CAP: usize = 1;
/// How many are looked at for that, the shortest ones.
const ENDLESS_TRIED: usize = 3;

/// What the failing tests are found with.
pub(super) struct Oracles<'o> {
    /// What is checked.
    pub(super) choice: &'o Choice,
    /// The classes of the class path.
    pub(super) facts: &'o ClassIndex,
    /// The theories of this group.
    pub(super) theories: &'o [Theory],
    /// Finds out broken ones.
    pub(super) theory_check: &'o TheoryCheck<'o>,
    /// The constants of the classes under test.
    pub(super) constants: &'o [Literal],
    /// The classes whose turn it is, those with theories left out.
    pub(super) targets: &'o [TypeId],
    /// Whether there is time for more.
    pub(super) may_go_on: &'o dyn Fn() -> bool,
}

impl Oracles<'_> {
    /// The candidates for failing tests, the surest first. Of those that show the same defect the first is there.
    pub(super) fn failing(
        &self,
        found: &SearchResult,
        executor: &mut dyn Executor,
        symbols: &mut Symbols,
    ) -> Result<Vec<Candidate>, ExecutorLost> {
        let mut failing = self.runs(found, executor, symbols)?;
        failing.extend(self.objects(found, executor, symbols)?);
        failing.extend(self.combinations(found, executor, symbols)?);
        failing.extend(self.at_once(found, executor, symbols)?);
        failing.sort_by_key(|candidate| {
            let confidence = candidate.violates.as_ref().map_or(0, |violation| violation.confidence);
            (u8::MAX - confidence, candidate.sequence.len())
        });
        let mut endless = 0;
        failing.retain(|candidate| {
            let violates = candidate.violates.as_ref();
            let waits = violates.is_some_and(|violation| violation.demand.waits().is_some());
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
        executor: &mut dyn Executor,
        symbols: &mut Symbols,
    ) -> Result<Vec<Candidate>, ExecutorLost> {
        let broken: Vec<_> = found
            .candidates
            .iter()
            .filter(|found| found.violates.is_some())
            .collect();
        // Each of their runs takes as long as thousands of others.
        let (mut endless, mut broken): (Vec<_>, Vec<_>) = broken.into_iter().partition(|found| is_endless(found));
        endless.sort_by_key(|found| found.sequence.len());
        broken.extend(endless.into_iter().take(ENDLESS_TRIED));
        let sequences: Vec<Sequence> = broken.iter().map(|candidate| candidate.sequence.clone()).collect();
        let traces = executor.run(symbols, &sequences, &ObservationPlan::full())?;
        let mut asserting: BTreeMap<(String, String), bool> = BTreeMap::new();
        let mut is_of_assert = |trace: &Trace| {
            let site = trace.thrown_at.as_ref();
            site.is_some_and(|site| {
                let known = asserting.entry((site.class.clone(), site.method.clone()));
                *known.or_insert_with(|| self.facts.has_assert(&site.class, &site.method))
            })
        };
        let mut candidates = Vec::new();
        for (candidate, trace) in broken.into_iter().zip(traces) {
            let Some((id, because)) = &candidate.violates else {
                continue;
            };
            // Without a frame of its own the code under test had no part in it: the method is inherited from the platform.
            let is_below = trace.thrown_at.as_ref().is_none_or(|site| site.is_below);
            if *id == NullPointerWithoutNull.id()
                && (is_below || policy::is_unready(self.facts, symbols, &candidate.sequence, &trace))
            {
                continue;
            }
            if *id == AssertionErrorThrown.id() && is_of_assert(&trace) {
                continue;
            }
            let violation = match Rule::named(id) {
                Some(rule) => rule.violation(because, symbols, &candidate.sequence, &trace),
                None => self
                    .theory_check
                    .violation(because, symbols, &candidate.sequence, &trace),
            };
            if holds_null(&violation, &candidate.sequence, executor, symbols)? {
                continue;
            }
            candidates.push(Candidate {
                subject: candidate.subject,
                violates: Some(violation),
                sequence: candidate.sequence.clone(),
                trace,
            });
        }
        Ok(candidates)
    }

    /// The theories that do not hold for a combination of the objects that the search has made and of the usual values.
    fn combinations(
        &self,
        found: &SearchResult,
        executor: &mut dyn Executor,
        symbols: &mut Symbols,
    ) -> Result<Vec<Candidate>, ExecutorLost> {
        let specimens: Vec<Specimen> = found.specimens.iter().map(examined).collect();
        let mut candidates = Vec::new();
        for theory in self.theories {
            let sequences = theories::combinations(theory, &specimens, self.constants, self.facts, symbols);
            let traces = executor.run(symbols, &sequences, &ObservationPlan::full())?;
            let broken = sequences.into_iter().zip(traces).filter_map(|(sequence, trace)| {
                match self.theory_check.judge(symbols, &sequence, &trace) {
                    Verdict::Violated { because, .. } => Some((sequence, trace, because)),
                    Verdict::Holds => None,
                }
            });
            if let Some((sequence, trace, because)) = broken.min_by_key(|(sequence, ..)| sequence.len()) {
                let violation = self.theory_check.violation(&because, symbols, &sequence, &trace);
                candidates.push(Candidate {
                    subject: symbols.class(&theory.class),
                    violates: Some(violation),
                    sequence,
                    trace,
                });
            }
        }
        Ok(candidates)
    }

    /// Two calls of an object at once that come out as in neither order, where the class says that it is thread-safe.
    fn at_once(
        &self,
        found: &SearchResult,
        executor: &mut dyn Executor,
        symbols: &mut Symbols,
    ) -> Result<Vec<Candidate>, ExecutorLost> {
        let is_safe = |class: &&TypeId| {
            let class = self.facts.class(&symbols.type_runtime_name(**class));
            self.choice.at_once && class.is_some_and(|class| class.is_thread_safe)
        };
        let classes: Vec<TypeId> = self.targets.iter().filter(is_safe).copied().collect();
        if classes.is_empty() {
            return Ok(Vec::new());
        }
        let runs: Vec<(&Sequence, &Trace)> = found
            .candidates
            .iter()
            .filter(|candidate| candidate.violates.is_none())
            .filter(|candidate| {
                let statements = &candidate.sequence.statements;
                policy::is_public(self.facts, symbols, statements)
                    && !policy::is_lawless(self.facts, symbols, statements)
            })
            .map(|candidate| (&candidate.sequence, &candidate.trace))
            .collect();
        let examiner = AtOnceExaminer {
            observers: &|symbols, class| lookers(self.facts, symbols, class),
            may_go_on: self.may_go_on,
        };
        let mut candidates = Vec::new();
        for class in classes {
            let findings = examiner.examine(class, &runs, executor, symbols)?;
            candidates.extend(findings.into_iter().map(candidate));
        }
        Ok(candidates)
    }

    /// The objects that break a contract, as far as the public API makes them.
    fn objects(
        &self,
        found: &SearchResult,
        executor: &mut dyn Executor,
        symbols: &mut Symbols,
    ) -> Result<Vec<Candidate>, ExecutorLost> {
        let is_closed = |specimen: &palus_generate::Specimen| {
            specimen.sequence.statements.iter().any(
                |statement| matches!(statement, Statement::Call { method, .. } if *symbols.get(*method).name == *"close"),
            )
        };
        let is_examined = |specimen: &&palus_generate::Specimen| {
            self.targets.contains(&specimen.class)
                && !is_closed(specimen)
                && !policy::is_lawless(self.facts, symbols, &specimen.sequence.statements)
                && policy::is_public(self.facts, symbols, &specimen.sequence.statements)
        };
        let specimens: Vec<Specimen> = found.specimens.iter().filter(is_examined).map(examined).collect();
        let examiner = Examiner {
            contracts: &self.choice.contracts,
            lore: self.facts,
            may_go_on: self.may_go_on,
        };
        let findings = examiner.examine(&specimens, executor, symbols)?;
        Ok(findings
            .into_iter()
            .filter(|finding| is_ready(self.facts, symbols, &finding.sequence, &finding.trace))
            .map(candidate)
            .collect())
    }
}

fn candidate(finding: Finding) -> Candidate {
    Candidate {
        subject: finding.class,
        sequence: finding.sequence,
        trace: finding.trace,
        violates: Some(finding.violation),
    }
}

/// What looks at an object in one call, without arguments.
fn lookers(facts: &ClassIndex, symbols: &mut Symbols, class: TypeId) -> Vec<MethodId> {
    let paths = observers(facts, symbols, class);
    paths
        .into_iter()
        .filter_map(|path| <[MethodId; 1]>::try_from(path).ok())
        .map(|[method]| method)
        .collect()
}

/// Whether it is about a call that used up its fuel.
fn is_endless(found: &palus_generate::Candidate) -> bool {
    matches!(found.trace.outcomes.last(), Some(Outcome::Ended(EndedBy::Fuel)))
}

/// Whether no violation so far had the same cause or came out of the same throw.
fn is_another(violation: &Violation, seen: &mut BTreeSet<String>) -> bool {
    let is_new = seen.insert(violation.cause.clone());
    let thrown_at = violation.thrown_at.as_ref();
    let is_new_throw = thrown_at.is_none_or(|site| seen.insert(format!("{site:?}")));
    is_new && is_new_throw
}

fn examined(specimen: &palus_generate::Specimen) -> Specimen {
    Specimen {
        class: specimen.class,
        sequence: specimen.sequence.clone(),
        var: specimen.var,
    }
}

/// Whether what a violation says still shows in a shorter sequence, by the rules that found it.
pub(super) fn is_broken(
    checks: &[&dyn Check],
    facts: &dyn TypeFacts,
    symbols: &Symbols,
    violation: &Violation,
    sequence: &Sequence,
    trace: &Trace,
) -> bool {
    if let Some(contract) = Contract::named(&violation.check) {
        let breach = contract.judge_end(symbols, sequence, trace);
        return breach.is_some_and(|breach| breach.demand == violation.demand && breach.given == violation.given)
            && is_ready(facts, symbols, sequence, trace);
    }
    let mut of_that_name = checks.iter().filter(|check| check.id() == violation.check);
    of_that_name.any(|check| matches!(check.judge(symbols, sequence, trace), Verdict::Violated { .. }))
}

/// Whether no null pointer exception tells that an object waits for something.
fn is_ready(facts: &dyn TypeFacts, symbols: &Symbols, sequence: &Sequence, trace: &Trace) -> bool {
    let is_null_pointer = matches!(trace.outcomes.last(), Some(Outcome::Threw { class, .. })
        if symbols.class_name(*class) == Some("java.lang.NullPointerException"));
    !is_null_pointer || !policy::is_unready(facts, symbols, sequence, trace)
}

/// Of a test that shows a null pointer exception, whether an object in it waits for something or holds a null.
pub(super) fn lacks_something(
    violation: &Violation,
    sequence: &Sequence,
    executor: &mut dyn Executor,
    facts: &dyn TypeFacts,
    symbols: &mut Symbols,
) -> Result<bool, ExecutorLost> {
    if violation.check != NullPointerWithoutNull.id() {
        return Ok(false);
    }
    let traces = executor.run(symbols, std::slice::from_ref(sequence), &ObservationPlan::full())?;
    Ok(traces
        .iter()
        .any(|trace| policy::is_unready(facts, symbols, sequence, trace))
        || holds_null(violation, sequence, executor, symbols)?)
}

/// Of a test that shows a null pointer exception, whether an object in it holds a null: one that says so in its text. Collections and
/// maps do.
fn holds_null(
    violation: &Violation,
    sequence: &Sequence,
    executor: &mut dyn Executor,
    symbols: &mut Symbols,
) -> Result<bool, ExecutorLost> {
    let Some((_, before)) = sequence.statements.split_last() else {
        return Ok(false);
    };
    let text_of = symbols.method(
        "java.lang.String",
        "valueOf",
        "(Ljava/lang/Object;)Ljava/lang/String;",
        MethodKind::Static,
    );
    let Ok(text_of) = text_of else { return Ok(false) };
    if violation.check != NullPointerWithoutNull.id() {
        return Ok(false);
    }
    let is_object = |at: &usize| match &before[*at] {
        Statement::Call { method, .. } => symbols.primitive(symbols.get(*method).result).is_none(),
        _ => false,
    };
    let looks = (0..before.len()).filter(is_object).map(|at| Sequence {
        statements: before
            .iter()
            .cloned()
            .chain([Statement::Call {
                method: text_of,
                operands: vec![Operand::Var(Var(at as u16))],
            }])
            .collect(),
    });
    let looks: Vec<Sequence> = looks.collect();
    let traces = executor.run(symbols, &looks, &ObservationPlan::full())?;
    Ok(traces.iter().any(|trace| match trace.outcomes.last() {
        Some(Outcome::Returned(Value::String { text: Some(text), .. })) => {
            let text = text.to_lossy();
            text.split(|c: char| !c.is_alphanumeric()).any(|word| word == "null")
        }
        _ => false,
    }))
}
