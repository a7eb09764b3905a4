//! Which state objects are in: a name for it, so that whoever compares states need not know what one is.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Names a state: the 128-bit hash of its canonical form. Within one executor equal ids are equal states.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct StateId(pub u128);

impl fmt::Debug for StateId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

/// How states are made, where it is not as usual.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct StateRules {
    /// Fields that are no part of a state, besides those that never are: `OWNER.NAME`, the owner by its binary name.
    pub ignored: Vec<String>,
    /// Whether collections of the JDK are written by their fields, as all other objects.
    pub raw_collections: bool,
}

/// The states of a statement's receiver and arguments, as one state of them all, so that it shows which are the same object. `None` where the
/// statement did not come so far, has none, or where the state was too large: such a one equals nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct States {
    /// Before the call: the receiver (null when there is none), then the arguments.
    pub entry: Option<StateId>,
    /// Behind it, whether it returned or threw; where there was no receiver, as of a constructor, what it returned takes its place.
    pub exit: Option<StateId>,
}

/// The roots of a joint state, each by itself.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RootStates {
    /// In the order of the roots; `None` for what is no object.
    pub states: Vec<Option<StateId>>,
    /// Whether no two of them share an object.
    pub are_apart: bool,
}
