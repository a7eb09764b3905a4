//! An executor that remembers what it ran, for who wants to look at all of a search and not only at what became of it.

use std::collections::BTreeSet;

use palus_sequence::{
    EdgeBlock, Executor, ExecutorLost, ObservationPlan, RootStates, Sequence, StateId, Symbols, Trace,
};

/// Remembers the first sequences that ran to their ends and left nothing behind.
pub(super) struct Collector<'e, E> {
    executor: &'e mut E,
    most: usize,
    hashes: BTreeSet<u64>,
    collected: Vec<Sequence>,
}

impl<'e, E: Executor> Collector<'e, E> {
    pub(super) fn new(executor: &'e mut E, most: u32) -> Self {
        Self {
            executor,
            most: most as usize,
            hashes: BTreeSet::new(),
            collected: Vec::new(),
        }
    }

    /// Each once, in the order in which they ran first.
    pub(super) fn into_sequences(self) -> Vec<Sequence> {
        self.collected
    }
}

impl<E: Executor> Executor for Collector<'_, E> {
    fn run(
        &mut self,
        symbols: &mut Symbols,
        batch: &[Sequence],
        plan: &ObservationPlan,
    ) -> Result<Vec<Trace>, ExecutorLost> {
        let traces = self.executor.run(symbols, batch, plan)?;
        for (sequence, trace) in batch.iter().zip(&traces) {
            if self.collected.len() < self.most
                && trace.leaves.is_nothing()
                && self.hashes.insert(palus_generate::sequence_hash(sequence, symbols))
            {
                self.collected.push(sequence.clone());
            }
        }
        Ok(traces)
    }

    fn edges_total(&self) -> u32 {
        self.executor.edges_total()
    }

    fn blocks(&self, from: usize) -> Vec<EdgeBlock> {
        self.executor.blocks(from)
    }

    fn roots(&self, id: StateId) -> Option<RootStates> {
        self.executor.roots(id)
    }

    fn links(&self, id: StateId) -> Vec<u64> {
        self.executor.links(id)
    }
}
