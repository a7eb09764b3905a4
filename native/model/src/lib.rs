//! The call-sequence model.

mod automaton;

pub use automaton::{ClassModel, Input, MethodKey, Model, Node, NodeId, Observation, Position, Recorded, Transition};
