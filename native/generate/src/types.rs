//! Questions about types that are asked again and again.

use palus_classes::Library;
use palus_sequence::{Literal, Primitive, Symbols, TypeId, TypeKind};
use rustc_hash::FxHashMap;

/// Remembers which types fit where.
#[derive(Default)]
pub(crate) struct Assignable(FxHashMap<(TypeId, TypeId), bool>);

impl Assignable {
    /// Whether a value declared `sub` can be passed where `sup` is wanted, without a cast and without boxing.
    pub(crate) fn test(&mut self, library: &mut dyn Library, sub: TypeId, sup: TypeId) -> bool {
        if sub == sup {
            return true;
        }
        if is_primitive(library.symbols(), sub) || is_primitive(library.symbols(), sup) {
            return false;
        }
        *self
            .0
            .entry((sub, sup))
            .or_insert_with(|| library.is_assignable(sub, sup))
    }
}

/// Whether the type is primitive or `void`.
pub(crate) fn is_primitive(symbols: &Symbols, id: TypeId) -> bool {
    symbols.primitive(id).is_some()
}

/// What can be written down where a value of a type is wanted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum LiteralKind {
    /// A literal of this primitive type, boxed where a reference is wanted.
    Primitive(Primitive),
    /// A string.
    String,
    /// `Type.class`.
    Class,
    /// A constant of the wanted enum.
    Enum,
    /// A lambda for the wanted interface.
    Lambda,
}

/// Interfaces of the JDK that lambdas are written for, beside those of `java.util.function`. Others have one abstract method by chance
/// (`Iterable`, `Comparable`, `Closeable`).
const LAMBDAS: [&str; 8] = [
    "java.io.FileFilter",
    "java.io.FilenameFilter",
    "java.lang.Runnable",
    "java.util.Comparator",
    "java.util.concurrent.Callable",
    "java.util.concurrent.Executor",
    "java.util.concurrent.ThreadFactory",
    "java.util.function.",
];

/// The kinds of literals for a wanted type; a kind that is listed twice is drawn twice as often. Empty for a type whose
/// values only a call can make.
pub(crate) fn literal_kinds(library: &mut dyn Library, wanted: TypeId) -> Vec<LiteralKind> {
    use LiteralKind::{Class, Enum, Primitive as Of, String};
    let name = match library.symbols().kind(wanted) {
        TypeKind::Primitive(Primitive::Void) | TypeKind::Array(_) => return Vec::new(),
        TypeKind::Primitive(primitive) => return vec![Of(*primitive)],
        TypeKind::Class(name) => name.clone(),
    };
    if let Some(primitive) = Primitive::ALL.into_iter().skip(1).find(|p| p.boxed() == &*name) {
        return vec![Of(primitive)];
    }
    match &*name {
        "java.lang.String" | "java.lang.CharSequence" => vec![String],
        "java.lang.Object" | "java.lang.Comparable" | "java.io.Serializable" => {
            vec![String, String, Of(Primitive::Int), Of(Primitive::Double)]
        }
        "java.lang.Number" => vec![Of(Primitive::Int), Of(Primitive::Long), Of(Primitive::Double)],
        "java.lang.Class" => vec![Class],
        _ if !library.enum_constants(wanted).is_empty() => vec![Enum],
        name if is_for_lambdas(name) && library.functional(wanted).is_some() => vec![LiteralKind::Lambda],
        _ => Vec::new(),
    }
}

fn is_for_lambdas(name: &str) -> bool {
    !name.starts_with("java.")
        || LAMBDAS
            .iter()
            .any(|known| name == *known || known.ends_with('.') && name.starts_with(known))
}

/// The literal's number, when it has one that an integer type can hold.
pub(crate) fn integer(literal: &Literal) -> Option<i64> {
    Some(match *literal {
        Literal::Byte(v) => v.into(),
        Literal::Char(v) => v.into(),
        Literal::Short(v) => v.into(),
        Literal::Int(v) => v.into(),
        Literal::Long(v) => v,
        _ => return None,
    })
}

/// The same value as a literal of another primitive type, when that type can hold it: bytecode loads a `char` or a
/// `byte` constant as an `int`.
pub(crate) fn coerce(literal: &Literal, to: Primitive) -> Option<Literal> {
    if literal.primitive() == Some(to) {
        return Some(literal.clone());
    }
    let number = integer(literal)?;
    match to {
        Primitive::Byte => number.try_into().ok().map(Literal::Byte),
        Primitive::Char => number.try_into().ok().map(Literal::Char),
        Primitive::Short => number.try_into().ok().map(Literal::Short),
        Primitive::Int => number.try_into().ok().map(Literal::Int),
        Primitive::Long => Some(Literal::Long(number)),
        Primitive::Float => Some(Literal::Float(number as f32)),
        Primitive::Double => Some(Literal::Double(number as f64)),
        Primitive::Boolean | Primitive::Void => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::FakeLibrary;

    #[test]
    fn an_int_constant_serves_where_a_char_is_wanted_if_it_fits() {
        assert_eq!(coerce(&Literal::Int(65), Primitive::Char), Some(Literal::Char(65)));
        assert_eq!(coerce(&Literal::Int(-1), Primitive::Char), None);
        assert_eq!(coerce(&Literal::Double(1.0), Primitive::Int), None);
    }

    #[test]
    fn boxes_strings_and_objects_can_be_written_down() {
        let mut library = FakeLibrary::default();
        for name in [
            "java.lang.Integer",
            "java.lang.Object",
            "java.lang.CharSequence",
            "java.lang.Number",
        ] {
            let id = library.class(name);
            assert!(!literal_kinds(&mut library, id).is_empty(), "{name}");
        }
        let other = library.class("demo.Other");
        assert!(literal_kinds(&mut library, other).is_empty());
    }
}
