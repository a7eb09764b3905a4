//! What uses the objects that classes under test make: methods of other classes that take them or that are called on them. A defect of a builder shows when
//! what it builds is used.

use palus_classes::Library;
use palus_sequence::{MethodId, MethodKind, TypeId, TypeKind};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::catalog::Catalog;

/// How many methods there are of all types together.
const AT_MOST: usize = 200;
/// How many methods are called on objects of one type.
const ON_ONE: usize = 16;

/// Methods of classes that are not under test, by the type of the object that they use.
#[derive(Default)]
pub(crate) struct Consumers {
    of: FxHashMap<TypeId, Vec<MethodId>>,
    all: FxHashSet<MethodId>,
}

impl Consumers {
    /// Those of the classes whose turn it is, and of what their methods give.
    pub(crate) fn find(library: &mut dyn Library, catalog: &Catalog) -> Self {
        let mut found = Self::default();
        for &target in &catalog.targets {
            found.add(target, library.takers(target));
        }
        let symbols = library.symbols();
        let mut given: Vec<TypeId> = Vec::new();
        for method in catalog.target_methods() {
            let method = symbols.get(method);
            let is_class = matches!(symbols.kind(method.result), TypeKind::Class(_));
            if is_class && method.kind != MethodKind::Constructor && !given.contains(&method.result) {
                given.push(method.result);
            }
        }
        given.retain(|class| library.is_dependency(*class));
        for class in given {
            let mut methods = library.methods(class);
            methods.truncate(ON_ONE);
            methods.extend(library.takers(class));
            found.add(class, methods);
        }
        found
    }

    fn add(&mut self, class: TypeId, methods: Vec<MethodId>) {
        let room = AT_MOST.saturating_sub(self.all.len());
        let methods: Vec<MethodId> = methods.into_iter().take(room).collect();
        if !methods.is_empty() {
            self.all.extend(&methods);
            self.of.insert(class, methods);
        }
    }

    /// Whether there are none.
    pub(crate) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Those that use an object that is declared with the type.
    pub(crate) fn of(&self, class: TypeId) -> &[MethodId] {
        self.of.get(&class).map_or(&[], Vec::as_slice)
    }

    /// Whether it is one.
    pub(crate) fn has(&self, method: MethodId) -> bool {
        self.all.contains(&method)
    }

    /// All, by their ids.
    pub(crate) fn all(&self) -> Vec<MethodId> {
        let mut all: Vec<MethodId> = self.all.iter().copied().collect();
        all.sort_unstable();
        all
    }
}
