//! Calls of an exploration as paths that have not begun.

use std::collections::BTreeSet;
use std::sync::Arc;

use palus_classes::{CallKind, Instruction, Kind, Member, StackMove};

use crate::arguments::Given;
use crate::closure::Closure;
use crate::condition::Condition;
use crate::execute::{Executor, FUEL};
use crate::found::Callable;
use crate::heap::{Heap, Value};
use crate::path::{Frame, Path, Reason, Stop};
use crate::program::Method;

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

/// The call of a method on the first object of the heap.
pub(crate) fn method_call(
    executor: &mut Executor,
    (heap, conditions): (Heap, Vec<Condition>),
    callable: &Callable,
    given: &[Given],
) -> Result<Path, Stop> {
    let target = callable.member();
    let class = Arc::clone(&heap.get(0).class);
    let mut path = begin(heap, conditions);
    let method = executor.program.select(&class, &target);
    let method = method.ok_or_else(|| Stop::Open(Reason::Missing(format!("{}.{}", target.owner, target.name))))?;
    let mut arguments = vec![Value::Object(0)];
    for given in given {
        arguments.push(given.value(executor, &mut path)?);
    }
    let unmodelled = || Stop::Open(Reason::Method(format!("{}.{}", method.class, method.name)));
    path.enter(&method);
    path.frames.push(Frame::new(&method, arguments).ok_or_else(unmodelled)?);
    Ok(path)
}

/// The call that makes an object, by code of its own: the arguments, the call, `areturn`, and before these `new`, `dup` for a constructor.
pub(crate) fn making_call(executor: &mut Executor, callable: &Callable, given: &[Given]) -> Result<Path, Stop> {
    let mut path = begin(Heap::default(), Vec::new());
    let mut arguments = Vec::new();
    let mut instructions = Vec::new();
    if !callable.is_static {
        instructions.push(Instruction::New(Arc::clone(&callable.owner)));
        instructions.push(Instruction::Stack(StackMove::Dup));
    }
    let mut slot = 0;
    for given in given {
        let value = given.value(executor, &mut path)?;
        let kind = Kind::Reference;
        instructions.push(Instruction::Load { slot, kind });
        slot += if value.is_wide() { 2 } else { 1 };
        arguments.push(value);
    }
    instructions.push(Instruction::Invoke {
        target: Arc::new(callable.member()),
        kind: if callable.is_static {
            CallKind::Static
        } else {
            CallKind::Special
        },
    });
    instructions.push(Instruction::Return(Some(Kind::Reference)));
    let method = Method::made_up("()Ljava/lang/Object;", instructions);
    let frame = Frame::new(&Arc::new(method), arguments).ok_or_else(Stop::malformed)?;
    path.frames.push(frame);
    Ok(path)
}

impl Callable {
    fn member(&self) -> Member {
        Member {
            owner: Arc::clone(&self.owner),
            name: Arc::clone(&self.name),
            descriptor: Arc::clone(&self.descriptor),
        }
    }
}
