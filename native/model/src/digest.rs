//! Fixed hashes of names, values and nodes: the same in every run and on every machine, independent of any numbering.

use crate::{ArrayShape, Element, Elements, Exchange, Input, MethodKey, Output, Position, Profile, Recorded};

/// A hash in the making.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub(crate) struct Digest(pub(crate) u64);

impl Digest {
    pub(crate) const ROOT: Self = Self(0x5851_F42D_4C95_7F2D);
    const SUBJECT: Self = Self(1);
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

    /// The hash of a string of this true length and these units, which are taken in four at a time.
    pub(crate) fn of_string(length: u32, units: impl ExactSizeIterator<Item = u16>) -> Self {
        let mut digest = Self(18).with(u64::from(length)).with(units.len() as u64);
        let (mut bits, mut held) = (0, 0);
        for unit in units {
            bits = bits << 16 | u64::from(unit);
            held += 1;
            if held == 4 {
                digest = digest.with(bits);
                (bits, held) = (0, 0);
            }
        }
        if held == 0 { digest } else { digest.with(bits) }
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
            Recorded::String { length, text } => Self::of_string(*length, text.units().iter().copied()),
            Recorded::Enum { class, name } => Self(19).with_text(class).with_text(name),
            Recorded::Class { name } => Self(20).with_text(name),
        }
    }

    /// The hash of an exchange; `states` has the hash of the node in each input.
    pub(crate) fn of_exchange(exchange: &Exchange, states: impl Fn(&Input) -> Option<Self>) -> Self {
        let inputs = exchange.inputs.iter().fold(Self::default(), |digest, input| {
            digest.with(Self::of_input(input, exchange.subject, states(input)).0)
        });
        match &exchange.result {
            None => inputs,
            Some(Output::Null) => inputs.with(Self::NULL.result().0),
            Some(Output::Object { class, profile }) => {
                inputs.with(Self::of_object(Self::of_class(class), None, *profile).result().0)
            }
            Some(Output::Array { class, shape }) => {
                inputs.with(Self::of_shape(Self::of_class(class), *shape).result().0)
            }
        }
    }

    fn of_input(input: &Input, subject: Option<Profile>, state: Option<Self>) -> Self {
        match input {
            Input::Subject => Self::of_subject(subject),
            Input::Null => Self::NULL,
            Input::Value(value) => Self::of_recorded(value),
            Input::Boxed(value) => Self::of_recorded(value).boxed(),
            Input::Array(array) => {
                let start = Self::of_array(Self::of_class(&array.class), array.length, array.has_null);
                start.with_elements(&array.elements)
            }
            Input::Object { class, profile, .. } => Self::of_object(Self::of_class(class), state, *profile),
        }
    }

    /// The hash of the modelled object as an input.
    pub(crate) fn of_subject(profile: Option<Profile>) -> Self {
        Self::SUBJECT.with_profile(profile)
    }

    /// The hash of an array, elements aside.
    pub(crate) fn of_array(class: Self, length: u32, has_null: bool) -> Self {
        class.with(6).with(u64::from(length)).with(u64::from(has_null))
    }

    /// The hash of an array that a call gave back.
    pub(crate) fn of_shape(class: Self, shape: ArrayShape) -> Self {
        class.with(7).with(shape as u64)
    }

    /// What came back counts otherwise than the same thing passed.
    pub(crate) fn result(self) -> Self {
        self.with(8)
    }

    /// Takes in the elements of an array.
    pub(crate) fn with_elements(self, elements: &Elements) -> Self {
        elements.values().fold(self, |digest, element| match element {
            Element::Null => digest.with(Self::NULL.0),
            Element::Value(value) => digest.with(Self::of_recorded(&value).0),
            Element::Boxed(value) => digest.with(Self::of_recorded(&value).boxed().0),
        })
    }

    fn with_profile(self, profile: Option<Profile>) -> Self {
        profile.map_or(self, |profile| self.with(profile.layout.0).with(profile.bits))
    }

    /// The hash of a boxed primitive, from that of the primitive.
    pub(crate) fn boxed(self) -> Self {
        self.with(5)
    }

    /// The hash of an object by its class, state and profile.
    pub(crate) fn of_object(class: Self, state: Option<Self>, profile: Option<Profile>) -> Self {
        state.map_or(class, |state| class.with(state.0)).with_profile(profile)
    }

    /// The hash of a dependence: the place of the input, its class and the node.
    pub(crate) fn of_dependence(input: u16, class: Self, node: Self) -> Self {
        Self(9).with(u64::from(input)).with(class.0).with(node.0)
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
