//! What `palus generate` is asked to do, worked out once from what was typed: nothing is left for a stage to interpret.

use std::env;
use std::fs;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};
use palus_oracle::Choice;
use palus_sequence::work::{Budget, SearchOptions, StrategyName};
use palus_supervise::{Mockito, OwnTests};

use super::class_list::{self, ClassPattern};
use super::{own, words};
use crate::args::{
    Doubles, GenerateArgs, Inputs, JUnitVersion, Part, Shard, StopAt, Strategy, Switch, Unguided, Verification,
};
use crate::model;

/// How long a test may take when it is checked, under the shortest budget of time and at most.
const PATIENCE: (Duration, Duration) = (Duration::from_secs(3), Duration::from_secs(10));

/// A time budget when none is given.
const DEFAULT_TIME: Duration = Duration::from_secs(60);

/// The share of a time budget that is left for selecting, confirming, checking and writing, and its bounds: two hundred tests of a large library
/// are through in eight seconds or so, and more tests than fifty seconds' worth are rarely found.
const AFTERWARDS_SHARE: f64 = 0.6;
const AFTERWARDS: (Duration, Duration) = (Duration::from_secs(8), Duration::from_secs(50));
/// What it takes of a budget that is smaller than that.
const MOST_AFTERWARDS_SHARE: f64 = 0.6;
/// What it takes for so few classes that they cannot have that many tests: whatever their number, and for each.
const AFTERWARDS_OF_FEW: (Duration, Duration) = (Duration::from_millis(2_600), Duration::from_millis(120));

/// The resolved options.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of the command line")]
pub(crate) struct GenerateOptions {
    /// The entries of the class path, absolute and there.
    pub(crate) class_path: Vec<PathBuf>,
    /// Which classes.
    pub(crate) selection: Selection,
    /// The models, absolute and readable.
    pub(crate) models: Vec<PathBuf>,
    /// Where the sources are that the report shows: there, but perhaps without the one that is looked for.
    pub(crate) sources: Vec<PathBuf>,
    /// The output directory, absolute; may not be there.
    pub(crate) out: PathBuf,
    /// The seed of the run.
    pub(crate) seed: u64,
    /// What may be spent on the search.
    pub(crate) budget: Budget,
    /// How long open branches are tried with variables behind the search; not at all for no time.
    pub(crate) solve: Duration,
    /// The budget as it was given: milliseconds or sequences.
    pub(crate) asked: u64,
    /// Processes at once.
    pub(crate) jobs: usize,
    /// The JUnit to write for.
    pub(crate) junit: palus_emit::java::JUnit,
    /// The release of Java for which the tests are compiled; `None`: the JDK's own.
    pub(crate) release: Option<u32>,
    /// What the project gives its compiler besides.
    pub(crate) javac_args: Vec<String>,
    /// The tests that the project has already, when the generated ones are to stand beside them.
    pub(crate) own_tests: Option<OwnTests>,
    /// How objects are made of interfaces that nobody implements.
    pub(crate) doubles: Doubles,
    /// Mockito, where the tests have it and it is wanted.
    pub(crate) mockito: Option<Mockito>,
    /// The rules of the search.
    pub(crate) search: SearchOptions,
    /// The commit since which sources must have changed, or [`super::inputs::LAST`].
    pub(crate) since: Option<String>,
    /// Globs of the classes with theories; they are not under test, whether theories are checked or not.
    pub(crate) theories: Vec<String>,
    /// Whether theories are checked.
    pub(crate) check_theories: bool,
    /// Globs of the classes with values for parameters.
    pub(crate) values: Vec<String>,
    /// The names of the contracts to check; each means something.
    pub(crate) contracts: Vec<String>,
    /// Whether a test that reveals an error gives exit code 3.
    pub(crate) fail_on_error: bool,
    /// Whether to verify in many orders and surroundings, however long that takes.
    pub(crate) verify_full: bool,
    /// The percentage of branches below which the exit code is 3.
    pub(crate) min_branch_coverage: Option<f64>,
    /// Whether the code under test is confined.
    pub(crate) sandbox: bool,
    /// Variables of the environment that the code under test sees.
    pub(crate) passed_env: Vec<String>,
    /// Whether the search is all that is wanted: no tests.
    pub(crate) search_only: bool,
    /// Whether an interrupted run is taken up.
    pub(crate) resume: bool,
    /// No progress.
    pub(crate) quiet: bool,
    /// The summary goes to standard output.
    pub(crate) json: bool,
    /// The part of the work that is to be done; all of it when none is named.
    pub(crate) shard: Option<Shard>,
    /// The options that decide the result, as typed.
    pub(crate) words: Vec<String>,
    /// The command line that gives the same again.
    pub(crate) command: String,
}

/// Which classes are under test.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Selection {
    /// All of the first entry of the class path.
    FirstEntry,
    /// Those that match one of the globs or are named by the list.
    Chosen {
        /// `--classes`.
        globs: Vec<String>,
        /// `--class-list`.
        list: Vec<ClassPattern>,
    },
}

impl GenerateOptions {
    /// When the time is up that was asked for, for a run that began then; `None` under a budget of sequences.
    pub(super) fn until(&self, began: Instant) -> Option<Instant> {
        matches!(self.budget, Budget::Time { .. }).then(|| began + Duration::from_millis(self.asked))
    }

    /// How long a test may take when it is checked: one that hangs may not take the time of the others.
    pub(super) fn patience(&self) -> Duration {
        let (least, most) = PATIENCE;
        match self.budget {
            Budget::Time { .. } if !self.verify_full => Duration::from_millis(self.asked / 10).clamp(least, most),
            _ => most,
        }
    }

    /// The same for tests that are compiled for that release of Java.
    pub(super) fn for_release(&self, release: Option<u32>) -> Self {
        Self {
            release,
            ..self.clone()
        }
    }

    /// Whether classes of the JDK itself may be under test.
    pub(super) fn has_jdk_classes(&self) -> bool {
        let Selection::Chosen { globs, list } = &self.selection else {
            return false;
        };
        let is_jdk = |name: &str| name.starts_with("java.") || name.starts_with("javax.");
        globs.iter().any(|glob| is_jdk(glob)) || list.iter().any(|pattern| is_jdk(&pattern.name))
    }

    /// The options for a run about so many classes: few have few tests, and the time for checking more of them goes to the search.
    pub(super) fn for_classes(&self, count: usize) -> Self {
        let mut options = self.clone();
        if let Budget::Time { millis } = &mut options.budget {
            let (all, each) = AFTERWARDS_OF_FEW;
            let afterwards = all + each * u32::try_from(count).unwrap_or(u32::MAX);
            let search = self.asked.saturating_sub(afterwards.as_millis() as u64);
            *millis = search.max(*millis);
        }
        options
    }

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

#[cfg(test)]
mod tests {
    use clap::Parser as _;

    use super::*;
    use crate::args::{Cli, Command};

    fn resolve(class_path: &str, options: &str) -> anyhow::Result<GenerateOptions> {
        let line = format!("palus generate --classpath {class_path} --out out {options}");
        match Cli::try_parse_from(line.split_whitespace()).unwrap().command {
            Command::Generate(args) => GenerateOptions::resolve(&args),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_missing_entry_of_the_class_path_is_named() {
        let error = resolve("/nowhere/a.jar", "").unwrap_err();
        assert_eq!(
            error.to_string(),
            "the class path entry /nowhere/a.jar is not there; give existing directories and jars"
        );
    }

    #[test]
    fn a_time_budget_leaves_room_for_what_follows_the_search() {
        let search_for = |time: &str| match resolve("/", &format!("--time {time}")).unwrap().budget {
            Budget::Time { millis } => millis,
            Budget::Sequences { .. } => panic!("no count was given"),
        };
        assert_eq!(search_for("600s"), 550_000);
        assert_eq!(search_for("60s"), 24_000);
        assert_eq!(search_for("20s"), 8_000);
        assert_eq!(search_for("10s"), 4_000);
        assert_eq!(search_for("2s"), 800);
    }

    #[test]
    fn few_classes_leave_more_time_for_the_search() {
        let options = resolve("/", "--time 10s").unwrap();
        let search_for = |classes| match options.for_classes(classes).budget {
            Budget::Time { millis } => millis,
            Budget::Sequences { .. } => panic!("no count was given"),
        };
        assert_eq!(
            [search_for(1), search_for(10), search_for(1_000_000)],
            [7_280, 6_200, 4_000]
        );
    }

    #[test]
    fn inputs_are_those_of_the_papers_where_the_rules_are() {
        let without = |options: &str| resolve("/", options).unwrap().search.without;
        assert_eq!(without(""), [""; 0]);
        assert_eq!(without("--guidance off"), ["constants", "inputs", "fakes"]);
        assert_eq!(without("--guidance off --inputs own"), [""; 0]);
        assert_eq!(without("--unguided all"), ["uncovered"]);
        assert_eq!(
            without("--inputs paper --without inputs,model"),
            ["inputs", "model", "constants", "fakes"]
        );
    }

    #[test]
    fn without_doubles_there_are_no_fakes() {
        let without = |options: &str| resolve("/", options).unwrap().search.without;
        assert_eq!(without("--doubles none"), ["fakes"]);
        assert_eq!(without("--doubles none --without fakes,model"), ["fakes", "model"]);
        assert_eq!(
            without("--doubles none --inputs paper"),
            ["constants", "inputs", "fakes"]
        );
        assert_eq!(without("--doubles plain"), [""; 0]);
    }

    #[test]
    fn mockito_is_where_the_tests_have_it_and_wanted() {
        let dir = tempfile::tempdir().unwrap();
        let jars = ["mockito-core-5.20.0.jar", "byte-buddy-1.17.7.jar", "objenesis-3.3.jar"];
        let jars = jars.map(|name| dir.path().join(name));
        for jar in &jars {
            fs::write(jar, "").unwrap();
        }
        let mockito = |options: &str| resolve("/", options).map(|options| options.mockito.is_some());
        let there = format!("--test-classpath {}", env::join_paths(&jars).unwrap().display());
        assert!(mockito(&there).unwrap() && mockito(&format!("{there} --doubles mockito")).unwrap());
        assert!(!mockito(&format!("{there} --doubles plain")).unwrap() && !mockito("").unwrap());
        let error = mockito("--doubles mockito").unwrap_err().to_string();
        assert!(error.contains("--test-classpath mockito-core"), "{error}");
    }

    #[test]
    fn the_guided_phase_has_its_share_of_the_paper_where_the_rules_are() {
        let share = |options: &str| resolve("/", options).unwrap().search.guided_share;
        let percent = |options: &str| (100.0 * share(options)).round() as u32;
        assert_eq!((percent(""), percent("--guidance off")), (60, 40));
        assert_eq!(percent("--guidance off --guided-share 0.5"), 50);
    }

    #[test]
    fn without_a_budget_there_is_a_minute() {
        assert_eq!(resolve("/", "").unwrap().asked, 60_000);
        assert_eq!(
            resolve("/", "--sequences 7").unwrap().budget,
            Budget::Sequences { count: 7 }
        );
    }

    #[test]
    fn a_contract_that_there_is_not_is_named_with_those_that_there_are() {
        let error = resolve("/", "--contracts equals-nil").unwrap_err().to_string();
        assert!(
            error.contains("no contract named equals-nil") && error.contains("equals-null"),
            "{error}"
        );
        assert_eq!(
            resolve("/", "--contracts paper,never-ends").unwrap().contracts,
            ["paper", "never-ends"]
        );
    }

    #[test]
    fn a_variable_that_changes_java_itself_is_not_passed() {
        let error = resolve("/", "--pass-env TZ --pass-env JAVA_TOOL_OPTIONS").unwrap_err();
        assert_eq!(
            error.to_string(),
            "JAVA_TOOL_OPTIONS would change what Palus itself does; leave --pass-env JAVA_TOOL_OPTIONS out"
        );
        assert_eq!(resolve("/", "--pass-env TZ").unwrap().passed_env, ["TZ"]);
    }

    #[test]
    fn a_model_that_is_none_is_refused_with_its_path() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("foreign.palus");
        fs::write(&file, "hello, this is no model").unwrap();
        let error = resolve("/", &format!("--model {}", file.display())).unwrap_err();
        assert!(error.to_string().contains("foreign.palus"));
    }

    #[test]
    fn a_list_or_a_glob_replaces_the_default_selection() {
        assert_eq!(resolve("/", "").unwrap().selection, Selection::FirstEntry);
        let chosen = resolve("/", "--classes a.*").unwrap().selection;
        assert!(matches!(chosen, Selection::Chosen { globs, list } if globs == ["a.*"] && list.is_empty()));
    }
}
