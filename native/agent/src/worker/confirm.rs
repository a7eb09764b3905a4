//! A confirmation: the tests that a search kept, run again in a fresh virtual machine and another order.
//!
//! What comes out otherwise than before hangs on something that a test does not control: the clock, identity hash codes,
//! the iteration order of hash tables, or what earlier tests left behind in static fields. A test that leaves files behind is
//! found out here too.

use std::collections::BTreeSet;
use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use palus_jvm::JvmExecutor;
use palus_sequence::work::{ConfirmOrder, Confirmation, Confirmed, KeptTest, Reason};
use palus_sequence::{Executor, ObservationPlan, Outcome, Symbols, Trace};

pub(super) fn run(order: &ConfirmOrder, executor: &mut JvmExecutor<'_>) -> Result<Confirmed, String> {
    let mut symbols = order.symbols.clone();
    let mut verdicts = vec![Confirmation::Dropped(Reason::NonDeterministic); order.tests.len()];
    let folder = WorkingDirectory::open();
    for index in shuffled(order.tests.len(), order.seed) {
        let test = &order.tests[index];
        let traces = executor
            .run(
                &mut symbols,
                std::slice::from_ref(&test.sequence),
                &ObservationPlan::full(),
            )
            .map_err(|lost| lost.to_string())?;
        if let (Some(trace), true) = (traces.first(), folder.was_left_alone()) {
            verdicts[index] = compare(&symbols, test, trace);
        }
    }
    Ok(Confirmed {
        group: order.group,
        verdicts,
    })
}

/// The directory in which the worker runs: one of its own, made for it.
struct WorkingDirectory {
    path: Option<PathBuf>,
    known: BTreeSet<OsString>,
}

impl WorkingDirectory {
    fn open() -> Self {
        let path = env::current_dir().ok();
        let known = path.iter().flat_map(|path| names(path)).collect();
        Self { path, known }
    }

    /// Whether there is nothing new. What is new is removed, so that it does not count against the next test.
    fn was_left_alone(&self) -> bool {
        let Some(path) = &self.path else { return true };
        let new: Vec<OsString> = names(path).filter(|name| !self.known.contains(name)).collect();
        for name in &new {
            let path = path.join(name);
            // What cannot be removed counts against the next test as well, which is on the safe side.
            let _ = if path.is_dir() {
                fs::remove_dir_all(path)
            } else {
                fs::remove_file(path)
            };
        }
        new.is_empty()
    }
}

fn names(folder: &Path) -> impl Iterator<Item = OsString> {
    fs::read_dir(folder)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.file_name())
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

/// Why an exception tells of the worker's surroundings and not of the code under test.
fn surroundings(symbols: &Symbols, outcome: &Outcome) -> Option<Reason> {
    let Outcome::Threw { class, message } = outcome else {
        return None;
    };
    let class = symbols.type_name(*class);
    // What the C library says to EACCES, which is how the sandbox refuses.
    let refused = message
        .as_ref()
        .is_some_and(|message| message.to_lossy().contains("Permission denied"));
    match &*class {
        "java.lang.NoClassDefFoundError" => Some(Reason::MissingClass),
        "java.nio.file.AccessDeniedException" => Some(Reason::Refused),
        _ => refused.then_some(Reason::Refused),
    }
}

fn compare(symbols: &Symbols, test: &KeptTest, trace: &Trace) -> Confirmation {
    let alike = |before: &Outcome, now: &Outcome| match (before, now) {
        (Outcome::Returned(_), Outcome::Returned(_)) => true,
        (Outcome::Threw { class: a, .. }, Outcome::Threw { class: b, .. }) => {
            symbols.type_name(*a) == symbols.type_name(*b)
        }
        _ => before == now,
    };
    let same_course = test.outcomes.len() == trace.outcomes.len()
        && test
            .outcomes
            .iter()
            .zip(&trace.outcomes)
            .all(|(before, now)| alike(before, now));
    if !same_course {
        return Confirmation::Dropped(Reason::NonDeterministic);
    }
    if let Some(reason) = trace.outcomes.iter().find_map(|outcome| surroundings(symbols, outcome)) {
        return Confirmation::Dropped(reason);
    }
    let same_value = |&position: &u16| {
        let index = usize::from(position);
        test.outcomes
            .get(index)
            .zip(trace.outcomes.get(index))
            .is_some_and(|(before, now)| match (before, now) {
                (Outcome::Returned(before), Outcome::Returned(now)) => before == now,
                _ => true,
            })
    };
    Confirmation::Same {
        asserted: test.asserted.iter().copied().filter(same_value).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_file_is_noticed_once() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("log"), "").unwrap();
        let known = names(folder.path()).collect();
        let directory = WorkingDirectory {
            path: Some(folder.path().to_owned()),
            known,
        };
        assert!(directory.was_left_alone());
        fs::write(folder.path().join("left"), "").unwrap();
        assert!(!directory.was_left_alone());
        assert!(directory.was_left_alone());
    }

    #[test]
    fn shuffling_is_a_permutation_fixed_by_the_seed() {
        let mut order = shuffled(100, 7);
        assert_eq!(order, shuffled(100, 7));
        assert_ne!(order, shuffled(100, 8));
        order.sort_unstable();
        assert_eq!(order, (0..100).collect::<Vec<_>>());
    }
}
