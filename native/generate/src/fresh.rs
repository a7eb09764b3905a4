//! New values: boundaries, random ones, and neighbours of values at hand.

use palus_sequence::{Literal, Primitive};

use crate::draw::Draw;
use crate::text;
use crate::types::LiteralKind;

/// How often a value is random rather than a boundary.
const RANDOM_SHARE: f64 = 0.15;

/// How often a boundary is one of those at hand rather than one far out, which costs memory or throws where it is a size.
const NEAR_SHARE: f64 = 0.85;

/// Texts that parsers, formatters and containers treat differently.
const TEXTS: [&str; 22] = [
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
    "b",
    "hello world",
    "Hello, World!",
    "2024-02-29",
    "1,2;3",
    "The quick brown fox jumps over the lazy dog, twice over and back again.",
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
    boundary(primitive, simple, rng)
}

/// Any value of the kind, each of its bits or characters drawn.
pub(crate) fn any(kind: LiteralKind, rng: &mut Draw) -> Literal {
    match kind {
        LiteralKind::Primitive(primitive) => random(primitive, rng),
        _ => Literal::String(text::any(rng)),
    }
}

/// A value at which code of that type tends to change its mind; the plainest is 1.
fn boundary(primitive: Primitive, simple: bool, rng: &mut Draw) -> Literal {
    const NEAR: [i64; 12] = [1, 0, 2, -1, 3, 4, 5, 7, 8, 10, 16, 20];
    const FAR: [i64; 14] = [
        -2,
        32,
        64,
        100,
        127,
        128,
        255,
        256,
        -128,
        1_000,
        65_535,
        65_536,
        i64::MAX,
        i64::MIN,
    ];
    const REALS: [f64; 12] = [
        1.0,
        0.0,
        -1.0,
        0.5,
        2.0,
        3.0,
        10.0,
        -0.0,
        1e-9,
        f64::MAX,
        f64::NAN,
        f64::INFINITY,
    ];
    let number = if simple {
        NEAR[0]
    } else if rng.chance(NEAR_SHARE) {
        NEAR[rng.below(NEAR.len())]
    } else {
        FAR[rng.below(FAR.len())]
    };
    let real = REALS[if simple { 0 } else { rng.below(REALS.len()) }];
    match primitive {
        Primitive::Void => Literal::Null,
        Primitive::Boolean => Literal::Boolean(simple || rng.chance(0.5)),
        Primitive::Byte => Literal::Byte(number.clamp(-128, 127) as i8),
        Primitive::Char => {
            let characters = b"a0 A,-\n\\\"z_=9Z\0\xff";
            Literal::Char(characters[if simple { 0 } else { rng.below(characters.len()) }].into())
        }
        Primitive::Short => Literal::Short(number.clamp(-32_768, 32_767) as i16),
        Primitive::Int => Literal::Int(number.clamp(i32::MIN.into(), i32::MAX.into()) as i32),
        Primitive::Long => Literal::Long(number),
        Primitive::Float => Literal::Float(real as f32),
        Primitive::Double => Literal::Double(real),
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

/// A value near `literal`, of the same kind: the small steps that find a boundary, and the large ones that find another size or sign.
pub(crate) fn perturb(literal: &Literal, rng: &mut Draw) -> Option<Literal> {
    Some(match literal {
        Literal::Boolean(v) => Literal::Boolean(!v),
        Literal::Byte(v) => Literal::Byte(moved((*v).into(), rng) as i8),
        Literal::Char(v) => Literal::Char(moved((*v).into(), rng) as u16),
        Literal::Short(v) => Literal::Short(moved((*v).into(), rng) as i16),
        Literal::Int(v) => Literal::Int(moved((*v).into(), rng) as i32),
        Literal::Long(v) => Literal::Long(moved(*v, rng)),
        Literal::Float(v) => Literal::Float(moved_real((*v).into(), rng) as f32),
        Literal::Double(v) => Literal::Double(moved_real(*v, rng)),
        Literal::String(text) => Literal::String(text::perturb(text, rng)),
        _ => return None,
    })
}

fn step(rng: &mut Draw) -> i8 {
    [1, -1, 2, -2, 10, -10][rng.below(6)]
}

fn moved(value: i64, rng: &mut Draw) -> i64 {
    match rng.below(10) {
        0 => value.wrapping_neg(),
        1 => value.wrapping_mul(2),
        2 => value / 2,
        _ => value.wrapping_add(step(rng).into()),
    }
}

fn moved_real(value: f64, rng: &mut Draw) -> f64 {
    match rng.below(10) {
        0 => -value,
        1 => value * 2.0,
        2 => value / 2.0,
        // What is computed with whole numbers is often the same by another formula.
        3 | 4 => value * (0.5 + rng.unit()),
        5 => value + rng.unit(),
        _ => value + f64::from(step(rng)),
    }
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
