//! The names behind the ids in the records of one run.

use std::hash::Hash;
use std::sync::{Arc, PoisonError, RwLock};

use rustc_hash::{FxHashMap, FxHashSet};

use crate::profile::ProfileLayout;

/// Set in the access flags of a method that is watched where it is called and not from its inside, as those of the JDK are. No
/// flag of a method in a class file has this bit (JVMS table 4.6-A).
pub const CALL_SITE: u16 = 0x8000;

/// A method as the class file names it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct MethodNames {
    /// The declaring class, binary name with dots.
    pub owner: Arc<str>,
    /// The name; `<init>` for a constructor.
    pub name: Arc<str>,
    /// The descriptor (JVMS 4.3.3).
    pub descriptor: Arc<str>,
    /// The access flags (JVMS 4.6), and [`CALL_SITE`].
    pub access: u16,
}

/// A field as the class file names it.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct FieldNames {
    /// The declaring class, binary name with dots.
    pub owner: Arc<str>,
    /// The name.
    pub name: Arc<str>,
}

/// Hands out ids for methods, fields and classes, from 1, and says what they stand for. Shared by all threads of a run: ids
/// are asked for once a method or class, names once by each reader that keeps what it learned.
#[derive(Debug, Default)]
pub struct Dictionary {
    tables: RwLock<Tables>,
}

#[derive(Debug, Default)]
struct Tables {
    methods: Interned<MethodNames>,
    fields: Interned<FieldNames>,
    /// By the ids of their methods.
    parameters: FxHashMap<u32, Arc<[Arc<str>]>>,
    classes: Interned<Arc<str>>,
    layouts: FxHashMap<u32, Arc<ProfileLayout>>,
    owners: FxHashSet<Arc<str>>,
    /// The owners of methods that are watched from their inside.
    inside: FxHashSet<Arc<str>>,
    /// The owners of tests.
    tests: FxHashSet<Arc<str>>,
}

impl Dictionary {
    /// The id of a method: the same for the same names and flags. `owner` is a binary name with dots.
    pub fn method_id(&self, owner: &str, name: &str, descriptor: &str, access: u16) -> u32 {
        let mut tables = self.tables.write().unwrap_or_else(PoisonError::into_inner);
        let owner = match tables.inside.get(owner) {
            Some(known) => known.clone(),
            None => owner.into(),
        };
        if access & CALL_SITE == 0 {
            tables.owners.insert(owner.clone());
            tables.inside.insert(owner.clone());
        }
        tables.methods.id(MethodNames {
            owner,
            name: name.into(),
            descriptor: descriptor.into(),
            access,
        })
    }

    /// The id of a test method: as [`Self::method_id`], but objects of its class are not followed for it.
    pub fn test_id(&self, owner: &str, name: &str, descriptor: &str, access: u16) -> u32 {
        let mut tables = self.tables.write().unwrap_or_else(PoisonError::into_inner);
        let owner: Arc<str> = owner.into();
        tables.tests.insert(owner.clone());
        tables.methods.id(MethodNames {
            owner,
            name: name.into(),
            descriptor: descriptor.into(),
            access,
        })
    }

    /// Whether a class, by its `Class.getName()`, has tests, or stands in one that has.
    pub fn is_of_tests(&self, runtime_name: &str) -> bool {
        let tables = self.tables.read().unwrap_or_else(PoisonError::into_inner);
        let nested = runtime_name.match_indices('$').map(|(at, _)| &runtime_name[..at]);
        nested.chain([runtime_name]).any(|name| tables.tests.contains(name))
    }

    /// Says what the parameters of a method are called in the source.
    pub fn name_parameters(&self, method: u32, names: impl Iterator<Item = impl Into<Arc<str>>>) {
        let names = names.map(Into::into).collect();
        let mut tables = self.tables.write().unwrap_or_else(PoisonError::into_inner);
        tables.parameters.insert(method, names);
    }

    /// What the parameters of a method are called, where its class file says so.
    pub fn parameters(&self, method: &MethodNames) -> Option<Arc<[Arc<str>]>> {
        let tables = self.tables.read().unwrap_or_else(PoisonError::into_inner);
        tables.parameters.get(tables.methods.ids.get(method)?).cloned()
    }

    /// The id of a run-time class by its `Class.getName()`.
    pub fn class_id(&self, runtime_name: &str) -> u32 {
        let mut tables = self.tables.write().unwrap_or_else(PoisonError::into_inner);
        tables.classes.id(runtime_name.into())
    }

    /// The id of a field: the same for the same names. `owner` is the declaring class, binary name with dots.
    pub fn field_id(&self, owner: &str, name: &str) -> u32 {
        let mut tables = self.tables.write().unwrap_or_else(PoisonError::into_inner);
        tables.fields.id(FieldNames {
            owner: owner.into(),
            name: name.into(),
        })
    }

    /// The field of an id.
    pub fn field(&self, id: u32) -> Option<FieldNames> {
        self.tables
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .fields
            .get(id)
    }

    /// Says how profiles of a class are laid out. The first word counts, because classes of one name share an id: whether
    /// this is what counts is the answer.
    pub fn lay_out(&self, class: u32, layout: ProfileLayout) -> bool {
        let mut tables = self.tables.write().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = tables.layouts.get(&class) {
            return **known == layout;
        }
        tables.layouts.insert(class, Arc::new(layout));
        true
    }

    /// How profiles of a class are laid out, once its first was taken.
    pub fn layout(&self, class: u32) -> Option<Arc<ProfileLayout>> {
        let tables = self.tables.read().unwrap_or_else(PoisonError::into_inner);
        tables.layouts.get(&class).cloned()
    }

    /// The method of an id.
    pub fn method(&self, id: u32) -> Option<MethodNames> {
        self.tables
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .methods
            .get(id)
    }

    /// The class of an id.
    pub fn class(&self, id: u32) -> Option<Arc<str>> {
        self.tables
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .classes
            .get(id)
    }

    /// Whether any method of this class (binary name with dots) has an id and is watched from its inside, so that all its
    /// objects are followed.
    pub fn has_methods_of(&self, owner: &str) -> bool {
        self.tables
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .inside
            .contains(owner)
    }

    /// Has no class followed until one of its methods is asked for again: a recording ended, and ids live on in the classes.
    pub fn follow_nothing(&self) {
        let mut tables = self.tables.write().unwrap_or_else(PoisonError::into_inner);
        tables.owners.clear();
    }

    /// Whether no class is followed.
    pub fn follows_nothing(&self) -> bool {
        let tables = self.tables.read().unwrap_or_else(PoisonError::into_inner);
        tables.owners.is_empty()
    }

    /// How many methods have an id.
    pub fn method_count(&self) -> usize {
        self.tables
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .methods
            .items
            .len()
    }
}

#[derive(Debug)]
struct Interned<T> {
    ids: FxHashMap<T, u32>,
    items: Vec<T>,
}

impl<T> Default for Interned<T> {
    fn default() -> Self {
        Self {
            ids: FxHashMap::default(),
            items: Vec::new(),
        }
    }
}

impl<T: Eq + Hash + Clone> Interned<T> {
    fn id(&mut self, item: T) -> u32 {
        if let Some(&id) = self.ids.get(&item) {
            return id;
        }
        self.items.push(item.clone());
        let id = self.items.len() as u32;
        self.ids.insert(item, id);
        id
    }

    fn get(&self, id: u32) -> Option<T> {
        let index = (id as usize).checked_sub(1)?;
        self.items.get(index).cloned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_in_a_class_with_tests_are_of_tests() {
        let dictionary = Dictionary::default();
        dictionary.test_id("a.BTest", "tests", "()V", 1);
        for (name, expected) in [
            ("a.BTest", true),
            ("a.BTest$Fake$1", true),
            ("a.B", false),
            ("a.BTests", false),
        ] {
            assert_eq!(dictionary.is_of_tests(name), expected, "{name}");
        }
    }

    #[test]
    fn the_same_names_have_the_same_id_and_ids_start_at_one() {
        let dictionary = Dictionary::default();
        let first = dictionary.method_id("a.B", "f", "()V", 1);
        assert_eq!(first, 1);
        assert_eq!(dictionary.method_id("a.B", "f", "(I)V", 1), 2);
        assert_eq!(dictionary.method_id("a.B", "f", "()V", 1), first);
        assert_eq!(dictionary.class_id("[I"), 1);
        assert_eq!(dictionary.class(1).as_deref(), Some("[I"));
    }

    #[test]
    fn a_test_has_an_id_and_its_class_is_not_followed_for_it() {
        let dictionary = Dictionary::default();
        let test = dictionary.test_id("a.BTest", "f", "()V", 1);
        assert_eq!(&*dictionary.method(test).unwrap().owner, "a.BTest");
        assert!(dictionary.follows_nothing() && !dictionary.has_methods_of("a.BTest"));
        assert_eq!(dictionary.method_id("a.BTest", "f", "()V", 1), test);
        assert!(dictionary.has_methods_of("a.BTest") && !dictionary.follows_nothing());
        dictionary.follow_nothing();
        assert!(dictionary.follows_nothing());
        assert_eq!(dictionary.method_id("a.BTest", "f", "()V", 1), test);
        assert!(dictionary.has_methods_of("a.BTest"));
    }

    #[test]
    fn parameters_are_found_by_the_names_of_their_method() {
        let dictionary = Dictionary::default();
        let id = dictionary.method_id("a.B", "f", "(II)V", 1);
        let method = dictionary.method(id).unwrap();
        assert_eq!(dictionary.parameters(&method), None);
        dictionary.name_parameters(id, ["x", "y"].into_iter());
        let names = dictionary.parameters(&method).unwrap();
        assert_eq!(names.iter().map(|name| &**name).collect::<Vec<_>>(), ["x", "y"]);
    }

    #[test]
    fn an_id_that_was_never_given_has_no_names() {
        let dictionary = Dictionary::default();
        assert_eq!(dictionary.method(0), None);
        assert_eq!(dictionary.method(7), None);
        assert_eq!(dictionary.class(u32::MAX), None);
    }

    #[test]
    fn a_class_is_followed_once_one_of_its_methods_has_an_id() {
        let dictionary = Dictionary::default();
        dictionary.class_id("a.B");
        assert!(!dictionary.has_methods_of("a.B"));
        dictionary.method_id("a.B", "f", "()V", 1);
        assert!(dictionary.has_methods_of("a.B"));
        dictionary.follow_nothing();
        dictionary.method_id("a.C", "f", "()V", 1 | CALL_SITE);
        assert!(!dictionary.has_methods_of("a.C") && dictionary.follows_nothing());
    }
}
