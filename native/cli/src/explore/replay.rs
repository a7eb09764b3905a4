//! Sequences that somebody else made, run and written as tests.

use std::path::Path;

use palus_emit::java::Label;
use palus_sequence::work::{KeptTest, RunResult};
use palus_sequence::{EdgeBlock, ObservationPlan, Outcome, Sequence, Symbols, Value};
use palus_state::State;

use super::Explorer;
use super::decode::joint;

/// What a sequence did.
pub(crate) struct Replayed<'r> {
    /// What each of its statements did.
    pub(crate) outcomes: &'r [Outcome],
    /// The state of the receiver of the last statement, or of what that made, behind it; `None` where it is not known.
    pub(crate) state: Option<State>,
    /// The state of the receiver of the last statement before it; `None` where it has none, or that is not known.
    pub(crate) before: Option<State>,
    /// The names of the ids in outcomes.
    pub(crate) symbols: &'r Symbols,
    /// The edges that it passed, in the numbers of `blocks`.
    edges: &'r [u32],
    blocks: &'r [EdgeBlock],
}

impl Replayed<'_> {
    /// The edges that it passed: those of a class with the block of that, numbered within it.
    pub(crate) fn edges(&self) -> impl Iterator<Item = (&EdgeBlock, u32)> {
        self.edges
            .iter()
            .filter_map(|edge| EdgeBlock::within(self.blocks, *edge))
    }
}

impl Explorer {
    /// Runs sequences and hands over what each that ran did, with its position.
    pub(crate) fn replay(
        &mut self,
        sequences: &[Sequence],
        each: &mut dyn FnMut(usize, &Replayed<'_>),
    ) -> anyhow::Result<()> {
        if sequences.is_empty() {
            return Ok(());
        }
        let symbols = self.library_symbols();
        let plan = ObservationPlan::states();
        self.laboratory()
            .run(sequences, symbols, plan, &mut |first, run: RunResult| {
                for (offset, trace) in run.traces.iter().enumerate() {
                    let Some(trace) = trace else { continue };
                    let last = trace.outcomes.len().checked_sub(1);
                    let states = last.and_then(|last| trace.states.get(last));
                    let [entry, exit] = [states.and_then(|it| it.entry), states.and_then(|it| it.exit)]
                        .map(|id| joint(&run, id).and_then(|joint| joint.part(0)));
                    each(
                        first + offset,
                        &Replayed {
                            outcomes: &trace.outcomes,
                            state: exit,
                            before: entry,
                            symbols: &run.symbols,
                            edges: &trace.edges,
                            blocks: &run.blocks,
                        },
                    );
                }
            })
    }

    /// Writes each sequence as a test that asserts what all its calls give, where it does the same in fresh virtual machines. How many tests were
    /// written.
    pub(crate) fn write_sequences(
        &mut self,
        sequences: &[Sequence],
        labels: &[Label],
        suffix: &'static str,
        out: &Path,
    ) -> anyhow::Result<usize> {
        if sequences.is_empty() {
            return Ok(0);
        }
        let (symbols, kept) = self.kept(sequences, &test)?;
        self.confirm(&symbols, kept, labels, suffix, out)
    }
}

fn test(_: usize, subject: &str, (sequence, outcomes): (Sequence, Vec<Outcome>), _: &Symbols) -> Option<KeptTest> {
    let (last, before) = outcomes.split_last()?;
    let is_ended = matches!(last, Outcome::Ended(_) | Outcome::NotRun);
    if is_ended || !before.iter().all(Outcome::is_normal) {
        return None;
    }
    let says = |outcome: &Outcome| match outcome {
        Outcome::Returned(Value::Void) => false,
        Outcome::Returned(value) => value.literal().is_some(),
        _ => true,
    };
    let asserted = outcomes.iter().enumerate().filter(|(_, outcome)| says(outcome));
    Some(KeptTest {
        subject: subject.to_owned(),
        asserted: asserted.map(|(at, _)| at as u16).collect(),
        sequence,
        outcomes,
        ..KeptTest::default()
    })
}
