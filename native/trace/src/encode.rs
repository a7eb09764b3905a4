//! From events to bytes, as the hooks write them: for tests, benchmarks and tools without a JVM.

use crate::event::{Event, Scalar, Seen, Text};
use crate::record::{RECORD_BYTES, TEXT_UNITS, kind, tag};

/// Appends the record of an event, and its text if it has one, cut at the most units that are kept.
pub fn encode(event: &Event<'_>, bytes: &mut Vec<u8>) {
    let mut record = Draft::default();
    let mut text = None;
    match *event {
        Event::Enter {
            method,
            depth,
            receiver,
        } => {
            record.call(kind::ENTER, method, depth);
            text = record.seen(receiver);
        }
        Event::Argument { position, value } => {
            record.kind = kind::ARGUMENT;
            record.position = position;
            text = record.seen(value);
        }
        Event::Exit { method, depth, result } => {
            record.call(kind::EXIT, method, depth);
            text = record.seen(result);
        }
        Event::Initialised {
            method,
            depth,
            class,
            object,
        } => {
            record.call(kind::INITIALISED, method, depth);
            record.seen(Seen::Object { class, object });
        }
        Event::Threw {
            method,
            depth,
            class,
            object,
        } => {
            record.call(kind::THROW, method, depth);
            record.seen(Seen::Object { class, object });
        }
        Event::Caught { method, depth } => record.call(kind::CAUGHT, method, depth),
        Event::Dead { object } => {
            record.kind = kind::DEAD;
            record.value = object;
        }
    }
    record.write(text, bytes);
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

    /// Fills in a value and hands back the text that is to follow.
    fn seen<'a>(&mut self, seen: Seen<'a>) -> Option<Text<'a>> {
        let (tag, class, value, extra) = match seen {
            Seen::None => (tag::NONE, 0, 0, 0),
            Seen::Null => (tag::NULL, 0, 0, 0),
            Seen::Uninitialised => (tag::UNINITIALISED, 0, 0, 0),
            Seen::Primitive(scalar) => (scalar_tag(scalar), 0, bits(scalar), 0),
            Seen::Boxed(scalar) => (scalar_tag(scalar) + tag::BOXED, 0, bits(scalar), 0),
            Seen::Object { class, object } => (tag::OBJECT, class, object, 0),
            Seen::Array { class, object, length } => (tag::ARRAY, class, object, u64::from(length)),
            Seen::String { length, text } => return Some(self.with_text(tag::STRING, 0, length, text)),
            Seen::Enum { class, ordinal, name } => return Some(self.with_text(tag::ENUM, class, ordinal, name)),
            Seen::Class { name } => return Some(self.with_text(tag::CLASS, 0, name.units().len() as u32, name)),
        };
        (self.tag, self.class, self.value, self.extra) = (tag, class, value, extra);
        None
    }

    fn with_text<'a>(&mut self, tag: u8, class: u32, value: u32, text: Text<'a>) -> Text<'a> {
        let kept = text.units().len().min(TEXT_UNITS);
        (self.tag, self.class, self.value, self.extra) = (tag, class, u64::from(value), kept as u64);
        Text::new(&text.bytes()[..kept * 2])
    }

    fn write(&self, text: Option<Text<'_>>, bytes: &mut Vec<u8>) {
        bytes.extend([self.kind, self.tag]);
        bytes.extend(self.position.to_le_bytes());
        for word in [self.depth, self.method, self.class] {
            bytes.extend(word.to_le_bytes());
        }
        bytes.extend(self.value.to_le_bytes());
        bytes.extend(self.extra.to_le_bytes());
        if let Some(text) = text {
            let padded = text.bytes().len().next_multiple_of(RECORD_BYTES);
            let end = bytes.len() + padded;
            bytes.extend(text.bytes());
            bytes.resize(end, 0);
        }
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

fn bits(scalar: Scalar) -> u64 {
    match scalar {
        Scalar::Boolean(v) => u64::from(v),
        Scalar::Byte(v) => v as u64,
        Scalar::Char(v) => u64::from(v),
        Scalar::Short(v) => v as u64,
        Scalar::Int(v) => v as u64,
        Scalar::Long(v) => v as u64,
        Scalar::Float(v) => u64::from(v),
        Scalar::Double(v) => v,
    }
}
