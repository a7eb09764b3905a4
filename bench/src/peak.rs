//! The most memory that a command and all processes below it had at once. It is sampled, so a short peak may be missed.

use std::collections::BTreeMap;
use std::fs;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// Often enough for a search of seconds, and less than a thousandth of a core.
const EVERY: Duration = Duration::from_millis(200);

/// A thread that watches one process.
pub(crate) struct Peak {
    ended: Arc<AtomicBool>,
    thread: JoinHandle<u64>,
}

impl Peak {
    /// Watches this process from now on.
    pub(crate) fn watch(process: u32) -> Self {
        let ended = Arc::new(AtomicBool::new(false));
        let stop = Arc::clone(&ended);
        let thread = thread::spawn(move || {
            let mut most = 0;
            while !stop.load(Ordering::Relaxed) {
                most = most.max(resident(process, &processes()));
                thread::park_timeout(EVERY);
            }
            most
        });
        Self { ended, thread }
    }

    /// Ends watching; bytes, 0 where the system does not say.
    pub(crate) fn end(self) -> u64 {
        self.ended.store(true, Ordering::Relaxed);
        self.thread.thread().unpark();
        self.thread.join().unwrap_or(0)
    }
}

/// Parent and resident bytes of every process.
fn processes() -> BTreeMap<u32, (u32, u64)> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    let known = entries.filter_map(|entry| {
        let id: u32 = entry.file_name().to_str()?.parse().ok()?;
        Some((id, of(&fs::read_to_string(entry.path().join("status")).ok()?)?))
    });
    known.collect()
}

/// Parent and resident bytes out of the text of a `status` file.
fn of(status: &str) -> Option<(u32, u64)> {
    let field = |name: &str| {
        let line = status.lines().find_map(|line| line.strip_prefix(name))?;
        line.trim().trim_end_matches(" kB").parse::<u64>().ok()
    };
    // A process that has ended and was not waited for has no memory.
    Some((
        u32::try_from(field("PPid:")?).ok()?,
        field("VmRSS:").unwrap_or(0) * 1024,
    ))
}

/// The resident bytes of a process and its descendants.
fn resident(root: u32, processes: &BTreeMap<u32, (u32, u64)>) -> u64 {
    let below = processes.keys().filter(|&&process| {
        let mut at = process;
        // A chain of parents is never longer than the number of processes.
        for _ in 0..processes.len() {
            if at == root {
                return true;
            }
            match processes.get(&at) {
                Some((parent, _)) => at = *parent,
                None => return false,
            }
        }
        false
    });
    below.map(|process| processes[process].1).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_summed_over_the_descendants_and_nobody_else() {
        let processes = [
            (1, (0, 1)),
            (2, (1, 10)),
            (3, (2, 100)),
            (4, (3, 1000)),
            (5, (1, 10_000)),
        ];
        assert_eq!(resident(2, &processes.into()), 1110);
        assert_eq!(resident(9, &processes.into()), 0);
    }

    #[test]
    fn a_process_without_memory_still_has_a_parent() {
        assert_eq!(of("Name:\tx\nPPid:\t7\nVmRSS:\t    12 kB\n"), Some((7, 12_288)));
        assert_eq!(of("Name:\tx\nState:\tZ (zombie)\nPPid:\t7\n"), Some((7, 0)));
        assert_eq!(of(""), None);
    }
}
