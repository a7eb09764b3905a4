//! Each state once.

use std::collections::hash_map::Entry;

use palus_sequence::StateId;
use rustc_hash::FxHashMap;
use xxhash_rust::xxh3::xxh3_128;

use crate::State;

/// Keeps the bytes of each state once: its memory grows with the number of different states only.
#[derive(Default, Debug)]
pub struct StateTable {
    bytes: FxHashMap<StateId, Box<[u8]>>,
}

impl StateTable {
    /// The id of a state, which is kept. Where the hash is that of another state, of which there will hardly ever be one, the next free
    /// number is taken, so that equal ids are equal states.
    pub fn add(&mut self, state: &State) -> StateId {
        let bytes = state.bytes();
        let mut id = StateId(xxh3_128(&bytes));
        loop {
            match self.bytes.entry(id) {
                Entry::Vacant(place) => {
                    place.insert(bytes.into_boxed_slice());
                    return id;
                }
                Entry::Occupied(known) if **known.get() == *bytes => return id,
                Entry::Occupied(_) => id.0 = id.0.wrapping_add(1),
            }
        }
    }

    /// The state of an id that was given here.
    pub fn state(&self, id: StateId) -> Option<State> {
        State::from_bytes(self.bytes.get(&id)?)
    }

    /// How many different states there are.
    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
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
