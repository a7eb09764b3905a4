//! Runs of the suite until all of it is steady, and as many tests as there is time for.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

use palus_emit::java::SourceFile;
use palus_sequence::Outcome;
use palus_sequence::work::Reason;
use palus_supervise::{OwnTests, Round};

use super::{Bench, Suite, has_call, waits};
use crate::generate::room::{Cost, Room};
use crate::generate::rounds::{Running, Unsteady};

/// How often the suite is run. Every time but the last, what is left after dropping is run again.
const MOST_RUNS: usize = 5;

/// Behind so many of them no more tests are taken in: what is found of those is to be mended too.
const GROWING_RUNS: usize = 3;

impl Suite<'_> {
    /// Keeps as many tests as there is room for: those that reveal an error, then those that add most to the others.
    pub(super) fn leave_out_the_least(&mut self, room: &mut Room) {
        let mut order: Vec<usize> = (0..self.tests.len()).collect();
        order.sort_by_key(|index| self.places[*index]);
        let mut waited = 0;
        let (mut order, never): (Vec<usize>, Vec<usize>) = order.into_iter().partition(|index| {
            let waits = waits(self.tests[*index].1);
            let may = waits == 0 || room.may_wait(waited, waited + waits);
            waited += if may { waits } else { 0 };
            may
        });
        let fitting = room.first(self.costs(order.iter(), BTreeSet::new()));
        self.late = order.split_off(fitting.min(order.len())).into();
        let out = never.into_iter().chain(self.late.iter().copied());
        self.drop_all(out.collect(), Reason::BudgetSpent);
    }

    /// What it takes to check each of these tests, where there are some of these classes already.
    fn costs<'a>(
        &'a self,
        tests: impl Iterator<Item = &'a usize>,
        mut classes: BTreeSet<&'a str>,
    ) -> impl Iterator<Item = Cost> {
        tests.map(move |&index| {
            let test = self.tests[index].1;
            let waits = u32::try_from(waits(test) * 1_000).unwrap_or(u32::MAX);
            Cost {
                statements: test.sequence.len(),
                micros: self.shown[index].micros.max(waits),
                is_first: classes.insert(&test.subject),
            }
        })
    }

    /// Takes in tests for which there was no room before and is now; says which.
    fn grow(&mut self, room: &mut Room) -> Vec<usize> {
        let statements = self.statements();
        let classes = self.alive.iter().map(|&index| &*self.tests[index].1.subject).collect();
        let fitting = room.more(self.costs(self.late.iter(), classes), statements);
        let taken: Vec<usize> = self.late.drain(..fitting.min(self.late.len())).collect();
        for index in &taken {
            self.dropped.remove(index);
        }
        taken
    }

    /// How many statements it has.
    fn statements(&self) -> usize {
        self.alive.iter().map(|&index| self.tests[index].1.sequence.len()).sum()
    }

    /// See [`Running::until`].
    fn alone_until(&self, room: &Room) -> Option<(Instant, &[usize])> {
        let until = room.alone_until(self.alive.len(), self.statements())?;
        Some((until, &*self.places))
    }

    /// Runs the suite, and drops what is unsteady, until nothing is and no more tests fit into the room.
    ///
    /// Tests may fail for what new ones leave: where one of these is known to leave anything, all run again. What is left does not pass because of what
    /// dropped ones left, for it passed by itself, and before each of them in one of both orders; but a dropped one may have taken back what another did to
    /// it. So all run again as under a build tool where one that leaves anything was dropped. Otherwise only the files do in which tests are new or were mended.
    pub(super) fn settle(&mut self, bench: &Bench, mut room: Option<&mut Room>) -> anyhow::Result<()> {
        let mut ran: BTreeMap<String, String> = BTreeMap::new();
        let mut is_last = false;
        let mut are_fewer = false;
        for run in 1..=MOST_RUNS {
            let is_fresh = |file: &SourceFile| ran.get(&file.class) != Some(&file.text);
            let other = bench.other.as_ref().filter(|_| self.unfit.is_none());
            let rounds = Round::usual(other);
            let is_wanted = |round: &Round, file: &SourceFile| is_fresh(file) || are_fewer && round.is_plain();
            let running = Running {
                until: room.as_deref().and_then(|room| self.alone_until(room)),
                ..self.running(bench)
            };
            let mut unsteady = running.unsteady(&rounds, &is_wanted)?;
            self.proven.append(&mut unsteady.proven);
            self.shown_to_fail.append(&mut unsteady.shown);
            // Its round was none then: the next turn has it on the Java that compiles.
            let has_lost_a_round = !unsteady.unfit.is_empty();
            self.unfit = unsteady.unfit.pop().or(self.unfit.take());
            if run == MOST_RUNS {
                unsteady.tests.append(&mut unsteady.unseen);
            }
            let is_late = !unsteady.late.is_empty();
            let new = match &mut room {
                Some(room) if run <= GROWING_RUNS && !is_last && !is_late => self.grow(room),
                _ => Vec::new(),
            };
            if unsteady.tests.is_empty() && unsteady.unseen.is_empty() && !is_late && new.is_empty() {
                if has_lost_a_round {
                    continue;
                }
                break;
            }
            let is_cut_short = !unsteady.cut_short.is_empty();
            let may_mend = run < MOST_RUNS && !is_last;
            let is_mended = may_mend && self.mend(&mut unsteady, bench);
            let leaves_something = |index: &usize| self.shown[*index].shares;
            let all_again = has_lost_a_round || new.iter().any(leaves_something);
            are_fewer = unsteady.tests.iter().any(leaves_something);
            let is_new = is_mended || !new.is_empty() || !unsteady.unseen.is_empty();
            if all_again {
                ran.clear();
            } else {
                let to_the_end = self
                    .files
                    .iter()
                    .filter(|file| !unsteady.cut_short.contains(&file.class));
                ran.extend(to_the_end.map(|file| (file.class.clone(), file.text.clone())));
            }
            self.drop_all(unsteady.loud, Reason::Prints);
            self.drop_all(unsteady.tests, Reason::NonDeterministic);
            self.drop_all(unsteady.late, Reason::BudgetSpent);
            self.compile(bench)?;
            // What is left did what is wanted of it in all rounds, and of what went nobody can have met anything.
            let is_proven = !all_again && !are_fewer && !is_new;
            if is_proven || is_last && !is_cut_short {
                break;
            }
            if bench.until.is_some_and(|until| Instant::now() > until) {
                is_last = true;
            }
        }
        let of_the_machine = self.may_pass.difference(&self.shown_to_fail).copied();
        let never_failed: BTreeSet<usize> = of_the_machine.filter(|index| self.alive.contains(index)).collect();
        if !never_failed.is_empty() {
            self.drop_all(never_failed, Reason::NonDeterministic);
            self.compile(bench)?;
        }
        Ok(())
    }

    /// Runs the tests that start threads again and again, and drops what fails once: the confirmation has them take turns in a few orders, and here
    /// the machine decides.
    pub(super) fn repeat(&mut self, bench: &Bench) -> anyhow::Result<()> {
        for run in 1..=MOST_RUNS {
            let starts_threads = |index: &usize| self.shown[*index].starts_threads;
            let is_late = bench.until.is_some_and(|until| Instant::now() > until);
            let unsteady = self
                .running(bench)
                .repeated(&starts_threads, bench.other.as_ref(), is_late)?;
            if self.is_steady_without(unsteady, run, bench)? {
                break;
            }
        }
        Ok(())
    }

    /// Runs the suite in one virtual machine with the project's own tests, as its build does, and drops what fails there: those fill registries and
    /// caches that no generated test fills.
    pub(super) fn stand_beside(&mut self, own: &OwnTests, bench: &Bench) -> anyhow::Result<()> {
        for run in 1..=MOST_RUNS {
            let unsteady = self.running(bench).beside(&own.by(bench.until))?;
            self.is_beside_none = unsteady.ran_beside == 0;
            if self.is_steady_without(unsteady, run, bench)? {
                break;
            }
        }
        Ok(())
    }

    /// Mends or drops the tests at fault of that run. Says whether there were none.
    fn is_steady_without(&mut self, mut unsteady: Unsteady, run: usize, bench: &Bench) -> anyhow::Result<bool> {
        if unsteady.tests.is_empty() {
            return Ok(true);
        }
        if run < MOST_RUNS {
            self.mend_alone(&mut unsteady);
        }
        self.drop_all(unsteady.tests, Reason::NonDeterministic);
        self.compile(bench)?;
        self.settle(bench, None)?;
        Ok(false)
    }

    /// Has the standard streams lead nowhere while tests of a class run of which one printed, once for each class. Those that printed are no longer among
    /// the tests at fault. Says whether there was such a class.
    pub(super) fn silence(&mut self, unsteady: &mut Unsteady, bench: &Bench) -> bool {
        let subject = |index: &usize| &self.tests[*index].1.subject;
        let is_silenced = |class: &String| bench.style.silenced.contains(class) || self.silenced.contains(class);
        let (in_vain, mended): (BTreeSet<usize>, BTreeSet<usize>) =
            unsteady.loud.iter().partition(|index| is_silenced(subject(index)));
        let classes: BTreeSet<String> = mended.iter().map(|index| subject(index).clone()).collect();
        unsteady.tests.retain(|index| !mended.contains(index));
        unsteady.loud = in_vain;
        let tests = &self.tests;
        self.proven.retain(|index| !classes.contains(&tests[*index].1.subject));
        let is_any = !classes.is_empty();
        self.silenced.extend(classes);
        is_any
    }

    /// Does for the tests at fault what may keep them. Says whether anything was done.
    fn mend(&mut self, unsteady: &mut Unsteady, bench: &Bench) -> bool {
        self.silence(unsteady, bench) | self.mend_alone(unsteady)
    }

    /// The same without a look at what they print.
    fn mend_alone(&mut self, unsteady: &mut Unsteady) -> bool {
        let is_rewritten = self.write_by_hand(&mut unsteady.tests);
        // They have not failed yet as they are written now.
        let tests = &unsteady.tests;
        unsteady.wrong.retain(|index| tests.contains(index));
        unsteady.loud.retain(|index| tests.contains(index));
        is_rewritten | self.weaken(unsteady)
    }

    /// Takes the values out of the assertions of tests that failed by one, each once: without them it still reaches what it reaches. What is
    /// taken out is no longer among the tests at fault. Says whether there was any.
    fn weaken(&mut self, unsteady: &mut Unsteady) -> bool {
        let before = self.weakened.len();
        for index in std::mem::take(&mut unsteady.wrong) {
            let found = self.tests[index].1;
            if self.weakened.contains_key(&index) {
                continue;
            }
            let mut test = found.clone();
            let throws = |at: &u16| matches!(test.outcomes.get(usize::from(*at)), Some(Outcome::Threw { .. }));
            let (exceptions, lost): (Vec<u16>, Vec<u16>) = test.asserted.iter().copied().partition(throws);
            // Of a test that only reads a field nothing would be left.
            if lost.is_empty() || !has_call(found) {
                continue;
            }
            test.asserted = exceptions;
            test.keep_without_answer(lost);
            test.drop_idle_observers();
            self.proven.remove(&index);
            self.weakened.insert(index, test);
            unsteady.tests.remove(&index);
        }
        self.weakened.len() > before
    }
}
