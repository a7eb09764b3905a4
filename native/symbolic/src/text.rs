//! Strings that are joined: their text where all of it is known.

use std::sync::Arc;

use palus_classes::Constant;
use palus_sequence::{JavaString, Primitive};

use crate::heap::{Content, Heap, Value, primitive};

/// Stands in a recipe for an operand, and for a constant.
const OPERAND: u16 = 1;
const CONSTANT: u16 = 2;

/// The text of a string concatenation; `None` where a part of it is not known.
pub(crate) fn joined(
    heap: &Heap,
    recipe: &[u16],
    constants: &[Option<Constant>],
    operands: &[Value],
    descriptors: &[Arc<str>],
) -> Option<JavaString> {
    let mut text = Vec::new();
    let (mut constants, mut operands) = (constants.iter(), operands.iter().zip(descriptors));
    for &unit in recipe {
        match unit {
            OPERAND => {
                let (value, descriptor) = operands.next()?;
                text.extend(shown(heap, value, descriptor)?);
            }
            CONSTANT => match constants.next()? {
                Some(Constant::String(constant)) => text.extend_from_slice(constant.units()),
                _ => return None,
            },
            unit => text.push(unit),
        }
    }
    Some(JavaString(text.into()))
}

/// An operand as text. How Java writes floating values and objects is not known here.
pub(crate) fn shown(heap: &Heap, value: &Value, descriptor: &str) -> Option<Vec<u16>> {
    let text = match value {
        Value::Null => "null".to_owned(),
        Value::Number(term) => {
            let value = term.value()?;
            match primitive(descriptor) {
                Some(Primitive::Boolean) => (value != 0).to_string(),
                Some(Primitive::Char) => return Some(vec![value as u16]),
                _ => value.to_string(),
            }
        }
        Value::Object(object) => match &heap.get(*object).content {
            Content::Text(Some(text)) => return Some(text.units().to_vec()),
            _ => return None,
        },
        Value::Float(_) | Value::Double(_) => return None,
    };
    Some(text.encode_utf16().collect())
}
