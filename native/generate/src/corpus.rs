//! The sequences that reached something new, class by class: what mutation starts from.

use std::collections::BTreeMap;
use std::rc::Rc;

use palus_sequence::{Sequence, TypeId};

use crate::draw::Draw;

/// How many sequences a class keeps: the newest replace the most often picked.
const CLASS_CAP: usize = 256;
/// Steps of a sequence beyond which it is picked less: more than loading a few classes takes, as most do that reach something new.
const CHEAP_STEPS: f64 = 400_000.0;

/// A sequence that showed something new.
pub(crate) struct Material {
    /// The class that it is about.
    pub(crate) class: TypeId,
    /// The statements, up to the last that showed something new.
    pub(crate) sequence: Sequence,
    /// Whether the last of them threw.
    pub(crate) threw: bool,
    /// What it took, in steps.
    pub(crate) cost: u64,
}

struct Entry {
    sequence: Rc<Sequence>,
    threw: bool,
    cost: u64,
    picks: u32,
}

/// Sequences that reached something new, by the class they are about.
#[derive(Default)]
pub(crate) struct Corpus(BTreeMap<TypeId, Vec<Entry>>);

impl Corpus {
    /// Keeps a sequence.
    pub(crate) fn put(&mut self, material: Material) {
        let entries = self.0.entry(material.class).or_default();
        if entries.len() >= CLASS_CAP
            && let Some(tired) = (0..entries.len()).max_by_key(|index| entries[*index].picks)
        {
            entries.remove(tired);
        }
        entries.push(Entry {
            sequence: Rc::new(material.sequence),
            threw: material.threw,
            cost: material.cost,
            picks: 0,
        });
    }

    /// Any sequence about the class.
    pub(crate) fn donor(&self, class: TypeId, rng: &mut Draw) -> Option<Rc<Sequence>> {
        rng.pick(self.0.get(&class)?).map(|entry| entry.sequence.clone())
    }

    /// Draws a sequence: one that was seldom picked is likelier, and so is a short or a cheap one. Also says
    /// whether its last statement threw.
    pub(crate) fn draw(&mut self, class: TypeId, rng: &mut Draw) -> Option<(Rc<Sequence>, bool)> {
        let entries = self.0.get_mut(&class)?;
        let weight = |entry: &Entry| {
            let cheap = CHEAP_STEPS / (CHEAP_STEPS + entry.cost as f64);
            cheap / f64::from(1 + entry.picks) / (4.0 + entry.sequence.len() as f64)
        };
        let weights: Vec<f64> = entries.iter().map(weight).collect();
        let entry = &mut entries[rng.weighted(&weights)?];
        entry.picks += 1;
        Some((entry.sequence.clone(), entry.threw))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_class_drops_the_sequence_that_was_picked_most() {
        let (mut corpus, mut rng, class) = (Corpus::default(), Draw::new(1), TypeId(9));
        let material = || Material {
            class,
            sequence: Sequence::default(),
            threw: false,
            cost: 0,
        };
        corpus.put(material());
        corpus.draw(class, &mut rng);
        for _ in 0..CLASS_CAP {
            corpus.put(material());
        }
        assert_eq!(corpus.0[&class].len(), CLASS_CAP);
        assert!(corpus.0[&class].iter().all(|entry| entry.picks == 0));
    }
}
