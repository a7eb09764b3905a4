//! Where method executions come from: a trace, a command that is recorded, or compiled tests that are run here.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{ArgGroup, Args};

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
    /// With the calls that the watched classes make of each other: much slower
    #[arg(long, conflicts_with = "trace")]
    pub(crate) nested: bool,
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
    /// Look at the static fields of the classes too; a trace has them from `palus record --statics`
    #[arg(long, conflicts_with = "trace")]
    pub(crate) statics: bool,
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
            ..SourceArgs::default()
        }
    }
}
