//! Whether the calling thread keeps others out of anything that they would wait for inside the virtual machine.

use std::ffi::c_void;

use jvmti_bindings::env::{JniEnv, Jvmti};
use jvmti_bindings::sys::jni;

use crate::java::{ClassRef, Java, JavaError};
use crate::layouts::environment;
use crate::natives::contained;

/// A thread that is deeper than so many frames is left where it is: each frame is asked for its name.
const DEEPEST: usize = 256;

/// Binds `org.palus.hook.Preemption`.
pub(crate) fn bind(java: &Java<'_>, preemption: ClassRef) -> Result<(), JavaError> {
    // SAFETY: the function has the ABI of the descriptor.
    unsafe { java.bind(preemption, "isFree", "()Z", is_free as *mut c_void) }
}

extern "system" fn is_free(env: *mut jni::JNIEnv, _class: jni::jclass) -> jni::jboolean {
    contained(jni::JNI_FALSE, || {
        // SAFETY: the environment is this thread's and lives until this native method returns.
        let env = unsafe { JniEnv::from_raw(env) };
        let is_free = environment().is_some_and(|jvmti| has_no_monitor(&jvmti, &env) && initialises_nothing(&jvmti));
        if is_free { jni::JNI_TRUE } else { jni::JNI_FALSE }
    })
}

/// No where that is not told: the capability is asked for in the confirmation alone.
fn has_no_monitor(jvmti: &Jvmti, env: &JniEnv) -> bool {
    // SAFETY: null is the current thread; the references that are made are deleted.
    unsafe {
        let monitors = jvmti.get_owned_monitor_info(std::ptr::null_mut());
        monitors.is_ok_and(|monitors| {
            for monitor in &monitors {
                env.delete_local_ref(*monitor);
            }
            monitors.is_empty()
        })
    }
}

/// Who needs a class that another thread initialises waits for that thread (JVMS 5.5, step 2), and it is no monitor that is told.
fn initialises_nothing(jvmti: &Jvmti) -> bool {
    // SAFETY: null is the current thread; the methods are those of its own frames.
    unsafe {
        let frames = jvmti.get_stack_trace(std::ptr::null_mut(), 0, DEEPEST as jni::jint);
        frames.is_ok_and(|frames| {
            let initialises = |method| jvmti.get_method_name(method).is_ok_and(|(name, ..)| name == "<clinit>");
            frames.len() < DEEPEST && !frames.iter().any(|frame| initialises(frame.method))
        })
    }
}
