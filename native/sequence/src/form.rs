//! Another form of a sequence.

use crate::Sequence;

/// A sequence that differs from another one in one statement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Form {
    /// The sequence.
    pub sequence: Sequence,
    /// The statement that is another.
    pub statement: usize,
    /// The place of the operand that is another, from 0; `None` where another method is called or another field read.
    pub place: Option<usize>,
    /// In which way it is another: two forms of one place and way show the same sort of thing.
    pub way: u8,
}
