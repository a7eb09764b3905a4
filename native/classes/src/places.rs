//! Where to look for ways to make a value: in the classes under test, near them, and everywhere.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use crate::index::ClassIndex;
use crate::info::{ClassInfo, Origin};
use crate::offers::Offers;
use crate::takers::Takers;

/// What is offered in each place, read on first need.
pub(crate) struct Places {
    index: Arc<ClassIndex>,
    subjects: Vec<String>,
    of_subjects: Option<Arc<Offers>>,
    around_subjects: Option<Arc<Offers>>,
    takers: Option<Arc<Takers>>,
    /// By the entries of the class path.
    entries: HashMap<Vec<usize>, Arc<Offers>>,
    class_path: Option<Arc<Offers>>,
    /// What a module of the JDK and `java.base` export, by the name of the module.
    platform: HashMap<String, Arc<Offers>>,
}

impl Places {
    /// For these classes under test.
    pub(crate) fn new(index: Arc<ClassIndex>, subjects: Vec<String>) -> Self {
        Self {
            index,
            subjects,
            of_subjects: None,
            around_subjects: None,
            takers: None,
            entries: HashMap::new(),
            class_path: None,
            platform: HashMap::new(),
        }
    }

    /// The classes under test.
    pub(crate) fn subjects(&mut self) -> Arc<Offers> {
        let (index, subjects) = (&self.index, &self.subjects);
        let found = || Arc::new(Offers::of(index, index.load(subjects)));
        self.of_subjects.get_or_insert_with(found).clone()
    }

    /// What takes objects, on the entries of the class path that hold classes under test.
    pub(crate) fn takers(&mut self) -> Arc<Takers> {
        let around = self.around_subjects();
        let subjects = self.subjects.iter().map(String::as_str).collect();
        let found = || Arc::new(Takers::among(&self.index, &around, &subjects));
        self.takers.get_or_insert_with(found).clone()
    }

    /// The entries of the class path that hold classes under test and, where the wanted class is in none of them, that which holds it.
    pub(crate) fn near(&mut self, wanted: &ClassInfo) -> Vec<Arc<Offers>> {
        let mut places = vec![self.around_subjects()];
        if !places[0].has(&wanted.name) {
            let around = self.index.entries_of(&[&wanted.name]);
            if !around.is_empty() {
                places.push(self.entries(around));
            }
        }
        places
    }

    fn around_subjects(&mut self) -> Arc<Offers> {
        if let Some(known) = &self.around_subjects {
            return known.clone();
        }
        let names: Vec<&str> = self.subjects.iter().map(String::as_str).collect();
        let found = self.entries(self.index.entries_of(&names));
        self.around_subjects = Some(found.clone());
        found
    }

    fn entries(&mut self, entries: Vec<usize>) -> Arc<Offers> {
        if let Some(known) = self.entries.get(&entries) {
            return known.clone();
        }
        let found = candidates(&self.index, self.index.names_in_all(&entries));
        self.entries.insert(entries, found.clone());
        found
    }

    /// Where to look for what nobody near can make: for a class of the class path, everywhere on it; for one of the JDK, in what its
    /// module and `java.base` export.
    pub(crate) fn others(&mut self, wanted: &ClassInfo) -> Arc<Offers> {
        let index = &self.index;
        match wanted.origin {
            Origin::Open | Origin::Closed => {
                let found = || candidates(index, index.class_path_names());
                self.class_path.get_or_insert_with(found).clone()
            }
            Origin::JdkExported | Origin::JdkInternal => {
                let module = index.module_of(wanted.package()).unwrap_or_default();
                let found = || candidates(index, index.platform_names(wanted.package()));
                self.platform.entry(module).or_insert_with(found).clone()
            }
        }
    }
}

/// What those of the classes offer that a programmer wrote.
fn candidates(index: &ClassIndex, names: BTreeSet<String>) -> Arc<Offers> {
    let names: Vec<String> = names.into_iter().collect();
    let mut classes = index.load(&names);
    classes.retain(|class| class.is_candidate());
    Arc::new(Offers::of(index, classes))
}
