//! One opcode after the other to what it does with values.

use noak::reader::attributes::RawInstruction;
use noak::reader::cpool::{self, Index, Item};

use crate::body::CallKind;
use crate::flow::{Arithmetic, Number, Op, Test};
use crate::info::Constant;

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
#[expect(clippy::too_many_lines, reason = "a table of all opcodes, a line each")]
pub(super) fn decode<'a>(at: u32, instruction: &RawInstruction<'a>) -> Decoded<'a> {
    use RawInstruction as I;
    let short = |offset: &i16| at.wrapping_add_signed(i32::from(*offset));
    let long = |offset: &i32| at.wrapping_add_signed(*offset);
    let load = |slot: u16, is_wide: bool| Op::Load { slot, is_wide };
    let store = |slot: u16| Op::Store { slot };
    let int = |value: i32| Op::Push(Constant::Int(value));
    let branch = |test: Test, offset: &i16| Op::Branch {
        test,
        target: short(offset),
    };
    let is_equality = Test::Zero { is_order: false };
    let is_order = Test::Zero { is_order: true };
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

        I::AConstNull => Op::PushNull,
        I::IConstM1 => int(-1),
        I::IConst0 => int(0),
        I::IConst1 => int(1),
        I::IConst2 => int(2),
        I::IConst3 => int(3),
        I::IConst4 => int(4),
        I::IConst5 => int(5),
        I::LConst0 => Op::Push(Constant::Long(0)),
        I::LConst1 => Op::Push(Constant::Long(1)),
        I::FConst0 => Op::Push(Constant::Float(0.0)),
        I::FConst1 => Op::Push(Constant::Float(1.0)),
        I::FConst2 => Op::Push(Constant::Float(2.0)),
        I::DConst0 => Op::Push(Constant::Double(0.0)),
        I::DConst1 => Op::Push(Constant::Double(1.0)),
        I::BIPush { value } => int(i32::from(*value)),
        I::SIPush { value } => int(i32::from(*value)),

        I::ALoad { index } | I::ILoad { index } | I::FLoad { index } => load(u16::from(*index), false),
        I::LLoad { index } | I::DLoad { index } => load(u16::from(*index), true),
        I::ALoadW { index } | I::ILoadW { index } | I::FLoadW { index } => load(*index, false),
        I::LLoadW { index } | I::DLoadW { index } => load(*index, true),
        I::ALoad0 | I::ILoad0 | I::FLoad0 => load(0, false),
        I::ALoad1 | I::ILoad1 | I::FLoad1 => load(1, false),
        I::ALoad2 | I::ILoad2 | I::FLoad2 => load(2, false),
        I::ALoad3 | I::ILoad3 | I::FLoad3 => load(3, false),
        I::LLoad0 | I::DLoad0 => load(0, true),
        I::LLoad1 | I::DLoad1 => load(1, true),
        I::LLoad2 | I::DLoad2 => load(2, true),
        I::LLoad3 | I::DLoad3 => load(3, true),
        I::AStore { index } | I::IStore { index } | I::FStore { index } | I::LStore { index } | I::DStore { index } => {
            store(u16::from(*index))
        }
        I::AStoreW { index }
        | I::IStoreW { index }
        | I::FStoreW { index }
        | I::LStoreW { index }
        | I::DStoreW { index } => store(*index),
        I::AStore0 | I::IStore0 | I::FStore0 | I::LStore0 | I::DStore0 => store(0),
        I::AStore1 | I::IStore1 | I::FStore1 | I::LStore1 | I::DStore1 => store(1),
        I::AStore2 | I::IStore2 | I::FStore2 | I::LStore2 | I::DStore2 => store(2),
        I::AStore3 | I::IStore3 | I::FStore3 | I::LStore3 | I::DStore3 => store(3),
        I::IInc { index, .. } => Op::Increment {
            slot: u16::from(*index),
        },
        I::IIncW { index, .. } => Op::Increment { slot: *index },

        I::AALoad | I::BALoad | I::CALoad | I::FALoad | I::IALoad | I::SALoad => Op::ArrayLoad { is_wide: false },
        I::DALoad | I::LALoad => Op::ArrayLoad { is_wide: true },
        I::AAStore | I::BAStore | I::CAStore | I::DAStore | I::FAStore | I::IAStore | I::LAStore | I::SAStore => {
            Op::ArrayStore
        }
        I::ANewArray { .. } | I::NewArray { .. } => Op::NewArray { dimensions: 1 },
        I::MultiANewArray { dimensions, .. } => Op::NewArray {
            dimensions: *dimensions,
        },
        I::ArrayLength | I::InstanceOf { .. } => Op::Measure,
        I::MonitorEnter | I::MonitorExit => Op::Monitor,

        I::Pop => Op::Pop,
        I::Pop2 => Op::Pop2,
        I::Dup => Op::Dup,
        I::DupX1 => Op::DupX1,
        I::DupX2 => Op::DupX2,
        I::Dup2 => Op::Dup2,
        I::Dup2X1 => Op::Dup2X1,
        I::Dup2X2 => Op::Dup2X2,
        I::Swap => Op::Swap,

        I::INeg | I::LNeg | I::FNeg | I::DNeg => Op::Negate,
        I::IAdd | I::LAdd | I::FAdd | I::DAdd => Op::Binary(Arithmetic::Add),
        I::ISub | I::LSub | I::FSub | I::DSub => Op::Binary(Arithmetic::Sub),
        I::IMul | I::LMul | I::FMul | I::DMul => Op::Binary(Arithmetic::Mul),
        I::IAnd | I::LAnd => Op::Binary(Arithmetic::And),
        I::IOr | I::LOr => Op::Binary(Arithmetic::Or),
        I::IXor | I::LXor => Op::Binary(Arithmetic::Xor),
        I::IShL | I::LShL => Op::Binary(Arithmetic::Shl),
        I::IShR | I::LShR => Op::Binary(Arithmetic::Shr),
        I::IUShR | I::LUShR => Op::Binary(Arithmetic::Ushr),
        I::IDiv | I::LDiv | I::FDiv | I::DDiv | I::IRem | I::LRem | I::FRem | I::DRem => Op::Binary(Arithmetic::Other),
        I::I2B => Op::Convert(Number::Byte),
        I::I2C => Op::Convert(Number::Char),
        I::I2S => Op::Convert(Number::Short),
        I::L2I | I::F2I | I::D2I => Op::Convert(Number::Int),
        I::I2L | I::F2L | I::D2L => Op::Convert(Number::Long),
        I::I2F | I::L2F | I::D2F => Op::Convert(Number::Float),
        I::I2D | I::L2D | I::F2D => Op::Convert(Number::Double),
        I::LCmp | I::FCmpG | I::FCmpL | I::DCmpG | I::DCmpL => Op::Compare,

        I::IfEq { offset } | I::IfNe { offset } => branch(is_equality, offset),
        I::IfLt { offset } | I::IfGe { offset } | I::IfGt { offset } | I::IfLe { offset } => branch(is_order, offset),
        I::IfICmpEq { offset }
        | I::IfICmpNe { offset }
        | I::IfICmpLt { offset }
        | I::IfICmpGe { offset }
        | I::IfICmpGt { offset }
        | I::IfICmpLe { offset } => branch(Test::Numbers, offset),
        I::IfACmpEq { offset } | I::IfACmpNe { offset } => branch(Test::Same, offset),
        I::IfNull { offset } | I::IfNonNull { offset } => branch(Test::Null, offset),
        I::Goto { offset } => Op::Goto(short(offset)),
        I::GotoW { offset } => Op::Goto(long(offset)),
        I::JSr { offset } => Op::Subroutine(short(offset)),
        I::JSrW { offset } => Op::Subroutine(long(offset)),
        I::LookupSwitch(switch) => {
            let pairs: Vec<(i32, u32)> = switch.pairs().map(|pair| (pair.key(), long(&pair.offset()))).collect();
            switch_of(&pairs, long(&switch.default_offset()))
        }
        I::TableSwitch(switch) => {
            let pairs: Vec<(i32, u32)> = switch.pairs().map(|pair| (pair.key(), long(&pair.offset()))).collect();
            switch_of(&pairs, long(&switch.default_offset()))
        }
        I::AReturn | I::IReturn | I::LReturn | I::FReturn | I::DReturn => Op::Return { has_value: true },
        I::Return => Op::Return { has_value: false },
        I::AThrow | I::Ret { .. } | I::RetW { .. } => Op::End,
        // A cast changes what is known to the verifier, not where a value comes from.
        I::CheckCast { .. } | I::Nop => Op::Nothing,
    })
}

/// A table fills its gaps with the default: those keys are no labels of the source.
fn switch_of(pairs: &[(i32, u32)], default: u32) -> Op {
    let labels = pairs.iter().filter(|(_, target)| *target != default);
    Op::Switch {
        keys: labels.clone().map(|(key, _)| *key).collect(),
        targets: labels.map(|(_, target)| *target).chain([default]).collect(),
    }
}
