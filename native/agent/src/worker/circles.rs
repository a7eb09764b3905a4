//! Classes whose initialisers need each other, initialised in an order in which no other test has them.
//!
//! In whatever order all tests run, the first to touch such a circle decides for all others, and most of them never come first. So each
//! class that some test touches first gets its turn: behind that test, and classes that are as they were loaded, run all that pass through the circle, or through
//! a class that looks at it while it is initialised.

use std::collections::BTreeMap;

use palus_jvm::JvmExecutor;
use palus_sequence::Executor;
use palus_sequence::work::{Confirmation, Predecessor};

use super::confirm::Confirming;
use super::remains::Remains;
use super::verdict::compare;

/// So many runs are spent at the most; one takes some tenths of a millisecond.
const MOST_RUNS: usize = 2_000;

/// To load the classes anew takes as long as so many.
const RENEWAL: usize = 50;

impl Confirming<'_> {
    /// For each opener the tests that come out otherwise behind it.
    pub(super) fn behind_openers(
        &mut self,
        remains: &Remains,
        executor: &mut JvmExecutor<'_>,
    ) -> Result<Vec<BTreeMap<u32, Confirmation>>, String> {
        let mut left = MOST_RUNS;
        let mut all = Vec::new();
        for opener in &self.order.openers {
            let mut tests = remains.through(&opener.classes);
            tests.retain(|&test| self.stands(test));
            let cost = RENEWAL + tests.len();
            let found = if tests.is_empty() || cost > left {
                BTreeMap::new()
            } else {
                left -= cost;
                self.behind_one(opener, &tests, executor)?
            };
            all.push(found);
        }
        Ok(all)
    }

    fn behind_one(
        &mut self,
        opener: &Predecessor,
        tests: &[usize],
        executor: &mut JvmExecutor<'_>,
    ) -> Result<BTreeMap<u32, Confirmation>, String> {
        self.renew(executor)?;
        let first = std::slice::from_ref(&opener.test.sequence);
        let ran = executor.run(&mut self.symbols, first, &self.plan);
        ran.map_err(|lost| lost.to_string())?;
        self.tidies();
        let mut found = BTreeMap::new();
        for &index in tests {
            let Confirmation::Same { asserted } = self.verdicts[index].clone() else {
                continue;
            };
            let trace = self.run(index, executor)?;
            self.tidies();
            let test = &self.order.tests[index];
            let now = trace.map(|trace| compare(&self.symbols, test, &asserted, &trace));
            if let Some(now) = now.filter(|now| *now != self.verdicts[index]) {
                found.insert(index as u32, now);
            }
        }
        Ok(found)
    }
}
