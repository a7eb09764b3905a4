//! Arithmetic and concatenation of constants, as Java defines them (JLS 15.17 to 15.22).

use palus_sequence::JavaString;

use super::op::{Arithmetic, Number};
use crate::info::Constant;

/// The result of a binary operation on two constants; `None` where it is not folded.
pub(super) fn binary(operation: Arithmetic, a: &Constant, b: &Constant) -> Option<Constant> {
    Some(match (a, b) {
        (Constant::Int(a), Constant::Int(b)) => Constant::Int(int(operation, *a, *b)?),
        (Constant::Long(a), Constant::Long(b)) => Constant::Long(long(operation, *a, *b)?),
        // The distance of a shift is an int.
        (Constant::Long(a), Constant::Int(b)) => Constant::Long(long(operation, *a, i64::from(*b))?),
        (Constant::Float(a), Constant::Float(b)) => {
            Constant::Float(float(operation, f64::from(*a), f64::from(*b))? as f32)
        }
        (Constant::Double(a), Constant::Double(b)) => Constant::Double(float(operation, *a, *b)?),
        _ => return None,
    })
}

fn int(operation: Arithmetic, a: i32, b: i32) -> Option<i32> {
    Some(match operation {
        Arithmetic::Add => a.wrapping_add(b),
        Arithmetic::Sub => a.wrapping_sub(b),
        Arithmetic::Mul => a.wrapping_mul(b),
        Arithmetic::And => a & b,
        Arithmetic::Or => a | b,
        Arithmetic::Xor => a ^ b,
        Arithmetic::Shl => a.wrapping_shl(b as u32),
        Arithmetic::Shr => a.wrapping_shr(b as u32),
        Arithmetic::Ushr => (a as u32).wrapping_shr(b as u32) as i32,
        Arithmetic::Other => return None,
    })
}

fn long(operation: Arithmetic, a: i64, b: i64) -> Option<i64> {
    Some(match operation {
        Arithmetic::Add => a.wrapping_add(b),
        Arithmetic::Sub => a.wrapping_sub(b),
        Arithmetic::Mul => a.wrapping_mul(b),
        Arithmetic::And => a & b,
        Arithmetic::Or => a | b,
        Arithmetic::Xor => a ^ b,
        Arithmetic::Shl => a.wrapping_shl(b as u32),
        Arithmetic::Shr => a.wrapping_shr(b as u32),
        Arithmetic::Ushr => (a as u64).wrapping_shr(b as u32) as i64,
        Arithmetic::Other => return None,
    })
}

/// In `f64`: for two floats the exact sum, difference or product is rounded twice only where `f64` holds it exactly (Figueroa 1995).
fn float(operation: Arithmetic, a: f64, b: f64) -> Option<f64> {
    Some(match operation {
        Arithmetic::Add => a + b,
        Arithmetic::Sub => a - b,
        Arithmetic::Mul => a * b,
        _ => return None,
    })
}

/// The negated constant.
pub(super) fn negate(constant: &Constant) -> Option<Constant> {
    Some(match constant {
        Constant::Int(v) => Constant::Int(v.wrapping_neg()),
        Constant::Long(v) => Constant::Long(v.wrapping_neg()),
        Constant::Float(v) => Constant::Float(-v),
        Constant::Double(v) => Constant::Double(-v),
        _ => return None,
    })
}

/// The constant converted (JLS 5.1.2, 5.1.3). Rust's `as` saturates as Java's casts do.
pub(super) fn convert(constant: &Constant, to: Number) -> Option<Constant> {
    enum Wide {
        Whole(i64),
        Real(f64),
    }
    let value = match constant {
        Constant::Int(v) => Wide::Whole(i64::from(*v)),
        Constant::Long(v) => Wide::Whole(*v),
        Constant::Float(v) => Wide::Real(f64::from(*v)),
        Constant::Double(v) => Wide::Real(*v),
        _ => return None,
    };
    Some(match (to, value) {
        (Number::Byte, Wide::Whole(v)) => Constant::Int(i32::from(v as i8)),
        (Number::Char, Wide::Whole(v)) => Constant::Int(i32::from(v as u16)),
        (Number::Short, Wide::Whole(v)) => Constant::Int(i32::from(v as i16)),
        (Number::Int, Wide::Whole(v)) => Constant::Int(v as i32),
        (Number::Long, Wide::Whole(v)) => Constant::Long(v),
        (Number::Float, Wide::Whole(v)) => Constant::Float(v as f32),
        (Number::Double, Wide::Whole(v)) => Constant::Double(v as f64),
        (Number::Int, Wide::Real(v)) => Constant::Int(v as i32),
        (Number::Long, Wide::Real(v)) => Constant::Long(v as i64),
        (Number::Float, Wide::Real(v)) => Constant::Float(v as f32),
        (Number::Double, Wide::Real(v)) => Constant::Double(v),
        (Number::Byte | Number::Char | Number::Short, Wide::Real(_)) => return None,
    })
}

/// What concatenation makes of a constant; floating numbers are left alone, for Java prints them in its own way. `is_char`: an int
/// that stands for a character.
pub(super) fn text(constant: &Constant, is_char: bool) -> Option<Vec<u16>> {
    Some(match constant {
        Constant::String(text) => text.units().to_vec(),
        Constant::Int(v) if is_char => vec![u16::try_from(*v).ok()?],
        Constant::Int(v) => v.to_string().encode_utf16().collect(),
        Constant::Long(v) => v.to_string().encode_utf16().collect(),
        _ => return None,
    })
}

/// The text with more at its end.
pub(super) fn append(text: &JavaString, more: &[u16]) -> JavaString {
    JavaString(text.units().iter().chain(more).copied().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arithmetic_wraps_as_in_java() {
        let int = |operation, a, b| binary(operation, &Constant::Int(a), &Constant::Int(b));
        assert_eq!(int(Arithmetic::Add, i32::MAX, 1), Some(Constant::Int(i32::MIN)));
        assert_eq!(int(Arithmetic::Shl, 1, 33), Some(Constant::Int(2)));
        assert_eq!(int(Arithmetic::Ushr, -1, 28), Some(Constant::Int(15)));
        assert_eq!(int(Arithmetic::Other, 6, 2), None);
        let shifted = binary(Arithmetic::Shl, &Constant::Long(1), &Constant::Int(40));
        assert_eq!(shifted, Some(Constant::Long(1 << 40)));
        assert_eq!(negate(&Constant::Int(i32::MIN)), Some(Constant::Int(i32::MIN)));
    }

    #[test]
    fn narrowing_keeps_the_low_bits_and_saturates_from_floating() {
        assert_eq!(convert(&Constant::Int(0x1FF), Number::Byte), Some(Constant::Int(-1)));
        assert_eq!(convert(&Constant::Int(-1), Number::Char), Some(Constant::Int(0xFFFF)));
        assert_eq!(
            convert(&Constant::Double(1e20), Number::Int),
            Some(Constant::Int(i32::MAX))
        );
        assert_eq!(
            convert(&Constant::Double(f64::NAN), Number::Long),
            Some(Constant::Long(0))
        );
    }

    #[test]
    fn numbers_and_characters_are_written_as_java_writes_them() {
        let utf16 = |text: &str| Some(text.encode_utf16().collect::<Vec<u16>>());
        assert_eq!(text(&Constant::Int(65), true), utf16("A"));
        assert_eq!(text(&Constant::Int(65), false), utf16("65"));
        assert_eq!(text(&Constant::Double(1.0), false), None);
    }
}
