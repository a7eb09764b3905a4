//! A library and an executor by hand: what the tests of this crate search.

use std::collections::{BTreeMap, BTreeSet};

use palus_classes::{AbstractMethod, FunctionalMethod, Holding, Library, Producer};
use palus_sequence::work::{Budget, SearchOptions};
use palus_sequence::{
    Executor, ExecutorLost, Literal, MethodId, MethodKind, ObservationPlan, Operand, Outcome, Primitive, Sequence,
    Statement, Symbols, Trace, TypeId, Value, Var,
};

use crate::builder::Builder;
use crate::context::Context;
use crate::task::SearchTask;

/// Classes described by hand.
#[derive(Default)]
pub(crate) struct FakeLibrary {
    symbols: Symbols,
    subjects: Vec<TypeId>,
    callables: BTreeMap<TypeId, Vec<MethodId>>,
    supers: BTreeMap<TypeId, TypeId>,
    hidden: BTreeSet<MethodId>,
    functional: BTreeMap<TypeId, FunctionalMethod>,
    interfaces: BTreeMap<TypeId, Vec<AbstractMethod>>,
    abstract_classes: BTreeSet<TypeId>,
    dependencies: BTreeSet<TypeId>,
    pub(crate) enums: BTreeMap<TypeId, Vec<String>>,
    pub(crate) method_constants: BTreeMap<MethodId, Vec<Literal>>,
    pub(crate) dependence: BTreeMap<MethodId, Vec<(MethodId, f64)>>,
    pub(crate) holdings: BTreeMap<(MethodId, Option<usize>), Holding>,
    pub(crate) overlap: BTreeMap<MethodId, Vec<(MethodId, u32)>>,
}

impl FakeLibrary {
    pub(crate) fn class(&mut self, name: &str) -> TypeId {
        self.symbols.class(name)
    }

    pub(crate) fn extends(&mut self, sub: TypeId, sup: TypeId) {
        self.supers.insert(sub, sup);
    }

    /// Makes the class an interface for lambdas.
    pub(crate) fn functional(&mut self, interface: TypeId, parameters: &[TypeId], result: TypeId) {
        let name = self.symbols.type_name(interface);
        let method = self
            .symbols
            .method(&name, "apply", "()V", MethodKind::Instance)
            .unwrap();
        let parameters = parameters.to_vec();
        let of_interface = FunctionalMethod {
            method,
            parameters,
            result,
        };
        self.functional.insert(interface, of_interface);
    }

    /// An interface that a test can implement; its methods as `name` and descriptor in one, `asked ` in front of those that code under test calls.
    pub(crate) fn interface(&mut self, name: &str, methods: &[&str]) {
        let interface = self.symbols.class(name);
        let method = |text: &&str| {
            let (is_asked, text) = text.strip_prefix("asked ").map_or((false, *text), |text| (true, text));
            let (method, descriptor) = text.split_at(text.find('(').unwrap());
            let method = self
                .symbols
                .method(name, method, descriptor, MethodKind::Instance)
                .unwrap();
            AbstractMethod {
                method,
                result: self.symbols.get(method).result,
                gives_anything: false,
                throws: Vec::new(),
                is_asked,
            }
        };
        let methods = methods.iter().map(method).collect();
        self.interfaces.insert(interface, methods);
    }

    /// The same for an abstract class.
    pub(crate) fn abstract_class(&mut self, name: &str, methods: &[&str]) {
        self.interface(name, methods);
        let class = self.symbols.class(name);
        self.abstract_classes.insert(class);
    }

    /// Lets only the method's package call it.
    pub(crate) fn hide(&mut self, method: MethodId) {
        self.hidden.insert(method);
    }

    /// A class under test; methods as `name` and descriptor in one, `static ` in front of static ones.
    pub(crate) fn subject(&mut self, name: &str, methods: &[&str]) -> Vec<MethodId> {
        let class = self.symbols.class(name);
        let method = |text: &&str| {
            let (is_static, text) = text.strip_prefix("static ").map_or((false, *text), |text| (true, text));
            let (method, descriptor) = text.split_at(text.find('(').unwrap());
            let kind = match (method, is_static) {
                ("<init>", _) => MethodKind::Constructor,
                (_, true) => MethodKind::Static,
                _ => MethodKind::Instance,
            };
            self.symbols.method(name, method, descriptor, kind).unwrap()
        };
        let methods: Vec<MethodId> = methods.iter().map(method).collect();
        self.subjects.push(class);
        self.callables.insert(class, methods.clone());
        methods
    }

    /// The same of a class that is not under test: of the JDK, or of a dependency.
    pub(crate) fn other(&mut self, name: &str, methods: &[&str], is_dependency: bool) -> Vec<MethodId> {
        let methods = self.subject(name, methods);
        let class = self.subjects.pop();
        self.dependencies.extend(class.filter(|_| is_dependency));
        methods
    }
}

impl Library for FakeLibrary {
    fn symbols(&self) -> &Symbols {
        &self.symbols
    }

    fn symbols_mut(&mut self) -> &mut Symbols {
        &mut self.symbols
    }

    fn subjects(&self) -> &[TypeId] {
        &self.subjects
    }

    fn callables(&self, class: TypeId) -> &[MethodId] {
        self.callables.get(&class).map_or(&[], Vec::as_slice)
    }

    fn confined_to(&self, method: MethodId) -> Option<String> {
        let owner = self.symbols.type_name(self.symbols.get(method).owner);
        let package = owner.rsplit_once('.').map_or("", |(package, _)| package);
        self.hidden.contains(&method).then(|| package.to_owned())
    }

    fn methods(&mut self, class: TypeId) -> Vec<MethodId> {
        let methods = self.callables.get(&class).into_iter().flatten().copied();
        let of_objects = methods.filter(|method| self.symbols.get(*method).kind == MethodKind::Instance);
        of_objects.collect()
    }

    fn takers(&mut self, class: TypeId) -> Vec<MethodId> {
        let others = self
            .callables
            .iter()
            .filter(|(owner, _)| !self.subjects.contains(owner));
        let methods = others.flat_map(|(_, methods)| methods).copied();
        let takes = |method: &MethodId| self.symbols.get(*method).parameters.contains(&class);
        methods.filter(takes).collect()
    }

    fn producers(&mut self, wanted: TypeId) -> Vec<Producer> {
        let methods = self.callables.values().flatten().copied();
        let makes = |method: &MethodId| {
            let result = self.symbols.get(*method).result;
            result == wanted || self.supers.get(&result) == Some(&wanted)
        };
        methods.filter(makes).map(Producer::Call).collect()
    }

    fn is_assignable(&mut self, sub: TypeId, sup: TypeId) -> bool {
        let object = self.symbols.class("java.lang.Object");
        sub == sup || sup == object || self.supers.get(&sub) == Some(&sup)
    }

    fn enum_constants(&mut self, class: TypeId) -> Vec<String> {
        self.enums.get(&class).cloned().unwrap_or_default()
    }

    fn constants(&self, _: TypeId) -> &[Literal] {
        &[]
    }

    fn method_constants(&self, method: MethodId) -> &[Literal] {
        self.method_constants.get(&method).map_or(&[], Vec::as_slice)
    }

    fn dependence(&self, method: MethodId) -> &[(MethodId, f64)] {
        self.dependence.get(&method).map_or(&[], Vec::as_slice)
    }

    fn overlap(&self, method: MethodId) -> &[(MethodId, u32)] {
        self.overlap.get(&method).map_or(&[], Vec::as_slice)
    }

    fn is_dependency(&self, class: TypeId) -> bool {
        self.dependencies.contains(&class)
    }

    fn is_functional(&mut self, _: TypeId) -> bool {
        false
    }

    fn functional(&mut self, class: TypeId) -> Option<FunctionalMethod> {
        self.functional.get(&class).cloned()
    }

    fn abstract_methods(&mut self, interface: TypeId) -> Option<Vec<AbstractMethod>> {
        self.interfaces.get(&interface).cloned()
    }

    fn is_interface(&self, class: TypeId) -> bool {
        self.interfaces.contains_key(&class) && !self.abstract_classes.contains(&class)
    }

    fn holding(&mut self, method: MethodId, parameter: Option<usize>) -> Option<Holding> {
        self.holdings.get(&(method, parameter)).cloned()
    }
}

/// What is drawn for a call of the method in a hundred tries.
pub(crate) fn drawn(library: &mut FakeLibrary, options: &SearchOptions, method: MethodId) -> Vec<Sequence> {
    let task = SearchTask {
        seed: 1,
        budget: Budget::Sequences { count: 1 },
        ..task(library, options)
    };
    let mut context = Context::new(&task, library, None);
    let mut sequences = Vec::new();
    for _ in 0..100 {
        let mut builder = Builder::new(&mut context);
        builder.call(method).unwrap();
        sequences.extend(builder.finish());
    }
    sequences
}

/// A search of all classes of the library, for one sequence, in which nothing is given and nothing is to be avoided.
pub(crate) fn task<'t>(library: &FakeLibrary, options: &'t SearchOptions) -> SearchTask<'t> {
    static NONE: BTreeSet<u64> = BTreeSet::new();
    SearchTask {
        targets: library.subjects().to_vec(),
        seed: 5,
        budget: Budget::Sequences { count: 1 },
        options,
        given: &[],
        avoid: &NONE,
        deadly: &[],
        carved: &[],
        seeds: &[],
        gives_way: false,
        may_go_on: &|_, _| true,
    }
}

/// A machine in which every method has one edge for itself and one for each method called directly before it, and in
/// which methods whose names begin with `bad` throw, those that begin with `endless` never return, and those that begin with `slow` take long.
#[derive(Default)]
pub(crate) struct FakeExecutor {
    /// Every sequence that ran, in order.
    pub(crate) ran: Vec<Sequence>,
    pub(crate) thrown: Option<TypeId>,
}

impl FakeExecutor {
    fn outcome(&self, symbols: &Symbols, statement: &Statement) -> Outcome {
        let Statement::Call { method, .. } = statement else {
            return Outcome::Returned(Value::Null);
        };
        let method = symbols.get(*method);
        if method.name.starts_with("bad") {
            let class = self.thrown.unwrap_or(method.owner);
            return Outcome::Threw { class, message: None };
        }
        if method.name.starts_with("endless") {
            return Outcome::Ended(palus_sequence::EndedBy::Fuel);
        }
        Outcome::Returned(match symbols.primitive(method.result) {
            Some(Primitive::Void) => Value::Void,
            Some(_) => Value::Int(0),
            None => Value::Object { class: method.result },
        })
    }

    fn trace(&self, symbols: &Symbols, sequence: &Sequence) -> Trace {
        let mut trace = Trace::default();
        let mut before = 0;
        for statement in &sequence.statements {
            if !trace.is_normal() {
                trace.outcomes.push(Outcome::NotRun);
                trace.edges_after.push(trace.edges.len() as u32);
                continue;
            }
            if let Statement::Call { method, .. } = statement {
                if ["slow", "endless"]
                    .iter()
                    .any(|long| symbols.get(*method).name.starts_with(long))
                {
                    trace.steps += 100_000;
                }
                for edge in [method.0, (before + 1) * 100 + method.0] {
                    if !trace.edges.contains(&edge) {
                        trace.edges.push(edge);
                    }
                }
                before = method.0;
            }
            trace.outcomes.push(self.outcome(symbols, statement));
            trace.edges_after.push(trace.edges.len() as u32);
        }
        trace
    }
}

impl Executor for FakeExecutor {
    fn run(
        &mut self,
        symbols: &mut Symbols,
        batch: &[Sequence],
        _: &ObservationPlan,
    ) -> Result<Vec<Trace>, ExecutorLost> {
        self.ran.extend_from_slice(batch);
        Ok(batch.iter().map(|sequence| self.trace(symbols, sequence)).collect())
    }

    fn edges_total(&self) -> u32 {
        10_000
    }
}

/// A call with variables only.
pub(crate) fn call(method: MethodId, operands: &[u16]) -> Statement {
    Statement::Call {
        method,
        operands: operands.iter().map(|&var| Operand::Var(Var(var))).collect(),
    }
}
