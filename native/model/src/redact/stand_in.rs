//! What takes the place of a secret: as long, of the same kinds of characters, and the same wherever the secret was.

use std::hash::{BuildHasher as _, RandomState};

use siphasher::sip::SipHasher24;

use super::shapes;

/// The key that stand-ins hang on. Without it nobody finds a secret by trying what it may have been.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RedactionKey(pub [u8; 16]);

impl RedactionKey {
    /// A key that nobody knows.
    pub fn random() -> Self {
        let mut key = [0; 16];
        for half in key.chunks_exact_mut(8) {
            // What the standard library keys its hash tables with comes from the operating system.
            half.copy_from_slice(&RandomState::new().hash_one(0).to_le_bytes());
        }
        Self(key)
    }

    /// Numbers that hang on the key and the secret alone.
    fn stream(self, secret: &[u8]) -> impl Iterator<Item = u64> {
        let hasher = SipHasher24::new_with_key(&self.0);
        let mut text = secret.to_vec();
        text.extend([0; 8]);
        let end = secret.len();
        (0_u64..).map(move |count| {
            text[end..].copy_from_slice(&count.to_le_bytes());
            hasher.hash(&text)
        })
    }

    /// In the place of a text.
    pub(super) fn text(self, secret: &[u16]) -> Vec<u16> {
        let bytes: Vec<u8> = secret.iter().flat_map(|unit| unit.to_le_bytes()).collect();
        let mut units: Vec<u16> = secret
            .iter()
            .zip(self.stream(&bytes))
            .map(|(&unit, drawn)| other(unit, drawn))
            .collect();
        let places: Vec<usize> = (0..units.len()).filter(|&at| is_digit(units[at])).collect();
        let digits = |units: &[u16]| -> Vec<u32> { places.iter().map(|&at| u32::from(units[at]) - 48).collect() };
        if shapes::is_card(&digits(secret)) {
            // What checks the number goes the same way; no payment system has numbers that begin with 0.
            units[places[0]] = 48;
            let last = places[places.len() - 1];
            units[last] = 48;
            units[last] = 48 + ((10 - shapes::checksum(&digits(&units))) % 10) as u16;
        }
        units
    }

    /// In the place of a whole number: as many digits, and the same sign.
    pub(super) fn number(self, secret: i64) -> i64 {
        let text: Vec<u16> = secret.unsigned_abs().to_string().encode_utf16().collect();
        let other = String::from_utf16_lossy(&self.text(&text));
        // 19 digits may be more than there are.
        let other = other.parse::<i64>().unwrap_or(i64::MAX);
        if secret < 0 { -other } else { other }
    }

    /// In the place of bytes that are no text.
    pub(super) fn bytes(self, secret: &[i8]) -> Vec<i8> {
        let bytes: Vec<u8> = secret.iter().map(|byte| byte.cast_unsigned()).collect();
        self.stream(&bytes)
            .take(secret.len())
            .map(|drawn| drawn as i8)
            .collect()
    }
}

fn is_digit(unit: u16) -> bool {
    (48..58).contains(&unit)
}

/// Another character of its kind; blanks and punctuation stay.
fn other(unit: u16, drawn: u64) -> u16 {
    let within = |first: u8, count: u64| u16::from(first) + (drawn % count) as u16;
    match char::from_u32(u32::from(unit)) {
        Some('0'..='9') => within(b'0', 10),
        Some('A'..='Z') => within(b'A', 26),
        Some('a'..='z') => within(b'a', 26),
        Some(' '..='~' | '\t' | '\r' | '\n') => unit,
        // Beyond ASCII a letter of its alphabet would be a guess; one of ours keeps the length.
        _ => within(b'a', 26),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stand_in(key: u8, secret: &str) -> String {
        let units: Vec<u16> = secret.encode_utf16().collect();
        String::from_utf16(&RedactionKey([key; 16]).text(&units)).unwrap()
    }

    #[test]
    fn a_stand_in_has_the_length_and_the_kinds_and_hangs_on_the_key() {
        let (one, again, other) = (
            stand_in(1, "Hunter-22!"),
            stand_in(1, "Hunter-22!"),
            stand_in(2, "Hunter-22!"),
        );
        assert_eq!(one, again);
        assert_ne!(one, other);
        assert_ne!(one, "Hunter-22!");
        let kinds = |text: &str| -> Vec<char> {
            let kind = |c: char| match c {
                '0'..='9' => '0',
                'A'..='Z' => 'A',
                'a'..='z' => 'a',
                c => c,
            };
            text.chars().map(kind).collect()
        };
        assert_eq!(kinds(&one), kinds("Hunter-22!"));
        assert_ne!(RedactionKey::random().0, RedactionKey::random().0);
    }

    #[test]
    fn the_stand_in_of_a_card_passes_its_check_and_is_no_card() {
        let card = stand_in(3, "4111 1111 1111 1111");
        assert_eq!(shapes::shape_of(&card), None);
        let digits: Vec<u32> = card.chars().filter_map(|c| c.to_digit(10)).collect();
        assert_eq!((digits.len(), shapes::checksum(&digits)), (16, 0), "{card}");
    }

    #[test]
    fn a_number_keeps_its_sign() {
        let key = RedactionKey([4; 16]);
        assert!(key.number(-123_456) < 0);
        assert!((0..10).contains(&key.number(7)));
        assert_eq!(key.bytes(&[1, 2, 3]).len(), 3);
        key.number(i64::MIN);
    }
}
