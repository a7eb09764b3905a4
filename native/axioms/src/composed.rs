//! Compositions of one execution with all those of one method, gone through one by one and only counted.

use palus_machine::State;

use crate::block::{Block, Instance, Tally};
use crate::execution::{AnswerId, Execution};
use crate::law::{Condition, Right};
use crate::table::{Asked, Group, Table};

/// What the result of a composition is compared with, for so many parameters of the two methods.
pub(crate) fn rights_of_results(first: usize, second: usize) -> Vec<Right> {
    let arguments = (0..first).map(Right::First).chain((0..second).map(Right::Second));
    let calls = [Right::Inner, Right::Earlier, Right::Commuted];
    arguments.chain(calls).collect()
}

/// What the state behind it is compared with.
pub(crate) fn rights_of_states() -> Vec<Right> {
    vec![Right::Inner, Right::Subject, Right::Earlier, Right::Commuted]
}

/// Whether the first arguments of both calls are equal, where both have some that are known; counts stand apart by that.
type AreEqual = Option<bool>;
const KINDS: [AreEqual; 3] = [None, Some(false), Some(true)];

fn kind(are_equal: AreEqual) -> usize {
    are_equal.map_or(0, |it| 1 + usize::from(it))
}

/// What a left side was asked to be under each of [`KINDS`], and how often it was.
type Expected = [Option<(AnswerId, Tally)>; KINDS.len()];

/// Tallies of right sides, apart by [`KINDS`].
struct Counts {
    rights: usize,
    tallies: Vec<Tally>,
}

impl Counts {
    fn new(rights: usize) -> Self {
        let tallies = vec![Tally::default(); rights * KINDS.len()];
        Self { rights, tallies }
    }

    fn add(&mut self, kind: usize, right: usize, holds: bool, instance: Instance) {
        self.tallies[kind * self.rights + right].add_later(holds, instance);
    }

    /// Adds them to those of a left side, and to those of its branches.
    fn put(&self, asked: &Asked, block: &mut Block) {
        let mut all = vec![Tally::default(); self.rights];
        for (are_equal, tallies) in KINDS.iter().zip(self.tallies.chunks(self.rights)) {
            for (all, tally) in all.iter_mut().zip(tallies) {
                *all = all.join(*tally);
            }
            if let Some(are_equal) = *are_equal
                && tallies.iter().any(|tally| tally.times() > 0)
            {
                block.branch((Condition::EqualArguments, are_equal)).join(tallies);
            }
        }
        block.join(&all);
        for condition in asked {
            block.branch(*condition).join(&all);
        }
    }
}

/// What was counted of compositions of two methods, where the observers said the same before the first one.
pub(crate) struct Composed {
    results: Counts,
    states: Counts,
    constants: Expected,
}

impl Composed {
    /// Nothing yet, of blocks that it is to be put into.
    pub(crate) fn new((results, states): &(Block, Block)) -> Self {
        let known = |are_equal: AreEqual| results.expected((Condition::EqualArguments, are_equal?));
        Self {
            results: Counts::new(results.rights()),
            states: Counts::new(states.rights()),
            constants: KINDS.map(|are_equal| Some((known(are_equal)?, Tally::default()))),
        }
    }

    /// Adds it to those blocks.
    pub(crate) fn put(self, asked: &Asked, (results, states): &mut (Block, Block)) {
        self.results.put(asked, results);
        self.states.put(asked, states);
        for (are_equal, met) in KINDS.into_iter().zip(self.constants) {
            if let (Some(are_equal), Some((constant, tally))) = (are_equal, met) {
                let branch = results.branch((Condition::EqualArguments, are_equal));
                branch.expects(constant);
                branch.join_constant(tally);
            }
        }
    }
}

/// In so many states a call is remembered: looking it up takes as long as all else that is done for a composition.
const REMEMBERED: usize = 16;

/// A first execution, with what is looked up for it once. Of those that are counted together shorter ones come first.
pub(crate) struct First<'t> {
    table: &'t Table<'t>,
    alone: Instance,
    one: &'t Execution,
    arguments: &'t [Option<AnswerId>],
    /// Its call in other states, as far as it was looked up.
    elsewhere: [Option<(State, Option<&'t Execution>)>; REMEMBERED],
    /// What remains to be looked at of the executions in its entry state: they have the order of those in its exit state.
    earlier: &'t [Execution],
}

/// A second execution behind a first one.
struct Second<'t> {
    two: &'t Execution,
    arguments: &'t [Option<AnswerId>],
    instance: Instance,
    /// Its call in the entry state of the first one.
    earlier: Option<&'t Execution>,
    /// The call of the first one behind that.
    commuted: Option<&'t Execution>,
    kind: usize,
}

impl<'t> First<'t> {
    pub(crate) fn new(table: &'t Table<'t>, place: usize) -> Self {
        let one = &table.executions.all[place];
        Self {
            table,
            alone: Instance::alone(one.depth, place),
            one,
            arguments: table.executions.arguments(one.call),
            elsewhere: [None; REMEMBERED],
            earlier: one.entry.map_or(&[], |entry| table.all(entry)),
        }
    }

    /// Its call in another state.
    fn elsewhere(&mut self, state: State) -> Option<&'t Execution> {
        let remembered = &mut self.elsewhere[state.0 as usize % REMEMBERED];
        match *remembered {
            Some((known, execution)) if known == state => execution,
            _ => {
                let execution = self.table.get(state, self.one.call);
                *remembered = Some((state, execution));
                execution
            }
        }
    }

    /// Laws 1 to 5 of all compositions with a group of executions in the exit state; law 1 only under conditions on arguments.
    pub(crate) fn compose(&mut self, group: &Group, composed: &mut Composed, results: &mut Block) {
        let is_void = self.table.executions.methods[group.method].is_void();
        for place in group.places.clone() {
            let second = self.second(place);
            if let Some(constant) = second.two.constant.filter(|_| second.kind > 0) {
                let (expected, tally) = composed.constants[second.kind].get_or_insert((constant, Tally::default()));
                tally.add_later(*expected == constant, second.instance);
            }
            if let Some(said) = second.two.said.filter(|_| !is_void) {
                self.results(&second, said, &mut composed.results, results);
            }
            if second.two.has_returned {
                self.states(&second, &mut composed.states);
            }
        }
    }

    fn second(&mut self, place: usize) -> Second<'t> {
        let executions = self.table.executions;
        let (one, two) = (self.one, &executions.all[place]);
        let earlier = self.earlier(two);
        // It is the same law for both orders.
        let swapped = earlier.filter(|earlier| one.method <= two.method && earlier.has_returned);
        let arguments = executions.arguments(two.call);
        let first_of = |arguments: &[Option<AnswerId>]| arguments.first().copied().flatten();
        let are_equal = first_of(self.arguments).and_then(|one| Some(one == first_of(arguments)?));
        Second {
            two,
            arguments,
            instance: self.alone.then(place),
            earlier,
            commuted: swapped.and_then(|earlier| self.elsewhere(earlier.exit?)),
            kind: kind(are_equal),
        }
    }

    /// The call of the second execution in the entry state.
    fn earlier(&mut self, two: &Execution) -> Option<&'t Execution> {
        let order = |execution: &Execution| (execution.method, execution.call);
        while let Some((next, rest)) = self.earlier.split_first() {
            if order(next) > order(two) {
                return None;
            }
            self.earlier = rest;
            if next.call == two.call {
                return Some(next);
            }
        }
        None
    }

    fn results(&self, second: &Second<'_>, said: AnswerId, counts: &mut Counts, block: &mut Block) {
        let (one, answers) = (self.one, &self.table.executions.answers);
        let commuted = second.commuted.filter(|_| one.method != second.two.method);
        let others = [
            one.said.filter(|_| one.entry.is_some()),
            second.earlier.and_then(|earlier| earlier.said),
            commuted.and_then(|commuted| commuted.said),
        ];
        let rights = self.arguments.iter().chain(second.arguments).chain(&others);
        for (right, other) in rights.enumerate() {
            let Some(other) = *other else { continue };
            counts.add(second.kind, right, said == other, second.instance);
            if let Some(by) = answers.difference(said, other) {
                block.differs(right, by, second.instance);
            }
        }
    }

    fn states(&self, second: &Second<'_>, counts: &mut Counts) {
        let one = self.one;
        let exit = |execution: Option<&Execution>| execution.filter(|it| it.has_returned).and_then(|it| it.exit);
        // That a call commutes with itself is no news.
        let commuted = second.commuted.filter(|_| one.call != second.two.call);
        let others: [Option<State>; 4] = [one.exit, one.entry, exit(second.earlier), exit(commuted)];
        for (right, other) in others.into_iter().enumerate() {
            if other.is_some() {
                counts.add(second.kind, right, second.two.exit == other, second.instance);
            }
        }
    }
}
