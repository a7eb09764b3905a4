//! What all strategies share: the library, the random stream, the pools and the values.

use std::collections::BTreeSet;
use std::rc::Rc;

use palus_classes::{AbstractMethod, Holding, Library, Producer};
use palus_model::{Model, Transition};
use palus_sequence::work::{Budget, SearchOptions};
use palus_sequence::{Literal, MethodId, Primitive, TypeId};
use rustc_hash::FxHashMap;

use crate::breadth::Breadth;
use crate::catalog::Catalog;
use crate::consumers::Consumers;
use crate::draw::Draw;
use crate::effort::Effort;
use crate::home::Homes;
use crate::pool::{Entry, Likeness, Pools};
use crate::steps::Steps;
use crate::task::{GivenValue, SearchTask};
use crate::told::OfTest;
use crate::types::{Assignable, LiteralKind, literal_kinds};
use crate::values::{Site, Values, has_receiver, literal_fits};
use crate::variation::Knowledge;

/// How often a place gets a value that a user gave for it.
const GIVEN_SHARE: f64 = 0.3;
/// How often an object with other type arguments than those that are wanted serves.
const RAW_SHARE: f64 = 0.05;

fn given(values: &[(MethodId, GivenValue)]) -> FxHashMap<MethodId, Vec<GivenValue>> {
    let mut given: FxHashMap<MethodId, Vec<GivenValue>> = FxHashMap::default();
    for (method, value) in values {
        given.entry(*method).or_default().push(value.clone());
    }
    given
}

/// The surroundings in which sequences are proposed.
pub(crate) struct Context<'l> {
    pub(crate) library: &'l mut (dyn Library + 'l),
    pub(crate) options: &'l SearchOptions,
    pub(crate) rng: Draw,
    pub(crate) catalog: Catalog,
    pub(crate) pools: Pools,
    pub(crate) values: Values,
    pub(crate) effort: Effort,
    pub(crate) homes: Homes,
    /// What a user wants passed, by method.
    given: FxHashMap<MethodId, Vec<GivenValue>>,
    /// How far proposals go.
    pub(crate) breadth: Breadth,
    /// How much of the budget is spent, 0 to 1.
    pub(crate) progress: f64,
    /// Inputs that nobody knew how to make, since [`Self::take_missing`]: the method and the type.
    missing: Vec<(MethodId, TypeId)>,
    assignable: Assignable,
    kinds: FxHashMap<TypeId, Rc<[LiteralKind]>>,
    producers: FxHashMap<TypeId, Rc<[Producer]>>,
    methods: FxHashMap<TypeId, Rc<[MethodId]>>,
    suiting: FxHashMap<(Site, TypeId), bool>,
    producers_for: FxHashMap<(Site, TypeId), Rc<[Producer]>>,
    plain: FxHashMap<TypeId, bool>,
    /// Of each interface: how the JDK makes objects of it, where nothing under test does.
    strange: FxHashMap<TypeId, Option<Rc<[MethodId]>>>,
    abstract_methods: FxHashMap<TypeId, Option<Rc<[AbstractMethod]>>>,
    pub(crate) steps: FxHashMap<MethodId, Steps>,
    /// What parameters hold, and results (`None`).
    pub(crate) holdings: FxHashMap<(MethodId, Option<usize>), Option<Rc<Holding>>>,
    /// What a recording saw collaborators answer, and what of it concerns each interface.
    pub(crate) answers: Rc<[Transition]>,
    pub(crate) told: FxHashMap<TypeId, Rc<[OfTest]>>,
    /// What they answered and no test can make, since [`Self::take_missing`]: the method and the class.
    pub(crate) unmade: BTreeSet<(String, String)>,
}

impl<'l> Context<'l> {
    /// Sets the surroundings up; `model` gives the recorded values.
    pub(crate) fn new(task: &SearchTask<'l>, library: &'l mut (dyn Library + 'l), model: Option<&Model>) -> Self {
        let mut catalog = Catalog::new(library, &task.targets);
        if task.options.guidance && !task.options.without.iter().any(|off| off == "consumers") {
            catalog.consumers = Consumers::find(library, &catalog);
        }
        let methods = catalog.target_methods().count();
        let constants = !task.options.without.iter().any(|off| off == "constants");
        let values = Values::new(model, constants, &catalog, library);
        Self {
            library,
            options: task.options,
            rng: Draw::new(task.seed),
            catalog,
            pools: Pools::default(),
            values,
            effort: Effort::new(matches!(task.budget, Budget::Time { .. }), methods),
            homes: Homes::default(),
            given: given(task.given),
            breadth: Breadth::default(),
            progress: 0.0,
            missing: Vec::new(),
            assignable: Assignable::default(),
            kinds: FxHashMap::default(),
            producers: FxHashMap::default(),
            methods: FxHashMap::default(),
            suiting: FxHashMap::default(),
            producers_for: FxHashMap::default(),
            plain: FxHashMap::default(),
            strange: FxHashMap::default(),
            abstract_methods: FxHashMap::default(),
            steps: FxHashMap::default(),
            holdings: FxHashMap::default(),
            answers: model.map_or_else(Rc::default, |model| model.answers.as_slice().into()),
            told: FxHashMap::default(),
            unmade: BTreeSet::new(),
        }
    }

    /// The surroundings of what follows a search, with what it has learned and draws of their own.
    pub(crate) fn knowing(self, knowledge: Knowledge, seed: u64) -> Self {
        Self {
            pools: knowledge.pools,
            values: knowledge.values,
            answers: knowledge.answers,
            effort: knowledge.effort,
            rng: Draw::new(seed),
            ..self
        }
    }

    /// What is worth knowing of them when the search is over.
    pub(crate) fn into_knowledge(self) -> Knowledge {
        Knowledge {
            pools: self.pools,
            values: self.values,
            effort: self.effort,
            answers: self.answers,
        }
    }

    /// One of the values that a user wants passed there, now and then: they come in addition to all others. Nothing is drawn where
    /// there is none.
    pub(crate) fn given(&mut self, method: MethodId, wanted: TypeId) -> Option<GivenValue> {
        let values = self.given.get(&method)?.clone();
        let mut fitting = Vec::new();
        for value in values {
            let fits = match &value {
                GivenValue::Literal(literal) => self.literal_fits(literal, wanted),
                GivenValue::Field(field) => {
                    let of = self.library.symbols().get_field(*field).field_type;
                    self.fits(of, wanted)
                }
            };
            if fits {
                fitting.push(value);
            }
        }
        if fitting.is_empty() || !self.rng.chance(GIVEN_SHARE) {
            return None;
        }
        self.rng.pick(&fitting).cloned()
    }

    /// Whether a part of `palus` is switched on.
    pub(crate) fn with(&self, part: &str) -> bool {
        !self.options.without.iter().any(|off| off == part)
    }

    /// Whether a value declared `sub` can be passed where `sup` is wanted.
    pub(crate) fn fits(&mut self, sub: TypeId, sup: TypeId) -> bool {
        self.assignable.test(self.library, sub, sup)
    }

    /// Whether the literal can be passed where `wanted` is wanted.
    pub(crate) fn literal_fits(&mut self, literal: &Literal, wanted: TypeId) -> bool {
        let assignable = &mut self.assignable;
        let mut fits = |library: &mut dyn Library, class| assignable.test(library, class, wanted);
        literal_fits(literal, wanted, self.library, &mut fits)
    }

    /// Whether an object that is declared with the type may be passed there by its type arguments too; now and then one that may not
    /// is, as by a program that does without them, and always without guidance: the papers' tools know no type arguments.
    pub(crate) fn suits(&mut self, site: Site, declared: TypeId) -> bool {
        !self.options.guidance || self.is_suiting(site, declared) || self.rng.chance(RAW_SHARE)
    }

    fn is_suiting(&mut self, (method, operand): Site, declared: TypeId) -> bool {
        let library = &mut *self.library;
        let parameter = operand.checked_sub(usize::from(has_receiver(library, method)));
        let suits = || parameter.is_none_or(|parameter| library.suits(method, parameter, declared));
        *self.suiting.entry(((method, operand), declared)).or_insert_with(suits)
    }

    /// The ways to an object of the type that suits the place, in the same sense; all of them where none does.
    pub(crate) fn suiting_producers(&mut self, wanted: TypeId, site: Option<Site>) -> Rc<[Producer]> {
        let all = self.producers(wanted);
        let Some(site) = site.filter(|_| self.options.guidance && !self.rng.chance(RAW_SHARE)) else {
            return all;
        };
        if let Some(known) = self.producers_for.get(&(site, wanted)) {
            return Rc::clone(known);
        }
        let suits = |producer: &&Producer| {
            let symbols = self.library.symbols();
            let gives = match producer {
                Producer::Call(method) => symbols.get(*method).result,
                Producer::StaticField(field) => symbols.get_field(*field).field_type,
            };
            self.is_suiting(site, gives)
        };
        let suiting: Rc<[Producer]> = all.iter().filter(suits).copied().collect();
        let suiting = if suiting.is_empty() { all } else { suiting };
        self.producers_for.insert((site, wanted), Rc::clone(&suiting));
        suiting
    }

    /// What can be written down for the type.
    pub(crate) fn kinds(&mut self, wanted: TypeId) -> Rc<[LiteralKind]> {
        let library = &mut *self.library;
        let kinds = || literal_kinds(library, wanted).into();
        self.kinds.entry(wanted).or_insert_with(kinds).clone()
    }

    /// Whether every value of the type can be written as a literal: strings, boxes and enum constants.
    pub(crate) fn is_plain(&mut self, wanted: TypeId) -> bool {
        if let Some(known) = self.plain.get(&wanted) {
            return *known;
        }
        let name = self.library.symbols().class_name(wanted).unwrap_or_default();
        let plain = name == "java.lang.String"
            || Primitive::ALL.iter().any(|primitive| primitive.boxed() == name)
            || !self.values.enum_constants(wanted, self.library).is_empty();
        self.plain.insert(wanted, plain);
        plain
    }

    /// The ways to make a value of the type.
    pub(crate) fn producers(&mut self, wanted: TypeId) -> Rc<[Producer]> {
        let library = &mut *self.library;
        let producers = || library.producers(wanted).into();
        self.producers.entry(wanted).or_insert_with(producers).clone()
    }

    /// What a test has to declare to implement the interface or to extend the abstract class; `None` where it cannot.
    pub(crate) fn abstract_methods(&mut self, interface: TypeId) -> Option<Rc<[AbstractMethod]>> {
        let library = &mut *self.library;
        let methods = || library.abstract_methods(interface).map(Rc::from);
        self.abstract_methods.entry(interface).or_insert_with(methods).clone()
    }

    /// The same where a fake of the interface serves: nothing that can be written down does.
    pub(crate) fn fakeable(&mut self, interface: TypeId) -> Option<Rc<[AbstractMethod]>> {
        let is_written = !self.kinds(interface).is_empty();
        if !self.with("fakes") || is_written && self.told(interface).is_empty() && !self.gives_objects(interface) {
            return None;
        }
        self.abstract_methods(interface)
    }

    /// Whether the class is under test or of a dependency, not of the JDK.
    pub(crate) fn is_of_program(&self, class: TypeId) -> bool {
        self.library.is_dependency(class) || self.library.subjects().contains(&class)
    }

    /// Whether the interface is one of the program for lambdas whose results cannot be written down: all that such a lambda returns is null.
    pub(crate) fn gives_objects(&mut self, interface: TypeId) -> bool {
        if self.kinds(interface)[..] != [LiteralKind::Lambda] || !self.options.guidance {
            return false;
        }
        let is_of_program = self.is_of_program(interface);
        let Some(method) = self.library.functional(interface).filter(|_| is_of_program) else {
            return false;
        };
        let is_primitive = self.library.symbols().primitive(method.result).is_some();
        !is_primitive && self.kinds(method.result).is_empty()
    }

    /// Whether a fake may serve better than what makes an object of the interface: dependencies alone do, and methods of the JDK that never
    /// returned. A driver or a pool of connections makes nothing that works without the system behind it.
    pub(crate) fn is_strange(&mut self, interface: TypeId) -> bool {
        if !self.strange.contains_key(&interface) {
            let ways = self.ways_of_strangers(interface);
            self.strange.insert(interface, ways);
        }
        let of_platform = self.strange[&interface].as_deref();
        of_platform.is_some_and(|ways| !ways.iter().any(|way| self.effort.has_returned(*way)))
    }

    /// How the JDK makes objects of the interface, if nothing under test does. What dependencies have of an abstract class works mostly.
    fn ways_of_strangers(&mut self, interface: TypeId) -> Option<Rc<[MethodId]>> {
        if !self.library.is_interface(interface) {
            return None;
        }
        self.fakeable(interface)?;
        let mut of_platform = Vec::new();
        for producer in &*self.producers(interface) {
            let Producer::Call(method) = *producer else { return None };
            let owner = self.library.symbols().get(method).owner;
            if self.library.subjects().contains(&owner) {
                return None;
            }
            if !self.library.is_dependency(owner) {
                of_platform.push(method);
            }
        }
        Some(of_platform.into())
    }

    /// What can be called on an object of a class that is not under test.
    pub(crate) fn methods(&mut self, class: TypeId) -> Rc<[MethodId]> {
        let library = &mut *self.library;
        let methods = || library.methods(class).into();
        self.methods.entry(class).or_insert_with(methods).clone()
    }

    /// Has proposals go so far from now on.
    pub(crate) fn go_as_far_as(&mut self, breadth: Breadth) {
        self.breadth = breadth;
        self.values.any = breadth > Breadth::Usual;
        self.effort.lifts = breadth == Breadth::Systematic;
    }

    /// A literal for the type, `None` when it has none.
    pub(crate) fn literal(&mut self, wanted: TypeId, site: Option<Site>, simple: bool) -> Option<Literal> {
        let kinds = self.kinds(wanted);
        let kind = if simple { kinds.first() } else { self.rng.pick(&kinds) }?;
        self.values
            .draw(*kind, wanted, site, simple, &mut self.rng, self.library)
    }

    /// Every literal for the type; `None` where there are too many.
    pub(crate) fn all_literals(&mut self, wanted: TypeId) -> Option<Vec<Literal>> {
        let mut all = Vec::new();
        for kind in &*self.kinds(wanted) {
            all.extend(self.values.all(*kind, wanted, self.library)?);
        }
        Some(all)
    }

    /// A value of the type from the pools.
    pub(crate) fn pooled(&mut self, wanted: TypeId) -> Option<Entry> {
        self.pools
            .draw(wanted, &mut self.rng, &mut self.assignable, self.library)
    }

    /// A value of the pools that is like this and can be passed where `wanted` is wanted.
    pub(crate) fn pooled_alike(&mut self, likeness: Likeness, wanted: TypeId) -> Option<Entry> {
        self.pools
            .draw_alike(likeness, wanted, &mut self.rng, &mut self.assignable, self.library)
    }

    /// Notes that nobody knew how to make a `wanted` for `method`.
    pub(crate) fn note_missing(&mut self, method: MethodId, wanted: TypeId) {
        self.missing.push((method, wanted));
    }

    /// The inputs noted since the last time.
    pub(crate) fn take_missing(&mut self) -> Vec<(MethodId, TypeId)> {
        std::mem::take(&mut self.missing)
    }
}
