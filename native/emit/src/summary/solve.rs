//! What became of branches that the search left open, when they were tried with variables in the place of numbers.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// Branches that the search left open, by what became of them when they were tried with variables in the place of numbers.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct SolveSummary {
    /// All of them.
    pub open: u64,
    /// Those that a worker reached by what was found.
    pub reached: u64,
    /// The sequences that were found, and run.
    pub sequences: u64,
    /// Those of the sequences whose paths left what is followed, so that values were chosen and a worker saw where they lead.
    #[serde(default)]
    pub concretised: u64,
    /// Those that no numbers for the last calls of a test reach.
    pub infeasible: u64,
    /// Those to which paths may lead that leave what is executed symbolically, by the reason of most of them.
    pub outside: BTreeMap<String, u64>,
    /// Those for which there was no time.
    pub out_of_time: u64,
    /// Those under conditions for which there is no solver.
    pub needs_solver: u64,
    /// Those of methods that no test reaches.
    pub unreached: u64,
    /// Those for which numbers were found that led elsewhere.
    pub diverged: u64,
}

impl SolveSummary {
    /// Adds the branches of other classes.
    pub fn add(&mut self, other: Self) {
        self.open += other.open;
        self.reached += other.reached;
        self.sequences += other.sequences;
        self.concretised += other.concretised;
        self.infeasible += other.infeasible;
        self.out_of_time += other.out_of_time;
        self.needs_solver += other.needs_solver;
        self.unreached += other.unreached;
        self.diverged += other.diverged;
        for (reason, count) in other.outside {
            *self.outside.entry(reason).or_default() += count;
        }
    }

    /// What is said of it to a reader.
    pub fn sentence(&self) -> String {
        let outside: u64 = self.outside.values().sum();
        let most = self.outside.iter().rev().max_by_key(|(_, count)| **count);
        let most = most.map_or_else(String::new, |(reason, _)| format!(" (mostly: {reason})"));
        let left = [
            (self.infeasible, "infeasible for the calls that were tried".to_owned()),
            (outside, format!("outside of what is executed symbolically{most}")),
            (self.needs_solver, "in need of a solver".to_owned()),
            (self.out_of_time, "out of time".to_owned()),
            (self.unreached, "in methods that no test reaches".to_owned()),
            (self.diverged, "solved, but led elsewhere".to_owned()),
        ];
        let left = left.into_iter().filter(|(count, _)| *count > 0);
        let left: Vec<String> = left.map(|(count, what)| format!("{count} {what}")).collect();
        let rest = if left.is_empty() {
            String::new()
        } else {
            format!("; left open: {}", left.join(", "))
        };
        format!("{} of {} open branches solved{rest}", self.reached, self.open)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stays_open_is_told_with_its_reasons() {
        let reason = |name: &str, count| (name.to_owned(), count);
        let mut solve = SolveSummary {
            open: 5,
            reached: 2,
            infeasible: 1,
            outside: BTreeMap::from([reason("a.B.c is not modelled", 2)]),
            ..SolveSummary::default()
        };
        assert_eq!(
            solve.sentence(),
            "2 of 5 open branches solved; left open: 1 infeasible for the calls that were tried, \
             2 outside of what is executed symbolically (mostly: a.B.c is not modelled)"
        );
        solve.add(SolveSummary {
            open: 3,
            outside: BTreeMap::from([reason("a.B.c is not modelled", 1), reason("x", 2)]),
            ..SolveSummary::default()
        });
        assert_eq!((solve.open, solve.outside["a.B.c is not modelled"]), (8, 3));
        assert_eq!(SolveSummary::default().sentence(), "0 of 0 open branches solved");
    }
}
