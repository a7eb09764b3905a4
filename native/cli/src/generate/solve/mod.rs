//! `--solve`: what the search left open is tried with variables in the place of numbers, and what is found is run by further workers.

mod open;

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use palus_classes::ClassIndex;
use palus_emit::summary::SolveSummary;
use palus_sequence::work::{Budget, ClassEdges, WorkOrder, WorkResult};
use palus_sequence::{Portable, Sequence};
use palus_supervise::{GroupRun, Journal, run_all};
use palus_symbolic::{Campaign, Edge, Fate, Limits, Prober, Solver};

use super::Ran;
use super::options::GenerateOptions;
use super::search::Searched;
use crate::exit::say;
use crate::progress::Reporter;
use crate::symbolic::NO_SOLVER;
use open::Open;

/// The share of the time for following paths; the rest is for running what was found.
const FOLLOWING_SHARE: f64 = 0.7;

/// Where there is a count of sequences, so many paths of each group stand for a second.
const PATHS_A_SECOND: f64 = 1_000.0;

/// What is added to the number of a group for the worker that runs what was found for it. No run has as many groups.
const SECOND: u32 = 1 << 20;

/// A group as it is tried.
struct Tried<'r> {
    order: &'r WorkOrder,
    /// How many of its open branches are in methods that no test reaches.
    unreached: u64,
    campaign: Campaign,
    /// What was found, for a worker.
    seeds: Vec<Portable>,
    /// How many of these leave what is followed, so that the worker alone knows where they lead.
    concretised: u64,
}

/// Tries what each group left open where time is given for that, and adds what comes of it as groups of their own, with what became of each branch.
pub(super) fn solve(
    ran: &Ran<'_>,
    orders: &[WorkOrder],
    searched: &mut Searched,
    journal: &Journal,
    options: &GenerateOptions,
    reporter: &Reporter,
) -> anyhow::Result<()> {
    if options.solve.is_zero() {
        return Ok(());
    }
    let began = Instant::now();
    reporter.phase(
        "solving",
        "branches that are open, with variables in the place of numbers",
    );
    // Tests may be for an older Java; it is the code of this one that runs.
    let index = Arc::new(ClassIndex::open(&options.class_path, ran.workshop.jdk.home())?);
    let groups = groups(orders, &searched.results);
    let tried = run_all(&groups, options.jobs, |_, (order, result)| {
        follow(&index, order, result, options, began)
    });
    warn_without_solver(&tried);
    let seconds: Vec<WorkOrder> = tried.iter().filter_map(second).collect();
    let runs = ran.workshop.search_all(&seconds, journal, options.jobs, &|_| ());
    searched.started += runs.iter().map(|run| run.started).sum::<u32>();
    searched.lost.extend(runs.iter().flat_map(|run| run.lost.clone()));
    let reached = reached(&runs);
    let mut told = SolveSummary::default();
    for tried in &tried {
        tell(tried, &reached, &mut told);
    }
    searched.solved = Some(told);
    for run in runs {
        match run.result {
            Ok(result) => searched.results.push(only_tests(result)),
            Err(error) => reporter.warn(&error.to_string()),
        }
    }
    searched.solving = began.elapsed();
    Ok(())
}

/// What the worker of each group found; where several searched the same classes, what the first one did, and what all of them reached.
fn groups<'o>(orders: &'o [WorkOrder], results: &'o [WorkResult]) -> Vec<(&'o WorkOrder, Cow<'o, WorkResult>)> {
    let mut groups: Vec<(&WorkOrder, Cow<'_, WorkResult>)> = Vec::new();
    for order in orders {
        let Some(result) = results.iter().find(|result| result.group == order.group) else {
            continue;
        };
        match groups.iter_mut().find(|(known, _)| known.classes().eq(order.classes())) {
            Some((_, known)) => add_edges(&mut known.to_mut().edges, &result.edges),
            None => groups.push((order, Cow::Borrowed(result))),
        }
    }
    groups
}

fn add_edges(edges: &mut Vec<ClassEdges>, others: &[ClassEdges]) {
    for other in others {
        match edges.iter_mut().find(|known| known.class == other.class) {
            Some(known) => known.add(other),
            None => edges.push(other.clone()),
        }
    }
}

/// Follows the paths of a group's open branches.
fn follow<'r>(
    index: &Arc<ClassIndex>,
    order: &'r WorkOrder,
    result: &WorkResult,
    options: &GenerateOptions,
    began: Instant,
) -> Tried<'r> {
    let open = Open::of(index, order, result);
    let (solver, limits) = match options.budget {
        Budget::Time { .. } => (
            Solver::with_smt(),
            Limits {
                until: Some(began + options.solve.mul_f64(FOLLOWING_SHARE)),
                paths: u64::MAX,
            },
        ),
        Budget::Sequences { .. } => (
            Solver::with_counted_smt(),
            Limits {
                until: None,
                paths: paths(options.solve),
            },
        ),
    };
    let campaign = Prober::new(Arc::clone(index), solver).probe_all(&open.targets(result), limits);
    // A name that cannot be carried over is one of a class that no test can name.
    let portable = |sequence: &Sequence| Portable::new(sequence, &result.symbols).ok();
    let mut seeds: Vec<Portable> = campaign
        .solved
        .iter()
        .filter_map(|solved| portable(&solved.sequence))
        .collect();
    let found = seeds.len();
    seeds.extend(campaign.concretised.iter().filter_map(portable));
    Tried {
        order,
        concretised: (seeds.len() - found) as u64,
        seeds,
        unreached: open.unreached,
        campaign,
    }
}

/// How many paths stand for a time.
fn paths(time: Duration) -> u64 {
    (time.as_secs_f64() * PATHS_A_SECOND).ceil() as u64
}

/// The order to run what was found for a group.
fn second(tried: &Tried<'_>) -> Option<WorkOrder> {
    let order = WorkOrder {
        group: tried.order.group + SECOND,
        // The seeds are run, and nothing else.
        budget: Budget::Sequences { count: 0 },
        seeds: tried.seeds.clone(),
        ..tried.order.clone()
    };
    (!tried.seeds.is_empty()).then_some(order)
}

/// The edges that the workers reached.
fn reached(runs: &[GroupRun]) -> BTreeSet<Edge> {
    let results = runs.iter().filter_map(|run| run.result.as_ref().ok());
    let classes = results.flat_map(|result| &result.edges);
    let edges = classes.flat_map(|edges| {
        edges.hit.iter().map(|number| Edge {
            class: edges.class.as_str().into(),
            number: *number,
        })
    });
    edges.collect()
}

/// What the group's first worker has said already is not said again.
fn only_tests(mut result: WorkResult) -> WorkResult {
    result.classes.clear();
    let counts = &mut result.counts;
    (counts.mutants, counts.mutants_reached, counts.mutants_killed) = (0, 0, 0);
    result
}

/// Adds what became of the branches of a group.
fn tell(tried: &Tried<'_>, reached: &BTreeSet<Edge>, told: &mut SolveSummary) {
    let fates = &tried.campaign.fates;
    told.open += fates.len() as u64 + tried.unreached;
    told.unreached += tried.unreached;
    told.sequences += tried.seeds.len() as u64;
    told.concretised += tried.concretised;
    for (edge, fate) in fates {
        match fate {
            _ if reached.contains(edge) => told.reached += 1,
            Fate::Solved => told.diverged += 1,
            Fate::Infeasible => told.infeasible += 1,
            Fate::OutOfTime => told.out_of_time += 1,
            Fate::NeedsSolver => told.needs_solver += 1,
            Fate::Outside(reason) => *told.outside.entry(reason.to_string()).or_default() += 1,
        }
    }
}

fn warn_without_solver(tried: &[Tried<'_>]) {
    let mut fates = tried.iter().flat_map(|tried| tried.campaign.fates.values());
    if fates.any(|fate| *fate == Fate::NeedsSolver) {
        say(NO_SOLVER);
    }
}
