//! Which exceptions show a defect whatever the specification says. Most exceptions do not: they may be the documented answer to
//! an illegal input, so a test that expects them is a passing test.

use palus_classes::{TypeFacts, Visibility};
use palus_sequence::{Check, Literal, Operand, Outcome, Sequence, Statement, Symbols, Trace, TypeId, Value, Verdict};

/// All checks, in the order of the reports: a new one is one item and one line.
pub const ALL: &[&dyn Check] = &[&NullPointerWithoutNull, &AssertionErrorThrown];

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

/// A check that holds wherever a sequence needs more than the public API: inner parts of a library may rely on being called
/// right by the library itself, and what a test in their package does to them is no defect.
pub struct PublicApi<'f> {
    check: &'f dyn Check,
    facts: &'f (dyn TypeFacts + Sync),
}

impl<'f> PublicApi<'f> {
    /// All checks, each for the public API only.
    pub fn all(facts: &'f (dyn TypeFacts + Sync)) -> Vec<Self> {
        ALL.iter().map(|&check| Self { check, facts }).collect()
    }

    fn is_public(&self, symbols: &Symbols, statement: &Statement) -> bool {
        let Statement::Call { method, .. } = statement else {
            return true;
        };
        let method = symbols.get(*method);
        let owner = symbols.type_name(method.owner);
        let is_public = |visibility: Visibility| visibility == Visibility::Public;
        self.facts
            .class(&owner)
            .is_some_and(|class| is_public(class.visibility))
            && self
                .facts
                .method(&owner, &method.name, &method.descriptor)
                .is_some_and(|method| is_public(method.visibility))
    }
}

impl Check for PublicApi<'_> {
    fn id(&self) -> &'static str {
        self.check.id()
    }

    fn judge(&self, symbols: &Symbols, sequence: &Sequence, trace: &Trace) -> Verdict {
        // The wrapped check first: it rejects nearly every run at a glance.
        match self.check.judge(symbols, sequence, trace) {
            Verdict::Violated { .. } if !sequence.statements.iter().all(|s| self.is_public(symbols, s)) => {
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
    let method = symbols.get(*method);
    let owner = symbols.type_name(method.owner);
    let name = if &*method.name == "<init>" {
        format!("new {owner}")
    } else {
        format!("{owner}.{}", method.name)
    };
    let platform = ["java.", "javax.", "jdk.", "sun.", "com.sun."];
    (!platform.iter().any(|package| owner.starts_with(package))).then_some(Thrown {
        at,
        class: *class,
        method: name,
    })
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
                .all(|check| !judged(*check, "demo.A", illegal, Literal::Int(1)))
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
            let checks = PublicApi::all(&Facts);
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
        let ids: BTreeSet<_> = ALL.iter().map(|check| check.id()).collect();
        assert_eq!(ids.len(), ALL.len());
    }
}
