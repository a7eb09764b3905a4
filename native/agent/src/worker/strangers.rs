//! Tests that change static fields, before tests that were confirmed in another virtual machine: in a build all meet.

use palus_jvm::JvmExecutor;
use palus_sequence::Executor;
use palus_sequence::work::Predecessor;

use super::confirm::Confirming;
use super::remains::in_turns;

impl Confirming<'_> {
    /// Runs each test by itself, to see which classes it passes through, and then right behind each stranger that changes something of these.
    pub(super) fn behind_strangers(&mut self, executor: &mut JvmExecutor<'_>) -> Result<(), String> {
        let mut orders = [(0..self.order.tests.len()).collect()];
        let remains = self.watched(&mut orders, executor)?;
        let strangers = &self.order.strangers;
        let met = |stranger: &Predecessor| remains.through(&stranger.classes);
        let lists: Vec<(usize, Vec<usize>)> = strangers.iter().map(met).enumerate().collect();
        for (stranger, test) in in_turns(&lists) {
            if self.stands(test) {
                let first = std::slice::from_ref(&strangers[stranger].test.sequence);
                let ran = executor.run(&mut self.symbols, first, &self.plan);
                ran.map_err(|lost| lost.to_string())?;
                self.tidies();
                self.one(test, executor)?;
            }
        }
        Ok(())
    }
}
