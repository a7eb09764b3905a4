//! The search: orders out, what workers found back.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use palus_emit::summary::{SearchSummary, SolveSummary};
use palus_sequence::work::{Budget, WorkOrder, WorkResult};
use palus_supervise::{Error, GroupRun, Journal, Progress, Workshop};
use serde::{Deserialize, Serialize};

use super::options::GenerateOptions;
use crate::progress::Reporter;

/// What the workers found: on this machine, or on several.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct Searched {
    /// In the order of the groups.
    pub(super) results: Vec<WorkResult>,
    /// How each search ended.
    pub(super) searches: Vec<SearchSummary>,
    /// Processes started.
    pub(super) started: u32,
    /// How those of them ended that were lost.
    pub(super) lost: Vec<String>,
    /// How long it took, in milliseconds.
    pub(super) search_ms: u64,
    /// What became of open branches, where they were tried with variables.
    pub(super) solved: Option<SolveSummary>,
    /// How long that took.
    pub(super) solving: Duration,
}

impl Searched {
    /// Adds what another machine found for other groups.
    pub(super) fn add(&mut self, other: Self) {
        self.results.extend(other.results);
        self.results.sort_by_key(|result| result.group);
        self.searches.extend(other.searches);
        self.searches.sort_by_key(|search| search.group);
        self.started += other.started;
        self.lost.extend(other.lost);
        self.search_ms = self.search_ms.max(other.search_ms);
        self.solving = self.solving.max(other.solving);
        if let Some(solved) = other.solved {
            self.solved.get_or_insert_default().add(solved);
        }
    }
}

/// Runs the orders. Fails only when there are some and none gave a result.
pub(super) fn run(
    workshop: &Workshop,
    orders: &[WorkOrder],
    journal: &Journal,
    options: &GenerateOptions,
    reporter: &Reporter,
) -> anyhow::Result<Searched> {
    let began = Instant::now();
    reporter.phase(
        "searching",
        &format!("{} groups of classes, seed {}", distinct(orders), options.seed),
    );
    let runs = workshop.search_all(orders, journal, options.jobs, &|progress| {
        reporter.update(share(progress, options.budget, began), || told(progress, began));
    });
    let searched = collect(orders, runs, reporter)?;
    Ok(Searched {
        search_ms: began.elapsed().as_millis() as u64,
        ..searched
    })
}

/// How many groups of classes there are: several workers may search one.
fn distinct(orders: &[WorkOrder]) -> usize {
    let groups: BTreeSet<Vec<&String>> = orders.iter().map(|order| order.classes().collect()).collect();
    groups.len()
}

fn share(progress: Progress, budget: Budget, began: Instant) -> f64 {
    match budget {
        Budget::Sequences { count } => progress.executed as f64 / count as f64,
        Budget::Time { millis } => began.elapsed().as_millis() as f64 / millis.max(1) as f64,
    }
}

fn told(progress: Progress, began: Instant) -> String {
    let rate = progress.executed as f64 / began.elapsed().as_secs_f64().max(0.001);
    format!(
        "{} sequences ({rate:.0}/s), {} of {} edges, {} kept",
        progress.executed, progress.edges_hit, progress.edges_total, progress.kept
    )
}

/// The results in the order of the groups; a group without one is told, and is an error when it was the only one.
fn collect(orders: &[WorkOrder], runs: Vec<GroupRun>, reporter: &Reporter) -> anyhow::Result<Searched> {
    let mut searched = Searched::default();
    let mut failure: Option<Error> = None;
    for (order, run) in orders.iter().zip(runs) {
        searched.started += run.started;
        searched.lost.extend(run.lost);
        match run.result {
            Ok(result) => {
                searched.searches.push(SearchSummary {
                    group: order.group,
                    classes: order.classes().count() as u64,
                    end: result.end,
                });
                searched.results.push(result);
            }
            Err(error) => {
                reporter.warn(&error.to_string());
                failure.get_or_insert(error);
            }
        }
    }
    match failure {
        Some(error) if searched.results.is_empty() => {
            Err(anyhow::anyhow!("no worker gave a result; the first said: {error}"))
        }
        _ => Ok(searched),
    }
}
