//! What differs between the machines of two versions of a class.

use std::collections::{BTreeMap, BTreeSet};

use crate::abstraction::{Machine, Transition};
use crate::picture::Picture;
use crate::render::{call, from_name, state_name};

/// A transition by where it leads from, its method, and where it leads to: it can be there once.
type Name<'m> = (String, (&'m str, &'m str), String);

impl Picture {
    /// What came, went or changed since `earlier`, one line each, machines that both have by what their states are told apart by. States are
    /// the same when their labels are; transitions when they are of one method between the same states.
    pub fn difference(&self, earlier: &Self) -> Vec<String> {
        let mut lines = Vec::new();
        for machine in &self.machines {
            match earlier.machines.iter().find(|other| other.by == machine.by) {
                Some(other) => compare(other, machine, &mut lines),
                None => lines.push(format!("by {}: there was no such machine", machine.by.join(", "))),
            }
        }
        lines
    }
}

fn compare(earlier: &Machine, now: &Machine, lines: &mut Vec<String>) {
    let by = now.by.join(", ");
    let states = |machine: &Machine| machine.states.iter().map(state_name).collect::<BTreeSet<_>>();
    let (before, after) = (states(earlier), states(now));
    lines.extend(
        before
            .difference(&after)
            .map(|state| format!("by {by}: state gone: {state}")),
    );
    lines.extend(
        after
            .difference(&before)
            .map(|state| format!("by {by}: state new: {state}")),
    );
    let (before, after) = (edges(earlier), edges(now));
    for (name, edge) in &before {
        match after.get(name) {
            None => lines.push(format!("by {by}: gone: {}", earlier.told(edge))),
            Some(later) if results_of(edge) != results_of(later) => lines.push(format!(
                "by {by}: changed: {}: {} was {}",
                now.told(later),
                told(later),
                told(edge)
            )),
            Some(_) => {}
        }
    }
    let fresh = after.iter().filter(|(name, _)| !before.contains_key(name));
    lines.extend(fresh.map(|(_, edge)| format!("by {by}: new: {}", now.told(edge))));
}

fn edges(machine: &Machine) -> BTreeMap<Name<'_>, &Transition> {
    let edges = machine.transitions.iter().map(|edge| {
        let method = (edge.name.as_str(), edge.descriptor.as_str());
        let name = (from_name(machine, edge), method, state_name(&machine.states[edge.to]));
        (name, edge)
    });
    edges.collect()
}

/// What may be compared: how often is a matter of how many states were seen.
fn results_of(edge: &Transition) -> BTreeSet<&str> {
    edge.results.keys().map(String::as_str).collect()
}

fn told(edge: &Transition) -> String {
    let results: Vec<&str> = results_of(edge).into_iter().collect();
    if results.is_empty() {
        "nothing".to_owned()
    } else {
        results.join(", ")
    }
}

impl Machine {
    /// A transition in a line: from, call, to.
    pub fn told(&self, edge: &Transition) -> String {
        let to = state_name(&self.states[edge.to]);
        format!("{} -- {} -> {to}", from_name(self, edge), call(edge))
    }
}
