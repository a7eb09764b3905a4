//! Texts that fit what code looks for: strings that a regular expression or a pattern of dates among its constants matches.
//!
//! A validator or a parser refuses nearly every text, and all that it does with the others is out of reach of texts which are drawn
//! without knowing what they have to look like.

use std::sync::Arc;

use palus_sequence::JavaString;
use regex_syntax::ParserBuilder;
use regex_syntax::hir::{Class, Hir, HirKind, Repetition};
use rustc_hash::FxHashMap;

use crate::draw::Draw;

/// How often a pattern stands for what it matches, not for itself.
const MATCH_SHARE: f64 = 0.7;
/// The longest expression that is read, and the longest text that is made, in characters.
const LONGEST: usize = 600;
const TEXT_CAP: usize = 160;
/// How many times more than it has to a part is repeated, at most.
const MORE: u32 = 3;
/// How often a character is any that a set of them has, not a usual one.
const ANY_SHARE: f64 = 0.2;
/// A text with one of these may be a regular expression.
const OPERATORS: [char; 7] = ['[', '(', '\\', '*', '+', '^', '$'];
/// The characters that texts are mostly made of, the likeliest first.
const USUAL: [(u8, u8); 4] = [(b'a', b'z'), (b'0', b'9'), (b'A', b'Z'), (b' ', b'~')];
/// What Java calls sets of characters (`java.util.regex.Pattern`), and what the parser does.
const CLASSES: [(&str, &str); 13] = [
    ("Lower", "lower"),
    ("Upper", "upper"),
    ("ASCII", "ascii"),
    ("Alpha", "alpha"),
    ("Digit", "digit"),
    ("Alnum", "alnum"),
    ("Punct", "punct"),
    ("Graph", "graph"),
    ("Print", "print"),
    ("Blank", "blank"),
    ("Cntrl", "cntrl"),
    ("XDigit", "xdigit"),
    ("Space", "space"),
];
/// The fields of patterns of dates (`java.time.format.DateTimeFormatter`), and what may stand there.
const FIELDS: [(char, &[&str]); 10] = [
    ('y', &["2024", "1999", "2000"]),
    ('u', &["2024", "1970"]),
    ('M', &["02", "12", "1"]),
    ('d', &["29", "31", "1"]),
    ('H', &["23", "00", "9"]),
    ('h', &["12", "01"]),
    ('m', &["59", "00"]),
    ('s', &["58", "00"]),
    ('S', &["123", "000"]),
    ('Z', &["+0100", "-0330", "Z"]),
];
/// What shows that a text is such a pattern.
const DATES: [&str; 3] = ["yy", "uuuu", "HH"];

/// What a text stands for.
enum Meaning {
    Itself,
    Expression(Hir),
    Date(Vec<char>),
}

/// The meanings of the texts that were asked for.
#[derive(Default)]
pub(crate) struct Patterns(FxHashMap<Arc<[u16]>, Meaning>);

impl Patterns {
    /// A text that fits where this one is a pattern, mostly; otherwise the text.
    pub(crate) fn instance(&mut self, text: &JavaString, rng: &mut Draw) -> JavaString {
        let meaning = self
            .0
            .entry(Arc::clone(&text.0))
            .or_insert_with(|| meaning(&text.to_lossy()));
        if matches!(meaning, Meaning::Itself) || !rng.chance(MATCH_SHARE) {
            return text.clone();
        }
        let mut made = String::new();
        match meaning {
            Meaning::Itself => {}
            Meaning::Expression(expression) => write(expression, &mut made, rng),
            Meaning::Date(pattern) => write_date(pattern, &mut made, rng),
        }
        JavaString::from(&*made)
    }
}

fn meaning(text: &str) -> Meaning {
    if text.len() > LONGEST {
        return Meaning::Itself;
    }
    if DATES.iter().any(|shown| text.contains(shown)) {
        return Meaning::Date(text.chars().collect());
    }
    if !text.contains(OPERATORS) {
        return Meaning::Itself;
    }
    // Java's sets of characters are those of ASCII.
    let mut parser = ParserBuilder::new().unicode(false).utf8(false).build();
    match parser.parse(&translated(text)) {
        Ok(expression) if !matches!(expression.kind(), HirKind::Literal(_) | HirKind::Empty) => {
            Meaning::Expression(expression)
        }
        _ => Meaning::Itself,
    }
}

/// The expression with the names of sets of characters that the parser knows.
fn translated(text: &str) -> String {
    let mut text = text.to_owned();
    for (java, posix) in CLASSES {
        text = text
            .replace(&format!("\\p{{{java}}}"), &format!("[[:{posix}:]]"))
            .replace(&format!("\\P{{{java}}}"), &format!("[[:^{posix}:]]"));
    }
    text
}

/// Appends a text that the expression matches.
fn write(expression: &Hir, made: &mut String, rng: &mut Draw) {
    if made.len() >= TEXT_CAP {
        return;
    }
    match expression.kind() {
        HirKind::Empty | HirKind::Look(_) => {}
        HirKind::Literal(literal) => made.push_str(&String::from_utf8_lossy(&literal.0)),
        HirKind::Class(class) => made.extend(character(class, rng)),
        HirKind::Repetition(repetition) => {
            for _ in 0..times(repetition, rng) {
                write(&repetition.sub, made, rng);
            }
        }
        HirKind::Capture(capture) => write(&capture.sub, made, rng),
        HirKind::Concat(parts) => parts.iter().for_each(|part| write(part, made, rng)),
        HirKind::Alternation(ways) => {
            if let Some(way) = rng.pick(ways) {
                write(way, made, rng);
            }
        }
    }
}

fn times(repetition: &Repetition, rng: &mut Draw) -> u32 {
    let more = repetition.max.map_or(MORE, |max| max.saturating_sub(repetition.min));
    repetition.min + rng.below(more.min(MORE) as usize + 1) as u32
}

/// A character of the class, of ASCII: a usual one where it has such, mostly.
fn character(class: &Class, rng: &mut Draw) -> Option<char> {
    let ranges: Vec<(u32, u32)> = match class {
        Class::Unicode(class) => class
            .iter()
            .map(|range| (range.start().into(), range.end().into()))
            .collect(),
        Class::Bytes(class) => class
            .iter()
            .map(|range| (range.start().into(), range.end().into()))
            .collect(),
    };
    let of = |start: u8, end: u8| -> Vec<u8> {
        let has = |unit: &u8| {
            ranges
                .iter()
                .any(|(start, end)| (*start..=*end).contains(&u32::from(*unit)))
        };
        (start..=end).filter(has).collect()
    };
    let usual = USUAL.map(|(start, end)| of(start, end));
    let likely = usual.iter().find(|characters| !characters.is_empty());
    let all = of(0, 0x7f);
    let from = match likely {
        Some(likely) if !rng.chance(ANY_SHARE) => likely,
        _ => &all,
    };
    rng.pick(from).map(|unit| char::from(*unit))
}

/// Appends a date as the pattern has it; what stands between apostrophes is said as it stands.
fn write_date(pattern: &[char], made: &mut String, rng: &mut Draw) {
    let mut is_quoted = false;
    for run in pattern.chunk_by(|one, other| one == other) {
        let values = FIELDS
            .iter()
            .find(|(field, _)| *field == run[0])
            .map(|(_, values)| values);
        match values {
            _ if run[0] == '\'' => is_quoted = !is_quoted,
            Some(values) if !is_quoted => made.extend(rng.pick(values).copied()),
            _ => made.extend(run),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn instances(pattern: &str) -> Vec<String> {
        let (mut patterns, mut rng) = (Patterns::default(), Draw::new(7));
        let text = JavaString::from(pattern);
        (0..300)
            .map(|_| patterns.instance(&text, &mut rng).to_lossy())
            .collect()
    }

    /// Whether at least half of the instances fit, none but the pattern itself being without.
    fn all_fit(pattern: &str, fits: impl Fn(&str) -> bool) {
        let instances = instances(pattern);
        let fitting = instances.iter().filter(|text| fits(text)).count();
        assert!(fitting > 150, "{fitting} of {instances:?}");
        let stranger = instances.iter().find(|text| !fits(text) && *text != pattern);
        assert_eq!(stranger, None, "{pattern}");
    }

    #[test]
    fn what_an_expression_matches_is_made() {
        all_fit("^(\\d{1,3})\\.(\\d+)$", |text| {
            text.split_once('.')
                .is_some_and(|(one, other)| (1..=3).contains(&one.chars().count()) && !other.is_empty())
        });
        all_fit("^\\s*(?:a|bc)*+@[^@\\p{Cntrl}]+$", |text| text.split('@').count() == 2);
    }

    #[test]
    fn a_date_is_written_as_its_pattern_says() {
        all_fit("yyyy-MM-dd'T'HH:mm", |text| {
            text.len() > 12 && text.matches('-').count() == 2 && text.contains('T') && !text.contains('\'')
        });
    }

    #[test]
    fn other_texts_stand_for_themselves() {
        for text in ["plain", "a.b", "?", "(?=ahead)a", "\\Q"] {
            assert!(instances(text).iter().all(|instance| instance == text), "{text}");
        }
    }
}
