//! What the recording tells the hooks, in memory that both share: how often something is recorded.
//!
//! One block, known to `org.palus.hook.Tables` by its address. An id beyond the size of a table shares the place of another:
//! sharing changes how often something is recorded, never what is.
//!
//! ```text
//! +0     i32  x 2^20   by slot: where receivers of a loaded class keep their identity (written by Java)
//! +4 MiB i32  x 2^20   by method: whether calls are tried out (written by Java)
//! +8 MiB u8   x 2^20   by method: one in 2^n is recorded
//! +9 MiB u8   x 2^20   by class: one in 2^n is followed
//! +10 MiB u64 x 2^18   by object: the id, when the object was given up
//! +12 MiB i32          how often the hooks were told to ask again whether a class is followed
//!     + 4 i32          not 0 while virtual threads give back their buffers whenever they can
//!     + 8 i32          not 0 while several threads have buffers
//!     +64 i64 x 2^18   by access of a field: how often it happened, up to a limit (written by Java)
//! +14 MiB+64 i32 x 2^20  by static method: how many calls to leave out until one is recorded (written by both)
//! ```
//!
//! The block is a little over 18 MiB of zeros, of which the operating system gives memory only to the pages that are written.

use std::alloc::{Layout, alloc_zeroed, handle_alloc_error};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicI32, AtomicU8, AtomicU32, AtomicU64, Ordering};

const PLACES: usize = 1 << 20;
const MUTED_PLACES: usize = 1 << 18;

const METHOD_SHIFTS: usize = 8 * PLACES;
const CLASS_SHIFTS: usize = METHOD_SHIFTS + PLACES;
const MUTED: usize = CLASS_SHIFTS + PLACES;
const GENERATION: usize = MUTED + 8 * MUTED_PLACES;
const ARE_BUFFERS_SCARCE: usize = GENERATION + 4;
const ARE_THREADS_SEVERAL: usize = GENERATION + 8;
const FIELDS: usize = GENERATION + 64;
const SKIPS: usize = FIELDS + 8 * FIELD_PLACES;
const BYTES: usize = SKIPS + 4 * PLACES;

/// How many kinds of accesses of fields (by method, field, and whether it writes) can be counted.
pub const FIELD_PLACES: usize = 1 << 18;

/// The slot that all loads of classes share for which there is none left: it has no offset.
const SHARED_SLOT: u32 = 0;
const NO_OFFSET: i32 = -1;

/// The tables of the virtual machine.
pub struct Tables {
    base: usize,
    slots: AtomicU32,
}

static TABLES: LazyLock<Tables> = LazyLock::new(Tables::new);

impl Tables {
    /// The tables of this virtual machine.
    pub fn global() -> &'static Self {
        &TABLES
    }

    fn new() -> Self {
        let layout = Layout::from_size_align(BYTES, 64).expect("a constant size");
        // SAFETY: the size is not zero.
        let base = unsafe { alloc_zeroed(layout) };
        if base.is_null() {
            handle_alloc_error(layout);
        }
        let tables = Self {
            base: base as usize,
            slots: AtomicU32::new(SHARED_SLOT + 1),
        };
        // SAFETY: the place lies in the block, which is never freed.
        unsafe { AtomicI32::from_ptr(base.cast()) }.store(NO_OFFSET, Ordering::Relaxed);
        tables
    }

    /// A number for one load of a class.
    pub(crate) fn slot(&self) -> u32 {
        let slot = self.slots.fetch_add(1, Ordering::Relaxed);
        if (slot as usize) < PLACES {
            slot
        } else {
            self.slots.store(PLACES as u32, Ordering::Relaxed);
            SHARED_SLOT
        }
    }

    /// Gives up an object: calls on it are left out unless another object has a part in them. Some may still come.
    pub fn mute(&self, object: u64) {
        let place = self.base + MUTED + 8 * (object as usize % MUTED_PLACES);
        // SAFETY: the place lies in the block and is aligned. Java reads the word whole.
        unsafe { AtomicU64::from_ptr(place as *mut u64) }.store(object, Ordering::Relaxed);
    }

    /// From now on one in `2^shift` calls of a static method, or new objects of a constructor, is recorded.
    pub fn sample_method(&self, method: u32, shift: u8) {
        self.set_shift(METHOD_SHIFTS, method, shift);
        let place = self.base + SKIPS + 4 * (method as usize % PLACES);
        // SAFETY: the place lies in the block and is aligned.
        unsafe { AtomicU32::from_ptr(place as *mut u32) }.store(0, Ordering::Relaxed);
    }

    /// The same for objects that are first seen outside a constructor, by their run-time class.
    pub fn sample_class(&self, class: u32, shift: u8) {
        self.set_shift(CLASS_SHIFTS, class, shift);
    }

    /// Nothing is sampled or given up yet.
    pub fn begin_recording(&self) {
        for (begin, end) in [(METHOD_SHIFTS, GENERATION), (SKIPS, BYTES)] {
            // SAFETY: the range lies in the block. Java may read it meanwhile, each place whole, and finds either value.
            unsafe { std::ptr::write_bytes((self.base + begin) as *mut u8, 0, end - begin) };
        }
        self.ask_again();
    }

    /// Tells the hooks that classes may be followed now of which they have learned that they are not.
    pub fn ask_again(&self) {
        let place = (self.base + GENERATION) as *mut u32;
        // SAFETY: the place lies in the block and is aligned.
        unsafe { AtomicU32::from_ptr(place) }.fetch_add(1, Ordering::Release);
    }

    /// Says whether virtual threads are to give back their buffers whenever they can.
    pub(crate) fn tell_buffers_scarce(&self, are_scarce: bool) {
        self.tell(ARE_BUFFERS_SCARCE, are_scarce);
    }

    /// Says whether more than one thread that is alive has come to a hook.
    pub(crate) fn tell_threads_several(&self, are_several: bool) {
        self.tell(ARE_THREADS_SEVERAL, are_several);
    }

    fn tell(&self, at: usize, is_so: bool) {
        let place = (self.base + at) as *mut u32;
        // SAFETY: the places that are told lie in the block and are aligned.
        unsafe { AtomicU32::from_ptr(place) }.store(u32::from(is_so), Ordering::Relaxed);
    }

    /// How often an access of a field has happened since the virtual machine started, a thousand times at most; `access` is below
    /// [`FIELD_PLACES`].
    pub fn field_count(&self, access: usize) -> u64 {
        let place = (self.base + FIELDS + 8 * (access % FIELD_PLACES)) as *mut u64;
        // SAFETY: the place lies in the block and is aligned. Java writes the word whole.
        unsafe { AtomicU64::from_ptr(place) }.load(Ordering::Relaxed)
    }

    fn set_shift(&self, table: usize, id: u32, shift: u8) {
        let place = self.base + table + id as usize % PLACES;
        // SAFETY: the place lies in the block.
        unsafe { AtomicU8::from_ptr(place as *mut u8) }.store(shift, Ordering::Relaxed);
    }

    pub(crate) fn address(&self) -> i64 {
        self.base as i64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn word(tables: &Tables, at: usize) -> u64 {
        // SAFETY: the tests read places in the block.
        unsafe { AtomicU64::from_ptr((tables.base + at) as *mut u64) }.load(Ordering::Relaxed)
    }

    #[test]
    fn the_later_of_two_given_up_objects_has_the_place() {
        let tables = Tables::new();
        let object = 7 + 3 * MUTED_PLACES as u64;
        tables.mute(object - MUTED_PLACES as u64);
        tables.mute(object);
        assert_eq!(word(&tables, MUTED + 8 * 7), object);
        assert_eq!(tables.address() % 8, 0);
    }

    #[test]
    fn an_id_beyond_the_table_shares_a_place() {
        let tables = Tables::new();
        tables.sample_method(PLACES as u32 + 8, 3);
        tables.sample_class(9, 4);
        assert_eq!(word(&tables, METHOD_SHIFTS + 8), 3);
        assert_eq!(word(&tables, CLASS_SHIFTS + 8), 4 << 8);
    }

    #[test]
    fn loads_of_classes_beyond_the_table_have_no_offset() {
        let tables = Tables::new();
        tables.slots.store(PLACES as u32 - 1, Ordering::Relaxed);
        assert_eq!((tables.slot(), tables.slot(), tables.slot()), (PLACES as u32 - 1, 0, 0));
        assert_eq!(word(&tables, 0) as u32, NO_OFFSET as u32);
    }
}
