//! What a secret looks like, whatever it is called.

use std::fmt;

/// A kind of secret that is known by its looks.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Shape {
    /// 13 to 19 digits of a payment card, right by the checksum of ISO/IEC 7812-1, with or without blanks or hyphens.
    Card,
    /// A private key in PEM (RFC 7468).
    PrivateKey,
    /// A JSON web token (RFC 7519).
    WebToken,
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Card => "a card number",
            Self::PrivateKey => "a private key",
            Self::WebToken => "a web token",
        })
    }
}

/// The first secret that is in a text, if one is.
pub(super) fn shape_of(text: &str) -> Option<Shape> {
    if text.contains("-----BEGIN") && text.contains("PRIVATE KEY") {
        Some(Shape::PrivateKey)
    } else if has_web_token(text) {
        Some(Shape::WebToken)
    } else if has_card(text) {
        Some(Shape::Card)
    } else {
        None
    }
}

/// Three parts in base64url, of which the first two begin as JSON objects do. The last is missing where the text was cut.
fn has_web_token(text: &str) -> bool {
    let is_part = |c: char| c.is_ascii_alphanumeric() || "-_.=".contains(c);
    text.split(|c| !is_part(c)).any(|word| {
        let mut parts = word.split('.');
        let head = parts.next().is_some_and(|part| part.len() > 8 && ends_like_json(part));
        head && parts
            .next()
            .is_some_and(|part| part.starts_with("eyJ") || part.starts_with("ey"))
    })
}

fn ends_like_json(part: &str) -> bool {
    part.find("eyJ").is_some()
}

fn has_card(text: &str) -> bool {
    let is_part = |c: char| c.is_ascii_digit() || c == ' ' || c == '-';
    text.split(|c| !is_part(c)).any(|run| {
        let digits: Vec<u32> = run.chars().filter_map(|c| c.to_digit(10)).collect();
        is_card(&digits)
    })
}

/// Whether a number is that of a card: payment systems have the industry identifiers 2 to 6.
pub(super) fn is_card(digits: &[u32]) -> bool {
    (13..=19).contains(&digits.len()) && (2..=6).contains(&digits[0]) && checksum(digits) == 0
}

/// The sum of Luhn's formula, modulo ten.
pub(super) fn checksum(digits: &[u32]) -> u32 {
    let sum = digits.iter().rev().enumerate().map(|(place, &digit)| {
        let weighted = digit << (place % 2);
        weighted / 10 + weighted % 10
    });
    sum.sum::<u32>() % 10
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_known_by_their_looks() {
        let token = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJl";
        for (text, shape) in [
            ("4111 1111 1111 1111", Some(Shape::Card)),
            ("pay with 5555-5555-5555-4444 now", Some(Shape::Card)),
            ("4111111111111112", None),
            ("0000000000000000", None),
            ("1234567890", None),
            ("-----BEGIN RSA PRIVATE KEY-----\nMIIE", Some(Shape::PrivateKey)),
            ("-----BEGIN CERTIFICATE-----", None),
            (token, Some(Shape::WebToken)),
            ("Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIx", Some(Shape::WebToken)),
            ("org.example.Parser", None),
            ("", None),
        ] {
            assert_eq!(shape_of(text), shape, "{text}");
        }
    }
}
