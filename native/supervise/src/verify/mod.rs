//! Compiles the generated tests and runs them in fresh virtual machines, as their reader will.

mod javac;
mod mockito;
mod round;
mod told;

use std::ffi::OsString;
use std::fs;
use std::os::unix::process::ExitStatusExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use crate::class_data::{ClassData, Tool};
use crate::compiler::Compiler;
use crate::flags::FEWER_COMPILED;
use crate::losses::{MOST_ACCIDENTS, is_from_outside};
use crate::option_text::encode_option;
use crate::process::{Answer, Process, end_of, ending, forget_environment, joined};
use crate::reading;
use crate::sandbox::{Sandbox, memory_for};
use crate::vary::clock_ahead;
use crate::{Error, Jdk};
pub use javac::Javac;
pub use mockito::Mockito;
use round::Company;
pub(crate) use round::Order;
pub use round::Round;
pub(crate) use told::parse_results;
pub use told::{Compiled, Diagnostic, RunReport, TestResult, TestVerdict};

/// The exit code of a run in which a test hung.
pub(crate) const HUNG: i32 = 3;

/// The largest heap of the compiler and of the tests, in megabytes.
const HEAP_MB: u32 = 1024;

/// Compiling and running end by themselves; this is for a compiler or a launcher that does not.
const BACKSTOP: Duration = Duration::from_secs(600);

/// Where each test loads all classes for itself, to check their bytecode takes a third of the time. Other rounds do.
const UNCHECKED: [&str; 2] = ["-XX:+UnlockDiagnosticVMOptions", "-XX:-BytecodeVerificationRemote"];

/// Compiles and runs tests with the code under test, `JUnit`, and nothing of Palus on their class path.
#[derive(Clone, Debug)]
pub struct Verifier {
    /// The Java that compiles and runs them.
    pub jdk: Jdk,
    /// The jar that drives the compiler and the launcher.
    pub verify_jar: PathBuf,
    /// `JUnit`.
    pub junit: Vec<PathBuf>,
    /// The code under test.
    pub class_path: Vec<PathBuf>,
    /// What makes objects of interfaces for the tests, where they have that besides.
    pub mockito: Option<Mockito>,
    /// Entries of it that the compiler does not read, so that tests are compiled without them.
    pub refused_jars: Vec<PathBuf>,
    /// A directory of ours for lists and logs.
    pub scratch: PathBuf,
    /// A test that takes longer hangs.
    pub patience: Duration,
    /// When no more of those begin that run each by itself; `None` where all of them are to.
    pub until: Option<Instant>,
    /// How the project compiles them.
    pub compiler: Compiler,
    /// `libpalus.so`, when tests are confined while they run; `None` lets them do what they want.
    pub sandbox: Option<PathBuf>,
    /// Variables of the environment that the tests see.
    pub passed_env: Vec<String>,
    /// Where the class data of `verify_jar` and `junit` is kept, if anywhere.
    pub class_data: Option<ClassData>,
}

impl Verifier {
    /// Runs the tests of these classes, compiled into `classes`, in the order and the surroundings of the round: all of one part
    /// before those of the next. In a round that [`Round::is_alone`] a class may be followed by some of its methods, each after a tab: only
    /// these run then. Of the others the tests `left_out`, `CLASS#METHOD` each, do not.
    ///
    /// # Errors
    /// Where the virtual machine ended and no test had begun.
    pub fn run(
        &self,
        classes: &Path,
        parts: &[Vec<String>],
        left_out: &[String],
        round: &Round,
    ) -> Result<RunReport, Error> {
        if parts.iter().all(Vec::is_empty) {
            return Ok(RunReport::nothing());
        }
        let jdk = round.jdk.as_ref().unwrap_or(&self.jdk);
        let run = self.start()?;
        let list = run.file("tests");
        let lines: Vec<String> = parts.iter().map(|names| names.join("\n") + "\n").collect();
        write(&list, lines.join("\n").as_bytes())?;
        let left_out_list = run.file("left-out");
        write(&left_out_list, left_out.join("\n").as_bytes())?;
        // Tests are compiled as their owner will, whose own `JUnit` comes first there. Here ours does: its launcher does not take
        // engines and annotations of another version, nor `JUnit` 4 before 4.12, not even to run tests of `JUnit` 5.
        let tests = std::iter::once(classes.to_path_buf());
        let tested: Vec<PathBuf> = tests.chain(self.class_path.iter().cloned()).collect();
        // To load it anew for each test takes longer than the tests.
        let mocks = self.mock_jars();
        let ours = self.junit.iter().chain([&self.verify_jar]).chain(mocks).cloned();
        let all: Vec<PathBuf> = self.junit.iter().chain(&tested).cloned().collect();
        // Where a loader of its own has the code under test, the virtual machine's must not: a test may ask it for a resource.
        let class_path: Vec<PathBuf> = match round.company {
            Company::All => ours.chain(tested).collect(),
            Company::Class | Company::None => ours.collect(),
        };
        let (archive, using) = self.class_data(Tool::Launcher, jdk);
        let mut settings: Vec<OsString> = round.settings.iter().map(OsString::from).collect();
        settings.extend(using);
        settings.extend(self.mockito.as_ref().and_then(Mockito::setting));
        settings.extend(UNCHECKED.iter().filter(|_| round.is_alone()).map(OsString::from));
        settings.push(option("-Djava.io.tmpdir=", &run.work()));
        settings.push(format!("-Dpalus.verify.limit-ms={}", self.patience.as_millis()).into());
        settings.push(option("-Dpalus.verify.left-out=", &left_out_list));
        if let Some(until) = self.until.filter(|_| round.is_alone()) {
            let left = until.saturating_duration_since(Instant::now());
            settings.push(format!("-Dpalus.verify.time-ms={}", left.as_millis()).into());
        }
        let writable = vec![run.0.path().to_owned()];
        let readable = all.iter().chain(mocks).chain([&self.verify_jar]).chain(&archive);
        let readable = readable.cloned().collect();
        settings.extend(self.confined(jdk, &run, readable, writable)?);
        let mut command = self.command(jdk, &settings, &class_path);
        if let Some(library) = self.sandbox.as_ref().filter(|_| round.days_ahead > 0) {
            command.envs(clock_ahead(library, round.days_ahead));
        }
        command.args(["run", &round.order.argument()]).arg(&list);
        if let Some(company) = round.company.argument() {
            let list = run.file("classpath");
            write(&list, joined(&all).as_encoded_bytes())?;
            command.arg(company).arg(list);
        }
        run.finish(command)?.report()
    }

    pub(crate) fn mock_jars(&self) -> &[PathBuf] {
        self.mockito.as_ref().map_or(&[], |mockito| &mockito.jars)
    }

    /// The option that confines a virtual machine to its Java and these; none when nothing is to be confined.
    pub(crate) fn confined(
        &self,
        jdk: &Jdk,
        run: &Run,
        mut readable: Vec<PathBuf>,
        writable: Vec<PathBuf>,
    ) -> Result<Option<OsString>, Error> {
        let Some(library) = &self.sandbox else {
            return Ok(None);
        };
        readable.push(library.clone());
        readable.extend(reading::of_java(jdk.home()));
        let rights = run.file("rights");
        let memory = Some(memory_for(HEAP_MB));
        Sandbox {
            readable,
            writable,
            memory,
        }
        .save(&rights)
        .map_err(Error::io("write the verifier's rights"))?;
        let mut agent = option("-agentpath:", library);
        agent.push("=confine,sandbox=");
        agent.push(encode_option(rights.as_os_str()));
        Ok(Some(agent))
    }

    pub(crate) fn command(&self, jdk: &Jdk, settings: &[OsString], class_path: &[PathBuf]) -> Command {
        let mut command = command(jdk, settings, class_path);
        forget_environment(&mut command, &self.passed_env);
        command
    }

    pub(crate) fn start(&self) -> Result<Run, Error> {
        let failed = || Error::io(format!("write below {}", self.scratch.display()));
        let directory = tempfile::Builder::new()
            .prefix("verify-")
            .tempdir_in(&self.scratch)
            .map_err(failed())?;
        let run = Run(directory);
        fs::create_dir(run.work()).map_err(failed())?;
        Ok(run)
    }
}

pub(crate) fn command(jdk: &Jdk, settings: &[OsString], class_path: &[PathBuf]) -> Command {
    let mut command = Command::new(jdk.java());
    command
        .args([
            "-Xss1m",
            "-XX:-UsePerfData",
            "-XX:TieredStopAtLevel=1",
            FEWER_COMPILED,
            "-XX:+UseSerialGC",
        ])
        .arg(format!("-Xmx{HEAP_MB}m"))
        .args(settings)
        .arg("-cp")
        .arg(joined(class_path))
        .arg("org.palus.verify.Verify");
    command
}

/// The files of one process, gone with this value.
#[derive(Debug)]
pub(crate) struct Run(tempfile::TempDir);

/// What a process left.
pub(crate) struct Ended {
    pub(crate) output: String,
    pub(crate) code: Option<i32>,
    how: String,
    tail: String,
}

impl Run {
    /// Where all of it is.
    pub(crate) fn directory(&self) -> &Path {
        self.0.path()
    }

    /// The empty directory in which it runs. Each has a name of its own, so that a test which asserts the name does not repeat.
    pub(crate) fn work(&self) -> PathBuf {
        let own = self.0.path();
        own.join(own.file_name().unwrap_or(own.as_os_str()))
    }

    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Runs the command in an empty directory. Standard output carries the answer; the tests' own output is swallowed on the other side. It is a pipe:
    /// of a file code under test could take away what was told of others. When somebody else kills it, it is started again.
    pub(crate) fn finish(&self, command: Command) -> Result<Ended, Error> {
        self.finish_within(command, BACKSTOP)
    }

    /// The same within that time.
    pub(crate) fn finish_within(&self, mut command: Command, limit: Duration) -> Result<Ended, Error> {
        let log = self.file("log");
        let (mut status, mut output) = (None, String::new());
        for _ in 0..MOST_ACCIDENTS {
            let (mut process, answer) =
                Process::answering(&mut command, &self.work(), &log).map_err(Error::io("start the verifier"))?;
            let answer = Answer::of(answer);
            status = process
                .wait_until(Instant::now() + limit)
                .map_err(Error::io("wait for the verifier"))?;
            output = answer.text();
            let signal = status.and_then(|status| status.signal());
            if !signal.is_some_and(is_from_outside) {
                break;
            }
        }
        let errors = fs::read(&log).map_err(Error::io("read the verifier's output"))?;
        let said = [output.as_bytes(), &errors].concat();
        Ok(Ended {
            output,
            code: status.and_then(|s| s.code()),
            how: status.map_or_else(|| "it did not end".to_owned(), ending),
            tail: end_of(&said),
        })
    }
}

impl Ended {
    /// What it told of tests: all, or what there was until one hung or ended the virtual machine.
    pub(crate) fn report(&self) -> Result<RunReport, Error> {
        let whole = parse_results(&self.output).filter(|report| report.complete || self.code == Some(HUNG));
        let cut_short = || {
            Some(RunReport {
                lost: Some((self.how.clone(), self.tail.clone())),
                ..RunReport::cut_short(&self.output)?
            })
        };
        whole.or_else(cut_short).ok_or_else(|| self.failed())
    }

    pub(crate) fn failed(&self) -> Error {
        Error::VerifyFailed {
            how: self.how.clone(),
            tail: self.tail.clone(),
        }
    }
}

/// An option of the virtual machine that ends in a path.
pub(crate) fn option(name: &str, path: &Path) -> OsString {
    let mut option = OsString::from(name);
    option.push(path);
    option
}

pub(crate) fn write(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    fs::write(path, bytes).map_err(Error::io(format!("write {}", path.display())))
}
