//! Tests behind others that change static fields, and which of them is to go when one comes out otherwise: of a test that stops the clock for
//! all that come behind it a reader would say the same as we do.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::time::{Duration, Instant};

use palus_jvm::JvmExecutor;
use palus_sequence::work::{Confirmation, Reason};

use super::confirm::{Confirming, look};
use super::remains::Remains;
use super::turns::{Turn, Turns};

/// So often classes are loaded anew to see whose fault it was. It takes some hundredths of a second.
const MOST_LOOKS: usize = 60;

/// So many runs are made at the most. One takes some tenths of a millisecond.
const MOST_RUNS: usize = 3_000;

/// What has been found of tests behind others.
#[derive(Default)]
struct Met {
    /// How many runs were made for it.
    runs: usize,
    /// How often it was looked whose fault it was.
    looks: usize,
    /// What that is worth which came first in the last row.
    worth: usize,
    /// What each that comes first has spoiled so far.
    spoiled: BTreeMap<usize, Vec<Spoiled>>,
    /// Those that spoil more than they are worth.
    spoilers: BTreeSet<usize>,
    /// The classes that are watched, each with the places of its words among all.
    watched: BTreeMap<String, Range<usize>>,
    /// How often classes had been loaded anew then.
    loads: u32,
}

impl Confirming<'_> {
    /// Runs tests behind others of them that change static fields.
    pub(super) fn behind_writers(
        &mut self,
        remains: &mut Remains,
        executor: &mut JvmExecutor<'_>,
    ) -> Result<(), String> {
        // What a test takes is what the rounds took.
        let micros = self.micros.clone();
        let mut turns = remains.turns();
        while !turns.is_empty() {
            let spoilers = self.behind((turns, remains.watched()), executor, |this, writer, executor| {
                let worth = worth(this.verdicts[writer].asserted());
                if worth > 0 {
                    this.run(writer, executor)?;
                }
                Ok(worth)
            })?;
            for spoiler in spoilers {
                self.verdicts[spoiler] = Confirmation::Dropped(Reason::LeavesTraces);
            }
            // Those for which they stood are still there.
            turns = remains.without(|test| !self.stands(test));
        }
        self.micros = micros;
        Ok(())
    }

    /// Runs tests behind what `first` runs for the number that comes first in their turn, which gives what that is worth, 0 when it is not there. Gives
    /// the numbers of what spoils more in other tests than it is worth; their verdicts are as if it were not there. Some classes may be watched already, each
    /// with the places of its words among all.
    pub(super) fn behind(
        &mut self,
        (mut turns, watched): (Turns, BTreeMap<String, Range<usize>>),
        executor: &mut JvmExecutor<'_>,
        first: impl Fn(&mut Self, usize, &mut JvmExecutor<'_>) -> Result<usize, String>,
    ) -> Result<BTreeSet<usize>, String> {
        let mut met = Met {
            watched,
            loads: self.loads,
            ..Met::default()
        };
        let (began, limit) = (Instant::now(), self.order.meeting_ms.map(Duration::from_millis));
        while let Some(Turn {
            first: writer,
            classes,
            behind,
        }) = turns.next()
        {
            if met.runs > MOST_RUNS || limit.is_some_and(|limit| began.elapsed() > limit) {
                break;
            }
            if met.spoilers.contains(&writer) || !behind.iter().any(|&test| self.stands(test)) {
                continue;
            }
            let again = |this: &mut Self, executor: &mut JvmExecutor<'_>| first(this, writer, executor);
            let Some(set) = self.set(&mut met, &classes, executor, again)? else {
                continue;
            };
            if self.row(&mut met, writer, &behind, executor, again)?
                || set == self.held(&mut met, &classes, executor)?
            {
                continue;
            }
            // One of them has set it back, so that those behind it did not find it.
            for test in behind {
                let Some(set) = self.set(&mut met, &classes, executor, again)? else {
                    break;
                };
                if self.row(&mut met, writer, &[test], executor, again)? {
                    break;
                }
                if set != self.held(&mut met, &classes, executor)? {
                    turns.resets(test);
                    self.sets_back(test);
                }
            }
        }
        Ok(met.spoilers)
    }

    /// What the static fields of these classes hold behind `first`, which is worth something; `None` where it is not.
    fn set(
        &mut self,
        met: &mut Met,
        classes: &[String],
        executor: &mut JvmExecutor<'_>,
        first: impl Fn(&mut Self, &mut JvmExecutor<'_>) -> Result<usize, String>,
    ) -> Result<Option<Vec<u64>>, String> {
        met.worth = first(self, executor)?;
        met.runs += 1;
        if met.worth == 0 {
            return Ok(None);
        }
        // Not asked for its answer: what the first left there must not count against the others.
        self.tidies();
        self.held(met, classes, executor).map(Some)
    }

    /// What the static fields of these classes hold, which are initialised.
    fn held(&self, met: &mut Met, classes: &[String], executor: &JvmExecutor<'_>) -> Result<Vec<u64>, String> {
        if met.loads != self.loads {
            met.loads = self.loads;
            met.watched.clear();
        }
        for class in classes {
            if !met.watched.contains_key(class) {
                let first = met.watched.values().map(|words| words.end).max().unwrap_or_default();
                let words = executor.watch_statics(class).map_err(|error| error.to_string())?;
                met.watched.insert(class.clone(), first..first + words);
            }
        }
        let mut words = Vec::new();
        for class in classes {
            words.extend(look(met.watched[class].clone(), executor)?);
        }
        Ok(words)
    }

    /// Runs tests behind what `first` ran for the writer; whether that spoils more in all that it has met than it is worth.
    fn row(
        &mut self,
        met: &mut Met,
        writer: usize,
        tests: &[usize],
        executor: &mut JvmExecutor<'_>,
        first: impl Fn(&mut Self, &mut JvmExecutor<'_>) -> Result<usize, String>,
    ) -> Result<bool, String> {
        for &test in tests {
            let before = self.verdicts[test].clone();
            self.one(test, executor)?;
            met.runs += 1;
            if self.verdicts[test] == before || met.looks == MOST_LOOKS {
                continue;
            }
            met.looks += 1;
            let now = self.verdicts[test].clone();
            if !self.is_spoiled(test, &before, executor, &first)? {
                continue;
            }
            let all = met.spoiled.entry(writer).or_default();
            all.push(Spoiled { test, before, now });
            let lost = all
                .iter()
                .map(|spoiled| worth(spoiled.before.asserted()) - worth(spoiled.now.asserted()));
            if lost.sum::<usize>() > met.worth {
                all.drain(..).for_each(|spoiled| self.restore(spoiled));
                met.spoilers.insert(writer);
                self.renew(executor)?;
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether a test comes out as `before` in classes that are loaded anew, and otherwise behind what `first` runs. Its verdict stays what it is.
    fn is_spoiled(
        &mut self,
        test: usize,
        before: &Confirmation,
        executor: &mut JvmExecutor<'_>,
        first: &impl Fn(&mut Self, &mut JvmExecutor<'_>) -> Result<usize, String>,
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
