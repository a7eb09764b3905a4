//! The code of the methods of a class file.

use std::sync::Arc;

use noak::error::DecodeError;
use noak::reader::attributes::{BootstrapMethods, Code, RawInstruction};
use noak::reader::cpool::{self, ConstantPool, Index, Item, MethodKind};
use noak::reader::{Class, Method};

use super::class::constant_of;
use super::text::{class_name, name};
use crate::body::{Body, Call, CallKind, FieldAccess};
use crate::info::Constant;

/// The bodies of the methods of a class file, in the order of its methods.
pub(crate) fn bodies(bytes: &[u8]) -> Result<Vec<Body>, DecodeError> {
    let class = Class::new(bytes)?;
    let handles = bootstrap_handles(&class)?;
    class
        .methods()
        .into_iter()
        .map(|method| Reader::new(class.pool(), &handles).read(&method?))
        .collect()
}

/// For each bootstrap method, the methods that its static arguments name: for a lambda, its body (JVMS 4.7.23).
fn bootstrap_handles(class: &Class<'_>) -> Result<Vec<Vec<Call>>, DecodeError> {
    let pool = class.pool();
    let Some(table) = class.attributes().find_attribute::<BootstrapMethods<'_>>(pool)? else {
        return Ok(Vec::new());
    };
    let mut handles = Vec::new();
    for method in table.methods() {
        let mut calls = Vec::new();
        for argument in method?.arguments() {
            if let Item::MethodHandle(handle) = pool.get(argument?)?
                && is_invocation(handle.kind)
            {
                calls.extend(call_of(pool, pool.get(handle.reference)?, CallKind::Dynamic)?);
            }
        }
        handles.push(calls);
    }
    Ok(handles)
}

fn is_invocation(kind: MethodKind) -> bool {
    !matches!(
        kind,
        MethodKind::GetField | MethodKind::GetStatic | MethodKind::PutField | MethodKind::PutStatic
    )
}

fn call_of(pool: &ConstantPool<'_>, item: &Item<'_>, kind: CallKind) -> Result<Option<Call>, DecodeError> {
    let (class, name_and_type) = match item {
        Item::MethodRef(m) => (m.class, m.name_and_type),
        Item::InterfaceMethodRef(m) => (m.class, m.name_and_type),
        _ => return Ok(None),
    };
    let member = pool.retrieve(name_and_type)?;
    Ok(Some(Call {
        owner: class_name(pool, class)?,
        name: name(member.name),
        descriptor: name(member.descriptor),
        kind,
    }))
}

/// Collects what the instructions of one method name.
struct Reader<'r, 'a> {
    pool: &'r ConstantPool<'a>,
    handles: &'r [Vec<Call>],
    body: Body,
    /// Whether the last instruction was `String.hashCode()`: a switch over its value has hashes as keys, which say nothing.
    after_hash: bool,
}

impl<'r, 'a> Reader<'r, 'a> {
    fn new(pool: &'r ConstantPool<'a>, handles: &'r [Vec<Call>]) -> Self {
        Self {
            pool,
            handles,
            body: Body::default(),
            after_hash: false,
        }
    }

    fn read(mut self, method: &Method<'a>) -> Result<Body, DecodeError> {
        if let Some(code) = method.attributes().find_attribute::<Code<'a>>(self.pool)? {
            self.body.has_code = true;
            for instruction in code.raw_instructions() {
                let after_hash = std::mem::take(&mut self.after_hash);
                self.instruction(&instruction?.1, after_hash)?;
            }
        }
        Ok(self.body)
    }

    fn instruction(&mut self, instruction: &RawInstruction<'a>, after_hash: bool) -> Result<(), DecodeError> {
        use RawInstruction as I;
        match instruction {
            I::BIPush { value } => self.int(i32::from(*value)),
            I::SIPush { value } => self.int(i32::from(*value)),
            I::LdC { index } | I::LdCW { index } | I::LdC2W { index } => self.load(index.as_u16())?,
            I::LookupSwitch(switch) if !after_hash => switch.pairs().for_each(|pair| self.int(pair.key())),
            // The bounds come from the file: a table cannot have more entries than a method has bytes.
            I::TableSwitch(switch) if i64::from(switch.high()) - i64::from(switch.low()) < 1 << 14 => {
                (switch.low()..=switch.high()).for_each(|key| self.int(key));
            }
            I::GetField { index } | I::GetStatic { index } => self.field(*index, 1, 0)?,
            I::PutField { index } | I::PutStatic { index } => self.field(*index, 0, 1)?,
            I::InvokeSpecial { index } => self.call(index.as_u16(), CallKind::Special)?,
            I::InvokeStatic { index } => self.call(index.as_u16(), CallKind::Static)?,
            I::InvokeVirtual { index } => self.call(index.as_u16(), CallKind::Virtual)?,
            I::InvokeInterface { index, .. } => self.call(index.as_u16(), CallKind::Interface)?,
            I::InvokeDynamic { index } => {
                let bootstrap = usize::from(self.pool.get(*index)?.bootstrap_method_attr);
                for call in self.handles.get(bootstrap).into_iter().flatten() {
                    add_once(&mut self.body.calls, call.clone());
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn int(&mut self, value: i32) {
        if !(-1..=5).contains(&value) {
            add_once(&mut self.body.constants, Constant::Int(value));
        }
    }

    fn load(&mut self, index: u16) -> Result<(), DecodeError> {
        let item: &Item<'a> = self.pool.get(Index::new(index)?)?;
        match constant_of(self.pool, item)? {
            Some(Constant::Int(value)) => self.int(value),
            Some(constant) => add_once(&mut self.body.constants, constant),
            None => {}
        }
        Ok(())
    }

    fn field(&mut self, index: Index<cpool::FieldRef<'a>>, reads: u32, writes: u32) -> Result<(), DecodeError> {
        let reference = self.pool.get(index)?;
        let member = self.pool.retrieve(reference.name_and_type)?;
        let (owner, field) = (class_name(self.pool, reference.class)?, name(member.name));
        let descriptor: Arc<str> = name(member.descriptor);
        let known = self
            .body
            .fields
            .iter_mut()
            .find(|f| f.owner == owner && f.name == field && f.descriptor == descriptor);
        if let Some(access) = known {
            access.reads += reads;
            access.writes += writes;
        } else {
            self.body.fields.push(FieldAccess {
                owner,
                name: field,
                descriptor,
                reads,
                writes,
            });
        }
        Ok(())
    }

    fn call(&mut self, index: u16, kind: CallKind) -> Result<(), DecodeError> {
        let item: &Item<'a> = self.pool.get(Index::new(index)?)?;
        if let Some(call) = call_of(self.pool, item, kind)? {
            self.after_hash = &*call.name == "hashCode" && &*call.owner == "java.lang.String";
            add_once(&mut self.body.calls, call);
        }
        Ok(())
    }
}

fn add_once<T: PartialEq>(list: &mut Vec<T>, item: T) {
    if !list.contains(&item) {
        list.push(item);
    }
}
