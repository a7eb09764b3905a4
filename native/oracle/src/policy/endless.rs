//! Calls that do not end.

use palus_sequence::{Check, EndedBy, Literal, Operand, Outcome, Sequence, Statement, Symbols, Trace, Verdict};

use super::spoken;

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
