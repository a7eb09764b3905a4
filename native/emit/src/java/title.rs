//! The name of a test, by rule from its last call and what became of it: `parse_emptyString_throwsParseException`.

use palus_sequence::work::KeptTest;
use palus_sequence::{Literal, MethodKind, Operand, Outcome, Statement, Symbols, Value};

use super::names::{camel_words, capitalised, lower_camel, simple_class_name};

/// A longer returned string does not go into a name.
const WORD: usize = 16;
/// Nor does a number from here on.
const LONG_NUMBER: u64 = 1_000_000;
const INT_MIN: i64 = i32::MIN as i64;
const INT_MAX: i64 = i32::MAX as i64;

/// The name, always of at least two parts, so that it never is a keyword, an assertion or a method of `Object`.
pub(super) fn title(symbols: &Symbols, test: &KeptTest) -> String {
    let Some(at) = told(test) else {
        return "sequence_completes".to_owned();
    };
    let statement = &test.sequence.statements[at];
    let outcome = test.outcomes.get(at);
    let mut parts = vec![subject(symbols, statement)];
    parts.extend(arguments(symbols, test, statement));
    parts.push(match &test.violates {
        Some((check, _)) => format!("breaks{}", camel_words(check)),
        None => effect(symbols, statement, outcome),
    });
    parts.join("_")
}

/// The statement that the test is about: the last one, unless only an earlier one is asserted.
fn told(test: &KeptTest) -> Option<usize> {
    let last = test.sequence.len().checked_sub(1)?;
    if test.violates.is_some() || test.outcomes.get(last).is_none_or(|outcome| !outcome.is_normal()) {
        return Some(last);
    }
    let asserted = test
        .asserted
        .iter()
        .map(|&at| usize::from(at))
        .filter(|&at| at <= last)
        .max();
    Some(asserted.unwrap_or(last))
}

fn subject(symbols: &Symbols, statement: &Statement) -> String {
    let name = match statement {
        Statement::Call { method, .. } => {
            let method = symbols.get(*method);
            match method.kind {
                MethodKind::Constructor => format!(
                    "new{}",
                    capitalised(simple_class_name(&symbols.type_name(method.owner)))
                ),
                _ => method
                    .name
                    .chars()
                    .filter(|c| c.is_ascii_alphanumeric() || *c == '_')
                    .collect(),
            }
        }
        Statement::StaticField { field } => lower_camel(&camel_words(&symbols.get_field(*field).name)),
        _ => "array".to_owned(),
    };
    if name.starts_with(|c: char| c.is_ascii_alphabetic()) {
        name
    } else {
        format!("call{name}")
    }
}

/// The one argument that tells most: a null, an empty or a boundary value.
fn arguments(symbols: &Symbols, test: &KeptTest, statement: &Statement) -> Option<String> {
    let Statement::Call { method, operands } = statement else {
        return None;
    };
    let skip = usize::from(symbols.get(*method).kind == MethodKind::Instance);
    operands
        .iter()
        .skip(skip)
        .find_map(|operand| trait_of(symbols, test, operand))
}

fn trait_of(symbols: &Symbols, test: &KeptTest, operand: &Operand) -> Option<String> {
    let word = match operand {
        Operand::Var(var) => match test.sequence.statements.get(var.index())? {
            Statement::Array { elements, element } if elements.is_empty() => {
                return Some(format!(
                    "empty{}Array",
                    camel_words(simple_class_name(&symbols.type_name(*element)))
                ));
            }
            _ => return None,
        },
        Operand::Literal(literal) => match literal {
            Literal::Null => "null",
            Literal::String(string) if string.units().is_empty() => "emptyString",
            Literal::String(string) if string.units().iter().all(|&unit| unit <= 0x20) => "blankString",
            Literal::Int(i32::MIN) | Literal::Long(i64::MIN) => "minValue",
            Literal::Int(i32::MAX) | Literal::Long(i64::MAX) => "maxValue",
            Literal::Int(0) | Literal::Long(0) => "zero",
            Literal::Int(v) if *v < 0 => "negative",
            Literal::Long(v) if *v < 0 => "negative",
            Literal::Double(v) if v.is_nan() => "nan",
            Literal::Float(v) if v.is_nan() => "nan",
            _ => return None,
        },
        _ => return None,
    };
    Some(word.to_owned())
}

fn effect(symbols: &Symbols, statement: &Statement, outcome: Option<&Outcome>) -> String {
    match outcome {
        Some(Outcome::Threw { class, .. }) => {
            format!("throws{}", capitalised(simple_class_name(&symbols.type_name(*class))))
        }
        Some(Outcome::Returned(value)) => returned(symbols, statement, value),
        _ => "ends".to_owned(),
    }
}

fn returned(symbols: &Symbols, statement: &Statement, value: &Value) -> String {
    let constructed =
        matches!(statement, Statement::Call { method, .. } if symbols.get(*method).kind == MethodKind::Constructor);
    if let (Value::Object { .. }, Statement::Call { method, .. }) = (value, statement) {
        let declared = symbols.type_name(symbols.get(*method).result);
        if !constructed && declared != "java.lang.Object" {
            return format!("returns{}", class_word(&declared));
        }
    }
    match describe(symbols, value) {
        _ if constructed => "completes".to_owned(),
        Some(word) => format!("returns{word}"),
        None => "completes".to_owned(),
    }
}

fn describe(symbols: &Symbols, value: &Value) -> Option<String> {
    Some(match value {
        Value::Void => return None,
        Value::Null => "Null".to_owned(),
        Value::Boolean(v) => capitalised(&v.to_string()),
        Value::Byte(v) => number(i64::from(*v)),
        Value::Short(v) => number(i64::from(*v)),
        Value::Int(v) => number(i64::from(*v)),
        Value::Long(v) => number(*v),
        Value::Char(v) => match char::from_u32(u32::from(*v)).filter(char::is_ascii_alphanumeric) {
            Some(c) => c.to_ascii_uppercase().to_string(),
            None => "Char".to_owned(),
        },
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

/// The class in one word, without the names invented for lambdas and other hidden classes.
fn class_word(name: &str) -> String {
    let simple = capitalised(simple_class_name(name));
    let invented = name.contains('/') || name.contains("$$") || !simple.starts_with(|c: char| c.is_ascii_alphabetic());
    if invented { "Object".to_owned() } else { simple }
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
