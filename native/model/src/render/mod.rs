//! Models as people and other programs read them.

mod dot;
mod html;
mod json;
mod text;
mod words;

pub use dot::dot;
pub use html::{DAGRE, html};
pub use json::json;
pub use text::{coloured, text};

/// The types of a descriptor's parameters with simple names: `int, String[]`.
fn parameters(descriptor: &str) -> String {
    let inner = descriptor
        .strip_prefix('(')
        .and_then(|rest| rest.split(')').next())
        .unwrap_or_default();
    let mut names = Vec::new();
    let mut rest = inner;
    while !rest.is_empty() {
        let (name, after) = take_type(rest);
        names.push(name);
        rest = after;
    }
    names.join(", ")
}

/// The first type of a list of field descriptors, and what follows it.
fn take_type(descriptors: &str) -> (String, &str) {
    let element = descriptors.trim_start_matches('[');
    let dimensions = descriptors.len() - element.len();
    let (name, rest) = if let Some(class) = element.strip_prefix('L') {
        let (name, rest) = class.split_once(';').unwrap_or((class, ""));
        (simple_name(name).to_owned(), rest)
    } else {
        let mut letters = element.chars();
        let name = letters.next().map_or("", primitive);
        (name.to_owned(), letters.as_str())
    };
    (name + &"[]".repeat(dimensions), rest)
}

fn primitive(letter: char) -> &'static str {
    match letter {
        'Z' => "boolean",
        'B' => "byte",
        'C' => "char",
        'S' => "short",
        'I' => "int",
        'J' => "long",
        'F' => "float",
        'D' => "double",
        _ => "?",
    }
}

/// The last part of a name with dots or slashes; nested classes keep their `$`.
fn simple_name(name: &str) -> &str {
    name.rsplit(['.', '/']).next().unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::parameters;

    #[test]
    fn parameter_types_are_named_as_in_source() {
        assert_eq!(
            parameters("(I[Ljava/lang/String;[[JLa/B$C;)V"),
            "int, String[], long[][], B$C"
        );
        assert_eq!(parameters("()V"), "");
        assert_eq!(parameters("nonsense"), "");
    }
}
