//! Events and values, as the fold sees them: borrowed from the buffer they were decoded from.

use std::fmt;

use palus_sequence::Scalar;

use crate::elements::Elements;
use crate::profile::Profile;

/// A text inside a record buffer: UTF-16, little-endian, not necessarily well-formed.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Text<'a>(&'a [u8]);

impl<'a> Text<'a> {
    /// A text over bytes in UTF-16LE; an odd byte at the end is left out.
    pub fn new(bytes: &'a [u8]) -> Self {
        Self(&bytes[..bytes.len() & !1])
    }

    /// The units, in order.
    pub fn units(self) -> impl ExactSizeIterator<Item = u16> + 'a {
        self.0
            .chunks_exact(2)
            .map(|unit| u16::from_le_bytes([unit[0], unit[1]]))
    }

    /// The bytes, UTF-16LE.
    pub fn bytes(self) -> &'a [u8] {
        self.0
    }

    /// The text, with U+FFFD for a lone surrogate.
    pub fn to_lossy(self) -> String {
        char::decode_utf16(self.units())
            .map(|unit| unit.unwrap_or(char::REPLACEMENT_CHARACTER))
            .collect()
    }
}

impl fmt::Debug for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.to_lossy(), f)
    }
}

/// A value as a hook saw it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Seen<'a> {
    /// No value: the receiver of a static method, the result of a `void` one.
    None,
    /// `null`.
    Null,
    /// The receiver of a constructor before its superclass was constructed: not yet an object.
    Uninitialised,
    /// A primitive.
    Primitive(Scalar),
    /// A boxed primitive.
    Boxed(Scalar),
    /// A string: its true length in UTF-16 units and as much of its text as was kept.
    String {
        /// The true length.
        length: u32,
        /// At most [`crate::record::TEXT_UNITS`] units of it.
        text: Text<'a>,
    },
    /// An enum constant.
    Enum {
        /// The class that declares the enum.
        class: u32,
        /// `ordinal()`.
        ordinal: u32,
        /// `name()`.
        name: Text<'a>,
    },
    /// A `java.lang.Class`.
    Class {
        /// `getName()`.
        name: Text<'a>,
    },
    /// Any other object.
    Object {
        /// Its run-time class.
        class: u32,
        /// Its identity, never used again in the run; 0 when this object is not followed (its class is sampled).
        object: u64,
        /// The abstract values of its fields at this moment.
        profile: Profile,
    },
    /// An array.
    Array {
        /// Its run-time class.
        class: u32,
        /// Its identity, never used again in the run.
        object: u64,
        /// How many elements.
        length: u32,
        /// Whether one of its elements is `null`; false for primitives.
        has_null: bool,
        /// The first of them; none when some element is neither a value nor null.
        elements: Elements<'a>,
    },
}

/// One thing that happened in a thread. Method and class ids are those of the run's [`crate::Dictionary`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event<'a> {
    /// A call starts. Every frame of the thread at this depth or deeper has ended, whether that was seen or not.
    Enter {
        /// The method.
        method: u32,
        /// How many instrumented frames there are, this one included.
        depth: u32,
        /// The receiver; none for a static method, uninitialised for a constructor.
        receiver: Seen<'a>,
    },
    /// An argument of the call that was entered last, or asked about.
    Argument {
        /// From 1; 0 for the answer of a call that was asked about, which comes last.
        position: u16,
        /// The value.
        value: Seen<'a>,
    },
    /// `super(...)` or `this(...)` returned in a constructor: its receiver is an object now.
    Initialised {
        /// The constructor.
        method: u32,
        /// The depth of its frame.
        depth: u32,
        /// The run-time class of the object.
        class: u32,
        /// The object.
        object: u64,
    },
    /// A call returned.
    Exit {
        /// The method.
        method: u32,
        /// The depth of its frame.
        depth: u32,
        /// What it returned; for a constructor, the object.
        result: Seen<'a>,
    },
    /// A call ended with an exception.
    Threw {
        /// The method.
        method: u32,
        /// The depth of its frame.
        depth: u32,
        /// The run-time class of the exception.
        class: u32,
        /// The exception.
        object: u64,
    },
    /// A constructor goes on in one of its handlers before `super(...)`: an exception in a call of its own did not end
    /// it. Not reported anywhere else.
    Caught {
        /// The constructor.
        method: u32,
        /// The depth of its frame.
        depth: u32,
    },
    /// An object is gone.
    Dead {
        /// Which one.
        object: u64,
    },
    /// A test of JUnit starts in this thread, or ends there: what is learned in between has it as its origin.
    Test {
        /// The test method.
        method: u32,
        /// Whether it starts.
        starts: bool,
    },
    /// A call of a collaborator has returned: recorded code made it, and what answered is none. What it was passed, and what it
    /// answered, follows as arguments.
    Asked {
        /// The method.
        method: u32,
    },
}
