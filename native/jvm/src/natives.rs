//! The native methods of the hook classes and of the transformer. Each only takes its arguments apart and asks the host;
//! none lets a panic out.

use std::ffi::c_void;
use std::panic::{AssertUnwindSafe, catch_unwind};

use jvmti_bindings::env::JniEnv;
use jvmti_bindings::sys::jni;

use crate::buffers::Buffers;
use crate::executions;
use crate::host::{Host, host};
use crate::java::{ClassRef, Java, JavaError};
use crate::layouts::plan;
use crate::states::{Snapshots, Wanted};
use crate::tables::Tables;

/// Runs `body`; a panic becomes `fallback`.
pub(crate) fn contained<T>(fallback: T, body: impl FnOnce() -> T) -> T {
    catch_unwind(AssertUnwindSafe(body)).unwrap_or(fallback)
}

/// The text of a string argument, empty for null.
///
/// # Safety
/// `env` is this thread's environment and `string` null or a live reference to a string.
pub(crate) unsafe fn argument(env: *mut jni::JNIEnv, string: jni::jstring) -> String {
    // SAFETY: given by the caller.
    unsafe {
        let env = JniEnv::from_raw(env);
        if string.is_null() {
            String::new()
        } else {
            env.get_string_lossy(string).unwrap_or_default()
        }
    }
}

extern "system" fn new_buffer(_env: *mut jni::JNIEnv, _class: jni::jclass, is_virtual: jni::jboolean) -> jni::jlong {
    contained(0, || Buffers::global().open(jni_true(is_virtual)) as jni::jlong)
}

extern "system" fn give_back(_env: *mut jni::JNIEnv, _class: jni::jclass, base: jni::jlong, end: jni::jlong) {
    contained((), || Buffers::global().give_back(base as usize, end as usize));
}

pub(crate) fn jni_true(value: jni::jboolean) -> bool {
    value != jni::JNI_FALSE
}

extern "system" fn flush(_env: *mut jni::JNIEnv, _class: jni::jclass, base: jni::jlong, end: jni::jlong) {
    contained((), || Buffers::global().flush(base as usize, end as usize));
}

extern "system" fn tables(_env: *mut jni::JNIEnv, _class: jni::jclass) -> jni::jlong {
    contained(0, || Tables::global().address())
}

extern "system" fn class_facts(env: *mut jni::JNIEnv, _class: jni::jclass, name: jni::jstring) -> jni::jlong {
    const IS_FOLLOWED: jni::jlong = 1 << 32;
    const IS_OF_TESTS: jni::jlong = 1 << 33;
    contained(0, || {
        // SAFETY: the virtual machine passes a live environment and string.
        let name = unsafe { argument(env, name) };
        host().map_or(0, |host| {
            let followed = if host.is_followed(&name) { IS_FOLLOWED } else { 0 };
            let of_tests = if host.is_of_tests(&name) { IS_OF_TESTS } else { 0 };
            jni::jlong::from(host.class_id(&name)) | followed | of_tests
        })
    })
}

extern "system" fn owner(env: *mut jni::JNIEnv, _class: jni::jclass, method: jni::jint) -> jni::jstring {
    contained(std::ptr::null_mut(), || {
        let owner = host().and_then(|host| host.owner(method as u32)).unwrap_or_default();
        // SAFETY: the environment is this thread's and lives until this native method returns.
        let env = unsafe { JniEnv::from_raw(env) };
        Java::new(&env).string(&owner).unwrap_or(std::ptr::null_mut())
    })
}

extern "system" fn slot(_env: *mut jni::JNIEnv, _class: jni::jclass) -> jni::jint {
    contained(0, || Tables::global().slot() as jni::jint)
}

extern "system" fn is_included(env: *mut jni::JNIEnv, _class: jni::jclass, name: jni::jstring) -> jni::jboolean {
    contained(0, || {
        // SAFETY: the virtual machine passes a live environment and string.
        let name = unsafe { argument(env, name) };
        jni::jboolean::from(host().is_some_and(|host| host.is_included(&name)))
    })
}

extern "system" fn watches_call_sites(_env: *mut jni::JNIEnv, _class: jni::jclass) -> jni::jboolean {
    contained(0, || {
        jni::jboolean::from(host().is_some_and(crate::host::Host::watches_call_sites))
    })
}

extern "system" fn watches_calls_of(env: *mut jni::JNIEnv, _class: jni::jclass, name: jni::jstring) -> jni::jboolean {
    contained(0, || {
        // SAFETY: the virtual machine passes a live environment and string.
        let name = unsafe { argument(env, name) };
        jni::jboolean::from(host().is_some_and(|host| host.watches_calls_of(&name)))
    })
}

extern "system" fn who_answers(
    env: *mut jni::JNIEnv,
    _class: jni::jclass,
    name: jni::jstring,
    is_interface: jni::jboolean,
) -> jni::jint {
    contained(0, || {
        // SAFETY: the virtual machine passes a live environment and string.
        let name = unsafe { argument(env, name) };
        host().map_or(0, |host| host.who_answers(&name, is_interface != 0) as jni::jint)
    })
}

extern "system" fn class_id(env: *mut jni::JNIEnv, _class: jni::jclass, name: jni::jstring) -> jni::jint {
    contained(0, || {
        // SAFETY: the virtual machine passes a live environment and string.
        let name = unsafe { argument(env, name) };
        host().map_or(0, |host| host.class_id(&name) as jni::jint)
    })
}

extern "system" fn method_id(
    env: *mut jni::JNIEnv,
    _class: jni::jclass,
    owner: jni::jstring,
    name: jni::jstring,
    descriptor: jni::jstring,
    access: jni::jint,
) -> jni::jint {
    contained(0, || {
        // SAFETY: the virtual machine passes a live environment and strings.
        let (owner, name, descriptor) =
            unsafe { (argument(env, owner), argument(env, name), argument(env, descriptor)) };
        host().map_or(0, |host| {
            host.method_id(&owner, &name, &descriptor, access as u32) as jni::jint
        })
    })
}

extern "system" fn parameters(env: *mut jni::JNIEnv, _class: jni::jclass, method: jni::jint, names: jni::jstring) {
    contained((), || {
        // SAFETY: the virtual machine passes a live environment and a string.
        let names = unsafe { argument(env, names) };
        if let Some(host) = host() {
            host.parameters(method as u32, &mut names.split_terminator(';'));
        }
    });
}

extern "system" fn tells_secret(
    env: *mut jni::JNIEnv,
    _class: jni::jclass,
    owner: jni::jstring,
    names: jni::jstring,
) -> jni::jboolean {
    contained(0, || {
        // SAFETY: the virtual machine passes a live environment and strings.
        let (owner, names) = unsafe { (argument(env, owner), argument(env, names)) };
        let names: Vec<&str> = names.split_terminator(';').collect();
        jni::jboolean::from(host().is_some_and(|host| host.tells_secret(&owner, &names)))
    })
}

extern "system" fn test_id(
    env: *mut jni::JNIEnv,
    _class: jni::jclass,
    owner: jni::jstring,
    name: jni::jstring,
    descriptor: jni::jstring,
    access: jni::jint,
) -> jni::jint {
    contained(0, || {
        // SAFETY: the virtual machine passes a live environment and strings.
        let (owner, name, descriptor) =
            unsafe { (argument(env, owner), argument(env, name), argument(env, descriptor)) };
        host().map_or(0, |host| {
            host.test_id(&owner, &name, &descriptor, access as u32) as jni::jint
        })
    })
}

extern "system" fn field_access(
    env: *mut jni::JNIEnv,
    _class: jni::jclass,
    method: jni::jint,
    owner: jni::jstring,
    name: jni::jstring,
    is_write: jni::jboolean,
) -> jni::jint {
    contained(-1, || {
        // SAFETY: the virtual machine passes a live environment and strings.
        let (owner, name) = unsafe { (argument(env, owner), argument(env, name)) };
        let access = host().and_then(|host| host.field_access(method as u32, &owner, &name, jni_true(is_write)));
        access.map_or(-1, |access| access as jni::jint)
    })
}

extern "system" fn declares(
    env: *mut jni::JNIEnv,
    _class: jni::jclass,
    owner: jni::jstring,
    parent: jni::jstring,
    fields: jni::jstring,
) {
    contained((), || {
        // SAFETY: the virtual machine passes a live environment and strings.
        let (owner, parent, fields) = unsafe { (argument(env, owner), argument(env, parent), argument(env, fields)) };
        if let Some(host) = host() {
            host.declares(&owner, &parent, &mut fields.split_terminator(';'));
        }
    });
}

extern "system" fn edges(
    env: *mut jni::JNIEnv,
    _class: jni::jclass,
    owner: jni::jstring,
    count: jni::jint,
) -> jni::jint {
    numbered(env, owner, count, |host, owner, count| host.edges(owner, count))
}

extern "system" fn edges_again(
    env: *mut jni::JNIEnv,
    _class: jni::jclass,
    owner: jni::jstring,
    count: jni::jint,
) -> jni::jint {
    numbered(env, owner, count, |host, owner, count| host.edges_again(owner, count))
}

extern "system" fn mutants(
    env: *mut jni::JNIEnv,
    _class: jni::jclass,
    owner: jni::jstring,
    count: jni::jint,
) -> jni::jint {
    numbered(env, owner, count, |host, owner, count| host.mutants(owner, count))
}

/// The first number of a block for a class; -1 when there is none.
fn numbered(
    env: *mut jni::JNIEnv,
    owner: jni::jstring,
    count: jni::jint,
    first: impl FnOnce(&dyn Host, &str, u32) -> Option<u32>,
) -> jni::jint {
    contained(-1, || {
        // SAFETY: the virtual machine passes a live environment and string.
        let owner = unsafe { argument(env, owner) };
        let first = host().and_then(|host| first(host, &owner, u32::try_from(count).ok()?));
        first.map_or(-1, |first| first as jni::jint)
    })
}

extern "system" fn skipped(env: *mut jni::JNIEnv, _class: jni::jclass, name: jni::jstring, reason: jni::jstring) {
    contained((), || {
        // SAFETY: the virtual machine passes a live environment and strings.
        let (name, reason) = unsafe { (argument(env, name), argument(env, reason)) };
        if let Some(host) = host() {
            host.skipped(&name, &reason);
        }
    });
}

extern "system" fn run(env: *mut jni::JNIEnv, _class: jni::jclass, interpreter: jni::jclass) -> jni::jint {
    const PANICKED: jni::jint = 70;
    contained(PANICKED, || {
        // SAFETY: the environment is this thread's and lives until this native method returns.
        let env = unsafe { JniEnv::from_raw(env) };
        let java = Java::new(&env);
        // SAFETY: the argument is a live local reference; the copy is turned into a global one.
        let interpreter: ClassRef = java.keep(unsafe { env.new_local_ref(interpreter) });
        host().map_or(PANICKED, |host| host.work(&java, interpreter))
    })
}

extern "system" fn leave(_env: *mut jni::JNIEnv, _class: jni::jclass, status: jni::jint) {
    // Not `Runtime.halt`: its body is guarded, and threads of the code under test may still run.
    // SAFETY: `_exit` ends the process without running anything of the code under test.
    unsafe { quit(status) }
}

unsafe extern "C" {
    #[link_name = "_exit"]
    fn quit(status: i32) -> !;
}

/// Ends the process at once, from any thread.
pub(crate) fn exit_now(status: i32) -> ! {
    // SAFETY: `_exit` may be called from any thread at any time.
    unsafe { quit(status) }
}

extern "system" fn layout(
    env: *mut jni::JNIEnv,
    _class: jni::jclass,
    class: jni::jclass,
    id: jni::jint,
) -> jni::jstring {
    contained(std::ptr::null_mut(), || {
        // SAFETY: the environment is this thread's and lives until this native method returns.
        let env = unsafe { JniEnv::from_raw(env) };
        let java = Java::new(&env);
        // SAFETY: the virtual machine passes a live reference to a class.
        let plan = unsafe { plan(&java, class, id as u32) };
        plan.and_then(|plan| java.utf16(&plan).ok())
            .unwrap_or(std::ptr::null_mut())
    })
}

extern "system" fn snapshot_buffer(_env: *mut jni::JNIEnv, _class: jni::jclass) -> jni::jlong {
    contained(0, || Snapshots::global().address())
}

extern "system" fn snapshot_bytes(_env: *mut jni::JNIEnv, _class: jni::jclass) -> jni::jlong {
    contained(0, || Snapshots::BYTES as jni::jlong)
}

extern "system" fn snapshot_layout(
    env: *mut jni::JNIEnv,
    _class: jni::jclass,
    class: jni::jclass,
    what: jni::jint,
) -> jni::jstring {
    contained(std::ptr::null_mut(), || {
        // SAFETY: the environment is this thread's and lives until this native method returns.
        let env = unsafe { JniEnv::from_raw(env) };
        let java = Java::new(&env);
        // SAFETY: the virtual machine passes a live reference to a class.
        let plan = unsafe { Snapshots::global().plan(&java, class, Wanted::new(what)) };
        java.utf16(&plan).unwrap_or(std::ptr::null_mut())
    })
}

extern "system" fn keep_snapshot(_env: *mut jni::JNIEnv, _class: jni::jclass, words: jni::jlong, place: jni::jint) {
    contained((), || {
        // SAFETY: the hook has written so many words, and writes no more before this returns.
        unsafe { Snapshots::global().keep(words.max(0) as usize, place.max(0) as usize) }
    });
}

/// The hook classes that have native methods.
pub(crate) struct HookClasses {
    pub(crate) trace: ClassRef,
    pub(crate) class_ids: ClassRef,
    pub(crate) gate: ClassRef,
    pub(crate) snapshot: ClassRef,
    pub(crate) executions: ClassRef,
}

const STRING: &str = "Ljava/lang/String;";

/// Binds the native methods of the hook classes.
pub(crate) fn bind_hooks(java: &Java<'_>, classes: &HookClasses) -> Result<(), JavaError> {
    let bindings: [(ClassRef, &str, String, *mut c_void); 15] = [
        (classes.trace, "newBuffer", "(Z)J".to_owned(), new_buffer as *mut c_void),
        (classes.trace, "giveBack", "(JJ)V".to_owned(), give_back as *mut c_void),
        (classes.trace, "flush", "(JJ)V".to_owned(), flush as *mut c_void),
        (classes.trace, "tables", "()J".to_owned(), tables as *mut c_void),
        (
            classes.trace,
            "classFacts",
            format!("({STRING})J"),
            class_facts as *mut c_void,
        ),
        (classes.trace, "owner", format!("(I){STRING}"), owner as *mut c_void),
        (
            classes.trace,
            "testId",
            format!("({STRING}{STRING}{STRING}I)I"),
            test_id as *mut c_void,
        ),
        (
            classes.trace,
            "layout",
            format!("(Ljava/lang/Class;I){STRING}"),
            layout as *mut c_void,
        ),
        (
            classes.class_ids,
            "classId",
            format!("({STRING})I"),
            class_id as *mut c_void,
        ),
        (
            classes.gate,
            "run",
            "(Ljava/lang/Class;)I".to_owned(),
            run as *mut c_void,
        ),
        (classes.gate, "leave", "(I)V".to_owned(), leave as *mut c_void),
        (
            classes.snapshot,
            "snapshotBuffer",
            "()J".to_owned(),
            snapshot_buffer as *mut c_void,
        ),
        (
            classes.snapshot,
            "snapshotBytes",
            "()J".to_owned(),
            snapshot_bytes as *mut c_void,
        ),
        (
            classes.snapshot,
            "snapshotLayout",
            format!("(Ljava/lang/Class;I){STRING}"),
            snapshot_layout as *mut c_void,
        ),
        (
            classes.snapshot,
            "keepSnapshot",
            "(JI)V".to_owned(),
            keep_snapshot as *mut c_void,
        ),
    ];
    for (class, name, descriptor, function) in bindings {
        // SAFETY: each function above has the ABI of the descriptor beside it.
        unsafe { java.bind(class, name, &descriptor, function)? };
    }
    executions::bind(java, classes.executions)
}

/// Binds the native methods of the transformer.
pub(crate) fn bind_transformer(java: &Java<'_>, transformer: ClassRef) -> Result<(), JavaError> {
    let bindings: [(&str, String, *mut c_void); 15] = [
        (
            "methodId",
            format!("({STRING}{STRING}{STRING}I)I"),
            method_id as *mut c_void,
        ),
        ("parameters", format!("(I{STRING})V"), parameters as *mut c_void),
        (
            "tellsSecret",
            format!("({STRING}{STRING})Z"),
            tells_secret as *mut c_void,
        ),
        (
            "testId",
            format!("({STRING}{STRING}{STRING}I)I"),
            test_id as *mut c_void,
        ),
        (
            "fieldAccess",
            format!("(I{STRING}{STRING}Z)I"),
            field_access as *mut c_void,
        ),
        (
            "declares",
            format!("({STRING}{STRING}{STRING})V"),
            declares as *mut c_void,
        ),
        ("slot", "()I".to_owned(), slot as *mut c_void),
        ("isIncluded", format!("({STRING})Z"), is_included as *mut c_void),
        ("watchesCallSites", "()Z".to_owned(), watches_call_sites as *mut c_void),
        (
            "watchesCallsOf",
            format!("({STRING})Z"),
            watches_calls_of as *mut c_void,
        ),
        ("whoAnswers", format!("({STRING}Z)I"), who_answers as *mut c_void),
        ("edges", format!("({STRING}I)I"), edges as *mut c_void),
        ("edgesAgain", format!("({STRING}I)I"), edges_again as *mut c_void),
        ("mutants", format!("({STRING}I)I"), mutants as *mut c_void),
        ("skipped", format!("({STRING}{STRING})V"), skipped as *mut c_void),
    ];
    for (name, descriptor, function) in bindings {
        // SAFETY: each function above has the ABI of the descriptor beside it.
        unsafe { java.bind(transformer, name, &descriptor, function)? };
    }
    executions::bind_transformer(java, transformer)
}
