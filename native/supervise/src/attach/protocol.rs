//! One command to a JVM, and its answer.

use std::fs;
use std::io::{self, Read as _, Write as _};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

use super::{AttachError, Target};

/// The version of the protocol that every JDK since 6 speaks.
const VERSION: &str = "1";

/// The longest argument, in bytes; a JVM that reads a longer one gives up.
const ARGUMENT: usize = 1024;

/// How long a JVM may take to listen: it does so at a safepoint, which a busy one may be slow to reach.
const PATIENCE: Duration = Duration::from_secs(10);

/// How often it is looked at meanwhile.
const POLL: Duration = Duration::from_millis(20);

/// How long a command may take: all classes are instrumented in it.
const ANSWER: Duration = Duration::from_secs(120);

/// Has the JVM load a library and call its `Agent_OnAttach` with these options. The answer is what it printed.
pub(super) fn load(target: &Target, library: &Path, options: &str) -> Result<String, AttachError> {
    let library = library.display().to_string();
    for argument in [library.as_str(), options] {
        if argument.len() > ARGUMENT {
            return Err(AttachError::TooLong(argument.len()));
        }
    }
    let failed = |cause| AttachError::Io {
        what: format!("speak to process {}", target.pid()),
        cause,
    };
    let mut stream = connect(target)?;
    stream.set_read_timeout(Some(ANSWER)).map_err(failed)?;
    for part in [VERSION, "load", &library, "true", options] {
        stream.write_all(part.as_bytes()).map_err(failed)?;
        stream.write_all(&[0]).map_err(failed)?;
    }
    let mut answer = Vec::new();
    match stream.read_to_end(&mut answer) {
        Err(error) if error.kind() == io::ErrorKind::WouldBlock => Err(AttachError::Silent(target.pid())),
        Err(error) => Err(failed(error)),
        Ok(_) => Ok(String::from_utf8_lossy(&answer).into_owned()),
    }
}

fn connect(target: &Target) -> Result<UnixStream, AttachError> {
    let socket = PathBuf::from(format!("/tmp/.java_pid{}", target.pid()));
    // A file that is left of a dead process with that number is refused, and replaced by the JVM.
    if let Ok(stream) = UnixStream::connect(&socket) {
        return Ok(stream);
    }
    let wake = WakeFile::make(target)?;
    let silent = || AttachError::Silent(target.pid());
    let pid = Pid::from_raw(target.pid() as i32).ok_or_else(silent)?;
    kill_process(pid, Signal::QUIT).map_err(|error| AttachError::Io {
        what: format!("signal process {}", target.pid()),
        cause: error.into(),
    })?;
    let deadline = Instant::now() + PATIENCE;
    while Instant::now() < deadline {
        if let Ok(stream) = UnixStream::connect(&socket) {
            drop(wake);
            return Ok(stream);
        }
        if !target.is_alive() {
            return Err(AttachError::NoProcess(target.pid()));
        }
        thread::sleep(POLL);
    }
    Err(silent())
}

/// The file that tells the JVM, when it gets the signal, that it is meant to listen and not to print its threads.
struct WakeFile(PathBuf);

impl WakeFile {
    fn make(target: &Target) -> Result<Self, AttachError> {
        let name = format!(".attach_pid{}", target.pid());
        // The JVM looks in its working directory first, which it may share with others that cannot write there.
        let places = [target.proc().join("cwd").join(&name), Path::new("/tmp").join(&name)];
        let mut last = None;
        for place in places {
            match fs::File::create(&place) {
                Ok(_) => return Ok(Self(place)),
                Err(error) => last = Some(error),
            }
        }
        Err(AttachError::Io {
            what: format!("write /tmp/{name}"),
            cause: last.unwrap_or_else(|| io::Error::other("no place for it")),
        })
    }
}

impl Drop for WakeFile {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}
