//! `events`: what a recorded event costs in a warm loop, on one thread and on two.

use std::process::ExitCode;

use anyhow::{Context, Result};

use super::{Program, agent};
use crate::subject::jdk;

const SOURCE: &str = include_str!("Events.java");

/// Records of one call: start, argument, end.
const EVENTS: f64 = 3.0;

/// How often the loop is timed; the fastest counts.
const STRETCHES: u32 = 400;

/// What is measured, and the options of the recorder; none for the program alone.
const WAYS: [(&str, Option<&str>); 4] = [
    ("alone", None),
    ("writing events", Some("include=Events$*,sample=off,fold=off")),
    ("writing and folding", Some("include=Events$*,sample=off")),
    ("sampling, as by default", Some("include=Events$*")),
];

pub(crate) fn run(feature: u32) -> Result<ExitCode> {
    let program = Program::compile("Events", SOURCE, jdk(feature)?)?;
    println!("| JDK {feature} | threads | ns a call | ns an event |\n| --- | --- | --- | --- |");
    for threads in [1, 2] {
        let mut alone = 0.0;
        for (way, options) in WAYS {
            let options = match options {
                Some(options) => vec![agent(&program.model(), options)?],
                None => vec![],
            };
            let printed = program.run(&options, &[threads.to_string(), STRETCHES.to_string()])?;
            let call: f64 = printed.trim().parse().context(printed)?;
            if options.is_empty() {
                alone = call;
                println!("| {way} | {threads} | {call:.2} | - |");
            } else {
                println!("| {way} | {threads} | {call:.2} | {:.2} |", (call - alone) / EVENTS);
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}
