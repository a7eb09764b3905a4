//! From events to bytes, as the hooks write them: for tests, benchmarks and tools without a JVM.

use palus_sequence::Scalar;

use crate::event::{Event, Seen, Text};
use crate::profile::Profile;
use crate::record::{ARRAY_COMPONENT_SHIFT, ARRAY_HAS_NULL, ARRAY_KEPT_SHIFT, RECORD_BYTES, TEXT_UNITS, kind, tag};

/// Appends the record of an event, and its text or elements if it has any, a text cut at the most units that are kept.
pub fn encode(event: &Event<'_>, bytes: &mut Vec<u8>) {
    let mut record = Draft::default();
    let mut payload: &[u8] = &[];
    match *event {
        Event::Enter {
            method,
            depth,
            receiver,
        } => {
            record.call(kind::ENTER, method, depth);
            payload = record.seen(receiver);
        }
        Event::Argument { position, value } => {
            record.kind = kind::ARGUMENT;
            record.position = position;
            payload = record.seen(value);
        }
        Event::Exit { method, depth, result } => {
            record.call(kind::EXIT, method, depth);
            payload = record.seen(result);
        }
        Event::Initialised {
            method,
            depth,
            class,
            object,
        } => {
            record.call(kind::INITIALISED, method, depth);
            record.seen(Seen::Object {
                class,
                object,
                profile: Profile::NONE,
            });
        }
        Event::Threw {
            method,
            depth,
            class,
            object,
        } => {
            record.call(kind::THROW, method, depth);
            record.seen(Seen::Object {
                class,
                object,
                profile: Profile::NONE,
            });
        }
        Event::Caught { method, depth } => record.call(kind::CAUGHT, method, depth),
        Event::Dead { object } => {
            record.kind = kind::DEAD;
            record.value = object;
        }
        Event::Test { method, starts } => {
            record.kind = kind::TEST;
            record.method = method;
            record.position = u16::from(starts);
        }
        Event::Asked { method } => record.call(kind::ASKED, method, 0),
    }
    record.write(payload, bytes);
}

/// Appends an element of an array of boxes, strings, enum constants or classes, for [`crate::Elements::nested`].
pub fn encode_element(element: Seen<'_>, bytes: &mut Vec<u8>) {
    let mut record = Draft::default();
    let payload = record.seen(element);
    record.write(payload, bytes);
}

#[derive(Default)]
struct Draft {
    kind: u8,
    tag: u8,
    position: u16,
    depth: u32,
    method: u32,
    class: u32,
    value: u64,
    extra: u64,
}

impl Draft {
    fn call(&mut self, kind: u8, method: u32, depth: u32) {
        self.kind = kind;
        self.method = method;
        self.depth = depth;
    }

    /// Fills in a value and hands back the text or the elements that are to follow.
    fn seen<'a>(&mut self, seen: Seen<'a>) -> &'a [u8] {
        let (tag, class, value, extra) = match seen {
            Seen::None => (tag::NONE, 0, 0, 0),
            Seen::Null => (tag::NULL, 0, 0, 0),
            Seen::Uninitialised => (tag::UNINITIALISED, 0, 0, 0),
            Seen::Primitive(scalar) => (scalar_tag(scalar), 0, scalar.bits(), 0),
            Seen::Boxed(scalar) => (scalar_tag(scalar) + tag::BOXED, 0, scalar.bits(), 0),
            Seen::Object { class, object, profile } => (tag::OBJECT, class, object, profile.0),
            Seen::Array {
                class,
                object,
                length,
                has_null,
                elements,
            } => {
                let (component, kept, bytes) = elements.parts();
                (self.tag, self.class, self.value) = (tag::ARRAY, class, object);
                self.extra = u64::from(length)
                    | u64::from(kept) << ARRAY_KEPT_SHIFT
                    | u64::from(component) << ARRAY_COMPONENT_SHIFT
                    | if has_null { ARRAY_HAS_NULL } else { 0 };
                return bytes;
            }
            Seen::String { length, text } => return self.with_text(tag::STRING, 0, length, text),
            Seen::Enum { class, ordinal, name } => return self.with_text(tag::ENUM, class, ordinal, name),
            Seen::Class { name } => return self.with_text(tag::CLASS, 0, name.units().len() as u32, name),
        };
        (self.tag, self.class, self.value, self.extra) = (tag, class, value, extra);
        &[]
    }

    fn with_text<'a>(&mut self, tag: u8, class: u32, value: u32, text: Text<'a>) -> &'a [u8] {
        let kept = text.units().len().min(TEXT_UNITS);
        (self.tag, self.class, self.value, self.extra) = (tag, class, u64::from(value), kept as u64);
        &text.bytes()[..kept * 2]
    }

    fn write(&self, payload: &[u8], bytes: &mut Vec<u8>) {
        bytes.extend([self.kind, self.tag]);
        bytes.extend(self.position.to_le_bytes());
        for word in [self.depth, self.method, self.class] {
            bytes.extend(word.to_le_bytes());
        }
        bytes.extend(self.value.to_le_bytes());
        bytes.extend(self.extra.to_le_bytes());
        let end = bytes.len() + payload.len().next_multiple_of(RECORD_BYTES);
        bytes.extend(payload);
        bytes.resize(end, 0);
    }
}

fn scalar_tag(scalar: Scalar) -> u8 {
    match scalar {
        Scalar::Boolean(_) => tag::BOOLEAN,
        Scalar::Byte(_) => tag::BYTE,
        Scalar::Char(_) => tag::CHAR,
        Scalar::Short(_) => tag::SHORT,
        Scalar::Int(_) => tag::INT,
        Scalar::Long(_) => tag::LONG,
        Scalar::Float(_) => tag::FLOAT,
        Scalar::Double(_) => tag::DOUBLE,
    }
}
