//! Snapshots of objects: how classes are laid out for `org.palus.hook.Snapshot`, the memory that it writes to, and what became of it.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError, RwLock, RwLockReadGuard};

use jvmti_bindings::env::Jvmti;
use jvmti_bindings::sys::jni;
use palus_sequence::{StateId, States, Trace};
use palus_state::{
    Heap, Ignored, Layout, LayoutField, Nature, State, StateRules, StateTable, is_captured, is_opaque, primitive_name,
};
use palus_trace::record::tag;
use xxhash_rust::xxh3::xxh3_128_with_seed;

use crate::java::Java;
use crate::layouts::{ENUM, FINAL, SEPARATOR, STATIC, SYNTHETIC, binary_name, environment, hierarchy};

/// Natures as the hook knows them: how it writes an object down.
const FIELDS: u16 = 0;
const ARRAY: u16 = 1;
const CLASS: u16 = 2;

/// What of a class is laid out, by the number that the hook has for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Wanted {
    Name,
    Fields,
    StaticFields,
}

impl Wanted {
    pub(crate) fn new(number: jni::jint) -> Self {
        match number {
            1 => Self::Fields,
            2 => Self::StaticFields,
            _ => Self::Name,
        }
    }
}

/// The snapshots of this virtual machine, one at a time.
pub(crate) struct Snapshots {
    /// Address of [`Snapshots::BYTES`] bytes that are never freed.
    memory: usize,
    layouts: Mutex<Vec<Arc<Layout>>>,
    made: RwLock<Made>,
    states: Mutex<Taken>,
}

/// How states are made.
#[derive(Default)]
struct Made {
    ignored: Ignored,
    raw_collections: bool,
    /// Fields that somebody asked to ignore and that no class had so far.
    unmet: Vec<String>,
}

/// States of this virtual machine are made so, from the next class on whose layout is asked for. The error is one sentence for the user.
pub fn make_states(rules: &StateRules) -> Result<(), String> {
    let made = Made {
        ignored: Ignored::with(&rules.ignored)?,
        raw_collections: rules.raw_collections,
        unmet: rules.ignored.clone(),
    };
    *Snapshots::global().made.write().unwrap_or_else(PoisonError::into_inner) = made;
    Ok(())
}

/// The fields that are to be ignored and that no object had whose state was made.
pub fn unmet_fields() -> Vec<String> {
    Snapshots::global().made().unmet.clone()
}

#[derive(Default)]
struct Taken {
    table: StateTable,
    /// Ids by the places that the interpreter gave: twice the position of the statement, one more behind it.
    ids: Vec<(usize, Option<StateId>)>,
}

impl Snapshots {
    /// Room for one snapshot.
    pub(crate) const BYTES: usize = 8 << 20;

    pub(crate) fn global() -> &'static Self {
        static SNAPSHOTS: OnceLock<Snapshots> = OnceLock::new();
        SNAPSHOTS.get_or_init(|| Self {
            memory: Box::leak(vec![0_u64; Self::BYTES / 8].into_boxed_slice()).as_mut_ptr() as usize,
            layouts: Mutex::default(),
            made: RwLock::default(),
            states: Mutex::default(),
        })
    }

    fn made(&self) -> RwLockReadGuard<'_, Made> {
        self.made.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether a field is no part of a state.
    fn is_ignored(&self, owner: &str, name: &str) -> bool {
        let is_ignored = self.made().ignored.has(owner, name);
        if is_ignored {
            let is_this =
                |field: &String| field.strip_prefix(owner).and_then(|rest| rest.strip_prefix('.')) == Some(name);
            let mut made = self.made.write().unwrap_or_else(PoisonError::into_inner);
            made.unmet.retain(|field| !is_this(field));
        }
        is_ignored
    }

    pub(crate) fn address(&self) -> jni::jlong {
        self.memory as jni::jlong
    }

    /// Lays out a class, or only names it, and says where the hook finds its fields: layout in two characters, nature, tag of an array's elements, then of each
    /// field the number of superclasses up from the class, its tag, and its name with a semicolon.
    ///
    /// # Safety
    /// `class` is a live reference of this thread to a class.
    pub(crate) unsafe fn plan(&self, java: &Java<'_>, class: jni::jclass, wanted: Wanted) -> Vec<u16> {
        // SAFETY: given by the caller; the frame ends the references to superclasses.
        let described = java.frame(|| Ok(unsafe { self.describe(java, class, wanted) }));
        let (layout, ups) = described.ok().flatten().unwrap_or_else(|| (unknown(), Vec::new()));
        let (nature, element) = match layout.nature {
            Nature::Array(element) => (ARRAY, element),
            Nature::Class => (CLASS, 0),
            Nature::Fields | Nature::Enum | Nature::Opaque => (FIELDS, 0),
        };
        let fields: Vec<u16> = layout
            .fields
            .iter()
            .zip(ups)
            .flat_map(|(field, up)| {
                let name: Vec<u16> = field.name.encode_utf16().chain([SEPARATOR]).collect();
                [up, u16::from(field.tag)].into_iter().chain(name)
            })
            .collect();
        let mut layouts = self.layouts.lock().unwrap_or_else(PoisonError::into_inner);
        let number = layouts.len() as u32;
        layouts.push(Arc::new(layout));
        drop(layouts);
        let head = [number as u16, (number >> 16) as u16, nature, u16::from(element)];
        head.into_iter().chain(fields).collect()
    }

    /// The layout of a class, and for each field how many superclasses up it is declared; `None` when the virtual machine does not tell.
    ///
    /// # Safety
    /// As for [`Self::plan`].
    unsafe fn describe(&self, java: &Java<'_>, class: jni::jclass, wanted: Wanted) -> Option<(Layout, Vec<u16>)> {
        let jvmti = environment()?;
        // SAFETY: given by the caller.
        let (signature, _) = unsafe { jvmti.get_class_signature(class) }.ok()?;
        let plain = |class: &str, nature| Layout {
            class: class.into(),
            nature,
            fields: Vec::new(),
        };
        if let Some(element) = signature.strip_prefix('[') {
            let element = element_tag(element);
            return Some((plain(&signature.replace('/', "."), Nature::Array(element)), Vec::new()));
        }
        let name = if signature.ends_with(';') {
            binary_name(&signature)
        } else {
            primitive_name(&signature).unwrap_or("void").to_owned()
        };
        match wanted {
            Wanted::Name => return Some((plain(&name, Nature::Opaque), Vec::new())),
            // SAFETY: given by the caller.
            Wanted::StaticFields => return unsafe { self.statics(&jvmti, class, name) },
            Wanted::Fields => {}
        }
        // SAFETY: given by the caller, and the superclasses are live in its frame.
        let classes = unsafe { hierarchy(java, class)? };
        let names: Option<Vec<String>> = classes
            .iter()
            // SAFETY: live references.
            .map(|class| Some(binary_name(&unsafe { jvmti.get_class_signature(*class) }.ok()?.0)))
            .collect();
        let names = names?;
        let chain: Vec<&str> = names.iter().map(String::as_str).collect();
        if name == "java.lang.Class" {
            return Some((plain(&name, Nature::Class), Vec::new()));
        }
        if is_opaque(&chain) {
            return Some((plain(&name, Nature::Opaque), Vec::new()));
        }
        let constant = chain
            .iter()
            .position(|class| *class == "java.lang.Enum")
            .filter(|at| *at > 0);
        let mut layout = match constant {
            Some(at) => plain(chain[at - 1], Nature::Enum),
            None => plain(&name, Nature::Fields),
        };
        let mut ups = Vec::new();
        for (up, (class, owner)) in classes.iter().zip(&chain).enumerate().rev() {
            // Of a constant nothing counts but its name.
            if constant.is_some_and(|at| at != up) {
                continue;
            }
            // SAFETY: a live reference.
            for (name, tag) in unsafe { declared(&jvmti, *class, counts) }? {
                let is_left_out = self.is_ignored(owner, &name) || (constant.is_some() && name != "name");
                if !is_left_out {
                    layout.fields.push(LayoutField {
                        owner: (*owner).into(),
                        name: name.into(),
                        tag,
                    });
                    ups.push(up as u16);
                }
            }
        }
        Some((layout, ups))
    }

    /// The layout of a class as the object that has its static fields.
    ///
    /// # Safety
    /// As for [`Self::plan`].
    unsafe fn statics(&self, jvmti: &Jvmti, class: jni::jclass, name: String) -> Option<(Layout, Vec<u16>)> {
        let owner: Arc<str> = name.into();
        // SAFETY: given by the caller.
        let declared = unsafe { declared(jvmti, class, counts_as_static) }?;
        let declared = declared.into_iter().filter(|(name, _)| !self.is_ignored(&owner, name));
        let fields = declared.map(|(name, tag)| LayoutField {
            owner: Arc::clone(&owner),
            name: name.into(),
            tag,
        });
        let fields: Vec<LayoutField> = fields.collect();
        let ups = vec![0; fields.len()];
        let layout = Layout {
            class: format!("static {owner}").into(),
            nature: Nature::Fields,
            fields,
        };
        Some((layout, ups))
    }

    /// What the hook wrote; `None` when it was too much, and no words.
    ///
    /// # Safety
    /// The hook wrote so many words, and nothing writes to its memory while the answer is there.
    pub(crate) unsafe fn taken(&self, words: usize) -> Option<Snapshot<'_>> {
        // SAFETY: given by the caller; the memory is never freed, and aligned for words.
        let words = unsafe { std::slice::from_raw_parts(self.memory as *const u64, words.min(Self::BYTES / 8)) };
        (!words.is_empty()).then_some(Snapshot { words, all: self })
    }

    /// Makes a state of what the hook wrote, to be found by `place`; no words mean that it was too much.
    ///
    /// # Safety
    /// As for [`Self::taken`].
    pub(crate) unsafe fn keep(&self, words: usize, place: usize) {
        // SAFETY: given by the caller.
        let state = unsafe { self.taken(words) }.and_then(|snapshot| snapshot.state());
        let mut states = self.states.lock().unwrap_or_else(PoisonError::into_inner);
        let id = state.map(|state| states.table.add(&state));
        states.ids.push((place, id));
    }

    /// The ids since the last call, by their places.
    pub(crate) fn take(&self) -> Vec<(usize, Option<StateId>)> {
        std::mem::take(&mut self.states.lock().unwrap_or_else(PoisonError::into_inner).ids)
    }

    /// Gives the traces of a batch their states.
    pub(crate) fn deal(&self, traces: &mut [Trace]) {
        let ids: BTreeMap<usize, Option<StateId>> = self.take().into_iter().collect();
        let id = |place: usize| ids.get(&place).copied().flatten();
        let mut before = 0;
        for trace in traces {
            let statements = before..before + trace.outcomes.len();
            before = statements.end;
            let states = statements.map(|statement| States {
                entry: id(2 * statement),
                exit: id(2 * statement + 1),
            });
            trace.states = states.collect();
        }
    }

    pub(crate) fn state(&self, id: StateId) -> Option<State> {
        self.states
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .table
            .state(id)
    }
}

/// What was read of some roots and is not a state yet.
#[derive(Clone, Copy)]
pub struct Snapshot<'s> {
    words: &'s [u64],
    all: &'s Snapshots,
}

impl Snapshot<'_> {
    /// Equal for what was read alike, which is more than what is the same state: XXH3, 128 bits.
    pub fn hash(&self, seed: u64) -> u128 {
        // SAFETY: words are bytes.
        let bytes = unsafe { std::slice::from_raw_parts(self.words.as_ptr().cast::<u8>(), 8 * self.words.len()) };
        xxh3_128_with_seed(bytes, seed)
    }

    /// The state; `None` when it is too large.
    pub fn state(&self) -> Option<State> {
        let layouts = self.all.layouts.lock().unwrap_or_else(PoisonError::into_inner);
        let raw_collections = self.all.made().raw_collections;
        Heap::new(self.words, &layouts).and_then(|heap| State::of(&heap, raw_collections))
    }
}

/// What stands for a class of which nothing can be found out.
fn unknown() -> Layout {
    Layout {
        class: "?".into(),
        nature: Nature::Opaque,
        fields: Vec::new(),
    }
}

/// Whether an instance field may count, by its flags, name and descriptor.
fn counts(access: i32, name: &str, _descriptor: &str) -> bool {
    access & STATIC == 0 && (access & SYNTHETIC == 0 || is_captured(name))
}

/// Whether a static field does: no constant, and none of what a compiler made or an enum lists.
fn counts_as_static(access: i32, _name: &str, descriptor: &str) -> bool {
    let is_value = descriptor.len() == 1 || descriptor == "Ljava/lang/String;";
    access & STATIC != 0 && access & (SYNTHETIC | ENUM) == 0 && !(access & FINAL != 0 && is_value)
}

/// Name and tag of the fields that a class declares and that are `meant`.
///
/// # Safety
/// `class` is a live reference to a class that is no array and no primitive.
unsafe fn declared(
    jvmti: &Jvmti,
    class: jni::jclass,
    meant: impl Fn(i32, &str, &str) -> bool,
) -> Option<Vec<(String, u8)>> {
    // SAFETY: given by the caller, and the fields are the class's own.
    unsafe {
        let mut all = Vec::new();
        for field in jvmti.get_class_fields(class).ok()? {
            let (name, descriptor, _) = jvmti.get_field_name(class, field).ok()?;
            let access = jvmti.get_field_modifiers(class, field).ok()?;
            if meant(access, &name, &descriptor) {
                let tag = element_tag(&descriptor);
                all.push((name, tag));
            }
        }
        // The hook finds a field by its name alone, and the virtual machine lets names be equal when types differ.
        let names: Vec<String> = all.iter().map(|(name, _)| name.clone()).collect();
        all.retain(|(name, _)| names.iter().filter(|other| *other == name).count() == 1);
        Some(all)
    }
}

/// What a field or element of that descriptor holds.
fn element_tag(descriptor: &str) -> u8 {
    match descriptor {
        "Z" => tag::BOOLEAN,
        "B" => tag::BYTE,
        "C" => tag::CHAR,
        "S" => tag::SHORT,
        "I" => tag::INT,
        "J" => tag::LONG,
        "F" => tag::FLOAT,
        "D" => tag::DOUBLE,
        _ => tag::OBJECT,
    }
}
