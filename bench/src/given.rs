//! Tests that somebody else wrote, as typed.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::Args;

/// Where they are and what they need.
#[derive(Args, Clone, Debug)]
pub(crate) struct GivenTests {
    /// A folder of sources of tests that another tool wrote; `compare` takes compiled ones, or a jar of them, too.
    #[arg(long, value_name = "DIR")]
    pub(crate) with_tests: Option<PathBuf>,
    /// What the row is called, for example by the tool that wrote the tests [default: the folder's name].
    #[arg(long, value_name = "NAME", requires = "with_tests")]
    called: Option<String>,
    /// What these tests need besides the code, and JUnit.
    #[arg(long, value_name = "CP", requires = "with_tests")]
    class_path: Option<String>,
}

impl GivenTests {
    /// What the tests there are called.
    pub(crate) fn name_of(&self, tests: &Path) -> String {
        let folder = tests.file_name().map(|name| name.to_string_lossy().into_owned());
        self.called
            .clone()
            .or(folder)
            .unwrap_or_else(|| "given tests".to_owned())
    }

    /// What they need, absolute: the compiler and the console run elsewhere.
    pub(crate) fn class_path(&self) -> Result<Vec<PathBuf>> {
        let entries = self.class_path.iter().flat_map(std::env::split_paths);
        entries
            .map(|entry| fs::canonicalize(&entry).with_context(|| format!("{} is not there", entry.display())))
            .collect()
    }
}
