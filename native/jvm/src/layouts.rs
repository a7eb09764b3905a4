//! Which fields the profiles of a class tell of: asked once a class, through the tool interface, which names fields without
//! loading their types, as reflection would.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicPtr, Ordering};

use jvmti_bindings::env::Jvmti;
use jvmti_bindings::sys::jni::{self, jvalue};
use jvmti_bindings::sys::jvmti::jvmtiEnv;
use palus_trace::record::tag;
use palus_trace::{FieldKind, ProfileLayout};

use crate::host::host;
use crate::java::Java;

/// Access flags of fields (JVMS table 4.5-A) and classes.
pub(crate) const STATIC: i32 = 0x0008;
pub(crate) const SYNTHETIC: i32 = 0x1000;
pub(crate) const FINAL: i32 = 0x0010;
pub(crate) const ENUM: i32 = 0x4000;

/// An enum with more constants is abstracted as a reference.
const MOST_CONSTANTS: usize = 254;

/// Superclasses beyond this many are not looked at: the plan has a character for their number, and no program has them.
const MOST_SUPERCLASSES: usize = 1 << 10;

/// Ends the name of a field in a plan: no name holds it (JVMS 4.2.2).
pub(crate) const SEPARATOR: u16 = b';' as u16;

/// The tool environment to ask; null before it is there.
static ENVIRONMENT: AtomicPtr<jvmtiEnv> = AtomicPtr::new(std::ptr::null_mut());

/// Says whom to ask. The environment lives as long as the virtual machine.
pub(crate) fn ask(jvmti: &Jvmti) {
    ENVIRONMENT.store(jvmti.raw(), Ordering::Release);
}

/// The environment to ask; `None` before it is there.
pub(crate) fn environment() -> Option<Jvmti> {
    let environment = ENVIRONMENT.load(Ordering::Acquire);
    // SAFETY: the environment is never disposed of.
    (!environment.is_null()).then(|| unsafe { Jvmti::from_raw(environment) })
}

/// A field as a class file has it.
struct Field {
    /// How many superclasses up from the class it is declared.
    up: u16,
    owner: Arc<str>,
    name: Arc<str>,
    kind: FieldKind,
    /// The kind as the hooks know it, by [`tag`].
    tag: u8,
}

/// Lays out the profiles of a class with that id and says where the hooks find the fields: see `org.palus.hook.Profiles`. `None`
/// when its objects are to get none.
///
/// # Safety
/// `class` is a live reference of this thread to a class.
pub(crate) unsafe fn plan(java: &Java<'_>, class: jni::jclass, id: u32) -> Option<Vec<u16>> {
    let jvmti = environment()?;
    // SAFETY: given by the caller; the frame ends the references to superclasses and loaders.
    let fields = java.frame(|| Ok(unsafe { fields(&Reflection { jvmti: &jvmti, java }, class) }));
    let fields = fields.ok().flatten()?;
    let layout = ProfileLayout::new(
        fields
            .iter()
            .map(|field| (field.owner.clone(), field.name.clone(), field.kind)),
    );
    let plan = describe(&fields, &layout);
    host()?.lay_out(id, layout).then_some(plan)
}

fn describe(fields: &[Field], layout: &ProfileLayout) -> Vec<u16> {
    let mut plan = Vec::new();
    for (field, place) in fields.iter().zip(&layout.fields) {
        let mask = (1_u16 << place.kind.bits()) - 1;
        plan.extend([field.up, u16::from(field.tag), mask, u16::from(place.shift)]);
        plan.extend(field.name.encode_utf16());
        plan.push(SEPARATOR);
    }
    plan
}

/// The instance fields that a layout may have, superclasses' first; `None` when the virtual machine does not tell.
///
/// # Safety
/// As for [`plan`].
unsafe fn fields(reflection: &Reflection<'_>, class: jni::jclass) -> Option<Vec<Field>> {
    // SAFETY: given by the caller, whose frame ends the references.
    let classes = unsafe { hierarchy(reflection.java, class)? };
    let mut all = Vec::new();
    for (up, &class) in classes.iter().enumerate().rev() {
        // SAFETY: live references.
        unsafe { reflection.declared(class, up as u16, &mut all)? };
    }
    Some(all)
}

/// The class and its superclasses, the nearest first; `None` when they are too many.
///
/// # Safety
/// `class` is a live reference, and a frame of the caller ends those to superclasses.
pub(crate) unsafe fn hierarchy(java: &Java<'_>, class: jni::jclass) -> Option<Vec<jni::jclass>> {
    let mut classes = vec![class];
    // SAFETY: a live reference, and so is each superclass.
    while let Some(parent) = unsafe { java.env().get_superclass(*classes.last()?) } {
        classes.push(parent);
        if classes.len() > MOST_SUPERCLASSES {
            return None;
        }
    }
    Some(classes)
}

struct Reflection<'a> {
    jvmti: &'a Jvmti,
    java: &'a Java<'a>,
}

impl Reflection<'_> {
    /// Adds the instance fields that a class declares.
    ///
    /// # Safety
    /// `class` is a live reference.
    unsafe fn declared(&self, class: jni::jclass, up: u16, all: &mut Vec<Field>) -> Option<()> {
        // SAFETY: given by the caller, and the fields are the class's own.
        let (owner, named) = unsafe {
            let (signature, _) = self.jvmti.get_class_signature(class).ok()?;
            let fields = self.jvmti.get_class_fields(class).ok()?;
            let mut named = Vec::with_capacity(fields.len());
            for field in fields {
                let (name, descriptor, _) = self.jvmti.get_field_name(class, field).ok()?;
                named.push((name, descriptor, self.jvmti.get_field_modifiers(class, field).ok()?));
            }
            (binary_name(&signature), named)
        };
        // To read what a weak reference refers to would keep it alive, and its other fields are the collector's.
        if owner == "java.lang.ref.Reference" {
            return Some(());
        }
        let owner: Arc<str> = owner.into();
        // The hooks find a field by its name alone, and the virtual machine lets names be equal when types differ.
        let mut times = BTreeMap::<&str, u32>::new();
        for (name, ..) in &named {
            *times.entry(name).or_default() += 1;
        }
        for (name, descriptor, access) in &named {
            if access & (STATIC | SYNTHETIC) != 0 || times[name.as_str()] > 1 {
                continue;
            }
            // SAFETY: given by the caller.
            let (kind, tag) = unsafe { self.kind(class, descriptor) };
            let (owner, name) = (owner.clone(), name.as_str().into());
            all.push(Field {
                up,
                owner,
                name,
                kind,
                tag,
            });
        }
        Some(())
    }

    /// # Safety
    /// `class` is a live reference.
    unsafe fn kind(&self, class: jni::jclass, descriptor: &str) -> (FieldKind, u8) {
        match descriptor.as_bytes().first() {
            Some(b'Z') => (FieldKind::Boolean, tag::BOOLEAN),
            Some(b'B') => (FieldKind::Number, tag::BYTE),
            Some(b'C') => (FieldKind::Number, tag::CHAR),
            Some(b'S') => (FieldKind::Number, tag::SHORT),
            Some(b'I') => (FieldKind::Number, tag::INT),
            Some(b'J') => (FieldKind::Number, tag::LONG),
            Some(b'F') => (FieldKind::Number, tag::FLOAT),
            Some(b'D') => (FieldKind::Number, tag::DOUBLE),
            Some(b'[') => (FieldKind::Array, tag::ARRAY),
            // SAFETY: given by the caller.
            _ => match unsafe { self.constants(class, &binary_name(descriptor)) } {
                Some(count @ 1..=MOST_CONSTANTS) => {
                    let bits = (count + 1).next_power_of_two().trailing_zeros() as u8;
                    (FieldKind::Enum { bits }, tag::ENUM)
                }
                _ => (FieldKind::Reference, tag::OBJECT),
            },
        }
    }

    /// How many constants an enum has that a class names; `None` when it is no enum, or not loaded yet: to load it is not for
    /// us, and until then the field is null.
    ///
    /// # Safety
    /// `class` is a live reference.
    unsafe fn constants(&self, class: jni::jclass, name: &str) -> Option<usize> {
        // SAFETY: given by the caller; what is found is live in the frame of this call.
        let count = self.java.frame(|| unsafe {
            let found = self.loaded(class, name);
            Ok(found.and_then(|found| self.count_constants(found)))
        });
        count.ok().flatten()
    }

    /// The class of that name that the loader of `class` knows already. Calls no code of the program: the methods are the
    /// JDK's own, and final.
    ///
    /// # Safety
    /// `class` is a live reference.
    unsafe fn loaded(&self, class: jni::jclass, name: &str) -> Option<jni::jclass> {
        let env = self.java.env();
        let text = self.java.string(name).ok()?;
        // SAFETY: given by the caller; the methods take a string and return a class or null.
        let found = unsafe {
            let loader = self.jvmti.get_class_loader(class).ok()?;
            let (holder, find) = if loader.is_null() {
                ("jdk/internal/loader/BootLoader", "loadClassOrNull")
            } else {
                ("java/lang/ClassLoader", "findLoadedClass")
            };
            let holder = env.find_class(holder)?;
            let descriptor = "(Ljava/lang/String;)Ljava/lang/Class;";
            if loader.is_null() {
                let method = env.get_static_method_id(holder, find, descriptor);
                self.java.check("asking for a class").ok()?;
                env.call_static_object_method(holder, method?, &[jvalue { l: text }])
            } else {
                let method = env.get_method_id(holder, find, descriptor);
                self.java.check("asking for a class").ok()?;
                env.call_object_method(loader, method?, &[jvalue { l: text }])
            }
        };
        self.java.check("asking for a class").ok()?;
        (!found.is_null()).then_some(found)
    }

    /// # Safety
    /// `class` is a live reference.
    unsafe fn count_constants(&self, class: jni::jclass) -> Option<usize> {
        // SAFETY: given by the caller, and the fields are the class's own.
        unsafe {
            if self.jvmti.get_class_modifiers(class).ok()? & ENUM == 0 {
                return None;
            }
            let fields = self.jvmti.get_class_fields(class).ok()?;
            let is_constant = |&field: &jni::jfieldID| {
                self.jvmti
                    .get_field_modifiers(class, field)
                    .is_ok_and(|access| access & ENUM != 0)
            };
            Some(fields.into_iter().filter(|field| is_constant(field)).count())
        }
    }
}

/// `a.b.C` of `La/b/C;`. A hidden class has a dot before its last part there, where its name has a slash.
pub(crate) fn binary_name(signature: &str) -> String {
    let name = signature.strip_prefix('L').unwrap_or(signature);
    let name = name.strip_suffix(';').unwrap_or(name);
    match name.split_once('.') {
        Some((class, suffix)) => format!("{}/{suffix}", class.replace('/', ".")),
        None => name.replace('/', "."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signatures_become_binary_names() {
        assert_eq!(binary_name("La/b/C$D;"), "a.b.C$D");
        assert_eq!(binary_name("La/b/C$$Lambda.0x00007f;"), "a.b.C$$Lambda/0x00007f");
    }

    #[test]
    fn a_plan_has_the_fields_that_fit_with_their_places() {
        let field = |name: &str, kind, tag| Field {
            up: 1,
            owner: "a.B".into(),
            name: name.into(),
            kind,
            tag,
        };
        let fields = [
            field("n", FieldKind::Number, tag::INT),
            field("e", FieldKind::Enum { bits: 3 }, tag::ENUM),
        ];
        let layout = ProfileLayout::new(fields.iter().map(|f| (f.owner.clone(), f.name.clone(), f.kind)));
        let plan = describe(&fields, &layout);
        let (n, e) = (u16::from(b'n'), u16::from(b'e'));
        assert_eq!(plan, [1, 6, 3, 1, n, SEPARATOR, 1, 19, 7, 3, e, SEPARATOR]);
    }
}
