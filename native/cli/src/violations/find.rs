//! Finds what breaks a statement.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::Write as _;
use std::path::PathBuf;
use std::time::Instant;

use palus_invariant::{ByName, Claim, Moment, Point, Report, Sample as _};
use palus_sequence::work::{Avoid, RunOrder, RunResult, WorkResult};
use palus_sequence::{ObservationPlan, Portable, StateId, StateRules};

use super::calls::Call;
use super::chase::Nearest;
use super::shorten::slice;
use super::told::Told;
use super::visit::{each_answer, each_call};
use crate::generate::{Ran, Sifted};
use crate::invariants::inferred::Inferred;

/// So many sequences run before the clock is looked at; a start of a worker takes as long as some thousand.
const PART: usize = 2_000;

/// Looks for executions that break what was inferred.
pub(super) struct Finder {
    pub(super) inferred: Inferred,
    /// Whether statements about what methods are called with count.
    pub(super) with_pre: bool,
    pub(super) depth: u8,
    pub(super) class_path: Vec<PathBuf>,
    /// When no further sequences are looked at; `None` under a budget of sequences.
    pub(super) until: Option<Instant>,
    /// How often to learn from what was shown and look again.
    pub(super) rounds: u16,
    /// How many tests are shown.
    pub(super) most: usize,
    /// Whether sequences that come near are changed.
    pub(super) chases: bool,
}

/// A statement by its place among all of them.
pub(super) type Number = usize;

/// The statements by their points.
#[derive(Default)]
pub(super) struct Statements {
    pub(super) all: Vec<(Point, Claim)>,
    of_point: HashMap<Point, Vec<Number>>,
}

/// What breaks a statement.
#[derive(Clone)]
pub(super) struct Breaking {
    pub(super) sequence: Portable,
    pub(super) length: usize,
    pub(super) values: String,
}

/// A statement that is broken, and by what.
pub(super) struct Broken {
    pub(super) point: Point,
    pub(super) claim: Claim,
    pub(super) by: Breaking,
    /// How many executions there were of the point.
    pub(super) samples: u64,
    /// Which round showed it, from 1.
    pub(super) round: u16,
}

/// The shortest that breaks each statement.
pub(super) type Best = BTreeMap<Number, Breaking>;

impl Finder {
    /// Makes tests of the sequences that break something.
    pub(super) fn sift(
        mut self,
        ran: &Ran<'_>,
        results: Vec<WorkResult>,
        summary: &dyn Fn(&Told) -> String,
        told: &mut Told,
    ) -> anyhow::Result<Sifted> {
        let sequences = shortest_first(&results);
        let mut asked = Statements::default();
        let mut broken: Vec<Broken> = Vec::new();
        for round in 1..=self.rounds {
            let statements = self.new_statements(&asked);
            if statements.all.is_empty() {
                break;
            }
            let (mut best, mut nearest) = (Best::new(), self.chases.then(Nearest::default));
            let looked = self.look_through(ran, &sequences, &statements, (&mut best, nearest.as_mut()))?;
            // Later rounds look at the same ones.
            if round == 1 {
                (told.sequences, told.lost) = looked;
            }
            if let Some(nearest) = nearest {
                told.chased += self.chase(ran, &statements, (&mut best, nearest))?;
            }
            self.shorten(ran, &statements, &mut best)?;
            self.cover(ran, &statements, &mut best)?;
            let found: Vec<Broken> = best
                .into_iter()
                .map(|(number, by)| self.broken_by(&statements, number, by, round))
                .collect();
            asked.extend(statements);
            if found.is_empty() {
                break;
            }
            if round < self.rounds {
                self.learn(ran, &found)?;
            }
            broken.extend(found);
        }
        self.tests(ran, &broken, results, summary, told)
    }

    fn broken_by(&self, statements: &Statements, number: Number, by: Breaking, round: u16) -> Broken {
        let (point, claim) = statements.all[number].clone();
        let report = self.inferred.report.points.iter().find(|report| report.point == point);
        Broken {
            samples: report.map_or(0, |report| report.samples),
            point,
            claim,
            by,
            round,
        }
    }

    /// Those of the statements that were not asked yet.
    fn new_statements(&self, asked: &Statements) -> Statements {
        let mut statements = Statements::default();
        for report in &self.inferred.report.points {
            if report.point.moment == Moment::Enter && !self.with_pre {
                continue;
            }
            for claim in report.claims.iter().filter(|claim| !asked.has(&report.point, claim)) {
                statements.add(report.point.clone(), claim.clone());
            }
        }
        statements
    }

    /// Asks the statements of all sequences, as long as there is time; of some in any case: the search had its time for them. How many that
    /// were, and how many could not be run.
    fn look_through(
        &self,
        ran: &Ran<'_>,
        sequences: &[Portable],
        statements: &Statements,
        (best, mut nearest): (&mut Best, Option<&mut Nearest>),
    ) -> anyhow::Result<(usize, usize)> {
        let (mut looked, mut lost) = (0, 0);
        for part in sequences.chunks(PART) {
            if looked > 0 && !self.has_time() {
                break;
            }
            looked += part.len();
            self.run(ran, part.to_vec(), &mut |batch, result| {
                lost += result.traces.iter().filter(|trace| trace.is_none()).count();
                self.look(ran, statements, batch, &result, best);
                if let Some(nearest) = &mut nearest {
                    self.approach(ran, statements, batch, &result, nearest);
                }
            })?;
        }
        Ok((looked, lost))
    }

    pub(super) fn has_time(&self) -> bool {
        self.until.is_none_or(|until| Instant::now() < until)
    }

    /// What was shown joins the suite: it is learned from as from any test, and what is so of all is worked out anew.
    fn learn(&mut self, ran: &Ran<'_>, found: &[Broken]) -> anyhow::Result<()> {
        let sequences = found.iter().map(|broken| broken.by.sequence.clone()).collect();
        let mut shown = Vec::new();
        self.run(ran, sequences, &mut |batch, result| {
            shown.push((batch.to_vec(), result));
        })?;
        for (batch, result) in shown {
            each_call(ran, &batch, &result, &mut |call, ids| {
                let name = |id: Option<StateId>| id.map(|id| id.0);
                self.inferred
                    .inference
                    .see(&call.observation(), name(ids.entry), name(ids.exit));
            });
        }
        let report: Report = self.inferred.inference.report();
        self.inferred.report = report;
        Ok(())
    }

    /// Runs sequences with states, and hands over each batch with what came of it.
    pub(super) fn run(
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
            rules: StateRules::default(),
            with_statics: self.inferred.has_statics,
            avoid: Avoid::default(),
        };
        ran.workshop.run_sequences(&order, &mut |first, result| {
            let batch = &order.sequences[first..(first + result.traces.len()).min(order.sequences.len())];
            each(batch, result);
        })?;
        Ok(())
    }

    /// Asks the statements of each call; a call that is like an earlier one in all that is known of it has the same answers.
    pub(super) fn look(
        &self,
        ran: &Ran<'_>,
        statements: &Statements,
        batch: &[Portable],
        result: &RunResult,
        best: &mut Best,
    ) {
        let mut ask = |call: &Call| self.broken(statements, call);
        each_answer(
            ran,
            batch,
            result,
            &mut ask,
            &mut |visit, broken: &[(Number, String)]| {
                let kept = slice(visit.sequence, visit.at);
                let is_shorter = |number: &Number| best.get(number).is_none_or(|known| kept.len() < known.length);
                let news: Vec<&(Number, String)> = broken.iter().filter(|(number, _)| is_shorter(number)).collect();
                if news.is_empty() {
                    return;
                }
                let sliced = visit.sequence.retain(|at| kept.contains(&at));
                let Some(portable) = sliced.and_then(|sequence| Portable::new(&sequence, visit.symbols).ok()) else {
                    return;
                };
                for (number, values) in news {
                    let breaking = Breaking {
                        sequence: portable.clone(),
                        length: kept.len(),
                        values: values.clone(),
                    };
                    best.insert(*number, breaking);
                }
            },
        );
    }

    /// Which statements a call breaks, and what their variables are there.
    pub(super) fn broken(&self, statements: &Statements, call: &Call) -> Vec<(Number, String)> {
        let mut broken = Vec::new();
        self.ask(statements, call, &mut |number, claim, sample| {
            if claim.holds(sample) == Some(false) {
                broken.push((number, values(claim, sample)));
            }
        });
        broken
    }

    /// Hands over each statement at the points of a call, with what its variables are there.
    pub(super) fn ask(&self, statements: &Statements, call: &Call, each: &mut dyn FnMut(Number, &Claim, &ByName)) {
        for (point, values) in call.observation().samples(self.depth) {
            let Some(numbers) = statements.of_point.get(&point) else {
                continue;
            };
            let sample = values.by_name();
            for number in numbers {
                each(*number, &statements.all[*number].1, &sample);
            }
        }
    }
}

impl Statements {
    fn add(&mut self, point: Point, claim: Claim) {
        self.of_point.entry(point.clone()).or_default().push(self.all.len());
        self.all.push((point, claim));
    }

    fn extend(&mut self, others: Self) {
        for (point, claim) in others.all {
            self.add(point, claim);
        }
    }

    fn has(&self, point: &Point, claim: &Claim) -> bool {
        let numbers = self.of_point.get(point);
        numbers.is_some_and(|numbers| numbers.iter().any(|number| self.all[*number].1 == *claim))
    }
}

/// All that workers handed in, the shortest first: what they break, longer ones need not show.
fn shortest_first(results: &[WorkResult]) -> Vec<Portable> {
    let mut sequences: Vec<(usize, Portable)> = Vec::new();
    for result in results {
        for sequence in &result.collected {
            let portable = Portable::new(sequence, &result.symbols).ok();
            sequences.extend(portable.map(|portable| (sequence.len(), portable)));
        }
    }
    sequences.sort_by_key(|(length, _)| *length);
    sequences.into_iter().map(|(_, portable)| portable).collect()
}

/// `x is 3, y is 4`.
fn values(claim: &Claim, sample: &ByName) -> String {
    let mut text = String::new();
    let names: BTreeSet<_> = claim.names().into_iter().collect();
    for name in names {
        if let Some(value) = sample.value(name) {
            let before = if text.is_empty() { "" } else { ", " };
            let _ = write!(text, "{before}{name} is {value}");
        }
    }
    text
}
