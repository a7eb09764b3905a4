//! What a process that runs code under test may do to the machine: read what it needs, write to its own directory, and
//! nothing else. Files by Landlock, everything else by a seccomp filter.
//!
//! [`Sandbox::enter`] is called by the agent when its virtual machine has hardly a thread yet; all later ones inherit the
//! restrictions. What is refused fails as for a user without the right, so Java sees an exception that it knows.

use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use landlock::{
    ABI, Access as _, AccessFs, CompatLevel, Compatible as _, PathBeneath, PathFd, Ruleset, RulesetAttr as _,
    RulesetCreatedAttr as _, RulesetStatus, Scope,
};
use rustix::process::{Resource, Rlimit, setrlimit};
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter, SeccompRule,
};

use crate::reading;

/// The newest rules that the sandbox knows; an older kernel enforces those that it has.
const LANDLOCK: ABI = ABI::V6;

/// Devices that swallow what is written.
const SINKS: [&str; 2] = ["/dev/null", "/dev/full"];

/// The largest file that the code under test may write, in bytes.
pub(crate) const FILE_BYTES: u64 = 64 << 20;

/// Newer than some C libraries know: `fchmodat2`, the same number on all architectures.
const FCHMODAT2: i64 = 452;

/// System calls that are refused whatever their arguments: starting programs, reaching other processes and machines, and
/// changing the machine itself.
const REFUSED: [i64; 50] = [
    // Landlock has no rights for what belongs to a file beside its bytes.
    libc::SYS_chmod,
    libc::SYS_fchmod,
    libc::SYS_fchmodat,
    FCHMODAT2,
    libc::SYS_chown,
    libc::SYS_lchown,
    libc::SYS_fchown,
    libc::SYS_fchownat,
    libc::SYS_utime,
    libc::SYS_utimes,
    libc::SYS_futimesat,
    libc::SYS_utimensat,
    libc::SYS_setxattr,
    libc::SYS_lsetxattr,
    libc::SYS_fsetxattr,
    libc::SYS_removexattr,
    libc::SYS_lremovexattr,
    libc::SYS_fremovexattr,
    libc::SYS_acct,
    libc::SYS_quotactl,
    libc::SYS_execve,
    libc::SYS_execveat,
    libc::SYS_connect,
    libc::SYS_bind,
    libc::SYS_listen,
    libc::SYS_ptrace,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_pidfd_send_signal,
    libc::SYS_mount,
    libc::SYS_umount2,
    libc::SYS_pivot_root,
    libc::SYS_chroot,
    libc::SYS_setns,
    libc::SYS_unshare,
    libc::SYS_reboot,
    libc::SYS_sethostname,
    libc::SYS_setdomainname,
    libc::SYS_swapon,
    libc::SYS_swapoff,
    libc::SYS_init_module,
    libc::SYS_finit_module,
    libc::SYS_delete_module,
    libc::SYS_bpf,
    libc::SYS_keyctl,
    libc::SYS_settimeofday,
    libc::SYS_clock_settime,
    libc::SYS_kexec_load,
    libc::SYS_io_uring_setup,
    libc::SYS_setpriority,
];

/// The restrictions of one process.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sandbox {
    /// Files and directories that may be read, beside those of the system. Those that do not exist do not matter.
    pub readable: Vec<PathBuf>,
    /// Directories below which everything may be done.
    pub writable: Vec<PathBuf>,
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

    /// Restricts the calling thread and all that it starts from now on, for good.
    pub fn enter(&self) -> io::Result<Confinement> {
        let files = self.restrict_files().map_err(io::Error::other)?;
        limit_files()?;
        let filter = filter(std::process::id()).map_err(io::Error::other)?;
        seccompiler::apply_filter(&filter).map_err(io::Error::other)?;
        Ok(files)
    }

    /// Writes the restrictions for [`Self::load`].
    pub fn save(&self, file: &Path) -> io::Result<()> {
        let mut text = String::new();
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
        for line in fs::read_to_string(file)?.lines() {
            match line.split_at_checked(2) {
                Some(("r ", path)) => sandbox.readable.push(path.into()),
                Some(("w ", path)) => sandbox.writable.push(path.into()),
                _ => return Err(io::Error::other(format!("{} is no list of rights", file.display()))),
            }
        }
        Ok(sandbox)
    }

    fn restrict_files(&self) -> Result<Confinement, landlock::RulesetError> {
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
        let status = ruleset.restrict_self()?;
        Ok(match status.ruleset {
            RulesetStatus::NotEnforced => Confinement::WithoutFiles,
            _ => Confinement::Full,
        })
    }
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

/// Bounds what one file may grow to, and has no memory image written when the process crashes.
fn limit_files() -> io::Result<()> {
    let most = |bytes: u64| Rlimit {
        current: Some(bytes),
        maximum: Some(bytes),
    };
    setrlimit(Resource::Fsize, most(FILE_BYTES))?;
    setrlimit(Resource::Core, most(0))?;
    Ok(())
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

/// Refuses with `EACCES` what a test has no business with. `process` may be signalled: virtual machines signal themselves.
fn filter(process: u32) -> Result<BpfProgram, seccompiler::BackendError> {
    let to_others = |argument: u8| -> Result<SeccompRule, seccompiler::BackendError> {
        SeccompRule::new(vec![SeccompCondition::new(
            argument,
            SeccompCmpArgLen::Dword,
            SeccompCmpOp::Ne,
            process.into(),
        )?])
    };
    let of_family = |family: i32| -> Result<SeccompRule, seccompiler::BackendError> {
        SeccompRule::new(vec![SeccompCondition::new(
            0,
            SeccompCmpArgLen::Dword,
            SeccompCmpOp::Eq,
            family as u64,
        )?])
    };
    let mut rules: std::collections::BTreeMap<i64, Vec<SeccompRule>> =
        REFUSED.iter().map(|&call| (call, Vec::new())).collect();
    for signalling in [libc::SYS_kill, libc::SYS_tgkill, libc::SYS_rt_sigqueueinfo] {
        rules.insert(signalling, vec![to_others(0)?]);
    }
    rules.insert(
        libc::SYS_socket,
        vec![
            of_family(libc::AF_INET)?,
            of_family(libc::AF_INET6)?,
            of_family(libc::AF_NETLINK)?,
            of_family(libc::AF_PACKET)?,
        ],
    );
    let architecture = std::env::consts::ARCH.try_into()?;
    let refuse = SeccompAction::Errno(libc::EACCES as u32);
    SeccompFilter::new(rules, SeccompAction::Allow, refuse, architecture)?.try_into()
}

#[cfg(test)]
mod tests {
    use std::net::{TcpListener, UdpSocket};
    use std::process::Command;
    use std::thread;

    use super::*;

    /// Runs `body` in a thread that has entered the sandbox; the other threads of the test stay free.
    fn confined<T: Send + 'static>(sandbox: Sandbox, body: impl FnOnce(Confinement) -> T + Send + 'static) -> T {
        thread::spawn(move || body(sandbox.enter().expect("the sandbox can be entered")))
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
        };
        sandbox.save(&file).unwrap();
        assert_eq!(Sandbox::load(&file).unwrap(), sandbox);
        fs::write(&file, "x /y\n").unwrap();
        assert!(Sandbox::load(&file).is_err());
    }
}
