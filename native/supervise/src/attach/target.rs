//! The process that is to be attached to, looked at before it gets a signal: one that is no JVM would die of it.

use std::fs;
use std::path::{Path, PathBuf};

use super::{AttachError, protocol};

/// What a JVM answers that does not allow it; the words are those of `HotSpot` since JDK 9.
const NOT_ALLOWED: &str = "Dynamic agent loading is not enabled";

/// SIGQUIT, as a bit of the masks in `/proc`.
const QUIT: u64 = 1 << (3 - 1);

/// A JVM that can be attached to.
#[derive(Clone, Debug)]
pub struct Target {
    pid: u32,
    proc: PathBuf,
    /// When it started, so that another process with its number is not taken for it.
    started: String,
}

impl Target {
    /// Looks at a process and says what is in the way, if anything.
    pub fn inspect(pid: u32) -> Result<Self, AttachError> {
        let proc = PathBuf::from(format!("/proc/{pid}"));
        let gone = |_| AttachError::NoProcess(pid);
        let status = fs::read_to_string(proc.join("status")).map_err(gone)?;
        let started = start_time(&proc).ok_or(AttachError::NoProcess(pid))?;
        if field(&status, "State:").is_some_and(|state| state.starts_with('Z')) {
            return Err(AttachError::NoProcess(pid));
        }
        check_owner(pid, &status)?;
        if is_elsewhere(&proc) {
            return Err(AttachError::Container(pid));
        }
        let maps = fs::read_to_string(proc.join("maps")).unwrap_or_default();
        if maps.contains("/libj9vm") {
            return Err(AttachError::NotHotSpot(pid));
        }
        if !maps.contains("/libjvm.so") {
            return Err(AttachError::NotAJvm(pid));
        }
        check_architecture(pid, &proc)?;
        let line = fs::read(proc.join("cmdline")).unwrap_or_default();
        let mut flags = line.split(|&byte| byte == 0);
        if flags.any(|flag| flag == b"-XX:+DisableAttachMechanism") {
            return Err(AttachError::Disabled(pid));
        }
        if !catches_quit(&status) {
            return Err(AttachError::NotReady(pid));
        }
        Ok(Self { pid, proc, started })
    }

    /// Its number.
    pub fn pid(&self) -> u32 {
        self.pid
    }

    /// Whether it still runs.
    pub fn is_alive(&self) -> bool {
        start_time(&self.proc).is_some_and(|started| started == self.started)
            && fs::read_to_string(self.proc.join("status"))
                .is_ok_and(|status| field(&status, "State:").is_some_and(|state| !state.starts_with('Z')))
    }

    /// Has it load a library, whose `Agent_OnAttach` gets these options. `answer` is a file in which the library says what
    /// went wrong.
    pub fn load(&self, library: &Path, options: &str, answer: &Path) -> Result<(), AttachError> {
        let printed = protocol::load(self, library, options)?;
        if printed.contains(NOT_ALLOWED) {
            return Err(AttachError::LoadingDisabled(self.pid));
        }
        // A code of the protocol, then what the command printed: "return code: N" from JDK 9 on, or why it did not load.
        if printed.lines().any(|line| line == "return code: 0") {
            return Ok(());
        }
        let said = fs::read_to_string(answer).ok().filter(|text| !text.is_empty());
        let why = said.unwrap_or_else(|| printed.lines().skip(1).collect::<Vec<_>>().join(" "));
        Err(AttachError::Refused {
            pid: self.pid,
            why: why.trim().to_owned(),
        })
    }

    pub(super) fn proc(&self) -> &Path {
        &self.proc
    }
}

/// A line of `/proc/PID/status`.
fn field<'t>(status: &'t str, name: &str) -> Option<&'t str> {
    status.lines().find_map(|line| line.strip_prefix(name)).map(str::trim)
}

/// Field 22 of `/proc/PID/stat`, counted behind the name, which may hold anything.
fn start_time(proc: &Path) -> Option<String> {
    let stat = fs::read_to_string(proc.join("stat")).ok()?;
    let (_, rest) = stat.rsplit_once(')')?;
    rest.split_whitespace().nth(19).map(str::to_owned)
}

/// `HotSpot` answers its own user only, and files of others could not be merged: root is no exception.
fn check_owner(pid: u32, status: &str) -> Result<(), AttachError> {
    let effective = field(status, "Uid:").and_then(|ids| ids.split_whitespace().nth(1)?.parse().ok());
    match effective {
        Some(owner) if owner != rustix::process::geteuid().as_raw() => Err(AttachError::OtherUser { pid, owner }),
        _ => Ok(()),
    }
}

/// Whether it sees other files or other process numbers than we do.
fn is_elsewhere(proc: &Path) -> bool {
    let namespace = |proc: &Path, name: &str| fs::read_link(proc.join("ns").join(name)).ok();
    let ours = Path::new("/proc/self");
    let differs = |name| match (namespace(proc, name), namespace(ours, name)) {
        (Some(theirs), Some(ours)) => theirs != ours,
        _ => false,
    };
    differs("mnt") || differs("pid")
}

fn catches_quit(status: &str) -> bool {
    let caught = field(status, "SigCgt:").and_then(|mask| u64::from_str_radix(mask, 16).ok());
    caught.is_none_or(|mask| mask & QUIT != 0)
}

fn check_architecture(pid: u32, proc: &Path) -> Result<(), AttachError> {
    let header = |path: PathBuf| {
        let mut header = [0; 20];
        let mut file = fs::File::open(path).ok()?;
        std::io::Read::read_exact(&mut file, &mut header).ok()?;
        Some(architecture(&header))
    };
    match (header(proc.join("exe")), header("/proc/self/exe".into())) {
        (Some(theirs), Some(ours)) if theirs != ours => Err(AttachError::OtherArchitecture { pid, theirs, ours }),
        _ => Ok(()),
    }
}

/// What an ELF file is built for: class at 4, machine at 18.
fn architecture(header: &[u8; 20]) -> String {
    let bits = if header[4] == 1 { 32 } else { 64 };
    match (u16::from_le_bytes([header[18], header[19]]), bits) {
        (62, 64) => "x86-64".to_owned(),
        (3, 32) => "x86 (32 bits)".to_owned(),
        (183, 64) => "aarch64".to_owned(),
        (40, 32) => "arm (32 bits)".to_owned(),
        (machine, bits) => format!("machine {machine} ({bits} bits)"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_process_that_is_not_there_is_said() {
        let error = Target::inspect(u32::MAX).unwrap_err();
        assert!(matches!(error, AttachError::NoProcess(_)), "{error}");
    }

    #[test]
    fn a_process_that_is_no_jvm_gets_no_signal() {
        let error = Target::inspect(std::process::id()).unwrap_err();
        assert!(matches!(error, AttachError::NotAJvm(_)), "{error}");
    }

    #[test]
    fn a_process_of_another_user_is_said_by_his_number() {
        let me = rustix::process::geteuid().as_raw();
        let status = format!("Name:\tjava\nUid:\t{0}\t{0}\t{0}\t{0}\n", me + 1);
        let error = check_owner(7, &status).unwrap_err().to_string();
        assert_eq!(
            error,
            format!(
                "process 7 belongs to another user (id {}); run palus as that user",
                me + 1
            )
        );
        assert!(check_owner(7, &format!("Uid:\t{me}\t{me}\t{me}\t{me}\n")).is_ok());
    }

    #[test]
    fn a_jvm_that_does_not_catch_the_signal_yet_gets_none() {
        assert!(catches_quit("SigCgt:\t2000000181005ccf\n"));
        assert!(!catches_quit("SigCgt:\t0000000000000000\n"));
    }

    #[test]
    fn programs_of_other_processors_are_told_apart() {
        let mut header = [0; 20];
        (header[4], header[18]) = (2, 183);
        assert_eq!(architecture(&header), "aarch64");
        (header[4], header[18]) = (1, 3);
        assert_eq!(architecture(&header), "x86 (32 bits)");
        (header[4], header[18]) = (2, 62);
        assert_eq!(architecture(&header), "x86-64");
    }

    #[test]
    fn the_start_of_this_process_is_read_and_stays() {
        let this = Path::new("/proc/self");
        assert!(start_time(this).is_some());
        assert_eq!(start_time(this), start_time(this));
        assert!(!is_elsewhere(this));
    }
}
