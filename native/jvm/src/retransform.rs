//! Classes that are loaded already, sent through the class-file hook again.

use jvmti_bindings::env::Jvmti;
use jvmti_bindings::sys::jni;

use crate::java::{Java, JavaError};

/// The largest frame that HotSpot gives (its flag `MaxJNILocalCapacity`).
const MOST_REFERENCES: jni::jint = 65_536;

/// A class loader, for as long as the frame lasts that it was asked for in.
#[derive(Clone, Copy)]
pub struct LoaderRef(pub(crate) jni::jobject);

/// Loaded classes that are held for a while. By global references: the hooks run once for each class while it is sent through them again,
/// and `-Xcheck:jni` counts the local references of all frames below as theirs.
pub(crate) struct LoadedClasses<'j> {
    java: &'j Java<'j>,
    pub(crate) handles: Vec<jni::jclass>,
}

impl<'j> LoadedClasses<'j> {
    /// Those that are meant.
    pub(crate) fn that(
        jvmti: &Jvmti,
        java: &'j Java<'j>,
        is_meant: &dyn Fn(jni::jclass) -> bool,
    ) -> Result<Self, JavaError> {
        let mut held = Self {
            java,
            handles: Vec::new(),
        };
        java.frame(|| {
            // A reference a class: more than a frame is made for, which `-Xcheck:jni` would tell. Without that room it works as well.
            let _ = java.env().ensure_local_capacity(MOST_REFERENCES);
            let all = jvmti.get_loaded_classes();
            let all = all.map_err(|error| JavaError(format!("the loaded classes are not told ({error:?})")))?;
            held.handles = all
                .into_iter()
                .filter(|class| is_meant(*class))
                .map(|class| java.keep(class).0)
                .collect();
            Ok(())
        })?;
        Ok(held)
    }
}

impl Drop for LoadedClasses<'_> {
    fn drop(&mut self) {
        for handle in &self.handles {
            // SAFETY: made in `that`, and not given away.
            unsafe { self.java.env().delete_global_ref(*handle) };
        }
    }
}

/// Sends the loaded classes through the hooks again whose binary names (dots) are wanted, of one loader or of all. The answer names those that the
/// virtual machine would not take back, and that stay as they are.
pub(crate) fn retransform(
    jvmti: &Jvmti,
    java: &Java<'_>,
    loader: Option<LoaderRef>,
    wanted: &dyn Fn(&str) -> bool,
) -> Result<Vec<String>, JavaError> {
    let is_meant = |class: jni::jclass| {
        binary_name(jvmti, class).is_some_and(|name| wanted(&name))
            && loader.is_none_or(|loader| is_of(jvmti, java, class, loader))
            && is_open_to_change(jvmti, java, class)
    };
    let classes = LoadedClasses::that(jvmti, java, &is_meant)?;
    let mut refused = Vec::new();
    retransform_all(jvmti, java, &classes.handles, &mut refused)?;
    Ok(refused)
}

/// All at once, so that the program is stopped once; where that fails, the halves, down to the class that is to blame.
fn retransform_all(
    jvmti: &Jvmti,
    java: &Java<'_>,
    classes: &[jni::jclass],
    refused: &mut Vec<String>,
) -> Result<(), JavaError> {
    if classes.is_empty() {
        return Ok(());
    }
    // SAFETY: references that the caller holds, given by this virtual machine.
    let changed = unsafe { jvmti.retransform_classes(classes) };
    java.check("retransforming")?;
    if changed.is_ok() {
        return Ok(());
    }
    if let [class] = classes {
        refused.extend(binary_name(jvmti, *class));
        return Ok(());
    }
    let (head, tail) = classes.split_at(classes.len() / 2);
    retransform_all(jvmti, java, head, refused)?;
    retransform_all(jvmti, java, tail, refused)
}

/// `a.b.C` of `La/b/C;`; none for arrays and for hidden classes, whose names hold a slash after the first dot.
pub(crate) fn binary_name(jvmti: &Jvmti, class: jni::jclass) -> Option<String> {
    // SAFETY: a live local reference.
    let (signature, _) = unsafe { jvmti.get_class_signature(class) }.ok()?;
    let name = signature.strip_prefix('L')?.strip_suffix(';')?;
    (!name.contains('.')).then(|| name.replace('/', "."))
}

fn is_of(jvmti: &Jvmti, java: &Java<'_>, class: jni::jclass, loader: LoaderRef) -> bool {
    with_loader(jvmti, java, class, |own| java.is_same(own, loader.0))
}

/// Not the boot loader's: those are never instrumented.
pub(crate) fn is_open_to_change(jvmti: &Jvmti, java: &Java<'_>, class: jni::jclass) -> bool {
    // SAFETY: a live local reference.
    let is_modifiable = || unsafe { jvmti.is_modifiable_class(class) }.unwrap_or(false);
    with_loader(jvmti, java, class, |loader| !loader.is_null()) && is_modifiable()
}

/// What is so of the loader of a class, null for the boot loader; no when it is not told.
fn with_loader(jvmti: &Jvmti, java: &Java<'_>, class: jni::jclass, is_so: impl FnOnce(jni::jobject) -> bool) -> bool {
    // SAFETY: a live local reference; the one that is made is deleted, as there are thousands of classes in a frame.
    unsafe {
        let Ok(loader) = jvmti.get_class_loader(class) else {
            return false;
        };
        let is_so = is_so(loader);
        java.env().delete_local_ref(loader);
        is_so
    }
}
