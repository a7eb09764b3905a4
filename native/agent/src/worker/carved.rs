//! What the project's own tests do, as far as a test of ours may do it.

use palus_classes::{IndexLibrary, Library};
use palus_sequence::work::WorkOrder;
use palus_sequence::{MethodId, Sequence, Statement, TypeId, is_of_jdk};
use rustc_hash::{FxHashMap, FxHashSet};

/// The sequences of the order, without the calls that nobody but the project's own code may make, and without what needs them.
pub(super) fn sequences(order: &WorkOrder, library: &mut IndexLibrary) -> Vec<Sequence> {
    let carved = order.carved.iter();
    let carved: Vec<Sequence> = carved.filter_map(|it| it.within(library.symbols_mut()).ok()).collect();
    let mut callable = Callable {
        library,
        known: FxHashMap::default(),
    };
    let allowed = carved.iter().filter_map(|sequence| callable.allowed(sequence));
    allowed.filter(|sequence| !sequence.is_empty()).collect()
}

/// The methods that a test can call, by class.
struct Callable<'l> {
    library: &'l mut IndexLibrary,
    known: FxHashMap<TypeId, FxHashSet<MethodId>>,
}

impl Callable<'_> {
    fn allowed(&mut self, sequence: &Sequence) -> Option<Sequence> {
        let mut kept = Vec::with_capacity(sequence.len());
        for statement in &sequence.statements {
            let has_all = statement.uses().all(|used| kept[used.index()]);
            kept.push(has_all && self.may_be_written(statement));
        }
        sequence.retain(|at| kept[at])
    }

    fn may_be_written(&mut self, statement: &Statement) -> bool {
        let Statement::Call { method, .. } = statement else {
            return true;
        };
        let owner = self.library.symbols().get(*method).owner;
        // What makes values is written by us.
        if is_of_jdk(&self.library.symbols().type_name(owner)) {
            return true;
        }
        let library = &mut *self.library;
        let known = self.known.entry(owner).or_insert_with(|| {
            let own = library.callables(owner).to_vec();
            own.into_iter().chain(library.methods(owner)).collect()
        });
        known.contains(method)
    }
}
