//! `defects`: whether the tests of a release that repaired a known defect fail on the release before.

mod list;
mod verdict;

use std::fs;
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context, Result, bail};
use clap::Args;
use palus_supervise::{Jdk, Maven};

use self::list::{Defect, Half};
use self::verdict::{calls, showing};
use crate::evaluation::{Ledger, deadline, kept};
use crate::green::{Verdicts, check_fence, everything, launch, limited};
use crate::library::{self, compile, generate};
use crate::subject::{Subject, jdk};

/// How many seconds a test may take; one that takes longer hangs, and is red.
const PATIENCE: u64 = 10;

/// How much of the message of a test is shown.
const SHOWN: usize = 200;

const COLUMNS: [&str; 10] = [
    "defect",
    "half",
    "budget",
    "seed",
    "verdict",
    "tests",
    "red",
    "by its methods",
    "s",
    "first red test",
];

const FOUND: &str = "found";

/// `defects` as typed.
#[derive(Args, Clone, Debug)]
pub(crate) struct Asked {
    /// Which defects of `bench/defects.toml`; all of the half when none is named.
    ids: Vec<String>,
    /// Which half of the list; the kept one is for the end, when nothing is tuned any more.
    #[arg(long, value_enum, default_value = "open")]
    half: Half,
    /// The budget in seconds.
    #[arg(long, default_value_t = 30)]
    time: u64,
    /// How many seeds, from 1 on.
    #[arg(long, default_value_t = 1)]
    seeds: u64,
    /// Keep the rows that earlier runs measured, and measure only what they have not.
    #[arg(long)]
    resume: bool,
    /// Begin no defect later than so many minutes from now; `--resume` goes on there.
    #[arg(long, value_name = "MINUTES")]
    within: Option<u64>,
    /// Further options of `palus generate`, behind `--`.
    #[arg(last = true)]
    options: Vec<String>,
}

/// A row for each defect and seed, and how many were found.
pub(crate) fn run(asked: &Asked) -> Result<ExitCode> {
    let chosen = list::chosen(list::all()?, &asked.ids, asked.half)?;
    let title = "Defects of releases that the tests of the next one find";
    let mut ledger = Ledger::open("defects", title, &COLUMNS, None);
    if asked.resume {
        ledger.resume(kept().as_deref())?;
    }
    let jdk = jdk(17)?;
    check_fence(tempfile::tempdir()?.path())?;
    let (deadline, budget) = (deadline(asked.within), format!("{} s", asked.time));
    let mut failed = 0;
    for (seed, defect) in (1..=asked.seeds).flat_map(|seed| chosen.iter().map(move |defect| (seed, defect))) {
        let begins = [&defect.id, defect.half.name(), &budget, &seed.to_string()].map(str::to_owned);
        if ledger.has(&begins.each_ref().map(String::as_str)) {
            continue;
        }
        if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            eprintln!(
                "{} and what follows would have ended too late; go on with --resume",
                defect.id
            );
            break;
        }
        eprintln!("{}: {}", defect.id, defect.fix);
        match measure(defect, asked, seed, &jdk) {
            Ok(measured) => {
                ledger.row([begins.to_vec(), measured.cells()].concat());
                ledger.leave()?;
            }
            Err(why) => {
                eprintln!("{} could not be measured: {why:#}", defect.id);
                failed += 1;
            }
        }
    }
    ledger.sum_up(sum(&ledger));
    ledger.leave()?;
    if failed > 0 {
        eprintln!("{failed} could not be measured and have no row");
    }
    Ok(if failed > 0 {
        ExitCode::FAILURE
    } else {
        ExitCode::SUCCESS
    })
}

/// How many rows found their defect, of each half.
fn sum(ledger: &Ledger) -> String {
    let rows: Vec<(&str, &str)> = ledger.column("half").zip(ledger.column("verdict")).collect();
    let part = |half: Option<Half>| {
        let of_half = rows
            .iter()
            .filter(|(name, _)| half.is_none_or(|half| *name == half.name()));
        let verdicts: Vec<&str> = of_half.map(|(_, verdict)| *verdict).collect();
        let found = verdicts.iter().filter(|verdict| **verdict == FOUND).count();
        format!("{found} of {}", verdicts.len())
    };
    format!(
        "{} found: of the open half {}, of the kept half {}.",
        part(None),
        part(Some(Half::Open)),
        part(Some(Half::Kept))
    )
}

/// What the tests for a defect came to.
#[derive(Debug, Default, PartialEq, Eq)]
struct Measured {
    /// Those that are green on the fixed release.
    tests: usize,
    /// Those of them that show the defect: name, message, and whether it calls one of the methods that were repaired.
    red: Vec<(String, String, bool)>,
    seconds: u64,
}

impl Measured {
    /// The columns behind those that say what was measured.
    fn cells(&self) -> Vec<String> {
        let by_methods = self.red.iter().filter(|(_, _, calls)| *calls).count();
        let first = self.red.iter().find(|(_, _, calls)| *calls).or(self.red.first());
        let verdict = if self.red.is_empty() { "not found" } else { FOUND };
        vec![
            verdict.to_owned(),
            self.tests.to_string(),
            self.red.len().to_string(),
            by_methods.to_string(),
            self.seconds.to_string(),
            first.map_or_else(|| "-".to_owned(), |(test, message, _)| shown(test, message)),
        ]
    }
}

/// A test and its message as a cell of a table.
fn shown(test: &str, message: &str) -> String {
    let class_and_method = test.rsplitn(3, '.').take(2).collect::<Vec<_>>();
    let name = class_and_method.into_iter().rev().collect::<Vec<_>>().join(".");
    let whole = format!("{name}: {message}");
    let is_plain = |c: char| !c.is_control() && c != '|';
    whole
        .chars()
        .map(|c| if is_plain(c) { c } else { ' ' })
        .take(SHOWN)
        .collect()
}

/// Generates for the fixed release and runs the tests on both.
fn measure(defect: &Defect, asked: &Asked, seed: u64, jdk: &Jdk) -> Result<Measured> {
    let started = Instant::now();
    let mut fixed = Subject::resolve(&defect.fixed())?;
    let (first, further) = defect.classes.split_first().context("the entry names no class")?;
    // Once an entry of the list.
    fixed.classes = first.clone().leak();
    let further = further.iter().flat_map(|class| ["--classes".to_owned(), class.clone()]);
    let options: Vec<String> = further.chain(asked.options.iter().cloned()).collect();
    let out = fixed.work.join(format!("out-{}", defect.id));
    let generated = library::Asked {
        budget: library::Budget::Seconds(asked.time),
        seed,
        options: &options,
        jdk: Some(jdk),
    };
    generate(&fixed, None, &out, &generated)?;
    let mut measured = Measured::default();
    if out.join("java").is_dir() {
        let classes = compile(&fixed, &out, jdk)?;
        measured = compare(defect, &fixed, &classes, &out.join("java"), jdk)?;
    }
    measured.seconds = started.elapsed().as_secs();
    Ok(measured)
}

/// Runs compiled tests on both releases.
fn compare(defect: &Defect, fixed: &Subject, classes: &Path, sources: &Path, jdk: &Jdk) -> Result<Measured> {
    let mut defective = fixed.clone();
    let artifact = defect.defective()?;
    defective.jar = Maven::find(jdk, &fixed.work)?.files(&[artifact])?.remove(0);
    let right = verdicts(fixed, classes, jdk)?;
    let wrong = verdicts(&defective, classes, jdk)?;
    let mut measured = Measured {
        tests: right.values().filter(|message| message.is_none()).count(),
        ..Measured::default()
    };
    if showing(&[&right], &wrong).is_empty() {
        return Ok(measured);
    }
    // A test that is not always green on the fixed release says nothing about the other one.
    let again = verdicts(fixed, classes, jdk)?;
    for (test, message) in showing(&[&right, &again], &wrong) {
        let calls = calls_one_of(sources, test, &defect.methods)?;
        measured.red.push((test.to_owned(), message.to_owned(), calls));
    }
    Ok(measured)
}

/// What became of each test with this release on the class path.
fn verdicts(release: &Subject, classes: &Path, jdk: &Jdk) -> Result<Verdicts> {
    match launch(release, classes, &limited(jdk, PATIENCE), &everything(classes))? {
        Ok(verdicts) => Ok(verdicts),
        Err(how) => bail!("with {} on the class path, {how}", release.jar.display()),
    }
}

/// Whether the test, `package.Class.method()`, calls one of the methods.
fn calls_one_of(sources: &Path, test: &str, methods: &[String]) -> Result<bool> {
    let (class, method) = test.rsplit_once('.').context("a test has no class")?;
    let class = class.split('$').next().unwrap_or(class);
    let file = sources.join(class.replace('.', "/")).with_extension("java");
    let source = fs::read_to_string(&file).with_context(|| format!("{} cannot be read", file.display()))?;
    Ok(calls(&source, method.trim_end_matches("()"), methods))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_test_shown_is_one_that_calls_a_repaired_method() {
        let red = |test: &str, calls| (format!("p.CTest.{test}()"), "E: a|b\nc".to_owned(), calls);
        let measured = Measured {
            tests: 5,
            red: vec![red("first", false), red("second", true)],
            seconds: 31,
        };
        let cells = measured.cells();
        assert_eq!(cells, ["found", "5", "2", "1", "31", "CTest.second(): E: a b c"]);
        assert_eq!(Measured::default().cells(), ["not found", "0", "0", "0", "0", "-"]);
        assert_eq!(shown("T.m()", &"x".repeat(500)).chars().count(), SHOWN);
    }

    #[test]
    fn the_halves_are_counted_apart() {
        let mut ledger = Ledger::open("defects", "A title", &COLUMNS, None);
        for (half, verdict) in [("open", FOUND), ("open", "not found"), ("kept", "not found")] {
            let mut cells = vec![String::new(); COLUMNS.len()];
            cells[1] = half.to_owned();
            cells[4] = verdict.to_owned();
            ledger.row(cells);
        }
        let said = "1 of 3 found: of the open half 1 of 2, of the kept half 0 of 1.";
        assert_eq!(sum(&ledger), said);
    }
}
