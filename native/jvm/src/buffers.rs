//! The event buffers that instrumented code writes into: one a thread, owned here.
//!
//! Java knows a buffer by its address. The header holds the end of what Java has published, records that are whole and
//! stay (behind it may be records on trial), and the end. What a buffer holds is handed to the host when it is full, when its thread ends, when
//! the virtual machine ends, and in between whenever [`Buffers::drain`] is called: its owner may write on meanwhile.
//!
//! The end of a virtual thread is not told. Once there are [`PLENTY`] buffers, virtual threads give theirs back whenever they have
//! no recorded call open, so there are never many more than there are threads in recorded calls.

use std::cell::Cell;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use palus_trace::record::{BUFFER_BYTES, HEADER_BYTES, LIMIT_OFFSET, POSITION_OFFSET};

use crate::host::host;
use crate::tables::Tables;

/// With so many buffers, virtual threads do not keep theirs.
const PLENTY: usize = 64;

/// The memory of one buffer, aligned for the 64-bit words of its records.
type Memory = Box<[u64]>;

struct Slot {
    memory: Memory,
    /// The number of the thread that writes it; numbers are never used twice.
    thread: u64,
    /// The address up to which records were handed over.
    handed_over: usize,
}

impl Slot {
    fn base(&self) -> usize {
        self.memory.as_ptr() as usize
    }

    /// Hands over what was published since the last time. Any thread may do this while the owner writes on.
    fn hand_over(&mut self) {
        self.hand_over_to(self.position().load(Ordering::Acquire) as usize);
    }

    fn hand_over_to(&mut self, end: usize) {
        let end = end.min(self.base() + BUFFER_BYTES);
        let Some(length) = end.checked_sub(self.handed_over).filter(|&length| length > 0) else {
            return;
        };
        // SAFETY: the range lies within the memory, and what lies below a published position is not written again
        // until the owner empties the buffer, which it cannot while the lock is held.
        let records = unsafe { std::slice::from_raw_parts(self.handed_over as *const u8, length) };
        if let Some(host) = host() {
            host.records(self.thread, records);
        }
        self.handed_over = end;
    }

    /// Hands over the rest and starts again. Only the owner may do this, or nobody's buffer would be emptied under it.
    /// `end` is the end of what it has written, published or not.
    fn empty(&mut self, end: usize) {
        self.hand_over_to(end);
        self.handed_over = self.base() + HEADER_BYTES;
        self.position().store(self.handed_over as u64, Ordering::Release);
    }

    /// Where the address of the next free byte is.
    fn position(&self) -> &AtomicU64 {
        // SAFETY: an aligned 64-bit word of the header, which lives as long as this slot; Java writes it whole.
        unsafe { AtomicU64::from_ptr((self.base() + POSITION_OFFSET) as *mut u64) }
    }
}

/// All buffers of the virtual machine.
#[derive(Default)]
pub struct Buffers {
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    live: Vec<Slot>,
    free: Vec<Memory>,
    threads: u64,
}

impl State {
    /// Hands over what the buffer at that address holds, and keeps the memory for another: `end` is the end of what was
    /// written, if that is known to be more than what was published.
    fn close(&mut self, base: usize, end: Option<usize>) {
        let Some(index) = self.live.iter().position(|slot| slot.base() == base) else {
            return;
        };
        let mut slot = self.live.swap_remove(index);
        match end {
            Some(end) => slot.hand_over_to(end),
            None => slot.hand_over(),
        }
        if let Some(host) = host() {
            host.thread_ended(slot.thread);
        }
        self.free.push(slot.memory);
        self.tell();
    }

    /// Tells the hooks what the number of buffers means for them.
    fn tell(&self) {
        Tables::global().tell_buffers_scarce(self.live.len() > PLENTY);
        Tables::global().tell_threads_several(self.live.len() > 1);
    }
}

thread_local! {
    /// The base address of the current thread's buffer, 0 before the first event.
    static CURRENT: Cell<usize> = const { Cell::new(0) };
}

static BUFFERS: Buffers = Buffers {
    state: Mutex::new(State {
        live: Vec::new(),
        free: Vec::new(),
        threads: 0,
    }),
};

impl Buffers {
    /// The buffers of this virtual machine.
    pub fn global() -> &'static Self {
        &BUFFERS
    }

    /// Gives the current thread a buffer and returns its address.
    pub(crate) fn open(&self, is_virtual: bool) -> usize {
        let mut state = self.lock();
        let memory = state
            .free
            .pop()
            .unwrap_or_else(|| vec![0_u64; BUFFER_BYTES / 8].into_boxed_slice());
        state.threads += 1;
        let base = memory.as_ptr() as usize;
        let slot = Slot {
            memory,
            thread: state.threads,
            handed_over: base + HEADER_BYTES,
        };
        // SAFETY: the memory is BUFFER_BYTES long, aligned to 8, and not yet known to Java.
        unsafe {
            std::ptr::write_bytes(base as *mut u8, 0, HEADER_BYTES);
            *((base + POSITION_OFFSET) as *mut u64) = (base + HEADER_BYTES) as u64;
            *((base + LIMIT_OFFSET) as *mut u64) = (base + BUFFER_BYTES) as u64;
        }
        state.live.push(slot);
        state.tell();
        if !is_virtual {
            // The thread that carries a virtual one may have a buffer of its own.
            CURRENT.set(base);
        }
        base
    }

    /// Hands over what the buffer at that address holds up to `end` and empties it. Called by the thread that owns it.
    pub(crate) fn flush(&self, base: usize, end: usize) {
        // The lock is held while the host folds: records of one buffer must not be folded twice when the virtual
        // machine ends at the same moment. The host calls no Java code.
        let mut state = self.lock();
        if let Some(slot) = state.live.iter_mut().find(|slot| slot.base() == base) {
            slot.empty(end);
        }
    }

    /// Hands over the current thread's buffer, which is about to end, and keeps the memory for another.
    pub fn close_current(&self) {
        let base = CURRENT.replace(0);
        if base == 0 {
            return;
        }
        self.lock().close(base, None);
    }

    /// Hands over what the buffer at that address holds up to `end`, and keeps the memory for another. Called by the virtual
    /// thread that owns it, outside of all recorded calls.
    pub(crate) fn give_back(&self, base: usize, end: usize) {
        self.lock().close(base, Some(end));
    }

    /// Hands over what all buffers hold, in the order of their threads' first events. Their owners may write on.
    pub fn drain(&self) {
        let mut state = self.lock();
        state.live.sort_by_key(|slot| slot.thread);
        for slot in &mut state.live {
            slot.hand_over();
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_handed_over_once_is_not_handed_over_again() {
        let mut slot = Slot {
            memory: vec![0_u64; BUFFER_BYTES / 8].into_boxed_slice(),
            thread: 1,
            handed_over: 0,
        };
        let start = slot.base() + HEADER_BYTES;
        (slot.handed_over, _) = (start, slot.position().swap(start as u64, Ordering::Relaxed));
        slot.position().store(start as u64 + 64, Ordering::Release);
        slot.hand_over();
        assert_eq!(slot.handed_over, start + 64);
        slot.position().store(start as u64 + 96, Ordering::Release);
        slot.hand_over();
        assert_eq!(slot.handed_over, start + 96);
        slot.empty(start + 128);
        assert_eq!(slot.position().load(Ordering::Relaxed), start as u64);
        slot.hand_over();
        assert_eq!(slot.handed_over, start);
    }

    #[test]
    fn a_position_that_the_program_has_overwritten_is_not_followed() {
        let memory = vec![0_u64; BUFFER_BYTES / 8].into_boxed_slice();
        let start = memory.as_ptr() as usize + HEADER_BYTES;
        let mut slot = Slot {
            memory,
            thread: 1,
            handed_over: start,
        };
        slot.position().store(u64::MAX, Ordering::Relaxed);
        slot.hand_over();
        assert_eq!(slot.handed_over, slot.base() + BUFFER_BYTES);
        slot.position().store(8, Ordering::Relaxed);
        slot.hand_over();
        assert_eq!(slot.handed_over, slot.base() + BUFFER_BYTES);
    }
}
