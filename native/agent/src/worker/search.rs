//! A search: the stages one after the other, in this virtual machine.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use palus_classes::{ClassIndex, IndexLibrary, Library, Observer};
use palus_generate::{Knowledge, SearchResult, SearchTask, Statistics, Told, Variation, search};
use palus_jvm::JvmExecutor;
use palus_model::Model;
use palus_oracle::Choice;
use palus_oracle::policy::{self, PublicApi, calls_one_of};
use palus_oracle::theories::TheoryCheck;
use palus_sequence::work::{Budget, ClassReport, Counts, KeptTest, MUTATED, Product, Timings, WorkOrder, WorkResult};
use palus_sequence::{
    Check, Executor, ExecutorLost, Literal, MethodId, MethodKind, Portable, Sequence, Statement, Symbols, TypeId,
};
use palus_suite::{Built, Observers, Path, Rules, Targets, Vary};

use super::clock::Clock;
use super::collect::Collector;
use super::failing::{Oracles, is_broken, lacks_something};
use super::given;
use super::outcomes::Outcomes;
use super::tidy::Tidy;
use super::{Desk, without_probes};

/// Under a budget of sequences, one in so many as the search runs is run again for the mutants that live.
const VARIED: u64 = 4;

pub(super) fn run(order: &WorkOrder, executor: &mut JvmExecutor<'_>, desk: &Desk) -> Result<WorkResult, String> {
    let clock = Clock::start(order.budget, order.product);
    let model = model(order)?;
    let mut library = library(order, model.as_ref())?;
    let targets = targets(order, &library);
    let mut clerk = Clerk { desk, unwritten: None };
    let avoid: BTreeSet<u64> = order.avoid.sequences.iter().copied().collect();
    let seeds = seeds(order, library.symbols_mut());
    let facts = Arc::clone(library.index());
    let lost = |lost: ExecutorLost| lost.to_string();
    let mut tidy = Tidy::new(executor);
    let given = given::values(&order.values, &facts, &mut library, &mut tidy).map_err(lost)?;
    let theories = facts.theories(&order.theories);
    let theory_check = TheoryCheck::new(&facts, &theories);
    let task = SearchTask {
        targets: targets.clone(),
        given: &given,
        seed: group_seed(order),
        budget: clock.search_budget(),
        options: &order.options,
        avoid: &avoid,
        deadly: &order.avoid.methods,
        seeds: &seeds,
        gives_way: order.product == Product::Tests && wants_mutants(order) && wants_variation(order),
    };
    let choice = Choice::of(&order.contracts).map_err(|name| format!("there is no contract named {name}"))?;
    let checks = PublicApi::all(&choice.rules, &*facts, &order.theories);
    let checks = all_checks(&checks, &theory_check);
    let mut timings = Timings {
        opening: clock.millis(),
        ..Timings::default()
    };
    let cpu = thread_cpu_millis();
    let most = match order.product {
        Product::Sequences(most) => most,
        Product::Tests | Product::Counts => 0,
    };
    let mut collector = Collector::new(&mut tidy, most);
    let mut tell = |told: &Told<'_>| clerk.tell(told);
    let (found, knowledge) =
        search(&task, &mut library, model.as_ref(), &mut collector, &checks, &mut tell).map_err(lost)?;
    let collected = collector.into_sequences();
    clerk.complain();
    timings.searching = clock.millis() - timings.opening;
    timings.searching_cpu = thread_cpu_millis().saturating_sub(cpu);
    let own = without_theories(order, &targets, library.symbols());
    let constants = constants(&library);
    let oracles = Oracles {
        choice: &choice,
        facts: &facts,
        theories: &theories,
        theory_check: &theory_check,
        constants: &constants,
        targets: &own,
        may_go_on: &|| clock.may_examine(),
    };
    // What follows runs sequences too, some of them with mutants.
    let mut edges = tidy.executor().edges();
    let built = match order.product {
        Product::Tests => {
            let after = After {
                order,
                task: &task,
                model: model.as_ref(),
                found: &found,
                oracles: &oracles,
                checks: &checks,
                clock: &clock,
            };
            after.tests(knowledge, &mut tidy, &mut library).map_err(lost)?
        }
        Product::Sequences(_) | Product::Counts => Built::default(),
    };
    executor.mark_once(&mut edges, &built.once);
    let unlinked = |method| executor.unlinked(method).map(str::to_owned);
    let mut classes = reports(&found.statistics, &library, &built, &unlinked);
    classes.retain(|class| !order.theories.contains(&class.name));
    let counts = counts(&found, &built);
    clerk.show(&counts);
    Ok(WorkResult {
        group: order.group,
        symbols: library.symbols().clone(),
        tests: built.tests,
        collected,
        classes,
        counts,
        end: found.end,
        edges,
        without_probes: without_probes(),
        wall_clock_struck: found.wall_clock_struck,
        jvm: String::new(),
        timings: Timings {
            selecting: clock.millis() - timings.opening - timings.searching,
            running_micros: built.micros,
            ..timings
        },
    })
}

/// What follows a search: tests are made of what it found.
struct After<'a> {
    order: &'a WorkOrder,
    task: &'a SearchTask<'a>,
    model: Option<&'a Model>,
    found: &'a SearchResult,
    oracles: &'a Oracles<'a>,
    checks: &'a [&'a dyn Check],
    clock: &'a Clock,
}

impl After<'_> {
    fn tests<E: Executor>(
        &self,
        knowledge: Knowledge,
        executor: &mut Tidy<'_, E>,
        library: &mut IndexLibrary,
    ) -> Result<Built, ExecutorLost> {
        let mut candidates = self.oracles.failing(self.found, executor, library.symbols_mut())?;
        let own = self.oracles.targets;
        candidates.extend(passing(self.found, self.order, own, library.symbols()));
        let (outcomes, subjects) = (Outcomes::of(library, self.oracles.facts), library.subjects().to_vec());
        let targets = targets(self.order, library);
        let declarer = |symbols: &Symbols, method| outcomes.declarer(symbols, method);
        let targets = Targets::new(&targets, &declarer).among(&subjects);
        // The names are with who makes the suite; the library has them only while it is asked for other sequences.
        let mut variation = Variation::new(self.task, library, self.model, knowledge);
        let mut symbols = variation.take_symbols();
        let variation = RefCell::new(variation);
        let vary =
            |symbols: &mut Symbols, sequence: &Sequence, threw| variation.borrow_mut().of(symbols, sequence, threw);
        let built = self.build(&candidates, &targets, executor, &mut symbols, &vary);
        variation.into_inner().give_back(symbols);
        let mut built = built?;
        drop_unready(&mut built.tests, executor, self.oracles.facts, library.symbols_mut())?;
        Ok(built)
    }

    fn build<E: Executor>(
        &self,
        candidates: &[palus_suite::Candidate],
        targets: &Targets<'_>,
        executor: &mut Tidy<'_, E>,
        symbols: &mut Symbols,
        vary: &Vary<'_>,
    ) -> Result<Built, ExecutorLost> {
        let (order, clock, facts) = (self.order, self.clock, self.oracles.facts);
        let rules = Rules {
            broken: &|symbols, violation, sequence, trace| {
                is_broken(self.checks, facts, symbols, violation, sequence, trace)
            },
            assertions: &palus_oracle::assertions,
            observers: Observers {
                of: &|symbols, class| observers(facts, symbols, class),
                is_assertable: &palus_oracle::is_assertable,
            },
            fits_anywhere: &|symbols, sequence| fits_anywhere(facts, symbols, sequence),
            most: order.most,
            may_shorten: &|| clock.may_go_on(),
            may_confirm: &|| clock.may_confirm(),
            wants_mutants: &|tests| wants_mutants(order) && clock.has_time_for_mutants(tests),
            may_mutate: &|| clock.may_mutate(),
            vary,
            variations: variations(order),
        };
        palus_suite::build(candidates, targets, executor, symbols, &rules)
    }
}

/// How many sequences run for the mutants that live, beside the time.
fn variations(order: &WorkOrder) -> u64 {
    match order.budget {
        _ if !wants_variation(order) => 0,
        Budget::Time { .. } => u64::MAX,
        Budget::Sequences { count } => count / VARIED,
    }
}

/// Whether other inputs are wanted for mutants that live.
fn wants_variation(order: &WorkOrder) -> bool {
    order.options.guidance && !order.options.without.iter().any(|part| part == "variation")
}

fn reports(
    statistics: &Statistics,
    library: &IndexLibrary,
    built: &Built,
    unlinked: &dyn Fn(MethodId) -> Option<String>,
) -> Vec<ClassReport> {
    statistics.reports(library, &built.tests, &built.flaky, &built.left_out, unlinked)
}

/// Made shorter, an object may have come to wait for something, or to hold a null: `new SingletonMap()` does for what
/// `new SingletonMap("a", "b")` was there.
fn drop_unready(
    tests: &mut Vec<KeptTest>,
    executor: &mut dyn Executor,
    facts: &ClassIndex,
    symbols: &mut Symbols,
) -> Result<(), ExecutorLost> {
    let mut kept = Vec::with_capacity(tests.len());
    for test in tests.drain(..) {
        let is_dropped = match &test.violates {
            Some(violation) => lacks_something(violation, &test.sequence, executor, facts, symbols)?,
            None => false,
        };
        kept.extend((!is_dropped).then_some(test));
    }
    *tests = kept;
    Ok(())
}

/// What was counted, to the end of the selection.
fn counts(found: &SearchResult, built: &Built) -> Counts {
    Counts {
        kept: built.tests.len() as u64,
        mutants: built.mutants.made,
        mutants_reached: built.mutants.reached,
        mutants_killed: built.mutants.killed,
        ..found.counts
    }
}

/// Whether a test of the sequence can stand in any package. Classes of the unnamed one have names there alone (JLS 7.5).
fn fits_anywhere(facts: &ClassIndex, symbols: &Symbols, sequence: &Sequence) -> bool {
    let mut calls = sequence.statements.iter().filter_map(|statement| match statement {
        Statement::Call { method, .. } => Some(symbols.get(*method)),
        _ => None,
    });
    policy::is_public(facts, symbols, &sequence.statements)
        && calls.all(|method| symbols.type_name(method.owner).contains('.'))
}

/// Whether mutants are wanted, and cost no earlier worker its life.
fn wants_mutants(order: &WorkOrder) -> bool {
    let is_off = order.options.without.iter().any(|part| part == "mutants");
    !is_off && !order.avoid.sequences.contains(&MUTATED)
}

/// What of the search leaves the worker before its end: counts for the progress, and what is kept for the journal.
struct Clerk<'d> {
    desk: &'d Desk,
    /// Why the journal could not be written.
    unwritten: Option<String>,
}

impl Clerk<'_> {
    fn show(&self, counts: &Counts) {
        let progress = &self.desk.progress;
        progress.totals(counts.executed, counts.edges_hit, counts.kept, counts.edges_total);
    }

    fn tell(&mut self, told: &Told<'_>) {
        self.show(told.counts);
        let portable = |candidate: &palus_generate::Candidate| Portable::new(&candidate.sequence, told.symbols).ok();
        if let Err(why) = self.desk.keep(told.fresh.iter().filter_map(portable)) {
            self.unwritten.get_or_insert(why);
        }
    }

    fn complain(&self) {
        if let Some(why) = &self.unwritten {
            eprintln!("palus: {why}");
        }
    }
}

/// The classes under test and those with theories, as the search sees them.
fn library(order: &WorkOrder, model: Option<&Model>) -> Result<IndexLibrary, String> {
    let mut index = ClassIndex::open(&order.class_path, &order.java_home).map_err(|error| error.to_string())?;
    if let Some(release) = order.release {
        index = index
            .for_release(release, &order.java_home)
            .map_err(|error| error.to_string())?;
    }
    let callable = [order.subjects.as_slice(), order.theories.as_slice()].concat();
    let library = IndexLibrary::new(index, &callable);
    let seen = model.filter(|_| order.options.seen_accesses);
    Ok(match seen.and_then(palus_generate::seen_accesses) {
        Some(seen) => library.with_seen(&seen),
        None => library,
    })
}

/// What earlier workers of the group kept, as far as it can be read.
fn seeds(order: &WorkOrder, symbols: &mut Symbols) -> Vec<Sequence> {
    let seeds = order.seeds.iter();
    seeds.filter_map(|seed| seed.within(symbols).ok()).collect()
}

fn all_checks<'c>(rules: &'c [PublicApi<'_>], theories: &'c TheoryCheck<'_>) -> Vec<&'c dyn Check> {
    let rules = rules.iter().map(|check| check as &dyn Check);
    rules.chain([theories as &dyn Check]).collect()
}

fn is_theory(order: &WorkOrder, class: TypeId, symbols: &Symbols) -> bool {
    order.theories.contains(&symbols.type_runtime_name(class))
}

fn without_theories(order: &WorkOrder, targets: &[TypeId], symbols: &Symbols) -> Vec<TypeId> {
    let targets = targets.iter().copied();
    targets.filter(|class| !is_theory(order, *class, symbols)).collect()
}

/// All constants of the classes under test.
fn constants(library: &IndexLibrary) -> Vec<Literal> {
    let subjects = library.subjects().iter();
    subjects.flat_map(|class| library.constants(*class).to_vec()).collect()
}

/// What this thread has spent on a processor, in milliseconds.
fn thread_cpu_millis() -> u64 {
    let spent = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::try_from(spent).map_or(0, |spent| spent.as_millis() as u64)
}

/// All models that the order names, as one, its states merged when that is asked for.
fn model(order: &WorkOrder) -> Result<Option<Model>, String> {
    let mut merged: Option<Model> = None;
    for path in &order.models {
        let model = Model::load(path).map_err(|error| format!("{}: {error}", path.display()))?;
        match &mut merged {
            Some(merged) => merged.merge(&model),
            None => merged = Some(model),
        }
    }
    Ok(match order.options.ktail {
        Some(k) => merged.map(|model| model.ktail(k)),
        None => merged,
    })
}

fn targets(order: &WorkOrder, library: &IndexLibrary) -> Vec<TypeId> {
    let named: BTreeSet<&str> = order.targets.iter().map(String::as_str).collect();
    let is_target = |class: &TypeId| {
        library
            .symbols()
            .class_name(*class)
            .is_some_and(|name| named.contains(name))
    };
    library.subjects().iter().copied().filter(is_target).collect()
}

/// A stream of its own for each group: groups share nothing, so it does not matter which worker runs which.
fn group_seed(order: &WorkOrder) -> u64 {
    // The odd constant is 2^64 divided by the golden ratio: consecutive groups land far apart.
    order.seed ^ u64::from(order.group + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

/// The candidates for passing tests: theories are checked, not tested.
fn passing(
    found: &SearchResult,
    order: &WorkOrder,
    own: &[TypeId],
    symbols: &Symbols,
) -> impl Iterator<Item = palus_suite::Candidate> {
    let passing = found.candidates.iter().filter(|candidate| {
        candidate.violates.is_none()
            && (own.contains(&candidate.subject) || !is_theory(order, candidate.subject, symbols))
            && !calls_one_of(&order.theories, symbols, &candidate.sequence)
    });
    passing.map(|candidate| palus_suite::Candidate {
        subject: candidate.subject,
        sequence: candidate.sequence.clone(),
        trace: candidate.trace.clone(),
        violates: None,
    })
}

/// The ways to look at the object in a variable of the type.
fn observers(index: &ClassIndex, symbols: &mut Symbols, class: TypeId) -> Vec<Path> {
    let paths = index.observer_paths(&symbols.type_name(class));
    let mut method = |observer: &Observer| {
        let owner = symbols.class(&observer.owner);
        symbols.method_of(owner, &observer.name, &observer.descriptor, MethodKind::Instance)
    };
    paths
        .iter()
        .filter_map(|path| path.iter().map(|observer| method(observer).ok()).collect())
        .collect()
}
