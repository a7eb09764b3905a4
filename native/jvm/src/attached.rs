//! An agent that came into a program that was running already: its tool environment, and classes sent through the hook
//! again, when a recording begins and when it ends.

use jvmti_bindings::agent::AgentLoadContext;
use jvmti_bindings::callbacks::ClassEvent;
use jvmti_bindings::env::{JniEnv, Jvmti};
use jvmti_bindings::sys::jni;
use jvmti_bindings::sys::jvmti::{
    JVMTI_EVENT_CLASS_FILE_LOAD_HOOK, JVMTI_EVENT_CLASS_PREPARE, JVMTI_EVENT_THREAD_END, JVMTI_EVENT_VM_DEATH,
};

use crate::java::{Java, JavaError};
use crate::retransform::{binary_name, is_open_to_change, retransform};

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

    /// Switches the class-file hook, and the event of classes that are ready to be used.
    pub fn hook_class_files(&self, on: bool) -> Result<(), JavaError> {
        let events = &[JVMTI_EVENT_CLASS_PREPARE, JVMTI_EVENT_CLASS_FILE_LOAD_HOOK];
        if on {
            self.jvmti.enable_events_global(events)
        } else {
            self.jvmti.disable_events_global(events)
        }
        .map_err(|error| JavaError(format!("the class-file hook could not be switched ({error:?})")))
    }

    /// The binary name (dots) of the class that is ready to be used, if [`Attached::retransform`] could send it through the hooks.
    pub fn prepared(&self, java: &Java<'_>, event: &ClassEvent) -> Option<String> {
        let class = event.class();
        binary_name(&self.jvmti, class).filter(|_| is_open_to_change(&self.jvmti, java, class))
    }

    /// Has the hooks give numbers to objects that have no room for one, or forget all that have one.
    pub fn number_objects(&self, java: &Java<'_>, on: bool) -> Result<(), JavaError> {
        let name = if on { "begin" } else { "end" };
        let method = java.static_method(java.class("org/palus/hook/WeakIdentities")?, name, "()V")?;
        // SAFETY: the method takes nothing.
        unsafe { java.call_void(method, &[]) }
    }

    /// Sends the loaded classes through the hooks again whose binary names (dots) are wanted. The answer names those that
    /// the virtual machine would not take back, and that stay as they are.
    pub fn retransform(&self, java: &Java<'_>, wanted: &dyn Fn(&str) -> bool) -> Result<Vec<String>, JavaError> {
        retransform(&self.jvmti, java, None, wanted)
    }
}

/// The virtual machine, for threads that it does not know of.
#[derive(Clone, Copy)]
pub struct Machine(*mut jni::JavaVM);

// SAFETY: the invocation interface may be used from any thread (JNI, "The Invocation API"); the wrapper holds only its address.
unsafe impl Send for Machine {}

impl Machine {
    /// The one in whose thread this is called.
    pub fn of(context: &AgentLoadContext<'_>) -> Self {
        Self(context.vm().raw())
    }

    /// Does something as a daemon thread of the virtual machine, whose end does not wait for it; `None` where it lets nobody in any
    /// more. Not for a thread that is Java's already.
    pub fn enter<T>(self, action: impl FnOnce(&Java<'_>) -> T) -> Option<T> {
        let mut env = std::ptr::null_mut();
        // SAFETY: the virtual machine lives as long as this process, and its table has this function, which writes one pointer.
        let code = unsafe { ((**self.0).AttachCurrentThreadAsDaemon)(self.0, &raw mut env, std::ptr::null_mut()) };
        if code != jni::JNI_OK || env.is_null() {
            return None;
        }
        // SAFETY: the environment of this thread, valid until it is detached below.
        let done = action(&Java::new(&unsafe { JniEnv::from_raw(env.cast()) }));
        // SAFETY: this thread was attached above and has no Java frames.
        unsafe { ((**self.0).DetachCurrentThread)(self.0) };
        Some(done)
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
