//! An executor in whose working directory no sequence meets what another has left there.
//!
//! Code under test writes files, and a later sequence that finds them does something else than it would alone.

use std::cell::Cell;
use std::collections::BTreeSet;
use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use palus_sequence::{
    EdgeBlock, Executor, ExecutorLost, MethodId, ObservationPlan, Outcome, RootStates, Sequence, StateId, Statement,
    Symbols, Trace,
};

/// Tidies up behind another executor.
pub(super) struct Tidy<'e, E> {
    executor: &'e mut E,
    folder: WorkingDirectory,
    /// What sequences called last that left something: one that calls it again runs alone at once.
    litterers: BTreeSet<MethodId>,
}

impl<'e, E: Executor> Tidy<'e, E> {
    pub(super) fn new(executor: &'e mut E) -> Self {
        Self {
            executor,
            folder: WorkingDirectory::open(),
            litterers: BTreeSet::new(),
        }
    }

    /// The executor behind which it tidies up.
    pub(super) fn executor(&self) -> &E {
        self.executor
    }

    /// Runs one sequence; its trace tells whether it left something.
    fn run_alone(
        &mut self,
        symbols: &mut Symbols,
        sequence: &Sequence,
        plan: ObservationPlan,
    ) -> Result<Vec<Trace>, ExecutorLost> {
        let mut traces = self.executor.run(symbols, std::slice::from_ref(sequence), &plan)?;
        if !self.folder.was_left_alone() {
            for trace in &mut traces {
                trace.leaves.changes = true;
                self.blame(sequence, trace);
            }
        }
        Ok(traces)
    }

    /// Remembers the last call that ran, unless one is known that explains it.
    fn blame(&mut self, sequence: &Sequence, trace: &Trace) {
        if self.is_littering(sequence) {
            return;
        }
        let ran = sequence.statements.iter().zip(&trace.outcomes);
        let ran = ran.filter(|(_, outcome)| **outcome != Outcome::NotRun);
        self.litterers
            .extend(ran.filter_map(|(statement, _)| called(statement)).next_back());
    }

    fn is_littering(&self, sequence: &Sequence) -> bool {
        let mut calls = sequence.statements.iter().filter_map(called);
        calls.any(|method| self.litterers.contains(&method))
    }
}

fn called(statement: &Statement) -> Option<MethodId> {
    match statement {
        Statement::Call { method, .. } => Some(*method),
        _ => None,
    }
}

impl<E: Executor> Executor for Tidy<'_, E> {
    /// What has left something before runs alone. When others have left something too, they run once more, each alone.
    fn run(
        &mut self,
        symbols: &mut Symbols,
        batch: &[Sequence],
        plan: &ObservationPlan,
    ) -> Result<Vec<Trace>, ExecutorLost> {
        let mut traces = Vec::with_capacity(batch.len());
        let mut rest = batch;
        while let Some(next) = rest.first() {
            let clean = rest.iter().take_while(|sequence| !self.is_littering(sequence)).count();
            if clean < 2 {
                traces.append(&mut self.run_alone(symbols, next, *plan)?);
                rest = &rest[1..];
                continue;
            }
            let (together, behind) = rest.split_at(clean);
            let mut ran = self.executor.run(symbols, together, plan)?;
            if self.folder.was_left_alone() {
                traces.append(&mut ran);
            } else {
                for sequence in together {
                    traces.append(&mut self.run_alone(symbols, sequence, *plan)?);
                }
            }
            rest = behind;
        }
        Ok(traces)
    }

    /// Whoever leaves something does so for those behind it, too: nobody looks whether anything was.
    fn run_elsewhere(
        &mut self,
        symbols: &mut Symbols,
        batch: &[Sequence],
        plan: &ObservationPlan,
        variant: u8,
    ) -> Result<Vec<Trace>, ExecutorLost> {
        let traces = self.executor.run_elsewhere(symbols, batch, plan, variant)?;
        self.folder.was_left_alone();
        Ok(traces)
    }

    fn edges_total(&self) -> u32 {
        self.executor.edges_total()
    }

    fn blocks(&self, from: usize) -> Vec<EdgeBlock> {
        self.executor.blocks(from)
    }

    fn roots(&self, id: StateId) -> Option<RootStates> {
        self.executor.roots(id)
    }

    fn links(&self, id: StateId) -> Vec<u64> {
        self.executor.links(id)
    }

    fn mutate(&mut self, classes: &BTreeSet<String>) -> Result<(), ExecutorLost> {
        self.executor.mutate(classes)
    }

    fn mutants(&self) -> Vec<EdgeBlock> {
        self.executor.mutants()
    }
}

/// What lies in the working directory of a worker, as much does where a developer runs its tests: whoever sweeps there by a way that the hooks do not
/// see leaves a mark.
const KEPT: [&str; 2] = ["kept.txt", "kept/kept.txt"];

/// The clock of files ticks a hundred times a second at the least.
const LONGEST_TICK: Duration = Duration::from_millis(10);

/// The directory in which the worker runs: one of its own, made for it.
pub(super) struct WorkingDirectory {
    path: Option<PathBuf>,
    known: BTreeSet<OsString>,
    /// When its entries last changed, as was last seen.
    time: Cell<Option<SystemTime>>,
}

impl WorkingDirectory {
    /// As it is now.
    pub(super) fn open() -> Self {
        let path = env::current_dir().ok();
        if let Some(path) = &path {
            keep(path);
        }
        let known = path.iter().flat_map(|path| names(path)).collect();
        let directory = Self {
            path,
            known,
            time: Cell::new(None),
        };
        directory.was_touched();
        directory
    }

    /// Whether something was made or removed there since this was last asked, be it put right again by who did so: a change of its entries sets
    /// the time of a directory. [`WorkingDirectory::was_left_alone`] may change them, too.
    pub(super) fn was_touched(&self) -> bool {
        let time = self
            .path
            .as_ref()
            .and_then(|path| fs::metadata(path).ok()?.modified().ok());
        let was_touched = self.time.replace(time) != time;
        if let (true, Some(time)) = (was_touched, time) {
            // Times are those of the clock's last tick: what is done within this one could not be told from what was.
            let began = Instant::now();
            while now() <= time && began.elapsed() < LONGEST_TICK {
                thread::sleep(LONGEST_TICK / 20);
            }
        }
        was_touched
    }

    /// Whether there is nothing new, and what was there is still. What is new is removed, and what is gone put back, so that it does not count
    /// against the next test.
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
        new.is_empty() & !keep(path)
    }
}

/// By the clock that gives files their times.
fn now() -> SystemTime {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::RealtimeCoarse);
    SystemTime::UNIX_EPOCH + Duration::new(now.tv_sec as u64, now.tv_nsec as u32)
}

/// Whether something of what is kept had to be put into the folder.
fn keep(folder: &Path) -> bool {
    let gone = KEPT
        .map(|name| folder.join(name))
        .into_iter()
        .filter(|file| !is_kept(file));
    gone.map(|file| {
        // What cannot be put back counts against the next test as well.
        let _ = file.parent().map(fs::create_dir_all);
        let _ = fs::write(file, KEPT[0]);
    })
    .count()
        > 0
}

fn is_kept(file: &Path) -> bool {
    fs::metadata(file).is_ok_and(|data| data.is_file() && data.len() == KEPT[0].len() as u64)
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
        keep(folder.path());
        let known = names(folder.path()).collect();
        let directory = WorkingDirectory {
            path: Some(folder.path().to_owned()),
            known,
            time: Cell::default(),
        };
        assert!(directory.was_left_alone());
        fs::write(folder.path().join("left"), "").unwrap();
        assert!(!directory.was_left_alone());
        assert!(directory.was_left_alone());
    }

    #[test]
    fn a_file_that_comes_and_goes_is_noticed_too() {
        let folder = tempfile::tempdir().unwrap();
        let directory = WorkingDirectory {
            path: Some(folder.path().to_owned()),
            known: BTreeSet::new(),
            time: Cell::default(),
        };
        directory.was_touched();
        assert!(!directory.was_touched());
        for _ in 0..3 {
            fs::write(folder.path().join("brief"), "").unwrap();
            fs::remove_file(folder.path().join("brief")).unwrap();
            assert!(directory.was_touched());
            assert!(!directory.was_touched());
        }
    }

    #[test]
    fn what_is_gone_or_emptied_is_noticed_once() {
        let folder = tempfile::tempdir().unwrap();
        assert!(keep(folder.path()));
        let directory = WorkingDirectory {
            path: Some(folder.path().to_owned()),
            known: names(folder.path()).collect(),
            time: Cell::default(),
        };
        assert!(directory.was_left_alone());
        fs::remove_dir_all(folder.path().join("kept")).unwrap();
        assert!(!directory.was_left_alone());
        fs::write(folder.path().join("kept.txt"), "").unwrap();
        assert!(!directory.was_left_alone());
        assert!(directory.was_left_alone());
    }
}
