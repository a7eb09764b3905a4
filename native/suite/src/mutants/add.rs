//! Tests for mutants alone: of what the search found besides, and of other inputs.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use palus_sequence::work::KeptTest;
use palus_sequence::{ExecutorLost, TypeId};

use super::{Analysis, SHOWN_BY_NEW, SPARE, plan};
use crate::build::{Draft, keep};
use crate::confirm::{STEPS, confirm_one, is_same};
use crate::goal::{Candidate, Goal, GoalKind, goals};
use crate::pack::Packed;

impl Analysis<'_> {
    /// Makes tests of what the search found besides, where that kills a mutant. Gives those that still live.
    pub(super) fn add(
        &mut self,
        lives: BTreeSet<u32>,
        candidates: &[Candidate],
    ) -> Result<BTreeSet<u32>, ExecutorLost> {
        let mut living = lives;
        for (candidate, open) in self.promising(candidates, &mut living)? {
            if self.room == 0 || !(self.rules.may_mutate)() {
                break;
            }
            let open: Vec<u32> = open.into_iter().filter(|mutant| living.contains(mutant)).collect();
            if open.is_empty() {
                continue;
            }
            if let Some((test, killed)) = self.killer(candidate, &open)? {
                living.retain(|mutant| !killed.contains(mutant));
                self.join(test, candidate.subject, &killed)?;
            }
        }
        Ok(living)
    }

    /// The candidate as a test that kills some of these mutants, and which.
    pub(super) fn killer(
        &mut self,
        candidate: &Candidate,
        open: &[u32],
    ) -> Result<Option<(KeptTest, BTreeSet<u32>)>, ExecutorLost> {
        let Some(test) = self.test_of(candidate)? else {
            return Ok(None);
        };
        let (test, killed) = self.killing(test, open)?;
        Ok((!killed.is_empty()).then_some((test, killed)))
    }

    /// Takes a test among the others that is there for these mutants, made shorter.
    pub(super) fn join(&mut self, test: KeptTest, subject: TypeId, killed: &BTreeSet<u32>) -> Result<(), ExecutorLost> {
        let test = self.shorten(test, killed)?;
        if let Some(reaches) = self.reaches(&test, subject, killed)? {
            self.room -= 1;
            self.tests.push(Packed { test, reaches });
        }
        Ok(())
    }

    /// The candidates that reach mutants that live, those that reach most of them first. What none of the tests reaches lives.
    fn promising<'c>(
        &mut self,
        candidates: &'c [Candidate],
        living: &mut BTreeSet<u32>,
    ) -> Result<Vec<(&'c Candidate, Vec<u32>)>, ExecutorLost> {
        let mut spare: Vec<&Candidate> = candidates
            .iter()
            .filter(|candidate| candidate.violates.is_none())
            .collect();
        spare.sort_by_key(|candidate| candidate.sequence.len());
        let mut promising = Vec::new();
        for candidate in spare.into_iter().take(SPARE) {
            if !(self.rules.may_mutate)() {
                break;
            }
            let trace = self.run(&candidate.sequence, plan())?;
            let Some(trace) = trace.filter(|trace| trace.steps <= STEPS && trace.leaves.is_nothing()) else {
                continue;
            };
            for mutant in &trace.mutants {
                self.reached.entry(*mutant).or_insert_with(|| {
                    living.insert(*mutant);
                    Vec::new()
                });
            }
            let open: Vec<u32> = trace
                .mutants
                .into_iter()
                .filter(|mutant| living.contains(mutant))
                .collect();
            promising.push((candidate, open));
        }
        promising.sort_by_key(|(_, open)| Reverse(open.len()));
        Ok(promising)
    }

    /// The test, with observers where they help, and those of the mutants that it kills.
    fn killing(&mut self, mut test: KeptTest, open: &[u32]) -> Result<(KeptTest, BTreeSet<u32>), ExecutorLost> {
        let mut killed = BTreeSet::new();
        for &mutant in open {
            if !(self.rules.may_mutate)() {
                break;
            }
            if self.is_killed(&test, mutant)? {
                killed.insert(mutant);
            } else if killed.len() < SHOWN_BY_NEW
                && let Some(better) = self.with_observer(&test, mutant)?
            {
                test = better;
                killed.insert(mutant);
            }
        }
        Ok((test, killed))
    }

    /// The test without the statements that it does not need to kill these and to assert what it does.
    fn shorten(&mut self, mut test: KeptTest, killed: &BTreeSet<u32>) -> Result<KeptTest, ExecutorLost> {
        let mut at = test.focus().unwrap_or_default();
        while at > 0 && (self.rules.may_shorten)() {
            at -= 1;
            if test.asserted.contains(&(at as u16)) {
                continue;
            }
            let Some(sequence) = test.sequence.retain(|index| index != at) else {
                continue;
            };
            let Some(confirmed) = confirm_one(&sequence, self.executor, self.symbols)? else {
                continue;
            };
            let moved = |before: &u16| before - u16::from(usize::from(*before) > at);
            let asserted: Vec<u16> = test.asserted.iter().map(moved).collect();
            let is_as_before = test.asserted.iter().zip(&asserted).all(|(before, now)| {
                let (before, now) = (usize::from(*before), usize::from(*now));
                confirmed.same[now] && is_same(&test.outcomes[before], &confirmed.outcomes[now])
            });
            let shorter = KeptTest {
                sequence,
                outcomes: confirmed.outcomes,
                asserted,
                ..test.clone()
            };
            if is_as_before && self.kills_all(&shorter, killed)? {
                test = shorter;
            }
        }
        Ok(test)
    }

    pub(super) fn kills_all(&mut self, test: &KeptTest, mutants: &BTreeSet<u32>) -> Result<bool, ExecutorLost> {
        for mutant in mutants {
            if !self.is_killed(test, *mutant)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// What the finished test is for.
    pub(super) fn reaches(
        &mut self,
        test: &KeptTest,
        subject: TypeId,
        killed: &BTreeSet<u32>,
    ) -> Result<Option<BTreeSet<Goal>>, ExecutorLost> {
        let Some(trace) = self.run(&test.sequence, plan())? else {
            return Ok(None);
        };
        let candidate = Candidate {
            subject,
            sequence: test.sequence.clone(),
            trace,
            violates: None,
        };
        let mut reaches = goals(&candidate, self.targets, self.symbols);
        reaches.retain(|goal| goal.kind() != GoalKind::Answer);
        reaches.extend(killed.iter().copied().map(Goal::Kills));
        Ok(Some(reaches))
    }

    /// The candidate as a test, if it repeats.
    fn test_of(&mut self, candidate: &Candidate) -> Result<Option<KeptTest>, ExecutorLost> {
        let confirmed = confirm_one(&candidate.sequence, self.executor, self.symbols)?;
        let rank = self.tests.iter().map(|packed| packed.test.rank + 1).max();
        Ok(confirmed.map(|confirmed| {
            let draft = Draft {
                sequence: candidate.sequence.clone(),
                observers: 0,
                reaches: BTreeSet::new(),
            };
            let chosen = (candidate, rank.unwrap_or_default());
            keep(chosen, draft, confirmed, (self.targets, self.symbols), self.rules)
        }))
    }
}
