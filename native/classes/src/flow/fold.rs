//! Arithmetic and concatenation of constants, as Java defines them (JLS 15.17 to 15.22).

use palus_sequence::{JavaString, Primitive};

use crate::info::Constant;
use crate::instruction::Arithmetic;

/// The result of a binary operation on two constants; `None` where it is not folded: division and remainder can throw.
pub(super) fn binary(operation: Arithmetic, a: &Constant, b: &Constant) -> Option<Constant> {
    if matches!(operation, Arithmetic::Div | Arithmetic::Rem) {
        return None;
    }
    Some(match (a, b) {
        (Constant::Int(a), Constant::Int(b)) => Constant::Int(operation.of_ints(*a, *b)?),
        (Constant::Long(a), Constant::Long(b)) => Constant::Long(operation.of_longs(*a, *b)?),
        // The distance of a shift is an int.
        (Constant::Long(a), Constant::Int(b)) => Constant::Long(operation.of_longs(*a, i64::from(*b))?),
        (Constant::Float(a), Constant::Float(b)) => {
            Constant::Float(float(operation, f64::from(*a), f64::from(*b))? as f32)
        }
        (Constant::Double(a), Constant::Double(b)) => Constant::Double(float(operation, *a, *b)?),
        _ => return None,
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
pub(super) fn convert(constant: &Constant, to: Primitive) -> Option<Constant> {
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
        (Primitive::Byte, Wide::Whole(v)) => Constant::Int(i32::from(v as i8)),
        (Primitive::Char, Wide::Whole(v)) => Constant::Int(i32::from(v as u16)),
        (Primitive::Short, Wide::Whole(v)) => Constant::Int(i32::from(v as i16)),
        (Primitive::Int, Wide::Whole(v)) => Constant::Int(v as i32),
        (Primitive::Long, Wide::Whole(v)) => Constant::Long(v),
        (Primitive::Float, Wide::Whole(v)) => Constant::Float(v as f32),
        (Primitive::Double, Wide::Whole(v)) => Constant::Double(v as f64),
        (Primitive::Int, Wide::Real(v)) => Constant::Int(v as i32),
        (Primitive::Long, Wide::Real(v)) => Constant::Long(v as i64),
        (Primitive::Float, Wide::Real(v)) => Constant::Float(v as f32),
        (Primitive::Double, Wide::Real(v)) => Constant::Double(v),
        _ => return None,
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
        assert_eq!(int(Arithmetic::Div, 6, 2), None);
        assert_eq!(int(Arithmetic::Rem, 6, 2), None);
        let shifted = binary(Arithmetic::Shl, &Constant::Long(1), &Constant::Int(40));
        assert_eq!(shifted, Some(Constant::Long(1 << 40)));
        assert_eq!(negate(&Constant::Int(i32::MIN)), Some(Constant::Int(i32::MIN)));
    }

    #[test]
    fn narrowing_keeps_the_low_bits_and_saturates_from_floating() {
        assert_eq!(convert(&Constant::Int(0x1FF), Primitive::Byte), Some(Constant::Int(-1)));
        assert_eq!(
            convert(&Constant::Int(-1), Primitive::Char),
            Some(Constant::Int(0xFFFF))
        );
        assert_eq!(
            convert(&Constant::Double(1e20), Primitive::Int),
            Some(Constant::Int(i32::MAX))
        );
        assert_eq!(
            convert(&Constant::Double(f64::NAN), Primitive::Long),
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
