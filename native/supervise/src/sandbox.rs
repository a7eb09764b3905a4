//! What a process that runs code under test may do to the machine: read what it needs, write to its own directory, and
//! nothing else. Files by Landlock, everything else by a seccomp filter, and no capabilities.
//!
//! The agent applies it when its virtual machine has hardly a thread yet, to those that there are; all later ones inherit the
//! restrictions. What is refused fails as for a user without the right, so Java sees an exception that it knows.

use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use landlock::{
    ABI, Access as _, AccessFs, CompatLevel, Compatible as _, PathBeneath, PathFd, Ruleset, RulesetAttr as _,
    RulesetCreated, RulesetCreatedAttr as _, RulesetStatus, Scope,
};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use rustix::thread::{CapabilitySet, CapabilitySets, capabilities, set_capabilities};
use seccompiler::BpfProgram;

use crate::{calls, reading};

/// The newest rules that the sandbox knows; an older kernel enforces those that it has.
const LANDLOCK: ABI = ABI::V6;

/// Devices that swallow what is written.
const SINKS: [&str; 2] = ["/dev/null", "/dev/full"];

/// The largest file that the code under test may write, in bytes.
pub(crate) const FILE_BYTES: u64 = 64 << 20;

/// How many files it may have open, its virtual machine's among them.
const OPEN_FILES: u64 = 4096;

/// What of root's rights stays: to read what belongs to others, as far as Landlock lets it. Class paths lie in homes.
const CAPABILITIES: CapabilitySet = CapabilitySet::DAC_READ_SEARCH;

/// The restrictions of one process.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sandbox {
    /// Files and directories that may be read, beside those of the system. Those that do not exist do not matter.
    pub readable: Vec<PathBuf>,
    /// Directories below which everything may be done.
    pub writable: Vec<PathBuf>,
    /// How much memory the process may have of its own, in bytes: heap, buffers, classes, native code and stacks together.
    pub memory: Option<u64>,
}

/// What a virtual machine with a heap of so many megabytes may have in all, in bytes: as much once more for buffers outside of the heap,
/// and a gigabyte for classes, compiled code and stacks, of which compiling and searching take less than a third.
pub(crate) fn memory_for(heap_mb: u32) -> u64 {
    (2 * u64::from(heap_mb) + 1024) << 20
}

/// A sandbox that is ready to be entered by the threads of this process, each for itself.
#[derive(Debug)]
pub struct Restrictions {
    files: RulesetCreated,
    calls: [BpfProgram; 2],
}

/// How much of the sandbox this kernel enforces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Confinement {
    /// Everything.
    Full,
    /// No rules about files: the kernel has no Landlock, or it is switched off.
    WithoutFiles,
}

impl Sandbox {
    /// How much of a sandbox this kernel would enforce. Restricts nothing.
    pub fn supported() -> Confinement {
        let required = Ruleset::default()
            .set_compatibility(CompatLevel::HardRequirement)
            .handle_access(AccessFs::from_all(ABI::V1))
            .and_then(Ruleset::create);
        if required.is_ok() {
            Confinement::Full
        } else {
            Confinement::WithoutFiles
        }
    }

    /// Bounds what the whole process may take, for good, and opens what its threads need to enter: each by [`Restrictions::apply`].
    pub fn prepare(&self) -> io::Result<Restrictions> {
        self.limit()?;
        Ok(Restrictions {
            files: self.rules().map_err(io::Error::other)?,
            calls: calls::filters(std::process::id()).map_err(io::Error::other)?,
        })
    }

    /// Writes the restrictions for [`Self::load`].
    pub fn save(&self, file: &Path) -> io::Result<()> {
        let mut text = String::new();
        if let Some(bytes) = self.memory {
            let _ = writeln!(text, "m {bytes}");
        }
        for (right, paths) in [('r', &self.readable), ('w', &self.writable)] {
            for path in paths {
                let path = path.to_str().filter(|path| !path.contains('\n')).ok_or_else(|| {
                    io::Error::other(format!("{} has a name that cannot be written down", path.display()))
                })?;
                let _ = writeln!(text, "{right} {path}");
            }
        }
        fs::write(file, text)
    }

    /// Reads what [`Self::save`] wrote.
    pub fn load(file: &Path) -> io::Result<Self> {
        let mut sandbox = Self::default();
        let wrong = || io::Error::other(format!("{} is no list of rights", file.display()));
        for line in fs::read_to_string(file)?.lines() {
            match line.split_at_checked(2) {
                Some(("r ", path)) => sandbox.readable.push(path.into()),
                Some(("w ", path)) => sandbox.writable.push(path.into()),
                Some(("m ", bytes)) => sandbox.memory = Some(bytes.parse().map_err(|_| wrong())?),
                _ => return Err(wrong()),
            }
        }
        Ok(sandbox)
    }

    fn rules(&self) -> Result<RulesetCreated, landlock::RulesetError> {
        let all = AccessFs::from_all(LANDLOCK);
        let system = reading::SYSTEM.iter().map(PathBuf::from);
        let readable = system
            .chain(self.readable.iter().cloned())
            .filter_map(|path| rule(&path, AccessFs::from_read(LANDLOCK)));
        let sinks = SINKS
            .iter()
            .filter_map(|path| rule(Path::new(path), AccessFs::WriteFile | AccessFs::ReadFile));
        let writable = self.writable.iter().filter_map(|path| rule(path, all));
        let rules: Vec<PathBeneath<PathFd>> = readable.chain(sinks).chain(writable).collect();
        let mut ruleset = Ruleset::default()
            .handle_access(all)?
            .scope(Scope::from_all(LANDLOCK))?
            .create()?;
        for rule in rules {
            ruleset = ruleset.add_rule(rule)?;
        }
        Ok(ruleset)
    }

    /// Bounds what one file may grow to, how many are open, and the memory, and has no memory image written when the process crashes.
    fn limit(&self) -> io::Result<()> {
        let bounds = [
            (Resource::Fsize, Some(FILE_BYTES)),
            (Resource::Core, Some(0)),
            (Resource::Nofile, Some(OPEN_FILES)),
            // What is mapped for writing and shared with nobody, wherever it comes from; what is only reserved does not count.
            (Resource::Data, self.memory),
        ];
        for (resource, most) in bounds {
            let Some(most) = most else { continue };
            let most = getrlimit(resource).maximum.map_or(most, |maximum| maximum.min(most));
            setrlimit(
                resource,
                Rlimit {
                    current: Some(most),
                    maximum: Some(most),
                },
            )?;
        }
        Ok(())
    }
}

impl Restrictions {
    /// Restricts the calling thread and all that it starts from now on, for good. Takes no lock and no memory unless it fails, so that a
    /// signal handler may call it.
    pub fn apply(&self) -> io::Result<Confinement> {
        let files = self.files.try_clone()?.restrict_self().map_err(io::Error::other)?;
        drop_capabilities()?;
        for filter in &self.calls {
            seccompiler::apply_filter(filter).map_err(io::Error::other)?;
        }
        Ok(match files.ruleset {
            RulesetStatus::NotEnforced => Confinement::WithoutFiles,
            _ => Confinement::Full,
        })
    }
}

/// Takes from the calling thread what root may do beyond others.
fn drop_capabilities() -> io::Result<()> {
    let kept = capabilities(None)?.permitted & CAPABILITIES;
    set_capabilities(
        None,
        CapabilitySets {
            effective: kept,
            permitted: kept,
            inheritable: CapabilitySet::empty(),
        },
    )?;
    Ok(())
}

/// Has the calling process killed when the thread that started it ends, however that ends. Nothing to do where it has ended already: the
/// process then belongs to another parent, which is an error.
pub fn die_with_parent() -> io::Result<()> {
    let parent = rustix::process::getppid();
    rustix::process::set_parent_process_death_signal(Some(rustix::process::Signal::KILL))?;
    if rustix::process::getppid() == parent {
        Ok(())
    } else {
        Err(io::Error::other("the supervisor has ended"))
    }
}

/// The right for what the path names, as far as such a thing can have it; none when there is nothing.
fn rule(path: &Path, access: landlock::BitFlags<AccessFs>) -> Option<PathBeneath<PathFd>> {
    let is_directory = path.is_dir();
    let opened = PathFd::new(path).ok()?;
    let access = if is_directory {
        access
    } else {
        access & AccessFs::from_file(LANDLOCK)
    };
    Some(PathBeneath::new(opened, access))
}

#[cfg(test)]
mod tests {
    use std::net::{TcpListener, UdpSocket};
    use std::process::Command;
    use std::thread;

    use super::*;

    fn enter(sandbox: &Sandbox) -> io::Result<Confinement> {
        sandbox.prepare()?.apply()
    }

    /// Runs `body` in a thread that has entered the sandbox; the other threads of the test stay free.
    fn confined<T: Send + 'static>(sandbox: Sandbox, body: impl FnOnce(Confinement) -> T + Send + 'static) -> T {
        thread::spawn(move || body(enter(&sandbox).expect("the sandbox can be entered")))
            .join()
            .expect("nothing panics inside")
    }

    #[test]
    fn files_are_written_below_its_own_directory_only() {
        let (own, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let canary = other.path().join("canary");
        fs::write(&canary, "alive").unwrap();
        let sandbox = Sandbox {
            readable: vec![],
            writable: vec![own.path().to_owned()],
            memory: None,
        };
        let (file, victim) = (own.path().join("file"), canary.clone());
        let (written, read, removed, level) = confined(sandbox, move |level| {
            let read = fs::read(&victim).is_ok();
            (
                fs::write(file, "x").is_ok(),
                read,
                fs::remove_file(&victim).is_ok(),
                level,
            )
        });
        assert!(written);
        if level == Confinement::Full {
            assert!(!read && !removed);
            assert_eq!(fs::read_to_string(&canary).unwrap(), "alive");
        } else {
            eprintln!("this kernel has no Landlock: nothing about files was tested");
        }
    }

    #[test]
    fn what_may_be_read_cannot_be_written() {
        let directory = tempfile::tempdir().unwrap();
        let jar = directory.path().join("library.jar");
        fs::write(&jar, "bytes").unwrap();
        let sandbox = Sandbox {
            readable: vec![jar.clone(), directory.path().join("missing.jar")],
            writable: vec![],
            memory: None,
        };
        let (read, written, level) = confined(sandbox, move |level| {
            (fs::read(&jar).is_ok(), fs::write(&jar, "").is_ok(), level)
        });
        assert!(read);
        assert!(!written || level == Confinement::WithoutFiles);
    }

    #[test]
    fn there_is_no_network_no_other_program_and_no_signal_to_others() {
        let refused = confined(Sandbox::default(), |_| {
            let tcp = TcpListener::bind("127.0.0.1:0").err();
            let udp = UdpSocket::bind("127.0.0.1:0").err();
            let program = Command::new("/bin/true").status().err();
            let signal = rustix::process::kill_process(
                rustix::process::Pid::from_raw(1).expect("a process"),
                rustix::process::Signal::WINCH,
            );
            let kinds: Vec<_> = [tcp, udp, program].into_iter().map(|e| e.map(|e| e.kind())).collect();
            (kinds, signal.is_err())
        });
        let denied = Some(io::ErrorKind::PermissionDenied);
        assert_eq!(refused, (vec![denied, denied, denied], true));
    }

    #[test]
    fn rights_survive_their_file() {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("rights");
        let sandbox = Sandbox {
            readable: vec!["/a b/c.jar".into(), "/d".into()],
            writable: vec!["/e".into()],
            memory: Some(1 << 30),
        };
        sandbox.save(&file).unwrap();
        assert_eq!(Sandbox::load(&file).unwrap(), sandbox);
        fs::write(&file, "x /y\n").unwrap();
        assert!(Sandbox::load(&file).is_err());
    }
}
