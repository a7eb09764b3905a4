//! Where methods are in a Java source file: as much of the language as that takes, and nothing is resolved.

use std::ops::Range;

/// A source file, byte for byte the same length in all three.
pub(super) struct JavaText {
    pub(super) text: String,
    /// With spaces for comments.
    code: String,
    /// With spaces for comments and for what stands between quotes.
    bare: String,
}

/// A method with a body.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Declared {
    /// Annotations, modifiers, name and parameters.
    header: Range<usize>,
    body: Range<usize>,
}

impl Declared {
    /// Where it begins, behind its comment.
    pub(super) fn start(&self) -> usize {
        self.header.start
    }
}

/// How calls begin that say what is right.
const ASSERTING: [&str; 4] = ["assert", "fail", "verify", "expect"];

impl JavaText {
    pub(super) fn new(text: String) -> Self {
        let (code, bare) = masked(&text);
        Self { text, code, bare }
    }

    /// The method of that name in the class of that path (the outermost first); `None` where there are several.
    pub(super) fn method(&self, classes: &[&str], name: &str) -> Option<Declared> {
        let mut inside = 0..self.bare.len();
        for class in classes {
            let is_it = |member: &Declared| declares_type(&self.bare[member.header.clone()], class);
            inside = self.members(inside).into_iter().find(is_it)?.body;
        }
        let members = self.members(inside).into_iter();
        let mut found = members.filter(|member| declares_method(&self.bare[member.header.clone()], name));
        found.next().filter(|_| found.next().is_none())
    }

    /// The statements of a method that say what is right, each on one line, and the exception that its annotation expects.
    pub(super) fn assertions(&self, method: &Declared) -> Vec<String> {
        let (mut found, mut parentheses, mut start) = (Vec::new(), 0_u32, method.body.start);
        for (at, byte) in self
            .bare
            .bytes()
            .enumerate()
            .take(method.body.end)
            .skip(method.body.start)
        {
            match byte {
                b'(' => parentheses += 1,
                b')' => parentheses = parentheses.saturating_sub(1),
                b';' | b'{' | b'}' if parentheses == 0 => {
                    let statement = start..at;
                    if asserts(&self.bare[statement.clone()]) {
                        found.push(on_one_line(&self.code[statement]));
                    }
                    start = at + 1;
                }
                _ => {}
            }
        }
        let header = &self.bare[method.header.clone()];
        if let Some(at) = header.find("expected") {
            let end = header[at..].find([',', ')']).map_or(header.len(), |length| at + length);
            found.push(on_one_line(&header[at..end]));
        }
        found
    }

    /// What has a body, directly inside of the range.
    fn members(&self, inside: Range<usize>) -> Vec<Declared> {
        let (mut members, mut braces, mut parentheses) = (Vec::new(), 0_u32, 0_u32);
        let (mut start, mut opened) = (inside.start, None);
        for (at, byte) in self.bare.bytes().enumerate().take(inside.end).skip(inside.start) {
            match byte {
                b'(' => parentheses += 1,
                b')' => parentheses = parentheses.saturating_sub(1),
                // Those of an annotation's array stand between parentheses.
                _ if parentheses > 0 => {}
                b'{' => {
                    if braces == 0 {
                        opened = Some(at);
                    }
                    braces += 1;
                }
                b'}' => {
                    braces = braces.saturating_sub(1);
                    if let Some(open) = opened.take_if(|_| braces == 0) {
                        members.push(self.member(start, open, at));
                        start = at + 1;
                    }
                }
                b';' if braces == 0 => start = at + 1,
                _ => {}
            }
        }
        members
    }

    fn member(&self, start: usize, open: usize, close: usize) -> Declared {
        let blank = self.bare[start..open].len() - self.bare[start..open].trim_start().len();
        Declared {
            header: start + blank..open,
            body: open + 1..close,
        }
    }
}

fn is_part_of_a_name(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_' || letter == '$'
}

/// Whether a header is that of a class of that name.
fn declares_type(header: &str, name: &str) -> bool {
    let words: Vec<&str> = header
        .split(|letter| !is_part_of_a_name(letter))
        .filter(|word| !word.is_empty())
        .collect();
    let kinds = ["class", "interface", "enum", "record"];
    words.windows(2).any(|pair| kinds.contains(&pair[0]) && pair[1] == name)
}

/// Whether a header is that of a method of that name: behind the name its parameters, before it a type.
fn declares_method(header: &str, name: &str) -> bool {
    header.match_indices(name).any(|(at, _)| {
        let before = &header[..at];
        let has_parameters = header[at + name.len()..].trim_start().starts_with('(');
        let type_end = before.trim_end().chars().next_back();
        let is_apart = before.ends_with(char::is_whitespace) || before.ends_with(['>', ']']);
        has_parameters
            && is_apart
            && type_end.is_some_and(|letter| is_part_of_a_name(letter) || matches!(letter, '>' | ']'))
    })
}

fn asserts(statement: &str) -> bool {
    let mut words = statement.split(|letter| !is_part_of_a_name(letter));
    words.any(|word| ASSERTING.iter().any(|start| word.starts_with(start)))
}

fn on_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What the scanner is in.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Within {
    Code,
    LineComment,
    Comment,
    Quotes(u8),
    TextBlock,
}

/// The text with spaces for comments, and with spaces for what is between quotes too. Line ends stay.
fn masked(text: &str) -> (String, String) {
    let bytes = text.as_bytes();
    let (mut code, mut bare) = (bytes.to_vec(), bytes.to_vec());
    let (mut within, mut at) = (Within::Code, 0);
    while at < bytes.len() {
        let rest = &bytes[at..];
        let (next, length, is_comment, is_text) = step(within, rest);
        for place in at..(at + length).min(bytes.len()) {
            if bytes[place] == b'\n' {
                continue;
            }
            if is_comment {
                code[place] = b' ';
            }
            if is_comment || is_text {
                bare[place] = b' ';
            }
        }
        within = next;
        at += length;
    }
    // Whole characters were replaced, each of their bytes by a space.
    let text = |bytes| String::from_utf8(bytes).unwrap_or_default();
    (text(code), text(bare))
}

/// What comes next: what the scanner is in then, how many bytes were passed, whether they are of a comment, and whether they stand
/// between quotes.
fn step(within: Within, rest: &[u8]) -> (Within, usize, bool, bool) {
    match (within, rest) {
        (Within::Code, [b'/', b'/', ..]) => (Within::LineComment, 2, true, false),
        (Within::Code, [b'/', b'*', ..]) => (Within::Comment, 2, true, false),
        (Within::Code, [b'"', b'"', b'"', ..]) => (Within::TextBlock, 3, false, false),
        (Within::Code, [quote @ (b'"' | b'\''), ..]) => (Within::Quotes(*quote), 1, false, false),
        // A quote that is not closed is no Java; the next line is read as code again.
        (Within::Code, _) | (Within::LineComment | Within::Quotes(_), [b'\n', ..]) => (Within::Code, 1, false, false),
        (Within::Comment, [b'*', b'/', ..]) => (Within::Code, 2, true, false),
        (Within::LineComment | Within::Comment, _) => (within, 1, true, false),
        (Within::Quotes(_) | Within::TextBlock, [b'\\', _, ..]) => (within, 2, false, true),
        (Within::Quotes(quote), [first, ..]) if *first == quote => (Within::Code, 1, false, false),
        (Within::TextBlock, [b'"', b'"', b'"', ..]) => (Within::Code, 3, false, false),
        (Within::Quotes(_) | Within::TextBlock, _) => (within, 1, false, true),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCE: &str = r#"package app;
import org.junit.jupiter.api.*;
/** class StackTest { void pops() { */
class StackTest {
    private final int[] some = {1, 2};
    private Stack stack = make(1);

    @Test // void pops() {
    @Tags({@Tag("a{"), @Tag("b")})
    void pops() throws Exception {
        String text = "}";
        assertEquals(
            1, stack.pop(), "is; (one"); // assertTrue(never)
        if (stack.isEmpty()) { fail(); }
        assertThrows(Gone.class, () -> { stack.pop(); stack.pop(); });
        char quote = '"';
    }

    @Test(expected = Gone.class) public <T> void
    goes() { pops(); }

    static class Deep { int[] pops() { return """
        } "quoted" { """; } }

    void twice() {}
    void twice(int times) {}
}
"#;

    fn declared(classes: &[&str], name: &str) -> Option<String> {
        let java = JavaText::new(SOURCE.to_owned());
        let method = java.method(classes, name)?;
        Some(java.text[method.start()..].chars().take(20).collect())
    }

    #[test]
    fn a_method_begins_with_its_annotations_and_braces_in_texts_are_none() {
        assert_eq!(
            declared(&["StackTest"], "pops").as_deref(),
            Some("@Test // void pops()")
        );
        assert_eq!(
            declared(&["StackTest"], "goes").as_deref(),
            Some("@Test(expected = Gon")
        );
        assert_eq!(
            declared(&["StackTest", "Deep"], "pops").as_deref(),
            Some("int[] pops() { retur")
        );
        assert_eq!(declared(&["StackTest"], "make"), None);
        assert_eq!(declared(&["StackTest"], "twice"), None, "there are two");
        assert_eq!(declared(&["OtherTest"], "pops"), None);
    }

    #[test]
    fn assertions_are_statements_and_what_an_annotation_expects() {
        let java = JavaText::new(SOURCE.to_owned());
        let of = |name| java.assertions(&java.method(&["StackTest"], name).expect("it is there"));
        assert_eq!(
            of("pops"),
            [
                "assertEquals( 1, stack.pop(), \"is; (one\")",
                "fail()",
                "assertThrows(Gone.class, () -> { stack.pop(); stack.pop(); })",
            ]
        );
        assert_eq!(of("goes"), ["expected = Gone.class"]);
    }

    #[test]
    fn what_is_no_java_has_no_methods() {
        for text in [
            "",
            "}}}{{{",
            "class A { void a() {",
            "\"\\",
            "/*",
            "'",
            "\u{e4}\u{f6} \"\u{fc}",
        ] {
            let java = JavaText::new(text.to_owned());
            assert_eq!(java.bare.len(), text.len());
            assert_eq!(java.method(&["A"], "a"), None, "{text}");
        }
    }
}
