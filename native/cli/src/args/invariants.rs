//! `palus invariants` as typed.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

/// `palus invariants`.
#[derive(Args, Debug)]
pub(crate) struct InvariantsArgs {
    /// The trace of the tests, recorded with `--states`
    #[arg(value_name = "RUN.trace")]
    pub(crate) file: PathBuf,
    /// Class path of the code, for the names of parameters
    #[arg(long, value_name = "CP")]
    pub(crate) classpath: Option<String>,
    #[command(flatten)]
    pub(crate) inference: InferenceArgs,
    /// How to show them
    #[arg(long, value_enum, default_value = "text")]
    pub(crate) format: InvariantsFormat,
    /// The file to write [default: standard output]
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
}

/// How invariants are inferred.
#[derive(Args, Clone, Debug)]
pub(crate) struct InferenceArgs {
    /// Look at methods of these classes only: qualified names, `*` for any characters
    #[arg(long, value_name = "GLOB")]
    pub(crate) include: Vec<String>,
    /// Look at methods of this class only: its binary name
    #[arg(long, value_name = "NAME")]
    pub(crate) class: Option<String>,
    /// How many steps to follow from receiver, arguments and result: 1 for their fields, 2 for the fields of those
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=2))]
    pub(crate) depth: u8,
    /// How sure a statement must be, from 0 to 1
    #[arg(long, value_name = "F", default_value_t = 0.99, value_parser = super::generate::share)]
    pub(crate) confidence: f64,
    /// Look for these statements only, or with `-` in front of each for all others; `list` prints their names
    #[arg(long, value_name = "NAME", value_delimiter = ',', allow_hyphen_values = true)]
    pub(crate) templates: Vec<String>,
}

/// `palus violations`.
#[derive(Args, Debug)]
pub(crate) struct ViolationsArgs {
    /// The trace of the tests, recorded with `--states`
    #[arg(value_name = "RUN.trace")]
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) inference: InferenceArgs,
    /// Show tests too that call a method as the suite never did, and do nothing new otherwise
    #[arg(long)]
    pub(crate) pre: bool,
    #[command(flatten)]
    pub(crate) generate: super::GenerateArgs,
}

/// The formats of `palus invariants`.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum InvariantsFormat {
    /// For reading
    Text,
    /// For programs
    Json,
    /// `assert` statements of Java, and comments where Java has no expression
    Java,
    /// The Java Modeling Language
    Jml,
}
