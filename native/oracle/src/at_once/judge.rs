//! Whether two calls at once come out as if one had come behind the other.

use palus_sequence::work::Fact;
use palus_sequence::{
    AtOnce, EndedBy, Executor, ExecutorLost, Meeting, ObservationPlan, Outcome, Sequence, Symbols, Trace, Value,
};

use crate::is_assertable;

/// At so many uses of fields and locks the first call gives up its turn.
const MOST_USES: u16 = 64;
/// Seconds that a test waits for two calls that wait for each other, all rounds together: these take a tenth of that.
const PATIENCE: u16 = 2;

/// What came out otherwise.
pub(super) struct Shown {
    /// What was expected.
    pub(super) demand: AtOnce,
    /// What came out, as a sentence names it: a value, or the class of an exception.
    pub(super) was: String,
    /// The call behind both that shows it.
    pub(super) look: Option<usize>,
    /// Before so manieth use of a field or a lock the second call cut in.
    pub(super) uses: u16,
    /// What the sequence does when the second call comes behind the first.
    pub(super) in_order: Trace,
}

/// Runs the sequence with the calls at `at` and behind it in both orders, and then at once. What stands behind them looks at what they did.
pub(super) fn judge(
    sequence: &Sequence,
    at: usize,
    executor: &mut dyn Executor,
    symbols: &mut Symbols,
) -> Result<Option<Shown>, ExecutorLost> {
    let mut swapped = sequence.clone();
    swapped.statements.swap(at, at + 1);
    let plan = ObservationPlan::full().past_throws();
    // The first order twice: what differs between those hangs on something else.
    let orders = executor.run(symbols, &[sequence.clone(), swapped, sequence.clone()], &plan)?;
    let [one, other, again] = &orders[..] else {
        return Ok(None);
    };
    if !orders.iter().all(|trace| comes_to_its_end(trace, at)) {
        return Ok(None);
    }
    let calls = at..at + 2;
    let return_always = orders
        .iter()
        .all(|trace| trace.outcomes[calls.clone()].iter().all(Outcome::is_normal));
    let always: Vec<Option<&Value>> = (at + 2..sequence.len())
        .map(|look| {
            let value = one.outcomes[look].value().filter(|value| is_assertable(value))?;
            let is_same = [other, again]
                .iter()
                .all(|trace| trace.outcomes[look].value() == Some(value));
            is_same.then_some(value)
        })
        .collect();
    for uses in 1..=MOST_USES {
        let meeting = Meeting { first: at as u16, uses };
        let traces = executor.run(symbols, std::slice::from_ref(sequence), &plan.at_once(meeting))?;
        let Some(trace) = traces.first().filter(|trace| trace.met) else {
            break;
        };
        let shown = |demand, was, look| Shown {
            demand,
            was,
            look,
            uses,
            in_order: cut(one, at, look),
        };
        let ends = &trace.outcomes[calls.clone()];
        if ends.iter().any(|end| matches!(end, Outcome::Ended(EndedBy::Wait))) {
            return Ok(Some(shown(AtOnce::End { seconds: PATIENCE }, String::new(), None)));
        }
        let thrown = ends.iter().find_map(|end| match end {
            Outcome::Threw { class, .. } => Some(symbols.type_name(*class)),
            _ => None,
        });
        if let Some(thrown) = thrown.filter(|_| return_always) {
            return Ok(Some(shown(AtOnce::Return, thrown, None)));
        }
        if trace
            .outcomes
            .iter()
            .any(|outcome| matches!(outcome, Outcome::Ended(_) | Outcome::NotRun))
        {
            continue;
        }
        let differs = always.iter().enumerate().find_map(|(place, value)| {
            let now = trace.outcomes[at + 2 + place].value()?;
            value.filter(|value| *value != now).map(|value| (place, value, now))
        });
        let Some((place, value, now)) = differs.filter(|_| hangs_on_nothing(trace)) else {
            continue;
        };
        let again = executor.run(symbols, std::slice::from_ref(sequence), &plan.at_once(meeting))?;
        if again.first().is_some_and(|again| again.outcomes == trace.outcomes) {
            let demand = AtOnce::ThenGives(value.clone());
            return Ok(Some(shown(demand, told(now), Some(at + 2 + place))));
        }
    }
    Ok(None)
}

/// Whether all up to the calls returned, and all from there on came to an end and left nothing behind.
fn comes_to_its_end(trace: &Trace, at: usize) -> bool {
    let is_over = |outcome: &Outcome| !matches!(outcome, Outcome::Ended(_) | Outcome::NotRun);
    trace.leaves.is_nothing()
        && hangs_on_nothing(trace)
        && !trace.prints
        && trace.outcomes.len() > at + 1
        && trace.outcomes[..at].iter().all(Outcome::is_normal)
        && trace.outcomes[at..].iter().all(is_over)
}

/// Whether it has asked neither for the time nor for the machine: what it gave would be otherwise at another time.
fn hangs_on_nothing(trace: &Trace) -> bool {
    trace.asked & !Fact::ThreadOrder.bit() == 0
}

/// What remains of the trace when of what looks only one call remains.
fn cut(trace: &Trace, at: usize, look: Option<usize>) -> Trace {
    let mut cut = trace.clone();
    let look = look.map(|look| cut.outcomes[look].clone());
    cut.outcomes.truncate(at + 2);
    cut.outcomes.extend(look);
    cut
}

/// The value as a sentence names it.
pub(super) fn told(value: &Value) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Boolean(v) => v.to_string(),
        Value::Byte(v) => v.to_string(),
        Value::Short(v) => v.to_string(),
        Value::Int(v) => v.to_string(),
        Value::Long(v) => v.to_string(),
        Value::Float(v) => v.to_string(),
        Value::Double(v) => v.to_string(),
        Value::Boxed(value) => told(value),
        Value::String { text: Some(text), .. } => format!("\"{}\"", text.to_lossy()),
        Value::Enum { name: Some(name), .. } => name.to_string(),
        _ => "another object".to_owned(),
    }
}
