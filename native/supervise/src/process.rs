//! Child processes: started in clean surroundings, ended with their supervisor, read back from their log.

use std::env;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// Variables that would change what a virtual machine of ours does, or let it open windows: no child gets them, whoever wants that.
pub const MEDDLERS: [&str; 6] = [
    "JAVA_TOOL_OPTIONS",
    "JDK_JAVA_OPTIONS",
    "_JAVA_OPTIONS",
    "CLASSPATH",
    "DISPLAY",
    "WAYLAND_DISPLAY",
];

/// Variables without which a virtual machine does not find its libraries, or a path that is not in ASCII. All others stay behind: the
/// environment holds secrets, and what code under test reads there comes to stand in tests.
const NEEDED: [&str; 4] = ["LANG", "LC_ALL", "LC_CTYPE", "LD_LIBRARY_PATH"];

/// How often a child is looked at.
const POLL: Duration = Duration::from_millis(15);

/// How long a child that has closed its output may take to end.
const LAST_WORDS: Duration = Duration::from_secs(5);

/// How much of a log is shown, in bytes.
const TAIL: usize = 1500;

/// How much of an answer is kept, in bytes; what comes behind it is thrown away.
const MOST_ANSWER: usize = 64 << 20;

/// How long the end of an answer may stay away behind that of its process: another one may have its output, and keep it.
const LAST_OF_ANSWER: Duration = Duration::from_secs(1);

fn no_pipe() -> io::Error {
    io::Error::other("there is no pipe")
}

/// The command in that directory, without what the environment would have a virtual machine of ours do.
fn settled<'c>(command: &'c mut Command, directory: &Path) -> &'c mut Command {
    for name in MEDDLERS {
        command.env_remove(name);
    }
    command.current_dir(directory)
}

/// A child that does not outlive this value.
#[derive(Debug)]
pub(crate) struct Process(Child);

impl Process {
    /// Starts the command with nothing on its standard input, in `directory`, with its output going to `log`.
    pub(crate) fn start(command: &mut Command, directory: &Path, log: &Path) -> io::Result<Self> {
        let out = File::create(log)?;
        let err = out.try_clone()?;
        settled(command, directory)
            .stdin(Stdio::null())
            .stdout(out)
            .stderr(err)
            .spawn()
            .map(Self)
    }

    /// The same for a command that is talked to: its standard input and output are pipes, and what it says on standard error goes to `log`.
    pub(crate) fn converse(
        command: &mut Command,
        directory: &Path,
        log: &Path,
    ) -> io::Result<(Self, ChildStdin, ChildStdout)> {
        let (mut process, output) = Self::heard(command, directory, log, Stdio::piped())?;
        let input = process.0.stdin.take().ok_or_else(no_pipe)?;
        Ok((process, input, output))
    }

    /// The same for a command that answers on its standard output, and hears nothing.
    pub(crate) fn answering(command: &mut Command, directory: &Path, log: &Path) -> io::Result<(Self, ChildStdout)> {
        Self::heard(command, directory, log, Stdio::null())
    }

    fn heard(command: &mut Command, directory: &Path, log: &Path, input: Stdio) -> io::Result<(Self, ChildStdout)> {
        let child = settled(command, directory)
            .stdin(input)
            .stdout(Stdio::piped())
            .stderr(File::create(log)?)
            .spawn()?;
        let mut process = Self(child);
        let output = process.0.stdout.take().ok_or_else(no_pipe)?;
        Ok((process, output))
    }

    /// The exit status, when it has ended.
    pub(crate) fn ended(&mut self) -> io::Result<Option<ExitStatus>> {
        self.0.try_wait()
    }

    /// How long it has run on processors; nothing when it has ended.
    pub(crate) fn cpu(&self) -> Duration {
        let stat = fs::read_to_string(format!("/proc/{}/stat", self.0.id())).unwrap_or_default();
        // proc_pid_stat(5): the name in parentheses may hold anything, utime and stime are the 12th and 13th behind it.
        let fields = stat
            .rsplit_once(')')
            .map_or("", |(_, fields)| fields)
            .split_whitespace();
        let ticks: u64 = fields
            .skip(11)
            .take(2)
            .filter_map(|field| field.parse::<u64>().ok())
            .sum();
        Duration::from_millis(ticks * 1_000 / rustix::param::clock_ticks_per_second().max(1))
    }

    /// Waits until it ends, or kills it at `deadline` and says so by `None`.
    pub(crate) fn wait_until(&mut self, deadline: Instant) -> io::Result<Option<ExitStatus>> {
        loop {
            if let Some(status) = self.ended()? {
                return Ok(Some(status));
            }
            if Instant::now() >= deadline {
                self.kill();
                return Ok(None);
            }
            pause();
        }
    }

    /// Waits for the end of a child that has closed its output; `None` for one that had to be killed.
    pub(crate) fn last_words(&mut self) -> io::Result<Option<ExitStatus>> {
        self.wait_until(Instant::now() + LAST_WORDS)
    }

    pub(crate) fn kill(&mut self) {
        // Both fail only when it has ended already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if !matches!(self.0.try_wait(), Ok(Some(_))) {
            self.kill();
        }
    }
}

/// What a process answers, read while it runs.
pub(crate) struct Answer {
    bytes: Arc<Mutex<Vec<u8>>>,
    end: Receiver<()>,
}

impl Answer {
    pub(crate) fn of(mut output: ChildStdout) -> Self {
        let bytes = Arc::new(Mutex::new(Vec::new()));
        let (sender, end) = channel();
        let all = Arc::clone(&bytes);
        thread::spawn(move || {
            let mut chunk = vec![0; 1 << 16];
            while let Ok(length @ 1..) = output.read(&mut chunk) {
                let mut all = all.lock().unwrap_or_else(PoisonError::into_inner);
                let room = MOST_ANSWER.saturating_sub(all.len());
                all.extend_from_slice(&chunk[..length.min(room)]);
            }
            drop(sender);
        });
        Self { bytes, end }
    }

    /// All of it, when the process has ended.
    pub(crate) fn text(self) -> String {
        // Nothing is ever sent: the other side is dropped at the end.
        let _ = self.end.recv_timeout(LAST_OF_ANSWER);
        let bytes = std::mem::take(&mut *self.bytes.lock().unwrap_or_else(PoisonError::into_inner));
        String::from_utf8_lossy(&bytes).into_owned()
    }
}

/// Has the command run without the environment of this process, but for what a virtual machine needs and the variables `passed`.
pub(crate) fn forget_environment(command: &mut Command, passed: &[String]) {
    let known = NEEDED.into_iter().chain(passed.iter().map(String::as_str));
    command
        .env_clear()
        .envs(known.filter_map(|name| Some((name, env::var_os(name)?))));
}

pub(crate) fn pause() {
    thread::sleep(POLL);
}

/// The end of a log on one line, for a message.
pub(crate) fn tail(log: &Path) -> String {
    end_of(&fs::read(log).unwrap_or_default())
}

/// The same of what a process said.
pub(crate) fn end_of(said: &[u8]) -> String {
    let text = String::from_utf8_lossy(&said[said.len().saturating_sub(TAIL)..]).into_owned();
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    if lines.is_empty() {
        "nothing".to_owned()
    } else {
        lines.join(" | ")
    }
}

/// How a process ended, as a clause.
pub(crate) fn ending(status: ExitStatus) -> String {
    use std::os::unix::process::ExitStatusExt;
    match (status.code(), status.signal()) {
        (Some(code), _) => format!("exit code {code}"),
        (None, Some(signal)) => format!("killed by signal {signal}"),
        (None, None) => "ended in an unknown way".to_owned(),
    }
}

/// The same for one that closed its output, of which [`Process::last_words`] gave this.
pub(crate) fn ending_of_output(status: Option<ExitStatus>) -> String {
    status.map_or_else(|| "it closed its output".to_owned(), ending)
}

/// Paths joined by `:` as the launcher wants them.
pub(crate) fn joined(paths: &[PathBuf]) -> OsString {
    let mut all = OsString::new();
    for (index, path) in paths.iter().enumerate() {
        if index > 0 {
            all.push(":");
        }
        all.push(path);
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_child_gets_of_the_environment_what_it_needs_and_what_is_passed() {
        let dir = tempfile::tempdir().unwrap();
        let log = dir.path().join("log");
        let mut command = Command::new("/bin/sh");
        // Cargo sets both for its tests.
        let test = "echo \"[$CARGO_PKG_NAME|$CARGO_PKG_VERSION_MAJOR]\"; pwd; cat";
        command.args(["-c", test]);
        let passed = ["CARGO_PKG_NAME".to_owned()];
        forget_environment(&mut command, &passed);
        let mut process = Process::start(&mut command, dir.path(), &log).unwrap();
        let status = process
            .wait_until(Instant::now() + Duration::from_secs(20))
            .unwrap()
            .unwrap();
        assert!(status.success());
        let here = fs::canonicalize(dir.path()).unwrap();
        assert_eq!(tail(&log), format!("[palus-supervise|] | {}", here.display()));
    }

    #[test]
    fn an_answer_is_read_to_its_end_and_not_waited_for_where_another_process_keeps_it_open() {
        let dir = tempfile::tempdir().unwrap();
        let answer = |script: &str| {
            let mut command = Command::new("/bin/sh");
            command.args(["-c", script]);
            let (mut process, output) = Process::answering(&mut command, dir.path(), &dir.path().join("log")).unwrap();
            let answer = Answer::of(output);
            assert!(
                process
                    .wait_until(Instant::now() + Duration::from_secs(20))
                    .unwrap()
                    .is_some()
            );
            answer.text()
        };
        // More than a pipe holds.
        assert_eq!(answer("head -c 300000 /dev/zero; echo end").len(), 300_004);
        let began = Instant::now();
        assert_eq!(answer("echo here; sleep 30 & exit 0"), "here\n");
        assert!(began.elapsed() < Duration::from_secs(20));
    }

    #[test]
    fn a_child_that_overstays_is_killed() {
        let dir = tempfile::tempdir().unwrap();
        let mut command = Command::new("/bin/sleep");
        command.arg("60");
        let mut process = Process::start(&mut command, dir.path(), &dir.path().join("log")).unwrap();
        let soon = Instant::now() + Duration::from_millis(50);
        assert!(process.wait_until(soon).unwrap().is_none());
        assert!(process.ended().unwrap().is_some());
    }

    #[test]
    fn the_time_of_a_child_on_the_processor_is_known() {
        let dir = tempfile::tempdir().unwrap();
        let mut command = Command::new("/bin/sh");
        command.args(["-c", "while :; do :; done"]);
        let mut process = Process::start(&mut command, dir.path(), &dir.path().join("log")).unwrap();
        while process.cpu() < Duration::from_millis(30) {
            pause();
        }
        process.kill();
        assert_eq!(process.cpu(), Duration::ZERO);
    }

    #[test]
    fn an_empty_log_is_called_nothing() {
        assert_eq!(tail(Path::new("/nowhere/log")), "nothing");
    }
}
