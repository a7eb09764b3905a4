//! Exceptions that are a defect by their class.

use palus_sequence::{
    Check, LambdaBody, Literal, Operand, Outcome, Sequence, Statement, Symbols, Trace, TypeId, Value, Verdict,
    is_of_jdk,
};

use super::spoken;

/// A null pointer exception out of a sequence in which nothing is null: neither an operand nor a value that an
/// operand holds, nor what a lambda gives. Elements of collections are not looked at.
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
            Operand::Literal(literal) => is_null_or_gives_it(literal),
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

/// Whether the literal is null, or a lambda out of which null comes.
fn is_null_or_gives_it(literal: &Literal) -> bool {
    match literal {
        Literal::Lambda(lambda) => matches!(&lambda.body, LambdaBody::Value(value) if **value == Literal::Null),
        literal => *literal == Literal::Null,
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

/// An exception out of a call of the code under test.
pub(super) struct Thrown {
    pub(super) at: usize,
    pub(super) class: TypeId,
    pub(super) method: String,
}

/// The exception that ended the sequence. One out of the JDK itself says nothing about the code under test.
pub(super) fn thrown(symbols: &Symbols, sequence: &Sequence, trace: &Trace) -> Option<Thrown> {
    let at = trace.stopped_at()?;
    let (Outcome::Threw { class, .. }, Statement::Call { method, .. }) =
        (trace.outcomes.get(at)?, sequence.statements.get(at)?)
    else {
        return None;
    };
    let owner = symbols.type_name(symbols.get(*method).owner);
    (!is_of_jdk(&owner)).then(|| Thrown {
        at,
        class: *class,
        method: spoken(symbols, *method),
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
    use palus_sequence::MethodKind;

    use super::super::ALL;
    use super::*;

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
}
