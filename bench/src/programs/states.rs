//! `states`: what the states of a kept call cost in a warm loop, on one thread.

use std::process::ExitCode;

use anyhow::{Context, Result};

use super::{Program, agent};
use crate::subject::jdk;

const SOURCE: &str = include_str!("States.java");

/// How often each loop is timed; the median counts.
const STRETCHES: u32 = 30;

/// A call has a state before it and one behind it.
const STATES: f64 = 2.0;

/// Objects of the long list, elements of the array.
const MANY: f64 = 1000.0;

pub(crate) fn run(feature: u32) -> Result<ExitCode> {
    let program = Program::compile("States", SOURCE, jdk(feature)?)?;
    let trace = program.work.join("run.trace");
    let options = format!("include=States$Kept,keep-trace={},states=on", trace.display());
    let printed = program.run(&[agent(&program.model(), &options)?], &[STRETCHES.to_string()])?;
    let took = printed.lines().map(|line| line.parse::<f64>().context(line.to_owned()));
    let took = took.collect::<Result<Vec<f64>>>()?;
    println!("| JDK {feature} | seen before | new each time |\n| --- | --- | --- |");
    let row = |what: &str, of: &dyn Fn(&[f64]) -> f64, unit: &str| {
        let values: Vec<String> = took.chunks(4).map(|took| format!("{:.1} {unit}", of(took))).collect();
        println!("| {what} | {} |", values.join(" | "));
    };
    row(
        "a call with no object but what counts calls",
        &|took| took[0] / 1e3,
        "µs",
    );
    row(
        "a state with a list of 10 more",
        &|took| (took[1] - took[0]) / STATES / 1e3,
        "µs",
    );
    row("an object", &|took| (took[2] - took[0]) / STATES / MANY, "ns");
    row("a primitive slot", &|took| (took[3] - took[0]) / STATES / MANY, "ns");
    Ok(ExitCode::SUCCESS)
}
