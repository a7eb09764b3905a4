//! Values in one word each, for names.

use palus_sequence::{Literal, Symbols, Value};

use super::names::{camel_words, capitalised, simple_class_name};

/// A longer returned string does not go into a name.
const WORD: usize = 16;
/// Nor does a number from here on.
const LONG_NUMBER: u64 = 1_000_000;
const INT_MIN: i64 = i32::MIN as i64;
const INT_MAX: i64 = i32::MAX as i64;

/// The value; none for nothing.
pub(super) fn describe(symbols: &Symbols, value: &Value) -> Option<String> {
    Some(match value {
        Value::Void => return None,
        Value::Null => "Null".to_owned(),
        Value::Boolean(v) => capitalised(&v.to_string()),
        Value::Byte(v) => number(i64::from(*v)),
        Value::Short(v) => number(i64::from(*v)),
        Value::Int(v) => number(i64::from(*v)),
        Value::Long(v) => number(*v),
        Value::Char(v) => character(*v),
        Value::Float(v) => floating(f64::from(*v)),
        Value::Double(v) => floating(*v),
        Value::Boxed(inner) => return describe(symbols, inner),
        Value::String { length: 0, .. } => "EmptyString".to_owned(),
        Value::String { text, .. } => text
            .as_ref()
            .and_then(|text| word(&text.to_lossy()))
            .unwrap_or("String".to_owned()),
        Value::Enum { name: Some(name), .. } => camel_words(name),
        Value::Class { name: Some(name) } => {
            format!("{}Class", camel_words(simple_class_name(name.trim_end_matches(';'))))
        }
        Value::Array { length: 0, .. } => "EmptyArray".to_owned(),
        Value::Array { .. } => "Array".to_owned(),
        Value::Object { class } => class_word(&symbols.type_name(*class)),
        _ => "Value".to_owned(),
    })
}

/// The literal; nothing where there is no word for it.
pub(super) fn literal_word(symbols: &Symbols, literal: &Literal) -> String {
    match literal {
        Literal::Boolean(v) => v.to_string(),
        Literal::Byte(v) => number(i64::from(*v)),
        Literal::Short(v) => number(i64::from(*v)),
        Literal::Int(v) => number(i64::from(*v)),
        Literal::Long(v) => number(*v),
        Literal::Float(v) => floating(f64::from(*v)),
        Literal::Double(v) => floating(*v),
        Literal::Char(v) => character(*v),
        Literal::String(text) => word(&text.to_lossy()).unwrap_or("String".to_owned()),
        Literal::Enum { name, .. } => camel_words(name),
        Literal::Class(id) => format!("{}Class", class_word(&symbols.type_name(*id))),
        Literal::Null => "null".to_owned(),
        Literal::Lambda(_) => "lambda".to_owned(),
        _ => String::new(),
    }
}

/// The class in one word, without the names invented for lambdas and other hidden classes.
pub(super) fn class_word(name: &str) -> String {
    let simple = capitalised(simple_class_name(name));
    let invented = name.contains('/') || name.contains("$$") || !simple.starts_with(|c: char| c.is_ascii_alphabetic());
    if invented { "Object".to_owned() } else { simple }
}

fn character(unit: u16) -> String {
    match char::from_u32(u32::from(unit)).filter(char::is_ascii_alphanumeric) {
        Some(c) => c.to_ascii_uppercase().to_string(),
        None => "Char".to_owned(),
    }
}

fn number(value: i64) -> String {
    match value {
        0 => "Zero".to_owned(),
        i64::MIN | INT_MIN => "MinValue".to_owned(),
        i64::MAX | INT_MAX => "MaxValue".to_owned(),
        _ if value.unsigned_abs() >= LONG_NUMBER => "Number".to_owned(),
        _ if value < 0 => format!("Minus{}", value.unsigned_abs()),
        _ => value.to_string(),
    }
}

fn floating(value: f64) -> String {
    if value.is_nan() {
        "Nan".to_owned()
    } else if value.fract() == 0.0 && value.abs() < 1e15 {
        number(value as i64)
    } else {
        "Number".to_owned()
    }
}

/// The text as part of a name, when it is one short word.
fn word(text: &str) -> Option<String> {
    let plain = text.len() <= WORD && text.chars().all(|c| c.is_ascii_alphanumeric() || c == ' ');
    let word = camel_words(text);
    (plain && !word.is_empty()).then_some(word)
}
