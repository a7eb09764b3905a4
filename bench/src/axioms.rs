//! `axioms`: what it takes to find the laws of a class with many methods, whose executions compose in many ways.

use std::fs;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use clap::Args;
use palus_axioms::{Axioms, Limits};
use palus_machine::{Answer, Call, Concrete, Datum, State};

const CLASS: &str = "demo.Ring";

/// A class whose objects are positions on a ring.
#[derive(Args, Clone, Copy)]
pub(crate) struct MadeUp {
    /// How many methods it has.
    #[arg(long, default_value_t = 40)]
    methods: u32,
    /// With how many arguments each is called.
    #[arg(long, default_value_t = 150)]
    values: u32,
    /// In how many states. All calls are made in each, so fewer states with more values compose in more ways.
    #[arg(long, default_value_t = 4)]
    states: u32,
}

/// Prints how long it takes, and the most memory that it takes beside the executions.
pub(crate) fn run(made_up: MadeUp) -> Result<ExitCode> {
    ensure!(made_up.states > 0, "a ring has one position at least; give --states 1");
    let concrete = made_up.executions();
    let held = peak()?;
    let begun = Instant::now();
    let axioms = Axioms::of(CLASS, &concrete, &Limits::default());
    let found = begun.elapsed().as_secs_f64();
    let checked = axioms.check(CLASS, &concrete);
    let took = begun.elapsed().as_secs_f64() - found;
    println!(
        "{} different executions, {:.1} M compositions: {} laws in {found:.2} s, {} more left out; {} looked for again in {took:.2} s; {} MiB more than the executions take",
        axioms.executions,
        axioms.compositions as f64 / 1e6,
        axioms.axioms.len(),
        axioms.left_out,
        checked.looked_for,
        (peak()? - held) >> 20,
    );
    ensure!(
        checked.broken.is_empty(),
        "executions break laws that were found in them"
    );
    Ok(ExitCode::SUCCESS)
}

/// The most memory that this process had so far, in bytes.
fn peak() -> Result<u64> {
    let file = "/proc/self/status";
    let text = fs::read_to_string(file).with_context(|| format!("{file} cannot be read; it is there on Linux"))?;
    let peak = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let peak = peak.and_then(|peak| peak.trim().trim_end_matches(" kB").parse::<u64>().ok());
    Ok(peak.with_context(|| format!("{file} does not say the most memory"))? * 1024)
}

impl MadeUp {
    /// Every call in every state.
    fn executions(self) -> Concrete {
        let mut concrete = Concrete::default();
        concrete.start(call("<init>", "()V", None), Some(State(0)), Answer::Void);
        for method in 0..self.methods {
            let (kind, name) = (method % 8, format!("m{method}"));
            let (descriptor, values) = match kind {
                0 => ("()Z", 1),
                1 | 2 => ("(I)V", self.values),
                _ => ("(I)I", self.values),
            };
            for value in 0..values {
                let argument = (kind > 0).then_some(value);
                for at in 0..self.states {
                    let (to, answer) = self.made(kind, method, (at, value));
                    concrete.add(State(at), call(&name, descriptor, argument), State(to), answer);
                }
            }
        }
        concrete
    }

    /// Where a call leads from a position, and what it gives.
    fn made(self, kind: u32, method: u32, (at, value): (u32, u32)) -> (u32, Answer) {
        let int = |number: u32| Answer::Returned(Datum::Value(number.to_string().into()));
        let further = (at + value) % self.states;
        match kind {
            0 => (
                at,
                Answer::Returned(Datum::Value((at == method % self.states).to_string().into())),
            ),
            1 => (further, Answer::Void),
            2 => (value % self.states, Answer::Void),
            3 => (at, int(at + value)),
            4 => (further, int(at)),
            5 => (value % self.states, int(value)),
            6 if at == 0 => (at, Answer::Threw("java.lang.IllegalStateException".into())),
            6 => (at - 1, int(at)),
            _ => (further, int((at * 31 + value * 17 + method) % 97)),
        }
    }
}

fn call(name: &str, descriptor: &str, argument: Option<u32>) -> Call {
    Call {
        name: name.into(),
        descriptor: descriptor.into(),
        arguments: argument
            .map(|value| Datum::Value(value.to_string().into()))
            .into_iter()
            .collect(),
    }
}
