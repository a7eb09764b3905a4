//! Where method executions come from: a trace, a command that is recorded, or compiled tests that are run here.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::bail;
use clap::{ArgGroup, Args};
use palus_state::{Ignored, StateRules};

use super::duration;

/// How states are made.
#[derive(Args, Clone, Default, Debug)]
#[group(skip)]
pub(crate) struct StateRulesArgs {
    /// Leave this field out of states: a cache, a counter; the class by its binary name
    #[arg(long, value_name = "OWNER.NAME")]
    pub(crate) ignore_field: Vec<String>,
    /// Write collections of the JDK by their fields, capacity and history included, and not as what they hold
    #[arg(long)]
    pub(crate) raw_collections: bool,
}

impl StateRulesArgs {
    /// As workers and traces know them. The error is one sentence for the user.
    pub(crate) fn rules(&self) -> anyhow::Result<StateRules> {
        Ignored::with(&self.ignore_field).map_err(anyhow::Error::msg)?;
        if let Some(odd) = self.ignore_field.iter().find(|field| !is_field(field)) {
            bail!("`{odd}` names no field: write it as OWNER.NAME, as in java.util.HashMap.modCount");
        }
        Ok(StateRules {
            ignored: self.ignore_field.clone(),
            raw_collections: self.raw_collections,
        })
    }

    /// Whether none was given.
    pub(crate) fn is_usual(&self) -> bool {
        self.ignore_field.is_empty() && !self.raw_collections
    }
}

/// Letters of names and dots: nothing that has a meaning in the options of the recorder.
fn is_field(text: &str) -> bool {
    text.chars().all(|c| c.is_alphanumeric() || "._$".contains(c))
}

/// One of three.
#[derive(Args, Clone, Default, Debug)]
#[group(skip)]
#[command(group(ArgGroup::new("source").required(true).args(["trace", "test_classes", "command"])))]
pub(crate) struct SourceArgs {
    /// What `palus record --keep-trace RUN.trace --states` wrote
    #[arg(value_name = "RUN.trace")]
    pub(crate) trace: Option<PathBuf>,
    /// Run the compiled tests for JUnit 4 or 5 in this folder
    #[arg(long, value_name = "DIR", requires = "classpath")]
    pub(crate) test_classes: Option<PathBuf>,
    /// Class path of the tests, directories and jars separated by colons; JUnit need not be on it
    #[arg(long, value_name = "CP", requires = "test_classes")]
    pub(crate) classpath: Option<String>,
    /// Watch these classes only: qualified names, `*` for any characters [default: all but the JDK and test frameworks]
    #[arg(long, value_name = "GLOB", conflicts_with = "trace")]
    pub(crate) include: Vec<String>,
    /// Do not watch these classes
    #[arg(long, value_name = "GLOB", conflicts_with = "trace")]
    pub(crate) exclude: Vec<String>,
    /// Count the static fields of the watched classes as part of each state; a trace has them from `palus record --statics`
    #[arg(long, conflicts_with = "trace")]
    pub(crate) statics: bool,
    #[command(flatten)]
    pub(crate) rules: StateRulesArgs,
    /// With the calls that the watched classes make of each other: much slower
    #[arg(long, conflicts_with = "trace")]
    pub(crate) nested: bool,
    /// A test of --test-classes that takes longer is left out [default: 60s]
    #[arg(long, value_name = "DURATION", value_parser = duration::parse, requires = "test_classes")]
    pub(crate) test_limit: Option<Duration>,
    /// The command that runs the tests
    #[arg(last = true, value_name = "COMMAND")]
    pub(crate) command: Vec<OsString>,
}

/// A trace or compiled tests, for a command that knows of itself what a class path and globs of classes are.
#[derive(Args, Clone, Default, Debug)]
#[group(skip)]
#[command(group(ArgGroup::new("suite").required(true).args(["trace", "test_classes"])))]
pub(crate) struct SuiteArgs {
    /// The trace of the tests: what `palus record --keep-trace RUN.trace --states` wrote
    #[arg(value_name = "RUN.trace")]
    pub(crate) trace: Option<PathBuf>,
    /// Run the compiled tests for JUnit 4 or 5 in this folder, with --classpath as their class path
    #[arg(long, value_name = "DIR", requires = "classpath")]
    pub(crate) test_classes: Option<PathBuf>,
    /// A test of --test-classes that takes longer is left out [default: 60s]
    #[arg(long, value_name = "DURATION", value_parser = duration::parse, requires = "test_classes")]
    pub(crate) test_limit: Option<Duration>,
    /// Look at the static fields of the classes too; a trace has them from `palus record --statics`
    #[arg(long, conflicts_with = "trace")]
    pub(crate) statics: bool,
    #[command(flatten)]
    pub(crate) rules: StateRulesArgs,
}

impl SuiteArgs {
    /// The same as one of three, for tests on that class path; those classes alone are watched where they run.
    pub(crate) fn with(&self, classpath: Option<&str>, include: Vec<String>) -> SourceArgs {
        SourceArgs {
            trace: self.trace.clone(),
            test_classes: self.test_classes.clone(),
            classpath: classpath.map(str::to_owned),
            include,
            statics: self.statics,
            test_limit: self.test_limit,
            rules: self.rules.clone(),
            ..SourceArgs::default()
        }
    }
}
