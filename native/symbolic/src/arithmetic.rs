//! Java's arithmetic of whole numbers (JLS 15.17 to 15.22): it wraps around, and a shift looks at the lowest five or six bits.

use palus_classes::Arithmetic;
use palus_sequence::Primitive;

/// The result of an operation on two `int`s; `None` for a division by zero.
pub(crate) fn int(operation: Arithmetic, a: i32, b: i32) -> Option<i32> {
    Some(match operation {
        Arithmetic::Add => a.wrapping_add(b),
        Arithmetic::Sub => a.wrapping_sub(b),
        Arithmetic::Mul => a.wrapping_mul(b),
        Arithmetic::Div | Arithmetic::Rem if b == 0 => return None,
        Arithmetic::Div => a.wrapping_div(b),
        Arithmetic::Rem => a.wrapping_rem(b),
        Arithmetic::And => a & b,
        Arithmetic::Or => a | b,
        Arithmetic::Xor => a ^ b,
        Arithmetic::Shl => a.wrapping_shl(b as u32),
        Arithmetic::Shr => a.wrapping_shr(b as u32),
        Arithmetic::Ushr => (a as u32).wrapping_shr(b as u32) as i32,
    })
}

/// The result of an operation on two `long`s, of which the second is an `int` for a shift; `None` for a division by zero.
pub(crate) fn long(operation: Arithmetic, a: i64, b: i64) -> Option<i64> {
    Some(match operation {
        Arithmetic::Add => a.wrapping_add(b),
        Arithmetic::Sub => a.wrapping_sub(b),
        Arithmetic::Mul => a.wrapping_mul(b),
        Arithmetic::Div | Arithmetic::Rem if b == 0 => return None,
        Arithmetic::Div => a.wrapping_div(b),
        Arithmetic::Rem => a.wrapping_rem(b),
        Arithmetic::And => a & b,
        Arithmetic::Or => a | b,
        Arithmetic::Xor => a ^ b,
        Arithmetic::Shl => a.wrapping_shl(b as u32),
        Arithmetic::Shr => a.wrapping_shr(b as u32),
        Arithmetic::Ushr => (a as u64).wrapping_shr(b as u32) as i64,
    })
}

/// A whole number as a type has it: its lowest bits, with the sign of the type. Others than whole numbers have all bits.
pub(crate) fn narrow(to: Primitive, value: i64) -> i64 {
    match to {
        Primitive::Boolean => value & 1,
        Primitive::Byte => i64::from(value as i8),
        Primitive::Char => i64::from(value as u16),
        Primitive::Short => i64::from(value as i16),
        Primitive::Int => i64::from(value as i32),
        _ => value,
    }
}

/// The least and the greatest value of a type of whole numbers.
pub(crate) fn range(of: Primitive) -> (i64, i64) {
    match of {
        Primitive::Boolean => (0, 1),
        Primitive::Byte => (i64::from(i8::MIN), i64::from(i8::MAX)),
        Primitive::Char => (0, i64::from(u16::MAX)),
        Primitive::Short => (i64::from(i16::MIN), i64::from(i16::MAX)),
        Primitive::Int => (i64::from(i32::MIN), i64::from(i32::MAX)),
        _ => (i64::MIN, i64::MAX),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_wrap_around_and_shifts_look_at_the_lowest_bits() {
        assert_eq!(int(Arithmetic::Add, i32::MAX, 1), Some(i32::MIN));
        assert_eq!(int(Arithmetic::Div, i32::MIN, -1), Some(i32::MIN));
        assert_eq!(int(Arithmetic::Rem, -7, 3), Some(-1));
        assert_eq!(int(Arithmetic::Div, 1, 0), None);
        assert_eq!(int(Arithmetic::Shl, 1, 33), Some(2));
        assert_eq!(int(Arithmetic::Ushr, -1, 28), Some(15));
        assert_eq!(long(Arithmetic::Shl, 1, 65), Some(2));
        assert_eq!(long(Arithmetic::Ushr, -1, -4), Some(15));
        assert_eq!(narrow(Primitive::Char, -1), 65_535);
        assert_eq!(narrow(Primitive::Byte, 200), -56);
    }
}
