//! The command line as typed. What it means is worked out by each command, once.

mod axioms;
mod duration;
mod executions;
mod explore;
mod fields;
mod generate;
mod invariants;
mod redundant;
mod shard;
mod source;
mod states;

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};

pub(crate) use axioms::{AxiomsArgs, AxiomsFormat, StateName};
pub(crate) use executions::ExecutionsArgs;
pub(crate) use explore::{ExploreArgs, ExploreFormat, SearchName};
pub(crate) use fields::{FieldsArgs, FieldsFormat};
pub(crate) use generate::{
    Doubles, GenerateArgs, Inputs, JUnitVersion, Part, Seeds, StopAt, Strategy, Switch, Unguided, Verification,
};
pub(crate) use invariants::{InferenceArgs, InvariantsArgs, InvariantsFormat, ViolationsArgs};
pub(crate) use redundant::{CheckName, OrderName, RedundantArgs};
pub(crate) use shard::Shard;
pub(crate) use source::{SourceArgs, StateRulesArgs, SuiteArgs};
pub(crate) use states::{StatesArgs, StatesFormat};

/// Watches a correct run of a Java program and writes the unit tests it should have.
#[derive(Parser, Debug)]
#[command(name = "palus", version, long_version = crate::artefacts::contents(), subcommand_required = true, arg_required_else_help = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// What can be asked for.
#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Run a command and learn from the Java programs that it starts
    Record(RecordArgs),
    /// Record a Java program that is already running
    Attach(AttachArgs),
    /// End a recording that `palus attach` began and cannot end any more
    Detach(DetachArgs),
    /// Make one model of several, or one output of those of `generate --shard`
    Merge(MergeArgs),
    /// Show what a model has learned
    Model(ModelArgs),
    /// Show what `record --keep-trace` kept: each call that the tests made, with the states of its objects
    Trace(TraceArgs),
    /// Find the tests that do nothing which the tests before them did not
    Redundant(Box<RedundantArgs>),
    /// Draw how objects of a class behave: states are what its observers answer, edges are calls
    States(StatesArgs),
    /// Find laws of a class, like `pop(push(S, x)) == x`, with how often each held and was broken
    Axioms(AxiomsArgs),
    /// Show what was always true at the start and end of each method while the tests ran
    Invariants(InvariantsArgs),
    /// Write the few tests that do what the tests which ran never did, each with the statement about them that it breaks
    Violations(Box<ViolationsArgs>),
    /// Show which links between objects the tests have exercised
    Fields(FieldsArgs),
    /// Write all structures of a class that link objects in some new way, up to a number of objects; or a test for every path of its methods, up
    /// to a number of calls
    Explore(Box<ExploreArgs>),
    /// Show which methods touch the same state
    Depend(DependArgs),
    /// Write tests
    Generate(Box<GenerateArgs>),
    /// See whether what was generated meets demands; exit code 3 when it does not
    Check(CheckArgs),
    /// Find the tests that hang on something they do not control; exit code 3 when there are any
    Verify(VerifyArgs),
    /// Make a model of what an interrupted recording left
    Recover(RecoverArgs),
    /// See which of the protections against code under test this machine gives; exit code 3 when one is lacking
    Doctor,
    /// See the whole way on commons-cli, from its own tests to new ones
    Demo,
}

/// Where a recording keeps the numbers of objects.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ids {
    /// In a field of each.
    Inside,
    /// In a table.
    Aside,
}

/// `palus record`.
#[derive(Args, Clone, Debug)]
pub(crate) struct RecordArgs {
    /// The model file to write
    #[arg(long, value_name = "RUN.palus")]
    pub(crate) out: PathBuf,
    /// Learn from these classes only: qualified names, `*` for any characters; the JDK's (`java.util.*`) where they are called
    /// [default: all but the JDK and test frameworks]
    #[arg(long, value_name = "GLOB")]
    pub(crate) include: Vec<String>,
    /// Do not learn from these classes
    #[arg(long, value_name = "GLOB")]
    pub(crate) exclude: Vec<String>,
    #[command(flatten)]
    pub(crate) redaction: RedactionArgs,
    /// Record every object and call, even of classes that have taught all they have: slow
    #[arg(long)]
    pub(crate) no_sampling: bool,
    /// Where the numbers are by which objects are told apart: in a field of each object, which takes eight bytes of the heap, or aside
    /// in a table of those that are followed, which takes time
    #[arg(long, value_enum, value_name = "inside|aside", default_value = "inside")]
    pub(crate) ids: Ids,
    /// Learn how objects of the JDK are made and filled before they are passed on, from calls in the tests and the classes
    #[arg(long, value_enum, value_name = "on|off", default_value = "off")]
    pub(crate) call_sites: Switch,
    /// Keep whatever objects of these types answer to the classes, besides what others than these classes answer as interfaces: qualified
    /// names, `*` for any characters; the JDK's too (`java.time.Clock`)
    #[arg(long, value_name = "GLOB")]
    pub(crate) collaborators: Vec<String>,
    #[command(flatten)]
    pub(crate) trace: KeepTraceArgs,
    /// The command that runs the tests or the program
    #[arg(last = true, required = true, value_name = "COMMAND")]
    pub(crate) command: Vec<OsString>,
}

/// What is kept of single calls.
#[derive(Args, Clone, Default, Debug)]
pub(crate) struct KeepTraceArgs {
    /// Keep every call that the tests, or others outside, make into the recorded classes, in this file; `palus trace` shows it
    #[arg(long, value_name = "RUN.trace")]
    pub(crate) keep_trace: Option<PathBuf>,
    /// With the states of receiver and arguments before and behind each call
    #[arg(long, requires = "keep_trace")]
    pub(crate) states: bool,
    /// With the static fields of the recorded classes as part of these states
    #[arg(long, requires = "states")]
    pub(crate) statics: bool,
    #[command(flatten)]
    pub(crate) rules: StateRulesArgs,
    /// With the calls that the recorded classes make of each other: much slower
    #[arg(long, requires = "keep_trace")]
    pub(crate) nested: bool,
}

/// What is kept out of a model.
#[derive(Args, Clone, Default, Debug)]
pub(crate) struct RedactionArgs {
    /// Write stand-ins for what is passed to these methods and parameters or written into these fields, besides passwords and what
    /// else is secret by its name or looks: names, or `CLASS.NAME`, `*` for any characters
    #[arg(long, value_name = "GLOB", conflicts_with = "no_redaction")]
    pub(crate) redact: Vec<String>,
    /// Write every value as it is, passwords too
    #[arg(long)]
    pub(crate) no_redaction: bool,
}

/// `palus attach`.
#[derive(Args, Clone, Debug)]
pub(crate) struct AttachArgs {
    /// The process id of the JVM
    #[arg(value_name = "PID")]
    pub(crate) process: u32,
    /// The model file to write
    #[arg(long, value_name = "RUN.palus")]
    pub(crate) out: PathBuf,
    /// Learn from these classes only: qualified names, `*` for any characters; the JDK's (`java.util.*`) where they are called
    /// [default: all but the JDK and test frameworks]
    #[arg(long, value_name = "GLOB")]
    pub(crate) include: Vec<String>,
    /// Do not learn from these classes
    #[arg(long, value_name = "GLOB")]
    pub(crate) exclude: Vec<String>,
    #[command(flatten)]
    pub(crate) redaction: RedactionArgs,
    /// Keep whatever objects of these types answer to the classes, besides what others than these classes answer as interfaces: qualified
    /// names, `*` for any characters; the JDK's too (`java.time.Clock`)
    #[arg(long, value_name = "GLOB")]
    pub(crate) collaborators: Vec<String>,
    /// Stop after this time, like 30s or 5m [default: at Ctrl-C, or when the program ends]
    #[arg(long = "for", value_name = "TIME", value_parser = duration::parse)]
    pub(crate) duration: Option<Duration>,
}

/// `palus detach`.
#[derive(Args, Clone, Debug)]
pub(crate) struct DetachArgs {
    /// The process id of the JVM
    #[arg(value_name = "PID")]
    pub(crate) process: u32,
}

/// `palus merge`.
#[derive(Args, Debug)]
pub(crate) struct MergeArgs {
    /// Models to merge; a directory stands for the files `*.palus` in it, except the one to write. Or the outputs of all parts
    /// of a run of `palus generate --shard`
    #[arg(required = true, value_name = "MODEL.palus|DIR")]
    pub(crate) inputs: Vec<PathBuf>,
    /// The model file, or the output directory, to write
    #[arg(long, value_name = "OUT.palus|DIR")]
    pub(crate) out: PathBuf,
    /// How many processes to run at once where outputs are merged [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) jobs: Option<u16>,
}

/// `palus recover`.
#[derive(Args, Debug)]
pub(crate) struct RecoverArgs {
    /// What the recording left beside its model: a file, or a folder of them
    #[arg(value_name = "RUN.palus.part")]
    pub(crate) part: PathBuf,
    /// The model file to write
    #[arg(long, value_name = "RUN.palus")]
    pub(crate) out: PathBuf,
    /// The file for the trace, where one was kept
    #[arg(long, value_name = "RUN.trace")]
    pub(crate) keep_trace: Option<PathBuf>,
}

/// `palus trace`.
#[derive(Args, Debug)]
pub(crate) struct TraceArgs {
    /// The trace to show
    #[arg(value_name = "RUN.trace")]
    pub(crate) file: PathBuf,
    /// Show the calls of these tests only: CLASS.METHOD, with or without package, `*` for any characters
    #[arg(long, value_name = "GLOB")]
    pub(crate) test: Option<String>,
    /// Show the calls of these methods only, named in the same way; `<init>` for constructors
    #[arg(long, value_name = "GLOB")]
    pub(crate) method: Option<String>,
    /// Do not show the calls but make them again, test by test, without the tests: tell how many tests come out as recorded, and why others
    /// do not
    #[arg(long, requires = "classpath", conflicts_with_all = ["test", "method"])]
    pub(crate) replay: bool,
    /// Class path of the code under test, for --replay: directories and jars separated by colons
    #[arg(long, value_name = "CP", requires = "replay")]
    pub(crate) classpath: Option<String>,
    /// Do not confine the code under test that --replay runs
    #[arg(long, requires = "replay")]
    pub(crate) no_sandbox: bool,
    /// How to show them
    #[arg(long, value_enum, default_value = "text")]
    pub(crate) format: TextOrJson,
}

/// `palus verify`.
#[derive(Args, Debug)]
pub(crate) struct VerifyArgs {
    /// What `palus generate --out` wrote
    #[arg(
        value_name = "DIR",
        required_unless_present = "test_classes",
        conflicts_with = "test_classes"
    )]
    pub(crate) dir: Option<PathBuf>,
    /// Class path of the tests, directories and jars separated by colons; JUnit need not be on it
    #[arg(long, value_name = "CP")]
    pub(crate) classpath: String,
    /// The folder of compiled tests for JUnit 4 or 5, whoever wrote them
    #[arg(long, value_name = "DIR")]
    pub(crate) test_classes: Option<PathBuf>,
    /// Take the tests out of the sources of DIR
    #[arg(long, conflicts_with = "test_classes")]
    pub(crate) fix: bool,
    /// How to tell
    #[arg(long, value_enum, default_value = "text")]
    pub(crate) format: TextOrJson,
}

/// `palus check`.
#[derive(Args, Debug)]
pub(crate) struct CheckArgs {
    /// What `palus generate --out` wrote
    #[arg(value_name = "DIR")]
    pub(crate) dir: PathBuf,
    /// Demand that no test reveals an error
    #[arg(long)]
    pub(crate) fail_on_error: bool,
    /// Demand that so many percent of the branches are covered
    #[arg(long, value_name = "PERCENT", value_parser = generate::percent)]
    pub(crate) min_branch_coverage: Option<f64>,
    /// Demand that the generated tests in this source folder are those of DIR
    #[arg(long, value_name = "FOLDER")]
    pub(crate) committed: Option<PathBuf>,
    /// Print findings as annotations for GitHub's runners, and add them to the page of the step
    #[arg(long)]
    pub(crate) annotations: bool,
}

/// `palus model`.
#[derive(Args, Debug)]
pub(crate) struct ModelArgs {
    /// The model to show
    #[arg(value_name = "RUN.palus")]
    pub(crate) file: PathBuf,
    /// Show this class only
    #[arg(long, value_name = "NAME")]
    pub(crate) class: Option<String>,
    /// List the places where something that looks like a secret was passed, instead of showing the model; exit code 3 when there is one
    #[arg(long, conflicts_with_all = ["class", "format", "ktail"])]
    pub(crate) audit: bool,
    /// How to show it
    #[arg(long, value_enum, default_value = "text")]
    pub(crate) format: ModelFormat,
    /// Merge states that have the same futures of up to K calls
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) ktail: Option<u32>,
}

/// `palus depend`.
#[derive(Args, Debug)]
pub(crate) struct DependArgs {
    /// Directories and jars, the code under test first
    #[arg(long, value_name = "CP")]
    pub(crate) classpath: String,
    /// Show the methods of this class only: its binary name
    #[arg(long, value_name = "NAME")]
    pub(crate) class: Option<String>,
    /// Reduce the weight of field accesses that this recording never saw
    #[arg(long, value_name = "RUN.palus")]
    pub(crate) model: Option<PathBuf>,
    /// Show the methods of this name only; `<init>` for constructors
    #[arg(long, value_name = "NAME")]
    pub(crate) method: Option<String>,
    /// How to show them
    #[arg(long, value_enum, default_value = "text")]
    pub(crate) format: TextOrJson,
}

/// A format for reading or one for programs.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TextOrJson {
    /// For reading
    Text,
    /// For programs
    Json,
}

/// The formats of `palus model`.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ModelFormat {
    /// For reading
    Text,
    /// For programs
    Json,
    /// For Graphviz
    Dot,
    /// For a browser, one page that loads nothing
    Html,
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory as _;

    fn parse(line: &str) -> Result<Command, clap::error::ErrorKind> {
        Cli::try_parse_from(line.split(' '))
            .map(|cli| cli.command)
            .map_err(|e| e.kind())
    }

    #[test]
    fn the_definitions_are_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn what_follows_the_two_dashes_is_the_command_untouched() {
        let Ok(Command::Record(args)) = parse("palus record --out r.palus --include a.* -- java -cp x --out y") else {
            panic!("not parsed");
        };
        assert_eq!(args.command, ["java", "-cp", "x", "--out", "y"]);
        assert_eq!(args.include, ["a.*"]);
    }

    #[test]
    fn a_recording_without_a_command_is_wrong_usage() {
        use clap::error::ErrorKind;
        assert_eq!(
            parse("palus record --out r.palus").unwrap_err(),
            ErrorKind::MissingRequiredArgument
        );
    }

    #[test]
    fn attach_takes_a_process_and_a_time() {
        let Ok(Command::Attach(args)) = parse("palus attach 123 --out r.palus --for 30s") else {
            panic!("not parsed");
        };
        assert_eq!((args.process, args.duration), (123, Some(Duration::from_secs(30))));
        assert!(parse("palus attach java --out r.palus").is_err());
    }

    #[test]
    fn executions_come_from_one_source() {
        use clap::error::ErrorKind;
        for (line, wrong) in [
            ("palus redundant", ErrorKind::MissingRequiredArgument),
            ("palus redundant a.trace --include b.*", ErrorKind::ArgumentConflict),
            ("palus redundant a.trace -- mvn test", ErrorKind::ArgumentConflict),
            ("palus redundant --test-classes x", ErrorKind::MissingRequiredArgument),
        ] {
            assert_eq!(parse(line).unwrap_err(), wrong, "{line}");
        }
        for line in [
            "palus redundant a.trace",
            "palus redundant --include a.* -- mvn test",
            "palus redundant --classpath a --test-classes x --include b.*",
        ] {
            assert!(parse(line).is_ok(), "{line}");
        }
    }

    #[test]
    fn depend_takes_a_class_path_and_a_format() {
        let Ok(Command::Depend(args)) = parse("palus depend --classpath x --format json") else {
            panic!("not parsed");
        };
        assert_eq!((args.classpath.as_str(), args.format), ("x", TextOrJson::Json));
    }
}
