//! Tests of calls that somebody found worth showing.

use std::path::Path;

use palus_emit::java::{Label, Wording};
use palus_machine::{CallId, Concrete};
use palus_sequence::work::{Confirmation, KeptTest, RunResult};
use palus_sequence::{ObservationPlan, Outcome, Portable, Sequence, Symbols, Value};

use super::Explorer;
use crate::generate::labelled::{self, Target};

/// Calls, the first of which makes the object, with what is said of them.
pub(crate) struct Example {
    pub(crate) label: Label,
    pub(crate) calls: Vec<CallId>,
}

/// Makes a test of what a sequence did, by its position; `None` where it shows nothing.
pub(super) type MakeTest<'m> = dyn Fn(usize, &str, (Sequence, Vec<Outcome>), &Symbols) -> Option<KeptTest> + 'm;

impl Explorer {
    /// Writes a JUnit test for each example whose last call does the same again, in fresh virtual machines and behind each other: it asserts what that
    /// call gave. How many tests were written. `suffix` is the end of the name of the test class.
    pub(crate) fn write_tests(
        &mut self,
        concrete: &Concrete,
        examples: Vec<Example>,
        suffix: &'static str,
        out: &Path,
    ) -> anyhow::Result<usize> {
        let mut labels = Vec::new();
        let mut sequences = Vec::new();
        for Example { label, calls } in examples {
            if let Some(sequence) = self.sequence(concrete, &calls) {
                labels.push(label);
                sequences.push(sequence);
            }
        }
        let (symbols, kept) = self.kept(&sequences, &test)?;
        self.confirm(&symbols, kept, &labels, suffix, out)
    }

    /// Writes the tests that do the same in fresh virtual machines; each has the label at its position.
    pub(super) fn confirm(
        &mut self,
        symbols: &Symbols,
        kept: Vec<(usize, KeptTest)>,
        labels: &[Label],
        suffix: &'static str,
        out: &Path,
    ) -> anyhow::Result<usize> {
        let (places, tests): (Vec<usize>, Vec<KeptTest>) = kept.into_iter().unzip();
        let verdicts = self.laboratory().confirm(symbols, &tests)?;
        let mut wording = Wording {
            suffix,
            labels: Vec::new(),
        };
        let mut confirmed = Vec::new();
        for ((place, mut test), verdict) in places.into_iter().zip(tests).zip(verdicts) {
            if let Confirmation::Same { asserted } = verdict {
                test.asserted = asserted;
                wording.labels.push(labels[place].clone());
                confirmed.push(test);
            }
        }
        let laboratory = self.laboratory();
        let target = Target {
            jdk: laboratory.jdk(),
            class_path: laboratory.class_path(),
            sandboxed: laboratory.is_sandboxed(),
            junit: self.junit,
            out,
        };
        labelled::write(symbols, &confirmed, &wording, &target)
    }

    /// The tests that are made of what the sequences do, with their positions; and the names of their ids.
    pub(super) fn kept(
        &mut self,
        sequences: &[Sequence],
        make: &MakeTest<'_>,
    ) -> anyhow::Result<(Symbols, Vec<(usize, KeptTest)>)> {
        let own = self.library_symbols().clone();
        let mut symbols = Symbols::default();
        let mut kept = Vec::new();
        let mut failed = None;
        let subject = self.class().to_owned();
        self.laboratory().run(
            sequences,
            &own,
            ObservationPlan::states(),
            &mut |first, run: RunResult| {
                // The first batch has room for all that a reader would look at.
                if first > 0 {
                    return;
                }
                symbols = run.symbols;
                for (at, (sequence, trace)) in sequences.iter().zip(run.traces).enumerate() {
                    let Some(trace) = trace else { continue };
                    let within = Portable::new(sequence, &own).and_then(|portable| portable.within(&mut symbols));
                    match within {
                        Ok(sequence) => {
                            let test = make(at, &subject, (sequence, trace.outcomes), &symbols);
                            kept.extend(test.map(|test| (at, test)));
                        }
                        Err(error) => failed = Some(error),
                    }
                }
            },
        )?;
        match failed {
            Some(error) => Err(error.into()),
            None => Ok((symbols, kept)),
        }
    }
}

/// The test that asserts what the last statement gave, when that can be written; `None` when one before it did not return.
fn test(_: usize, subject: &str, (sequence, outcomes): (Sequence, Vec<Outcome>), _: &Symbols) -> Option<KeptTest> {
    let (last, before) = outcomes.split_last()?;
    if !before.iter().all(Outcome::is_normal) {
        return None;
    }
    let asserted = match last {
        Outcome::Returned(Value::Void) => Vec::new(),
        Outcome::Returned(value) if value.literal().is_none() => Vec::new(),
        Outcome::Returned(_) | Outcome::Threw { .. } => vec![sequence.len() as u16 - 1],
        Outcome::Ended(_) | Outcome::NotRun => return None,
    };
    Some(KeptTest {
        subject: subject.to_owned(),
        sequence,
        outcomes,
        asserted,
        ..KeptTest::default()
    })
}
