//! Running tests again, in other surroundings, to see what comes out the same.

use palus_sequence::work::KeptTest;
use palus_sequence::{EndedBy, Executor, ExecutorLost, ObservationPlan, Outcome, Sequence, Symbols, Trace, TypeId};

/// What two runs of a test had in common.
#[derive(Clone, PartialEq, Debug)]
pub struct Confirmed {
    /// What each statement did in the first run.
    pub outcomes: Vec<Outcome>,
    /// For each statement, whether it did the same in the second.
    pub same: Vec<bool>,
}

impl Confirmed {
    /// Whether a statement was ended each time. That makes a failing test of a call that should end, and no passing one.
    pub(crate) fn was_ended(&self) -> bool {
        self.outcomes.iter().any(|outcome| matches!(outcome, Outcome::Ended(_)))
    }

    /// Whether a test did what it had done when it was kept. What came out in another way is not asserted any more, and
    /// observers of which nothing is asserted go: what a test is kept for, it reaches without them.
    pub(crate) fn holds_for(&self, test: &mut KeptTest) -> bool {
        let Some(both) = compare(test.outcomes.clone(), &self.outcomes) else {
            return false;
        };
        let is_same = |index: usize| self.same[index] && both.same[index];
        test.asserted.retain(|index| is_same(usize::from(*index)));
        test.drop_idle_observers();
        true
    }
}

/// A test that takes longer is not run again and again.
pub(crate) const STEPS: u32 = 50_000;
/// What HotSpot says of a cast that it refused, in all its versions.
const REFUSED_CAST: &str = " cannot be cast to ";
/// How it begins to explain a null pointer exception.
const DEREFERENCES: [&str; 9] = [
    "Cannot invoke \"",
    "Cannot read field \"",
    "Cannot assign field \"",
    "Cannot load from ",
    "Cannot store to ",
    "Cannot read the array length",
    "Cannot throw exception",
    "Cannot enter synchronized block",
    "Cannot exit synchronized block",
];
/// How many sequences run between two looks at the clock.
const CHUNK: usize = 16;

/// Runs sequences in full detail, forwards and then backwards, so that what one leaves behind in static fields meets
/// another. `None` for a sequence that threw where it had not, threw another class, or was ended but by its
/// fuel. Where there is no time for all of them, there is an answer for the first ones only.
pub fn confirm(
    sequences: &[Sequence],
    executor: &mut dyn Executor,
    symbols: &mut Symbols,
    has_time: &dyn Fn() -> bool,
) -> Result<Vec<Option<Confirmed>>, ExecutorLost> {
    let plan = ObservationPlan::full().past_throws();
    let mut first = Vec::with_capacity(sequences.len());
    for chunk in sequences.chunks(CHUNK) {
        if !has_time() {
            break;
        }
        first.append(&mut executor.run(symbols, chunk, &plan)?);
    }
    let backwards: Vec<Sequence> = sequences[..first.len()].iter().rev().cloned().collect();
    let second = executor.run(symbols, &backwards, &plan)?;
    let both = first.into_iter().zip(second.into_iter().rev());
    Ok(both
        .map(|(first, second)| compare(first.outcomes, &second.outcomes))
        .collect())
}

/// [`confirm()`] of one sequence that is to pass: nothing of it is ended.
pub(crate) fn confirm_one(
    sequence: &Sequence,
    executor: &mut dyn Executor,
    symbols: &mut Symbols,
) -> Result<Option<Confirmed>, ExecutorLost> {
    let confirmed = confirm(std::slice::from_ref(sequence), executor, symbols, &|| true)?;
    let confirmed = confirmed.into_iter().next().flatten();
    Ok(confirmed.filter(|confirmed| !confirmed.was_ended() && !is_miscast(&confirmed.outcomes, symbols)))
}

/// Whether the virtual machine refused a cast, by its own message: an object of another class was passed than the code relies on, through a raw
/// type mostly, and that it is refused is nothing to hold on to. Outcomes in full detail say so.
pub(crate) fn is_miscast(outcomes: &[Outcome], symbols: &Symbols) -> bool {
    let is_refused = |outcome: &Outcome| match outcome {
        Outcome::Threw {
            class,
            message: Some(message),
        } => is_cast(*class, symbols) && String::from_utf16_lossy(message.units()).contains(REFUSED_CAST),
        _ => false,
    };
    outcomes.iter().any(is_refused)
}

/// Whether the exception is that of a cast, whoever threw it.
pub(crate) fn is_cast(class: TypeId, symbols: &Symbols) -> bool {
    symbols.class_name(class) == Some("java.lang.ClassCastException")
}

/// Whether the virtual machine raised the null pointer exception, by the text with which it explains one (JEP 358): what was null was used as if it
/// could not be, which nobody has decided on. Code that does not take null says so with a text of its own, or none. Outcomes in full detail tell.
pub(crate) fn is_dereference(outcome: &Outcome, symbols: &Symbols) -> bool {
    match outcome {
        Outcome::Threw {
            class,
            message: Some(message),
        } if is_null_pointer(*class, symbols) => {
            let text = String::from_utf16_lossy(message.units());
            DEREFERENCES.iter().any(|begin| text.starts_with(begin))
        }
        _ => false,
    }
}

/// Whether it is that exception, whoever threw it.
pub(crate) fn is_null_pointer(class: TypeId, symbols: &Symbols) -> bool {
    symbols.class_name(class) == Some("java.lang.NullPointerException")
}

/// Whether a test could be made of what ran so, without hiding its output.
pub(crate) fn makes_a_test(trace: &Trace, symbols: &Symbols) -> bool {
    let makes_none = |outcome: &Outcome| match outcome {
        // Where the virtual machine runs without `-ea`, the call goes on.
        Outcome::Threw { class, .. } => symbols.class_name(*class) == Some("java.lang.AssertionError"),
        Outcome::Ended(_) | Outcome::NotRun => true,
        Outcome::Returned(_) => false,
    };
    trace.steps <= STEPS && !trace.leaves.changes && !trace.prints && !trace.outcomes.iter().any(makes_none)
}

fn compare(outcomes: Vec<Outcome>, again: &[Outcome]) -> Option<Confirmed> {
    let same = outcomes
        .iter()
        .zip(again)
        .map(|(one, other)| is_same(one, other))
        .collect();
    takes_the_same_course(&outcomes, again).then_some(Confirmed { outcomes, same })
}

/// Whether each statement returned, threw the same class, or used up its fuel both times.
pub(crate) fn takes_the_same_course(outcomes: &[Outcome], again: &[Outcome]) -> bool {
    let alike = |(one, other): (&Outcome, &Outcome)| match (one, other) {
        (Outcome::Returned(_), Outcome::Returned(_)) => true,
        (Outcome::Threw { class: one, .. }, Outcome::Threw { class: other, .. }) => one == other,
        // Fuel is a count, so it runs out again; what else was ended makes no test, however often it ends the same way.
        (Outcome::Ended(one), Outcome::Ended(other)) => *one == EndedBy::Fuel && one == other,
        _ => false,
    };
    outcomes.len() == again.len() && outcomes.iter().zip(again).all(alike)
}

/// Messages may differ: they are not asserted.
pub(crate) fn is_same(one: &Outcome, other: &Outcome) -> bool {
    match (one, other) {
        (Outcome::Returned(one), Outcome::Returned(other)) => one == other,
        (Outcome::Threw { class: one, .. }, Outcome::Threw { class: other, .. }) => one == other,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{FakeExecutor, candidate, world};
    use palus_sequence::Value;

    #[test]
    fn a_value_that_changes_is_not_the_same_and_a_test_that_changes_its_end_is_dropped() {
        let mut world = world();
        let steady = candidate(&world, &[0], &[]).sequence;
        let counter = candidate(&world, &[3], &[]).sequence;
        let moody = candidate(&world, &[4], &[]).sequence;
        let mut executor = FakeExecutor::default();
        let confirmed = confirm(&[steady, counter, moody], &mut executor, &mut world.symbols, &|| true).unwrap();
        assert_eq!(confirmed[0].as_ref().map(|test| test.same.clone()), Some(vec![true]));
        assert_eq!(confirmed[1].as_ref().map(|test| test.same.clone()), Some(vec![false]));
        assert_eq!(confirmed[2], None);
    }

    #[test]
    fn an_observer_whose_answer_changed_goes_with_it() {
        let mut world = world();
        let made = candidate(&world, &[3, 0, 3, 0], &[]);
        let mut test = KeptTest {
            sequence: made.sequence,
            outcomes: made.trace.outcomes,
            asserted: vec![0, 1, 2, 3],
            observers: 3,
            ..KeptTest::default()
        };
        let batch = [test.sequence.clone()];
        let again = confirm(&batch, &mut FakeExecutor::default(), &mut world.symbols, &|| true).unwrap();
        assert!(again[0].as_ref().unwrap().holds_for(&mut test));
        assert_eq!(test.sequence, candidate(&world, &[3, 0, 0], &[]).sequence);
        assert_eq!((test.asserted, test.observers, test.outcomes.len()), (vec![1, 2], 2, 3));
    }

    #[test]
    fn a_cast_is_refused_by_the_virtual_machine_and_not_by_the_code() {
        let mut symbols = Symbols::default();
        let cast = symbols.class("java.lang.ClassCastException");
        let threw = |message: Option<&str>| {
            [Outcome::Threw {
                class: cast,
                message: message.map(Into::into),
            }]
        };
        let hotspot = "class java.lang.Integer cannot be cast to class java.lang.String (both are in module java.base)";
        assert!(is_miscast(&threw(Some(hotspot)), &symbols));
        assert!(!is_miscast(&threw(Some("a label is text")), &symbols));
        assert!(!is_miscast(&threw(None), &symbols));
        let other = [Outcome::Threw {
            class: symbols.class("demo.Oops"),
            message: Some(hotspot.into()),
        }];
        assert!(!is_miscast(&other, &symbols));
    }

    #[test]
    fn without_time_for_all_the_first_ones_are_confirmed() {
        let mut world = world();
        let steady = candidate(&world, &[0], &[]).sequence;
        let chunks = std::cell::Cell::new(2);
        let has_time = || chunks.replace(chunks.get() - 1) > 0;
        let mut executor = FakeExecutor::default();
        let confirmed = confirm(&vec![steady; 100], &mut executor, &mut world.symbols, &has_time).unwrap();
        assert_eq!(confirmed.len(), 2 * CHUNK);
        assert!(confirmed.iter().all(Option::is_some));
    }

    #[test]
    fn not_a_number_is_the_same_as_itself() {
        let nan = Outcome::Returned(Value::Double(f64::NAN));
        assert!(is_same(&nan, &nan));
        let zero = |zero: f64| Outcome::Returned(Value::Boxed(Box::new(Value::Double(zero))));
        assert!(is_same(&zero(-0.0), &zero(-0.0)) && !is_same(&zero(0.0), &zero(-0.0)));
    }
}
