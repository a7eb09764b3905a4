//! Which exceptions show a defect whatever the specification says. Most exceptions do not: they may be the documented answer to
//! an illegal input, so a test that expects them is a passing test.

use palus_classes::{TypeFacts, Visibility};
use palus_sequence::{
    Check, Demand, EndedBy, Literal, MethodId, Operand, Outcome, Sequence, Statement, Symbols, Trace, TypeId, Value,
    Verdict, Violation,
};

use crate::contracts::When;

/// All rules, in the order of the reports: a new one is one item, one line, and one heading in `docs/contracts.md`.
pub const ALL: &[Rule] = &[
    Rule {
        check: &AssertionErrorThrown,
        when: When::Default,
        confidence: 90,
        why: "The code says itself that what it relies on does not hold.",
    },
    Rule {
        check: &NullPointerWithoutNull,
        when: When::Default,
        confidence: 60,
        why: "Nothing that was passed is null, so the null comes from inside. It is none where the class says that the object \
              is not ready for the call.",
    },
    Rule {
        check: &NeverEnds,
        when: When::Default,
        confidence: 70,
        why: "No argument is large, so there is not much to do. It is none where the class says that the call may go on for ever.",
    },
    Rule {
        check: &UndeclaredException,
        when: When::Named,
        confidence: 40,
        why: "The exception speaks of the inside of the code and the method does not declare it. It is none where the \
              documentation names it.",
    },
];

/// A rule about single runs, and what a failing test says of it.
pub struct Rule {
    /// Finds it out.
    pub check: &'static dyn Check,
    /// When it is asked.
    pub when: When,
    /// How sure a violation is to be a defect, in percent.
    pub confidence: u8,
    /// Why a violation is a defect, or when it is none.
    pub why: &'static str,
}

impl Rule {
    /// The rule of that id.
    pub fn named(id: &str) -> Option<&'static Self> {
        ALL.iter().find(|rule| rule.check.id() == id)
    }

    /// The violation that a run shows. Two runs show the same defect when the code under test threw the same class at the same place.
    pub fn violation(&self, because: &str, symbols: &Symbols, sequence: &Sequence, trace: &Trace) -> Violation {
        let id = self.check.id();
        let thrown = match trace.outcomes.last() {
            Some(Outcome::Threw { class, .. }) => symbols.type_name(*class),
            _ => String::new(),
        };
        let place = match (&trace.thrown_at, sequence.statements.last()) {
            // Nobody knows where a call that does not end goes round: one test a class.
            (_, Some(Statement::Call { method, .. })) if id == NeverEnds.id() => {
                symbols.type_name(symbols.get(*method).owner)
            }
            (Some(site), _) => format!("{}.{}:{}", site.class, site.method, site.line.unwrap_or(0)),
            (None, Some(Statement::Call { method, .. })) => {
                let method = symbols.get(*method);
                format!(
                    "{}.{}{}",
                    symbols.type_name(method.owner),
                    method.name,
                    method.descriptor
                )
            }
            _ => String::new(),
        };
        let seconds = PATIENCE;
        Violation {
            check: id.to_owned(),
            cause: format!("{id} {thrown} {place}"),
            because: because.to_owned(),
            why: self.why.to_owned(),
            confidence: self.confidence,
            given: 0,
            demand: if id == NeverEnds.id() {
                Demand::Ends { seconds }
            } else {
                Demand::Returns
            },
            thrown_at: trace.thrown_at.clone(),
        }
    }
}

/// Seconds that a test waits for a call that does not seem to end.
const PATIENCE: u16 = 3;

/// A null pointer exception out of a sequence in which nothing is null: neither an operand nor a value that an
/// operand holds. Elements of collections are not looked at.
#[derive(Debug)]
pub struct NullPointerWithoutNull;

impl Check for NullPointerWithoutNull {
    fn id(&self) -> &'static str {
        "null-pointer-without-null"
    }

    fn judge(&self, symbols: &Symbols, sequence: &Sequence, trace: &Trace) -> Verdict {
        let Some(thrown) = thrown(symbols, sequence, trace) else {
            return Verdict::Holds;
        };
        let is_null = |operand: &Operand| match operand {
            Operand::Literal(literal) => *literal == Literal::Null,
            Operand::Var(var) => {
                let made_here = matches!(sequence.statements.get(var.index()), Some(Statement::Array { .. }));
                !made_here && may_hold_null(trace.outcomes.get(var.index()))
            }
            _ => true,
        };
        let mut operands = sequence.statements.iter().flat_map(Statement::operands);
        if symbols.class_name(thrown.class) != Some("java.lang.NullPointerException") || operands.any(is_null) {
            return Verdict::Holds;
        }
        let because = format!(
            "{} threw a NullPointerException although nothing passed was null",
            thrown.method
        );
        Verdict::Violated { at: thrown.at, because }
    }
}

/// An assertion in the code under test that failed.
#[derive(Debug)]
pub struct AssertionErrorThrown;

impl Check for AssertionErrorThrown {
    fn id(&self) -> &'static str {
        "assertion-error"
    }

    fn judge(&self, symbols: &Symbols, sequence: &Sequence, trace: &Trace) -> Verdict {
        match thrown(symbols, sequence, trace) {
            Some(thrown) if symbols.class_name(thrown.class) == Some("java.lang.AssertionError") => {
                let because = format!(
                    "{} threw an AssertionError, by which code says that what it relies on does not hold",
                    thrown.method
                );
                Verdict::Violated { at: thrown.at, because }
            }
            _ => Verdict::Holds,
        }
    }
}

/// Exceptions that speak of the inside of the code that threw them: an index, a cast, a size that it worked out itself.
const INTERNAL: [&str; 7] = [
    "java.lang.ArrayIndexOutOfBoundsException",
    "java.lang.ArrayStoreException",
    "java.lang.ClassCastException",
    "java.lang.NegativeArraySizeException",
    "java.lang.StringIndexOutOfBoundsException",
    "java.util.ConcurrentModificationException",
    "java.util.EmptyStackException",
];

/// An exception that speaks of the inside of the code. Only asked for by name: many libraries let them pass on purpose.
#[derive(Debug)]
pub struct UndeclaredException;

impl Check for UndeclaredException {
    fn id(&self) -> &'static str {
        "undeclared-exception"
    }

    fn judge(&self, symbols: &Symbols, sequence: &Sequence, trace: &Trace) -> Verdict {
        let Some(thrown) = thrown(symbols, sequence, trace) else {
            return Verdict::Holds;
        };
        match symbols.class_name(thrown.class) {
            Some(class) if INTERNAL.contains(&class) => {
                let class = class.rsplit('.').next().unwrap_or(class);
                let because = format!(
                    "{} was expected to return or to throw what it declares, but threw {class}",
                    thrown.method
                );
                Verdict::Violated { at: thrown.at, because }
            }
            _ => Verdict::Holds,
        }
    }
}

/// A call that used up its fuel although no number passed is large and no text or array long.
#[derive(Debug)]
pub struct NeverEnds;

/// The largest number, and the longest text or array, that does not explain a long run.
const SMALL: i64 = 100;

impl Check for NeverEnds {
    fn id(&self) -> &'static str {
        "never-ends"
    }

    fn judge(&self, symbols: &Symbols, sequence: &Sequence, trace: &Trace) -> Verdict {
        let Some(at) = trace.stopped_at() else {
            return Verdict::Holds;
        };
        let (Some(Outcome::Ended(EndedBy::Fuel)), Some(Statement::Call { method, .. })) =
            (trace.outcomes.get(at), sequence.statements.get(at))
        else {
            return Verdict::Holds;
        };
        let operands = sequence.statements[..=at].iter().flat_map(Statement::operands);
        let small = operands.into_iter().all(|operand| match operand {
            Operand::Literal(literal) => is_small(literal),
            Operand::Var(_) => true,
            _ => false,
        });
        if !small {
            return Verdict::Holds;
        }
        let because = format!(
            "{} was expected to end, but did not in a long time",
            spoken(symbols, *method)
        );
        Verdict::Violated { at, because }
    }
}

fn is_small(literal: &Literal) -> bool {
    let within = |number: f64| number.abs() <= SMALL as f64;
    match literal {
        Literal::Short(v) => within(f64::from(*v)),
        Literal::Int(v) => within(f64::from(*v)),
        Literal::Long(v) => v.unsigned_abs() <= SMALL as u64,
        Literal::Float(v) => within(f64::from(*v)),
        Literal::Double(v) => within(*v),
        Literal::String(text) => text.units().len() <= SMALL as usize,
        _ => true,
    }
}

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

/// Whether the statements use the public API alone.
pub fn is_public(facts: &dyn TypeFacts, symbols: &Symbols, statements: &[Statement]) -> bool {
    let is_public = |visibility: Visibility| visibility == Visibility::Public;
    statements.iter().all(|statement| {
        let Statement::Call { method, .. } = statement else {
            return true;
        };
        let method = symbols.get(*method);
        let owner = symbols.type_name(method.owner);
        facts.class(&owner).is_some_and(|class| is_public(class.visibility))
            && facts
                .method(&owner, &method.name, &method.descriptor)
                .is_some_and(|method| is_public(method.visibility))
    })
}

/// Whether a statement calls what is deprecated, or passes any class where generics ask for that of an enum.
fn is_disowned(facts: &dyn TypeFacts, symbols: &Symbols, statements: &[Statement]) -> bool {
    statements.iter().any(|statement| {
        let Statement::Call { method, operands } = statement else {
            return false;
        };
        let method = symbols.get(*method);
        let Some(method) = facts.method(&symbols.type_name(method.owner), &method.name, &method.descriptor) else {
            return false;
        };
        let passes_class = operands
            .iter()
            .any(|operand| matches!(operand, Operand::Literal(Literal::Class(_))));
        let wants_enum = method
            .signature
            .is_some_and(|signature| signature.contains("java/lang/Enum<"));
        method.is_deprecated || (passes_class && wants_enum)
    })
}

/// Whether the last call takes an object that a constructor without parameters made although its class has others: it may well wait for
/// what those would have been given.
pub fn is_unready(facts: &dyn TypeFacts, symbols: &Symbols, sequence: &Sequence) -> bool {
    let Some((last, before)) = sequence.statements.split_last() else {
        return false;
    };
    last.uses().any(|var| match before.get(var.index()) {
        Some(Statement::Call { method, operands }) if operands.is_empty() => {
            let method = symbols.get(*method);
            let is_constructor = &*method.name == "<init>";
            is_constructor && facts.overloads(&symbols.type_name(method.owner), "<init>").len() > 1
        }
        _ => false,
    })
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
                    || (self.check.id() == NullPointerWithoutNull.id()
                        && is_unready(self.facts, symbols, sequence)) =>
            {
                Verdict::Holds
            }
            verdict => verdict,
        }
    }
}

/// An exception out of a call of the code under test.
struct Thrown {
    at: usize,
    class: TypeId,
    method: String,
}

/// The exception that ended the sequence. One out of the JDK itself says nothing about the code under test.
fn thrown(symbols: &Symbols, sequence: &Sequence, trace: &Trace) -> Option<Thrown> {
    let at = trace.stopped_at()?;
    let (Outcome::Threw { class, .. }, Statement::Call { method, .. }) =
        (trace.outcomes.get(at)?, sequence.statements.get(at)?)
    else {
        return None;
    };
    let owner = symbols.type_name(symbols.get(*method).owner);
    let platform = ["java.", "javax.", "jdk.", "sun.", "com.sun."];
    (!platform.iter().any(|package| owner.starts_with(package))).then(|| Thrown {
        at,
        class: *class,
        method: spoken(symbols, *method),
    })
}

/// The method as a sentence names it.
fn spoken(symbols: &Symbols, method: MethodId) -> String {
    let method = symbols.get(method);
    let owner = symbols.type_name(method.owner);
    if &*method.name == "<init>" {
        format!("new {owner}")
    } else {
        format!("{owner}.{}", method.name)
    }
}

/// Whether a value is null, or an array that has a null element or whose elements were not read.
fn may_hold_null(outcome: Option<&Outcome>) -> bool {
    match outcome {
        Some(Outcome::Returned(Value::Null)) => true,
        Some(Outcome::Returned(Value::Array { elements, .. })) => {
            elements.as_ref().is_none_or(|elements| elements.contains(&Value::Null))
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use palus_classes::{ClassFacts, Home, MethodFacts};
    use palus_sequence::MethodKind;

    fn judged(check: &dyn Check, owner: &str, exception: &str, operand: Literal) -> bool {
        let mut symbols = Symbols::default();
        let parameter = "(Ljava/lang/Object;)V";
        let method = symbols.method(owner, "f", parameter, MethodKind::Static).unwrap();
        let class = symbols.class(exception);
        let operands = vec![Operand::Literal(operand)];
        let sequence = Sequence {
            statements: vec![Statement::Call { method, operands }],
        };
        let outcomes = vec![Outcome::Threw { class, message: None }];
        let trace = Trace {
            outcomes,
            ..Trace::default()
        };
        check.judge(&symbols, &sequence, &trace) != Verdict::Holds
    }

    #[test]
    fn a_null_pointer_exception_is_a_defect_only_when_nothing_was_null() {
        let npe = "java.lang.NullPointerException";
        assert!(judged(&NullPointerWithoutNull, "demo.A", npe, Literal::Int(1)));
        assert!(!judged(&NullPointerWithoutNull, "demo.A", npe, Literal::Null));
        assert!(!judged(
            &NullPointerWithoutNull,
            "java.util.Objects",
            npe,
            Literal::Int(1)
        ));
    }

    #[test]
    fn an_assertion_error_is_a_defect_and_other_exceptions_are_not() {
        assert!(judged(
            &AssertionErrorThrown,
            "demo.A",
            "java.lang.AssertionError",
            Literal::Null
        ));
        let illegal = "java.lang.IllegalArgumentException";
        assert!(
            ALL.iter()
                .all(|rule| !judged(rule.check, "demo.A", illegal, Literal::Int(1)))
        );
    }

    /// A library in which classes are public, and methods unless they are called `hidden`.
    struct Facts;

    impl TypeFacts for Facts {
        fn class(&self, name: &str) -> Option<ClassFacts> {
            Some(ClassFacts {
                name: name.to_owned(),
                canonical: name.to_owned(),
                package: String::new(),
                visibility: Visibility::Public,
                home: Home::SamePackage,
                type_parameters: 0,
                is_interface: false,
                is_abstract: false,
                is_enum: false,
                is_inner: false,
                superclass: None,
                interfaces: vec![],
            })
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

        fn overloads(&self, _owner: &str, _name: &str) -> Vec<String> {
            vec![]
        }
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

    #[test]
    fn no_two_checks_share_an_id() {
        let ids: BTreeSet<_> = ALL.iter().map(|rule| rule.check.id()).collect();
        assert_eq!(ids.len(), ALL.len());
    }
}
