//! Has the threads that are there already do something, each for itself: of its rights a thread can only give up its own.
//!
//! The launcher's first thread waits for the one that creates the virtual machine, and the kernel prefers it for signals to the process, so
//! code under test can have it run a handler.

use std::fs;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use signal_hook::low_level::{register, unregister};

/// Nobody takes notice of it: not the virtual machine, and by default no process.
const SIGNAL: libc::c_int = libc::SIGURG;

/// How long a thread may take to answer. Each is waiting for something, where signals reach it.
const PATIENCE: Duration = Duration::from_secs(10);

/// The threads of this process but the calling one, by their numbers in the kernel.
pub(crate) fn others() -> io::Result<Vec<i32>> {
    let own = rustix::thread::gettid().as_raw_nonzero().get();
    let mut found = Vec::new();
    for entry in fs::read_dir("/proc/self/task")? {
        let number = entry?.file_name().to_str().and_then(|name| name.parse().ok());
        found.extend(number.filter(|&number: &i32| number != own));
    }
    Ok(found)
}

/// Has each of these threads run `action`, whatever it does just now: `action` must take no lock and no memory. It says whether it went well;
/// an error when it did not for one of them, or when one does not answer.
pub(crate) fn ask(threads: &[i32], action: impl Fn() -> bool + Send + Sync + 'static) -> io::Result<()> {
    let (done, failed) = (Arc::new(AtomicU32::new(0)), Arc::new(AtomicU32::new(0)));
    let (answers, faults) = (Arc::clone(&done), Arc::clone(&failed));
    let handler = move || {
        if !action() {
            faults.fetch_add(1, Ordering::SeqCst);
        }
        answers.fetch_add(1, Ordering::SeqCst);
    };
    #[expect(unsafe_code, reason = "the handler of a signal may do little")]
    // SAFETY: it counts in atomics, and the action promises the same.
    let registered = unsafe { register(SIGNAL, handler) }?;
    let asked = threads.iter().try_for_each(|&thread| ask_one(thread, &done));
    unregister(registered);
    asked?;
    match failed.load(Ordering::SeqCst) {
        0 => Ok(()),
        _ => Err(io::Error::other("a thread that was there before cannot be restricted")),
    }
}

/// Sends the signal, and waits until one more has answered or the thread has ended.
fn ask_one(thread: i32, answers: &AtomicU32) -> io::Result<()> {
    let before = answers.load(Ordering::SeqCst);
    #[expect(unsafe_code, reason = "a system call that the C library may lack")]
    // SAFETY: three numbers.
    let sent = unsafe { libc::syscall(libc::SYS_tgkill, std::process::id(), thread, SIGNAL) };
    if sent != 0 {
        let error = io::Error::last_os_error();
        return if error.raw_os_error() == Some(libc::ESRCH) {
            Ok(())
        } else {
            Err(error)
        };
    }
    let alive = PathBuf::from(format!("/proc/self/task/{thread}"));
    let deadline = Instant::now() + PATIENCE;
    while answers.load(Ordering::SeqCst) == before {
        if !alive.exists() {
            return Ok(());
        }
        if Instant::now() > deadline {
            return Err(io::Error::other("a thread that was there before does not answer"));
        }
        thread::sleep(Duration::from_micros(200));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::env;
    use std::ffi::CString;
    use std::os::unix::ffi::OsStrExt as _;
    use std::process::Command;

    use palus_supervise::Sandbox;

    use super::*;

    const SECRET: &str = "PALUS_TEST_SECRET";

    /// Whether the file can be opened by each of the threads.
    fn can_open(threads: &[i32], file: &CString) -> bool {
        let file = file.clone();
        let open = move || {
            // SAFETY: the name ends in a zero byte.
            let descriptor = unsafe { libc::open(file.as_ptr(), libc::O_RDONLY) };
            // SAFETY: one that was just opened, or none.
            descriptor >= 0 && unsafe { libc::close(descriptor) } == 0
        };
        ask(threads, open).is_ok()
    }

    /// Runs in a process of its own, which it restricts: the test's own thread, and the one that waits for it.
    fn restrict_all(secret: &CString) {
        let threads = others().unwrap();
        assert!(!threads.is_empty());
        assert!(can_open(&threads, secret));
        let restrictions = Arc::new(Sandbox::default().prepare().unwrap());
        let shared = Arc::clone(&restrictions);
        ask(&threads, move || shared.apply().is_ok()).unwrap();
        assert!(!can_open(&threads, secret), "in another thread");
        restrictions.apply().unwrap();
        assert!(fs::File::open(secret.to_str().unwrap()).is_err(), "in its own");
    }

    #[test]
    fn threads_that_were_there_before_are_restricted_too() {
        if let Some(secret) = env::var_os(SECRET) {
            restrict_all(&CString::new(secret.as_bytes()).unwrap());
            return;
        }
        if Sandbox::supported() == palus_supervise::Confinement::WithoutFiles {
            eprintln!("this kernel has no Landlock: nothing shows which threads are restricted");
            return;
        }
        let secret = tempfile::NamedTempFile::new().unwrap();
        let name = "threads::tests::threads_that_were_there_before_are_restricted_too";
        let child = Command::new(env::current_exe().unwrap())
            .args(["--exact", name])
            .env(SECRET, secret.path())
            .output()
            .unwrap();
        assert!(child.status.success(), "{}", String::from_utf8_lossy(&child.stdout));
        assert!(String::from_utf8_lossy(&child.stdout).contains("1 passed"));
    }
}
