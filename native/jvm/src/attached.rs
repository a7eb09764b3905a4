//! An agent that came into a program that was running already: its tool environment, and classes sent through the hook
//! again, when a recording begins and when it ends.

use jvmti_bindings::agent::AgentLoadContext;
use jvmti_bindings::env::{JniEnv, Jvmti};
use jvmti_bindings::sys::jni;
use jvmti_bindings::sys::jvmti::{JVMTI_EVENT_CLASS_FILE_LOAD_HOOK, JVMTI_EVENT_THREAD_END, JVMTI_EVENT_VM_DEATH};

use crate::java::{Java, JavaError};

/// The tool environment. One for the life of the virtual machine: threads that end give back their buffers through it, and
/// it costs nothing while its class-file hook is off.
pub struct Attached {
    jvmti: Jvmti,
}

// SAFETY: a tool environment may be used from any thread (JVMTI, "Environments"); the wrapper holds only its address.
unsafe impl Send for Attached {}
// SAFETY: as above.
unsafe impl Sync for Attached {}

impl Attached {
    /// Asks for an environment with what a recording needs; the class-file hook is off.
    pub fn open(context: &AgentLoadContext<'_>) -> Result<Self, JavaError> {
        let refused = |error| JavaError(format!("this virtual machine refused what palus needs ({error:?})"));
        let jvmti = context
            .vm()
            .jvmti()
            .map_err(|code| JavaError(format!("no tool interface in this virtual machine ({code})")))?;
        jvmti
            .add_capabilities_with(|capabilities| capabilities.set_can_retransform_classes(true))
            .map_err(refused)?;
        jvmti.set_default_agent_callbacks().map_err(refused)?;
        jvmti
            .enable_events_global(&[JVMTI_EVENT_THREAD_END, JVMTI_EVENT_VM_DEATH])
            .map_err(refused)?;
        Ok(Self { jvmti })
    }

    /// The environment itself.
    pub fn jvmti(&self) -> &Jvmti {
        &self.jvmti
    }

    /// Switches the class-file hook.
    pub fn hook_class_files(&self, on: bool) -> Result<(), JavaError> {
        let events = &[JVMTI_EVENT_CLASS_FILE_LOAD_HOOK];
        if on {
            self.jvmti.enable_events_global(events)
        } else {
            self.jvmti.disable_events_global(events)
        }
        .map_err(|error| JavaError(format!("the class-file hook could not be switched ({error:?})")))
    }

    /// Sends the loaded classes through the hooks again whose binary names (dots) are wanted. The answer names those that
    /// the virtual machine would not take back, and that stay as they are.
    pub fn retransform(&self, java: &Java<'_>, wanted: &dyn Fn(&str) -> bool) -> Result<Vec<String>, JavaError> {
        java.frame(|| {
            let loaded = self.jvmti.get_loaded_classes();
            let loaded = loaded.map_err(|error| JavaError(format!("the loaded classes are not told ({error:?})")))?;
            let classes: Vec<(jni::jclass, String)> = loaded
                .into_iter()
                .filter_map(|class| self.binary_name(class).map(|name| (class, name)))
                .filter(|(class, name)| wanted(name) && self.is_open_to_change(*class))
                .collect();
            let mut refused = Vec::new();
            self.retransform_all(java, &classes, &mut refused)?;
            Ok(refused)
        })
    }

    /// All at once, so that the program is stopped once; where that fails, the halves, down to the class that is to blame.
    fn retransform_all(
        &self,
        java: &Java<'_>,
        classes: &[(jni::jclass, String)],
        refused: &mut Vec<String>,
    ) -> Result<(), JavaError> {
        if classes.is_empty() {
            return Ok(());
        }
        let handles: Vec<jni::jclass> = classes.iter().map(|(class, _)| *class).collect();
        // SAFETY: local references of this frame, given by this virtual machine.
        let changed = unsafe { self.jvmti.retransform_classes(&handles) };
        java.check("retransforming")?;
        if changed.is_ok() {
            return Ok(());
        }
        if let [(_, name)] = classes {
            refused.push(name.clone());
            return Ok(());
        }
        let (head, tail) = classes.split_at(classes.len() / 2);
        self.retransform_all(java, head, refused)?;
        self.retransform_all(java, tail, refused)
    }

    /// `a.b.C` of `La/b/C;`; none for arrays and for hidden classes, whose names hold a slash after the first dot.
    fn binary_name(&self, class: jni::jclass) -> Option<String> {
        // SAFETY: a live local reference.
        let (signature, _) = unsafe { self.jvmti.get_class_signature(class) }.ok()?;
        let name = signature.strip_prefix('L')?.strip_suffix(';')?;
        (!name.contains('.')).then(|| name.replace('/', "."))
    }

    /// Not the boot loader's: those are never instrumented.
    fn is_open_to_change(&self, class: jni::jclass) -> bool {
        // SAFETY: a live local reference.
        unsafe {
            self.jvmti.get_class_loader(class).is_ok_and(|loader| !loader.is_null())
                && self.jvmti.is_modifiable_class(class).unwrap_or(false)
        }
    }
}

/// The JNI environment of the thread in which the virtual machine calls `Agent_OnAttach`.
pub fn environment(context: &AgentLoadContext<'_>) -> Result<JniEnv, JavaError> {
    let mut env = std::ptr::null_mut();
    let vm = context.vm().raw();
    // SAFETY: the virtual machine gave the pointer; its table has `GetEnv`, which writes one pointer.
    let code = unsafe { ((**vm).GetEnv)(vm, &raw mut env, jni::JNI_VERSION_1_8) };
    if code != jni::JNI_OK || env.is_null() {
        return Err(JavaError(format!("this thread is not Java's ({code})")));
    }
    // SAFETY: the environment of this thread, valid until `Agent_OnAttach` returns.
    Ok(unsafe { JniEnv::from_raw(env.cast()) })
}
