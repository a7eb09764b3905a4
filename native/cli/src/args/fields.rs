//! `palus fields` as typed.

use std::path::PathBuf;
use std::time::Duration;

use clap::{ArgGroup, Args, ValueEnum};

use super::{SuiteArgs, duration};

/// `palus fields`.
#[derive(Args, Debug)]
#[command(group(ArgGroup::new("class_path_users").args(["main", "test_classes"]).multiple(true)))]
pub(crate) struct FieldsArgs {
    #[command(flatten)]
    pub(crate) suite: SuiteArgs,
    /// Watch these classes only, where tests are run: qualified names, `*` for any characters [default: all but the JDK and test frameworks]
    #[arg(long, value_name = "GLOB", requires = "test_classes")]
    pub(crate) include: Vec<String>,
    /// Show the fields of these classes only: binary names, `*` for any characters
    #[arg(long, value_name = "GLOB")]
    pub(crate) class: Vec<String>,
    /// Count booleans, enum constants and the signs of numbers too
    #[arg(long)]
    pub(crate) values: bool,
    /// Demand `non-null` (each field has linked an object to another), `file:PAIRS` (those of a file), or `exhaustive:N` (all of some valid
    /// heap with at most N objects of each class, see --main); exit code 3 when some are missing
    #[arg(long, value_name = "CRITERION")]
    pub(crate) criterion: Option<String>,
    /// For exhaustive:N the class whose method says which heaps are valid: its binary name
    #[arg(long, value_name = "NAME", requires_all = ["criterion", "classpath"])]
    pub(crate) main: Option<String>,
    /// Where it is, and the class path of tests that are run: directories and jars separated by colons
    #[arg(long, value_name = "CP", requires = "class_path_users")]
    pub(crate) classpath: Option<String>,
    /// Its method without parameters that does so [default: repOk or repOK]
    #[arg(long, value_name = "METHOD", requires = "main")]
    pub(crate) rep_ok: Option<String>,
    /// Look for valid heaps for so long
    #[arg(long, value_name = "DURATION", value_parser = duration::parse, default_value = "10m", requires = "main")]
    pub(crate) time: Duration,
    /// Do not confine the code under test
    #[arg(long, requires = "main")]
    pub(crate) no_sandbox: bool,
    /// Show what these tests link and those of another trace do not, and the other way round
    #[arg(long, value_name = "OTHER.trace")]
    pub(crate) against: Option<PathBuf>,
    /// How to show them
    #[arg(long, value_enum, default_value = "text")]
    pub(crate) format: FieldsFormat,
}

/// The formats of field coverage.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum FieldsFormat {
    /// For reading
    Text,
    /// For programs
    Json,
    /// A page for a browser that loads nothing
    Html,
}
