//! For reading.

use std::fmt::Write as _;

use super::{call, results, state_name};
use crate::abstraction::{Machine, Transition};
use crate::picture::Picture;

impl Picture {
    /// A block a machine, one line a transition: from, call, to, how many concrete transitions it stands for, what they gave. What the
    /// picture lacks stands below.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for machine in &self.machines {
            let separator = if text.is_empty() { "" } else { "\n" };
            let _ = writeln!(text, "{separator}{}", self.heading(machine));
            lines(machine, &mut text);
        }
        self.notes(&mut text);
        text
    }

    fn heading(&self, machine: &Machine) -> String {
        let counts = self.counts;
        format!(
            "{} by {}: {}, {}, {}, {}",
            self.class,
            machine.by.join(", "),
            plural(counts.states, "concrete state"),
            plural(counts.calls, "call"),
            plural(counts.executions, "execution"),
            plural(machine.states.len(), "abstract state"),
        )
    }

    fn notes(&self, text: &mut String) {
        let counts = self.counts;
        let mut note = |count: usize, what: &str, rest: &str| {
            if count > 0 {
                let _ = write!(text, "\n{} {rest}", plural(count, what));
            }
        };
        note(
            counts.left_out,
            "execution",
            "led to further states and are left out: the picture is a part; raise --max-states",
        );
        note(
            counts.frontier,
            "state",
            "of the frontier: not all calls were tried in them; raise --rounds",
        );
        note(
            counts.elsewhere,
            "call",
            "not made: what had led to the state cannot be repeated, or did not lead there again",
        );
        note(
            counts.lost,
            "call",
            "did not end by a return or an exception of their own, or left too large a state",
        );
        note(counts.not_run, "call", "not made: the budget was spent; raise --runs");
        if !self.non_deterministic.is_empty() {
            let _ = write!(
                text,
                "\nended differently in equal states: {}",
                self.non_deterministic.join(", ")
            );
        }
        if text.ends_with(|end: char| end != '\n') {
            text.push('\n');
        }
    }
}

/// Longer names of states stand above the transitions, which name them by numbers.
const LONGEST_NAME: usize = 48;
/// Longer calls are cut.
const LONGEST_CALL: usize = 64;

/// What the states are called in the lines of a machine; those whose names are long are told before.
fn names(machine: &Machine, text: &mut String) -> Vec<String> {
    let names: Vec<String> = machine.states.iter().map(state_name).collect();
    if names.iter().all(|name| name.chars().count() <= LONGEST_NAME) {
        return names;
    }
    for (number, state) in (1..).zip(&machine.states) {
        let _ = writeln!(text, "  state {number}: {}", state_name(state));
    }
    (1..=names.len()).map(|number| number.to_string()).collect()
}

fn cut(call: String) -> String {
    if call.chars().count() <= LONGEST_CALL {
        return call;
    }
    let cut: String = call.chars().take(LONGEST_CALL - 4).collect();
    format!("{cut}...)")
}

fn lines(machine: &Machine, text: &mut String) {
    let names = names(machine, text);
    let rows: Vec<[String; 3]> = machine
        .transitions
        .iter()
        .map(|edge| {
            [
                edge.from.map_or("new".to_owned(), |from| names[from].clone()),
                format!("-- {} ->", cut(call(edge))),
                names[edge.to].clone(),
            ]
        })
        .collect();
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths = [width(0), width(1), width(2)];
    for (row, edge) in rows.iter().zip(&machine.transitions) {
        let [from, call, to] = row;
        let line = format!(
            "  {from:a$}  {call:b$}  {to:c$}  {}  {}",
            edge.count,
            remarks(edge),
            a = widths[0],
            b = widths[1],
            c = widths[2]
        );
        let _ = writeln!(text, "{}", line.trim_end());
    }
}

fn remarks(edge: &Transition) -> String {
    let mut remarks = vec![results(edge)];
    if edge.non_deterministic {
        remarks.push("[non-deterministic]".to_owned());
    }
    if edge.unstable {
        remarks.push("[differs in equal states]".to_owned());
    }
    remarks.retain(|remark| !remark.is_empty());
    remarks.join("  ")
}

fn plural(count: usize, what: &str) -> String {
    let end = if count == 1 { "" } else { "s" };
    format!("{count} {what}{end}")
}
