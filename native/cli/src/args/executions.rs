//! Where executions come from that are looked at state by state: `palus states` and `palus axioms`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::{StateRulesArgs, duration};

/// A trace, calls with plain values, a search, or several of these.
#[derive(Args, Clone, Debug)]
pub(crate) struct ExecutionsArgs {
    /// Start with what this trace has, recorded with --states: its calls, arguments and states
    #[arg(value_name = "RUN.trace")]
    pub(crate) trace: Option<PathBuf>,
    /// Class path of the code under test, where calls are to be made in workers; none is needed for a class of the JDK
    #[arg(long, value_name = "CP")]
    pub(crate) classpath: Option<String>,
    /// The class: its binary name
    #[arg(long, value_name = "NAME")]
    pub(crate) class: Option<String>,
    /// Pass these to parameters whose types can have them, instead of a few plain values
    #[arg(
        long,
        value_name = "VALUE",
        value_delimiter = ',',
        conflicts_with = "trace",
        allow_hyphen_values = true
    )]
    pub(crate) values: Vec<String>,
    /// With plain values, begin with the states that up to so many calls on a new object lead to [default: 2 for states, 3 for axioms]
    #[arg(long, value_name = "N", conflicts_with = "trace")]
    pub(crate) depth: Option<u32>,
    /// Begin with the calls that the search of `palus generate` makes, guided by these recordings
    #[arg(long, value_name = "RUN.palus")]
    pub(crate) model: Vec<PathBuf>,
    /// Begin with the calls of so many sequences of the search of `palus generate` [default with --model: 20000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), conflicts_with = "time")]
    pub(crate) sequences: Option<u64>,
    /// Search, and make calls, for so long altogether
    #[arg(long, value_name = "DURATION", value_parser = duration::parse)]
    pub(crate) time: Option<Duration>,
    /// How many states to keep [default: 200 for states, 60 for axioms]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) max_states: Option<u32>,
    /// How many sequences of calls to run besides those of the search
    #[arg(long, value_name = "N", default_value_t = 50_000, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) runs: u32,
    #[command(flatten)]
    pub(crate) rules: StateRulesArgs,
    /// Do not confine the code under test
    #[arg(long)]
    pub(crate) no_sandbox: bool,
}

impl ExecutionsArgs {
    /// Whether the search of `palus generate` is asked for.
    pub(crate) fn searches(&self) -> bool {
        !self.model.is_empty() || self.sequences.is_some() || self.time.is_some()
    }

    /// Whether calls are made at all, or all is in the trace.
    pub(crate) fn makes_calls(&self) -> bool {
        self.trace.is_none() || self.classpath.is_some() || self.searches()
    }
}
