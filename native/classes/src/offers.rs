//! What classes offer to whoever wants a value, by the types as which it can be passed: a search wants thousands of types one after
//! the other, and must not read all classes again for each.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use palus_sequence::is_builder;

use crate::access::member_visibility;
use crate::descriptor::{element_class, parameters, result};
use crate::facts::Visibility;
use crate::index::ClassIndex;
use crate::info::{ClassInfo, FieldInfo, MethodInfo};

/// A member of a class that gives a value.
#[derive(Clone, Copy)]
pub(crate) enum Offered<'c> {
    /// A static method, or what a builder builds with.
    Call(&'c MethodInfo),
    /// A static final field.
    Constant(&'c FieldInfo),
}

/// A class by its position, and a member by its own among the methods or fields.
#[derive(Clone, Copy)]
struct Place {
    class: usize,
    is_field: bool,
    member: usize,
}

/// What some classes offer. Who may name what is not looked at here, but for what nobody outside of a class can.
pub(crate) struct Offers {
    classes: Vec<Arc<ClassInfo>>,
    names: HashSet<Arc<str>>,
    /// The positions of the subclasses, direct or not, in order.
    below: HashMap<Arc<str>, Vec<usize>>,
    /// By each type as which the value can be passed, but `Object`: class by class, of each first the factories, those with few
    /// parameters first, then the constants, then what it builds.
    members: HashMap<Arc<str>, Vec<Place>>,
}

impl Offers {
    pub(crate) fn of(index: &ClassIndex, classes: Vec<Arc<ClassInfo>>) -> Self {
        let mut below: HashMap<Arc<str>, Vec<usize>> = HashMap::new();
        let mut members: HashMap<Arc<str>, Vec<Place>> = HashMap::new();
        for (position, class) in classes.iter().enumerate() {
            for supertype in &*index.supertype_names(&class.name) {
                below.entry(supertype.clone()).or_default().push(position);
            }
            for (is_field, member, value) in values_of(class) {
                let place = Place {
                    class: position,
                    is_field,
                    member,
                };
                for supertype in &*index.supertype_names(&value) {
                    members.entry(supertype.clone()).or_default().push(place);
                }
                members.entry(value.into()).or_default().push(place);
            }
        }
        Self {
            names: classes.iter().map(|class| class.name.clone()).collect(),
            classes,
            below,
            members,
        }
    }

    /// Whether the class is one of them.
    pub(crate) fn has(&self, class: &str) -> bool {
        self.names.contains(class)
    }

    /// The classes, in order.
    pub(crate) fn classes(&self) -> impl Iterator<Item = &Arc<ClassInfo>> {
        self.classes.iter()
    }

    /// The classes below that type, in order.
    pub(crate) fn subclasses(&self, of: &str) -> impl Iterator<Item = &Arc<ClassInfo>> {
        let positions = self.below.get(of).into_iter().flatten();
        positions.map(|&position| &self.classes[position])
    }

    /// What can be passed as that type, which is not `Object`, and which class offers it.
    pub(crate) fn values(&self, wanted: &str) -> impl Iterator<Item = (&ClassInfo, Offered<'_>)> {
        let places = self.members.get(wanted).into_iter().flatten();
        places.map(|place| {
            let class = &*self.classes[place.class];
            let offered = if place.is_field {
                Offered::Constant(&class.fields[place.member])
            } else {
                Offered::Call(&class.methods[place.member])
            };
            (class, offered)
        })
    }
}

/// The members that give a value of a class, whether they are fields, their positions, and that class.
fn values_of(class: &ClassInfo) -> Vec<(bool, usize, String)> {
    let is_builder = is_builder(&class.name);
    let mut factories = Vec::new();
    let mut built = Vec::new();
    for (position, method) in class.methods.iter().enumerate() {
        let is_hidden = member_visibility(method.access) == Visibility::Hidden;
        if is_hidden || method.is_made_by_compiler() || method.is_constructor() {
            continue;
        }
        let count = parameters(&method.descriptor).len();
        if let Some(value) = gives(&method.descriptor) {
            if method.access.is_static() {
                factories.push((count, (false, position, value)));
            } else if is_builder && count == 0 {
                built.push((false, position, value));
            }
        }
    }
    factories.sort_by_key(|(count, _)| *count);
    let constants = class.fields.iter().enumerate().filter_map(|(position, field)| {
        let is_hidden = member_visibility(field.access) == Visibility::Hidden;
        let is_constant = is_constant(field) && !is_hidden;
        let value = is_constant.then(|| value_class(field)).flatten()?;
        Some((true, position, value))
    });
    let factories = factories.into_iter().map(|(_, found)| found);
    factories.chain(constants).chain(built).collect()
}

/// The class of a result; `None` for primitives and arrays.
pub(crate) fn gives(descriptor: &str) -> Option<String> {
    let result = result(descriptor);
    result.starts_with('L').then(|| element_class(result)).flatten()
}

/// The class of what a field holds; `None` for primitives and arrays.
pub(crate) fn value_class(field: &FieldInfo) -> Option<String> {
    let descriptor = &field.descriptor;
    descriptor.starts_with('L').then(|| element_class(descriptor)).flatten()
}

/// Whether a field holds the same all the time, and somebody wrote it.
pub(crate) fn is_constant(field: &FieldInfo) -> bool {
    field.access.is_static() && field.access.is_final() && !field.access.is_synthetic()
}
