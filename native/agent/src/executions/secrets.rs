//! Secrets in states, by the rules for models: the names of fields, methods and parameters, and what values look like.

use std::sync::{Arc, Mutex, PoisonError};

use palus_model::redact::{Redaction, Secrecy};
use palus_model::{MethodIdentity, MethodKey};
use palus_sequence::{JavaString, Scalar};
use palus_state::{Class, Content, Slot, State, Value};
use palus_trace::{Dictionary, MethodNames};
use rustc_hash::{FxHashMap, FxHashSet};

/// Shorter texts are secret in their own place only: elsewhere they may be anything.
const TELLING: usize = 4;

/// Of the fields of a class, or the arguments of a method, in order.
type Secrecies = Arc<[Secrecy]>;

/// Replaces what is secret.
pub(super) struct Secrets {
    redaction: Redaction,
    dictionary: Arc<Dictionary>,
    /// Of each argument of a method.
    arguments: Mutex<FxHashMap<u32, Secrecies>>,
    /// Of each field of a class, by where its name is in memory and how many fields it has: names are kept with the layouts of classes.
    fields: Mutex<FxHashMap<(usize, usize), Secrecies>>,
    /// Texts that were secret somewhere: they are everywhere from then on.
    told: Mutex<FxHashSet<Box<[u16]>>>,
}

impl Secrets {
    pub(super) fn new(redaction: Redaction, dictionary: Arc<Dictionary>) -> Self {
        Self {
            redaction,
            dictionary,
            arguments: Mutex::default(),
            fields: Mutex::default(),
            told: Mutex::default(),
        }
    }

    /// Differs where the same objects, passed to a method, are another state because one of its arguments is secret.
    pub(super) fn seed_of(&self, method: u32) -> u64 {
        let arguments = self.arguments(method);
        let has_secrets = arguments.iter().any(|secrecy| *secrecy != Secrecy::None);
        if has_secrets { u64::from(method) } else { 0 }
    }

    fn arguments(&self, method: u32) -> Secrecies {
        let mut known = self.arguments.lock().unwrap_or_else(PoisonError::into_inner);
        let secrecies = known.entry(method).or_insert_with(|| {
            let names = self.dictionary.method(method);
            names.map_or_else(|| [].into(), |names| self.ask(&names))
        });
        Arc::clone(secrecies)
    }

    fn fields(&self, class: &Class) -> Secrecies {
        let key = (class.name.as_ptr() as usize, class.fields.len());
        let mut known = self.fields.lock().unwrap_or_else(PoisonError::into_inner);
        let secrecies = known.entry(key).or_insert_with(|| {
            let fields = class.fields.iter();
            fields.map(|(owner, name)| self.redaction.field(owner, name)).collect()
        });
        Arc::clone(secrecies)
    }

    fn ask(&self, method: &MethodNames) -> Secrecies {
        let key = MethodKey::from(MethodIdentity {
            owner: method.owner.clone(),
            name: method.name.clone(),
            descriptor: method.descriptor.clone(),
            access: method.access,
        });
        let parameters = |_: &MethodKey| self.dictionary.parameters(method);
        self.redaction.arguments(&key, &parameters).into()
    }

    /// Puts stand-ins for the secrets of a state whose roots are the receiver, the arguments of the method, and its result.
    pub(super) fn redact(&self, state: &mut State, method: u32) {
        // An array of characters or bytes is as secret as the most secret place that refers to it.
        let mut arrays: FxHashMap<u32, Secrecy> = FxHashMap::default();
        for (slot, secrecy) in state.roots.iter_mut().skip(1).zip(&*self.arguments(method)) {
            self.slot(slot, *secrecy, &mut arrays);
        }
        for slot in &mut state.roots {
            self.slot(slot, Secrecy::None, &mut arrays);
        }
        let State { classes, nodes, .. } = state;
        for node in &mut *nodes {
            if let Content::Fields(slots) = &mut node.content {
                let secrecies = self.fields(&classes[node.class as usize]);
                for (slot, secrecy) in slots.iter_mut().zip(&*secrecies) {
                    self.slot(slot, *secrecy, &mut arrays);
                }
            }
        }
        for (at, node) in nodes.iter_mut().enumerate() {
            let secrecy = arrays.get(&(at as u32)).copied().unwrap_or(Secrecy::None);
            match &mut node.content {
                Content::Elements(_, slots) => self.elements(slots, secrecy, &mut arrays),
                Content::ByHash(slots) => {
                    for slot in slots {
                        self.slot(slot, Secrecy::None, &mut FxHashMap::default());
                    }
                }
                Content::Entries(_, entries) => {
                    for (key, value) in entries {
                        self.slot(key, Secrecy::None, &mut FxHashMap::default());
                        self.slot(value, Secrecy::None, &mut FxHashMap::default());
                    }
                }
                Content::Fields(_) | Content::Digest(..) | Content::Opaque => {}
            }
        }
    }

    fn slot(&self, slot: &mut Slot, secrecy: Secrecy, arrays: &mut FxHashMap<u32, Secrecy>) {
        match slot {
            Slot::Node(node) if secrecy != Secrecy::None => {
                arrays.insert(*node, secrecy);
            }
            Slot::Value(Value::String(text)) => {
                if let Some(other) = self.text(&text.0, secrecy) {
                    *text = JavaString(other.into());
                }
            }
            Slot::Value(Value::Scalar(scalar) | Value::Boxed(scalar)) => {
                if let Some(other) = self.redaction.number(*scalar, secrecy) {
                    *scalar = other;
                }
            }
            _ => {}
        }
    }

    /// Characters and bytes are a text; other elements are what they are.
    fn elements(&self, slots: &mut [Slot], secrecy: Secrecy, arrays: &mut FxHashMap<u32, Secrecy>) {
        let units: Option<Vec<u16>> = slots.iter().map(unit).collect();
        let Some(units) = units.filter(|units| !units.is_empty()) else {
            for slot in slots {
                self.slot(slot, secrecy, arrays);
            }
            return;
        };
        if let Some(other) = self.text(&units, secrecy) {
            for (slot, unit) in slots.iter_mut().zip(other) {
                if let Slot::Value(Value::Scalar(scalar)) = slot {
                    *scalar = match scalar {
                        Scalar::Byte(_) => Scalar::Byte(unit as i8),
                        _ => Scalar::Char(unit),
                    };
                }
            }
        }
    }

    fn text(&self, text: &[u16], secrecy: Secrecy) -> Option<Vec<u16>> {
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        if secrecy == Secrecy::None && told.contains(text) {
            return self.redaction.text(text, Secrecy::Custom);
        }
        let other = self.redaction.text(text, secrecy)?;
        if text.len() >= TELLING {
            told.insert(text.into());
        }
        Some(other)
    }
}

/// The unit of a text that an element of an array is.
fn unit(slot: &Slot) -> Option<u16> {
    match slot {
        Slot::Value(Value::Scalar(Scalar::Char(unit))) => Some(*unit),
        Slot::Value(Value::Scalar(Scalar::Byte(byte))) => u16::try_from(*byte).ok(),
        _ => None,
    }
}
