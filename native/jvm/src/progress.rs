//! A page shared with the supervisor: what the worker is doing, readable even when it has died.
//!
//! Words of 64 bits, little-endian: 0 heartbeat, 1 the running statement, 2 sequences executed, 3 edges reached, 4 sequences kept,
//! 5 edges in all, 6 whether a batch is running; from word 8 on, for each of up to 256 sequences of the batch, its hash and the place of its first
//! statement's key; behind them the keys: what the supervisor knows the called methods by.
//!
//! The running statement is the position of its sequence in the batch in the lower half, its own in the sequence in the upper.

use std::fs::OpenOptions;
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use memmap2::MmapRaw;

const WORDS: usize = 8192;
const SEQUENCES: usize = 8;
/// How many sequences a batch may have.
pub(crate) const BATCH: usize = 256;
const KEYS: usize = SEQUENCES + 2 * BATCH;

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
        debug_assert!(index < WORDS);
        // SAFETY: the page is at least WORDS words long, page-aligned, and lives as long as `self`.
        unsafe { AtomicU64::from_ptr(self.page.as_mut_ptr().cast::<u64>().add(index)) }
    }

    /// Changes with every sign of life: a batch that was begun, or a statement within it.
    pub fn pulse(&self) -> (u64, u64) {
        (
            self.word(0).load(Ordering::Relaxed),
            self.word(1).load(Ordering::Relaxed),
        )
    }

    /// Says which sequences run next, at most [`BATCH`] of them: the hash of each, and a key for each of its statements. Keys that
    /// do not fit into the page read as 0.
    pub(crate) fn begin<K: IntoIterator<Item = u64>>(&self, sequences: impl Iterator<Item = (u64, K)>) {
        self.at(0);
        let mut key = KEYS;
        for (index, (hash, keys)) in sequences.take(BATCH).enumerate() {
            let place = SEQUENCES + 2 * index;
            self.word(place).store(hash, Ordering::Relaxed);
            self.word(place + 1).store(key as u64, Ordering::Relaxed);
            for value in keys {
                if key < WORDS {
                    self.word(key).store(value, Ordering::Relaxed);
                }
                key += 1;
            }
        }
        self.word(6).store(1, Ordering::Relaxed);
        self.word(0).fetch_add(1, Ordering::Release);
    }

    /// Says which sequence of the batch is being prepared.
    pub(crate) fn at(&self, sequence: usize) {
        self.word(1).store(sequence as u64, Ordering::Relaxed);
    }

    /// Says that the batch is over.
    pub(crate) fn end(&self) {
        self.word(6).store(0, Ordering::Relaxed);
        self.word(0).fetch_add(1, Ordering::Release);
    }

    /// Where the interpreter writes which statement is running.
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
