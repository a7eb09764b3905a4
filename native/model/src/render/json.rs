//! The form for other programs.

use serde_json::{Value, json};

use palus_trace::Abstract;

use crate::{
    ArrayShape, ClassModel, Element, Input, MethodKey, Model, Observation, Output, Position, Profile, Recorded,
    RecordedArray, Transition,
};

/// The model as JSON, all classes or the one of that name (`Class.getName()`). docs/model-format.md has its schema.
pub fn json(model: &Model, class: Option<&str>) -> Value {
    let wanted = |name: &str| class.is_none_or(|class| class == name);
    let to_json = Json { model };
    let classes = model
        .classes
        .iter()
        .filter(|(name, _)| wanted(name))
        .map(|(name, automaton)| to_json.automaton(name, automaton));
    let statics = model
        .statics
        .iter()
        .filter(|call| wanted(&call.method.owner))
        .map(|call| to_json.transition(call));
    let answers = model.answers.iter().filter(|answered| wanted(&answered.method.owner));
    let answers = answers.map(|answered| to_json.transition(answered));
    let accesses = model.accesses.iter().filter(|access| wanted(&access.method.owner));
    let accesses = accesses.map(|access| {
        let rest = json!({
            "field_owner": access.field.owner, "field": access.field.name, "reads": access.reads, "writes": access.writes,
        });
        of_method(&access.method, rest)
    });
    json!({
        "schema": 2,
        "classes": classes.collect::<Value>(),
        "statics": statics.collect::<Value>(),
        "answers": answers.collect::<Value>(),
        "accesses": accesses.collect::<Value>(),
    })
}

struct Json<'m> {
    model: &'m Model,
}

impl Json<'_> {
    fn automaton(&self, name: &str, automaton: &ClassModel) -> Value {
        let nodes = automaton.nodes.iter().map(|node| {
            let transitions = node.outgoing.iter().map(|transition| self.transition(transition));
            json!({ "exits": node.exits, "transitions": transitions.collect::<Value>() })
        });
        json!({
            "name": name,
            "objects": automaton.objects,
            "represented": automaton.represented,
            "truncated": automaton.truncated,
            "nodes": nodes.collect::<Value>(),
        })
    }

    fn transition(&self, transition: &Transition) -> Value {
        let dependences = transition.dependences.iter().map(
            |edge| json!({ "input": edge.input, "class": edge.class, "state": edge.state.0, "count": edge.count }),
        );
        let origins = transition.origins.iter();
        let origins = origins.map(|origin| of_method(&origin.test, json!({ "count": origin.count })));
        let rest = json!({
            "position": position(transition.position),
            "target": transition.target.0,
            "threw": transition.threw,
            "nested_to": transition.nested_to.map(|node| node.0),
            "count": transition.count,
            "observations": transition.observations.iter().map(|seen| self.observation(seen)).collect::<Value>(),
            "dependences": dependences.collect::<Value>(),
            "origins": origins.collect::<Value>(),
        });
        of_method(&transition.method, rest)
    }

    fn observation(&self, observation: &Observation) -> Value {
        json!({
            "count": observation.count,
            "inputs": observation.exchange.inputs.iter().map(|input| self.input(input)).collect::<Value>(),
            "subject": self.profile(observation.exchange.subject),
            "result": observation.exchange.result.as_ref().map(|output| self.output(output)),
        })
    }

    fn input(&self, input: &Input) -> Value {
        match input {
            Input::Subject => json!({ "kind": "this" }),
            Input::Null => json!({ "kind": "null" }),
            Input::Value(value) => recorded(value, false),
            Input::Boxed(value) => recorded(value, true),
            Input::Array(array) => elements(array),
            Input::Object { class, state, profile } => json!({
                "kind": "object",
                "class": class,
                "state": state.map(|node| node.0),
                "profile": self.profile(*profile),
            }),
        }
    }

    fn output(&self, output: &Output) -> Value {
        match output {
            Output::Null => json!({ "kind": "null" }),
            Output::Object { class, profile } => {
                json!({ "kind": "object", "class": class, "profile": self.profile(*profile) })
            }
            Output::Array { class, shape } => json!({ "kind": "array", "class": class, "shape": word(*shape) }),
        }
    }

    fn profile(&self, profile: Option<Profile>) -> Option<Value> {
        let fields = self.model.fields(profile?)?;
        let field = |(field, value): (&crate::FieldKey, Abstract)| {
            let value: Value = match value {
                Abstract::Negative => "negative".into(),
                Abstract::Zero => "zero".into(),
                Abstract::Positive => "positive".into(),
                Abstract::NotANumber => "nan".into(),
                Abstract::Boolean(value) => value.into(),
                Abstract::Ordinal(ordinal) => ordinal.into(),
                Abstract::Null => "null".into(),
                Abstract::NonNull => "non-null".into(),
                Abstract::Empty => "empty".into(),
                Abstract::ContainsNull => "contains-null".into(),
                Abstract::OtherElements => "other".into(),
            };
            json!({ "owner": field.owner, "field": field.name, "is": value })
        };
        Some(fields.map(field).collect())
    }
}

/// The names of a method in front of what is said of it.
fn of_method(method: &MethodKey, mut rest: Value) -> Value {
    if let Some(members) = rest.as_object_mut() {
        members.insert("owner".to_owned(), (*method.owner).into());
        members.insert("name".to_owned(), (*method.name).into());
        members.insert("descriptor".to_owned(), (*method.descriptor).into());
        members.insert("access".to_owned(), method.access.into());
    }
    rest
}

fn position(position: Position) -> Value {
    match position {
        Position::Receiver => "receiver".into(),
        Position::Argument(index) => index.into(),
        Position::Result => "result".into(),
    }
}

fn word(shape: ArrayShape) -> &'static str {
    match shape {
        ArrayShape::Empty => "empty",
        ArrayShape::ContainsNull => "contains-null",
        ArrayShape::Other => "other",
    }
}

fn elements(array: &RecordedArray) -> Value {
    let elements = array.elements.values().map(|element| match element {
        Element::Null => json!({ "kind": "null" }),
        Element::Value(value) => recorded(&value, false),
        Element::Boxed(value) => recorded(&value, true),
    });
    json!({
        "kind": "array",
        "class": array.class,
        "length": array.length,
        "shape": word(array.shape()),
        "elements": elements.collect::<Value>(),
    })
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
