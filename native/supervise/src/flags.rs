//! The options under which the virtual machine of a worker runs: equal on every run, and safe to lose.

use std::ffi::OsString;
use std::path::Path;

/// Where identity hash codes come from. Code under test that lets them show must not come out the same in both.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum HashCodes {
    /// A counter: the same on every run (`-XX:hashCode=3`).
    Counted,
    /// The same for every object (`-XX:hashCode=2`): other than counted, and the same on every run.
    Constant,
}

const FIXED: [&str; 18] = [
    // On 17 the code under test could install a manager that forbids the worker to go on; newer ones have none.
    "-Djava.security.manager=disallow",
    "-Xshare:auto",
    "-XX:+UseSerialGC",
    "-Xss1m",
    // What needs more is not worth a test, and zeroing what is asked for takes its time.
    "-Xmx400m",
    // The search runs much code a little: the optimising compiler would take a core for itself and pay nothing back.
    "-XX:TieredStopAtLevel=1",
    "-XX:-UsePerfData",
    "-XX:+IgnoreUnrecognizedVMOptions",
    "-XX:+UnlockExperimentalVMOptions",
    // A method that throws the same built-in exception often gets one without stack and message: a change of behaviour
    // that depends on what was compiled when.
    "-XX:-OmitStackTraceInFastThrow",
    "-XX:-CreateCoredumpOnCrash",
    "-XX:+DisableAttachMechanism",
    "-ea",
    "-Djava.awt.headless=true",
    "-Duser.timezone=UTC",
    "-Duser.language=en",
    "-Duser.country=US",
    "-Dfile.encoding=UTF-8",
];

/// The options for a worker that may write only to `directory`.
pub(crate) fn worker_flags(hash_codes: HashCodes, directory: &Path) -> Vec<OsString> {
    let mut flags: Vec<OsString> = FIXED.iter().map(OsString::from).collect();
    flags.push(match hash_codes {
        HashCodes::Counted => "-XX:hashCode=3".into(),
        HashCodes::Constant => "-XX:hashCode=2".into(),
    });
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
