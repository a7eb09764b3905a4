//! How a thread's time passed since it began something.

use std::time::{Duration, Instant};

use palus_jvm::Queue;

/// When a thread began something, by the wall clock, by its own, and by how long it had waited for a processor.
pub(super) struct Began {
    wall: Instant,
    cpu: Duration,
    queue: Queue,
    waited: Option<Duration>,
}

impl Began {
    pub(super) fn now() -> Self {
        let queue = Queue::of_this_thread();
        Self {
            wall: Instant::now(),
            cpu: thread_cpu(),
            waited: queue.waited(),
            queue,
        }
    }

    /// How long it had a processor since then.
    pub(super) fn cpu(&self) -> Duration {
        thread_cpu().saturating_sub(self.cpu)
    }

    /// How long it had one or waited for one since then: where code under test sleeps, no other takes it away. All of the time, where the kernel does not tell.
    pub(super) fn ready(&self) -> Duration {
        let waited = self.waited.zip(self.queue.waited());
        waited.map_or_else(
            || self.wall.elapsed(),
            |(before, now)| self.cpu() + now.saturating_sub(before),
        )
    }

    /// The share of that for which it had one.
    pub(super) fn on_processor(&self) -> f64 {
        self.cpu().as_secs_f64() / self.ready().as_secs_f64().max(f64::MIN_POSITIVE)
    }
}

/// How long this thread has had a processor.
fn thread_cpu() -> Duration {
    let spent = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::try_from(spent).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    #[test]
    fn a_thread_that_sleeps_waits_for_no_processor() {
        let began = Began::now();
        thread::sleep(Duration::from_millis(50));
        let elapsed = began.wall.elapsed();
        // Without what the kernel tells there is no other measure than the clock.
        assert_eq!(began.ready() < elapsed, began.waited.is_some());
        assert!((0.0..=1.0).contains(&began.on_processor()));
    }
}
