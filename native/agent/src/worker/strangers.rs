//! Tests that change static fields, before tests that were confirmed in another virtual machine: in a build all meet.

use std::collections::BTreeMap;

use palus_jvm::JvmExecutor;
use palus_sequence::Executor;
use palus_sequence::work::Predecessor;

use super::confirm::Confirming;
use super::spoilers::worth;
use super::turns::{Turn, Turns};

impl Confirming<'_> {
    /// Runs each test by itself, to see which classes it passes through, and then behind each stranger that changes something of these. Gives the
    /// positions of the strangers that spoil more than they are worth.
    pub(super) fn behind_strangers(&mut self, executor: &mut JvmExecutor<'_>) -> Result<Vec<u32>, String> {
        let mut orders = [(0..self.order.tests.len()).collect()];
        let remains = self.watched(&mut orders, executor)?;
        let strangers = &self.order.strangers;
        let met = |(first, stranger): (usize, &Predecessor)| Turn {
            first,
            classes: stranger.classes.clone(),
            behind: others(remains.through(&stranger.classes), stranger.place),
        };
        let lists = strangers.iter().enumerate().map(met).collect();
        let changing = self.order.changing.iter().map(|&test| test as usize).collect();
        let spoilers = self.behind(
            (Turns::of(lists, changing), BTreeMap::new()),
            executor,
            |this, stranger, executor| {
                let first = &strangers[stranger].test;
                let ran = executor.run(&mut this.symbols, std::slice::from_ref(&first.sequence), &this.plan);
                ran.map_err(|lost| lost.to_string())?;
                Ok(worth(Some(&first.asserted)))
            },
        )?;
        Ok(spoilers.into_iter().map(|stranger| stranger as u32).collect())
    }
}

/// Those of the tests that are not at that place.
fn others(mut tests: Vec<usize>, place: Option<u32>) -> Vec<usize> {
    tests.retain(|test| place != Some(*test as u32));
    tests
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_test_runs_behind_itself() {
        assert_eq!(others(vec![1, 2, 3], Some(2)), [1, 3]);
        assert_eq!(others(vec![1, 2], None), [1, 2]);
    }
}
