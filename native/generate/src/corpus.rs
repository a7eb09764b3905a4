//! The sequences that reached something new, class by class: what mutation starts from.

use std::collections::BTreeMap;
use std::rc::Rc;

use palus_sequence::{Sequence, TypeId};

use crate::draw::Draw;

/// How many sequences a class keeps: the newest replace the most often picked.
const CLASS_CAP: usize = 256;

/// A sequence that showed something new.
pub(crate) struct Material {
    /// The class that it is about.
    pub(crate) class: TypeId,
    /// The statements, up to the last that showed something new.
    pub(crate) sequence: Sequence,
    /// Whether the last of them threw.
    pub(crate) threw: bool,
}

struct Entry {
    sequence: Rc<Sequence>,
    threw: bool,
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
            picks: 0,
        });
    }

    /// Any sequence about the class.
    pub(crate) fn donor(&self, class: TypeId, rng: &mut Draw) -> Option<Rc<Sequence>> {
        rng.pick(self.0.get(&class)?).map(|entry| entry.sequence.clone())
    }

    /// Draws a sequence: one that was seldom picked is likelier, and so is a short one. Also says
    /// whether its last statement threw.
    pub(crate) fn draw(&mut self, class: TypeId, rng: &mut Draw) -> Option<(Rc<Sequence>, bool)> {
        let entries = self.0.get_mut(&class)?;
        let weight = |entry: &Entry| 1.0 / f64::from(1 + entry.picks) / (4.0 + entry.sequence.len() as f64);
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
