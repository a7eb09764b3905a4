//! What a type holds by its type arguments: after erasure every list is one, but code that takes lists of bookings does nothing with others.

use palus_sequence::{MethodId, MethodKind, TypeId};

use crate::index_library::IndexLibrary;
use crate::library::Library;
use crate::types::{Argument, Type, Types};

/// The types whose arguments, so many of them, are what they hold. Nearer ones come first.
const HOLDERS: [(&str, usize); 8] = [
    ("java.lang.Iterable", 1),
    ("java.util.Map", 2),
    ("java.util.Map$Entry", 2),
    ("java.util.Optional", 1),
    ("java.util.Iterator", 1),
    ("java.util.stream.Stream", 1),
    ("java.util.concurrent.CompletionStage", 1),
    ("java.util.concurrent.Future", 1),
];

/// How deep type arguments are looked into: a map of lists of options.
const DEEPEST: usize = 3;

/// A type with what it holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Holding {
    /// The type after erasure.
    pub erased: TypeId,
    /// Each of what it holds: the elements of a collection, the keys and the values of a map. Empty for what holds nothing, or nobody knows what.
    pub held: Vec<Holding>,
}

/// What the type holds; `None` where its type arguments do not say that.
fn held(types: Types<'_>, wanted: &Type) -> Option<Vec<Type>> {
    let found = HOLDERS
        .iter()
        .find_map(|(known, count)| Some((types.as_super(wanted, known)?, *count)));
    let (holder, count) = found?;
    let said = |argument: &Argument| match argument {
        Argument::Exact(of) | Argument::Extends(of) | Argument::Super(of) => Some(of.clone()),
        Argument::Any => None,
    };
    let arguments: Option<Vec<Type>> = holder.arguments.iter().map(said).collect();
    arguments.filter(|arguments| arguments.len() == count)
}

impl IndexLibrary {
    /// What the parameter holds (receiver not counted), or the result.
    pub(crate) fn holding_at(&mut self, method: MethodId, parameter: Option<usize>) -> Option<Holding> {
        let called = self.symbols().get(method);
        let owner = self.symbols().class_name(called.owner)?;
        let index = self.index().clone();
        let found = index.resolve_method(owner, &called.name, &called.descriptor)?;
        let types = Types::new(&index);
        let receiver = types.this_type(owner).map(Type::Class)?;
        let (parameters, result) = match called.kind {
            MethodKind::Instance => types.method_types_through(&receiver, &found.class.name, found.method())?,
            _ => types.method_types(&found.class.name, found.method())?,
        };
        let wanted = match parameter {
            Some(parameter) => parameters.get(parameter)?,
            None => &result,
        };
        let holding = self.holding(types, wanted, DEEPEST)?;
        (!holding.held.is_empty()).then_some(holding)
    }

    /// The type with what it holds; `None` for a type variable, which says nothing, and for a class that is not known.
    fn holding(&mut self, types: Types<'_>, wanted: &Type, deepest: usize) -> Option<Holding> {
        let erased = self.erased_id(wanted)?;
        let held = held(types, wanted).filter(|_| deepest > 0).unwrap_or_default();
        let held: Option<Vec<Holding>> = held.iter().map(|of| self.holding(types, of, deepest - 1)).collect();
        Some(Holding {
            erased,
            held: held.unwrap_or_default(),
        })
    }

    /// The id of a type after erasure; `None` for a type variable, which says nothing, and for a class that is not known.
    pub(crate) fn erased_id(&mut self, wanted: &Type) -> Option<TypeId> {
        match wanted {
            Type::Primitive(primitive) => Some(primitive.type_id()),
            Type::Class(class) => {
                self.index().class(&class.name)?;
                Some(self.symbols_mut().class(&class.name))
            }
            Type::Array(element) => {
                let element = self.erased_id(element)?;
                Some(self.symbols_mut().array(element))
            }
            Type::Variable(_) | Type::Null | Type::Intersection(_) => None,
        }
    }
}
