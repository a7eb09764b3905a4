//! Literals that the bytecode shows, found by the kind of value that is wanted.

use std::rc::Rc;

use palus_classes::Library;
use palus_sequence::{Literal, MethodId, TypeId};
use rustc_hash::FxHashMap;

use crate::draw::Draw;
use crate::pattern::Patterns;
use crate::types::{LiteralKind, coerce};

/// The shares of the method's own literals and of its class's; the rest comes from the classes around it.
const METHOD_SHARE: f64 = 0.45;
const CLASS_SHARE: f64 = 0.65;

/// Whose literals.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Of {
    Method(MethodId),
    Class(TypeId),
    /// The superclasses under test of a class, and those that are nested in the same top-level class.
    Family(TypeId),
}

/// Remembers what was asked.
#[derive(Default)]
pub(crate) struct Constants {
    lists: FxHashMap<(Of, LiteralKind), Rc<[Literal]>>,
    patterns: Patterns,
}

impl Constants {
    /// A literal that the method, its class or the classes around it mention; of a pattern mostly a text that fits.
    pub(crate) fn draw(
        &mut self,
        kind: LiteralKind,
        method: MethodId,
        rng: &mut Draw,
        library: &mut dyn Library,
    ) -> Option<Literal> {
        let owner = library.symbols().get(method).owner;
        let order = if rng.chance(METHOD_SHARE) {
            [Of::Method(method), Of::Class(owner), Of::Family(owner)]
        } else if rng.chance(CLASS_SHARE) {
            [Of::Class(owner), Of::Family(owner), Of::Method(method)]
        } else {
            [Of::Family(owner), Of::Class(owner), Of::Method(method)]
        };
        let drawn = order
            .into_iter()
            .find_map(|of| rng.pick(&self.list(of, kind, library)).cloned())?;
        Some(match &drawn {
            Literal::String(text) => Literal::String(self.patterns.instance(text, rng)),
            _ => drawn,
        })
    }

    fn list(&mut self, of: Of, kind: LiteralKind, library: &mut dyn Library) -> Rc<[Literal]> {
        if let Some(known) = self.lists.get(&(of, kind)) {
            return Rc::clone(known);
        }
        let list: Rc<[Literal]> = match of {
            Of::Method(method) => fitting(library.method_constants(method), kind),
            Of::Class(class) => fitting(library.constants(class), kind),
            Of::Family(class) => {
                let relatives = relatives(class, library);
                let all: Vec<Literal> = relatives
                    .into_iter()
                    .flat_map(|relative| library.constants(relative).to_vec())
                    .collect();
                fitting(&all, kind)
            }
        }
        .into();
        self.lists.insert((of, kind), Rc::clone(&list));
        list
    }
}

fn relatives(class: TypeId, library: &mut dyn Library) -> Vec<TypeId> {
    let top = |library: &dyn Library, class: TypeId| {
        let name = library.symbols().class_name(class).unwrap_or_default().to_owned();
        name.split_once('$').map_or(name.clone(), |(top, _)| top.to_owned())
    };
    let own = top(library, class);
    let mut related = Vec::new();
    for other in library.subjects().to_vec() {
        if other != class && (top(library, other) == own || library.is_assignable(class, other)) {
            related.push(other);
        }
    }
    related
}

/// The literals that have this kind or can be turned into it, each once. A printable character is a text too: parsers
/// compare characters where a test writes a text.
fn fitting(from: &[Literal], kind: LiteralKind) -> Vec<Literal> {
    let mut fitting = Vec::new();
    for literal in from {
        let turned = match kind {
            LiteralKind::Primitive(primitive) => coerce(literal, primitive),
            LiteralKind::String => match literal {
                Literal::String(_) => Some(literal.clone()),
                Literal::Int(unit @ 32..=126) => Some(text_of(*unit as u8)),
                Literal::Char(unit @ 32..=126) => Some(text_of(*unit as u8)),
                _ => None,
            },
            LiteralKind::Class | LiteralKind::Enum | LiteralKind::Lambda => None,
        };
        fitting.extend(turned.filter(|literal| !fitting.contains(literal)));
    }
    fitting
}

fn text_of(ascii: u8) -> Literal {
    Literal::string(char::from(ascii).encode_utf8(&mut [0; 4]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::FakeLibrary;
    use palus_sequence::Primitive;

    #[test]
    fn a_character_that_a_parser_compares_with_is_offered_as_a_text() {
        let mut library = FakeLibrary::default();
        let method = library.subject("demo.Parser", &["parse(Ljava/lang/String;)V"])[0];
        let constants = vec![Literal::Int(61), Literal::Int(1_000), Literal::string("begin")];
        library.method_constants.insert(method, constants);
        let (mut constants, mut rng) = (Constants::default(), Draw::new(1));
        let mut draw = |kind| constants.draw(kind, method, &mut rng, &mut library);
        let texts: Vec<_> = (0..50).filter_map(|_| draw(LiteralKind::String)).collect();
        assert!(texts.contains(&Literal::string("=")));
        assert!(texts.contains(&Literal::string("begin")));
        assert!(!texts.contains(&Literal::string("1000")));
        let chars: Vec<_> = (0..50)
            .filter_map(|_| draw(LiteralKind::Primitive(Primitive::Char)))
            .collect();
        assert!(chars.contains(&Literal::Char(61)));
    }
}
