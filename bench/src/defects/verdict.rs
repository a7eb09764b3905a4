//! Which tests show a defect.

use std::collections::BTreeMap;

use crate::green::Verdicts;

/// Errors of code that asks for what a release has not: they tell of the change of an interface and of no defect.
const LINKAGE: [&str; 11] = [
    "AbstractMethodError",
    "BootstrapMethodError",
    "ClassFormatError",
    "IllegalAccessError",
    "IncompatibleClassChangeError",
    "InstantiationError",
    "NoClassDefFoundError",
    "NoSuchFieldError",
    "NoSuchMethodError",
    "UnsupportedClassVersionError",
    "VerifyError",
];

/// The tests that are green in each run on the fixed release and red on the defective one, with what they say there. One that did not run, or
/// asks for what the defective release has not, shows nothing.
pub(super) fn showing<'v>(fixed: &[&Verdicts], defective: &'v Verdicts) -> BTreeMap<&'v str, &'v str> {
    let is_green = |test: &str| fixed.iter().all(|verdicts| matches!(verdicts.get(test), Some(None)));
    let red = defective
        .iter()
        .filter_map(|(test, message)| Some((test.as_str(), message.as_deref()?)));
    red.filter(|(test, message)| is_green(test) && !is_linkage(message))
        .collect()
}

/// Whether a message is about code that is not there: its type, or what a test caught instead of what it expected.
fn is_linkage(message: &str) -> bool {
    let is_name = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    message.split(|c| !is_name(c)).any(|word| LINKAGE.contains(&word))
}

/// Whether the source of a test class calls one of the methods, or a constructor of that name, in the test of the name.
pub(super) fn calls(source: &str, test: &str, methods: &[String]) -> bool {
    let mut lines = source
        .lines()
        .skip_while(|line| !line.starts_with(&format!("  void {test}(")));
    let body: Vec<&str> = lines.by_ref().take_while(|line| *line != "  }").collect();
    let is_name = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    let is_call = |line: &str, method: &String| {
        line.match_indices(&format!("{method}("))
            .any(|(at, _)| !line[..at].ends_with(is_name))
    };
    body.iter()
        .skip(1)
        .any(|line| methods.iter().any(|method| is_call(line, method)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdicts(of: &[(&str, Option<&str>)]) -> Verdicts {
        let verdict = |(test, message): &(&str, Option<&str>)| ((*test).to_owned(), message.map(str::to_owned));
        of.iter().map(verdict).collect()
    }

    #[test]
    fn a_test_shows_a_defect_when_it_is_green_with_the_repair_and_red_without() {
        let wrong = Some("org.opentest4j.AssertionFailedError: expected: <1> but was: <2>");
        let fixed = verdicts(&[
            ("T.shows()", None),
            ("T.green()", None),
            ("T.red()", wrong),
            ("T.unsteady()", None),
            ("T.hidden()", None),
        ]);
        let again = verdicts(&[("T.shows()", None), ("T.green()", None), ("T.unsteady()", wrong)]);
        let defective = verdicts(&[
            ("T.shows()", wrong),
            ("T.green()", None),
            ("T.red()", wrong),
            ("T.unsteady()", wrong),
            ("T.new()", wrong),
        ]);
        let shown = showing(&[&fixed, &again], &defective);
        assert_eq!(shown.into_keys().collect::<Vec<_>>(), ["T.shows()"]);
        assert!(showing(&[&fixed, &again], &fixed).is_empty());
    }

    #[test]
    fn what_the_defective_release_has_not_is_no_defect_of_it() {
        assert!(is_linkage("java.lang.NoSuchMethodError: 'int p.C.m()'"));
        assert!(is_linkage("java.lang.NoClassDefFoundError: p/C"));
        assert!(is_linkage(
            "org.opentest4j.AssertionFailedError: Unexpected exception type thrown, expected: <E> but was: <java.lang.AbstractMethodError>"
        ));
        assert!(!is_linkage("java.lang.ClassNotFoundException: [V"));
        assert!(!is_linkage(
            "java.util.concurrent.TimeoutException: m() timed out after 20 seconds"
        ));
        assert!(!is_linkage("java.lang.StackOverflowError: null"));
        let missing = verdicts(&[("T.m()", Some("java.lang.NoSuchFieldError: X"))]);
        assert!(showing(&[&verdicts(&[("T.m()", None)])], &missing).is_empty());
    }

    #[test]
    fn a_test_calls_what_its_body_names() {
        let source = "class T {\n  @Test\n  void first() {\n    C c = new C(1);\n    c.parse(\"x\");\n  }\n\n  void parse() {\n    reparse(2);\n  }\n}\n";
        let calls = |test: &str, method: &str| calls(source, test, &[method.to_owned()]);
        assert!(calls("first", "parse") && calls("first", "C"));
        assert!(!calls("first", "reparse") && !calls("parse", "parse") && !calls("second", "parse"));
    }
}
