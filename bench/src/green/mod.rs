//! `green`: whether whoever runs a generated suite, or one test of it, elsewhere sees it pass.

mod fence;
mod launch;
mod settings;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread::{available_parallelism, scope};
use std::time::Instant;

use anyhow::Result;
use clap::Args;
use palus_supervise::Jdk;

pub(crate) use self::fence::check as check_fence;
pub(crate) use self::launch::{Verdicts, everything, launch};
pub(crate) use self::settings::limited;
use self::settings::{Setting, Together};
use crate::evaluation::{Ledger, deadline, kept};
use crate::libraries::GREEN;
use crate::library::{self, compile, generate};
use crate::subject::{Subject, all_names, jdk, jdks};

/// How many methods run alone where not all do.
const SAMPLE: usize = 100;

/// A virtual machine that runs one class or method starts faster so, and runs the same.
const SHORT: [&str; 2] = ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"];

/// `green` as typed.
#[derive(Args, Clone, Debug)]
pub(crate) struct Asked {
    /// Which libraries: names, or Maven coordinates `group:artifact:version`. All, and ten that nothing was tuned by, when none is named.
    names: Vec<String>,
    /// The budget in seconds.
    #[arg(long, default_value_t = 60)]
    time: u64,
    /// The seed.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Generate on this JDK, 17 or 25; the tests run on both.
    #[arg(long, default_value_t = 17)]
    jdk: u32,
    /// Run every method in a JVM of its own, not a sample drawn by the seed.
    #[arg(long)]
    all_methods: bool,
    /// Leave out the libraries that earlier runs have measured, and keep their rows.
    #[arg(long)]
    resume: bool,
    /// Begin no library later than so many minutes from now; `--resume` goes on there.
    #[arg(long, value_name = "MINUTES")]
    within: Option<u64>,
    /// Further options of `palus generate`, behind `--`.
    #[arg(last = true)]
    options: Vec<String>,
}

/// Generates for each library and runs the tests in all settings; a row each, and a note for each red test.
pub(crate) fn run(asked: &Asked) -> Result<ExitCode> {
    let everyone: Vec<String> = all_names().chain(GREEN).map(str::to_owned).collect();
    let names = if asked.names.is_empty() {
        &everyone
    } else {
        &asked.names
    };
    let columns = ["library", "generated on", "budget", "tests", "settings", "runs", "red"];
    let mut ledger = Ledger::open("green", "Red tests in other settings", &columns, Some("red"));
    if asked.resume {
        ledger.resume(kept().as_deref())?;
    }
    let jdk = jdk(asked.jdk)?;
    let others: Vec<Jdk> = jdks()?
        .into_iter()
        .filter(|other| other.feature() != jdk.feature())
        .collect();
    let settings = settings::all(&jdk, &others);
    check_fence(tempfile::tempdir()?.path())?;
    let (deadline, generated_on) = (deadline(asked.within), format!("JDK {}", jdk.feature()));
    for name in names {
        if ledger.has(&[name, &generated_on]) {
            continue;
        }
        if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            println!("{name} and what follows would have ended too late; go on with --resume");
            break;
        }
        let tally = tally(name, asked, &jdk, &settings)?;
        for red in &tally.red {
            ledger.note(format!("{name}, {red}"));
        }
        ledger.row([
            name.clone(),
            generated_on.clone(),
            format!("{} s", asked.time),
            tally.tests.to_string(),
            settings.len().to_string(),
            tally.runs.to_string(),
            tally.red.len().to_string(),
        ]);
        ledger.leave()?;
    }
    let red = ledger.column("red").any(|red| red != "0");
    Ok(if red { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// What became of a library's suite.
#[derive(Default)]
struct Tally {
    tests: usize,
    /// Of a test in a setting.
    runs: usize,
    /// The setting, the test and its message.
    red: Vec<String>,
}

fn tally(name: &str, asked: &Asked, jdk: &Jdk, settings: &[Setting]) -> Result<Tally> {
    let subject = Subject::resolve(name)?;
    let out = subject.work.join("out-green");
    let generated = library::Asked {
        budget: library::Budget::Seconds(asked.time),
        seed: asked.seed,
        options: &asked.options,
        jdk: Some(jdk),
    };
    generate(&subject, None, &out, &generated)?;
    let mut suite = Suite {
        subject: &subject,
        most_methods: if asked.all_methods { usize::MAX } else { SAMPLE },
        seed: asked.seed,
        tests: BTreeSet::new(),
    };
    let mut tally = Tally::default();
    for setting in settings {
        let verdicts = match compile(&subject, &out, &setting.jdk) {
            Ok(classes) => suite.run(&classes, setting)?,
            Err(why) => suite.all_red(&why.to_string()),
        };
        if suite.tests.is_empty() {
            suite.tests = verdicts.keys().cloned().collect();
        }
        tally.runs += verdicts.len();
        for (test, why) in verdicts.iter().filter_map(|(test, why)| Some((test, why.as_ref()?))) {
            tally.red.push(format!("{}: {test}: {}", setting.name, shortened(why)));
        }
    }
    tally.tests = suite.tests.len();
    Ok(tally)
}

/// What was generated for a library.
struct Suite<'s> {
    subject: &'s Subject,
    /// How many methods run alone.
    most_methods: usize,
    /// Decides which.
    seed: u64,
    /// `Class.method()` of every test; empty before the first run.
    tests: BTreeSet<String>,
}

impl Suite<'_> {
    /// What became of each test in the setting. A test that did not run is red as well.
    fn run(&self, classes: &Path, setting: &Setting) -> Result<Verdicts> {
        match setting.together {
            Together::Suite => {
                let ran = launch(self.subject, classes, setting, &everything(classes))?;
                Ok(complete(ran, &self.tests))
            }
            Together::Class => {
                let mut by_class: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
                for test in &self.tests {
                    by_class.entry(parts(test).0).or_default().insert(test.clone());
                }
                let jobs = by_class
                    .into_iter()
                    .map(|(class, tests)| (format!("--select-class={class}"), tests));
                self.run_apart(classes, setting, &jobs.collect::<Vec<_>>())
            }
            Together::Method => {
                let jobs = drawn(&self.tests, self.most_methods, self.seed)
                    .into_iter()
                    .map(|test| {
                        let (class, method) = parts(test);
                        let method = method.trim_end_matches("()");
                        (
                            format!("--select-method={class}#{method}"),
                            BTreeSet::from([test.clone()]),
                        )
                    });
                self.run_apart(classes, setting, &jobs.collect::<Vec<_>>())
            }
        }
    }

    /// A virtual machine for each selection, as many at a time as there are cores.
    fn run_apart(&self, classes: &Path, setting: &Setting, jobs: &[(String, BTreeSet<String>)]) -> Result<Verdicts> {
        let mut setting = setting.clone();
        setting.options.extend(SHORT.map(str::to_owned));
        let (next, all) = (AtomicUsize::new(0), Mutex::new(Ok(Verdicts::new())));
        let work = || {
            while let Some((selection, tests)) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
                let ran = launch(self.subject, classes, &setting, std::slice::from_ref(selection));
                let mut all = all.lock().unwrap_or_else(PoisonError::into_inner);
                match (ran, all.as_mut()) {
                    (Ok(ran), Ok(all)) => all.extend(complete(ran, tests)),
                    (Err(why), Ok(_)) => *all = Err(why),
                    (_, Err(_)) => return,
                }
            }
        };
        scope(|threads| {
            for _ in 0..available_parallelism().map_or(1, usize::from) {
                threads.spawn(work);
            }
        });
        all.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    fn all_red(&self, why: &str) -> Verdicts {
        complete(Err(why.to_owned()), &self.tests)
    }
}

/// What a run left, with every awaited test that is not in it as a red one.
fn complete(ran: std::result::Result<Verdicts, String>, awaited: &BTreeSet<String>) -> Verdicts {
    let (mut verdicts, why) = match ran {
        Ok(verdicts) => (verdicts, "it did not run".to_owned()),
        Err(why) if awaited.is_empty() => return Verdicts::from([("the suite".to_owned(), Some(why))]),
        Err(why) => (Verdicts::new(), why),
    };
    for test in awaited {
        verdicts.entry(test.clone()).or_insert_with(|| Some(why.clone()));
    }
    verdicts
}

/// Class and method of `Class.method()`.
fn parts(test: &str) -> (&str, &str) {
    test.rsplit_once('.').unwrap_or((test, ""))
}

/// So many of the tests at most, drawn by the seed: those whose digest with it is smallest.
fn drawn(tests: &BTreeSet<String>, most: usize, seed: u64) -> Vec<&String> {
    let digest = |test: &&String| {
        let mixed = test.bytes().fold(seed ^ 0xcbf2_9ce4_8422_2325, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        mixed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 11
    };
    let mut drawn: Vec<&String> = tests.iter().collect();
    drawn.sort_by_key(digest);
    drawn.truncate(most);
    drawn
}

fn shortened(message: &str) -> String {
    message.chars().take(200).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(names: &[&str]) -> BTreeSet<String> {
        names.iter().map(|&name| name.to_owned()).collect()
    }

    #[test]
    fn a_test_that_did_not_run_is_red() {
        let ran = Verdicts::from([("T.a()".to_owned(), None)]);
        let all = complete(Ok(ran), &names(&["T.a()", "T.b()"]));
        assert_eq!(all["T.a()"], None);
        assert_eq!(all["T.b()"].as_deref(), Some("it did not run"));
        let all = complete(Err("killed".to_owned()), &names(&["T.a()"]));
        assert_eq!(all["T.a()"].as_deref(), Some("killed"));
        assert_eq!(complete(Err("killed".to_owned()), &names(&[])).len(), 1);
    }

    #[test]
    fn the_seed_decides_which_methods_run_alone() {
        let tests: BTreeSet<String> = (0..100).map(|number| format!("T.m{number}()")).collect();
        assert_eq!(drawn(&tests, 10, 1), drawn(&tests, 10, 1));
        assert_ne!(drawn(&tests, 10, 1), drawn(&tests, 10, 2));
        assert_eq!(drawn(&tests, usize::MAX, 1).len(), 100);
        assert_eq!(parts("a.T$I.m()"), ("a.T$I", "m()"));
    }
}
