//! Hashes of sequences: a fast one within a process, a stable one across processes.

use std::hash::{Hash, Hasher};

use palus_sequence::{Sequence, Symbols};
use rustc_hash::FxHasher;

/// The hash of a sequence's text (64-bit FNV-1a): the same in every process, whatever ids the names have there.
///
/// ```
/// use palus_generate::sequence_hash;
/// use palus_sequence::{Sequence, Symbols};
///
/// // The offset basis of FNV-1a: nothing has been mixed in.
/// assert_eq!(sequence_hash(&Sequence::default(), &Symbols::default()), 0xcbf2_9ce4_8422_2325);
/// ```
pub fn sequence_hash(sequence: &Sequence, symbols: &Symbols) -> u64 {
    let fold = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    sequence.text(symbols).bytes().fold(0xcbf2_9ce4_8422_2325, fold)
}

/// The hash of every prefix, the shortest first and the whole sequence last; good within this process only, since it
/// sees ids, not names.
pub(crate) fn prefix_hashes(sequence: &Sequence) -> impl Iterator<Item = u64> + '_ {
    let mut hasher = FxHasher::default();
    sequence.statements.iter().map(move |statement| {
        statement.hash(&mut hasher);
        hasher.finish()
    })
}
