//! What the rules leave alone: code that is not called as its users call it.

use palus_classes::{TypeFacts, Visibility};
use palus_sequence::{Check, MethodKind, Outcome, Sequence, Statement, Symbols, Trace, Verdict};

use super::exceptions::thrown;
use super::lawless::is_lawless;
use super::{NeverEnds, NullPointerWithoutNull, Rule};

/// A check that holds wherever a sequence needs more than the public API, and where a method declares what it threw: inner parts of
/// a library may rely on being called right by the library itself, and what a test in their package does to them is no defect.
pub struct PublicApi<'f> {
    check: &'f dyn Check,
    facts: &'f (dyn TypeFacts + Sync),
    /// Classes that are no code under test: the user's theories.
    apart: &'f [String],
}

impl<'f> PublicApi<'f> {
    /// These rules, each for the public API only; sequences that call a class of `apart` are left alone.
    pub fn all(rules: &[&'static Rule], facts: &'f (dyn TypeFacts + Sync), apart: &'f [String]) -> Vec<Self> {
        rules
            .iter()
            .map(|rule| Self {
                check: rule.check,
                facts,
                apart,
            })
            .collect()
    }
}

/// Whether the sequence calls a method of one of these classes.
pub fn calls_one_of(classes: &[String], symbols: &Symbols, sequence: &Sequence) -> bool {
    !classes.is_empty()
        && sequence.statements.iter().any(|statement| match statement {
            Statement::Call { method, .. } => classes.contains(&symbols.type_runtime_name(symbols.get(*method).owner)),
            _ => false,
        })
}

/// Whether a class is known, and can be named in every package.
pub fn is_public_class(facts: &dyn TypeFacts, name: &str) -> bool {
    facts
        .class(name)
        .is_some_and(|class| class.visibility == Visibility::Public)
}

/// Whether the statements use the public API alone.
pub fn is_public(facts: &dyn TypeFacts, symbols: &Symbols, statements: &[Statement]) -> bool {
    statements.iter().all(|statement| match statement {
        Statement::Call { method, .. } => {
            let method = symbols.get(*method);
            let owner = symbols.type_name(method.owner);
            is_public_class(facts, &owner)
                && facts
                    .method(&owner, &method.name, &method.descriptor)
                    .is_some_and(|method| method.visibility == Visibility::Public)
        }
        Statement::StaticField { field } => {
            let field = symbols.get_field(*field);
            let owner = symbols.type_name(field.owner);
            is_public_class(facts, &owner) && facts.is_public_field(&owner, &field.name)
        }
        _ => true,
    })
}

/// Whether a statement calls what is deprecated, or passes any class where generics ask for that of an enum.
fn is_disowned(facts: &dyn TypeFacts, symbols: &Symbols, statements: &[Statement]) -> bool {
    statements.iter().any(|statement| {
        let Statement::Call { method, .. } = statement else {
            return false;
        };
        let method = symbols.get(*method);
        let mut parameters = method.parameters.iter();
        let passes_class = parameters.any(|parameter| symbols.class_name(*parameter) == Some("java.lang.Class"));
        let Some(method) = facts.method(&symbols.type_name(method.owner), &method.name, &method.descriptor) else {
            return false;
        };
        let wants_enum = method
            .signature
            .is_some_and(|signature| signature.contains("java/lang/Enum<"));
        method.is_deprecated || (passes_class && wants_enum)
    })
}

/// Whether an object may well wait for what nobody gave it: the last call takes one that a constructor without parameters made although
/// its class has others, or any was made without something for which its class has both another constructor and a setter
/// (`FilterIterator(Iterator)` beside `setPredicate`), or the exception names a field for which nothing was given.
pub fn is_unready(facts: &dyn TypeFacts, symbols: &Symbols, sequence: &Sequence, trace: &Trace) -> bool {
    let Some((last, before)) = sequence.statements.split_last() else {
        return false;
    };
    let made_of_nothing = last.uses().any(|var| match before.get(var.index()) {
        Some(Statement::Call { method, operands }) if operands.is_empty() => {
            let method = symbols.get(*method);
            let is_constructor = method.kind == MethodKind::Constructor;
            is_constructor && facts.overloads(&symbols.type_name(method.owner), "<init>").len() > 1
        }
        _ => false,
    });
    made_of_nothing
        || waits_for_field(facts, symbols, sequence, trace)
        || before
            .iter()
            .any(|statement| lacks_something(facts, symbols, statement))
}

/// Whether a null pointer exception names a field that methods take from outside, none of which was called.
fn waits_for_field(facts: &dyn TypeFacts, symbols: &Symbols, sequence: &Sequence, trace: &Trace) -> bool {
    let (
        Some(Outcome::Threw {
            message: Some(text), ..
        }),
        Some(site),
    ) = (trace.outcomes.last(), &trace.thrown_at)
    else {
        return false;
    };
    let takers = facts.takers_of_null(&site.class, &text.to_lossy());
    let is_taker = |statement: &Statement| match statement {
        Statement::Call { method, .. } => {
            let method = symbols.get(*method);
            takers.iter().any(|taker| {
                (&*method.name, &*method.descriptor) == (&*taker.name, &*taker.descriptor)
                    && facts.is_subclass(&symbols.type_name(method.owner), &taker.owner)
            })
        }
        _ => false,
    };
    !takers.is_empty() && !sequence.statements.iter().any(is_taker)
}

/// Whether the statement makes an object without what another constructor of its class and a setter named after it take.
fn lacks_something(facts: &dyn TypeFacts, symbols: &Symbols, statement: &Statement) -> bool {
    let Statement::Call { method, .. } = statement else {
        return false;
    };
    let method = symbols.get(*method);
    if method.kind != MethodKind::Constructor {
        return false;
    }
    let owner = symbols.type_name(method.owner);
    let constructors = facts.overloads(&owner, "<init>");
    let mut others = constructors.iter().flat_map(|descriptor| classes(descriptor));
    others.any(|class| {
        let simple = class.rsplit(['/', '$']).next().unwrap_or(class);
        let takes_it = |descriptor: &String| descriptor.starts_with(&format!("(L{class};)"));
        !method.descriptor.contains(&format!("L{class};"))
            && facts.overloads(&owner, &format!("set{simple}")).iter().any(takes_it)
    })
}

/// Whether the code under test made an iterator or a stream: it may be one that documents that it goes round for ever, and whoever asks it for all its
/// elements waits in vain.
fn has_own_iterator(facts: &dyn TypeFacts, symbols: &Symbols, sequence: &Sequence) -> bool {
    sequence.statements.iter().any(|statement| {
        let Statement::Call { method, .. } = statement else {
            return false;
        };
        let method = symbols.get(*method);
        let Some(made) = symbols.class_name(method.result) else {
            return false;
        };
        !symbols.type_name(method.owner).starts_with("java.")
            && ITERATORS.iter().any(|iterator| facts.is_subclass(made, iterator))
    })
}

/// What is asked for one element after the other.
const ITERATORS: [&str; 3] = [
    "java.util.Iterator",
    "java.util.Enumeration",
    "java.util.stream.BaseStream",
];

/// The internal names of the classes among the parameters.
fn classes(descriptor: &str) -> impl Iterator<Item = &str> {
    let parameters = descriptor.split(')').next().unwrap_or_default();
    parameters.split(';').filter_map(|part| Some(part.split_once('L')?.1))
}

/// Whether the method that ended the run names what it threw in its `throws` clause.
fn is_declared(facts: &dyn TypeFacts, symbols: &Symbols, sequence: &Sequence, trace: &Trace) -> bool {
    let Some(thrown) = thrown(symbols, sequence, trace) else {
        return false;
    };
    let Some(Statement::Call { method, .. }) = sequence.statements.get(thrown.at) else {
        return false;
    };
    let method = symbols.get(*method);
    let class = symbols.type_name(thrown.class);
    facts
        .method(&symbols.type_name(method.owner), &method.name, &method.descriptor)
        .is_some_and(|method| method.throws.contains(&class))
}

impl Check for PublicApi<'_> {
    fn id(&self) -> &'static str {
        self.check.id()
    }

    fn judge(&self, symbols: &Symbols, sequence: &Sequence, trace: &Trace) -> Verdict {
        // The wrapped check first: it rejects nearly every run at a glance.
        match self.check.judge(symbols, sequence, trace) {
            Verdict::Violated { .. }
                if calls_one_of(self.apart, symbols, sequence)
                    || !is_public(self.facts, symbols, &sequence.statements)
                    || is_declared(self.facts, symbols, sequence, trace)
                    || is_disowned(self.facts, symbols, &sequence.statements)
                    || is_lawless(self.facts, symbols, &sequence.statements)
                    || (self.check.id() == NullPointerWithoutNull.id()
                        && is_unready(self.facts, symbols, sequence, trace))
                    || (self.check.id() == NeverEnds.id() && has_own_iterator(self.facts, symbols, sequence)) =>
            {
                Verdict::Holds
            }
            verdict => verdict,
        }
    }
}

#[cfg(test)]
mod tests {
    use palus_classes::{ClassFacts, Member, MethodFacts};
    use palus_sequence::{CodeSite, JavaString, Outcome, Value};

    use super::super::ALL;
    use super::*;

    /// A library in which classes are public but `demo.Hidden`, and methods and fields unless they are called `hidden`.
    struct Facts;

    impl TypeFacts for Facts {
        fn class(&self, name: &str) -> Option<ClassFacts> {
            let mut class = ClassFacts::plain(name);
            if name == "demo.Hidden" {
                class.visibility = Visibility::Package;
            }
            Some(class)
        }

        fn is_public_field(&self, _owner: &str, name: &str) -> bool {
            name != "hidden"
        }

        fn method(&self, _owner: &str, name: &str, _descriptor: &str) -> Option<MethodFacts> {
            let visibility = if name == "hidden" {
                Visibility::Package
            } else {
                Visibility::Public
            };
            Some(MethodFacts {
                parameter_names: vec![],
                throws: vec![],
                is_varargs: false,
                is_deprecated: false,
                signature: None,
                visibility,
            })
        }

        fn overloads(&self, owner: &str, name: &str) -> Vec<String> {
            let descriptors: &[&str] = match (owner, name) {
                ("demo.Filter" | "demo.Text", "<init>") => &["(Ldemo/Source;)V", "(Ldemo/Source;Ldemo/Test;)V"],
                ("demo.Filter", "setTest") => &["(Ldemo/Test;)V"],
                ("demo.Text", "setTest") => &["([Ljava/lang/String;)V"],
                _ => &[],
            };
            descriptors.iter().map(ToString::to_string).collect()
        }

        fn is_subclass(&self, sub: &str, sup: &str) -> bool {
            [("demo.Looping", "java.util.Iterator"), ("demo.Heir", "demo.Parent")].contains(&(sub, sup))
        }

        fn takers_of_null(&self, class: &str, message: &str) -> Vec<Member> {
            let taker = Member {
                owner: "demo.Parent".into(),
                name: "setSource".into(),
                descriptor: "(Ldemo/Source;)V".into(),
            };
            let knows = (class, message) == ("demo.Parent", "source");
            knows.then_some(taker).into_iter().collect()
        }
    }

    #[test]
    fn who_reads_a_field_that_others_cannot_name_uses_more_than_the_public_api() {
        let mut symbols = Symbols::default();
        for (owner, name, expected) in [
            ("demo.A", "open", true),
            ("demo.A", "hidden", false),
            ("demo.Hidden", "open", false),
        ] {
            let field = symbols.field(owner, name, "Ljava/lang/Object;").unwrap();
            let statements = [Statement::StaticField { field }];
            assert_eq!(is_public(&Facts, &symbols, &statements), expected, "{owner}.{name}");
        }
    }

    #[test]
    fn an_iterator_of_the_library_may_go_round_for_ever() {
        let mut symbols = Symbols::default();
        for (result, expected) in [("demo/Looping", true), ("demo/Text", false)] {
            let made = symbols.method("demo.A", "made", &format!("()L{result};"), MethodKind::Static);
            let sequence = Sequence {
                statements: vec![Statement::Call {
                    method: made.unwrap(),
                    operands: vec![],
                }],
            };
            assert_eq!(has_own_iterator(&Facts, &symbols, &sequence), expected, "{result}");
        }
    }

    #[test]
    fn an_object_waits_for_what_another_constructor_and_a_setter_take() {
        let mut symbols = Symbols::default();
        for (owner, descriptor, expected) in [
            ("demo.Filter", "(Ldemo/Source;)V", true),
            ("demo.Filter", "(Ldemo/Source;Ldemo/Test;)V", false),
            ("demo.Text", "(Ldemo/Source;)V", false),
        ] {
            let call = |method| Statement::Call {
                method,
                operands: vec![],
            };
            let made = symbols.method(owner, "<init>", descriptor, MethodKind::Constructor);
            let asked = symbols.method("demo.Chain", "next", "()V", MethodKind::Static);
            let sequence = Sequence {
                statements: vec![call(made.unwrap()), call(asked.unwrap())],
            };
            let is_unready = is_unready(&Facts, &symbols, &sequence, &Trace::default());
            assert_eq!(is_unready, expected, "{owner}{descriptor}");
        }
    }

    #[test]
    fn an_object_waits_for_the_field_that_the_exception_names_until_it_is_given() {
        let mut symbols = Symbols::default();
        let made = symbols.method("demo.Heir", "<init>", "(I)V", MethodKind::Constructor);
        let given = symbols.method("demo.Heir", "setSource", "(Ldemo/Source;)V", MethodKind::Instance);
        let asked = symbols.method("demo.Heir", "next", "()V", MethodKind::Instance);
        let npe = symbols.class("java.lang.NullPointerException");
        let call = |method: &Result<_, _>| Statement::Call {
            method: *method.as_ref().unwrap(),
            operands: vec![],
        };
        let waits = |statements: Vec<Statement>, text: &str| {
            let trace = Trace {
                outcomes: vec![Outcome::Threw {
                    class: npe,
                    message: Some(JavaString::from(text)),
                }],
                thrown_at: Some(CodeSite {
                    class: "demo.Parent".to_owned(),
                    method: "next".to_owned(),
                    line: None,
                    is_below: false,
                }),
                ..Trace::default()
            };
            is_unready(&Facts, &symbols, &Sequence { statements }, &trace)
        };
        let (made, given, asked) = (call(&made), call(&given), call(&asked));
        assert!(waits(vec![made.clone(), asked.clone()], "source"));
        assert!(!waits(vec![made.clone(), asked.clone()], "another"));
        assert!(!waits(vec![made, given, asked], "source"));
    }

    #[test]
    fn what_needs_more_than_the_public_api_is_no_defect() {
        let mut symbols = Symbols::default();
        let npe = symbols.class("java.lang.NullPointerException");
        let mut breaks = |names: [&str; 2]| {
            let call = |name: &str, symbols: &mut Symbols| Statement::Call {
                method: symbols.method("demo.A", name, "()V", MethodKind::Static).unwrap(),
                operands: vec![],
            };
            let statements = names.map(|name| call(name, &mut symbols)).to_vec();
            let outcomes = vec![
                Outcome::Returned(Value::Void),
                Outcome::Threw {
                    class: npe,
                    message: None,
                },
            ];
            let trace = Trace {
                outcomes,
                ..Trace::default()
            };
            let checks = PublicApi::all(&ALL.iter().collect::<Vec<_>>(), &Facts, &[]);
            checks.iter().any(|check| {
                check.judge(
                    &symbols,
                    &Sequence {
                        statements: statements.clone(),
                    },
                    &trace,
                ) != Verdict::Holds
            })
        };
        assert!(breaks(["open", "send"]));
        assert!(!breaks(["open", "hidden"]));
        assert!(!breaks(["hidden", "send"]));
    }
}
