//! Paths that leave what is followed: they get values that lead up to there, a virtual machine runs the calls with these, and the state that
//! it says the object is in then is explored on.

use std::collections::BTreeSet;
use std::sync::Arc;

use palus_state::{Slot, State};

use crate::edges::Edge;
use crate::explore::{Exploration, Node};
use crate::found::{Did, Expected, Found, Made};
use crate::heap::{Heap, Value};
use crate::iterate::Call;
use crate::path::{Path, Reason, Way};
use crate::rebuild::{Before, rebuild};
use crate::state::Snapshot;

/// So many paths wait for a virtual machine at once.
const MOST_LEFT: usize = 5_000;

/// A path that left what is followed.
pub(crate) struct Left {
    /// Why it did.
    pub(crate) reason: Reason,
    call: Call,
    /// The calls with values for all variables.
    made: Arc<Made>,
    found: Found,
    /// Where the path left, with the object if that is known.
    heap: Heap,
    object: Option<usize>,
    ways: BTreeSet<Way>,
    /// Whether the path was followed to its end, and nothing is asked for but the state that it leads to.
    is_followed: bool,
}

/// What a virtual machine says of calls.
#[derive(Clone, Debug)]
pub struct Ran {
    /// What the last of them did.
    pub did: Expected,
    /// The state of its object before it; `None` where that is not known. Where it makes the object this is not looked at.
    pub before: Option<State>,
    /// The state behind it; `None` where that is not known.
    pub state: Option<State>,
    /// The edges that the last one passed.
    pub edges: Vec<Edge>,
}

impl Exploration {
    /// The calls with which paths left what is followed, for a virtual machine to run.
    pub fn left(&self) -> Vec<Found> {
        self.left.iter().map(|left| left.found.clone()).collect()
    }

    /// Goes on where a virtual machine says that these calls lead, in their order; `None` for those that it did not run.
    pub fn go_on(&mut self, ran: Vec<Option<Ran>>) {
        let mut ran = ran.into_iter();
        for left in std::mem::take(&mut self.left) {
            match ran.next().flatten() {
                Some(ran) => self.take_ran(left, ran),
                None => self.leave_open(left.reason),
            }
        }
        self.count();
    }

    /// Counts the paths that no virtual machine has run as open.
    pub(crate) fn give_up_left(&mut self) {
        for left in std::mem::take(&mut self.left) {
            self.leave_open(left.reason);
        }
    }

    /// Takes a path that left what is followed.
    pub(crate) fn leave(&mut self, call: &Call, path: Path, reason: Reason) {
        let object = match &call.before {
            Some(_) => Some(0),
            None if self.plan.callables[call.callable].is_static => None,
            // A constructor's object is what the code that calls it has put on the stack first.
            None => path.frames.first().and_then(|frame| match frame.stack.first() {
                Some(Value::Object(object)) => Some(*object),
                _ => None,
            }),
        };
        self.wait(call, path, (object, reason), false);
    }

    /// Takes a path that led to a state in which something is not followed.
    pub(crate) fn leave_behind(&mut self, call: &Call, path: Path, object: Option<usize>, reason: Reason) {
        self.wait(call, path, (object, reason), true);
    }

    fn wait(&mut self, call: &Call, path: Path, (object, reason): (Option<usize>, Reason), is_followed: bool) {
        // What all sequences have in common is not in the state of an object, and where a class is missing a virtual machine only says so.
        let is_no_use = matches!(reason, Reason::Shared(_) | Reason::Missing(_));
        if !reason.is_outside() || is_no_use || self.left.len() >= MOST_LEFT {
            self.leave_open(reason);
            return;
        }
        let made = call.made(Did::Returned);
        let Some(assignment) = self.executor.solver.solution(&path.conditions, &made.variables()) else {
            self.leave_open(reason);
            return;
        };
        self.left.push(Left {
            reason,
            call: call.clone(),
            found: Found {
                is_concretised: true,
                ..made.found(&assignment, None, &path.conditions)
            },
            made: made.solved(&assignment),
            heap: path.heap,
            object,
            ways: path.ways,
            is_followed,
        });
    }

    fn take_ran(&mut self, left: Left, ran: Ran) {
        if !left.is_followed {
            self.row.transitions += u64::from(left.call.before.is_some());
            self.row.concretised += 1;
            self.test_ran(&left, &ran);
        }
        let is_thrown = matches!(ran.did, Expected::Threw(_));
        let is_one = |state: &State| !is_thrown && matches!(state.roots.first(), Some(Slot::Node(_)));
        let Some(state) = ran.state.filter(is_one) else {
            return;
        };
        if state.is_racy {
            self.leave_open(Reason::instruction("a state that another thread changed"));
            return;
        }
        let there = Before {
            heap: left.heap,
            object: left.object,
            // Of a call that makes the object a virtual machine gives that of its arguments.
            state: ran.before.filter(|_| left.call.before.is_some()),
        };
        match rebuild(&mut self.executor.program, state, there) {
            Err(reason) => self.leave_open(reason),
            Ok((state, heap)) => {
                let snapshot = Snapshot {
                    state,
                    holes: Vec::new(),
                };
                let made = left.made.doing(ran.did);
                let node = Node {
                    number: 0,
                    heap,
                    conditions: Vec::new(),
                    next: left.call.next(),
                    made: Arc::new(made),
                    is_concretised: true,
                };
                self.enter(&snapshot, node);
            }
        }
    }

    fn test_ran(&mut self, left: &Left, ran: &Ran) {
        let mut ways = left.ways.clone();
        ways.extend(self.counted.ways(&mut self.executor.program, &ran.edges));
        let fresh: Vec<Way> = ways.difference(&self.ways).copied().collect();
        if fresh.is_empty() && !self.plan.all_tests {
            return;
        }
        let mut found = left.found.clone();
        if let Some(last) = found.calls.last_mut() {
            last.expected = ran.did.clone();
        }
        found.state.clone_from(&ran.state);
        self.keep(found, fresh);
    }
}
