//! Running tests where nothing was left by others, and in other surroundings, before they count as tests.

use palus_sequence::work::Fact;
use palus_sequence::{Executor, ExecutorLost, Outcome, Sequence, Symbols, Trace};

use crate::confirm::{Confirmed, takes_the_same_course};
use crate::mutants::plan;

/// The variant in which all tests are tried: west of Greenwich.
const ELSEWHERE: u8 = 1;
/// Those for tests that ask for such things: east of it, on another day, and on the 29th of February.
const FOR_ASKING: [u8; 2] = [2, 7];

/// Leaves out of what was confirmed what takes another course elsewhere: on a thread on which others ran, and from classes that were loaded
/// anew, in another zone, language and time. What stood in static fields when it was found, others had left there, and a test runs without
/// them.
///
/// All run backwards behind each other: those differ that a search found in such a state, and those behind which one of the others has left
/// something. The latter do what they did where that one is not, so what differs runs once more, without the others.
pub(crate) fn stand_elsewhere(
    sequences: &[Sequence],
    confirmed: &mut [Option<Confirmed>],
    executor: &mut dyn Executor,
    symbols: &mut Symbols,
) -> Result<(), ExecutorLost> {
    let mut standing = Standing { sequences, confirmed };
    let mut backwards = standing.all();
    let traces = executor.run(symbols, &standing.sequences(&backwards), &plan().on_used_thread())?;
    let differing = standing.differing(&backwards, &traces);
    standing.leave_out(&differing);
    backwards.retain(|index| standing.stands(*index));
    backwards.reverse();
    let traces = standing.run_in(ELSEWHERE, &backwards, executor, symbols)?;
    let varying = Fact::TimeZone.bit() | Fact::Locale.bit() | Fact::Clock.bit();
    let asks = backwards
        .iter()
        .zip(&traces)
        .filter(|(_, trace)| trace.asked & varying != 0);
    let mut asking: Vec<usize> = asks.map(|(index, _)| *index).collect();
    asking.reverse();
    for variant in FOR_ASKING {
        asking.retain(|index| standing.stands(*index));
        standing.run_in(variant, &asking, executor, symbols)?;
    }
    Ok(())
}

/// What was confirmed and still stands.
struct Standing<'c> {
    sequences: &'c [Sequence],
    confirmed: &'c mut [Option<Confirmed>],
}

impl Standing<'_> {
    /// The positions of all but those that use up their fuel, which takes its time.
    fn all(&self) -> Vec<usize> {
        let ends = |index: &usize| {
            self.confirmed[*index]
                .as_ref()
                .is_some_and(|confirmed| !confirmed.was_ended())
        };
        (0..self.confirmed.len()).filter(ends).collect()
    }

    fn stands(&self, index: usize) -> bool {
        self.confirmed[index].is_some()
    }

    /// Runs those of the positions in a variant, and leaves out what differs there by itself. Returns what they did behind each other.
    fn run_in(
        &mut self,
        variant: u8,
        indexes: &[usize],
        executor: &mut dyn Executor,
        symbols: &mut Symbols,
    ) -> Result<Vec<Trace>, ExecutorLost> {
        if indexes.is_empty() {
            return Ok(Vec::new());
        }
        let traces = executor.run_elsewhere(symbols, &self.sequences(indexes), &plan(), variant)?;
        let doubtful = self.differing(indexes, &traces);
        if !doubtful.is_empty() {
            let alone = executor.run_elsewhere(symbols, &self.sequences(&doubtful), &plan(), variant)?;
            let differing = self.differing(&doubtful, &alone);
            self.leave_out(&differing);
        }
        Ok(traces)
    }

    fn sequences(&self, indexes: &[usize]) -> Vec<Sequence> {
        indexes.iter().map(|index| self.sequences[*index].clone()).collect()
    }

    /// Those of the positions whose run took another course. What was ended there, because it would have ended the virtual machine or has
    /// started threads, is left to the confirmation, which says why.
    fn differing(&self, indexes: &[usize], traces: &[Trace]) -> Vec<usize> {
        let differs = |(index, trace): (&usize, &Trace)| {
            let before = self.confirmed[*index].as_ref()?;
            let was_ended = trace
                .outcomes
                .iter()
                .any(|outcome| matches!(outcome, Outcome::Ended(_)));
            (!was_ended && !takes_the_same_course(&before.outcomes, &trace.outcomes)).then_some(*index)
        };
        indexes.iter().zip(traces).filter_map(differs).collect()
    }

    fn leave_out(&mut self, indexes: &[usize]) {
        for index in indexes {
            self.confirmed[*index] = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::confirm::confirm;
    use crate::testing::{World, candidate, world};
    use palus_sequence::{ObservationPlan, Statement, Value};

    /// A registry in a static field: what method 0 takes out method 1 does not find. Method 2 throws east of Greenwich, and asks for the zone.
    #[derive(Default)]
    struct Registry {
        is_empty: bool,
        is_east: bool,
    }

    impl Executor for Registry {
        fn run(
            &mut self,
            symbols: &mut Symbols,
            batch: &[Sequence],
            _: &ObservationPlan,
        ) -> Result<Vec<Trace>, ExecutorLost> {
            let oops = symbols.class("demo.Oops");
            let mut traces = Vec::new();
            for sequence in batch {
                let mut trace = Trace::default();
                for statement in &sequence.statements {
                    let Statement::Call { method, .. } = statement else {
                        continue;
                    };
                    self.is_empty |= method.0 == 0;
                    trace.asked |= if method.0 == 2 { Fact::TimeZone.bit() } else { 0 };
                    let throws = method.0 == 1 && self.is_empty || method.0 == 2 && self.is_east;
                    trace.outcomes.push(if throws {
                        Outcome::Threw {
                            class: oops,
                            message: None,
                        }
                    } else {
                        Outcome::Returned(Value::Int(0))
                    });
                }
                traces.push(trace);
            }
            Ok(traces)
        }

        fn run_elsewhere(
            &mut self,
            symbols: &mut Symbols,
            batch: &[Sequence],
            plan: &ObservationPlan,
            variant: u8,
        ) -> Result<Vec<Trace>, ExecutorLost> {
            let mut fresh = Self {
                is_empty: false,
                is_east: variant == FOR_ASKING[0],
            };
            fresh.run(symbols, batch, plan)
        }

        fn edges_total(&self) -> u32 {
            0
        }
    }

    #[test]
    fn what_was_found_in_a_state_that_others_left_is_left_out_and_what_stands_behind_them_is_not() {
        let mut world = world();
        let of = |world: &World, methods: &[usize]| candidate(world, methods, &[]).sequence;
        let calls: [&[usize]; 5] = [&[0, 1], &[0], &[1], &[2], &[3]];
        let sequences = calls.map(|methods| of(&world, methods));
        let mut registry = Registry {
            is_empty: true,
            ..Registry::default()
        };
        let mut confirmed = confirm(&sequences, &mut registry, &mut world.symbols, &|| true).unwrap();
        assert!(confirmed.iter().all(Option::is_some));
        stand_elsewhere(&sequences, &mut confirmed, &mut registry, &mut world.symbols).unwrap();
        let stand: Vec<bool> = confirmed.iter().map(Option::is_some).collect();
        assert_eq!(stand, [true, true, false, false, true]);
        // Found while it was full: behind the one that empties it, it does something else, and alone it does what it did.
        let mut registry = Registry::default();
        let sequences = [of(&world, &[1]), of(&world, &[0])];
        let mut confirmed = vec![
            Some(Confirmed {
                outcomes: vec![Outcome::Returned(Value::Int(0))],
                same: vec![true],
            });
            2
        ];
        stand_elsewhere(&sequences, &mut confirmed, &mut registry, &mut world.symbols).unwrap();
        assert!(confirmed.iter().all(Option::is_some));
    }
}
