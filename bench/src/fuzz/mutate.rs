//! Changes of files: bits, bytes, numbers and ranges.

use crate::classes::Dice;

/// Numbers at which readers err.
const NUMBERS: [u64; 10] = [
    0,
    1,
    0x7f,
    0x80,
    0xff,
    0xffff,
    0x7fff_ffff,
    0xffff_ffff,
    i64::MAX as u64,
    u64::MAX,
];

/// How many changes a file gets at most.
const MOST: usize = 6;

/// The file with some changes; parts may come from the other one.
pub(super) fn change(file: &[u8], other: &[u8], dice: &mut Dice) -> Vec<u8> {
    let mut bytes = file.to_vec();
    for _ in 0..=dice.below(MOST) {
        change_once(&mut bytes, other, dice);
    }
    bytes
}

/// One of the positions in so many bytes; 0 where there are none.
fn below(length: usize, dice: &mut Dice) -> usize {
    dice.below(length.max(1))
}

fn change_once(bytes: &mut Vec<u8>, other: &[u8], dice: &mut Dice) {
    let at = below(bytes.len(), dice);
    let end = at + dice.below(bytes.len().saturating_sub(at).min(64) + 1);
    match dice.below(8) {
        0 => flip(bytes, at, dice),
        1 => overwrite(bytes, at, &[dice.below(256) as u8]),
        2 => overwrite(bytes, at, &number(dice)),
        3 => {
            bytes.splice(at..at, number(dice));
        }
        4 => {
            bytes.drain(at..end);
        }
        5 => {
            let copied = bytes[at..end].to_vec();
            let to = below(bytes.len(), dice);
            bytes.splice(to..to, copied);
        }
        6 => {
            let from = below(other.len(), dice);
            let length = dice.below(other.len() - from + 1);
            bytes.splice(at..end, other[from..from + length].iter().copied());
        }
        _ => bytes.truncate(at),
    }
}

fn flip(bytes: &mut [u8], at: usize, dice: &mut Dice) {
    if let Some(byte) = bytes.get_mut(at) {
        *byte ^= 1 << dice.below(8);
    }
}

fn overwrite(bytes: &mut [u8], at: usize, with: &[u8]) {
    for (byte, &new) in bytes[at..].iter_mut().zip(with) {
        *byte = new;
    }
}

/// A number as files have them: of 2, 4 or 8 bytes in either order, or in groups of 7 bits.
fn number(dice: &mut Dice) -> Vec<u8> {
    let number = NUMBERS[dice.below(NUMBERS.len())];
    let width = [2, 4, 8][dice.below(3)];
    match dice.below(3) {
        0 => number.to_le_bytes()[..width].to_vec(),
        1 => number.to_be_bytes()[8 - width..].to_vec(),
        _ => groups(number),
    }
}

fn groups(mut number: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_all_lengths_can_be_changed_and_the_same_seed_changes_them_alike() {
        for length in [0, 1, 7, 300] {
            let file = vec![7; length];
            let changed = |seed| change(&file, b"another", &mut Dice::new(seed));
            assert!((0..200).any(|seed| changed(seed) != file), "{length}");
            assert!((0..200).all(|seed| changed(seed) == changed(seed)), "{length}");
        }
    }

    #[test]
    fn a_number_in_groups_has_its_lowest_bits_first() {
        assert_eq!(groups(0x7f), [0x7f]);
        assert_eq!(groups(300), [0xac, 0x02]);
        assert_eq!(groups(u64::MAX).len(), 10);
    }
}
