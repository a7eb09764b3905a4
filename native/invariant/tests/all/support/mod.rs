//! Executions made by hand: a static method that is called with some values.

use palus_invariant::{Claim, Confidence, End, Inference, Method, Moment, Name, Observation, PointReport, Settings};
use palus_sequence::Scalar;
use palus_state::{Class, Content, Node, Slot, State, Value};

/// What an argument is.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Argument {
    Int(i32),
    Double(f64),
    Boolean(bool),
    Text(&'static str),
    Null,
    /// An object of a class of its own.
    Object(&'static str),
    /// The object that the argument at that place is.
    Same(usize),
    Ints(Vec<i32>),
    Objects(Vec<Argument>),
}

/// The state of a call with these arguments, without a receiver.
pub(crate) fn state(arguments: &[Argument]) -> State {
    let mut state = State {
        classes: Vec::new(),
        roots: vec![Slot::Null],
        nodes: Vec::new(),
        is_racy: false,
    };
    for argument in arguments {
        let slot = match argument {
            Argument::Same(place) => state.roots[1 + place].clone(),
            other => slot(&mut state, other),
        };
        state.roots.push(slot);
    }
    state
}

fn slot(state: &mut State, argument: &Argument) -> Slot {
    let scalar = |scalar| Slot::Value(Value::Scalar(scalar));
    match argument {
        Argument::Int(value) => scalar(Scalar::Int(*value)),
        Argument::Double(value) => scalar(Scalar::double(*value)),
        Argument::Boolean(value) => scalar(Scalar::Boolean(*value)),
        Argument::Text(text) => Slot::Value(Value::String((*text).into())),
        Argument::Null | Argument::Same(_) => Slot::Null,
        Argument::Object(class) => node(state, class, Content::Fields(Vec::new())),
        Argument::Ints(values) => {
            let elements = values.iter().map(|value| scalar(Scalar::Int(*value))).collect();
            node(state, "[I", Content::Elements(None, elements))
        }
        Argument::Objects(values) => {
            let elements = values.iter().map(|value| slot(state, value)).collect();
            node(state, "[Ljava.lang.Object;", Content::Elements(None, elements))
        }
    }
}

fn node(state: &mut State, class: &str, content: Content) -> Slot {
    let place = state.classes.iter().position(|known| &*known.name == class);
    let class = place.unwrap_or_else(|| {
        state.classes.push(Class {
            name: class.into(),
            fields: Vec::new(),
        });
        state.classes.len() - 1
    });
    let class = class as u32;
    let number = state.nodes.iter().filter(|node| node.class == class).count() as u32;
    state.nodes.push(Node { class, number, content });
    Slot::Node(state.nodes.len() as u32 - 1)
}

/// `static void demo.Calls.call(...)`, with these names of parameters.
pub(crate) fn method(names: &[&str]) -> Method {
    Method {
        owner: "demo.Calls".into(),
        name: "call".into(),
        descriptor: format!("({})V", "I".repeat(names.len())).into(),
        access: 9,
        parameters: names.iter().map(|name| Some(Name::from(*name))).collect(),
    }
}

/// What is found at the entry of such calls.
pub(crate) fn at_entry(names: &[&str], calls: &[Vec<Argument>], confidence: f64) -> PointReport {
    let method = method(names);
    let mut inference = Inference::new(Settings {
        confidence: Confidence::new(confidence),
        ..Settings::default()
    });
    for call in calls {
        let state = state(call);
        let observation = Observation {
            method: &method,
            is_inside: false,
            entry: Some(&state),
            exit: None,
            end: End::Unseen,
        };
        inference.see(&observation, None, None);
    }
    let mut points = inference.report().points;
    points.retain(|report| report.point.moment == Moment::Enter);
    points.remove(0)
}

pub(crate) fn name(name: &str) -> Name {
    name.into()
}

pub(crate) fn each(sequence: &str, claim: Claim) -> Claim {
    Claim::Each(name(sequence), Box::new(claim))
}

pub(crate) fn texts(claims: &[Claim]) -> Vec<String> {
    claims.iter().map(ToString::to_string).collect()
}
