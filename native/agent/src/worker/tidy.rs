//! An executor in whose working directory no sequence meets what another has left there.
//!
//! Code under test writes files, and a later sequence that finds them does something else than it would alone.

use std::collections::BTreeSet;
use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use palus_sequence::{EdgeBlock, Executor, ExecutorLost, ObservationPlan, Sequence, Symbols, Trace};

/// Tidies up behind another executor.
pub(super) struct Tidy<'e, E> {
    executor: &'e mut E,
    folder: WorkingDirectory,
}

impl<'e, E: Executor> Tidy<'e, E> {
    pub(super) fn new(executor: &'e mut E) -> Self {
        Self {
            executor,
            folder: WorkingDirectory::open(),
        }
    }
}

impl<E: Executor> Executor for Tidy<'_, E> {
    /// When a batch has left something, its sequences run once more, each alone: few batches do. The traces tell which it was.
    fn run(
        &mut self,
        symbols: &mut Symbols,
        batch: &[Sequence],
        plan: &ObservationPlan,
    ) -> Result<Vec<Trace>, ExecutorLost> {
        let mut traces = self.executor.run(symbols, batch, plan)?;
        if self.folder.was_left_alone() {
            return Ok(traces);
        }
        if let [trace] = &mut traces[..] {
            trace.leaves_changes = true;
            return Ok(traces);
        }
        let mut alone = Vec::with_capacity(batch.len());
        for sequence in batch {
            let mut traces = self.executor.run(symbols, std::slice::from_ref(sequence), plan)?;
            if !self.folder.was_left_alone() {
                for trace in &mut traces {
                    trace.leaves_changes = true;
                }
            }
            alone.append(&mut traces);
        }
        Ok(alone)
    }

    fn edges_total(&self) -> u32 {
        self.executor.edges_total()
    }

    fn blocks(&self, from: usize) -> Vec<EdgeBlock> {
        self.executor.blocks(from)
    }
}

/// The directory in which the worker runs: one of its own, made for it.
pub(super) struct WorkingDirectory {
    path: Option<PathBuf>,
    known: BTreeSet<OsString>,
}

impl WorkingDirectory {
    /// As it is now.
    pub(super) fn open() -> Self {
        let path = env::current_dir().ok();
        let known = path.iter().flat_map(|path| names(path)).collect();
        Self { path, known }
    }

    /// Whether there is nothing new. What is new is removed, so that it does not count against the next test.
    pub(super) fn was_left_alone(&self) -> bool {
        let Some(path) = &self.path else { return true };
        let new: Vec<OsString> = names(path).filter(|name| !self.known.contains(name)).collect();
        for name in &new {
            let path = path.join(name);
            // What cannot be removed counts against the next test as well, which is on the safe side.
            let _ = if path.is_dir() {
                fs::remove_dir_all(path)
            } else {
                fs::remove_file(path)
            };
        }
        new.is_empty()
    }
}

fn names(folder: &Path) -> impl Iterator<Item = OsString> {
    fs::read_dir(folder)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.file_name())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_file_is_noticed_once() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("log"), "").unwrap();
        let known = names(folder.path()).collect();
        let directory = WorkingDirectory {
            path: Some(folder.path().to_owned()),
            known,
        };
        assert!(directory.was_left_alone());
        fs::write(folder.path().join("left"), "").unwrap();
        assert!(!directory.was_left_alone());
        assert!(directory.was_left_alone());
    }
}
