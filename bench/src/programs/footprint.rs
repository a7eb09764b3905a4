//! `footprint`: how much memory the recorder takes in a program with very many objects and calls, and how large the model is.

use std::fs;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context, Result};
use clap::Args;

use super::{Program, agent};
use crate::subject::jdk;

const SOURCE: &str = include_str!("Cells.java");

/// The same heap with and without the recorder, all of it in use from the start: what differs is the recorder's own.
const HEAP: [&str; 4] = ["-Xms256m", "-Xmx256m", "-XX:+AlwaysPreTouch", "-XX:+UseSerialGC"];

/// What is asked for.
#[derive(Args)]
pub(crate) struct Footprint {
    /// On this JDK, 17 or 25.
    #[arg(long, default_value_t = 17)]
    jdk: u32,
    /// How many millions of calls.
    #[arg(long, default_value_t = 500)]
    calls: u64,
    /// On how many millions of objects.
    #[arg(long, default_value_t = 10)]
    objects: u64,
    /// Keep that many millions of objects instead, two calls on each, and find the smallest heap for them.
    #[arg(long)]
    kept: Option<u64>,
}

/// Calls on objects that are gone at once; or, of so many that are kept, the smallest heap.
pub(crate) fn run(asked: &Footprint) -> Result<ExitCode> {
    let (feature, calls, objects) = (asked.jdk, asked.calls, asked.objects);
    if let Some(millions) = asked.kept {
        return keep(feature, millions);
    }
    let program = Program::compile("Cells", SOURCE, jdk(feature)?)?;
    let arguments = [objects * 1_000_000, calls / objects.max(1), 0].map(|number| number.to_string());
    let mut kilobytes = Vec::new();
    println!("| JDK {feature} | s | peak memory, MiB |\n| --- | --- | --- |");
    for watched in [false, true] {
        let mut options = HEAP.map(str::to_owned).to_vec();
        if watched {
            options.push(agent(&program.model(), "include=Cells*")?);
        }
        let started = Instant::now();
        let printed = program.run(&options, &arguments)?;
        let peak: u64 = printed.split(' ').next().unwrap_or_default().parse().context(printed)?;
        let way = if watched { "recorder" } else { "alone" };
        println!("| {way} | {:.1} | {} |", started.elapsed().as_secs_f64(), peak / 1024);
        kilobytes.push(peak);
    }
    let size = fs::metadata(program.model()).context("no model was written")?.len();
    println!(
        "{calls} million calls on {objects} million objects: the recorder took {} MiB, the model has {size} bytes",
        kilobytes[1].saturating_sub(kilobytes[0]) / 1024
    );
    Ok(ExitCode::SUCCESS)
}

/// How fine the smallest heap is searched, in MiB.
const STEP: u64 = 20;

/// The ways to record a program, by the recorder's own options.
const WAYS: [(&str, Option<&str>); 3] = [
    ("alone", None),
    ("recorder", Some("include=Cells*")),
    ("recorder, ids aside", Some("include=Cells*,ids=aside")),
];

/// The smallest heap in which so many million objects live at once, alone and under the recorder.
fn keep(feature: u32, millions: u64) -> Result<ExitCode> {
    let program = Program::compile("Cells", SOURCE, jdk(feature)?)?;
    let arguments = [millions * 1_000_000, 2, millions * 1_000_000].map(|number| number.to_string());
    println!("| JDK {feature} | smallest heap, MiB | bytes an object | s |\n| --- | --- | --- | --- |");
    for (way, recorder) in WAYS {
        let mut last = 0.0;
        let mut fits = |heap: u64| -> Result<bool> {
            let mut options = vec![format!("-Xmx{heap}m"), "-XX:+UseSerialGC".to_owned()];
            if let Some(recorder) = recorder {
                options.push(agent(&program.model(), recorder)?);
            }
            let started = Instant::now();
            // It ends with an error where the heap is too small.
            let ran = program.run(&options, &arguments).is_ok();
            if ran {
                last = started.elapsed().as_secs_f64();
            }
            Ok(ran)
        };
        let (mut small, mut large) = (0, 4 * STEP.max(millions * 20));
        while large - small > STEP {
            let middle = u64::midpoint(small, large);
            if fits(middle)? {
                large = middle;
            } else {
                small = middle;
            }
        }
        let bytes = (large << 20) / (millions * 1_000_000).max(1);
        println!("| {way} | {large} | {bytes} | {last:.1} |");
    }
    Ok(ExitCode::SUCCESS)
}
