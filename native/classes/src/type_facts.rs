//! What the emitter asks, answered by the index.

use std::collections::BTreeSet;

use crate::access::{home, member_visibility};
use crate::body::Member;
use crate::callables::is_visibility_bridge;
use crate::descriptor::parameters;
use crate::facts::{ClassFacts, MethodFacts, TypeFacts, Visibility};
use crate::hierarchy::Declared;
use crate::implement::Implementable;
use crate::index::ClassIndex;
use crate::info::{ClassInfo, MethodInfo};
use crate::injected::injected;
use crate::types::{Type, Types, declarer};

impl TypeFacts for ClassIndex {
    fn class(&self, name: &str) -> Option<ClassFacts> {
        let class = ClassIndex::class(self, name)?;
        let is_interface = class.access.is_interface();
        Some(ClassFacts {
            name: class.name.to_string(),
            canonical: self.canonical_name(&class),
            package: class.package().to_owned(),
            visibility: self.visibility(&class),
            home: home(&class),
            type_parameters: Types::new(self).type_parameters(&class.name).len(),
            is_interface,
            is_abstract: class.is_abstract(),
            is_enum: class.is_enum(),
            is_inner: class.is_inner(),
            superclass: class
                .superclass
                .as_ref()
                .filter(|_| !is_interface)
                .map(ToString::to_string),
            interfaces: class.interfaces.iter().map(ToString::to_string).collect(),
        })
    }

    fn method(&self, owner: &str, name: &str, descriptor: &str) -> Option<MethodFacts> {
        let found = self.resolve_method(owner, name, descriptor)?;
        let owner = ClassIndex::class(self, owner)?;
        let method = found.method();
        Some(MethodFacts {
            parameter_names: method
                .parameter_names
                .iter()
                .map(|n| n.as_deref().map(str::to_owned))
                .collect(),
            throws: method.exceptions.iter().map(ToString::to_string).collect(),
            is_varargs: method.access.is_varargs(),
            is_deprecated: method.is_deprecated || found.class.is_deprecated || owner.is_deprecated,
            signature: method.signature.as_deref().map(str::to_owned),
            visibility: if self.has_method(&found.class, method) {
                self.visibility(&owner)
                    .min(inherited_visibility(method, &found.class, &owner))
            } else {
                Visibility::Hidden
            },
        })
    }

    fn is_subclass(&self, sub: &str, sup: &str) -> bool {
        ClassIndex::is_subclass(self, sub, sup)
    }

    fn is_public_field(&self, owner: &str, name: &str) -> bool {
        let Some(class) = ClassIndex::class(self, owner) else {
            return true;
        };
        let declared = class.fields.iter().find(|field| *field.name == *name);
        declared.is_none_or(|field| field.access.is_public())
    }

    fn result_type(&self, owner: &str, name: &str, descriptor: &str) -> Option<Type> {
        let types = Types::new(self);
        let found = self.resolve_method(owner, name, descriptor)?;
        let receiver = Type::Class(types.this_type(owner)?);
        let (_, result) = types.method_types_through(&receiver, &found.class.name, found.method())?;
        Some(result)
    }

    fn static_field_type(&self, owner: &str, name: &str) -> Option<Type> {
        let class = ClassIndex::class(self, owner)?;
        let field = class.fields.iter().find(|field| *field.name == *name)?;
        Types::new(self).field_type(owner, field)
    }

    fn is_assignable(&self, from: &Type, to: &Type) -> bool {
        Types::new(self).is_assignable(from, to)
    }

    fn is_ambiguous(&self, owner: &str, name: &str, descriptor: &str) -> bool {
        let types = Types::new(self);
        let erased = |descriptor: &str| -> Option<Vec<Type>> {
            let parameters = parameters(descriptor).into_iter();
            parameters.map(Type::of_descriptor).collect()
        };
        let takes_the_same = |rival: &str| {
            let (Some(own), Some(others)) = (erased(descriptor), erased(rival)) else {
                return false;
            };
            let mut pairs = own.iter().zip(&others);
            own.len() == others.len() && own != others && pairs.all(|(own, other)| types.is_subtype(own, other))
        };
        let rivals = self.overloads(owner, name);
        let mut rivals = rivals.iter().filter(|rival| takes_the_same(rival));
        rivals.any(|rival| !self.prefers(owner, name, descriptor, rival))
    }

    fn sites_beside_clash(&self, owner: &str, name: &str, descriptor: &str) -> Option<Vec<(String, String)>> {
        if !self.is_clashing(owner, name, descriptor) {
            return None;
        }
        let is_instance = |found: &Declared| name != "<init>" && !found.method().access.is_static();
        if !self
            .resolve_method(owner, name, descriptor)
            .is_some_and(|found| is_instance(&found))
        {
            return Some(Vec::new());
        }
        let supertypes = self.supertypes(owner);
        let sites = supertypes.iter().filter_map(|site| {
            let overloads = self.overloads(&site.name, name).into_iter();
            let there = overloads
                .into_iter()
                .find(|there| parameters(there) == parameters(descriptor))?;
            let is_one = !self.is_clashing(&site.name, name, &there);
            is_one.then(|| (site.name.to_string(), there))
        });
        Some(sites.collect())
    }

    fn implementable(&self, interface: &str) -> Option<Implementable> {
        ClassIndex::implementable(self, interface)
    }

    fn is_injected(&self, class: &str) -> bool {
        injected(self, class).next().is_some()
    }

    fn takers_of_null(&self, class: &str, message: &str) -> Vec<Member> {
        ClassIndex::takers_of_null(self, class, message)
    }

    fn overloads(&self, owner: &str, name: &str) -> Vec<String> {
        let Some(owner_class) = ClassIndex::class(self, owner) else {
            return Vec::new();
        };
        let classes = if name == "<init>" {
            vec![owner_class.clone()]
        } else {
            self.supertypes(owner)
        };
        let mut seen = BTreeSet::new();
        let mut descriptors = Vec::new();
        // javac takes it that a class which is not abstract declares all that its interfaces want. Other compilers leave it at a bridge.
        let is_concrete = !owner_class.is_abstract() && !owner_class.is_enum();
        let is_wanted_only =
            |class: &ClassInfo, m: &MethodInfo| is_concrete && class.access.is_interface() && m.access.is_abstract();
        for class in &classes {
            let named = || class.methods.iter().filter(|m| &*m.name == name);
            for method in named().filter(|m| !m.is_made_by_compiler() && !is_wanted_only(class, m)) {
                let can_be_called = inherited_visibility(method, class, &owner_class) != Visibility::Hidden
                    && self.has_method(class, method);
                // What a subclass overrides is the same method, though its result may be narrower.
                if can_be_called && seen.insert(method.parameters().to_owned()) {
                    descriptors.push(method.descriptor.to_string());
                }
            }
            // What a class implements with narrower parameters it does not inherit (JLS 8.4.8); of that, a class file has a bridge.
            let bridges = named().filter(|m| m.access.is_bridge() && !is_visibility_bridge(class, m));
            seen.extend(bridges.map(|bridge| bridge.parameters().to_owned()));
        }
        descriptors
    }
}

impl ClassIndex {
    /// Whether javac prefers one overload to another, given by their descriptors, when each of its parameters is a subtype of the other's
    /// by erasure.
    fn prefers(&self, owner: &str, name: &str, descriptor: &str, rival: &str) -> bool {
        let types = Types::new(self);
        let declared = |descriptor: &str| {
            let found = self.resolve_method(owner, name, descriptor)?;
            let signature = types.declared_method(&found.class.name, found.method())?;
            Some((signature, declarer(&found.class, found.method())))
        };
        let (Some((own, _)), Some((other, others))) = (declared(descriptor), declared(rival)) else {
            return true;
        };
        types.is_more_specific(&own, &other, &others)
    }

    /// Whether javac sees two methods of these erased parameters in a class: the nearest overrides those that say the same of their parameters,
    /// and, where it has no generics itself, all (JLS 8.4.2).
    fn is_clashing(&self, owner: &str, name: &str, descriptor: &str) -> bool {
        let (Some(owner_class), wanted) = (ClassIndex::class(self, owner), parameters(descriptor)) else {
            return false;
        };
        if name == "<init>" {
            return false;
        }
        let supertypes = self.supertypes(owner);
        let mut alike = supertypes.iter().flat_map(|class| {
            let is_alike = |m: &&MethodInfo| {
                *m.name == *name
                    && !m.is_made_by_compiler()
                    && parameters(&m.descriptor) == wanted
                    && inherited_visibility(m, class, &owner_class) != Visibility::Hidden
            };
            class.methods.iter().filter(is_alike).map(move |method| (class, method))
        });
        let is_erased = |class: &ClassInfo, method: &MethodInfo| {
            let types = Types::new(self);
            let declared = types.declared_method(&class.name, method);
            declared.is_none_or(|declared| {
                declared.type_parameters.is_empty() && Some(declared.parameters) == types.erased_parameters(method)
            })
        };
        match alike.next() {
            Some((class, nearest)) if !is_erased(class, nearest) => {
                alike.any(|(class, method)| is_erased(class, method))
            }
            _ => false,
        }
    }
}

/// Who can use a member through `owner`. What is not public and comes from another package is out of reach: a test joins the
/// package of `owner` and is no subclass.
fn inherited_visibility(method: &MethodInfo, declared_in: &ClassInfo, owner: &ClassInfo) -> Visibility {
    match member_visibility(method.access) {
        Visibility::Package if declared_in.package() != owner.package() => Visibility::Hidden,
        visibility => visibility,
    }
}
