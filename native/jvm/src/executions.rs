//! Calls of the code under test from outside of it: who called, and what the hook `org.palus.hook.Executions` has to tell.

use std::ffi::c_void;
use std::sync::{Arc, PoisonError, RwLock};

use jvmti_bindings::sys::jni;
use jvmti_bindings::sys::jvmti::jvmtiFrameInfo;
use rustc_hash::FxHashMap;

use crate::host::host;
use crate::java::{ClassRef, Java, JavaError};
use crate::layouts::{binary_name, environment};
use crate::natives::{argument, contained, jni_true};
use crate::states::{Snapshot, Snapshots};

/// Where calls are kept. Called from any thread of the program, so everything here is quick and takes no lock that Java code can hold.
pub trait Executions: Send + Sync {
    /// Whether a class of that name (dots) is code under test: its methods tell of calls from outside.
    fn is_traced(&self, class: &str) -> bool;

    /// A class of that name (dots) has tests, and so is none, nor are those nested in it.
    fn holds_tests(&self, class: &str);

    /// Whether states are asked for.
    fn has_states(&self) -> bool;

    /// Whether static fields of the code under test are part of them: as a last root, all classes that have some.
    fn has_statics(&self) -> bool;

    /// How many words the snapshots of one test may take together: a call behind that is the last that is kept of it.
    fn room_of_a_test(&self) -> u64;

    /// Whether calls by the code under test itself are kept too.
    fn has_nested(&self) -> bool;

    /// A test starts in a thread, or ends there.
    fn test(&self, thread: u64, method: u32, starts: bool);

    /// A test that started in another thread, which waits for it, goes on in this one until it ends here.
    fn test_goes_on(&self, thread: u64, method: u32);

    /// A call begins: the state of its receiver, null where there is none yet, and arguments.
    fn begins(&self, frame: Frame, snapshot: Option<Snapshot<'_>>);

    /// It ends: the same state behind it, and as a last root what it returned.
    fn ends(&self, frame: Frame, snapshot: Option<Snapshot<'_>>, how: How);
}

/// A call that is open.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    /// The number of the thread, as `Thread.getId` gives it.
    pub thread: u64,
    /// How many kept calls are open in the thread, this one included.
    pub depth: u32,
    /// The id of the method.
    pub method: u32,
}

/// How a call ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum How {
    /// It returns nothing.
    Void,
    /// It returns something.
    Value,
    /// It throws an exception of the class with that id.
    Threw(u32),
}

impl How {
    /// As the hook has it.
    pub(crate) fn new(how: jni::jint, thrown: jni::jint) -> Option<Self> {
        Some(match how {
            0 => Self::Void,
            1 => Self::Value,
            2 => Self::Threw(thrown as u32),
            _ => return None,
        })
    }
}

/// The frames above that of the method that asks: the native method and the hook that calls it.
const HOOK_FRAMES: jni::jint = 2;

/// A method is called through fewer bridges.
const BRIDGES: jni::jint = 3;

/// Access flag of methods (JVMS table 4.6-A).
const BRIDGE: i32 = 0x0040;

/// Whose code a frame runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Caller {
    /// A method that the compiler made to call another of the same class: its caller counts.
    Bridge,
    UnderTest,
    Outside,
}

/// By the method's id, which the virtual machine gives to no other method. Classes are asked for once.
static CALLERS: RwLock<Option<FxHashMap<usize, Caller>>> = RwLock::new(None);

/// Whether the method under test that called the hook that asks was called by one that is not; where that cannot be found out it was
/// not.
fn is_outside() -> bool {
    let (Some(executions), Some(jvmti)) = (executions(), environment()) else {
        return false;
    };
    // SAFETY: null is the current thread. Where it has no further frame, which is an error, nobody under test called.
    let ask = |start, most| unsafe { jvmti.get_stack_trace(std::ptr::null_mut(), start, most) }.unwrap_or_default();
    let first = HOOK_FRAMES + 1;
    let is_called_by = |frames: Vec<jvmtiFrameInfo>| {
        let mut callers = frames.iter().map(|frame| caller(&executions, frame.method));
        callers.find(|caller| *caller != Caller::Bridge)
    };
    executions.has_nested()
        || match ask(first, 1).first().map(|frame| caller(&executions, frame.method)) {
            Some(Caller::Bridge) => is_called_by(ask(first + 1, BRIDGES)) != Some(Caller::UnderTest),
            caller => caller != Some(Caller::UnderTest),
        }
}

/// How many frames the stack of the current thread has; 0 where that is not told.
fn frames() -> jni::jint {
    // SAFETY: null is the current thread.
    let count = environment().map(|jvmti| unsafe { jvmti.get_frame_count(std::ptr::null_mut()) });
    count.and_then(Result::ok).unwrap_or_default()
}

fn caller(executions: &Arc<dyn Executions>, method: jni::jmethodID) -> Caller {
    let key = method as usize;
    let known = CALLERS.read().unwrap_or_else(PoisonError::into_inner);
    if let Some(caller) = known.as_ref().and_then(|callers| callers.get(&key)) {
        return *caller;
    }
    drop(known);
    // SAFETY: the method is that of a frame of this thread.
    let caller = unsafe { ask(executions, method) }.unwrap_or(Caller::Outside);
    let mut known = CALLERS.write().unwrap_or_else(PoisonError::into_inner);
    known.get_or_insert_default().insert(key, caller);
    caller
}

/// # Safety
/// `method` is that of a class that is loaded.
unsafe fn ask(executions: &Arc<dyn Executions>, method: jni::jmethodID) -> Option<Caller> {
    let jvmti = environment()?;
    // SAFETY: given by the caller; the reference to the class goes when the native method returns.
    let (access, signature) = unsafe {
        let class = jvmti.get_method_declaring_class(method).ok()?;
        (
            jvmti.get_method_modifiers(method).ok()?,
            jvmti.get_class_signature(class).ok()?.0,
        )
    };
    if !executions.is_traced(&binary_name(&signature)) {
        return Some(Caller::Outside);
    }
    Some(if access & BRIDGE == 0 {
        Caller::UnderTest
    } else {
        Caller::Bridge
    })
}

/// Those who keep calls, if anybody does.
fn executions() -> Option<Arc<dyn Executions>> {
    host()?.executions()
}

extern "system" fn with_states(_env: *mut jni::JNIEnv, _class: jni::jclass) -> jni::jboolean {
    contained(0, || {
        jni::jboolean::from(executions().is_some_and(|executions| executions.has_states()))
    })
}

extern "system" fn with_statics(_env: *mut jni::JNIEnv, _class: jni::jclass) -> jni::jboolean {
    contained(0, || {
        jni::jboolean::from(executions().is_some_and(|executions| executions.has_statics()))
    })
}

extern "system" fn room_of_a_test(_env: *mut jni::JNIEnv, _class: jni::jclass) -> jni::jlong {
    contained(0, || {
        let room = executions().map_or(0, |executions| executions.room_of_a_test());
        jni::jlong::try_from(room).unwrap_or(jni::jlong::MAX)
    })
}

extern "system" fn asks(_env: *mut jni::JNIEnv, _class: jni::jclass) -> jni::jboolean {
    contained(0, || jni::jboolean::from(is_outside()))
}

extern "system" fn counts(_env: *mut jni::JNIEnv, _class: jni::jclass) -> jni::jint {
    contained(0, frames)
}

extern "system" fn begins(
    _env: *mut jni::JNIEnv,
    _class: jni::jclass,
    thread: jni::jlong,
    depth: jni::jint,
    method: jni::jint,
    words: jni::jlong,
) {
    contained((), || {
        if let Some(executions) = executions() {
            // SAFETY: the hook has written so many words, and writes no more before this returns.
            let snapshot = unsafe { Snapshots::global().taken(words as usize) };
            executions.begins(frame(thread, depth, method), snapshot);
        }
    });
}

extern "system" fn ends(
    _env: *mut jni::JNIEnv,
    _class: jni::jclass,
    thread: jni::jlong,
    depth: jni::jint,
    method: jni::jint,
    words: jni::jlong,
    how: jni::jint,
    thrown: jni::jint,
) {
    contained((), || {
        if let (Some(executions), Some(how)) = (executions(), How::new(how, thrown)) {
            // SAFETY: the hook has written so many words, and writes no more before this returns.
            let snapshot = unsafe { Snapshots::global().taken(words as usize) };
            executions.ends(frame(thread, depth, method), snapshot, how);
        }
    });
}

extern "system" fn test(
    _env: *mut jni::JNIEnv,
    _class: jni::jclass,
    thread: jni::jlong,
    method: jni::jint,
    starts: jni::jboolean,
) {
    contained((), || {
        if let Some(executions) = executions() {
            executions.test(thread as u64, method as u32, jni_true(starts));
        }
    });
}

extern "system" fn test_goes_on(_env: *mut jni::JNIEnv, _class: jni::jclass, thread: jni::jlong, method: jni::jint) {
    contained((), || {
        if let Some(executions) = executions() {
            executions.test_goes_on(thread as u64, method as u32);
        }
    });
}

fn frame(thread: jni::jlong, depth: jni::jint, method: jni::jint) -> Frame {
    Frame {
        thread: thread as u64,
        depth: depth as u32,
        method: method as u32,
    }
}

extern "system" fn is_traced(env: *mut jni::JNIEnv, _class: jni::jclass, name: jni::jstring) -> jni::jboolean {
    contained(0, || {
        // SAFETY: the virtual machine passes a live environment and string.
        let name = unsafe { argument(env, name) };
        jni::jboolean::from(executions().is_some_and(|executions| executions.is_traced(&name)))
    })
}

extern "system" fn holds_tests(env: *mut jni::JNIEnv, _class: jni::jclass, name: jni::jstring) {
    contained((), || {
        // SAFETY: the virtual machine passes a live environment and string.
        let name = unsafe { argument(env, name) };
        if let Some(executions) = executions() {
            executions.holds_tests(&name);
        }
    });
}

/// Binds the native methods of the hook class.
pub(crate) fn bind(java: &Java<'_>, hook: ClassRef) -> Result<(), JavaError> {
    let bindings: [(&str, &str, *mut c_void); 9] = [
        ("withStates", "()Z", with_states as *mut c_void),
        ("withStatics", "()Z", with_statics as *mut c_void),
        ("roomOfATest", "()J", room_of_a_test as *mut c_void),
        ("isOutside", "()Z", asks as *mut c_void),
        ("frames", "()I", counts as *mut c_void),
        ("begins", "(JIIJ)V", begins as *mut c_void),
        ("ends", "(JIIJII)V", ends as *mut c_void),
        ("test", "(JIZ)V", test as *mut c_void),
        ("testGoesOn", "(JI)V", test_goes_on as *mut c_void),
    ];
    for (name, descriptor, function) in bindings {
        // SAFETY: each function above has the ABI of the descriptor beside it.
        unsafe { java.bind(hook, name, descriptor, function)? };
    }
    Ok(())
}

/// Binds those of the transformer.
pub(crate) fn bind_transformer(java: &Java<'_>, transformer: ClassRef) -> Result<(), JavaError> {
    // SAFETY: each function above has the ABI of the descriptor beside it.
    unsafe {
        java.bind(transformer, "withStatics", "()Z", with_statics as *mut c_void)?;
        java.bind(
            transformer,
            "isTraced",
            "(Ljava/lang/String;)Z",
            is_traced as *mut c_void,
        )?;
        java.bind(
            transformer,
            "holdsTests",
            "(Ljava/lang/String;)V",
            holds_tests as *mut c_void,
        )
    }
}
