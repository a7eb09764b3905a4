//! Pools of values: sequences that made an object, found again by the object's type.

use std::rc::Rc;

use palus_classes::Library;
use palus_sequence::{Profile, Sequence, TypeId, Var};
use rustc_hash::FxHashMap;

use crate::draw::Draw;
use crate::types::Assignable;

/// How many values one type keeps: the newest replace the oldest.
const TYPE_CAP: usize = 64;
/// The same of values with one profile.
const PROFILE_CAP: usize = 16;

/// A value: the sequence that makes it when it is run again, and the variable in which it ends up. Objects themselves are
/// never shared between sequences, since the code under test may change them.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub(crate) sequence: Rc<Sequence>,
    pub(crate) var: Var,
}

/// Values of which the newest replace the oldest.
struct Shelf<E> {
    entries: Vec<E>,
    /// How many were ever put here: the next one goes to this position, modulo the cap.
    put: usize,
}

impl<E> Default for Shelf<E> {
    fn default() -> Self {
        Self {
            entries: Vec::new(),
            put: 0,
        }
    }
}

impl<E> Shelf<E> {
    fn put(&mut self, entry: E, cap: usize) {
        if self.entries.len() < cap {
            self.entries.push(entry);
        } else {
            self.entries[self.put % cap] = entry;
        }
        self.put += 1;
    }
}

/// What an object is like, as far as a recording says: its run-time class, and the abstract values of its fields.
pub(crate) type Likeness = (TypeId, Profile);

/// The values made so far. They are indexed by declared type, not by run-time class, because a test declares its
/// variables by declared type and uses no casts.
#[derive(Default)]
pub(crate) struct Pools {
    shelves: FxHashMap<TypeId, Shelf<Entry>>,
    /// The declared types with values, in the order of their first value.
    declared: Vec<TypeId>,
    /// For a wanted type, those of `declared` that fit, and how many of `declared` were looked at.
    fitting: FxHashMap<TypeId, (Vec<TypeId>, usize)>,
    /// The values that are like what was recorded, with their declared types; one shelf for each likeness that is wanted.
    alike: FxHashMap<Likeness, Shelf<(TypeId, Entry)>>,
}

impl Pools {
    /// Keeps a value of that declared type.
    pub(crate) fn put(&mut self, declared: TypeId, entry: Entry) {
        let order = &mut self.declared;
        let values = self.shelves.entry(declared).or_insert_with(|| {
            order.push(declared);
            Shelf::default()
        });
        values.put(entry, TYPE_CAP);
    }

    /// From now on values that are like this are kept as such.
    pub(crate) fn want(&mut self, likeness: Likeness) {
        self.alike.entry(likeness).or_default();
    }

    /// Whether it matters what any value is like.
    pub(crate) fn wants_profiles(&self) -> bool {
        !self.alike.is_empty()
    }

    /// Whether a value that is like this is wanted, and there is none.
    pub(crate) fn lacks(&self, likeness: Likeness) -> bool {
        self.alike.get(&likeness).is_some_and(|shelf| shelf.entries.is_empty())
    }

    /// Keeps a value of that declared type as one that is like this, if that is wanted.
    pub(crate) fn put_alike(&mut self, likeness: Likeness, declared: TypeId, entry: Entry) {
        if let Some(shelf) = self.alike.get_mut(&likeness) {
            shelf.put((declared, entry), PROFILE_CAP);
        }
    }

    /// A value that is like this and can be passed where `wanted` is wanted.
    pub(crate) fn draw_alike(
        &self,
        likeness: Likeness,
        wanted: TypeId,
        rng: &mut Draw,
        assignable: &mut Assignable,
        library: &mut dyn Library,
    ) -> Option<Entry> {
        let mut fitting = Vec::new();
        for (declared, entry) in &self.alike.get(&likeness)?.entries {
            if assignable.test(library, *declared, wanted) {
                fitting.push(entry);
            }
        }
        rng.pick(&fitting).map(|entry| (*entry).clone())
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
    fn a_value_is_found_by_what_it_is_like_if_that_is_wanted_and_its_declared_type_fits() {
        let mut library = FakeLibrary::default();
        let (cat, animal, stone) = (library.class("Cat"), library.class("Animal"), library.class("Stone"));
        library.extends(cat, animal);
        let like = |bits| {
            let layout = palus_sequence::LayoutId(1);
            (cat, Profile { layout, bits })
        };
        let (mut pools, mut rng, mut assignable) = (Pools::default(), Draw::new(1), Assignable::default());
        pools.want(like(3));
        assert!(pools.lacks(like(3)) && !pools.lacks(like(5)));
        pools.put_alike(like(3), cat, entry(0));
        pools.put_alike(like(5), cat, entry(1));
        let mut drawn = |bits, wanted| {
            let found = pools.draw_alike(like(bits), wanted, &mut rng, &mut assignable, &mut library);
            found.map(|entry| entry.var)
        };
        assert_eq!(drawn(3, animal), Some(Var(0)));
        assert_eq!(drawn(3, stone), None);
        assert_eq!(drawn(5, cat), None, "nobody wanted it");
        assert!(!pools.lacks(like(3)));
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
