//! `palus explore` as typed.

use std::path::PathBuf;
use std::time::Duration;

use clap::{ArgGroup, Args, ValueEnum};
use palus_fields::Stop;

use super::{JUnitVersion, duration};

/// `palus explore`.
#[derive(Args, Clone, Debug)]
#[command(group(ArgGroup::new("what").required(true).args(["fields", "symbolic", "concrete"])))]
#[command(group(ArgGroup::new("sequences").args(["symbolic", "concrete"])))]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch on the command line")]
pub(crate) struct ExploreArgs {
    /// Structures for field coverage: each links objects as none before it
    #[arg(long)]
    pub(crate) fields: bool,
    /// All paths of up to N calls, with variables in the place of numbers: a test for each that takes a new branch
    #[arg(long)]
    pub(crate) symbolic: bool,
    /// The same with each of the numbers of --values
    #[arg(long, requires = "values")]
    pub(crate) concrete: bool,
    /// Class path of the code under test, directories and jars separated by colons
    #[arg(long, value_name = "CP")]
    pub(crate) classpath: String,
    /// The class: its binary name
    #[arg(long, value_name = "NAME")]
    pub(crate) class: String,
    /// The most objects of each class, for --fields
    #[arg(long, value_name = "N", required_unless_present_any = ["symbolic", "concrete"], conflicts_with = "sequences",
          value_parser = clap::value_parser!(u32).range(1..=1_000))]
    pub(crate) scope: Option<u32>,
    /// Call these methods alone [default: all that a test can call]
    #[arg(long, value_name = "NAME", value_delimiter = ',', conflicts_with = "fields")]
    pub(crate) methods: Vec<String>,
    /// The most calls behind the constructor
    #[arg(long, value_name = "N", default_value_t = 4, conflicts_with = "fields", value_parser = clap::value_parser!(u32).range(1..=1_000))]
    pub(crate) calls: u32,
    /// Write a test for every path, not only for those that take a new branch
    #[arg(long, conflicts_with = "fields")]
    pub(crate) all_tests: bool,
    /// How to say what came of the sequences
    #[arg(
        long,
        value_enum,
        default_value = "text",
        value_name = "NAME",
        conflicts_with = "fields"
    )]
    pub(crate) format: ExploreFormat,
    /// The method without parameters that says whether a structure is valid [default: repOk or repOK]
    #[arg(long, value_name = "METHOD", conflicts_with = "sequences")]
    pub(crate) rep_ok: Option<String>,
    /// How to come to structures
    #[arg(
        long,
        value_enum,
        default_value = "repok",
        value_name = "NAME",
        conflicts_with = "sequences"
    )]
    pub(crate) by: SearchName,
    /// Give parameters these values with --by api, where their types can have them, instead of the numbers from 0 to twice the scope and
    /// what is plain of other types; with --concrete the numbers that parameters get, as A..B
    #[arg(long, value_name = "VALUE", value_delimiter = ',', allow_hyphen_values = true)]
    pub(crate) values: Vec<String>,
    /// Stop where this is reached, as it is predicted from small scopes
    #[arg(
        long,
        value_enum,
        default_value = "none",
        value_name = "NAME",
        conflicts_with = "sequences"
    )]
    pub(crate) stop: StopName,
    /// Predict from the scopes from 1 to this
    #[arg(long, value_name = "N", default_value_t = 5, conflicts_with = "sequences", value_parser = clap::value_parser!(u32).range(3..=100))]
    pub(crate) small_scope: u32,
    /// Write the structures too that link nothing new
    #[arg(long, conflicts_with = "sequences")]
    pub(crate) all: bool,
    /// The version of JUnit to write for
    #[arg(long, value_enum, default_value = "5", value_name = "5|4")]
    pub(crate) junit: JUnitVersion,
    /// Search for so long; what was found by then counts
    #[arg(long, value_name = "DURATION", value_parser = duration::parse, default_value = "10m")]
    pub(crate) time: Duration,
    /// How many threads follow paths
    #[arg(long, value_name = "N", default_value_t = 1, conflicts_with = "fields", value_parser = clap::value_parser!(u16).range(1..=1_000))]
    pub(crate) jobs: u16,
    /// Go on with the sequences where the time has ended an earlier run with the same --out
    #[arg(long, conflicts_with = "fields")]
    pub(crate) resume: bool,
    /// Where to write: DIR/java/.../<Class>Inputs.java or <Class>SymbolicTest.java, DIR/explore.json and DIR/report.html
    #[arg(long, value_name = "DIR")]
    pub(crate) out: PathBuf,
    /// Do not confine the code under test
    #[arg(long)]
    pub(crate) no_sandbox: bool,
}

/// `--format`.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ExploreFormat {
    /// For reading
    Text,
    /// For programs
    Json,
}

/// `--by`.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SearchName {
    /// Fields get their values when the method reads them, structures with few objects come first
    Repok,
    /// All values of all fields that the method reads, one after the other, as Korat does
    Korat,
    /// By calls of public methods on new objects, for classes without a method that says what is valid
    Api,
}

/// `--stop`.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum StopName {
    /// The end of the space
    None,
    /// The size of each field's extension, by a line
    #[value(name = "size:linear")]
    SizeLinear,
    /// By the mean of line and parabola
    #[value(name = "size:average")]
    SizeAverage,
    /// By a parabola
    #[value(name = "size:quadratic")]
    SizeQuadratic,
    /// The time of the last useful structure, by the mean of parabola and exponential
    #[value(name = "time:average")]
    TimeAverage,
    /// By a parabola
    #[value(name = "time:quadratic")]
    TimeQuadratic,
    /// By an exponential function
    #[value(name = "time:exponential")]
    TimeExponential,
}

impl From<StopName> for Stop {
    fn from(name: StopName) -> Self {
        match name {
            StopName::None => Self::None,
            StopName::SizeLinear => Self::SizeLinear,
            StopName::SizeAverage => Self::SizeAverage,
            StopName::SizeQuadratic => Self::SizeQuadratic,
            StopName::TimeAverage => Self::TimeAverage,
            StopName::TimeQuadratic => Self::TimeQuadratic,
            StopName::TimeExponential => Self::TimeExponential,
        }
    }
}
