//! Makes the calls of tests again, without the tests, and compares what comes of them with what was recorded.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{self, Read, Write as _};

use anyhow::{Context as _, bail};
use palus_carve::{Carved, Step, literal};
use palus_classes::ClassIndex;
use palus_executions::Outcome as Recorded;
use palus_observe::{ObjectStates, Observations, Seen};
use palus_sequence::{ObservationPlan, Outcome, Sequence, Symbols, Trace, Value};
use palus_supervise::Jdk;
use serde_json::json;

use crate::args::{TextOrJson, TraceArgs};
use crate::carved::{Called, CarvedTests};
use crate::exit::Exit;
use crate::explore::Laboratory;
use crate::generate::{OLDEST_JAVA, class_path};
use crate::source::tell_of;

/// How many tests, and what became of them.
#[derive(Default)]
struct Count {
    tests: usize,
    /// Each of their calls can be made again.
    whole: usize,
    /// What came of each call is what was recorded.
    same: usize,
    /// Why the others are not, by the first reason of each.
    reasons: BTreeMap<String, usize>,
    /// Their names with the reasons.
    others: Vec<(String, String)>,
}

impl Count {
    fn is_other(&mut self, test: &Carved, reason: String) {
        *self.reasons.entry(reason.clone()).or_default() += 1;
        let method = &test.test.method;
        self.others.push((format!("{}.{}", method.owner, method.name), reason));
    }
}

/// Carves the tests of a trace, runs them, and prints what came of it.
pub(super) fn run<R: Read>(args: &TraceArgs, mut calls: Observations<R>) -> anyhow::Result<Exit> {
    let path = || args.file.display().to_string();
    if !calls.has_states() {
        bail!("{}: the trace has no states; record it again with --states", path());
    }
    let class_path = class_path(args.classpath.as_deref().unwrap_or_default())?;
    let jdk = Jdk::find(OLDEST_JAVA, "trace")?;
    let index = ClassIndex::open(&class_path, jdk.home())?;
    let first = class_path
        .first()
        .map(|entry| index.names_in(entry))
        .unwrap_or_default();
    let laboratory = Laboratory::open(jdk, class_path.clone(), first.clone(), !args.no_sandbox)?
        .with_rules(calls.reader().rules().clone());
    let called = Called {
        workshop: laboratory.workshop(),
        index: &index,
        class_path: &class_path,
        classes: &first,
    };
    let carved = CarvedTests::read(&mut calls, &called, None).with_context(path)?;
    tell_of(calls.reader());
    let count = count(&laboratory, &carved, calls.states())?;
    let mut out = io::stdout().lock();
    let written = match args.format {
        TextOrJson::Text => out.write_all(text(&count).as_bytes()),
        TextOrJson::Json => writeln!(out, "{:#}", json(&count)),
    };
    super::went_on(written)?;
    Ok(Exit::Done)
}

fn count(laboratory: &Laboratory, carved: &CarvedTests, states: &ObjectStates) -> anyhow::Result<Count> {
    let mut count = Count {
        tests: carved.tests.len(),
        ..Count::default()
    };
    let mut whole: Vec<&Carved> = Vec::new();
    for test in &carved.tests {
        match test.missing.first() {
            Some(why) => count.is_other(test, why.to_string()),
            None => whole.push(test),
        }
    }
    count.whole = whole.len();
    let sequences: Vec<Sequence> = whole.iter().map(|test| test.sequence.clone()).collect();
    let plan = ObservationPlan::full().past_throws();
    laboratory.run(&sequences, &carved.symbols, plan, &mut |first, result| {
        let mut symbols = result.symbols;
        for (test, trace) in whole[first..].iter().zip(&result.traces) {
            match differs(test, trace.as_ref(), &mut symbols, states) {
                Some(how) => count.is_other(test, how),
                None => count.same += 1,
            }
        }
    })?;
    Ok(count)
}

/// What came out otherwise; `None` where nothing did.
fn differs(test: &Carved, trace: Option<&Trace>, symbols: &mut Symbols, states: &ObjectStates) -> Option<String> {
    let Some(trace) = trace else {
        return Some("it could not be run".to_owned());
    };
    let mut is_other = |step: &&Step| !is_same(step, trace.outcomes.get(step.statement), symbols, states);
    test.steps.iter().find(&mut is_other)?;
    Some("a call came out otherwise than recorded".to_owned())
}

fn is_same(step: &Step, outcome: Option<&Outcome>, symbols: &mut Symbols, states: &ObjectStates) -> bool {
    match (&step.outcome, outcome) {
        // A constructor returns nothing and has an object.
        (Recorded::Void, Some(Outcome::Returned(_))) => step.result.is_none(),
        (Recorded::Value, Some(Outcome::Returned(value))) => step
            .result
            .as_ref()
            .is_some_and(|seen| is_same_value(seen, value, symbols, states)),
        (Recorded::Threw(recorded), Some(Outcome::Threw { class, .. })) => {
            **recorded == *symbols.type_runtime_name(*class)
        }
        _ => false,
    }
}

/// Values by what they are, objects by their classes.
fn is_same_value(seen: &Seen, value: &Value, symbols: &mut Symbols, states: &ObjectStates) -> bool {
    match (seen, value) {
        (Seen::Null, value) => *value == Value::Null,
        (Seen::Value(known), value) => match (literal(known, symbols), value.literal()) {
            (Some(known), Some(found)) => known == found,
            // Numbers of any size and long texts.
            _ => *value != Value::Null,
        },
        (Seen::Object(state), Value::Object { class } | Value::Array { class, .. }) => {
            let runtime = symbols.type_runtime_name(*class);
            states.class(*state).is_some_and(|known| {
                **known == *runtime || (known.contains("$$Lambda") && runtime.contains("$$Lambda"))
            })
        }
        // What it returned has a state that was too large.
        (Seen::Unknown, _) => true,
        _ => false,
    }
}

fn json(count: &Count) -> serde_json::Value {
    let others = count.others.iter();
    let others: Vec<_> = others
        .map(|(test, reason)| json!({"test": test, "reason": reason}))
        .collect();
    json!({"tests": count.tests, "whole": count.whole, "same": count.same, "reasons": count.reasons, "others": others})
}

fn text(count: &Count) -> String {
    let Count {
        tests,
        whole,
        same,
        reasons,
        ..
    } = count;
    let mut text = format!(
        "{same} of {tests} tests come out as recorded without the tests; each call of {whole} can be made again\n"
    );
    let mut sorted: Vec<_> = reasons.iter().collect();
    sorted.sort_by_key(|(reason, count)| (std::cmp::Reverse(**count), *reason));
    for (reason, count) in sorted {
        let _ = writeln!(text, "{count:>7}  {reason}");
    }
    text
}
