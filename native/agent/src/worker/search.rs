//! A search: the stages one after the other, in this virtual machine.

use std::collections::BTreeSet;
use std::sync::Arc;

use palus_classes::{ClassIndex, IndexLibrary, Library};
use palus_generate::{SearchResult, SearchTask, Statistics, Told, search};
use palus_jvm::JvmExecutor;
use palus_model::Model;
use palus_oracle::Choice;
use palus_oracle::policy::PublicApi;
use palus_oracle::theories::TheoryCheck;
use palus_sequence::work::{ClassReport, Counts, Product, Timings, WorkOrder, WorkResult};
use palus_sequence::{Check, ExecutorLost, Literal, MethodId, Portable, Sequence, Symbols, TypeId};
use palus_suite::Built;

use super::after::{After, has_use_for_time};
use super::began::Began;
use super::carved;
use super::clock::Clock;
use super::collect::Collector;
use super::failing::Oracles;
use super::given;
use super::tidy::Tidy;
use super::{Desk, without_probes};

pub(super) fn run(order: &WorkOrder, executor: &mut JvmExecutor<'_>, desk: &Desk) -> Result<WorkResult, String> {
    let clock = Clock::start(order);
    let model = model(order)?;
    let mut library = library(order, model.as_ref())?;
    let targets = targets(order, &library);
    let mut clerk = Clerk { desk, unwritten: None };
    let avoid: BTreeSet<u64> = order.avoid.sequences.iter().copied().collect();
    let seeds = seeds(order, library.symbols_mut());
    let carved = carved::sequences(order, &mut library);
    let facts = Arc::clone(library.index());
    let lost = |lost: ExecutorLost| lost.to_string();
    let mut tidy = Tidy::new(executor);
    let given = given::values(&order.values, &facts, &mut library, &mut tidy).map_err(lost)?;
    let theories = facts.theories(&order.theories);
    let theory_check = TheoryCheck::new(&facts, &theories);
    let began = Began::now();
    let task = SearchTask {
        targets: targets.clone(),
        given: &given,
        seed: group_seed(order),
        budget: clock.search_budget(),
        options: &order.options,
        avoid: &avoid,
        deadly: &order.avoid.methods,
        carved: &carved,
        seeds: &seeds,
        gives_way: has_use_for_time(order, &facts),
        may_go_on: &|spent, reached| clock.may_search(spent, reached, || began.on_processor()),
    };
    let choice = Choice::of(&order.contracts).map_err(|name| format!("there is no contract named {name}"))?;
    let checks = PublicApi::all(&choice.rules, &*facts, &order.theories);
    let checks = all_checks(&checks, &theory_check);
    let mut timings = Timings {
        opening: clock.millis(),
        ..Timings::default()
    };
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
    timings.searching_cpu = began.cpu().as_millis() as u64;
    timings.searching_ready = began.ready().as_millis() as u64;
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
        unmade: found.statistics.unmade,
        wall_clock_struck: found.wall_clock_struck,
        jvm: String::new(),
        timings: Timings {
            selecting: clock.millis() - timings.opening - timings.searching,
            ..timings
        },
    })
}

fn reports(
    statistics: &Statistics,
    library: &IndexLibrary,
    built: &Built,
    unlinked: &dyn Fn(MethodId) -> Option<String>,
) -> Vec<ClassReport> {
    statistics.reports(library, &built.tests, &built.flaky, &built.left_out, unlinked)
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

pub(super) fn is_theory(order: &WorkOrder, class: TypeId, symbols: &Symbols) -> bool {
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

pub(super) fn targets(order: &WorkOrder, library: &IndexLibrary) -> Vec<TypeId> {
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
