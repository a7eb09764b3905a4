//! Globs over binary names.

/// A pattern in which `*` stands for any text, dots included.
#[derive(Clone, Copy, Debug)]
pub struct Glob<'g> {
    pattern: &'g str,
}

impl<'g> Glob<'g> {
    /// Every text is a pattern.
    pub fn new(pattern: &'g str) -> Self {
        Self { pattern }
    }

    /// Whether the classes of the JDK are meant.
    pub(crate) fn is_for_jdk(&self) -> bool {
        self.pattern.starts_with("java.") || self.pattern.starts_with("javax.")
    }

    /// Whether it stands for this name.
    pub fn matches(&self, name: &str) -> bool {
        let mut parts = self.pattern.split('*');
        let first = parts.next().unwrap_or("");
        let Some(mut rest) = name.strip_prefix(first) else {
            return false;
        };
        let mut parts: Vec<&str> = parts.collect();
        let Some(last) = parts.pop() else {
            return rest.is_empty();
        };
        // The leftmost place for each part leaves most room for the others.
        for part in parts {
            match rest.find(part) {
                Some(at) => rest = &rest[at + part.len()..],
                None => return false,
            }
        }
        rest.ends_with(last)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_star_stands_for_anything_dots_included() {
        for (pattern, name, expected) in [
            ("a.b.*", "a.b.C", true),
            ("a.b.*", "a.b.c.D", true),
            ("a.b.*", "a.bc.D", false),
            ("*Parser", "a.b.PosixParser", true),
            ("*.P*er", "a.b.PosixParser$1", false),
            ("a.B", "a.B", true),
            ("a.B", "a.B$C", false),
            ("aa*aa", "aaa", false),
            ("*", "a.B", true),
        ] {
            assert_eq!(Glob::new(pattern).matches(name), expected, "{pattern} {name}");
        }
    }
}
