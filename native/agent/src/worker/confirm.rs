//! A confirmation: the tests that a search kept, run again in a fresh virtual machine and other orders.
//!
//! What comes out otherwise than before hangs on something that a test does not control: the clock, identity hash codes,
//! the iteration order of hash tables, or what earlier tests left behind in static fields. A test that leaves files behind is
//! found out here too.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::time::{Duration, Instant};

use palus_jvm::JvmExecutor;
use palus_sequence::work::{ConfirmOrder, Confirmation, Confirmed, Fact, KeptTest, Reason};
use palus_sequence::{Executor, ExecutorLost, MethodId, ObservationPlan, Sequence, Statement, Symbols, Trace};

use super::lateness::Lateness;
use super::remains::Remains;
use super::tidy::{Tidy, WorkingDirectory};
use super::vary::Asked;
use super::verdict::{compare, is_nothing_now, met_a_broken_class, met_a_limit};

/// How many orders the tests run in, and each of them backwards.
const ORDERS: u64 = Confirmed::RUNS as u64 / 2;

/// How many times as long as it has run so far a test takes behind the first round, and behind all that is found out of what tests leave.
const BEHIND_FIRST: f64 = 2.0;
const BEHIND_RESTS: f64 = 1.5;

/// How often classes are loaded anew because one could not be initialised.
const MOST_RENEWALS: u32 = 6;
/// And once more for so many tests.
const TESTS_PER_RENEWAL: usize = 50;

pub(super) fn run(order: &ConfirmOrder, executor: &mut JvmExecutor<'_>) -> Result<Confirmed, String> {
    let mut confirming = Confirming {
        symbols: order.symbols.clone(),
        verdicts: order.tests.iter().map(all_the_same).collect(),
        micros: vec![0; order.tests.len()],
        folder: WorkingDirectory::open(),
        broken_in: None,
        is_fresh: false,
        renewals: 0,
        loads: 0,
        plan: ObservationPlan::full().past_throws().on_used_thread(),
        asked: vec![0; order.tests.len()],
        asked_first: vec![0; order.tests.len()],
        printing: BTreeSet::new(),
        threaded: BTreeSet::new(),
        touching: BTreeSet::new(),
        nothing_elsewhere: BTreeSet::new(),
        fragile: BTreeMap::new(),
        explaining: Duration::ZERO,
        lateness: Lateness::within(order.limit),
        order,
    };
    if !order.strangers.is_empty() {
        let spoilers = confirming.behind_strangers(executor)?;
        return Ok(Confirmed {
            spoilers,
            ..confirming.into_confirmed(&Remains::default())
        });
    }
    let orders = (0..ORDERS).map(|round| shuffled(order.tests.len(), order.seed.wrapping_add(round)));
    let mut orders: Vec<Vec<usize>> = orders.collect();
    let mut remains = confirming.watched(&mut orders, executor)?;
    confirming.behind_writers(&mut remains, executor)?;
    let behind = confirming.behind_openers(&remains, executor)?;
    confirming.leave_out_late_ones(BEHIND_RESTS);
    let asked = confirming.backwards(&orders, &mut remains, executor)?;
    confirming.vary(&asked, &orders[0], executor)?;
    confirming.drop_what_is_nothing_elsewhere();
    let kills = confirming.kills(executor).map_err(|lost| lost.to_string())?;
    Ok(Confirmed {
        kills,
        behind,
        through: order
            .circles
            .iter()
            .map(|circle| remains.through(circle).into_iter().map(|test| test as u32).collect())
            .collect(),
        ..confirming.into_confirmed(&remains)
    })
}

/// The verdicts so far.
pub(super) struct Confirming<'o> {
    pub(super) order: &'o ConfirmOrder,
    pub(super) symbols: Symbols,
    pub(super) verdicts: Vec<Confirmation>,
    pub(super) micros: Vec<u32>,
    folder: WorkingDirectory,
    /// The test in which a class could not be initialised that tests can use otherwise.
    broken_in: Option<usize>,
    /// Whether no test ran since all classes were loaded anew.
    pub(super) is_fresh: bool,
    /// What each test asked of its surroundings since it was last counted: bits of [`Fact::bit`].
    asked: Vec<i32>,
    /// What it asked when it ran first, or what was asked then while classes were loaded for it, the JDK's own among them.
    asked_first: Vec<i32>,
    /// How often that was done for a broken class.
    renewals: u32,
    /// And how often at all, but for other surroundings.
    pub(super) loads: u32,
    pub(super) plan: ObservationPlan,
    /// The tests that wrote to a standard stream.
    printing: BTreeSet<u32>,
    /// The tests that start threads.
    threaded: BTreeSet<u32>,
    /// Those that made or removed something in the working directory, or changed static fields as another test had left them.
    touching: BTreeSet<u32>,
    /// The tests whose last statement gave null, and something when they were found.
    nothing_elsewhere: BTreeSet<usize>,
    /// See [`Confirmed::fragile`].
    pub(super) fragile: BTreeMap<u32, BTreeSet<Fact>>,
    /// How long that was looked for.
    pub(super) explaining: Duration,
    /// How long all of it may take.
    pub(super) lateness: Lateness,
}

impl Confirming<'_> {
    /// [`Confirming::watched_rounds`] in which no class breaks: a test that meets one comes first in all orders.
    pub(super) fn watched(
        &mut self,
        orders: &mut [Vec<usize>],
        executor: &mut JvmExecutor<'_>,
    ) -> Result<Remains, String> {
        loop {
            let remains = self.watched_rounds(orders, executor)?;
            let Some(first) = self.mend(executor)? else {
                return Ok(remains);
            };
            for order in &mut *orders {
                order.retain(|&index| index != first);
                order.insert(0, first);
            }
            self.micros.fill(0);
        }
    }

    /// Runs the tests in these orders, and finds out meanwhile what they leave behind for which others. Ends early when a class breaks.
    fn watched_rounds(&mut self, orders: &[Vec<usize>], executor: &mut JvmExecutor<'_>) -> Result<Remains, String> {
        let mut remains = Remains::of(self.order.tests.len(), &self.order.reads);
        // By nobody who runs from here on.
        executor.take_loaded_again();
        let mut held = Held::default();
        for (round, indexes) in orders.iter().enumerate() {
            if round == 1 {
                self.asked_first = std::mem::replace(&mut self.asked, vec![0; self.order.tests.len()]);
                let watch = |class: &str| executor.watch_statics(class).map_err(|error| error.to_string());
                remains.watch(watch)?;
                held.changed(remains.fields(), executor)?;
                self.leave_out_late_ones(BEHIND_FIRST);
            }
            for &index in indexes {
                let Some(trace) = self.one(index, executor)? else {
                    continue;
                };
                if self.broken_in.is_some() {
                    return Ok(remains);
                }
                if round == 0 {
                    let loaded = executor.blocks(remains.known());
                    remains.passed(index, &trace.edges, loaded, &executor.take_loaded_again());
                } else {
                    let near = remains.fields_within_reach(index, &trace.edges);
                    let mut changed = held.changed(near, executor)?;
                    if !changed.is_empty() {
                        // What it changed, fields of other classes may hold as well.
                        changed.extend(held.changed(remains.fields(), executor)?);
                        changed.sort_unstable();
                        // What a thread goes on changing may differ in both looks.
                        changed.dedup();
                    }
                    remains.note((index, self.method_of(index)), changed);
                }
            }
        }
        Ok(remains)
    }

    /// Runs the tests backwards, behind classes that are loaded anew. What is asked while they are loaded, and not later, their initialisers asked: the
    /// JDK's own classes are loaded by now, and what they ask once and keep was asked before.
    ///
    /// Of two tests one runs first in the orders and last in these, both times behind classes that are as they were loaded. So what
    /// one does to static fields for good comes out on the other. What hangs on a thread-local that any of many others sets would
    /// have to come before all of those: so each runs on a thread without any. And time leaps now, so what hangs on how much of it passes comes out
    /// otherwise.
    fn backwards(
        &mut self,
        orders: &[Vec<usize>],
        remains: &mut Remains,
        executor: &mut JvmExecutor<'_>,
    ) -> Result<Asked, String> {
        self.renew(executor)?;
        self.plan.on_used_thread = false;
        // By nobody who runs from here on.
        executor.take_loaded_again();
        let mut asked = self.asked.clone();
        let mut loading = Vec::new();
        for (round, indexes) in orders.iter().enumerate() {
            let last = std::mem::replace(&mut self.asked, vec![0; self.order.tests.len()]);
            if round == 1 {
                loading = last;
            }
            for &index in indexes.iter().rev() {
                let trace = self.turn(index, executor)?;
                if let Some(trace) = trace.filter(|_| round == 0) {
                    let loaded = executor.blocks(remains.known());
                    remains.passed(index, &trace.edges, loaded, &executor.take_loaded_again());
                }
            }
        }
        for (index, asked) in asked.iter_mut().enumerate() {
            // One that is dropped already had no other turn.
            let first = if self.stands(index) { 0 } else { self.asked_first[index] };
            *asked |= self.asked[index] | first;
        }
        let by_initialisers = remains.asked_by_initialisers(&asked, &loading);
        Ok(Asked::of(&asked, by_initialisers))
    }

    /// See [`Confirming::leave_out_late`]: the rest takes a test so many times as long as it has run so far.
    fn leave_out_late_ones(&mut self, rest: f64) {
        let micros = self.micros.clone();
        self.leave_out_late(|index| (f64::from(micros[index]) * rest) as u64);
    }

    /// This test changes static fields as another one had left them.
    pub(super) fn sets_back(&mut self, index: usize) {
        self.touching.insert(index as u32);
    }

    /// Whether nothing speaks against a test so far.
    pub(super) fn stands(&self, index: usize) -> bool {
        self.verdicts[index].stands()
    }

    /// Takes away what the next test must not meet; whether the one before made or removed something in the working directory, and whether all was
    /// as before when it ended.
    pub(super) fn tidies(&self) -> (bool, bool) {
        let was_touched = self.folder.was_touched();
        let was_left_alone = self.folder.was_left_alone();
        if !was_left_alone {
            // By ourselves this time.
            self.folder.was_touched();
        }
        (was_touched, was_left_alone)
    }

    /// The method that a test is for.
    fn method_of(&self, index: usize) -> Option<MethodId> {
        let test = &self.order.tests[index];
        match test.sequence.statements.get(test.focus()?)? {
            Statement::Call { method, .. } => Some(*method),
            _ => None,
        }
    }

    /// What is known of the tests by themselves.
    fn into_confirmed(self, remains: &Remains) -> Confirmed {
        Confirmed {
            group: self.order.group,
            kills: vec![Vec::new(); self.verdicts.len()],
            verdicts: self.verdicts,
            micros: self.micros,
            fragile: self.fragile,
            sharing: remains
                .changing()
                .map(|test| test as u32)
                .chain(self.touching)
                .collect(),
            printing: self.printing,
            threaded: self.threaded,
            writers: remains.writers(),
            passed: remains.all_passed(),
            ..Confirmed::default()
        }
    }

    /// Runs the tests in that order.
    pub(super) fn round<'i>(
        &mut self,
        indexes: impl Iterator<Item = &'i usize>,
        executor: &mut JvmExecutor<'_>,
    ) -> Result<(), String> {
        for &index in indexes {
            self.turn(index, executor)?;
        }
        Ok(())
    }

    /// Runs one that still stands, and once more as the first where it met a broken class.
    fn turn(&mut self, index: usize, executor: &mut JvmExecutor<'_>) -> Result<Option<Trace>, String> {
        let trace = self.one(index, executor)?;
        if self.mend(executor)?.is_some() {
            return self.one(index, executor);
        }
        Ok(trace)
    }

    /// Has all classes loaded anew if one could not be initialised, and says in which test: it is the one to run first then.
    fn mend(&mut self, executor: &mut JvmExecutor<'_>) -> Result<Option<usize>, String> {
        let broken_in = self.broken_in;
        if broken_in.is_some() {
            self.renewals += 1;
            self.renew(executor)?;
        }
        Ok(broken_in)
    }

    pub(super) fn renew(&mut self, executor: &mut JvmExecutor<'_>) -> Result<(), String> {
        self.broken_in = None;
        self.is_fresh = true;
        self.loads += 1;
        executor.renew().map_err(|error| error.to_string())
    }

    /// A test that has nothing else to assert says at least that there is something.
    fn drop_what_is_nothing_elsewhere(&mut self) {
        for &index in &self.nothing_elsewhere {
            let says_nothing_else = self.verdicts[index].asserted().is_some_and(<[u16]>::is_empty);
            if says_nothing_else && self.order.tests[index].violates.is_none() {
                self.verdicts[index] = Confirmation::Dropped(Reason::NonDeterministic);
            }
        }
    }

    fn most_renewals(&self) -> u32 {
        MOST_RENEWALS + (self.order.tests.len() / TESTS_PER_RENEWAL) as u32
    }

    /// Runs a test that still stands, and says of it whether it came out the same.
    pub(super) fn one(&mut self, index: usize, executor: &mut JvmExecutor<'_>) -> Result<Option<Trace>, String> {
        let Confirmation::Same { asserted } = self.verdicts[index].clone() else {
            return Ok(None);
        };
        let began = Instant::now();
        let trace = self.run(index, executor)?;
        let took = u32::try_from(began.elapsed().as_micros()).unwrap_or(u32::MAX);
        self.micros[index] = self.micros[index].saturating_add(took);
        let (was_touched, was_left_alone) = self.tidies();
        if was_touched {
            self.touching.insert(index as u32);
        }
        let test = &self.order.tests[index];
        let was_fresh = std::mem::take(&mut self.is_fresh);
        let broke = |trace: &Trace| met_a_broken_class(&self.symbols, test, trace);
        if self.renewals < self.most_renewals() && trace.as_ref().is_some_and(broke) {
            self.broken_in = Some(index);
            if !was_fresh {
                // Perhaps the fault of an earlier one: it has another turn, as the first.
                return Ok(trace);
            }
        }
        let catches = test.catches_until(&self.symbols).is_some();
        let prints = |trace: &Trace| trace.prints || catches;
        if trace.as_ref().is_some_and(prints) {
            self.printing.insert(index as u32);
        }
        if trace.as_ref().is_some_and(|trace| is_nothing_now(test, trace)) {
            self.nothing_elsewhere.insert(index);
        }
        self.verdicts[index] = match &trace {
            Some(trace) if trace.outcomes.iter().any(met_a_limit) => Confirmation::Dropped(Reason::Exhausted),
            // A failing test says what is wrong by itself.
            Some(trace) if prints(trace) && test.asserted.is_empty() && test.violates.is_none() => {
                Confirmation::Dropped(Reason::Prints)
            }
            Some(trace) if trace.leaves.threads => Confirmation::Dropped(Reason::StartsThreads),
            Some(trace) if was_left_alone && !trace.leaves.changes => compare(&self.symbols, test, &asserted, trace),
            Some(_) => Confirmation::Dropped(Reason::LeavesTraces),
            None => Confirmation::Dropped(Reason::NonDeterministic),
        };
        Ok(trace)
    }

    pub(super) fn run(&mut self, index: usize, executor: &mut JvmExecutor<'_>) -> Result<Option<Trace>, String> {
        let sequence = std::slice::from_ref(&self.order.tests[index].sequence);
        let traces = executor
            .run(&mut self.symbols, sequence, &self.plan)
            .map_err(|lost| lost.to_string())?;
        let trace = traces.into_iter().next();
        let asked = trace.as_ref().map_or(0, |trace| trace.asked);
        self.asked[index] |= asked;
        if asked & Fact::ThreadOrder.bit() != 0 {
            self.threaded.insert(index as u32);
        }
        Ok(trace)
    }

    /// The mutants in question that the tests kill with the assertions that stand.
    fn kills(&mut self, executor: &mut JvmExecutor<'_>) -> Result<Vec<Vec<u64>>, ExecutorLost> {
        let weighing = &self.order.weighing;
        let standing = |(test, verdict): (&KeptTest, &Confirmation)| match verdict {
            Confirmation::Same { asserted } => Some(KeptTest {
                asserted: asserted.clone(),
                ..test.clone()
            }),
            Confirmation::Dropped(_) => None,
        };
        let tests: Vec<Option<KeptTest>> = self.order.tests.iter().zip(&self.verdicts).map(standing).collect();
        let weighed: Vec<&KeptTest> = tests.iter().flatten().collect();
        if !weighing.mutants.is_empty() {
            // The surroundings are those of the search again, with classes loaded anew; a class is given its mutants when it is there.
            let sequences: Vec<Sequence> = weighed.iter().map(|test| test.sequence.clone()).collect();
            Tidy::new(executor).run(&mut self.symbols, &sequences, &ObservationPlan::default())?;
        }
        let classes = self.order.subjects.iter().cloned().collect();
        let limit = weighing
            .limit_ms
            .map(|limit| Instant::now() + Duration::from_millis(limit));
        let may_go_on = || limit.is_none_or(|limit| Instant::now() < limit);
        let mutants = &weighing.mutants;
        let mut tidy = Tidy::new(executor);
        let found = palus_suite::kills(&weighed, &classes, mutants, &mut tidy, &mut self.symbols, &may_go_on)?;
        let mut found = found.into_iter();
        let kills = tests.iter().map(|test| test.as_ref().and_then(|_| found.next()));
        Ok(kills.map(Option::unwrap_or_default).collect())
    }
}

/// What the watched static fields held when they were last looked at. To look at all of them behind each test would take longer than the tests.
#[derive(Default)]
struct Held {
    words: Vec<u64>,
}

impl Held {
    /// Looks at these, each range always as a whole; those that were changed meanwhile, or never looked at.
    fn changed(
        &mut self,
        fields: impl IntoIterator<Item = Range<usize>>,
        executor: &JvmExecutor<'_>,
    ) -> Result<Vec<usize>, String> {
        let mut changed = Vec::new();
        for fields in fields {
            for (field, word) in fields.clone().zip(look(fields, executor)?) {
                if field >= self.words.len() {
                    self.words.resize(field + 1, 0);
                }
                if std::mem::replace(&mut self.words[field], word) != word {
                    changed.push(field);
                }
            }
        }
        Ok(changed)
    }
}

/// What these of the watched static fields hold.
pub(super) fn look(fields: Range<usize>, executor: &JvmExecutor<'_>) -> Result<Vec<u64>, String> {
    executor.statics(fields).map_err(|error| error.to_string())
}

pub(super) fn all_the_same(test: &KeptTest) -> Confirmation {
    Confirmation::Same {
        asserted: test.asserted.clone(),
    }
}

/// The order is a fixed function of the seed: steps by a number that shares no factor with the length.
fn shuffled(length: usize, seed: u64) -> Vec<usize> {
    let mut order: Vec<usize> = (0..length).collect();
    let mut state = seed | 1;
    for last in (1..length).rev() {
        // xorshift64 (Marsaglia 2003): enough to break up an order.
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        order.swap(last, (state % (last as u64 + 1)) as usize);
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shuffling_is_a_permutation_fixed_by_the_seed() {
        let mut order = shuffled(100, 7);
        assert_eq!(order, shuffled(100, 7));
        assert_ne!(order, shuffled(100, 8));
        order.sort_unstable();
        assert_eq!(order, (0..100).collect::<Vec<_>>());
    }
}
