//! The fewest sequences that break all that is broken: what one test shows, no other need.

use std::collections::{BTreeMap, BTreeSet};

use palus_sequence::Portable;

use super::calls::Call;
use super::find::{Best, Breaking, Finder, Number, Statements};
use super::visit::each_answer;
use crate::generate::Ran;

/// A sequence, and what its variables are where it breaks a statement.
struct Candidate {
    sequence: Portable,
    length: usize,
    breaks: BTreeMap<Number, String>,
}

impl Finder {
    /// Has each statement broken by one of few sequences, chosen by how many more they break (Chvatal, "A greedy heuristic for the set-covering
    /// problem", 1979); of two that break as many, the shorter one.
    pub(super) fn cover(&self, ran: &Ran<'_>, statements: &Statements, best: &mut Best) -> anyhow::Result<()> {
        let mut candidates = self.candidates(ran, statements, best)?;
        let mut left: BTreeSet<Number> = best.keys().copied().collect();
        while !left.is_empty() {
            let gain = |candidate: &Candidate| candidate.breaks.keys().filter(|number| left.contains(number)).count();
            let Some((place, most)) = (0..candidates.len())
                .map(|place| (place, gain(&candidates[place])))
                .reduce(|best, other| {
                    let length = |place: usize| candidates[place].length;
                    let is_better = other.1 > best.1 || (other.1 == best.1 && length(other.0) < length(best.0));
                    if is_better { other } else { best }
                })
            else {
                break;
            };
            // What no candidate breaks again keeps what it had.
            if most == 0 {
                break;
            }
            let chosen = candidates.swap_remove(place);
            for (number, values) in &chosen.breaks {
                if left.remove(number) {
                    let breaking = Breaking {
                        sequence: chosen.sequence.clone(),
                        length: chosen.length,
                        values: values.clone(),
                    };
                    best.insert(*number, breaking);
                }
            }
        }
        Ok(())
    }

    /// The sequences, each once and with all that it breaks.
    fn candidates(&self, ran: &Ran<'_>, statements: &Statements, best: &Best) -> anyhow::Result<Vec<Candidate>> {
        let mut candidates: Vec<Candidate> = Vec::new();
        for breaking in best.values() {
            if candidates.iter().all(|known| known.sequence != breaking.sequence) {
                candidates.push(Candidate {
                    sequence: breaking.sequence.clone(),
                    length: breaking.length,
                    breaks: BTreeMap::new(),
                });
            }
        }
        let sequences = candidates.iter().map(|candidate| candidate.sequence.clone()).collect();
        let mut first = 0;
        self.run(ran, sequences, &mut |batch, result| {
            let mut ask = |call: &Call| self.broken(statements, call);
            each_answer(
                ran,
                batch,
                &result,
                &mut ask,
                &mut |visit, broken: &[(Number, String)]| {
                    let breaks = &mut candidates[first + visit.place].breaks;
                    for (number, values) in broken.iter().filter(|(number, _)| best.contains_key(number)) {
                        breaks.entry(*number).or_insert_with(|| values.clone());
                    }
                },
            );
            first += batch.len();
        })?;
        Ok(candidates)
    }
}
