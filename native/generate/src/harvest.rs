//! What is taken from each run: counts, candidates for tests, and material for further sequences.

use std::collections::BTreeSet;
use std::rc::Rc;

use palus_sequence::work::{Counts, EndOfSearch, Reached};
use palus_sequence::{
    Check, Executor, ExecutorLost, MethodId, ObservationPlan, Outcome, Sequence, Sort, Statement, Symbols, Trace,
    TypeId, Value, Var, Verdict,
};

use crate::breadth::Breadth;
use crate::context::Context;
use crate::corpus::Material;
use crate::novelty::{Finding, Novelty, cut, struck};
use crate::pool::Entry;
use crate::search::Turn;
use crate::slice::{needed, slice};
use crate::specimens::Specimens;
use crate::statistics::Statistics;
use crate::task::{Candidate, SearchResult, Told};

/// Below this many values of a type, also a sequence that showed nothing new gives one.
const POOL_FLOOR: usize = 8;

/// A violation counts once for each check, method and class of exception.
type Violation = (&'static str, Option<MethodId>, Option<TypeId>);

/// What was taken so far.
pub(crate) struct Harvest<'s> {
    pub(crate) counts: Counts,
    pub(crate) statistics: Statistics,
    checks: &'s [&'s dyn Check],
    novelty: Novelty,
    candidates: Vec<Candidate>,
    /// Candidates with a shorter form that has yet to show that it does the same.
    pending: Vec<(Candidate, Sequence)>,
    violations: BTreeSet<Violation>,
    specimens: Specimens,
    struck: bool,
    /// What the runs of the candidates took, in microseconds, before they were made shorter.
    kept_micros: u64,
    /// How many of the candidates were told.
    told: usize,
}

/// What the rest of the search learns from one run.
pub(crate) struct Harvested {
    /// The edges that were new.
    pub(crate) new_edges: Vec<u32>,
    /// What mutants can start from.
    pub(crate) material: Option<Material>,
}

impl<'s> Harvest<'s> {
    pub(crate) fn new(context: &Context<'_>, checks: &'s [&'s dyn Check]) -> Self {
        Self {
            counts: Counts::default(),
            statistics: Statistics::new(&context.catalog),
            checks,
            novelty: Novelty::new(context.options.guidance && context.with("answers")),
            candidates: Vec::new(),
            pending: Vec::new(),
            violations: BTreeSet::new(),
            specimens: Specimens::default(),
            struck: false,
            kept_micros: 0,
            told: 0,
        }
    }

    /// Takes what a run gives; what brought an object into a new state can be extended though it reached nothing new. `None` when the wall clock
    /// ended it: nothing of such a run is kept.
    pub(crate) fn gather(
        &mut self,
        context: &mut Context<'_>,
        turn: &Turn,
        trace: &Trace,
        is_new_state: bool,
    ) -> Option<Harvested> {
        let sequence = &turn.proposal.sequence;
        self.counts.executed += 1;
        self.counts.calls += self.statistics.note(sequence, trace);
        self.counts.illegal += u64::from(!trace.is_normal());
        if struck(trace) {
            context.effort.note(sequence, trace, None);
            self.struck = true;
            return None;
        }
        if self.statistics.is_aftermath(context.library.symbols(), sequence, trace) {
            context.effort.note(sequence, trace, None);
            return None;
        }
        self.judge(context, sequence, trace);
        let finding = self
            .novelty
            .judge(context.library.symbols(), &context.catalog, sequence, trace);
        context.effort.note(sequence, trace, finding.credited.last().copied());
        self.counts.edges_hit = self.novelty.edges_hit();
        // With guidance only what showed something new is extended, without it what made an object that equals no earlier one.
        let redundant = if context.options.guidance {
            finding.is_empty()
        } else {
            trace.is_normal() && trace.equals_earlier
        };
        self.counts.redundant += u64::from(redundant);
        let is_idle = redundant && !is_new_state && context.breadth == Breadth::Usual;
        pool(context, sequence, trace, is_idle);
        let symbols = context.library.symbols();
        self.specimens
            .take(symbols, &context.catalog, sequence, trace, finding.is_empty());
        let material = self.accept(context, sequence, trace, &finding);
        if material.is_none() {
            self.keep_answer(context, sequence, trace, &finding);
        }
        Some(Harvested {
            new_edges: finding.edges,
            material,
        })
    }

    /// Asks the checks; the first sequence that breaks one in a new place becomes a candidate.
    fn judge(&mut self, context: &mut Context<'_>, sequence: &Sequence, trace: &Trace) {
        let mut broken = false;
        for check in self.checks {
            let verdict = check.judge(context.library.symbols(), sequence, trace);
            let Verdict::Violated { at, because } = verdict else {
                continue;
            };
            let Some(subject) = subject(context, &sequence.statements[..sequence.len().min(at + 1)]) else {
                continue;
            };
            broken = true;
            let method = match sequence.statements.get(at) {
                Some(Statement::Call { method, .. }) => Some(*method),
                _ => None,
            };
            let class = match trace.outcomes.get(at) {
                Some(Outcome::Threw { class, .. }) => Some(*class),
                _ => None,
            };
            if self.violations.insert((check.id(), method, class)) {
                let violates = Some((check.id(), because));
                let finding = Finding {
                    credited: BTreeSet::from([at]),
                    ..Finding::default()
                };
                self.offer(context.library.symbols(), subject, sequence, trace, &finding, violates);
            }
        }
        self.counts.error_revealing += u64::from(broken);
    }

    /// Makes a candidate of what showed something new; returns what can be mutated further.
    fn accept(
        &mut self,
        context: &mut Context<'_>,
        sequence: &Sequence,
        trace: &Trace,
        finding: &Finding,
    ) -> Option<Material> {
        let last = *finding.credited.last()?;
        let subject = subject(context, &sequence.statements[..=last])?;
        let symbols = context.library.symbols();
        self.offer(symbols, subject, sequence, trace, finding, None);
        Some(Material {
            class: subject,
            sequence: Sequence {
                statements: sequence.statements[..=last].to_vec(),
            },
            threw: trace.stopped_at() == Some(last),
            cost: context.effort.cost(trace),
        })
    }

    /// Makes a candidate of what answered as nothing did before, though it reached nothing new: another branch is where most tests begin, and another
    /// answer of the same branch is what shows a wrong computation.
    fn keep_answer(&mut self, context: &mut Context<'_>, sequence: &Sequence, trace: &Trace, finding: &Finding) {
        let Some(at) = finding.answered else {
            return;
        };
        let Some(subject) = subject(context, &sequence.statements[..=at]) else {
            return;
        };
        let finding = Finding {
            credited: BTreeSet::from([at]),
            ..Finding::default()
        };
        self.offer(context.library.symbols(), subject, sequence, trace, &finding, None);
    }

    /// Keeps the sequence up to the last credited statement as a candidate, to be tried without what it may not need.
    fn offer(
        &mut self,
        symbols: &Symbols,
        subject: TypeId,
        sequence: &Sequence,
        trace: &Trace,
        finding: &Finding,
        violates: Option<(&'static str, String)>,
    ) {
        let length = finding.credited.last().map_or(0, |last| last + 1).min(sequence.len());
        let kept = Sequence {
            statements: sequence.statements[..length].to_vec(),
        };
        let needed = needed(&kept, &finding.credited, symbols);
        let shorter = kept
            .retain(|index| needed.contains(&index))
            .filter(|shorter| shorter.len() < length);
        let candidate = Candidate {
            subject,
            sequence: kept,
            trace: cut(trace, length),
            new_edges: finding.edges.clone(),
            violates,
        };
        self.counts.kept += 1;
        self.kept_micros += u64::from(candidate.trace.micros);
        match shorter {
            Some(shorter) => self.pending.push((candidate, shorter)),
            None => self.candidates.push(candidate),
        }
    }

    /// Runs the shorter forms of new candidates and takes those that still do what made them candidates. These runs are
    /// not counted.
    pub(crate) fn settle(&mut self, symbols: &mut Symbols, executor: &mut dyn Executor) -> Result<(), ExecutorLost> {
        self.counts.edges_total = executor.edges_total().into();
        let pending = std::mem::take(&mut self.pending);
        if pending.is_empty() {
            return Ok(());
        }
        let batch: Vec<Sequence> = pending.iter().map(|(_, shorter)| shorter.clone()).collect();
        let traces = executor.run(symbols, &batch, &ObservationPlan::default())?;
        for ((mut candidate, shorter), trace) in pending.into_iter().zip(traces) {
            if does_the_same(&candidate, &shorter, &trace, symbols, self.checks) {
                candidate.sequence = shorter;
                candidate.trace = trace;
            }
            self.candidates.push(candidate);
        }
        Ok(())
    }

    /// How far the search has come.
    pub(crate) fn reached(&self) -> Reached {
        Reached {
            edges: self.counts.edges_hit,
            micros: self.kept_micros as f64 / self.counts.kept.max(1) as f64,
        }
    }

    /// Tells what was counted, and the candidates that are new.
    pub(crate) fn tell(&mut self, symbols: &Symbols, tell: &mut dyn FnMut(&Told<'_>)) {
        tell(&Told {
            counts: &self.counts,
            fresh: &self.candidates[self.told..],
            symbols,
        });
        self.told = self.candidates.len();
    }

    pub(crate) fn finish(self, end: EndOfSearch, consumers: Vec<MethodId>) -> SearchResult {
        SearchResult {
            consumers,
            candidates: self.candidates,
            specimens: self.specimens.finish(),
            statistics: self.statistics,
            counts: self.counts,
            end,
            wall_clock_struck: self.struck,
        }
    }
}

/// Keeps the objects of a sequence that can be extended: what it made last and what it last changed; of types of which
/// there are few, everything. With feedback only a legal sequence that is not redundant can be extended.
fn pool(context: &mut Context<'_>, sequence: &Sequence, trace: &Trace, redundant: bool) {
    let feedback = context.options.feedback;
    if feedback && !trace.is_normal() {
        return;
    }
    let last = sequence.len().saturating_sub(1);
    let changed = sequence
        .statements
        .get(last)
        .and_then(|statement| statement.receiver(context.library.symbols()));
    for (index, statement) in sequence.statements.iter().enumerate() {
        let class = trace
            .outcomes
            .get(index)
            .and_then(Outcome::value)
            .and_then(Value::runtime_class);
        if feedback && class.is_none() {
            continue;
        }
        let declared = statement.value_type(context.library.symbols_mut());
        let symbols = context.library.symbols();
        if symbols.primitive(declared).is_some() {
            continue;
        }
        let var = Var(index as u16);
        let touched = index == last || changed == Some(var);
        let wanted = if feedback && redundant { false } else { touched };
        let likeness = class.zip(trace.profiles.get(index).copied().flatten());
        let is_lacked = likeness.is_some_and(|likeness| context.pools.lacks(likeness));
        if (wanted || is_lacked || context.pools.count(declared) < POOL_FLOOR)
            && let Some((sequence, var)) = slice(sequence, var, symbols)
        {
            let sequence = Rc::new(sequence);
            let entry = Entry { sequence, var };
            if let Some(likeness) = likeness {
                context.pools.put_alike(likeness, declared, entry.clone());
            }
            context.pools.put(declared, entry);
        }
    }
}

/// The class under test that the statements are about, which decides where their test stands: the owner of the last call of one
/// whose turn it is; where something that is called is not public, of the last call of a class in its package.
fn subject(context: &mut Context<'_>, statements: &[Statement]) -> Option<TypeId> {
    let home = context.homes.of(statements, context.library);
    let symbols = context.library.symbols();
    let (catalog, homes) = (&context.catalog, &context.homes);
    let calls = || {
        statements.iter().rev().filter_map(|statement| match statement {
            Statement::Call { method, .. } => Some(*method),
            _ => None,
        })
    };
    let owner = |method: MethodId| symbols.get(method).owner;
    let at_home = |method: &MethodId| homes.suits(home, owner(*method), symbols);
    let target = calls().find(|method| catalog.is_target(symbols, *method) && at_home(method));
    let subject = || calls().find(|method| catalog.is_subject(owner(*method)) && at_home(method));
    target.or_else(subject).map(owner)
}

/// Whether a shorter form reaches the same new edges, ends the same way and breaks the same check. Without new edges it is the answer that counts.
fn does_the_same(
    candidate: &Candidate,
    shorter: &Sequence,
    trace: &Trace,
    symbols: &Symbols,
    checks: &[&dyn Check],
) -> bool {
    let ends_alike = match (candidate.trace.outcomes.last(), trace.outcomes.last()) {
        (Some(old @ Outcome::Returned(_)), Some(new @ Outcome::Returned(_))) => {
            let sort = |outcome: &Outcome| outcome.value().and_then(Sort::of_value);
            !candidate.new_edges.is_empty() || sort(old) == sort(new)
        }
        (Some(Outcome::Threw { class: old, .. }), Some(Outcome::Threw { class: new, .. })) => old == new,
        _ => false,
    };
    let last = shorter.len().saturating_sub(1);
    let broken = candidate.violates.as_ref().is_none_or(|(id, _)| {
        let check = checks.iter().find(|check| check.id() == *id);
        check.is_some_and(
            |check| matches!(check.judge(symbols, shorter, trace), Verdict::Violated { at, .. } if at == last),
        )
    });
    let stopped = trace.stopped_at().is_none_or(|at| at == last);
    ends_alike && stopped && broken && candidate.new_edges.iter().all(|edge| trace.edges.contains(edge))
}
