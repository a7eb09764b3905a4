//! Methods that no test should call: they end the process, change the machine, wait, or answer differently each time.
//!
//! The list is data. A row names classes (`*` at the end for a prefix), members of them (a name, a name with `*` at the end, or a
//! name with its descriptor) and why. It holds for the code under test, for what it inherits, and for ways to make a value.

use crate::info::{ClassInfo, MethodInfo};

/// Classes, members, reason.
type Row = (&'static [&'static str], &'static [&'static str], &'static str);

const ENDS: &str = "it can end or block the virtual machine";
const MACHINE: &str = "it changes something outside the virtual machine";
const GLOBAL: &str = "it changes state that the whole virtual machine shares";
const VARIES: &str = "its result is different each time";
const SCREEN: &str = "it needs a screen";
const OUTPUT: &str = "it prints or depends on the stack of its caller";

const ROWS: &[Row] = &[
    (&["java.lang.System"], &["exit", "gc", "runFinalization", "load*"], ENDS),
    (&["java.lang.System"], &["set*", "clearProperty"], GLOBAL),
    (
        &["java.lang.System"],
        &["currentTimeMillis", "nanoTime", "identityHashCode", "getenv"],
        VARIES,
    ),
    (&["java.lang.Runtime"], &["*"], ENDS),
    (&["java.lang.ProcessBuilder"], &["start*"], MACHINE),
    (&["java.lang.ProcessHandle", "java.lang.Process"], &["*"], MACHINE),
    (
        &["java.lang.Thread", "java.lang.ThreadGroup", "java.util.Timer"],
        &["*"],
        ENDS,
    ),
    (&["java.util.concurrent.locks.LockSupport"], &["*"], ENDS),
    (
        &[
            "java.util.concurrent.Executors",
            "java.util.concurrent.ForkJoinPool",
            "java.util.concurrent.ThreadPoolExecutor",
        ],
        &["*"],
        ENDS,
    ),
    (
        &["java.lang.Object"],
        &["wait", "notify", "notifyAll", "getClass"],
        ENDS,
    ),
    (&["java.lang.Class"], &["forName"], GLOBAL),
    (
        &[
            "java.lang.ClassLoader",
            "java.net.URLClassLoader",
            "java.security.SecureClassLoader",
        ],
        &["*"],
        GLOBAL,
    ),
    (
        &["java.lang.Throwable"],
        &["printStackTrace", "getStackTrace", "setStackTrace", "fillInStackTrace"],
        OUTPUT,
    ),
    (
        &["java.io.File"],
        &[
            "delete*",
            "renameTo",
            "createNewFile",
            "createTempFile",
            "mkdir*",
            "set*",
        ],
        MACHINE,
    ),
    (
        &[
            "java.io.FileOutputStream",
            "java.io.FileWriter",
            "java.io.RandomAccessFile",
            "java.util.logging.FileHandler",
        ],
        &["*"],
        MACHINE,
    ),
    (
        &["java.io.PrintStream", "java.io.PrintWriter", "java.util.Formatter"],
        &[
            "<init>(Ljava/lang/String;)V",
            "<init>(Ljava/io/File;)V",
            "<init>(Ljava/lang/String;Ljava/lang/String;)V",
            "<init>(Ljava/io/File;Ljava/lang/String;)V",
            "<init>(Ljava/lang/String;Ljava/nio/charset/Charset;)V",
            "<init>(Ljava/io/File;Ljava/nio/charset/Charset;)V",
            "<init>(Ljava/lang/String;Ljava/lang/String;Ljava/util/Locale;)V",
            "<init>(Ljava/io/File;Ljava/lang/String;Ljava/util/Locale;)V",
            "<init>(Ljava/lang/String;Ljava/nio/charset/Charset;Ljava/util/Locale;)V",
            "<init>(Ljava/io/File;Ljava/nio/charset/Charset;Ljava/util/Locale;)V",
        ],
        MACHINE,
    ),
    (
        &["java.nio.file.Files"],
        &["write*", "delete*", "move", "copy", "create*", "set*", "new*"],
        MACHINE,
    ),
    (
        &[
            "java.nio.channels.FileChannel",
            "java.nio.channels.AsynchronousFileChannel",
        ],
        &["open"],
        MACHINE,
    ),
    (&["java.net.URL"], &["open*", "getContent", "set*"], MACHINE),
    (
        &[
            "java.net.Socket",
            "java.net.ServerSocket",
            "java.net.DatagramSocket",
            "java.net.MulticastSocket",
            "java.net.InetAddress",
            "java.net.NetworkInterface",
            "java.net.http.*",
            "java.nio.channels.SocketChannel",
            "java.nio.channels.ServerSocketChannel",
            "java.rmi.*",
        ],
        &["*"],
        MACHINE,
    ),
    (&["java.awt.*", "javax.swing.*"], &["*"], SCREEN),
    (&["java.util.Random"], &["<init>()V"], VARIES),
    (&["java.util.SplittableRandom"], &["<init>()V"], VARIES),
    (
        &["java.util.concurrent.ThreadLocalRandom", "java.security.SecureRandom"],
        &["*"],
        VARIES,
    ),
    (&["java.util.UUID"], &["randomUUID"], VARIES),
    (&["java.lang.Math", "java.lang.StrictMath"], &["random"], VARIES),
    (
        &["java.util.Date", "java.util.GregorianCalendar"],
        &["<init>()V"],
        VARIES,
    ),
    (&["java.util.Calendar"], &["getInstance"], VARIES),
    (&["java.time.*"], &["now", "system*"], VARIES),
    (
        &["java.util.Locale", "java.util.TimeZone"],
        &["getDefault", "setDefault"],
        GLOBAL,
    ),
];

/// Why a method or constructor is not for testing; `None` for those that are. `class` declares it.
pub(crate) fn hazard(class: &ClassInfo, method: &MethodInfo) -> Option<&'static str> {
    match (&*method.name, &*method.descriptor) {
        ("main", "([Ljava/lang/String;)V") if method.access.is_static() => Some("it is the entry point of a program"),
        ("finalize", "()V") => Some("only the garbage collector calls it"),
        _ => ROWS
            .iter()
            .find(|(classes, members, _)| {
                classes.iter().any(|pattern| fits(pattern, &class.name))
                    && members.iter().any(|pattern| member_fits(pattern, method))
            })
            .map(|(_, _, why)| *why),
    }
}

fn fits(pattern: &str, name: &str) -> bool {
    match pattern.strip_suffix('*') {
        Some(prefix) => name.starts_with(prefix),
        None => pattern == name,
    }
}

fn member_fits(pattern: &str, method: &MethodInfo) -> bool {
    match pattern.find('(') {
        Some(end) => pattern[..end] == *method.name && pattern[end..] == *method.descriptor,
        None => fits(pattern, &method.name),
    }
}
