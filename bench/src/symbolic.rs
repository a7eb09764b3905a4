//! `symbolic`: how many states sequences of calls lead to, with variables and with values, against what independent programs counted.

use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result, ensure};
use palus_supervise::Jdk;
use serde_json::Value as Json;

use crate::library::{compile_folders, of_subject};
use crate::palus::{palus_command, run_logged, target};
use crate::subject::jdk;

/// Figures from one call on.
struct Expected {
    class: &'static str,
    /// Values from 1 to this; 0 for variables.
    values: u32,
    states: &'static [u64],
    /// Whether an independent program counted them. Others are remembered from the paper, and printed for comparison alone.
    is_computed: bool,
}

const fn computed(class: &'static str, values: u32, states: &'static [u64]) -> Expected {
    Expected {
        class,
        values,
        states,
        is_computed: true,
    }
}

const fn recalled(class: &'static str, states: &'static [u64]) -> Expected {
    Expected {
        class,
        values: 0,
        states,
        is_computed: false,
    }
}

/// A zero stands for what is not known.
const EXPECTED: [Expected; 12] = [
    computed("demo.SearchTree", 0, &[2, 4, 9, 23, 65, 197, 626, 2056]),
    computed("demo.NumberList", 0, &[2, 3, 4, 5, 6, 7, 8, 9]),
    computed("demo.IntStack", 0, &[2, 4, 6, 9, 12, 16, 20, 24]),
    recalled("demo.UniqueStack", &[0, 0, 0, 0, 22, 30, 41, 55]),
    recalled("demo.MaxHeap", &[0, 0, 0, 0, 14, 20, 35, 54]),
    computed("demo.IntStack", 5, &[6, 36, 186, 961, 4836]),
    computed("demo.UniqueStack", 5, &[7, 33, 119, 325, 656]),
    computed("demo.UniqueStack", 6, &[8, 45, 202, 719, 1962, 3235]),
    computed("demo.MaxHeap", 5, &[6, 21, 76, 216, 664]),
    computed("demo.MaxHeap", 6, &[7, 28, 119, 385, 1379, 4515]),
    // Of these the numbers of calls and of values are the same, so that each figure is of a search of its own.
    computed("demo.SearchTree", SAME, &[2, 5, 15, 51, 188, 731, 2950, 12_235]),
    computed("demo.NumberList", SAME, &[2, 7, 40, 341, 3906, 55_987]),
];

/// As many values as calls.
const SAME: u32 = u32::MAX;

/// A search with variables up to so many calls should take less than a second.
const CALLS: usize = 8;

struct Place {
    jdk: Jdk,
    work: PathBuf,
    classes: PathBuf,
}

/// Prints a row a search.
pub(crate) fn run(feature: u32, quick: bool) -> Result<ExitCode> {
    let work = target()?.join("bench").join("symbolic");
    let _ = fs::remove_dir_all(&work);
    fs::create_dir_all(&work).with_context(|| format!("{} cannot be made", work.display()))?;
    let place = Place {
        jdk: jdk(feature)?,
        classes: work.join("classes"),
        work,
    };
    compile_folders(
        &place.jdk,
        &[of_subject("symbolic/demo")],
        "",
        &place.classes,
        &place.work,
    )?;
    println!("| class | arguments | states | as computed | branches | diverged | s |");
    println!("| --- | --- | --- | --- | --- | --- | --- |");
    let mut all_agree = true;
    for expected in &EXPECTED {
        let calls = expected.states.len();
        if expected.values != SAME {
            all_agree &= place.row(expected, expected.values, calls)?;
            continue;
        }
        for calls in 1..=if quick { calls.min(5) } else { calls } {
            all_agree &= place.row(expected, calls as u32, calls)?;
        }
    }
    Ok(if all_agree {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

impl Place {
    fn explore(&self, class: &str, options: &[&str]) -> Result<Json> {
        let out = self.work.join("out");
        let mut palus = palus_command()?;
        palus.args(["explore", "--time", "1h", "--class", class, "--classpath"]);
        palus.arg(&self.classes).args(options).arg("--out").arg(&out);
        let ended = run_logged(&mut palus, &self.work, &self.work.join("palus.log"))?;
        ensure!(
            ended.code == Some(0),
            "palus failed; palus.log in {} has why",
            self.work.display()
        );
        Ok(serde_json::from_slice(&fs::read(out.join("explore.json"))?)?)
    }

    /// Whether the states are as many as they were computed to be, nothing diverged, and a search with variables was quick.
    fn row(&self, expected: &Expected, values: u32, calls: usize) -> Result<bool> {
        let range = format!("1..{values}");
        let how: &[&str] = if values == 0 {
            &["--symbolic"]
        } else {
            &["--concrete", "--values", &range]
        };
        let number = calls.to_string();
        let figures = self.explore(expected.class, &[how, &["--calls", &number]].concat())?;
        let rows = figures["rows"].as_array().context("a table")?;
        let states: Vec<u64> = rows.iter().skip(1).filter_map(|row| row["states"].as_u64()).collect();
        let seconds: f64 = rows.iter().filter_map(|row| row["seconds"].as_f64()).sum();
        let branches = rows.last().and_then(|row| row["branches"].as_u64()).unwrap_or(0);
        let diverged = figures["diverged"].as_array().map_or(0, Vec::len);
        let is_same = if expected.values == SAME {
            states.last() == expected.states.get(calls - 1)
        } else {
            states == expected.states
        };
        let is_quick = values > 0 || calls < CALLS || seconds < 1.0;
        let shown = if expected.values == SAME {
            states.last().map_or_else(String::new, u64::to_string)
        } else {
            joined(&states)
        };
        let verdict = match (expected.is_computed, is_same) {
            (true, true) => "yes".to_owned(),
            (true, false) => format!("no: {}", joined(expected.states)),
            (false, _) => format!("recalled: {}", joined(expected.states)),
        };
        println!(
            "| {} | {} | {shown} | {verdict} | {branches} of {} | {diverged} | {seconds:.2} |",
            expected.class,
            if values == 0 { "variables" } else { &range },
            figures["branches"]
        );
        Ok((is_same || !expected.is_computed) && diverged == 0 && is_quick)
    }
}

fn joined(figures: &[u64]) -> String {
    let shown = figures.iter().map(|figure| {
        if *figure == 0 {
            "?".to_owned()
        } else {
            figure.to_string()
        }
    });
    shown.collect::<Vec<_>>().join(", ")
}
