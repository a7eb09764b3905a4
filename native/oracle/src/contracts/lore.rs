//! What a contract asks about classes.

use std::sync::Arc;

use palus_classes::ClassIndex;

/// Where a method comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Declaring {
    /// The binary name of the class that declares it.
    pub class: String,
    /// Whether it and its class are public.
    pub is_public: bool,
    /// Whether it has no body.
    pub is_abstract: bool,
}

/// Answers about classes, by their binary names.
pub trait Lore {
    /// The method of that name and these parameters (`(I)`, whatever it returns) that an object of the class runs; of several, the one that source names.
    fn declaring(&self, class: &str, name: &str, parameters: &str) -> Option<Declaring>;

    /// The descriptor of the method as its programmer wrote it that an object of the class runs when an interface's method of that name
    /// and so many parameters is called, and the class that declares it: `compareTo(Money)` and not `compareTo(Object)`.
    fn written(&self, class: &str, name: &str, parameters: usize) -> Option<(String, String)>;

    /// Whether an object of class `sub` is a `sup`.
    fn is_subclass(&self, sub: &str, sup: &str) -> bool;

    /// The topmost superclass that is not `java.lang.Object`: objects of one family are compared with one another.
    fn family(&self, class: &str) -> String;
}

impl Lore for ClassIndex {
    fn declaring(&self, class: &str, name: &str, parameters: &str) -> Option<Declaring> {
        self.supertypes(class).into_iter().find_map(|owner| {
            let fits = |method: &&palus_classes::MethodInfo| {
                &*method.name == name && method.parameters() == parameters && !method.access.is_static()
            };
            let method = owner.methods.iter().find(fits)?;
            Some(Declaring {
                class: owner.name.to_string(),
                is_public: method.access.is_public() && owner.access.is_public(),
                is_abstract: method.access.is_abstract(),
            })
        })
    }

    fn written(&self, class: &str, name: &str, parameters: usize) -> Option<(String, String)> {
        self.supertypes(class).into_iter().find_map(|owner| {
            let fits = |method: &&palus_classes::MethodInfo| {
                let is_plain = !method.access.is_static() && !method.access.is_abstract() && method.access.is_public();
                &*method.name == name
                    && is_plain
                    && !method.is_made_by_compiler()
                    && palus_sequence::parameter_count(method.parameters()) == parameters
            };
            let mut methods = owner.methods.iter().filter(fits);
            match (methods.next(), methods.next()) {
                (Some(method), None) => Some((owner.name.to_string(), method.descriptor.to_string())),
                _ => None,
            }
        })
    }

    fn is_subclass(&self, sub: &str, sup: &str) -> bool {
        ClassIndex::is_subclass(self, sub, sup)
    }

    fn family(&self, class: &str) -> String {
        let mut family: Arc<str> = class.into();
        // A broken class path can hold a class that is its own superclass: no real hierarchy is deeper.
        for _ in 0..64 {
            match self.class(&family).and_then(|class| class.superclass.clone()) {
                Some(superclass) if &*superclass != "java.lang.Object" => family = superclass,
                _ => break,
            }
        }
        family.to_string()
    }
}
