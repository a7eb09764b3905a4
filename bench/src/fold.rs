//! `fold`: how many events a second are decoded and folded into a model on one core.

use std::process::ExitCode;
use std::sync::Arc;

use anyhow::Result;
use bench::made_up::Suite;
use palus_model::Builder;
use palus_trace::decode;

use crate::cpu;

/// Prints events a second of three runs.
pub(crate) fn run(millions: u64) -> Result<ExitCode> {
    let suite = Suite::of(millions * 1_000_000);
    for run in 1..=3 {
        let mut builder = Builder::new(Arc::clone(&suite.dictionary));
        let start = cpu::seconds()?;
        for chunk in &suite.chunks {
            decode(chunk, &mut |event| builder.fold(1, event))?;
        }
        let folded = cpu::seconds()? - start;
        let model = builder.finish();
        let whole = cpu::seconds()? - start;
        let rate = suite.events as f64 / folded / 1e6;
        let (states, size) = (
            model
                .classes
                .values()
                .map(palus_model::ClassModel::states)
                .sum::<usize>(),
            model.to_bytes()?.len(),
        );
        println!(
            "run {run}: {:.1} M events in {folded:.2} s of processor time, {rate:.1} M/s; finished in {:.0} ms: {states} states, {} KiB",
            suite.events as f64 / 1e6,
            (whole - folded) * 1e3,
            size / 1024,
        );
    }
    Ok(ExitCode::SUCCESS)
}
