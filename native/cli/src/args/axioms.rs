//! `palus axioms` as typed.

use std::path::PathBuf;

use clap::{ArgGroup, Args, ValueEnum};

use super::ExecutionsArgs;

/// `palus axioms`.
#[derive(Args, Debug)]
#[command(group(ArgGroup::new("subject").required(true).multiple(true).args(["trace", "class", "classes"])))]
pub(crate) struct AxiomsArgs {
    #[command(flatten)]
    pub(crate) executions: ExecutionsArgs,
    /// Look at these classes, one by one: qualified names, `*` for any characters; --time is for all of them
    #[arg(long, value_name = "GLOB", conflicts_with_all = ["class", "trace"])]
    pub(crate) classes: Vec<String>,
    /// When two states are one [default: pairwise-equals where the class has an equals, else whole-state]
    #[arg(long, value_enum, value_name = "NAME")]
    pub(crate) state: Option<StateName>,
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
    pub(crate) format: AxiomsFormat,
    /// Write a JUnit test for each law, and for each exception to one: DIR/java/.../<Class>AxiomsTest.java; with --check a failing one for
    /// each law that is broken: DIR/failures/java/...
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// See whether the universal laws that --format json wrote for another version, or another class with the same methods, still hold;
    /// exit code 3 when one does not
    #[arg(long, value_name = "AXIOMS.json", conflicts_with_all = ["format", "all"])]
    pub(crate) check: Option<PathBuf>,
}

/// The formats of laws.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum AxiomsFormat {
    /// For reading
    Text,
    /// For programs
    Json,
    /// A page for a browser that loads nothing
    Html,
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
