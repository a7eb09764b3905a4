//! Names that the Java language can write; a class file may have nearly any (JVMS 4.2).

/// The reserved words (JLS 3.9), the literals, and `var` and `yield`, which no variable or type should be called.
const RESERVED: [&str; 56] = [
    "_",
    "abstract",
    "assert",
    "boolean",
    "break",
    "byte",
    "case",
    "catch",
    "char",
    "class",
    "const",
    "continue",
    "default",
    "do",
    "double",
    "else",
    "enum",
    "extends",
    "false",
    "final",
    "finally",
    "float",
    "for",
    "goto",
    "if",
    "implements",
    "import",
    "instanceof",
    "int",
    "interface",
    "long",
    "native",
    "new",
    "null",
    "package",
    "private",
    "protected",
    "public",
    "return",
    "short",
    "static",
    "strictfp",
    "super",
    "switch",
    "synchronized",
    "this",
    "throw",
    "throws",
    "transient",
    "true",
    "try",
    "var",
    "void",
    "volatile",
    "while",
    "yield",
];

/// Words that are identifiers elsewhere, but name no type (JLS 3.9, `TypeIdentifier`).
const NO_TYPES: [&str; 5] = ["permits", "record", "sealed", "var", "yield"];

/// Whether source should call nothing new by that word.
pub fn is_reserved(text: &str) -> bool {
    RESERVED.contains(&text)
}

/// Whether javac takes the text for an identifier of a member (JLS 3.8): other languages name members more freely.
pub fn is_identifier(text: &str) -> bool {
    let mut chars = text.chars();
    let starts = chars.next().is_some_and(|c| c.is_alphabetic() || c == '_' || c == '$');
    let restricted = matches!(text, "var" | "yield");
    starts && chars.all(|c| c.is_alphanumeric() || c == '_' || c == '$') && (restricted || !is_reserved(text))
}

/// Whether javac takes the text for the simple name of a class.
pub(crate) fn is_type_identifier(text: &str) -> bool {
    is_identifier(text) && !NO_TYPES.contains(&text)
}

/// Whether javac takes the text for the full name of a class that stands in no other.
pub(crate) fn is_type_name(text: &str) -> bool {
    let (package, simple) = text.rsplit_once('.').unwrap_or(("", text));
    is_type_identifier(simple) && (package.is_empty() || package.split('.').all(is_identifier))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_that_only_other_languages_can_name_are_seen() {
        assert!(is_identifier("parse") && is_identifier("$1") && is_identifier("größe") && is_identifier("yield"));
        assert!(!is_identifier("foo-impl") && !is_identifier("new") && !is_identifier("") && !is_identifier("_"));
    }

    #[test]
    fn classes_that_only_other_languages_can_name_are_seen() {
        assert!(is_type_name("Top") && is_type_name("a.b.Top$") && is_type_name("a.record.Top"));
        for name in [
            "int",
            "a.if",
            "a-b.Top",
            "a.new.Top",
            "a.record",
            "a.package-info",
            "a.1",
            "a..Top",
        ] {
            assert!(!is_type_name(name), "{name}");
        }
    }
}
