//! The form for Graphviz.

use std::fmt::Write;

use super::words::{call, signature};
use crate::{ClassModel, Model, Transition};

/// The model in the language of Graphviz, all classes or the one of that name (`Class.getName()`): a cluster an
/// automaton, the root as a point, states with exits in double circles. Nested calls are grey, exceptions red; a dashed edge
/// leads from the state in which an object was passed to the state of the object whose call it was passed to.
pub fn dot(model: &Model, class: Option<&str>) -> String {
    let mut out = String::from("digraph model {\n  rankdir=LR;\n  node [shape=circle, fontname=\"sans-serif\"];\n");
    out.push_str("  edge [fontname=\"sans-serif\", fontsize=10];\n");
    let shown: Vec<(&str, &ClassModel)> = model
        .classes
        .iter()
        .map(|(name, automaton)| (&**name, automaton))
        .filter(|(name, _)| class.is_none_or(|wanted| wanted == *name))
        .collect();
    for (index, (name, automaton)) in shown.iter().enumerate() {
        cluster(&mut out, index, name, automaton);
    }
    for (index, (_, automaton)) in shown.iter().enumerate() {
        for (source, node) in automaton.nodes.iter().enumerate() {
            for transition in &node.outgoing {
                dependences(&mut out, &shown, (index, source), transition);
            }
        }
    }
    out.push_str("}\n");
    out
}

fn cluster(out: &mut String, index: usize, name: &str, automaton: &ClassModel) {
    let _ = writeln!(out, "  subgraph cluster_{index} {{\n    label={};", quoted(name));
    for (number, node) in automaton.nodes.iter().enumerate() {
        let style = match (number, node.exits) {
            (0, _) => "shape=point, width=0.15".to_owned(),
            (_, 0) => format!("label=\"{number}\""),
            (_, exits) => format!("label=\"{number}\", shape=doublecircle, tooltip=\"{exits} ended here\""),
        };
        let _ = writeln!(out, "    s{index}_{number} [{style}];");
    }
    for (source, node) in automaton.nodes.iter().enumerate() {
        for transition in &node.outgoing {
            let mut label = format!("{} x{}", call(name, transition), transition.count);
            let mut style = "";
            if transition.nested_to.is_some() {
                style = ", color=gray50, fontcolor=gray40";
            }
            if let Some(exception) = &transition.threw {
                label = format!("{label}\nthrew {exception}");
                style = ", color=red3, fontcolor=red3";
            }
            let (target, label) = (transition.target.0, quoted(&label));
            let _ = writeln!(
                out,
                "    s{index}_{source} -> s{index}_{target} [label={label}{style}];"
            );
        }
    }
    out.push_str("  }\n");
}

fn dependences(
    out: &mut String,
    shown: &[(&str, &ClassModel)],
    (index, source): (usize, usize),
    transition: &Transition,
) {
    for edge in &transition.dependences {
        let from = if let Some(class) = shown.iter().position(|(name, _)| *name == &*edge.class) {
            format!("s{class}_{}", edge.state.0)
        } else {
            let name = quoted(&format!("{} @{}", edge.class, edge.state.0));
            let _ = writeln!(out, "  {name} [shape=box, style=\"dashed,rounded\"];");
            name
        };
        let label = quoted(&format!("into {} x{}", signature(&transition.method), edge.count));
        let style = "style=dashed, color=purple, fontcolor=purple, constraint=false";
        let _ = writeln!(out, "  {from} -> s{index}_{source} [label={label}, {style}];");
    }
}

/// A quoted string of the language.
fn quoted(text: &str) -> String {
    let escaped = text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
    format!("\"{escaped}\"")
}
