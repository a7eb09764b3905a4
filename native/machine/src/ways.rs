//! Which branches calls take, state by state.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::call::{CallId, State};
use crate::concrete::Concrete;

/// The branches that a call took, each as a person reads it.
type Branches = BTreeSet<Arc<str>>;

/// The branches that each call took in each state in which it was made.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Ways {
    taken: BTreeMap<(State, CallId), Branches>,
    /// The calls by which states are told apart, each with what it takes in all of them. A call that tells no more apart than those before it
    /// is none of them: a reader is not told the same twice.
    telling: Vec<(CallId, Branches)>,
}

impl Ways {
    /// The ways that were seen.
    pub fn of(taken: BTreeMap<(State, CallId), Branches>) -> Self {
        let states: BTreeSet<State> = taken.keys().map(|(state, _)| *state).collect();
        let calls: BTreeSet<CallId> = taken.keys().map(|(_, call)| *call).collect();
        let mut classes: BTreeMap<State, usize> = states.iter().map(|state| (*state, 0)).collect();
        let mut count = usize::from(!states.is_empty());
        let mut telling = Vec::new();
        for call in calls {
            let mut split: BTreeMap<(usize, Option<&Branches>), usize> = BTreeMap::new();
            let class_of = |(state, class): (&State, &usize)| {
                let next = split.len();
                let new = *split.entry((*class, taken.get(&(*state, call)))).or_insert(next);
                (*state, new)
            };
            classes = classes.iter().map(class_of).collect();
            if split.len() > count {
                count = split.len();
                let mut ways = states.iter().filter_map(|state| taken.get(&(*state, call)));
                let first = ways.next().cloned().unwrap_or_default();
                telling.push((call, ways.fold(first, |shared, way| &shared & way)));
            }
        }
        Self { taken, telling }
    }

    /// What tells the state from others: calls, each with the branches that it takes there and not in all states.
    pub(crate) fn label(&self, concrete: &Concrete, state: State) -> Vec<String> {
        if self.telling.is_empty() {
            return vec!["all alike".to_owned()];
        }
        let of_call = |(call, shared): &(CallId, Branches)| {
            let branches = match self.taken.get(&(state, *call)) {
                Some(taken) if taken == shared => "as always".to_owned(),
                Some(taken) => {
                    let apart: Vec<&str> = taken.difference(shared).map(|branch| &**branch).collect();
                    apart.join(" ")
                }
                None => "?".to_owned(),
            };
            format!("{} {branches}", concrete.call(*call))
        };
        self.telling.iter().map(of_call).collect()
    }
}
