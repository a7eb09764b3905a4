//! `palus redundant`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use palus_redundant::Technique;

use super::{SourceArgs, TextOrJson};

/// `palus redundant`.
#[derive(Args, Debug)]
pub(crate) struct RedundantArgs {
    #[command(flatten)]
    pub(crate) source: SourceArgs,
    /// What two objects must agree in to be in the same state
    #[arg(long, value_enum, value_name = "NAME", default_value = "whole-state")]
    pub(crate) state: StateName,
    /// Which tests come first: of two that do the same the later one goes
    #[arg(long, value_enum, default_value = "suite", requires_if("coverage", "test_classes"))]
    pub(crate) order: OrderName,
    /// Tell which tests add nothing to those of this trace, and which of those add nothing to these
    #[arg(long, value_name = "OTHER.trace", conflicts_with_all = ["out", "order", "fail_on_redundant"])]
    pub(crate) against: Option<PathBuf>,
    /// Run the suite without its redundant tests, and put back those that are missed
    #[arg(long, value_enum, default_value = "off", requires_ifs = [("quick", "test_classes"), ("full", "test_classes")])]
    pub(crate) check: CheckName,
    /// The root of the tests' sources: says what only redundant tests assert
    #[arg(long, value_name = "DIR", conflicts_with = "against")]
    pub(crate) sources: Vec<PathBuf>,
    /// Keep redundant tests that assert something which those do not that make the same calls
    #[arg(long, requires = "sources")]
    pub(crate) keep_assertions: bool,
    /// Write copies of the sources in which redundant tests are disabled into this directory
    #[arg(long, value_name = "DIR", requires = "sources")]
    pub(crate) disable_in: Option<PathBuf>,
    /// Write lists for build tools and a page into this directory
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// How to tell
    #[arg(long, value_enum, default_value = "text")]
    pub(crate) format: TextOrJson,
    /// End with exit code 1 when a test fails as it is; such tests are left out
    #[arg(long, requires = "test_classes")]
    pub(crate) strict: bool,
    /// End with exit code 3 when there is a redundant test
    #[arg(long)]
    pub(crate) fail_on_redundant: bool,
}

/// The names of [`Technique`]s.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum StateName {
    /// The calls that made it
    WholeSeq,
    /// The calls that made it and changed something
    ModifyingSeq,
    /// All that is reached by its fields
    WholeState,
    /// What its `equals` method reads of that
    MonitorEquals,
    /// What its `equals` method says
    PairwiseEquals,
}

impl StateName {
    pub(crate) fn technique(self) -> Technique {
        match self {
            Self::WholeSeq => Technique::WholeSeq,
            Self::ModifyingSeq => Technique::ModifyingSeq,
            Self::WholeState => Technique::WholeState,
            Self::MonitorEquals => Technique::MonitorEquals,
            Self::PairwiseEquals => Technique::PairwiseEquals,
        }
    }
}

/// Orders of tests.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum OrderName {
    /// As they ran
    Suite,
    /// Those with the fewest method executions first
    Time,
    /// Each time the one that covers the most that is new, as `JaCoCo` sees it
    Coverage,
}

/// What the suite is measured by.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CheckName {
    /// It is not run again
    Off,
    /// Lines and branches by `JaCoCo`, which Maven brings
    Quick,
    /// These, and up to 90 mutants of the watched classes, each in a virtual machine of its own
    Full,
}
