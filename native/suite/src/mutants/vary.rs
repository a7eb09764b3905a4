//! Other inputs for tests, by which mutants die that live.
//!
//! A test executes the instruction that a mutant changes and does not show it: mostly because another value would. So tests which reach mutants
//! that live are changed a little ([`Rules::vary`](crate::build::Rules::vary)), and what comes out otherwise with a mutant is a test that kills it. Where the
//! changed test does all that the unchanged one did, it takes its place.

use std::collections::{BTreeMap, BTreeSet};

use palus_sequence::work::KeptTest;
use palus_sequence::{ExecutorLost, Sequence, Trace};

use super::{Analysis, plan};
use crate::confirm::{is_same, makes_a_test};
use crate::goal::{Candidate, Goal, GoalKind};
use crate::pack::Packed;

/// How many changed forms of a test run before the next test has its turn.
const EACH: usize = 4;
/// How many changed forms that reach a mutant let it live before it is given up: no test may be able to tell it from the code.
const GIVEN_UP: u32 = 120;
/// How many mutants are tried on one changed form.
const TRIED: usize = 24;

/// The mutants that live, and how often each was tried.
struct Living {
    all: BTreeSet<u32>,
    tried: BTreeMap<u32, u32>,
}

impl Living {
    fn is_worth_trying(&self, mutant: u32) -> bool {
        self.all.contains(&mutant) && self.tried.get(&mutant).is_none_or(|tried| *tried < GIVEN_UP)
    }

    /// Those of these that are tried, the least tried first.
    fn turn(&mut self, reached: &[u32]) -> Vec<u32> {
        let worth = reached.iter().copied().filter(|mutant| self.is_worth_trying(*mutant));
        let mut open: Vec<u32> = worth.collect();
        open.sort_by_key(|mutant| self.tried.get(mutant).copied().unwrap_or_default());
        open.truncate(TRIED);
        for mutant in &open {
            *self.tried.entry(*mutant).or_default() += 1;
        }
        open
    }
}

impl Analysis<'_> {
    /// Changes tests that reach mutants which live, in turns, until none is left for which that is worth while, or the time is. Gives those
    /// that still live.
    pub(super) fn vary(&mut self, lives: BTreeSet<u32>) -> Result<BTreeSet<u32>, ExecutorLost> {
        let mut living = Living {
            all: lives,
            tried: BTreeMap::new(),
        };
        let mut left = self.rules.variations;
        loop {
            let before = left;
            for index in self.parents(&living) {
                for _ in 0..EACH {
                    if left == 0 || !(self.rules.may_mutate)() {
                        return Ok(living.all);
                    }
                    let Some(sequence) = self.varied(index) else { break };
                    left -= 1;
                    self.try_form(index, sequence, &mut living)?;
                }
            }
            if left == before {
                return Ok(living.all);
            }
        }
    }

    /// The tests that reach mutants for which it is worth while, those that reach most of them first.
    fn parents(&self, living: &Living) -> Vec<usize> {
        let mut open: BTreeMap<usize, usize> = BTreeMap::new();
        for (mutant, tests) in &self.reached {
            if living.is_worth_trying(*mutant) {
                for test in tests {
                    *open.entry(*test).or_default() += 1;
                }
            }
        }
        let mut parents: Vec<(usize, usize)> = open.into_iter().collect();
        parents.sort_by_key(|(test, open)| (usize::MAX - open, *test));
        parents.into_iter().map(|(test, _)| test).collect()
    }

    fn varied(&mut self, index: usize) -> Option<Sequence> {
        let test = &self.tests[index].test;
        (self.rules.vary)(self.symbols, &test.sequence, !test.outcomes.last()?.is_normal())
    }

    /// Runs a changed form of a test, and again with each mutant that it reaches.
    fn try_form(&mut self, parent: usize, sequence: Sequence, living: &mut Living) -> Result<(), ExecutorLost> {
        let Some(candidate) = self.form(parent, sequence)? else {
            return Ok(());
        };
        for mutant in &candidate.trace.mutants {
            // What no test reaches lives.
            if !self.reached.contains_key(mutant) {
                self.reached.insert(*mutant, Vec::new());
                living.all.insert(*mutant);
            }
        }
        let mut shown = Vec::new();
        for mutant in living.turn(&candidate.trace.mutants) {
            let trace = self.run(&candidate.sequence, plan().under(mutant))?;
            if trace.is_some_and(|trace| !is_alike(&candidate.trace, &trace)) {
                shown.push(mutant);
            }
        }
        if shown.is_empty() {
            return Ok(());
        }
        let Some((test, killed)) = self.killer(&candidate, &shown)? else {
            return Ok(());
        };
        if self.replaces(parent, &test, &candidate, &killed)? {
            living.all.retain(|mutant| !killed.contains(mutant));
        } else if self.room > 0 {
            living.all.retain(|mutant| !killed.contains(mutant));
            let joined = self.tests.len();
            self.join(test, candidate.subject, &killed)?;
            if joined < self.tests.len() {
                self.note(joined)?;
            }
        }
        Ok(())
    }

    /// What the changed form does, up to where it stops. `None` where no test could be made of it, or one whose output it has to hide.
    fn form(&mut self, parent: usize, mut sequence: Sequence) -> Result<Option<Candidate>, ExecutorLost> {
        let Some(mut trace) = self.run(&sequence, plan())? else {
            return Ok(None);
        };
        if !makes_a_test(&trace, self.symbols) {
            return Ok(None);
        }
        if let Some(at) = trace.stopped_at().filter(|at| at + 1 < sequence.len()) {
            sequence.statements.truncate(at + 1);
            let Some(again) = self.run(&sequence, plan())? else {
                return Ok(None);
            };
            trace = again;
        }
        let subject = self.symbols.class(&self.tests[parent].test.subject);
        Ok(Some(Candidate {
            subject,
            sequence,
            trace,
            violates: None,
        }))
    }

    /// Puts the test in the place of its parent where it is as short, does all that the parent did, and kills what that was kept for.
    fn replaces(
        &mut self,
        parent: usize,
        test: &KeptTest,
        candidate: &Candidate,
        killed: &BTreeSet<u32>,
    ) -> Result<bool, ExecutorLost> {
        let old = &self.tests[parent];
        if old.test.violates.is_some() || test.sequence.len() > old.test.sequence.len() {
            return Ok(false);
        }
        let (kills, others): (BTreeSet<Goal>, BTreeSet<Goal>) = old
            .reaches
            .iter()
            .cloned()
            .partition(|goal| goal.kind() == GoalKind::Mutant);
        let Some(mut reaches) = self.reaches(test, candidate.subject, killed)? else {
            return Ok(false);
        };
        let old_kills: BTreeSet<u32> = kills.iter().filter_map(Goal::mutant).collect();
        if !others.is_subset(&reaches) || !self.kills_all(test, &old_kills)? {
            return Ok(false);
        }
        reaches.extend(kills);
        let rank = self.tests[parent].test.rank;
        let test = KeptTest { rank, ..test.clone() };
        self.tests[parent] = Packed { test, reaches };
        Ok(true)
    }
}

/// Whether both runs gave the same, statement by statement.
fn is_alike(one: &Trace, other: &Trace) -> bool {
    one.outcomes.len() == other.outcomes.len()
        && one
            .outcomes
            .iter()
            .zip(&other.outcomes)
            .all(|(one, other)| is_same(one, other))
}
