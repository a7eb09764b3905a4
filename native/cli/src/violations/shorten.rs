//! Makes short what breaks a statement.

use std::collections::BTreeSet;

use palus_sequence::{Portable, Sequence, Symbols, Var};

use super::find::{Best, Finder, Statements};
use crate::generate::Ran;

/// How often the sequences are made shorter, by a statement each time.
const ROUNDS: usize = 6;

impl Finder {
    /// Leaves statements out as long as what is left breaks the same. What does not break it by itself any more, because it hung on what other
    /// sequences had done, goes.
    pub(super) fn shorten(&self, ran: &Ran<'_>, statements: &Statements, best: &mut Best) -> anyhow::Result<()> {
        for round in 0..ROUNDS {
            let mut candidates: Vec<Portable> = Vec::new();
            let mut symbols = Symbols::default();
            for breaking in best.values() {
                let Ok(sequence) = breaking.sequence.within(&mut symbols) else {
                    continue;
                };
                let shorter = (0..sequence.len().saturating_sub(1)).rev();
                let shorter = shorter.filter_map(|without| sequence.retain(|at| at != without));
                let all = std::iter::once(sequence.clone()).chain(shorter);
                candidates.extend(all.filter_map(|sequence| Portable::new(&sequence, &symbols).ok()));
            }
            let mut again = Best::new();
            self.run(ran, candidates, &mut |batch, result| {
                self.look(ran, statements, batch, &result, &mut again);
            })?;
            again.retain(|number, _| best.contains_key(number));
            let total = |all: &Best| all.values().map(|breaking| breaking.length).sum::<usize>();
            let is_done = round > 0 && total(&again) == total(best) && again.len() == best.len();
            *best = again;
            if is_done {
                break;
            }
        }
        Ok(())
    }
}

/// The places of the statement and of those before it that have to do with its objects.
pub(super) fn slice(sequence: &Sequence, last: usize) -> BTreeSet<usize> {
    let mut touched: BTreeSet<usize> = BTreeSet::from([last]);
    let mut kept: BTreeSet<usize> = BTreeSet::new();
    for at in (0..=last).rev() {
        let uses: Vec<usize> = sequence.statements[at].uses().map(Var::index).collect();
        if touched.contains(&at) || uses.iter().any(|used| touched.contains(used)) {
            kept.insert(at);
            touched.extend(uses);
        }
    }
    kept
}
