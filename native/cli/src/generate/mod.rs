//! `palus generate`: classes in, a checked suite out. Nothing of an earlier output is touched before the new one is whole.

mod checkout;
mod circles;
mod class_list;
mod collect;
mod confirm;
mod coverage;
mod inputs;
mod journal;
pub(crate) mod labelled;
mod links;
mod options;
mod own;
mod plan;
mod publish;
mod room;
mod rounds;
mod search;
mod shard;
mod since;
mod strangers;
mod subjects;
mod suite;
mod summary;
mod users;
mod words;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context as _, bail};
use palus_classes::{ClassIndex, TypeFacts};
use palus_emit::Note;
use palus_emit::java::{JUnit, Style};
use palus_emit::report;
use palus_emit::sarif;
use palus_emit::summary::{PhaseSummary, Summary};
use palus_sequence::work::{Budget, WorkOrder, WorkResult};
use palus_supervise::{Compiler, Confinement, Jdk, Journal, Sandbox, Verifier, Workshop};

pub(crate) use collect::collected;
pub(crate) use options::{GenerateOptions, Selection, class_path, own_class_path};
pub(crate) use own::names_in;
pub(crate) use publish::generated_sources;

use crate::args::GenerateArgs;
use crate::artefacts::{self, Jars};
use crate::check;
use crate::exit::{self, Exit};
use crate::model::print;
use crate::progress::Reporter;
use coverage::Covered;
use inputs::Inputs;
use publish::Staging;
use search::{Found, Searched};
use shard::Joined;
pub(crate) use shard::{is_part, join};
use suite::{Bench, NamedTest, Suite};
use users::Users;

/// The version of this program.
pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The oldest Java that runs workers.
pub(crate) const OLDEST_JAVA: u32 = 17;

/// What a run gave.
pub(crate) struct Generated {
    /// What `palus.json` says.
    pub(crate) summary: Summary,
    /// The passing test classes, qualified.
    pub(crate) test_classes: Vec<String>,
}

/// Runs the command: options, work, result on standard output, exit code.
pub(crate) fn command(args: &GenerateArgs) -> anyhow::Result<Exit> {
    let options = GenerateOptions::resolve(args)?;
    carry_out(&options, Source::Workers)
}

/// Makes one output of those of all parts of a run.
pub(crate) fn merge(joined: Joined) -> anyhow::Result<Exit> {
    let options = GenerateOptions::resolve(&joined.args)?;
    carry_out(&options, Source::Parts(Box::new(joined)))
}

fn carry_out(options: &GenerateOptions, source: Source) -> anyhow::Result<Exit> {
    let reporter = Reporter::new(options.quiet);
    if !options.sandbox {
        reporter.warn("--no-sandbox: the code under test may do to this machine whatever you may");
    } else if Sandbox::supported() == Confinement::WithoutFiles {
        reporter.warn("this kernel has no Landlock, so the code under test may write wherever you may");
    }
    let Some(generated) = make(options, source, &reporter)? else {
        reporter.finish();
        print("no class is affected by what changed; everything is left as it is\n")?;
        return Ok(Exit::Done);
    };
    reporter.finish();
    let summary = &generated.summary;
    print(&if options.json {
        summary.to_json()?
    } else {
        summary::told(summary, &options.out)
    })?;
    let errors = options.fail_on_error.then(|| check::errors(summary, &options.out));
    let demanded = options.min_branch_coverage;
    let too_little = demanded.map(|percent| check::too_little(summary, percent));
    let unmet: Vec<String> = [errors, too_little].into_iter().flatten().flatten().collect();
    for sentence in &unmet {
        exit::say(sentence);
    }
    Ok(if unmet.is_empty() { Exit::Done } else { Exit::NotMet })
}

/// Where that comes from of which tests are made.
enum Source {
    /// Workers search for it.
    Workers,
    /// They did, on several machines.
    Parts(Box<Joined>),
    /// They do, and hand in what they ran, of which somebody makes tests.
    Sifted(Sift),
}

/// Makes tests of the sequences that workers ran, instead of the workers.
pub(crate) type Sift = Box<dyn FnOnce(&Ran<'_>, Vec<WorkResult>) -> anyhow::Result<Sifted>>;

/// What there is to look at sequences with.
pub(crate) struct Ran<'r> {
    /// Runs them again.
    pub(crate) workshop: &'r Workshop,
    /// The class path.
    pub(crate) index: &'r ClassIndex,
    /// The classes under test.
    pub(crate) subjects: &'r [String],
}

/// Tests in the place of the sequences, what is said of them: by one of the goals of a test, and the page about them.
pub(crate) struct Sifted {
    pub(crate) results: Vec<WorkResult>,
    pub(crate) notes: BTreeMap<u64, Vec<Note>>,
    pub(crate) report: String,
}

/// The part of its usual time that a search has when somebody looks at all of its sequences.
const SIFTED_SHARE: f64 = 0.4;

/// So many sequences a worker hands in: what they take in memory is bounded.
const MOST_COLLECTED: u32 = 100_000;

/// Does the work and puts the output in its place. Nothing is done, and `None` given, when `--since` leaves no class.
pub(crate) fn run(options: &GenerateOptions, reporter: &Reporter) -> anyhow::Result<Option<Generated>> {
    make(options, Source::Workers, reporter)
}

/// The same with tests that somebody else makes of what the search ran.
pub(crate) fn run_sifted(
    options: &GenerateOptions,
    sift: Sift,
    reporter: &Reporter,
) -> anyhow::Result<Option<Generated>> {
    make(options, Source::Sifted(sift), reporter)
}

fn make(options: &GenerateOptions, source: Source, reporter: &Reporter) -> anyhow::Result<Option<Generated>> {
    let began = Instant::now();
    let jdk = Jdk::find(OLDEST_JAVA, "generate")?.with_compiler()?;
    let library = artefacts::library()?;
    let staging = Staging::in_directory(&options.out)?;
    let scratch = tempfile::Builder::new()
        .prefix("palus-")
        .tempdir()
        .context("cannot make a temporary directory")?;
    let interrupted = staging.guard(scratch.path()).context("cannot listen for signals")?;
    let jars = Jars::unpack(scratch.path())?;

    let index = index_of(options, &jdk)?;
    let mut users = Users::find(&index, options, reporter)?;
    let mut subjects = users.leave_out(subjects::select(&index, options)?, &index, reporter);
    let inputs = Inputs::of(&index, &subjects, options);
    if let Some(since) = &options.since {
        subjects = affected(&index, subjects, since, (&inputs, options))?;
        if subjects.is_empty() {
            return Ok(None);
        }
    }
    if !options.check_theories {
        users.theories.clear();
    }
    for warning in index.warnings() {
        reporter.warn(&warning);
    }
    let workshop = workshop(options, (&jdk, &jars), scratch.path(), &library);
    let options = &for_source(options.for_classes(subjects.len()), &source);
    let orders = plan::orders(&subjects, &users, options, jdk.home());
    let ran = Ran {
        workshop: &workshop,
        index: &index,
        subjects: &subjects,
    };
    let material = searched(source, orders, &ran, &inputs, options, reporter)?;
    let (searched, journal, told) = (material.searched, material.journal, material.told);
    if let Some(shard) = options.shard {
        shard::write(shard, options, &inputs, &searched, staging.new_files())?;
    }
    let found = search::confirm(&ran, searched, options, (began, reporter))?;

    reporter.phase("checking", "compiling the tests and running them together and alone");
    let newer = jdk.newer();
    let other = newer.last().cloned();
    let full = options.verify_full.then_some(newer);
    let verifier = verifier(options, (jdk, jars), scratch.path(), library, index.refused_jars());
    let none = BTreeSet::new();
    let bench = Bench {
        facts: &index,
        style: Style {
            junit: framework(options.junit, &index),
            version: VERSION,
            seed: options.seed,
            isolated: if can_isolate(&index) { &found.isolated } else { &none },
            halting: if can_isolate(&index) { &found.halting } else { &none },
            silenced: &found.silenced,
            notes: &told.notes,
        },
        wording: None,
        verifier: &verifier,
        other,
        full,
        own: options.own_tests.as_ref(),
        sources: staging.new_files(),
        classes: &scratch.path().join("classes"),
        until: options.until(began),
    };
    let checking = Instant::now();
    let (tests, micros): (Vec<NamedTest>, Vec<u32>) = named(&found).into_iter().unzip();
    let room = room::of(options, began.elapsed(), found.confirmation).map(|room| (room, micros));
    let suite = suite::build(tests, &bench, room)?;
    warn_of(&suite, reporter);
    let phases = PhaseSummary {
        checking_ms: checking.elapsed().as_millis() as u64,
        ..found.phases
    };
    let covered = Covered::measure(&index, options, &found, &suite);
    let mut summary = summary::build(&index, options, &found, &suite, &covered, phases, began.elapsed());
    if options.search.stop_at_links {
        summary.fields = Some(links::count(&workshop, options, &subjects, &suite)?);
    }
    write_reports(
        options,
        &found,
        &suite,
        (&covered, &told),
        &summary,
        staging.new_files(),
    )?;
    inputs
        .after(&Inputs::left_in(&options.out), &subjects)
        .write(staging.new_files())?;
    let test_classes = suite.passing_classes();
    // From here on the old and the new output are being exchanged: an interrupt would leave half of each.
    drop(interrupted);
    let is_whole = options.since.is_none();
    staging.publish(|file| is_whole || since::is_test_of(file, &subjects))?;
    journal.remove();
    Ok(Some(Generated { summary, test_classes }))
}

/// The class path, as code of the release sees it for which tests are written.
fn index_of(options: &GenerateOptions, jdk: &Jdk) -> anyhow::Result<ClassIndex> {
    let index = ClassIndex::open(&options.class_path, jdk.home())?;
    Ok(match options.release {
        Some(release) => index.for_release(release, jdk.home())?,
        None => index,
    })
}

/// What is run once more after the search leaves the search less time.
fn for_source(mut options: GenerateOptions, source: &Source) -> GenerateOptions {
    if let (Source::Sifted(_), Budget::Time { millis }) = (source, &mut options.budget) {
        *millis = (*millis as f64 * SIFTED_SHARE) as u64;
    }
    options
}

/// What tests are made of.
struct Material {
    searched: Searched,
    journal: Journal,
    told: AlsoTold,
}

/// What somebody else than the search has to say of the tests.
#[derive(Default)]
struct AlsoTold {
    notes: BTreeMap<u64, Vec<Note>>,
    /// The page in the place of the usual one.
    report: Option<String>,
}

/// Searches, or takes what was found elsewhere.
fn searched(
    source: Source,
    mut orders: Vec<WorkOrder>,
    ran: &Ran<'_>,
    inputs: &Inputs,
    options: &GenerateOptions,
    reporter: &Reporter,
) -> anyhow::Result<Material> {
    let workshop = ran.workshop;
    let mut told = AlsoTold::default();
    let (searched, journal) = match source {
        Source::Workers => {
            let journal = journal::open(options, &orders, &workshop.scratch, reporter)?;
            let searched = search::run(workshop, &orders, &journal, options, reporter)?;
            (searched, journal)
        }
        Source::Sifted(sift) => {
            for order in &mut orders {
                order.collect = MOST_COLLECTED;
            }
            let mut searched = search::run(workshop, &orders, &Journal::default(), options, reporter)?;
            let sifted = sift(ran, searched.results)?;
            searched.results = sifted.results;
            told = AlsoTold {
                notes: sifted.notes,
                report: Some(sifted.report),
            };
            (searched, Journal::default())
        }
        Source::Parts(joined) if joined.inputs == *inputs => (joined.searched, Journal::default()),
        Source::Parts(_) => {
            bail!("the class path is not the one from which the parts were generated; merge them with that one")
        }
    };
    Ok(Material {
        searched,
        journal,
        told,
    })
}

/// Those of the subjects that are affected by what changed since a commit or the last run.
fn affected(
    index: &ClassIndex,
    subjects: Vec<String>,
    since: &str,
    (inputs, options): (&Inputs, &GenerateOptions),
) -> anyhow::Result<Vec<String>> {
    if since != inputs::LAST {
        return Ok(since::affected(index, subjects, &since::by_git(since)?));
    }
    let earlier = Inputs::left_in(&options.out);
    Ok(since::affected(index, subjects, &|class| {
        inputs.differs(class, &earlier)
    }))
}

fn warn_of(suite: &Suite, reporter: &Reporter) {
    if let Some((jdk, failing, all)) = &suite.unfit {
        reporter.warn(&format!(
            "of {all} tests {failing} fail on Java {}, so the code under test is taken not to be made for it and was not checked there",
            jdk.feature()
        ));
    }
    if suite.is_beside_none {
        reporter.warn(
            "none of the project's own tests ran, so the generated ones were not run with them; give --own-tests their whole class path",
        );
    }
    for refusal in &suite.refusals {
        reporter.warn(&format!(
            "a test was left out because the Java compiler does not read what it names: {refusal}"
        ));
    }
    for fault in &suite.faults {
        reporter.warn(&format!(
            "a test was left out because it makes no source that compiles, please report it: {fault}"
        ));
    }
}

/// What the tests are written for, in the version that is on the class path.
fn framework(asked: JUnit, facts: &dyn TypeFacts) -> JUnit {
    let assertions = "org.junit.Assert";
    let is_old = || facts.class(assertions).is_some() && facts.overloads(assertions, "assertThrows").is_empty();
    match asked {
        JUnit::Four if is_old() => JUnit::BeforeFour13,
        asked => asked,
    }
}

/// Whether the `JUnit` 5 that the tests are compiled with can run tests beside no others: ours can, the one of the class path may be older.
fn can_isolate(facts: &dyn TypeFacts) -> bool {
    let has = |class| facts.class(class).is_some();
    !has("org.junit.jupiter.api.Test") || has("org.junit.jupiter.api.parallel.Isolated")
}

/// What runs workers.
fn workshop(options: &GenerateOptions, (jdk, jars): (&Jdk, &Jars), scratch: &Path, library: &Path) -> Workshop {
    Workshop {
        jdk: jdk.clone(),
        library: library.to_path_buf(),
        agent_jar: jars.agent.clone(),
        scratch: scratch.to_path_buf(),
        sandboxed: options.sandbox,
        passed_env: options.passed_env.clone(),
    }
}

/// What compiles and runs the tests.
fn verifier(
    options: &GenerateOptions,
    (jdk, jars): (Jdk, Jars),
    scratch: &Path,
    library: PathBuf,
    refused_jars: Vec<PathBuf>,
) -> Verifier {
    Verifier {
        jdk,
        verify_jar: jars.verify,
        junit: jars.junit,
        class_path: options.class_path.clone(),
        refused_jars,
        scratch: scratch.to_path_buf(),
        patience: options.patience(),
        compiler: Compiler {
            release: options.release,
            arguments: options.javac_args.clone(),
        },
        sandbox: options.sandbox.then_some(library),
        passed_env: options.passed_env.clone(),
    }
}

/// All tests; of failing ones that show the same defect, which two groups may have found, the first.
fn named(found: &Found) -> Vec<(NamedTest<'_>, u32)> {
    let mut causes = BTreeSet::new();
    let groups = found.groups.iter();
    groups
        .flat_map(|group| {
            let tests = group.tests.iter().zip(&group.micros);
            tests.map(|(test, micros)| ((&group.symbols, test), *micros))
        })
        .filter(|((_, test), _)| {
            test.violates
                .as_ref()
                .is_none_or(|violation| causes.insert(&violation.cause))
        })
        .collect()
}

fn write_reports(
    options: &GenerateOptions,
    found: &Found,
    suite: &Suite,
    (covered, told): (&Covered, &AlsoTold),
    summary: &Summary,
    directory: &Path,
) -> anyhow::Result<()> {
    let material = report::Material {
        version: VERSION,
        command: &options.command,
        files: &suite.files,
        dropped: &summary::dropped(found, suite),
        coverage: &covered.classes,
        reaches: &covered.reaches,
        sources: &covered.sources,
    };
    let tests: Vec<NamedTest> = suite.kept().collect();
    let reports = [
        ("palus.json", summary.to_json()?),
        (
            "palus.sarif",
            sarif::sarif(VERSION, &tests, &suite.files, &told.notes, &|class| {
                covered.place(class)
            })?,
        ),
        (
            "report.html",
            told.report.clone().unwrap_or_else(|| report::html(summary, &material)),
        ),
    ];
    for (name, text) in reports {
        let path = directory.join(name);
        fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}
