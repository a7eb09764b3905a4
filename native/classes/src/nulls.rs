//! What was null when a null pointer exception came up, and who could have given it: the text with which the virtual machine explains
//! such an exception (JEP 358) names the field.

use std::sync::Arc;

use crate::body::Member;
use crate::descriptor::{element_class, parameters, result};
use crate::index::ClassIndex;
use crate::info::ClassInfo;

/// What a text of JEP 358 says was null.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Null<'t> {
    /// A variable or a chain of fields: `this.rates`, `shop.Prices.rates`.
    Path(&'t str),
    /// The result of a method, named as source would: `shop.Till.rates(int)`.
    Result(&'t str),
}

/// Classes with values that stand for nothing.
const EMPTY: [&str; 4] = [
    "java.lang.CharSequence",
    "java.util.Collection",
    "java.util.Map",
    "java.util.Optional",
];

impl ClassIndex {
    /// The methods that take what was missing: those, neither private nor constructors, of the class with the field that was null which
    /// have a parameter of its type and write it. `class` is the one in whose code the exception came up and `message` the exception's.
    /// Empty where the text names no field, as for a local variable, where no method takes one, and where there is a value that stands for
    /// nothing, like an empty array: the class could have begun with it and need not wait.
    pub fn takers_of_null(&self, class: &str, message: &str) -> Vec<Member> {
        let field = match null_of(message) {
            Some(Null::Path(path)) => self.field_at(class, path),
            Some(Null::Result(method)) => self.field_behind(method),
            None => None,
        };
        field
            .filter(|(_, field)| !self.has_empty_value(&field.descriptor))
            .map_or_else(Vec::new, |(class, field)| self.takers(&class, &field))
    }

    /// Whether a type has a value that stands for nothing: arrays, texts, collections, maps.
    fn has_empty_value(&self, descriptor: &str) -> bool {
        let is_one = |class: String| EMPTY.iter().any(|known| self.is_subclass(&class, known));
        descriptor.starts_with('[') || element_class(descriptor).is_some_and(is_one)
    }

    /// The last field of a chain and the class that declares it. Chains that begin with a local variable lead nowhere: nobody knows its
    /// class.
    fn field_at(&self, class: &str, path: &str) -> Option<(Arc<ClassInfo>, Member)> {
        let (mut at, fields) = match path.strip_prefix("this.") {
            Some(fields) => (class.to_owned(), fields),
            None => path
                .match_indices('.')
                .map(|(dot, _)| (&path[..dot], &path[dot + 1..]))
                .find(|(name, _)| self.class(name).is_some())
                .map(|(name, fields)| (name.to_owned(), fields))?,
        };
        let mut last = None;
        for name in fields.split('.') {
            let (class, descriptor) = self.supertypes(&at).into_iter().find_map(|class| {
                let field = class.fields.iter().find(|field| *field.name == *name)?;
                Some((class.clone(), field.descriptor.clone()))
            })?;
            at = element_class(&descriptor).unwrap_or_default();
            let field = Member {
                owner: class.name.clone(),
                name: name.into(),
                descriptor,
            };
            last = Some((class, field));
        }
        last
    }

    /// The field that a method hands out: the only one of its result's type that it reads.
    fn field_behind(&self, method: &str) -> Option<(Arc<ClassInfo>, Member)> {
        let (name, arguments) = method.strip_suffix(')')?.split_once('(')?;
        let (owner, name) = name.rsplit_once('.')?;
        let arity = arguments.split(',').filter(|argument| !argument.is_empty()).count();
        let (class, at) = self.supertypes(owner).into_iter().find_map(|class| {
            let at = class
                .methods
                .iter()
                .position(|method| *method.name == *name && parameters(&method.descriptor).len() == arity)?;
            Some((class, at))
        })?;
        let handed_out = result(&class.methods[at].descriptor);
        let bodies = self.bodies(&class.name);
        let mut read = bodies
            .get(at)?
            .fields
            .iter()
            .filter(|access| access.reads > 0 && *access.field.descriptor == *handed_out);
        let (Some(only), None) = (read.next(), read.next()) else {
            return None;
        };
        let (class, _) = self.resolve_field(&only.field.owner, &only.field.name, handed_out)?;
        Some((class, (*only.field).clone()))
    }

    fn takers(&self, class: &ClassInfo, field: &Member) -> Vec<Member> {
        let bodies = self.bodies(&class.name);
        let methods = class.methods.iter().zip(&bodies);
        let takes = methods.filter(|(method, body)| {
            let mut parameters = parameters(&method.descriptor).into_iter();
            !method.access.is_private()
                && !method.name.starts_with('<')
                && parameters.any(|parameter| *parameter == *field.descriptor)
                && body.fields.iter().any(|access| {
                    access.writes > 0
                        && (&access.field.name, &access.field.descriptor) == (&field.name, &field.descriptor)
                })
        });
        takes
            .map(|(method, _)| Member {
                owner: class.name.clone(),
                name: method.name.clone(),
                descriptor: method.descriptor.clone(),
            })
            .collect()
    }
}

/// What the text says was null; nothing for other texts and for elements of arrays.
fn null_of(message: &str) -> Option<Null<'_>> {
    let (_, reason) = message.rsplit_once(" because ")?;
    let reason = reason.strip_suffix("\" is null")?;
    if let Some(method) = reason.strip_prefix("the return value of \"") {
        return Some(Null::Result(method));
    }
    let path = reason.strip_prefix('"')?;
    (!path.ends_with(']')).then_some(Null::Path(path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_the_virtual_machine_are_understood() {
        let told = "Cannot invoke \"shop.Rates.of(int)\" because \"this.rates\" is null";
        assert_eq!(null_of(told), Some(Null::Path("this.rates")));
        let told = "Cannot read the array length because the return value of \"shop.Till.rates(int)\" is null";
        assert_eq!(null_of(told), Some(Null::Result("shop.Till.rates(int)")));
        assert_eq!(
            null_of("Cannot load from int array because \"this.rows[<local1>]\" is null"),
            None
        );
        assert_eq!(null_of("Cannot throw exception"), None);
        assert_eq!(null_of("name is null"), None);
    }
}
