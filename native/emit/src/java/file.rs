//! Test classes: which tests go where, and the frame around them.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::PathBuf;

use palus_classes::{Home, TypeFacts};
use palus_sequence::work::KeptTest;
use palus_sequence::{Symbols, Violation};

use super::body::body;
use super::expression::Scope;
use super::imports::Imports;
use super::names::{INHERITED, Namer};
use super::title::titles;
use super::types::Types;
use super::{Emitted, EmittedTest, JUnit, Shared, SourceFile, Style, Wording};

/// A comment is broken at this column.
const COMMENT_WIDTH: usize = 100;

/// Since `JUnit` 5.7.
const ISOLATED: &str = "org.junit.jupiter.api.parallel.Isolated";
const RESOURCE_LOCK: &str = "org.junit.jupiter.api.parallel.ResourceLock";

/// What [`silence`] names.
const STREAMS: [&str; 2] = ["java.io.ByteArrayOutputStream", "java.io.PrintStream"];

/// Its methods; no test is called so.
const SILENCE: [&str; 2] = ["leadOutputNowhere", "restoreOutput"];

type Given<'a> = (usize, &'a Symbols, &'a KeptTest);

/// See [`super::emit`].
pub(super) fn emit(
    tests: &[(&Symbols, &KeptTest)],
    facts: &dyn TypeFacts,
    style: &Style,
    wording: Option<&Wording>,
) -> Emitted {
    let mut groups: BTreeMap<(bool, &str), Vec<Given>> = BTreeMap::new();
    for (index, (symbols, test)) in tests.iter().enumerate() {
        groups
            .entry((test.violates.is_some(), &test.subject))
            .or_default()
            .push((index, symbols, test));
    }
    let mut emitted = Emitted::default();
    let mut taken = BTreeSet::new();
    for ((failing, subject), group) in groups {
        let suffix = match wording {
            Some(wording) => wording.suffix,
            None if failing => "PalusFailureTest",
            None => "PalusTest",
        };
        let Some(place) = Place::of((subject, suffix), failing, facts, &mut taken) else {
            let reason = format!("{subject} is not on the class path");
            emitted
                .unemittable
                .extend(group.iter().map(|(index, ..)| (*index, reason.clone())));
            continue;
        };
        emitted.files.extend(class(
            &place,
            subject,
            &group,
            facts,
            (style, wording),
            &mut emitted.unemittable,
        ));
    }
    emitted
        .files
        .sort_by(|a, b| (a.failing, &a.path).cmp(&(b.failing, &b.path)));
    emitted.unemittable.sort();
    emitted
}

/// Where the tests of a class live.
pub(super) struct Place {
    pub(super) package: String,
    pub(super) class: String,
    failing: bool,
}

impl Place {
    /// `a.Outer$Inner` is tested by `a.OuterInnerPalusTest`, unless there is a class named `OuterInner`, whose test that is.
    pub(super) fn of(
        (subject, suffix): (&str, &str),
        failing: bool,
        facts: &dyn TypeFacts,
        taken: &mut BTreeSet<String>,
    ) -> Option<Self> {
        let class = facts.class(subject)?;
        let package = match (class.home, class.package.as_str()) {
            (Home::SamePackage, own) => own.to_owned(),
            (Home::Apart, "") => "palus".to_owned(),
            (Home::Apart, own) => format!("palus.{own}"),
        };
        let within = match class.package.len() {
            0 => subject,
            length => subject.get(length + 1..).unwrap_or(subject),
        };
        let joined = within.replace('$', "");
        let is_anothers = joined != within && {
            let dot = if class.package.is_empty() { "" } else { "." };
            facts.class(&format!("{}{dot}{joined}", class.package)).is_some()
        };
        let joints = if is_anothers { &["_"][..] } else { &["", "_"] };
        let named = joints.iter().map(|joint| within.replace('$', joint));
        // Files whose names differ in case alone are one file on some systems.
        let numbered = (2..=9).map(|number| format!("{joined}{number}"));
        let class = named
            .chain(numbered)
            .map(|name| name + suffix)
            .find(|name| taken.insert(format!("{package}.{name}").to_lowercase()))?;
        Some(Self {
            package,
            class,
            failing,
        })
    }

    pub(super) fn path(&self) -> PathBuf {
        let mut path = PathBuf::from(if self.failing { "failures/java" } else { "java" });
        path.extend(self.package.split('.').filter(|part| !part.is_empty()));
        path.push(format!("{}.java", self.class));
        path
    }
}

/// One method with its annotation, not yet at its place in the file.
struct Method {
    index: usize,
    name: String,
    text: String,
    assertions: usize,
    mocks: bool,
    /// The interfaces whose stubs it uses.
    stubs: BTreeSet<String>,
}

fn class(
    place: &Place,
    subject: &str,
    group: &[Given],
    facts: &dyn TypeFacts,
    (style, wording): (&Style, Option<&Wording>),
    unemittable: &mut Vec<(usize, String)>,
) -> Option<SourceFile> {
    let types = Types::new(facts, &place.package);
    let mut imports = Imports::new(&place.package, &place.class, style.junit.annotation());
    let annotation = if place.failing || style.junit != JUnit::Five {
        None
    } else if style.isolated.contains(subject) {
        Some((ISOLATED, "@Isolated\n"))
    } else if style.halting.contains(subject) {
        Some((RESOURCE_LOCK, "@ResourceLock(\"static initialisers\")\n"))
    } else {
        None
    };
    if let Some((class, _)) = annotation {
        imports.annotate(class);
    }
    let is_silenced = !place.failing && style.silenced.contains(subject);
    if is_silenced {
        let named = style.junit.around().into_iter().chain(STREAMS);
        named.for_each(|class| imports.annotate(class));
    }
    let mut namer = Namer::new(INHERITED.into_iter().chain(SILENCE).map(str::to_owned));
    let mut methods = Vec::new();
    for (index, symbols, test) in group {
        // A test that cannot be written must leave no import behind.
        let mut tried = imports.clone();
        let mut scope = Scope {
            symbols,
            types: &types,
            imports: &mut tried,
        };
        match body(&mut scope, style, style.doubles.are_mocks(*index), test) {
            Ok(body) => {
                imports = tried;
                let label = wording.and_then(|wording| wording.labels.get(*index));
                let name = match label {
                    Some(label) => namer.test(std::slice::from_ref(&label.name)),
                    None => namer.test(&titles(symbols, test)),
                };
                let throws = body.throws.map(|class| format!(" throws {class}")).unwrap_or_default();
                let access = style.junit.access();
                let said = label.map(|label| paragraph(&label.comment)).unwrap_or_default();
                let comment = match &test.violates {
                    Some(violation) => said + &comment(violation),
                    None => said + &noted(test, style),
                };
                let annotated = body.annotated.map(|said| format!("({said})")).unwrap_or_default();
                let text = format!(
                    "{comment}  @Test{annotated}\n  {access}void {name}(){throws} {{\n{}  }}\n",
                    body.text
                );
                methods.push(Method {
                    index: *index,
                    name,
                    text,
                    assertions: body.assertions,
                    mocks: body.mocks,
                    stubs: body.stubs,
                });
            }
            Err(reason) => unemittable.push((*index, reason)),
        }
    }
    let silence = if is_silenced {
        silence(style.junit)
    } else {
        String::new()
    };
    let frame = Frame {
        subject,
        annotation: annotation.map_or("", |(_, line)| line),
        silence,
    };
    (!methods.is_empty()).then(|| assemble(place, &frame, &imports, methods, style))
}

/// What stands in a test class besides its tests.
struct Frame<'f> {
    subject: &'f str,
    /// The lines of annotations of the class.
    annotation: &'f str,
    /// The members before the tests.
    silence: String,
}

/// Members that have what is printed lead nowhere while a test runs.
fn silence(junit: JUnit) -> String {
    let [before, after] = junit
        .around()
        .map(|annotation| annotation.rsplit('.').next().unwrap_or(annotation));
    let access = junit.access();
    let [first, second] = SILENCE;
    format!(
        "  private final PrintStream standardOut = System.out;\n  private final PrintStream standardErr = System.err;\n\n  \
         // What the code prints is no part of the output of a build.\n  @{before}\n  {access}void {first}() {{\n    \
         System.setOut(new PrintStream(new ByteArrayOutputStream()));\n    \
         System.setErr(new PrintStream(new ByteArrayOutputStream()));\n  }}\n\n  @{after}\n  {access}void {second}() {{\n    \
         System.setOut(standardOut);\n    System.setErr(standardErr);\n  }}\n"
    )
}

/// What a failing test shows, and why that is a defect or may be none.
fn comment(violation: &Violation) -> String {
    let shown = paragraph(&format!(
        "Breaks {}: {}.",
        violation.check,
        violation.because.trim_end_matches('.')
    ));
    let why = match violation.why.as_str() {
        "" => String::new(),
        why => paragraph(why),
    };
    shown + &why
}

/// What somebody has to say of a passing test.
fn noted(test: &KeptTest, style: &Style) -> String {
    let notes = test.goals.iter().filter_map(|goal| style.notes.get(goal));
    notes.flatten().map(|note| paragraph(&note.text)).collect()
}

/// Lines of a comment.
fn paragraph(text: &str) -> String {
    let plain: String = text
        .chars()
        .map(|c| if c.is_ascii() && !c.is_control() { c } else { '?' })
        .collect();
    let mut lines = String::from("  //");
    let mut column = 4;
    for word in plain.split_whitespace() {
        if column > 4 && column + 1 + word.len() > COMMENT_WIDTH {
            lines.push_str("\n  //");
            column = 4;
        }
        lines.push(' ');
        // A comment is no place for a Unicode escape either (JLS 3.3).
        lines.push_str(&word.replace("\\u", "\\ u"));
        column += 1 + word.len();
    }
    lines.push('\n');
    lines
}

fn assemble(place: &Place, frame: &Frame<'_>, imports: &Imports, methods: Vec<Method>, style: &Style) -> SourceFile {
    let mut text = format!(
        "// Generated by Palus {}, seed {}. Regenerating replaces this file.\n",
        style.version, style.seed
    );
    if !place.package.is_empty() {
        let _ = writeln!(text, "package {};\n", place.package);
    }
    text.push_str(&imports.lines(&place.package));
    text.push('\n');
    if imports.raw {
        text.push_str("@SuppressWarnings({\"rawtypes\", \"unchecked\"})\n");
    }
    text.push_str(frame.annotation);
    let access = style.junit.access();
    let _ = writeln!(text, "{access}class {} {{", place.class);
    text.push_str(&frame.silence);
    let (mut tests, mut shared) = (Vec::new(), Vec::new());
    let mut users: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for method in methods {
        let [first_line, last_line] = member(&mut text, &method.text);
        let Method {
            index,
            name,
            assertions,
            mocks,
            stubs,
            ..
        } = method;
        for stub in stubs {
            users.entry(stub).or_default().push(index);
        }
        tests.push(EmittedTest {
            name,
            first_line,
            last_line,
            index,
            assertions,
            mocks,
        });
    }
    for (interface, stub) in &imports.stubs {
        let [first_line, last_line] = member(&mut text, &stub.text);
        shared.push(Shared {
            first_line,
            last_line,
            tests: users.remove(interface).unwrap_or_default(),
        });
    }
    text.push_str("}\n");
    let class = match place.package.as_str() {
        "" => place.class.clone(),
        package => format!("{package}.{}", place.class),
    };
    SourceFile {
        path: place.path(),
        subject: frame.subject.to_owned(),
        class,
        failing: place.failing,
        text,
        tests,
        shared,
    }
}

/// Appends a member of the class; its first and last line.
fn member(text: &mut String, member: &str) -> [u32; 2] {
    let lines = |text: &str| text.matches('\n').count() as u32;
    text.push('\n');
    let first = 1 + lines(text);
    text.push_str(member);
    [first, lines(text)]
}

#[cfg(test)]
mod tests {
    use palus_classes::{ClassFacts, MethodFacts};

    use super::*;

    /// Knows public classes by their names, and nothing else.
    struct Names(&'static [&'static str]);

    impl TypeFacts for Names {
        fn class(&self, name: &str) -> Option<ClassFacts> {
            self.0.contains(&name).then(|| ClassFacts::plain(name))
        }

        fn method(&self, _: &str, _: &str, _: &str) -> Option<MethodFacts> {
            None
        }

        fn overloads(&self, _: &str, _: &str) -> Vec<String> {
            Vec::new()
        }

        fn is_subclass(&self, sub: &str, sup: &str) -> bool {
            sub == sup
        }
    }

    #[test]
    fn a_nested_class_leaves_its_name_to_the_class_that_is_called_so() {
        let named = |known: &'static [&'static str], subject: &str| {
            Place::of((subject, "PalusTest"), false, &Names(known), &mut BTreeSet::new()).map(|place| place.class)
        };
        let both = &["a.Option$Builder", "a.OptionBuilder"];
        assert_eq!(
            named(both, "a.Option$Builder").as_deref(),
            Some("Option_BuilderPalusTest")
        );
        assert_eq!(
            named(both, "a.OptionBuilder").as_deref(),
            Some("OptionBuilderPalusTest")
        );
        assert_eq!(
            named(&["a.Option$Builder"], "a.Option$Builder").as_deref(),
            Some("OptionBuilderPalusTest")
        );
        let mut taken = BTreeSet::from(["a.optionpalustest".to_owned()]);
        let place = Place::of(("a.Option", "PalusTest"), false, &Names(&["a.Option"]), &mut taken);
        assert_eq!(place.map(|place| place.class).as_deref(), Some("Option2PalusTest"));
    }
}
