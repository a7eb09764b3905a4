//! For reading.

use std::fmt::Write as _;

use super::{call, from_name, results, state_name};
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
            "not made: what had led to the state did not lead there again",
        );
        note(
            counts.lost,
            "call",
            "did not end by a return or an exception of their own, or left too large a state",
        );
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

fn lines(machine: &Machine, text: &mut String) {
    let rows: Vec<[String; 3]> = machine
        .transitions
        .iter()
        .map(|edge| {
            [
                from_name(machine, edge),
                format!("-- {} ->", call(edge)),
                state_name(&machine.states[edge.to]),
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
