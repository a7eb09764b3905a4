//! Runs of one suite that differ from a first run in one fact each, to see what its tests hang on.

use std::ffi::OsString;
use std::fmt;
use std::path::{Path, PathBuf};

use crate::process::joined;
use crate::verify::{Order, command, option, write};
use crate::{Error, Jdk, RunReport, Verifier};

/// So many virtual machines may tests end in one run.
const MOST_MACHINES: usize = 12;

/// What a test's verdict can hang on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Fact {
    /// What other test classes leave in static fields.
    StaticState,
    /// In which order tests run.
    Order,
    /// The default time zone.
    TimeZone,
    /// The default locale.
    Locale,
    /// The default charset.
    Encoding,
    /// Date and time of day.
    Clock,
    /// Identity hash codes, and so the order in which hash tables give their elements.
    HashOrder,
    /// A port that is asked for by number.
    Port,
    /// Files that an earlier run left in the working directory or that of temporary files.
    Files,
    /// The thread on which tests run.
    Thread,
    /// The version of Java.
    Jdk,
    /// Nothing that is known: the verdict changes from run to run.
    Chance,
}

impl Fact {
    /// As programs have it.
    pub fn name(self) -> &'static str {
        match self {
            Self::StaticState => "static-state",
            Self::Order => "order",
            Self::TimeZone => "time-zone",
            Self::Locale => "locale",
            Self::Encoding => "encoding",
            Self::Clock => "clock",
            Self::HashOrder => "hash-order",
            Self::Port => "port",
            Self::Files => "files",
            Self::Thread => "thread",
            Self::Jdk => "jdk",
            Self::Chance => "chance",
        }
    }
}

impl fmt::Display for Fact {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A way to run a suite that differs from the first one in one fact.
#[derive(Clone, Debug)]
pub struct Variation {
    /// The fact.
    pub fact: Fact,
    /// Which value it has here, for reading.
    pub value: String,
    order: Order,
    options: Vec<String>,
    environment: Vec<(&'static str, OsString)>,
    /// Whether each test class loads the class path for itself.
    apart: bool,
    /// Whether tests run on another thread than the first.
    elsewhere: bool,
    jdk: Option<Jdk>,
    /// Whether the suite has run in the same directories before.
    again: bool,
}

/// The same in every run, so that a change of the machine's own does not show: as build tools have it.
pub(crate) const ALWAYS: [&str; 2] = ["-ea", "-Djava.awt.headless=true"];

const ZONES: [&str; 4] = ["UTC", "Asia/Kolkata", "America/Sao_Paulo", "Pacific/Apia"];
/// Name, language and country.
const LOCALES: [(&str, &str, &str); 5] = [
    ("ROOT", "", ""),
    ("en-US", "en", "US"),
    ("tr-TR", "tr", "TR"),
    ("ar-EG", "ar", "EG"),
    ("ja-JP", "ja", "JP"),
];
const ENCODINGS: [&str; 2] = ["US-ASCII", "ISO-8859-1"];
/// Another weekday, half a year, a year after 2038.
const DAYS: [u64; 3] = [1, 183, 36_524];
/// Random, from addresses, constant, and from a counter.
const HASH_MODES: [u8; 4] = [0, 1, 2, 3];
const ORDERS: [u64; 2] = [1, 2];
/// The names stand in the agent too.
const CLOCK_AHEAD: &str = "PALUS_CLOCK_AHEAD";
const PORTS_TAKEN: &str = "PALUS_PORTS_TAKEN";

/// The variables that have the library loaded before all others.
fn preloaded(library: &Path) -> (&'static str, OsString) {
    ("LD_PRELOAD", library.as_os_str().to_owned())
}

/// The variables that have the calendar of a process so many days ahead.
pub(crate) fn clock_ahead(library: &Path, days: u64) -> [(&'static str, OsString); 2] {
    [preloaded(library), (CLOCK_AHEAD, (days * 86_400).to_string().into())]
}

impl Variation {
    /// The first run: classes by name, the zone and locale of the machine, UTF-8.
    pub fn base() -> Self {
        Self::of(Fact::Chance, "another run")
    }

    /// The others. `library` is `libpalus.so`, which shifts the clock and takes ports.
    pub fn all(library: &Path, others: &[Jdk]) -> Vec<Self> {
        let mut all = vec![
            Self {
                apart: true,
                ..Self::of(Fact::StaticState, "each class alone")
            },
            Self {
                order: Order::Reversed,
                ..Self::of(Fact::Order, "reversed")
            },
        ];
        all.extend(ORDERS.map(|seed| Self {
            order: Order::Shuffled(seed),
            ..Self::of(Fact::Order, &format!("shuffled by {seed}"))
        }));
        all.extend(ZONES.map(|zone| Self::of(Fact::TimeZone, zone).with([format!("-Duser.timezone={zone}")])));
        all.extend(LOCALES.map(|(name, language, country)| {
            let options = [
                format!("-Duser.language={language}"),
                format!("-Duser.country={country}"),
            ];
            Self::of(Fact::Locale, name).with(options)
        }));
        all.extend(
            ENCODINGS.map(|charset| Self::of(Fact::Encoding, charset).with([format!("-Dfile.encoding={charset}")])),
        );
        all.extend(DAYS.map(|days| Self {
            environment: clock_ahead(library, days).into(),
            ..Self::of(Fact::Clock, &format!("{days} days later"))
        }));
        all.extend(HASH_MODES.map(|mode| {
            let options = [
                "-XX:+UnlockExperimentalVMOptions".to_owned(),
                format!("-XX:hashCode={mode}"),
            ];
            Self::of(Fact::HashOrder, &format!("-XX:hashCode={mode}")).with(options)
        }));
        all.extend([
            Self {
                environment: vec![preloaded(library), (PORTS_TAKEN, "1".into())],
                ..Self::of(Fact::Port, "taken")
            },
            Self {
                again: true,
                ..Self::of(Fact::Files, "those of an earlier run")
            },
            Self {
                elsewhere: true,
                ..Self::of(Fact::Thread, "another than main")
            },
        ]);
        all.extend(others.iter().map(|jdk| Self {
            jdk: Some(jdk.clone()),
            ..Self::of(Fact::Jdk, &jdk.feature().to_string())
        }));
        all
    }

    fn of(fact: Fact, value: &str) -> Self {
        Self {
            fact,
            value: value.to_owned(),
            order: Order::Usual,
            options: Vec::new(),
            environment: Vec::new(),
            apart: false,
            elsewhere: false,
            jdk: None,
            again: false,
        }
    }

    fn with(mut self, options: impl IntoIterator<Item = String>) -> Self {
        self.options.extend(options);
        self
    }
}

impl Verifier {
    /// Runs the tests of these classes, compiled into `classes`, as the variation has it. They are not confined: tests that somebody wrote
    /// may need files and ports. Where one hangs or ends the virtual machine, those behind it run in another one.
    pub fn run_varied(&self, classes: &Path, names: &[String], variation: &Variation) -> Result<RunReport, Error> {
        let run = self.start()?;
        let list = run.file("tests");
        write(&list, names.join("\n").as_bytes())?;
        let jdk = variation.jdk.as_ref().unwrap_or(&self.jdk);
        let entries = std::iter::once(classes.to_path_buf()).chain(self.junit.iter().cloned());
        let entries: Vec<PathBuf> = entries.chain(self.class_path.iter().cloned()).collect();
        let own_list = run.file("classpath");
        write(&own_list, joined(&entries).as_encoded_bytes())?;
        let own = if variation.apart { &self.junit } else { &entries };
        let class_path: Vec<PathBuf> = own.iter().chain([&self.verify_jar]).cloned().collect();
        let mut options: Vec<OsString> = ALWAYS.iter().map(OsString::from).collect();
        if variation.fact != Fact::Encoding {
            options.push("-Dfile.encoding=UTF-8".into());
        }
        options.extend(variation.options.iter().map(OsString::from));
        options.push(option("-Djava.io.tmpdir=", &run.work()));
        options.push(format!("-Dpalus.verify.limit-ms={}", self.patience.as_millis()).into());
        let left_out_list = run.file("left-out");
        options.push(option("-Dpalus.verify.left-out=", &left_out_list));
        let machine = |left_out: &[String]| {
            write(&left_out_list, left_out.join("\n").as_bytes())?;
            let mut command = command(jdk, &options, &class_path);
            command.args(["run", &variation.order.argument()]).arg(&list);
            if variation.apart {
                command.arg("class").arg(&own_list);
            }
            command.args(variation.elsewhere.then_some("elsewhere"));
            command.envs(variation.environment.iter().map(|(name, value)| (name, value)));
            run.finish(command)?.report()
        };
        let mut latest = RunReport::nothing();
        for _ in 0..=usize::from(variation.again) {
            latest = to_the_end(machine)?;
        }
        Ok(latest)
    }
}

/// Runs tests in one virtual machine after the other, each without those that are told of already.
fn to_the_end(machine: impl Fn(&[String]) -> Result<RunReport, Error>) -> Result<RunReport, Error> {
    let mut all = RunReport::default();
    let mut told: Vec<String> = Vec::new();
    for _ in 0..MOST_MACHINES {
        let report = match machine(&told) {
            // What ended it this time, no test did: what is known stays known.
            Err(Error::VerifyFailed { .. }) if !told.is_empty() => break,
            report => report?,
        };
        all.complete = report.complete;
        let is_stuck = report.tests.is_empty();
        told.extend(
            report
                .tests
                .iter()
                .map(|test| format!("{}#{}", test.class, test.method)),
        );
        all.tests.extend(report.tests);
        if all.complete || is_stuck {
            break;
        }
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;
    use crate::{TestResult, TestVerdict};

    /// A virtual machine of the tests `a` to `d` that ends with each of those.
    fn machine(left_out: &[String], deadly: &[&str]) -> RunReport {
        let mut report = RunReport::nothing();
        for method in ["a", "b", "c", "d"] {
            if left_out.contains(&format!("T#{method}")) {
                continue;
            }
            let ends = deadly.contains(&method);
            report.tests.push(TestResult {
                class: "T".to_owned(),
                method: method.to_owned(),
                verdict: if ends { TestVerdict::Hung } else { TestVerdict::Passed },
                printed: false,
                message: String::new(),
            });
            if ends {
                report.complete = false;
                break;
            }
        }
        report
    }

    #[test]
    fn behind_each_test_that_ends_its_virtual_machine_the_others_run_in_the_next() {
        let machines = Cell::new(0);
        let all = to_the_end(|left_out| {
            machines.set(machines.get() + 1);
            Ok(machine(left_out, &["a", "c"]))
        });
        let all = all.unwrap();
        let methods: Vec<&str> = all.tests.iter().map(|test| test.method.as_str()).collect();
        assert_eq!(
            (machines.get(), all.complete, methods),
            (3, true, vec!["a", "b", "c", "d"])
        );
    }

    #[test]
    fn a_virtual_machine_that_ends_before_any_test_is_an_error_only_when_it_is_the_first() {
        let fails = || {
            let (how, tail) = ("it ended".to_owned(), String::new());
            Err(Error::VerifyFailed { how, tail })
        };
        assert!(to_the_end(|_| fails()).is_err());
        let all = to_the_end(|left_out| match left_out {
            [] => Ok(machine(left_out, &["b"])),
            _ => fails(),
        });
        let all = all.unwrap();
        assert_eq!((all.complete, all.tests.len()), (false, 2));
    }
}
