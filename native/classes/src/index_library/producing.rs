//! Ways to make a value of a type: what its class offers, and what classes under test give.

use std::collections::HashMap;

use palus_sequence::{FieldId, MethodId, MethodKind, TypeId};

use super::IndexLibrary;
use crate::access::Viewpoint;
use crate::callables::obstacle;
use crate::facts::Visibility;
use crate::library::Producer;
use crate::producers::{Finder, OFFERED_AT_MOST, Way};

/// A method of a class under test that gives a value; those that are easy to call come first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Giver {
    is_instance: bool,
    parameters: usize,
    /// Among all that tests can call.
    position: usize,
    method: MethodId,
}

impl IndexLibrary {
    pub(super) fn find_producers(&mut self, wanted: TypeId) -> Vec<Producer> {
        let class = self.symbols.class_name(wanted).and_then(|name| self.index.class(name));
        if class.as_ref().is_some_and(|class| self.is_out_of_sight(class)) {
            return Vec::new();
        }
        let view = match &class {
            // Only its package can name it, so whoever wants it is there.
            Some(class) if self.index.visibility(class) == Visibility::Package => Viewpoint::of(class),
            _ => self.shared_view.clone(),
        };
        let index = self.index.clone();
        let mut finder = Finder::new(&index, &view);
        let is_object = class.as_ref().is_some_and(|class| &*class.name == "java.lang.Object");
        if let Some(class) = &class {
            let near = if class.access.is_final() {
                Vec::new()
            } else {
                self.places.near(class)
            };
            finder.of_class(class, &near);
            finder.by_builders(class);
        }
        if !is_object {
            for way in self.given_by_subjects(wanted, &view) {
                finder.add(way);
            }
            if let Some(class) = &class {
                finder.constants_of(&self.places.subjects(), class);
                if finder.ways.is_empty() {
                    finder.offered_by(&self.places.others(class), class, OFFERED_AT_MOST);
                }
            }
        }
        let ways = finder.ways;
        ways.iter().filter_map(|way| self.producer(way)).collect()
    }

    /// The methods of subjects whose value fits, static ones first, then those with few parameters.
    fn given_by_subjects(&self, wanted: TypeId, view: &Viewpoint) -> Vec<Way> {
        let of_results = self.givers().iter();
        let fitting = of_results.filter(|(result, _)| self.can_pass(**result, wanted));
        let mut found: Vec<&Giver> = fitting.flat_map(|(_, givers)| givers).collect();
        found.sort_unstable();
        let ways = found.into_iter().filter_map(|giver| {
            let method = self.symbols.get(giver.method);
            let owner = self.symbols.class_name(method.owner)?;
            self.is_seen(view, method).then(|| Way::Call {
                owner: owner.to_owned(),
                name: method.name.to_string(),
                descriptor: method.descriptor.to_string(),
                kind: method.kind,
            })
        });
        ways.collect()
    }

    fn givers(&self) -> &HashMap<TypeId, Vec<Giver>> {
        self.givers.get_or_init(|| {
            let mut by_result: HashMap<TypeId, Vec<Giver>> = HashMap::new();
            let of_classes = self.subjects.iter().filter_map(|subject| self.of_class.get(subject));
            let callables = of_classes.flat_map(|class| &class.callables);
            for (position, &id) in callables.enumerate() {
                let method = self.symbols.get(id);
                if method.kind != MethodKind::Constructor {
                    by_result.entry(method.result).or_default().push(Giver {
                        is_instance: method.kind == MethodKind::Instance,
                        parameters: method.parameters.len(),
                        position,
                        method: id,
                    });
                }
            }
            by_result
        })
    }

    fn is_seen(&self, view: &Viewpoint, method: &palus_sequence::Method) -> bool {
        let Some(owner) = self.symbols.class_name(method.owner) else {
            return false;
        };
        let Some(found) = self.index.resolve_method(owner, &method.name, &method.descriptor) else {
            return false;
        };
        let owner_seen = self
            .index
            .class(owner)
            .is_some_and(|class| view.sees(self.index.visibility(&class), class.package()));
        // An inherited method is public, though the class that declares it may be hidden.
        let inherited = owner != &*found.class.name;
        owner_seen
            && self.index.has_method(&found.class, found.method())
            && (inherited || obstacle(&self.index, view, &found.class, found.method()).is_none())
    }

    fn producer(&mut self, way: &Way) -> Option<Producer> {
        Some(match way {
            Way::Call {
                owner,
                name,
                descriptor,
                kind,
            } => Producer::Call(self.symbols.method(owner, name, descriptor, *kind).ok()?),
            Way::Field {
                owner,
                name,
                descriptor,
            } => {
                let field: FieldId = self.symbols.field(owner, name, descriptor).ok()?;
                Producer::StaticField(field)
            }
        })
    }
}
