//! Compiles the generated tests and runs them in fresh virtual machines, as their reader will.

use std::ffi::OsString;
use std::fs;
use std::os::unix::process::ExitStatusExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use crate::compiler::Compiler;
use crate::flags::ABROAD;
use crate::losses::{MOST_ACCIDENTS, is_from_outside};
use crate::option_text::encode_option;
use crate::process::{Process, ending, forget_environment, joined, tail};
use crate::reading;
use crate::sandbox::{Sandbox, memory_for};
use crate::vary::clock_ahead;
use crate::{Error, Jdk};

/// The exit code of a run in which a test hung.
pub(crate) const HUNG: i32 = 3;

/// The largest heap of the compiler and of the tests, in megabytes.
const HEAP_MB: u32 = 1024;

/// Compiling and running end by themselves; this is for a compiler or a launcher that does not.
const BACKSTOP: Duration = Duration::from_secs(600);

/// A line on which the compiler found fault.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Diagnostic {
    /// The file, relative to the one of the directories that holds it.
    pub file: PathBuf,
    /// The line, from 1; 0 when the fault is the file's as a whole.
    pub line: u32,
    /// What the compiler said, on one line.
    pub message: String,
}

/// What the compiler found.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Compiled {
    /// What it refused. Nothing means that all class files were written.
    pub faults: Vec<Diagnostic>,
    /// What it warned of; the message is the key for `@SuppressWarnings`, empty where there is none.
    pub warnings: Vec<Diagnostic>,
    /// Where it met a class file of the class path that it does not read, or ended without an answer: no fault of the source. Line 0 stands for the whole file.
    pub refusals: Vec<Diagnostic>,
}

/// What became of one test method.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct TestResult {
    /// The test class, binary name.
    pub class: String,
    /// The test method.
    pub method: String,
    /// Whether it did what was expected of it.
    pub verdict: TestVerdict,
    /// Whether a test that passed wrote to a standard stream.
    pub printed: bool,
    /// The failure on one line; empty for a test that passed.
    pub message: String,
}

/// How a test ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum TestVerdict {
    /// Green.
    Passed,
    /// Red.
    Failed,
    /// It took so long that its virtual machine was ended; the tests after it did not run.
    Hung,
}

/// What a run in one virtual machine gave.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct RunReport {
    /// The tests that ran, in the order in which they did.
    pub tests: Vec<TestResult>,
    /// Whether all of them did: false when one hung.
    pub complete: bool,
}

/// One of the runs that a suite must pass. They differ in what a test does not control.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Round {
    order: Order,
    settings: &'static [&'static str],
    /// By how many days the clock is ahead, where tests are confined.
    days_ahead: u64,
    /// Another Java than the one that compiles.
    jdk: Option<Jdk>,
    company: Company,
}

/// Which tests a test finds the traces of in static fields of the code under test. What passes only behind another, whichever it is, shows
/// itself without; a shuffled order shows it only when it comes before all of those.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Company {
    /// Of all before it.
    All,
    /// Of those of its class, as where each test class has a virtual machine of its own.
    Class,
    /// Of none, as where a developer runs this one test.
    None,
}

impl Company {
    /// As the command line of the verifier has it; nothing for all.
    fn argument(self) -> Option<&'static str> {
        match self {
            Self::All => None,
            Self::Class => Some("class"),
            Self::None => Some("none"),
        }
    }
}

/// In which order the tests run.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Order {
    /// Classes by name, and methods as `JUnit` has them: what a build tool does, and so what the suite's owner sees first.
    Usual,
    /// Just the other way round: of any two tests each comes first in one of the two.
    Reversed,
    /// Shuffled, classes and methods.
    Shuffled(u64),
}

impl Order {
    /// As the command line of the verifier has it.
    pub(crate) fn argument(self) -> String {
        match self {
            Order::Usual => "usual".to_owned(),
            Order::Reversed => "reversed".to_owned(),
            Order::Shuffled(seed) => (seed as i64).to_string(),
        }
    }
}

/// As the machine has it, with Java's `assert` checked, as under a build tool.
const USUAL: &[&str] = &["-ea", "-Djava.awt.headless=true", "-Dfile.encoding=UTF-8"];

/// Where each test loads all classes for itself, to check their bytecode takes a third of the time. Other rounds do.
const UNCHECKED: [&str; 2] = ["-XX:+UnlockDiagnosticVMOptions", "-XX:-BytecodeVerificationRemote"];

/// What the rounds of a full verification go through, with identity hash codes of other kinds.
const SURROUNDINGS: [&[&str]; 5] = [
    USUAL,
    ABROAD,
    &[
        "-ea",
        "-Duser.timezone=America/St_Johns",
        "-Duser.language=tr",
        "-Duser.country=TR",
        "-XX:+UnlockExperimentalVMOptions",
        "-XX:hashCode=1",
    ],
    &[
        "-Duser.timezone=Asia/Kathmandu",
        "-Duser.language=ar",
        "-Duser.country=EG",
        "-Dfile.encoding=US-ASCII",
        "-XX:+UnlockExperimentalVMOptions",
        "-XX:hashCode=2",
    ],
    &[
        "-ea",
        "-Duser.timezone=UTC",
        "-Duser.language=ja",
        "-Duser.country=JP",
        "-XX:+UnlockExperimentalVMOptions",
        "-XX:hashCode=3",
    ],
];

/// What says the day or the time of year says another then.
const HALF_A_YEAR: u64 = 183;

/// How many shuffled orders a full verification takes on each Java.
const FULL: u64 = 10;

impl Round {
    /// The rounds of every suite: as under a build tool, on the Java that compiles; backwards in another country, on `other` where there is one,
    /// for a virtual machine more takes longer than most suites; and each test by itself.
    pub fn usual(other: Option<&Jdk>) -> [Self; 3] {
        let round = |order, settings, company| Self {
            order,
            settings,
            days_ahead: 0,
            jdk: None,
            company,
        };
        [
            round(Order::Usual, USUAL, Company::All),
            Self {
                days_ahead: HALF_A_YEAR,
                jdk: other.cloned(),
                ..round(Order::Reversed, ABROAD, Company::All)
            },
            round(Order::Usual, USUAL, Company::None),
        ]
    }

    /// Whether it is as the suite's owner sees it first: nothing in it is out of the ordinary.
    pub fn is_plain(&self) -> bool {
        *self == Self::usual(None)[0]
    }

    /// Whether each test runs as if it were the only one. Its classes may then be given with the methods that are wanted, see
    /// [`Verifier::run`].
    pub fn is_alone(&self) -> bool {
        self.company == Company::None
    }

    /// The Java that it runs on, when it is another than the one that compiles.
    pub fn elsewhere(&self) -> Option<&Jdk> {
        self.jdk.as_ref()
    }

    /// The rounds of a full verification: ten orders, in changing surroundings, on the Java that compiles and on each of `others`, and
    /// one in which the test classes have nothing to do with each other.
    pub fn full(seed: u64, others: &[Jdk]) -> Vec<Self> {
        let jdks = std::iter::once(None).chain(others.iter().cloned().map(Some));
        jdks.flat_map(|jdk| {
            (0..FULL).map(move |number| Self {
                order: Order::Shuffled(seed.wrapping_mul(31).wrapping_add(number)),
                settings: SURROUNDINGS[number as usize % SURROUNDINGS.len()],
                days_ahead: if number % 2 == 0 { 0 } else { HALF_A_YEAR + number },
                jdk: jdk.clone(),
                company: Company::All,
            })
        })
        .chain([Self {
            order: Order::Shuffled(seed),
            settings: USUAL,
            days_ahead: 0,
            jdk: None,
            company: Company::Class,
        }])
        .collect()
    }
}

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
    /// Entries of it that the compiler does not read, so that tests are compiled without them.
    pub refused_jars: Vec<PathBuf>,
    /// A directory of ours for lists and logs.
    pub scratch: PathBuf,
    /// A test that takes longer hangs.
    pub patience: Duration,
    /// How the project compiles them.
    pub compiler: Compiler,
    /// `libpalus.so`, when tests are confined while they run; `None` lets them do what they want.
    pub sandbox: Option<PathBuf>,
    /// Variables of the environment that the tests see.
    pub passed_env: Vec<String>,
}

impl Verifier {
    /// Compiles every source below the directories `sources` into `classes` that is newer than what is there.
    pub fn compile(&self, sources: &[PathBuf], classes: &Path) -> Result<Compiled, Error> {
        let run = self.start()?;
        let list = run.file("classpath");
        let read = self
            .class_path
            .iter()
            .filter(|entry| !self.refused_jars.contains(entry));
        let class_path = read.chain(&self.junit).cloned().collect::<Vec<_>>();
        write(&list, joined(&class_path).as_encoded_bytes())?;
        let options = run.file("options");
        write(&options, self.compiler.options().join("\n").as_bytes())?;
        fs::create_dir_all(classes).map_err(Error::io(format!("create {}", classes.display())))?;
        let readable = class_path.into_iter().chain(sources.iter().cloned());
        let readable = readable.chain([self.verify_jar.clone()]).collect();
        let writable = vec![run.0.path().to_owned(), classes.to_owned()];
        let mut settings = vec![option("-Djava.io.tmpdir=", &run.work())];
        settings.extend(self.confined(&self.jdk, &run, readable, writable)?);
        let mut command = self.command(&self.jdk, &settings, std::slice::from_ref(&self.verify_jar));
        let files = [classes, list.as_path(), options.as_path()];
        command.arg("compile").args(files).args(sources);
        let ended = run.finish(command)?;
        parse_diagnostics(&ended.output).ok_or_else(|| ended.failed())
    }

    /// Runs the tests of these classes, compiled into `classes`, in the order and the surroundings of the round: all of one part
    /// before those of the next. In a round that [`Round::is_alone`] a class may be followed by some of its methods, each after a tab: only
    /// these run then. Of the others the tests `left_out`, `CLASS#METHOD` each, do not.
    pub fn run(
        &self,
        classes: &Path,
        parts: &[Vec<String>],
        left_out: &[String],
        round: &Round,
    ) -> Result<RunReport, Error> {
        if parts.iter().all(Vec::is_empty) {
            return Ok(RunReport {
                tests: Vec::new(),
                complete: true,
            });
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
        let junit = self.junit.iter().cloned();
        let under_test = self.class_path.iter().cloned();
        let tests = std::iter::once(classes.to_path_buf());
        let all: Vec<PathBuf> = tests.chain(junit.clone()).chain(under_test).collect();
        // Where a loader of its own has the code under test, the virtual machine's must not: a test may ask it for a resource.
        let own = match round.company {
            Company::All => all.clone(),
            Company::Class | Company::None => junit.collect(),
        };
        let class_path: Vec<PathBuf> = own.into_iter().chain([self.verify_jar.clone()]).collect();
        let mut settings: Vec<OsString> = round.settings.iter().map(OsString::from).collect();
        settings.extend(UNCHECKED.iter().filter(|_| round.is_alone()).map(OsString::from));
        settings.push(option("-Djava.io.tmpdir=", &run.work()));
        settings.push(format!("-Dpalus.verify.limit-ms={}", self.patience.as_millis()).into());
        settings.push(option("-Dpalus.verify.left-out=", &left_out_list));
        let writable = vec![run.0.path().to_owned()];
        let readable = all.iter().chain([&self.verify_jar]).cloned().collect();
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
        let ended = run.finish(command)?;
        parse_results(&ended.output)
            .filter(|report| report.complete || ended.code == Some(HUNG))
            .ok_or_else(|| ended.failed())
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

    /// Runs the command in an empty directory. Standard output carries the answer; the tests' own output is swallowed on the other side.
    /// When somebody else kills it, it is started again.
    pub(crate) fn finish(&self, command: Command) -> Result<Ended, Error> {
        self.finish_within(command, BACKSTOP)
    }

    /// The same within that time.
    pub(crate) fn finish_within(&self, mut command: Command, limit: Duration) -> Result<Ended, Error> {
        let log = self.file("log");
        let mut status = None;
        for _ in 0..MOST_ACCIDENTS {
            let mut process =
                Process::start(&mut command, &self.work(), &log).map_err(Error::io("start the verifier"))?;
            status = process
                .wait_until(Instant::now() + limit)
                .map_err(Error::io("wait for the verifier"))?;
            let signal = status.and_then(|status| status.signal());
            if !signal.is_some_and(is_from_outside) {
                break;
            }
        }
        let bytes = fs::read(&log).map_err(Error::io("read the verifier's output"))?;
        Ok(Ended {
            output: String::from_utf8_lossy(&bytes).into_owned(),
            code: status.and_then(|s| s.code()),
            how: status.map_or_else(|| "it did not end".to_owned(), ending),
            tail: tail(&log),
        })
    }
}

impl Ended {
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

/// `error<TAB>path<TAB>line<TAB>message` a fault, `refusal` and the same a refusal, `warning<TAB>path<TAB>line<TAB>key` a warning,
/// `done<TAB>faults` at the end; `None` without that end.
fn parse_diagnostics(output: &str) -> Option<Compiled> {
    let mut found = Compiled::default();
    let mut ended = false;
    for line in output.lines() {
        let mut columns = line.splitn(4, '\t');
        match (columns.next(), columns.next(), columns.next(), columns.next()) {
            (Some(kind @ ("error" | "warning" | "refusal")), Some(file), Some(line), message) => {
                let kept = match kind {
                    "error" => &mut found.faults,
                    "warning" => &mut found.warnings,
                    _ => &mut found.refusals,
                };
                kept.push(Diagnostic {
                    file: PathBuf::from(file),
                    line: line.parse().unwrap_or(0),
                    message: message.unwrap_or_default().to_owned(),
                });
            }
            (Some("done"), ..) => ended = true,
            _ => {}
        }
    }
    ended.then_some(found)
}

/// `test<TAB>class<TAB>method<TAB>verdict<TAB>message` a test, `done<TAB>count` at the end; `None` when that end is missing and no
/// test hung.
pub(crate) fn parse_results(output: &str) -> Option<RunReport> {
    let report = RunReport::told_in(output);
    let hung = report.tests.iter().any(|test| test.verdict == TestVerdict::Hung);
    (report.complete || hung).then_some(RunReport {
        complete: report.complete && !hung,
        ..report
    })
}

impl RunReport {
    /// What a run's standard output told until the end or until something ended it: complete when all of it was.
    pub fn told_in(output: &str) -> Self {
        let mut report = Self::default();
        for line in output.lines() {
            let mut columns = line.splitn(5, '\t');
            match (columns.next(), columns.next(), columns.next(), columns.next()) {
                (Some("test"), Some(class), Some(method), Some(verdict)) => report.tests.push(TestResult {
                    class: class.to_owned(),
                    method: method.trim_end_matches("()").to_owned(),
                    verdict: match verdict {
                        "passed" | "printed" => TestVerdict::Passed,
                        "hung" => TestVerdict::Hung,
                        _ => TestVerdict::Failed,
                    },
                    printed: verdict == "printed",
                    message: columns.next().unwrap_or_default().to_owned(),
                }),
                (Some("done"), ..) => report.complete = true,
                _ => {}
            }
        }
        report
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_verification_takes_ten_different_orders_on_each_java_and_one_apart() {
        let mut rounds = Round::full(7, &[]);
        assert!(rounds.pop().is_some_and(|round| round.company == Company::Class));
        let orders: std::collections::BTreeSet<Order> = rounds.iter().map(|round| round.order).collect();
        assert_eq!((rounds.len(), orders.len()), (10, 10));
        assert!(rounds.iter().any(|round| round.settings == ABROAD));
    }

    #[test]
    fn of_the_usual_rounds_one_is_plain_one_backwards_and_one_alone() {
        let rounds = Round::usual(None);
        assert_eq!(rounds.each_ref().map(Round::is_plain), [true, false, false]);
        assert_eq!(rounds[1].order, Order::Reversed);
        assert_eq!(rounds.each_ref().map(Round::is_alone), [false, false, true]);
    }

    #[test]
    fn faults_are_read_with_their_lines() {
        let output = "error\tdemo/APalusTest.java\t12\tcannot find symbol: x\nnoise\n\
                      warning\tdemo/APalusTest.java\t14\tdeprecation\n\
                      refusal\tdemo/BPalusTest.java\t0\tit ended\ndone\t1\n";
        let at = |line, message: &str| Diagnostic {
            file: "demo/APalusTest.java".into(),
            line,
            message: message.to_owned(),
        };
        assert_eq!(
            parse_diagnostics(output).unwrap(),
            Compiled {
                faults: vec![at(12, "cannot find symbol: x")],
                warnings: vec![at(14, "deprecation")],
                refusals: vec![Diagnostic {
                    file: "demo/BPalusTest.java".into(),
                    ..at(0, "it ended")
                }],
            }
        );
        assert_eq!(parse_diagnostics("done\t0\n"), Some(Compiled::default()));
    }

    #[test]
    fn an_answer_without_its_end_is_no_answer() {
        assert_eq!(parse_diagnostics("error\tA.java\t1\tx\n"), None);
        assert_eq!(parse_results("test\tA\tb\tpassed\t\n"), None);
        assert_eq!(parse_results(""), None);
    }

    #[test]
    fn results_are_read_with_their_messages() {
        let report =
            parse_results("test\tdemo.A\ta\tpassed\t\ntest\tdemo.A\tb\tfailed\texpected: <1>\ndone\t2\n").unwrap();
        assert!(report.complete);
        assert_eq!(report.tests[0].verdict, TestVerdict::Passed);
        assert_eq!(
            (report.tests[1].verdict, report.tests[1].message.as_str()),
            (TestVerdict::Failed, "expected: <1>")
        );
    }

    #[test]
    fn a_hung_test_ends_the_run_early() {
        let report = parse_results("test\tdemo.A\ta\tpassed\t\ntest\tdemo.A\tb\thung\t\n").unwrap();
        assert!(!report.complete);
        assert_eq!(report.tests[1].verdict, TestVerdict::Hung);
    }
}
