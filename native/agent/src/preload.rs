//! What `libpalus.so` is to a virtual machine that has it in `LD_PRELOAD`: another clock, and ports that are taken. `palus verify` runs suites
//! so; nothing of the agent does anything there.
//!
//! A library that `-agentpath` loads comes behind the C library in every look-up, so its users call the real ones.

use std::ffi::{CStr, c_char, c_int, c_long};
use std::sync::atomic::{AtomicI64, Ordering};

/// By how many seconds the calendar is ahead; the name stands in `palus-supervise` too.
const CLOCK: &CStr = c"PALUS_CLOCK_AHEAD";

/// Whether ports that are asked for by number are taken; the name stands in `palus-supervise` too.
const PORTS: &CStr = c"PALUS_PORTS_TAKEN";

/// The number that a variable holds, 0 without it, read once: the environment does not change, and reading it takes a lock nowhere.
struct Variable {
    name: &'static CStr,
    value: AtomicI64,
}

const UNREAD: i64 = i64::MIN;

static AHEAD: Variable = Variable::named(CLOCK);
static TAKEN: Variable = Variable::named(PORTS);

impl Variable {
    const fn named(name: &'static CStr) -> Self {
        Self {
            name,
            value: AtomicI64::new(UNREAD),
        }
    }

    fn get(&self) -> i64 {
        let known = self.value.load(Ordering::Relaxed);
        if known != UNREAD {
            return known;
        }
        // SAFETY: the name ends in a zero byte.
        let text: *mut c_char = unsafe { libc::getenv(self.name.as_ptr()) };
        let value = if text.is_null() {
            0
        } else {
            // SAFETY: `getenv` gives a string that ends in a zero byte and stays where it is unless the program changes the variable.
            let text = unsafe { CStr::from_ptr(text) };
            text.to_str().ok().and_then(|text| text.parse().ok()).unwrap_or(0)
        };
        self.value.store(value, Ordering::Relaxed);
        value
    }
}

/// `clock_gettime` with a calendar that is ahead. What measures durations is left alone.
///
/// # Safety
/// As the C library's own: `time` points to room for the answer.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn clock_gettime(clock: libc::clockid_t, time: *mut libc::timespec) -> c_int {
    // SAFETY: the caller's promise is the system's demand.
    let answer = unsafe { libc::syscall(libc::SYS_clock_gettime, c_long::from(clock), time) };
    let is_calendar = clock == libc::CLOCK_REALTIME || clock == libc::CLOCK_REALTIME_COARSE;
    if answer == 0 && is_calendar {
        // SAFETY: the system has just written there.
        unsafe { (*time).tv_sec += AHEAD.get() };
    }
    answer as c_int
}

/// `bind` to which every port but "any" is taken, when that is asked for.
///
/// # Safety
/// As the C library's own: `address` points to `length` bytes.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn bind(socket: c_int, address: *const libc::sockaddr, length: libc::socklen_t) -> c_int {
    if TAKEN.get() != 0 && !address.is_null() && length as usize >= size_of::<libc::sockaddr_in>() {
        // SAFETY: both kinds of address are at least as long as this one, and have the port in the same place.
        let of = unsafe { address.cast::<libc::sockaddr_in>().read_unaligned() };
        let is_internet = [libc::AF_INET, libc::AF_INET6].contains(&c_int::from(of.sin_family));
        if is_internet && of.sin_port != 0 {
            // SAFETY: every thread has an `errno` of its own.
            unsafe { *libc::__errno_location() = libc::EADDRINUSE };
            return -1;
        }
    }
    // SAFETY: the caller's promise is the system's demand.
    let answer = unsafe { libc::syscall(libc::SYS_bind, c_long::from(socket), address, c_long::from(length)) };
    answer as c_int
}
