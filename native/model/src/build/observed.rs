//! What was passed along one transition, while it is counted.

use rustc_hash::FxHashMap;

use super::call::{Passed, Raw};
use super::names::Names;
use super::origins::Origins;
use crate::digest::Digest;
use crate::keep::{Bar, Candidate, KEPT, choose, rank};

/// A dependence: which input, and the automaton and node of what was passed there.
pub(super) type Edge = (u16, u32, u32);

/// How many distinct observations of a transition count as something new that was learned.
pub(super) const TAUGHT: usize = 2;

/// Observations by the hash of their inputs. Between two rounds of the rule in [`choose`] up to twice as many are
/// held as it keeps.
#[derive(Debug, Default)]
pub(super) struct Observed {
    digests: Vec<Digest>,
    entries: Vec<(u64, Box<[Raw]>)>,
    /// Set by the first round.
    bar: Option<Box<Bar>>,
    /// The dependences of what is no longer held.
    dropped: Option<Box<FxHashMap<Edge, u64>>>,
    pub(super) origins: Origins,
    /// The most that were held at a time, up to [`TAUGHT`]: one that was taken back and comes again is nothing new.
    most: usize,
    /// How often the transition was taken.
    pub(super) count: u64,
}

impl Observed {
    /// Counts one more call, made in `test`. Inputs that are the subject are marked as such. Says whether something
    /// new was learned.
    pub(super) fn add(&mut self, inputs: &[Passed], subject: Option<u64>, test: u32, names: &Names) -> bool {
        self.count += 1;
        self.origins.add(test, names);
        let digest = digest(inputs, subject);
        if let Some(bar) = &self.bar
            && !bar.admits(digest, inputs.iter().map(|input| raw_rank(&input.raw)))
        {
            let edges = inputs.iter().enumerate().filter(|(_, input)| !input.is(subject));
            for edge in edges.filter_map(|(place, input)| edge(place, &input.raw)) {
                *self.dropped.get_or_insert_default().entry(edge).or_default() += 1;
            }
            return false;
        }
        if let Some(index) = self.digests.iter().position(|&known| known == digest) {
            self.entries[index].0 += 1;
            return false;
        }
        self.digests.push(digest);
        self.entries
            .push((1, inputs.iter().map(|input| raw(input, subject)).collect()));
        if self.entries.len() >= 2 * KEPT {
            self.prune();
        }
        let is_new = self.most < TAUGHT.min(self.entries.len());
        self.most += usize::from(is_new);
        is_new
    }

    /// Takes back one call that [`Self::add`] counted.
    pub(super) fn remove(&mut self, inputs: &[Passed], subject: Option<u64>, test: u32) {
        self.count = self.count.saturating_sub(1);
        self.origins.remove(test);
        let digest = digest(inputs, subject);
        let Some(index) = self.digests.iter().position(|&known| known == digest) else {
            let edges = inputs.iter().enumerate().filter(|(_, input)| !input.is(subject));
            for edge in edges.filter_map(|(place, input)| edge(place, &input.raw)) {
                if let Some(count) = self.dropped.as_mut().and_then(|dropped| dropped.get_mut(&edge)) {
                    *count = count.saturating_sub(1);
                }
            }
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

    /// Every dependence with how often it was seen; one may come in several parts.
    pub(super) fn edges(&self) -> impl Iterator<Item = (Edge, u64)> {
        let held = self
            .entries
            .iter()
            .flat_map(|(count, inputs)| edges(inputs).map(|edge| (edge, *count)));
        let dropped = self.dropped.iter().flat_map(|dropped| dropped.iter());
        held.chain(dropped.map(|(&edge, &count)| (edge, count)))
    }

    fn prune(&mut self) {
        let chosen = self.choose();
        for ((count, inputs), _) in self.entries.iter().zip(&chosen).filter(|(_, kept)| !**kept) {
            for edge in edges(inputs) {
                *self.dropped.get_or_insert_default().entry(edge).or_default() += count;
            }
        }
        let mut keep = chosen.iter();
        self.digests.retain(|_| keep.next() == Some(&true));
        let mut keep = chosen.iter();
        self.entries.retain(|_| keep.next() == Some(&true));
        self.bar = Some(Box::new(Bar::of(&self.candidates())));
    }

    fn choose(&self) -> Vec<bool> {
        choose(&self.candidates())
    }

    fn candidates(&self) -> Vec<Candidate> {
        let inputs = self.digests.iter().zip(&self.entries);
        inputs
            .map(|(&digest, (_, inputs))| Candidate::new(digest, inputs.iter().map(raw_rank)))
            .collect()
    }
}

fn raw(input: &Passed, subject: Option<u64>) -> Raw {
    match input.raw {
        Raw::Object { profile, .. } if input.is(subject) => Raw::Subject(profile),
        _ => input.raw.clone(),
    }
}

fn raw_rank(raw: &Raw) -> Option<i64> {
    match raw {
        Raw::Value(value) | Raw::Boxed(value) => rank(value),
        Raw::Array { length, .. } => Some(i64::from(*length)),
        Raw::Subject(_) | Raw::Null | Raw::Object { .. } | Raw::Result(_) => None,
    }
}

fn edge(place: usize, raw: &Raw) -> Option<Edge> {
    match raw {
        Raw::Object {
            state: Some((automaton, node)),
            ..
        } => Some((place as u16, *automaton, *node)),
        _ => None,
    }
}

fn edges(inputs: &[Raw]) -> impl Iterator<Item = Edge> {
    inputs.iter().enumerate().filter_map(|(place, raw)| edge(place, raw))
}

fn digest(inputs: &[Passed], subject: Option<u64>) -> Digest {
    inputs.iter().fold(Digest::default(), |digest, input| {
        digest.with(match input.raw {
            Raw::Object { profile, .. } if input.is(subject) => Digest::of_subject(profile).0,
            _ => input.digest.0,
        })
    })
}
