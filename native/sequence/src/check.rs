//! Oracles, as seen by the search: what judges a run.

use crate::{Sequence, Symbols, Trace};

/// What a check says of a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Nothing is wrong.
    Holds,
    /// The run shows a defect at this statement.
    Violated {
        /// The statement that shows it.
        at: usize,
        /// What was expected and what happened, one sentence.
        because: String,
    },
}

/// One rule by which a run is judged.
pub trait Check: Sync {
    /// Stable, kebab-case, never used again for another rule: SARIF rule id and key in `palus.json`.
    fn id(&self) -> &'static str;

    /// Judges one run.
    fn judge(&self, symbols: &Symbols, sequence: &Sequence, trace: &Trace) -> Verdict;
}
