//! `palus explore`: all structures that link objects in some new way.

mod enumerator;
mod json;
mod text;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};
use palus_classes::ClassIndex;
use palus_fields::{Field, JUnit, Outcome, Pair, Small, SpaceField, Stop, Structure, input_files};
use palus_supervise::Jdk;

use enumerator::{Enumerator, Scope, Subject};

use crate::args::{ExploreArgs, JUnitVersion, SearchName};
use crate::atomic::writable_parent;
use crate::exit::{Exit, say};
use crate::explore::Laboratory;
use crate::generate::{OLDEST_JAVA, own_class_path};
use crate::model::print;

/// More structures than that are too much Java source for anyone.
const MOST_WRITTEN: usize = 20_000;

/// Writes the structures, and says how many there are.
pub(crate) fn run(args: &ExploreArgs) -> anyhow::Result<Exit> {
    fs::create_dir_all(&args.out).with_context(|| {
        format!(
            "cannot make {}; give a directory that you can write",
            args.out.display()
        )
    })?;
    writable_parent(&args.out.join("explore.json"))?;
    let outcome = explore(args)?;
    write(args, &outcome)?;
    print(&text::text(&outcome))?;
    Ok(Exit::Done)
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
    if index.class(asked.class).is_none() {
        bail!(
            "there is no class {} on the class path; give its binary name, such as org.example.Outer$Inner",
            asked.class
        );
    }
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

/// Enumerates the structures, the small scopes first where they are to predict something.
fn explore(args: &ExploreArgs) -> anyhow::Result<Outcome> {
    let (_laboratory, mut enumerator) = open(&Asked {
        command: "explore",
        class_path: &args.classpath,
        class: &args.class,
        method: args.rep_ok.as_deref(),
        sandboxed: !args.no_sandbox,
    })?;
    let until = Instant::now() + args.time;
    let stop = Stop::from(args.stop);
    let mut wanted = Scope {
        most: args.scope,
        by_korat: args.by == SearchName::Korat,
        all: args.all,
        limit: args.time,
        ..Scope::default()
    };
    let mut small = Vec::new();
    let smallest = if stop == Stop::None {
        0
    } else {
        args.small_scope.min(args.scope)
    };
    for scope in 1..=smallest {
        let (outcome, alive) = enumerator.enumerate(&Scope {
            most: scope,
            all: false,
            limit: left(until),
            ..wanted.clone()
        })?;
        small.push(Small {
            scope,
            sizes: outcome.sizes(),
            last_useful_ms: outcome.last_useful_ms(),
        });
        match alive {
            Some(alive) if outcome.cut.is_none() => enumerator = alive,
            _ => return Ok(Outcome { small, ..outcome }),
        }
    }
    let links = enumerator.space().fields.iter().filter(|field| field.is_link());
    let links: Vec<Field> = links.map(SpaceField::field).collect();
    let predicted = predict_sizes(stop, &links, &small, args.scope);
    wanted.sizes = links.iter().filter_map(|link| predicted.get(link).copied()).collect();
    if stop.is_of_time() {
        let times: Vec<f64> = small.iter().map(|small| small.last_useful_ms).collect();
        wanted.enough_ms = stop.predict(&times, args.scope);
    }
    wanted.limit = left(until);
    let (outcome, _) = enumerator.enumerate(&wanted)?;
    Ok(Outcome {
        small,
        predicted,
        predicted_ms: wanted.enough_ms,
        ..outcome
    })
}

fn left(until: Instant) -> Duration {
    until.saturating_duration_since(Instant::now())
}

/// By field the size of its extension at a scope.
fn predict_sizes(stop: Stop, links: &[Field], small: &[Small], scope: u32) -> BTreeMap<Field, u64> {
    if !stop.is_of_sizes() {
        return BTreeMap::new();
    }
    let of = |link: &Field| {
        let sizes = small
            .iter()
            .map(|small| small.sizes.get(link).copied().unwrap_or(0) as f64);
        stop.predict(&sizes.collect::<Vec<_>>(), scope)
    };
    links
        .iter()
        .filter_map(|link| Some((link.clone(), of(link)?)))
        .collect()
}

/// Writes sources, report and figures.
fn write(args: &ExploreArgs, outcome: &Outcome) -> anyhow::Result<()> {
    let mut told: Vec<&Structure> = outcome.structures.iter().collect();
    if told.len() > MOST_WRITTEN {
        say(&format!(
            "of {} structures the first {MOST_WRITTEN} are written; leave out --all, or lower --scope",
            told.len()
        ));
        told.truncate(MOST_WRITTEN);
    }
    let junit = match args.junit {
        JUnitVersion::Five => JUnit::Five,
        JUnitVersion::Four => JUnit::Four,
    };
    for file in input_files(&outcome.space, &told, junit).unwrap_or_default() {
        put(&args.out.join("java").join(file.path), &file.text)?;
    }
    put(&args.out.join("report.html"), &outcome.html())?;
    put(&args.out.join("explore.json"), &format!("{:#}\n", json::json(outcome)))
}

fn put(file: &Path, text: &str) -> anyhow::Result<()> {
    let cannot = || format!("cannot write {}; give a directory that you can write", file.display());
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder).with_context(cannot)?;
    }
    fs::write(file, text).with_context(cannot)
}
