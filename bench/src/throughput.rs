//! `throughput`: how fast workers run sequences, contracts and guidance on, and what a sequence's cost hangs on.

use std::process::ExitCode;
use std::thread::available_parallelism;

use anyhow::Result;
use serde_json::Value;

use crate::evaluation::{COMMONS, Ledger};
use crate::library::{Asked, generate};
use crate::subject::Subject;

/// The column that is drawn.
const SPEED: &str = "sequences/s";

/// The lengths to which sequences of the first library are held, in statements; the search's own is between them.
const LONGEST: [usize; 4] = [4, 8, 32, 64];

/// A search of some library.
struct Row {
    workers: usize,
    /// Longest sequence, in statements; none is the search's own.
    longest: Option<usize>,
    seconds: f64,
    /// What the threads that plan and run sequences spent on a processor.
    processor_seconds: f64,
    sequences: f64,
    calls: f64,
    edges: f64,
}

/// Prints a row for each library and number of workers up to `workers`, or up to the number of cores, and for the first library
/// rows of one worker with shorter and longer sequences. Fits exponents of what a sequence costs: by its length from the rows of
/// the first library, and by the size of the library when there are three. Without names it takes those of different kinds that
/// are measured fast.
pub(crate) fn run(names: &[String], seconds: Option<u64>, workers: Option<usize>, quick: bool) -> Result<ExitCode> {
    let cores = available_parallelism().map_or(1, usize::from);
    let workers = workers.unwrap_or(cores);
    let seconds = seconds.unwrap_or(if quick { 10 } else { 60 });
    let planned = &COMMONS[..if quick { 3 } else { COMMONS.len() }];
    let names: Vec<&str> = match names {
        [] => planned.to_vec(),
        given => given.iter().map(String::as_str).collect(),
    };
    if workers > cores {
        println!("{workers} workers on {cores} cores wait for one another");
    }
    let columns = [
        "library",
        "workers",
        "statements at most",
        "seconds",
        SPEED,
        "calls/s",
        "processor, µs a sequence",
        "calls a sequence",
        "edges",
    ];
    let mut ledger = Ledger::open("throughput", "Speed of the search", &columns, Some(SPEED));
    let mut sizes = Vec::new();
    let mut lengths = Vec::new();
    for (position, name) in names.into_iter().enumerate() {
        let subject = Subject::resolve(name)?;
        let mut runs: Vec<(usize, Option<usize>)> = (1..=workers.max(1)).map(|workers| (workers, None)).collect();
        if position == 0 {
            runs.extend(LONGEST.map(|longest| (1, Some(longest))));
        }
        for (workers, longest) in runs {
            let row = measure(&subject, seconds, workers, longest)?;
            ledger.row(row.cells(name));
            if workers == 1 && position == 0 {
                lengths.push((row.length(), row.cost()));
            }
            if workers == 1 && longest.is_none() {
                sizes.push((row.edges, row.cost()));
            }
        }
    }
    for (what, points) in [("its calls", lengths), ("the edges of the library", sizes)] {
        if let Some(exponent) = exponent(&points) {
            ledger.note(format!(
                "What a sequence costs one worker grows with {what} to the power of {exponent:.2}."
            ));
        }
    }
    ledger.leave()?;
    Ok(ExitCode::SUCCESS)
}

impl Row {
    fn cells(&self, library: &str) -> Vec<String> {
        vec![
            library.to_owned(),
            self.workers.to_string(),
            self.longest
                .map_or_else(|| "-".to_owned(), |longest| longest.to_string()),
            format!("{:.1}", self.seconds),
            format!("{:.0}", self.sequences / self.seconds),
            format!("{:.0}", self.calls / self.seconds),
            format!("{:.1}", self.cost()),
            format!("{:.1}", self.length()),
            format!("{:.0}", self.edges),
        ]
    }

    /// Microseconds of processor time for a sequence.
    fn cost(&self) -> f64 {
        self.processor_seconds * 1e6 / self.sequences.max(1.0)
    }

    fn length(&self) -> f64 {
        self.calls / self.sequences.max(1.0)
    }
}

fn measure(subject: &Subject, seconds: u64, workers: usize, longest: Option<usize>) -> Result<Row> {
    let mut options = vec!["--jobs".to_owned(), workers.to_string()];
    if let Some(longest) = longest {
        options.extend(["--longest".to_owned(), longest.to_string()]);
    }
    let asked = Asked {
        options: &options,
        ..Asked::new(seconds)
    };
    let generated = generate(subject, None, &subject.work.join("out-throughput"), &asked)?;
    let number = |pointer: &str| generated.json.pointer(pointer).and_then(Value::as_f64).unwrap_or(0.0);
    Ok(Row {
        workers,
        longest,
        seconds: (number("/run/phases/searching_ms") / 1e3).max(0.001),
        processor_seconds: number("/run/phases/searching_cpu_ms") / 1e3,
        sequences: number("/sequences/executed"),
        calls: number("/calls"),
        edges: number("/search/edges_total"),
    })
}

/// The exponent of the power law through the points by least squares of their logarithms; `None` for fewer than three.
fn exponent(points: &[(f64, f64)]) -> Option<f64> {
    if points.len() < 3 || points.iter().any(|(x, y)| *x <= 0.0 || *y <= 0.0) {
        return None;
    }
    let logs: Vec<(f64, f64)> = points.iter().map(|(x, y)| (x.ln(), y.ln())).collect();
    let count = logs.len() as f64;
    let (mean_x, mean_y) = (
        logs.iter().map(|(x, _)| x).sum::<f64>() / count,
        logs.iter().map(|(_, y)| y).sum::<f64>() / count,
    );
    let covariance: f64 = logs.iter().map(|(x, y)| (x - mean_x) * (y - mean_y)).sum();
    let variance: f64 = logs.iter().map(|(x, _)| (x - mean_x).powi(2)).sum();
    (variance > 0.0).then(|| covariance / variance)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_exponent_of_a_power_law_is_found_and_two_points_are_none() {
        let points = [1.0, 2.0, 5.0, 9.0].map(|x: f64| (x, 3.0 * x.powf(1.5)));
        assert!(exponent(&points).is_some_and(|found| (found - 1.5).abs() < 1e-9));
        assert_eq!(exponent(&points[..2]), None);
        assert_eq!(exponent(&[(1.0, 1.0), (1.0, 2.0), (1.0, 3.0)]), None);
    }
}
