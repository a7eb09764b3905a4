//! What can be called: the methods of the classes under test, looked up once.

use std::collections::BTreeMap;
use std::marker::PhantomData;

use palus_classes::Library;
use palus_model::{MethodIdentity, MethodKey, Model};
use palus_sequence::{MethodId, MethodKind, Symbols, TypeId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::consumers::Consumers;

/// The classes under test and their methods.
#[derive(Default)]
pub(crate) struct Catalog {
    /// The classes whose turn it is, in the order of the task.
    pub(crate) targets: Vec<TypeId>,
    /// What uses their objects; empty until somebody looks for it.
    pub(crate) consumers: Consumers,
    callables: BTreeMap<TypeId, Vec<MethodId>>,
    callable: FxHashSet<MethodId>,
    /// Those that a tool generated.
    generated: FxHashSet<MethodId>,
    is_target: FxHashSet<TypeId>,
}

impl Catalog {
    /// Reads the library's subjects.
    pub(crate) fn new(library: &dyn Library, targets: &[TypeId]) -> Self {
        let mut catalog = Self {
            targets: targets.to_vec(),
            is_target: targets.iter().copied().collect(),
            ..Self::default()
        };
        for &class in library.subjects().iter().chain(targets) {
            let methods = library.callables(class).to_vec();
            catalog.callable.extend(&methods);
            catalog
                .generated
                .extend(methods.iter().filter(|method| library.is_generated(**method)));
            catalog.callables.insert(class, methods);
        }
        catalog
    }

    /// What a test may call of a class under test; constructors first.
    pub(crate) fn of(&self, class: TypeId) -> &[MethodId] {
        self.callables.get(&class).map_or(&[], Vec::as_slice)
    }

    /// Those of them that are to have tests for their own sake.
    pub(crate) fn tested_of(&self, class: TypeId) -> impl Iterator<Item = MethodId> + '_ {
        let methods = self.of(class).iter().copied();
        methods.filter(|method| !self.generated.contains(method))
    }

    /// All methods of the classes whose turn it is.
    pub(crate) fn target_methods(&self) -> impl Iterator<Item = MethodId> + '_ {
        self.targets.iter().flat_map(|class| self.of(*class)).copied()
    }

    /// Whether a test may call the method.
    pub(crate) fn is_callable(&self, method: MethodId) -> bool {
        self.callable.contains(&method)
    }

    /// Whether the class is under test in this run.
    pub(crate) fn is_subject(&self, class: TypeId) -> bool {
        self.callables.contains_key(&class)
    }

    /// Whether it is the class's turn.
    pub(crate) fn is_target_class(&self, class: TypeId) -> bool {
        self.is_target.contains(&class)
    }

    /// Whether it is the turn of the method's class, and the method is to have tests for its own sake.
    pub(crate) fn is_target(&self, symbols: &Symbols, method: MethodId) -> bool {
        let is_tested = self.is_callable(method) && !self.generated.contains(&method);
        self.is_target.contains(&symbols.get(method).owner) && is_tested
    }

    /// Whether what its calls do says something of the classes whose turn it is.
    pub(crate) fn is_telling(&self, symbols: &Symbols, method: MethodId) -> bool {
        self.is_target(symbols, method) || self.consumers.has(method)
    }

    /// The method that a model means, seen from `class` (whose object it is, when it belongs to one): an inherited method is called
    /// through the class that inherits it. `None` when no test can call it.
    pub(crate) fn resolve(&self, symbols: &Symbols, class: Option<&str>, key: &MethodKey) -> Option<MethodId> {
        let constructor = key.kind() == MethodKind::Constructor;
        let owners = [class.filter(|_| !constructor), Some(&*key.owner)];
        owners
            .into_iter()
            .flatten()
            .filter_map(|owner| symbols.find_method(owner, &key.name, &key.descriptor))
            .find(|method| self.is_callable(*method))
    }
}

/// Asks a catalogue for the methods of one model, each once: the model names it on thousands of transitions.
#[derive(Default)]
pub(crate) struct Resolver<'m> {
    /// By where in memory the names stand, which the model keeps once.
    known: FxHashMap<(usize, usize), Option<MethodId>>,
    model: PhantomData<&'m Model>,
}

impl<'m> Resolver<'m> {
    /// What [`Catalog::resolve`] says.
    pub(crate) fn resolve(
        &mut self,
        catalog: &Catalog,
        symbols: &Symbols,
        class: Option<&'m str>,
        key: &'m MethodKey,
    ) -> Option<MethodId> {
        let place = (
            class.map_or(0, |class| class.as_ptr().addr()),
            std::ptr::from_ref::<MethodIdentity>(key).addr(),
        );
        *self
            .known
            .entry(place)
            .or_insert_with(|| catalog.resolve(symbols, class, key))
    }
}
