//! The project's own tests as sequences for a search.

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
use palus_sequence::{MethodId, Portable, Sequence, Statement, Symbols};
use palus_supervise::{OwnTests, Verifier, Workshop};
use rustc_hash::{FxHashMap, FxHashSet};

use super::options::GenerateOptions;
use crate::args::{KeepTraceArgs, RedactionArgs};
use crate::carved::{Called, CarvedTests};
use crate::parts::Parts;
use crate::record::agent;
use crate::traces;

/// The part of the time asked for that recording them and reading what was recorded may take: what is there by then counts.
const SHARE: u32 = 8;

/// The part of that for which they run.
const RUNNING: f64 = 0.7;

/// With less than that most of it is the start of virtual machines, and the search has a better use for it.
const LEAST: Duration = Duration::from_secs(5);

/// How long the tests may take where no time was asked for.
const MOST: Duration = Duration::from_secs(120);

/// How many words the states of one test may take together: what a test repeats thousands of times makes no better search.
const ROOM: u64 = 1 << 15;

/// The most statements of such a sequence: whoever varies a longer one seldom varies what counts.
const LONGEST: usize = 60;

/// The most sequences for a search: they take seconds of it.
const MOST_PIECES: usize = 20_000;

/// The most classes that are named to the recorder one by one.
const NAMED: usize = 500;

/// What the tests do.
#[derive(Default)]
pub(super) struct OwnSequences {
    /// Each once, with the classes whose methods it calls.
    sequences: Vec<(Portable, BTreeSet<String>)>,
    /// How many tests were recorded that call the code under test.
    tests: u64,
    /// What it took.
    pub(super) took: Duration,
}

impl OwnSequences {
    /// For the report, where tests were recorded.
    pub(super) fn summary(&self) -> Option<SeedsSummary> {
        (!self.took.is_zero()).then_some(SeedsSummary {
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

/// How long recording and reading may take; `None` where there is no time for it.
pub(super) fn limit(options: &GenerateOptions) -> Option<Duration> {
    match options.budget {
        Budget::Time { .. } => {
            Some(MOST.min(Duration::from_millis(options.asked) / SHARE)).filter(|limit| *limit >= LEAST)
        }
        Budget::Sequences { .. } => Some(MOST),
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
    /// How long all of it may take.
    pub(super) limit: Duration,
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
        let carved = CarvedTests::read(&mut calls, &called, Some(began + self.limit))?;
        let pieces: FxHashSet<Sequence> = carved
            .tests
            .iter()
            .flat_map(|test| pieces(test, &carved.symbols))
            .collect();
        let pieces = in_turn(pieces.into_iter().collect(), &carved.symbols);
        let sequences = pieces.iter().take(MOST_PIECES).filter_map(|sequence| {
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
        option.push(format!(",test-room={ROOM}"));
        let folders = [parts.directory.clone(), parts.link().to_owned()];
        let machines = self.options.jobs.min(own.classes.len());
        self.verifier
            .run_own(own, machines, (&option, &folders), self.limit.mul_f64(RUNNING))?;
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

/// In turn one of each method that is called last, the shortest of each first: no method waits for another that has many.
fn in_turn(mut pieces: Vec<Sequence>, symbols: &Symbols) -> Vec<Sequence> {
    pieces.sort_by_cached_key(|piece| (piece.len(), piece.text(symbols)));
    let mut turns: FxHashMap<Option<MethodId>, usize> = FxHashMap::default();
    let mut turn = |piece: &Sequence| {
        let last = match piece.statements.last() {
            Some(Statement::Call { method, .. }) => Some(*method),
            _ => None,
        };
        let turn = turns.entry(last).or_default();
        *turn += 1;
        *turn
    };
    let mut turns: Vec<(usize, Sequence)> = pieces.into_iter().map(|piece| (turn(&piece), piece)).collect();
    turns.sort_by_key(|(turn, _)| *turn);
    turns.into_iter().map(|(_, piece)| piece).collect()
}

/// The binary names of the classes whose methods it calls.
fn called_classes(sequence: &Sequence, symbols: &Symbols) -> BTreeSet<String> {
    let called = sequence.statements.iter().filter_map(|statement| match statement {
        Statement::Call { method, .. } => Some(symbols.type_name(symbols.get(*method).owner)),
        _ => None,
    });
    called.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use palus_carve::Step;
    use palus_executions::TestRun;
    use palus_sequence::{Literal, MethodKind, Operand, Var};
    use palus_trace::MethodNames;

    /// `new Cell()`, then `set` with each number; those below zero threw.
    fn test(numbers: &[i32], symbols: &mut Symbols) -> Carved {
        let new = symbols
            .method("demo.Cell", "<init>", "()V", MethodKind::Constructor)
            .unwrap();
        let set = symbols
            .method("demo.Cell", "set", "(I)V", MethodKind::Instance)
            .unwrap();
        let step = |statement, outcome| Step {
            statement,
            outcome,
            result: None,
        };
        let mut sequence = Sequence::default();
        sequence.push(Statement::Call {
            method: new,
            operands: Vec::new(),
        });
        let mut steps = vec![step(0, Outcome::Void)];
        for number in numbers {
            let operands = vec![Operand::Var(Var(0)), Operand::Literal(Literal::Int(*number))];
            let Var(at) = sequence.push(Statement::Call { method: set, operands });
            let threw = Outcome::Threw("demo.Oops".into());
            steps.push(step(at.into(), if *number < 0 { threw } else { Outcome::Void }));
        }
        let method = MethodNames {
            owner: "demo.CellTest".into(),
            name: "sets".into(),
            descriptor: "()V".into(),
            access: 1,
        };
        Carved {
            process: 1,
            test: TestRun {
                method: method.into(),
                run: 1,
            },
            sequence,
            steps,
            missing: Vec::new(),
        }
    }

    #[test]
    fn a_piece_leads_to_one_call_and_past_none_that_threw() {
        let mut symbols = Symbols::default();
        let carved = test(&[1, -1, 2], &mut symbols);
        let texts: Vec<String> = pieces(&carved, &symbols).map(|piece| piece.text(&symbols)).collect();
        let made = "v0 = new demo.Cell()\n";
        assert_eq!(
            texts,
            [
                made.to_owned(),
                format!("{made}v1 = v0.set(1)\n"),
                format!("{made}v1 = v0.set(1)\nv2 = v0.set(-1)\n"),
                format!("{made}v1 = v0.set(1)\nv2 = v0.set(2)\n"),
            ]
        );
        let long = test(&[3; 2 * LONGEST], &mut symbols);
        assert!(pieces(&long, &symbols).all(|piece| piece.len() <= LONGEST));
    }

    #[test]
    fn methods_have_their_turns_one_after_the_other_and_short_pieces_come_first() {
        let mut symbols = Symbols::default();
        let carved = test(&[1, 2], &mut symbols);
        let mut all: Vec<Sequence> = pieces(&carved, &symbols).collect();
        all.reverse();
        let lengths: Vec<usize> = in_turn(all, &symbols).iter().map(Sequence::len).collect();
        assert_eq!(lengths, [1, 2, 3]);
    }

    #[test]
    fn many_classes_are_recorded_by_their_packages() {
        let few = ["demo.A".to_owned(), "demo.B".to_owned()];
        assert_eq!(included(&few), few);
        let many: Vec<String> = (0..=NAMED)
            .map(|number| format!("demo.p{}.C{number}", number % 2))
            .collect();
        assert_eq!(included(&many), ["demo.p0.*", "demo.p1.*"]);
    }
}
