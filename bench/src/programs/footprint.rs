//! `footprint`: how much memory the recorder takes in a program with very many objects and calls, and how large the model is.

use std::fs;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context, Result};

use super::{Program, agent};
use crate::subject::jdk;

const SOURCE: &str = include_str!("Cells.java");

/// The same heap with and without the recorder, all of it in use from the start: what differs is the recorder's own.
const HEAP: [&str; 4] = ["-Xms256m", "-Xmx256m", "-XX:+AlwaysPreTouch", "-XX:+UseSerialGC"];

pub(crate) fn run(feature: u32, calls: u64, objects: u64) -> Result<ExitCode> {
    let program = Program::compile("Cells", SOURCE, jdk(feature)?)?;
    let arguments = [objects * 1_000_000, calls / objects.max(1)].map(|number| number.to_string());
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
