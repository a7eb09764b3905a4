//! What can go wrong around the processes that Palus starts: one sentence each, with what to do.

use std::path::PathBuf;

/// How many classes a sentence names.
const NAMED: usize = 3;

/// Some names, and how many more there are.
fn few(names: &[String]) -> String {
    let first = names
        .iter()
        .take(NAMED)
        .map(String::as_str)
        .collect::<Vec<_>>()
        .join(", ");
    match names.len().checked_sub(NAMED) {
        Some(more @ 1..) => format!("{first} and {more} more classes"),
        _ => first,
    }
}

/// Why a process of ours could not be started, watched or understood.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// There is no Java launcher.
    #[error("no `java` found; install a JDK ({needed} or newer) and put it on PATH, or set JAVA_HOME to it")]
    NoJava {
        /// The oldest feature version that the command works with.
        needed: u32,
    },
    /// `JAVA_HOME` does not name a JDK.
    #[error("JAVA_HOME is {}, but there is no bin/java below it; set it to the home of a JDK, or unset it", .0.display())]
    NotAHome(PathBuf),
    /// The run time's version could not be found out.
    #[error("cannot tell the version of the Java at {}: {why}; set JAVA_HOME to the home of a JDK", home.display())]
    UnknownVersion {
        /// Where it is.
        home: PathBuf,
        /// What was tried and what came of it.
        why: String,
    },
    /// The run time is older than the command needs.
    #[error("the Java at {} is version {found}, but `palus {command}` needs {needed} or newer; set JAVA_HOME to a newer JDK", home.display())]
    TooOld {
        /// Where it is.
        home: PathBuf,
        /// Its feature version.
        found: u32,
        /// The oldest that works.
        needed: u32,
        /// The command that needs it.
        command: &'static str,
    },
    /// A run time without a compiler.
    #[error("the Java at {} has no compiler; set JAVA_HOME to a JDK, not a JRE", .0.display())]
    NoCompiler(PathBuf),
    /// Something about a file or process of ours.
    #[error("cannot {what}: {cause}")]
    Io {
        /// What was tried, as a clause that follows "cannot".
        what: String,
        /// What the system said.
        cause: std::io::Error,
    },
    /// A worker that fails before it has run a sequence, for a reason that a replay would meet again.
    #[error("the worker for group {group} failed ({how}); its last output was: {tail}")]
    WorkerFailed {
        /// The position of the group.
        group: u32,
        /// How the process ended.
        how: String,
        /// The end of its log.
        tail: String,
    },
    /// A worker's group that was lost too often.
    #[error(
        "group {group} lost its worker {times} times, at last since {how}, and was given up; there are no tests for {}",
        few(targets)
    )]
    GroupLost {
        /// The position of the group.
        group: u32,
        /// How often it was tried.
        times: u32,
        /// How the last worker was lost, as a clause.
        how: String,
        /// Its classes.
        targets: Vec<String>,
    },
    /// `--resume` where the journal is of another run.
    #[error("{} is the journal of a run with other options or classes; use those, or start anew without --resume", .0.display())]
    OtherJournal(PathBuf),
    /// The verifying process did not do its work.
    #[error("the generated tests could not be checked ({how}); its last output was: {tail}")]
    VerifyFailed {
        /// How the process ended.
        how: String,
        /// The end of its output.
        tail: String,
    },
    /// The compiler was killed from outside.
    #[error("the Java compiler was killed again and again")]
    Killed,
    /// JaCoCo did not write its report.
    #[error("JaCoCo could not read the coverage: {0}")]
    NoCoverage(String),
    /// There is no Maven.
    #[error("no `mvn` found; install Maven 3.8 or newer and put it on PATH")]
    NoMaven,
    /// Maven did not find what it was asked for.
    #[error("Maven could not resolve {wanted}: {why}; check the network, or the mirror in Maven's settings.xml")]
    Unresolved {
        /// The coordinates.
        wanted: String,
        /// Its first error line.
        why: String,
    },
}

impl Error {
    /// An [`Error::Io`] with what was tried, for `map_err`.
    pub(crate) fn io(what: impl Into<String>) -> impl FnOnce(std::io::Error) -> Self {
        let what = what.into();
        move |cause| Self::Io { what, cause }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_group_that_is_lost_is_told_by_its_first_classes() {
        let lost = |classes: usize| Error::GroupLost {
            group: 1,
            times: 2,
            how: "it overstayed its time".to_owned(),
            targets: (0..classes).map(|n| format!("demo.C{n}")).collect(),
        };
        assert_eq!(
            lost(5).to_string(),
            "group 1 lost its worker 2 times, at last since it overstayed its time, and was given up; \
             there are no tests for demo.C0, demo.C1, demo.C2 and 2 more classes"
        );
        assert!(lost(3).to_string().ends_with("no tests for demo.C0, demo.C1, demo.C2"));
    }
}
