//! All states that calls lead to, breadth first, without those that an earlier state covers.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;
use std::time::Instant;

use palus_classes::ClassIndex;
use serde::{Deserialize, Serialize};

use crate::arguments::Arguments;
use crate::condition::Condition;
use crate::edges::Counted;
use crate::execute::{Ended, Executor};
use crate::found::{Callable, Did, Found, Made};
use crate::heap::{Heap, Value};
use crate::iterate::{Call, Place, follow};
use crate::outside::Left;
use crate::path::{ENTRY, End, Path, Reason, Stop, Way};
use crate::solver::Solver;
use crate::state::Snapshot;
use crate::visited::{Entered, Visited};

/// What is to be explored.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The binary name of the class.
    pub class: String,
    /// What makes objects of it, and instance methods.
    pub callables: Vec<Callable>,
    /// Where numeric arguments come from.
    pub arguments: Arguments,
    /// Whether every path becomes a test, and not those alone that add a branch.
    pub all_tests: bool,
    /// When the exploration ends, whatever is left.
    pub until: Option<Instant>,
}

/// What an iteration came to. Counts are of all iterations so far.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Row {
    /// How many calls behind the one that makes the object.
    pub calls: u32,
    /// States, those before the first call among them.
    pub states: usize,
    /// Paths of calls that came to their end.
    pub transitions: u64,
    /// States that an earlier one covers.
    pub pruned: u64,
    /// Ways out of branches of the class that were taken.
    pub branches: usize,
    /// Paths on which a value was chosen because an expression could not be followed.
    pub concretised: u64,
}

/// A state, and the calls that lead there.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Node {
    /// Its number among the states.
    pub(crate) number: usize,
    pub(crate) heap: Heap,
    pub(crate) conditions: Vec<Condition>,
    /// The number of the next variable.
    pub(crate) next: u32,
    pub(crate) made: Arc<Made>,
    pub(crate) is_concretised: bool,
}

/// An exploration that goes on call by call.
pub struct Exploration {
    pub(crate) executor: Executor,
    /// Those of further threads.
    pub(crate) others: Vec<Executor>,
    pub(crate) plan: Plan,
    /// The states in which calls are made now, and how far that is done.
    pub(crate) from: Vec<Arc<Node>>,
    pub(crate) place: Place,
    /// The calls before that place which are not made yet.
    pub(crate) ahead: VecDeque<(Place, Call)>,
    /// Those that these calls lead to.
    pub(crate) frontier: Vec<Arc<Node>>,
    pub(crate) visited: Visited,
    /// All ways that were taken.
    pub(crate) ways: BTreeSet<Way>,
    /// All ways out of branches of the class.
    own: BTreeSet<Way>,
    pub(crate) row: Row,
    pub(crate) found: Vec<Found>,
    pub(crate) open: BTreeMap<Reason, u64>,
    /// Paths that left what is followed.
    pub(crate) left: Vec<Left>,
    pub(crate) counted: Counted,
    pub(crate) is_cut: bool,
}

impl Exploration {
    /// Makes the objects that constructors and static methods make.
    pub fn new(index: Arc<ClassIndex>, solver: Solver, plan: Plan) -> Self {
        let mut exploration = Self::empty(index, solver, plan);
        exploration.start();
        exploration
    }

    /// The same on so many threads. What comes of it is the same on any number, but for what an SMT solver gives up.
    #[must_use]
    pub fn on_threads(mut self, threads: usize) -> Self {
        self.others = (1..threads).map(|_| self.executor.another()).collect();
        self
    }

    /// Before any object is made.
    pub(crate) fn empty(index: Arc<ClassIndex>, solver: Solver, plan: Plan) -> Self {
        let mut executor = Executor::new(index, solver);
        executor.until = plan.until;
        let class = executor.program.class(&plan.class);
        let methods = class.iter().flat_map(|class| &class.methods);
        let own = methods.filter(|method| !method.is_initialiser());
        let own = own.flat_map(|method| method.ways());
        let own = own.filter(|way| way.offset != ENTRY).collect();
        Self {
            executor,
            others: Vec::new(),
            plan,
            from: Vec::new(),
            place: Place::default(),
            ahead: VecDeque::new(),
            frontier: Vec::new(),
            visited: Visited::default(),
            ways: BTreeSet::new(),
            own,
            row: Row::default(),
            found: Vec::new(),
            open: BTreeMap::new(),
            left: Vec::new(),
            counted: Counted::default(),
            is_cut: false,
        }
    }

    fn start(&mut self) {
        for callable in 0..self.plan.callables.len() {
            if !self.plan.callables[callable].makes_object() {
                continue;
            }
            for call in self.calls(None, callable) {
                let ended = follow(&mut self.executor, &self.plan, &call);
                self.take_all(&call, ended);
            }
        }
        self.is_cut = self.open.contains_key(&Reason::Time);
        self.count();
    }

    /// Makes every call in every state that the last calls led to; false when there is none, or the time is up.
    pub fn advance(&mut self) -> bool {
        self.give_up_left();
        if self.is_cut {
            return false;
        }
        if self.from.is_empty() {
            self.from = std::mem::take(&mut self.frontier);
            self.place = Place::default();
            if self.from.is_empty() {
                return false;
            }
            self.row.calls += 1;
            self.visited.begin_calls();
        }
        while self.advance_a_batch() {}
        if !self.is_cut {
            self.from.clear();
        }
        self.count();
        true
    }

    pub(crate) fn count(&mut self) {
        self.row.branches = self.ways.intersection(&self.own).count();
        self.row.states = self.visited.len();
    }

    pub(crate) fn take_all(&mut self, call: &Call, ended: Result<Vec<Ended>, Stop>) {
        if call.is_first_of_too_many {
            self.leave_open(Reason::Tuples);
        }
        match ended {
            Ok(ended) => ended.into_iter().for_each(|ended| self.take(call, ended)),
            Err(Stop::Open(reason)) => self.leave_open(reason),
            // Nothing is branched over before the first instruction.
            Err(Stop::Split(_) | Stop::Pin(_)) => {}
        }
    }

    /// Counts a path that is not followed to its end.
    pub(crate) fn leave_open(&mut self, reason: Reason) {
        *self.open.entry(reason).or_default() += 1;
    }

    /// Takes what came of a path.
    fn take(&mut self, call: &Call, ended: Ended) {
        let Ended { path, end } = ended;
        if let End::Open(reason) = end {
            self.leave(call, path, reason);
            return;
        }
        let node = call.before.as_deref();
        self.row.transitions += u64::from(node.is_some());
        self.row.concretised += u64::from(!path.pins.is_empty());
        let is_concretised = node.is_some_and(|node| node.is_concretised) || !path.pins.is_empty();
        let result = self.plan.callables[call.callable].result();
        let made = Arc::new(call.made(Did::of(&end, &path.heap, result)));
        let receiver = match (&end, node) {
            (End::Returned(_), Some(_)) => Some(0),
            (End::Returned(Some(Value::Object(object))), None) => Some(*object),
            _ => None,
        };
        let fresh: Vec<Way> = path.ways.difference(&self.ways).copied().collect();
        let is_test = self.plan.all_tests || !fresh.is_empty();
        // The same object under more conditions is covered by the state that the call was made in.
        let is_known = receiver.is_some() && node.is_some_and(|node| path.heap.is_unchanged(&node.heap));
        self.row.pruned += u64::from(is_known);
        let reached = receiver.filter(|_| is_test || !is_known).map(|receiver| {
            let (heap, root) = path.heap.collected(receiver);
            (Snapshot::of(&mut self.executor.program, &heap, root), heap)
        });
        let snapshot = reached.as_ref().and_then(|(snapshot, _)| snapshot.as_ref().ok());
        if is_test {
            self.test(&made, &path, (fresh, snapshot), is_concretised);
        }
        match reached.filter(|_| !is_known) {
            None => {}
            Some((Err(reason), _)) => self.leave_behind(call, path, receiver, reason),
            Some((Ok(snapshot), heap)) => self.enter(
                &snapshot,
                Node {
                    number: 0,
                    heap,
                    conditions: path.conditions,
                    next: call.next(),
                    made,
                    is_concretised,
                },
            ),
        }
    }

    /// Takes a state, if none that is there covers it.
    pub(crate) fn enter(&mut self, snapshot: &Snapshot, node: Node) {
        let entered = self
            .visited
            .enter(snapshot, &node.conditions, &mut self.executor.solver);
        let Some(Entered { number, covers }) = entered else {
            self.row.pruned += 1;
            return;
        };
        self.row.pruned += covers.len() as u64;
        if !covers.is_empty() {
            self.frontier.retain(|node| !covers.contains(&node.number));
        }
        self.frontier.push(Arc::new(Node { number, ..node }));
    }

    /// Makes a test of the path, with the ways that none has taken.
    fn test(
        &mut self,
        made: &Made,
        path: &Path,
        (fresh, snapshot): (Vec<Way>, Option<&Snapshot>),
        is_concretised: bool,
    ) {
        let Some(assignment) = self.executor.solver.solution(&path.conditions, &made.variables()) else {
            self.leave_open(Reason::TooHard);
            return;
        };
        let found = Found {
            is_concretised,
            ..made.found(&assignment, snapshot, &path.conditions)
        };
        self.keep(found, fresh);
    }

    /// Keeps a sequence that takes ways which none has taken.
    pub(crate) fn keep(&mut self, found: Found, fresh: Vec<Way>) {
        let branches = fresh.iter().filter(|way| way.offset != ENTRY).count();
        self.found.push(Found { branches, ..found });
        self.ways.extend(fresh);
    }

    /// What the iterations so far came to.
    pub fn row(&self) -> &Row {
        &self.row
    }

    /// How many ways out of branches the class has.
    pub fn total_branches(&self) -> usize {
        self.own.len()
    }

    /// The sequences of calls that are worth a test, as they were found.
    pub fn found(&self) -> &[Found] {
        &self.found
    }

    /// Why paths were not followed to their ends, with how many; those that wait for a virtual machine count as well.
    pub fn open(&self) -> BTreeMap<Reason, u64> {
        let mut open = self.open.clone();
        for left in &self.left {
            *open.entry(left.reason.clone()).or_default() += 1;
        }
        open
    }

    /// Whether the time was up before all was done.
    pub fn is_cut(&self) -> bool {
        self.is_cut
    }

    /// Whether calls of an iteration that has begun are still to be made.
    pub fn is_amid(&self) -> bool {
        !self.from.is_empty()
    }

    /// Whether conditions were decided by an SMT solver.
    pub fn has_smt(&self) -> bool {
        self.executor.solver.has_smt()
    }

    /// The first 1,000 states with their conditions, as text, in the order in which they were reached.
    pub fn states(&self) -> Vec<String> {
        self.visited.texts()
    }
}
