//! What the project's own tests do, as far as a test of ours may do it.

use palus_classes::{IndexLibrary, Library};
use palus_sequence::work::WorkOrder;
use palus_sequence::{MethodId, MethodKind, Operand, Sequence, Statement, TypeId, Var, is_of_jdk};
use rustc_hash::{FxHashMap, FxHashSet};

/// The sequences of the order, without the calls that nobody but the project's own code may make, and without what needs them.
pub(super) fn sequences(order: &WorkOrder, library: &mut IndexLibrary) -> Vec<Sequence> {
    let carved = order.carved.iter();
    let carved: Vec<Sequence> = carved.filter_map(|it| it.within(library.symbols_mut()).ok()).collect();
    let mut callable = Callable {
        library,
        known: FxHashMap::default(),
        through: FxHashMap::default(),
    };
    let allowed = carved.iter().map(|sequence| callable.allowed(sequence));
    allowed.filter(|sequence| !sequence.is_empty()).collect()
}

/// The methods that a test can call.
struct Callable<'l> {
    library: &'l mut IndexLibrary,
    /// By class.
    known: FxHashMap<TypeId, FxHashSet<MethodId>>,
    /// What is called for a method where the receiver is declared as that type.
    through: FxHashMap<(MethodId, TypeId), Option<MethodId>>,
}

impl Callable<'_> {
    fn allowed(&mut self, sequence: &Sequence) -> Sequence {
        let mut allowed = Sequence::default();
        let mut moved: Vec<Option<Var>> = Vec::with_capacity(sequence.len());
        for statement in &sequence.statements {
            let statement = statement.renumbered(|var| moved[var.index()]);
            let written = statement.and_then(|statement| self.written(statement, &allowed));
            moved.push(written.map(|statement| allowed.push(statement)));
        }
        allowed
    }

    /// The statement as a test may have it, behind those.
    fn written(&mut self, statement: Statement, before: &Sequence) -> Option<Statement> {
        let types: Vec<Option<TypeId>> = statement
            .operands()
            .iter()
            .map(|operand| self.declared(operand, before))
            .collect();
        match statement {
            Statement::Call { method, operands } => {
                let method = self.called(method, types.first().copied().flatten())?;
                let called = self.library.symbols().get(method).clone();
                let fits = (0..operands.len()).all(|at| self.fits(types[at], called.operand_type(at)));
                fits.then_some(Statement::Call { method, operands })
            }
            Statement::Array { element, elements } => {
                let fits = types.iter().all(|of| self.fits(*of, Some(element)));
                fits.then_some(Statement::Array { element, elements })
            }
            other => Some(other),
        }
    }

    /// The type that a variable is declared with; `None` for what is written in place.
    fn declared(&mut self, operand: &Operand, before: &Sequence) -> Option<TypeId> {
        match operand {
            Operand::Var(var) => Some(before.statements[var.index()].value_type(self.library.symbols_mut())),
            _ => None,
        }
    }

    fn fits(&mut self, of: Option<TypeId>, wanted: Option<TypeId>) -> bool {
        match (of, wanted) {
            (Some(of), Some(wanted)) => self.library.is_assignable(of, wanted),
            _ => true,
        }
    }

    /// The method, or the one that it implements where a test sees its receiver as something else: a class that nobody can name, mostly.
    fn called(&mut self, method: MethodId, receiver: Option<TypeId>) -> Option<MethodId> {
        let called = self.library.symbols().get(method).clone();
        let receiver = receiver.filter(|_| called.kind == MethodKind::Instance);
        if self.is_callable(method, called.owner)
            && receiver.is_none_or(|of| self.library.is_assignable(of, called.owner))
        {
            return Some(method);
        }
        let seen = receiver?;
        if let Some(known) = self.through.get(&(method, seen)) {
            return *known;
        }
        let found = self.implemented(method, seen);
        self.through.insert((method, seen), found);
        found
    }

    fn is_callable(&mut self, method: MethodId, owner: TypeId) -> bool {
        // What makes values is written by us.
        is_of_jdk(&self.library.symbols().type_name(owner)) || self.methods(owner).contains(&method)
    }

    /// Those of one class.
    fn methods(&mut self, class: TypeId) -> &FxHashSet<MethodId> {
        let library = &mut *self.library;
        self.known.entry(class).or_insert_with(|| {
            let own = library.callables(class).to_vec();
            own.into_iter().chain(library.methods(class)).collect()
        })
    }

    /// A method with the same name and parameters of a type or of one above it.
    fn implemented(&mut self, method: MethodId, seen: TypeId) -> Option<MethodId> {
        let name = self.library.symbols().class_name(seen)?.to_owned();
        let index = self.library.index().clone();
        let above = index.supertypes(&name);
        let wanted = self.library.symbols().get(method).clone();
        let types: Vec<TypeId> = above
            .iter()
            .map(|class| self.library.symbols_mut().class(&class.name))
            .collect();
        types.into_iter().find_map(|class| {
            let methods = self.methods(class).clone();
            let symbols = self.library.symbols();
            let is_it = |it: &&MethodId| {
                let it = symbols.get(**it);
                it.kind == MethodKind::Instance && it.name == wanted.name && it.parameters == wanted.parameters
            };
            methods.iter().filter(is_it).min().copied()
        })
    }
}
