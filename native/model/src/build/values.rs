//! Values and objects of events, as observations hold them.

use palus_sequence::JavaString;
use palus_trace::{Elements as SeenElements, Scalar, Seen, Text};
use rustc_hash::FxHashMap;

use super::call::{Passed, Raw, Returned};
use super::names::Names;
use crate::digest::Digest;
use crate::{ArrayShape, Element, Elements, Recorded};

/// How many texts are remembered, so that one that comes again and again is not copied again and again.
const TEXTS: usize = 4_096;

/// Turns values of events into what is kept. Knows again what it has seen.
#[derive(Debug)]
pub(super) struct Values {
    constants: FxHashMap<(u32, u32), (Recorded, Digest)>,
    /// By the lowest bits of their hashes: the last of each.
    texts: Vec<Option<(Digest, Recorded)>>,
}

impl Default for Values {
    fn default() -> Self {
        Self {
            constants: FxHashMap::default(),
            texts: vec![None; TEXTS],
        }
    }
}

impl Values {
    /// An input; of an object the state is unknown.
    pub(super) fn passed(&mut self, value: Seen<'_>, names: &mut Names) -> Passed {
        match value {
            Seen::None | Seen::Null | Seen::Uninitialised => Passed::new(Raw::Null, Digest::NULL),
            Seen::Object { class, profile, .. } => {
                let profile = names.profile(class, profile);
                let digest = Digest::of_object(names.class_digest(class), None, profile);
                let state = None;
                Passed::new(Raw::Object { class, state, profile }, digest)
            }
            Seen::Array {
                class,
                length,
                has_null,
                elements,
                ..
            } => {
                let start = Digest::of_array(names.class_digest(class), length, has_null);
                let elements = self.elements(elements, names);
                let digest = start.with_elements(&elements);
                let raw = Raw::Array {
                    class,
                    length,
                    has_null,
                    elements,
                };
                Passed::new(raw, digest)
            }
            Seen::Boxed(scalar) => {
                let value = recorded(scalar);
                let digest = Digest::of_recorded(&value).boxed();
                Passed::new(Raw::Boxed(value), digest)
            }
            _ => {
                let (value, digest) = self.value(value, names);
                Passed::new(Raw::Value(value), digest)
            }
        }
    }

    fn value(&mut self, value: Seen<'_>, names: &mut Names) -> (Recorded, Digest) {
        match value {
            Seen::Primitive(scalar) | Seen::Boxed(scalar) => with_digest(recorded(scalar)),
            Seen::String { length, text } => self.text(length, text),
            Seen::Class { name } => with_digest(Recorded::Class {
                name: name.to_lossy().into(),
            }),
            Seen::Enum { class, ordinal, name } => {
                let known = self.constants.entry((class, ordinal));
                known
                    .or_insert_with(|| {
                        with_digest(Recorded::Enum {
                            class: names.class(class),
                            name: name.to_lossy().into(),
                        })
                    })
                    .clone()
            }
            // The caller has dealt with everything else.
            _ => with_digest(Recorded::Boolean(false)),
        }
    }

    fn text(&mut self, length: u32, text: Text<'_>) -> (Recorded, Digest) {
        let digest = Digest::of_string(length, text.units());
        let place = &mut self.texts[digest.0 as usize % TEXTS];
        if let Some((known, value)) = place
            && *known == digest
        {
            return (value.clone(), digest);
        }
        let value = Recorded::String {
            length,
            text: JavaString(text.units().collect()),
        };
        *place = Some((digest, value.clone()));
        (value, digest)
    }

    fn elements(&mut self, elements: SeenElements<'_>, names: &mut Names) -> Elements {
        let mut found = Vec::with_capacity(elements.len());
        elements.for_each(|element| {
            found.push(match element {
                Seen::Boxed(scalar) => Element::Boxed(recorded(scalar)),
                Seen::Primitive(_) | Seen::String { .. } | Seen::Enum { .. } | Seen::Class { .. } => {
                    Element::Value(self.value(element, names).0)
                }
                _ => Element::Null,
            });
        });
        if elements.is_primitive() {
            packed(&found)
        } else {
            Elements::References(found.into())
        }
    }
}

/// What came back; none for a value, and where nothing did.
pub(super) fn returned(result: Seen<'_>, names: &mut Names) -> Option<Passed> {
    let (returned, digest) = match result {
        Seen::Null => (Returned::Null, Digest::NULL),
        Seen::Object { class, profile, .. } => {
            let profile = names.profile(class, profile);
            let digest = Digest::of_object(names.class_digest(class), None, profile);
            (Returned::Object { class, profile }, digest)
        }
        Seen::Array {
            class,
            length,
            has_null,
            ..
        } => {
            let shape = ArrayShape::of(length, has_null);
            let digest = Digest::of_shape(names.class_digest(class), shape);
            (Returned::Array { class, shape }, digest)
        }
        _ => return None,
    };
    Some(Passed::new(Raw::Result(returned), digest.result()))
}

/// Primitives of one kind side by side.
fn packed(elements: &[Element]) -> Elements {
    macro_rules! pack {
        ($kind:ident, $all:ident) => {
            Elements::$all(
                elements
                    .iter()
                    .filter_map(|element| match element {
                        Element::Value(Recorded::$kind(v)) => Some(*v),
                        _ => None,
                    })
                    .collect(),
            )
        };
    }
    match elements.first() {
        Some(Element::Value(Recorded::Boolean(_))) => pack!(Boolean, Booleans),
        Some(Element::Value(Recorded::Byte(_))) => pack!(Byte, Bytes),
        Some(Element::Value(Recorded::Char(_))) => pack!(Char, Chars),
        Some(Element::Value(Recorded::Short(_))) => pack!(Short, Shorts),
        Some(Element::Value(Recorded::Int(_))) => pack!(Int, Ints),
        Some(Element::Value(Recorded::Long(_))) => pack!(Long, Longs),
        Some(Element::Value(Recorded::Float(_))) => pack!(Float, Floats),
        Some(Element::Value(Recorded::Double(_))) => pack!(Double, Doubles),
        _ => Elements::References(Box::default()),
    }
}

fn with_digest(value: Recorded) -> (Recorded, Digest) {
    let digest = Digest::of_recorded(&value);
    (value, digest)
}

fn recorded(scalar: Scalar) -> Recorded {
    match scalar {
        Scalar::Boolean(v) => Recorded::Boolean(v),
        Scalar::Byte(v) => Recorded::Byte(v),
        Scalar::Char(v) => Recorded::Char(v),
        Scalar::Short(v) => Recorded::Short(v),
        Scalar::Int(v) => Recorded::Int(v),
        Scalar::Long(v) => Recorded::Long(v),
        Scalar::Float(v) => Recorded::Float(v),
        Scalar::Double(v) => Recorded::Double(v),
    }
}
