//! What a run of a test says of it, beside the run in which it was found.

use palus_sequence::work::{Confirmation, KeptTest, Reason};
use palus_sequence::{AtOnce, Demand, EndedBy, JavaString, Outcome, Symbols, Trace, Value};

/// Whether the last statement gave null this time and something when the test was found.
pub(super) fn is_nothing_now(test: &KeptTest, trace: &Trace) -> bool {
    let last = (test.outcomes.last(), trace.outcomes.last());
    matches!(last, (Some(Outcome::Returned(found)), Some(Outcome::Returned(Value::Null))) if *found != Value::Null)
}

/// Why a statement was ended.
fn why_ended(outcome: &Outcome) -> Option<Reason> {
    let Outcome::Ended(by) = outcome else { return None };
    Some(match by {
        EndedBy::Fuel => Reason::NeverEnded,
        EndedBy::Exit => Reason::EndsJvm,
        EndedBy::Thread => Reason::StartsThreads,
        EndedBy::WallClock | EndedBy::Wait => Reason::TimedOut,
        EndedBy::Resources => Reason::Exhausted,
        EndedBy::Refused => Reason::Refused,
        EndedBy::Engine | EndedBy::Unfit => Reason::NonDeterministic,
    })
}

/// Whether an exception tells that the worker may write no more: what the C library says to EFBIG and ENOSPC.
pub(super) fn met_a_limit(outcome: &Outcome) -> bool {
    let Outcome::Threw {
        message: Some(message), ..
    } = outcome
    else {
        return false;
    };
    let message = message.to_lossy();
    ["File too large", "No space left on device"]
        .iter()
        .any(|said| message.contains(said))
}

/// Whether a `NoClassDefFoundError` tells of a class that is missing: of one whose initialiser failed it says a sentence.
fn says_name(message: Option<&JavaString>) -> bool {
    message.is_some_and(|message| !message.to_lossy().contains(' '))
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
        "java.lang.NoClassDefFoundError" if says_name(message.as_ref()) => Some(Reason::MissingClass),
        "java.lang.NoClassDefFoundError" => Some(Reason::NonDeterministic),
        "java.nio.file.AccessDeniedException" => Some(Reason::Refused),
        _ => refused.then_some(Reason::Refused),
    }
}

/// Whether the test met a class whose initialiser threw, and had not met it when it was found: no test of the same virtual machine can use it
/// then (JVMS 5.5). Classes that need each other break when they are initialised in another order than usual.
pub(super) fn met_a_broken_class(symbols: &Symbols, test: &KeptTest, trace: &Trace) -> bool {
    let class_of = |outcome: &Outcome| match outcome {
        Outcome::Threw { class, .. } => Some(symbols.type_name(*class)),
        _ => None,
    };
    let mut both = test.outcomes.iter().zip(&trace.outcomes);
    let differing = both.find(|(before, now)| class_of(before) != class_of(now));
    let Some((_, now @ Outcome::Threw { message, .. })) = differing else {
        return false;
    };
    match class_of(now).as_deref() {
        Some("java.lang.ExceptionInInitializerError") => true,
        Some("java.lang.NoClassDefFoundError") => !says_name(message.as_ref()),
        _ => false,
    }
}

/// Compares a run with the first one; of the asserted statements those stay that have the same values still.
pub(super) fn compare(symbols: &Symbols, test: &KeptTest, asserted: &[u16], trace: &Trace) -> Confirmation {
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
        let ended = trace.outcomes.iter().find_map(why_ended);
        return Confirmation::Dropped(ended.unwrap_or(Reason::NonDeterministic));
    }
    if let Some(reason) = trace.outcomes.iter().find_map(|outcome| surroundings(symbols, outcome)) {
        return Confirmation::Dropped(reason);
    }
    let demand = test.violates.as_ref().map(|violation| &violation.demand);
    let is_of_an_order = matches!(demand, Some(Demand::AtOnce(AtOnce::ThenGives(_))));
    // What it demands is what comes out when no call is made at once.
    if is_of_an_order && test.outcomes.last() != trace.outcomes.last() {
        return Confirmation::Dropped(Reason::NonDeterministic);
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
        asserted: asserted.iter().copied().filter(same_value).collect(),
    }
}
