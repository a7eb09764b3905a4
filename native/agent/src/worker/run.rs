//! Sequences that somebody wants to have run, outside of a search.

use std::collections::BTreeMap;

use palus_jvm::JvmExecutor;
use palus_sequence::work::{RunOrder, RunResult};
use palus_sequence::{Executor, Sequence, Symbols, Trace};

pub(super) fn run(order: &RunOrder, executor: &mut JvmExecutor<'_>) -> Result<RunResult, String> {
    let mut symbols = Symbols::default();
    let mut places = Vec::new();
    let mut batch: Vec<Sequence> = Vec::new();
    for (place, portable) in order.sequences.iter().enumerate() {
        let Ok(sequence) = portable.within(&mut symbols) else {
            continue;
        };
        if !order
            .avoid
            .sequences
            .contains(&palus_generate::sequence_hash(&sequence, &symbols))
        {
            places.push(place);
            batch.push(sequence);
        }
    }
    let ran = executed(order, executor, &mut symbols, &batch)?;
    let mut states = BTreeMap::new();
    for id in ran
        .iter()
        .flat_map(|trace| &trace.states)
        .flat_map(|pair| [pair.entry, pair.exit])
    {
        let Some(id) = id else { continue };
        if let (false, Some(state)) = (states.contains_key(&id), executor.state(id)) {
            states.insert(id, state.bytes());
        }
    }
    let mut traces = vec![None; order.sequences.len()];
    for (place, trace) in places.into_iter().zip(ran) {
        traces[place] = Some(trace);
    }
    Ok(RunResult {
        symbols,
        traces,
        states,
        blocks: executor.blocks(0),
    })
}

/// What the sequences do; with static fields in classes that are loaded for them.
fn executed(
    order: &RunOrder,
    executor: &mut JvmExecutor<'_>,
    symbols: &mut Symbols,
    batch: &[Sequence],
) -> Result<Vec<Trace>, String> {
    if !order.with_statics {
        return executor
            .run(symbols, batch, &order.plan)
            .map_err(|lost| lost.to_string());
    }
    for class in &order.subjects {
        executor.with_statics(class).map_err(|error| error.to_string())?;
    }
    let mut traces = Vec::with_capacity(batch.len());
    for sequence in batch {
        executor.renew().map_err(|error| error.to_string())?;
        let ran = executor.run(symbols, std::slice::from_ref(sequence), &order.plan);
        traces.extend(ran.map_err(|lost| lost.to_string())?);
    }
    Ok(traces)
}
