//! The options under which the virtual machine of a worker runs: equal on every run, and safe to lose.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// What a worker runs in that no test controls. Code under test that lets it show must not come out the same in both.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Surroundings {
    /// Of a search: identity hash codes from a counter, the same on every run.
    Usual,
    /// Of a confirmation: identity hash codes in no order (`org.palus.hook.HashCodes`), in another country and directory, deeper on the stack,
    /// beside another thread, on another number of processors, and without Java's `assert`.
    Abroad,
}

impl Surroundings {
    fn flags(self) -> &'static [&'static str] {
        match self {
            Self::Usual => &[
                "-ea",
                "-Duser.timezone=UTC",
                "-Duser.language=en",
                "-Duser.country=US",
                "-Dfile.encoding=UTF-8",
            ],
            Self::Abroad => ELSEWHERE,
        }
    }

    /// No windows, in two spellings: a property that a test reads must not come out the same.
    fn headless(self) -> &'static str {
        match self {
            Self::Usual => "-Djava.awt.headless=true",
            Self::Abroad => "-Djava.awt.headless=TRUE",
        }
    }

    /// Whose process it is: nobody's, so that no test tells the user's name. There is no such home, so nothing is left in it either.
    fn user(self) -> &'static [&'static str] {
        match self {
            Self::Usual => &["-Duser.name=nobody", "-Duser.home=/nonexistent"],
            Self::Abroad => &["-Duser.name=niemand", "-Duser.home=/nowhere"],
        }
    }

    /// What the directory is called in which the worker runs.
    pub(crate) fn directory(self) -> &'static str {
        match self {
            Self::Usual => "work",
            Self::Abroad => "elsewhere",
        }
    }

    /// The worker's own arguments.
    pub(crate) fn arguments(self) -> &'static [&'static str] {
        match self {
            Self::Usual => &[],
            Self::Abroad => &["abroad"],
        }
    }

    /// The class path: one jar of ours, before or behind the code under test.
    pub(crate) fn class_path(self, own: &Path, under_test: &[PathBuf]) -> Vec<PathBuf> {
        let own = std::iter::once(own.to_owned());
        let under_test = under_test.iter().cloned();
        match self {
            Self::Usual => own.chain(under_test).collect(),
            Self::Abroad => under_test.chain(own).collect(),
        }
    }

    fn hash_codes(self) -> &'static str {
        match self {
            Self::Usual => "-XX:hashCode=3",
            Self::Abroad => "-XX:hashCode=5",
        }
    }
}

/// A method is compiled when it has run three times as often as usual: what lives for a second would spend a third of it on compiling.
pub(crate) const FEWER_COMPILED: &str = "-XX:CompileThresholdScaling=3";

/// Another language, time zone, encoding and machine, and no Java `assert`, as under the plain console: for confirmation.
const ELSEWHERE: &[&str] = &[
    "-Duser.timezone=Pacific/Auckland",
    "-Duser.language=de",
    "-Duser.country=DE",
    "-Dfile.encoding=ISO-8859-1",
    "-XX:ActiveProcessorCount=5",
    FEWER_COMPILED,
    // Classes are loaded anew dozens of times, and the search has checked their bytecode.
    "-XX:+UnlockDiagnosticVMOptions",
    "-XX:-BytecodeVerificationRemote",
];

/// The same for verification, with other values once more: on the other side of Greenwich, in a container with one processor.
pub(crate) const ABROAD: &[&str] = &[
    "-Duser.timezone=America/New_York",
    "-Duser.language=de",
    "-Duser.country=DE",
    "-Dfile.encoding=US-ASCII",
    "-XX:ActiveProcessorCount=1",
];

/// The largest heap of a worker, in megabytes. What needs more is not worth a test, and zeroing what is asked for takes its time.
pub(crate) const WORKER_HEAP_MB: u32 = 400;

const FIXED: [&str; 13] = [
    // On 17 the code under test could install a manager that forbids the worker to go on; newer ones have none.
    "-Djava.security.manager=disallow",
    "-Xshare:auto",
    "-XX:+UseSerialGC",
    "-Xss1m",
    // The search runs much code a little: the optimising compiler would take a core for itself and pay nothing back.
    "-XX:TieredStopAtLevel=1",
    "-XX:-UsePerfData",
    "-XX:+IgnoreUnrecognizedVMOptions",
    "-XX:+UnlockExperimentalVMOptions",
    // A virtual thread is then bound to a real one of its own (from JDK 21 on), and takes its turns as all others do.
    "-XX:-VMContinuations",
    // A method that throws the same built-in exception often gets one without stack and message: a change of behaviour
    // that depends on what was compiled when.
    "-XX:-OmitStackTraceInFastThrow",
    "-XX:-CreateCoredumpOnCrash",
    "-XX:+DisableAttachMechanism",
    // A handle that is called often gets a class of its own, which only the optimising compiler makes good use of.
    "-Djava.lang.invoke.MethodHandle.CUSTOMIZE_THRESHOLD=-1",
];

/// The options for a worker that may write only to `directory`.
pub(crate) fn worker_flags(surroundings: Surroundings, directory: &Path) -> Vec<OsString> {
    let fixed = FIXED.iter().chain(surroundings.flags());
    let mut flags: Vec<OsString> = fixed.map(OsString::from).collect();
    flags.push(format!("-Xmx{WORKER_HEAP_MB}m").into());
    flags.push(surroundings.hash_codes().into());
    flags.push(surroundings.headless().into());
    flags.extend(surroundings.user().iter().map(OsString::from));
    for (option, path) in [
        ("-XX:ErrorFile=", directory.join("hs_err.log")),
        ("-Djava.io.tmpdir=", directory.to_owned()),
    ] {
        let mut flag = OsString::from(option);
        flag.push(path);
        flags.push(flag);
    }
    flags
}
