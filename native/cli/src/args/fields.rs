//! `palus fields` as typed.

use std::path::PathBuf;

use clap::Args;

use super::TextOrJson;

/// `palus fields`.
#[derive(Args, Debug)]
pub(crate) struct FieldsArgs {
    /// The trace of the tests, recorded with `--states`
    #[arg(value_name = "RUN.trace")]
    pub(crate) file: PathBuf,
    /// Show the fields of these classes only: binary names, `*` for any characters
    #[arg(long, value_name = "GLOB")]
    pub(crate) class: Vec<String>,
    /// Count booleans, enum constants and the signs of numbers too
    #[arg(long)]
    pub(crate) values: bool,
    /// Demand `non-null` (each field has linked an object to another) or `file:PAIRS` (those of a file); exit code 3 when some are missing
    #[arg(long, value_name = "CRITERION")]
    pub(crate) criterion: Option<String>,
    /// Show what these tests link and those of another trace do not, and the other way round
    #[arg(long, value_name = "OTHER.trace")]
    pub(crate) against: Option<PathBuf>,
    /// How to show them
    #[arg(long, value_enum, default_value = "text")]
    pub(crate) format: TextOrJson,
}
