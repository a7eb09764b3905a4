//! Generate mode: this virtual machine is a worker, and searches one group of classes for tests.

mod after;
mod began;
mod carved;
mod circles;
mod clock;
mod collect;
mod confirm;
mod desk;
mod failing;
mod given;
mod lateness;
mod outcomes;
mod remains;
mod run;
mod search;
mod spoilers;
mod strangers;
mod tidy;
mod turns;
mod vary;
mod verdict;

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use palus_jvm::{
    ClassRef, CoverageMap, Host, Installed, Java, JavaError, JvmExecutor, LoaderRef, Mode, Progress, Surroundings,
    Watchdog, WatchdogLimits,
};
use palus_model::Layout;
use palus_sequence::work::{Avoid, Budget, Order, WorkOrder};
use palus_trace::{Dictionary, ProfileLayout};

pub(crate) use desk::Desk;

/// The exit code of a worker that could not do its work for a reason of ours; stderr says which.
const FAILED: i32 = 70;

/// The hooks of this worker, once they are in place.
pub(crate) static INSTALLED: OnceLock<Arc<Installed>> = OnceLock::new();

/// The map of edges, which the hooks write as long as the virtual machine lives.
pub(crate) fn coverage() -> &'static CoverageMap {
    static COVERAGE: OnceLock<CoverageMap> = OnceLock::new();
    COVERAGE.get_or_init(CoverageMap::default)
}

/// The classes and methods that could not be given probes, by name, and why.
static WITHOUT_PROBES: Mutex<BTreeMap<String, String>> = Mutex::new(BTreeMap::new());

pub(crate) fn without_probes() -> BTreeMap<String, String> {
    WITHOUT_PROBES.lock().unwrap_or_else(PoisonError::into_inner).clone()
}

/// The classes whose edges are counted.
pub(crate) fn subjects(order: &Order) -> &[String] {
    match order {
        Order::Search(order) => &order.subjects,
        Order::Confirm(order) => &order.subjects,
        Order::Run(order) => &order.subjects,
    }
}

/// What becomes of the classes under test.
pub(crate) fn mode(order: &Order) -> Mode {
    match order {
        Order::Search(_) | Order::Run(_) => Mode::Search,
        Order::Confirm(_) => Mode::Measured,
    }
}

/// The salt for what the virtual machine would draw anew at each start. A confirmation runs with another one than the
/// search, so that a test whose outcome hangs on it is found out, and found out on every run alike.
pub(crate) fn salt(order: &Order) -> i64 {
    match order {
        Order::Search(_) | Order::Run(_) => 0x5EED_0000,
        Order::Confirm(_) => 0x0BAD_5EED,
    }
}

/// In a short search a sequence is given up sooner: some that compute for long would take all of it. Not much sooner, for the first call of a
/// class loads others.
fn limits(order: &Order) -> WatchdogLimits {
    let usual = WatchdogLimits::default();
    match order {
        Order::Search(WorkOrder {
            budget: Budget::Time { millis },
            ..
        }) => WatchdogLimits {
            stop: (Duration::from_millis(*millis) / 20).clamp(usual.stop / 2, usual.stop),
            ..usual
        },
        _ => usual,
    }
}

/// Answers the hooks in generate mode.
pub(crate) struct WorkerHost {
    desk: Desk,
    dictionary: Arc<Dictionary>,
}

impl WorkerHost {
    pub(crate) fn new(desk: Desk) -> Self {
        Self {
            desk,
            dictionary: Arc::default(),
        }
    }

    fn run(&self, java: &Java<'_>, interpreter: ClassRef) -> Result<(), String> {
        let said = |error: JavaError| error.to_string();
        let jvmti = palus_jvm::jvmti(java).map_err(said)?;
        let progress = Arc::clone(&self.desk.progress);
        let watchdog = Watchdog::start(&jvmti, java, Arc::clone(&progress), limits(&self.desk.order)).map_err(said)?;
        let dictionary = Arc::clone(&self.dictionary);
        let layouts = Arc::clone(&self.dictionary);
        let mutate = move |java: &Java<'_>, loader: LoaderRef, classes: &BTreeSet<String>| match INSTALLED.get() {
            Some(installed) => installed.transformer.mutate(&jvmti, java, loader, classes),
            None => Ok(()),
        };
        let avoid = match &*self.desk.order {
            Order::Search(order) => order.avoid.clone(),
            Order::Run(order) => order.avoid.clone(),
            Order::Confirm(_) => Avoid::default(),
        };
        let surroundings = Surroundings {
            coverage: coverage(),
            progress: Arc::clone(&progress),
            watchdog: watchdog.clone(),
            hash: palus_generate::sequence_hash,
            key: palus_generate::method_hash,
            avoid,
            mutate: Rc::new(mutate),
            class_names: Arc::new(move |id| dictionary.class(id)),
            layouts: Arc::new(move |id| layouts.layout(id).map(|layout| Layout::of(&layout).id())),
        };
        let mut executor = JvmExecutor::new(java, interpreter, surroundings).map_err(said)?;
        let bytes = match &*self.desk.order {
            Order::Search(order) => {
                let mut result = search::run(order, &mut executor, &self.desk)?;
                result.wall_clock_struck |= watchdog.struck();
                result.jvm = java.version().map_err(said)?;
                postcard::to_stdvec(&result)
            }
            Order::Confirm(order) => postcard::to_stdvec(&confirm::run(order, &mut executor)?),
            Order::Run(order) => {
                palus_jvm::make_states(&order.rules)?;
                postcard::to_stdvec(&run::run(order, &mut executor)?)
            }
        };
        let bytes = bytes.map_err(|error| format!("the result cannot be written down: {error}"))?;
        self.desk.hand_in(&bytes)
    }
}

impl Host for WorkerHost {
    fn class_id(&self, name: &str) -> u32 {
        self.dictionary.class_id(name)
    }

    fn lay_out(&self, class: u32, layout: ProfileLayout) -> bool {
        self.dictionary.lay_out(class, layout)
    }

    fn edges(&self, class: &str, count: u32) -> Option<u32> {
        coverage().allocate(class, count)
    }

    fn edges_again(&self, class: &str, count: u32) -> Option<u32> {
        coverage().find(class, count)
    }

    fn loads_again(&self, class: &str) {
        coverage().load_again(class);
    }

    fn mutants(&self, class: &str, count: u32) -> Option<u32> {
        coverage().allocate_mutants(class, count)
    }

    fn skipped(&self, class: &str, reason: &str) {
        let mut skipped = WITHOUT_PROBES.lock().unwrap_or_else(PoisonError::into_inner);
        skipped.insert(class.to_owned(), reason.to_owned());
    }

    fn work(&self, java: &Java<'_>, interpreter: ClassRef) -> i32 {
        match self.run(java, interpreter) {
            Ok(()) => 0,
            Err(why) => {
                eprintln!("palus: {why}");
                FAILED
            }
        }
    }
}

/// Connects the hooks of a worker, once they are installed.
pub(crate) fn connect(installed: &Installed, java: &Java<'_>, progress: &Progress, salt: i64) -> Result<(), JavaError> {
    installed.connect_coverage(java, coverage(), Some(progress))?;
    Installed::pin_iteration_order(java, salt)
}
