//! Field accesses, which are counted apart from the calls.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use super::Builder;
use crate::{FieldAccess, FieldKey};

/// Reads and writes by the ids of method and field.
pub(super) type Accesses = FxHashMap<(u32, u32), (u64, u64)>;

impl Builder {
    /// Says that a method read or wrote a field so many more times; both are ids of the [`palus_trace::Dictionary`].
    pub fn field_access(&mut self, method: u32, field: u32, is_write: bool, count: u64) {
        self.names.method(method);
        let (reads, writes) = self.accesses.entry((method, field)).or_default();
        let counter = if is_write { writes } else { reads };
        *counter = counter.saturating_add(count);
    }

    /// The accesses by names, ordered. A field that the dictionary does not know is left out.
    pub(super) fn accesses(&self) -> Vec<FieldAccess> {
        let named: BTreeMap<_, _> = self
            .accesses
            .iter()
            .filter_map(|(&(method, field), &counts)| {
                let field = self.names.field(field)?;
                Some(((self.names.method_key(method).clone(), field), counts))
            })
            .collect();
        named
            .into_iter()
            .map(|((method, field), (reads, writes))| FieldAccess {
                method,
                field: FieldKey {
                    owner: field.owner,
                    name: field.name,
                },
                reads,
                writes,
            })
            .collect()
    }
}
