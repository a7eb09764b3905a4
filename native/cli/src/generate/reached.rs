//! `--search-only`: what a search reaches. No test is made, and nothing is written.

use std::fs;
use std::time::Instant;

use anyhow::Context as _;
use palus_emit::summary::{
    BudgetSummary, CoverageSummary, ReachedSummary, RunSummary, SCHEMA, SequenceSummary, WorkerSummary,
};
use palus_sequence::work::Product;
use palus_supervise::{Jdk, Journal};

use super::options::GenerateOptions;
use super::prepared::Prepared;
use super::source::Source;
use super::{OLDEST_JAVA, nothing_to_do, scratch, search, summary, united};
use crate::exit::Exit;
use crate::interrupt::OnInterrupt;
use crate::model::print;
use crate::progress::Reporter;

/// Searches, and says on standard output what that reached.
pub(super) fn command(options: &GenerateOptions, reporter: &Reporter) -> anyhow::Result<Exit> {
    let Some(reached) = reached(options, reporter)? else {
        return nothing_to_do(reporter);
    };
    reporter.finish();
    print(&if options.json {
        reached.to_json()?
    } else {
        reached.sentence()
    })?;
    Ok(Exit::Done)
}

fn reached(options: &GenerateOptions, reporter: &Reporter) -> anyhow::Result<Option<ReachedSummary>> {
    let began = Instant::now();
    let jdk = Jdk::find(OLDEST_JAVA, "generate")?;
    let scratch = scratch()?;
    let directory = scratch.path().to_path_buf();
    let _interrupted = OnInterrupt::run(move || {
        // There is no one to tell that it could not be removed.
        let _ = fs::remove_dir_all(directory);
    })
    .context("cannot listen for signals")?;
    let Some(mut prepared) = Prepared::new(options, jdk, scratch.path(), &Source::Workers, reporter)? else {
        return Ok(None);
    };
    for order in &mut prepared.orders {
        order.product = Product::Counts;
    }
    let (workshop, orders, options) = (&prepared.workshop, &prepared.orders, &prepared.options);
    // Whoever goes on for a lost worker goes on from what that one kept.
    let journal = Journal::begin(&scratch.path().join("journal"), orders, scratch.path())?;
    let searched = search::run(workshop, orders, &journal, options, reporter)?;
    let results = &searched.results;
    united::warn_of(results, options.budget, reporter);
    let counts = united::counts(results, &united::edges(results));
    Ok(Some(ReachedSummary {
        schema: SCHEMA,
        seed: options.seed,
        strategy: summary::strategy_name(options.search.strategy).to_owned(),
        budget: BudgetSummary::from(options.budget),
        sequences: SequenceSummary::from(&counts),
        calls: counts.calls,
        search: CoverageSummary::from(&counts),
        run: RunSummary {
            wall_ms: began.elapsed().as_millis() as u64,
            jvm: results.first().map(|result| result.jvm.clone()).unwrap_or_default(),
            workers: WorkerSummary::new(searched.started, &searched.lost),
            wall_clock_struck: united::wall_clock_struck(results),
            sequences_per_s: summary::per_second(counts.executed, searched.search_ms),
            phases: united::phases(results),
        },
        searches: searched.searches,
    }))
}
