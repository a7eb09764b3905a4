//! Values that can be written down: where they come from and how one is drawn.

use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use palus_classes::Library;
use palus_model::{Input, Model, Transition};
use palus_sequence::{Literal, MethodId, MethodKind, Primitive, TypeId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::catalog::{Catalog, Resolver};
use crate::constants::Constants;
use crate::draw::Draw;
use crate::fresh::{any, fresh};
use crate::lambda::Lambdas;
use crate::recorded::input_literal;
use crate::seen::Seen;
use crate::text;
use crate::types::{LiteralKind, coerce};
use crate::usual;

/// An operand of a method: where a value is wanted. The receiver of an instance method is operand 0.
pub(crate) type Site = (MethodId, usize);

/// How often a value comes from each source; a source that has none passes its share on to the next, the last is the
/// boundary list.
const RECORDED_SHARE: f64 = 0.2;
const CONSTANT_SHARE: f64 = 0.4;
const SEEN_SHARE: f64 = 0.3;
/// How often a text is made of two, and how often it is changed a little.
const JOIN_SHARE: f64 = 0.3;
const PERTURB_SHARE: f64 = 0.15;
/// How often it is any value of its type, where that is asked for.
const ANY_SHARE: f64 = 0.5;

/// The classes whose literals are passed, the plainest first.
const CLASSES: [&str; 3] = ["java.lang.String", "java.lang.Integer", "java.lang.Object"];

/// The values that a recorded run passed to each operand.
pub(crate) struct Values {
    recorded: BTreeMap<Site, Vec<Literal>>,
    /// Where an object was passed, whether one always was.
    objects: FxHashMap<Site, bool>,
    /// `None` where they are switched off.
    constants: Option<Constants>,
    /// What was compared while sequences about a class ran.
    pub(crate) seen: Seen,
    /// Whether any value of a type serves, not those alone at which code tends to change its mind.
    pub(crate) any: bool,
    enums: FxHashMap<TypeId, Rc<[Arc<str>]>>,
    lambdas: Lambdas,
}

impl Values {
    /// Takes the values of a model that name something known here; `constants` says whether those of the bytecode serve.
    pub(crate) fn new(model: Option<&Model>, constants: bool, catalog: &Catalog, library: &mut dyn Library) -> Self {
        let mut values = Self {
            recorded: BTreeMap::new(),
            objects: FxHashMap::default(),
            constants: constants.then(Constants::default),
            seen: Seen::default(),
            any: false,
            enums: FxHashMap::default(),
            lambdas: Lambdas::default(),
        };
        let Some(model) = model else { return values };
        let mut resolver = Resolver::default();
        let mut learned = FxHashSet::default();
        let of_classes = model.classes.iter().flat_map(|(class, automaton)| {
            let transitions = automaton.nodes.iter().flat_map(|node| &node.outgoing);
            transitions.map(|transition| (Some(&**class), transition))
        });
        let statics = model.statics.iter().map(|transition| (None, transition));
        for (class, transition) in of_classes.chain(statics) {
            let method = resolver.resolve(catalog, library.symbols(), class, &transition.method);
            // A list of observations stands at many transitions.
            let list = Arc::as_ptr(&transition.observations);
            if let Some(method) = method.filter(|method| learned.insert((*method, list))) {
                values.learn(method, transition, catalog, library);
            }
        }
        values
    }

    fn learn(&mut self, method: MethodId, transition: &Transition, catalog: &Catalog, library: &mut dyn Library) {
        for observation in transition.observations.iter() {
            for (index, input) in observation.exchange.inputs.iter().enumerate() {
                match input {
                    Input::Object { .. } => drop(self.objects.entry((method, index)).or_insert(true)),
                    Input::Null => drop(self.objects.insert((method, index), false)),
                    _ => {}
                }
                if let Some(literal) = input_literal(input, catalog, library) {
                    let known = self.recorded.entry((method, index)).or_default();
                    if !known.contains(&literal) {
                        known.push(literal);
                    }
                }
            }
        }
    }

    /// Whether the recorded calls were passed an object there, and never null.
    pub(crate) fn is_always_object(&self, site: Site) -> bool {
        self.objects.get(&site) == Some(&true)
    }

    /// The names of an enum's constants that a test can write.
    pub(crate) fn enum_constants(&mut self, class: TypeId, library: &mut dyn Library) -> Rc<[Arc<str>]> {
        let names = || {
            library
                .enum_constants(class)
                .iter()
                .map(|name| Arc::from(name.as_str()))
                .collect()
        };
        self.enums.entry(class).or_insert_with(names).clone()
    }

    /// Draws a value of that kind for a place. `simple` asks for the plainest one.
    pub(crate) fn draw(
        &mut self,
        kind: LiteralKind,
        wanted: TypeId,
        site: Option<Site>,
        simple: bool,
        rng: &mut Draw,
        library: &mut dyn Library,
    ) -> Option<Literal> {
        match kind {
            LiteralKind::Enum => {
                let constants = self.enum_constants(wanted, library);
                let index = if simple { 0 } else { rng.below(constants.len()) };
                let name = constants.get(index)?.clone();
                Some(Literal::Enum { class: wanted, name })
            }
            LiteralKind::Class => {
                let name = if simple { CLASSES[0] } else { *rng.pick(&CLASSES)? };
                Some(Literal::Class(library.symbols_mut().class(name)))
            }
            LiteralKind::Lambda => {
                let shape = self.lambdas.shape(wanted, library)?;
                Some(shape.draw(rng, |kind, of, rng| self.draw(kind, of, site, simple, rng, library)))
            }
            _ if simple => Some(fresh(kind, true, rng)),
            LiteralKind::Primitive(_) => Some(self.one(kind, site, rng, library)),
            LiteralKind::String => Some(self.text(site, rng, library)),
        }
    }

    /// Whether lambdas for the interface run what they are given.
    pub(crate) fn runs(&mut self, interface: TypeId, library: &mut dyn Library) -> bool {
        let shape = self.lambdas.shape(interface, library);
        shape.is_some_and(|shape| shape.runs())
    }

    /// Every value of that kind; `None` where there are too many to run one after the other.
    pub(crate) fn all(&mut self, kind: LiteralKind, wanted: TypeId, library: &mut dyn Library) -> Option<Vec<Literal>> {
        Some(match kind {
            LiteralKind::Primitive(Primitive::Boolean) => [true, false].map(Literal::Boolean).into(),
            LiteralKind::Primitive(Primitive::Byte) => (i8::MIN..=i8::MAX).map(Literal::Byte).collect(),
            LiteralKind::Primitive(Primitive::Short) => (i16::MIN..=i16::MAX).map(Literal::Short).collect(),
            LiteralKind::Primitive(Primitive::Char) => (0..=u16::MAX).map(Literal::Char).collect(),
            LiteralKind::Enum => {
                let names = self.enum_constants(wanted, library);
                let constant = |name: &Arc<str>| Literal::Enum {
                    class: wanted,
                    name: name.clone(),
                };
                names.iter().map(constant).collect()
            }
            LiteralKind::Class => {
                let symbols = library.symbols_mut();
                CLASSES.map(|name| Literal::Class(symbols.class(name))).into()
            }
            LiteralKind::Lambda => {
                let shape = self.lambdas.shape(wanted, library)?;
                return shape.all(|kind, of| self.all(kind, of, library));
            }
            LiteralKind::Primitive(_) | LiteralKind::String => return None,
        })
    }

    /// A value of one of the sources.
    fn one(&mut self, kind: LiteralKind, site: Option<Site>, rng: &mut Draw, library: &mut dyn Library) -> Literal {
        if self.any && rng.chance(ANY_SHARE) {
            return any(kind, rng);
        }
        site.and_then(|site| self.known(kind, site, rng, library))
            .unwrap_or_else(|| fresh(kind, false, rng))
    }

    /// A text of one of the sources, now and then made of two or changed a little.
    fn text(&mut self, site: Option<Site>, rng: &mut Draw, library: &mut dyn Library) -> Literal {
        if let Some(text) = site.and_then(|site| usual::text(site, library.symbols(), rng)) {
            return Literal::String(text);
        }
        let mut drawn = self.one(LiteralKind::String, site, rng, library);
        while rng.chance(JOIN_SHARE)
            && let Literal::String(other) = self.one(LiteralKind::String, site, rng, library)
            && let Literal::String(text) = &drawn
        {
            drawn = Literal::String(text::join(text, &other, rng));
        }
        match &drawn {
            Literal::String(text) if rng.chance(PERTURB_SHARE) => Literal::String(text::perturb(text, rng)),
            _ => drawn,
        }
    }

    /// A value that the run or the bytecode has shown.
    fn known(&mut self, kind: LiteralKind, site: Site, rng: &mut Draw, library: &mut dyn Library) -> Option<Literal> {
        if rng.chance(RECORDED_SHARE)
            && let Some(literal) = self.recorded.get(&site).and_then(|known| pick_kind(known, kind, rng))
        {
            return Some(literal);
        }
        if rng.chance(CONSTANT_SHARE)
            && let Some(constants) = &mut self.constants
            && let Some(literal) = constants.draw(kind, site.0, rng, library)
        {
            return Some(literal);
        }
        if !rng.chance(SEEN_SHARE) {
            return None;
        }
        self.seen.draw(library.symbols().get(site.0).owner, kind, rng)
    }
}

/// One of the literals that have this kind or can be turned into it.
fn pick_kind(from: &[Literal], kind: LiteralKind, rng: &mut Draw) -> Option<Literal> {
    let start = rng.below(from.len());
    let mut rotated = from[start..].iter().chain(&from[..start]);
    rotated.find_map(|literal| match kind {
        LiteralKind::Primitive(primitive) => coerce(literal, primitive),
        _ => matches!(literal, Literal::String(_)).then(|| literal.clone()),
    })
}

/// Whether the literal can be passed where `wanted` is wanted, by its own class; `fits` answers for classes.
pub(crate) fn literal_fits(
    literal: &Literal,
    wanted: TypeId,
    library: &mut dyn Library,
    fits: &mut dyn FnMut(&mut dyn Library, TypeId) -> bool,
) -> bool {
    if let Some(primitive) = library.symbols().primitive(wanted) {
        return literal.primitive() == Some(primitive);
    }
    let class = match (literal, literal.primitive()) {
        (Literal::Null, _) => return true,
        (Literal::Enum { class, .. }, _) => *class,
        (Literal::Lambda(lambda), _) => lambda.interface,
        (Literal::Class(_), _) => library.symbols_mut().class("java.lang.Class"),
        (_, Some(primitive)) => library.symbols_mut().class(primitive.boxed()),
        _ => library.symbols_mut().class("java.lang.String"),
    };
    class == wanted || fits(library, class)
}

/// Whether operand 0 of the method is its receiver.
pub(crate) fn has_receiver(library: &dyn Library, method: MethodId) -> bool {
    library.symbols().get(method).kind == MethodKind::Instance
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::FakeLibrary;

    fn no_model(library: &mut FakeLibrary) -> Values {
        let catalog = Catalog::new(library, library.subjects());
        Values::new(None, true, &catalog, library)
    }

    #[test]
    fn the_plainest_value_needs_no_luck() {
        let mut library = FakeLibrary::default();
        let (mut values, mut rng) = (no_model(&mut library), Draw::new(3));
        let kind = LiteralKind::Primitive(Primitive::Int);
        let wanted = Primitive::Int.type_id();
        let drawn = values.draw(kind, wanted, None, true, &mut rng, &mut library);
        assert_eq!(drawn, Some(Literal::Int(1)));
    }

    #[test]
    fn constants_of_the_method_are_drawn_for_its_operands() {
        let mut library = FakeLibrary::default();
        let method = library.subject("demo.Parser", &["parse(Ljava/lang/String;)V"])[0];
        library.method_constants.insert(method, vec![Literal::string("begin")]);
        let string = library.class("java.lang.String");
        let (mut values, mut rng) = (no_model(&mut library), Draw::new(3));
        let mut draw = || {
            values.draw(
                LiteralKind::String,
                string,
                Some((method, 1)),
                false,
                &mut rng,
                &mut library,
            )
        };
        assert!((0..200).any(|_| draw() == Some(Literal::string("begin"))));
    }
}
