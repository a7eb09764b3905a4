//! What became of the calls of each method under test, and why some have no test.

use std::collections::{BTreeMap, BTreeSet};

use palus_classes::{LeftOut, Library};
use palus_sequence::work::{ClassReport, KeptTest, MethodReport, Reason};
use palus_sequence::{MethodId, MethodKind, Outcome, Sequence, Statement, Symbols, Trace, TypeId};

use rustc_hash::FxHashMap;

use crate::catalog::Catalog;

#[derive(Clone, Default, Debug)]
struct Calls {
    made: u64,
    returned: u64,
    ended: u64,
    threw: BTreeMap<TypeId, u64>,
}

/// Counts by method.
#[derive(Clone, Default, Debug)]
pub struct Statistics {
    methods: BTreeMap<TypeId, Vec<MethodId>>,
    calls: FxHashMap<MethodId, Calls>,
    missing: BTreeMap<MethodId, TypeId>,
}

impl Statistics {
    /// Counts for the classes whose turn it is.
    pub(crate) fn new(catalog: &Catalog) -> Self {
        let of = |class: &TypeId| (*class, catalog.of(*class).to_vec());
        Self {
            methods: catalog.targets.iter().map(of).collect(),
            ..Self::default()
        }
    }

    /// Counts the calls of a run; returns how many there were.
    pub(crate) fn note(&mut self, sequence: &Sequence, trace: &Trace) -> u64 {
        let mut made = 0;
        for (statement, outcome) in sequence.statements.iter().zip(&trace.outcomes) {
            let Statement::Call { method, .. } = statement else {
                continue;
            };
            if matches!(outcome, Outcome::NotRun) {
                break;
            }
            made += 1;
            let calls = self.calls.entry(*method).or_default();
            calls.made += 1;
            match outcome {
                Outcome::Returned(_) => calls.returned += 1,
                Outcome::Threw { class, .. } => *calls.threw.entry(*class).or_default() += 1,
                Outcome::Ended(_) | Outcome::NotRun => calls.ended += 1,
            }
        }
        made
    }

    /// Remembers the first type that nobody could make for the method.
    pub(crate) fn note_missing(&mut self, method: MethodId, wanted: TypeId) {
        self.missing.entry(method).or_insert(wanted);
    }

    /// The share of normal returns among the calls of a class, and how many of its methods never returned.
    pub(crate) fn class_state(&self, methods: &[MethodId]) -> (f64, usize) {
        let calls = methods.iter().filter_map(|method| self.calls.get(method));
        let (made, returned) = calls.fold((0, 0), |sum, calls| (sum.0 + calls.made, sum.1 + calls.returned));
        let share = if made == 0 { 1.0 } else { returned as f64 / made as f64 };
        let silent = |method: &&MethodId| self.calls.get(method).is_none_or(|calls| calls.returned == 0);
        (share, methods.iter().filter(silent).count())
    }

    /// One report a class, given the tests that came of the search and the sequences that did not repeat.
    pub fn reports(&self, library: &dyn Library, kept: &[KeptTest], flaky: &[Sequence]) -> Vec<ClassReport> {
        let symbols = library.symbols();
        let covered = called(kept.iter().map(|test| &test.sequence));
        let flaky = called(flaky.iter());
        let report = |method: &MethodId| {
            let calls = self.calls.get(method).cloned().unwrap_or_default();
            let covered = covered.contains(method);
            MethodReport {
                method: symbols.signature(*method),
                calls: calls.made,
                returned: calls.returned,
                covered,
                silent: (!covered).then(|| self.reason(symbols, *method, &calls, flaky.contains(method))),
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
        match most {
            Some((class, count)) if calls.returned == 0 => {
                let (class, made) = (symbols.type_name(*class), calls.made);
                (Reason::AlwaysThrew, format!("{count} of {made} calls threw {class}"))
            }
            None if calls.returned == 0 => (
                Reason::NeverEnded,
                format!("none of {} calls came to an end", calls.made),
            ),
            _ => (
                Reason::NothingNew,
                format!("{} calls reached nothing that other tests do not", calls.made),
            ),
        }
    }
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
        covered: false,
        silent: Some((left_out.reason, left_out.detail.clone())),
    }
}
