//! `throughput`: how fast one worker runs sequences, contracts and guidance on.

use std::process::ExitCode;

use anyhow::Result;

use crate::library::{Asked, generate};
use crate::subject::Subject;

pub(crate) fn run(name: &str, seconds: u64) -> Result<ExitCode> {
    let subject = Subject::resolve(name)?;
    let one_worker = ["--jobs".to_owned(), "1".to_owned()];
    let asked = Asked {
        options: &one_worker,
        ..Asked::new(seconds)
    };
    let generated = generate(&subject, None, &subject.work.join("out-throughput"), &asked)?;
    let number = |pointer: &str| {
        let value = generated.json.pointer(pointer);
        value.and_then(serde_json::Value::as_f64).unwrap_or(0.0)
    };
    let (sequences, calls) = (number("/sequences/executed"), number("/calls"));
    println!("| {name}, one worker | seconds | sequences/s | calls/s |\n| --- | --- | --- | --- |");
    // Beside other work on the machine the second row is the one to compare.
    for (clock, pointer) in [
        ("by the clock", "/run/phases/searching_ms"),
        ("on the processor", "/run/phases/searching_cpu_ms"),
    ] {
        let seconds = (number(pointer) / 1_000.0).max(0.001);
        println!(
            "| {clock} | {seconds:.1} | {:.0} | {:.0} |",
            sequences / seconds,
            calls / seconds
        );
    }
    println!(
        "opening {} ms, searching {} ms, selecting {} ms, confirming {} ms, checking {} ms",
        number("/run/phases/opening_ms"),
        number("/run/phases/searching_ms"),
        number("/run/phases/selecting_ms"),
        number("/run/phases/confirming_ms"),
        number("/run/phases/checking_ms")
    );
    Ok(ExitCode::SUCCESS)
}
