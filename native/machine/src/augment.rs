//! Executions that nobody made.

use std::collections::BTreeSet;

use crate::call::{Answer, CallId, State};
use crate::concrete::Concrete;

/// A call that is wanted in a state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wanted {
    /// The state.
    pub state: State,
    /// The calls that lead there; the first makes the object.
    pub path: Vec<CallId>,
    /// The call.
    pub call: CallId,
}

/// What came of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Executed {
    /// It ran in that state, and left the object in this one.
    Done(State, Answer),
    /// The same, but another run of it ended otherwise.
    Unstable(State, Answer),
    /// The calls before it did not lead to the state again.
    Elsewhere,
    /// It did not end by a return or an exception of its own, or left the object in a state that is too large to be known.
    Lost,
    /// It led to a state in which no call is wanted, or by a way that is not wanted.
    Unwanted,
    /// It was not run: there was no budget left for it.
    NotRun,
}

/// Runs calls in states.
pub trait Execute {
    /// Why nothing can be run any longer.
    type Error;

    /// Runs each, on its own; one answer for each, in order. Equal states get equal numbers, those that `known` has already.
    fn execute(&mut self, known: &Concrete, wanted: &[Wanted]) -> Result<Vec<Executed>, Self::Error>;
}

/// What the rounds of an augmentation did.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Augmented {
    /// Executions that were added.
    pub made: usize,
    /// Executions that led to states for which there was no room, or that were not wanted.
    pub left_out: usize,
    /// Calls that were not made in a state because its calls did not lead there again.
    pub elsewhere: usize,
    /// Calls that did not end by a return or an exception of their own.
    pub lost: usize,
    /// Calls for which there was no budget.
    pub not_run: usize,
}

impl Augmented {
    /// Counts what is missing by earlier rounds, too.
    pub fn miss(&mut self, earlier: &Self) {
        self.left_out += earlier.left_out;
        self.elsewhere += earlier.elsewhere;
        self.lost += earlier.lost;
        self.not_run += earlier.not_run;
    }
}

impl Concrete {
    /// Has every call executed in every state in which it was not. States that are found by that are the frontier; the next round takes
    /// them in. Ends early where a round finds no new state. No more than `most_states` states are kept.
    pub fn augment<E: Execute>(&mut self, by: &mut E, rounds: u32, most_states: usize) -> Result<Augmented, E::Error> {
        let mut done = Augmented::default();
        let mut tried = BTreeSet::new();
        for _ in 0..rounds {
            let wanted: Vec<Wanted> = self.missing().filter(|w| tried.insert((w.state, w.call))).collect();
            self.frontier.clear();
            if wanted.is_empty() {
                break;
            }
            let executed = by.execute(self, &wanted)?;
            for (wanted, executed) in wanted.iter().zip(executed) {
                match executed {
                    Executed::Done(to, answer) => self.enter(wanted, (to, answer), most_states, &mut done),
                    Executed::Unstable(to, answer) => {
                        self.enter(wanted, (to, answer), most_states, &mut done);
                        self.distrust(wanted.state, wanted.call);
                    }
                    Executed::Elsewhere => done.elsewhere += 1,
                    Executed::Lost => done.lost += 1,
                    Executed::Unwanted => done.left_out += 1,
                    Executed::NotRun => done.not_run += 1,
                }
            }
        }
        Ok(done)
    }

    /// Has some calls executed in the frontier: such as change nothing.
    pub fn look<E: Execute>(&mut self, by: &mut E, calls: &[CallId]) -> Result<(), E::Error> {
        let frontier = self.frontier.clone();
        let is_meant = |w: &Wanted| frontier.contains(&w.state) && calls.contains(&w.call);
        let wanted: Vec<Wanted> = self.missing().filter(is_meant).collect();
        if wanted.is_empty() {
            return Ok(());
        }
        let executed = by.execute(self, &wanted)?;
        for (wanted, executed) in wanted.iter().zip(executed) {
            if let Executed::Done(to, answer) = executed
                && self.has(to)
            {
                self.insert(wanted.state, wanted.call, to, answer);
            }
        }
        Ok(())
    }

    fn enter(&mut self, wanted: &Wanted, (to, answer): (State, Answer), most_states: usize, done: &mut Augmented) {
        if !self.has(to) {
            if self.state_count() >= most_states {
                done.left_out += 1;
                return;
            }
            self.frontier.insert(to);
        }
        self.insert(wanted.state, wanted.call, to, answer);
        done.made += 1;
    }

    /// The calls that were not made in states that can be reached.
    fn missing(&self) -> impl Iterator<Item = Wanted> + use<> {
        let calls: Vec<CallId> = self.calls().collect();
        let mut missing = Vec::new();
        for (state, path) in self.paths() {
            for &call in calls.iter().filter(|call| self.get(state, **call).is_none()) {
                missing.push(Wanted {
                    state,
                    path: path.clone(),
                    call,
                });
            }
        }
        missing.into_iter()
    }
}
