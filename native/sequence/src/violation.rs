//! What a failing test says: which check is broken, what the code should have done, and how sure that is.

use serde::{Deserialize, Serialize};

use crate::Value;

/// A broken check, told so that a test can be written of it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Violation {
    /// The id of the check.
    pub check: String,
    /// What tells this defect from others: of tests with equal causes one is enough.
    pub cause: String,
    /// What was expected and what happened, one sentence.
    pub because: String,
    /// Why that is a defect, or when it is none, one sentence.
    pub why: String,
    /// How sure it is to be a defect, in percent.
    pub confidence: u8,
    /// How many statements before those of the demand are asserted as they came out: what the demand rests on.
    pub given: u16,
    /// What the test demands, and does not get.
    pub demand: Demand,
    /// Where the code under test threw, when it did.
    pub thrown_at: Option<CodeSite>,
}

/// What a failing test demands of its last statement, or of its last two or three.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Demand {
    /// That it returns.
    Returns,
    /// That it ends within so many seconds.
    Ends {
        /// Seconds.
        seconds: u16,
    },
    /// That it returns this value.
    Gives(Value),
    /// That it throws an exception of this class (binary name).
    Throws(String),
    /// That it does not return null.
    GivesAnObject,
    /// That both return the same value.
    Same,
    /// That the whole number returned last is larger by so much than the one returned before.
    Larger(i64),
    /// That it returns a number of this sign: 1 or -1.
    Sign(i8),
    /// That both return numbers of the same sign.
    SameSign,
    /// That both return numbers of opposite signs, or both 0.
    OppositeSign,
    /// That the array returned last is as long as the number returned before says.
    Length,
    /// That two calls, when two threads make them at once, come out as if one had come behind the other.
    AtOnce(AtOnce),
}

/// What is demanded of two calls that two threads make at once.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum AtOnce {
    /// That both end within so many seconds.
    End {
        /// Seconds.
        seconds: u16,
    },
    /// That both return.
    Return,
    /// That a third call, behind both, gives this value: it does whichever of them comes first.
    ThenGives(Value),
}

impl Demand {
    /// How many seconds a test waits for what never ends, where it waits for such.
    pub fn waits(&self) -> Option<u16> {
        match self {
            Self::Ends { seconds } | Self::AtOnce(AtOnce::End { seconds }) => Some(*seconds),
            _ => None,
        }
    }

    /// How many statements it is about.
    pub fn statements(&self) -> usize {
        match self {
            Self::AtOnce(AtOnce::ThenGives(_)) => 3,
            Self::Same
            | Self::Larger(_)
            | Self::SameSign
            | Self::OppositeSign
            | Self::Length
            | Self::AtOnce(AtOnce::End { .. } | AtOnce::Return) => 2,
            Self::Returns
            | Self::Ends { .. }
            | Self::Gives(_)
            | Self::Throws(_)
            | Self::GivesAnObject
            | Self::Sign(_) => 1,
        }
    }
}

/// A place in code, as a stack trace names it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct CodeSite {
    /// The binary name of the class.
    pub class: String,
    /// The method's name.
    pub method: String,
    /// The line of the source, where the class file tells.
    pub line: Option<u32>,
    /// Whether a class of `java.util` threw, called from here: a check of its arguments, or a collection that refuses null.
    pub is_below: bool,
}

impl Violation {
    /// Where the statements of the demand begin in a test of so many statements.
    pub fn demanded_from(&self, statements: usize) -> usize {
        statements.saturating_sub(self.demand.statements())
    }

    /// Whether a test of so many statements asserts the statement as it came out.
    pub fn is_given(&self, at: usize, statements: usize) -> bool {
        let from = self.demanded_from(statements);
        at < from && at + usize::from(self.given) >= from
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_demand_rests_on_stands_right_before_it() {
        let violation = Violation {
            check: String::new(),
            cause: String::new(),
            because: String::new(),
            why: String::new(),
            confidence: 50,
            given: 1,
            demand: Demand::Same,
            thrown_at: None,
        };
        assert_eq!(violation.demanded_from(5), 3);
        let given: Vec<bool> = (0..5).map(|at| violation.is_given(at, 5)).collect();
        assert_eq!(given, [false, false, true, false, false]);
    }
}
