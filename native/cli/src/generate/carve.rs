//! The project's own tests as the first sequences of a search.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use palus_carve::{Carved, Step};
use palus_classes::ClassIndex;
use palus_emit::summary::SeedsSummary;
use palus_executions::Outcome;
use palus_generate::needed;
use palus_observe::Observations;
use palus_sequence::work::Budget;
use palus_sequence::{Portable, Sequence, Statement, Symbols};
use palus_supervise::{OwnTests, Verifier, Workshop};
use rustc_hash::FxHashSet;

use super::options::GenerateOptions;
use crate::args::{KeepTraceArgs, RedactionArgs};
use crate::carved::{Called, CarvedTests};
use crate::parts::Parts;
use crate::record::agent;
use crate::traces;

/// The part of the time asked for that recording them may take: what is in the trace by then counts.
const SHARE: u32 = 6;

/// How long the tests may take where no time was asked for.
const MOST: Duration = Duration::from_secs(120);

/// The most statements of what a search begins with: whoever varies a longer one seldom varies what counts.
const LONGEST: usize = 60;

/// The most sequences that a search begins with: they take seconds of it.
const MOST_PIECES: usize = 20_000;

/// The most classes that are named to the recorder one by one.
const NAMED: usize = 500;

/// What the tests do.
#[derive(Default)]
pub(super) struct OwnSequences {
    /// The shortest first, each once, with the classes whose methods it calls.
    sequences: Vec<(Portable, BTreeSet<String>)>,
    /// How many tests were recorded that call the code under test.
    tests: u64,
    /// What it took.
    pub(super) took: Duration,
}

impl OwnSequences {
    /// For the report, where tests were recorded.
    pub(super) fn summary(&self) -> Option<SeedsSummary> {
        (!self.took.is_zero()).then(|| SeedsSummary {
            tests: self.tests,
            sequences: self.sequences.len() as u64,
            ms: self.took.as_millis() as u64,
        })
    }

    /// Those that call a method of these classes.
    pub(super) fn about(&self, classes: &[String]) -> Vec<Portable> {
        let is_about = |called: &BTreeSet<String>| classes.iter().any(|class| called.contains(class));
        let about = self.sequences.iter().filter(|(_, called)| is_about(called));
        about.map(|(sequence, _)| sequence.clone()).collect()
    }
}

/// What of the code under test runs, and where.
pub(super) struct Recorded<'r> {
    pub(super) verifier: &'r Verifier,
    pub(super) workshop: &'r Workshop,
    pub(super) index: &'r ClassIndex,
    pub(super) options: &'r GenerateOptions,
    pub(super) subjects: &'r [String],
    pub(super) scratch: &'r Path,
}

impl Recorded<'_> {
    /// Runs the tests with the recorder, confined as they are beside the generated ones, and writes down what they do.
    pub(super) fn sequences(&self, own: &OwnTests) -> anyhow::Result<OwnSequences> {
        let began = Instant::now();
        let trace = self.trace(own)?;
        let from = BufReader::with_capacity(1 << 16, File::open(trace)?);
        let mut calls = Observations::new(from)?;
        let called = Called {
            workshop: self.workshop,
            index: self.index,
            class_path: &self.options.class_path,
            classes: self.subjects,
        };
        let carved = CarvedTests::read(&mut calls, &called)?;
        let pieces: FxHashSet<Sequence> = carved
            .tests
            .iter()
            .flat_map(|test| pieces(test, &carved.symbols))
            .collect();
        let mut pieces: Vec<Sequence> = pieces.into_iter().collect();
        pieces.sort_by_cached_key(|piece| (piece.len(), piece.text(&carved.symbols)));
        let pieces = thinned(pieces, MOST_PIECES);
        let sequences = pieces.iter().filter_map(|sequence| {
            let portable = Portable::new(sequence, &carved.symbols).ok()?;
            Some((portable, called_classes(sequence, &carved.symbols)))
        });
        Ok(OwnSequences {
            sequences: sequences.collect(),
            tests: carved.tests.len() as u64,
            took: began.elapsed(),
        })
    }

    fn trace(&self, own: &OwnTests) -> anyhow::Result<PathBuf> {
        let parts = Parts::beside(&self.scratch.join("own.palus"))?;
        let (include, trace) = (included(self.subjects), self.scratch.join("own.trace"));
        let kept = KeepTraceArgs {
            keep_trace: Some(trace.clone()),
            states: true,
            ..KeepTraceArgs::default()
        };
        let mut option = agent::option(&self.workshop.library, &parts.pattern(), &include, &[])?;
        option.push(agent::redaction(&RedactionArgs::default(), &parts)?);
        option.push(agent::trace(&kept, &parts)?);
        let limit = match self.options.budget {
            Budget::Time { .. } => MOST.min(Duration::from_millis(self.options.asked) / SHARE),
            Budget::Sequences { .. } => MOST,
        };
        let folders = [parts.directory.clone(), parts.link().to_owned()];
        self.verifier.run_own(own, (option, &folders), limit)?;
        // What a virtual machine that was ended had told until then is as good as what another told.
        let _ = traces::join(&parts.directory, &trace, true)?;
        parts.remove();
        Ok(trace)
    }
}

/// The classes to record: by their packages where they are many.
fn included(subjects: &[String]) -> Vec<String> {
    if subjects.len() <= NAMED {
        return subjects.to_vec();
    }
    let package = |class: &String| {
        class
            .rsplit_once('.')
            .map_or("*".to_owned(), |(package, _)| format!("{package}.*"))
    };
    subjects
        .iter()
        .map(package)
        .collect::<BTreeSet<_>>()
        .into_iter()
        .collect()
}

/// For each recorded call of a test what leads there, without the calls on the way that threw: nothing behind them would run.
fn pieces<'t>(test: &'t Carved, symbols: &Symbols) -> impl Iterator<Item = Sequence> + use<'t> {
    let threw = |step: &&Step| matches!(step.outcome, Outcome::Threw(_));
    let thrown: BTreeSet<usize> = test.steps.iter().filter(threw).map(|step| step.statement).collect();
    let led_by: Vec<BTreeSet<usize>> = test
        .steps
        .iter()
        .map(|step| needed(&test.sequence, &[step.statement].into(), symbols))
        .collect();
    let steps = test.steps.iter().zip(led_by);
    steps.filter_map(move |(step, mut needed)| {
        needed.retain(|at| *at == step.statement || !thrown.contains(at));
        (needed.len() <= LONGEST).then(|| test.sequence.retain(|at| needed.contains(&at)))?
    })
}

/// No more of them than that, evenly from all.
fn thinned(sequences: Vec<Sequence>, most: usize) -> Vec<Sequence> {
    let count = sequences.len();
    let is_kept = |at: usize| count <= most || at * most / count != (at + 1) * most / count;
    let kept = sequences.into_iter().enumerate().filter(|(at, _)| is_kept(*at));
    kept.map(|(_, sequence)| sequence).collect()
}

/// The binary names of the classes whose methods it calls.
fn called_classes(sequence: &Sequence, symbols: &Symbols) -> BTreeSet<String> {
    let called = sequence.statements.iter().filter_map(|statement| match statement {
        Statement::Call { method, .. } => Some(symbols.type_name(symbols.get(*method).owner)),
        _ => None,
    });
    called.collect()
}
