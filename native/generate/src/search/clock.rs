//! The budget of a search.

use std::time::{Duration, Instant};

use palus_sequence::work::{Budget, EndOfSearch};

use super::BATCH;
use crate::task::SearchTask;

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

    /// The share that is spent, 0 to 1. An empty budget is spent.
    pub(super) fn progress(&self, executed: u64) -> f64 {
        let (spent, all) = match self.budget {
            Budget::Sequences { count } => (executed as f64, count as f64),
            Budget::Time { millis } => (self.start.elapsed().as_secs_f64() * 1_000.0, millis as f64),
        };
        if all <= 0.0 { 1.0 } else { (spent / all).min(1.0) }
    }
}
