//! What the fold needs to know of methods and classes, looked up once each.

use std::sync::Arc;

use palus_sequence::MethodKind;
use palus_trace::{CALL_SITE, Dictionary, FieldNames};
use rustc_hash::FxHashMap;

use super::class::Automaton;
use super::{NO_EXCEPTION, UNSEEN_EXCEPTION};
use crate::digest::Digest;
use crate::{Layout, LayoutId, MethodIdentity, MethodKey, Profile};

/// What the fold asks of a method.
#[derive(Clone, Copy, Debug)]
pub(super) struct Traits {
    pub(super) kind: MethodKind,
    /// Whether its calls are watched where they are made, see [`CALL_SITE`].
    pub(super) is_call_site: bool,
    /// Whether its end may reveal an object that calls inside it were about: it returns a reference, or constructs.
    pub(super) may_adopt: bool,
}

#[derive(Debug)]
struct MethodEntry {
    key: MethodKey,
    digest: Digest,
    traits: Traits,
}

#[derive(Debug)]
struct ClassEntry {
    name: Arc<str>,
    digest: Digest,
    followed: Followed,
    layout: Option<LayoutId>,
}

/// Whether objects of a class are followed, and in which automaton.
#[derive(Clone, Copy, Debug)]
pub(super) enum Followed {
    /// All: its methods are watched from their inside.
    Inside(u32),
    /// Those whose making was watched, which is said where that happens.
    Outside(u32),
    /// Not while the dictionary has no more methods than this.
    NotWith(usize),
}

/// A cache over the [`Dictionary`]: by id, as the dictionary gives them out from 1.
#[derive(Debug)]
pub(super) struct Names {
    dictionary: Arc<Dictionary>,
    methods: Vec<Option<MethodEntry>>,
    classes: Vec<Option<ClassEntry>>,
    unknown_method: MethodEntry,
    unknown_class: ClassEntry,
    unseen_exception: ClassEntry,
    layouts: FxHashMap<LayoutId, Layout>,
}

impl Names {
    pub(super) fn new(dictionary: Arc<Dictionary>) -> Self {
        Self {
            dictionary,
            methods: Vec::new(),
            classes: Vec::new(),
            unknown_method: MethodEntry::new(MethodIdentity {
                owner: "unknown".into(),
                name: "unknown".into(),
                descriptor: "()V".into(),
                access: 0,
            }),
            unknown_class: ClassEntry::new("unknown".into()),
            unseen_exception: ClassEntry::new("java.lang.Throwable".into()),
            layouts: FxHashMap::default(),
        }
    }

    /// What a method is like.
    pub(super) fn method(&mut self, id: u32) -> Traits {
        if let Some(Some(entry)) = self.methods.get(id as usize) {
            return entry.traits;
        }
        let Some(names) = self.dictionary.method(id) else {
            return self.unknown_method.traits;
        };
        let entry = MethodEntry::new(MethodIdentity {
            owner: names.owner,
            name: names.name,
            descriptor: names.descriptor,
            access: names.access,
        });
        let traits = entry.traits;
        // The dictionary knows the id, so it is no larger than there are methods.
        if self.methods.len() <= id as usize {
            self.methods.resize_with(id as usize + 1, || None);
        }
        self.methods[id as usize] = Some(entry);
        traits
    }

    fn known_method(&self, id: u32) -> &MethodEntry {
        let known = self.methods.get(id as usize).and_then(Option::as_ref);
        known.unwrap_or(&self.unknown_method)
    }

    /// The names of a method that was asked for before.
    pub(super) fn method_key(&self, id: u32) -> &MethodKey {
        &self.known_method(id).key
    }

    /// The hash of a method that was asked for before.
    pub(super) fn method_digest(&self, id: u32) -> Digest {
        self.known_method(id).digest
    }

    /// The name of a class.
    pub(super) fn class(&mut self, id: u32) -> Arc<str> {
        self.class_entry(id).name.clone()
    }

    /// The hash of a class.
    pub(super) fn class_digest(&mut self, id: u32) -> Digest {
        self.class_entry(id).digest
    }

    /// The hash of the exception's class, if there is one; the class was asked for before.
    pub(super) fn exception_digest(&self, id: u32) -> Option<Digest> {
        (id != NO_EXCEPTION).then(|| self.known_class(id).digest)
    }

    /// A profile of an object of the class, if one was taken and its layout is known.
    pub(super) fn profile(&mut self, class: u32, profile: palus_trace::Profile) -> Option<Profile> {
        if !profile.is_taken() {
            return None;
        }
        if self.class_entry(class).layout.is_none() {
            let layout = Layout::of(&*self.dictionary.layout(class)?);
            let id = layout.id();
            self.layouts.insert(id, layout);
            self.class_entry(class).layout = Some(id);
        }
        let layout = self.class_entry(class).layout?;
        Some(Profile {
            layout,
            bits: profile.0,
        })
    }

    /// The layouts of all profiles that were asked for.
    pub(super) fn layouts(&self) -> impl Iterator<Item = (LayoutId, &Layout)> {
        self.layouts.iter().map(|(&id, layout)| (id, layout))
    }

    /// Whether objects of a class are followed; its automaton is made when the class turns out to have methods.
    pub(super) fn followed(&mut self, class: u32, automata: &mut Vec<Automaton>) -> Followed {
        let entry = self.class_entry(class);
        let Followed::NotWith(seen) = entry.followed else {
            return entry.followed;
        };
        // A class is loaded, and so its methods are known, before it has objects; unless the agent came later.
        let name = entry.name.clone();
        let methods = self.dictionary.method_count();
        if methods == seen {
            return Followed::NotWith(methods);
        }
        let followed = if self.dictionary.has_methods_of(&name) {
            automata.push(Automaton::new(name));
            Followed::Inside(automata.len() as u32 - 1)
        } else {
            Followed::NotWith(methods)
        };
        self.class_entry(class).followed = followed;
        followed
    }

    /// Follows objects of a class whose making is watched from outside.
    pub(super) fn follow_outside(&mut self, class: u32, automata: &mut Vec<Automaton>) -> u32 {
        let entry = self.class_entry(class);
        automata.push(Automaton::outside(entry.name.clone()));
        let index = automata.len() as u32 - 1;
        entry.followed = Followed::Outside(index);
        index
    }

    /// A field by its id.
    pub(super) fn field(&self, id: u32) -> Option<FieldNames> {
        self.dictionary.field(id)
    }

    fn known_class(&self, id: u32) -> &ClassEntry {
        if id == UNSEEN_EXCEPTION {
            return &self.unseen_exception;
        }
        let known = self.classes.get(id as usize).and_then(Option::as_ref);
        known.unwrap_or(&self.unknown_class)
    }

    fn class_entry(&mut self, id: u32) -> &mut ClassEntry {
        if id == UNSEEN_EXCEPTION {
            return &mut self.unseen_exception;
        }
        let index = id as usize;
        if self.classes.get(index).is_none_or(Option::is_none) {
            let Some(name) = self.dictionary.class(id) else {
                return &mut self.unknown_class;
            };
            if self.classes.len() <= index {
                self.classes.resize_with(index + 1, || None);
            }
            self.classes[index] = Some(ClassEntry::new(name));
        }
        self.classes[index].as_mut().unwrap_or(&mut self.unknown_class)
    }
}

impl ClassEntry {
    fn new(name: Arc<str>) -> Self {
        Self {
            digest: Digest::of_class(&name),
            name,
            followed: Followed::NotWith(0),
            layout: None,
        }
    }
}

impl MethodEntry {
    fn new(identity: MethodIdentity) -> Self {
        let key = MethodKey::from(identity);
        let returns = key.descriptor.rsplit(')').next().unwrap_or_default();
        let kind = key.kind();
        let traits = Traits {
            kind,
            is_call_site: key.access & CALL_SITE != 0,
            may_adopt: kind == MethodKind::Constructor || returns.starts_with('L') && returns != "Ljava/lang/String;",
        };
        Self {
            digest: Digest::of_method(&key),
            traits,
            key,
        }
    }
}
