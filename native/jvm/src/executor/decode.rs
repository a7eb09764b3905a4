//! What the interpreter wrote down of a batch.
//!
//! One record of 40 bytes a statement: `i32 status, tag, class, touched; i64 bits; i32 text-offset, text-units, steps, micros`,
//! and behind them texts (UTF-16) and array elements (24 bytes: `i32 tag, class; i64 bits; i32 text-offset, text-units`),
//! which are found by their offsets.

use palus_sequence::{CodeSite, Comparison, EndedBy, JavaString, LayoutId, Outcome, Profile, Trace, TypeId, Value};
use palus_trace::record::tag;

use crate::coverage::FIRST_MUTANT;

const RECORD: usize = 40;
const ELEMENT: usize = 24;

const BOXED_BOOLEAN: u8 = tag::BOXED + tag::BOOLEAN;
const BOXED_DOUBLE: u8 = tag::BOXED + tag::DOUBLE;

/// Longest text of a comparison, in units.
const TEXT_LIMIT: i32 = 64;

const RETURNED: i32 = 0;
const THREW: i32 = 1;
const NOT_RUN: i32 = 2;
const NO_FUEL: i32 = 3;
const EXIT: i32 = 4;
const STOPPED: i32 = 5;
const RESOURCES: i32 = 7;
const THREAD: i32 = 8;
const REFUSED: i32 = 9;
const WAIT: i32 = 10;
const NOT_FITTING: i32 = 11;
/// Added to the first status of a sequence.
const LEAVES_CHANGES: i32 = 0x100;
const EQUALS_EARLIER: i32 = 0x200;
const PRINTS: i32 = 0x400;
const LEAVES_THREADS: i32 = 0x800;
const MEETS: i32 = 0x1000;
/// From this bit on the facts that the sequence asked for.
const ASKED_SHIFT: i32 = 13;

/// The bytes of a batch's outcomes.
pub(super) struct Outcomes<'m>(&'m [u64]);

impl<'m> Outcomes<'m> {
    pub(super) fn new(memory: &'m [u64]) -> Self {
        Self(memory)
    }

    /// The word at a byte offset that is a multiple of 4; 0 outside.
    fn int(&self, offset: usize) -> i32 {
        let word = self.0.get(offset / 8).copied().unwrap_or(0);
        (if offset.is_multiple_of(8) { word } else { word >> 32 }) as i32
    }

    fn long(&self, offset: usize) -> i64 {
        i64::from(self.int(offset) as u32) | i64::from(self.int(offset + 4)) << 32
    }

    /// A text, when one was written: offset 0 is the first record's.
    fn text(&self, offset: i32, units: i32) -> Option<JavaString> {
        let (offset, units) = (usize::try_from(offset).ok()?, usize::try_from(units).ok()?);
        if offset == 0 || offset + units * 2 > self.0.len() * 8 {
            return None;
        }
        let unit = |index: usize| {
            let byte = offset + index * 2;
            (self.0[byte / 8] >> (byte % 8 * 8)) as u16
        };
        // Texts start at even offsets, so that no unit spans two words.
        Some(JavaString((0..units).map(unit).collect()))
    }
}

/// What became of a statement, without what is said of the whole sequence.
fn status(outcomes: &Outcomes<'_>, base: usize) -> i32 {
    outcomes.int(base) & (LEAVES_CHANGES - 1)
}

/// The trace of the next sequence; `at` holds the next statement and the next word of `touched`.
pub(super) fn trace(
    outcomes: &Outcomes<'_>,
    touched: &[i32],
    at: &mut (usize, usize),
    (statements, with_comparisons): (usize, bool),
    mut class: impl FnMut(u32) -> TypeId,
) -> Trace {
    let mut trace = Trace {
        outcomes: Vec::with_capacity(statements),
        ..Trace::default()
    };
    let of_the_whole = if statements > 0 { outcomes.int(at.0 * RECORD) } else { 0 };
    trace.leaves.changes = of_the_whole & LEAVES_CHANGES != 0;
    trace.prints = of_the_whole & PRINTS != 0;
    trace.leaves.threads = of_the_whole & LEAVES_THREADS != 0;
    trace.equals_earlier = of_the_whole & EQUALS_EARLIER != 0;
    trace.met = of_the_whole & MEETS != 0;
    trace.asked = of_the_whole >> ASKED_SHIFT;
    for _ in 0..statements {
        let base = at.0 * RECORD;
        at.0 += 1;
        trace.edges_after.push(outcomes.int(base + 12).max(0) as u32);
        trace.outcomes.push(outcome(outcomes, base, &mut class));
        if status(outcomes, base) == THREW {
            trace.thrown_at = outcomes
                .text(outcomes.int(base + 16), outcomes.int(base + 20))
                .and_then(|text| site(&text.to_lossy()));
        }
        trace.steps = trace.steps.saturating_add(outcomes.int(base + 32).max(0) as u32);
        // Only the first record has it.
        trace.micros = trace.micros.saturating_add(outcomes.int(base + 36).max(0) as u32);
    }
    let count = touched.get(at.1).map_or(0, |&count| count.max(0) as usize);
    let ids = touched.get(at.1 + 1..at.1 + 1 + count).unwrap_or_default();
    trace.edges = ids.iter().map(|&id| id as u32).collect();
    at.1 += 1 + count;
    take_mutants_out(&mut trace);
    if with_comparisons {
        trace.comparisons = comparisons(touched, &mut at.1);
    }
    trace
}

/// The profiles of a sequence whose first record is at that position: the bits of an object are its profile, 0 where it has none.
pub(super) fn profiles(
    outcomes: &Outcomes<'_>,
    first: usize,
    statements: usize,
    mut layout: impl FnMut(u32) -> Option<LayoutId>,
) -> Vec<Option<Profile>> {
    let records = (first..first + statements).map(|record| record * RECORD);
    let profile = |base: usize| {
        let is_object = status(outcomes, base) == RETURNED && outcomes.int(base + 4) == i32::from(tag::OBJECT);
        let bits = outcomes.long(base + 16) as u64;
        let layout = (is_object && bits != 0).then(|| layout(outcomes.int(base + 8) as u32))??;
        Some(Profile { layout, bits })
    };
    records.map(profile).collect()
}

/// Mutants stand among the edges in the order of first reach.
fn take_mutants_out(trace: &mut Trace) {
    let is_edge = |id: &u32| *id < FIRST_MUTANT;
    if trace.edges.iter().all(is_edge) {
        return;
    }
    for after in &mut trace.edges_after {
        let reached = &trace.edges[..(*after as usize).min(trace.edges.len())];
        *after = reached.iter().filter(|id| is_edge(id)).count() as u32;
    }
    let (edges, mutants) = trace.edges.iter().partition(|id| is_edge(id));
    (trace.edges, trace.mutants) = (edges, mutants);
}

/// The place that threw: class, method and line, a line each, and `below` when the platform threw that it called.
fn site(text: &str) -> Option<CodeSite> {
    let mut lines = text.lines();
    Some(CodeSite {
        class: lines.next()?.to_owned(),
        method: lines.next()?.to_owned(),
        line: lines.next()?.parse().ok().filter(|line| *line > 0),
        is_below: lines.next() == Some("below"),
    })
}

/// The operands of a sequence's comparisons: a count of pairs of numbers, the numbers as two words each, a count of pairs of
/// texts, each text as its length and its units.
fn comparisons(words: &[i32], at: &mut usize) -> Vec<Comparison> {
    let mut next = || {
        let word = words.get(*at).copied().unwrap_or(0);
        *at += 1;
        word
    };
    let mut comparisons = Vec::new();
    let long = |next: &mut dyn FnMut() -> i32| i64::from(next() as u32) | i64::from(next()) << 32;
    for _ in 0..next().max(0) {
        let (one, other) = (long(&mut next), long(&mut next));
        comparisons.push(Comparison::Numbers(one, other));
    }
    let text = |next: &mut dyn FnMut() -> i32| {
        let units = next().clamp(0, TEXT_LIMIT);
        JavaString((0..units).map(|_| next() as u16).collect())
    };
    for _ in 0..next().max(0) {
        let (one, other) = (text(&mut next), text(&mut next));
        comparisons.push(Comparison::Texts(one, other));
    }
    comparisons
}

fn outcome(outcomes: &Outcomes<'_>, base: usize, class: &mut impl FnMut(u32) -> TypeId) -> Outcome {
    let fields = Fields {
        tag: outcomes.int(base + 4) as u8,
        class: outcomes.int(base + 8) as u32,
        bits: outcomes.long(base + 16),
        text: (outcomes.int(base + 24), outcomes.int(base + 28)),
    };
    match status(outcomes, base) {
        RETURNED => Outcome::Returned(value(outcomes, &fields, class)),
        THREW => Outcome::Threw {
            class: class(fields.class),
            message: outcomes.text(fields.text.0, fields.text.1),
        },
        NOT_RUN => Outcome::NotRun,
        NO_FUEL => Outcome::Ended(EndedBy::Fuel),
        EXIT => Outcome::Ended(EndedBy::Exit),
        STOPPED => Outcome::Ended(EndedBy::WallClock),
        RESOURCES => Outcome::Ended(EndedBy::Resources),
        THREAD => Outcome::Ended(EndedBy::Thread),
        REFUSED => Outcome::Ended(EndedBy::Refused),
        WAIT => Outcome::Ended(EndedBy::Wait),
        NOT_FITTING => Outcome::Ended(EndedBy::Unfit),
        _ => Outcome::Ended(EndedBy::Engine),
    }
}

struct Fields {
    tag: u8,
    class: u32,
    bits: i64,
    text: (i32, i32),
}

fn value(outcomes: &Outcomes<'_>, fields: &Fields, class: &mut impl FnMut(u32) -> TypeId) -> Value {
    let name = || {
        outcomes
            .text(fields.text.0, fields.text.1)
            .map(|text| text.to_lossy().into())
    };
    match fields.tag {
        tag::NONE => Value::Void,
        tag::NULL => Value::Null,
        tag::BOOLEAN..=tag::DOUBLE => primitive(fields.tag, fields.bits),
        BOXED_BOOLEAN..=BOXED_DOUBLE => Value::Boxed(Box::new(primitive(fields.tag - tag::BOXED, fields.bits))),
        tag::STRING => Value::String {
            length: fields.bits as u32,
            text: outcomes.text(fields.text.0, fields.text.1),
        },
        tag::ENUM => Value::Enum {
            class: class(fields.class),
            name: name(),
        },
        tag::CLASS => Value::Class { name: name() },
        tag::ARRAY => Value::Array {
            class: class(fields.class),
            length: fields.bits as u32,
            elements: elements(outcomes, fields, class),
        },
        _ => Value::Object {
            class: class(fields.class),
        },
    }
}

fn primitive(tag: u8, bits: i64) -> Value {
    match tag {
        tag::BOOLEAN => Value::Boolean(bits != 0),
        tag::BYTE => Value::Byte(bits as i8),
        tag::CHAR => Value::Char(bits as u16),
        tag::SHORT => Value::Short(bits as i16),
        tag::INT => Value::Int(bits as i32),
        tag::LONG => Value::Long(bits),
        tag::FLOAT => Value::Float(f32::from_bits(bits as u32)),
        _ => Value::Double(f64::from_bits(bits as u64)),
    }
}

/// The elements of an array, when all of them were written.
fn elements(outcomes: &Outcomes<'_>, array: &Fields, class: &mut impl FnMut(u32) -> TypeId) -> Option<Vec<Value>> {
    let (offset, count) = (usize::try_from(array.text.0).ok()?, usize::try_from(array.text.1).ok()?);
    if offset == 0 || count as i64 != array.bits {
        return (array.bits == 0).then(Vec::new);
    }
    let element = |index: usize| {
        let base = offset + index * ELEMENT;
        let fields = Fields {
            tag: outcomes.int(base) as u8,
            class: outcomes.int(base + 4) as u32,
            bits: outcomes.long(base + 8),
            text: (outcomes.int(base + 16), outcomes.int(base + 20)),
        };
        match fields.tag {
            tag::ARRAY | tag::OBJECT => None,
            _ => Some(value(outcomes, &fields, class)),
        }
    };
    (0..count).map(element).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A memory with these 32-bit words.
    fn memory(words: &[i32]) -> Vec<u64> {
        words
            .chunks(2)
            .map(|w| u64::from(w[0] as u32) | u64::from(*w.get(1).unwrap_or(&0) as u32) << 32)
            .collect()
    }

    #[test]
    fn a_returned_int_and_a_throw_come_back_with_their_edges() {
        let words = memory(&[
            RETURNED,
            i32::from(tag::INT),
            0,
            2,
            -5,
            -1,
            0,
            0,
            0,
            0, //
            THREW,
            i32::from(tag::OBJECT),
            7,
            3,
            0,
            0,
            0,
            -1,
            0,
            0,
        ]);
        let mut at = (0, 0);
        let trace = trace(&Outcomes::new(&words), &[3, 10, 11, 12], &mut at, (2, false), TypeId);
        assert_eq!(trace.outcomes[0], Outcome::Returned(Value::Int(-5)));
        assert_eq!(
            trace.outcomes[1],
            Outcome::Threw {
                class: TypeId(7),
                message: None
            }
        );
        assert_eq!(trace.edges, [10, 11, 12]);
        assert_eq!(trace.edges_after, [2, 3]);
        assert_eq!(at, (2, 4));
    }

    #[test]
    fn the_bits_of_an_object_are_its_profile() {
        let object = i32::from(tag::OBJECT);
        let mut words = vec![0; 40];
        words[10..15].copy_from_slice(&[RETURNED, object, 5, 0, 0b101]);
        words[20..25].copy_from_slice(&[RETURNED, object, 5, 0, 0]);
        words[30..35].copy_from_slice(&[THREW, object, 5, 0, 0b101]);
        let words = memory(&words);
        let known = profiles(&Outcomes::new(&words), 1, 3, |class| Some(LayoutId(class.into())));
        let profile = Profile {
            layout: LayoutId(5),
            bits: 0b101,
        };
        assert_eq!(known, [Some(profile), None, None]);
        assert_eq!(profiles(&Outcomes::new(&words), 1, 1, |_| None), [None]);
    }

    #[test]
    fn a_place_without_a_line_is_a_place() {
        let place = site("demo.A\nf\n-1").unwrap();
        assert_eq!(
            (place.class.as_str(), place.method.as_str(), place.line),
            ("demo.A", "f", None)
        );
        assert_eq!(site("demo.A\nf\n12").unwrap().line, Some(12));
        assert!(site("demo.A\nf\n12\nbelow").unwrap().is_below);
        assert_eq!(site("demo.A"), None);
    }

    #[test]
    fn a_text_is_found_by_its_offset() {
        let words = memory(&[RETURNED, i32::from(tag::STRING), 0, 0, 2, 0, 40, 2, 0, 0, 0x0062_0061]);
        let mut at = (0, 0);
        let trace = trace(&Outcomes::new(&words), &[0], &mut at, (1, false), TypeId);
        let expected = Value::String {
            length: 2,
            text: Some("ab".into()),
        };
        assert_eq!(trace.outcomes, [Outcome::Returned(expected)]);
    }

    #[test]
    fn comparisons_stand_behind_the_edges_of_their_sequence() {
        let touched = [1, 10, 1, 7, 0, -1, -1, 1, 1, 97, 2, 98, 99, 0, 0, 0];
        let outcomes = memory(&[0; 20]);
        let mut at = (0, 0);
        let trace = trace(&Outcomes::new(&outcomes), &touched, &mut at, (1, true), TypeId);
        assert_eq!(trace.edges, [10]);
        assert_eq!(
            trace.comparisons,
            [Comparison::Numbers(7, -1), Comparison::Texts("a".into(), "bc".into())]
        );
        assert_eq!(at.1, 13);
    }
}
