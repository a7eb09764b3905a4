//! Operators on texts that need no grammar: joining, inserting, cutting, repeating, small changes.

use palus_sequence::JavaString;

use crate::draw::Draw;

/// Longest text that grows out of the operators, in UTF-16 units.
const TEXT_CAP: usize = 160;

/// How often a text is repeated at most, beside twice: formats of several parts have that many.
const REPEATED: usize = 8;

/// Longest text that is drawn character by character.
const ANY_CAP: usize = 24;

/// Letters with an accent, a large form of two letters, or one that hangs on the language, of another alphabet, without case; a combining
/// accent, a digit that is none of ASCII, a space that is none, half of a pair.
const STRANGE: [u16; 11] = [
    0xe9, 0xdf, 0x130, 0x100, 0x3a9, 0x4e2d, 0x301, 0x661, 0xa0, 0xd83d, 0xde00,
];

/// What stands between parts of a text in many formats; nothing is the most usual.
const SEPARATORS: [&str; 14] = ["", "", "", "", " ", ",", "=", "-", "--", ":", "/", "\n", "\"", "."];

/// Two texts as one: joined, joined by a separator, or one inside the other.
pub(crate) fn join(one: &JavaString, other: &JavaString, rng: &mut Draw) -> JavaString {
    let (a, b) = (one.units(), other.units());
    let mut units = Vec::with_capacity(a.len() + b.len() + 2);
    if rng.chance(0.3) {
        let at = rng.below(a.len() + 1);
        units.extend_from_slice(&a[..at]);
        units.extend_from_slice(b);
        units.extend_from_slice(&a[at..]);
    } else {
        units.extend_from_slice(a);
        units.extend(SEPARATORS[rng.below(SEPARATORS.len())].encode_utf16());
        units.extend_from_slice(b);
    }
    capped(units)
}

/// A text of any characters that texts are mostly made of.
pub(crate) fn any(rng: &mut Draw) -> JavaString {
    let length = rng.below(ANY_CAP + 1);
    JavaString((0..length).map(|_| character(rng)).collect())
}

/// A text near `text`: a character less, more or changed, a part of it, repeated, another case.
pub(crate) fn perturb(text: &JavaString, rng: &mut Draw) -> JavaString {
    let mut units = text.units().to_vec();
    let at = rng.below(units.len() + 1);
    match rng.below(8) {
        0 if at < units.len() => {
            units.remove(at);
        }
        1 if at < units.len() => units[at] = character(rng),
        2 if units.len() * 2 <= TEXT_CAP => units = units.repeat(2 + rng.below(REPEATED)),
        3 => units.truncate(at),
        4 => drop(units.drain(..at)),
        5 => units = recased(&units),
        6 if at + 1 < units.len() => units.swap(at, at + 1),
        _ => units.insert(at, character(rng)),
    }
    capped(units)
}

/// The text in upper case where it has lower case, else in lower case.
pub(crate) fn in_other_case(text: &JavaString) -> JavaString {
    JavaString(recased(text.units()).into())
}

/// Upper case where there is lower case, else lower case; ASCII only.
fn recased(units: &[u16]) -> Vec<u16> {
    let is_lower = |unit: &u16| (u16::from(b'a')..=u16::from(b'z')).contains(unit);
    let to_upper = units.iter().any(is_lower);
    let recase = |unit: u16| match u8::try_from(unit) {
        Ok(byte) if to_upper => byte.to_ascii_uppercase().into(),
        Ok(byte) => byte.to_ascii_lowercase().into(),
        Err(_) => unit,
    };
    units.iter().copied().map(recase).collect()
}

/// Mostly letters and digits, then the punctuation of formats, now and then what is neither.
fn character(rng: &mut Draw) -> u16 {
    const LETTERS: &[u8] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
    const OTHERS: &[u8] = b" ,.;:=-_+/\\\"'#%&@!?*()[]{}<>$|~^\t\n\r\0\x7f";
    if rng.chance(0.6) {
        LETTERS[rng.below(LETTERS.len())].into()
    } else if rng.chance(0.9) {
        OTHERS[rng.below(OTHERS.len())].into()
    } else {
        STRANGE[rng.below(STRANGE.len())]
    }
}

fn capped(mut units: Vec<u16>) -> JavaString {
    units.truncate(TEXT_CAP);
    JavaString(units.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joining_keeps_all_of_both_texts() {
        let (a, b) = (JavaString::from("ab"), JavaString::from("cd"));
        let mut rng = Draw::new(4);
        let joined: Vec<String> = (0..100).map(|_| join(&a, &b, &mut rng).to_lossy()).collect();
        assert!(joined.iter().all(|text| text.contains("cd") && text.contains('a')));
        assert!(joined.contains(&"abcd".to_owned()));
        assert!(joined.contains(&"ab=cd".to_owned()));
        assert!(joined.contains(&"acdb".to_owned()));
    }

    #[test]
    fn no_text_outgrows_the_cap() {
        let mut rng = Draw::new(4);
        let mut text = JavaString::from("x");
        for _ in 0..500 {
            text = join(&perturb(&text, &mut rng), &text, &mut rng);
            assert!(text.units().len() <= TEXT_CAP);
        }
    }
}
