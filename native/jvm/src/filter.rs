//! Which classes are transformed, decided by name.

use std::collections::HashSet;

use palus_sequence::is_of_jdk;

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
    // What frameworks make at run time of the classes of a program, in their packages: no test can name it, and it passes calls on.
    "*$$SpringCGLIB$$*",
    "*$$EnhancerBy*",
    "*$$FastClassBy*",
    "*$HibernateProxy$*",
    "*$MockitoMock$*",
    "*_$$_*",
];

/// The classes of the boot loader that may have probes when they are under test. Those of `java.lang` and of the JDK's own packages are what
/// probes, interpreter and virtual machine are made of.
const PROBED: &[&str] = &[
    "java.util.*",
    "java.io.*",
    "java.nio.*",
    "java.time.*",
    "java.math.*",
    "java.text.*",
    "java.net.*",
];

/// The classes of the JDK whose objects programs make, fill and pass around.
const PASSED_AROUND: &[&str] = &[
    "java.util.*",
    "java.io.*",
    "java.nio.*",
    "java.time.*",
    "java.math.*",
    "java.text.*",
    "java.lang.StringBuilder",
    "java.lang.StringBuffer",
    "java.lang.Iterable",
    "java.lang.Appendable",
];

/// Those of them without objects worth following, or made of calls that other events tell of.
const NOT_PASSED_AROUND: &[&str] = &["java.util.function.*", "java.util.logging.*", "java.util.Objects*"];

/// Whose answers are kept where recorded code calls methods by the name of a type, as the transformer numbers it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WhoAnswers {
    /// Nobody's.
    Nobody = 0,
    /// Those of objects whose own code is not recorded.
    Others = 1,
    /// Everybody's.
    Anybody = 2,
}

/// Globs over binary class names; `*` stands for any text, dots included.
#[derive(Clone, Debug, Default)]
pub struct ClassFilter {
    include: Vec<String>,
    exclude: Vec<String>,
    /// Globs that name classes of the JDK.
    outside: Vec<String>,
    /// Whether calls of [`PASSED_AROUND`] are watched.
    passed_around: bool,
    /// Whether no class gets a field for the numbers of its objects.
    numbers_aside: bool,
    exact: Option<HashSet<String>>,
    /// Globs that name types of which all answers are kept.
    collaborators: Vec<String>,
}

impl ClassFilter {
    /// A class is admitted when it matches one of `include` and none of `exclude`, and is not on the built-in list of
    /// classes that are left alone. A glob in `include` that begins with a package of the JDK asks for the calls of these
    /// classes, where they are made: see [`ClassFilter::watches_calls_of`].
    pub fn new(include: &[String], exclude: &[String]) -> Self {
        let (outside, include) = include.iter().cloned().partition(|glob| is_of_jdk(glob));
        Self {
            include,
            exclude: exclude.to_vec(),
            outside,
            ..Self::default()
        }
    }

    /// The same, with the numbers of objects in a table and not in the objects: their classes get no field.
    #[must_use]
    pub fn with_numbers_aside(self) -> Self {
        Self {
            numbers_aside: true,
            ..self
        }
    }

    /// Whether the numbers of objects are in a table.
    pub(crate) fn has_numbers_aside(&self) -> bool {
        self.numbers_aside
    }

    /// The same, with calls of the JDK's methods that make, fill and use objects which a program passes around.
    #[must_use]
    pub fn with_objects_passed_around(self) -> Self {
        Self {
            passed_around: true,
            ..self
        }
    }

    /// The same, with all answers of the types that these globs name, the JDK's among them.
    #[must_use]
    pub fn with_collaborators(self, collaborators: &[String]) -> Self {
        Self {
            collaborators: collaborators.to_vec(),
            ..self
        }
    }

    /// Whose answers are kept where recorded code calls methods by the name of this type: of interfaces those of objects that are no
    /// recorded code. The JDK's are mostly values and collections; which class is abstract is not known before it is loaded.
    pub fn who_answers(&self, name: &str, is_interface: bool) -> WhoAnswers {
        if self.collaborators.iter().any(|glob| matches(glob, name)) {
            WhoAnswers::Anybody
        } else if is_interface && !Self::is_tool(name) {
            WhoAnswers::Others
        } else {
            WhoAnswers::Nobody
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

    /// Whether a class of the boot loader gets probes.
    pub(crate) fn probes(&self, class: &str) -> bool {
        self.exact.is_some() && PROBED.iter().any(|glob| matches(glob, class)) && self.admits(class)
    }

    /// Whether calls of the JDK's methods are watched where they are made.
    pub fn watches_call_sites(&self) -> bool {
        self.passed_around || self.names_classes_of_the_jdk()
    }

    /// Whether classes of the JDK were asked for.
    pub fn names_classes_of_the_jdk(&self) -> bool {
        !self.outside.is_empty()
    }

    /// Whether calls of this class's methods are watched, for a class of the JDK.
    pub fn watches_calls_of(&self, class: &str) -> bool {
        let is_one_of = |globs: &[&str]| globs.iter().any(|glob| matches(glob, class));
        let is_named = self.outside.iter().any(|glob| matches(glob, class))
            && !self.exclude.iter().any(|glob| matches(glob, class));
        is_named || self.passed_around && is_one_of(PASSED_AROUND) && !is_one_of(NOT_PASSED_AROUND)
    }

    /// Whether such calls are watched in a class that is not admitted itself: in all but tools when nothing but classes of the
    /// JDK was asked for.
    pub(crate) fn is_caller(&self, class: &str) -> bool {
        self.include.is_empty() && self.names_classes_of_the_jdk() && !Self::is_tool(class)
    }

    /// Whether the class is rewritten, for what it does or for what it calls.
    pub fn concerns(&self, class: &str) -> bool {
        self.admits(class) || self.is_caller(class)
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
    fn classes_of_the_jdk_have_probes_when_they_are_under_test_and_nothing_stands_on_them() {
        let names = ["java.util.ArrayList", "java.lang.String"].map(str::to_owned);
        let filter = ClassFilter::exactly(&names);
        assert!(filter.probes("java.util.ArrayList") && filter.probes("java.util.ArrayList$Itr"));
        assert!(!filter.probes("java.util.HashMap") && !filter.probes("java.lang.String"));
        assert!(!ClassFilter::new(&["java.util.*".to_owned()], &[]).probes("java.util.ArrayList"));
    }

    #[test]
    fn classes_of_the_jdk_are_watched_where_they_are_called_when_they_are_named() {
        let only = ClassFilter::new(&["java.util.*".to_owned()], &["java.util.regex.*".to_owned()]);
        assert!(only.watches_call_sites() && only.watches_calls_of("java.util.function.Function"));
        assert!(!only.watches_calls_of("java.util.regex.Pattern") && !only.watches_calls_of("java.io.File"));
        assert!(!only.admits("java.util.ArrayList") && !only.admits("a.B"));
        assert!(only.concerns("a.B") && !only.concerns("org.junit.Test") && !only.concerns("java.io.File"));

        let both = ClassFilter::new(&["java.util.*".to_owned(), "a.*".to_owned()], &[]);
        assert!(both.admits("a.B") && !both.concerns("b.C"));

        let all = ClassFilter::new(&["*".to_owned()], &[]);
        assert!(!all.watches_call_sites() && !all.watches_calls_of("java.util.ArrayList"));
    }

    #[test]
    fn objects_that_programs_pass_around_are_those_that_they_fill() {
        let filter = ClassFilter::new(&["a.*".to_owned()], &[]).with_objects_passed_around();
        assert!(filter.watches_call_sites() && filter.admits("a.B") && !filter.concerns("b.C"));
        for (class, expected) in [
            ("java.util.ArrayList", true),
            ("java.lang.StringBuilder", true),
            ("java.lang.String", false),
            ("java.util.Objects", false),
            ("java.util.function.Function", false),
        ] {
            assert_eq!(filter.watches_calls_of(class), expected, "{class}");
        }
    }

    #[test]
    fn interfaces_are_answered_by_others_and_types_that_are_named_by_anybody() {
        let filter = ClassFilter::new(&["a.*".to_owned()], &[]).with_collaborators(&["java.time.Clock".to_owned()]);
        for (name, is_interface, expected) in [
            ("a.Repository", true, WhoAnswers::Others),
            ("b.Client", true, WhoAnswers::Others),
            ("a.Service", false, WhoAnswers::Nobody),
            ("java.util.List", true, WhoAnswers::Nobody),
            ("java.time.Clock", false, WhoAnswers::Anybody),
        ] {
            assert_eq!(filter.who_answers(name, is_interface), expected, "{name}");
        }
    }

    #[test]
    fn test_frameworks_are_left_alone_whatever_is_included() {
        let filter = ClassFilter::new(&["*".to_owned()], &[]);
        assert!(!filter.admits("org.junit.jupiter.api.Test"));
        let all = ClassFilter::new(&["org.example.*".to_owned()], &[]);
        assert!(all.admits("org.example.Desk$Entry"));
        assert!(!all.admits("org.example.Desk$$SpringCGLIB$$0") && !all.admits("org.example.Desk$MockitoMock$17"));
        assert!(filter.admits("org.apache.commons.cli.Option"));
    }
}
