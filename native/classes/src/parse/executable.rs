//! The code of the methods of a class file with all that executing it needs.

use std::sync::Arc;

use noak::error::DecodeError;
use noak::reader::attributes::{ArrayType, Code, RawInstruction};
use noak::reader::cpool::{ConstantPool, Index, Item};
use noak::reader::{Class, Method};
use palus_sequence::Primitive;

use super::bootstrap::{bootstraps, site};
use super::class::constant_of;
use super::code::member;
use super::opcode;
use super::text::{class_name, name};
use crate::body::{CallKind, Member};
use crate::flow::Bootstrap;
use crate::instruction::{CallSite, Handler, Instruction, MethodCode, Purpose};

/// The code of each method of a class file, in the order of its methods; `None` for those without.
pub(crate) fn executables(bytes: &[u8]) -> Result<Vec<Option<MethodCode>>, DecodeError> {
    let class = Class::new(bytes)?;
    let reader = Reader {
        pool: class.pool(),
        bootstraps: bootstraps(&class)?,
    };
    class
        .methods()
        .into_iter()
        .map(|method| reader.method(&method?))
        .collect()
}

struct Reader<'r, 'a> {
    pool: &'r ConstantPool<'a>,
    bootstraps: Vec<Bootstrap>,
}

impl<'a> Reader<'_, 'a> {
    fn method(&self, method: &Method<'a>) -> Result<Option<MethodCode>, DecodeError> {
        let Some(code) = method.attributes().find_attribute::<Code<'a>>(self.pool)? else {
            return Ok(None);
        };
        let mut instructions = Vec::new();
        for instruction in code.raw_instructions() {
            let (at, instruction) = instruction?;
            let at = at.as_u32();
            instructions.push((at, self.instruction(at, &instruction)?));
        }
        let mut handlers = Vec::new();
        for handler in code.exception_handlers() {
            handlers.push(Handler {
                start: handler.start().as_u32(),
                end: handler.end().as_u32(),
                target: handler.handler().as_u32(),
                class: handler
                    .catch_type()
                    .map(|class| class_name(self.pool, class))
                    .transpose()?,
            });
        }
        Ok(Some(MethodCode {
            max_locals: code.max_locals(),
            instructions,
            handlers,
        }))
    }

    /// What refers to the constant pool is decoded here, all else by its opcode.
    fn instruction(&self, at: u32, raw: &RawInstruction<'a>) -> Result<Instruction, DecodeError> {
        use RawInstruction as I;
        Ok(match raw {
            I::LdC { index } | I::LdCW { index } | I::LdC2W { index } => {
                let item: &Item<'a> = self.pool.get(*index)?;
                constant_of(self.pool, item)?.map_or(Instruction::OtherConst, Instruction::Const)
            }
            I::GetField { index } => Instruction::GetField(self.field(*index)?),
            I::GetStatic { index } => Instruction::GetStatic(self.field(*index)?),
            I::PutField { index } => Instruction::PutField(self.field(*index)?),
            I::PutStatic { index } => Instruction::PutStatic(self.field(*index)?),
            I::InvokeSpecial { index } => self.invoke(index.as_u16(), CallKind::Special)?,
            I::InvokeStatic { index } => self.invoke(index.as_u16(), CallKind::Static)?,
            I::InvokeVirtual { index } => self.invoke(index.as_u16(), CallKind::Virtual)?,
            I::InvokeInterface { index, .. } => self.invoke(index.as_u16(), CallKind::Interface)?,
            I::InvokeDynamic { index } => {
                let reference = self.pool.get(*index)?;
                let named = self.pool.retrieve(reference.name_and_type)?;
                Instruction::InvokeDynamic(Arc::new(CallSite {
                    name: name(named.name),
                    descriptor: name(named.descriptor),
                    purpose: purpose(site(&self.bootstraps, reference.bootstrap_method_attr)),
                }))
            }
            I::New { index } => Instruction::New(class_name(self.pool, *index)?),
            I::InstanceOf { index } => Instruction::InstanceOf(class_name(self.pool, *index)?),
            I::CheckCast { index } => Instruction::CheckCast(class_name(self.pool, *index)?),
            I::NewArray { atype } => Instruction::NewArray {
                descriptor: format!("[{}", element(*atype).descriptor()).into(),
                dimensions: 1,
            },
            I::ANewArray { index } => {
                let class = class_name(self.pool, *index)?;
                let descriptor = if class.starts_with('[') {
                    format!("[{class}")
                } else {
                    format!("[L{};", class.replace('.', "/"))
                };
                Instruction::NewArray {
                    descriptor: descriptor.into(),
                    dimensions: 1,
                }
            }
            I::MultiANewArray { index, dimensions } => Instruction::NewArray {
                descriptor: class_name(self.pool, *index)?,
                dimensions: *dimensions,
            },
            _ => opcode::decode(at, raw),
        })
    }

    fn field(&self, index: Index<noak::reader::cpool::FieldRef<'a>>) -> Result<Arc<Member>, DecodeError> {
        let reference = self.pool.get(index)?;
        Ok(Arc::new(member(self.pool, reference.class, reference.name_and_type)?))
    }

    fn invoke(&self, index: u16, kind: CallKind) -> Result<Instruction, DecodeError> {
        let item: &Item<'a> = self.pool.get(Index::new(index)?)?;
        let target = match item {
            Item::MethodRef(m) => member(self.pool, m.class, m.name_and_type)?,
            Item::InterfaceMethodRef(m) => member(self.pool, m.class, m.name_and_type)?,
            _ => return Ok(Instruction::OtherConst),
        };
        Ok(Instruction::Invoke {
            target: Arc::new(target),
            kind,
        })
    }
}

fn purpose(bootstrap: Bootstrap) -> Purpose {
    match bootstrap {
        Bootstrap::Concat { recipe, constants } => Purpose::Concat { recipe, constants },
        Bootstrap::Handles { calls, .. } => calls.into_iter().next().map_or(Purpose::Other, Purpose::Lambda),
        Bootstrap::Switch { .. } => Purpose::Other,
    }
}

fn element(of: ArrayType) -> Primitive {
    match of {
        ArrayType::Boolean => Primitive::Boolean,
        ArrayType::Char => Primitive::Char,
        ArrayType::Float => Primitive::Float,
        ArrayType::Double => Primitive::Double,
        ArrayType::Byte => Primitive::Byte,
        ArrayType::Short => Primitive::Short,
        ArrayType::Int => Primitive::Int,
        ArrayType::Long => Primitive::Long,
    }
}
