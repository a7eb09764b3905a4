//! The states that were reached, and whether one of them covers another.

use std::collections::BTreeMap;

use palus_sequence::StateId;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use crate::condition::Condition;
use crate::solver::{Constraint, Solver};
use crate::state::{Hole, Snapshot};
use crate::term::Variable;

/// A state's number with its condition.
type Numbered = (usize, Constraint);

/// So many states are kept as text.
const MOST_SHOWN: usize = 1_000;

/// States, with those that are isomorphic together.
#[derive(Clone, Default, Serialize, Deserialize)]
pub(crate) struct Visited {
    states: FxHashMap<(StateId, Vec<Hole>), Vec<Numbered>>,
    /// How many states were taken, and how many of them a later one took the place of.
    taken: usize,
    gone: usize,
    /// Of the first states, by their numbers.
    texts: BTreeMap<usize, String>,
    /// The number of the first state in which no calls have been made yet.
    first_open: usize,
}

/// A state that was taken.
pub(crate) struct Entered {
    /// Its number.
    pub(crate) number: usize,
    /// The numbers of states in which no calls have been made yet, and of which it covers each.
    pub(crate) covers: Vec<usize>,
}

impl Visited {
    /// How many states there are.
    pub(crate) fn len(&self) -> usize {
        self.taken - self.gone
    }

    /// The first states as text.
    pub(crate) fn texts(&self) -> Vec<String> {
        self.texts.values().cloned().collect()
    }

    /// In all states so far calls are made now.
    pub(crate) fn begin_calls(&mut self) {
        self.first_open = self.taken;
    }

    /// Takes a state with its path condition; `None` where one that is there subsumes it. The order of states that as many calls lead to
    /// is nobody's wish: one that comes later and subsumes such takes their place.
    pub(crate) fn enter(
        &mut self,
        snapshot: &Snapshot,
        conditions: &[Condition],
        solver: &mut Solver,
    ) -> Option<Entered> {
        let free = occurring(&snapshot.holes);
        let mut holes = snapshot.holes.clone();
        for hole in &mut holes {
            hole.term = hole.term.renamed(&|variable| named(&free, variable));
        }
        let own = Constraint {
            conditions: conditions
                .iter()
                .map(|it| it.renamed(&|variable| named(&free, variable)))
                .collect(),
            free: free.iter().map(|variable| named(&free, *variable)).collect(),
        };
        let number = self.taken;
        let is_shown = number < MOST_SHOWN;
        let shown = is_shown.then(|| holes.clone());
        let alike = self.states.entry((snapshot.state.id(), holes)).or_default();
        let special = own.looked_at();
        if alike.iter().any(|(_, general)| solver.subsumes(general, &special)) {
            return None;
        }
        let mut covers = Vec::new();
        alike.retain(|(number, other)| {
            let is_covered = *number >= self.first_open && solver.subsumes(&own, &other.looked_at());
            covers.extend(is_covered.then_some(*number));
            !is_covered
        });
        for number in &covers {
            self.texts.remove(number);
        }
        self.gone += covers.len();
        self.taken += 1;
        let text = shown.map(|holes| text(snapshot, &holes, &own.conditions));
        self.texts.extend(text.map(|text| (number, text)));
        alike.push((number, own));
        Some(Entered { number, covers })
    }
}

/// The variables in the slots, in the order in which they occur first.
fn occurring(holes: &[Hole]) -> Vec<Variable> {
    let mut found = Vec::new();
    for hole in holes {
        hole.term.variables(&mut |variable| {
            if !found.contains(&variable) {
                found.push(variable);
            }
        });
    }
    found
}

/// A variable by its place among those in the slots, or else by its own number as one that may have any value.
fn named(free: &[Variable], variable: Variable) -> Variable {
    let place = free.iter().position(|other| *other == variable);
    Variable {
        number: place.map_or_else(|| Constraint::BOUND + variable.number, |place| place as u32),
        primitive: variable.primitive,
    }
}

/// The state, with `_` in the place of each expression, these in order, and the condition.
fn text(snapshot: &Snapshot, holes: &[Hole], conditions: &[Condition]) -> String {
    let joined = |parts: Vec<String>, by: &str| parts.join(by);
    let holes = joined(holes.iter().map(|hole| hole.term.to_string()).collect(), ", ");
    let conditions = joined(conditions.iter().map(ToString::to_string).collect(), " && ");
    let conditions = if conditions.is_empty() { "true" } else { &conditions };
    format!("<{} [{holes}], {conditions}>", snapshot.state.text())
}
