//! `palus explore`: all structures that link objects in some new way.

mod calls;
mod enumerator;
mod json;
mod text;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};
use palus_classes::ClassIndex;
use palus_emit::java::Builder;
use palus_fields::{Field, InputsTest, JUnit, Outcome, Pair, Small, Space, Stop, Structure, input_files};
use palus_supervise::Jdk;

use calls::{Calls, Found};
use enumerator::{Enumerator, Scope, Subject};

use crate::args::{ExploreArgs, JUnitVersion, SearchName};
use crate::atomic::writable_parent;
use crate::exit::{Exit, say};
use crate::explore::Laboratory;
use crate::generate::{OLDEST_JAVA, VERSION, own_class_path};
use crate::model::print;

/// More structures than that are too much Java source for anyone.
const MOST_WRITTEN: usize = 20_000;

/// Writes the structures, and says how many there are.
pub(crate) fn run(args: &ExploreArgs) -> anyhow::Result<Exit> {
    prepare(&args.out)?;
    let outcome = if args.by == SearchName::Api {
        by_calls(args)?
    } else {
        by_method(args)?
    };
    put(&args.out.join("report.html"), &outcome.html())?;
    put(&args.out.join("explore.json"), &format!("{:#}\n", json::json(&outcome)))?;
    print(&text::text(&outcome))?;
    Ok(Exit::Done)
}

/// Makes the directory for what is found, before anything is looked for.
pub(crate) fn prepare(out: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(out)
        .with_context(|| format!("cannot make {}; give a directory that you can write", out.display()))?;
    writable_parent(&out.join("explore.json"))?;
    Ok(())
}

/// What is to be enumerated.
pub(crate) struct Asked<'a> {
    /// Who asks.
    pub(crate) command: &'static str,
    /// The class path as typed.
    pub(crate) class_path: &'a str,
    /// The class.
    pub(crate) class: &'a str,
    /// The method that accepts structures; `None` for the usual one.
    pub(crate) method: Option<&'a str>,
    /// Whether the code under test is confined.
    pub(crate) sandboxed: bool,
}

/// All pairs that occur in some valid heap of at most so many objects of each class.
pub(crate) fn valid_pairs(asked: &Asked<'_>, scope: u32, limit: Duration) -> anyhow::Result<Vec<(Field, Pair)>> {
    let (_laboratory, enumerator) = open(asked)?;
    let wanted = Scope {
        most: scope,
        limit,
        ..Scope::default()
    };
    let (outcome, _) = enumerator.enumerate(&wanted)?;
    if let Some(reason) = &outcome.cut {
        bail!("not all valid heaps of {scope} objects could be found: {reason}; lower the number behind exhaustive:");
    }
    let pairs = outcome.pairs.into_iter();
    Ok(pairs.map(|(field, pair, _)| (field, pair)).collect())
}

/// Starts the virtual machine, which goes when the laboratory goes.
fn open(asked: &Asked<'_>) -> anyhow::Result<(Laboratory, Enumerator)> {
    let jdk = Jdk::find(OLDEST_JAVA, asked.command)?;
    let class_path = own_class_path(Some(asked.class_path))?;
    let index = ClassIndex::open(&class_path, jdk.home())?;
    demand_class(&index, asked.class)?;
    let package = |name: &str| {
        name.rsplit_once('.')
            .map_or(String::new(), |(package, _)| package.to_owned())
    };
    let mut candidates = index.companions(asked.class);
    candidates.retain(|name| package(name) == package(asked.class));
    let laboratory = Laboratory::open(jdk, class_path.clone(), vec![asked.class.to_owned()], asked.sandboxed)?;
    let subject = Subject {
        class_path: &class_path,
        class: asked.class,
        method: asked.method,
        candidates,
    };
    let enumerator = Enumerator::start(laboratory.workshop(), &subject)?;
    Ok((laboratory, enumerator))
}

/// Fails where the class is not there.
pub(crate) fn demand_class(index: &ClassIndex, class: &str) -> anyhow::Result<()> {
    if index.class(class).is_none() {
        bail!("there is no class {class} on the class path; give its binary name, such as org.example.Outer$Inner");
    }
    Ok(())
}

/// Enumerates what a method accepts, and writes it.
fn by_method(args: &ExploreArgs) -> anyhow::Result<Outcome> {
    let (_laboratory, enumerator) = open(&asked(args))?;
    let space = enumerator.space().clone();
    let mut alive = Some(enumerator);
    let outcome = explore(args, &mut |wanted| {
        let Some(enumerator) = alive.take() else {
            bail!("the JVM that enumerates structures is gone");
        };
        let (outcome, still) = enumerator.enumerate(wanted)?;
        alive = still;
        Ok(outcome)
    })?;
    write_enumerated(args, &space, &outcome)?;
    Ok(outcome)
}

/// Finds what calls make, and writes it.
fn by_calls(args: &ExploreArgs) -> anyhow::Result<Outcome> {
    if args.rep_ok.is_some() {
        bail!("--by api asks no method what is valid; leave out --rep-ok or --by api");
    }
    let mut calls = Calls::open(&asked(args), &args.values)?;
    let mut builders = Vec::new();
    let outcome = explore(args, &mut |wanted| {
        let found: Found = calls.search(wanted)?;
        builders = found.builders;
        Ok(found.outcome)
    })?;
    write_made(args, &calls, &builders)?;
    Ok(outcome)
}

fn asked(args: &ExploreArgs) -> Asked<'_> {
    Asked {
        command: "explore",
        class_path: &args.classpath,
        class: &args.class,
        method: args.rep_ok.as_deref(),
        sandboxed: !args.no_sandbox,
    }
}

/// Has scopes searched, the small ones first where they are to predict something.
fn explore(args: &ExploreArgs, search: &mut dyn FnMut(&Scope) -> anyhow::Result<Outcome>) -> anyhow::Result<Outcome> {
    let Some(scope) = args.scope else {
        bail!("give the most objects of each class: --scope N");
    };
    let until = Instant::now() + args.time;
    let stop = Stop::from(args.stop);
    let mut wanted = Scope {
        most: scope,
        by_korat: args.by == SearchName::Korat,
        all: args.all,
        limit: args.time,
        ..Scope::default()
    };
    let mut small = Vec::new();
    let smallest = if stop == Stop::None {
        0
    } else {
        args.small_scope.min(scope)
    };
    for small_scope in 1..=smallest {
        let outcome = search(&Scope {
            most: small_scope,
            all: false,
            limit: left(until),
            ..wanted.clone()
        })?;
        small.push(Small {
            scope: small_scope,
            sizes: outcome.sizes(),
            last_useful_ms: outcome.last_useful_ms(),
        });
        if outcome.cut.is_some() {
            return Ok(Outcome { small, ..outcome });
        }
    }
    wanted.sizes = predict_sizes(stop, &small, scope);
    if stop.is_of_time() {
        let times: Vec<f64> = small.iter().map(|small| small.last_useful_ms).collect();
        wanted.enough_ms = stop.predict(&times, scope);
    }
    wanted.limit = left(until);
    let outcome = search(&wanted)?;
    Ok(Outcome {
        small,
        predicted: wanted.sizes,
        predicted_ms: wanted.enough_ms,
        ..outcome
    })
}

fn left(until: Instant) -> Duration {
    until.saturating_duration_since(Instant::now())
}

/// By field the size of its extension at a scope.
fn predict_sizes(stop: Stop, small: &[Small], scope: u32) -> BTreeMap<Field, u64> {
    if !stop.is_of_sizes() {
        return BTreeMap::new();
    }
    let of = |link: &Field| {
        let sizes = small
            .iter()
            .map(|small| small.sizes.get(link).copied().unwrap_or(0) as f64);
        stop.predict(&sizes.collect::<Vec<_>>(), scope)
    };
    let links: BTreeSet<&Field> = small.iter().flat_map(|small| small.sizes.keys()).collect();
    let predicted = links.into_iter().filter_map(|link| Some((link.clone(), of(link)?)));
    predicted.collect()
}

/// As many of so many structures as are written; tells when these are not all.
fn few_enough(count: usize) -> usize {
    if count > MOST_WRITTEN {
        say(&format!(
            "of {count} structures the first {MOST_WRITTEN} are written; leave out --all, or lower --scope"
        ));
    }
    count.min(MOST_WRITTEN)
}

fn junit(args: &ExploreArgs) -> JUnit {
    match args.junit {
        JUnitVersion::Five => JUnit::Five,
        JUnitVersion::Four => JUnit::Four,
    }
}

/// Writes the sources of structures that are made field by field.
fn write_enumerated(args: &ExploreArgs, space: &Space, outcome: &Outcome) -> anyhow::Result<()> {
    let count = few_enough(outcome.structures.len());
    let told: Vec<&Structure> = outcome.structures.iter().take(count).collect();
    for file in input_files(space, &told, junit(args)).unwrap_or_default() {
        put(&args.out.join("java").join(file.path), &file.text)?;
    }
    Ok(())
}

/// Writes the sources of structures that calls make.
fn write_made(args: &ExploreArgs, calls: &Calls, builders: &[Builder]) -> anyhow::Result<()> {
    let count = few_enough(builders.len());
    let Some(inputs) = calls.inputs(&builders[..count], VERSION) else {
        return Ok(());
    };
    if let Some((_, reason)) = inputs.unemittable.first() {
        say(&format!(
            "{} structures cannot be written as Java, the first because {reason}",
            inputs.unemittable.len()
        ));
    }
    let test = InputsTest {
        package: &inputs.package,
        inputs: &inputs.class,
        type_name: &inputs.type_name,
        method: None,
    };
    let path = args.out.join(&inputs.path);
    put(&path, &inputs.text)?;
    put(
        &path.with_file_name(format!("{}Test.java", inputs.class)),
        &test.text(junit(args)),
    )
}

/// Writes a file, with the folders above it.
pub(crate) fn put(file: &Path, text: &str) -> anyhow::Result<()> {
    let cannot = || format!("cannot write {}; give a directory that you can write", file.display());
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder).with_context(cannot)?;
    }
    fs::write(file, text).with_context(cannot)
}
