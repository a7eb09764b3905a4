//! The system calls of a process that runs code under test: those that a Java virtual machine and its class library make, and of these
//! only with the arguments that they make them with. Everything else is refused, what the kernel learns in years to come included.
//!
//! Found by tracing `HotSpot` 17 and 25 while they search, compile and run tests, and by reading what their class libraries call.

use std::collections::BTreeMap;

use libc::c_int;
use seccompiler::{
    BackendError, BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
    SeccompRule, TargetArch,
};
use syscalls::{aarch64, x86_64};

/// Calls that are let through whatever their arguments, on every architecture.
const ALLOWED: [&[&str]; 6] = [MEMORY, THREADS, SIGNALS, FILES, WAITING, MACHINE];

/// What is mapped shared and anonymous is no limit's business, so `mmap` has a condition.
const MEMORY: &[&str] = &[
    "brk",
    "get_mempolicy",
    "madvise",
    "mincore",
    "mprotect",
    "mremap",
    "msync",
    "munmap",
];

const THREADS: &[&str] = &[
    "exit",
    "exit_group",
    "futex",
    "getpid",
    "getppid",
    "getpriority",
    "gettid",
    "membarrier",
    "rseq",
    "sched_get_priority_max",
    "sched_get_priority_min",
    "sched_getaffinity",
    "sched_getparam",
    "sched_getscheduler",
    "sched_yield",
    "set_robust_list",
    "set_tid_address",
];

const SIGNALS: &[&str] = &[
    "restart_syscall",
    "rt_sigaction",
    "rt_sigpending",
    "rt_sigprocmask",
    "rt_sigreturn",
    "rt_sigsuspend",
    "rt_sigtimedwait",
    "sigaltstack",
];

/// What they may be done to, Landlock says. There is nothing here that changes an owner, a mode, a time or an attribute: Landlock has no
/// rights for these.
const FILES: &[&str] = &[
    "chdir",
    "close",
    "copy_file_range",
    "dup",
    "dup3",
    "faccessat",
    "faccessat2",
    "fadvise64",
    "fallocate",
    "fchdir",
    "fdatasync",
    "fgetxattr",
    "flistxattr",
    "flock",
    "fstat",
    "fstatfs",
    "fsync",
    "ftruncate",
    "getcwd",
    "getdents64",
    "getxattr",
    "lgetxattr",
    "linkat",
    "listxattr",
    "llistxattr",
    "lseek",
    "mkdirat",
    "openat",
    "pread64",
    "preadv",
    "preadv2",
    "pwrite64",
    "pwritev",
    "pwritev2",
    "read",
    "readlinkat",
    "readv",
    "renameat",
    "renameat2",
    "sendfile",
    "statfs",
    "statx",
    "symlinkat",
    "truncate",
    "umask",
    "unlinkat",
    "write",
    "writev",
];

/// Selectors and watchers. A pair of sockets, which has a condition, is what a channel is closed with.
const WAITING: &[&str] = &[
    "clock_nanosleep",
    "epoll_create1",
    "epoll_ctl",
    "epoll_pwait",
    "eventfd2",
    "getpeername",
    "getsockname",
    "getsockopt",
    "inotify_add_watch",
    "inotify_init1",
    "inotify_rm_watch",
    "nanosleep",
    "pipe2",
    "ppoll",
    "pselect6",
    "recvfrom",
    "shutdown",
];

const MACHINE: &[&str] = &[
    "clock_getres",
    "clock_gettime",
    "getcpu",
    "getegid",
    "geteuid",
    "getgid",
    "getgroups",
    "getrandom",
    "getrlimit",
    "getrusage",
    "gettimeofday",
    "getuid",
    "sysinfo",
    "times",
    "uname",
];

/// The same for calls that x86-64 has beside those that took their place.
const ALLOWED_ON_X86_64: &[&str] = &[
    "access",
    "creat",
    "dup2",
    "epoll_create",
    "epoll_wait",
    "eventfd",
    "getdents",
    "inotify_init",
    "link",
    "lstat",
    "mkdir",
    "newfstatat",
    "open",
    "pause",
    "pipe",
    "poll",
    "readlink",
    "rename",
    "rmdir",
    "select",
    "stat",
    "symlink",
    "time",
    "unlink",
];

/// The same for what only this one calls so: it is `newfstatat` on x86-64.
const ALLOWED_ON_AARCH64: &[&str] = &["fstatat"];

/// Calls that are answered as by a kernel that does not know them: a C library that hears so takes an older one, and one that is told
/// that it may not gives up. `clone3` has its flags in memory, where no filter sees them.
const UNKNOWN: &[&str] = &[
    "clone3",
    "close_range",
    "epoll_pwait2",
    "futex_waitv",
    "map_shadow_stack",
];

/// What may be asked of descriptors by `fcntl`. Whom they signal is not among it: such a signal ends processes of the same user.
const DESCRIPTOR_COMMANDS: [c_int; 11] = [
    libc::F_DUPFD,
    libc::F_DUPFD_CLOEXEC,
    libc::F_GETFD,
    libc::F_SETFD,
    libc::F_GETFL,
    libc::F_SETFL,
    libc::F_GETLK,
    libc::F_SETLK,
    libc::F_SETLKW,
    libc::F_OFD_SETLK,
    libc::F_OFD_SETLKW,
];

/// What may be asked of devices by `ioctl`: how much there is to read, and whether, and how large, a terminal is.
const DEVICE_REQUESTS: [u32; 3] = [libc::FIONREAD as u32, libc::TCGETS as u32, libc::TIOCGWINSZ as u32];

/// What a process may ask to be changed of itself by `prctl`: the names of its threads, and of its memory (`PR_SET_VMA`).
const OWN_OPTIONS: [u32; 3] = [libc::PR_SET_NAME as u32, libc::PR_GET_NAME as u32, 0x5356_4d41];

/// How the bits of `clone`'s flags are for a thread: of this process, in all its namespaces.
const THREAD: u64 = libc::CLONE_THREAD as u64;
const NAMESPACES: u64 = (libc::CLONE_NEWNS
    | libc::CLONE_NEWCGROUP
    | libc::CLONE_NEWUTS
    | libc::CLONE_NEWIPC
    | libc::CLONE_NEWUSER
    | libc::CLONE_NEWPID
    | libc::CLONE_NEWNET) as u64;

/// The bits of a socket's type that are the type.
const SOCKET_TYPE: u64 = 0xf;

/// The filters of a process of this number, each for all of its threads, in the order in which they are to be put in place.
pub(crate) fn filters(process: u32) -> Result<[BpfProgram; 2], BackendError> {
    filters_on(std::env::consts::ARCH.try_into()?, process)
}

fn filters_on(architecture: TargetArch, process: u32) -> Result<[BpfProgram; 2], BackendError> {
    let unknown = numbers(architecture, UNKNOWN);
    let mut allowed: BTreeMap<i64, Vec<SeccompRule>> = BTreeMap::new();
    // Of two filters the stricter answer counts.
    for &call in unknown.iter().chain(&allowed_numbers(architecture)) {
        allowed.insert(call, Vec::new());
    }
    for (name, rules) in conditional(process)? {
        for call in numbers(architecture, &[name]) {
            allowed.insert(call, rules.clone());
        }
    }
    let unknown = unknown.into_iter().map(|call| (call, Vec::new())).collect();
    let deny = SeccompAction::Errno(libc::EACCES as u32);
    let not_there = SeccompAction::Errno(libc::ENOSYS as u32);
    Ok([
        SeccompFilter::new(unknown, SeccompAction::Allow, not_there, architecture)?.try_into()?,
        SeccompFilter::new(allowed, deny, SeccompAction::Allow, architecture)?.try_into()?,
    ])
}

/// The calls that have no condition.
fn allowed_numbers(architecture: TargetArch) -> Vec<i64> {
    let own = match architecture {
        TargetArch::aarch64 => ALLOWED_ON_AARCH64,
        _ => ALLOWED_ON_X86_64,
    };
    numbers(architecture, &[ALLOWED.concat().as_slice(), own].concat())
}

/// The numbers of calls by name, of those that there are.
fn numbers(architecture: TargetArch, names: &[&str]) -> Vec<i64> {
    let number = |name: &&str| match architecture {
        TargetArch::aarch64 => name.parse::<aarch64::Sysno>().ok().map(|call| call.id()),
        TargetArch::x86_64 => name.parse::<x86_64::Sysno>().ok().map(|call| call.id()),
        TargetArch::riscv64 => None,
    };
    names.iter().filter_map(number).map(i64::from).collect()
}

/// The calls that are let through with some arguments: with those that one of the rules says.
fn conditional(process: u32) -> Result<Vec<(&'static str, Vec<SeccompRule>)>, BackendError> {
    let own_process = || is(0, process);
    Ok(vec![
        ("clone", any([all([bits(0, THREAD | NAMESPACES, THREAD)])])?),
        ("fcntl", one_of(1, DESCRIPTOR_COMMANDS.map(c_int::cast_unsigned))?),
        ("ioctl", one_of(1, DEVICE_REQUESTS)?),
        ("prctl", one_of(0, OWN_OPTIONS)?),
        ("kill", any([all([own_process()])])?),
        ("tgkill", any([all([own_process()])])?),
        (
            "mmap",
            any([
                all([bits(3, libc::MAP_SHARED as u64, 0)]),
                all([bits(3, libc::MAP_ANONYMOUS as u64, 0)]),
            ])?,
        ),
        (
            "prlimit64",
            any([all([is(0, 0), is_null(2)]), all([is(0, 0), is(1, libc::RLIMIT_NOFILE)])])?,
        ),
        ("sendto", any([all([is_null(4)])])?),
        (
            "socketpair",
            any([all([
                is(0, libc::AF_UNIX.cast_unsigned()),
                bits(1, SOCKET_TYPE, libc::SOCK_STREAM as u64),
            ])])?,
        ),
    ])
}

type Condition = Result<SeccompCondition, BackendError>;

/// The argument, of 32 bits, has that value.
fn is(argument: u8, value: u32) -> Condition {
    SeccompCondition::new(argument, SeccompCmpArgLen::Dword, SeccompCmpOp::Eq, value.into())
}

/// Of the argument's low 32 bits those of the mask have that value.
fn bits(argument: u8, mask: u64, value: u64) -> Condition {
    SeccompCondition::new(argument, SeccompCmpArgLen::Dword, SeccompCmpOp::MaskedEq(mask), value)
}

fn is_null(argument: u8) -> Condition {
    SeccompCondition::new(argument, SeccompCmpArgLen::Qword, SeccompCmpOp::Eq, 0)
}

/// A rule for calls that meet all of these.
fn all<const N: usize>(conditions: [Condition; N]) -> Result<SeccompRule, BackendError> {
    SeccompRule::new(conditions.into_iter().collect::<Result<_, _>>()?)
}

/// Rules for calls that meet one of these.
fn any<const N: usize>(rules: [Result<SeccompRule, BackendError>; N]) -> Result<Vec<SeccompRule>, BackendError> {
    rules.into_iter().collect()
}

/// Rules for calls whose argument has one of these values.
fn one_of<const N: usize>(argument: u8, values: [u32; N]) -> Result<Vec<SeccompRule>, BackendError> {
    any(values.map(|value| all([is(argument, value)])))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Names of all calls in the tables of an architecture.
    fn named(own: &[&'static str]) -> Vec<&'static str> {
        let conditional = conditional(1).unwrap().into_iter().map(|(name, _)| name);
        let all = ALLOWED.concat().into_iter().chain(UNKNOWN.iter().copied());
        all.chain(conditional).chain(own.iter().copied()).collect()
    }

    #[test]
    fn every_call_has_a_number_on_its_architecture_and_stands_in_one_list() {
        for (architecture, own) in [
            (TargetArch::x86_64, ALLOWED_ON_X86_64),
            (TargetArch::aarch64, ALLOWED_ON_AARCH64),
        ] {
            let names = named(own);
            let unknown: Vec<_> = names
                .iter()
                .filter(|name| numbers(architecture, &[name]).is_empty())
                .collect();
            assert!(unknown.is_empty(), "{architecture:?} has no {unknown:?}");
            let mut once = numbers(architecture, &names);
            once.sort_unstable();
            once.dedup();
            assert_eq!(once.len(), names.len(), "{architecture:?} has one twice");
        }
    }

    #[test]
    fn older_calls_are_those_that_the_other_architecture_lacks() {
        let both: Vec<_> = ALLOWED_ON_X86_64
            .iter()
            .filter(|name| !numbers(TargetArch::aarch64, &[name]).is_empty())
            .collect();
        assert!(both.is_empty(), "{both:?} belong to the common lists");
    }

    #[test]
    fn filters_are_made_for_both_architectures() {
        for architecture in [TargetArch::x86_64, TargetArch::aarch64] {
            let [unknown, allowed] = filters_on(architecture, 4711).unwrap();
            assert!(allowed.len() > 2 * ALLOWED.concat().len(), "{}", allowed.len());
            assert!(unknown.len() > 2 * UNKNOWN.len(), "{}", unknown.len());
        }
    }
}
