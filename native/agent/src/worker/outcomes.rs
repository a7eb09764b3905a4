//! Whose outcomes tests are to show.

use std::collections::BTreeSet;

use palus_classes::{Author, ClassIndex, ClassInfo, Declared, IndexLibrary, Library as _, TypeFacts, Visibility};
use palus_sequence::{MethodId, Symbols};

/// Knows which methods of the classes under test are worth a test of how they end.
pub(super) struct Outcomes<'a> {
    index: &'a ClassIndex,
    /// The classes under test.
    subjects: BTreeSet<String>,
}

impl<'a> Outcomes<'a> {
    pub(super) fn of(library: &IndexLibrary, index: &'a ClassIndex) -> Self {
        let subjects = library.subjects().iter();
        let names = subjects.filter_map(|class| library.symbols().class_name(*class));
        Self {
            index,
            subjects: names.map(str::to_owned).collect(),
        }
    }

    /// The class that declares the method. `None` for what comes from the JDK: that an exception inherits `addSuppressed`, and a list
    /// `containsAll`, tells nothing of them. Nor does it tell anything that what a class under test implements can be called through its
    /// interface too, or how a method ends that nobody wrote.
    pub(super) fn declarer(&self, symbols: &Symbols, method: MethodId) -> Option<String> {
        let method = symbols.get(method);
        let owner = symbols.type_name(method.owner);
        let Some(found) = self.index.resolve_method(&owner, &method.name, &method.descriptor) else {
            return Some(owner);
        };
        let is_written = found.method().author == Author::Programmer;
        let is_told = is_written && self.is_ours(&found.class) && !(is_abstract(&found) && self.is_implemented(&found));
        is_told.then(|| found.class.name.to_string())
    }

    fn is_ours(&self, class: &ClassInfo) -> bool {
        class.is_on_class_path() || self.subjects.contains(&*class.name)
    }

    /// Whether a class under test that tests can name has code for the method.
    fn is_implemented(&self, method: &Declared) -> bool {
        let declarer = &*method.class.name;
        let (name, descriptor) = (&method.method().name, &method.method().descriptor);
        let has_code = |class: &str| {
            let found = self.index.resolve_method(class, name, descriptor);
            found.is_some_and(|found| !is_abstract(&found) && self.is_ours(&found.class))
        };
        let can_be_named = |class: &str| {
            let facts = TypeFacts::class(self.index, class);
            facts.is_some_and(|facts| !facts.is_abstract && facts.visibility != Visibility::Hidden)
        };
        let mut subclasses = self
            .subjects
            .iter()
            .filter(|class| self.index.is_subclass(class, declarer));
        subclasses.any(|class| can_be_named(class) && has_code(class))
    }
}

fn is_abstract(method: &Declared) -> bool {
    method.method().access.is_abstract()
}
