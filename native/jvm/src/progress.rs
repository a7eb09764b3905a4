//! A page shared with the supervisor: what the worker is doing, readable even when it has died.
//!
//! Words of 64 bits, little-endian: 0 heartbeat, 1 position of the running sequence in its batch, 2 sequences executed,
//! 3 edges reached, 4 sequences kept, 5 edges in all; from word 8 on the hashes of the batch's sequences.

use std::fs::OpenOptions;
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use memmap2::MmapRaw;

const WORDS: usize = 512;
const HASHES: usize = 8;
/// How many sequences a batch may have, so that their hashes fit into the page.
pub(crate) const BATCH: usize = WORDS - HASHES;

/// The worker's side of the page.
pub struct Progress {
    page: MmapRaw,
}

impl Progress {
    /// Maps the file that the supervisor made.
    pub fn open(path: &Path) -> io::Result<Self> {
        let file = OpenOptions::new().read(true).write(true).open(path)?;
        let page = MmapRaw::map_raw(&file)?;
        if page.len() < WORDS * 8 {
            return Err(io::Error::new(
                io::ErrorKind::InvalidData,
                "the progress file is too short",
            ));
        }
        Ok(Self { page })
    }

    #[expect(clippy::cast_ptr_alignment, reason = "a mapping starts on a page")]
    fn word(&self, index: usize) -> &AtomicU64 {
        // SAFETY: the page is at least WORDS words long, page-aligned, and lives as long as `self`.
        unsafe { AtomicU64::from_ptr(self.page.as_mut_ptr().cast::<u64>().add(index)) }
    }

    /// Changes with every sign of life: a batch that was begun, or a sequence within it.
    pub fn pulse(&self) -> (u64, u64) {
        (
            self.word(0).load(Ordering::Relaxed),
            self.word(1).load(Ordering::Relaxed),
        )
    }

    /// Says which sequences run next, at most [`BATCH`] of them.
    pub(crate) fn begin(&self, hashes: impl Iterator<Item = u64>) {
        self.word(1).store(0, Ordering::Relaxed);
        for (index, hash) in hashes.take(BATCH).enumerate() {
            self.word(HASHES + index).store(hash, Ordering::Relaxed);
        }
        self.word(0).fetch_add(1, Ordering::Release);
    }

    /// Where the interpreter writes the position of the running sequence.
    pub(crate) fn position_address(&self) -> i64 {
        std::ptr::from_ref(self.word(1)) as i64
    }

    /// Says what was done so far.
    pub fn totals(&self, executed: u64, edges_hit: u64, kept: u64, edges_total: u64) {
        for (index, value) in [(2, executed), (3, edges_hit), (4, kept), (5, edges_total)] {
            self.word(index).store(value, Ordering::Relaxed);
        }
    }
}
