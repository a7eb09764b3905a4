//! Puts the hook classes and the transformer into a virtual machine that has just started.
//!
//! The hook classes are defined in the boot loader, so that every class can link to them; the transformer and its
//! library are loaded by a loader of their own out of memory, so that the program never sees them. There is no temporary
//! jar and nothing is appended to the boot class path, which would switch off class-data sharing for the program.

use std::io::{Cursor, Read};

use jvmti_bindings::env::Jvmti;
use jvmti_bindings::sys::jni::{self, jvalue};

use crate::coverage::CoverageMap;
use crate::filter::ClassFilter;
use crate::java::{ClassRef, Java, JavaError, StaticMethod};
use crate::layouts;
use crate::locks;
use crate::natives::{self, HookClasses};
use crate::progress::Progress;
use crate::retransform::{LoadedClasses, binary_name};
use crate::transform::{CALLING_GUARDED, GUARDED, HIDING, Mode, Transformer};

const HOOK_LIST: &str = "META-INF/palus-hooks.list";
/// The hooks that record and have static initialisers. Those would fail, and for good, where a program that has no stack left came first.
const RECORDING: [&str; 11] = [
    "Memory",
    "Tables",
    "Faults",
    "Buffer",
    "Doubles",
    "ClassFacts",
    "Seen",
    "Collaborators",
    "WeakIdentities",
    "Headers",
    "Tests",
];
const TRANSFORMER: &str = "org.palus.transform.Transformer";

/// Why the hooks could not be put in place. The program runs on without them.
#[derive(Debug, thiserror::Error)]
pub enum InstallError {
    /// The jar inside the library is not as it was built.
    #[error("the library's own Java part is damaged ({0}); install palus again")]
    Jar(String),
    /// Java refused.
    #[error(
        "this Java virtual machine did not take the hooks ({0}); please report it with the output of `java -version`"
    )]
    Java(#[from] JavaError),
}

/// What was put in place.
pub struct Installed {
    /// Rewrites class files.
    pub transformer: Transformer,
    probe: ClassRef,
    turns: Turns,
}

/// What is called where threads of a sequence begin, and wait for locks (`org.palus.hook.Threads`).
struct Turns {
    begun: StaticMethod,
    blocked: StaticMethod,
    unblocked: StaticMethod,
}

impl Turns {
    fn new(java: &Java<'_>, threads: ClassRef) -> Result<Self, JavaError> {
        let method = |name| java.static_method(threads, name, "()V");
        Ok(Self {
            begun: method("begun")?,
            blocked: method("blocked")?,
            unblocked: method("unblocked")?,
        })
    }
}

/// Puts everything in place. Call it once, when the virtual machine is ready and before class files are hooked.
pub fn install(
    jvmti: &Jvmti,
    java: &Java<'_>,
    jar: &[u8],
    filter: ClassFilter,
    mode: Mode,
) -> Result<Installed, InstallError> {
    layouts::ask(jvmti);
    let mut archive = Archive::open(jar)?;
    export_unsafe(jvmti, java)?;
    let hooks = define_hooks(java, &mut archive)?;
    natives::bind_hooks(java, &hooks.natives)?;
    locks::bind(java, hooks.preemption)?;
    if matches!(mode, Mode::Record | Mode::Attached) {
        for name in RECORDING {
            // To look a class up by JNI initialises it.
            java.class(&format!("org/palus/hook/{name}"))?;
        }
    }
    let (transformer_class, class_file) = load_transformer(java, jar, &mut archive)?;
    natives::bind_transformer(java, transformer_class)?;
    let transformer = Transformer::new(java, transformer_class, filter, mode)?;
    transformer.warm(java, &TRANSFORMER.replace('.', "/"), &class_file);
    Ok(Installed {
        transformer,
        probe: hooks.probe,
        turns: Turns::new(java, hooks.threads)?,
    })
}

impl Installed {
    /// The current thread, which has just started, waits for its turn if it belongs to a sequence.
    pub fn thread_begins(&self, java: &Java<'_>) {
        Self::tell(java, self.turns.begun);
    }

    /// The current thread is about to wait for a lock.
    pub fn thread_blocks(&self, java: &Java<'_>) {
        Self::tell(java, self.turns.blocked);
    }

    /// The current thread has got the lock that it waited for.
    pub fn thread_goes_on(&self, java: &Java<'_>) {
        Self::tell(java, self.turns.unblocked);
    }

    fn tell(java: &Java<'_>, what: StaticMethod) {
        // What is thrown there concerns nobody: a thread that is to end is told so again where it waits next.
        // SAFETY: the methods take nothing.
        drop(unsafe { java.call_void(what, &[]) });
    }

    /// Tells the probes where the map is, and the interpreter, where there is one, where to say what it runs.
    pub fn connect_coverage(
        &self,
        java: &Java<'_>,
        map: &'static CoverageMap,
        progress: Option<&Progress>,
    ) -> Result<(), JavaError> {
        let configure = java.static_method(self.probe, "configure", "(JJJ)V")?;
        let arguments = [
            jvalue { j: map.map_address() },
            jvalue {
                j: map.touched_address(),
            },
            jvalue {
                j: progress.map_or(0, Progress::position_address),
            },
        ];
        // SAFETY: the arguments fit `(long, long, long)`.
        unsafe { java.call_void(configure, &arguments) }
    }

    /// Switches a mutant on, by the number that the transformer was given for it.
    pub fn activate(java: &Java<'_>, mutant: u32) -> Result<(), JavaError> {
        let activate = java.static_method(java.class("org/palus/hook/Mutants")?, "activate", "(I)V")?;
        // SAFETY: the argument fits `(int)`.
        unsafe { java.call_void(activate, &[jvalue { i: mutant as i32 }]) }
    }

    /// Fixes what the virtual machine draws anew at each start: the iteration order of immutable collections
    /// (`java.util.ImmutableCollections`, which salts its hash tables).
    pub fn pin_iteration_order(java: &Java<'_>, salt: i64) -> Result<(), JavaError> {
        let class = java.class("java/util/ImmutableCollections")?;
        let env = java.env();
        // SAFETY: a live class; the fields are looked up by name and type, and a field that is not there is left alone.
        unsafe {
            if let Some(field) = env.get_static_field_id(class.0, "SALT32L", "J") {
                env.set_static_long_field(class.0, field, salt & 0xFFFF_FFFF);
            }
            env.exception_clear();
            if let Some(field) = env.get_static_field_id(class.0, "REVERSE", "Z") {
                env.set_static_boolean_field(class.0, field, salt & 1 == 1);
            }
            env.exception_clear();
        }
        Ok(())
    }

    /// Sends those classes through the hook again that are guarded or under test and there already; the others pass it when they are loaded.
    pub fn guard(&self, jvmti: &Jvmti, java: &Java<'_>) -> Result<(), JavaError> {
        let is_meant = |class: jni::jclass| {
            binary_name(jvmti, class).is_some_and(|name| self.transformer.sends_again(&name.replace('.', "/")))
        };
        for name in GUARDED {
            // What the transformer itself has loaded passes the hook unseen, so they must be there before. Not every JDK has all.
            drop(java.class(name));
        }
        for name in CALLING_GUARDED {
            drop(java.class(name));
        }
        let classes = LoadedClasses::that(jvmti, java, &is_meant)?;
        Self::retransform(jvmti, java, &classes.handles, "what is guarded or under test")
    }

    /// Runs the static initialisers of those of these classes that the boot loader has and that are under test. They run once in the life of
    /// the virtual machine, so what stops a sequence must not meet one of them: the class would be broken for all others.
    pub fn initialise(&self, java: &Java<'_>, classes: &[String]) -> Result<(), JavaError> {
        let descriptor = "(Ljava/lang/String;ZLjava/lang/ClassLoader;)Ljava/lang/Class;";
        let for_name = java.static_method(java.class("java/lang/Class")?, "forName", descriptor)?;
        for class in classes {
            if !self.transformer.sends_again(&class.replace('.', "/")) {
                continue;
            }
            let initialised = java.frame(|| {
                let arguments = [
                    jvalue { l: java.string(class)? },
                    jvalue { z: 1 },
                    jvalue {
                        l: std::ptr::null_mut(),
                    },
                ];
                // SAFETY: the arguments fit `(String, boolean, ClassLoader)`; the reference is the frame's.
                unsafe { java.call_object(for_name, &arguments) }.map(drop)
            });
            // A class that cannot be initialised here cannot be tested either, and its methods will say so.
            drop(initialised);
        }
        Ok(())
    }

    /// Sends the class through the hook again that decides which fields reflection shows.
    pub fn hide_members(jvmti: &Jvmti, java: &Java<'_>) -> Result<(), JavaError> {
        Self::send_again(jvmti, java, &[HIDING])
    }

    fn send_again(jvmti: &Jvmti, java: &Java<'_>, names: &[&str]) -> Result<(), JavaError> {
        let mut classes = Vec::with_capacity(names.len());
        for name in names {
            classes.push(java.class(name)?.0);
        }
        Self::retransform(jvmti, java, &classes, &names.join(", "))
    }

    fn retransform(jvmti: &Jvmti, java: &Java<'_>, classes: &[jni::jclass], what: &str) -> Result<(), JavaError> {
        // SAFETY: live classes of this virtual machine.
        unsafe { jvmti.retransform_classes(classes) }
            .map_err(|error| JavaError(format!("retransforming {what} failed: {error:?}")))?;
        java.check("retransforming")
    }
}

struct Hooks {
    natives: HookClasses,
    probe: ClassRef,
    threads: ClassRef,
    preemption: ClassRef,
}

fn define_hooks(java: &Java<'_>, archive: &mut Archive<'_>) -> Result<Hooks, InstallError> {
    let list = archive.read(HOOK_LIST)?;
    let list = String::from_utf8(list).map_err(|_| InstallError::Jar(format!("{HOOK_LIST} is no text")))?;
    let (mut trace, mut class_ids, mut gate, mut probe) = (None, None, None, None);
    let (mut snapshot, mut executions, mut threads, mut preemption) = (None, None, None, None);
    for name in list.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let internal = name.replace('.', "/");
        let class = java.define_boot_class(&internal, &archive.read(&format!("{internal}.class"))?)?;
        match name {
            "org.palus.hook.Trace" => trace = Some(class),
            "org.palus.hook.ClassIds" => class_ids = Some(class),
            "org.palus.hook.Gate" => gate = Some(class),
            "org.palus.hook.Probe" => probe = Some(class),
            "org.palus.hook.Snapshot" => snapshot = Some(class),
            "org.palus.hook.Executions" => executions = Some(class),
            "org.palus.hook.Threads" => threads = Some(class),
            "org.palus.hook.Preemption" => preemption = Some(class),
            _ => {}
        }
    }
    let missing = |name: &str| InstallError::Jar(format!("{HOOK_LIST} lacks {name}"));
    Ok(Hooks {
        natives: HookClasses {
            trace: trace.ok_or_else(|| missing("Trace"))?,
            class_ids: class_ids.ok_or_else(|| missing("ClassIds"))?,
            gate: gate.ok_or_else(|| missing("Gate"))?,
            snapshot: snapshot.ok_or_else(|| missing("Snapshot"))?,
            executions: executions.ok_or_else(|| missing("Executions"))?,
        },
        probe: probe.ok_or_else(|| missing("Probe"))?,
        threads: threads.ok_or_else(|| missing("Threads"))?,
        preemption: preemption.ok_or_else(|| missing("Preemption"))?,
    })
}

/// Lets the hook classes, which are in the boot loader's unnamed module, use `jdk.internal.misc.Unsafe`: the public one
/// warns on the program's stderr from JDK 24 on (JEP 498).
fn export_unsafe(jvmti: &Jvmti, java: &Java<'_>) -> Result<(), JavaError> {
    let env = java.env();
    let object = java.class("java/lang/Object")?;
    // SAFETY: the references are live; `getModule` and `getUnnamedModule` have these signatures on JDK 9 and newer.
    unsafe {
        let class_class = env
            .find_class("java/lang/Class")
            .ok_or_else(|| JavaError("no java.lang.Class".into()))?;
        let get_module = env
            .get_method_id(class_class, "getModule", "()Ljava/lang/Module;")
            .ok_or_else(|| JavaError("this Java has no modules: Java 11 or newer is needed".into()))?;
        let base = env.call_object_method(object.0, get_module, &[]);
        java.check("asking for the module of java.lang.Object")?;
        let unnamed = boot_unnamed_module(java)?;
        jvmti
            .add_module_exports(base, "jdk.internal.misc", unnamed)
            .map_err(|error| JavaError(format!("exporting jdk.internal.misc failed: {error:?}")))?;
        env.delete_local_ref(base);
        env.delete_local_ref(unnamed);
        env.delete_local_ref(class_class);
    }
    Ok(())
}

/// The unnamed module of the boot loader, which has no public accessor: `jdk.internal.loader.BootLoader` holds it.
fn boot_unnamed_module(java: &Java<'_>) -> Result<jni::jobject, JavaError> {
    let boot_loader = java.class("jdk/internal/loader/BootLoader")?;
    let method = java.static_method(boot_loader, "getUnnamedModule", "()Ljava/lang/Module;")?;
    // SAFETY: the method takes no argument.
    unsafe { java.call_object(method, &[]) }
}

fn load_transformer(
    java: &Java<'_>,
    jar: &[u8],
    archive: &mut Archive<'_>,
) -> Result<(ClassRef, Vec<u8>), InstallError> {
    let class_file = archive.read(&format!("{}.class", TRANSFORMER.replace('.', "/")))?;
    let class = java.frame(|| {
        let env = java.env();
        let loader_class = java.class("org/palus/hook/JarLoader")?;
        let bytes = java.bytes(jar)?;
        let name = java.string(TRANSFORMER)?;
        // SAFETY: the references are live in this frame, and the arguments fit `JarLoader(byte[])` and
        // `loadClass(String)`.
        unsafe {
            let constructor = env.get_method_id(loader_class.0, "<init>", "([B)V");
            let load = env.get_method_id(loader_class.0, "loadClass", "(Ljava/lang/String;)Ljava/lang/Class;");
            java.check("looking at JarLoader")?;
            let (Some(constructor), Some(load)) = (constructor, load) else {
                return Err(JavaError("JarLoader is not as expected".into()));
            };
            let loader = env.new_object(loader_class.0, constructor, &[jvalue { l: bytes }]);
            java.check("making the loader of the transformer")?;
            let loader = loader.ok_or_else(|| JavaError("the loader was not made".into()))?;
            let class = env.call_object_method(loader, load, &[jvalue { l: name }]);
            java.check("loading the transformer")?;
            Ok(java.keep(class))
        }
    })?;
    Ok((class, class_file))
}

/// The embedded jar.
struct Archive<'b>(zip::ZipArchive<Cursor<&'b [u8]>>);

impl<'b> Archive<'b> {
    fn open(bytes: &'b [u8]) -> Result<Self, InstallError> {
        zip::ZipArchive::new(Cursor::new(bytes))
            .map(Self)
            .map_err(|error| InstallError::Jar(error.to_string()))
    }

    fn read(&mut self, name: &str) -> Result<Vec<u8>, InstallError> {
        let bad = |error: &dyn std::fmt::Display| InstallError::Jar(format!("{name}: {error}"));
        let mut entry = self.0.by_name(name).map_err(|error| bad(&error))?;
        let mut bytes = Vec::with_capacity(entry.size() as usize);
        entry.read_to_end(&mut bytes).map_err(|error| bad(&error))?;
        Ok(bytes)
    }
}
