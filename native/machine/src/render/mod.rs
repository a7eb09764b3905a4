//! A picture in the forms that people and programs read.

mod dot;
mod text;

use crate::abstraction::{AbstractState, Machine, Transition};

/// What an abstract state is called.
pub(crate) fn state_name(state: &AbstractState) -> String {
    if state.label.is_empty() {
        return "nothing throws".to_owned();
    }
    state.label.join(", ")
}

pub(crate) fn from_name(machine: &Machine, transition: &Transition) -> String {
    transition
        .from
        .map_or("new".to_owned(), |from| state_name(&machine.states[from]))
}

/// `push(0 | 1)`: up to three of the different arguments.
pub(crate) fn call(transition: &Transition) -> String {
    let mut arguments = transition.arguments.join(" | ");
    if transition.calls > transition.arguments.len() {
        arguments.push_str(" | ...");
    }
    format!("{}({arguments})", transition.name)
}

/// What the calls gave: counted where that was not always the same.
fn results(transition: &Transition) -> String {
    let one = transition.results.len() == 1 && transition.results.values().sum::<usize>() == transition.count;
    let result = |(result, count): (&String, &usize)| {
        if one {
            result.clone()
        } else {
            format!("{result} ({count})")
        }
    };
    transition.results.iter().map(result).collect::<Vec<_>>().join(", ")
}
