//! Whether a virtual machine does what was found out without one.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use palus_emit::java::Label;
use palus_sequence::{
    EdgeBlock, Literal, MethodId, MethodKind, Operand, Outcome, Sequence, Statement, Symbols, Value, Var,
};
use palus_symbolic::{Edge, Expected, Found, Ran};

use crate::exit::say;
use crate::explore::{Explorer, Replayed};

/// More tests than that are too much Java source for anyone.
const MOST_WRITTEN: usize = 5_000;

/// So many sequences that diverged are told at once; `explore.json` has all.
const MOST_TOLD: usize = 5;

/// What came of running the sequences.
#[derive(Clone, Debug, Default)]
pub(super) struct Replays {
    /// How many sequences ran.
    pub(super) ran: usize,
    /// Those that did something else than they should, each with what.
    pub(super) diverged: Vec<String>,
    /// How many tests were written.
    pub(super) written: usize,
}

/// Runs the sequences, and writes those that do what they should as tests.
pub(super) fn replay(
    explorer: &mut Explorer,
    methods: &[MethodId],
    found: &[Found],
    out: &Path,
) -> anyhow::Result<Replays> {
    let sequences: Vec<Sequence> = found.iter().map(|found| sequence(explorer, methods, found)).collect();
    let own = explorer.library_symbols().clone();
    let mut replays = Replays::default();
    let mut is_same = vec![false; sequences.len()];
    explorer.replay(&sequences, &mut |at, replayed| {
        replays.ran += 1;
        match difference(&found[at], replayed) {
            None => is_same[at] = true,
            Some(difference) => replays
                .diverged
                .push(format!("{}: {difference}", sequences[at].text(&own).replace('\n', " "))),
        }
    })?;
    for diverged in replays.diverged.iter().take(MOST_TOLD) {
        say(&format!(
            "a sequence did not do what it should, please report it: {diverged}"
        ));
    }
    let same: Vec<usize> = (0..sequences.len()).filter(|at| is_same[*at]).collect();
    if same.len() > MOST_WRITTEN {
        say(&format!(
            "of {} tests the first {MOST_WRITTEN} are written; leave out --all-tests, or lower --calls",
            same.len()
        ));
    }
    let kept: Vec<usize> = same.into_iter().take(MOST_WRITTEN).collect();
    let labels: Vec<Label> = kept.iter().map(|at| label(&own, methods, &found[*at])).collect();
    let kept: Vec<Sequence> = kept.into_iter().map(|at| sequences[at].clone()).collect();
    replays.written = explorer.write_sequences(&kept, &labels, "SymbolicTest", out)?;
    Ok(replays)
}

/// Has the virtual machine run the calls with which paths left what is followed here, and says what it did; nothing of those that did
/// otherwise before.
pub(super) fn run_left(
    explorer: &mut Explorer,
    methods: &[MethodId],
    left: &[Found],
) -> anyhow::Result<Vec<Option<Ran>>> {
    let sequences: Vec<Sequence> = left.iter().map(|found| sequence(explorer, methods, found)).collect();
    let index = Arc::clone(explorer.library().index());
    let mut counts: BTreeMap<String, bool> = BTreeMap::new();
    // Where the agent counts otherwise, nothing is known of its numbers.
    let mut is_counted = |block: &EdgeBlock| {
        if let Some(known) = counts.get(&block.class) {
            return *known;
        }
        let is_same = index.probes(&block.class).is_some_and(|it| it.count() == block.count);
        counts.insert(block.class.clone(), is_same);
        is_same
    };
    let mut ran: Vec<Option<Ran>> = vec![None; left.len()];
    explorer.replay(&sequences, &mut |at, replayed| {
        let Some((last, before)) = replayed.outcomes.split_last() else {
            return;
        };
        let calls = &left[at].calls;
        let is_as_told = calls.len() == replayed.outcomes.len()
            && calls
                .iter()
                .zip(before)
                .all(|(call, outcome)| is_as(&call.expected, outcome, replayed.symbols));
        let Some(did) = expected(last, replayed.symbols).filter(|_| is_as_told) else {
            return;
        };
        let edges = replayed.edges().filter(|(block, _)| is_counted(block));
        ran[at] = Some(Ran {
            did,
            edges: edges
                .map(|(block, number)| Edge {
                    class: block.class.as_str().into(),
                    number,
                })
                .collect(),
            before: replayed.before.clone(),
            state: replayed.state.clone(),
        });
    })?;
    Ok(ran)
}

/// What is expected of a call that did this once.
fn expected(outcome: &Outcome, symbols: &Symbols) -> Option<Expected> {
    let plain = |value: &Value| {
        let literal = value.literal()?;
        let is_plain = literal.primitive().is_some() || matches!(literal, Literal::Null | Literal::String(_));
        is_plain.then_some(literal)
    };
    Some(match outcome {
        Outcome::Returned(Value::Void) => Expected::Void,
        Outcome::Returned(value) => match (plain(value), value.runtime_class()) {
            (Some(literal), _) if matches!(value, Value::Boxed(_)) => Expected::Boxed(literal),
            (Some(literal), _) => Expected::Value(literal),
            (None, Some(class)) => Expected::Object(symbols.type_runtime_name(class).into()),
            (None, None) => Expected::Returned,
        },
        Outcome::Threw { class, .. } => Expected::Threw(symbols.type_runtime_name(*class).into()),
        Outcome::Ended(_) | Outcome::NotRun => return None,
    })
}

fn sequence(explorer: &Explorer, methods: &[MethodId], found: &Found) -> Sequence {
    let symbols = explorer.library_symbols();
    let mut sequence = Sequence::default();
    for call in &found.calls {
        let method = methods[call.callable];
        let receiver = (symbols.get(method).kind == MethodKind::Instance).then_some(Operand::Var(Var(0)));
        let arguments = call.arguments.iter().cloned().map(Operand::Literal);
        sequence.push(Statement::Call {
            method,
            operands: receiver.into_iter().chain(arguments).collect(),
        });
    }
    sequence
}

fn label(symbols: &Symbols, methods: &[MethodId], found: &Found) -> Label {
    let last = found.calls.last().map(|call| symbols.get(methods[call.callable]));
    let name = match last {
        Some(method) if method.kind == MethodKind::Instance => {
            method.name.replace(|c: char| !c.is_ascii_alphanumeric(), "_")
        }
        _ => "constructor".to_owned(),
    };
    let when = if found.condition.is_empty() {
        "Whatever its arguments are".to_owned()
    } else {
        format!("Where {}", found.condition)
    };
    let branches = match found.branches {
        0 => "it takes no branch that none took before".to_owned(),
        1 => "it takes a branch that none took before".to_owned(),
        count => format!("it takes {count} branches that none took before"),
    };
    Label {
        name: if name.starts_with(|c: char| c.is_ascii_alphabetic()) {
            name
        } else {
            format!("call{name}")
        },
        comment: format!("{when}, {branches}."),
    }
}

/// What a sequence did otherwise than it should.
fn difference(found: &Found, replayed: &Replayed<'_>) -> Option<String> {
    if found.calls.len() != replayed.outcomes.len() {
        return Some(format!(
            "{} of {} calls ran",
            replayed.outcomes.len(),
            found.calls.len()
        ));
    }
    for (place, (call, outcome)) in found.calls.iter().zip(replayed.outcomes).enumerate() {
        if !is_as(&call.expected, outcome, replayed.symbols) {
            return Some(format!(
                "call {place} should give {:?}, and gave {outcome:?}",
                call.expected
            ));
        }
    }
    match (&found.state, &replayed.state) {
        (Some(wanted), Some(state)) => {
            let [wanted, state] = [wanted, state].map(|state| state.clone().without_lambda_names());
            (wanted != state).then(|| format!("its object should be {}, and is {}", wanted.text(), state.text()))
        }
        _ => None,
    }
}

fn is_as(expected: &Expected, outcome: &Outcome, symbols: &Symbols) -> bool {
    let says = |value: &Value, literal: &Literal| value.literal().as_ref() == Some(literal);
    match (expected, outcome) {
        (Expected::Void, Outcome::Returned(Value::Void)) | (Expected::Returned, Outcome::Returned(_)) => true,
        (Expected::Boxed(literal), Outcome::Returned(value @ Value::Boxed(_))) => says(value, literal),
        (Expected::Value(literal), Outcome::Returned(value)) => {
            !matches!(value, Value::Boxed(_)) && says(value, literal)
        }
        (Expected::Object(class), Outcome::Returned(value)) => value
            .runtime_class()
            .is_some_and(|id| symbols.type_runtime_name(id) == **class),
        (Expected::Threw(class), Outcome::Threw { class: id, .. }) => symbols.type_runtime_name(*id) == **class,
        _ => false,
    }
}
