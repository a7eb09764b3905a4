//! `palus generate` as typed.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};

use super::duration;
use super::shard::Shard;

/// `palus generate`.
#[derive(Args, Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "one flag of the command line each")]
pub(crate) struct GenerateArgs {
    /// Class path of the code under test, directories and jars separated by colons; none is needed for classes of the JDK
    #[arg(long, value_name = "CP", required_unless_present_any = ["classes", "class_list"])]
    pub(crate) classpath: Option<String>,
    /// Write tests for these classes: qualified names, `*` for any characters [default: all of the first entry of CP]
    #[arg(long, value_name = "GLOB")]
    pub(crate) classes: Vec<String>,
    /// Write tests for the classes that this file names: one a line, `*` at the end for a prefix, `#` for comments
    #[arg(long, value_name = "FILE")]
    pub(crate) class_list: Option<PathBuf>,
    /// Learn from these recordings
    #[arg(long, value_name = "RUN.palus")]
    pub(crate) model: Vec<PathBuf>,
    /// Folders and jars with the sources of the code under test, for the report and the findings, separated by colons [default:
    /// a jar beside one of CP whose name ends in -sources.jar]
    #[arg(long, value_name = "PATHS")]
    pub(crate) sources: Option<String>,
    /// Where to write
    #[arg(
        long,
        value_name = "DIR",
        required = false,
        required_unless_present = "search_only",
        default_value_if("search_only", "true", ".")
    )]
    pub(crate) out: PathBuf,
    /// The rules of the search
    #[arg(long, value_enum, default_value = "palus")]
    pub(crate) strategy: Strategy,
    /// Whether coverage steers the search
    #[arg(long, value_enum, default_value = "on")]
    pub(crate) guidance: Switch,
    /// Whether what a sequence did decides what is built on it
    #[arg(long, value_enum, default_value = "on")]
    pub(crate) feedback: Switch,
    /// Whether sequences whose every call was made before, on equal objects with equal arguments, are left out
    #[arg(long, value_enum, default_value = "off")]
    pub(crate) state_feedback: Switch,
    /// End the search before its budget is spent
    #[arg(long, value_enum, default_value = "budget", value_name = "NAME")]
    pub(crate) stop: StopAt,
    /// Where inputs come from [default: own; with --guidance off: paper]
    #[arg(long, value_enum)]
    pub(crate) inputs: Option<Inputs>,
    /// Parts of the strategy to leave out
    #[arg(long, value_enum, value_name = "PART", value_delimiter = ',')]
    pub(crate) without: Vec<Part>,
    /// How tests make objects of interfaces that nobody implements
    #[arg(long, value_enum, default_value = "auto")]
    pub(crate) doubles: Doubles,
    /// The share of effort that follows the model [default: 0.6, as in the released tool; with --guidance off: 0.4, as in the paper]
    #[arg(long, value_name = "F", value_parser = share)]
    pub(crate) guided_share: Option<f64>,
    /// The share of guided steps that start anew
    #[arg(long, value_name = "F", default_value_t = 0.3, value_parser = share)]
    pub(crate) root_share: f64,
    /// With --guidance off, the methods that the unguided phase calls first
    #[arg(long, value_enum, default_value = "uncovered")]
    pub(crate) unguided: Unguided,
    /// The longest sequences that are tried, in statements: half as many more along a model, nearly
    /// twice as many for mutants, and twice all that where nothing else is left to try
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = clap::value_parser!(u16).range(1..=400))]
    pub(crate) longest: u16,
    /// Merge states that have the same futures of up to K calls in the models
    #[arg(long, value_name = "K")]
    pub(crate) ktail: Option<u32>,
    /// Reduce the weight of field accesses that the models never saw
    #[arg(long, requires = "model")]
    pub(crate) seen_accesses: bool,
    /// The contracts that no object or call may break: `all`, `paper`, or names
    #[arg(long, value_name = "NAME", value_delimiter = ',', default_value = "all")]
    pub(crate) contracts: Vec<String>,
    /// Decides every draw: the same seed and --sequences give the same tests
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = seed, allow_negative_numbers = true)]
    pub(crate) seed: u64,
    /// How long to take, writing included [default: 60s]
    #[arg(long, value_name = "DURATION", value_parser = duration::parse, conflicts_with = "sequences")]
    pub(crate) time: Option<Duration>,
    /// How many sequences to run instead of a time: the same on every machine
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) sequences: Option<u64>,
    /// How long to try branches that the search left open with variables in the place of numbers, on top of --time [default: 0s, not at
    /// all]
    #[arg(long, value_name = "DURATION", value_parser = duration::parse_or_none, default_value = "0s", hide_default_value = true)]
    pub(crate) solve: Duration,
    /// How many processes to run at once [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) jobs: Option<u16>,
    /// Do the Ith of N parts of the work; `palus merge` makes one output of theirs
    #[arg(long, value_name = "I/N", conflicts_with = "since")]
    pub(crate) shard: Option<Shard>,
    /// The JUnit that the tests are written for
    #[arg(long, value_enum, default_value = "5")]
    pub(crate) junit: JUnitVersion,
    /// The release of Java that the tests are compiled for: they use no newer API [default: that of the code under test, or 17 if that is newer]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(8..))]
    pub(crate) release: Option<u32>,
    /// An argument that the project gives javac, as -Werror: what does not compile with it is left out
    #[arg(long, value_name = "ARG", allow_hyphen_values = true)]
    pub(crate) javac_arg: Vec<String>,
    /// Class path of the project's own tests, the folders with them first: no generated test may fail in one run with those
    #[arg(long, value_name = "CP")]
    pub(crate) own_tests: Option<String>,
    /// What the search runs early on, besides what it draws
    #[arg(long, value_enum, default_value = "own")]
    pub(crate) seeds: Seeds,
    /// Classes with theories of JUnit 4 or properties of jqwik: each is checked on what the search can make
    #[arg(long, value_name = "GLOB")]
    pub(crate) theories: Vec<String>,
    /// Classes whose static fields with `@ParamValue` are values for the parameters of methods
    #[arg(long, value_name = "GLOB")]
    pub(crate) values: Vec<String>,
    /// Class path that the tests have besides, and the code under test has not: Mockito is looked for there, and in --own-tests
    #[arg(long, value_name = "CP")]
    pub(crate) test_classpath: Option<String>,
    /// How thoroughly to check the tests before they are handed over
    #[arg(long, value_enum, default_value = "quick")]
    pub(crate) verify: Verification,
    /// Say on standard output what the search reaches, and make no tests: nothing is written, and what is in DIR stays as it is
    #[arg(long, conflicts_with_all = ["solve", "shard", "own_tests", "resume", "fail_on_error", "min_branch_coverage"])]
    pub(crate) search_only: bool,
    /// Go on where a run with the same options was interrupted
    #[arg(long)]
    pub(crate) resume: bool,
    /// Only for classes whose sources, or those of classes they use, changed since that commit; `last`: whose class files changed since
    /// the last run into DIR
    #[arg(long, value_name = "GIT_REF")]
    pub(crate) since: Option<String>,
    /// End with exit code 3 when a test reveals an error
    #[arg(long)]
    pub(crate) fail_on_error: bool,
    /// End with exit code 3 when so many percent of the branches are not covered
    #[arg(long, value_name = "PERCENT", value_parser = percent)]
    pub(crate) min_branch_coverage: Option<f64>,
    /// Do not confine the code under test
    #[arg(long)]
    pub(crate) no_sandbox: bool,
    /// Let the code under test see this variable of the environment; without it, it sees none but those of the locale
    #[arg(long, value_name = "NAME")]
    pub(crate) pass_env: Vec<String>,
    /// No progress
    #[arg(long)]
    pub(crate) quiet: bool,
    /// Print palus.json instead of a summary
    #[arg(long)]
    pub(crate) json: bool,
}

/// `--strategy`.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Strategy {
    /// Model, constraints, dependence and feedback
    Palus,
    /// Random first, then the model without constraints
    Palulu,
    /// Random with recommended methods by field overlap
    Recgen,
    /// Feedback-directed random
    Randoop,
}

/// `on` or `off`.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Switch {
    /// In use
    On,
    /// Not in use
    Off,
}

/// `--inputs`.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Inputs {
    /// As in the tools of the papers: a few fixed values, and objects that other sequences made
    Paper,
    /// The constants of the bytecode as well, and objects that are made when they are needed
    Own,
}

/// `--stop`.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum StopAt {
    /// When the budget is spent
    Budget,
    /// When as many links between objects are found as the first fifth of the budget lets expect of all of it; `palus.json` counts those of
    /// the tests
    Fields,
}

/// `--unguided`.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Unguided {
    /// Those that no model covers, as in the paper; all, when these have nothing new to give
    Uncovered,
    /// All, as in the released tool
    All,
}

/// `--seeds`.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Seeds {
    /// What the tests of --own-tests do
    Own,
    /// Nothing
    None,
}

/// `--doubles`.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Doubles {
    /// By Mockito where the tests have it and it works, else plain
    Auto,
    /// By Mockito
    Mockito,
    /// By classes of the test
    Plain,
    /// Not at all
    None,
}

/// `--without`.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Part {
    /// All that was recorded: orders of calls, states and values
    Model,
    /// Both constraints on recorded objects that were passed: what they had been called and what they were like
    Constraints,
    /// The states in which recorded objects were passed, by the calls before (the paper's direct state transition dependence edges)
    DependenceEdges,
    /// What recorded objects were like that were passed: their abstract profiles
    Profiles,
    /// The calls that touch the same state
    Dependence,
    /// What must hold
    Theories,
    /// The constants of the bytecode
    Constants,
    /// The operands of comparisons seen at run time
    Operands,
    /// Inputs made on demand: only what other sequences made is left
    Inputs,
    /// Objects of interfaces that no class implements, made for the test
    Fakes,
    /// Mutants of sequences that reached something new
    Mutation,
    /// Less effort for methods that give nothing
    Effort,
    /// The mutants that say what the tests would catch
    Mutants,
    /// Other inputs by which mutants die that the tests let live
    Variation,
    /// Tests for other sorts of values that methods answer, take and refuse
    Answers,
    /// Tests that show what becomes of others with a null, an empty text, a number of the other sign, ...
    Forms,
    /// Methods of other classes that use what those under test make
    Consumers,
}

/// `--junit`.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum JUnitVersion {
    /// JUnit Jupiter
    #[value(name = "5")]
    Five,
    /// JUnit 4.13
    #[value(name = "4")]
    Four,
}

/// `--verify`.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Verification {
    /// Compile, and run twice, in the order of a build tool and backwards
    Quick,
    /// Ten orders on each Java beside the one that runs `palus`, in changing surroundings; `--time` does not include it
    Full,
}

pub(super) fn share(text: &str) -> Result<f64, String> {
    let share = text.parse::<f64>().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| "write a share from 0 to 1".to_owned())
}

pub(super) fn percent(text: &str) -> Result<f64, String> {
    let percent = text
        .parse::<f64>()
        .ok()
        .filter(|percent| (0.0..=100.0).contains(percent));
    percent.ok_or_else(|| "write a percentage from 0 to 100".to_owned())
}

fn seed(text: &str) -> Result<u64, String> {
    text.parse()
        .map_err(|_| format!("write a whole number from 0 to {}", u64::MAX))
}

#[cfg(test)]
mod tests {
    use clap::Parser as _;
    use clap::error::ErrorKind;

    use super::*;
    use crate::args::{Cli, Command};

    fn parse(options: &str) -> Result<GenerateArgs, ErrorKind> {
        let line = format!("palus generate --classpath a.jar:b --out out {options}");
        match Cli::try_parse_from(line.split_whitespace()) {
            Ok(Cli {
                command: Command::Generate(args),
            }) => Ok(*args),
            Ok(other) => panic!("{other:?}"),
            Err(error) => Err(error.kind()),
        }
    }

    #[test]
    fn the_defaults_are_the_published_ones() {
        let args = parse("").unwrap();
        assert_eq!((args.seed, args.guided_share, args.root_share), (1, None, 0.3));
        assert_eq!((args.junit, args.strategy), (JUnitVersion::Five, Strategy::Palus));
        assert_eq!((args.time, args.sequences, args.shard), (None, None, None));
    }

    #[test]
    fn values_that_mean_nothing_are_wrong_usage() {
        assert_eq!(parse("--seed x").unwrap_err(), ErrorKind::ValueValidation);
        assert_eq!(parse("--seed -1").unwrap_err(), ErrorKind::ValueValidation);
        assert_eq!(parse("--sequences 0").unwrap_err(), ErrorKind::ValueValidation);
        assert_eq!(parse("--guided-share 1.5").unwrap_err(), ErrorKind::ValueValidation);
        assert_eq!(
            parse("--min-branch-coverage 101").unwrap_err(),
            ErrorKind::ValueValidation
        );
        assert_eq!(parse("--shard 3/2").unwrap_err(), ErrorKind::ValueValidation);
        assert_eq!(parse("--junit 3").unwrap_err(), ErrorKind::InvalidValue);
        assert_eq!(parse("--strategy best").unwrap_err(), ErrorKind::InvalidValue);
        assert_eq!(
            parse("--time 5s --sequences 5").unwrap_err(),
            ErrorKind::ArgumentConflict
        );
    }

    #[test]
    fn parts_are_given_as_a_list() {
        assert_eq!(
            parse("--without model,dependence").unwrap().without,
            [Part::Model, Part::Dependence]
        );
    }
}
