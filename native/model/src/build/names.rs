//! What the fold needs to know of methods and classes, looked up once each.

use std::sync::Arc;

use palus_sequence::{JavaString, MethodKind};
use palus_trace::{Dictionary, Scalar, Seen};
use rustc_hash::FxHashMap;

use super::call::{Passed, Raw};
use super::class::Automaton;
use super::{NO_EXCEPTION, UNSEEN_EXCEPTION};
use crate::digest::Digest;
use crate::{MethodKey, Recorded};

/// What the fold asks of a method.
#[derive(Clone, Copy, Debug)]
pub(super) struct Traits {
    pub(super) is_static: bool,
    pub(super) is_constructor: bool,
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
}

/// Whether objects of a class are followed.
#[derive(Clone, Copy, Debug)]
enum Followed {
    As(u32),
    /// Not while the dictionary has no more methods than this.
    NotWith(usize),
}

/// A cache over the [`Dictionary`].
#[derive(Debug)]
pub(super) struct Names {
    dictionary: Arc<Dictionary>,
    methods: FxHashMap<u32, MethodEntry>,
    classes: FxHashMap<u32, ClassEntry>,
    constants: FxHashMap<(u32, u32), Recorded>,
}

impl Names {
    pub(super) fn new(dictionary: Arc<Dictionary>) -> Self {
        Self {
            dictionary,
            methods: FxHashMap::default(),
            classes: FxHashMap::default(),
            constants: FxHashMap::default(),
        }
    }

    /// What a method is like.
    pub(super) fn method(&mut self, id: u32) -> Traits {
        let Self {
            dictionary, methods, ..
        } = self;
        methods
            .entry(id)
            .or_insert_with(|| MethodEntry::look_up(dictionary, id))
            .traits
    }

    /// The names of a method that was asked for before.
    pub(super) fn method_key(&self, id: u32) -> Option<&MethodKey> {
        self.methods.get(&id).map(|entry| &entry.key)
    }

    /// The hash of a method that was asked for before.
    pub(super) fn method_digest(&self, id: u32) -> Digest {
        self.methods.get(&id).map(|entry| entry.digest).unwrap_or_default()
    }

    /// The name of a class.
    pub(super) fn class(&mut self, id: u32) -> Arc<str> {
        self.class_entry(id).name.clone()
    }

    /// The hash of the exception's class, if there is one; the class was asked for before.
    pub(super) fn exception_digest(&self, id: u32) -> Option<Digest> {
        (id != NO_EXCEPTION).then(|| self.classes.get(&id).map(|entry| entry.digest).unwrap_or_default())
    }

    /// The automaton of a class, made when the class turns out to have methods.
    pub(super) fn automaton(&mut self, class: u32, automata: &mut Vec<Automaton>) -> Option<u32> {
        let entry = self.class_entry(class);
        let (followed, name) = (entry.followed, entry.name.clone());
        let seen = match followed {
            Followed::As(index) => return Some(index),
            Followed::NotWith(methods) => methods,
        };
        // A class is loaded, and so its methods are known, before it has objects; unless the agent came later.
        let methods = self.dictionary.method_count();
        if methods == seen {
            return None;
        }
        let followed = if self.dictionary.has_methods_of(&name) {
            automata.push(Automaton::new(name));
            Followed::As(automata.len() as u32 - 1)
        } else {
            Followed::NotWith(methods)
        };
        self.class_entry(class).followed = followed;
        match followed {
            Followed::As(index) => Some(index),
            Followed::NotWith(_) => None,
        }
    }

    /// An input without the state of the object, if it is one.
    pub(super) fn passed(&mut self, value: Seen<'_>) -> Passed {
        match value {
            Seen::None | Seen::Null | Seen::Uninitialised => Passed::new(Raw::Null, Digest::NULL),
            Seen::Primitive(scalar) => value_of(recorded(scalar)),
            Seen::Boxed(scalar) => {
                let value = recorded(scalar);
                let digest = Digest::of_recorded(&value).boxed();
                Passed::new(Raw::Boxed(value), digest)
            }
            Seen::String { length, text } => value_of(Recorded::String {
                length,
                text: JavaString(text.units().collect()),
            }),
            Seen::Class { name } => value_of(Recorded::Class {
                name: name.to_lossy().into(),
            }),
            Seen::Enum { class, ordinal, name } => {
                let known = self.constants.get(&(class, ordinal)).cloned();
                value_of(known.unwrap_or_else(|| {
                    let value = Recorded::Enum {
                        class: self.class(class),
                        name: name.to_lossy().into(),
                    };
                    self.constants.insert((class, ordinal), value.clone());
                    value
                }))
            }
            Seen::Object { class, .. } | Seen::Array { class, .. } => {
                let digest = Digest::of_object(self.class_entry(class).digest, None);
                Passed::new(Raw::Object { class, state: None }, digest)
            }
        }
    }

    fn class_entry(&mut self, id: u32) -> &mut ClassEntry {
        let Self {
            dictionary, classes, ..
        } = self;
        classes.entry(id).or_insert_with(|| {
            let name = match id {
                UNSEEN_EXCEPTION => "java.lang.Throwable".into(),
                _ => dictionary.class(id).unwrap_or_else(|| "unknown".into()),
            };
            let digest = Digest::of_class(&name);
            ClassEntry {
                name,
                digest,
                followed: Followed::NotWith(0),
            }
        })
    }
}

impl MethodEntry {
    fn look_up(dictionary: &Dictionary, id: u32) -> Self {
        let key = match dictionary.method(id) {
            Some(names) => MethodKey {
                owner: names.owner,
                name: names.name,
                descriptor: names.descriptor,
                access: names.access,
            },
            None => MethodKey {
                owner: "unknown".into(),
                name: "unknown".into(),
                descriptor: "()V".into(),
                access: 0,
            },
        };
        let returns = key.descriptor.rsplit(')').next().unwrap_or_default();
        let is_constructor = key.kind() == MethodKind::Constructor;
        let traits = Traits {
            is_static: key.kind() == MethodKind::Static,
            is_constructor,
            may_adopt: is_constructor || returns.starts_with('L') && returns != "Ljava/lang/String;",
        };
        Self {
            digest: Digest::of_method(&key),
            traits,
            key,
        }
    }
}

fn value_of(value: Recorded) -> Passed {
    let digest = Digest::of_recorded(&value);
    Passed::new(Raw::Value(value), digest)
}

fn recorded(scalar: Scalar) -> Recorded {
    match scalar {
        Scalar::Boolean(v) => Recorded::Boolean(v),
        Scalar::Byte(v) => Recorded::Byte(v),
        Scalar::Char(v) => Recorded::Char(v),
        Scalar::Short(v) => Recorded::Short(v),
        Scalar::Int(v) => Recorded::Int(v),
        Scalar::Long(v) => Recorded::Long(v),
        Scalar::Float(v) => Recorded::Float(v),
        Scalar::Double(v) => Recorded::Double(v),
    }
}
