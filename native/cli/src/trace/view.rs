//! What is shown of an execution's states: each object by the name of the state that it is in.

use std::collections::HashMap;

use palus_observe::{ObjectState, ObjectStates, Observation, Seen};
use palus_state::State;

/// What a receiver, argument or result is at one moment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Shown {
    /// A value, as text.
    Value(String),
    /// An object, by the number of its state, from 1.
    State(u32),
    /// Nothing is known.
    Unknown,
}

/// What is shown of an execution; see [`Observation`].
pub(super) struct Line {
    pub(super) receiver: Option<Shown>,
    pub(super) receiver_after: Option<Shown>,
    /// At the start and in the end.
    pub(super) arguments: Vec<(Shown, Shown)>,
    pub(super) result: Option<Shown>,
}

/// Names states in the order in which they are shown.
#[derive(Default)]
pub(super) struct View {
    order: Vec<ObjectState>,
    numbers: HashMap<ObjectState, u32>,
}

impl View {
    pub(super) fn line(&mut self, seen: &Observation) -> Line {
        // In the order in which they stand in a line of text, so that numbers rise.
        let arguments = seen.arguments.iter();
        let arguments = arguments.map(|argument| (self.show(&argument.entry), self.show(&argument.exit)));
        Line {
            arguments: arguments.collect(),
            receiver: seen.receiver.as_ref().map(|seen| self.show(seen)),
            receiver_after: seen.receiver_after.as_ref().map(|seen| self.show(seen)),
            result: seen.result.as_ref().map(|seen| self.show(seen)),
        }
    }

    fn show(&mut self, seen: &Seen) -> Shown {
        match seen {
            Seen::Unknown => Shown::Unknown,
            Seen::Null => Shown::Value("null".to_owned()),
            Seen::Value(value) => Shown::Value(value.to_string()),
            Seen::Object(state) => Shown::State(*self.numbers.entry(*state).or_insert_with(|| {
                self.order.push(*state);
                self.order.len() as u32
            })),
        }
    }

    /// The states that were named, in the order of their numbers.
    pub(super) fn states(&self, states: &ObjectStates) -> impl Iterator<Item = (u32, State)> {
        let named = self.order.iter().filter_map(|state| states.state(*state));
        (1..).zip(named)
    }
}
