//! Tests behind others that change static fields, and which of them is to go when one comes out otherwise: of a test that stops the clock for
//! all that come behind it a reader would say the same as we do.

use std::collections::{BTreeMap, BTreeSet};

use palus_jvm::JvmExecutor;
use palus_sequence::work::{Confirmation, Reason};

use super::confirm::Confirming;

/// So often classes are loaded anew to see whose fault it was. It takes some hundredths of a second.
const MOST_LOOKS: usize = 60;

impl Confirming<'_> {
    /// Runs tests behind others of them that change static fields.
    pub(super) fn behind_writers(
        &mut self,
        turns: &[(usize, Vec<usize>)],
        executor: &mut JvmExecutor<'_>,
    ) -> Result<(), String> {
        // What a test takes is what the rounds took.
        let micros = self.micros.clone();
        let spoilers = self.behind(turns, executor, |this, writer, executor| {
            let worth = worth(this.verdicts[writer].asserted());
            if worth > 0 {
                this.run(writer, executor)?;
            }
            Ok(worth)
        })?;
        for spoiler in spoilers {
            self.verdicts[spoiler] = Confirmation::Dropped(Reason::LeavesTraces);
        }
        self.micros = micros;
        Ok(())
    }

    /// Runs tests behind what `first` runs for the number beside them, which gives what that is worth, 0 when it is not there. Gives the numbers of
    /// what spoils more in other tests than it is worth; their verdicts are as if it were not there.
    pub(super) fn behind(
        &mut self,
        turns: &[(usize, Vec<usize>)],
        executor: &mut JvmExecutor<'_>,
        first: impl Fn(&mut Self, usize, &mut JvmExecutor<'_>) -> Result<usize, String>,
    ) -> Result<BTreeSet<usize>, String> {
        let mut spoilers = BTreeSet::new();
        let mut spoiled: BTreeMap<usize, Vec<Spoiled>> = BTreeMap::new();
        let mut looks = 0;
        for (writer, behind) in turns {
            if spoilers.contains(writer) || !behind.iter().any(|&test| self.stands(test)) {
                continue;
            }
            let its_worth = first(self, *writer, executor)?;
            if its_worth == 0 {
                continue;
            }
            // Not asked for its answer: what the first left there must not count against the others.
            self.tidies();
            for &test in behind {
                let before = self.verdicts[test].clone();
                self.one(test, executor)?;
                if self.verdicts[test] == before || looks == MOST_LOOKS {
                    continue;
                }
                looks += 1;
                let now = self.verdicts[test].clone();
                if !self.is_spoiled(test, &before, executor, |this, executor| first(this, *writer, executor))? {
                    continue;
                }
                let all = spoiled.entry(*writer).or_default();
                all.push(Spoiled { test, before, now });
                let lost = all
                    .iter()
                    .map(|spoiled| worth(spoiled.before.asserted()) - worth(spoiled.now.asserted()));
                if lost.sum::<usize>() > its_worth {
                    all.drain(..).for_each(|spoiled| self.restore(spoiled));
                    spoilers.insert(*writer);
                    self.renew(executor)?;
                    break;
                }
            }
        }
        Ok(spoilers)
    }

    /// Whether a test comes out as `before` in classes that are loaded anew, and otherwise behind what `first` runs. Its verdict stays what it is.
    fn is_spoiled(
        &mut self,
        test: usize,
        before: &Confirmation,
        executor: &mut JvmExecutor<'_>,
        first: impl Fn(&mut Self, &mut JvmExecutor<'_>) -> Result<usize, String>,
    ) -> Result<bool, String> {
        let now = std::mem::replace(&mut self.verdicts[test], before.clone());
        self.renew(executor)?;
        self.one(test, executor)?;
        let mut is_spoiled = false;
        if self.verdicts[test] == *before {
            first(self, executor)?;
            self.tidies();
            self.one(test, executor)?;
            is_spoiled = self.verdicts[test] != *before;
        }
        self.verdicts[test] = now;
        Ok(is_spoiled)
    }

    /// Has a test stand as before it was spoiled, unless something else has been found since.
    fn restore(&mut self, Spoiled { test, before, now }: Spoiled) {
        if self.verdicts[test] == now {
            self.verdicts[test] = before;
        }
    }
}

/// What a test is worth by what it asserts, and by being there: 0 for one that is dropped, of which nothing is.
pub(super) fn worth(asserted: Option<&[u16]>) -> usize {
    asserted.map_or(0, |asserted| asserted.len() + 1)
}

/// A test that came out otherwise.
struct Spoiled {
    test: usize,
    before: Confirmation,
    now: Confirmation,
}
