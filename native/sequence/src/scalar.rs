//! A primitive value, compared by its bits.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::Primitive;

/// A primitive value of Java. Floating values are their raw bits: so NaN equals itself, and `-0.0` is not `0.0`. All NaNs are one where the value
/// was made by [`Scalar::float`] or [`Scalar::double`]; a recording keeps the bits that it saw.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the names are Java's own")]
pub enum Scalar {
    Boolean(bool),
    Byte(i8),
    Char(u16),
    Short(i16),
    Int(i32),
    Long(i64),
    /// Bits of an IEEE 754 binary32.
    Float(u32),
    /// Bits of an IEEE 754 binary64.
    Double(u64),
}

impl Scalar {
    /// A `float`.
    pub fn float(value: f32) -> Self {
        Self::Float(if value.is_nan() { f32::NAN } else { value }.to_bits())
    }

    /// Its type.
    pub fn primitive(self) -> Primitive {
        match self {
            Self::Boolean(_) => Primitive::Boolean,
            Self::Byte(_) => Primitive::Byte,
            Self::Char(_) => Primitive::Char,
            Self::Short(_) => Primitive::Short,
            Self::Int(_) => Primitive::Int,
            Self::Long(_) => Primitive::Long,
            Self::Float(_) => Primitive::Float,
            Self::Double(_) => Primitive::Double,
        }
    }

    /// The value in 64 bits: whole numbers sign-extended, floating ones as they are kept.
    pub fn bits(self) -> u64 {
        match self {
            Self::Boolean(v) => u64::from(v),
            Self::Byte(v) => v as u64,
            Self::Char(v) => u64::from(v),
            Self::Short(v) => v as u64,
            Self::Int(v) => v as u64,
            Self::Long(v) => v as u64,
            Self::Float(v) => u64::from(v),
            Self::Double(v) => v,
        }
    }

    /// A `double`.
    pub fn double(value: f64) -> Self {
        Self::Double(if value.is_nan() { f64::NAN } else { value }.to_bits())
    }
}

/// As a literal of Java says it; what has no literal (NaN, infinities) by the name of its constant.
impl fmt::Display for Scalar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Boolean(v) => write!(f, "{v}"),
            Self::Byte(v) => write!(f, "{v}"),
            Self::Char(v) => write!(f, "'{}'", String::from_utf16_lossy(&[v]).escape_debug()),
            Self::Short(v) => write!(f, "{v}"),
            Self::Int(v) => write!(f, "{v}"),
            Self::Long(v) => write!(f, "{v}L"),
            Self::Float(bits) => floating(f, f64::from(f32::from_bits(bits)), &f32::from_bits(bits), "f"),
            Self::Double(bits) => floating(f, f64::from_bits(bits), &f64::from_bits(bits), ""),
        }
    }
}

fn floating(f: &mut fmt::Formatter<'_>, value: f64, exact: &dyn fmt::Debug, suffix: &str) -> fmt::Result {
    if value.is_nan() {
        write!(f, "NaN{suffix}")
    } else if value.is_infinite() {
        write!(f, "{}Infinity{suffix}", if value < 0.0 { "-" } else { "" })
    } else {
        write!(f, "{exact:?}{suffix}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floating_values_are_equal_by_bits_and_all_nans_are_one() {
        assert_eq!(
            Scalar::double(f64::NAN),
            Scalar::double(f64::from_bits(0xFFF8_0000_0000_0001))
        );
        assert_eq!(Scalar::float(f32::NAN), Scalar::float(f32::from_bits(0xFFC0_0001)));
        assert_ne!(Scalar::double(0.0), Scalar::double(-0.0));
        assert_ne!(Scalar::float(0.0), Scalar::float(-0.0));
        assert_ne!(Scalar::double(0.0), Scalar::float(0.0));
    }

    #[test]
    fn a_value_is_written_as_java_writes_it() {
        let texts = [
            Scalar::Long(-3),
            Scalar::Char(u16::from(b'\'')),
            Scalar::double(-0.0),
            Scalar::float(1.5),
            Scalar::double(f64::NEG_INFINITY),
            Scalar::double(f64::NAN),
        ]
        .map(|scalar| scalar.to_string());
        assert_eq!(texts, ["-3L", "'\\''", "-0.0", "1.5f", "-Infinity", "NaN"]);
    }
}
