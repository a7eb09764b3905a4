//! Executes bytecode with expressions in the place of numbers: each path as far as it goes, both sides of a branch where both are possible.

use std::sync::Arc;
use std::time::Instant;

use palus_classes::{ClassIndex, Instruction, Relation};

use crate::bits::{unchanged, whole};
use crate::condition::{Condition, Truth};
use crate::heap::{Content, Value};
use crate::path::{End, Path, Reason, Stop, Way};
use crate::program::Program;
use crate::solver::{Solver, Verdict};
use crate::term::Term;

/// So many instructions are executed of one call.
pub(crate) const FUEL: u32 = 200_000;

/// So many paths of one call are followed.
const MOST_PATHS: usize = 5_000;

/// Executes code of a class path.
pub(crate) struct Executor {
    pub(crate) program: Program,
    pub(crate) solver: Solver,
    /// When no more is executed.
    pub(crate) until: Option<Instant>,
    /// How many paths may still be followed.
    pub(crate) paths: u64,
}

/// A path that came to an end.
pub(crate) struct Ended {
    pub(crate) path: Path,
    pub(crate) end: End,
}

impl Ended {
    /// Whether the time was up before it came to an end of its own.
    pub(crate) fn is_late(&self) -> bool {
        matches!(self.end, End::Open(Reason::Time))
    }
}

/// What became of an instruction.
pub(crate) enum Step {
    Next,
    Ended(End),
}

impl Executor {
    pub(crate) fn new(index: Arc<ClassIndex>, solver: Solver) -> Self {
        Self {
            program: Program::new(index),
            solver,
            until: None,
            paths: u64::MAX,
        }
    }

    /// One for another thread, which numbers methods alike.
    pub(crate) fn another(&self) -> Self {
        Self {
            program: self.program.clone(),
            solver: self.solver.another(),
            until: self.until,
            paths: self.paths,
        }
    }

    /// All paths from there on that are possible.
    pub(crate) fn run(&mut self, start: Path) -> Vec<Ended> {
        let mut work = vec![start];
        let mut ended = Vec::new();
        while let Some(mut path) = work.pop() {
            let end = match path.doubt.take() {
                Some(reason) => End::Open(reason),
                None if ended.len() >= MOST_PATHS => End::Open(Reason::Fuel),
                None if self.paths == 0 => End::Open(Reason::Time),
                None => {
                    self.paths -= 1;
                    self.follow(&mut path, &mut work)
                }
            };
            ended.push(Ended { path, end });
        }
        ended
    }

    fn follow(&mut self, path: &mut Path, work: &mut Vec<Path>) -> End {
        loop {
            if path.fuel == 0 {
                return End::Open(Reason::Fuel);
            }
            path.fuel -= 1;
            if path.fuel.is_multiple_of(1_024) && self.until.is_some_and(|until| Instant::now() > until) {
                return End::Open(Reason::Time);
            }
            let stopped = match self.step(path) {
                Ok(Step::Next) => continue,
                Ok(Step::Ended(end)) => return end,
                Err(Stop::Open(reason)) => Err(reason),
                Err(Stop::Split(condition)) => self.split(path, &condition, work),
                Err(Stop::Pin(term)) => self.pin(path, &term),
            };
            if let Err(reason) = stopped {
                return End::Open(reason);
            }
        }
    }

    /// Makes the condition known: on this path it holds, or does not, and where both are possible there is another path.
    fn split(&mut self, path: &mut Path, condition: &Condition, work: &mut Vec<Path>) -> Result<(), Reason> {
        if self.until.is_some_and(|until| Instant::now() > until) {
            return Err(Reason::Time);
        }
        let negated = condition.negated();
        let [holds, fails] = self.decide_both(path, [condition, &negated]);
        if holds == Verdict::Impossible {
            // The path is possible, so the other side is.
            path.known.insert(negated);
            return Ok(());
        }
        if fails == Verdict::Impossible {
            path.known.insert(condition.clone());
            return Ok(());
        }
        // Where a condition of the source holds, code mostly does not jump: that side is the first.
        let (first, second) = ((fails, negated), (holds, condition.clone()));
        let ((_, taken), (doubt, other)) = match (fails, holds) {
            (Verdict::Possible, _) => (first, second),
            (_, Verdict::Possible) => (second, first),
            (doubtful, _) => return Err(reason(doubtful)),
        };
        let mut others = path.clone();
        others.assume(other);
        others.doubt = (doubt != Verdict::Possible).then(|| reason(doubt));
        work.push(others);
        path.assume(taken);
        Ok(())
    }

    /// Whether the path can go on under each of two conditions.
    fn decide_both(&mut self, path: &mut Path, conditions: [&Condition; 2]) -> [Verdict; 2] {
        match conditions.map(|condition| path.closure.allows(condition)) {
            [Some(first), Some(second)] => [first, second].map(Verdict::of),
            _ => self.solver.decide_both(&path.conditions, conditions),
        }
    }

    /// Gives an expression a value that it can have.
    fn pin(&mut self, path: &mut Path, term: &Term) -> Result<(), Reason> {
        let mut variables = Vec::new();
        term.variables(&mut |variable| variables.push(variable));
        let solution = self.solver.solution(&path.conditions, &variables);
        let value = solution.and_then(|solution| term.evaluate(&solution));
        let value = value.ok_or(if self.solver.has_smt() {
            Reason::TooHard
        } else {
            Reason::NeedsSolver
        })?;
        if let Truth::Open(condition) = Condition::of(Relation::Eq, term, &Term::constant(term.is_long(), value)) {
            path.assume(condition);
        }
        path.pins.insert(term.clone(), value);
        Ok(())
    }

    /// Whether a comparison holds on the path; where both is possible the instruction is executed again on two paths. Nothing of the
    /// path may have been changed before.
    pub(crate) fn decide(path: &Path, relation: Relation, left: &Term, right: &Term) -> Result<bool, Stop> {
        let whole = if matches!(relation, Relation::Eq | Relation::Ne) {
            whole(&path.closure, left, right)
        } else {
            None
        };
        let (left, right) = match &whole {
            Some((left, right)) => (left, right),
            None => (unchanged(&path.closure, left), unchanged(&path.closure, right)),
        };
        match Condition::of(relation, left, right) {
            Truth::Known(known) => Ok(known),
            Truth::Open(condition) => path.knows(&condition).ok_or(Stop::Split(condition)),
        }
    }

    fn step(&mut self, path: &mut Path) -> Result<Step, Stop> {
        let frame = path.frames.last().ok_or_else(Stop::malformed)?;
        let method = Arc::clone(&frame.method);
        let code = method.code.as_ref().ok_or_else(Stop::malformed)?;
        let (offset, instruction) = code.instructions.get(frame.at).ok_or_else(Stop::malformed)?;
        match instruction {
            Instruction::Goto(target) => path.frame()?.jump(*target)?,
            Instruction::If {
                relation,
                with_zero,
                target,
            } => {
                let zero = Term::Int(0);
                let (left, right) = if *with_zero {
                    (frame.number(0)?, &zero)
                } else {
                    (frame.number(1)?, frame.number(0)?)
                };
                let jumps = Self::decide(path, *relation, left, right)?;
                let operands = if *with_zero { 1 } else { 2 };
                Self::branch(path, *offset, operands, jumps, *target)?;
            }
            Instruction::IfSame { is_same, target } => {
                let jumps = Self::is_same(path)? == *is_same;
                Self::branch(path, *offset, 2, jumps, *target)?;
            }
            Instruction::IfNull { is_null, target } => {
                let jumps = matches!(frame.peek(0)?, Value::Null) == *is_null;
                Self::branch(path, *offset, 1, jumps, *target)?;
            }
            Instruction::Switch { keys, targets, default } => {
                let on = frame.number(0)?.clone();
                let mut chosen = *default;
                for (key, target) in keys.iter().zip(targets) {
                    if Self::decide(path, Relation::Eq, &on, &Term::Int(*key))? {
                        chosen = *target;
                        break;
                    }
                }
                let ways = code.ways(frame.at);
                let way = ways.iter().position(|way| *way == chosen).unwrap_or(0);
                Self::take(path, *offset, way)?;
                let frame = path.frame()?;
                frame.pop()?;
                frame.jump(chosen)?;
            }
            Instruction::Return(_) => return self.leave(path),
            Instruction::Throw => {
                let Value::Object(thrown) = *frame.peek(0)? else {
                    return self.throw(path, "java.lang.NullPointerException");
                };
                return self.unwind(path, thrown);
            }
            Instruction::Invoke { target, kind } => return self.invoke(path, target, *kind),
            Instruction::InvokeDynamic(site) => Self::bind(path, site)?,
            other => return self.simple(path, other),
        }
        Ok(Step::Next)
    }

    fn branch(path: &mut Path, offset: u32, operands: usize, jumps: bool, target: u32) -> Result<(), Stop> {
        Self::take(path, offset, usize::from(!jumps))?;
        let frame = path.frame()?;
        frame.replace(operands, None)?;
        if jumps { frame.jump(target) } else { Ok(()) }
    }

    /// Notes the way out of a branch.
    fn take(path: &mut Path, offset: u32, way: usize) -> Result<(), Stop> {
        let method = &path.frame()?.method;
        if method.is_under_test {
            let way = Way {
                method: method.number,
                offset,
                out: way as u32,
            };
            path.ways.insert(way);
        }
        Ok(())
    }

    /// Whether the two references on top are the same.
    fn is_same(path: &Path) -> Result<bool, Stop> {
        let frame = path.frames.last().ok_or_else(Stop::malformed)?;
        let (Value::Object(a), Value::Object(b)) = (frame.peek(1)?, frame.peek(0)?) else {
            return Ok(matches!((frame.peek(1)?, frame.peek(0)?), (Value::Null, Value::Null)));
        };
        let (one, other) = (path.heap.get(*a), path.heap.get(*b));
        match (&one.content, &other.content) {
            _ if a == b => Ok(true),
            (Content::Text(Some(text)), Content::Text(Some(other))) if text != other => Ok(false),
            (Content::Class(one), Content::Class(other)) => Ok(one == other),
            // Literals of one text are one object, and others are not.
            (Content::Text(_), Content::Text(_)) => Err(Stop::Open(Reason::instruction(
                "the comparison of two equal strings by ==",
            ))),
            _ => Ok(Self::are_one_box(path, one, other)?.unwrap_or(false)),
        }
    }
}

fn reason(verdict: Verdict) -> Reason {
    if verdict == Verdict::NeedsSolver {
        Reason::NeedsSolver
    } else {
        Reason::TooHard
    }
}
