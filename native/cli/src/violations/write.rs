//! Makes tests of what breaks statements.

use std::collections::BTreeMap;

use palus_emit::Note;
use palus_sequence::work::{KeptTest, WorkResult};
use palus_sequence::{Sequence, Symbols, Trace};

use super::find::{Broken, Finder};
use super::rank::shown;
use super::told::{Told, Violation, page};
use crate::generate::{Ran, Sifted};

impl Finder {
    /// A test for each of the sequences, with all that it breaks.
    pub(super) fn tests(
        &self,
        ran: &Ran<'_>,
        broken: &[Broken],
        mut results: Vec<WorkResult>,
        summary: &dyn Fn(&Told) -> String,
        told: &mut Told,
    ) -> anyhow::Result<Sifted> {
        for result in &mut results {
            result.collected.clear();
            result.tests.clear();
        }
        let (shown, left_out) = shown(broken, self.most);
        told.left_out = left_out;
        let sequences = shown.iter().map(|shown| shown.sequence.clone()).collect();
        let mut notes: BTreeMap<u64, Vec<Note>> = BTreeMap::new();
        let mut tests: Vec<KeptTest> = Vec::new();
        let mut symbols = Symbols::default();
        let mut place = 0;
        self.run(ran, sequences, &mut |batch, result| {
            // All of them are of one batch: there are as many as statements at most.
            symbols = result.symbols.clone();
            for (portable, trace) in batch.iter().zip(&result.traces) {
                let broken = &shown[place].broken;
                place += 1;
                let goal = place as u64;
                let (Ok(sequence), Some(trace)) = (portable.within(&mut symbols), trace) else {
                    continue;
                };
                let calls = in_one_line(&sequence, &symbols);
                let violations = broken.iter().map(|broken| self.violation(broken, place, &calls));
                let violations: Vec<Violation> = violations.collect();
                notes.insert(goal, violations.iter().map(Violation::note).collect());
                told.violations.extend(violations);
                tests.push(test(&broken[0].point.class, sequence, trace, goal, &symbols));
            }
        })?;
        if let Some(first) = results.first_mut() {
            first.symbols = symbols;
            first.tests = tests;
        }
        Ok(Sifted {
            results,
            notes,
            report: page(&summary(told), &told.violations),
        })
    }

    fn violation(&self, broken: &Broken, number: usize, calls: &str) -> Violation {
        let origins = self.inferred.origins.of(&broken.point);
        Violation {
            number,
            point: broken.point.clone(),
            claim: broken.claim.clone(),
            sequence: calls.to_owned(),
            values: broken.by.values.clone(),
            origins: origins.into_iter().map(str::to_owned).collect(),
            round: broken.round,
        }
    }
}

/// A test that asserts what happened.
fn test(subject: &str, sequence: Sequence, trace: &Trace, goal: u64, symbols: &Symbols) -> KeptTest {
    let asserted = palus_oracle::assertions(symbols, &sequence, &trace.outcomes);
    KeptTest {
        subject: subject.to_owned(),
        sequence,
        outcomes: trace.outcomes.clone(),
        asserted,
        rank: goal as u32,
        goals: vec![goal],
        ..KeptTest::default()
    }
}

fn in_one_line(sequence: &Sequence, symbols: &Symbols) -> String {
    sequence.text(symbols).trim_end().replace('\n', "; ")
}
