//! Several tests as one, which is run to see whether it answers as they did.

use std::collections::BTreeSet;

use palus_sequence::work::KeptTest;
use palus_sequence::{Executor, ExecutorLost, ObservationPlan, Operand, Outcome, Sequence, Statement, Symbols};

use super::Packed;
use super::start::{Start, asking, is_act, question};
use crate::confirm::{confirm_one, is_same};
use crate::goal::{Candidate, Goal, GoalKind, Targets, goals};

/// What becomes of an object that several questions need.
#[derive(PartialEq)]
pub(super) enum Made {
    /// All have the one that the first of them made.
    Once,
    /// Those that need what this statement gives, or what is built on it, make their own.
    OnceBut(Statement),
    /// Each makes its own.
    ForEach,
}

impl Made {
    fn is_shared(&self, statement: &Statement) -> bool {
        match self {
            Self::Once => true,
            Self::OnceBut(own) => own != statement,
            Self::ForEach => false,
        }
    }
}

/// Appends what the sequence does not have yet of a test; where each statement of the test is then.
pub(super) fn ask(sequence: &mut Sequence, test: &KeptTest, from: usize, made: &Made) -> Vec<u16> {
    let asked = question(test).map_or(0, |(asked, _)| asked);
    // What is there for its answer alone need not be asked again.
    let is_asked_once = test.asked == test.asserted;
    let mut places: Vec<u16> = (0..from as u16).collect();
    for (at, statement) in test.sequence.statements.iter().enumerate().skip(from) {
        let mut statement = statement.clone();
        for operand in statement.operands_mut() {
            if let Operand::Var(var) = operand {
                var.0 = places[var.index()];
            }
        }
        // Two objects of one test stay two.
        let is_same = |place: &usize| sequence.statements[*place] == statement && !places.contains(&(*place as u16));
        let same = (0..sequence.len())
            .find(is_same)
            .filter(|_| (at < asked || is_asked_once) && made.is_shared(&statement));
        let place = same.unwrap_or_else(|| sequence.push(statement).index());
        places.push(place as u16);
    }
    places
}

/// Several tests as one that was not run yet.
pub(super) struct Joined<'t> {
    sequence: Sequence,
    asserted: Vec<u16>,
    acts: Vec<u16>,
    asked: Vec<u16>,
    /// What each of `asserted` gave alone.
    alone: Vec<&'t Outcome>,
    /// How many of the first statements come before what is asked.
    about: usize,
    /// How many statements not all of them begin with.
    pub(super) asking: usize,
    /// What several of them have in common beyond that, and what makes it of nothing.
    pub(super) roots: Vec<Statement>,
}

impl<'t> Joined<'t> {
    pub(super) fn of(members: &[&'t Packed], start: &Start, made: &Made) -> Self {
        let first = &members[0].test;
        let from = start.shared(first);
        let mut joined = Self {
            sequence: Sequence {
                statements: first.sequence.statements[..from].to_vec(),
            },
            asserted: Vec::new(),
            acts: Vec::new(),
            asked: Vec::new(),
            alone: Vec::new(),
            // The last object that they share, or the first of the cases, is what the test is about.
            about: match start {
                Start::Made(_) => from,
                Start::Cases(..) | Start::Refusals(..) => first.sequence.len() - usize::from(first.observers),
            },
            asking: 0,
            roots: Vec::new(),
        };
        for Packed { test, .. } in members {
            let new = joined.sequence.len() as u16;
            let places = ask(&mut joined.sequence, test, from, made);
            let place = |at: &u16| places[usize::from(*at)];
            joined.asserted.extend(test.asserted.iter().map(place));
            joined.asked.extend(test.asked.iter().map(place));
            let outcomes = test.asserted.iter().map(|at| &test.outcomes[usize::from(*at)]);
            joined.alone.extend(outcomes);
            let asked = (test.sequence.len() - asking(test)) as u16;
            let acts = test.acts.iter().filter(|act| **act != asked);
            joined.acts.extend(acts.map(place));
            joined
                .acts
                .extend(is_act(test, usize::from(asked)).then(|| place(&asked)));
            for place in places[from..].iter().filter(|place| **place < new) {
                let shared = &joined.sequence.statements[usize::from(*place)];
                if shared.uses().next().is_none() && !joined.roots.contains(shared) {
                    joined.roots.push(shared.clone());
                }
            }
        }
        joined.asking = joined.sequence.len() - from;
        joined
    }

    /// The test, if it does what they did.
    pub(super) fn confirmed(
        self,
        members: &[&Packed],
        targets: &Targets<'_>,
        executor: &mut dyn Executor,
        symbols: &mut Symbols,
    ) -> Result<Option<Packed>, ExecutorLost> {
        let Self { sequence, asserted, .. } = self;
        let subject = &members[0].test.subject;
        let goals_of_all = members.iter().flat_map(|member| member.reaches.iter().cloned());
        // What is asserted stays asserted, so what it kills need not be tried again.
        let (asserts, wanted): (BTreeSet<Goal>, BTreeSet<Goal>) = goals_of_all.partition(Goal::is_by_assertion);
        let plan = ObservationPlan::default().past_throws();
        let mut traces = executor.run(symbols, std::slice::from_ref(&sequence), &plan)?;
        // A confirmation drops what leaves something behind; the others must not go with it.
        let Some(trace) = traces.pop().filter(|trace| !trace.leaves.changes) else {
            return Ok(None);
        };
        let mut reached = goals(
            &Candidate {
                subject: symbols.class(subject),
                sequence: sequence.clone(),
                trace,
                violates: None,
            },
            targets,
            symbols,
        );
        if !wanted.is_subset(&reached) {
            return Ok(None);
        }
        // What its calls answer keeps a test only where one of its parts was chosen for that.
        reached.retain(|goal| goal.kind() != GoalKind::Answer || wanted.contains(goal));
        let Some(confirmed) = confirm_one(&sequence, executor, symbols)? else {
            return Ok(None);
        };
        let alike = asserted.iter().zip(self.alone).all(|(at, alone)| {
            let at = usize::from(*at);
            confirmed.same[at] && is_same(alone, &confirmed.outcomes[at])
        });
        // Together they share the fuel of one sequence, so a call that returned alone may be ended here.
        let others_returned = confirmed
            .outcomes
            .iter()
            .enumerate()
            .all(|(at, outcome)| matches!(outcome, Outcome::Returned(_)) || asserted.contains(&(at as u16)));
        let once = |places: Vec<u16>| {
            places
                .into_iter()
                .collect::<BTreeSet<u16>>()
                .into_iter()
                .collect::<Vec<u16>>()
        };
        Ok((alike && others_returned).then(|| Packed {
            test: KeptTest {
                subject: subject.clone(),
                asserted: once(asserted),
                observers: (sequence.len() - self.about) as u16,
                acts: once(self.acts),
                asked: once(self.asked),
                sequence,
                outcomes: confirmed.outcomes,
                violates: None,
                rank: members.iter().map(|member| member.test.rank).min().unwrap_or_default(),
                micros: members
                    .iter()
                    .map(|member| member.test.micros)
                    .fold(0, u32::saturating_add),
                goals: Vec::new(),
            },
            // What is there for its assertions alone stays so, whatever else the calls reach.
            reaches: if wanted.is_empty() {
                asserts
            } else {
                &reached | &asserts
            },
        }))
    }
}
