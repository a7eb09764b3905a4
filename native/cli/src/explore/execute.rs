//! Calls in states, run as somebody wants them.

use std::time::Instant;

use palus_machine::{CallId, Concrete, Execute, Executed, Wanted};

use super::Explorer;
use super::decode::root;

/// So many calls are made before the clock is looked at: each twice, they fill one worker.
const PART: usize = 10_000;

impl Execute for Explorer {
    type Error = anyhow::Error;

    fn execute(&mut self, known: &Concrete, wanted: &[Wanted]) -> anyhow::Result<Vec<Executed>> {
        let mut executed = Vec::with_capacity(wanted.len());
        for part in wanted.chunks(PART) {
            if self.until.is_some_and(|until| Instant::now() > until) {
                executed.resize(wanted.len(), Executed::NotRun);
                break;
            }
            executed.extend(self.execute_part(known, part)?);
        }
        Ok(executed)
    }
}

impl Explorer {
    fn execute_part(&mut self, known: &Concrete, wanted: &[Wanted]) -> anyhow::Result<Vec<Executed>> {
        let mut executed = vec![Executed::Elsewhere; wanted.len()];
        let (mut places, mut sequences) = (Vec::new(), Vec::new());
        for (place, wanted) in wanted.iter().enumerate() {
            let calls: Vec<CallId> = wanted.path.iter().copied().chain([wanted.call]).collect();
            match self.sequence(known, &calls) {
                Some(_) if self.left < 2 => executed[place] = Executed::NotRun,
                Some(sequence) => {
                    self.left -= 2;
                    executed[place] = Executed::Lost;
                    places.push(place);
                    sequences.push(sequence);
                }
                None => {}
            }
        }
        // Each runs twice, so that what hangs on chance, the clock or static fields is told.
        let once = sequences.len();
        sequences.extend_from_within(..);
        self.run(&sequences, &mut |states, at, done| {
            let (place, is_again) = (places[at % once], at >= once);
            let entry = root(done.run, done.states().entry, 0, states);
            let exit = root(done.run, done.states().exit, 0, states);
            let came = match (done.answer(states), exit) {
                _ if entry != Some(wanted[place].state) => Executed::Elsewhere,
                (Some(answer), Some(to)) => Executed::Done(to, answer),
                _ => Executed::Lost,
            };
            executed[place] = match executed[place].clone() {
                Executed::Done(to, answer) if is_again && came != executed[place] => Executed::Unstable(to, answer),
                known if is_again => known,
                _ => came,
            };
        })?;
        Ok(executed)
    }
}
