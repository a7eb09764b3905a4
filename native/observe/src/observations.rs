//! Goes through a trace.

use std::io::Read;

use palus_executions::{Execution, Outcome, ReadError, Reader, StateNumber, TestRun};
use palus_state::State;

use crate::observation::Observation;
use crate::states::ObjectStates;

/// The executions of a trace, those of a thread in the order in which they began. Behind an error comes nothing.
#[derive(Debug)]
pub struct Observations<R: Read> {
    reader: Reader<R>,
    states: ObjectStates,
    read: u64,
}

impl<R: Read> Observations<R> {
    /// Begins to read, behind a buffer where `from` is a file.
    pub fn new(from: R) -> Result<Self, ReadError> {
        Self::going_on(from, ObjectStates::default())
    }

    /// Begins to read a further trace, with the states of those before it: equal states of both have equal numbers.
    pub fn going_on(from: R, states: ObjectStates) -> Result<Self, ReadError> {
        Ok(Self {
            reader: Reader::new(from)?,
            states: states.without_joint_states(),
            read: 0,
        })
    }

    /// The next execution that is meant; the states of others are not looked at.
    pub fn next_of(&mut self, is_meant: impl Fn(&Execution) -> bool) -> Option<Result<Observation, ReadError>> {
        loop {
            match self.reader.next()? {
                Err(error) => return Some(Err(error)),
                Ok(execution) => {
                    self.read += 1;
                    if is_meant(&execution) {
                        return Some(Ok(self.observe(execution)));
                    }
                }
            }
        }
    }

    fn observe(&mut self, execution: Execution) -> Observation {
        let has_ended = execution.outcome != Outcome::Unseen;
        let is_too_large = execution.entry.is_none() || (has_ended && execution.exit.is_none());
        self.states.marked.too_large += u64::from(self.reader.has_states() && is_too_large);
        let before = self.states.roots(execution.entry, &self.reader);
        let after = self.states.roots(execution.exit, &self.reader);
        Observation::new(execution, before, after)
    }

    /// See [`Reader::take_tests`].
    pub fn take_tests(&mut self) -> Vec<(u32, TestRun)> {
        self.reader.take_tests()
    }

    /// How many executions were read, those that were not meant among them.
    pub fn read(&self) -> u64 {
        self.read
    }

    /// The states that were met.
    pub fn states(&self) -> &ObjectStates {
        &self.states
    }

    /// The states that were met, when the trace is done with.
    pub fn into_states(self) -> ObjectStates {
        self.states
    }

    /// A joint state of an execution, for who asks which of its objects are the same, or for fields: receiver, arguments, and behind the call the result.
    pub fn joint(&self, number: StateNumber) -> Option<State> {
        self.reader.state(number)
    }

    /// Whether executions have states, as far as the trace was read.
    pub fn has_states(&self) -> bool {
        self.reader.has_states()
    }

    /// What reads the trace, for what it knows of it as a whole.
    pub fn reader(&self) -> &Reader<R> {
        &self.reader
    }
}

impl<R: Read> Iterator for Observations<R> {
    type Item = Result<Observation, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.next_of(|_| true)
    }
}
