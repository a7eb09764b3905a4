//! Gets a library into a JVM that runs already, by `HotSpot`'s attach protocol.
//!
//! The protocol is the one behind `jcmd` and `com.sun.attach`: a file `.attach_pidN` and a SIGQUIT make the JVM listen on
//! a socket `.java_pidN`, where it takes one command a connection. It is spoken here and not by a helper in Java, because
//! it needs then neither a JDK beside `palus` nor half a second for another JVM; Linux only, as is all of this module.

mod protocol;
mod target;

pub use target::Target;

use std::io;

/// Why a JVM cannot be attached to: one sentence, with what to do.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AttachError {
    /// No such process.
    #[error("there is no process {0}; `jps` or `ps` lists those that run")]
    NoProcess(u32),
    /// It belongs to somebody else.
    #[error("process {pid} belongs to another user (id {owner}); run palus as that user")]
    OtherUser {
        /// Its number.
        pid: u32,
        /// Whose it is.
        owner: u32,
    },
    /// Its program is not a JVM.
    #[error("process {0} is no JVM; give the process id of the java process itself, not of what started it")]
    NotAJvm(u32),
    /// A JVM without this protocol.
    #[error(
        "process {0} is a JVM other than HotSpot (OpenJDK), and only that one can be attached to; record it from its start"
    )]
    NotHotSpot(u32),
    /// Built for another processor.
    #[error("process {pid} is a program for {theirs}, but this palus is for {ours}; use a palus built for {theirs}")]
    OtherArchitecture {
        /// Its number.
        pid: u32,
        /// What it is built for.
        theirs: String,
        /// What this program is built for.
        ours: String,
    },
    /// Behind another view of the file system or of processes.
    #[error("process {0} runs in a container; run palus inside of that container")]
    Container(u32),
    /// Started with the protocol switched off.
    #[error(
        "process {0} was started with -XX:+DisableAttachMechanism; start it without that, or record it from its start"
    )]
    Disabled(u32),
    /// It refuses libraries.
    #[error(
        "process {0} does not allow libraries to be loaded while it runs; start it with -XX:+EnableDynamicAgentLoading, or \
         record it from its start"
    )]
    LoadingDisabled(u32),
    /// It is not far enough in its start to listen.
    #[error("process {0} is not ready to be attached to; try again in a moment")]
    NotReady(u32),
    /// It did not listen in time.
    #[error("process {0} does not answer; it may be stopped or too busy: try again, or record it from its start")]
    Silent(u32),
    /// The library did not load, or would not work.
    #[error("the recorder could not start in process {pid}: {why}")]
    Refused {
        /// Its number.
        pid: u32,
        /// What it answered.
        why: String,
    },
    /// The options do not fit into the protocol.
    #[error(
        "the patterns for classes are too long for the protocol ({0} bytes, 1024 at most); give fewer or shorter ones"
    )]
    TooLong(usize),
    /// Something about files of the process.
    #[error("cannot {what}: {cause}")]
    Io {
        /// What was tried, as a clause that follows "cannot".
        what: String,
        /// What the system said.
        cause: io::Error,
    },
}
