//! Which exceptions show a defect whatever the specification says. Most exceptions do not: they may be the documented answer to
//! an illegal input, so a test that expects them is a passing test.

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
                    "{} threw an AssertionError: one of its own assertions failed",
                    thrown.method
                );
                Verdict::Violated { at: thrown.at, because }
            }
            _ => Verdict::Holds,
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

    #[test]
    fn no_two_checks_share_an_id() {
        let ids: BTreeSet<_> = ALL.iter().map(|check| check.id()).collect();
        assert_eq!(ids.len(), ALL.len());
    }
}
