//! A sequence that came near to edges which nobody took, with variables in the place of the numbers that its last calls take: which paths these
//! calls have that take such edges, and for which numbers.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Instant;

use palus_classes::ClassIndex;
use palus_sequence::{Literal, Operand, Sequence, Statement, Symbols, Var};

use crate::arguments::number;
use crate::calls::begin;
use crate::edges::{Edge, Edges};
use crate::execute::{Ended, Executor};
use crate::heap::{Heap, Value};
use crate::path::{End, Path, Reason, Stop, Way};
use crate::solver::{Solver, is_symbolic};
use crate::statement::{Scope, Variables, enter};
use crate::term::Variable;

/// The numbers of so many calls are variables, the last ones that take any.
const CALLS: usize = 2;

/// So many numbers are variables at the most: an array may have thousands.
const MOST_VARIABLES: usize = 24;

/// So many sequences of a prefix are for who runs them.
const MOST_CONCRETISED: usize = 32;

/// A sequence, and what it reached.
#[derive(Clone, Copy, Debug)]
pub struct Prefix<'p> {
    /// The names of its ids.
    pub symbols: &'p Symbols,
    /// Calls, of which those up to the first one that took the edge count. Before that, those that throw or cannot be followed are left out,
    /// as tests may make calls that have nothing to do with each other.
    pub sequence: &'p Sequence,
    /// An edge that it took: the start of a method, or another way out of a branch.
    pub taken: &'p Edge,
}

/// How long paths are followed.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Until when; for ever when there is no such time.
    pub until: Option<Instant>,
    /// How many of them.
    pub paths: u64,
}

/// A sequence with other numbers.
#[derive(Clone, PartialEq, Debug)]
pub struct Solved {
    /// The calls, up to the one that takes the edges.
    pub sequence: Sequence,
    /// Those of the wanted edges that it takes and none before it does.
    pub edges: BTreeSet<Edge>,
}

/// What came of a prefix.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Probed {
    /// Sequences that take wanted edges.
    pub solved: Vec<Solved>,
    /// Sequences whose paths leave what is executed here, each to its end: where they lead, who runs them says.
    pub concretised: Vec<Sequence>,
    /// Why paths were not followed to their ends, with how many; where there is none, no number of these calls takes the other edges.
    pub open: BTreeMap<Reason, u64>,
    /// How many paths were followed.
    pub paths: u64,
}

/// Finds numbers for prefixes.
pub struct Prober {
    executor: Executor,
    edges: Edges,
}

/// What statements have led to.
#[derive(Clone, Default)]
struct State {
    heap: Heap,
    conditions: Vec<crate::condition::Condition>,
    ways: BTreeSet<Way>,
    /// What each statement gave.
    values: Vec<Value>,
}

/// A prefix as it was run with its own numbers.
struct Run<'p> {
    prefix: Prefix<'p>,
    /// What there was before each statement, the last of which took the edge.
    before: Vec<State>,
    /// The statements that it is left without.
    left_out: BTreeSet<usize>,
}

impl Prober {
    /// For the classes of an index.
    pub fn new(index: Arc<ClassIndex>, solver: Solver) -> Self {
        Self {
            executor: Executor::new(index, solver),
            edges: Edges::default(),
        }
    }

    /// Follows all paths of the last calls of a prefix, and solves those that take edges among the wanted ones.
    pub fn probe(&mut self, prefix: Prefix<'_>, wanted: &BTreeSet<Edge>, limits: Limits) -> Probed {
        self.executor.until = limits.until;
        self.executor.paths = limits.paths;
        let mut probed = Probed::default();
        match self.run(prefix) {
            Ok(run) => self.follow(&run, wanted.clone(), &mut probed),
            Err(reason) => *probed.open.entry(reason).or_default() += 1,
        }
        probed.paths = limits.paths - self.executor.paths;
        probed
    }

    /// Runs the sequence as it is, up to the statement that takes the edge.
    fn run<'p>(&mut self, prefix: Prefix<'p>) -> Result<Run<'p>, Reason> {
        let none = Variables::new();
        let mut run = Run {
            prefix,
            before: vec![State::default()],
            left_out: BTreeSet::new(),
        };
        let mut obstacle = None;
        for (at, statement) in prefix.sequence.statements.iter().enumerate() {
            let before = run.before[at].clone();
            let lacks = statement.uses().any(|var| run.left_out.contains(&var.index()));
            let after = match self.begin(prefix, &before, at, &none) {
                _ if lacks => Err(None),
                Err(stop) => Err(Some(reason(stop))),
                // Without variables there is one path.
                Ok(path) => match self.executor.run(path).pop() {
                    Some(Ended { path, .. }) if self.has_taken(prefix.taken, &path) => return Ok(run),
                    Some(Ended { path, end }) => before.behind(path, end),
                    None => Err(None),
                },
            };
            run.before.push(after.unwrap_or_else(|why| {
                obstacle = obstacle.take().or(why);
                run.left_out.insert(at);
                before.passing()
            }));
        }
        Err(obstacle.unwrap_or(Reason::Elsewhere))
    }

    fn has_taken(&mut self, edge: &Edge, path: &Path) -> bool {
        let (edges, program) = (&mut self.edges, &self.executor.program);
        path.ways
            .iter()
            .any(|way| edges.of(program, *way).as_ref() == Some(edge))
    }

    fn begin(&mut self, prefix: Prefix<'_>, state: &State, at: usize, variables: &Variables) -> Result<Path, Stop> {
        let mut path = begin(state.heap.clone(), state.conditions.clone());
        path.ways.clone_from(&state.ways);
        let scope = Scope {
            symbols: prefix.symbols,
            values: &state.values,
            variables,
        };
        enter(
            &mut self.executor,
            &mut path,
            (at, &prefix.sequence.statements[at]),
            &scope,
        )?;
        Ok(path)
    }

    /// Goes through all paths from the first statement with a variable on, each to its end before the next.
    fn follow(&mut self, run: &Run<'_>, mut wanted: BTreeSet<Edge>, probed: &mut Probed) {
        let variables = run.variables();
        let Some(&(first, _)) = variables.keys().next() else {
            return;
        };
        let mut work = vec![run.before[first].clone()];
        while let Some(before) = work.pop() {
            let at = before.values.len();
            if run.left_out.contains(&at) {
                // It is left out of what is made of the sequence too.
                work.push(before.passing());
                continue;
            }
            let started = self.begin(run.prefix, &before, at, &variables);
            let ended = match started {
                Ok(path) => self.executor.run(path),
                Err(stop) => {
                    *probed.open.entry(reason(stop)).or_default() += 1;
                    continue;
                }
            };
            for Ended { path, end } in ended {
                self.take(run, (&path, at), &variables, &mut wanted, probed);
                match end {
                    End::Open(reason) => {
                        if reason.is_outside() {
                            self.concretise(run, &path, &variables, probed);
                        }
                        *probed.open.entry(reason).or_default() += 1;
                    }
                    End::Returned(value) if at < run.last() => work.push(before.after(path, value)),
                    End::Returned(_) | End::Threw(_) => {}
                }
            }
        }
    }

    /// Gives the variables of a path that is not followed on values, for who can run it, where these are others than the sequence has.
    fn concretise(&mut self, run: &Run<'_>, path: &Path, variables: &Variables, probed: &mut Probed) {
        if probed.concretised.len() == MOST_CONCRETISED {
            return;
        }
        let Some(sequence) = self.solved(run, (path, run.last()), variables) else {
            return;
        };
        let is_own = sequence.statements[..] == run.prefix.sequence.statements[..=run.last()];
        let sequence = sequence.retain(|at| !run.left_out.contains(&at));
        let sequence = sequence.filter(|sequence| !is_own && !probed.concretised.contains(sequence));
        probed.concretised.extend(sequence);
    }

    /// The sequence up to a statement, with numbers for which the path is taken.
    fn solved(&mut self, run: &Run<'_>, (path, at): (&Path, usize), variables: &Variables) -> Option<Sequence> {
        let mut used: Vec<Variable> = Vec::new();
        for condition in &path.conditions {
            condition.variables(&mut |variable| used.push(variable));
        }
        let values = self.executor.solver.solution(&path.conditions, &used)?;
        let mut sequence = Sequence {
            statements: run.prefix.sequence.statements[..=at].to_vec(),
        };
        for (&(statement, operand), variable) in variables {
            let literal = values.get(variable).map(|value| number(variable.primitive, *value));
            let statement = sequence.statements.get_mut(statement);
            let place = statement.and_then(|statement| statement.operands_mut().get_mut(operand));
            if let (Some(place), Some(literal)) = (place, literal) {
                *place = Operand::Literal(literal);
            }
        }
        Some(sequence)
    }

    /// Solves a path up to a statement where it takes an edge that is still wanted.
    fn take(
        &mut self,
        run: &Run<'_>,
        (path, at): (&Path, usize),
        variables: &Variables,
        wanted: &mut BTreeSet<Edge>,
        probed: &mut Probed,
    ) {
        let mut taken = BTreeSet::new();
        for way in &path.ways {
            let edge = self.edges.of(&self.executor.program, *way);
            taken.extend(edge.filter(|edge| wanted.contains(edge)));
        }
        if taken.is_empty() {
            return;
        }
        let Some(sequence) = self.solved(run, (path, at), variables) else {
            let reason = if self.executor.solver.has_smt() {
                Reason::TooHard
            } else {
                Reason::NeedsSolver
            };
            *probed.open.entry(reason).or_default() += 1;
            return;
        };
        if let Some(sequence) = sequence.retain(|at| !run.left_out.contains(&at)) {
            wanted.retain(|edge| !taken.contains(edge));
            probed.solved.push(Solved { sequence, edges: taken });
        }
    }
}

impl State {
    /// Behind a statement that is left out.
    fn passing(mut self) -> Self {
        self.values.push(Value::Null);
        self
    }

    /// With how a statement ended; where it did not return, perhaps with the reason.
    fn behind(&self, path: Path, end: End) -> Result<Self, Option<Reason>> {
        match end {
            End::Returned(value) => Ok(self.after(path, value)),
            End::Threw(_) => Err(None),
            End::Open(reason) => Err(Some(reason)),
        }
    }

    /// With what came of a statement.
    fn after(&self, path: Path, value: Option<Value>) -> Self {
        let mut values = self.values.clone();
        values.push(value.unwrap_or(Value::Null));
        Self {
            heap: path.heap,
            conditions: path.conditions,
            ways: path.ways,
            values,
        }
    }
}

impl Run<'_> {
    /// The position of the statement that took the edge.
    fn last(&self) -> usize {
        self.before.len() - 1
    }

    /// The variables in the place of the numbers that the last calls take, and that arrays hold which these calls take.
    fn variables(&self) -> Variables {
        let statements = &self.prefix.sequence.statements[..=self.last()];
        let mut found: BTreeMap<(usize, usize), Literal> = BTreeMap::new();
        let mut calls = 0;
        for (at, statement) in statements.iter().enumerate().rev() {
            if calls == CALLS || !matches!(statement, Statement::Call { .. }) || self.left_out.contains(&at) {
                continue;
            }
            let before = found.len();
            found.extend(numbers(at, statement));
            for var in statement.uses() {
                if let Some(array @ Statement::Array { .. }) = statements.get(var.index()) {
                    found.extend(numbers(Var::index(var), array));
                }
            }
            calls += usize::from(found.len() > before);
        }
        let numbered = (0..).zip(found).take(MOST_VARIABLES);
        let variable = |(number, (place, literal)): (u32, ((usize, usize), Literal))| {
            let primitive = literal.primitive()?;
            Some((place, Variable { number, primitive }))
        };
        numbered.filter_map(variable).collect()
    }
}

/// The whole numbers that a statement takes, by their places.
fn numbers(at: usize, statement: &Statement) -> impl Iterator<Item = ((usize, usize), Literal)> + '_ {
    let operands = statement.operands().iter().enumerate();
    operands.filter_map(move |(place, operand)| match operand {
        Operand::Literal(literal) if literal.primitive().is_some_and(is_symbolic) => {
            Some(((at, place), literal.clone()))
        }
        _ => None,
    })
}

fn reason(stop: Stop) -> Reason {
    match stop {
        Stop::Open(reason) => reason,
        // Nothing is branched over before the first instruction.
        Stop::Split(_) | Stop::Pin(_) => Reason::instruction("malformed code"),
    }
}
