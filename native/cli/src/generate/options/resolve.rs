//! From what was typed to the options: whatever can be wrong with it is found here.

use std::env;
use std::fs;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use anyhow::{Context as _, bail};
use palus_oracle::Choice;
use palus_sequence::work::{Budget, SearchOptions, StrategyName};
use palus_supervise::{Mockito, OwnTests};

use super::{GenerateOptions, Selection};
use crate::args::{
    Doubles, GenerateArgs, Inputs, JUnitVersion, Part, Seeds, StopAt, Strategy, Switch, Unguided, Verification,
};
use crate::generate::{class_list, own, words};
use crate::model;

/// A time budget when none is given.
const DEFAULT_TIME: Duration = Duration::from_secs(60);

/// The share of a time budget that is left for selecting, confirming, checking and writing, and its bounds: two hundred tests of a large library
/// are through in eight seconds or so, and more tests than fifty seconds' worth are rarely found.
const AFTERWARDS_SHARE: f64 = 0.4;
const AFTERWARDS: (Duration, Duration) = (Duration::from_secs(8), Duration::from_secs(50));
/// What it takes of a budget that is smaller than that.
pub(in crate::generate) const MOST_AFTERWARDS_SHARE: f64 = 0.6;

impl GenerateOptions {
    /// Looks at everything that can be wrong before any work is done.
    pub(crate) fn resolve(args: &GenerateArgs) -> anyhow::Result<Self> {
        let models = args
            .model
            .iter()
            .map(|file| readable_model(file))
            .collect::<Result<_, _>>()?;
        let (budget, asked) = budget(args);
        let class_path = own_class_path(args.classpath.as_deref())?;
        let own_tests = args.own_tests.as_deref();
        let own_tests = own_tests
            .map(|path| own::tests(path, &class_path, args.time))
            .transpose()?;
        let mockito = mockito(args, own_tests.as_ref(), &class_path)?;
        Ok(Self {
            sources: sources(args.sources.as_deref(), &class_path)?,
            selection: selection(args)?,
            models,
            out: std::path::absolute(&args.out).with_context(|| args.out.display().to_string())?,
            seed: args.seed,
            budget,
            asked,
            solve: args.solve,
            jobs: args.jobs.map_or_else(cores, usize::from),
            junit: match args.junit {
                JUnitVersion::Five => palus_emit::java::JUnit::Five,
                JUnitVersion::Four => palus_emit::java::JUnit::Four,
            },
            release: args.release,
            javac_args: args.javac_arg.clone(),
            own_tests,
            carves: args.seeds == Seeds::Own,
            doubles: args.doubles,
            mockito,
            class_path,
            search: search_options(args),
            since: args.since.clone(),
            contracts: contracts(&args.contracts)?,
            theories: args.theories.clone(),
            check_theories: !args.without.contains(&Part::Theories),
            values: args.values.clone(),
            fail_on_error: args.fail_on_error,
            min_branch_coverage: args.min_branch_coverage,
            sandbox: !args.no_sandbox,
            passed_env: passed_env(&args.pass_env)?,
            verify_full: args.verify == Verification::Full,
            search_only: args.search_only,
            resume: args.resume,
            quiet: args.quiet,
            json: args.json,
            shard: args.shard,
            words: words::words(args),
            command: words::command(args),
        })
    }
}

/// Mockito on one of the class paths of the tests, where it may be used.
fn mockito(args: &GenerateArgs, own: Option<&OwnTests>, class_path: &[PathBuf]) -> anyhow::Result<Option<Mockito>> {
    let besides = own_class_path(args.test_classpath.as_deref())?;
    if matches!(args.doubles, Doubles::Plain | Doubles::None) {
        return Ok(None);
    }
    let of_own = own.iter().flat_map(|own| &own.class_path);
    let found = Mockito::among(besides.iter().chain(of_own).chain(class_path));
    if found.is_none() && args.doubles == Doubles::Mockito {
        bail!(
            "there is no jar of Mockito 3 to 5 on the class path of the tests; give --test-classpath mockito-core and what it needs"
        );
    }
    Ok(found)
}

fn cores() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get)
}

/// The entries of `--classpath`; none where it was not given, as for classes of the JDK.
pub(crate) fn own_class_path(text: Option<&str>) -> anyhow::Result<Vec<PathBuf>> {
    text.map_or_else(|| Ok(Vec::new()), class_path)
}

pub(crate) fn class_path(text: &str) -> anyhow::Result<Vec<PathBuf>> {
    let mut entries = Vec::new();
    for entry in env::split_paths(text).filter(|entry| !entry.as_os_str().is_empty()) {
        let Ok(found) = fs::canonicalize(&entry) else {
            bail!(
                "the class path entry {} is not there; give existing directories and jars",
                entry.display()
            );
        };
        entries.push(found);
    }
    if entries.is_empty() {
        bail!("the class path is empty; give --classpath the directories and jars of the code under test");
    }
    Ok(entries)
}

/// Those that were named, else the jars that lie beside the class path's, as in a Maven repository.
fn sources(named: Option<&str>, class_path: &[PathBuf]) -> anyhow::Result<Vec<PathBuf>> {
    let Some(named) = named else {
        let beside = |jar: &PathBuf| {
            let stem = jar
                .extension()
                .is_some_and(|end| end == "jar")
                .then(|| jar.file_stem())??;
            let sources = jar.with_file_name(format!("{}-sources.jar", stem.to_string_lossy()));
            sources.is_file().then_some(sources)
        };
        return Ok(class_path.iter().filter_map(beside).collect());
    };
    let mut found = Vec::new();
    for path in env::split_paths(named).filter(|path| !path.as_os_str().is_empty()) {
        if !path.exists() {
            bail!(
                "{} is not there; give --sources existing folders and jars with sources",
                path.display()
            );
        }
        found.push(path);
    }
    Ok(found)
}

fn selection(args: &GenerateArgs) -> anyhow::Result<Selection> {
    let list = args
        .class_list
        .as_deref()
        .map(class_list::read)
        .transpose()?
        .unwrap_or_default();
    if args.classes.is_empty() && args.class_list.is_none() {
        return Ok(Selection::FirstEntry);
    }
    Ok(Selection::Chosen {
        globs: args.classes.clone(),
        list,
    })
}

fn readable_model(file: &Path) -> anyhow::Result<PathBuf> {
    model::load(file)?;
    fs::canonicalize(file).with_context(|| file.display().to_string())
}

/// The search's share of a time budget leaves room for start-up, checking and writing; the whole may overrun by the larger of a tenth
/// and three seconds, which is where a large suite's checking goes.
fn budget(args: &GenerateArgs) -> (Budget, u64) {
    if let Some(count) = args.sequences {
        return (Budget::Sequences { count }, count);
    }
    let time = args.time.unwrap_or(DEFAULT_TIME);
    if args.search_only {
        let millis = time.as_millis() as u64;
        return (Budget::Time { millis }, millis);
    }
    let afterwards = time
        .mul_f64(AFTERWARDS_SHARE)
        .clamp(AFTERWARDS.0, AFTERWARDS.1)
        .min(time.mul_f64(MOST_AFTERWARDS_SHARE));
    let millis = |duration: Duration| duration.as_millis() as u64;
    (
        Budget::Time {
            millis: millis(time.saturating_sub(afterwards)),
        },
        millis(time),
    )
}

/// The names, when none of them is of a variable that would change what our own virtual machines do.
fn passed_env(names: &[String]) -> anyhow::Result<Vec<String>> {
    match names
        .iter()
        .find(|name| palus_supervise::MEDDLERS.contains(&name.as_str()))
    {
        Some(name) => bail!("{name} would change what Palus itself does; leave --pass-env {name} out"),
        None => Ok(names.to_vec()),
    }
}

/// The names, when all of them mean something.
fn contracts(names: &[String]) -> anyhow::Result<Vec<String>> {
    match Choice::of(names) {
        Ok(_) => Ok(names.to_vec()),
        Err(unknown) => bail!(
            "there is no contract named {unknown}; write all, paper, or some of: {}",
            Choice::names().join(", ")
        ),
    }
}

/// The parts that are left out, by the names that the search knows them by.
fn without(args: &GenerateArgs) -> Vec<String> {
    let name = |part: &Part| match part {
        Part::Model => "model",
        Part::Constraints => "constraints",
        Part::DependenceEdges => "dependence-edges",
        Part::Profiles => "profiles",
        Part::Dependence => "dependence",
        Part::Theories => "theories",
        Part::Constants => "constants",
        Part::Operands => "operands",
        Part::Inputs => "inputs",
        Part::Fakes => "fakes",
        Part::Mutation => "mutation",
        Part::Effort => "effort",
        Part::Mutants => "mutants",
        Part::Variation => "variation",
        Part::Answers => "answers",
        Part::Consumers => "consumers",
        Part::Forms => "forms",
    };
    let usual = match args.guidance {
        Switch::On => Inputs::Own,
        Switch::Off => Inputs::Paper,
    };
    let theirs: &[Part] = match args.inputs.unwrap_or(usual) {
        Inputs::Paper => &[Part::Constants, Part::Inputs, Part::Fakes],
        Inputs::Own => &[],
    };
    let doubles = (args.doubles == Doubles::None && !theirs.contains(&Part::Fakes)).then_some(&Part::Fakes);
    let more = theirs.iter().chain(doubles).filter(|part| !args.without.contains(part));
    let parts = args.without.iter().chain(more).map(name);
    let phase = (args.unguided == Unguided::All).then_some("uncovered");
    parts.chain(phase).map(str::to_owned).collect()
}

/// The share of the guided phase that is usual.
fn guided_share(guidance: Switch) -> f64 {
    match guidance {
        Switch::On => 0.6,
        Switch::Off => 0.4,
    }
}

fn search_options(args: &GenerateArgs) -> SearchOptions {
    SearchOptions {
        strategy: match args.strategy {
            Strategy::Palus => StrategyName::Palus,
            Strategy::Palulu => StrategyName::Palulu,
            Strategy::Recgen => StrategyName::Recgen,
            Strategy::Randoop => StrategyName::Randoop,
        },
        guided_share: args.guided_share.unwrap_or(guided_share(args.guidance)),
        root_share: args.root_share,
        guidance: args.guidance == Switch::On,
        feedback: args.feedback == Switch::On,
        without: without(args),
        longest: usize::from(args.longest),
        ktail: args.ktail,
        seen_accesses: args.seen_accesses,
        state_feedback: args.state_feedback == Switch::On,
        stop_at_links: args.stop == StopAt::Fields,
    }
}
