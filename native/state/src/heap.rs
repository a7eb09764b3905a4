//! What was read of a heap: objects, their classes and their slots, as `org.palus.hook.Snapshot` wrote them down.
//!
//! 64-bit words: the number of objects, 1 when they were read twice and were not the same, the number of roots, a reference
//! each, then the objects in the order of their numbers. An object is its layout in bits 0 to 31 and its length above, then by the layout's
//! [`Nature`]: a word for each field; the elements, packed; the layout of the class that a `Class` is; nothing. A reference is 0 for null,
//! otherwise the number of the object and 1.

use std::sync::Arc;

use palus_sequence::Scalar;
use palus_trace::record::tag;

/// An instance field of a layout.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LayoutField {
    /// The binary name of the class that declares it.
    pub owner: Arc<str>,
    /// Its name.
    pub name: Arc<str>,
    /// What it holds, by [`tag`]: a primitive, or `OBJECT` for a reference.
    pub tag: u8,
}

/// What is written down of an object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Nature {
    /// Its fields.
    Fields,
    /// Its elements: primitives of this tag, or `OBJECT` for references.
    Array(u8),
    /// An enum constant: its one field is `name`, and the layout's class the enum that declares it.
    Enum,
    /// A `java.lang.Class`.
    Class,
    /// Nothing.
    Opaque,
}

/// How objects of a class are written down.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Layout {
    /// What `getName` gives.
    pub class: Arc<str>,
    /// What is written down.
    pub nature: Nature,
    /// The fields, superclasses' first.
    pub fields: Vec<LayoutField>,
}

/// A read-only view of the words.
pub struct Heap<'w> {
    words: &'w [u64],
    layouts: &'w [Arc<Layout>],
    /// Where each object begins.
    starts: Vec<u32>,
    roots: usize,
    is_racy: bool,
}

impl<'w> Heap<'w> {
    const HEADER: usize = 3;

    /// Takes the words apart. `None` when they are not as they should be.
    pub fn new(words: &'w [u64], layouts: &'w [Arc<Layout>]) -> Option<Self> {
        let &[objects, differs, roots, ..] = words else {
            return None;
        };
        let (objects, roots) = (usize::try_from(objects).ok()?, usize::try_from(roots).ok()?);
        if objects > words.len() || roots > words.len() {
            return None;
        }
        let mut heap = Self {
            words,
            layouts,
            starts: Vec::with_capacity(objects),
            roots,
            is_racy: differs != 0,
        };
        let mut at = Self::HEADER + roots;
        if at > words.len() {
            return None;
        }
        for _ in 0..objects {
            heap.starts.push(at as u32);
            let first = *words.get(at)?;
            at += 1 + size(layouts.get(first as u32 as usize)?, (first >> 32) as usize);
            if at > words.len() {
                return None;
            }
        }
        Some(heap)
    }

    /// How many objects there are.
    pub(crate) fn len(&self) -> usize {
        self.starts.len()
    }

    /// Whether another thread changed the objects meanwhile.
    pub(crate) fn is_racy(&self) -> bool {
        self.is_racy
    }

    /// The roots, as references.
    pub(crate) fn roots(&self) -> &'w [u64] {
        &self.words[Self::HEADER..Self::HEADER + self.roots]
    }

    /// The object that a reference refers to; `None` for null.
    pub(crate) fn object(&self, reference: u64) -> Option<u32> {
        let number = u32::try_from(reference.checked_sub(1)?).ok()?;
        ((number as usize) < self.starts.len()).then_some(number)
    }

    /// How the object is written down.
    pub(crate) fn layout(&self, object: u32) -> &'w Arc<Layout> {
        &self.layouts[self.head(object) as u32 as usize]
    }

    /// The name of the class of an object.
    pub(crate) fn class(&self, object: u32) -> &'w str {
        &self.layout(object).class
    }

    fn head(&self, object: u32) -> u64 {
        self.words[self.starts[object as usize] as usize]
    }

    /// The length of an array.
    pub(crate) fn length(&self, object: u32) -> usize {
        (self.head(object) >> 32) as usize
    }

    /// The words behind the head of an object.
    pub(crate) fn body(&self, object: u32) -> &'w [u64] {
        let start = self.starts[object as usize] as usize + 1;
        &self.words[start..start + size(self.layout(object), self.length(object))]
    }

    /// The name of the class that a `Class` object is.
    pub(crate) fn named_class(&self, object: u32) -> Option<&'w Arc<str>> {
        let layout = self.body(object).first()?;
        Some(&self.layouts.get(usize::try_from(*layout).ok()?)?.class)
    }

    /// The word of a field, by its name: the lowest in the hierarchy of that name.
    pub(crate) fn field(&self, object: u32, name: &str) -> Option<u64> {
        let layout = self.layout(object);
        if layout.nature != Nature::Fields && layout.nature != Nature::Enum {
            return None;
        }
        let at = layout.fields.iter().rposition(|field| &*field.name == name)?;
        self.body(object).get(at).copied()
    }

    /// What a field with a reference refers to; `None` for null, and without such a field.
    pub(crate) fn referred(&self, object: u32, name: &str) -> Option<u32> {
        self.object(self.field(object, name)?)
    }

    /// The references in an array of objects.
    pub(crate) fn elements(&self, array: u32) -> Option<&'w [u64]> {
        (self.layout(array).nature == Nature::Array(tag::OBJECT)).then(|| self.body(array))
    }

    /// An element of an array of primitives.
    pub(crate) fn element(&self, array: u32, index: usize) -> Option<Scalar> {
        let Nature::Array(tag) = self.layout(array).nature else {
            return None;
        };
        let width = 8_usize << log_width(tag);
        let bit = index * width;
        let word = self.body(array).get(bit / 64)? >> (bit % 64);
        scalar(tag, word)
    }
}

/// The primitive value of that tag in the lowest bits of a word.
pub(crate) fn scalar(tag: u8, word: u64) -> Option<Scalar> {
    Some(match tag {
        tag::BOOLEAN => Scalar::Boolean(word as u8 != 0),
        tag::BYTE => Scalar::Byte(word as i8),
        tag::CHAR => Scalar::Char(word as u16),
        tag::SHORT => Scalar::Short(word as i16),
        tag::INT => Scalar::Int(word as i32),
        tag::LONG => Scalar::Long(word as i64),
        tag::FLOAT => Scalar::float(f32::from_bits(word as u32)),
        tag::DOUBLE => Scalar::double(f64::from_bits(word)),
        _ => return None,
    })
}

/// How many words follow the first one of an object.
fn size(layout: &Layout, length: usize) -> usize {
    match layout.nature {
        Nature::Fields | Nature::Enum => layout.fields.len(),
        Nature::Array(tag) => (length << log_width(tag)).div_ceil(8),
        Nature::Class => 1,
        Nature::Opaque => 0,
    }
}

/// The bytes of a value of that tag, as a power of two.
fn log_width(tag: u8) -> usize {
    match tag {
        tag::BOOLEAN | tag::BYTE => 0,
        tag::CHAR | tag::SHORT => 1,
        tag::INT | tag::FLOAT => 2,
        _ => 3,
    }
}
