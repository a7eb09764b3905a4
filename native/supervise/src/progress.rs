//! The page of counters that a worker maps and its supervisor reads.
//!
//! The worker writes to a shared mapping; the supervisor reads the same file, which on one machine sees the same pages.
//! So no counter is lost when the worker dies, and no message has to be sent or parsed.

use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;
use std::path::Path;

/// The size of the page in bytes.
const PAGE: u64 = 4096;

/// Where the hashes of the batch's sequences start.
const HASHES: u64 = 64;

/// What a worker says of itself. The page holds little-endian `u64`: heartbeat, position of the running sequence in its
/// batch, executed, edges hit, kept, edges total; from byte 64 on the hashes of the batch's sequences.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Progress {
    /// Changes while the worker is alive.
    pub heartbeat: u64,
    /// The hash of the text of the sequence that is running, 0 for none.
    pub sequence: u64,
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
        let mut bytes = [0; 48];
        self.0.read_exact_at(&mut bytes, 0)?;
        let mut words = bytes
            .chunks_exact(8)
            .map(|word| u64::from_le_bytes(word.try_into().unwrap_or_default()));
        let mut next = || words.next().unwrap_or_default();
        let (batches, position) = (next(), next());
        let mut hash = [0; 8];
        if position < (PAGE - HASHES) / 8 {
            self.0.read_exact_at(&mut hash, HASHES + position * 8)?;
        }
        Ok(Progress {
            // A new batch and a new sequence within one are both signs of life.
            heartbeat: (batches << 16) + position,
            sequence: u64::from_le_bytes(hash),
            executed: next(),
            edges_hit: next(),
            kept: next(),
            edges_total: next(),
        })
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
        for (word, value) in [3u64, 2, 100, 20, 7, 50, 0, 0, 1, 1, 0xdead_beef]
            .into_iter()
            .enumerate()
        {
            worker.write_all_at(&value.to_le_bytes(), word as u64 * 8).unwrap();
        }
        let read = file.read().unwrap();
        assert_eq!(
            (read.heartbeat, read.sequence, read.executed),
            ((3 << 16) + 2, 0xdead_beef, 100)
        );
        assert_eq!((read.edges_hit, read.kept, read.edges_total), (20, 7, 50));
        assert_eq!(std::fs::metadata(&path).unwrap().len(), PAGE);
    }
}
