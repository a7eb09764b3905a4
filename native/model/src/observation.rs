//! What was passed in one call and what came back, as far as it can be said in another run.

use std::sync::Arc;

use palus_sequence::JavaString;
use serde::{Deserialize, Serialize};

use crate::profile::Profile;
use crate::{ArrayShape, NodeId};

/// A value that was seen and can be written down again.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the names are Java's own")]
pub enum Recorded {
    Boolean(bool),
    Byte(i8),
    Char(u16),
    Short(i16),
    Int(i32),
    Long(i64),
    /// The bits of a `float`.
    Float(u32),
    /// The bits of a `double`.
    Double(u64),
    /// `length` is the true one; `text` is cut at [`palus_trace::record::TEXT_UNITS`], that of an element of an array at 256
    /// units.
    String {
        length: u32,
        text: JavaString,
    },
    Enum {
        class: Arc<str>,
        name: Arc<str>,
    },
    /// A `java.lang.Class` by its `getName()`.
    Class {
        name: Arc<str>,
    },
}

/// What was passed at one input of a call: receiver first for an instance method, then the arguments.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Input {
    /// The modelled object itself, with the profile in [`Exchange::subject`].
    Subject,
    /// `null`.
    Null,
    /// A primitive, string, enum constant or class.
    Value(Recorded),
    /// A boxed primitive.
    Boxed(Recorded),
    /// An array.
    Array(RecordedArray),
    /// Any other object: its run-time class and, where that class is modelled and the state was known, the node it had
    /// reached in its own model (the direct state transition dependence of the paper's section 3.1.2).
    Object {
        /// The run-time class, `Class.getName()`.
        class: Arc<str>,
        /// The node in the model of that class.
        state: Option<NodeId>,
        /// The abstract values of its fields when the call began, where they were taken.
        profile: Option<Profile>,
    },
}

/// An array that was passed.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct RecordedArray {
    /// The run-time class, `Class.getName()`.
    pub class: Arc<str>,
    /// How many elements it had.
    pub length: u32,
    /// Whether one of those that were looked at was `null`; false for primitives.
    pub has_null: bool,
    /// The first of them.
    pub elements: Elements,
}

impl RecordedArray {
    /// Its abstraction, which is its profile (the paper's section 3.1.2).
    pub fn shape(&self) -> ArrayShape {
        ArrayShape::of(self.length, self.has_null)
    }

    /// Whether every element is known, so that the array can be written down again.
    pub fn is_whole(&self) -> bool {
        self.elements.len() == self.length as usize
    }
}

/// The first elements of an array: at most 64 primitives or 16 of anything else.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the names are Java's own")]
pub enum Elements {
    Booleans(Box<[bool]>),
    Bytes(Box<[i8]>),
    Chars(Box<[u16]>),
    Shorts(Box<[i16]>),
    Ints(Box<[i32]>),
    Longs(Box<[i64]>),
    /// By their bits.
    Floats(Box<[u32]>),
    /// By their bits.
    Doubles(Box<[u64]>),
    /// Boxes, strings, enum constants, classes and null; none when some element is anything else.
    References(Box<[Element]>),
}

/// An element of an array of references.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Element {
    /// `null`.
    Null,
    /// A string, enum constant or class.
    Value(Recorded),
    /// A boxed primitive.
    Boxed(Recorded),
}

impl Elements {
    /// How many are known.
    pub fn len(&self) -> usize {
        match self {
            Self::Booleans(v) => v.len(),
            Self::Bytes(v) => v.len(),
            Self::Chars(v) => v.len(),
            Self::Shorts(v) => v.len(),
            Self::Ints(v) => v.len(),
            Self::Floats(v) => v.len(),
            Self::Longs(v) => v.len(),
            Self::Doubles(v) => v.len(),
            Self::References(v) => v.len(),
        }
    }

    /// Whether none is known.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Each in order; primitives as values.
    pub fn values(&self) -> Box<dyn Iterator<Item = Element> + '_> {
        macro_rules! values {
            ($elements:expr, $kind:ident) => {
                Box::new($elements.iter().map(|&v| Element::Value(Recorded::$kind(v))))
            };
        }
        match self {
            Self::Booleans(v) => values!(v, Boolean),
            Self::Bytes(v) => values!(v, Byte),
            Self::Chars(v) => values!(v, Char),
            Self::Shorts(v) => values!(v, Short),
            Self::Ints(v) => values!(v, Int),
            Self::Longs(v) => values!(v, Long),
            Self::Floats(v) => values!(v, Float),
            Self::Doubles(v) => values!(v, Double),
            Self::References(v) => Box::new(v.iter().cloned()),
        }
    }
}

/// What a call gave back, where that is no value: values are results of the code, not inputs to it.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Output {
    /// `null`.
    Null,
    /// An object; for a constructor, the new one.
    Object {
        /// The run-time class, `Class.getName()`.
        class: Arc<str>,
        /// The abstract values of its fields when the call ended, where they were taken.
        profile: Option<Profile>,
    },
    /// An array.
    Array {
        /// The run-time class, `Class.getName()`.
        class: Arc<str>,
        /// Its abstraction.
        shape: ArrayShape,
    },
}

/// What one call took and gave.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Debug, Serialize, Deserialize)]
pub struct Exchange {
    /// The inputs; fewer than the method takes only when the record was cut.
    pub inputs: Vec<Input>,
    /// The profile of the modelled object when the call began, where it was taken: not for one that the call made.
    pub subject: Option<Profile>,
    /// What came back; none for `void`, values, and calls that threw.
    pub result: Option<Output>,
}

impl Exchange {
    /// Of one in [`crate::Model::answers`]: the arguments, and what came back.
    pub fn question_and_answer(&self) -> Option<(&[Input], &Input)> {
        let (answer, question) = self.inputs.split_last()?;
        Some((question.get(1..)?, answer))
    }
}

/// One way in which a transition was taken, with how often.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Observation {
    /// What tells observations of one transition apart. Shared, because most of them occur again and again: on other paths,
    /// and for everything that takes part in the call.
    pub exchange: Arc<Exchange>,
    /// How often.
    pub count: u64,
}
