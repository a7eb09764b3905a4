//! Class list files: one fully qualified name a line, `*` at the end for a prefix, `#` for comments.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, bail};

/// A line of a class list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ClassPattern {
    /// The line's number, from 1.
    pub(crate) line: usize,
    /// The name, or what comes before the `*`.
    pub(crate) name: String,
    /// Whether there is a `*`.
    pub(crate) is_prefix: bool,
}

/// Reads a list; the file's name goes in front of what is wrong.
pub(crate) fn read(file: &Path) -> anyhow::Result<Vec<ClassPattern>> {
    let text = fs::read_to_string(file).with_context(|| format!("cannot read the class list {}", file.display()))?;
    let patterns = parse(&text).with_context(|| file.display().to_string())?;
    if patterns.is_empty() {
        bail!(
            "{} names no class; write one fully qualified name a line",
            file.display()
        );
    }
    Ok(patterns)
}

fn parse(text: &str) -> anyhow::Result<Vec<ClassPattern>> {
    let mut patterns = Vec::new();
    // Editors of Windows put a byte order mark in front.
    for (index, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
        let line_number = index + 1;
        let content = line.split('#').next().unwrap_or_default().trim();
        if content.is_empty() {
            continue;
        }
        let (name, is_prefix) = match content.strip_suffix('*') {
            Some(prefix) => (prefix, true),
            None => (content, false),
        };
        if name.contains(|c: char| c.is_whitespace() || c == '*' || c == '/') {
            bail!("line {line_number}: `{content}` is no class name; write it like org.example.Parser");
        }
        patterns.push(ClassPattern {
            line: line_number,
            name: name.to_owned(),
            is_prefix,
        });
    }
    Ok(patterns)
}

impl ClassPattern {
    /// Whether the class is meant, by its binary name; `.` may stand for the `$` before a nested class.
    pub(crate) fn matches(&self, class: &str) -> bool {
        if self.is_prefix {
            class.starts_with(&self.name)
        } else {
            class == self.name || class.replace('$', ".") == self.name
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_blank_lines_and_prefixes_are_read() {
        let patterns = parse("# all\n\norg.a.B  # the B\norg.c.*\n").unwrap();
        let shown: Vec<_> = patterns
            .iter()
            .map(|p| (p.line, p.name.as_str(), p.is_prefix))
            .collect();
        assert_eq!(shown, [(3, "org.a.B", false), (4, "org.c.", true)]);
    }

    #[test]
    fn a_byte_order_mark_is_no_part_of_a_name() {
        assert_eq!(parse("\u{feff}org.a.B\n").unwrap()[0].name, "org.a.B");
    }

    #[test]
    fn a_line_that_is_no_name_is_given_by_its_number() {
        let error = parse("org.a.B\norg/a/C\n").unwrap_err();
        assert!(error.to_string().starts_with("line 2: `org/a/C` is no class name"));
    }

    #[test]
    fn a_nested_class_is_found_by_either_name() {
        let pattern = &parse("org.a.B.C").unwrap()[0];
        assert!(pattern.matches("org.a.B$C"));
        assert!(!pattern.matches("org.a.B"));
        assert!(parse("org.a.*").unwrap()[0].matches("org.a.b.C"));
    }
}
