//! `palus axioms` as typed.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::TextOrJson;

/// `palus axioms`.
#[derive(Args, Debug)]
pub(crate) struct AxiomsArgs {
    /// Look at the executions of this trace, recorded with --states, and at no others
    #[arg(value_name = "RUN.trace")]
    pub(crate) trace: Option<PathBuf>,
    /// Class path of the code under test; none is needed for a class of the JDK
    #[arg(long, value_name = "CP")]
    pub(crate) classpath: Option<String>,
    /// The class: its binary name
    #[arg(long, value_name = "NAME", required_unless_present = "trace")]
    pub(crate) class: Option<String>,
    /// When two states are one [default: pairwise-equals where the class has an equals, else whole-state]
    #[arg(long, value_enum, value_name = "NAME")]
    pub(crate) state: Option<StateName>,
    /// Pass these to parameters whose types can have them, instead of a few plain values
    #[arg(
        long,
        value_name = "VALUE",
        value_delimiter = ',',
        conflicts_with = "trace",
        allow_hyphen_values = true
    )]
    pub(crate) values: Vec<String>,
    /// Make all calls in all states that up to so many calls on a new object lead to
    #[arg(long, value_name = "N", default_value_t = 3, conflicts_with = "trace")]
    pub(crate) depth: u32,
    /// How many states to keep
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) max_states: u32,
    /// How many sequences of calls to run
    #[arg(long, value_name = "N", default_value_t = 50_000, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) sequences: u32,
    /// The largest share of instances that may break a law that mostly holds
    #[arg(long, value_name = "F", default_value_t = 0.2, value_parser = part)]
    pub(crate) threshold: f64,
    /// The fewest instances of a law that always holds; of one about a new object, 1
    #[arg(long, value_name = "N", default_value_t = 3)]
    pub(crate) min: u32,
    /// The most laws to tell, the surest first
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) most: u32,
    /// Tell laws too that follow from others
    #[arg(long)]
    pub(crate) all: bool,
    /// How to tell them
    #[arg(long, value_enum, default_value = "text")]
    pub(crate) format: TextOrJson,
    /// Write a JUnit test for each law, and for each exception to one: DIR/java/.../<Class>AxiomsTest.java
    #[arg(long, value_name = "DIR", conflicts_with = "check")]
    pub(crate) out: Option<PathBuf>,
    /// See whether the universal laws that --format json wrote for another version still hold; exit code 3 when one does not
    #[arg(long, value_name = "AXIOMS.json", conflicts_with_all = ["format", "all"])]
    pub(crate) check: Option<PathBuf>,
    /// Do not confine the code under test
    #[arg(long)]
    pub(crate) no_sandbox: bool,
}

/// `--state`.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum StateName {
    /// When all that the objects reach is equal
    WholeState,
    /// When either object's equals says so
    PairwiseEquals,
}

fn part(text: &str) -> Result<f64, String> {
    let part = text.parse::<f64>().ok().filter(|part| (0.0..1.0).contains(part));
    part.ok_or_else(|| "write a share from 0 to below 1".to_owned())
}
