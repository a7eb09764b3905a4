//! What kTail does to recorded models: how many states are left, and whether every recorded sequence is still accepted.

use crate::cpu;
use anyhow::{Context, Result};
use palus_model::{ClassModel, MethodKey, Model, NodeId, Position};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The longest tails that are tried, and one that is longer than every sequence.
const TAILS: [u32; 6] = [1, 2, 3, 4, 5, 100_000];
/// The most sequences of one class that are checked.
const SEQUENCES: usize = 500;

/// Prints a row for each model and K. Fails when a sequence is refused.
pub(crate) fn run(models: &[PathBuf]) -> Result<ExitCode> {
    let mut refused = 0;
    for path in models {
        refused += one(path)?;
    }
    Ok(if refused == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

fn one(path: &Path) -> Result<usize> {
    let bytes = fs::metadata(path).with_context(|| path.display().to_string())?.len();
    let mut times: Vec<f64> = Vec::new();
    for _ in 0..5 {
        let start = cpu::seconds()?;
        let loaded = Model::load(path).with_context(|| path.display().to_string())?;
        times.push((cpu::seconds()? - start) * 1e3);
        drop(loaded);
    }
    times.sort_by(f64::total_cmp);
    let model = Model::load(path)?;
    let states = count(&model);
    let kib = bytes as f64 / 1024.0;
    println!("{}: {} classes, {states} states", path.display(), model.classes.len());
    println!(
        "  {kib:.0} KiB, loads in {:.1} ms of processor time (median of 5)",
        times[2]
    );
    let mut refused = 0;
    for k in TAILS {
        let start = cpu::seconds()?;
        let folded = model.ktail(k);
        let took = (cpu::seconds()? - start) * 1e3;
        let (mut checked, mut failed) = (0, 0);
        for (name, class) in &model.classes {
            let Some(folded) = folded.class(name) else { continue };
            for sequence in sequences(class) {
                checked += 1;
                failed += usize::from(!folded.accepts_calls(&sequence));
            }
        }
        let left = count(&folded);
        let fewer = 100.0 * (1.0 - left as f64 / states.max(1) as f64);
        println!(
            "  K = {k:<6} {left:>7} states, {fewer:.1} % fewer; {checked} sequences, {failed} refused; {took:.0} ms"
        );
        refused += failed;
    }
    Ok(refused)
}

fn count(model: &Model) -> usize {
    model.classes.values().map(ClassModel::states).sum()
}

/// Sequences that the automaton accepts, nested calls in the place of their outer call included.
fn sequences(class: &ClassModel) -> Vec<Vec<(&MethodKey, Position)>> {
    let mut found = Vec::new();
    let mut open = vec![(NodeId(0), Vec::new())];
    while let Some((node, path)) = open.pop().filter(|_| found.len() < SEQUENCES) {
        for step in class.legal(node) {
            let mut longer: Vec<(&MethodKey, Position)> = path.clone();
            longer.push((&step.method, step.position));
            open.push((step.target, longer));
        }
        if class.nodes[node.0 as usize].exits > 0 {
            found.push(path);
        }
    }
    found
}
