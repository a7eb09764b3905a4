//! The budget of a search.

use std::time::{Duration, Instant};

use palus_sequence::work::{Budget, EndOfSearch};

use super::BATCH;
use crate::task::SearchTask;

/// How long, behind the end of a budget of time, what an earlier run kept is run again. A worker that is much later is ended, with all that it found.
const SOWING: Duration = Duration::from_millis(2_500);

/// The share of a budget of time that a search has, whatever it finds.
const LEAST: f64 = 0.4;
/// It is dry where the last new thing came before this share of what it has spent: of 34 searches for 30 s 26 found nothing new in their second half.
const DRY: f64 = 0.5;

/// How much of the budget is left.
pub(super) struct Clock {
    budget: Budget,
    start: Instant,
    /// The most sequences of a batch.
    batch: u64,
}

impl Clock {
    pub(super) fn new(task: &SearchTask<'_>) -> Self {
        Self {
            budget: task.budget,
            start: Instant::now(),
            // The papers learn from each sequence before they make the next.
            batch: if task.options.guidance { BATCH } else { 1 },
        }
    }

    /// Whether more may run of what an earlier run kept: behind the end of a budget of time for as long as it is worth being late.
    pub(super) fn may_sow(&self) -> bool {
        match self.budget {
            Budget::Sequences { .. } => true,
            Budget::Time { millis } => self.start.elapsed() < Duration::from_millis(millis) + SOWING,
        }
    }

    /// How many sequences the next batch may have.
    pub(super) fn room(&self, executed: u64) -> u64 {
        match self.budget {
            Budget::Sequences { count } => count.saturating_sub(executed).min(self.batch),
            Budget::Time { millis } if self.start.elapsed() >= Duration::from_millis(millis) => 0,
            Budget::Time { .. } => self.batch,
        }
    }

    /// What it means that there is no more room.
    pub(super) fn end(&self) -> EndOfSearch {
        match self.budget {
            Budget::Sequences { .. } => EndOfSearch::Sequences,
            Budget::Time { .. } => EndOfSearch::Time,
        }
    }

    /// Whether time is what is counted.
    pub(super) fn is_by_time(&self) -> bool {
        matches!(self.budget, Budget::Time { .. })
    }

    /// Whether a search that has spent this share of a budget of time, and found the last new thing at that one, will hardly find more.
    pub(super) fn is_dry(&self, progress: f64, newest: f64) -> bool {
        self.is_by_time() && progress >= LEAST && newest < progress * DRY
    }

    /// The share that is spent, 0 to 1. An empty budget is spent.
    pub(super) fn progress(&self, executed: u64) -> f64 {
        let (spent, all) = match self.budget {
            Budget::Sequences { count } => (executed as f64, count as f64),
            Budget::Time { millis } => (self.start.elapsed().as_secs_f64() * 1_000.0, millis as f64),
        };
        if all <= 0.0 { 1.0 } else { (spent / all).min(1.0) }
    }
}
