//! For reading: one line an execution, then the states.
//!
//! `StackTest.pops  3  IntStack.push(2)  S1 -> S2  void`: the test, the place in it, the call, the states of the receiver, and what came of
//! it. What ran before the test, to set it up, has a star behind its place.

use std::io::{self, Write};

use palus_executions::{Execution, Outcome};
use palus_observe::ObjectStates;

use super::Show;
use super::simple;
use super::view::{Line, Shown, View};

pub(super) struct Text;

impl Show for Text {
    fn execution(&mut self, execution: &Execution, line: &Line, out: &mut dyn Write) -> io::Result<()> {
        let test = execution.test.as_ref().map(|test| &test.method);
        let test = test.map_or("-".to_owned(), |test| format!("{}.{}", simple(&test.owner), test.name));
        let mark = if execution.is_before { "*" } else { "" };
        let place = execution.place;
        let (call, states, outcome) = (call(execution, line), receiver(line), outcome(execution, line));
        writeln!(out, "{test}  {place}{mark}  {call}  {states}  {outcome}")
    }

    fn states(&mut self, view: &View, states: &ObjectStates, out: &mut dyn Write) -> io::Result<()> {
        let mut before = "\n";
        for (number, state) in view.states(states) {
            writeln!(out, "{before}S{number}  {}", state.text())?;
            before = "";
        }
        let marked = states.marked();
        let counts = [
            (
                u64::from(marked.opaque),
                "states have objects that were not looked into (opaque)",
            ),
            (
                u64::from(marked.order_by_hash),
                "states have collections in the order of their tables (order-by-hash)",
            ),
            (
                u64::from(marked.racy),
                "states were changed by another thread while they were read (racy)",
            ),
            (marked.too_large, "calls have a state that was too large (cut)"),
        ];
        let mut before = "\n";
        for (count, what) in counts.into_iter().filter(|(count, _)| *count > 0) {
            writeln!(out, "{before}{count} {what}")?;
            before = "";
        }
        Ok(())
    }
}

fn call(execution: &Execution, line: &Line) -> String {
    let method = &execution.method;
    let owner = simple(&method.owner);
    let arguments: Vec<String> = line.arguments.iter().map(argument).collect();
    let arguments = arguments.join(", ");
    if &*method.name == "<init>" {
        return format!("new {owner}({arguments})");
    }
    format!("{owner}.{}({arguments})", method.name)
}

/// An object in both its states where the call changed it.
fn argument((before, after): &(Shown, Shown)) -> String {
    match (before, after) {
        (Shown::State(_), Shown::State(_)) if before != after => format!("{} -> {}", name(before), name(after)),
        _ => name(before),
    }
}

fn receiver(line: &Line) -> String {
    match (&line.receiver, &line.receiver_after) {
        (Some(before), Some(after)) => format!("{} -> {}", name(before), name(after)),
        (None, Some(made)) => format!("-> {}", name(made)),
        (Some(before), None) => name(before),
        (None, None) => "-".to_owned(),
    }
}

fn outcome(execution: &Execution, line: &Line) -> String {
    match &execution.outcome {
        Outcome::Void => "void".to_owned(),
        Outcome::Value => line.result.as_ref().map_or("?".to_owned(), name),
        Outcome::Threw(class) => format!("threw {class}"),
        Outcome::Unseen => "end not seen".to_owned(),
    }
}

fn name(shown: &Shown) -> String {
    match shown {
        Shown::Value(text) => text.clone(),
        Shown::State(number) => format!("S{number}"),
        Shown::Unknown => "?".to_owned(),
    }
}
