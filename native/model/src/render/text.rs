//! The compact form: one class a block, one transition a line.

use std::fmt::Write;

use super::{parameters, simple_name};
use crate::{ClassModel, Input, MethodKey, Model, Observation, Position, Recorded, Transition};

/// How many observations of a transition are shown.
const SAMPLES: usize = 3;
/// How many characters of a string are shown.
const CHARACTERS: usize = 40;

/// The model as text, all classes or the one of that name (`Class.getName()`). States are numbers, 0 is the state before
/// the first call; `x2` counts; in parentheses samples of what was passed, where `Name@3` is an object in state 3 of
/// its own automaton.
pub fn text(model: &Model, class: Option<&str>) -> String {
    let mut out = String::new();
    for (name, automaton) in &model.classes {
        if class.is_none_or(|wanted| wanted == &**name) {
            block(&mut out, name, automaton);
        }
    }
    let statics = model
        .statics
        .iter()
        .filter(|call| class.is_none_or(|wanted| wanted == &*call.method.owner));
    for (index, call) in statics.enumerate() {
        if index == 0 {
            out.push_str(if out.is_empty() {
                "static methods\n"
            } else {
                "\nstatic methods\n"
            });
        }
        let _ = write!(out, "  {}.{}", call.method.owner, signature(&call.method));
        notes(&mut out, call);
    }
    out
}

fn block(out: &mut String, name: &str, automaton: &ClassModel) {
    if !out.is_empty() {
        out.push('\n');
    }
    let (objects, states) = (automaton.objects, automaton.states());
    let _ = write!(out, "{name}  {objects} object{}, {states} states", plural(objects));
    if automaton.truncated > 0 {
        let _ = write!(
            out,
            ", {} limit{} reached",
            automaton.truncated,
            plural(automaton.truncated)
        );
    }
    out.push('\n');
    for (source, node) in automaton.nodes.iter().enumerate() {
        for transition in &node.outgoing {
            let _ = write!(out, "  {source} -> {}  {}", transition.target.0, call(name, transition));
            notes(out, transition);
        }
    }
    exits(out, automaton);
}

fn exits(out: &mut String, automaton: &ClassModel) {
    let exits: Vec<String> = automaton
        .nodes
        .iter()
        .enumerate()
        .filter(|(_, node)| node.exits > 0)
        .map(|(number, node)| match node.exits {
            1 => number.to_string(),
            count => format!("{number} x{count}"),
        })
        .collect();
    if !exits.is_empty() {
        let _ = writeln!(out, "  exits: {}", exits.join(", "));
    }
}

fn call(class: &str, transition: &Transition) -> String {
    let method = &transition.method;
    let signature = if *method.owner == *class {
        signature(method)
    } else {
        format!("{}.{}", simple_name(&method.owner), signature(method))
    };
    match transition.position {
        Position::Receiver => signature,
        Position::Argument(index) => format!("argument {index} of {signature}"),
        Position::Result => format!("result of {signature}"),
    }
}

fn signature(method: &MethodKey) -> String {
    format!("{}({})", method.name, parameters(&method.descriptor))
}

fn notes(out: &mut String, transition: &Transition) {
    let _ = write!(out, "  x{}", transition.count);
    if let Some(end) = transition.nested_to {
        let _ = write!(out, "  nested, towards {}", end.0);
    }
    if let Some(exception) = &transition.threw {
        let _ = write!(out, "  threw {exception}");
    }
    let samples: Vec<String> = transition.observations.iter().filter_map(sample).collect();
    for sample in samples.iter().take(SAMPLES) {
        let _ = write!(out, "  {sample}");
    }
    if samples.len() > SAMPLES {
        let _ = write!(out, "  and {} more", samples.len() - SAMPLES);
    }
    out.push('\n');
}

/// What was passed besides the object itself; none when there was nothing else.
fn sample(observation: &Observation) -> Option<String> {
    let others = observation.inputs.iter().any(|input| *input != Input::Subject);
    others.then(|| {
        let skip = usize::from(observation.inputs.first() == Some(&Input::Subject));
        let inputs: Vec<String> = observation.inputs[skip..].iter().map(input).collect();
        match observation.count {
            1 => format!("({})", inputs.join(", ")),
            count => format!("({}) x{count}", inputs.join(", ")),
        }
    })
}

fn input(input: &Input) -> String {
    match input {
        Input::Subject => "this".to_owned(),
        Input::Null => "null".to_owned(),
        Input::Value(value) => literal(value),
        Input::Boxed(value) => format!("boxed {}", literal(value)),
        Input::Object { class, state: None } => simple_name(class).to_owned(),
        Input::Object {
            class,
            state: Some(state),
        } => format!("{}@{}", simple_name(class), state.0),
    }
}

fn literal(value: &Recorded) -> String {
    match value {
        Recorded::Boolean(v) => v.to_string(),
        Recorded::Byte(v) => v.to_string(),
        Recorded::Char(v) => format!(
            "{:?}",
            char::from_u32(u32::from(*v)).unwrap_or(char::REPLACEMENT_CHARACTER)
        ),
        Recorded::Short(v) => v.to_string(),
        Recorded::Int(v) => v.to_string(),
        Recorded::Long(v) => format!("{v}L"),
        Recorded::Float(v) => format!("{:?}f", f32::from_bits(*v)),
        Recorded::Double(v) => format!("{:?}", f64::from_bits(*v)),
        Recorded::String { length, text } => {
            let text = text.to_lossy();
            let shown: String = text.chars().take(CHARACTERS).collect();
            let whole = shown.len() == text.len() && *length as usize == text.encode_utf16().count();
            if whole {
                format!("{shown:?}")
            } else {
                format!("{shown:?}... {length} chars")
            }
        }
        Recorded::Enum { class, name } => format!("{}.{name}", simple_name(class)),
        Recorded::Class { name } => format!("{}.class", simple_name(name)),
    }
}

fn plural(count: u64) -> &'static str {
    if count == 1 { "" } else { "s" }
}
