//! The form for other programs.

use serde_json::{Value, json};

use crate::{ClassModel, Input, Model, Observation, Position, Recorded, Transition};

/// The model as JSON, all classes or the one of that name (`Class.getName()`):
///
/// ```text
/// {"schema": 1,
///  "classes": [{"name", "objects", "truncated", "nodes": [{"exits", "transitions": [TRANSITION]}]}],
///  "statics": [TRANSITION]}
/// TRANSITION   {"owner", "name", "descriptor", "access", "position": "receiver" | "result" | argument number from 1,
///               "target", "threw": class or null, "nested_to": node or null, "count", "observations": [OBSERVATION]}
/// OBSERVATION  {"count", "inputs": [INPUT]}
/// INPUT        {"kind": "this" | "null" | "object" | "boolean" ... "double" | "string" | "enum" | "class", ...}
///              "object": "class", "state": node of the class's own automaton or null
///              numbers, "boolean": "value", "boxed"; "long", "float" and "double" values are strings
///              "string": "value", "length" in UTF-16 units; "enum": "class", "value"; "class": "value"
/// ```
///
/// The first node is the root. Static calls have no meaningful position and target.
pub fn json(model: &Model, class: Option<&str>) -> Value {
    let wanted = |name: &str| class.is_none_or(|class| class == name);
    let classes = model
        .classes
        .iter()
        .filter(|(name, _)| wanted(name))
        .map(|(name, automaton)| automaton_of(name, automaton));
    let statics = model
        .statics
        .iter()
        .filter(|call| wanted(&call.method.owner))
        .map(transition);
    json!({
        "schema": 1,
        "classes": classes.collect::<Value>(),
        "statics": statics.collect::<Value>(),
    })
}

fn automaton_of(name: &str, automaton: &ClassModel) -> Value {
    let nodes = automaton.nodes.iter().map(
        |node| json!({ "exits": node.exits, "transitions": node.outgoing.iter().map(transition).collect::<Value>() }),
    );
    json!({
        "name": name,
        "objects": automaton.objects,
        "truncated": automaton.truncated,
        "nodes": nodes.collect::<Value>(),
    })
}

fn transition(transition: &Transition) -> Value {
    let method = &transition.method;
    json!({
        "owner": method.owner,
        "name": method.name,
        "descriptor": method.descriptor,
        "access": method.access,
        "position": position(transition.position),
        "target": transition.target.0,
        "threw": transition.threw,
        "nested_to": transition.nested_to.map(|node| node.0),
        "count": transition.count,
        "observations": transition.observations.iter().map(observation).collect::<Value>(),
    })
}

fn position(position: Position) -> Value {
    match position {
        Position::Receiver => "receiver".into(),
        Position::Argument(index) => index.into(),
        Position::Result => "result".into(),
    }
}

fn observation(observation: &Observation) -> Value {
    json!({ "count": observation.count, "inputs": observation.inputs.iter().map(input).collect::<Value>() })
}

fn input(input: &Input) -> Value {
    match input {
        Input::Subject => json!({ "kind": "this" }),
        Input::Null => json!({ "kind": "null" }),
        Input::Value(value) => recorded(value, false),
        Input::Boxed(value) => recorded(value, true),
        Input::Object { class, state } => {
            json!({ "kind": "object", "class": class, "state": state.map(|node| node.0) })
        }
    }
}

fn recorded(value: &Recorded, boxed: bool) -> Value {
    let plain = |kind: &str, value: Value| json!({ "kind": kind, "value": value, "boxed": boxed });
    match value {
        Recorded::Boolean(v) => plain("boolean", (*v).into()),
        Recorded::Byte(v) => plain("byte", (*v).into()),
        Recorded::Char(v) => plain("char", (*v).into()),
        Recorded::Short(v) => plain("short", (*v).into()),
        Recorded::Int(v) => plain("int", (*v).into()),
        // JSON numbers are doubles to many readers, and have no NaN.
        Recorded::Long(v) => plain("long", v.to_string().into()),
        Recorded::Float(v) => plain("float", f32::from_bits(*v).to_string().into()),
        Recorded::Double(v) => plain("double", f64::from_bits(*v).to_string().into()),
        Recorded::String { length, text } => json!({ "kind": "string", "value": text.to_lossy(), "length": length }),
        Recorded::Enum { class, name } => json!({ "kind": "enum", "class": class, "value": name }),
        Recorded::Class { name } => json!({ "kind": "class", "value": name }),
    }
}
