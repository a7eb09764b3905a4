//! Each state once.

use std::collections::hash_map::Entry;

use palus_sequence::StateId;
use rustc_hash::FxHashMap;
use xxhash_rust::xxh3::xxh3_128;

use crate::{ByteStore, State};

/// Keeps the bytes of each state once: its memory grows with the number of different states only.
#[derive(Debug)]
pub struct StateTable {
    numbers: FxHashMap<StateId, u32>,
    bytes: ByteStore,
}

impl Default for StateTable {
    fn default() -> Self {
        Self::over(ByteStore::in_memory())
    }
}

impl StateTable {
    /// Keeps them in that store, in which there is nothing yet.
    pub fn over(store: ByteStore) -> Self {
        Self {
            numbers: FxHashMap::default(),
            bytes: store,
        }
    }

    /// The id of a state, which is kept. Where the hash is that of another state, of which there will hardly ever be one, the next free
    /// number is taken, so that equal ids are equal states.
    pub fn add(&mut self, state: &State) -> StateId {
        let bytes = state.bytes();
        let mut id = StateId(xxh3_128(&bytes));
        loop {
            match self.numbers.entry(id) {
                Entry::Vacant(place) => {
                    place.insert(self.bytes.push(&bytes) as u32);
                    return id;
                }
                // What cannot be read back is taken for the same: two states of one hash of 128 bits are less likely.
                Entry::Occupied(known)
                    if self
                        .bytes
                        .get(*known.get() as usize)
                        .is_none_or(|known| *known == *bytes) =>
                {
                    return id;
                }
                Entry::Occupied(_) => id.0 = id.0.wrapping_add(1),
            }
        }
    }

    /// The state of an id that was given here.
    pub fn state(&self, id: StateId) -> Option<State> {
        State::from_bytes(&self.bytes.get(*self.numbers.get(&id)? as usize)?)
    }

    /// How many different states there are.
    pub fn len(&self) -> usize {
        self.numbers.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.numbers.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Slot, Value};
    use palus_sequence::Scalar;

    #[test]
    fn equal_states_have_one_id_and_are_kept_once() {
        let state = |value| State {
            classes: Vec::new(),
            roots: vec![Slot::Value(Value::Scalar(Scalar::Int(value)))],
            nodes: Vec::new(),
            is_racy: false,
        };
        let mut table = StateTable::default();
        let one = table.add(&state(1));
        assert_eq!(table.add(&state(1)), one);
        assert_ne!(table.add(&state(2)), one);
        assert_eq!(table.len(), 2);
        assert_eq!(table.state(one), Some(state(1)));
        assert_eq!(table.state(StateId(0)), None);
    }
}
