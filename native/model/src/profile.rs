//! Abstract object profiles (the paper's section 3.1.2), as they are kept.

pub use palus_sequence::{LayoutId, Profile};
use palus_trace::{Abstract, FieldKind, ProfileField, ProfileLayout};
use serde::{Deserialize, Serialize};

use crate::FieldKey;
use crate::digest::Digest;

/// Which bits of a profile belong to which field: they follow each other from bit 1 on, each as wide as its kind.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Layout {
    /// The instance fields, superclasses' first, in the order of their class files.
    pub fields: Vec<(FieldKey, Kind)>,
    /// Whether there are more than fit into 63 bits.
    pub is_cut: bool,
}

/// How a field is abstracted, see [`FieldKind`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Kind {
    /// Below, at or above zero, or not a number.
    Number,
    /// The value.
    Boolean,
    /// Null or not.
    Reference,
    /// Null, empty, with a null element, other.
    Array,
    /// Null or the constant's ordinal, in so many bits, from 1 to 8.
    Enum(u8),
}

/// What an array is, as far as profiles tell.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum ArrayShape {
    /// It has no elements.
    Empty,
    /// One of the elements that were looked at is `null`.
    ContainsNull,
    /// Any other.
    Other,
}

impl ArrayShape {
    pub(crate) fn of(length: u32, has_null: bool) -> Self {
        match (length, has_null) {
            (0, _) => Self::Empty,
            (_, true) => Self::ContainsNull,
            _ => Self::Other,
        }
    }
}

impl Layout {
    /// The layout of a run.
    pub fn of(layout: &ProfileLayout) -> Self {
        let field = |field: &ProfileField| {
            let key = FieldKey {
                owner: field.owner.clone(),
                name: field.name.clone(),
            };
            (key, Kind::of(field.kind))
        };
        Self {
            fields: layout.fields.iter().map(field).collect(),
            is_cut: layout.is_cut,
        }
    }

    /// Its identity.
    pub fn id(&self) -> LayoutId {
        let start = Digest(22).with(u64::from(self.is_cut));
        let digest = self.fields.iter().fold(start, |digest, (field, kind)| {
            let kind = match *kind {
                Kind::Number => 1,
                Kind::Boolean => 2,
                Kind::Reference => 3,
                Kind::Array => 4,
                Kind::Enum(bits) => 5 + u64::from(bits),
            };
            digest.with_text(&field.owner).with_text(&field.name).with(kind)
        });
        LayoutId(digest.0)
    }

    /// Whether profiles can be read by it: its fields fit and enums are as wide as they may be.
    pub(crate) fn is_sound(&self) -> bool {
        let width = |kind: Kind| match kind {
            Kind::Enum(bits) => (1..=8).contains(&bits).then_some(u32::from(bits)),
            kind => Some(u32::from(FieldKind::from(kind).bits())),
        };
        let widths = self.fields.iter().map(|&(_, kind)| width(kind));
        widths.sum::<Option<u32>>().is_some_and(|bits| bits <= 63)
    }

    /// The abstract value of each field.
    pub(crate) fn read(&self, bits: u64) -> impl Iterator<Item = (&FieldKey, Abstract)> {
        let mut shift = 1;
        self.fields.iter().map(move |(key, kind)| {
            let kind = FieldKind::from(*kind);
            let field = ProfileField {
                owner: key.owner.clone(),
                name: key.name.clone(),
                kind,
                shift,
            };
            shift += kind.bits();
            (key, palus_trace::Profile(bits).get(&field))
        })
    }
}

impl Kind {
    fn of(kind: FieldKind) -> Self {
        match kind {
            FieldKind::Number => Self::Number,
            FieldKind::Boolean => Self::Boolean,
            FieldKind::Reference => Self::Reference,
            FieldKind::Array => Self::Array,
            FieldKind::Enum { bits } => Self::Enum(bits.clamp(1, 8)),
        }
    }
}

impl From<Kind> for FieldKind {
    fn from(kind: Kind) -> Self {
        match kind {
            Kind::Number => Self::Number,
            Kind::Boolean => Self::Boolean,
            Kind::Reference => Self::Reference,
            Kind::Array => Self::Array,
            Kind::Enum(bits) => Self::Enum { bits },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_layout_with_more_bits_than_a_profile_has_is_unsound() {
        let field = |kind| {
            let key = FieldKey {
                owner: "a.B".into(),
                name: "f".into(),
            };
            (key, kind)
        };
        let of = |kinds: Vec<Kind>| Layout {
            fields: kinds.into_iter().map(field).collect(),
            is_cut: false,
        };
        assert!(of(vec![Kind::Number; 31]).is_sound());
        assert!(!of(vec![Kind::Number; 32]).is_sound());
        assert!(!of(vec![Kind::Enum(9)]).is_sound());
        assert!(!of(vec![Kind::Enum(0)]).is_sound());
    }
}
