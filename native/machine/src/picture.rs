//! All machines of a class as one document.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::abstraction::{By, Machine};
use crate::augment::Augmented;
use crate::call::State;
use crate::concrete::Concrete;
use crate::observers::Rejected;

/// The version of the document.
pub const SCHEMA: u32 = 1;

/// How much there is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Counts {
    /// Concrete states.
    pub states: usize,
    /// Different calls on an object.
    pub calls: usize,
    /// Different executions: a call in a state.
    pub executions: usize,
    /// Of these, those that nobody had made.
    pub augmented: usize,
    /// Concrete states in which not all calls were tried.
    pub frontier: usize,
    /// Executions that led to states for which there was no room.
    pub left_out: usize,
    /// Calls that were not made in a state because what led there did not lead there again.
    pub elsewhere: usize,
    /// Calls that did not end by a return or an exception of their own.
    pub lost: usize,
    /// Calls for which there was no budget.
    pub not_run: usize,
}

/// A concrete state.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ConcreteState {
    /// What it looks like.
    pub text: String,
    /// Whether not all calls were tried in it.
    pub frontier: bool,
}

/// The machines of a class.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Picture {
    /// [`SCHEMA`].
    pub schema: u32,
    /// The class, binary name.
    pub class: String,
    /// How much there is.
    pub counts: Counts,
    /// The concrete states by their numbers.
    pub states: BTreeMap<u32, ConcreteState>,
    /// One for each way to tell states apart.
    pub machines: Vec<Machine>,
    /// The methods that are no observers.
    pub rejected: Vec<Rejected>,
    /// The methods that ended differently in equal states.
    pub non_deterministic: Vec<String>,
}

impl Picture {
    /// The machines of a class by each of `by`; `text` says what a state looks like.
    pub fn of(
        class: &str,
        concrete: &Concrete,
        augmented: Augmented,
        by: &[By],
        text: impl Fn(State) -> String,
    ) -> Self {
        let counts = Counts {
            states: concrete.state_count(),
            calls: concrete.calls().count(),
            executions: concrete.executions(),
            augmented: augmented.made,
            frontier: concrete.frontier().len(),
            left_out: augmented.left_out,
            elsewhere: augmented.elsewhere,
            lost: augmented.lost,
            not_run: augmented.not_run,
        };
        let states = concrete.states().map(|state| {
            let frontier = concrete.frontier().contains(&state);
            let text = text(state);
            (state.0, ConcreteState { text, frontier })
        });
        Self {
            schema: SCHEMA,
            class: class.to_owned(),
            counts,
            states: states.collect(),
            machines: by.iter().map(|by| Machine::of(concrete, by)).collect(),
            rejected: concrete.observers().1,
            non_deterministic: concrete
                .unstable()
                .into_iter()
                .map(|(name, descriptor)| format!("{name}{descriptor}"))
                .collect(),
        }
    }

    /// The document as JSON.
    pub fn json(&self) -> String {
        let value = serde_json::to_value(self).unwrap_or_default();
        format!("{value:#}\n")
    }

    /// Reads a document back; otherwise a clause that says why it is none.
    pub fn parse(text: &str) -> Result<Self, String> {
        let value: serde_json::Value = serde_json::from_str(text).map_err(|error| format!("it is no JSON: {error}"))?;
        match value["schema"].as_u64() {
            Some(schema) if schema > u64::from(SCHEMA) => {
                return Err(format!(
                    "it has schema {schema}, but this palus reads up to {SCHEMA}; upgrade palus"
                ));
            }
            Some(_) => {}
            None => return Err("it has no schema; give a file that `palus states --format json` wrote".to_owned()),
        }
        serde_json::from_value(value)
            .map_err(|_| "it is no state machine; give a file that `palus states --format json` wrote".to_owned())
    }
}
