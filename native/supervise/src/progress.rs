//! The page of counters that a worker maps and its supervisor reads.
//!
//! The worker writes to a shared mapping; the supervisor reads the same file, which on one machine sees the same pages.
//! So no counter is lost when the worker dies, and no message has to be sent or parsed.

use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;
use std::path::Path;

/// The size of the page in bytes.
const PAGE: u64 = 65_536;

/// Where the batch's sequences start: for each its hash and the place of its first statement's key, in words.
const SEQUENCES: u64 = 64;
/// How many there can be.
const BATCH: u64 = 256;

/// What a worker says of itself. The page holds little-endian `u64`: heartbeat, the running statement (the position of its
/// sequence in the batch in the lower half, its own in the upper), executed, edges hit, kept, edges total, whether a batch is
/// running; from byte 64 on the sequences of the batch, behind them the keys of their statements.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Progress {
    /// Changes while the worker is alive.
    pub heartbeat: u64,
    /// The hash of the sequence that is running, 0 for none.
    pub sequence: u64,
    /// The key of the method that it is calling, 0 for none.
    pub method: u64,
    /// Sequences executed.
    pub executed: u64,
    /// Edges reached.
    pub edges_hit: u64,
    /// Sequences kept for tests.
    pub kept: u64,
    /// Edges of the classes loaded so far.
    pub edges_total: u64,
}

impl Progress {
    /// Sums what is countable; the rest has no meaning for several workers.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self {
            heartbeat: 0,
            sequence: 0,
            method: 0,
            executed: self.executed.saturating_add(other.executed),
            edges_hit: self.edges_hit.saturating_add(other.edges_hit),
            kept: self.kept.saturating_add(other.kept),
            edges_total: self.edges_total.saturating_add(other.edges_total),
        }
    }
}

/// The supervisor's end of the page.
#[derive(Debug)]
pub(crate) struct ProgressFile(File);

impl ProgressFile {
    pub(crate) fn create(path: &Path) -> io::Result<Self> {
        let file = File::options().read(true).write(true).create_new(true).open(path)?;
        file.set_len(PAGE)?;
        Ok(Self(file))
    }

    pub(crate) fn read(&self) -> io::Result<Progress> {
        let mut bytes = [0; 56];
        self.0.read_exact_at(&mut bytes, 0)?;
        let mut words = bytes
            .chunks_exact(8)
            .map(|word| u64::from_le_bytes(word.try_into().unwrap_or_default()));
        let mut next = || words.next().unwrap_or_default();
        let (batches, position) = (next(), next());
        let mut progress = Progress {
            // A new batch and a new statement within one are both signs of life.
            heartbeat: batches
                .wrapping_mul(0x9e37_79b9_7f4a_7c15)
                .wrapping_add(position)
                .max(u64::from(batches > 0)),
            executed: next(),
            edges_hit: next(),
            kept: next(),
            edges_total: next(),
            ..Progress::default()
        };
        let (sequence, statement) = (position & u64::from(u32::MAX), position >> 32);
        if next() != 0 && sequence < BATCH {
            let place = SEQUENCES + sequence * 16;
            progress.sequence = self.word(place)?;
            progress.method = self.word((self.word(place + 8)?.saturating_add(statement)).saturating_mul(8))?;
        }
        Ok(progress)
    }

    /// The word at that byte; 0 behind the end of the page.
    fn word(&self, byte: u64) -> io::Result<u64> {
        let mut bytes = [0; 8];
        if byte <= PAGE - 8 {
            self.0.read_exact_at(&mut bytes, byte)?;
        }
        Ok(u64::from_le_bytes(bytes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_worker_writes_is_read_back() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("progress");
        let file = ProgressFile::create(&path).unwrap();
        assert_eq!(file.read().unwrap(), Progress::default());

        let worker = File::options().write(true).open(&path).unwrap();
        // The second statement of the third sequence: its keys start at word 600.
        let position = 1 << 32 | 2;
        let mut words = vec![3u64, position, 100, 20, 7, 50, 1, 0, 11, 520, 22, 530, 0xdead_beef, 600];
        words.resize(600, 0);
        words.extend([5, 6]);
        for (word, value) in words.into_iter().enumerate() {
            worker.write_all_at(&value.to_le_bytes(), word as u64 * 8).unwrap();
        }
        let read = file.read().unwrap();
        assert_ne!(read.heartbeat, 0);
        assert_eq!((read.sequence, read.method, read.executed), (0xdead_beef, 6, 100));
        assert_eq!((read.edges_hit, read.kept, read.edges_total), (20, 7, 50));
        // Between two batches nothing runs.
        worker.write_all_at(&[0; 8], 48).unwrap();
        assert_eq!(file.read().unwrap().sequence, 0);
        assert_eq!(std::fs::metadata(&path).unwrap().len(), PAGE);
    }
}
