//! Which classes are transformed, decided by name.

use std::collections::HashSet;

/// What is never recorded: the JDK, the test frameworks and build tools that share the virtual machine with the code
/// under test, other agents, and ourselves.
const NEVER: &[&str] = &[
    "java.*",
    "javax.*",
    "jdk.*",
    "sun.*",
    "com.sun.*",
    "org.palus.*",
    "org.junit.*",
    "junit.*",
    "org.opentest4j.*",
    "org.apiguardian.*",
    "org.hamcrest.*",
    "org.testng.*",
    "org.mockito.*",
    "org.easymock.*",
    "org.assertj.*",
    "net.bytebuddy.*",
    "org.objenesis.*",
    "org.jacoco.*",
    "org.apache.maven.*",
    "org.codehaus.plexus.*",
    "org.codehaus.classworlds.*",
    "org.gradle.*",
    "worker.org.gradle.*",
    "kotlin.*",
    "groovy.*",
    "org.codehaus.groovy.*",
];

/// Globs over binary class names; `*` stands for any text, dots included.
#[derive(Clone, Debug, Default)]
pub struct ClassFilter {
    include: Vec<String>,
    exclude: Vec<String>,
    exact: Option<HashSet<String>>,
}

impl ClassFilter {
    /// A class is admitted when it matches one of `include` and none of `exclude`, and is not on the built-in list of
    /// classes that are left alone.
    pub fn new(include: &[String], exclude: &[String]) -> Self {
        Self {
            include: include.to_vec(),
            exclude: exclude.to_vec(),
            exact: None,
        }
    }

    /// Only the classes of these names, and those nested in them; no built-in list.
    pub fn exactly(names: &[String]) -> Self {
        Self {
            exact: Some(names.iter().cloned().collect()),
            ..Self::default()
        }
    }

    /// Whether the class of that binary name (dots) is transformed.
    pub fn admits(&self, class: &str) -> bool {
        if let Some(names) = &self.exact {
            return class
                .match_indices('$')
                .map(|(at, _)| &class[..at])
                .chain([class])
                .any(|name| names.contains(name));
        }
        self.include.iter().any(|glob| matches(glob, class))
            && !self.exclude.iter().any(|glob| matches(glob, class))
            && !Self::is_tool(class)
    }

    /// Whether the class is on the built-in list: the JDK's, or of a tool that shares the virtual machine.
    pub(crate) fn is_tool(class: &str) -> bool {
        NEVER.iter().any(|glob| matches(glob, class))
    }
}

fn matches(glob: &str, name: &str) -> bool {
    match glob.split_once('*') {
        None => glob == name,
        Some((head, rest)) => {
            let Some(name) = name.strip_prefix(head) else {
                return false;
            };
            rest.is_empty()
                || name
                    .char_indices()
                    .map(|(at, _)| at)
                    .chain([name.len()])
                    .any(|at| matches(rest, &name[at..]))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_star_stands_for_any_text() {
        for (glob, name, expected) in [
            ("a.b.*", "a.b.C", true),
            ("a.b.*", "a.b.c.D", true),
            ("a.b.*", "a.bC", false),
            ("*.C", "a.b.C", true),
            ("*", "x", true),
            ("a*z", "abcz", true),
            ("a*z", "abc", false),
            ("a.B", "a.B", true),
            ("a.B", "a.B$C", false),
            ("a.B*", "a.B$C", true),
        ] {
            assert_eq!(matches(glob, name), expected, "{glob} on {name}");
        }
    }

    #[test]
    fn nested_classes_go_with_a_class_that_is_named() {
        let filter = ClassFilter::exactly(&["a.B".to_owned()]);
        assert!(filter.admits("a.B") && filter.admits("a.B$C$1"));
        assert!(!filter.admits("a.BC") && !filter.admits("a"));
    }

    #[test]
    fn test_frameworks_are_left_alone_whatever_is_included() {
        let filter = ClassFilter::new(&["*".to_owned()], &[]);
        assert!(!filter.admits("org.junit.jupiter.api.Test"));
        assert!(filter.admits("org.apache.commons.cli.Option"));
    }
}
