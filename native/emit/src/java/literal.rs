//! Values as the language writes them. Everything comes out in ASCII, so that the encoding javac assumes does not matter.

use palus_sequence::JavaString;

use super::code::Code;

/// A longer string literal is split at about this many columns.
const PIECE: usize = 72;

/// A string literal. A long one comes in pieces, line by line and then word by word.
pub(super) fn string(text: &JavaString) -> Code {
    let mut pieces = vec![String::new()];
    let mut columns = 0;
    for (index, &unit) in text.units().iter().enumerate() {
        let escaped = escape(unit, '"');
        let before = index.checked_sub(1).map(|before| text.units()[before]);
        let behind_word = before == Some(0x20) && columns > PIECE - 12;
        if before == Some(0x0A) || behind_word || columns + escaped.len() > PIECE {
            pieces.push(String::new());
            columns = 0;
        }
        columns += escaped.len();
        if let Some(piece) = pieces.last_mut() {
            piece.push_str(&escaped);
        }
    }
    let whole = pieces.iter().map(String::len).sum::<usize>();
    if whole <= PIECE {
        return Code::Text(format!("\"{}\"", pieces.concat()));
    }
    Code::Pieces(pieces.iter().map(|piece| format!("\"{piece}\"")).collect())
}

/// A character literal.
pub(super) fn character(unit: u16) -> String {
    format!("'{}'", escape(unit, '\''))
}

/// One UTF-16 unit inside quotes. A Unicode escape is read before the language's tokens (JLS 3.3), so line ends and
/// quotes must have the escapes of their own.
fn escape(unit: u16, quote: char) -> String {
    match unit {
        0x08 => "\\b".to_owned(),
        0x09 => "\\t".to_owned(),
        0x0A => "\\n".to_owned(),
        0x0C => "\\f".to_owned(),
        0x0D => "\\r".to_owned(),
        0x5C => "\\\\".to_owned(),
        0x20..=0x7E => {
            let c = char::from(unit as u8);
            if c == quote { format!("\\{c}") } else { c.to_string() }
        }
        _ => format!("\\u{unit:04x}"),
    }
}

/// An `int`: the ends of the range by name, which `name` finds for the class that holds the constant.
pub(super) fn int(value: i32, name: &mut impl FnMut(&str) -> String) -> String {
    match value {
        i32::MIN => format!("{}.MIN_VALUE", name("java.lang.Integer")),
        i32::MAX => format!("{}.MAX_VALUE", name("java.lang.Integer")),
        _ => value.to_string(),
    }
}

/// A `long`.
pub(super) fn long(value: i64, name: &mut impl FnMut(&str) -> String) -> String {
    match value {
        i64::MIN => format!("{}.MIN_VALUE", name("java.lang.Long")),
        i64::MAX => format!("{}.MAX_VALUE", name("java.lang.Long")),
        _ => format!("{value}L"),
    }
}

/// A `float`.
pub(super) fn float(value: f32, name: &mut impl FnMut(&str) -> String) -> String {
    let constant = if value.is_nan() {
        "NaN"
    } else if value == f32::INFINITY {
        "POSITIVE_INFINITY"
    } else if value == f32::NEG_INFINITY {
        "NEGATIVE_INFINITY"
    } else if value.to_bits() == 1 {
        "MIN_VALUE"
    } else if value.to_bits() == f32::MAX.to_bits() {
        "MAX_VALUE"
    } else {
        return format!("{value:?}f");
    };
    format!("{}.{constant}", name("java.lang.Float"))
}

/// A `double`.
pub(super) fn double(value: f64, name: &mut impl FnMut(&str) -> String) -> String {
    let constant = if value.is_nan() {
        "NaN"
    } else if value == f64::INFINITY {
        "POSITIVE_INFINITY"
    } else if value == f64::NEG_INFINITY {
        "NEGATIVE_INFINITY"
    } else if value.to_bits() == 1 {
        "MIN_VALUE"
    } else if value.to_bits() == f64::MAX.to_bits() {
        "MAX_VALUE"
    } else {
        return format!("{value:?}");
    };
    format!("{}.{constant}", name("java.lang.Double"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn simple(name: &str) -> String {
        name.rsplit('.').next().unwrap().to_owned()
    }

    #[test]
    fn strings_are_escaped_legibly_and_in_ascii() {
        assert_eq!(
            string(&"a\n\t\"\\é\u{0}'".into()),
            Code::text(r#""a\n\t\"\\\u00e9\u0000'""#)
        );
        assert_eq!(character(0x27), r"'\''");
        assert_eq!(character(0xD800), r"'\ud800'");
    }

    #[test]
    fn a_long_string_is_split_behind_spaces_and_line_ends() {
        let Code::Pieces(pieces) = string(&JavaString::from("word ".repeat(40).as_str())) else {
            panic!("one piece");
        };
        assert!(
            pieces
                .iter()
                .all(|piece| piece.len() <= PIECE + 2 && piece.ends_with(" \"")),
            "{pieces:?}"
        );
        let lines = "a line\n".repeat(20);
        let Code::Pieces(pieces) = string(&JavaString::from(lines.as_str())) else {
            panic!("one piece");
        };
        assert_eq!(pieces, [r#""a line\n""#; 20]);
    }

    #[test]
    fn numbers_at_the_ends_of_their_ranges_have_names() {
        assert_eq!(int(i32::MIN, &mut simple), "Integer.MIN_VALUE");
        assert_eq!(long(-1, &mut simple), "-1L");
        assert_eq!(double(f64::NAN, &mut simple), "Double.NaN");
        assert_eq!(double(-0.0, &mut simple), "-0.0");
        assert_eq!(double(1e100, &mut simple), "1e100");
        assert_eq!(float(f32::NEG_INFINITY, &mut simple), "Float.NEGATIVE_INFINITY");
        assert_eq!(float(1.5, &mut simple), "1.5f");
    }
}
