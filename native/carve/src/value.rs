//! Values of states as literals.

use palus_sequence::{Literal, Scalar, Symbols};
use palus_state::Value;

/// The literal that says all of a value; `None` where there is none, as for numbers of any size and for texts that a state has the length of only.
pub fn literal(value: &Value, symbols: &mut Symbols) -> Option<Literal> {
    Some(match value {
        Value::Scalar(scalar) | Value::Boxed(scalar) => match *scalar {
            Scalar::Boolean(v) => Literal::Boolean(v),
            Scalar::Byte(v) => Literal::Byte(v),
            Scalar::Char(v) => Literal::Char(v),
            Scalar::Short(v) => Literal::Short(v),
            Scalar::Int(v) => Literal::Int(v),
            Scalar::Long(v) => Literal::Long(v),
            Scalar::Float(bits) => Literal::Float(f32::from_bits(bits)),
            Scalar::Double(bits) => Literal::Double(f64::from_bits(bits)),
        },
        Value::String(text) => Literal::String(text.clone()),
        Value::Enum(class, name) => Literal::Enum {
            class: symbols.class(class),
            name: name.to_lossy().into(),
        },
        Value::Class(name) => Literal::Class(symbols.runtime_name(name)),
        Value::LongString { .. } | Value::BigInteger(..) | Value::BigDecimal(..) => return None,
    })
}
