//! The types of Java's whole numbers (JLS 4.2.1): their ranges, and what a conversion leaves of a number.

use palus_sequence::Primitive;

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
    fn a_conversion_leaves_the_lowest_bits_with_the_sign_of_the_type() {
        assert_eq!(narrow(Primitive::Char, -1), 65_535);
        assert_eq!(narrow(Primitive::Byte, 200), -56);
    }
}
