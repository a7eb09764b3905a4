//! Operands of comparisons seen at run time: values that the code under test asks for.

use std::collections::VecDeque;

use palus_sequence::{Literal, TypeId};
use rustc_hash::FxHashMap;

use crate::draw::Draw;
use crate::types::{LiteralKind, coerce};

/// How many operands a class keeps: the newest replace the oldest.
const CLASS_CAP: usize = 64;

/// The last operands, by the class under test whose sequences made the comparison.
#[derive(Default)]
pub(crate) struct Seen(FxHashMap<TypeId, VecDeque<Literal>>);

impl Seen {
    /// Keeps an operand.
    pub(crate) fn put(&mut self, class: TypeId, literal: Literal) {
        let known = self.0.entry(class).or_default();
        if known.contains(&literal) {
            return;
        }
        if known.len() >= CLASS_CAP {
            known.pop_front();
        }
        known.push_back(literal);
    }

    /// One of the class's operands that has this kind or can be turned into it.
    pub(crate) fn draw(&self, class: TypeId, kind: LiteralKind, rng: &mut Draw) -> Option<Literal> {
        let known = self.0.get(&class)?;
        let start = rng.below(known.len());
        let mut rotated = (0..known.len()).map(|index| &known[(start + index) % known.len()]);
        rotated.find_map(|literal| match kind {
            LiteralKind::Primitive(primitive) => coerce(literal, primitive),
            LiteralKind::String => matches!(literal, Literal::String(_)).then(|| literal.clone()),
            LiteralKind::Class | LiteralKind::Enum | LiteralKind::Lambda => None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_operand_makes_room_and_kinds_are_kept_apart() {
        let (mut seen, mut rng, class) = (Seen::default(), Draw::new(1), TypeId(40));
        seen.put(class, Literal::string("first"));
        assert_eq!(
            seen.draw(class, LiteralKind::String, &mut rng),
            Some(Literal::string("first"))
        );
        for number in 0..CLASS_CAP as i32 {
            seen.put(class, Literal::Int(number));
        }
        assert_eq!(seen.draw(class, LiteralKind::String, &mut rng), None);
        let long = LiteralKind::Primitive(palus_sequence::Primitive::Long);
        assert!(matches!(seen.draw(class, long, &mut rng), Some(Literal::Long(_))));
    }
}
