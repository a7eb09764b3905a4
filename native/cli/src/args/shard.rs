//! `--shard I/N` as typed.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// One of several parts of the work, each of which another machine may do.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub(crate) struct Shard {
    /// Which part, from 1 on.
    pub(crate) part: u32,
    /// How many there are.
    pub(crate) of: u32,
}

impl Shard {
    /// All of the work.
    pub(crate) const WHOLE: Self = Self { part: 1, of: 1 };

    /// Whether the part has the group of that number.
    pub(crate) fn has(self, group: u32) -> bool {
        group % self.of == self.part - 1
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.part, self.of)
    }
}

impl FromStr for Shard {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let parsed = text.split_once('/').and_then(|(part, of)| {
            let (part, of) = (part.parse().ok()?, of.parse().ok()?);
            (1..=of).contains(&part).then_some(Self { part, of })
        });
        parsed.ok_or("write which part of how many, like 1/4")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_is_one_of_those_there_are() {
        assert_eq!("2/3".parse(), Ok(Shard { part: 2, of: 3 }));
        for nonsense in ["", "2", "0/3", "4/3", "1/0", "a/b", "1/2/3", "-1/2"] {
            assert!(nonsense.parse::<Shard>().is_err(), "{nonsense}");
        }
    }

    #[test]
    fn every_group_is_in_one_part() {
        for group in 0..20 {
            let parts = (1..=3).filter(|&part| Shard { part, of: 3 }.has(group));
            assert_eq!(parts.count(), 1, "{group}");
            assert!(Shard::WHOLE.has(group));
        }
    }
}
