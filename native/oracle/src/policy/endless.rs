//! Calls that do not end.

use palus_sequence::{
    Check, EndedBy, LambdaBody, Literal, Operand, Outcome, Sequence, Statement, Symbols, Trace, Verdict,
};

use super::spoken;

/// A call that used up its fuel although no number passed is large, no text or array long and no stream without an end.
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
            Operand::Literal(literal) => is_small(literal) && !is_steadfast(literal),
            Operand::Var(_) => true,
            _ => false,
        });
        let mut before = sequence.statements[..=at].iter();
        if !small || before.any(|statement| is_endless(symbols, statement)) {
            return Verdict::Holds;
        }
        let because = format!(
            "{} was expected to end, but did not in a long time",
            spoken(symbols, *method)
        );
        Verdict::Violated { at, because }
    }
}

/// Whether the literal is a lambda that answers every question alike: what goes on until it says otherwise goes on for ever.
fn is_steadfast(literal: &Literal) -> bool {
    match literal {
        Literal::Lambda(lambda) => {
            matches!(&lambda.body, LambdaBody::Value(value) if matches!(**value, Literal::Boolean(_)))
        }
        _ => false,
    }
}

/// Whether the statement makes a stream of the JDK that has no end: `generate`, `iterate` without a condition, and random numbers, or
/// generators of them, of which nobody said how many.
fn is_endless(symbols: &Symbols, statement: &Statement) -> bool {
    let Statement::Call { method, .. } = statement else {
        return false;
    };
    let method = symbols.get(*method);
    let parameters = method.parameters.len();
    match symbols.class_name(method.owner) {
        Some(owner) if owner.starts_with("java.util.stream.") => match &*method.name {
            "generate" => true,
            "iterate" => parameters == 2,
            _ => false,
        },
        Some(owner) if owner.starts_with("java.util.random.") || RANDOM.contains(&owner) => match &*method.name {
            "ints" | "longs" | "doubles" => parameters.is_multiple_of(2),
            "jumps" | "leaps" | "rngs" | "splits" => parameters == 0,
            _ => false,
        },
        _ => false,
    }
}

/// What draws numbers, beside the interfaces of `java.util.random`.
const RANDOM: [&str; 4] = [
    "java.util.Random",
    "java.util.SplittableRandom",
    "java.util.concurrent.ThreadLocalRandom",
    "java.security.SecureRandom",
];

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

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use palus_sequence::{Lambda, MethodKind, Var};

    use super::*;

    #[test]
    fn whoever_passes_a_stream_without_an_end_waits_in_vain() {
        let mut symbols = Symbols::default();
        for (owner, name, descriptor, expected) in [
            (
                "java.util.stream.Stream",
                "generate",
                "(Ljava/util/function/Supplier;)V",
                false,
            ),
            (
                "java.util.stream.IntStream",
                "iterate",
                "(ILjava/util/function/IntUnaryOperator;)V",
                false,
            ),
            ("java.util.stream.IntStream", "range", "(II)V", true),
            ("java.util.SplittableRandom", "ints", "()V", false),
            ("java.util.random.RandomGenerator", "longs", "()V", false),
            ("java.util.Random", "ints", "(J)V", true),
        ] {
            let call = |method, operands| Statement::Call { method, operands };
            let source = symbols.method(owner, name, descriptor, MethodKind::Static).unwrap();
            let loops = symbols.method("a.A", "loop", "(La/B;)V", MethodKind::Static).unwrap();
            let statements = vec![call(source, vec![]), call(loops, vec![Operand::Var(Var(0))])];
            let outcomes = vec![
                Outcome::Returned(palus_sequence::Value::Void),
                Outcome::Ended(EndedBy::Fuel),
            ];
            let trace = Trace {
                outcomes,
                ..Trace::default()
            };
            let verdict = NeverEnds.judge(&symbols, &Sequence { statements }, &trace);
            assert_eq!(verdict != Verdict::Holds, expected, "{owner}.{name}");
        }
    }

    #[test]
    fn a_loop_may_wait_for_an_answer_that_never_comes() {
        let mut symbols = Symbols::default();
        let method = symbols
            .method("a.A", "loop", "(La/Test;)V", MethodKind::Static)
            .unwrap();
        for (answer, expected) in [(Literal::Boolean(true), false), (Literal::Int(1), true)] {
            let lambda = Lambda {
                interface: symbols.class("a.Test"),
                parameters: 1,
                body: LambdaBody::Value(Box::new(answer)),
            };
            let operands = vec![Operand::Literal(Literal::Lambda(Arc::new(lambda)))];
            let statements = vec![Statement::Call { method, operands }];
            let trace = Trace {
                outcomes: vec![Outcome::Ended(EndedBy::Fuel)],
                ..Trace::default()
            };
            let verdict = NeverEnds.judge(&symbols, &Sequence { statements }, &trace);
            assert_eq!(verdict != Verdict::Holds, expected);
        }
    }
}
