//! Fixed hashes of names, values and nodes: the same in every run and on every machine, independent of any numbering.

use crate::{Input, MethodKey, Position, Recorded};

/// A hash in the making.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub(crate) struct Digest(pub(crate) u64);

impl Digest {
    pub(crate) const ROOT: Self = Self(0x5851_F42D_4C95_7F2D);
    pub(crate) const SUBJECT: Self = Self(1);
    pub(crate) const NULL: Self = Self(2);

    /// Takes in one number. Two rounds of multiply and fold: every bit of the result depends on every bit taken in,
    /// which the rule that keeps the smallest hashes relies on.
    #[inline]
    pub(crate) fn with(self, number: u64) -> Self {
        let mut bits = (self.0.rotate_left(23) ^ number).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        bits = (bits ^ (bits >> 32)).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        Self(bits ^ (bits >> 32))
    }

    /// Takes in a text and its length.
    pub(crate) fn with_text(self, text: &str) -> Self {
        text.bytes().fold(self.with(text.len() as u64), |digest, byte| {
            digest.with(u64::from(byte))
        })
    }

    /// Takes in UTF-16 units, four at a time, and their number.
    pub(crate) fn with_units(self, units: &[u16]) -> Self {
        units.chunks(4).fold(self.with(units.len() as u64), |digest, chunk| {
            digest.with(chunk.iter().fold(0, |bits, &unit| bits << 16 | u64::from(unit)))
        })
    }

    /// The hash of a method by its names.
    pub(crate) fn of_method(method: &MethodKey) -> Self {
        Self(3)
            .with_text(&method.owner)
            .with_text(&method.name)
            .with_text(&method.descriptor)
            .with(u64::from(method.access))
    }

    /// The hash of a class by its name.
    pub(crate) fn of_class(name: &str) -> Self {
        Self(4).with_text(name)
    }

    /// The hash of a value.
    pub(crate) fn of_recorded(value: &Recorded) -> Self {
        match value {
            Recorded::Boolean(v) => Self(10).with(u64::from(*v)),
            Recorded::Byte(v) => Self(11).with(*v as u64),
            Recorded::Char(v) => Self(12).with(u64::from(*v)),
            Recorded::Short(v) => Self(13).with(*v as u64),
            Recorded::Int(v) => Self(14).with(*v as u64),
            Recorded::Long(v) => Self(15).with(*v as u64),
            Recorded::Float(v) => Self(16).with(u64::from(*v)),
            Recorded::Double(v) => Self(17).with(*v),
            Recorded::String { length, text } => Self(18).with(u64::from(*length)).with_units(text.units()),
            Recorded::Enum { class, name } => Self(19).with_text(class).with_text(name),
            Recorded::Class { name } => Self(20).with_text(name),
        }
    }

    /// The hash of an input; `state` is the hash of the node in it.
    pub(crate) fn of_input(input: &Input, state: Option<Self>) -> Self {
        match input {
            Input::Subject => Self::SUBJECT,
            Input::Null => Self::NULL,
            Input::Value(value) => Self::of_recorded(value),
            Input::Boxed(value) => Self::of_recorded(value).boxed(),
            Input::Object { class, .. } => Self::of_object(Self::of_class(class), state),
        }
    }

    /// The hash of a boxed primitive, from that of the primitive.
    pub(crate) fn boxed(self) -> Self {
        self.with(5)
    }

    /// The hash of an object by its class and state.
    pub(crate) fn of_object(class: Self, state: Option<Self>) -> Self {
        state.map_or(class, |state| class.with(state.0))
    }

    /// The identity of a node: the way that first led to it.
    pub(crate) fn of_node(
        source: Self,
        nested_to: Option<Self>,
        method: Self,
        position: Position,
        threw: Option<Self>,
    ) -> Self {
        let position = match position {
            Position::Receiver => 0,
            Position::Argument(index) => u64::from(index) + 1,
            Position::Result => 1 << 32,
        };
        let nested_to = nested_to.unwrap_or_default();
        let threw = threw.unwrap_or_default();
        source.with(nested_to.0).with(method.0).with(position).with(threw.0)
    }
}
