//! New values: boundaries, random ones, and neighbours of values at hand.

use palus_sequence::{JavaString, Literal, Primitive};

use crate::draw::Draw;
use crate::types::LiteralKind;

/// How often a value is random rather than a boundary.
const RANDOM_SHARE: f64 = 0.15;

/// Texts that parsers, formatters and containers treat differently.
const TEXTS: [&str; 16] = [
    "a",
    "",
    "abc",
    " ",
    "0",
    "1",
    "-1",
    "1.5",
    "true",
    "A",
    "a b",
    "a,b",
    "key=value",
    "-a",
    "\n",
    "\u{e9}",
];

/// A boundary value, or now and then a random one.
pub(crate) fn fresh(kind: LiteralKind, simple: bool, rng: &mut Draw) -> Literal {
    let LiteralKind::Primitive(primitive) = kind else {
        return Literal::string(if simple {
            TEXTS[0]
        } else {
            TEXTS[rng.below(TEXTS.len())]
        });
    };
    if !simple && rng.chance(RANDOM_SHARE) {
        return random(primitive, rng);
    }
    let boundary = boundary(primitive);
    boundary[if simple { 0 } else { rng.below(boundary.len()) }].clone()
}

/// The values at which code of that type tends to change its mind, the plainest first.
fn boundary(primitive: Primitive) -> Vec<Literal> {
    let numbers: &[i64] = &[1, 0, 2, -1, 3, 10, 100, i64::MAX, i64::MIN];
    let clamped = |low: i64, high: i64| numbers.iter().map(move |&n| n.clamp(low, high));
    match primitive {
        Primitive::Void => vec![Literal::Null],
        Primitive::Boolean => vec![Literal::Boolean(true), Literal::Boolean(false)],
        Primitive::Byte => clamped(-128, 127).map(|n| Literal::Byte(n as i8)).collect(),
        Primitive::Char => "a0 A,-\n\\\"z_\u{0}\u{ffff}"
            .chars()
            .map(|c| Literal::Char(c as u32 as u16))
            .collect(),
        Primitive::Short => clamped(-32_768, 32_767).map(|n| Literal::Short(n as i16)).collect(),
        Primitive::Int => clamped(i32::MIN.into(), i32::MAX.into())
            .map(|n| Literal::Int(n as i32))
            .collect(),
        Primitive::Long => numbers.iter().copied().map(Literal::Long).collect(),
        Primitive::Float => [1.0, 0.0, -1.0, 0.5, f32::MAX, f32::NAN, f32::INFINITY]
            .map(Literal::Float)
            .to_vec(),
        Primitive::Double => [1.0, 0.0, -1.0, 0.5, f64::MAX, f64::NAN, f64::INFINITY]
            .map(Literal::Double)
            .to_vec(),
    }
}

fn random(primitive: Primitive, rng: &mut Draw) -> Literal {
    // Small magnitudes are as likely as large ones: most code counts, it does not hash.
    let bits = rng.bits() >> rng.below(63);
    let number = if rng.chance(0.2) {
        (bits as i64).wrapping_neg()
    } else {
        bits as i64
    };
    match primitive {
        Primitive::Void => Literal::Null,
        Primitive::Boolean => Literal::Boolean(number & 1 == 0),
        Primitive::Byte => Literal::Byte(number as i8),
        Primitive::Char => Literal::Char((number as u16) & 0x7f),
        Primitive::Short => Literal::Short(number as i16),
        Primitive::Int => Literal::Int(number as i32),
        Primitive::Long => Literal::Long(number),
        Primitive::Float => Literal::Float(number as f32 / 16.0),
        Primitive::Double => Literal::Double(number as f64 / 16.0),
    }
}

/// A value near `literal`, of the same kind: the small steps that find a boundary.
pub(crate) fn perturb(literal: &Literal, rng: &mut Draw) -> Option<Literal> {
    let step = [1, -1, 2, -2, 10, -10][rng.below(6)];
    Some(match literal {
        Literal::Boolean(v) => Literal::Boolean(!v),
        Literal::Byte(v) => Literal::Byte(v.wrapping_add(step as i8)),
        Literal::Char(v) => Literal::Char(v.wrapping_add(step as u16)),
        Literal::Short(v) => Literal::Short(v.wrapping_add(step)),
        Literal::Int(v) => Literal::Int(v.wrapping_add(step.into())),
        Literal::Long(v) => Literal::Long(v.wrapping_add(step.into())),
        Literal::Float(v) => Literal::Float(v + f32::from(step)),
        Literal::Double(v) => Literal::Double(v + f64::from(step)),
        Literal::String(text) => Literal::String(perturb_text(text, rng)),
        _ => return None,
    })
}

/// Longest text that grows out of perturbing, in UTF-16 units.
const TEXT_CAP: usize = 200;

fn perturb_text(text: &JavaString, rng: &mut Draw) -> JavaString {
    let mut units = text.units().to_vec();
    let at = rng.below(units.len() + 1);
    match rng.below(4) {
        0 if at < units.len() => {
            units.remove(at);
        }
        1 if at < units.len() => units[at] = units[at].wrapping_add(1),
        2 if units.len() * 2 <= TEXT_CAP => units.extend_from_within(..),
        _ => {
            let piece: Vec<u16> = TEXTS[rng.below(TEXTS.len())].encode_utf16().collect();
            units.splice(at..at, piece);
        }
    }
    units.truncate(TEXT_CAP);
    JavaString(units.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_perturbed_value_keeps_its_kind() {
        let mut rng = Draw::new(9);
        for literal in [
            Literal::Int(i32::MAX),
            Literal::string(""),
            Literal::Char(0),
            Literal::Boolean(true),
        ] {
            for _ in 0..20 {
                let near = perturb(&literal, &mut rng).unwrap();
                assert_eq!(std::mem::discriminant(&near), std::mem::discriminant(&literal));
            }
        }
    }
}
