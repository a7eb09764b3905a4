//! Objects that are compared by content and have no number.

use std::sync::Arc;

use palus_sequence::{JavaString, Scalar};
use palus_trace::record::tag;
use xxhash_rust::xxh3::xxh3_128;

use crate::heap::{Heap, Nature, scalar};
use crate::state::Value;

/// Longer strings and arrays of primitives are kept by length and hash.
pub(crate) const LONGEST: usize = 4096;

/// The value that an object is; `None` when it is no value, or broken inside.
pub(crate) fn value(heap: &Heap<'_>, object: u32) -> Option<Value> {
    match heap.layout(object).nature {
        Nature::Enum => {
            let name = units(heap, heap.referred(object, "name")?)?;
            return Some(Value::Enum(
                Arc::clone(&heap.layout(object).class),
                JavaString(name.into()),
            ));
        }
        Nature::Class => return heap.named_class(object).cloned().map(Value::Class),
        Nature::Fields => {}
        Nature::Array(_) | Nature::Opaque => return None,
    }
    let class = heap.class(object).strip_prefix("java.")?;
    let boxed = |tag: u8| scalar(tag, heap.field(object, "value")?).map(Value::Boxed);
    match class {
        "lang.String" => Some(string(units(heap, object)?)),
        "lang.Integer" => boxed(tag::INT),
        "lang.Long" => boxed(tag::LONG),
        "lang.Boolean" => boxed(tag::BOOLEAN),
        "lang.Character" => boxed(tag::CHAR),
        "lang.Byte" => boxed(tag::BYTE),
        "lang.Short" => boxed(tag::SHORT),
        "lang.Float" => boxed(tag::FLOAT),
        "lang.Double" => boxed(tag::DOUBLE),
        "math.BigInteger" => {
            let (negative, magnitude) = big_integer(heap, object)?;
            Some(Value::BigInteger(negative, magnitude))
        }
        "math.BigDecimal" => big_decimal(heap, object),
        _ => None,
    }
}

/// A string of those units.
pub(crate) fn string(units: Vec<u16>) -> Value {
    if units.len() <= LONGEST {
        return Value::String(JavaString(units.into()));
    }
    let bytes: Vec<u8> = units.iter().flat_map(|unit| unit.to_le_bytes()).collect();
    Value::LongString {
        length: units.len() as u32,
        hash: xxh3_128(&bytes),
    }
}

/// The units of a `String`, which keeps them as bytes (JEP 254).
fn units(heap: &Heap<'_>, string: u32) -> Option<Vec<u16>> {
    if heap.class(string) != "java.lang.String" {
        return None;
    }
    let bytes = heap.referred(string, "value")?;
    compact(heap, bytes, heap.field(string, "coder")?, None)
}

/// The units in an array of bytes: one each (Latin-1) where `coder` is 0, otherwise two; all, or the first `count`.
pub(crate) fn compact(heap: &Heap<'_>, array: u32, coder: u64, count: Option<usize>) -> Option<Vec<u16>> {
    if heap.layout(array).nature != Nature::Array(tag::BYTE) {
        return None;
    }
    let byte = |index: usize| (heap.body(array)[index / 8] >> (index % 8 * 8)) as u8;
    let room = heap.length(array) >> u32::from(coder != 0);
    let count = count.unwrap_or(room);
    let unit = |index: usize| match coder {
        0 => u16::from(byte(index)),
        // In the order of the machine, which is little-endian wherever Palus runs.
        _ => u16::from_le_bytes([byte(2 * index), byte(2 * index + 1)]),
    };
    (count <= room).then(|| (0..count).map(unit).collect())
}

fn big_integer(heap: &Heap<'_>, object: u32) -> Option<(bool, Vec<u32>)> {
    let magnitude = heap.referred(object, "mag")?;
    let word = |index| match heap.element(magnitude, index)? {
        Scalar::Int(word) => Some(word as u32),
        _ => None,
    };
    let words: Option<Vec<u32>> = (0..heap.length(magnitude)).map(word).collect();
    Some((
        (heap.field(object, "signum")? as i32).is_negative(),
        without_leading_zeros(words?),
    ))
}

fn without_leading_zeros(words: Vec<u32>) -> Vec<u32> {
    words.into_iter().skip_while(|word| *word == 0).collect()
}

/// A small unscaled value is kept as a `long`; the lowest one says that it is in the `BigInteger`.
fn big_decimal(heap: &Heap<'_>, object: u32) -> Option<Value> {
    let scale = heap.field(object, "scale")? as i32;
    let compact = heap.field(object, "intCompact")? as i64;
    let (negative, magnitude) = if compact == i64::MIN {
        big_integer(heap, heap.referred(object, "intVal")?)?
    } else {
        let unsigned = compact.unsigned_abs();
        let words = vec![(unsigned >> 32) as u32, unsigned as u32];
        (compact < 0, without_leading_zeros(words))
    };
    Some(Value::BigDecimal(negative, magnitude, scale))
}
