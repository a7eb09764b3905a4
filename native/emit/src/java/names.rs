//! Legal and readable identifiers: variables named by types and parameters.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use palus_classes::is_reserved;

use super::types::JType;

/// The identifier in ASCII, by Unicode escapes, so that the encoding javac assumes does not matter.
pub(super) fn ascii(identifier: &str) -> String {
    let mut text = String::new();
    for unit in identifier.encode_utf16() {
        match u8::try_from(unit) {
            Ok(byte) if byte.is_ascii() => text.push(char::from(byte)),
            _ => {
                let _ = write!(text, "\\u{unit:04x}");
            }
        }
    }
    text
}

/// `URLBuilder` to `urlBuilder`, `URL` to `url`, `Option` to `option`; only letters and digits of ASCII stay.
pub(super) fn lower_camel(name: &str) -> String {
    let letters: Vec<char> = name.chars().filter(char::is_ascii_alphanumeric).collect();
    let upper = letters.iter().take_while(|c| c.is_ascii_uppercase()).count();
    // The last capital of a run starts the next word, unless the run is all there is.
    let next_is_word = letters.get(upper).is_some_and(char::is_ascii_lowercase);
    let lowered = if upper > 1 && next_is_word { upper - 1 } else { upper };
    letters
        .iter()
        .enumerate()
        .map(|(i, c)| if i < lowered { c.to_ascii_lowercase() } else { *c })
        .collect()
}

/// The same with a capital first letter.
pub(super) fn capitalised(name: &str) -> String {
    let mut letters: String = name.chars().filter(char::is_ascii_alphanumeric).collect();
    if let Some(first) = letters.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    letters
}

/// The words of a constant or of running text in one camel-case word: `HALF_UP` and `half up` to `HalfUp`.
pub(super) fn camel_words(text: &str) -> String {
    text.split(|c: char| !c.is_ascii_alphanumeric())
        .map(|word| {
            let shouted = word.chars().all(|c| !c.is_ascii_lowercase());
            capitalised(&if shouted {
                word.to_ascii_lowercase()
            } else {
                word.to_owned()
            })
        })
        .collect()
}

/// The simple name of a class without those that enclose it: `java.util.Map$Entry` to `Entry`.
pub(super) fn simple_class_name(binary: &str) -> &str {
    let last = binary.rsplit('.').next().unwrap_or(binary);
    last.rsplit('$').find(|part| !part.is_empty()).unwrap_or(last)
}

/// A variable name for a value of the type: `options`, `strings` for an array.
pub(super) fn by_type(of: &JType) -> String {
    match of {
        JType::Class(name) => lower_camel(simple_class_name(name)),
        JType::Array(element) => format!("{}s", by_type(element)),
        JType::Primitive(primitive) => format!("{}Value", primitive.keyword()),
        JType::Null => "value".to_owned(),
    }
}

/// A variable name for the result of a method: `getOption` to `option`, `size` to `size`.
pub(super) fn by_method(method: &str) -> String {
    let rest = ["get", "to", "is", "create", "build"]
        .iter()
        .filter_map(|prefix| method.strip_prefix(prefix))
        .find(|rest| rest.starts_with(|c: char| c.is_ascii_uppercase()));
    lower_camel(rest.unwrap_or(method))
}

/// Whether a parameter name tells more than its type: compilers' stand-ins do not.
pub(super) fn is_telling(parameter: &str) -> bool {
    let stand_in = ["arg", "p", "param", "var"]
        .iter()
        .filter_map(|prefix| parameter.strip_prefix(prefix))
        .any(|rest| rest.chars().all(|c| c.is_ascii_digit()));
    parameter.len() > 2 && !stand_in && parameter.chars().all(|c| c.is_ascii_alphanumeric())
}

/// Methods without parameters that every class has: a test of such a name would override it.
pub(super) const INHERITED: [&str; 8] = [
    "clone",
    "finalize",
    "getClass",
    "hashCode",
    "notify",
    "notifyAll",
    "toString",
    "wait",
];

/// Hands out names that differ.
#[derive(Debug)]
pub(super) struct Namer {
    used: BTreeSet<String>,
}

impl Namer {
    /// Where the names in `reserved` are taken.
    pub(super) fn new(reserved: impl IntoIterator<Item = String>) -> Self {
        Self {
            used: reserved.into_iter().collect(),
        }
    }

    /// A name like `base` that was not handed out: a variable, so the number follows directly.
    pub(super) fn variable(&mut self, base: &str) -> String {
        let starts_well = base.starts_with(|c: char| c.is_ascii_alphabetic());
        let base = if starts_well {
            base.to_owned()
        } else {
            format!("value{base}")
        };
        let base = if is_reserved(&base) {
            format!("{base}Value")
        } else {
            base
        };
        self.fresh(&base, "")
    }

    /// The first of the names for a test that is free; when none is, the last with a number, set off, for names may end in
    /// one.
    pub(super) fn test(&mut self, names: &[String]) -> String {
        let free = names.iter().find(|name| !self.used.contains(*name));
        let base = free.or(names.last()).cloned().unwrap_or_default();
        self.fresh(&base, "_")
    }

    fn fresh(&mut self, base: &str, separator: &str) -> String {
        let numbered = (2..).map(|n: u32| format!("{base}{separator}{n}"));
        let name = std::iter::once(base.to_owned())
            .chain(numbered)
            .find(|name| !self.used.contains(name));
        let name = name.unwrap_or_default();
        self.used.insert(name.clone());
        name
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_test_has_the_name_of_a_method_that_every_class_has() {
        let mut namer = Namer::new(INHERITED.map(str::to_owned));
        assert_eq!(namer.test(&["hashCode".to_owned()]), "hashCode_2");
        assert_eq!(namer.test(&["equals".to_owned()]), "equals");
    }

    #[test]
    fn type_names_become_variable_names() {
        for (name, wanted) in [
            ("Options", "options"),
            ("URL", "url"),
            ("URLBuilder", "urlBuilder"),
            ("x", "x"),
            ("AType", "aType"),
        ] {
            assert_eq!(lower_camel(name), wanted);
        }
        assert_eq!(by_type(&JType::class("java.util.Map$Entry")), "entry");
        assert_eq!(
            by_type(&JType::Array(Box::new(JType::class("java.lang.String")))),
            "strings"
        );
        assert_eq!(by_method("getOption"), "option");
        assert_eq!(by_method("gettysburg"), "gettysburg");
    }

    #[test]
    fn a_keyword_never_becomes_a_variable() {
        let mut namer = Namer::new([]);
        assert_eq!(namer.variable("default"), "defaultValue");
        assert_eq!(namer.variable("class"), "classValue");
        assert_eq!(namer.variable("classValue"), "classValue2");
        assert_eq!(namer.variable(""), "value");
        assert_eq!(namer.variable("1st"), "value1st");
    }

    #[test]
    fn identifiers_are_written_in_ascii() {
        assert_eq!(ascii("größe"), r"gr\u00f6\u00dfe");
    }

    #[test]
    fn words_are_joined_in_camel_case() {
        assert_eq!(camel_words("HALF_UP"), "HalfUp");
        assert_eq!(camel_words("null-pointer"), "NullPointer");
        assert_eq!(camel_words("parseException"), "ParseException");
    }
}
