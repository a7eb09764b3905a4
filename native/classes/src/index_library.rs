//! The library over a class index: everything static that the search asks for.

mod producing;

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::{Arc, OnceLock};

use palus_sequence::{Field, FieldId, Literal, MethodId, MethodKind, Symbols, TypeId, TypeKind};

use crate::access::Viewpoint;
use crate::body::{Body, CallKind};
use crate::callables::callables;
use crate::constants::Constants;
use crate::descriptor::result;
use crate::facts::{TypeFacts, Visibility};
use crate::held::Holding;
use crate::identifier::is_identifier;
use crate::index::ClassIndex;
use crate::info::{Author, ClassInfo, FieldInfo};
use crate::library::{AbstractMethod, FunctionalMethod, LeftOut, Library, LiteralUse, Producer};
use crate::places::Places;
use crate::purity::Purity;
use crate::relations::{Relations, SeenAccesses};
use crate::suits::suits;
use crate::types::{Type, Types};
use producing::Giver;

/// [`Library`] over a [`ClassIndex`].
pub struct IndexLibrary {
    index: Arc<ClassIndex>,
    symbols: Symbols,
    subjects: Vec<TypeId>,
    of_class: HashMap<TypeId, OfClass>,
    of_method: HashMap<MethodId, OfMethod>,
    relations: Option<Relations>,
    /// The method of each document, where a test can call it.
    ids: Vec<Option<MethodId>>,
    purity: Purity,
    /// Name and descriptor of the interfaces' methods that code under test calls.
    asked: HashSet<(Arc<str>, Arc<str>)>,
    /// Filled as asked.
    producers: HashMap<TypeId, Vec<Producer>>,
    /// Where ways to make a value are looked for.
    places: Places,
    /// The methods of the classes under test that a test can call, by the types of their results. Filled on first need.
    givers: OnceLock<HashMap<TypeId, Vec<Giver>>>,
    /// What the tests of every subject see.
    shared_view: Viewpoint,
}

/// What is known of a class under test.
#[derive(Default)]
struct OfClass {
    callables: Vec<MethodId>,
    left_out: Vec<LeftOut>,
    constants: Vec<Literal>,
}

/// What is known of a method that a test can call.
#[derive(Default)]
struct OfMethod {
    constants: Vec<Literal>,
    uses: Vec<LiteralUse>,
    /// Its position among the documents of the dependence analysis.
    document: Option<usize>,
    weights: OnceLock<Weights>,
    overlap: OnceLock<Vec<(MethodId, u32)>>,
}

/// The methods and constructors that a method depends on, heaviest first.
struct Weights {
    methods: Vec<(MethodId, f64)>,
    constructors: Vec<(MethodId, f64)>,
}

impl IndexLibrary {
    /// Reads the classes under test, with their bodies. A subject that cannot be read has nothing to call.
    pub fn new(index: impl Into<Arc<ClassIndex>>, subjects: &[String]) -> Self {
        let index = index.into();
        let names: BTreeSet<&str> = subjects.iter().map(String::as_str).collect();
        let sorted: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
        let classes = index.load(&sorted);
        let mut symbols = Symbols::default();
        let mut library = Self {
            subjects: names.iter().map(|name| symbols.class(name)).collect(),
            shared_view: shared_view(&classes),
            places: Places::new(index.clone(), sorted),
            index,
            symbols,
            of_class: HashMap::new(),
            of_method: HashMap::new(),
            relations: None,
            ids: Vec::new(),
            purity: Purity::default(),
            asked: HashSet::new(),
            producers: HashMap::new(),
            givers: OnceLock::new(),
        };
        for class in &classes {
            library.read_callables(class, &names);
        }
        let bodies = library.index.bodies_of(&classes);
        for (class, bodies) in classes.iter().zip(&bodies) {
            library.read_constants(class, bodies);
        }
        library.asked = asked(bodies.iter().flatten());
        library.read_relations(&classes, &bodies);
        library
    }

    /// The same, with the weights of field accesses reduced that were never seen to happen.
    #[must_use]
    pub fn with_seen(mut self, seen: &SeenAccesses) -> Self {
        self.relations = self.relations.map(|relations| relations.with_seen(&self.index, seen));
        self
    }

    /// The index below.
    pub fn index(&self) -> &Arc<ClassIndex> {
        &self.index
    }

    fn read_callables(&mut self, class: &ClassInfo, subjects: &BTreeSet<&str>) {
        let found = callables(&self.index, class, &|name| subjects.contains(name));
        let id = self.symbols.class(&class.name);
        // A descriptor that breaks the format is left out: nothing could call it.
        let methods = found.callable.iter().filter_map(|callable| {
            let (name, descriptor) = (&callable.name, &callable.descriptor);
            self.symbols.method_of(id, name, descriptor, callable.kind).ok()
        });
        let callables: Vec<MethodId> = methods.collect();
        let known = self.of_class.entry(id).or_default();
        known.left_out = found.left_out;
        for &method in &callables {
            self.of_method.entry(method).or_default();
        }
        known.callables = callables;
    }

    fn read_constants(&mut self, class: &ClassInfo, bodies: &[Body]) {
        let index = self.index.clone();
        let mut constants = Constants::new(&index, Viewpoint::of(class), &mut self.symbols);
        let of_fields = class.fields.iter().filter_map(|field| field.constant.as_ref());
        let mut all: Vec<Literal> = of_fields.filter_map(|constant| constants.literal(constant)).collect();
        let mut of_methods = Vec::new();
        for (method, body) in class.methods.iter().zip(bodies) {
            let own: Vec<Literal> = body.constants.iter().filter_map(|c| constants.literal(c)).collect();
            all.extend(own.iter().cloned());
            of_methods.push((method, own, constants.uses(body)));
        }
        let mut seen = HashSet::new();
        all.retain(|literal| seen.insert(literal.clone()));
        for (method, own, uses) in of_methods {
            let id = self.symbols.find_method(&class.name, &method.name, &method.descriptor);
            if let Some(known) = id.and_then(|id| self.of_method.get_mut(&id)) {
                known.constants = own;
                known.uses = uses;
            }
        }
        let id = self.symbols.class(&class.name);
        self.of_class.entry(id).or_default().constants = all;
    }

    /// Ties the documents of the dependence analysis to the methods that a test can call.
    fn read_relations(&mut self, classes: &[Arc<ClassInfo>], bodies: &[Vec<Body>]) {
        let relations = Relations::of_bodies(&self.index, classes, bodies);
        for (document, method) in relations.methods().iter().enumerate() {
            let id = self
                .symbols
                .find_method(&method.owner, &method.name, &method.descriptor);
            let known = id.and_then(|id| Some((id, self.of_method.get_mut(&id)?)));
            self.ids.push(known.as_ref().map(|(id, _)| *id));
            if let Some((_, known)) = known {
                known.document = Some(document);
            }
        }
        self.relations = Some(relations);
    }

    /// What a method depends on, constructors apart; worked out when first asked for.
    fn weights(&self, method: MethodId) -> &Weights {
        static NONE: Weights = Weights {
            methods: Vec::new(),
            constructors: Vec::new(),
        };
        let (Some(known), Some(relations)) = (self.of_method.get(&method), &self.relations) else {
            return &NONE;
        };
        known.weights.get_or_init(|| {
            let all = known
                .document
                .map(|document| relations.weights(document))
                .unwrap_or_default();
            let (constructors, methods): (Vec<_>, Vec<_>) = all
                .into_iter()
                .partition(|(document, _)| relations.is_constructor(*document));
            let ids = |found: Vec<(usize, f64)>| {
                let id = |(document, weight)| Some((self.ids[document]?, weight));
                found.into_iter().filter_map(id).collect()
            };
            Weights {
                methods: ids(methods),
                constructors: ids(constructors),
            }
        })
    }

    /// Whether no test can name the class: tests of the JDK are in packages of their own.
    fn is_out_of_sight(&self, class: &ClassInfo) -> bool {
        match self.index.visibility(class) {
            Visibility::Hidden => true,
            Visibility::Package => !class.is_on_class_path(),
            Visibility::Public => false,
        }
    }

    /// [`Library::is_assignable`] without interning.
    fn can_pass(&self, sub: TypeId, sup: TypeId) -> bool {
        if sub == sup {
            return true;
        }
        match (self.symbols.kind(sub), self.symbols.kind(sup)) {
            (TypeKind::Class(sub), TypeKind::Class(sup)) => self.index.is_subclass(sub, sup),
            (TypeKind::Array(sub), TypeKind::Array(sup)) => self.can_pass(*sub, *sup),
            (TypeKind::Array(_), TypeKind::Class(sup)) => {
                matches!(
                    &**sup,
                    "java.lang.Object" | "java.lang.Cloneable" | "java.io.Serializable"
                )
            }
            _ => false,
        }
    }
}

/// The package of the tests where all subjects have the same, else what everybody sees.
fn shared_view(classes: &[Arc<ClassInfo>]) -> Viewpoint {
    let mut views = classes.iter().map(|class| Viewpoint::of(class));
    match views.next() {
        Some(first) if views.all(|view| view == first) => first,
        _ => Viewpoint::everywhere(),
    }
}

/// Name and descriptor of the interfaces' methods that the bodies call.
fn asked<'b>(bodies: impl Iterator<Item = &'b Body>) -> HashSet<(Arc<str>, Arc<str>)> {
    let calls = bodies.flat_map(|body| &body.calls);
    let calls = calls.filter(|call| matches!(call.kind, CallKind::Interface | CallKind::Dynamic));
    calls
        .map(|call| (call.target.name.clone(), call.target.descriptor.clone()))
        .collect()
}

impl Library for IndexLibrary {
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
        self.of_class.get(&class).map_or(&[], |known| &known.callables)
    }

    fn is_generated(&self, method: MethodId) -> bool {
        let method = self.symbols.get(method);
        let owner = self
            .symbols
            .class_name(method.owner)
            .and_then(|name| self.index.class(name));
        owner.is_some_and(|owner| {
            let found = owner.find_method(&method.name, &method.descriptor);
            found.is_some_and(|at| owner.methods[at].author == Author::Generator)
        })
    }

    fn methods(&mut self, class: TypeId) -> Vec<MethodId> {
        if self.subjects.contains(&class) {
            return Vec::new();
        }
        let info = self.symbols.class_name(class).and_then(|name| self.index.class(name));
        let Some(info) = info else { return Vec::new() };
        let found = callables(&self.index, &info, &|_| false).callable;
        let mut methods = Vec::new();
        for callable in found.iter().filter(|callable| callable.kind == MethodKind::Instance) {
            let method = self
                .symbols
                .method_of(class, &callable.name, &callable.descriptor, callable.kind);
            methods.extend(method.ok());
        }
        methods.retain(|method| self.confined_to(*method).is_none());
        methods
    }

    fn takers(&mut self, class: TypeId) -> Vec<MethodId> {
        let info = self.symbols.class_name(class).and_then(|name| self.index.class(name));
        let Some(info) = info else { return Vec::new() };
        let takers = self.places.takers();
        let ids = takers.of(&self.index, &info).into_iter().filter_map(|(owner, taker)| {
            let owner = self.symbols.class(&owner.name);
            let id = self
                .symbols
                .method_of(owner, &taker.name, &taker.descriptor, taker.kind);
            id.ok()
        });
        let ids: Vec<MethodId> = ids.collect();
        ids.into_iter().filter(|id| self.confined_to(*id).is_none()).collect()
    }

    fn confined_to(&self, method: MethodId) -> Option<String> {
        let method = self.symbols.get(method);
        let owner = self.symbols.class_name(method.owner)?;
        let facts = TypeFacts::method(&*self.index, owner, &method.name, &method.descriptor)?;
        let hidden_type = || {
            let types = method
                .parameters
                .iter()
                .filter_map(|class| self.symbols.class_name(*class));
            let mut classes = types.filter_map(|name| self.index.class(name));
            classes.any(|class| self.index.visibility(&class) == Visibility::Package)
        };
        let package = self.index.class(owner)?.package().to_owned();
        // Classes of the unnamed package have names there alone (JLS 7.5).
        let is_confined = facts.visibility != Visibility::Public || package.is_empty() || hidden_type();
        is_confined.then_some(package)
    }

    fn field_confined_to(&self, field: FieldId) -> Option<String> {
        let Field {
            owner,
            name,
            field_type,
        } = self.symbols.get_field(field);
        let owner = self.symbols.class_name(*owner)?;
        let class = self.index.class(owner)?;
        let is_hidden = |class: &ClassInfo| self.index.visibility(class) != Visibility::Public;
        let of_type = self
            .symbols
            .class_name(*field_type)
            .and_then(|name| self.index.class(name));
        let is_confined = !self.index.is_public_field(owner, name)
            || is_hidden(&class)
            || of_type.is_some_and(|class| is_hidden(&class));
        is_confined.then(|| class.package().to_owned())
    }

    fn left_out(&self, class: TypeId) -> &[LeftOut] {
        self.of_class.get(&class).map_or(&[], |known| &known.left_out)
    }

    fn producers(&mut self, wanted: TypeId) -> Vec<Producer> {
        if let Some(known) = self.producers.get(&wanted) {
            return known.clone();
        }
        let found = self.find_producers(wanted);
        self.producers.insert(wanted, found.clone());
        found
    }

    fn is_assignable(&mut self, sub: TypeId, sup: TypeId) -> bool {
        self.can_pass(sub, sup)
    }

    fn enum_constants(&mut self, class: TypeId) -> Vec<String> {
        let class = self.symbols.class_name(class).and_then(|name| self.index.class(name));
        let Some(class) = class.filter(|c| c.is_enum() && self.index.visibility(c) != Visibility::Hidden) else {
            return Vec::new();
        };
        let can_be_written = |field: &&FieldInfo| {
            field.access.is_enum() && is_identifier(&field.name) && self.index.has_field(&class, field)
        };
        let constants = class.fields.iter().filter(can_be_written);
        constants.map(|field| field.name.to_string()).collect()
    }

    fn constants(&self, class: TypeId) -> &[Literal] {
        self.of_class.get(&class).map_or(&[], |known| &known.constants)
    }

    fn method_constants(&self, method: MethodId) -> &[Literal] {
        self.of_method.get(&method).map_or(&[], |known| &known.constants)
    }

    fn constant_uses(&self, method: MethodId) -> &[LiteralUse] {
        self.of_method.get(&method).map_or(&[], |known| &known.uses)
    }

    fn dependence(&self, method: MethodId) -> &[(MethodId, f64)] {
        &self.weights(method).methods
    }

    fn dependent_constructors(&self, method: MethodId) -> &[(MethodId, f64)] {
        &self.weights(method).constructors
    }

    fn overlap(&self, method: MethodId) -> &[(MethodId, u32)] {
        let (Some(known), Some(relations)) = (self.of_method.get(&method), &self.relations) else {
            return &[];
        };
        known.overlap.get_or_init(|| {
            let all = known
                .document
                .map(|document| relations.overlap(document))
                .unwrap_or_default();
            all.into_iter()
                .filter_map(|(document, shared)| Some((self.ids[document]?, shared)))
                .collect()
        })
    }

    fn functional(&mut self, class: TypeId) -> Option<FunctionalMethod> {
        let name = self.symbols.class_name(class)?.to_owned();
        let index = self.index.clone();
        let types = Types::new(&index);
        let found = types.functional(&Type::Class(types.this_type(&name)?))?;
        if found.is_generic {
            return None;
        }
        let erased = |library: &mut Self, wanted: &Type| library.erased_id(&types.erasure(wanted));
        let parameters: Option<Vec<TypeId>> = found.parameters.iter().map(|p| erased(self, p)).collect();
        let result = erased(self, &found.result)?;
        let method = self
            .symbols
            .method_of(class, &found.name, &found.descriptor, MethodKind::Instance)
            .ok()?;
        Some(FunctionalMethod {
            method,
            parameters: parameters?,
            result,
        })
    }

    fn abstract_methods(&mut self, interface: TypeId) -> Option<Vec<AbstractMethod>> {
        let name = self.symbols.class_name(interface)?.to_owned();
        let index = self.index.clone();
        let implementable = index.implementable(&name)?;
        let methods = implementable.methods.iter().map(|method| {
            let kind = MethodKind::Instance;
            let throws = method.throws.iter().filter(|thrown| index.class(thrown).is_some());
            Some(AbstractMethod {
                method: self
                    .symbols
                    .method_of(interface, &method.name, &method.descriptor, kind)
                    .ok()?,
                result: self.symbols.descriptor(result(&method.written)).ok()?,
                gives_anything: method.gives_anything,
                throws: throws.map(|thrown| self.symbols.class(thrown)).collect(),
                is_asked: self
                    .asked
                    .contains(&(method.name.as_str().into(), method.descriptor.as_str().into())),
            })
        });
        methods.collect()
    }

    fn is_interface(&self, class: TypeId) -> bool {
        let known = self.symbols.class_name(class).and_then(|name| self.index.class(name));
        known.is_some_and(|known| known.access.is_interface())
    }

    fn interface_confined_to(&self, interface: TypeId) -> Option<String> {
        self.index
            .implementable(self.symbols.class_name(interface)?)?
            .confined_to
    }

    fn is_pure(&mut self, method: MethodId) -> bool {
        let method = self.symbols.get(method);
        let Some(owner) = self.symbols.class_name(method.owner) else {
            return false;
        };
        let Some(found) = self.index.resolve_method(owner, &method.name, &method.descriptor) else {
            return false;
        };
        self.purity.is_pure(&self.index, &found)
    }

    fn is_dependency(&self, class: TypeId) -> bool {
        let known = self.symbols.class_name(class).and_then(|name| self.index.class(name));
        known.is_some_and(|known| known.is_on_class_path()) && !self.subjects.contains(&class)
    }

    fn is_functional(&mut self, class: TypeId) -> bool {
        let types = Types::new(&self.index);
        let this = self.symbols.class_name(class).and_then(|name| types.this_type(name));
        this.is_some_and(|this| types.functional(&Type::Class(this)).is_some())
    }

    fn suits(&mut self, method: MethodId, index: usize, class: TypeId) -> bool {
        let called = self.symbols.get(method);
        let names = self
            .symbols
            .class_name(called.owner)
            .zip(self.symbols.class_name(class));
        let Some((owner, class)) = names else { return true };
        let Some(found) = self.index.resolve_method(owner, &called.name, &called.descriptor) else {
            return true;
        };
        let types = Types::new(&self.index);
        let Some(receiver) = types.this_type(owner).map(Type::Class) else {
            return true;
        };
        let seen = types.method_types_through(&receiver, &found.class.name, found.method());
        let wanted = seen.as_ref().and_then(|(parameters, _)| parameters.get(index));
        wanted.is_none_or(|wanted| suits(types, wanted, class))
    }

    fn injected(&mut self, class: TypeId) -> Vec<(Arc<str>, TypeId)> {
        self.fields_to_set(class)
    }

    fn holding(&mut self, method: MethodId, parameter: Option<usize>) -> Option<Holding> {
        self.holding_at(method, parameter)
    }
}
