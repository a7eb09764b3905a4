//! For looking executions up.

use std::ops::Range;

use palus_machine::{CallId, Concrete, State};
use rustc_hash::FxHashMap;

use crate::constants::Constants;
use crate::execution::{AnswerId, Execution, Executions, Method};
use crate::law::Condition;

/// The executions of one method in one state.
#[derive(Debug)]
pub(crate) struct Group {
    pub(crate) method: usize,
    /// Their positions.
    pub(crate) places: Range<usize>,
    pub(crate) constants: Constants,
}

/// What the observers said before an execution.
pub(crate) type Asked = Vec<(Condition, bool)>;

/// Executions by states and calls.
pub(crate) struct Table<'e> {
    pub(crate) executions: &'e Executions,
    groups: FxHashMap<State, Vec<Group>>,
    places: FxHashMap<(State, CallId), usize>,
    /// The observers without parameters that answer true or false, by their methods.
    conditions: Vec<(usize, CallId)>,
    truth: Option<AnswerId>,
}

impl<'e> Table<'e> {
    pub(crate) fn of(concrete: &Concrete, executions: &'e Executions) -> Self {
        let mut groups: FxHashMap<State, Vec<Group>> = FxHashMap::default();
        let mut places = FxHashMap::default();
        let mut from = 0;
        let is_one_group = |one: &Execution, other: &Execution| (one.entry, one.method) == (other.entry, other.method);
        for group in executions.all.chunk_by(is_one_group) {
            let range = from..from + group.len();
            from = range.end;
            let (Some(entry), method) = (group[0].entry, group[0].method) else {
                continue;
            };
            let of_group = group.iter().zip(range.clone());
            places.extend(of_group.map(|(execution, place)| ((entry, execution.call), place)));
            groups.entry(entry).or_default().push(Group {
                method,
                constants: Constants::of(executions, range.clone()),
                places: range,
            });
        }
        Self {
            conditions: conditions(concrete, executions),
            truth: executions.answers.truth(),
            executions,
            groups,
            places,
        }
    }

    /// The executions in a state, by methods.
    pub(crate) fn groups(&self, state: State) -> &[Group] {
        self.groups.get(&state).map_or(&[], Vec::as_slice)
    }

    /// All executions in a state, by methods and calls.
    pub(crate) fn all(&self, state: State) -> &'e [Execution] {
        match self.groups(state) {
            [first, .., last] => &self.executions.all[first.places.start..last.places.end],
            [only] => &self.executions.all[only.places.clone()],
            [] => &[],
        }
    }

    pub(crate) fn get(&self, entry: State, call: CallId) -> Option<&'e Execution> {
        let place = self.places.get(&(entry, call))?;
        Some(&self.executions.all[*place])
    }

    /// What the observers say that are conditions, before an execution.
    pub(crate) fn asked(&self, execution: &Execution) -> Asked {
        let Some(entry) = execution.entry else {
            return Asked::new();
        };
        let said = |&(method, call): &(usize, CallId)| {
            let observed = self.get(entry, call).filter(|observed| observed.has_returned)?;
            Some((Condition::Observer(method), observed.said == self.truth))
        };
        self.conditions.iter().filter_map(said).collect()
    }
}

fn conditions(concrete: &Concrete, executions: &Executions) -> Vec<(usize, CallId)> {
    let (observers, _) = concrete.observers();
    let condition = |id: CallId| {
        let call = concrete.call(id);
        let is_it = |m: &Method| !m.makes && *m.name == *call.name && *m.descriptor == *call.descriptor;
        let method = executions.methods.iter().position(is_it)?;
        (call.arguments.is_empty() && call.descriptor.ends_with(")Z")).then_some((method, id))
    };
    observers.into_iter().filter_map(condition).collect()
}
