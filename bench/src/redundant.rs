//! `redundant`: how much of libraries' own suites `palus redundant` calls redundant, and what a large trace costs it.

use std::fs::{self, File};
use std::io::BufWriter;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result, ensure};
use palus_executions::{Call, Ended, Header, Writer};
use palus_sequence::Scalar;
use palus_state::{Class, Content, Node, Slot, State, Value};
use palus_trace::MethodNames;
use serde_json::Value as Json;

use crate::palus::{palus_command, run_logged, target};
use crate::subject::{Subject, jdk};

/// Calls of a made-up test.
const CALLS: u32 = 10;
/// How many different values the made-up objects hold.
const VALUES: u64 = 20_000;

/// Runs the suites under `palus redundant`, or, without names, reads a made-up trace of so many tests.
pub(crate) fn run(names: &[String], feature: u32, state: &str, tests: u64) -> Result<ExitCode> {
    if names.is_empty() {
        return made_up(tests, state);
    }
    for name in names {
        let subject = Subject::resolve(name)?;
        let empty = subject.work.join("redundant");
        let _ = fs::remove_dir_all(&empty);
        fs::create_dir_all(&empty).with_context(|| format!("{} cannot be made", empty.display()))?;
        let mut palus = palus_command()?;
        palus.args(["redundant", "--format", "json", "--out", "reduced", "--state", state]);
        palus
            .args(["--include", subject.classes, "--"])
            .arg(jdk(feature)?.java());
        let log = subject.work.join("redundant.log");
        let ended = run_logged(palus.args(subject.suite_arguments()?), &empty, &log)?;
        let told: Json = serde_json::from_str(&ended.stdout)
            .with_context(|| format!("exit code {:?}; {} has what was said", ended.code, log.display()))?;
        print(name, &told, ended.took.as_secs_f64(), ended.peak);
    }
    Ok(ExitCode::SUCCESS)
}

fn print(name: &str, told: &Json, seconds: f64, peak: u64) {
    let count = |name: &str| told["counts"][name].as_u64().unwrap_or(0);
    println!(
        "{name}: {} tests, {} executions, {} different, {} states; {} redundant ({:.1} %), {} unstable, {} without calls; {seconds:.1} s, {} MiB",
        count("tests"),
        count("executions"),
        count("different"),
        count("states"),
        count("redundant"),
        100.0 * count("redundant") as f64 / count("tests").max(1) as f64,
        count("unstable"),
        count("no-executions"),
        peak >> 20,
    );
}

fn made_up(tests: u64, state: &str) -> Result<ExitCode> {
    let work = target()?.join("bench").join("redundant");
    fs::create_dir_all(&work).with_context(|| format!("{} cannot be made", work.display()))?;
    let trace = work.join("made-up.trace");
    write(&trace, tests)?;
    let mut palus = palus_command()?;
    palus
        .arg("redundant")
        .arg(&trace)
        .args(["--format", "json", "--state", state]);
    let ended = run_logged(&mut palus, &work, &work.join("log"))?;
    ensure!(ended.code == Some(0), "palus ended with {:?}", ended.code);
    let told: Json = serde_json::from_str(&ended.stdout)?;
    print("made up", &told, ended.took.as_secs_f64(), ended.peak);
    Ok(ExitCode::SUCCESS)
}

/// Writes a trace of tests that make an object and set it to nine values, drawn from [`VALUES`].
pub(crate) fn write(file: &Path, tests: u64) -> Result<()> {
    let out = BufWriter::new(File::create(file)?);
    let header = Header {
        process: 1,
        has_states: true,
    };
    let mut writer = Writer::new(out, header)?;
    for (id, name, descriptor) in [(0, "<init>", "()V"), (1, "set", "(I)V"), (2, "test", "()V")] {
        let owner = if id == 2 { "app.CellTest" } else { "demo.Cell" };
        let method = MethodNames {
            owner: owner.into(),
            name: name.into(),
            descriptor: descriptor.into(),
            access: 1,
        };
        writer.method(id, &method);
    }
    let mut random = 1_u64;
    let mut draw = || {
        random = random
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (random >> 33) % VALUES
    };
    let made = writer.state(&joint(None, None));
    let made_after = writer.state(&joint(Some(0), None));
    for _ in 0..tests {
        writer.test(1, 2, true);
        let call = |method, state| Call {
            thread: 1,
            depth: 1,
            method,
            state,
        };
        writer.begins(call(0, made));
        writer.ends(call(0, made_after), Ended::Void);
        let mut held = 0;
        for _ in 1..CALLS {
            // Few pairs are the same by chance, so that most tests differ in one call at least.
            let value = draw() as i32;
            let before = writer.state(&joint(Some(held), Some(value)));
            writer.begins(call(1, before));
            held = value;
            let after = writer.state(&joint(Some(held), Some(value)));
            writer.ends(call(1, after), Ended::Void);
        }
        writer.test(1, 2, false);
    }
    writer.finish(0, &[])?;
    Ok(())
}

/// The bytes of a state: a cell that holds a value, null where there is none yet, and an argument.
fn joint(held: Option<i32>, argument: Option<i32>) -> Vec<u8> {
    let int = |value: i32| Slot::Value(Value::Boxed(Scalar::Int(value)));
    let receiver = held.map_or(Slot::Null, |_| Slot::Node(0));
    let node = |held| Node {
        class: 0,
        number: 0,
        content: Content::Fields(vec![int(held)]),
    };
    let class = Class {
        name: "demo.Cell".into(),
        fields: vec![("demo.Cell".into(), "held".into())],
    };
    let state = State {
        classes: held.map(|_| class).into_iter().collect(),
        roots: std::iter::once(receiver).chain(argument.map(int)).collect(),
        nodes: held.map(node).into_iter().collect(),
        is_racy: false,
    };
    state.bytes()
}
