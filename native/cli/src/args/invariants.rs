//! `palus invariants` as typed.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::SuiteArgs;
use super::generate::Switch;

/// `palus invariants`.
#[derive(Args, Debug)]
pub(crate) struct InvariantsArgs {
    #[command(flatten)]
    pub(crate) suite: SuiteArgs,
    /// Class path of the code, for the names of parameters; of the tests, where they are run
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

impl InferenceArgs {
    /// The classes that a recording has to watch: globs, none for all.
    pub(crate) fn watched(&self) -> Vec<String> {
        match &self.class {
            Some(class) if self.include.is_empty() => vec![class.clone()],
            _ => self.include.clone(),
        }
    }
}

/// `palus violations`.
#[derive(Args, Debug)]
pub(crate) struct ViolationsArgs {
    #[command(flatten)]
    pub(crate) suite: SuiteArgs,
    #[command(flatten)]
    pub(crate) inference: InferenceArgs,
    /// Show tests too that call a method as the suite never did, and do nothing new otherwise
    #[arg(long)]
    pub(crate) pre: bool,
    /// How often to learn anew from what was shown, and to look for what breaks the new statements
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=100))]
    pub(crate) iterations: u16,
    /// How many tests to show at the most; the others are counted
    #[arg(long, value_name = "N", default_value_t = 30, value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) most: u16,
    /// Whether sequences that come near to breaking a statement are changed towards it
    #[arg(long, value_enum, default_value = "off")]
    pub(crate) chase: Switch,
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
