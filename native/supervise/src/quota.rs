//! How much the code under test may leave on the disk.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

/// What a worker's directory may hold, in bytes.
const MOST_BYTES: u64 = 256 << 20;
/// What it may hold in files and directories.
const MOST_FILES: u64 = 100_000;
/// How often it is measured.
const INTERVAL: Duration = Duration::from_millis(150);

/// Measures a directory now and then.
pub(crate) struct Quota<'p> {
    directory: &'p Path,
    last: Instant,
}

impl<'p> Quota<'p> {
    pub(crate) fn of(directory: &'p Path) -> Self {
        Self {
            directory,
            last: Instant::now(),
        }
    }

    /// Whether there is more than there may be. Mostly says no without looking.
    pub(crate) fn is_exceeded(&mut self) -> bool {
        if self.last.elapsed() < INTERVAL {
            return false;
        }
        self.last = Instant::now();
        let (mut bytes, mut files) = (0, 0);
        measure(self.directory, &mut bytes, &mut files);
        bytes > MOST_BYTES || files > MOST_FILES
    }
}

fn measure(directory: &Path, bytes: &mut u64, files: &mut u64) {
    // Files come and go while this looks: what is gone does not count.
    for entry in fs::read_dir(directory).into_iter().flatten().flatten() {
        *files += 1;
        let Ok(data) = entry.metadata() else { continue };
        *bytes += data.len();
        if data.is_dir() {
            measure(&entry.path(), bytes, files);
        }
        if *bytes > MOST_BYTES || *files > MOST_FILES {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::File;

    #[test]
    fn a_directory_is_measured_with_what_is_below_it() {
        let directory = tempfile::tempdir().unwrap();
        let below = directory.path().join("below");
        fs::create_dir(&below).unwrap();
        let mut quota = Quota::of(directory.path());
        quota.last -= INTERVAL;
        assert!(!quota.is_exceeded());
        // Its length counts, though nothing is allocated.
        File::create(below.join("large"))
            .unwrap()
            .set_len(MOST_BYTES + 1)
            .unwrap();
        quota.last -= INTERVAL;
        assert!(quota.is_exceeded());
        assert!(!quota.is_exceeded(), "it is not measured all the time");
    }
}
