//! Another form of a sequence.

use crate::Sequence;

/// A sequence that differs from another one in one operand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Form {
    /// The sequence.
    pub sequence: Sequence,
    /// The statement whose operand is another.
    pub statement: usize,
    /// The place of that operand, from 0.
    pub place: usize,
    /// In which way it is another: two forms of one place and way show the same sort of thing.
    pub way: u8,
}
