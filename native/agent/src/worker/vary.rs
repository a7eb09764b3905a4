//! The tests once more in the surroundings of other machines and days, and what of them hangs on which fact.
//!
//! What a test asks for has another value in each variant, all at once: what depends on none of it comes out the same. Only for what does not,
//! each fact is varied by itself.

use std::time::{Duration, Instant};

use palus_jvm::JvmExecutor;
use palus_sequence::work::{Confirmation, Confirmed, Fact, Reason};

use super::confirm::{Confirming, all_the_same};
use super::verdict::compare;

/// So many variants all tests run in, behind classes that are loaded anew: what is asked of the surroundings before a test, or out of sight, differs there
/// too, and what a class keeps of it is seen. Then only those run that asked, and classes are loaded anew for those alone that hang on what an initialiser
/// was told: that takes as long as to run a hundred tests.
const FOR_ALL: i32 = 2;

/// In so many orders at least threads take turns, however late it is.
const LEAST_ORDERS: i32 = 12;

/// The variant in which properties are other; in the others they are as they are.
const WITH_PROPERTIES: i32 = 0;

/// The variant in which zone, locale and clock are as in a search.
const AS_IN_SEARCH: i32 = -1;

/// What tests hang on, test by test: sets of bits of [`Fact::bit`].
pub(super) struct Asked {
    /// All of it.
    all: Vec<i32>,
    /// What the initialisers of classes asked that a test passes through: for it, these are to be loaded anew.
    loading: Vec<i32>,
}

impl Asked {
    /// Of what tests asked themselves, and of what initialisers did. Which threads those started is not told by loading classes anew: it takes its turns
    /// each time that a test does.
    pub(super) fn of(own: &[i32], mut loading: Vec<i32>) -> Self {
        for loading in &mut loading {
            *loading &= !Fact::ThreadOrder.bit();
        }
        let all = own.iter().zip(&loading).map(|(own, loading)| own | loading).collect();
        Self { all, loading }
    }

    /// Those of the tests that asked for any of the facts: by themselves alone, and the others.
    fn apart(&self, tests: &[usize], facts: i32) -> [Vec<usize>; 2] {
        let asked = tests.iter().copied().filter(|test| self.all[*test] & facts != 0);
        let (others, own) = asked.partition(|test| self.loading[*test] & facts != 0);
        [own, others]
    }
}

impl Confirming<'_> {
    /// Runs the tests in all variants, where it is known what each hangs on. Of those that come out otherwise it is found out which facts suffice for that by themselves.
    pub(super) fn vary(
        &mut self,
        asked: &Asked,
        order: &[usize],
        executor: &mut JvmExecutor<'_>,
    ) -> Result<(), String> {
        let said = |error: palus_jvm::JavaError| error.to_string();
        let facts = asked.all.iter().fold(Fact::Properties.bit(), |all, asked| all | asked);
        let micros = self.micros.clone();
        self.explain_earlier(&asked.all, executor)?;
        let threads = Fact::ThreadOrder.bit();
        // Threads take turns in more ways than there are zones.
        let of_others = executor.variants(facts & !threads).map_err(said)?;
        let variants = executor.variants(facts).map_err(said)?;
        let least_orders = of_others.max(LEAST_ORDERS).min(variants);
        for variant in 0..variants {
            if variant == 0 || variant == FOR_ALL {
                self.leave_out_what_asks_too_much(asked, [of_others, least_orders], FOR_ALL - variant);
            }
            if variant >= least_orders && self.lateness.is_late() {
                break;
            }
            let facts = if variant < of_others.max(FOR_ALL) {
                facts
            } else {
                facts & threads
            };
            let before = self.verdicts.clone();
            if variant < FOR_ALL {
                executor.vary(variant, facts).map_err(said)?;
                self.is_fresh = true;
                self.round(order.iter(), executor)?;
            } else {
                let [own, others] = asked.apart(order, facts);
                if !own.is_empty() {
                    executor.vary_loaded(variant, facts).map_err(said)?;
                    self.round(own.iter(), executor)?;
                }
                if !others.is_empty() {
                    executor.vary(variant, facts).map_err(said)?;
                    self.is_fresh = true;
                    self.round(others.iter(), executor)?;
                }
            }
            let changed = |index: &usize| self.verdicts[*index] != before[*index];
            let fragile: Vec<usize> = order.iter().copied().filter(changed).collect();
            self.explain(&fragile, &before, (variant, &asked.all), executor)?;
        }
        executor.vary(0, 0).map_err(said)?;
        self.micros = micros;
        Ok(())
    }

    /// See [`Confirming::leave_out_late`]: each runs in so many variants yet in which all do, and then in those that have another value of what it asked: these
    /// are as many for threads, and as many for all else.
    fn leave_out_what_asks_too_much(&mut self, asked: &Asked, [of_others, of_threads]: [i32; 2], for_all: i32) {
        let runs = |facts: i32| {
            let variants = match facts {
                0 => 0,
                _ if facts & Fact::ThreadOrder.bit() != 0 => of_threads,
                _ => of_others,
            };
            for_all + (variants - FOR_ALL).max(0)
        };
        let micros = self.micros.clone();
        let cost = |index: usize| u64::from(micros[index] / Confirmed::RUNS) * runs(asked.all[index]) as u64;
        self.leave_out_late(cost);
    }

    /// Finds out of what came out otherwise so far which things have to be as in the search for it to come out more like there.
    fn explain_earlier(&mut self, asked: &[i32], executor: &mut JvmExecutor<'_>) -> Result<(), String> {
        let tests = &self.order.tests;
        let began = Instant::now();
        let differs = |index: &usize| match &self.verdicts[*index] {
            Confirmation::Same { asserted } => *asserted != tests[*index].asserted,
            Confirmation::Dropped(reason) => *reason == Reason::NonDeterministic,
        };
        let fragile: Vec<usize> = (0..tests.len()).filter(differs).collect();
        let found: Vec<Confirmation> = tests.iter().map(all_the_same).collect();
        // With nothing as in the search: what is the same then was chance, or what an earlier test left.
        let here = self.again(&fragile, &found, (AS_IN_SEARCH, 0), executor)?;
        for fact in Fact::ALL.into_iter().filter(|fact| *fact != Fact::Properties) {
            if !self.may_explain(began) {
                break;
            }
            let (who, before) = askers(fact, asked, &fragile, &here);
            let there = self.again(&who, &found, (AS_IN_SEARCH, fact.bit()), executor)?;
            for (&index, (here, there)) in who.iter().zip(before.into_iter().zip(&there)) {
                if likeness(there.as_ref()) > likeness(here.as_ref()) {
                    self.fragile.entry(index as u32).or_default().insert(fact);
                }
            }
        }
        self.explaining += began.elapsed();
        Ok(())
    }

    /// Whether there is time to find out more of what tests hang on, where that was begun then: for each fact classes are loaded anew.
    fn may_explain(&self, began: Instant) -> bool {
        let limit = self.order.explaining_ms.map(Duration::from_millis);
        limit.is_none_or(|limit| self.explaining + began.elapsed() < limit)
    }

    /// Finds out which facts each have these tests come out otherwise than `before` when they alone are other.
    fn explain(
        &mut self,
        fragile: &[usize],
        before: &[Confirmation],
        (variant, asked): (i32, &[i32]),
        executor: &mut JvmExecutor<'_>,
    ) -> Result<(), String> {
        let is_same = |index: usize, again: &Option<Confirmation>| again.as_ref() == Some(&before[index]);
        let began = Instant::now();
        for &index in fragile {
            self.fragile.entry(index as u32).or_default();
        }
        if !self.may_explain(began) {
            return Ok(());
        }
        // What does not do the same twice hangs on none of them.
        let unvaried = self.again(fragile, before, (variant, 0), executor)?;
        let varied = |fact: &Fact| *fact != Fact::Properties || variant == WITH_PROPERTIES;
        for fact in Fact::ALL.into_iter().filter(varied) {
            if !self.may_explain(began) {
                break;
            }
            let (who, unvaried) = askers(fact, asked, fragile, &unvaried);
            let varied_alone = self.again(&who, before, (variant, fact.bit()), executor)?;
            for (&index, (none, one)) in who.iter().zip(unvaried.into_iter().zip(&varied_alone)) {
                if is_same(index, none) && !is_same(index, one) {
                    self.fragile.entry(index as u32).or_default().insert(fact);
                }
            }
        }
        self.explaining += began.elapsed();
        Ok(())
    }

    /// What becomes of these tests in the surroundings of a variant, of which `before` was known.
    fn again(
        &mut self,
        tests: &[usize],
        before: &[Confirmation],
        (variant, facts): (i32, i32),
        executor: &mut JvmExecutor<'_>,
    ) -> Result<Vec<Option<Confirmation>>, String> {
        if tests.is_empty() {
            return Ok(Vec::new());
        }
        let varied = executor.vary(variant, facts);
        varied.map_err(|error| error.to_string())?;
        let mut all = Vec::with_capacity(tests.len());
        for &index in tests {
            let trace = self.run(index, executor)?;
            self.tidies();
            let test = &self.order.tests[index];
            all.push(match (&before[index], trace) {
                (Confirmation::Same { asserted }, Some(trace)) => Some(compare(&self.symbols, test, asserted, &trace)),
                _ => None,
            });
        }
        Ok(all)
    }
}

/// Those of the tests that asked for the fact, each with what became of it. Nobody takes notice of who asks for properties.
fn askers<'c>(
    fact: Fact,
    asked: &[i32],
    tests: &[usize],
    became: &'c [Option<Confirmation>],
) -> (Vec<usize>, Vec<&'c Option<Confirmation>>) {
    let both = tests.iter().copied().zip(became);
    both.filter(|(index, _)| fact == Fact::Properties || asked[*index] & fact.bit() != 0)
        .unzip()
}

/// How many assertions came out the same, and one more where the test did.
fn likeness(confirmation: Option<&Confirmation>) -> usize {
    match confirmation {
        Some(Confirmation::Same { asserted }) => 1 + asserted.len(),
        _ => 0,
    }
}
