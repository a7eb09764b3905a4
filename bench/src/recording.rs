//! `recording`: what the recorder costs on a library's suite, without and with calls of the JDK, beside JaCoCo's agent, in
//! turns.

use std::fs;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Result;

use crate::cpu;
use crate::evaluation::Ledger;
use crate::subject::{Subject, jdk};
use crate::suite::{Ran, Watched, run_suite};

/// Runs off, recorder, JaCoCo, off, recorder, ...: what slows the machine down for a while slows all of them.
pub(crate) fn run(name: &str, feature: u32, rounds: u32, tests: Option<&str>) -> Result<ExitCode> {
    let subject = Subject::resolve(name)?;
    let jdk = jdk(feature)?;
    let ways = [
        ("off", Watched::Alone),
        ("recorder", Watched::ByPalus),
        ("with call sites", Watched::ByPalusWithCallSites),
        ("JaCoCo", Watched::ByJacoco),
    ];
    let mut fastest_events = 0.0_f64;
    let mut best = [Duration::MAX; 4];
    let mut least = [f64::MAX; 4];
    let columns = [
        "round",
        "watched by",
        "s",
        "processor s",
        "passed",
        "failed",
        "skipped",
        "events",
        "events/s",
        "model, bytes",
    ];
    let mut ledger = Ledger::open("recording", "What the recorder costs", &columns, Some("s"));
    for round in 1..=rounds.max(1) {
        for (index, (way, watched)) in ways.iter().enumerate() {
            let before = cpu::of_children()?;
            let ran = run_suite(&subject, &jdk, *watched, &[], tests)?;
            let processor = cpu::of_children()? - before;
            best[index] = best[index].min(ran.took);
            least[index] = least[index].min(processor);
            fastest_events = fastest_events.max(events_a_second(&ran).unwrap_or(0.0));
            ledger.row(row(round, way, &ran, processor));
        }
    }
    let off = best[0].as_secs_f64();
    ledger.note(format!(
        "{name} on JDK {feature}, best of {}: off {off:.1} s, recorder / off {:.2}, with call sites / off {:.2}, JaCoCo / off {:.2}",
        rounds.max(1),
        best[1].as_secs_f64() / off,
        best[2].as_secs_f64() / off,
        best[3].as_secs_f64() / off
    ));
    ledger.note(format!(
        "on the processor: off {:.1} s, recorder / off {:.2}, with call sites / off {:.2}, JaCoCo / off {:.2}",
        least[0],
        least[1] / least[0],
        least[2] / least[0],
        least[3] / least[0]
    ));
    ledger.note(format!(
        "up to {fastest_events:.0} events a second of the run, sampled as recordings are"
    ));
    ledger.leave()?;
    Ok(ExitCode::SUCCESS)
}

fn row(round: u32, way: &str, ran: &Ran, processor: f64) -> Vec<String> {
    let size = ran.model.as_ref().and_then(|model| fs::metadata(model).ok());
    let size = size.map(|data| data.len().to_string());
    let or_none = |number: Option<String>| number.unwrap_or_else(|| "-".to_owned());
    let outcome = &ran.outcome;
    vec![
        round.to_string(),
        way.to_owned(),
        format!("{:.1}", ran.took.as_secs_f64()),
        format!("{processor:.1}"),
        outcome.passed.to_string(),
        outcome.failed.to_string(),
        outcome.skipped.to_string(),
        or_none(ran.events.map(|events| events.to_string())),
        or_none(events_a_second(ran).map(|speed| format!("{speed:.0}"))),
        or_none(size),
    ]
}

/// What was folded, over the whole time of the run.
fn events_a_second(ran: &Ran) -> Option<f64> {
    Some(ran.events? as f64 / ran.took.as_secs_f64().max(0.001))
}
