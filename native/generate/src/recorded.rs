//! What a recording saw passed to a call, as a test can write it.

use palus_classes::Library;
use palus_model::{Element, Elements, Input, Recorded, RecordedArray};
use palus_sequence::{Literal, TypeId, TypeKind};

use crate::catalog::Catalog;

/// The literal that says what was recorded, when a test can write it.
pub(crate) fn input_literal(input: &Input, catalog: &Catalog, library: &mut dyn Library) -> Option<Literal> {
    match input {
        Input::Value(recorded) | Input::Boxed(recorded) => literal(recorded, catalog, library),
        _ => None,
    }
}

/// The type of the elements of an array and the elements, when all of them are known and a test can write them.
pub(crate) fn array_literals(
    array: &RecordedArray,
    catalog: &Catalog,
    library: &mut dyn Library,
) -> Option<(TypeId, Vec<Literal>)> {
    if !array.is_whole() {
        return None;
    }
    let class = library.symbols_mut().runtime_name(&array.class);
    let TypeKind::Array(element) = *library.symbols().kind(class) else {
        return None;
    };
    let elements = match &array.elements {
        Elements::Booleans(v) => v.iter().copied().map(Literal::Boolean).collect(),
        Elements::Bytes(v) => v.iter().copied().map(Literal::Byte).collect(),
        Elements::Chars(v) => v.iter().copied().map(Literal::Char).collect(),
        Elements::Shorts(v) => v.iter().copied().map(Literal::Short).collect(),
        Elements::Ints(v) => v.iter().copied().map(Literal::Int).collect(),
        Elements::Longs(v) => v.iter().copied().map(Literal::Long).collect(),
        Elements::Floats(v) => v.iter().map(|bits| Literal::Float(f32::from_bits(*bits))).collect(),
        Elements::Doubles(v) => v.iter().map(|bits| Literal::Double(f64::from_bits(*bits))).collect(),
        Elements::References(v) => {
            let mut written = |element: &Element| match element {
                Element::Null => Some(Literal::Null),
                Element::Value(recorded) | Element::Boxed(recorded) => literal(recorded, catalog, library),
            };
            v.iter().map(&mut written).collect::<Option<Vec<Literal>>>()?
        }
    };
    Some((element, elements))
}

/// The literal for a recorded value that names no class of the program; `None` for one that does, and for a text that was cut.
pub fn recorded_literal(recorded: &Recorded) -> Option<Literal> {
    Some(match recorded {
        Recorded::Boolean(v) => Literal::Boolean(*v),
        Recorded::Byte(v) => Literal::Byte(*v),
        Recorded::Char(v) => Literal::Char(*v),
        Recorded::Short(v) => Literal::Short(*v),
        Recorded::Int(v) => Literal::Int(*v),
        Recorded::Long(v) => Literal::Long(*v),
        Recorded::Float(bits) => Literal::Float(f32::from_bits(*bits)),
        Recorded::Double(bits) => Literal::Double(f64::from_bits(*bits)),
        // A text that was cut is another one: what was legal with the whole may be illegal with it.
        Recorded::String { length, text } if text.units().len() != *length as usize => return None,
        Recorded::String { text, .. } => Literal::String(text.clone()),
        Recorded::Enum { .. } | Recorded::Class { .. } => return None,
    })
}

fn literal(recorded: &Recorded, catalog: &Catalog, library: &mut dyn Library) -> Option<Literal> {
    match recorded {
        Recorded::Enum { class, name } => {
            let class = library.symbols_mut().runtime_name(class);
            let known = library
                .enum_constants(class)
                .iter()
                .any(|constant| **constant == **name);
            known.then(|| Literal::Enum {
                class,
                name: name.clone(),
            })
        }
        Recorded::Class { name } => {
            let class = library.symbols_mut().runtime_name(name);
            // Of other classes a test may not know the name.
            let nameable = name.starts_with("java.lang.") || catalog.is_subject(class);
            nameable.then_some(Literal::Class(class))
        }
        other => recorded_literal(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::FakeLibrary;

    #[test]
    fn a_text_is_replayed_whole_or_not_at_all() {
        let mut library = FakeLibrary::default();
        library.subject("demo.Parser", &["static parse(Ljava/lang/String;)V"]);
        let targets = library.subjects().to_vec();
        let catalog = Catalog::new(&library, &targets);
        let mut replayed = |length| {
            let text = Recorded::String {
                length,
                text: "{\"a\":1}".into(),
            };
            input_literal(&Input::Value(text), &catalog, &mut library)
        };
        assert_eq!(replayed(7), Some(Literal::String("{\"a\":1}".into())));
        assert_eq!(replayed(300), None);
    }
}
