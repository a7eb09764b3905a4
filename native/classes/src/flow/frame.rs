//! Local variables and the operand stack (JVMS 2.6).

use super::op::{Code, Width};
use super::value::Value;
use crate::instruction::StackMove;

/// A value on the stack.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Slot {
    pub(super) value: Value,
    /// Whether it takes the room of two, which `dup2` and its like ask about.
    pub(super) is_wide: bool,
}

/// What is known at one place of the code.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Frame {
    pub(super) locals: Vec<Value>,
    pub(super) stack: Vec<Slot>,
}

impl Frame {
    /// At the first instruction.
    pub(super) fn at_entry(code: &Code) -> Self {
        let mut locals = vec![Value::Unknown; usize::from(code.max_locals)];
        let mut set = |slot: usize, value| {
            if let Some(local) = locals.get_mut(slot) {
                *local = value;
            }
        };
        if code.has_receiver {
            set(0, Value::This);
        }
        for (position, (&slot, &is_number)) in code.parameter_slots.iter().zip(&code.is_number).enumerate() {
            set(slot as usize, Value::Parameter { position, is_number });
        }
        Self {
            locals,
            stack: Vec::new(),
        }
    }

    /// At an exception handler: the locals are kept, the stack holds the exception.
    pub(super) fn at_handler(&self) -> Self {
        let mut handler = Self {
            locals: self.locals.clone(),
            stack: Vec::new(),
        };
        handler.push(Value::Unknown);
        handler
    }

    pub(super) fn push(&mut self, value: Value) {
        self.stack.push(Slot { value, is_wide: false });
    }

    pub(super) fn push_as(&mut self, value: Value, width: Width) {
        if width != Width::None {
            let is_wide = width == Width::Two;
            self.stack.push(Slot { value, is_wide });
        }
    }

    /// Takes the top. A broken body can ask for more than there is.
    pub(super) fn pop_slot(&mut self) -> Slot {
        self.stack.pop().unwrap_or(Slot {
            value: Value::Unknown,
            is_wide: false,
        })
    }

    pub(super) fn pop(&mut self) -> Value {
        self.pop_slot().value
    }

    /// Takes the operands of a call, in their order.
    pub(super) fn pop_many(&mut self, count: usize) -> Vec<Value> {
        let mut values: Vec<Value> = (0..count).map(|_| self.pop()).collect();
        values.reverse();
        values
    }

    /// Takes what so many places hold, two at most: for two one wide value or two others, the top last.
    fn pop_room(&mut self, room: u8) -> Vec<Slot> {
        if room == 0 {
            return Vec::new();
        }
        let top = self.pop_slot();
        if room == 1 || top.is_wide {
            return vec![top];
        }
        vec![self.pop_slot(), top]
    }

    pub(super) fn moves(&mut self, stack_move: StackMove) {
        let (room, below) = stack_move.rooms();
        let top = self.pop_room(room);
        let Some(below) = below else { return };
        let under = self.pop_room(below);
        self.stack.extend(top.iter().cloned());
        self.stack.extend(under);
        if stack_move != StackMove::Swap {
            self.stack.extend(top);
        }
    }

    pub(super) fn load(&mut self, slot: u16, is_wide: bool) {
        let value = self.locals.get(usize::from(slot)).cloned().unwrap_or(Value::Unknown);
        self.stack.push(Slot { value, is_wide });
    }

    pub(super) fn set_local(&mut self, slot: u16, value: Value) {
        if let Some(local) = self.locals.get_mut(usize::from(slot)) {
            *local = value;
        }
    }

    /// What a subroutine may have done.
    pub(super) fn forget_locals(&mut self) {
        self.locals.iter_mut().for_each(|local| *local = Value::Unknown);
    }

    /// Takes in another way to get here; whether that changed what is known.
    pub(super) fn merge(&mut self, other: &Self) -> bool {
        let mut changed = false;
        let mut meet = |mine: &mut Value, theirs: &Value| {
            if mine != theirs {
                let merged = mine.merge(theirs);
                if merged != *mine {
                    *mine = merged;
                    changed = true;
                }
            }
        };
        for (mine, theirs) in self.locals.iter_mut().zip(&other.locals) {
            meet(mine, theirs);
        }
        for (mine, theirs) in self.stack.iter_mut().zip(&other.stack) {
            meet(&mut mine.value, &theirs.value);
        }
        if other.stack.len() < self.stack.len() {
            self.stack.truncate(other.stack.len());
            changed = true;
        }
        changed
    }
}
