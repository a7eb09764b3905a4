//! Sequences run in workers outside of a search: a lost worker costs the sequence that it ran.

use palus_sequence::work::{Avoid, Order, RunOrder, RunResult};

use crate::flags::Surroundings;
use crate::losses::Losses;
use crate::worker::{Ending, Job};
use crate::{Error, Workshop};

/// Sequences that one worker is given: its start takes as long as some thousand of them.
const BATCH: usize = 20_000;

impl Workshop {
    /// Runs the sequences of an order, in batches, and hands over what came of each batch with the position of its first sequence. Whoever
    /// was interrupted goes on with an order of the sequences that are left.
    pub fn run_sequences(&self, order: &RunOrder, each: &mut dyn FnMut(usize, RunResult)) -> Result<(), Error> {
        let mut without_sequences = order.clone();
        without_sequences.sequences.clear();
        for (number, sequences) in order.sequences.chunks(BATCH).enumerate() {
            let batch = RunOrder {
                sequences: sequences.to_vec(),
                ..without_sequences.clone()
            };
            each(number * BATCH, self.run_batch(batch, number as u32)?);
        }
        Ok(())
    }

    fn run_batch(&self, mut order: RunOrder, number: u32) -> Result<RunResult, Error> {
        let mut losses = Losses::after(order.avoid.clone());
        loop {
            // Only the sequence goes, not all others that call the same method: somebody asked for them.
            order.avoid = Avoid {
                sequences: losses.avoid().sequences.clone(),
                methods: Vec::new(),
            };
            let run = Order::Run(order);
            let job = Job {
                order: &run,
                group: number,
                surroundings: Surroundings::Usual,
            };
            let loss = match self.run::<RunResult>(&job, None, &mut |_| ())? {
                Ending::Done(result) => return Ok(*result),
                Ending::Lost(loss) => loss,
            };
            if !losses.learn(&loss) {
                return Err(Error::WorkerFailed {
                    group: number,
                    how: loss.how(),
                    tail: loss.tail,
                });
            }
            let Order::Run(again) = run else {
                unreachable!("it was made of one")
            };
            order = again;
        }
    }
}
