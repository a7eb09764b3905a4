//! Pools of values: sequences that made an object, found again by the object's type.

use std::rc::Rc;

use palus_classes::Library;
use palus_sequence::{Sequence, TypeId, Var};
use rustc_hash::FxHashMap;

use crate::draw::Draw;
use crate::types::Assignable;

/// How many values one type keeps: the newest replace the oldest.
const TYPE_CAP: usize = 64;

/// A value: the sequence that makes it when it is run again, and the variable in which it ends up. Objects themselves are
/// never shared between sequences, since the code under test may change them.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub(crate) sequence: Rc<Sequence>,
    pub(crate) var: Var,
}

/// The values of one declared type.
#[derive(Default)]
struct Shelf {
    entries: Vec<Entry>,
    /// How many were ever put here: the next one goes to this position, modulo the cap.
    put: usize,
}

/// The values made so far. They are indexed by declared type, not by run-time class, because a test declares its
/// variables by declared type and uses no casts.
#[derive(Default)]
pub(crate) struct Pools {
    shelves: FxHashMap<TypeId, Shelf>,
    /// The declared types with values, in the order of their first value.
    declared: Vec<TypeId>,
    /// For a wanted type, those of `declared` that fit, and how many of `declared` were looked at.
    fitting: FxHashMap<TypeId, (Vec<TypeId>, usize)>,
}

impl Pools {
    /// Keeps a value of that declared type.
    pub(crate) fn put(&mut self, declared: TypeId, entry: Entry) {
        let order = &mut self.declared;
        let values = self.shelves.entry(declared).or_insert_with(|| {
            order.push(declared);
            Shelf::default()
        });
        if values.entries.len() < TYPE_CAP {
            values.entries.push(entry);
        } else {
            values.entries[values.put % TYPE_CAP] = entry;
        }
        values.put += 1;
    }

    /// How many values of exactly that declared type are kept.
    pub(crate) fn count(&self, declared: TypeId) -> usize {
        self.shelves.get(&declared).map_or(0, |shelf| shelf.entries.len())
    }

    /// A value that can be passed where `wanted` is wanted: a fitting declared type first, then one of its values, so
    /// that a type with many values does not crowd out the others.
    pub(crate) fn draw(
        &mut self,
        wanted: TypeId,
        rng: &mut Draw,
        assignable: &mut Assignable,
        library: &mut dyn Library,
    ) -> Option<Entry> {
        let (fitting, seen) = self.fitting.entry(wanted).or_default();
        for &declared in &self.declared[*seen..] {
            if assignable.test(library, declared, wanted) {
                fitting.push(declared);
            }
        }
        *seen = self.declared.len();
        let declared = rng.pick(fitting)?;
        rng.pick(&self.shelves.get(declared)?.entries).cloned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::FakeLibrary;

    fn entry(var: u16) -> Entry {
        Entry {
            sequence: Rc::default(),
            var: Var(var),
        }
    }

    #[test]
    fn a_value_is_found_under_its_type_and_its_super_types_only() {
        let mut library = FakeLibrary::default();
        let (cat, animal, stone) = (library.class("Cat"), library.class("Animal"), library.class("Stone"));
        library.extends(cat, animal);
        let (mut pools, mut rng, mut assignable) = (Pools::default(), Draw::new(1), Assignable::default());
        let mut found =
            |pools: &mut Pools, wanted| pools.draw(wanted, &mut rng, &mut assignable, &mut library).is_some();
        assert!(!found(&mut pools, animal));
        pools.put(cat, entry(0));
        assert!(found(&mut pools, animal), "types that come later are seen");
        assert!(found(&mut pools, cat));
        assert!(!found(&mut pools, stone));
    }

    #[test]
    fn a_full_shelf_forgets_its_oldest_value() {
        let mut library = FakeLibrary::default();
        let cat = library.class("Cat");
        let mut pools = Pools::default();
        for var in 0..=TYPE_CAP as u16 {
            pools.put(cat, entry(var));
        }
        assert_eq!(pools.count(cat), TYPE_CAP);
        assert!(pools.shelves[&cat].entries.iter().all(|entry| entry.var != Var(0)));
    }
}
