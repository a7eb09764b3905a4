//! `palus generate`: classes in, a checked suite out. Nothing of an earlier output is touched before the new one is whole.

mod carve;
mod checkout;
mod circles;
mod class_list;
mod collect;
mod confirm;
mod coverage;
mod doubles;
mod found;
mod inputs;
mod journal;
pub(crate) mod labelled;
mod links;
mod machines;
mod options;
mod own;
mod plan;
mod prepared;
mod publish;
mod reached;
mod recorded;
mod room;
mod rounds;
mod search;
mod shard;
mod since;
mod solve;
mod source;
mod strangers;
mod subjects;
mod suite;
mod summary;
mod tools;
mod united;
mod users;
mod waves;
mod words;

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::thread;
use std::time::Instant;

use anyhow::Context as _;
use palus_emit::Note;
use palus_emit::java::{Doubles, JUnit, Style, Told};
use palus_emit::report;
use palus_emit::sarif;
use palus_emit::summary::{FieldsSummary, PhaseSummary, Summary};
use palus_supervise::{Confinement, Jdk, Sandbox, Workshop};
use tempfile::TempDir;

pub(crate) use collect::collected;
pub(crate) use options::{GenerateOptions, Selection, class_path, own_class_path};
pub(crate) use own::names_in;
pub(crate) use publish::generated_sources;

use crate::args::GenerateArgs;
use crate::check;
use crate::exit::{self, Exit};
use crate::model::print;
use crate::progress::Reporter;
use coverage::Covered;
use found::Found;
use inputs::Inputs;
use prepared::Prepared;
use publish::Staging;
use shard::Joined;
pub(crate) use shard::{is_part, join};
use source::{AlsoTold, Source, searched};
pub(crate) use source::{Ran, Sift, Sifted};
use suite::{Bench, Compiling, NamedTest, Shown, Suite};
use tools::{can_isolate, framework, verifier};

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
    if options.search_only {
        return reached::command(options, &reporter);
    }
    let Some(generated) = make(options, source, &reporter)? else {
        return nothing_to_do(&reporter);
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

/// Says that `--since` leaves no class.
fn nothing_to_do(reporter: &Reporter) -> anyhow::Result<Exit> {
    reporter.finish();
    print("no class is affected by what changed; everything is left as it is\n")?;
    Ok(Exit::Done)
}

/// A folder for what is there only while a command works.
fn scratch() -> anyhow::Result<TempDir> {
    let mut builder = tempfile::Builder::new();
    builder
        .prefix("palus-")
        .tempdir()
        .context("cannot make a temporary directory")
}

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
    let staging = Staging::in_directory(&options.out)?;
    let scratch = scratch()?;
    let interrupted = staging.guard(scratch.path()).context("cannot listen for signals")?;
    let Some(prepared) = Prepared::new(options, jdk, scratch.path(), &source, reporter)? else {
        return Ok(None);
    };
    let Prepared {
        jdk,
        jars,
        index,
        options,
        subjects,
        inputs,
        workshop,
        orders,
        seeds,
    } = prepared;
    let options = &options;
    let ran = Ran {
        workshop: &workshop,
        index: &index,
        subjects: &subjects,
    };
    let newer = jdk.newer();
    let library = workshop.library.clone();
    let verifier = verifier(options, (jdk, jars), scratch.path(), library, index.refused_jars());
    let junit = framework(options.junit, &index);
    let making = {
        let (verifier, other) = (verifier.clone(), newer.last().cloned());
        thread::spawn(move || verifier.make_class_data(other.as_slice()))
    };
    let material = searched(source, orders, &ran, &inputs, options, reporter)?;
    let (searched, journal, told) = (material.searched, material.journal, material.told);
    // What solving took comes on top of the time that was asked for.
    let paced = began + searched.solving;
    if let Some(shard) = options.shard {
        shard::write(shard, options, &inputs, &searched, staging.new_files())?;
    }
    let classes = scratch.path().join("classes");
    let mocks = doubles::mocks(&verifier, junit, newer.last(), &searched.results);
    let verifier = doubles::suited(verifier, mocks, options.own_tests.as_ref(), reporter);
    let mut compiling = Compiling::new(&verifier, staging.new_files(), &classes);
    let (none, by_hand) = (BTreeSet::new(), BTreeSet::new());
    let recorded = recorded::answers(&options.models, &searched.results);
    let plain = Style {
        notes: &told.notes,
        told: &recorded,
        doubles: doubles::of(mocks == Some(true), &by_hand),
        ..style(junit, options.seed, &none)
    };
    let mut meanwhile = |tests: &[NamedTest]| compiling.begin_with(tests, &index, &plain);
    let found = found::confirm(&ran, searched, options, (paced, reporter), &mut meanwhile)?;

    reporter.phase("checking", "compiling the tests and running them together and alone");
    let bench = Bench {
        facts: &index,
        style: Style {
            isolated: if can_isolate(&index) { &found.isolated } else { &none },
            halting: if can_isolate(&index) { &found.halting } else { &none },
            silenced: &found.silenced,
            ..plain
        },
        wording: None,
        verifier: &verifier,
        other: newer.last().cloned(),
        full: options.verify_full.then_some(newer),
        own: options.own_tests.as_ref(),
        compiling: RefCell::new(compiling),
        until: options.until(paced),
    };
    let checking = Instant::now();
    let suite = suite::build(named(&found), &bench, found.room)?;
    warn_of(&suite, reporter);
    let phases = PhaseSummary {
        checking_ms: checking.elapsed().as_millis() as u64,
        ..found.phases
    };
    let covered = Covered::measure(&index, options, &found, &suite);
    let mut summary = summary::build(&index, options, &found, &suite, &covered, phases, began.elapsed());
    summary.fields = links(&workshop, options, &subjects, &suite)?;
    summary.seeds = seeds;
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
    // Without it the next run is slower, and that is all.
    let _ = making.join();
    Ok(Some(Generated { summary, test_classes }))
}

/// The links between objects that the tests exercise, where the search asked for them.
fn links(
    workshop: &Workshop,
    options: &GenerateOptions,
    subjects: &[String],
    suite: &Suite,
) -> anyhow::Result<Option<FieldsSummary>> {
    let asked = options.search.stop_at_links;
    asked
        .then(|| links::count(workshop, options, subjects, suite))
        .transpose()
}

/// How tests are written of which nothing is known yet.
fn style(junit: JUnit, seed: u64, none: &BTreeSet<String>) -> Style<'_> {
    static NO_NOTES: BTreeMap<u64, Vec<Note>> = BTreeMap::new();
    static NOTHING: Told = Told::NOTHING;
    Style {
        junit,
        doubles: Doubles::Plain,
        version: VERSION,
        seed,
        isolated: none,
        halting: none,
        silenced: none,
        notes: &NO_NOTES,
        told: &NOTHING,
    }
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

/// All tests; of failing ones that show the same defect, which two groups may have found, the first.
fn named(found: &Found) -> Vec<(NamedTest<'_>, Shown)> {
    let mut causes = BTreeSet::new();
    let groups = found.groups.iter();
    groups
        .flat_map(|group| {
            let tests = group.tests.iter().zip(&group.shown);
            tests.map(|(test, shown)| ((&group.symbols, test), *shown))
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
