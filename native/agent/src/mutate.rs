//! Mutants in a program that runs as usual: all of them, to see which are reached, or one that is switched on.

use std::fmt::Write as _;
use std::fs;

use palus_jvm::{Host, Installed, Java, JavaError};

use crate::options::MutateOptions;
use crate::worker::coverage;

/// Gives classes the numbers of their mutants.
pub(crate) struct MutantHost {
    /// The one class that has some, where one of them is switched on.
    only: Option<String>,
}

impl MutantHost {
    pub(crate) fn new(options: &MutateOptions) -> Self {
        let only = options.mutant.and_then(|_| options.include.first().cloned());
        Self { only }
    }
}

impl Host for MutantHost {
    /// All classes of one name get the same numbers where one is switched on, whichever loader has them.
    fn mutants(&self, class: &str, count: u32) -> Option<u32> {
        match &self.only {
            Some(only) => (only == class).then_some(0),
            None => coverage().allocate_mutants(class, count),
        }
    }
}

/// Switches the mutant on, or has those noted that are reached.
pub(crate) fn connect(options: &MutateOptions, installed: &Installed, java: &Java<'_>) -> Result<(), JavaError> {
    match options.mutant {
        Some(mutant) => Installed::activate(java, mutant),
        None => installed.connect_coverage(java, coverage(), None),
    }
}

/// Writes which numbers the classes got, where that is wanted: `CLASS<TAB>FIRST<TAB>COUNT` a line.
pub(crate) fn write(options: &MutateOptions) -> Result<(), String> {
    let Some(file) = &options.list else {
        return Ok(());
    };
    let mut text = String::new();
    for block in coverage().mutants() {
        let _ = writeln!(text, "{}\t{}\t{}", block.class, block.first, block.count);
    }
    fs::write(file, text).map_err(|error| format!("{} cannot be written: {error}", file.display()))
}
