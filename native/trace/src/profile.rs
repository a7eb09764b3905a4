//! Abstract object profiles (the paper's section 3.1.2): per field one of few values, packed into one word.
//!
//! Which bits belong to which field is the same for all objects of a class: its [`ProfileLayout`], which the hooks write by
//! and the [`crate::Dictionary`] keeps.

use std::sync::Arc;

/// The abstract values of an object's fields, packed by the layout of its class; [`Profile::NONE`] when none was taken.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Debug)]
pub struct Profile(pub u64);

impl Profile {
    /// No profile was taken.
    pub const NONE: Self = Self(0);
    /// Set in every profile that was taken, so that one of zeros only differs from none.
    pub const TAKEN: u64 = 1;

    /// Whether there is a profile at all.
    pub fn is_taken(self) -> bool {
        self.0 & Self::TAKEN != 0
    }

    /// The abstract value of a field.
    pub fn get(self, field: &ProfileField) -> Abstract {
        let bits = self.0 >> field.shift & ((1 << field.kind.bits()) - 1);
        match field.kind {
            FieldKind::Number => [
                Abstract::Negative,
                Abstract::Zero,
                Abstract::Positive,
                Abstract::NotANumber,
            ][bits as usize],
            FieldKind::Boolean => Abstract::Boolean(bits == 1),
            FieldKind::Reference => [Abstract::Null, Abstract::NonNull][bits as usize],
            FieldKind::Array => [
                Abstract::Null,
                Abstract::Empty,
                Abstract::ContainsNull,
                Abstract::OtherElements,
            ][bits as usize],
            FieldKind::Enum { .. } if bits == 0 => Abstract::Null,
            FieldKind::Enum { .. } => Abstract::Ordinal(bits as u32 - 1),
        }
    }
}

/// What a field holds, as far as profiles tell.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Abstract {
    /// A number below zero.
    Negative,
    /// Zero, of either sign.
    Zero,
    /// A number above zero.
    Positive,
    /// Not a number.
    NotANumber,
    /// A boolean, by its value.
    Boolean(bool),
    /// An enum constant, by its ordinal.
    Ordinal(u32),
    /// `null`, also of an array or an enum.
    Null,
    /// A reference to an object.
    NonNull,
    /// An array without elements.
    Empty,
    /// An array with a null among its first [`SCANNED_ELEMENTS`] elements.
    ContainsNull,
    /// Any other array.
    OtherElements,
}

/// How many elements of an array are looked at for a null.
pub const SCANNED_ELEMENTS: usize = 64;

/// How a field is abstracted. The encodings are in [`Profile::get`]: each alternative's place in its list.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FieldKind {
    /// A primitive number or `char`: below, at or above zero, or not a number; 2 bits.
    Number,
    /// A `boolean`: its value; 1 bit.
    Boolean,
    /// A reference: null or not; 1 bit.
    Reference,
    /// An array: null, empty, with a null element, other; 2 bits.
    Array,
    /// A field whose type is an enum: null as 0, else the ordinal plus 1; `bits` wide. An enum with more than 254
    /// constants is abstracted as a reference.
    Enum {
        /// From 1 to 8.
        bits: u8,
    },
}

impl FieldKind {
    /// How wide the abstract value is.
    pub fn bits(self) -> u8 {
        match self {
            Self::Boolean | Self::Reference => 1,
            Self::Number | Self::Array => 2,
            Self::Enum { bits } => bits.clamp(1, 8),
        }
    }
}

/// A field of a layout.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ProfileField {
    /// The class that declares it, binary name with dots.
    pub owner: Arc<str>,
    /// Its name.
    pub name: Arc<str>,
    /// How it is abstracted.
    pub kind: FieldKind,
    /// Its lowest bit in [`Profile`], from 1.
    pub shift: u8,
}

/// The instance fields of a class, its superclasses' first, in the order of their class files, as many as fit into a
/// [`Profile`]; synthetic ones never count.
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug)]
pub struct ProfileLayout {
    /// The fields, by rising shift.
    pub fields: Vec<ProfileField>,
    /// Whether there are more than fit.
    pub is_cut: bool,
}

impl ProfileLayout {
    /// Lays out fields, given as (owner, name, kind) in order, from bit 1 on. Stops at the first that does not fit.
    pub fn new(fields: impl IntoIterator<Item = (Arc<str>, Arc<str>, FieldKind)>) -> Self {
        let mut layout = Self::default();
        let mut shift = 1;
        for (owner, name, kind) in fields {
            if shift + kind.bits() > 64 {
                layout.is_cut = true;
                break;
            }
            layout.fields.push(ProfileField {
                owner,
                name,
                kind,
                shift,
            });
            shift += kind.bits();
        }
        layout
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout(kinds: &[FieldKind]) -> ProfileLayout {
        ProfileLayout::new(kinds.iter().map(|&kind| ("a.B".into(), "f".into(), kind)))
    }

    #[test]
    fn each_field_has_bits_of_its_own() {
        let layout = layout(&[
            FieldKind::Number,
            FieldKind::Reference,
            FieldKind::Array,
            FieldKind::Enum { bits: 3 },
            FieldKind::Boolean,
        ]);
        let profile = Profile(1 | 2 << 1 | 1 << 3 | 2 << 4 | 5 << 6 | 1 << 9);
        let values: Vec<_> = layout.fields.iter().map(|field| profile.get(field)).collect();
        assert_eq!(
            values,
            [
                Abstract::Positive,
                Abstract::NonNull,
                Abstract::ContainsNull,
                Abstract::Ordinal(4),
                Abstract::Boolean(true)
            ]
        );
        assert!(profile.is_taken() && !Profile::NONE.is_taken());
    }

    #[test]
    fn fields_that_do_not_fit_are_left_out_and_said_so() {
        let layout = layout(&[FieldKind::Number; 40]);
        assert_eq!(layout.fields.len(), 31);
        assert!(layout.is_cut);
    }
}
