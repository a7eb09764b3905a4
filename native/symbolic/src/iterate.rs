//! The calls of an iteration, in their order, each followed by whichever thread.

use std::sync::Arc;
use std::time::Instant;

use serde::{Deserialize, Serialize};

use crate::arguments::{Given, MOST_TUPLES};
use crate::calls::{making_call, method_call};
use crate::execute::{Ended, Executor};
use crate::explore::{Exploration, Node, Plan};
use crate::found::{Did, Made};
use crate::path::Stop;
use crate::program::parameters;

/// So many calls each thread follows before what came of them is taken.
const BATCH: usize = 32;

/// A call in a state, or one that makes an object.
#[derive(Clone, Debug)]
pub(crate) struct Call {
    pub(crate) before: Option<Arc<Node>>,
    /// The position of what is called among the callables.
    pub(crate) callable: usize,
    pub(crate) given: Vec<Given>,
    /// Whether it is the first of more than are made with other arguments.
    pub(crate) is_first_of_too_many: bool,
}

/// Where an iteration stands: the next call that it makes.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Place {
    pub(crate) node: usize,
    pub(crate) callable: usize,
    pub(crate) tuple: usize,
}

impl Exploration {
    /// Makes some calls; false when there are none left, or the time is up.
    pub(crate) fn advance_a_batch(&mut self) -> bool {
        let most = if self.others.is_empty() {
            1
        } else {
            BATCH * (self.others.len() + 1)
        };
        let batch: Vec<(Place, Call)> = std::iter::from_fn(|| self.next()).take(most).collect();
        let is_last = batch.is_empty();
        let ended = self.follow_all(&batch);
        for ((place, call), ended) in batch.into_iter().zip(ended) {
            let is_cut_short = ended.as_ref().is_ok_and(|ended| ended.iter().any(Ended::is_late));
            if is_cut_short || self.plan.until.is_some_and(|until| Instant::now() > until) {
                // Whoever goes on makes the call again.
                self.place = place;
                self.ahead.clear();
                self.is_cut = true;
                return false;
            }
            self.take_all(&call, ended);
        }
        !is_last
    }

    /// Follows all paths of calls, each thread those of every so manieth.
    fn follow_all(&mut self, batch: &[(Place, Call)]) -> Vec<Result<Vec<Ended>, Stop>> {
        let plan = &self.plan;
        let threads = self.others.len() + 1;
        let share = |executor: &mut Executor, first: usize| {
            let own = batch.iter().skip(first).step_by(threads);
            own.map(|(_, call)| follow(executor, plan, call)).collect::<Vec<_>>()
        };
        std::thread::scope(|scope| {
            let others = self.others.iter_mut().zip(1..);
            let running: Vec<_> = others
                .map(|(executor, first)| scope.spawn(move || share(executor, first)))
                .collect();
            let mut shares = vec![share(&mut self.executor, 0).into_iter()];
            for thread in running {
                match thread.join() {
                    Ok(share) => shares.push(share.into_iter()),
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
            (0..batch.len()).filter_map(|at| shares[at % threads].next()).collect()
        })
    }

    /// The next call of the iteration, with its place.
    fn next(&mut self) -> Option<(Place, Call)> {
        while self.ahead.is_empty() {
            let place = self.place;
            let node = self.from.get(place.node)?;
            if place.callable == self.plan.callables.len() {
                self.place = Place {
                    node: place.node + 1,
                    ..Place::default()
                };
                continue;
            }
            if !self.plan.callables[place.callable].makes_object() {
                let calls = self.calls(Some(node), place.callable).into_iter().enumerate();
                let placed = calls.map(|(tuple, call)| (Place { tuple, ..place }, call));
                self.ahead = placed.skip(place.tuple).collect();
            }
            self.place = Place {
                callable: place.callable + 1,
                tuple: 0,
                ..place
            };
        }
        self.ahead.pop_front()
    }

    /// The calls that are made in a state with each of the tuples of arguments that are tried.
    pub(crate) fn calls(&self, before: Option<&Arc<Node>>, callable: usize) -> Vec<Call> {
        let types = parameters(&self.plan.callables[callable].descriptor);
        let next = before.map_or(0, |node| node.next);
        let mut tuples = self.plan.arguments.tuples(&types, next);
        let are_too_many = tuples.len() > MOST_TUPLES;
        tuples.truncate(MOST_TUPLES);
        let call = |(place, given)| Call {
            before: before.cloned(),
            callable,
            given,
            is_first_of_too_many: are_too_many && place == 0,
        };
        tuples.into_iter().enumerate().map(call).collect()
    }
}

/// Follows all paths of a call.
pub(crate) fn follow(executor: &mut Executor, plan: &Plan, call: &Call) -> Result<Vec<Ended>, Stop> {
    let callable = &plan.callables[call.callable];
    let path = match &call.before {
        Some(node) => {
            let state = (node.heap.clone(), node.conditions.clone());
            method_call(executor, state, callable, &call.given)
        }
        None => making_call(executor, callable, &call.given),
    };
    Ok(executor.run(path?))
}

impl Call {
    /// The number of the next variable behind it.
    pub(crate) fn next(&self) -> u32 {
        let variables = self.given.iter().filter_map(Given::variable).count();
        self.before.as_ref().map_or(0, |node| node.next) + variables as u32
    }

    /// The call with what it did.
    pub(crate) fn made(&self, did: Did) -> Made {
        Made {
            before: self.before.as_ref().map(|node| Arc::clone(&node.made)),
            callable: self.callable,
            given: self.given.clone(),
            did,
        }
    }
}
