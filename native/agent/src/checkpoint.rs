//! Checkpoints: what was learned so far, written beside the model file again and again, so that a killed or crashed
//! program loses a second of it at most.
//!
//! A checkpoint is a whole model, written to a temporary name and renamed: whatever moment the program dies at, the last
//! one is readable. A thread of its own writes them, which the virtual machine does not know of and does not wait for.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Weak};
use std::thread;
use std::time::{Duration, Instant};

use palus_jvm::Buffers;

use crate::record::{Progress, Recorder};

/// How far checkpoints are apart, from start to start.
const INTERVAL: Duration = Duration::from_secs(1);

/// The share of time that may go into checkpoints is one in so many: threads of the program that hand over a full buffer
/// meanwhile wait for it.
const SHARE: u32 = 50;

/// Where checkpoints of the recording go whose model is written there.
pub(crate) fn part_of(out: &Path) -> PathBuf {
    let mut name = out.as_os_str().to_owned();
    name.push(".part");
    name.into()
}

/// Starts the thread. It ends when the recording does.
pub(crate) fn start(recorder: &Arc<Recorder>) -> std::io::Result<()> {
    let recorder = Arc::downgrade(recorder);
    thread::Builder::new()
        .name("palus-checkpoint".to_owned())
        .spawn(move || run(&recorder))
        .map(drop)
}

fn run(recorder: &Weak<Recorder>) {
    let mut pause = INTERVAL;
    loop {
        thread::sleep(pause);
        let Some(recorder) = recorder.upgrade() else { return };
        let began = Instant::now();
        Buffers::global().drain();
        match recorder.checkpoint() {
            Progress::Ended => return,
            Progress::Nothing => pause = INTERVAL,
            Progress::Written => pause = pause_after(began.elapsed()),
        }
    }
}

/// How long to wait after a checkpoint that took so long.
fn pause_after(took: Duration) -> Duration {
    INTERVAL.saturating_sub(took).max(took * SHARE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checkpoints_are_a_second_apart_and_rarer_when_they_take_long() {
        assert_eq!(pause_after(Duration::from_millis(5)), Duration::from_millis(995));
        assert_eq!(pause_after(Duration::from_millis(200)), Duration::from_secs(10));
    }

    #[test]
    fn a_checkpoint_lies_beside_the_model() {
        assert_eq!(part_of(Path::new("/a/run.palus")), Path::new("/a/run.palus.part"));
    }
}
