//! For reading.

use std::fmt::Write as _;

use palus_fields::{Field, Object, Pair};

use super::Answer;

/// As many pairs of a field are shown.
const MOST_PAIRS: usize = 12;

pub(super) fn text(answer: &Answer<'_>) -> String {
    let mut text = String::new();
    let extensions = &answer.suite.extensions;
    let _ = writeln!(
        text,
        "{} heaps of {} tests",
        extensions.heaps(),
        answer.suite.tests.len()
    );
    for (field, pairs) in extensions.fields().filter(|(field, _)| answer.is_meant(field)) {
        let pairs: Vec<&Pair> = pairs.collect();
        let not_null = pairs.iter().filter(|(_, to)| *to != Object::Null).count();
        let shown: Vec<String> = pairs.iter().take(MOST_PAIRS).map(|pair| self::pair(pair)).collect();
        let rest = if pairs.len() > MOST_PAIRS { ", ..." } else { "" };
        let demanded = answer.demanded.get(field);
        let demanded = demanded.map_or_else(String::new, |(all, here)| format!(", {here} of {all} demanded"));
        let _ = writeln!(
            text,
            "{field}  {} pairs, {not_null} not null{demanded}: {}{rest}",
            pairs.len(),
            shown.join(", ")
        );
    }
    let mut tests: Vec<(&str, usize)> = answer.alone().map(|(test, alone)| (test, alone.len())).collect();
    tests.retain(|(_, alone)| *alone > 0);
    if !tests.is_empty() {
        let _ = writeln!(text, "\npairs that one test alone has:");
    }
    for (test, alone) in tests {
        let _ = writeln!(text, "  {test}  {alone}");
    }
    if let Some(missing) = &answer.missing {
        let _ = writeln!(text, "\n{} missing:", missing.len());
        for missing in missing {
            let _ = writeln!(text, "  {missing}");
        }
    }
    if let Some([here, there]) = &answer.differences {
        for (heading, pairs) in [("here and not there", here), ("there and not here", there)] {
            let _ = writeln!(text, "\n{} pairs {heading}:", pairs.len());
            for (field, pair) in pairs {
                let _ = writeln!(text, "  {}", link(field, pair));
            }
        }
    }
    text
}

fn pair((from, to): &Pair) -> String {
    format!("({from}, {to})")
}

fn link(field: &Field, pair: &Pair) -> String {
    format!("{field} {}", self::pair(pair))
}
