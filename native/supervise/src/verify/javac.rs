//! A compiler that stays: what it compiles later it meets warm, which takes a fifth of the time.

use std::fs;
use std::io::Write as _;
use std::os::unix::process::ExitStatusExt as _;
use std::path::{Path, PathBuf};
use std::process::ChildStdin;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Instant;

use super::told::{LAST, parse_diagnostics};
use super::{BACKSTOP, Compiled, Run, Verifier, option, write};
use crate::Error;
use crate::class_data::Tool;
use crate::dialogue::lines_of;
use crate::losses::{MOST_ACCIDENTS, is_from_outside};
use crate::process::{Process, ending_of_output, joined, tail};

/// Compiles the same directories again and again. Its process is started when it is needed first, and does not outlive this value.
#[derive(Debug)]
pub struct Javac<'v> {
    verifier: &'v Verifier,
    below: PathBuf,
    sources: Vec<PathBuf>,
    classes: PathBuf,
    running: Option<Running>,
}

/// Its process.
#[derive(Debug)]
struct Running {
    process: Process,
    input: ChildStdin,
    lines: Receiver<String>,
    /// Whether an answer is to come.
    is_busy: bool,
    run: Run,
}

impl Verifier {
    /// A compiler of the directories `sources`, which need not be there, all below one that is, into `classes`.
    pub fn javac(&self, below: &Path, sources: &[PathBuf], classes: &Path) -> Javac<'_> {
        Javac {
            verifier: self,
            below: below.to_owned(),
            sources: sources.to_vec(),
            classes: classes.to_owned(),
            running: None,
        }
    }

    /// Compiles every source below the directory `sources` into `classes`.
    pub fn compile(&self, sources: &Path, classes: &Path) -> Result<Compiled, Error> {
        self.javac(sources, &[sources.to_owned()], classes).compile()
    }

    fn start_javac(&self, below: &Path, sources: &[PathBuf], classes: &Path) -> Result<Running, Error> {
        let run = self.start()?;
        let list = run.file("classpath");
        let read = self
            .class_path
            .iter()
            .filter(|entry| !self.refused_jars.contains(entry));
        let class_path = read
            .chain(&self.junit)
            .chain(self.mock_jars())
            .cloned()
            .collect::<Vec<_>>();
        write(&list, joined(&class_path).as_encoded_bytes())?;
        let options = run.file("options");
        write(&options, self.compiler.options().join("\n").as_bytes())?;
        fs::create_dir_all(classes).map_err(Error::io(format!("create {}", classes.display())))?;
        let (archive, using) = self.class_data(Tool::Compiler, &self.jdk);
        let readable = class_path
            .into_iter()
            .chain([below.to_owned(), self.verify_jar.clone()])
            .chain(archive);
        let writable = vec![run.directory().to_owned(), classes.to_owned()];
        let mut settings = vec![option("-Djava.io.tmpdir=", &run.work())];
        settings.extend(using);
        settings.extend(self.confined(&self.jdk, &run, readable.collect(), writable)?);
        let mut command = self.command(&self.jdk, &settings, std::slice::from_ref(&self.verify_jar));
        let files = [classes, list.as_path(), options.as_path()];
        command.arg("compile").args(files).args(sources);
        let (process, input, output) =
            Process::converse(&mut command, &run.work(), &run.file("log")).map_err(Error::io("start the compiler"))?;
        Ok(Running {
            process,
            input,
            lines: lines_of(output),
            is_busy: true,
            run,
        })
    }
}

impl Javac<'_> {
    /// Begins to compile what is there. It must not be changed until [`Javac::ended`].
    pub fn begin(&mut self) -> Result<(), Error> {
        match &mut self.running {
            Some(running) => running.again(),
            None => self.running = Some(self.verifier.start_javac(&self.below, &self.sources, &self.classes)?),
        }
        Ok(())
    }

    /// Waits for the end of what [`Javac::begin`] began, if anything: what was found of the sources that were newer than their class files.
    pub fn ended(&mut self) -> Result<Compiled, Error> {
        let Some(running) = self.running.as_mut().filter(|running| running.is_busy) else {
            return Ok(Compiled::default());
        };
        let answer = running.answer();
        if answer.is_err() {
            self.running = None;
        }
        answer
    }

    /// Compiles every source that is newer than its class file. When somebody kills the compiler, another one is started.
    pub fn compile(&mut self) -> Result<Compiled, Error> {
        let mut tries = 1..MOST_ACCIDENTS;
        loop {
            self.begin()?;
            match self.ended() {
                Err(Error::Killed) if tries.next().is_some() => {}
                answer => return answer,
            }
        }
    }
}

impl Running {
    fn again(&mut self) {
        // That nobody hears it shows in the answer.
        let _ = writeln!(self.input).and_then(|()| self.input.flush());
        self.is_busy = true;
    }

    fn answer(&mut self) -> Result<Compiled, Error> {
        self.is_busy = false;
        let until = Instant::now() + BACKSTOP;
        let mut output = String::new();
        loop {
            match self.lines.recv_timeout(until.saturating_duration_since(Instant::now())) {
                Ok(line) => {
                    output += &line;
                    output.push('\n');
                    let is_last = line.starts_with(LAST);
                    if let Some(compiled) = is_last.then(|| parse_diagnostics(&output)).flatten() {
                        return Ok(compiled);
                    }
                }
                Err(RecvTimeoutError::Timeout) => return Err(self.failed("it did not end".to_owned())),
                Err(RecvTimeoutError::Disconnected) => return Err(self.lost()?),
            }
        }
    }

    /// How it ended in the middle of an answer.
    fn lost(&mut self) -> Result<Error, Error> {
        let status = self.process.last_words().map_err(Error::io("wait for the compiler"))?;
        let signal = status.and_then(|status| status.signal());
        Ok(if signal.is_some_and(is_from_outside) {
            Error::Killed
        } else {
            self.failed(ending_of_output(status))
        })
    }

    fn failed(&self, how: String) -> Error {
        Error::VerifyFailed {
            how,
            tail: tail(&self.run.file("log")),
        }
    }
}
