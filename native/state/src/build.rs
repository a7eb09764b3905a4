//! From a heap to a state.

use palus_trace::record::tag;
use xxhash_rust::xxh3::xxh3_128;

use crate::collections;
use crate::heap::{Heap, Nature, scalar};
use crate::state::{Class, Content, Slot, State, Value};
use crate::values::{LONGEST, string, value};

impl State {
    /// The state of the roots of a heap. `raw_collections` writes collections of the JDK by their fields, as all other objects. `None` when
    /// it is too large.
    pub fn of(heap: &Heap<'_>, raw_collections: bool) -> Option<Self> {
        let roots = heap.roots().iter().map(|root| slot(heap, *root)).collect();
        let state = Self::number(roots, |object| {
            let held = if raw_collections {
                None
            } else {
                collections::held(heap, object)
            };
            match held {
                Some(content) => (class(heap, object, false), content),
                None => own(heap, object),
            }
        });
        Some(Self {
            is_racy: heap.is_racy(),
            ..state?
        })
    }
}

/// What a reference is in a state; nodes have the numbers of the heap.
pub(crate) fn slot(heap: &Heap<'_>, reference: u64) -> Slot {
    match heap.object(reference) {
        None => Slot::Null,
        Some(object) => value(heap, object).map_or(Slot::Node(object), Slot::Value),
    }
}

fn class(heap: &Heap<'_>, object: u32, with_fields: bool) -> Class {
    let layout = heap.layout(object);
    let fields = layout.fields.iter().filter(|_| with_fields);
    Class {
        name: layout.class.clone(),
        fields: fields.map(|field| (field.owner.clone(), field.name.clone())).collect(),
    }
}

/// An object by its own fields or elements.
fn own(heap: &Heap<'_>, object: u32) -> (Class, Content) {
    let layout = heap.layout(object);
    match layout.nature {
        // A class or constant that is no value is broken inside, and nothing is known of it.
        Nature::Opaque | Nature::Class | Nature::Enum => (class(heap, object, false), Content::Opaque),
        Nature::Fields => {
            let fields = layout.fields.iter().zip(heap.body(object));
            let slots = fields.map(|(field, word)| word_slot(heap, field.tag, *word)).collect();
            (class(heap, object, true), Content::Fields(slots))
        }
        Nature::Array(tag) => (class(heap, object, false), array(heap, object, tag)),
    }
}

fn word_slot(heap: &Heap<'_>, tag: u8, word: u64) -> Slot {
    scalar(tag, word).map_or_else(|| slot(heap, word), |scalar| Slot::Value(Value::Scalar(scalar)))
}

fn array(heap: &Heap<'_>, object: u32, tag: u8) -> Content {
    if tag == tag::OBJECT {
        let slots = heap.body(object).iter().map(|word| slot(heap, *word));
        return Content::Elements(None, slots.collect());
    }
    let length = heap.length(object);
    let elements = (0..length).filter_map(|index| heap.element(object, index));
    if length <= LONGEST {
        return Content::Elements(
            None,
            elements.map(|scalar| Slot::Value(Value::Scalar(scalar))).collect(),
        );
    }
    let mut bytes = Vec::with_capacity(8 * length);
    for scalar in elements {
        bytes.extend(scalar.bits().to_le_bytes());
    }
    Content::Digest(length as u32, xxh3_128(&bytes))
}

/// A slot with a text.
pub(crate) fn text(units: Vec<u16>) -> Slot {
    Slot::Value(string(units))
}

/// Whether a slot is a value, so that its place in an order can be known.
pub(crate) fn is_value(slot: &Slot) -> bool {
    matches!(slot, Slot::Null | Slot::Value(_))
}

#[cfg(test)]
mod tests {
    use palus_sequence::JavaString;

    use super::*;

    #[test]
    fn a_text_of_more_than_4096_units_is_kept_by_its_hash() {
        assert_eq!(text(vec![97]), Slot::Value(Value::String(JavaString(vec![97].into()))));
        let long = text(vec![97; 4097]);
        assert!(matches!(long, Slot::Value(Value::LongString { length: 4097, .. })));
        assert_eq!(long, text(vec![97; 4097]));
        assert_ne!(long, text([vec![97; 4096], vec![98]].concat()));
    }
}
