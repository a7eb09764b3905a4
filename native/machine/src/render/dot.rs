//! The form for Graphviz.

use std::fmt::Write as _;

use super::{call, results, state_name};
use crate::abstraction::{Machine, Transition};
use crate::picture::Picture;

impl Picture {
    /// The picture in the language of Graphviz: a cluster a machine, the moment before an object is made as a point. What throws is red,
    /// what the states do not tell apart dashed, what differs in equal states dotted.
    pub fn dot(&self) -> String {
        let mut out = String::from("digraph states {\n  node [shape=box, style=rounded, fontname=\"sans-serif\"];\n");
        out.push_str("  edge [fontname=\"sans-serif\", fontsize=10];\n");
        for (number, machine) in self.machines.iter().enumerate() {
            let label = quoted(&format!("{} by {}", self.class, machine.by.join(", ")));
            let _ = writeln!(out, "  subgraph cluster_{number} {{\n    label={label};");
            let _ = writeln!(out, "    s{number}_new [shape=point, width=0.15];");
            cluster(number, machine, &mut out);
            out.push_str("  }\n");
        }
        out.push_str("}\n");
        out
    }
}

fn cluster(number: usize, machine: &Machine, out: &mut String) {
    for (place, state) in machine.states.iter().enumerate() {
        let label = quoted(&state_name(state));
        let tooltip = quoted(&format!("{} concrete", state.concrete.len()));
        let _ = writeln!(out, "    s{number}_{place} [label={label}, tooltip={tooltip}];");
    }
    for edge in &machine.transitions {
        let from = edge.from.map_or("new".to_owned(), |from| from.to_string());
        let mut label = format!("{} x{}", call(edge), edge.count);
        let results = results(edge);
        if !results.is_empty() {
            label = format!("{label}\n{results}");
        }
        let (label, tooltip) = (quoted(&label), quoted(&edge.witness.join("; ")));
        let style = style(edge);
        let _ = writeln!(
            out,
            "    s{number}_{from} -> s{number}_{} [label={label}, tooltip={tooltip}{style}];",
            edge.to
        );
    }
}

fn style(edge: &Transition) -> String {
    let line = match (edge.unstable, edge.non_deterministic) {
        (true, _) => ", style=dotted",
        (false, true) => ", style=dashed",
        (false, false) => "",
    };
    let colour = if edge.throws {
        ", color=red3, fontcolor=red3"
    } else {
        ""
    };
    format!("{line}{colour}")
}

/// A quoted string of the language.
fn quoted(text: &str) -> String {
    let escaped = text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
    format!("\"{escaped}\"")
}
