//! Names and strings of the constant pool.

use std::sync::Arc;

use noak::MStr;
use noak::error::DecodeError;
use noak::reader::cpool::{self, ConstantPool, Index};
use palus_sequence::JavaString;

/// A name as Rust text. A name with a lone surrogate is legal in a class file and in no source: it is kept readable.
pub(super) fn name(text: &MStr) -> Arc<str> {
    match text.to_str() {
        Some(text) => text.into(),
        None => text.display().to_string().into(),
    }
}

/// A class name with dots; array types keep the form of descriptors.
pub(super) fn dotted(text: &MStr) -> Arc<str> {
    let name = name(text);
    if name.starts_with('[') {
        name
    } else {
        name.replace('/', ".").into()
    }
}

/// The dotted name of a class entry.
pub(super) fn class_name<'a>(pool: &ConstantPool<'a>, index: Index<cpool::Class<'a>>) -> Result<Arc<str>, DecodeError> {
    Ok(dotted(pool.retrieve(index)?.name))
}

/// A string constant, unit by unit: modified UTF-8 writes each UTF-16 unit on its own (JVMS 4.4.7).
pub(super) fn java_string(text: &MStr) -> JavaString {
    let mut units = Vec::with_capacity(text.len());
    let mut bytes = text.as_bytes().iter().map(|&b| u16::from(b));
    while let Some(first) = bytes.next() {
        let mut more = || bytes.next().unwrap_or(0) & 0x3F;
        units.push(match first >> 4 {
            0..=7 => first,
            0xC | 0xD => (first & 0x1F) << 6 | more(),
            _ => (first & 0x0F) << 12 | more() << 6 | more(),
        });
    }
    JavaString(units.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modified_utf8_keeps_every_unit() {
        let text = MStr::from_mutf8(&[b'a', 0xC0, 0x80, 0xC3, 0xA9, 0xED, 0xA0, 0x80]).unwrap();
        assert_eq!(java_string(text).units(), [0x61, 0, 0xE9, 0xD800]);
    }
}
