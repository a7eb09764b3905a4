//! Where effort pays: how often each method was called, what came of it, and how likely it is to be called next.

use palus_sequence::{EndedBy, MethodId, Outcome, Sequence, Statement, Trace};
use rustc_hash::FxHashMap;

use crate::draw::Draw;

/// The share of draws that are uniform, so that no method starves.
const UNIFORM_SHARE: f64 = 0.15;
/// Calls that a method is given before its yield says anything.
const GRACE: f64 = 8.0;
/// The weight of a method that has never shown anything new, against one new thing per grace.
const FLOOR: f64 = 0.05;
/// A method that met the wall clock so often is called no more, unless it hardly ever does.
const STRIKES: u32 = 2;
/// How many sequences could have run in the time that one meeting takes.
const STRIKE_COST: u32 = 1_000;
/// Steps (branches and calls) of a sequence beyond which its method is called less.
const CHEAP_STEPS: f64 = 4_000.0;

#[derive(Clone, Copy, Default)]
struct Tally {
    made: u32,
    returned: u32,
    /// Calls that were ended: fuel, memory, exits.
    ended: u32,
    /// Of these, by the wall clock.
    struck: u32,
    /// Sequences in which it was the last to show something new.
    news: u32,
    steps: u64,
    /// Whether calling it cost an earlier worker its life.
    is_forbidden: bool,
}

impl Tally {
    fn is_hopeless(&self) -> bool {
        self.is_forbidden || (self.struck >= STRIKES && self.made < self.struck.saturating_mul(STRIKE_COST))
    }
}

/// The tallies of all methods.
#[derive(Default)]
pub(crate) struct Effort(FxHashMap<MethodId, Tally>);

impl Effort {
    /// Counts the last statement that ran; `credited` is the last that showed something new.
    pub(crate) fn note(&mut self, sequence: &Sequence, trace: &Trace, credited: Option<usize>) {
        let ran = trace.outcomes.iter().rposition(|outcome| *outcome != Outcome::NotRun);
        if let Some(tally) = ran.and_then(|at| self.tally(sequence, at)) {
            tally.made += 1;
            tally.steps += u64::from(trace.steps);
            match ran.map(|at| &trace.outcomes[at]) {
                Some(Outcome::Returned(_)) => tally.returned += 1,
                Some(Outcome::Ended(by)) => {
                    tally.ended += 1;
                    tally.struck += u32::from(*by == EndedBy::WallClock);
                }
                _ => {}
            }
        }
        if let Some(tally) = credited.and_then(|at| self.tally(sequence, at)) {
            tally.news += 1;
        }
    }

    fn tally(&mut self, sequence: &Sequence, at: usize) -> Option<&mut Tally> {
        match sequence.statements.get(at)? {
            Statement::Call { method, .. } => Some(self.0.entry(*method).or_default()),
            _ => None,
        }
    }

    /// Has the method called no more.
    pub(crate) fn forbid(&mut self, method: MethodId) {
        self.0.entry(method).or_default().is_forbidden = true;
    }

    /// Whether calling the method costs more than it can give.
    pub(crate) fn is_hopeless(&self, method: MethodId) -> bool {
        self.0.get(&method).is_some_and(Tally::is_hopeless)
    }

    /// Whether a call of the sequence does.
    pub(crate) fn calls_hopeless(&self, sequence: &Sequence) -> bool {
        let mut statements = sequence.statements.iter();
        statements.any(|statement| matches!(statement, Statement::Call { method, .. } if self.is_hopeless(*method)))
    }

    /// One of the methods: by what it gave for the calls that it got, less for one that throws, is ended or costs much.
    pub(crate) fn draw(&self, methods: &[MethodId], rng: &mut Draw) -> Option<MethodId> {
        if rng.chance(UNIFORM_SHARE) {
            let method = *rng.pick(methods)?;
            return (!self.is_hopeless(method)).then_some(method);
        }
        let weights: Vec<f64> = methods.iter().map(|method| self.weight(*method)).collect();
        if weights.iter().all(|weight| *weight <= 0.0) {
            return None;
        }
        rng.weighted(&weights).map(|index| methods[index])
    }

    fn weight(&self, method: MethodId) -> f64 {
        let Some(tally) = self.0.get(&method) else { return 1.0 };
        if tally.is_hopeless() {
            return 0.0;
        }
        let made = f64::from(tally.made);
        let given = FLOOR + (1.0 + f64::from(tally.news)) * GRACE / (GRACE + made);
        let normal = 0.2 + 0.8 * (1.0 + f64::from(tally.returned)) / (1.0 + made);
        let ended = 1.0 / (1.0 + f64::from(tally.ended));
        let steps = tally.steps as f64 / made.max(1.0);
        let cheap = CHEAP_STEPS / (CHEAP_STEPS + steps);
        given * normal * ended * cheap
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::call;
    use palus_sequence::Value;

    fn note(effort: &mut Effort, method: u32, outcome: Outcome, new: bool) {
        let sequence = Sequence {
            statements: vec![call(MethodId(method), &[])],
        };
        let trace = Trace {
            outcomes: vec![outcome],
            ..Trace::default()
        };
        effort.note(&sequence, &trace, new.then_some(0));
    }

    #[test]
    fn a_method_that_keeps_showing_new_things_is_drawn_more() {
        let mut effort = Effort::default();
        for _ in 0..200 {
            note(&mut effort, 0, Outcome::Returned(Value::Void), false);
            note(&mut effort, 1, Outcome::Returned(Value::Void), true);
        }
        let mut rng = Draw::new(1);
        let methods = [MethodId(0), MethodId(1)];
        let drawn = (0..1_000).filter_map(|_| effort.draw(&methods, &mut rng));
        let often = drawn.filter(|method| *method == MethodId(1)).count();
        assert!((700..1_000).contains(&often), "{often}");
    }

    #[test]
    fn a_method_that_met_the_wall_clock_twice_is_called_no_more() {
        let mut effort = Effort::default();
        for _ in 0..STRIKES {
            note(&mut effort, 0, Outcome::Ended(EndedBy::WallClock), false);
        }
        let mut rng = Draw::new(1);
        assert!((0..100).all(|_| effort.draw(&[MethodId(0)], &mut rng).is_none()));
        let calling = |method| Sequence {
            statements: vec![call(MethodId(1), &[]), call(MethodId(method), &[])],
        };
        assert!(effort.calls_hopeless(&calling(0)) && !effort.calls_hopeless(&calling(1)));
    }

    #[test]
    fn a_method_that_hardly_ever_meets_the_wall_clock_is_called_on() {
        let mut effort = Effort::default();
        for _ in 0..STRIKES * STRIKE_COST {
            note(&mut effort, 0, Outcome::Returned(Value::Void), false);
        }
        for _ in 0..STRIKES {
            note(&mut effort, 0, Outcome::Ended(EndedBy::WallClock), false);
        }
        assert!(!effort.is_hopeless(MethodId(0)));
    }
}
