//! Class files on their way into the virtual machine: filtered by name, then rewritten by the transformer in Java.

use std::cell::Cell;
use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use jvmti_bindings::callbacks::{CallbackContext, ClassFileLoadHookEvent};
use jvmti_bindings::env::Jvmti;
use jvmti_bindings::sys::jni::{self, jvalue};

use crate::filter::ClassFilter;
use crate::host::host;
use crate::java::{ClassRef, Java, JavaError, StaticMethod};
use crate::origins::{may_hold_tests, may_read_clock};
use crate::retransform::{LoaderRef, retransform};

/// What is put into the methods of a class.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// Events of calls and their ends.
    Record = 1,
    /// Edge probes.
    Search = 2,
    /// As [`Mode::Record`], without a change of members: such classes can be taken back, and those that were loaded before
    /// the agent came can be changed at all.
    Attached = 5,
    /// As [`Mode::Search`], and classes have the members that a coverage tool adds: code that lets them show must not come out the same.
    Measured = 9,
    /// Mutants without probes, for a program that runs as usual.
    Mutants = 12,
}

impl Mode {
    /// Whether sequences are run, and no program.
    pub fn is_search(self) -> bool {
        matches!(self, Self::Search | Self::Measured)
    }
}

/// The mode that adds mutants to the probes.
const MUTATE: i32 = 7;

/// The same for a class that was loaded in [`Mode::Measured`]: retransformed, it has to have the same members (JVMTI, `RetransformClasses`).
const MUTATE_MEASURED: i32 = 11;

/// The mode that guards against ending the virtual machine and starting threads.
const GUARD: i32 = 3;

/// The mode that has test methods of other classes say when they run.
const TESTS: i32 = 4;

/// The same, and calls of the JDK are told where they are made.
const SITES: i32 = 8;

/// The mode that hides the injected field from reflection.
const HIDE: i32 = 6;

/// The name of the injected field.
const FIELD: &str = "$palus";

/// The classes of the JDK that ask before they act, in search mode. The transformer knows which of their methods.
pub(crate) const GUARDED: [&str; 21] = [
    "java/lang/Runtime",
    "java/lang/Thread",
    "java/lang/VirtualThread",
    "java/lang/ProcessHandleImpl",
    "sun/nio/fs/UnixFileSystemProvider",
    "java/lang/ref/Cleaner",
    "java/util/concurrent/locks/LockSupport",
    "java/lang/ref/Finalizer",
    "java/nio/Bits",
    "java/io/File",
    "java/io/IOException",
    "java/net/URL",
    "java/security/Security",
    // What writes to files.
    "java/io/FileOutputStream",
    "java/io/RandomAccessFile",
    "sun/nio/ch/FileChannelImpl",
    "sun/nio/fs/UnixCopyFile",
    "sun/nio/fs/UnixFileSystem",
    "sun/nio/fs/UnixNativeDispatcher",
    // They hide the guard itself.
    HIDING,
    "java/lang/invoke/MethodHandles$Lookup",
];

/// Classes of which the JDK's archive (CDS) may hold the calls of guarded methods resolved. Java 25 does: where such a class is loaded later, it goes
/// on calling the methods as they were before they were guarded.
pub(crate) const CALLING_GUARDED: [&str; 5] = [
    "java/io/FileNotFoundException",
    "java/net/SocketException",
    "java/net/UnknownHostException",
    "java/nio/file/FileSystemException",
    "java/nio/file/AccessDeniedException",
];

/// Like [`GUARDED`], for classes that few programs need: they pass the hook when they are loaded, if that ever happens.
const GUARDED_LATE: [&str; 7] = [
    "com/sun/jmx/mbeanserver/Repository",
    "java/net/URLConnection",
    "java/net/Socket",
    "java/net/ServerSocket",
    "java/net/DatagramSocket",
    "javax/net/ssl/SSLContext",
    "javax/net/ssl/HttpsURLConnection",
];

fn is_guarded(name: &str) -> bool {
    GUARDED.contains(&name) || GUARDED_LATE.contains(&name)
}

/// The classes of the JDK whose threads wait for each other by `org.palus.hook.Threads`, when sequences are run, unless they are under test: code
/// under test does so anyway. With `LockSupport`, which is guarded, those that the transformer knows.
const TAKING_TURNS: [&str; 15] = [
    "java/lang/ThreadBuilders$BoundVirtualThread",
    "java/util/concurrent/locks/AbstractQueuedSynchronizer",
    "java/util/concurrent/locks/AbstractQueuedLongSynchronizer",
    "java/util/concurrent/ForkJoinPool",
    "java/util/concurrent/DelayScheduler",
    "java/util/Timer",
    "java/util/TimerThread",
    "java/util/Timer$ThreadReaper",
    "java/io/PipedInputStream",
    "java/io/PipedOutputStream",
    "java/io/PipedReader",
    "java/io/PipedWriter",
    "java/awt/MediaTracker",
    "sun/awt/image/ImageFetcher",
    "sun/awt/image/ImageRepresentation",
];

/// The mode that lets classes draw from a stream of ours, and read a clock of ours.
const CHANCE: i32 = 10;

/// The classes of the JDK that draw at random, read the clock, or say what surrounds them, when sequences are run, unless they are under
/// test themselves.
const UNSTEADY: [&str; 17] = [
    "java/util/Random",
    "sun/security/provider/NativePRNG",
    "sun/security/provider/NativePRNG$Blocking",
    "sun/security/provider/NativePRNG$NonBlocking",
    "java/util/Date",
    "java/util/GregorianCalendar",
    "java/util/JapaneseImperialCalendar",
    "sun/util/locale/provider/CalendarProviderImpl",
    "sun/util/calendar/ZoneInfo",
    "java/text/SimpleDateFormat",
    "java/time/Clock",
    "java/time/Clock$SystemClock",
    "java/time/Clock$SystemInstantSource",
    "java/util/zip/ZipOutputStream",
    "java/net/HttpCookie",
    "java/util/TimeZone",
    "java/util/Locale",
];

/// The class that decides what reflection shows.
pub(crate) const HIDING: &str = "jdk/internal/reflect/Reflection";

thread_local! {
    /// Set while this thread is in the transformer: classes that it loads itself are left alone.
    static BUSY: Cell<bool> = const { Cell::new(false) };
}

/// Rewrites the class files of the classes that its filter admits.
pub struct Transformer {
    /// `None` while nothing is to be done.
    filter: RwLock<Option<Arc<ClassFilter>>>,
    /// In [`Mode::Attached`], the binary names of the classes that were rewritten and not yet taken back.
    rewritten: Mutex<BTreeSet<String>>,
    /// In [`Mode::Attached`], the binary names of the classes of interest whose class files have passed the hook, rewritten or not.
    passed: Mutex<BTreeSet<String>>,
    /// When sequences are run, the binary names of the classes that get mutants when they pass the hook again.
    mutated: RwLock<BTreeSet<String>>,
    /// When sequences are run, what became of class files, by internal name: in a confirmation classes are loaded dozens of times.
    known: Mutex<HashMap<String, Known>>,
    mode: Mode,
    transform: StaticMethod,
}

/// A class file that was rewritten.
struct Known {
    class_file: Box<[u8]>,
    mode: i32,
    rewritten: Arc<[u8]>,
}

impl Transformer {
    pub(crate) fn new(
        java: &Java<'_>,
        class: ClassRef,
        filter: ClassFilter,
        mode: Mode,
    ) -> Result<Self, crate::JavaError> {
        let descriptor = "(Ljava/lang/String;Ljava/lang/ClassLoader;[BI)[B";
        Ok(Self {
            filter: RwLock::new(Some(Arc::new(filter))),
            rewritten: Mutex::default(),
            passed: Mutex::default(),
            mutated: RwLock::default(),
            known: Mutex::default(),
            mode,
            transform: java.static_method(class, "transform", descriptor)?,
        })
    }

    /// Whether a loaded class, by its internal name, is to pass the hook once more when sequences are run: one that is guarded, draws
    /// at random or reads the clock, or one of the JDK that is under test.
    pub(crate) fn sends_again(&self, name: &str) -> bool {
        let filter = self.filter.read().unwrap_or_else(PoisonError::into_inner);
        is_guarded(name)
            || UNSTEADY.contains(&name)
            || TAKING_TURNS.contains(&name)
            || filter
                .as_ref()
                .is_some_and(|filter| filter.probes(&name.replace('/', ".")))
    }

    /// Says which classes are rewritten from now on; `None` for none.
    pub fn watch(&self, filter: Option<ClassFilter>) {
        self.passed.lock().unwrap_or_else(PoisonError::into_inner).clear();
        *self.filter.write().unwrap_or_else(PoisonError::into_inner) = filter.map(Arc::new);
    }

    /// Sends the loader's classes of these binary names through the hook again, as far as they are loaded, to get mutants. Those that the virtual machine
    /// would not take back stay as they are.
    pub fn mutate(
        &self,
        jvmti: &Jvmti,
        java: &Java<'_>,
        loader: LoaderRef,
        classes: &BTreeSet<String>,
    ) -> Result<(), JavaError> {
        classes.clone_into(&mut self.mutated.write().unwrap_or_else(PoisonError::into_inner));
        retransform(jvmti, java, Some(loader), &|name| classes.contains(name)).map(drop)
    }

    /// Whether a class of this binary name is of interest in [`Mode::Attached`], and none has passed the hook: its class file was
    /// read before the hook was switched on, and the class was ready only after the loaded ones were listed.
    pub fn has_missed(&self, name: &str) -> bool {
        let filter = self.filter.read().unwrap_or_else(PoisonError::into_inner);
        let passed = || self.passed.lock().unwrap_or_else(PoisonError::into_inner);
        filter.as_ref().is_some_and(|filter| filter.concerns(name)) && !passed().contains(name)
    }

    /// The binary names of the classes that were rewritten in [`Mode::Attached`] since this was last asked.
    pub fn take_rewritten(&self) -> BTreeSet<String> {
        std::mem::take(&mut *self.rewritten.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Transforms a class of its own, so that the classes of the transformer are loaded before the first class of the
    /// program asks for it.
    pub(crate) fn warm(&self, java: &Java<'_>, name: &str, class_file: &[u8]) {
        self.rewrite(java, name, std::ptr::null_mut(), class_file, self.mode as i32);
    }

    /// The hook for class files that are loaded or retransformed. `None` for the name means a class without one.
    pub fn class_file_loaded<'c>(&self, context: &CallbackContext<'c>, event: &mut ClassFileLoadHookEvent<'c>) {
        let (Some(env), Ok(Some(name))) = (context.jni(), event.name_str()) else {
            return;
        };
        if BUSY.get() {
            return;
        }
        let Some(mode) = self.mode_for(context, &name, event) else {
            return;
        };
        if self.mode == Mode::Attached {
            let mut passed = self.passed.lock().unwrap_or_else(PoisonError::into_inner);
            passed.insert(name.replace('/', "."));
        }
        let java = Java::new(env);
        let is_first = event.class_being_redefined().is_null();
        let rewritten = if self.mode.is_search() && is_first && !event.loader().is_null() {
            self.rewrite_once(&java, &name, event.loader(), event.class_data(), mode)
        } else {
            self.rewrite(&java, &name, event.loader(), event.class_data(), mode)
                .map(Arc::from)
        };
        if let Some(bytes) = rewritten {
            if self.mode == Mode::Attached {
                let mut rewritten = self.rewritten.lock().unwrap_or_else(PoisonError::into_inner);
                rewritten.insert(name.replace('/', "."));
            }
            // Without memory for the new bytes the class is loaded as it was.
            let _ = event.set_transformed_class(context, &bytes);
        }
    }

    /// What is to be done with a class; `None` to leave it alone.
    fn mode_for(&self, context: &CallbackContext<'_>, name: &str, event: &ClassFileLoadHookEvent<'_>) -> Option<i32> {
        let is_loaded = !event.class_being_redefined().is_null();
        match self.mode {
            mode if mode.is_search() && is_guarded(name) => return Some(GUARD),
            Mode::Record if is_loaded && name == HIDING => return Some(HIDE),
            _ => {}
        }
        let filter = self.filter.read().unwrap_or_else(PoisonError::into_inner).clone()?;
        let (internal, name) = (name, name.replace('/', "."));
        if event.loader().is_null() {
            // Classes of the boot loader are the JDK's: events in them could be told before what tells them is ready.
            return match self.mode {
                mode if !mode.is_search() => None,
                _ if filter.probes(&name) => Some(Mode::Search as i32),
                _ if TAKING_TURNS.contains(&internal) => Some(GUARD),
                _ => UNSTEADY.contains(&internal).then_some(CHANCE),
            };
        }
        if filter.admits(&name) {
            let mutated = self.mutated.read().unwrap_or_else(PoisonError::into_inner);
            if is_loaded && mutated.contains(&name) {
                return Some(if self.mode == Mode::Measured {
                    MUTATE_MEASURED
                } else {
                    MUTATE
                });
            }
            let keeps_members = self.mode == Mode::Record
                && (filter.has_numbers_aside() || is_loaded && !has_field(context, event.class_being_redefined()));
            let mode = if keeps_members { Mode::Attached } else { self.mode };
            return Some(mode as i32);
        }
        if self.mode == Mode::Mutants {
            return None;
        }
        if filter.is_caller(&name) {
            return Some(SITES);
        }
        if self.mode.is_search() {
            // What the code under test needs reads the clock for it, and says what is said on no other day.
            return may_read_clock(event.class_data()).then_some(CHANCE);
        }
        let is_test = may_hold_tests(event.class_data()) && !ClassFilter::is_tool(&name);
        is_test.then_some(TESTS)
    }

    /// [`Transformer::rewrite`], or what it gave for the same class file before: its edges keep their numbers then.
    fn rewrite_once(
        &self,
        java: &Java<'_>,
        name: &str,
        loader: jni::jobject,
        class_file: &[u8],
        mode: i32,
    ) -> Option<Arc<[u8]>> {
        let known = || self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let is_same = |known: &&Known| known.mode == mode && *known.class_file == *class_file;
        let before = known().get(name).filter(is_same).map(|known| known.rewritten.clone());
        if before.is_some() {
            if let Some(host) = host() {
                host.loads_again(&name.replace('/', "."));
            }
            return before;
        }
        // One that is left alone now, for an exception that is pending or for want of memory, may not be the next time.
        let rewritten: Arc<[u8]> = self.rewrite(java, name, loader, class_file, mode)?.into();
        known().insert(
            name.to_owned(),
            Known {
                class_file: class_file.into(),
                mode,
                rewritten: rewritten.clone(),
            },
        );
        Some(rewritten)
    }

    fn rewrite(
        &self,
        java: &Java<'_>,
        name: &str,
        loader: jni::jobject,
        class_file: &[u8],
        mode: i32,
    ) -> Option<Vec<u8>> {
        // A class can be loaded while the program's exception is pending (in a handler's resolution): calling Java then
        // is not allowed, so the class is left alone.
        if java.env().exception_check() {
            return None;
        }
        BUSY.set(true);
        let rewritten = java.frame(|| {
            let name = java.string(name)?;
            let bytes = java.bytes(class_file)?;
            let arguments = [
                jvalue { l: name },
                jvalue { l: loader },
                jvalue { l: bytes },
                jvalue { i: mode },
            ];
            // SAFETY: the arguments fit `(String, ClassLoader, byte[], int)`.
            let result = unsafe { java.call_object(self.transform, &arguments)? };
            // SAFETY: a non-null result is a live `byte[]`.
            Ok((!result.is_null()).then(|| unsafe { java.take_bytes(result) }))
        });
        BUSY.set(false);
        rewritten.ok().flatten()
    }
}

/// Whether a loaded class has the injected field.
fn has_field(context: &CallbackContext<'_>, class: jni::jclass) -> bool {
    let jvmti = context.jvmti();
    // SAFETY: the class is live during the callback, and the fields are its own.
    unsafe {
        let fields = jvmti.get_class_fields(class).unwrap_or_default();
        fields
            .into_iter()
            .any(|field| jvmti.get_field_name(class, field).is_ok_and(|(name, ..)| name == FIELD))
    }
}
