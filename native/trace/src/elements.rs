//! The first elements of an array, as they stand in a buffer.

use crate::decode::Record;
use crate::event::Seen;
use crate::record::{RECORD_BYTES, tag};

/// The first elements of a one-dimensional array of values: primitives packed as Java lays them out, anything else as one
/// nested record each (tag, class, value, extra, text).
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Elements<'a> {
    bytes: &'a [u8],
    /// The tag of a primitive, or [`tag::OBJECT`] for nested records.
    component: u8,
    kept: u16,
}

impl<'a> Elements<'a> {
    /// Elements over their bytes, and how many slots they fill, or why they cannot be read.
    pub(crate) fn read(component: u8, kept: u16, rest: &'a [u8]) -> Result<(Self, usize), &'static str> {
        let mut elements = Self {
            bytes: rest,
            component,
            kept,
        };
        let length = match width(component) {
            Some(width) => usize::from(kept) * width,
            None if component == tag::OBJECT || kept == 0 => elements.walk(|_| ())?,
            None => return Err("the elements of an array are of no known kind"),
        };
        let slots = length.div_ceil(RECORD_BYTES);
        if slots * RECORD_BYTES > rest.len() {
            return Err("an array is cut short");
        }
        elements.bytes = &rest[..length];
        Ok((elements, slots))
    }

    /// Elements for [`crate::encode`]: `component` a primitive tag, and the elements packed as Java lays them out.
    pub fn packed(component: u8, bytes: &'a [u8]) -> Self {
        let kept = width(component).map_or(0, |width| bytes.len() / width) as u16;
        Self { bytes, component, kept }
    }

    /// Elements for [`crate::encode`]: nested records, as [`crate::encode_element`] writes them.
    pub fn nested(kept: u16, bytes: &'a [u8]) -> Self {
        Self {
            bytes,
            component: tag::OBJECT,
            kept,
        }
    }

    /// How many elements there are here; the array may have more.
    pub fn len(self) -> usize {
        usize::from(self.kept)
    }

    /// Whether there are none here.
    pub fn is_empty(self) -> bool {
        self.kept == 0
    }

    /// Whether they are primitives.
    pub fn is_primitive(self) -> bool {
        width(self.component).is_some()
    }

    /// Hands each to `visit`, in order: primitives, boxes, strings, enum constants, classes or null.
    pub fn for_each(self, visit: impl FnMut(Seen<'a>)) {
        // What `read` has accepted can be walked; what a caller made up is walked as far as it goes.
        let _ = self.walk(visit);
    }

    /// The tag and bytes, for [`crate::encode`].
    pub(crate) fn parts(self) -> (u8, u16, &'a [u8]) {
        (self.component, self.kept, self.bytes)
    }

    fn walk(self, mut visit: impl FnMut(Seen<'a>)) -> Result<usize, &'static str> {
        if let Some(width) = width(self.component) {
            for bytes in self.bytes.chunks_exact(width).take(self.len()) {
                let mut word = [0; 8];
                word[..width].copy_from_slice(bytes);
                visit(Seen::Primitive(crate::decode::scalar(
                    self.component,
                    u64::from_le_bytes(word),
                )));
            }
            return Ok(self.len() * width);
        }
        let mut at = 0;
        for _ in 0..self.kept {
            let (record, rest) = self
                .bytes
                .get(at..)
                .and_then(<[u8]>::split_first_chunk::<RECORD_BYTES>)
                .ok_or("an array is cut short")?;
            let record = Record(record);
            if !record.is_element() {
                return Err("an element of an array is no value");
            }
            let (seen, slots) = record.seen(rest)?;
            visit(seen);
            at += RECORD_BYTES * (1 + slots);
        }
        Ok(at)
    }
}

/// The bytes of an element of a primitive array.
fn width(component: u8) -> Option<usize> {
    match component {
        tag::BOOLEAN | tag::BYTE => Some(1),
        tag::CHAR | tag::SHORT => Some(2),
        tag::INT | tag::FLOAT => Some(4),
        tag::LONG | tag::DOUBLE => Some(8),
        _ => None,
    }
}
