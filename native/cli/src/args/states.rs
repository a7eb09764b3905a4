//! `palus states` as typed.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

/// `palus states`.
#[derive(Args, Debug)]
pub(crate) struct StatesArgs {
    /// Start with what this trace has, recorded with --states: its calls, arguments and states
    #[arg(value_name = "RUN.trace")]
    pub(crate) trace: Option<PathBuf>,
    /// Class path of the code under test, where calls that nobody made are to be made in workers; none is needed for a class of the JDK
    #[arg(long, value_name = "CP")]
    pub(crate) classpath: Option<String>,
    /// The class: its binary name
    #[arg(long, value_name = "NAME", required_unless_present = "trace")]
    pub(crate) class: Option<String>,
    /// What tells states apart: methods, like size or contains(3), together; or `each` observer by itself; or `exceptions`
    /// [default: the observers without parameters, together]
    #[arg(long, value_name = "NAME")]
    pub(crate) observer: Option<String>,
    /// Pass these to parameters whose types can have them, instead of a few plain values
    #[arg(
        long,
        value_name = "VALUE",
        value_delimiter = ',',
        conflicts_with = "trace",
        allow_hyphen_values = true
    )]
    pub(crate) values: Vec<String>,
    /// Without a trace, begin with the states that up to so many calls on a new object lead to
    #[arg(long, value_name = "N", default_value_t = 2, conflicts_with = "trace")]
    pub(crate) depth: u32,
    /// How often to make all calls in all states that were found until then
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) rounds: u32,
    /// How many states to keep
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) max_states: u32,
    /// How many sequences of calls to run
    #[arg(long, value_name = "N", default_value_t = 50_000, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) sequences: u32,
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
    /// Do not confine the code under test
    #[arg(long)]
    pub(crate) no_sandbox: bool,
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
