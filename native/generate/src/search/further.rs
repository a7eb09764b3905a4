//! Where draws lead to nothing new.

use super::clock::Clock;
use super::{Search, Turn};
use crate::breadth::Breadth;
use crate::hash::prefix_hashes;
use crate::strategy::Proposal;
use crate::systematic::{Next, Systematic};

/// How often all sequences are gone through with values drawn anew, without one that is new, until it is believed that there is none.
const IDLE_ROUNDS: u32 = 1_000;

impl Search<'_, '_> {
    /// The next batch. Where draws lead to nothing new, slow methods get more than their share, then the search goes further step by step, then
    /// methods are called again whose calls were ended, and at last one sequence after the other is run. Empty when the budget is spent, or nothing is left.
    pub(super) fn next_batch(&mut self, executed: u64, clock: &Clock) -> Vec<Turn> {
        let room = clock.room(executed).min(self.at_most);
        let is_drawn = self.context.breadth != Breadth::Systematic;
        let mut batch = if is_drawn { self.batch(room) } else { Vec::new() };
        if room == 0 || !batch.is_empty() {
            return batch;
        }
        if is_drawn && self.context.effort.relent() {
            batch = self.batch(room);
        }
        while batch.is_empty()
            && let Some(wider) = self.context.breadth.wider()
        {
            self.go_as_far_as(wider);
            batch = self.batch(room);
        }
        if batch.is_empty() && is_drawn && self.context.effort.bear_more() {
            self.go_as_far_as(Breadth::Usual);
            batch = self.batch(room);
        }
        if batch.is_empty() {
            self.go_as_far_as(Breadth::Systematic);
            batch = self.enumerate(room, &|| clock.room(executed) > 0);
        }
        batch
    }

    pub(super) fn go_as_far_as(&mut self, breadth: Breadth) {
        self.context.go_as_far_as(breadth);
        self.strategy.begin_again();
    }

    /// What all sequences have that did not run yet.
    fn enumerate(&mut self, room: u64, has_time: &dyn Fn() -> bool) -> Vec<Turn> {
        let mut systematic = match self.systematic.take() {
            Some(systematic) => systematic,
            None => Systematic::new(&mut self.context),
        };
        let mut batch = Vec::new();
        let mut idle = 0;
        while (batch.len() as u64) < room && idle < IDLE_ROUNDS && has_time() {
            let next = systematic.next(&mut self.context, &self.illegal);
            if matches!(next, Next::Longer | Next::Again) && !batch.is_empty() {
                break;
            }
            match next {
                Next::Sequence(sequence) => {
                    let hash = prefix_hashes(&sequence).last().unwrap_or_default();
                    let ran = self.ran.contains(&hash);
                    let proposal = Proposal::random(sequence);
                    if self.is_new(&proposal) {
                        batch.push(Turn { proposal, focus: None });
                    } else if !ran {
                        // What may not run, and what was made before on equal objects, is no more when something comes behind it.
                        self.illegal.insert(hash);
                    }
                }
                Next::Skipped | Next::Longer => {}
                Next::Again => idle += 1,
                Next::Over => break,
            }
        }
        self.systematic = Some(systematic);
        batch
    }
}
