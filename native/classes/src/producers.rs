//! Ways to make a value of a class or interface.

use std::collections::BTreeSet;
use std::sync::Arc;

use palus_sequence::MethodKind;

use crate::access::{Viewpoint, member_visibility};
use crate::callables::{kind, obstacle};
use crate::descriptor::{element_class, parameters};
use crate::identifier::is_identifier;
use crate::index::ClassIndex;
use crate::info::{ClassInfo, FieldInfo, MethodInfo};
use crate::offers::{Offered, Offers, gives, is_constant, value_class};
use crate::well_known;

/// A way to make a value, by names.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Way {
    Call {
        owner: String,
        name: String,
        descriptor: String,
        kind: MethodKind,
    },
    Field {
        owner: String,
        name: String,
        descriptor: String,
    },
}

/// How many ways that others offer are taken up for one type.
pub(crate) const OFFERED_AT_MOST: usize = 8;

/// How many rows of the list of well-known values are offered for one type: `Object` or `Serializable` fit nearly all.
const WELL_KNOWN_AT_MOST: usize = 8;

/// Finds ways, each once, in the order in which they are to be tried.
pub(crate) struct Finder<'i> {
    index: &'i ClassIndex,
    from: &'i Viewpoint,
    seen: BTreeSet<Way>,
    pub(crate) ways: Vec<Way>,
}

impl<'i> Finder<'i> {
    pub(crate) fn new(index: &'i ClassIndex, from: &'i Viewpoint) -> Self {
        Self {
            index,
            from,
            seen: BTreeSet::new(),
            ways: Vec::new(),
        }
    }

    pub(crate) fn add(&mut self, way: Way) {
        if self.seen.insert(way.clone()) {
            self.ways.push(way);
        }
    }

    /// What the class itself offers, then its subclasses among those that are `near`, then the well-known values that fit.
    pub(crate) fn of_class(&mut self, wanted: &ClassInfo, near: &[Arc<Offers>]) {
        // For an interface of the JDK the usual implementations come before its own factories.
        let is_jdk = !wanted.is_on_class_path();
        if is_jdk && wanted.is_abstract() {
            self.well_known(&wanted.name);
        }
        self.constructors(wanted);
        self.factories(wanted, &wanted.name);
        if !wanted.is_enum() {
            self.constants(wanted, &wanted.name);
        }
        // A class without a constructor to call may still have subclasses that have one.
        if wanted.is_abstract() || self.ways.is_empty() {
            let found = near.iter().flat_map(|offers| offers.subclasses(&wanted.name));
            let mut subclasses: Vec<&Arc<ClassInfo>> = found.collect();
            subclasses.sort_by_cached_key(|class| fewest_parameters(class));
            self.in_turn(&subclasses, Self::constructors);
            self.in_turn(&subclasses, |finder, class| {
                finder.factories(class, &wanted.name);
                finder.constants(class, &wanted.name);
            });
            self.well_known(&wanted.name);
        } else if &*wanted.name == "java.lang.Object" {
            self.well_known(&wanted.name);
        }
    }

    /// What its own builders build. They make one of nothing; what is under test gives one when it works, if at all.
    pub(crate) fn by_builders(&mut self, wanted: &ClassInfo) {
        let simple = wanted.name.rsplit(['.', '$']).next().unwrap_or_default();
        for name in [
            format!("{}$Builder", wanted.name),
            format!("{}${simple}Builder", wanted.name),
            format!("{}Builder", wanted.name),
        ] {
            let Some(builder) = self.index.class(&name) else {
                continue;
            };
            for method in &builder.methods {
                let builds = !method.access.is_static()
                    && parameters(&method.descriptor).is_empty()
                    && gives(&method.descriptor).is_some_and(|built| *built == *wanted.name);
                if builds {
                    self.call(&builder, method);
                }
            }
        }
    }

    /// What classes offer that nobody asked about: objects of subclasses, static methods and constants that give a value that fits,
    /// and what builders build; at most `most` ways.
    pub(crate) fn offered_by(&mut self, others: &Offers, wanted: &ClassInfo, most: usize) {
        let most = self.ways.len() + most;
        // The nearest first: those of the same package, then those that are easy to make.
        let is_far = |class: &ClassInfo| class.package() != wanted.package();
        let mut below: Vec<&Arc<ClassInfo>> = others.subclasses(&wanted.name).collect();
        below.sort_by_cached_key(|class| (is_far(class), fewest_parameters(class)));
        self.in_turn(&below[..below.len().min(most)], |finder, class| {
            finder.constructors(class);
            finder.factories(class, &wanted.name);
        });
        let is_related =
            |class: &ClassInfo| class.name == wanted.name || self.index.is_subclass(&class.name, &wanted.name);
        let mut beside: Vec<(&ClassInfo, Offered<'_>)> = others.values(&wanted.name).collect();
        beside.retain(|(class, _)| !is_related(class));
        beside.sort_by_key(|(class, _)| is_far(class));
        for (class, offered) in beside {
            if self.ways.len() >= most {
                break;
            }
            match offered {
                Offered::Call(method) => self.call(class, method),
                Offered::Constant(field) => self.constant(class, field),
            }
        }
        self.ways.truncate(most);
    }

    /// The first way of each class, then the second of each, and so on: one with a dozen constructors leaves room for the others.
    fn in_turn(&mut self, classes: &[&Arc<ClassInfo>], mut find: impl FnMut(&mut Self, &ClassInfo)) {
        let before = self.ways.len();
        let mut of_classes: Vec<std::vec::IntoIter<Way>> = Vec::new();
        for class in classes {
            find(self, class);
            of_classes.push(self.ways.split_off(before).into_iter());
        }
        while !of_classes.is_empty() {
            of_classes.retain_mut(|ways| {
                let way = ways.next();
                let is_left = way.is_some();
                self.ways.extend(way);
                is_left
            });
        }
    }

    fn constructors(&mut self, class: &ClassInfo) {
        self.calls(class, MethodInfo::is_constructor);
    }

    /// Static methods of the class whose result can be passed where `wanted` is wanted.
    fn factories(&mut self, class: &ClassInfo, wanted: &str) {
        let index = self.index;
        self.calls(class, |method| {
            method.access.is_static()
                && !method.is_constructor()
                && gives(&method.descriptor).is_some_and(|name| index.is_subclass(&name, wanted))
        });
    }

    fn calls(&mut self, class: &ClassInfo, is_wanted: impl Fn(&MethodInfo) -> bool) {
        let mut methods: Vec<&MethodInfo> = class.methods.iter().filter(|m| is_wanted(m)).collect();
        methods.sort_by_key(|m| parameters(&m.descriptor).len());
        for method in methods {
            self.call(class, method);
        }
    }

    /// The method or constructor, where a test can call it.
    fn call(&mut self, class: &ClassInfo, method: &MethodInfo) {
        let is_discouraged = method.is_deprecated && !class.is_on_class_path();
        let is_callable = !method.is_made_by_compiler() && !is_discouraged;
        if is_callable && obstacle(self.index, self.from, class, method).is_none() {
            self.add(Way::Call {
                owner: class.name.to_string(),
                name: method.name.to_string(),
                descriptor: method.descriptor.to_string(),
                kind: kind(method),
            });
        }
    }

    /// Static final fields of the class whose value can be passed where `wanted` is wanted.
    fn constants(&mut self, class: &ClassInfo, wanted: &str) {
        let index = self.index;
        for field in class.fields.iter().filter(|field| is_constant(field)) {
            if value_class(field).is_some_and(|value| index.is_subclass(&value, wanted)) {
                self.constant(class, field);
            }
        }
    }

    /// The constants of these classes that can be passed where `wanted` is wanted, but for those of an enum, which are values of its own.
    pub(crate) fn constants_of(&mut self, subjects: &Offers, wanted: &ClassInfo) {
        for (class, offered) in subjects.values(&wanted.name) {
            if let Offered::Constant(field) = offered
                && !(wanted.is_enum() && class.name == wanted.name)
            {
                self.constant(class, field);
            }
        }
    }

    /// The constant, where a test can name it.
    fn constant(&mut self, class: &ClassInfo, field: &FieldInfo) {
        let is_seen = self.from.sees(member_visibility(field.access), class.package())
            && self.from.sees(self.index.visibility(class), class.package());
        if is_seen && is_identifier(&field.name) && self.index.has_field(class, field) {
            self.add(Way::Field {
                owner: class.name.to_string(),
                name: field.name.to_string(),
                descriptor: field.descriptor.to_string(),
            });
        }
    }

    fn well_known(&mut self, wanted: &str) {
        let fitting = well_known::rows().filter_map(|row| self.well_known_way(row, wanted));
        for way in fitting.take(WELL_KNOWN_AT_MOST).collect::<Vec<_>>() {
            self.add(way);
        }
    }

    /// The row as a way, when the JDK at hand and the release have it and its value fits.
    fn well_known_way(&self, row: well_known::Row, wanted: &str) -> Option<Way> {
        let owner = row.owner.to_owned();
        let name = row.name.to_owned();
        if let Some(descriptor) = row.descriptor {
            let value = row.value_class()?;
            if !self.index.is_subclass(&value, wanted) {
                return None;
            }
            let found = self.index.resolve_method(row.owner, row.name, descriptor)?;
            if !self.index.has_method(&found.class, found.method()) {
                return None;
            }
            return Some(Way::Call {
                owner,
                name,
                descriptor: descriptor.to_owned(),
                kind: kind(found.method()),
            });
        }
        let class = self.index.class(row.owner)?;
        let field = class.fields.iter().find(|f| *f.name == *name)?;
        let value = element_class(&field.descriptor).filter(|_| self.index.has_field(&class, field))?;
        self.index.is_subclass(&value, wanted).then(|| Way::Field {
            owner,
            name,
            descriptor: field.descriptor.to_string(),
        })
    }
}

fn fewest_parameters(class: &ClassInfo) -> usize {
    let constructors = class.methods.iter().filter(|m| m.is_constructor());
    constructors
        .map(|m| parameters(&m.descriptor).len())
        .min()
        .unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_well_known_value_exists_in_the_jdk_at_hand() {
        let Some(home) = crate::on_path() else {
            println!("skipped: no java on PATH");
            return;
        };
        let index = ClassIndex::open(&[], &home).unwrap();
        let from = Viewpoint::everywhere();
        let finder = Finder::new(&index, &from);
        for row in well_known::rows() {
            assert!(finder.well_known_way(row, "java.lang.Object").is_some(), "{row:?}");
        }
        assert_eq!(well_known::rows().count(), well_known::ROWS.len());
    }
}
