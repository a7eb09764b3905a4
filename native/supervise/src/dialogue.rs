//! A Java program of ours that runs code under test, confined, and answers line by line.

use std::ffi::OsString;
use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::PathBuf;
use std::process::{ChildStdin, ChildStdout, Command};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

use crate::option_text::encode_option;
use crate::process::{Process, ending_of_output, forget_environment, tail};
use crate::reading;
use crate::sandbox::{Sandbox, memory_for};
use crate::verify::option;
use crate::{Error, Workshop};

/// How many lines may wait for whoever asked; then the program waits.
const MOST_WAITING: usize = 10_000;

/// What a program is started with.
#[derive(Debug)]
pub struct Question<'q> {
    /// The class with `main`, in the agent's jar.
    pub main: &'q str,
    /// The code under test, which the program may read; it is not on the class path of the virtual machine.
    pub class_path: &'q [PathBuf],
    /// Texts that are written into files, whose paths are the first arguments.
    pub files: &'q [String],
    /// The other arguments.
    pub words: &'q [&'q str],
    /// The largest heap, in megabytes.
    pub heap_mb: u32,
}

/// What came next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    /// A line.
    Line(String),
    /// Nothing for that long.
    Nothing,
    /// It has ended: how, and the end of what it said on standard error.
    Ended(String, String),
}

/// A program that answers. It does not outlive this value.
#[derive(Debug)]
pub struct Dialogue {
    process: Process,
    input: ChildStdin,
    lines: Receiver<String>,
    log: PathBuf,
    /// Removed with this value.
    _directory: tempfile::TempDir,
}

impl Workshop {
    /// Starts a program.
    pub fn converse(&self, question: &Question<'_>) -> Result<Dialogue, Error> {
        let failed = || Error::io(format!("write below {}", self.scratch.display()));
        let directory = tempfile::Builder::new()
            .prefix("dialogue-")
            .tempdir_in(&self.scratch)
            .map_err(failed())?;
        let at = |name: &str| directory.path().join(name);
        let (work, log) = (at("work"), at("log"));
        fs::create_dir(&work).map_err(failed())?;
        let mut command = Command::new(self.jdk.java());
        forget_environment(&mut command, &self.passed_env);
        if self.sandboxed {
            let own = [&self.agent_jar, &self.library].map(Clone::clone);
            let readable = own.into_iter().chain(question.class_path.iter().cloned());
            let readable = readable.chain([directory.path().to_owned()]);
            let rights = at("rights");
            Sandbox {
                readable: readable.chain(reading::of_java(self.jdk.home())).collect(),
                writable: vec![work.clone()],
                memory: Some(memory_for(question.heap_mb)),
            }
            .save(&rights)
            .map_err(failed())?;
            let mut agent = option("-agentpath:", &self.library);
            agent.push("=confine,sandbox=");
            agent.push(encode_option(rights.as_os_str()));
            command.arg(agent);
        }
        command
            .args(["-XX:+UseSerialGC", "-XX:-UsePerfData", "-XX:-CreateCoredumpOnCrash"])
            .args(["-Xss1m", "-Djava.awt.headless=true", "-ea"])
            .arg(format!("-Xmx{}m", question.heap_mb))
            .arg(option("-Djava.io.tmpdir=", &work))
            .arg("-cp")
            .arg(&self.agent_jar)
            .arg(question.main);
        for (number, text) in question.files.iter().enumerate() {
            let file = at(&format!("file-{number}"));
            fs::write(&file, text).map_err(failed())?;
            command.arg(file);
        }
        command.args(question.words.iter().map(OsString::from));
        let (process, input, output) = Process::converse(&mut command, &work, &log)
            .map_err(Error::io(format!("start {}", self.jdk.java().display())))?;
        Ok(Dialogue {
            process,
            input,
            lines: lines_of(output),
            log,
            _directory: directory,
        })
    }
}

/// What comes out of a pipe, read by a thread that ends with it or with whoever listens.
pub(crate) fn lines_of(output: ChildStdout) -> Receiver<String> {
    let (sender, lines) = sync_channel(MOST_WAITING);
    thread::spawn(move || {
        let mut reader = BufReader::new(output);
        let mut bytes = Vec::new();
        while reader.read_until(b'\n', &mut bytes).is_ok_and(|read| read > 0) {
            let line = String::from_utf8_lossy(&bytes).trim_end_matches('\n').to_owned();
            bytes.clear();
            if sender.send(line).is_err() {
                break;
            }
        }
    });
    lines
}

impl Dialogue {
    /// Says a line. That nobody hears it shows in what comes next.
    pub fn say(&mut self, line: &str) {
        let _ = writeln!(self.input, "{line}").and_then(|()| self.input.flush());
    }

    /// What comes next, waited for at most that long.
    pub fn next(&mut self, patience: Duration) -> Result<Said, Error> {
        match self.lines.recv_timeout(patience) {
            Ok(line) => Ok(Said::Line(line)),
            Err(RecvTimeoutError::Timeout) => Ok(Said::Nothing),
            Err(RecvTimeoutError::Disconnected) => {
                let status = self.process.last_words().map_err(Error::io("wait for a program"))?;
                Ok(Said::Ended(ending_of_output(status), tail(&self.log)))
            }
        }
    }
}
