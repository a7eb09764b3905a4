//! What belongs to a class through its supertypes: subtyping, and members as the JVM resolves them.

use std::collections::BTreeSet;
use std::sync::{Arc, PoisonError};

use crate::index::ClassIndex;
use crate::info::{ClassInfo, FieldInfo, MethodInfo};

const OBJECT: &str = "java.lang.Object";

/// A method and the class that declares it.
#[derive(Clone)]
pub struct Declared {
    /// The class that declares it.
    pub class: Arc<ClassInfo>,
    /// Its position among the methods of the class.
    pub index: usize,
}

impl Declared {
    /// The method itself.
    pub fn method(&self) -> &MethodInfo {
        &self.class.methods[self.index]
    }
}

impl ClassIndex {
    /// The class and all its supertypes that are known, each once: superclasses first, nearest first, then interfaces.
    pub fn supertypes(&self, name: &str) -> Vec<Arc<ClassInfo>> {
        let mut found: Vec<Arc<ClassInfo>> = Vec::new();
        let mut seen = BTreeSet::new();
        let mut next = self.class(name);
        // A broken class path can hold a class that is its own superclass.
        while let Some(class) = next.filter(|class| seen.insert(class.name.clone())) {
            next = class
                .superclass
                .as_deref()
                .and_then(|superclass| self.class(superclass));
            found.push(class);
        }
        let mut position = 0;
        while position < found.len() {
            let class = found[position].clone();
            for interface in &class.interfaces {
                if seen.insert(interface.clone()) {
                    found.extend(self.class(interface));
                }
            }
            position += 1;
        }
        found
    }

    /// Whether a value of class `sub` can be held by a variable of class or interface `sup`, both binary names.
    pub fn is_subclass(&self, sub: &str, sup: &str) -> bool {
        if sub == sup || sup == OBJECT {
            return true;
        }
        self.supertype_names(sub).contains(sup)
    }

    /// The names of all supertypes, also of those that are not on the class path. Kept: a search asks for the same few again and
    /// again.
    pub(crate) fn supertype_names(&self, sub: &str) -> Arc<BTreeSet<Arc<str>>> {
        if let Some(known) = self.ancestors.read().unwrap_or_else(PoisonError::into_inner).get(sub) {
            return known.clone();
        }
        let supertypes = self.supertypes(sub);
        let names = supertypes
            .iter()
            .flat_map(|class| class.superclass.iter().chain(&class.interfaces));
        let names: Arc<BTreeSet<Arc<str>>> = Arc::new(names.cloned().collect());
        let mut ancestors = self.ancestors.write().unwrap_or_else(PoisonError::into_inner);
        ancestors.insert(sub.to_owned(), names.clone());
        names
    }

    /// The method that `owner.name descriptor` resolves to (JVMS 5.4.3.3, 5.4.3.4): declared in `owner` or inherited. Constructors
    /// are not inherited.
    pub fn resolve_method(&self, owner: &str, name: &str, descriptor: &str) -> Option<Declared> {
        let candidates = if name == "<init>" {
            self.class(owner).into_iter().collect()
        } else {
            self.supertypes(owner)
        };
        candidates.into_iter().find_map(|class| {
            let index = class.find_method(name, descriptor)?;
            Some(Declared { class, index })
        })
    }

    /// The class that declares the field that `owner.name descriptor` resolves to, and the field (JVMS 5.4.3.2: the class, its
    /// interfaces, then its superclass, each in the same way).
    pub fn resolve_field(&self, owner: &str, name: &str, descriptor: &str) -> Option<(Arc<ClassInfo>, FieldInfo)> {
        let mut seen = BTreeSet::new();
        let mut open = vec![owner.to_owned()];
        while let Some(name_of_class) = open.pop() {
            if !seen.insert(name_of_class.clone()) {
                continue;
            }
            let Some(class) = self.class(&name_of_class) else {
                continue;
            };
            if let Some(field) = class.find_field(name, descriptor) {
                let field = field.clone();
                return Some((class, field));
            }
            open.extend(class.superclass.iter().map(ToString::to_string));
            open.extend(class.interfaces.iter().rev().map(ToString::to_string));
        }
        None
    }
}
