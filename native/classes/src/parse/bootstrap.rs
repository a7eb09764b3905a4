//! Bootstrap methods (JVMS 4.7.23): what the call sites that javac makes are for.

use std::sync::Arc;

use noak::error::DecodeError;
use noak::reader::Class;
use noak::reader::attributes::BootstrapMethods;
use noak::reader::cpool::{ConstantPool, Index, Item, MethodKind};

use super::code::{argument, member};
use crate::body::Member;
use crate::flow::Bootstrap;
use crate::info::Constant;

/// The bootstrap methods of a class with their static arguments.
pub(super) fn bootstraps(class: &Class<'_>) -> Result<Vec<Bootstrap>, DecodeError> {
    let pool = class.pool();
    let Some(table) = class.attributes().find_attribute::<BootstrapMethods<'_>>(pool)? else {
        return Ok(Vec::new());
    };
    let mut found = Vec::new();
    for method in table.methods() {
        let method = method?;
        let arguments: Vec<Index<Item<'_>>> = method.arguments().into_iter().collect::<Result<_, _>>()?;
        let owner = handle(pool, method.method_ref())?.map(|(_, bootstrap)| bootstrap);
        found.push(
            match owner.as_ref().map(|bootstrap| (&*bootstrap.owner, &*bootstrap.name)) {
                Some(("java.lang.invoke.StringConcatFactory", "makeConcatWithConstants")) => concat(pool, &arguments)?,
                Some(("java.lang.runtime.SwitchBootstraps", _)) => Bootstrap::Switch {
                    labels: constants(pool, &arguments)?.into_iter().flatten().collect(),
                },
                _ => handles(pool, &arguments)?,
            },
        );
    }
    Ok(found)
}

/// What a call site of that bootstrap method does; one that is not there binds nothing.
pub(super) fn site(bootstraps: &[Bootstrap], index: u16) -> Bootstrap {
    bootstraps
        .get(usize::from(index))
        .cloned()
        .unwrap_or(Bootstrap::Handles {
            calls: Vec::new(),
            reads: Vec::new(),
        })
}

fn constants<'a>(pool: &ConstantPool<'a>, arguments: &[Index<Item<'a>>]) -> Result<Vec<Option<Constant>>, DecodeError> {
    arguments.iter().map(|index| argument(pool, *index)).collect()
}

fn concat<'a>(pool: &ConstantPool<'a>, arguments: &[Index<Item<'a>>]) -> Result<Bootstrap, DecodeError> {
    let mut constants = constants(pool, arguments)?;
    let recipe = if constants.is_empty() {
        None
    } else {
        constants.remove(0)
    };
    Ok(Bootstrap::Concat {
        recipe: match recipe {
            Some(Constant::String(recipe)) => recipe.units().to_vec(),
            _ => Vec::new(),
        },
        constants,
    })
}

fn handles<'a>(pool: &ConstantPool<'a>, arguments: &[Index<Item<'a>>]) -> Result<Bootstrap, DecodeError> {
    let (mut calls, mut reads) = (Vec::new(), Vec::new());
    for &index in arguments {
        if !matches!(pool.get(index)?, Item::MethodHandle(_)) {
            continue;
        }
        if let Some((is_field, found)) = handle(pool, Index::new(index.as_u16())?)? {
            if is_field { &mut reads } else { &mut calls }.push(Arc::new(found));
        }
    }
    Ok(Bootstrap::Handles { calls, reads })
}

/// What a method handle refers to, and whether that is a field.
pub(super) fn handle<'a>(
    pool: &ConstantPool<'a>,
    index: Index<noak::reader::cpool::MethodHandle<'a>>,
) -> Result<Option<(bool, Member)>, DecodeError> {
    let handle = pool.get(index)?;
    let is_field = matches!(
        handle.kind,
        MethodKind::GetField | MethodKind::GetStatic | MethodKind::PutField | MethodKind::PutStatic
    );
    Ok(match pool.get(handle.reference)? {
        Item::FieldRef(f) => Some((is_field, member(pool, f.class, f.name_and_type)?)),
        Item::MethodRef(m) => Some((is_field, member(pool, m.class, m.name_and_type)?)),
        Item::InterfaceMethodRef(m) => Some((is_field, member(pool, m.class, m.name_and_type)?)),
        _ => None,
    })
}
