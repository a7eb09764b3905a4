//! Cleaning up when the user presses Ctrl-C: what a run keeps on disk while it works goes, and then the program ends as the
//! signal would have ended it.

use std::io;
use std::thread::{self, JoinHandle};

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::{Handle, Signals};
use signal_hook::low_level::emulate_default_handler;

/// Waits for a signal as long as it lives.
#[derive(Debug)]
pub(crate) struct OnInterrupt {
    handle: Handle,
    waiting: Option<JoinHandle<()>>,
}

impl OnInterrupt {
    /// Has `clean_up` run before a SIGINT, SIGTERM or SIGHUP ends the program.
    pub(crate) fn run(clean_up: impl FnOnce() + Send + 'static) -> io::Result<Self> {
        let mut signals = Signals::new([SIGINT, SIGTERM, SIGHUP])?;
        let handle = signals.handle();
        let waiting = thread::spawn(move || {
            if let Some(signal) = signals.forever().next() {
                clean_up();
                // It fails for signals only that have no default, and these have.
                let _ = emulate_default_handler(signal);
            }
        });
        Ok(Self {
            handle,
            waiting: Some(waiting),
        })
    }
}

impl Drop for OnInterrupt {
    fn drop(&mut self) {
        self.handle.close();
        if let Some(waiting) = self.waiting.take() {
            // It ends at once, or it is ending the program.
            let _ = waiting.join();
        }
    }
}
