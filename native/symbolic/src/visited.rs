//! The states that were reached, and whether one of them covers another.

use palus_sequence::StateId;
use rustc_hash::FxHashMap;

use crate::condition::Condition;
use crate::solver::{Constraint, Solver};
use crate::state::{Hole, Snapshot};
use crate::term::Variable;

/// States, with those that are isomorphic together.
#[derive(Default)]
pub(crate) struct Visited {
    states: FxHashMap<(StateId, Vec<Hole>), Vec<Constraint>>,
    texts: Vec<String>,
}

impl Visited {
    /// How many states there are.
    pub(crate) fn len(&self) -> usize {
        self.texts.len()
    }

    pub(crate) fn texts(&self) -> Vec<String> {
        self.texts.clone()
    }

    /// Takes a state with its path condition, unless one that is there subsumes it: then it is false.
    pub(crate) fn enter(&mut self, snapshot: &Snapshot, conditions: &[Condition], solver: &mut Solver) -> bool {
        let free = occurring(&snapshot.holes);
        let mut holes = snapshot.holes.clone();
        for hole in &mut holes {
            hole.term = hole.term.renamed(&|variable| named(&free, Constraint::BOUND, variable));
        }
        let constraint = |bound: u32| Constraint {
            conditions: conditions
                .iter()
                .map(|it| it.renamed(&|variable| named(&free, bound, variable)))
                .collect(),
            free: free.iter().map(|variable| named(&free, bound, *variable)).collect(),
        };
        let alike = self.states.entry((snapshot.state.id(), holes.clone())).or_default();
        if !conditions.is_empty() || !alike.is_empty() {
            let special = constraint(Constraint::LOOKED_AT);
            if alike.iter().any(|general| solver.subsumes(general, &special)) {
                return false;
            }
        }
        let own = constraint(Constraint::BOUND);
        self.texts.push(text(snapshot, &holes, &own.conditions));
        alike.push(own);
        true
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

/// A variable by its place among those in the slots, or else by its own number behind `bound`.
fn named(free: &[Variable], bound: u32, variable: Variable) -> Variable {
    let place = free.iter().position(|other| *other == variable);
    Variable {
        number: place.map_or_else(|| bound + variable.number, |place| place as u32),
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
