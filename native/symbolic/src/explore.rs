//! All states that calls lead to, breadth first, without those that an earlier state covers.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Instant;

use palus_classes::{CallKind, ClassIndex, Instruction, Kind, Member, MethodCode};

use crate::arguments::{Arguments, Given, MOST_TUPLES};
use crate::closure::Closure;
use crate::condition::Condition;
use crate::execute::{Ended, Executor, FUEL};
use crate::found::{Callable, Did, Found, Made};
use crate::heap::{Heap, Value};
use crate::path::{ENTRY, End, Frame, Path, Reason, Stop, Way};
use crate::program::{Method, parameters};
use crate::solver::Solver;
use crate::state::Snapshot;
use crate::visited::{Entered, Visited};

/// What is to be explored.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The binary name of the class.
    pub class: String,
    /// Constructors and instance methods of it.
    pub callables: Vec<Callable>,
    /// Where numeric arguments come from.
    pub arguments: Arguments,
    /// Whether every path becomes a test, and not those alone that add a branch.
    pub all_tests: bool,
    /// When the exploration ends, whatever is left.
    pub until: Option<Instant>,
}

/// What an iteration came to. Counts are of all iterations so far.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Row {
    /// How many calls behind the constructor.
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
struct Node {
    /// Its number among the states.
    number: usize,
    heap: Heap,
    conditions: Vec<Condition>,
    /// The number of the next variable.
    next: u32,
    made: Arc<Made>,
    is_concretised: bool,
}

/// An exploration that goes on call by call.
pub struct Exploration {
    executor: Executor,
    plan: Plan,
    frontier: Vec<Node>,
    visited: Visited,
    /// All ways that were taken.
    ways: BTreeSet<Way>,
    /// All ways out of branches of the class.
    total: usize,
    row: Row,
    found: Vec<Found>,
    open: BTreeMap<Reason, u64>,
    is_cut: bool,
}

impl Exploration {
    /// Makes the objects that the constructors make.
    pub fn new(index: Arc<ClassIndex>, solver: Solver, plan: Plan) -> Self {
        let mut executor = Executor::new(index, solver);
        executor.until = plan.until;
        let class = executor.program.class(&plan.class);
        let methods = class
            .iter()
            .flat_map(|class| &class.methods)
            .filter(|method| !method.is_initialiser());
        let codes = methods.filter_map(|method| method.code.as_ref());
        let ways = |code: &MethodCode| {
            (0..code.instructions.len())
                .map(|at| code.ways(at).len())
                .sum::<usize>()
        };
        let total = codes.map(ways).sum();
        let mut exploration = Self {
            executor,
            plan,
            frontier: Vec::new(),
            visited: Visited::default(),
            ways: BTreeSet::new(),
            total,
            row: Row::default(),
            found: Vec::new(),
            open: BTreeMap::new(),
            is_cut: false,
        };
        exploration.start();
        exploration
    }

    fn start(&mut self) {
        for callable in 0..self.plan.callables.len() {
            let constructor = &self.plan.callables[callable];
            if &*constructor.name == "<init>" {
                let types = parameters(&constructor.descriptor);
                for given in self.tuples(&types, 0) {
                    self.call(None, callable, &given);
                }
            }
        }
        self.count();
    }

    /// Makes every call in every state that the last calls led to; false when there is none, or the time is up.
    pub fn advance(&mut self) -> bool {
        let frontier = std::mem::take(&mut self.frontier);
        if frontier.is_empty() || self.is_cut {
            return false;
        }
        self.row.calls += 1;
        self.visited.begin_calls();
        for node in &frontier {
            for callable in 0..self.plan.callables.len() {
                if &*self.plan.callables[callable].name == "<init>" {
                    continue;
                }
                let types = parameters(&self.plan.callables[callable].descriptor);
                for given in self.tuples(&types, node.next) {
                    if self.plan.until.is_some_and(|until| Instant::now() > until) {
                        self.is_cut = true;
                        self.count();
                        return true;
                    }
                    self.call(Some(node), callable, &given);
                }
            }
        }
        self.count();
        true
    }

    /// The tuples of arguments that are tried.
    fn tuples(&mut self, types: &[Arc<str>], next: u32) -> Vec<Vec<Given>> {
        let mut tuples = self.plan.arguments.tuples(types, next);
        if tuples.len() > MOST_TUPLES {
            tuples.truncate(MOST_TUPLES);
            *self.open.entry(Reason::Tuples).or_default() += 1;
        }
        tuples
    }

    fn count(&mut self) {
        let own = |way: &&Way| {
            let method = &self.executor.program.methods[way.method];
            way.offset != ENTRY && *method.class == *self.plan.class && !method.is_initialiser()
        };
        self.row.branches = self.ways.iter().filter(own).count();
        self.row.states = self.visited.len();
        self.is_cut |= self.open.contains_key(&Reason::Time);
    }

    /// Follows all paths of a call in a state; of a constructor in none.
    fn call(&mut self, node: Option<&Node>, callable: usize, given: &[Given]) {
        let started = match node {
            Some(node) => self.method_call(node, callable, given),
            None => self.constructor_call(callable, given),
        };
        let result = self.plan.callables[callable]
            .descriptor
            .rsplit_once(')')
            .map_or("V", |(_, result)| result)
            .to_owned();
        match started {
            Ok(path) => {
                for ended in self.executor.run(path) {
                    self.take(node, callable, given, ended, &result);
                }
            }
            Err(Stop::Open(reason)) => *self.open.entry(reason).or_default() += 1,
            // Nothing is branched over before the first instruction.
            Err(Stop::Split(_) | Stop::Pin(_)) => {}
        }
    }

    fn method_call(&mut self, node: &Node, callable: usize, given: &[Given]) -> Result<Path, Stop> {
        let callable = &self.plan.callables[callable];
        let target = Member {
            owner: Arc::clone(&callable.owner),
            name: Arc::clone(&callable.name),
            descriptor: Arc::clone(&callable.descriptor),
        };
        let class = Arc::clone(&node.heap.get(0).class);
        let mut path = begin(node.heap.clone(), node.conditions.clone());
        let method = self.executor.program.select(&class, &target);
        let method = method.ok_or_else(|| Stop::Open(Reason::Missing(format!("{}.{}", target.owner, target.name))))?;
        let mut arguments = vec![Value::Object(0)];
        for given in given {
            arguments.push(given.value(&mut self.executor, &mut path)?);
        }
        let unmodelled = || Stop::Open(Reason::Method(format!("{}.{}", method.class, method.name)));
        path.enter(&method);
        path.frames.push(Frame::new(&method, arguments).ok_or_else(unmodelled)?);
        Ok(path)
    }

    /// A constructor is called by code of its own: `new`, `dup`, the arguments, the call, `areturn`.
    fn constructor_call(&mut self, callable: usize, given: &[Given]) -> Result<Path, Stop> {
        let callable = &self.plan.callables[callable];
        let mut path = begin(Heap::default(), Vec::new());
        let mut arguments = Vec::new();
        let mut instructions = vec![
            Instruction::New(Arc::clone(&callable.owner)),
            Instruction::Stack(palus_classes::StackMove::Dup),
        ];
        let mut slot = 0;
        for given in given {
            let value = given.value(&mut self.executor, &mut path)?;
            let kind = Kind::Reference;
            instructions.push(Instruction::Load { slot, kind });
            slot += if value.is_wide() { 2 } else { 1 };
            arguments.push(value);
        }
        instructions.push(Instruction::Invoke {
            target: Arc::new(Member {
                owner: Arc::clone(&callable.owner),
                name: Arc::clone(&callable.name),
                descriptor: Arc::clone(&callable.descriptor),
            }),
            kind: CallKind::Special,
        });
        instructions.push(Instruction::Return(Some(Kind::Reference)));
        let method = Method::made_up("()Ljava/lang/Object;", instructions);
        let frame = Frame::new(&Arc::new(method), arguments).ok_or_else(Stop::malformed)?;
        path.frames.push(frame);
        Ok(path)
    }

    /// Takes what came of a path.
    fn take(&mut self, node: Option<&Node>, callable: usize, given: &[Given], ended: Ended, result: &str) {
        let Ended { path, end } = ended;
        if let End::Open(reason) = end {
            *self.open.entry(reason).or_default() += 1;
            return;
        }
        self.row.transitions += u64::from(node.is_some());
        let is_concretised = node.is_some_and(|node| node.is_concretised) || !path.pins.is_empty();
        self.row.concretised += u64::from(!path.pins.is_empty());
        let made = Arc::new(Made {
            before: node.map(|node| Arc::clone(&node.made)),
            callable,
            given: given.to_vec(),
            did: match (node, &end) {
                (None, End::Returned(_)) => Did::Object(Arc::clone(&self.plan.callables[callable].owner)),
                _ => Did::of(&end, &path.heap, result),
            },
        });
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
        if is_known {
            return;
        }
        let next = node.map_or(0, |node| node.next) + given.iter().filter_map(Given::variable).count() as u32;
        match reached {
            None => {}
            Some((Err(reason), _)) => *self.open.entry(reason).or_default() += 1,
            Some((Ok(snapshot), heap)) => {
                let entered = self
                    .visited
                    .enter(&snapshot, &path.conditions, &mut self.executor.solver);
                let Some(Entered { number, covers }) = entered else {
                    self.row.pruned += 1;
                    return;
                };
                self.row.pruned += covers.len() as u64;
                if !covers.is_empty() {
                    self.frontier.retain(|node| !covers.contains(&node.number));
                }
                self.frontier.push(Node {
                    number,
                    heap,
                    conditions: path.conditions,
                    next,
                    made,
                    is_concretised,
                });
            }
        }
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
            *self.open.entry(Reason::TooHard).or_default() += 1;
            return;
        };
        let branches = fresh.iter().filter(|way| way.offset != ENTRY).count();
        self.found.push(Found {
            branches,
            is_concretised,
            ..made.found(&assignment, snapshot, &path.conditions)
        });
        self.ways.extend(fresh);
    }

    /// What the iterations so far came to.
    pub fn row(&self) -> &Row {
        &self.row
    }

    /// How many ways out of branches the class has.
    pub fn total_branches(&self) -> usize {
        self.total
    }

    /// The sequences of calls that are worth a test, as they were found.
    pub fn found(&self) -> &[Found] {
        &self.found
    }

    /// Why paths were not followed to their ends, with how many.
    pub fn open(&self) -> &BTreeMap<Reason, u64> {
        &self.open
    }

    /// Whether the time was up before all was done.
    pub fn is_cut(&self) -> bool {
        self.is_cut
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

/// A path that has not begun, in that heap and under those conditions.
pub(crate) fn begin(heap: Heap, conditions: Vec<Condition>) -> Path {
    let mut closure = Closure::default();
    for condition in &conditions {
        closure.add(condition);
    }
    Path {
        closure,
        frames: Vec::new(),
        heap,
        known: conditions.iter().cloned().collect(),
        conditions,
        pins: rustc_hash::FxHashMap::default(),
        ways: BTreeSet::new(),
        fuel: FUEL,
        doubt: None,
    }
}
