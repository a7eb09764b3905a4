//! Why a call is not made again.

use std::fmt;
use std::sync::Arc;

/// Why a recorded call has no statement.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Why {
    /// It takes an object of that class, which no recorded call gave, or which a test's own class made.
    Unmade(Arc<str>),
    /// It takes an object of the JDK, of that class, that cannot be made from its state.
    NotRebuilt(Arc<str>),
    /// It takes a lambda.
    Lambda,
    /// The state of what it takes was not recorded, because it is too large.
    TooLarge,
    /// Nobody saw it end.
    NotEnded,
    /// The test made too many calls before it.
    TooLong,
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unmade(class) => write!(f, "no recorded call made an object of {class}"),
            Self::NotRebuilt(class) => write!(f, "an object of {class} cannot be made from its state"),
            Self::Lambda => f.write_str("a lambda was passed"),
            Self::TooLarge => f.write_str("a state was too large to be recorded"),
            Self::NotEnded => f.write_str("a call did not end"),
            Self::TooLong => f.write_str("a test made too many calls"),
        }
    }
}
