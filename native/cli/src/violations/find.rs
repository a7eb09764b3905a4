//! Finds what breaks a statement, and makes it short.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::Write as _;
use std::path::PathBuf;
use std::rc::Rc;
use std::time::Instant;

use palus_invariant::{Claim, Moment, Point, Sample as _};
use palus_sequence::work::{Avoid, KeptTest, RunOrder, RunResult, WorkResult};
use palus_sequence::{ObservationPlan, Portable, Sequence, StateId, Symbols, Trace, Var};

use super::calls::Calls;
use super::category;
use crate::generate::{Ran, Sifted};
use crate::invariants::inferred::Inferred;

/// So many sequences run before the clock is looked at; a start of a worker takes as long as some thousand.
const PART: usize = 2_000;

/// How often the sequences are made shorter, by a statement each time.
const ROUNDS: usize = 6;

/// What was found.
#[derive(Default)]
pub(super) struct Told {
    /// How many sequences were looked at.
    pub(super) sequences: usize,
    /// How many could not be run again.
    pub(super) lost: usize,
    /// By the statement that is broken, in the order of the points.
    pub(super) violations: Vec<Violation>,
}

/// A statement, and the shortest sequence that breaks it.
pub(super) struct Violation {
    number: usize,
    point: Point,
    claim: Claim,
    sequence: String,
    values: String,
    origins: Vec<String>,
}

impl Violation {
    /// What is said of it on standard output.
    pub(super) fn line(&self) -> String {
        format!(
            "  {}  {}: {}   broken by  {}   VIOLATION-{}\n",
            self.point,
            category(self.point.moment),
            self.claim,
            self.sequence,
            self.number
        )
    }

    /// What is said of it in the test.
    fn note(&self) -> String {
        let when = match self.point.moment {
            Moment::Object => format!("objects of {} are", self.point.class),
            Moment::Enter => format!("{} is called", self.point),
            Moment::Exit => format!("{} ends", self.point),
        };
        let taught = match self.origins.as_slice() {
            [] => String::new(),
            tests => format!(" So it was in {}.", tests.join(", ")),
        };
        let always = if self.point.moment == Moment::Object {
            "always so"
        } else {
            "always with"
        };
        format!(
            "VIOLATION-{}: in the tests that ran, {when} {always}: {}. Here {}.{taught}",
            self.number, self.claim, self.values
        )
    }
}

/// Looks for executions that break what was inferred.
pub(super) struct Finder {
    pub(super) inferred: Inferred,
    /// Whether statements about what methods are called with count.
    pub(super) with_pre: bool,
    pub(super) depth: u8,
    pub(super) class_path: Vec<PathBuf>,
    /// When no further sequences are looked at; `None` under a budget of sequences.
    pub(super) until: Option<Instant>,
}

/// A statement by its place among all of them.
type Number = usize;

/// The statements by their points.
struct Statements {
    all: Vec<(Point, Claim)>,
    of_point: HashMap<Point, Vec<Number>>,
}

/// What breaks a statement.
#[derive(Clone)]
struct Breaking {
    sequence: Portable,
    length: usize,
    values: String,
}

impl Finder {
    /// Makes tests of the sequences that break something.
    pub(super) fn sift(self, ran: &Ran<'_>, results: Vec<WorkResult>, told: &mut Told) -> anyhow::Result<Sifted> {
        let statements = self.statements();
        let mut sequences: Vec<(usize, Portable)> = Vec::new();
        for result in &results {
            for sequence in &result.collected {
                sequences.extend(
                    Portable::new(sequence, &result.symbols)
                        .ok()
                        .map(|portable| (sequence.len(), portable)),
                );
            }
        }
        sequences.sort_by_key(|(length, _)| *length);
        // The shortest first: what they break, longer ones need not show.
        let sequences: Vec<Portable> = sequences.into_iter().map(|(_, portable)| portable).collect();
        let mut best: BTreeMap<Number, Breaking> = BTreeMap::new();
        for part in sequences.chunks(PART) {
            // Some are looked at in any case: the search had its time for them.
            if told.sequences > 0 && self.until.is_some_and(|until| Instant::now() > until) {
                break;
            }
            told.sequences += part.len();
            self.run(ran, part.to_vec(), &mut |batch, result| {
                told.lost += result.traces.iter().filter(|trace| trace.is_none()).count();
                self.look(ran, &statements, batch, &result, &mut best);
            })?;
        }
        self.shorten(ran, &statements, &mut best)?;
        self.tests(ran, &statements, &best, results, told)
    }

    fn statements(&self) -> Statements {
        let mut statements = Statements {
            all: Vec::new(),
            of_point: HashMap::new(),
        };
        for report in &self.inferred.report.points {
            if report.point.moment == Moment::Enter && !self.with_pre {
                continue;
            }
            for claim in &report.claims {
                let numbers = statements.of_point.entry(report.point.clone()).or_default();
                numbers.push(statements.all.len());
                statements.all.push((report.point.clone(), claim.clone()));
            }
        }
        statements
    }

    /// Runs sequences with states, and hands over each batch with what came of it.
    fn run(
        &self,
        ran: &Ran<'_>,
        sequences: Vec<Portable>,
        each: &mut dyn FnMut(&[Portable], RunResult),
    ) -> anyhow::Result<()> {
        if sequences.is_empty() {
            return Ok(());
        }
        let order = RunOrder {
            class_path: self.class_path.clone(),
            subjects: ran.subjects.to_vec(),
            sequences,
            plan: ObservationPlan::states(),
            avoid: Avoid::default(),
        };
        ran.workshop.run_sequences(&order, &mut |first, result| {
            let batch = &order.sequences[first..(first + result.traces.len()).min(order.sequences.len())];
            each(batch, result);
        })?;
        Ok(())
    }

    /// Asks the statements of each call; a call that is like an earlier one in all that is known of it has the same answers.
    fn look(
        &self,
        ran: &Ran<'_>,
        statements: &Statements,
        batch: &[Portable],
        result: &RunResult,
        best: &mut BTreeMap<Number, Breaking>,
    ) {
        let mut symbols = result.symbols.clone();
        let in_result: Vec<Option<Sequence>> = batch
            .iter()
            .map(|portable| portable.within(&mut symbols).ok())
            .collect();
        let mut calls = Calls::new(ran.index, &symbols, &result.states);
        let mut answers: HashMap<Like, Rc<[(Number, String)]>> = HashMap::new();
        for (sequence, trace) in in_result.iter().zip(&result.traces) {
            let (Some(sequence), Some(trace)) = (sequence, trace) else {
                continue;
            };
            for (at, statement) in sequence.statements.iter().enumerate() {
                let (Some(outcome), Some(states)) = (trace.outcomes.get(at), trace.states.get(at)) else {
                    break;
                };
                let like = (called(statement), states.entry, states.exit, format!("{outcome:?}"));
                let broken = answers.entry(like).or_insert_with(|| {
                    let call = calls.call(statement, outcome, *states);
                    call.map(|call| self.broken(statements, &call))
                        .unwrap_or_default()
                        .into()
                });
                if broken.is_empty() {
                    continue;
                }
                let kept = slice(sequence, at);
                let is_shorter = |number: &Number| best.get(number).is_none_or(|known| kept.len() < known.length);
                let news: Vec<&(Number, String)> = broken.iter().filter(|(number, _)| is_shorter(number)).collect();
                if news.is_empty() {
                    continue;
                }
                let Some(portable) = sequence.retain(|at| kept.contains(&at)) else {
                    continue;
                };
                let Ok(portable) = Portable::new(&portable, &symbols) else {
                    continue;
                };
                for (number, values) in news {
                    let breaking = Breaking {
                        sequence: portable.clone(),
                        length: kept.len(),
                        values: values.clone(),
                    };
                    best.insert(*number, breaking);
                }
            }
        }
    }

    /// Which statements a call breaks, and what their variables are there.
    fn broken(&self, statements: &Statements, call: &super::calls::Call) -> Vec<(Number, String)> {
        let mut broken = Vec::new();
        for (point, values) in call.observation().samples(self.depth) {
            let Some(numbers) = statements.of_point.get(&point) else {
                continue;
            };
            let sample = values.by_name();
            for number in numbers {
                let claim = &statements.all[*number].1;
                if claim.holds(&sample) != Some(false) {
                    continue;
                }
                let mut text = String::new();
                let names: BTreeSet<_> = claim.names().into_iter().collect();
                for name in names {
                    if let Some(value) = sample.value(name) {
                        let before = if text.is_empty() { "" } else { ", " };
                        let _ = write!(text, "{before}{name} is {value}");
                    }
                }
                broken.push((*number, text));
            }
        }
        broken
    }

    /// Leaves statements out as long as what is left breaks the same. What does not break it by itself any more, because it hung on what other
    /// sequences had done, goes.
    fn shorten(
        &self,
        ran: &Ran<'_>,
        statements: &Statements,
        best: &mut BTreeMap<Number, Breaking>,
    ) -> anyhow::Result<()> {
        for round in 0..ROUNDS {
            let mut candidates: Vec<Portable> = Vec::new();
            let mut symbols = Symbols::default();
            for breaking in best.values() {
                let Ok(sequence) = breaking.sequence.within(&mut symbols) else {
                    continue;
                };
                let shorter = (0..sequence.len().saturating_sub(1)).rev();
                let shorter = shorter.filter_map(|without| sequence.retain(|at| at != without));
                let all = std::iter::once(sequence.clone()).chain(shorter);
                candidates.extend(all.filter_map(|sequence| Portable::new(&sequence, &symbols).ok()));
            }
            let mut again: BTreeMap<Number, Breaking> = BTreeMap::new();
            self.run(ran, candidates, &mut |batch, result| {
                self.look(ran, statements, batch, &result, &mut again);
            })?;
            again.retain(|number, _| best.contains_key(number));
            let total = |all: &BTreeMap<Number, Breaking>| all.values().map(|breaking| breaking.length).sum::<usize>();
            let is_done = round > 0 && total(&again) == total(best) && again.len() == best.len();
            *best = again;
            if is_done {
                break;
            }
        }
        Ok(())
    }

    /// A test for each of the sequences, with all that it breaks.
    fn tests(
        &self,
        ran: &Ran<'_>,
        statements: &Statements,
        best: &BTreeMap<Number, Breaking>,
        mut results: Vec<WorkResult>,
        told: &mut Told,
    ) -> anyhow::Result<Sifted> {
        for result in &mut results {
            result.collected.clear();
            result.tests.clear();
        }
        let mut by_sequence: Vec<(Portable, Vec<Number>)> = Vec::new();
        for (number, breaking) in best {
            match by_sequence.iter_mut().find(|(known, _)| *known == breaking.sequence) {
                Some((_, numbers)) => numbers.push(*number),
                None => by_sequence.push((breaking.sequence.clone(), vec![*number])),
            }
        }
        let mut notes: BTreeMap<u64, Vec<String>> = BTreeMap::new();
        let sequences = by_sequence.iter().map(|(sequence, _)| sequence.clone()).collect();
        let mut tests: Vec<KeptTest> = Vec::new();
        let mut symbols = Symbols::default();
        let mut place = 0;
        self.run(ran, sequences, &mut |batch, result| {
            // All of them are of one batch: there are as many as statements at most.
            symbols = result.symbols.clone();
            for (portable, trace) in batch.iter().zip(&result.traces) {
                let numbers = &by_sequence[place].1;
                place += 1;
                let goal = place as u64;
                let (Ok(sequence), Some(trace)) = (portable.within(&mut symbols), trace) else {
                    continue;
                };
                let point = &statements.all[numbers[0]].0;
                let violations = numbers.iter().map(|number| {
                    let (point, claim) = &statements.all[*number];
                    Violation {
                        number: place,
                        point: point.clone(),
                        claim: claim.clone(),
                        sequence: in_one_line(&sequence, &symbols),
                        values: best[number].values.clone(),
                        origins: self.inferred.origins.of(point).into_iter().map(str::to_owned).collect(),
                    }
                });
                let violations: Vec<Violation> = violations.collect();
                notes.insert(goal, violations.iter().map(Violation::note).collect());
                told.violations.extend(violations);
                tests.push(test(&point.class, sequence, trace, goal, &symbols));
            }
        })?;
        if let Some(first) = results.first_mut() {
            first.symbols = symbols;
            first.tests = tests;
        }
        Ok(Sifted { results, notes })
    }
}

/// What is known of a call: two that are alike break the same.
type Like = (
    Option<palus_sequence::MethodId>,
    Option<StateId>,
    Option<StateId>,
    String,
);

fn called(statement: &palus_sequence::Statement) -> Option<palus_sequence::MethodId> {
    match statement {
        palus_sequence::Statement::Call { method, .. } => Some(*method),
        _ => None,
    }
}

/// The places of the statement and of those before it that have to do with its objects.
fn slice(sequence: &Sequence, last: usize) -> BTreeSet<usize> {
    let mut touched: BTreeSet<usize> = BTreeSet::from([last]);
    let mut kept: BTreeSet<usize> = BTreeSet::new();
    for at in (0..=last).rev() {
        let uses: Vec<usize> = sequence.statements[at].uses().map(Var::index).collect();
        if touched.contains(&at) || uses.iter().any(|used| touched.contains(used)) {
            kept.insert(at);
            touched.extend(uses);
        }
    }
    kept
}

/// A test that asserts what happened.
fn test(subject: &str, sequence: Sequence, trace: &Trace, goal: u64, symbols: &Symbols) -> KeptTest {
    let asserted = palus_oracle::assertions(symbols, &sequence, &trace.outcomes);
    KeptTest {
        subject: subject.to_owned(),
        sequence,
        outcomes: trace.outcomes.clone(),
        asserted,
        observers: 0,
        acts: Vec::new(),
        violates: None,
        rank: goal as u32,
        goals: vec![goal],
    }
}

fn in_one_line(sequence: &Sequence, symbols: &Symbols) -> String {
    sequence.text(symbols).trim_end().replace('\n', "; ")
}
