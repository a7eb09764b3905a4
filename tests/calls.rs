//! The system calls of a confined process, by which native code reaches out: each is tried, and refused by the filter and not by chance.

use std::fs::{self, File};
use std::io;
use std::os::fd::AsRawFd as _;
use std::os::unix::net::UnixDatagram;
use std::process;
use std::ptr;
use std::thread;

use libc::{c_int, c_long};
use palus_supervise::Sandbox;

/// A call with up to six arguments.
type Call = (&'static str, c_long, [c_long; 6]);

/// What a call gives: its value, or the number of its error.
fn make(number: c_long, [one, two, three, four, five, six]: [c_long; 6]) -> Result<c_long, i32> {
    // SAFETY: pointers among the arguments are null, or of memory that outlives the call.
    let value = unsafe { libc::syscall(number, one, two, three, four, five, six) };
    if value == 0 && number == libc::SYS_clone {
        // SAFETY: a child that must not be there has nothing to tidy up.
        unsafe { libc::_exit(0) };
    }
    if value < 0 {
        Err(io::Error::last_os_error().raw_os_error().unwrap_or_default())
    } else {
        Ok(value)
    }
}

/// Runs `body` in a thread that is confined; what this process shares with it is bounded for all of its threads.
fn confined<T: Send + 'static>(body: impl FnOnce() -> T + Send + 'static) -> T {
    let restrictions = Sandbox::default().prepare().expect("the sandbox is ready");
    let body = move || {
        restrictions.apply().expect("the sandbox can be entered");
        body()
    };
    thread::spawn(body).join().expect("nothing panics inside")
}

fn arguments<const N: usize>(given: [c_long; N]) -> [c_long; 6] {
    let mut all = [0; 6];
    all[..N].copy_from_slice(&given);
    all
}

/// What reaches other processes, with arguments that the kernel would take.
fn reaching(parent: c_long) -> Vec<Call> {
    let new_limits: &'static libc::rlimit = Box::leak(Box::new(libc::rlimit {
        rlim_cur: 3,
        rlim_max: 3,
    }));
    let mask: &'static u64 = Box::leak(Box::new(1));
    let limits = ptr::from_ref(new_limits) as c_long;
    let mask = ptr::from_ref(mask) as c_long;
    let own = c_long::from(process::id());
    vec![
        (
            "prlimit64",
            libc::SYS_prlimit64,
            arguments([parent, c_long::from(libc::RLIMIT_NOFILE), limits]),
        ),
        (
            "prlimit64 of its memory",
            libc::SYS_prlimit64,
            arguments([0, c_long::from(libc::RLIMIT_DATA), limits]),
        ),
        ("kill", libc::SYS_kill, arguments([parent])),
        ("kill of its group", libc::SYS_kill, arguments([0])),
        ("kill of all", libc::SYS_kill, arguments([-1])),
        ("tkill", libc::SYS_tkill, arguments([parent])),
        ("tgkill", libc::SYS_tgkill, arguments([parent, parent])),
        ("rt_sigqueueinfo", libc::SYS_rt_sigqueueinfo, arguments([own])),
        ("rt_tgsigqueueinfo", libc::SYS_rt_tgsigqueueinfo, arguments([own])),
        ("pidfd_open", libc::SYS_pidfd_open, arguments([parent])),
        ("pidfd_getfd", libc::SYS_pidfd_getfd, arguments([-1])),
        ("pidfd_send_signal", libc::SYS_pidfd_send_signal, arguments([-1])),
        ("ptrace", libc::SYS_ptrace, arguments([16, parent])),
        ("process_vm_readv", libc::SYS_process_vm_readv, arguments([parent])),
        ("process_vm_writev", libc::SYS_process_vm_writev, arguments([parent])),
        ("process_madvise", libc::SYS_process_madvise, arguments([-1])),
        (
            "sched_setaffinity",
            libc::SYS_sched_setaffinity,
            arguments([parent, 8, mask]),
        ),
        ("sched_setscheduler", libc::SYS_sched_setscheduler, arguments([parent])),
        ("setpriority", libc::SYS_setpriority, arguments([0, parent])),
        ("ioprio_set", libc::SYS_ioprio_set, arguments([1, parent])),
        ("get_mempolicy of others", libc::SYS_migrate_pages, arguments([parent])),
        (
            "fcntl F_SETOWN",
            libc::SYS_fcntl,
            arguments([0, c_long::from(libc::F_SETOWN), parent]),
        ),
        ("fcntl F_SETSIG", libc::SYS_fcntl, arguments([0, 10, 9])),
        ("execve", libc::SYS_execve, arguments([])),
        (
            "clone of a process",
            libc::SYS_clone,
            arguments([c_long::from(libc::SIGCHLD)]),
        ),
        (
            "clone into a namespace",
            libc::SYS_clone,
            arguments([c_long::from(libc::CLONE_NEWUSER | libc::SIGCHLD)]),
        ),
        ("wait4", libc::SYS_wait4, arguments([-1])),
        ("setsid", libc::SYS_setsid, arguments([])),
        (
            "prctl PR_SET_PDEATHSIG",
            libc::SYS_prctl,
            arguments([c_long::from(libc::PR_SET_PDEATHSIG)]),
        ),
        (
            "prctl PR_SET_DUMPABLE",
            libc::SYS_prctl,
            arguments([c_long::from(libc::PR_SET_DUMPABLE), 1]),
        ),
    ]
}

/// What leaves something behind, or speaks to others by what is not a file.
fn lasting() -> Vec<Call> {
    let create = c_long::from(libc::IPC_CREAT | 0o600);
    let shared = c_long::from(libc::MAP_SHARED | libc::MAP_ANONYMOUS);
    let socket = |family: c_int| arguments([c_long::from(family), c_long::from(libc::SOCK_DGRAM)]);
    vec![
        ("shmget", libc::SYS_shmget, arguments([0, 4096, create])),
        ("shmat", libc::SYS_shmat, arguments([-1])),
        ("msgget", libc::SYS_msgget, arguments([0, create])),
        ("semget", libc::SYS_semget, arguments([0, 1, create])),
        ("mq_open", libc::SYS_mq_open, arguments([])),
        ("memfd_create", libc::SYS_memfd_create, arguments([])),
        (
            "mmap of shared memory",
            libc::SYS_mmap,
            arguments([0, 4096, 3, shared, -1, 0]),
        ),
        ("socket AF_UNIX", libc::SYS_socket, socket(libc::AF_UNIX)),
        ("socket AF_VSOCK", libc::SYS_socket, socket(libc::AF_VSOCK)),
        ("socket AF_NETLINK", libc::SYS_socket, socket(libc::AF_NETLINK)),
        ("socket AF_ALG", libc::SYS_socket, socket(libc::AF_ALG)),
        ("socket AF_INET", libc::SYS_socket, socket(libc::AF_INET)),
        ("socketpair of datagrams", libc::SYS_socketpair, socket(libc::AF_UNIX)),
        ("connect", libc::SYS_connect, arguments([-1])),
        ("bind", libc::SYS_bind, arguments([-1])),
        ("listen", libc::SYS_listen, arguments([-1])),
        ("accept4", libc::SYS_accept4, arguments([-1])),
        ("sendmsg", libc::SYS_sendmsg, arguments([-1])),
        ("sendmmsg", libc::SYS_sendmmsg, arguments([-1])),
        ("setsockopt", libc::SYS_setsockopt, arguments([-1])),
        ("sendto an address", libc::SYS_sendto, arguments([-1, 0, 0, 0, 1, 1])),
        ("fchmod", libc::SYS_fchmod, arguments([-1])),
        ("fchown", libc::SYS_fchown, arguments([-1])),
        ("utimensat", libc::SYS_utimensat, arguments([-1])),
        ("fsetxattr", libc::SYS_fsetxattr, arguments([-1])),
        ("mknodat", libc::SYS_mknodat, arguments([-1])),
        (
            "ioctl TIOCSTI",
            libc::SYS_ioctl,
            arguments([0, libc::TIOCSTI as c_long]),
        ),
        ("timer_create", libc::SYS_timer_create, arguments([])),
        ("mlockall", libc::SYS_mlockall, arguments([])),
        ("sync", libc::SYS_sync, arguments([])),
    ]
}

/// What changes the machine, or opens doors of the kernel that no Java goes through.
const MACHINE: [(&str, c_long); 36] = [
    ("mount", libc::SYS_mount),
    ("umount2", libc::SYS_umount2),
    ("move_mount", libc::SYS_move_mount),
    ("open_tree", libc::SYS_open_tree),
    ("fsopen", libc::SYS_fsopen),
    ("pivot_root", libc::SYS_pivot_root),
    ("chroot", libc::SYS_chroot),
    ("unshare", libc::SYS_unshare),
    ("setns", libc::SYS_setns),
    ("swapon", libc::SYS_swapon),
    ("reboot", libc::SYS_reboot),
    ("kexec_load", libc::SYS_kexec_load),
    ("init_module", libc::SYS_init_module),
    ("finit_module", libc::SYS_finit_module),
    ("sethostname", libc::SYS_sethostname),
    ("settimeofday", libc::SYS_settimeofday),
    ("clock_settime", libc::SYS_clock_settime),
    ("adjtimex", libc::SYS_adjtimex),
    ("acct", libc::SYS_acct),
    ("quotactl", libc::SYS_quotactl),
    ("syslog", libc::SYS_syslog),
    ("bpf", libc::SYS_bpf),
    ("perf_event_open", libc::SYS_perf_event_open),
    ("keyctl", libc::SYS_keyctl),
    ("add_key", libc::SYS_add_key),
    ("request_key", libc::SYS_request_key),
    ("io_uring_setup", libc::SYS_io_uring_setup),
    ("io_setup", libc::SYS_io_setup),
    ("userfaultfd", libc::SYS_userfaultfd),
    ("fanotify_init", libc::SYS_fanotify_init),
    ("open_by_handle_at", libc::SYS_open_by_handle_at),
    ("name_to_handle_at", libc::SYS_name_to_handle_at),
    ("vmsplice", libc::SYS_vmsplice),
    ("personality", libc::SYS_personality),
    ("capset", libc::SYS_capset),
    ("setuid", libc::SYS_setuid),
];

#[test]
fn what_no_java_virtual_machine_needs_is_refused() {
    let parent = c_long::from(process::id()) - 1;
    let mut calls = reaching(parent);
    calls.extend(lasting());
    calls.extend(MACHINE.map(|(name, number)| (name, number, arguments([-1]))));
    let wrong = confined(move || {
        let answers = calls
            .into_iter()
            .map(|(name, number, arguments)| (name, make(number, arguments)));
        let wrong = answers.filter(|(_, answer)| *answer != Err(libc::EACCES));
        wrong
            .map(|(name, answer)| format!("{name}: {answer:?}"))
            .collect::<Vec<_>>()
    });
    assert_eq!(wrong, Vec::<String>::new(), "not refused by the filter");
}

#[test]
fn calls_of_the_other_table_of_this_processor_are_refused() {
    // x32: the same processor and the same list, with a bit set.
    let answer = confined(|| make(0x4000_0000 | libc::SYS_getpid, [0; 6]));
    if cfg!(target_arch = "x86_64") {
        assert_eq!(answer, Err(libc::EACCES));
    }
}

#[test]
fn a_c_library_hears_of_newer_calls_that_they_are_not_there() {
    let flags: Box<[u64; 11]> = Box::new([0; 11]);
    let answer = confined(move || make(libc::SYS_clone3, arguments([flags.as_ptr() as c_long, 88])));
    assert_eq!(answer, Err(libc::ENOSYS));
}

#[test]
fn flags_of_a_file_stay_and_no_datagram_arrives() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    let path = folder.path().join("socket");
    let listener = UnixDatagram::bind(&path).unwrap();
    listener.set_nonblocking(true).unwrap();
    let (speaker, _other) = UnixDatagram::pair().unwrap();
    let opened = File::open(&file).unwrap();
    let (set_flags, sent) = confined(move || {
        let immutable: c_int = 0x10;
        let flags = ptr::from_ref(&immutable) as c_long;
        // FS_IOC_SETFLAGS of linux/fs.h
        let request = arguments([c_long::from(opened.as_raw_fd()), 0x4008_6602, flags]);
        (
            make(libc::SYS_ioctl, request),
            speaker.send_to(b"secret", &path).is_ok(),
        )
    });
    assert_eq!((set_flags, sent), (Err(libc::EACCES), false));
    assert!(listener.recv(&mut [0; 8]).is_err());
}

#[test]
fn what_a_java_virtual_machine_needs_goes_on() {
    let done = confined(|| {
        let started = thread::Builder::new().spawn(|| 7).map(|thread| thread.join().unwrap());
        let own = c_long::from(process::id());
        let private = c_long::from(libc::MAP_PRIVATE | libc::MAP_ANONYMOUS);
        let mut pair: [c_int; 2] = [0; 2];
        let stream = [libc::AF_UNIX, libc::SOCK_STREAM].map(c_long::from);
        let pair = arguments([stream[0], stream[1], 0, pair.as_mut_ptr() as c_long]);
        let made = [
            make(libc::SYS_kill, arguments([own])),
            make(libc::SYS_mmap, arguments([0, 4096, 3, private, -1, 0])),
            make(libc::SYS_socketpair, pair),
            make(libc::SYS_eventfd2, arguments([])),
            make(libc::SYS_epoll_create1, arguments([])),
            make(libc::SYS_prlimit64, arguments([0, c_long::from(libc::RLIMIT_NOFILE)])),
            make(libc::SYS_sched_yield, arguments([])),
        ];
        (started.ok(), made.iter().position(Result::is_err))
    });
    assert_eq!(done, (Some(7), None));
}
