//! What kTail does to recorded models: how many states are left, and whether every recorded sequence is still accepted.

use crate::cpu;
use anyhow::{Context, Result};
use palus_model::{ClassModel, Model, NodeId, Transition};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The longest tails that are tried, and one that is longer than every sequence.
const TAILS: [u32; 6] = [1, 2, 3, 4, 5, 100_000];
/// The most sequences of one class with nested calls that are checked besides all that were recorded.
const REPLACED: usize = 500;

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
    let first = times[0];
    times.sort_by(f64::total_cmp);
    let model = Model::load(path)?;
    let states = count(&model);
    let kib = bytes as f64 / 1024.0;
    println!("{}: {} classes, {states} states", path.display(), model.classes.len());
    println!(
        "  {kib:.0} KiB, loads in {:.1} ms of processor time (median of 5; the first took {first:.1} ms)",
        times[2]
    );
    let sequences: Vec<(&str, Vec<&Transition>)> = model
        .classes
        .iter()
        .flat_map(|(name, class)| {
            let sequences = recorded(class).into_iter().chain(replaced(class));
            sequences.map(|sequence| (&**name, sequence))
        })
        .collect();
    let mut refused = 0;
    for k in TAILS {
        let start = cpu::seconds()?;
        let folded = model.ktail(k);
        let took = (cpu::seconds()? - start) * 1e3;
        let failed = sequences
            .iter()
            .filter(|(name, sequence)| !folded.class(name).is_some_and(|folded| accepts(folded, sequence)))
            .count();
        let checked = sequences.len();
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

/// The recorded sequences, calls that threw included: the first-level calls that lead to each state in which objects were last
/// seen. They form a tree, so there are no more than states.
fn recorded(class: &ClassModel) -> Vec<Vec<&Transition>> {
    paths(class, usize::MAX, |step| step.nested_to.is_none())
}

/// Some of the sequences that have nested calls in the place of their outer call.
fn replaced(class: &ClassModel) -> Vec<Vec<&Transition>> {
    let mut paths = paths(class, REPLACED, |_| true);
    paths.retain(|path| path.iter().any(|step| step.nested_to.is_some()));
    paths
}

/// Paths of such transitions from the root to states in which objects were last seen, at most so many.
fn paths(class: &ClassModel, most: usize, is_step: impl Fn(&Transition) -> bool) -> Vec<Vec<&Transition>> {
    // A path that leads to no end, because a limit cut the objects that took it, would be followed in vain.
    let ends = leading_to_ends(class, &is_step);
    let mut found = Vec::new();
    let mut open = vec![(NodeId(0), Vec::new())];
    while let Some((node, path)) = open.pop().filter(|_| found.len() < most) {
        let node = &class.nodes[node.0 as usize];
        for step in node.outgoing.iter().filter(|step| is_step(step)) {
            if ends[step.target.0 as usize] {
                let longer = path.iter().copied().chain([step]).collect();
                open.push((step.target, longer));
            }
        }
        if node.exits > 0 {
            found.push(path);
        }
    }
    found
}

/// For each node, whether such transitions lead from it to one in which objects were last seen.
fn leading_to_ends(class: &ClassModel, is_step: impl Fn(&Transition) -> bool) -> Vec<bool> {
    let mut sources: Vec<Vec<usize>> = vec![Vec::new(); class.nodes.len()];
    for (source, node) in class.nodes.iter().enumerate() {
        for step in node.outgoing.iter().filter(|step| is_step(step)) {
            sources[step.target.0 as usize].push(source);
        }
    }
    let mut ends = vec![false; class.nodes.len()];
    let mut queue: Vec<usize> = (0..class.nodes.len())
        .filter(|&node| class.nodes[node].exits > 0)
        .collect();
    while let Some(node) = queue.pop() {
        if !std::mem::replace(&mut ends[node], true) {
            queue.extend(&sources[node]);
        }
    }
    ends
}

/// Whether the automaton has a way for such calls, each at the same position and with the same exception, that ends where
/// objects were last seen.
fn accepts(class: &ClassModel, sequence: &[&Transition]) -> bool {
    let mut states = vec![NodeId(0)];
    for call in sequence {
        let mut next: Vec<NodeId> = states
            .iter()
            .flat_map(|state| &class.nodes[state.0 as usize].outgoing)
            .filter(|step| (&step.method, step.position, &step.threw) == (&call.method, call.position, &call.threw))
            .map(|step| step.target)
            .collect();
        next.sort_unstable();
        next.dedup();
        states = next;
    }
    states.iter().any(|state| class.nodes[state.0 as usize].exits > 0)
}
