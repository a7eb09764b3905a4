//! A process and those below it, for signals that are meant for all of them, as one from the keyboard is.

use std::fs;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, getpgrp, kill_process};

/// How often it is asked whether processes have ended.
const POLL: Duration = Duration::from_millis(20);

/// A process that is told apart from a later one with its number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Process {
    pid: u32,
    /// Field 22 of its `/proc/PID/stat`.
    started: String,
}

impl Process {
    /// The process with this number, if there is one that has not ended.
    pub fn of(pid: u32) -> Option<Self> {
        let (_, started) = look(pid)?;
        Some(Self { pid, started })
    }

    /// Whether it still runs.
    pub fn is_alive(&self) -> bool {
        Self::of(self.pid).as_ref() == Some(self)
    }

    /// Sends a signal, by its number, to the process and all below it. Who got it is answered.
    pub fn signal_all(&self, signal: i32) -> Vec<Self> {
        let Some(signal) = Signal::from_named_raw(signal) else {
            return Vec::new();
        };
        let mut told = self.with_descendants();
        told.retain(|process| {
            let pid = i32::try_from(process.pid).ok().and_then(Pid::from_raw);
            // One that is gone meanwhile needs no signal.
            process.is_alive() && pid.is_some_and(|pid| kill_process(pid, signal).is_ok())
        });
        told
    }

    fn with_descendants(&self) -> Vec<Self> {
        let numbers = fs::read_dir("/proc").into_iter().flatten().flatten();
        let all: Vec<(u32, u32, String)> = numbers
            .filter_map(|entry| entry.file_name().to_str()?.parse().ok())
            .filter_map(|pid| look(pid).map(|(parent, started)| (pid, parent, started)))
            .collect();
        let mut found = vec![self.clone()];
        let mut next = 0;
        while let Some(parent) = found.get(next).map(|process| process.pid) {
            next += 1;
            let children = all.iter().filter(|(_, of, _)| *of == parent);
            found.extend(children.map(|(pid, _, started)| Self {
                pid: *pid,
                started: started.clone(),
            }));
        }
        found
    }
}

/// Waits until these have ended, but no longer than that.
pub fn wait_for_all(processes: &[Process], at_most: Duration) {
    let until = Instant::now() + at_most;
    while processes.iter().any(Process::is_alive) && Instant::now() < until {
        thread::sleep(POLL);
    }
}

/// Whether a signal from the keyboard reaches the children of this process without its doing.
pub fn is_in_foreground() -> bool {
    fs::File::open("/dev/tty")
        .is_ok_and(|terminal| rustix::termios::tcgetpgrp(terminal).is_ok_and(|group| group == getpgrp()))
}

/// Parent and start of a process that has not ended.
fn look(pid: u32) -> Option<(u32, String)> {
    let stat = fs::read_to_string(Path::new("/proc").join(pid.to_string()).join("stat")).ok()?;
    // Behind the name, which may hold anything.
    let (_, rest) = stat.rsplit_once(')')?;
    let mut fields = rest.split_whitespace();
    let state = fields.next()?;
    let parent = fields.next()?.parse().ok()?;
    let started = fields.nth(17)?.to_owned();
    (!matches!(state, "Z" | "X")).then_some((parent, started))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::{Command, Stdio};

    #[test]
    fn a_signal_reaches_those_below_and_no_others() {
        let mut shell = Command::new("sh");
        shell.args(["-c", "sleep 60 & echo; wait"]).stdout(Stdio::piped());
        let mut shell = shell.spawn().unwrap();
        let mut line = String::new();
        std::io::BufRead::read_line(&mut std::io::BufReader::new(shell.stdout.take().unwrap()), &mut line).unwrap();
        let mut other = Command::new("sleep").arg("60").spawn().unwrap();
        let process = Process::of(shell.id()).unwrap();
        let told = process.signal_all(15);
        assert_eq!((told.len(), &told[0]), (2, &process));
        assert!(!shell.wait().unwrap().success());
        wait_for_all(&told, Duration::from_secs(60));
        assert!(told.iter().all(|process| !process.is_alive()));
        assert!(process.signal_all(15).is_empty());
        assert!(Process::of(other.id()).unwrap().is_alive());
        other.kill().unwrap();
        other.wait().unwrap();
    }
}
