//! Placing the operands of comparisons: a value of the sequence that was compared is replaced by what it was compared with.

use palus_sequence::{Comparison, JavaString, Literal, Operand, Sequence};
use rustc_hash::FxHashMap;

use crate::types::{coerce, integer};

/// How many sequences one run gives at most.
const RUN_CAP: usize = 64;
/// How often one pair of operands is placed in a whole search: what came from the input unchanged fits at the first try.
const PAIR_CAP: u8 = 10;
/// How many positions of a text a character is replaced at.
const POSITION_CAP: usize = 3;
/// Longest text that is made to have a length that was compared, in units.
const LENGTH_CAP: i64 = 100;

/// What was tried so far.
#[derive(Default)]
pub(crate) struct Hints {
    tried: FxHashMap<Comparison, u8>,
}

/// What the comparisons of a run give.
#[derive(Default)]
pub(crate) struct Placed {
    /// The sequence with operands placed, one a sequence.
    pub(crate) sequences: Vec<Sequence>,
    /// Operands that no value of the sequence matches.
    pub(crate) loose: Vec<Literal>,
}

impl Hints {
    /// Places the operands that a run of the sequence showed.
    pub(crate) fn place(&mut self, sequence: &Sequence, comparisons: &[Comparison]) -> Placed {
        let mut placed = Placed::default();
        for comparison in comparisons {
            let tried = self.tried.entry(comparison.clone()).or_default();
            if *tried >= PAIR_CAP || placed.sequences.len() >= RUN_CAP {
                continue;
            }
            *tried += 1;
            let before = placed.sequences.len();
            for swapped in [false, true] {
                let replace = |literal: &Literal| replacements(literal, comparison, swapped);
                replace_each(sequence, &replace, &mut placed.sequences);
            }
            if placed.sequences.len() == before {
                placed.loose.extend(loose(comparison));
            }
        }
        placed.sequences.truncate(RUN_CAP);
        placed
    }
}

/// One sequence for each literal and each value that it is replaced by.
fn replace_each(sequence: &Sequence, replace: &dyn Fn(&Literal) -> Vec<Literal>, into: &mut Vec<Sequence>) {
    for (index, statement) in sequence.statements.iter().enumerate() {
        for (position, operand) in statement.operands().iter().enumerate() {
            let Operand::Literal(literal) = operand else { continue };
            for new in replace(literal) {
                let mut changed = sequence.clone();
                changed.statements[index].operands_mut()[position] = Operand::Literal(new);
                into.push(changed);
            }
        }
    }
}

/// What a literal that matches one operand becomes so that it meets the other.
fn replacements(literal: &Literal, comparison: &Comparison, swapped: bool) -> Vec<Literal> {
    match (comparison, literal) {
        (Comparison::Numbers(one, other), _) => {
            let (one, other) = if swapped { (*other, *one) } else { (*one, *other) };
            match literal {
                Literal::String(text) => in_text(text, one, other),
                _ => in_number(literal, one, other),
            }
        }
        (Comparison::Texts(one, other), Literal::String(text)) => {
            let (one, other) = if swapped { (other, one) } else { (one, other) };
            substituted(text, one.units(), other.units())
                .map(|text| vec![Literal::String(text)])
                .unwrap_or_default()
        }
        (Comparison::Texts(..), _) => Vec::new(),
    }
}

/// The other number, and the ones beside it: the comparison may be an order.
fn in_number(literal: &Literal, one: i64, other: i64) -> Vec<Literal> {
    let (Some(primitive), Some(number)) = (literal.primitive(), integer(literal)) else {
        return Vec::new();
    };
    if number != one {
        return Vec::new();
    }
    let near = [Some(other), other.checked_add(1), other.checked_sub(1)];
    near.into_iter()
        .flatten()
        .filter(|near| *near != number)
        .filter_map(|near| coerce(&Literal::Long(near), primitive))
        .collect()
}

/// A character of the text, its length, or the number that it says.
fn in_text(text: &JavaString, one: i64, other: i64) -> Vec<Literal> {
    let units = text.units();
    let mut texts: Vec<Vec<u16>> = Vec::new();
    if let (Ok(old), Ok(new)) = (u16::try_from(one), u16::try_from(other)) {
        let found = units.iter().enumerate().filter(|(_, unit)| **unit == old);
        texts.extend(found.take(POSITION_CAP).map(|(at, _)| {
            let mut changed = units.to_vec();
            changed[at] = new;
            changed
        }));
    }
    if one == units.len() as i64 && (0..=LENGTH_CAP).contains(&other) {
        let filled = units.iter().copied().cycle().chain(std::iter::repeat(u16::from(b'a')));
        texts.push(filled.take(other as usize).collect());
    }
    if text.to_lossy() == one.to_string() {
        texts.push(other.to_string().encode_utf16().collect());
    }
    texts
        .into_iter()
        .map(|units| Literal::String(JavaString(units.into())))
        .collect()
}

/// The text with the first place where `old` stands taken by `new`; what is compared in another case counts as standing
/// there.
fn substituted(text: &JavaString, old: &[u16], new: &[u16]) -> Option<JavaString> {
    let units = text.units();
    let lower = |unit: u16| u8::try_from(unit).map_or(unit, |byte| byte.to_ascii_lowercase().into());
    let alike = |window: &[u16]| window.iter().zip(old).all(|(a, b)| lower(*a) == lower(*b));
    let at = if old.is_empty() {
        units.is_empty().then_some(0)?
    } else {
        units.windows(old.len()).position(alike)?
    };
    let changed = [&units[..at], new, &units[at + old.len()..]].concat();
    (changed != units).then(|| JavaString(changed.into()))
}

/// Both operands, small numbers left out: random values find those.
fn loose(comparison: &Comparison) -> Vec<Literal> {
    match comparison {
        Comparison::Numbers(one, other) => [*one, *other]
            .into_iter()
            .filter(|number| !(-1..=16).contains(number))
            .map(|number| i32::try_from(number).map_or(Literal::Long(number), Literal::Int))
            .collect(),
        Comparison::Texts(one, other) => [one, other]
            .into_iter()
            .filter(|text| !text.units().is_empty())
            .map(|text| Literal::String(text.clone()))
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use palus_sequence::{MethodId, Statement};

    fn placed(literal: Literal, comparison: Comparison) -> Vec<Literal> {
        let sequence = Sequence {
            statements: vec![Statement::Call {
                method: MethodId(0),
                operands: vec![Operand::Literal(literal)],
            }],
        };
        let placed = Hints::default().place(&sequence, &[comparison]);
        let operand = |sequence: &Sequence| match &sequence.statements[0].operands()[0] {
            Operand::Literal(literal) => literal.clone(),
            operand => panic!("{operand:?}"),
        };
        placed.sequences.iter().map(operand).collect()
    }

    fn texts(one: &str, other: &str) -> Comparison {
        Comparison::Texts(one.into(), other.into())
    }

    #[test]
    fn a_number_meets_what_it_was_compared_with_and_its_neighbours() {
        let found = placed(Literal::Int(7), Comparison::Numbers(0x1234_5678, 7));
        assert_eq!(found, [0x1234_5678, 0x1234_5679, 0x1234_5677].map(Literal::Int));
        assert_eq!(placed(Literal::Byte(7), Comparison::Numbers(7, 1_000)), []);
    }

    #[test]
    fn a_keyword_takes_the_place_of_what_was_compared_with_it() {
        let found = placed(Literal::string("run x"), texts("run", "begin"));
        assert_eq!(found, [Literal::string("begin x")]);
        assert_eq!(placed(Literal::string("x"), texts("run", "begin")), []);
    }

    #[test]
    fn a_character_a_length_and_a_parsed_number_are_found_in_a_text() {
        let found = placed(
            Literal::string("a-b"),
            Comparison::Numbers(i64::from(b'-'), i64::from(b'=')),
        );
        assert!(found.contains(&Literal::string("a=b")));
        let found = placed(Literal::string("ab"), Comparison::Numbers(2, 5));
        assert!(found.contains(&Literal::string("ababa")));
        let found = placed(Literal::string("42"), Comparison::Numbers(42, 1999));
        assert!(found.contains(&Literal::string("1999")));
    }

    #[test]
    fn a_pair_is_placed_a_bounded_number_of_times() {
        let sequence = Sequence {
            statements: vec![Statement::Call {
                method: MethodId(0),
                operands: vec![Operand::Literal(Literal::Int(7))],
            }],
        };
        let mut hints = Hints::default();
        let placed: Vec<usize> = (0..PAIR_CAP + 2)
            .map(|_| hints.place(&sequence, &[Comparison::Numbers(7, 9)]).sequences.len())
            .collect();
        assert!(placed[..usize::from(PAIR_CAP)].iter().all(|count| *count > 0));
        assert_eq!(placed[usize::from(PAIR_CAP)..], [0, 0]);
    }
}
