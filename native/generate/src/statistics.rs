//! What became of the calls of each method under test, and why some have no test.

use std::collections::{BTreeMap, BTreeSet};

use palus_classes::{LeftOut, Library};
use palus_sequence::work::{ClassReport, DeadlyMethod, KeptTest, MethodReport, Reason};
use palus_sequence::{EndedBy, MethodId, MethodKind, Outcome, Sequence, Statement, Symbols, Trace, TypeId};

use rustc_hash::FxHashMap;

use crate::catalog::Catalog;

#[derive(Clone, Default, Debug)]
struct Calls {
    made: u64,
    returned: u64,
    ended: BTreeMap<EndedBy, u64>,
    refused: u64,
    threw: BTreeMap<TypeId, u64>,
    /// The class whose turn it is and that has the method, by its place in [`Statistics::classes`].
    class: Option<usize>,
}

/// The calls of all methods of a class.
#[derive(Clone, Copy, Default, Debug)]
struct ClassCalls {
    made: u64,
    returned: u64,
    /// How many methods have not returned yet.
    silent: usize,
}

/// Counts by method.
#[derive(Clone, Default, Debug)]
pub struct Statistics {
    methods: BTreeMap<TypeId, Vec<MethodId>>,
    /// In the order of the catalogue's targets: asked for each of them whenever a class is drawn.
    classes: Vec<ClassCalls>,
    calls: FxHashMap<MethodId, Calls>,
    missing: BTreeMap<MethodId, TypeId>,
    deadly: BTreeMap<MethodId, (Reason, String)>,
    /// What a recording saw collaborators answer and no test can make: the method and the class.
    pub unmade: BTreeSet<(String, String)>,
}

impl Statistics {
    /// Counts for the classes whose turn it is.
    pub(crate) fn new(catalog: &Catalog) -> Self {
        let mut new = Self::default();
        for (place, class) in catalog.targets.iter().enumerate() {
            let methods: Vec<MethodId> = catalog.tested_of(*class).collect();
            for method in &methods {
                new.calls.entry(*method).or_default().class = Some(place);
            }
            new.classes.push(ClassCalls {
                silent: methods.len(),
                ..ClassCalls::default()
            });
            new.methods.insert(*class, methods);
        }
        new
    }

    /// Counts the calls of a run; returns how many there were.
    pub(crate) fn note(&mut self, sequence: &Sequence, trace: &Trace) -> u64 {
        let mut made = 0;
        for (statement, outcome) in sequence.statements.iter().zip(&trace.outcomes) {
            let Statement::Call { method, .. } = statement else {
                continue;
            };
            // Where a call cannot be made nothing runs, what comes before it neither.
            if matches!(outcome, Outcome::NotRun) {
                continue;
            }
            made += 1;
            let calls = self.calls.entry(*method).or_default();
            calls.made += 1;
            let class = calls.class.and_then(|place| self.classes.get_mut(place));
            if let Some(class) = class {
                let returns = matches!(outcome, Outcome::Returned(_));
                class.made += 1;
                class.returned += u64::from(returns);
                class.silent -= usize::from(returns && calls.returned == 0);
            }
            match outcome {
                Outcome::Returned(_) => calls.returned += 1,
                Outcome::Threw { class, .. } => *calls.threw.entry(*class).or_default() += 1,
                Outcome::Ended(by) => {
                    *calls.ended.entry(*by).or_default() += 1;
                    calls.refused += u64::from(matches!(by, EndedBy::Refused | EndedBy::Exit | EndedBy::Thread));
                }
                Outcome::NotRun => {}
            }
        }
        made
    }

    /// Whether the run ended with a class that cannot be initialised because an earlier call was ended while it tried: a fresh virtual
    /// machine would do otherwise.
    pub(crate) fn is_aftermath(&self, symbols: &Symbols, sequence: &Sequence, trace: &Trace) -> bool {
        let Some(at) = trace.stopped_at() else { return false };
        let (Some(Statement::Call { method, .. }), Some(Outcome::Threw { class, .. })) =
            (sequence.statements.get(at), trace.outcomes.get(at))
        else {
            return false;
        };
        is_aftermath(symbols, *class) && self.calls.get(method).is_some_and(|calls| !calls.ended.is_empty())
    }

    /// Remembers that a call of the method cost a worker its life.
    pub(crate) fn forbid(&mut self, method: MethodId, deadly: &DeadlyMethod) {
        self.deadly.insert(method, (deadly.reason, deadly.how.clone()));
    }

    /// Remembers the first type that nobody could make for the method.
    pub(crate) fn note_missing(&mut self, method: MethodId, wanted: TypeId) {
        self.missing.entry(method).or_insert(wanted);
    }

    /// The share of normal returns among the calls of the class at this place among the targets, and how many of its methods never
    /// returned.
    pub(crate) fn class_state(&self, place: usize) -> (f64, usize) {
        let class = self.classes.get(place).copied().unwrap_or_default();
        let share = if class.made == 0 {
            1.0
        } else {
            class.returned as f64 / class.made as f64
        };
        (share, class.silent)
    }

    /// One report a class, given the tests that came of the search, the sequences that did not repeat, those for whose tests there was
    /// no room, and what the virtual machine said of methods that it could not link.
    pub fn reports(
        &self,
        library: &dyn Library,
        kept: &[KeptTest],
        flaky: &[Sequence],
        left_out: &[Sequence],
        unlinked: &dyn Fn(MethodId) -> Option<String>,
    ) -> Vec<ClassReport> {
        let symbols = library.symbols();
        let covered = called(kept.iter().map(|test| &test.sequence));
        let flaky = called(flaky.iter());
        let left_out = called(left_out.iter());
        let report = |method: &MethodId| {
            let calls = self.calls.get(method).cloned().unwrap_or_default();
            let covered = covered.contains(method);
            MethodReport {
                method: symbols.signature(*method),
                calls: calls.made,
                returned: calls.returned,
                refused: calls.refused,
                covered,
                silent: (!covered).then(|| {
                    if left_out.contains(method) {
                        return (Reason::BudgetSpent, "there was no time to check its tests".to_owned());
                    }
                    if let Some(words) = unlinked(*method) {
                        return (Reason::NotLoadable, words);
                    }
                    self.reason(symbols, *method, &calls, flaky.contains(method))
                }),
            }
        };
        let class = |(class, methods): (&TypeId, &Vec<MethodId>)| ClassReport {
            name: symbols.type_runtime_name(*class),
            methods: methods
                .iter()
                .map(report)
                .chain(
                    library
                        .left_out(*class)
                        .iter()
                        .map(|left_out| uncalled(symbols, *class, left_out)),
                )
                .collect(),
        };
        self.methods.iter().map(class).collect()
    }

    fn reason(&self, symbols: &Symbols, method: MethodId, calls: &Calls, flaky: bool) -> (Reason, String) {
        if let Some((reason, how)) = self.deadly.get(&method) {
            return (*reason, format!("a call of it cost a worker its life ({how})"));
        }
        let missing = self.missing.get(&method).filter(|_| calls.returned == 0);
        if let Some(wanted) = missing {
            return (
                Reason::NoInput,
                format!("no way was found to make a {}", symbols.type_name(*wanted)),
            );
        }
        if calls.made == 0 {
            return (Reason::BudgetSpent, "it was never called".to_owned());
        }
        if flaky {
            return (
                Reason::NonDeterministic,
                "its calls did not come out the same twice".to_owned(),
            );
        }
        let most = calls
            .threw
            .iter()
            .max_by_key(|(class, count)| (**count, std::cmp::Reverse(**class)));
        let ended = calls
            .ended
            .iter()
            .max_by_key(|(by, count)| (**count, std::cmp::Reverse(**by)));
        match (most, ended) {
            // A class whose initialiser was ended cannot be used any more: every later call throws that.
            (Some((class, count)), ended)
                if calls.returned == 0 && (ended.is_none() || !is_aftermath(symbols, *class)) =>
            {
                let (class, made) = (symbols.type_name(*class), calls.made);
                (Reason::AlwaysThrew, format!("{count} of {made} calls threw {class}"))
            }
            (_, Some((by, count))) if calls.returned == 0 => why_ended(*by, *count, calls.made),
            _ => (
                Reason::NothingNew,
                format!("{} calls reached nothing that other tests do not", calls.made),
            ),
        }
    }
}

/// Whether the exception says no more than that the class could not be initialised earlier.
fn is_aftermath(symbols: &Symbols, class: TypeId) -> bool {
    symbols.class_name(class) == Some("java.lang.NoClassDefFoundError")
}

fn why_ended(by: EndedBy, count: u64, made: u64) -> (Reason, String) {
    let (reason, what) = match by {
        EndedBy::Fuel => (Reason::NeverEnded, "did not come to an end"),
        EndedBy::Exit => (Reason::EndsJvm, "tried to end the virtual machine"),
        EndedBy::Thread => (Reason::StartsThreads, "tried to start a thread"),
        EndedBy::WallClock => (Reason::TimedOut, "were stopped by the clock"),
        EndedBy::Wait => (Reason::TimedOut, "would have waited for another thread, or for long"),
        EndedBy::Resources => (Reason::Exhausted, "ran out of stack, heap or descriptors"),
        EndedBy::Refused => (Reason::Refused, "were refused what they wanted of the machine"),
        EndedBy::Engine => (Reason::NotLoadable, "could not be made"),
        EndedBy::Unfit => (
            Reason::NoInput,
            "found null for a receiver, or an argument of another type",
        ),
    };
    (reason, format!("{count} of {made} calls {what}"))
}

fn called<'s>(sequences: impl Iterator<Item = &'s Sequence>) -> BTreeSet<MethodId> {
    let method = |statement: &Statement| match statement {
        Statement::Call { method, .. } => Some(*method),
        _ => None,
    };
    sequences
        .flat_map(|sequence| sequence.statements.iter().filter_map(method))
        .collect()
}

/// The report of a method that no test can call.
fn uncalled(symbols: &Symbols, class: TypeId, left_out: &LeftOut) -> MethodReport {
    // The library's names stay as they are: a scratch table takes the descriptor apart.
    let mut scratch = Symbols::default();
    let owner = symbols.type_name(class);
    let method = scratch.method(&owner, &left_out.name, &left_out.descriptor, MethodKind::Instance);
    MethodReport {
        method: method.map_or_else(|_| left_out.name.clone(), |method| scratch.signature(method)),
        calls: 0,
        returned: 0,
        refused: 0,
        covered: false,
        silent: Some((left_out.reason, left_out.detail.clone())),
    }
}
