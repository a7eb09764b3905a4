//! A run that is killed loses nothing: workers are replaced, and `--resume` takes up what the run had found.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::support::{Work, jdks, tree};
use serde_json::Value;

const ARGUMENTS: &str = "generate --classpath classes --classes friendly.* --sequences 3000 --jobs 2 --out";

/// What equal runs must make equal: all but the report, and `palus.json` without its `run` object.
fn promised(out: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut files = BTreeMap::new();
    for file in tree(out) {
        let mut bytes = fs::read(out.join(&file)).unwrap();
        if file == Path::new("palus.json") {
            let mut json: Value = serde_json::from_slice(&bytes).unwrap();
            json.as_object_mut().unwrap().remove("run");
            bytes = json.to_string().into_bytes();
        }
        if file != Path::new("report.html") {
            files.insert(file, bytes);
        }
    }
    files
}

fn start(work: &Work, out: &str, more: &[&str]) -> Child {
    Command::new(crate::support::palus())
        .args(ARGUMENTS.split(' '))
        .arg(out)
        .args(more)
        .current_dir(work.path("."))
        .env("JAVA_HOME", &jdks()[0].home)
        // What a killed run leaves there goes with the test.
        .env("TMPDIR", work.path("."))
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// The processes that work for this one.
fn children(process: u32) -> Vec<u32> {
    let tasks = fs::read_dir(format!("/proc/{process}/task"))
        .into_iter()
        .flatten()
        .flatten();
    let lists = tasks.filter_map(|task| fs::read_to_string(task.path().join("children")).ok());
    lists
        .flat_map(|list| {
            list.split_whitespace()
                .filter_map(|id| id.parse().ok())
                .collect::<Vec<u32>>()
        })
        .collect()
}

fn is_alive(process: u32) -> bool {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    status
        .lines()
        .any(|line| line.starts_with("State:") && !line.contains('Z'))
}

/// Whether the process compiles or runs what was generated.
fn is_checking(process: u32) -> bool {
    let command = fs::read(format!("/proc/{process}/cmdline")).unwrap_or_default();
    String::from_utf8_lossy(&command).contains("org.palus.verify.Verify")
}

fn kill(process: u32) {
    let killed = Command::new("kill").args(["-KILL", &process.to_string()]).status();
    assert!(killed.unwrap().success());
}

/// Waits for something to be there.
fn wait_for<T>(mut look: impl FnMut() -> Option<T>) -> T {
    let deadline = Instant::now() + Duration::from_secs(60);
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(Instant::now() < deadline, "it never came");
        sleep(Duration::from_millis(5));
    }
}

/// The length of the journal of the only group.
fn journalled(work: &Work, out: &str) -> u64 {
    fs::metadata(work.path(out).join(".palus-journal/group-0")).map_or(0, |data| data.len())
}

#[test]
fn a_killed_run_is_resumed_to_the_same_bytes_and_a_killed_worker_is_not_noticed() {
    let work = Work::on_subject("hostile", &jdks()[0]);
    work.palus(&format!("{ARGUMENTS} whole")).exits(0);
    let whole = promised(&work.path("whole"));
    assert!(
        !work.path("whole/.palus-journal").exists(),
        "a run that ended needs none"
    );

    // While the search runs, and when it is over and tests are being checked.
    for (out, is_late) in [("early", false), ("late", true)] {
        let mut run = start(&work, out, &[]);
        wait_for(|| (journalled(&work, out) > 0).then_some(()));
        if is_late {
            wait_for(|| children(run.id()).into_iter().any(is_checking).then_some(()));
        }
        let workers = children(run.id());
        kill(run.id());
        run.wait().unwrap();
        for worker in workers {
            wait_for(|| (!is_alive(worker)).then_some(()));
        }
        assert!(!work.path(out).join("java").exists(), "nothing half-written");
        let before = journalled(&work, out);
        assert!(before > 0);
        let resumed = work.palus(&format!("{ARGUMENTS} {out} --resume")).exits(0);
        assert!(!resumed.stderr().contains("nothing to resume"), "{}", resumed.stderr());
        assert_eq!(promised(&work.path(out)), whole, "{out}");
    }

    let mut run = start(&work, "robbed", &[]);
    wait_for(|| (journalled(&work, "robbed") > 0).then_some(()));
    let robbed = children(run.id());
    for worker in &robbed {
        kill(*worker);
    }
    assert!(run.wait().unwrap().success());
    assert_eq!(promised(&work.path("robbed")), whole);
}

#[test]
fn resuming_says_when_there_is_nothing_or_something_else_to_resume() {
    let work = Work::on_subject("hostile", &jdks()[0]);
    let mut run = start(&work, "out", &[]);
    wait_for(|| (journalled(&work, "out") > 0).then_some(()));
    kill(run.id());
    run.wait().unwrap();
    work.palus(&format!("{ARGUMENTS} out --resume --seed 9"))
        .exits(1)
        .complains("is the journal of a run with other options or classes");
    assert!(work.path("out/.palus-journal").exists(), "it can still be resumed");
    let fresh = work.palus(&format!("{ARGUMENTS} fresh --resume")).exits(0);
    assert!(
        fresh.stderr().contains("fresh has nothing to resume"),
        "{}",
        fresh.stderr()
    );
}
