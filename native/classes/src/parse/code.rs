//! The code of the methods of a class file, as instructions that move values.

use std::collections::HashMap;
use std::sync::Arc;

use noak::error::DecodeError;
use noak::reader::attributes::Code as CodeAttribute;
use noak::reader::cpool::{self, ConstantPool, Index, Item};
use noak::reader::{Class, Method};

use super::bootstrap::{bootstraps, site};
use super::class::constant_of;
use super::instruction::{Decoded, decode};
use super::text::{class_name, name};
use crate::body::{Body, CallKind, Member};
use crate::descriptor::{parameter_slots, parameters};
use crate::flow::{Bootstrap, Code, Dynamic, Invocation, Op, follow};
use crate::info::Constant;

/// The bodies of the methods of a class file, in the order of its methods.
pub(crate) fn bodies(bytes: &[u8]) -> Result<Vec<Body>, DecodeError> {
    let class = Class::new(bytes)?;
    let mut reader = Reader {
        pool: class.pool(),
        bootstraps: bootstraps(&class)?,
        fields: HashMap::new(),
        invocations: HashMap::new(),
        dynamics: HashMap::new(),
    };
    class
        .methods()
        .into_iter()
        .map(|method| reader.body(&method?))
        .collect()
}

/// Reads instructions, each reference of the constant pool once.
struct Reader<'r, 'a> {
    pool: &'r ConstantPool<'a>,
    bootstraps: Vec<Bootstrap>,
    fields: HashMap<u16, Arc<Member>>,
    invocations: HashMap<(u16, CallKind), Arc<Invocation>>,
    dynamics: HashMap<u16, Arc<Dynamic>>,
}

impl<'a> Reader<'_, 'a> {
    fn body(&mut self, method: &Method<'a>) -> Result<Body, DecodeError> {
        match method.attributes().find_attribute::<CodeAttribute<'a>>(self.pool)? {
            Some(attribute) => Ok(follow(&self.code(method, &attribute)?)),
            None => Ok(Body::default()),
        }
    }

    fn code(&mut self, method: &Method<'a>, attribute: &CodeAttribute<'a>) -> Result<Code, DecodeError> {
        let descriptor = name(self.pool.retrieve(method.descriptor())?);
        let is_static = method.access_flags().bits() & 0x0008 != 0;
        let mut ops = Vec::new();
        for instruction in attribute.raw_instructions() {
            let (at, instruction) = instruction?;
            let at = at.as_u32();
            ops.push((at, self.op(decode(at, &instruction))?));
        }
        let handlers = attribute.exception_handlers();
        let handler = |h: noak::reader::attributes::ExceptionHandler<'_>| {
            (h.start().as_u32(), h.end().as_u32(), h.handler().as_u32())
        };
        Ok(Code {
            ops,
            handlers: handlers.map(handler).collect(),
            has_receiver: !is_static,
            parameter_slots: parameter_slots(&descriptor, is_static),
            is_number: parameters(&descriptor)
                .iter()
                .map(|p| matches!(p.as_bytes()[0], b'B' | b'C' | b'D' | b'F' | b'I' | b'J' | b'S'))
                .collect(),
            max_locals: attribute.max_locals(),
        })
    }

    fn op(&mut self, decoded: Decoded<'a>) -> Result<Op, DecodeError> {
        Ok(match decoded {
            Decoded::Op(op) => op,
            Decoded::Load(index, is_wide) => {
                let item: &Item<'a> = self.pool.get(index)?;
                match constant_of(self.pool, item)? {
                    Some(constant) => Op::Push(constant),
                    None => Op::PushUnknown { is_wide },
                }
            }
            Decoded::GetField(index) => Op::GetField(self.field(index)?),
            Decoded::GetStatic(index) => Op::GetStatic(self.field(index)?),
            Decoded::PutField(index) => Op::PutField(self.field(index)?),
            Decoded::PutStatic(index) => Op::PutStatic(self.field(index)?),
            Decoded::New(index) => Op::New(class_name(self.pool, index)?),
            Decoded::Invoke(index, kind) => Op::Invoke(self.invocation(index, kind)?),
            Decoded::Dynamic(index) => Op::Dynamic(self.dynamic(index)?),
        })
    }

    fn field(&mut self, index: Index<cpool::FieldRef<'a>>) -> Result<Arc<Member>, DecodeError> {
        if let Some(known) = self.fields.get(&index.as_u16()) {
            return Ok(known.clone());
        }
        let reference = self.pool.get(index)?;
        let field = Arc::new(member(self.pool, reference.class, reference.name_and_type)?);
        self.fields.insert(index.as_u16(), field.clone());
        Ok(field)
    }

    fn invocation(&mut self, index: u16, kind: CallKind) -> Result<Arc<Invocation>, DecodeError> {
        if let Some(known) = self.invocations.get(&(index, kind)) {
            return Ok(known.clone());
        }
        let item: &Item<'a> = self.pool.get(Index::new(index)?)?;
        let target = match item {
            Item::MethodRef(m) => member(self.pool, m.class, m.name_and_type)?,
            Item::InterfaceMethodRef(m) => member(self.pool, m.class, m.name_and_type)?,
            _ => Member {
                owner: "".into(),
                name: "".into(),
                descriptor: "()V".into(),
            },
        };
        let invocation = Arc::new(Invocation::new(Arc::new(target), kind));
        self.invocations.insert((index, kind), invocation.clone());
        Ok(invocation)
    }

    fn dynamic(&mut self, index: Index<cpool::InvokeDynamic<'a>>) -> Result<Arc<Dynamic>, DecodeError> {
        if let Some(known) = self.dynamics.get(&index.as_u16()) {
            return Ok(known.clone());
        }
        let reference = self.pool.get(index)?;
        let descriptor = name(self.pool.retrieve(reference.name_and_type)?.descriptor);
        let bootstrap = site(&self.bootstraps, reference.bootstrap_method_attr);
        let dynamic = Arc::new(Dynamic::new(bootstrap, &descriptor));
        self.dynamics.insert(index.as_u16(), dynamic.clone());
        Ok(dynamic)
    }
}

pub(super) fn member<'a>(
    pool: &ConstantPool<'a>,
    class: Index<cpool::Class<'a>>,
    name_and_type: Index<cpool::NameAndType<'a>>,
) -> Result<Member, DecodeError> {
    let found = pool.retrieve(name_and_type)?;
    Ok(Member {
        owner: class_name(pool, class)?,
        name: name(found.name),
        descriptor: name(found.descriptor),
    })
}

/// A static argument of a bootstrap method as a constant.
pub(super) fn argument<'a>(pool: &ConstantPool<'a>, index: Index<Item<'a>>) -> Result<Option<Constant>, DecodeError> {
    constant_of(pool, pool.get(index)?)
}
