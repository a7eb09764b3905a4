//! Where effort pays: how often each method was called, what came of it, and how likely it is to be called next.

use palus_sequence::{EndedBy, MethodId, Outcome, Sequence, Statement, Trace};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::draw::Draw;

/// The share of draws that are uniform, so that no method starves.
const UNIFORM_SHARE: f64 = 0.15;
/// Calls that a method is given before its yield says anything.
const GRACE: f64 = 8.0;
/// The weight of a method that has never shown anything new, against one new thing per grace.
const FLOOR: f64 = 0.05;
/// What a call that was ended counts. A method that reaches [`TOO_MANY`] is called no more while its ended calls took more than
/// [`WASTE_SHARE`] of the whole search: each takes as long as thousands of sequences.
const ENDINGS: [(EndedBy, u32, u64); 3] = [
    // kind, count, what it takes besides its own steps, in steps
    (EndedBy::Fuel, 1, 0),
    (EndedBy::Resources, 1, 1_000_000),
    (EndedBy::WallClock, 2, 20_000_000),
];
const TOO_MANY: u32 = 4;
const WASTE_SHARE: f64 = 0.005;
/// What a sequence takes besides its steps, in steps.
const SEQUENCE_STEPS: u64 = 1_500;
/// How many steps pass in a microsecond.
const STEPS_A_MICRO: u64 = 40;
/// The first calls of a method load classes, so what they take says nothing of the next.
const COLD_CALLS: u32 = 2;
/// Steps (branches and calls) of a sequence beyond which its method is called less.
const CHEAP_STEPS: f64 = 4_000.0;
/// Steps of a sequence beyond which its method is not called while its sequences took more of the search than this share, or than that of so
/// many methods.
const DEAR_STEPS: u64 = 20_000;
const DEAR_SHARE: (f64, f64) = (0.02, 4.0);

#[derive(Clone, Copy, Default)]
struct Tally {
    made: u32,
    returned: u32,
    /// Calls that were ended: fuel, memory, exits.
    ended: u32,
    /// The same by what the way of ending counts, and what they took, in steps.
    endings: u32,
    wasted: u64,
    /// Sequences in which it was the last to show something new.
    news: u32,
    steps: u64,
    /// Whether calling it cost an earlier worker its life.
    is_forbidden: bool,
}

impl Tally {
    fn end(&mut self, by: EndedBy, steps: u64) {
        self.ended += 1;
        if let Some((_, count, more)) = ENDINGS.iter().find(|(kind, ..)| *kind == by) {
            self.endings += count;
            self.wasted += steps + more;
        }
    }
}

/// The tallies of all methods.
pub(crate) struct Effort {
    /// Whether what a sequence takes is what the clock says, where that is more than its steps: code without probes has none. Under a budget of
    /// sequences equal runs must be equal.
    is_timed: bool,
    tallies: FxHashMap<MethodId, Tally>,
    /// The methods of which a call returned, wherever in a sequence.
    returned: FxHashSet<MethodId>,
    /// What the search took so far, in steps.
    spent: u64,
    /// How many methods there are to call.
    methods: usize,
    /// Whether slow methods may be called beyond their share: there is nothing else to call.
    relents: bool,
    /// The share of the search that ended calls of one method may take. It grows where there is nothing else to call.
    waste_share: f64,
    /// Whether no rule holds but that what cost a worker its life is not called.
    pub(crate) lifts: bool,
}

impl Default for Effort {
    fn default() -> Self {
        Self {
            is_timed: false,
            tallies: FxHashMap::default(),
            returned: FxHashSet::default(),
            spent: 0,
            methods: 0,
            relents: false,
            waste_share: WASTE_SHARE,
            lifts: false,
        }
    }
}

impl Effort {
    /// Without a call of so many methods yet.
    pub(crate) fn new(is_timed: bool, methods: usize) -> Self {
        Self {
            is_timed,
            methods,
            ..Self::default()
        }
    }

    /// How many methods there are to call.
    pub(crate) fn methods(&self) -> usize {
        self.methods
    }

    /// What the sequence took, in steps.
    pub(crate) fn cost(&self, trace: &Trace) -> u64 {
        let by_clock = if self.is_timed {
            u64::from(trace.micros) * STEPS_A_MICRO
        } else {
            0
        };
        u64::from(trace.steps).max(by_clock)
    }

    /// Counts the last statement that ran; `credited` is the last that showed something new.
    pub(crate) fn note(&mut self, sequence: &Sequence, trace: &Trace, credited: Option<usize>) {
        self.relents = false;
        let cost = self.cost(trace);
        self.spent += SEQUENCE_STEPS + cost;
        let ran = trace.outcomes.iter().rposition(|outcome| *outcome != Outcome::NotRun);
        if let Some(tally) = ran.and_then(|at| self.tally(sequence, at)) {
            tally.made += 1;
            tally.steps += if tally.made > COLD_CALLS {
                cost
            } else {
                u64::from(trace.steps)
            };
            match ran.map(|at| &trace.outcomes[at]) {
                Some(Outcome::Returned(_)) => tally.returned += 1,
                Some(Outcome::Ended(by)) => tally.end(*by, cost),
                _ => {}
            }
        }
        for (statement, outcome) in sequence.statements.iter().zip(&trace.outcomes) {
            if let (Statement::Call { method, .. }, Outcome::Returned(_)) = (statement, outcome) {
                self.returned.insert(*method);
            }
        }
        if let Some(tally) = credited.and_then(|at| self.tally(sequence, at)) {
            tally.news += 1;
        }
    }

    fn tally(&mut self, sequence: &Sequence, at: usize) -> Option<&mut Tally> {
        match sequence.statements.get(at)? {
            Statement::Call { method, .. } => Some(self.tallies.entry(*method).or_default()),
            _ => None,
        }
    }

    /// Whether a call of it has returned.
    pub(crate) fn has_returned(&self, method: MethodId) -> bool {
        self.returned.contains(&method)
    }

    /// In how many sequences it was the last that was called.
    pub(crate) fn attempts(&self, method: MethodId) -> u32 {
        self.tallies.get(&method).map_or(0, |tally| tally.made)
    }

    /// Has the method called no more.
    pub(crate) fn forbid(&mut self, method: MethodId) {
        self.tallies.entry(method).or_default().is_forbidden = true;
    }

    /// Whether calling the method costs more than it can give, or more than its share for now.
    pub(crate) fn is_hopeless(&self, method: MethodId) -> bool {
        self.tallies.get(&method).is_some_and(|tally| self.wastes(tally))
    }

    fn wastes(&self, tally: &Tally) -> bool {
        tally.is_forbidden || !self.lifts && (self.is_wasteful(tally) || self.had_its_share(tally))
    }

    /// Whether too many of its calls were ended, and took too much.
    fn is_wasteful(&self, tally: &Tally) -> bool {
        tally.endings >= TOO_MANY && tally.wasted as f64 > self.waste_share * self.spent as f64
    }

    /// Gives those methods of whose calls too many were ended, and that took least by it, twice the share that they had; false where there are none. They
    /// may be all that can be called, or what makes the objects to call something on.
    pub(crate) fn bear_more(&mut self) -> bool {
        let wasteful = self
            .tallies
            .values()
            .filter(|tally| !tally.is_forbidden && self.is_wasteful(tally));
        let shares = wasteful.map(|tally| tally.wasted as f64 / (self.spent as f64).max(1.0));
        let Some(least) = shares.min_by(f64::total_cmp) else {
            return false;
        };
        self.waste_share = least * 2.0;
        true
    }

    /// Lets slow methods be called beyond their share until something ran; false where that changes nothing. Of a class with two hundred methods
    /// one may be the only one for which there are arguments.
    pub(crate) fn relent(&mut self) -> bool {
        self.relents = self.tallies.values().any(|tally| self.had_its_share(tally));
        self.relents
    }

    /// Whether the method is so slow, and was called so often, that it is the turn of others: some get slower with each call.
    fn had_its_share(&self, tally: &Tally) -> bool {
        if self.relents {
            return false;
        }
        let (share, methods) = DEAR_SHARE;
        let share = share.max(methods / self.methods.max(1) as f64);
        tally.steps > u64::from(tally.made) * DEAR_STEPS && tally.steps as f64 > share * self.spent as f64
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
        let Some(tally) = self.tallies.get(&method) else {
            return 1.0;
        };
        if self.wastes(tally) {
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
    fn what_takes_long_without_steps_is_called_less_where_time_counts() {
        let often = |is_timed| {
            let mut effort = Effort::new(is_timed, 2);
            for method in [0, 1].repeat(10) {
                let trace = Trace {
                    outcomes: vec![Outcome::Returned(Value::Void)],
                    micros: method * 50_000,
                    ..Trace::default()
                };
                let statements = vec![call(MethodId(method), &[])];
                effort.note(&Sequence { statements }, &trace, None);
            }
            let mut rng = Draw::new(1);
            let methods = [MethodId(0), MethodId(1)];
            let drawn = (0..1_000).filter_map(|_| effort.draw(&methods, &mut rng));
            drawn.filter(|method| *method == MethodId(1)).count()
        };
        let (counted, timed) = (often(false), often(true));
        assert!((400..600).contains(&counted) && timed < 150, "{counted} {timed}");
    }

    #[test]
    fn a_slow_method_has_no_more_than_its_share() {
        let mut effort = Effort::new(false, 200);
        let mut called = [0; 2];
        for turn in 0..2_000 {
            let method = turn % 2;
            if effort.is_hopeless(MethodId(method)) {
                continue;
            }
            called[method as usize] += 1;
            let trace = Trace {
                outcomes: vec![Outcome::Returned(Value::Void)],
                steps: if method == 0 { 100_000 } else { 10_000 },
                ..Trace::default()
            };
            let statements = vec![call(MethodId(method), &[])];
            effort.note(&Sequence { statements }, &trace, None);
        }
        assert_eq!(called[1], 1_000, "it is not slow");
        assert!((2..5).contains(&called[0]), "{called:?}");
        let few = Effort { methods: 3, ..effort };
        assert!(!few.is_hopeless(MethodId(0)), "a third is a fair share of three");
    }

    #[test]
    fn a_method_that_met_the_wall_clock_twice_is_called_no_more() {
        let mut effort = Effort::default();
        for _ in 0..2 {
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
    fn a_method_that_wastes_little_of_the_search_is_called_on() {
        let mut effort = Effort::default();
        for _ in 0..TOO_MANY {
            note(&mut effort, 0, Outcome::Ended(EndedBy::Resources), false);
        }
        assert!(effort.is_hopeless(MethodId(0)));
        for _ in 0..1_000_000 {
            note(&mut effort, 1, Outcome::Returned(Value::Void), false);
        }
        assert!(!effort.is_hopeless(MethodId(0)));
    }

    #[test]
    fn what_is_all_that_can_be_called_is_borne_until_it_took_twice_as_much() {
        let mut effort = Effort::default();
        assert!(!effort.bear_more(), "nothing took too much");
        for _ in 0..TOO_MANY {
            note(&mut effort, 0, Outcome::Ended(EndedBy::Resources), false);
        }
        assert!(effort.is_hopeless(MethodId(0)));
        assert!(effort.bear_more());
        assert!(!effort.is_hopeless(MethodId(0)));
        let mut more = 0;
        while !effort.is_hopeless(MethodId(0)) {
            let wasted = effort.tallies[&MethodId(0)].wasted;
            effort.tallies.get_mut(&MethodId(0)).unwrap().wasted = wasted + 100_000;
            more += 1;
        }
        assert!((40..=42).contains(&more), "four million steps more: {more}");
        effort.forbid(MethodId(0));
        assert!(
            !effort.bear_more(),
            "what costs a worker its life is never called again"
        );
        effort.lifts = true;
        assert!(effort.is_hopeless(MethodId(0)));
    }
}
