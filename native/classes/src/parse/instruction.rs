//! One opcode after the other to what it does with values.

use noak::reader::attributes::RawInstruction;
use noak::reader::cpool::{self, Index, Item};

use palus_sequence::Primitive;

use super::opcode;
use crate::body::CallKind;
use crate::flow::{Op, Test};
use crate::instruction::{Instruction, Relation};

/// An instruction, references of the constant pool still open.
pub(super) enum Decoded<'a> {
    Op(Op),
    Load(Index<Item<'a>>, bool),
    GetField(Index<cpool::FieldRef<'a>>),
    GetStatic(Index<cpool::FieldRef<'a>>),
    PutField(Index<cpool::FieldRef<'a>>),
    PutStatic(Index<cpool::FieldRef<'a>>),
    New(Index<cpool::Class<'a>>),
    Invoke(u16, CallKind),
    Dynamic(Index<cpool::InvokeDynamic<'a>>),
}

/// Decodes the instruction at that offset.
pub(super) fn decode<'a>(at: u32, instruction: &RawInstruction<'a>) -> Decoded<'a> {
    use RawInstruction as I;
    Decoded::Op(match instruction {
        I::LdC { index } | I::LdCW { index } => return Decoded::Load(*index, false),
        I::LdC2W { index } => return Decoded::Load(*index, true),
        I::GetField { index } => return Decoded::GetField(*index),
        I::GetStatic { index } => return Decoded::GetStatic(*index),
        I::PutField { index } => return Decoded::PutField(*index),
        I::PutStatic { index } => return Decoded::PutStatic(*index),
        I::New { index } => return Decoded::New(*index),
        I::InvokeSpecial { index } => return Decoded::Invoke(index.as_u16(), CallKind::Special),
        I::InvokeStatic { index } => return Decoded::Invoke(index.as_u16(), CallKind::Static),
        I::InvokeVirtual { index } => return Decoded::Invoke(index.as_u16(), CallKind::Virtual),
        I::InvokeInterface { index, .. } => return Decoded::Invoke(index.as_u16(), CallKind::Interface),
        I::InvokeDynamic { index } => return Decoded::Dynamic(*index),

        I::ANewArray { .. } | I::NewArray { .. } => Op::NewArray { dimensions: 1 },
        I::MultiANewArray { dimensions, .. } => Op::NewArray {
            dimensions: *dimensions,
        },
        I::InstanceOf { .. } => Op::Measure,
        // A cast changes what is known to the verifier, not where a value comes from.
        I::CheckCast { .. } => Op::Nothing,
        I::JSr { offset } => Op::Subroutine(at.wrapping_add_signed(i32::from(*offset))),
        I::JSrW { offset } => Op::Subroutine(at.wrapping_add_signed(*offset)),
        I::Ret { .. } | I::RetW { .. } => Op::End,
        other => of(opcode::decode(at, other)),
    })
}

/// What is left of an instruction that names nothing of the constant pool.
fn of(instruction: Instruction) -> Op {
    use Instruction as I;
    match instruction {
        I::Const(constant) => Op::Push(constant),
        I::Null => Op::PushNull,
        I::Load { slot, kind } => Op::Load {
            slot,
            is_wide: kind.is_wide(),
        },
        I::Store { slot, .. } => Op::Store { slot },
        I::Increment { slot, .. } => Op::Increment { slot },
        I::ArrayLoad(element) => Op::ArrayLoad {
            is_wide: matches!(element, Primitive::Long | Primitive::Double),
        },
        I::ArrayStore(_) => Op::ArrayStore,
        I::ArrayLength => Op::Measure,
        I::MonitorEnter | I::MonitorExit => Op::Monitor,
        I::Stack(stack_move) => Op::Stack(stack_move),
        I::Negate(_) => Op::Negate,
        I::Binary(operation, _) => Op::Binary(operation),
        I::Convert { to, .. } => Op::Convert(to),
        I::Compare { .. } => Op::Compare,
        I::If {
            relation,
            with_zero,
            target,
        } => {
            let is_order = !matches!(relation, Relation::Eq | Relation::Ne);
            let test = if with_zero {
                Test::Zero { is_order }
            } else {
                Test::Numbers
            };
            Op::Branch { test, target }
        }
        I::IfSame { target, .. } => Op::Branch {
            test: Test::Same,
            target,
        },
        I::IfNull { target, .. } => Op::Branch {
            test: Test::Null,
            target,
        },
        I::Goto(target) => Op::Goto(target),
        I::Switch {
            keys,
            mut targets,
            default,
        } => {
            targets.push(default);
            Op::Switch { keys, targets }
        }
        I::Return(value) => Op::Return {
            has_value: value.is_some(),
        },
        I::Throw => Op::End,
        _ => Op::Nothing,
    }
}
