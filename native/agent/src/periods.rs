//! Periods of sampling: when the hooks are to follow everything again for a while.
//!
//! Periods are as short as they can be with folding taking no more than a twentieth of the time: what a period costs is known
//! when it is over, and the next one is made that much longer.

use std::sync::{Arc, Weak};
use std::thread;
use std::time::Duration;

use crate::record::Recorder;

/// The shortest period.
const SHORTEST: Duration = Duration::from_millis(100);

/// A period is at least this many times as long as folding took in the one before.
const SHARE: u32 = 20;

/// Starts the thread that begins periods. The virtual machine does not know of it and does not wait for it; it ends when
/// the recording does.
pub(crate) fn start(recorder: &Arc<Recorder>) -> std::io::Result<()> {
    let recorder = Arc::downgrade(recorder);
    thread::Builder::new()
        .name("palus-periods".to_owned())
        .spawn(move || run(&recorder))
        .map(drop)
}

fn run(recorder: &Weak<Recorder>) {
    let mut length = SHORTEST;
    loop {
        thread::sleep(length);
        let Some(recorder) = recorder.upgrade() else { return };
        length = length_after(recorder.take_spent());
        if !recorder.begin_period() {
            return;
        }
    }
}

fn length_after(spent: Duration) -> Duration {
    SHORTEST.max(spent * SHARE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_period_after_one_that_cost_much_is_longer() {
        assert_eq!(length_after(Duration::from_millis(3)), SHORTEST);
        assert_eq!(length_after(Duration::from_millis(80)), Duration::from_millis(1_600));
    }
}
