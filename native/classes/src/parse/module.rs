//! What a `module-info.class` exports.

use std::collections::BTreeSet;

use noak::error::DecodeError;
use noak::reader::Class;
use noak::reader::cpool::{ConstantPool, Index, Package};

use super::text::dotted;

/// The packages that the module exports to everybody, with dots; `None` when the file describes no module.
pub(crate) fn exported_packages(bytes: &[u8]) -> Result<Option<BTreeSet<String>>, DecodeError> {
    let class = Class::new(bytes)?;
    let pool = class.pool();
    for attribute in class.attributes() {
        let attribute = attribute?;
        if *pool.retrieve(attribute.name())? == *"Module" {
            return Ok(exports(pool, attribute.content()));
        }
    }
    Ok(None)
}

/// Walks the attribute (JVMS 4.7.25) up to its exports. `noak` 0.7 takes a required module without a version, which is legal, for an
/// error.
fn exports(pool: &ConstantPool<'_>, content: &[u8]) -> Option<BTreeSet<String>> {
    let mut numbers = content
        .chunks_exact(2)
        .map(|pair| u16::from_be_bytes([pair[0], pair[1]]));
    let (_name, _flags, _version) = (numbers.next()?, numbers.next()?, numbers.next()?);
    for _ in 0..numbers.next()? {
        let (_module, _flags, _version) = (numbers.next()?, numbers.next()?, numbers.next()?);
    }
    let mut packages = BTreeSet::new();
    for _ in 0..numbers.next()? {
        let (package, _flags, modules) = (numbers.next()?, numbers.next()?, numbers.next()?);
        for _ in 0..modules {
            numbers.next()?;
        }
        if modules == 0 {
            let index: Index<Package<'_>> = Index::new(package).ok()?;
            packages.insert(dotted(pool.retrieve(index).ok()?.name).to_string());
        }
    }
    Some(packages)
}
