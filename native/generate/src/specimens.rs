//! Objects of the classes under test, kept for whoever examines them after the search.

use std::collections::BTreeMap;

use palus_sequence::{Sequence, Symbols, Trace, TypeId, Value, Var};

use crate::catalog::Catalog;
use crate::slice::slice;
use crate::task::Specimen;

/// Of each class that many are kept: half of them however they came about, the rest only when their sequence showed something new.
const CAP: usize = 96;

/// Of a class under test whose turn it was not.
const OTHERS_CAP: usize = 8;

/// The specimens so far.
#[derive(Default)]
pub(crate) struct Specimens {
    kept: BTreeMap<TypeId, Vec<Specimen>>,
}

impl Specimens {
    /// Keeps the objects of a sequence that returned to its end.
    pub(crate) fn take(
        &mut self,
        symbols: &Symbols,
        catalog: &Catalog,
        sequence: &Sequence,
        trace: &Trace,
        redundant: bool,
    ) {
        if !trace.is_normal() {
            return;
        }
        for (index, outcome) in trace.outcomes.iter().enumerate().take(sequence.len()) {
            let Some(Value::Object { class }) = outcome.value() else {
                continue;
            };
            let cap = match (catalog.is_target_class(*class), catalog.is_subject(*class)) {
                (true, _) if redundant => CAP / 2,
                (true, _) => CAP,
                (false, true) => OTHERS_CAP,
                (false, false) => continue,
            };
            let kept = self.kept.entry(*class).or_default();
            if kept.len() >= cap {
                continue;
            }
            if let Some((sequence, var)) = slice(sequence, Var(index as u16), symbols)
                && !kept.iter().any(|known| known.sequence == sequence && known.var == var)
            {
                let class = *class;
                kept.push(Specimen { class, sequence, var });
            }
        }
    }

    /// All of them, by class in the order of the ids.
    pub(crate) fn finish(self) -> Vec<Specimen> {
        self.kept.into_values().flatten().collect()
    }
}
