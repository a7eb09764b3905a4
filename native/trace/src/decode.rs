//! From bytes to events. Trusts nothing: a program can overwrite the memory that its hooks write to.

use std::fmt;

use palus_sequence::Scalar;

use crate::elements::Elements;
use crate::event::{Event, Seen, Text};
use crate::profile::Profile;
use crate::record::{ARRAY_COMPONENT_SHIFT, ARRAY_HAS_NULL, ARRAY_KEPT_SHIFT, RECORD_BYTES, TEXT_UNITS, kind, tag};

/// The bytes are no records: the hooks and this program disagree about the layout, or memory was overwritten.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Malformed {
    /// The offset of the record in the bytes given.
    pub at: usize,
    /// What is wrong with it.
    pub because: &'static str,
}

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "the events recorded by a thread cannot be read, {} at byte {}; record again",
            self.because, self.at
        )
    }
}

impl std::error::Error for Malformed {}

/// Hands each event of a buffer's contents to `visit`, in order. What comes before a malformed record was handed over.
pub fn decode(bytes: &[u8], visit: &mut impl FnMut(Event<'_>)) -> Result<(), Malformed> {
    let mut at = 0;
    while at < bytes.len() {
        let Some((record, rest)) = bytes[at..].split_first_chunk::<RECORD_BYTES>() else {
            return Err(Malformed {
                at,
                because: "a record is cut short",
            });
        };
        let record = Record(record);
        let (event, slots) = record.event(rest).map_err(|because| Malformed { at, because })?;
        visit(event);
        at += RECORD_BYTES * (1 + slots);
    }
    Ok(())
}

/// One record; an element of an array is one too.
pub(crate) struct Record<'a>(pub(crate) &'a [u8; RECORD_BYTES]);

impl Record<'_> {
    fn u32(&self, at: usize) -> u32 {
        u32::from_le_bytes([self.0[at], self.0[at + 1], self.0[at + 2], self.0[at + 3]])
    }

    fn u64(&self, at: usize) -> u64 {
        u64::from(self.u32(at)) | u64::from(self.u32(at + 4)) << 32
    }

    fn position(&self) -> u16 {
        u16::from_le_bytes([self.0[2], self.0[3]])
    }

    fn depth(&self) -> u32 {
        self.u32(4)
    }

    fn method(&self) -> u32 {
        self.u32(8)
    }

    fn class(&self) -> u32 {
        self.u32(12)
    }

    fn value(&self) -> u64 {
        self.u64(16)
    }

    fn extra(&self) -> u64 {
        self.u64(24)
    }

    /// The event, and how many slots of text belong to it.
    fn event<'b>(&self, rest: &'b [u8]) -> Result<(Event<'b>, usize), &'static str> {
        let (method, depth) = (self.method(), self.depth());
        let (class, object) = (self.class(), self.value());
        match self.0[0] {
            kind::ENTER => self.with_seen(rest, |receiver| Event::Enter {
                method,
                depth,
                receiver,
            }),
            kind::ARGUMENT => {
                let position = self.position();
                self.with_seen(rest, |value| Event::Argument { position, value })
            }
            kind::EXIT => self.with_seen(rest, |result| Event::Exit { method, depth, result }),
            kind::INITIALISED => Ok((
                Event::Initialised {
                    method,
                    depth,
                    class,
                    object,
                },
                0,
            )),
            kind::THROW => Ok((
                Event::Threw {
                    method,
                    depth,
                    class,
                    object,
                },
                0,
            )),
            kind::CAUGHT => Ok((Event::Caught { method, depth }, 0)),
            kind::DEAD => Ok((Event::Dead { object }, 0)),
            kind::TEST => Ok((
                Event::Test {
                    method,
                    starts: self.position() != 0,
                },
                0,
            )),
            kind::ASKED => Ok((Event::Asked { method }, 0)),
            _ => Err("a record is of no known kind"),
        }
    }

    fn with_seen<'b>(
        &self,
        rest: &'b [u8],
        event: impl FnOnce(Seen<'b>) -> Event<'b>,
    ) -> Result<(Event<'b>, usize), &'static str> {
        let (seen, slots) = self.seen(rest)?;
        Ok((event(seen), slots))
    }

    /// Whether the record holds what an array of values may hold.
    pub(crate) fn is_element(&self) -> bool {
        matches!(self.0[1], tag::NULL | tag::FIRST_BOX..=tag::CLASS)
    }

    pub(crate) fn seen<'b>(&self, rest: &'b [u8]) -> Result<(Seen<'b>, usize), &'static str> {
        let class = self.class();
        let object = self.value();
        let tag = self.0[1];
        let plain = match tag {
            tag::NONE => Seen::None,
            tag::NULL => Seen::Null,
            tag::UNINITIALISED => Seen::Uninitialised,
            tag::OBJECT => Seen::Object {
                class,
                object,
                profile: Profile(self.extra()),
            },
            tag::ARRAY => return self.array(rest),
            tag::STRING | tag::ENUM | tag::CLASS => return self.text(tag, rest),
            tag::BOOLEAN..=tag::DOUBLE => Seen::Primitive(scalar(tag, object)),
            _ => match tag.checked_sub(tag::BOXED) {
                Some(primitive @ tag::BOOLEAN..=tag::DOUBLE) => Seen::Boxed(scalar(primitive, object)),
                _ => return Err("a value is of no known kind"),
            },
        };
        Ok((plain, 0))
    }

    /// Extra: the length, how many elements are kept from bit 32, what they are from 48, flags from 56.
    fn array<'b>(&self, rest: &'b [u8]) -> Result<(Seen<'b>, usize), &'static str> {
        let extra = self.extra();
        let kept = (extra >> ARRAY_KEPT_SHIFT) as u16;
        let (elements, slots) = Elements::read((extra >> ARRAY_COMPONENT_SHIFT) as u8, kept, rest)?;
        let seen = Seen::Array {
            class: self.class(),
            object: self.value(),
            length: extra as u32,
            has_null: extra & ARRAY_HAS_NULL != 0,
            elements,
        };
        Ok((seen, slots))
    }

    fn text<'b>(&self, tag: u8, rest: &'b [u8]) -> Result<(Seen<'b>, usize), &'static str> {
        let units = self.extra();
        if units > TEXT_UNITS as u64 {
            return Err("a text is longer than a text can be");
        }
        let bytes = units as usize * 2;
        let slots = bytes.div_ceil(RECORD_BYTES);
        if slots * RECORD_BYTES > rest.len() {
            return Err("a text is cut short");
        }
        let text = Text::new(&rest[..bytes]);
        let seen = match tag {
            tag::STRING => Seen::String {
                length: saturate(self.value()),
                text,
            },
            tag::ENUM => Seen::Enum {
                class: self.class(),
                ordinal: saturate(self.value()),
                name: text,
            },
            _ => Seen::Class { name: text },
        };
        Ok((seen, slots))
    }
}

/// A primitive by its tag and bits.
pub(crate) fn scalar(tag: u8, bits: u64) -> Scalar {
    match tag {
        tag::BOOLEAN => Scalar::Boolean(bits & 1 == 1),
        tag::BYTE => Scalar::Byte(bits as i8),
        tag::CHAR => Scalar::Char(bits as u16),
        tag::SHORT => Scalar::Short(bits as i16),
        tag::INT => Scalar::Int(bits as i32),
        tag::LONG => Scalar::Long(bits as i64),
        tag::FLOAT => Scalar::Float(bits as u32),
        _ => Scalar::Double(bits),
    }
}

/// A length that Java keeps in an `int`, and never more than fits.
fn saturate(length: u64) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}
