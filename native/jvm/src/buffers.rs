//! The event buffers that instrumented code writes into: one a thread, owned here.
//!
//! Java knows a buffer by its address. The header holds the position of the next free byte, which Java publishes after
//! a record is whole, and the end. A buffer is handed to the host when it is full, when its thread ends, and when the
//! virtual machine ends.

use std::cell::Cell;
use std::sync::{Mutex, PoisonError};

use palus_trace::record::{BUFFER_BYTES, HEADER_BYTES, LIMIT_OFFSET, POSITION_OFFSET};

use crate::host::host;

/// The memory of one buffer, aligned for the 64-bit words of its records.
type Memory = Box<[u64]>;

struct Slot {
    memory: Memory,
    /// The number of the thread that writes it; numbers are never used twice.
    thread: u64,
}

impl Slot {
    fn base(&self) -> usize {
        self.memory.as_ptr() as usize
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
    pub(crate) fn open(&self) -> usize {
        let mut state = self.lock();
        let memory = state
            .free
            .pop()
            .unwrap_or_else(|| vec![0_u64; BUFFER_BYTES / 8].into_boxed_slice());
        state.threads += 1;
        let slot = Slot {
            memory,
            thread: state.threads,
        };
        let base = slot.base();
        // SAFETY: the memory is BUFFER_BYTES long, aligned to 8, and not yet known to Java.
        unsafe {
            std::ptr::write_bytes(base as *mut u8, 0, HEADER_BYTES);
            *((base + POSITION_OFFSET) as *mut u64) = (base + HEADER_BYTES) as u64;
            *((base + LIMIT_OFFSET) as *mut u64) = (base + BUFFER_BYTES) as u64;
        }
        state.live.push(slot);
        CURRENT.set(base);
        base
    }

    /// Hands over what the buffer at that address holds and empties it. Called by the thread that owns it.
    pub(crate) fn flush(&self, base: usize) {
        // The lock is held while the host folds: records of one buffer must not be folded twice when the virtual
        // machine ends at the same moment. The host calls no Java code.
        let state = self.lock();
        if let Some(slot) = state.live.iter().find(|slot| slot.base() == base) {
            drain(slot);
        }
    }

    /// Hands over the current thread's buffer, which is about to end, and keeps the memory for another.
    pub fn close_current(&self) {
        let base = CURRENT.replace(0);
        if base == 0 {
            return;
        }
        let mut state = self.lock();
        if let Some(index) = state.live.iter().position(|slot| slot.base() == base) {
            let slot = state.live.swap_remove(index);
            drain(&slot);
            if let Some(host) = host() {
                host.thread_ended(slot.thread);
            }
            state.free.push(slot.memory);
        }
    }

    /// Hands over all buffers, in the order of their threads' first events.
    pub fn flush_all(&self) {
        let mut state = self.lock();
        state.live.sort_by_key(|slot| slot.thread);
        for slot in &state.live {
            drain(slot);
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn drain(slot: &Slot) {
    let base = slot.base();
    let start = base + HEADER_BYTES;
    // SAFETY: the header lies within the memory. Another thread may be writing the position (only while the virtual
    // machine ends): it is an aligned 64-bit word, read once and atomically.
    let position = unsafe {
        std::sync::atomic::AtomicU64::from_ptr((base + POSITION_OFFSET) as *mut u64)
            .swap(start as u64, std::sync::atomic::Ordering::AcqRel)
    };
    let end = (position as usize).clamp(start, base + BUFFER_BYTES);
    // SAFETY: the range lies within the memory; what lies below the published position is not written again until the
    // position is reset by the owner's next event.
    let records = unsafe { std::slice::from_raw_parts(start as *const u8, end - start) };
    if let Some(host) = host()
        && !records.is_empty()
    {
        host.records(slot.thread, records);
    }
}
