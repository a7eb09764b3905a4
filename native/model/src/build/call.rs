//! Calls on one object and what was passed, while they are not yet part of an automaton.

use std::sync::Arc;

use crate::digest::Digest;
use crate::{ArrayShape, Elements, Position, Profile, Recorded};

/// The most calls that are kept as nested in one, all levels together. A call with more has no alternative path: a
/// part of a path would claim an order of calls that never was.
const NESTED_CALLS: u32 = 64;
/// The most levels of nesting that are kept: a recursion is cut here.
const NESTED_LEVELS: u16 = 12;

/// An input, with ids of the run.
#[derive(Clone, Debug)]
pub(super) enum Raw {
    /// The object that the observation is about.
    Subject(Option<Profile>),
    Null,
    Value(Recorded),
    Boxed(Recorded),
    Array {
        class: u32,
        length: u32,
        has_null: bool,
        elements: Elements,
    },
    /// Any other object: its class, and the automaton and node that it had reached.
    Object {
        class: u32,
        state: Option<(u32, u32)>,
        profile: Option<Profile>,
    },
    /// What came back: only as the last in a list.
    Result(Returned),
}

/// What a call gave back, with ids of the run.
#[derive(Clone, Debug)]
pub(super) enum Returned {
    Null,
    Object { class: u32, profile: Option<Profile> },
    Array { class: u32, shape: ArrayShape },
}

/// An input of an open call.
#[derive(Clone, Debug)]
pub(super) struct Passed {
    pub(super) raw: Raw,
    pub(super) digest: Digest,
    /// The object, if it is one that is followed; 0 otherwise.
    pub(super) object: u64,
}

impl Passed {
    pub(super) fn new(raw: Raw, digest: Digest) -> Self {
        Self { raw, digest, object: 0 }
    }

    pub(super) fn is(&self, subject: Option<u64>) -> bool {
        self.object != 0 && Some(self.object) == subject
    }
}

/// A call that ended, as one object saw it.
#[derive(Debug)]
pub(super) struct Call {
    pub(super) method: u32,
    pub(super) threw: u32,
    pub(super) position: Position,
    /// The time at which it was entered.
    pub(super) entered: u64,
    /// What was passed and came back; kept only where the call may have to be looked at again.
    inputs: Option<Arc<[Passed]>>,
    /// Calls on the same object nested in it.
    pub(super) children: Vec<Call>,
    calls: u32,
    levels: u16,
}

impl Call {
    pub(super) fn new(
        method: u32,
        threw: u32,
        position: Position,
        entered: u64,
        inputs: Option<Arc<[Passed]>>,
        children: Vec<Self>,
    ) -> Self {
        let calls = 1 + children.iter().map(|call| call.calls).sum::<u32>();
        let levels = 1 + children.iter().map(|call| call.levels).max().unwrap_or(0);
        let mut call = Self {
            method,
            threw,
            position,
            entered,
            inputs,
            children,
            calls,
            levels,
        };
        if calls > NESTED_CALLS || levels > NESTED_LEVELS {
            call.children.clear();
            (call.calls, call.levels) = (1, 1);
        }
        call
    }

    pub(super) fn shared_inputs(&self) -> Arc<[Passed]> {
        self.inputs.clone().unwrap_or_default()
    }

    pub(super) fn step(&self, object: u64) -> Step<'_> {
        self.step_with(object, self.inputs.as_deref().unwrap_or_default())
    }

    pub(super) fn step_with<'a>(&'a self, object: u64, inputs: &'a [Passed]) -> Step<'a> {
        Step {
            call: self,
            object,
            inputs,
        }
    }
}

/// A call of an object with its inputs.
#[derive(Clone, Copy)]
pub(super) struct Step<'a> {
    pub(super) call: &'a Call,
    pub(super) object: u64,
    pub(super) inputs: &'a [Passed],
}

/// The most calls a subject of an open frame holds on to: see [`NESTED_CALLS`].
pub(super) const OPEN_CALLS: u32 = NESTED_CALLS;
