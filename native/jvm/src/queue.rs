//! How long a thread waits for a processor.

use std::fs::File;
use std::os::unix::fs::FileExt as _;
use std::time::Duration;

/// The queue of a thread before the processors.
#[derive(Debug)]
pub struct Queue(Option<File>);

impl Queue {
    /// That of the thread that asks, whoever reads it later.
    pub fn of_this_thread() -> Self {
        Self(File::open("/proc/thread-self/schedstat").ok())
    }

    /// How long the thread has waited there by now: the second number of `schedstat` (proc(5)). `None` where the kernel does not tell.
    pub fn waited(&self) -> Option<Duration> {
        let mut text = [0; 64];
        let length = self.0.as_ref()?.read_at(&mut text, 0).ok()?;
        let text = std::str::from_utf8(&text[..length]).ok()?;
        let nanos = text.split_whitespace().nth(1)?.parse().ok()?;
        Some(Duration::from_nanos(nanos))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_thread_waits_for_a_processor_is_told_to_others() {
        let queue = Queue::of_this_thread();
        let before = queue.waited();
        let after = std::thread::spawn(move || queue.waited()).join().unwrap();
        assert!(before <= after);
        assert_eq!(Queue(None).waited(), None);
    }
}
