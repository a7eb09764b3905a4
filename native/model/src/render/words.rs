//! How names and values are written in every form for people.

use palus_trace::Abstract;

use super::{parameters, simple_name};
use crate::{
    ArrayShape, Element, FieldKey, Input, MethodKey, Model, Output, Position, Profile, Recorded, RecordedArray,
    Transition,
};

/// How many characters of a string are shown.
const CHARACTERS: usize = 40;
/// How many elements of an array are shown.
const ELEMENTS: usize = 8;

/// The call of a transition as seen from an object of the class.
pub(super) fn call(class: &str, transition: &Transition) -> String {
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

/// Name and parameter types.
pub(super) fn signature(method: &MethodKey) -> String {
    format!("{}({})", method.name, parameters(&method.descriptor))
}

/// An input without its profile.
pub(super) fn input(input: &Input) -> String {
    match input {
        Input::Subject => "this".to_owned(),
        Input::Null => "null".to_owned(),
        Input::Value(value) => literal(value),
        Input::Boxed(value) => format!("boxed {}", literal(value)),
        Input::Array(array) => elements(array),
        Input::Object { class, state: None, .. } => simple_name(class).to_owned(),
        Input::Object {
            class,
            state: Some(state),
            ..
        } => format!("{}@{}", simple_name(class), state.0),
    }
}

/// What came back.
pub(super) fn output(model: &Model, output: &Output) -> String {
    match output {
        Output::Null => "null".to_owned(),
        Output::Object { class, profile } => format!("{}{}", simple_name(class), braces(model, *profile)),
        Output::Array { class, shape } => format!("{} {}", type_name(class), shape_word(*shape)),
    }
}

fn elements(array: &RecordedArray) -> String {
    let name = type_name(&array.class);
    let shown: Vec<String> = array
        .elements
        .values()
        .take(ELEMENTS)
        .map(|element| self::element(&element))
        .collect();
    if shown.len() == array.length as usize {
        return format!("{name} {{{}}}", shown.join(", "));
    }
    let dots = if shown.is_empty() { "..." } else { ", ..." };
    format!("{name} {{{}{dots}}} of {}", shown.join(", "), array.length)
}

fn element(element: &Element) -> String {
    match element {
        Element::Null => "null".to_owned(),
        Element::Value(value) | Element::Boxed(value) => literal(value),
    }
}

/// A value as Java would have it.
pub(super) fn literal(value: &Recorded) -> String {
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

/// The fields of a profile in braces, or nothing where there is none.
pub(super) fn braces(model: &Model, profile: Option<Profile>) -> String {
    let Some(fields) = profile.and_then(|profile| model.fields(profile)) else {
        return String::new();
    };
    let fields: Vec<String> = fields.map(|(field, value)| field_word(field, value)).collect();
    format!("{{{}}}", fields.join(", "))
}

/// A field and its abstract value.
pub(super) fn field_word(field: &FieldKey, value: Abstract) -> String {
    let name = &field.name;
    match value {
        Abstract::Negative => format!("{name} < 0"),
        Abstract::Zero => format!("{name} = 0"),
        Abstract::Positive => format!("{name} > 0"),
        Abstract::NotANumber => format!("{name} NaN"),
        Abstract::Boolean(value) => format!("{name} = {value}"),
        Abstract::Ordinal(ordinal) => format!("{name} = #{ordinal}"),
        Abstract::Null => format!("{name} null"),
        Abstract::NonNull => format!("{name} non-null"),
        Abstract::Empty => format!("{name} empty"),
        Abstract::ContainsNull => format!("{name} contains null"),
        Abstract::OtherElements => format!("{name} has elements"),
    }
}

/// The abstraction of an array.
pub(super) fn shape_word(shape: ArrayShape) -> &'static str {
    match shape {
        ArrayShape::Empty => "empty",
        ArrayShape::ContainsNull => "contains null",
        ArrayShape::Other => "has elements",
    }
}

/// The simple name of a run-time class, arrays as in source.
pub(super) fn type_name(class: &str) -> String {
    if class.starts_with('[') {
        super::take_type(class).0
    } else {
        simple_name(class).to_owned()
    }
}

/// `s` unless there is one.
pub(super) fn plural(count: u64) -> &'static str {
    if count == 1 { "" } else { "s" }
}
