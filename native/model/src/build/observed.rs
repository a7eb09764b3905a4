//! What was passed along one transition, while it is counted.

use super::call::{Passed, Raw};
use crate::digest::Digest;
use crate::keep::{Candidate, KEPT, choose, rank};

/// Observations by the hash of their inputs. Between two rounds of the rule in [`choose`] up to twice as many are
/// held as it keeps.
#[derive(Debug, Default)]
pub(super) struct Observed {
    digests: Vec<Digest>,
    entries: Vec<(u64, Box<[Raw]>)>,
    /// How often the transition was taken.
    pub(super) count: u64,
}

impl Observed {
    /// Counts one more call. Inputs that are the subject are marked as such.
    pub(super) fn add(&mut self, inputs: &[Passed], subject: Option<u64>) {
        self.count += 1;
        let digest = digest(inputs, subject);
        if let Some(index) = self.digests.iter().position(|&known| known == digest) {
            self.entries[index].0 += 1;
            return;
        }
        self.digests.push(digest);
        self.entries
            .push((1, inputs.iter().map(|input| raw(input, subject)).collect()));
        if self.entries.len() >= 2 * KEPT {
            self.prune();
        }
    }

    /// Takes back one call that [`Self::add`] counted.
    pub(super) fn remove(&mut self, inputs: &[Passed], subject: Option<u64>) {
        self.count = self.count.saturating_sub(1);
        let digest = digest(inputs, subject);
        let Some(index) = self.digests.iter().position(|&known| known == digest) else {
            return;
        };
        self.entries[index].0 -= 1;
        if self.entries[index].0 == 0 {
            self.digests.swap_remove(index);
            self.entries.swap_remove(index);
        }
    }

    /// How many observations are held.
    pub(super) fn held(&self) -> usize {
        self.entries.len()
    }

    /// Each observation that the rule keeps, with how often it was made.
    pub(super) fn entries(&self) -> impl Iterator<Item = (u64, &[Raw])> {
        let kept = self.entries.iter().zip(self.choose()).filter(|(_, kept)| *kept);
        kept.map(|((count, inputs), _)| (*count, &**inputs))
    }

    fn prune(&mut self) {
        let chosen = self.choose();
        let mut keep = chosen.iter();
        self.digests.retain(|_| keep.next() == Some(&true));
        let mut keep = chosen.iter();
        self.entries.retain(|_| keep.next() == Some(&true));
    }

    fn choose(&self) -> Vec<bool> {
        let inputs = self.digests.iter().zip(&self.entries);
        let candidates: Vec<_> = inputs
            .map(|(&digest, (_, inputs))| Candidate::new(digest, inputs.iter().map(raw_rank)))
            .collect();
        choose(&candidates)
    }
}

fn raw(input: &Passed, subject: Option<u64>) -> Raw {
    if input.is(subject) {
        Raw::Subject
    } else {
        input.raw.clone()
    }
}

fn raw_rank(raw: &Raw) -> Option<i64> {
    match raw {
        Raw::Value(value) | Raw::Boxed(value) => rank(value),
        Raw::Subject | Raw::Null | Raw::Object { .. } => None,
    }
}

fn digest(inputs: &[Passed], subject: Option<u64>) -> Digest {
    inputs.iter().fold(Digest::default(), |digest, input| {
        digest.with(if input.is(subject) {
            Digest::SUBJECT.0
        } else {
            input.digest.0
        })
    })
}
