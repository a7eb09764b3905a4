//! Signals to `palus record` while its command runs: they are meant for the command.

use std::io;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use palus_supervise::{Process, is_in_foreground, wait_for_all};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::{Handle, Signals};

/// How long those that got a signal and outlived the command may take to write what they learned.
const WRITING: Duration = Duration::from_secs(30);

/// Signals that wait for the command to be there.
pub(super) struct Listening(Signals);

/// Signals on their way to the command.
pub(super) struct Passing {
    handle: Handle,
    thread: JoinHandle<Vec<Process>>,
}

/// From now on signals do not end this process.
pub(super) fn listen() -> io::Result<Listening> {
    Signals::new([SIGINT, SIGTERM, SIGHUP]).map(Listening)
}

impl Listening {
    /// Every signal goes to the command and what it started. An interrupt at the keyboard got there already.
    pub(super) fn pass_on_to(self, command: u32) -> Passing {
        let Self(mut signals) = self;
        let handle = signals.handle();
        let command = Process::of(command);
        let thread = thread::spawn(move || {
            let mut told = Vec::new();
            for signal in signals.forever() {
                if signal != SIGINT || !is_in_foreground() {
                    told.extend(command.iter().flat_map(|command| command.signal_all(signal)));
                }
            }
            told
        });
        Passing { handle, thread }
    }
}

impl Passing {
    /// The command has ended. What else got a signal is waited for: a shell ends before the JVM that it started.
    pub(super) fn end(self) {
        self.handle.close();
        if let Ok(told) = self.thread.join() {
            wait_for_all(&told, WRITING);
        }
    }
}
