//! `palus states` as typed.

use std::path::PathBuf;

use clap::{ArgGroup, Args, ValueEnum};

use super::ExecutionsArgs;

/// `palus states`.
#[derive(Args, Debug)]
#[command(group(ArgGroup::new("subject").required(true).multiple(true).args(["trace", "class"])))]
pub(crate) struct StatesArgs {
    #[command(flatten)]
    pub(crate) executions: ExecutionsArgs,
    /// What tells states apart: methods, like size or contains(3), together; or `each` observer by itself; or `exceptions`; or
    /// the `branches` that calls take
    /// [default: the observers without parameters, together]
    #[arg(long, value_name = "NAME")]
    pub(crate) observer: Option<String>,
    /// How often to make all calls in all states that were found until then
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) rounds: u32,
    /// How to show it
    #[arg(long, value_enum, default_value = "text")]
    pub(crate) format: StatesFormat,
    /// Write it there instead of to standard output
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Write a JUnit test for each transition, by the fewest calls that take it: DIR/java/.../<Class>StatesTest.java
    #[arg(long, value_name = "DIR")]
    pub(crate) out_tests: Option<PathBuf>,
    /// Show what changed since this was written by --format json
    #[arg(long, value_name = "OTHER.json", conflicts_with = "format")]
    pub(crate) diff: Option<PathBuf>,
    /// End with exit code 3 when something did
    #[arg(long, requires = "diff")]
    pub(crate) fail_on_change: bool,
}

/// The formats of `palus states`.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum StatesFormat {
    /// For reading
    Text,
    /// For programs
    Json,
    /// For Graphviz
    Dot,
    /// For a browser, one page that loads nothing
    Html,
}
