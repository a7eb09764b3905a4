//! A path of execution: frames, heap, and the condition under which it is taken.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

use palus_classes::{Instruction, Relation};
use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};

use crate::closure::Closure;
use crate::condition::Condition;
use crate::heap::{Heap, Value};
use crate::program::Method;
use crate::term::Term;

/// Why a path was not followed to its end.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Reason {
    /// It calls that method, `owner.name`, which is neither executed nor modelled.
    Method(String),
    /// It makes an object of that class, or of one below it.
    Class(String),
    /// There is no class file of that class.
    Missing(String),
    /// It writes that static field, or into an object that static fields hold.
    Shared(String),
    /// An instruction that is not executed.
    Instruction(Cow<'static, str>),
    /// A condition is no order constraint, and there is no SMT solver.
    NeedsSolver,
    /// The solver gave up.
    TooHard,
    /// An expression or state grew too large.
    TooLarge,
    /// The call took too many instructions, frames or branches: it may have no end.
    Fuel,
    /// There are more tuples of arguments for a call than are tried.
    Tuples,
    /// Calls went elsewhere than they did in the virtual machine.
    Elsewhere,
    /// The time was up.
    Time,
}

impl Reason {
    /// An instruction or state that is not executed.
    pub(crate) const fn instruction(what: &'static str) -> Self {
        Self::Instruction(Cow::Borrowed(what))
    }

    /// Whether the code goes where it is not followed, so that a virtual machine knows more.
    pub(crate) fn is_outside(&self) -> bool {
        matches!(
            self,
            Self::Method(_) | Self::Class(_) | Self::Missing(_) | Self::Shared(_) | Self::Instruction(_)
        )
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Method(name) => write!(f, "{name} is not modelled"),
            Self::Class(name) => write!(f, "objects of {name} are not modelled"),
            Self::Missing(name) => write!(f, "there is no class file of {name}"),
            Self::Shared(name) => write!(f, "{name} is shared by all sequences, and written"),
            Self::Instruction(name) => write!(f, "{name} is not executed"),
            Self::NeedsSolver => {
                f.write_str("needs-solver: a condition is no order constraint, and there is no z3 that answers")
            }
            Self::TooHard => f.write_str("the solver gave up"),
            Self::TooLarge => f.write_str("an expression or state grew too large"),
            Self::Fuel => f.write_str("a call took too long, and may have no end"),
            Self::Tuples => {
                f.write_str("a call has more than 10,000 tuples of arguments, of which the first were tried")
            }
            Self::Elsewhere => f.write_str("calls went elsewhere than in the virtual machine"),
            Self::Time => f.write_str("the time was up"),
        }
    }
}

/// How a path ended.
#[derive(Clone, Debug)]
pub(crate) enum End {
    Returned(Option<Value>),
    /// The exception, an object of the heap.
    Threw(usize),
    Open(Reason),
}

/// Why an instruction was not executed.
#[derive(Clone, Debug)]
pub(crate) enum Stop {
    /// It is to be executed once more on both sides of that condition.
    Split(Condition),
    /// It is to be executed once more with a value for that expression.
    Pin(Term),
    /// The path ends.
    Open(Reason),
}

impl Stop {
    /// What a class file says that no compiler writes.
    pub(crate) fn malformed() -> Self {
        Self::Open(Reason::instruction("malformed code"))
    }
}

/// One way out of a conditional jump or switch: the number of the method, the offset of the instruction, and which way.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct Way {
    pub(crate) method: usize,
    pub(crate) offset: u32,
    /// Its position among the ways out of the instruction.
    pub(crate) out: u32,
}

/// The activation of a method.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    pub(crate) method: Arc<Method>,
    /// The position of the instruction that is executed.
    pub(crate) at: usize,
    pub(crate) locals: Vec<Value>,
    pub(crate) stack: Vec<Value>,
}

impl Frame {
    /// A frame of a method that has code, with its arguments, the receiver among them.
    pub(crate) fn new(method: &Arc<Method>, arguments: Vec<Value>) -> Option<Self> {
        let code = method.code.as_ref()?;
        let mut locals = Vec::with_capacity(usize::from(code.max_locals));
        for argument in arguments {
            let is_wide = argument.is_wide();
            locals.push(argument);
            if is_wide {
                locals.push(Value::Null);
            }
        }
        locals.resize(usize::from(code.max_locals).max(locals.len()), Value::Null);
        Some(Self {
            method: Arc::clone(method),
            at: 0,
            locals,
            stack: Vec::new(),
        })
    }

    /// The instruction that is executed, with its offset.
    pub(crate) fn instruction(&self) -> Option<&(u32, Instruction)> {
        self.method.code.as_ref()?.instructions.get(self.at)
    }

    pub(crate) fn pop(&mut self) -> Result<Value, Stop> {
        self.stack.pop().ok_or_else(Stop::malformed)
    }

    /// The operand so many below the top.
    pub(crate) fn peek(&self, below: usize) -> Result<&Value, Stop> {
        let place = self.stack.len().checked_sub(below + 1);
        place
            .and_then(|place| self.stack.get(place))
            .ok_or_else(Stop::malformed)
    }

    /// The number so many below the top.
    pub(crate) fn number(&self, below: usize) -> Result<&Term, Stop> {
        match self.peek(below)? {
            Value::Number(term) => Ok(term),
            _ => Err(Stop::malformed()),
        }
    }

    /// Goes on with the instruction at an offset.
    pub(crate) fn jump(&mut self, offset: u32) -> Result<(), Stop> {
        let code = self.method.code.as_ref().ok_or_else(Stop::malformed)?;
        self.at = code.position(offset).ok_or_else(Stop::malformed)?;
        Ok(())
    }

    /// Takes so many operands off the stack, puts a result there, and goes on.
    pub(crate) fn replace(&mut self, operands: usize, result: Option<Value>) -> Result<(), Stop> {
        let left = self.stack.len().checked_sub(operands).ok_or_else(Stop::malformed)?;
        self.stack.truncate(left);
        self.stack.extend(result);
        self.at += 1;
        Ok(())
    }
}

/// A path of execution of one call.
#[derive(Clone, Debug)]
pub(crate) struct Path {
    pub(crate) frames: Vec<Frame>,
    pub(crate) heap: Heap,
    /// The path condition.
    pub(crate) conditions: Vec<Condition>,
    /// The same with the tightest bounds that follow, as long as it does nothing but order numbers.
    pub(crate) closure: Closure,
    /// What is known to hold, the path condition and what follows from it, as far as this call has asked.
    pub(crate) known: FxHashSet<Condition>,
    /// Expressions that got a value because they were needed as one.
    pub(crate) pins: FxHashMap<Term, i64>,
    /// The ways out of branches that were taken.
    pub(crate) ways: BTreeSet<Way>,
    /// How many instructions may still be executed.
    pub(crate) fuel: u32,
    /// Why it is not known to be possible.
    pub(crate) doubt: Option<Reason>,
}

/// The offset that stands for the start of a method, which is a way too.
pub(crate) const ENTRY: u32 = u32::MAX;

impl Path {
    /// Notes that a method is entered.
    pub(crate) fn enter(&mut self, method: &Method) {
        if method.is_under_test {
            self.ways.insert(Way {
                method: method.number,
                offset: ENTRY,
                out: 0,
            });
        }
    }

    /// Takes a comparison into the path condition, from which goes what follows from it.
    pub(crate) fn assume(&mut self, condition: Condition) {
        self.known.insert(condition.clone());
        self.closure.add(&condition);
        let mut taken = condition;
        if taken.relation == Relation::Le {
            let converse = taken.converse();
            let before = self.conditions.len();
            self.conditions.retain(|other| *other != converse);
            if self.conditions.len() < before {
                taken.relation = Relation::Eq;
            }
        }
        self.conditions.retain(|other| !taken.implies(other));
        self.conditions.push(taken);
    }

    pub(crate) fn frame(&mut self) -> Result<&mut Frame, Stop> {
        self.frames.last_mut().ok_or_else(Stop::malformed)
    }

    /// Whether a static initialiser runs.
    pub(crate) fn is_initialising(&self) -> bool {
        self.frames.iter().any(|frame| frame.method.is_initialiser())
    }

    /// Whether a comparison holds on this path, if that is known.
    pub(crate) fn knows(&self, condition: &Condition) -> Option<bool> {
        if self.known.contains(condition) {
            return Some(true);
        }
        self.known.contains(&condition.negated()).then_some(false)
    }

    /// The value of an expression; one that is no constant gets one.
    pub(crate) fn concrete(&self, term: &Term) -> Result<i64, Stop> {
        let pinned = term.value().or_else(|| self.pins.get(term).copied());
        pinned.ok_or_else(|| Stop::Pin(term.clone()))
    }
}
