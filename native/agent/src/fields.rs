//! Accesses of fields: which number stands for which, and what the hooks have counted since it was last asked.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use palus_jvm::{FIELD_PLACES, Tables};
use palus_model::Builder;
use palus_trace::Dictionary;

/// What instrumented code may do with fields. The numbers live as long as the virtual machine: they stand in its code.
#[derive(Default)]
pub(crate) struct Accesses {
    known: Mutex<Known>,
}

#[derive(Default)]
struct Known {
    numbers: BTreeMap<Access, u32>,
    /// By number, and the count that was handed over last.
    accesses: Vec<(Access, u64)>,
    /// Superclass and own fields of every recorded class.
    classes: BTreeMap<String, (String, Vec<String>)>,
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Access {
    method: u32,
    /// The class as the instruction names it.
    class: String,
    field: String,
    is_write: bool,
}

impl Accesses {
    /// The number of an access; `None` when there is no room for more.
    pub(crate) fn number(&self, method: u32, class: &str, field: &str, is_write: bool) -> Option<u32> {
        let access = Access {
            method,
            class: class.to_owned(),
            field: field.to_owned(),
            is_write,
        };
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(&number) = known.numbers.get(&access) {
            return Some(number);
        }
        let number = known.accesses.len();
        if number >= FIELD_PLACES {
            return None;
        }
        known.accesses.push((access.clone(), 0));
        known.numbers.insert(access, number as u32);
        Some(number as u32)
    }

    /// Notes the superclass and the own fields of a class.
    pub(crate) fn declare(&self, class: &str, parent: &str, fields: &mut dyn Iterator<Item = &str>) {
        let fields = fields.map(str::to_owned).collect();
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.classes.insert(class.to_owned(), (parent.to_owned(), fields));
    }

    /// Forgets what was counted until now.
    pub(crate) fn begin(&self) {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        for (number, (_, handed_over)) in known.accesses.iter_mut().enumerate() {
            *handed_over = Tables::global().field_count(number);
        }
    }

    /// Hands over what was counted since the last time. A field that no recorded class declares is not handed over.
    pub(crate) fn hand_over(&self, dictionary: &Dictionary, builder: &mut Builder) {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let Known { accesses, classes, .. } = &mut *known;
        for (number, (access, handed_over)) in accesses.iter_mut().enumerate() {
            let count = Tables::global().field_count(number);
            let new = count.saturating_sub(*handed_over);
            if new > 0
                && let Some(owner) = declaring(classes, &access.class, &access.field)
            {
                let field = dictionary.field_id(owner, &access.field);
                builder.field_access(access.method, field, access.is_write, new);
            }
            *handed_over = count;
        }
    }
}

/// The class that declares a field, from the one that an instruction names upwards (JVMS 5.4.3.2, superclasses alone:
/// constants of interfaces are named by the interface itself).
fn declaring<'k>(classes: &'k BTreeMap<String, (String, Vec<String>)>, named: &str, field: &str) -> Option<&'k str> {
    let mut name = named;
    // A class cannot be its own superclass, but two loaders may have classes of one name that would make it seem so.
    for _ in 0..=classes.len() {
        let (class, (parent, fields)) = classes.get_key_value(name)?;
        if fields.iter().any(|known| known == field) {
            return Some(class);
        }
        name = parent;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_access_has_the_same_number() {
        let accesses = Accesses::default();
        let first = accesses.number(1, "a.B", "size", false);
        assert_eq!(accesses.number(1, "a.B", "size", true), Some(1));
        assert_eq!((first, accesses.number(1, "a.B", "size", false)), (Some(0), Some(0)));
    }

    #[test]
    fn an_inherited_field_belongs_to_the_class_that_declares_it() {
        let accesses = Accesses::default();
        accesses.declare("a.Base", "java.lang.Object", &mut ["size"].into_iter());
        accesses.declare("a.B", "a.Base", &mut ["own"].into_iter());
        let known = accesses.known.lock().unwrap();
        let declaring = |class, field| declaring(&known.classes, class, field);
        assert_eq!(declaring("a.B", "size"), Some("a.Base"));
        assert_eq!(declaring("a.B", "own"), Some("a.B"));
        assert_eq!(declaring("a.B", "modCount"), None);
    }
}
