//! `kills`: kills workers and the run itself at random moments, and looks for what is missing after `--resume`.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, ExitCode, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use crate::determinism::{difference, promised};
use crate::palus::{palus, palus_command};
use crate::subject::Subject;

pub(crate) fn run(name: &str, sequences: u64, kills: u32) -> Result<ExitCode> {
    let subject = Subject::resolve(name)?;
    let (whole, out) = (subject.work.join("whole"), subject.work.join("killed"));
    let _ = fs::remove_dir_all(&whole);
    let ended = palus(&arguments(&subject, sequences, &whole), &subject.work)?;
    let wanted = promised(&whole)?;
    println!(
        "undisturbed: {} files in {:.1} s",
        wanted.len(),
        ended.took.as_secs_f64()
    );
    let (mut killed, mut draw) = (Killed::default(), Draw(0x9e37_79b9));
    while killed.all() < kills {
        let _ = fs::remove_dir_all(&out);
        let arguments = arguments(&subject, sequences, &out);
        let mut resumes = false;
        while killed.all() < kills {
            let child = start(&arguments, resumes, &subject.work)?;
            match disturb(child, ended.took, &mut killed, &mut draw)? {
                End::Whole => break,
                End::Killed => resumes = true,
            }
            check_nothing_is_half_written(&out)?;
        }
        if !out.join("report.html").exists() {
            start(&arguments, resumes, &subject.work)?.wait()?;
        }
        println!("{} runs and {} workers killed", killed.runs, killed.workers);
        let files = promised(&out)?;
        if let Some(path) = difference(&wanted, &files) {
            println!("{} differs", path.display());
            return Ok(ExitCode::FAILURE);
        }
    }
    println!("identical each time");
    Ok(ExitCode::SUCCESS)
}

/// What was killed so far.
#[derive(Default)]
struct Killed {
    runs: u32,
    workers: u32,
}

impl Killed {
    fn all(&self) -> u32 {
        self.runs + self.workers
    }
}

/// How a run ended.
enum End {
    Whole,
    Killed,
}

/// Kills the run or its workers at a moment drawn from how long a run takes.
fn disturb(mut child: Child, usual: Duration, killed: &mut Killed, draw: &mut Draw) -> Result<End> {
    let deadline = Instant::now() + usual.mul_f64(draw.share());
    while Instant::now() < deadline {
        if let Some(status) = child.try_wait()? {
            return ended(status.success());
        }
        sleep(Duration::from_millis(5));
    }
    if draw.share() < 0.5 {
        kill(child.id());
        child.wait()?;
        killed.runs += 1;
        return Ok(End::Killed);
    }
    for worker in children(child.id()) {
        kill(worker);
        killed.workers += 1;
    }
    ended(child.wait()?.success())
}

fn ended(well: bool) -> Result<End> {
    if well {
        Ok(End::Whole)
    } else {
        bail!("a run failed that was not killed itself")
    }
}

fn arguments(subject: &Subject, sequences: u64, out: &Path) -> Vec<String> {
    let mut arguments = ["generate", "--seed", "7", "--jobs", "2", "--classes", subject.classes]
        .map(str::to_owned)
        .to_vec();
    arguments.extend(["--classpath".to_owned(), subject.class_path()]);
    arguments.extend(["--sequences".to_owned(), sequences.to_string()]);
    arguments.extend(["--out".to_owned(), out.display().to_string()]);
    arguments
}

/// Draws of a fixed stream (xorshift32, Marsaglia 2003).
struct Draw(u32);

impl Draw {
    /// From 0 to 1.
    fn share(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        f64::from(self.0) / f64::from(u32::MAX)
    }
}

fn start(arguments: &[String], resumes: bool, work: &Path) -> Result<Child> {
    let mut command = palus_command()?;
    command.args(arguments).args(resumes.then_some("--resume"));
    command.current_dir(work).stdin(Stdio::null());
    command.stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().context("palus cannot be started")
}

/// The processes that work for this one.
fn children(process: u32) -> Vec<u32> {
    let tasks = fs::read_dir(format!("/proc/{process}/task"))
        .into_iter()
        .flatten()
        .flatten();
    let lists = tasks.filter_map(|task| fs::read_to_string(task.path().join("children")).ok());
    let ids = lists.flat_map(|list| {
        list.split_whitespace()
            .filter_map(|id| id.parse().ok())
            .collect::<Vec<u32>>()
    });
    ids.collect()
}

fn kill(process: u32) {
    let mut command = Command::new("kill");
    command.args(["-KILL", &process.to_string()]).stderr(Stdio::null());
    // It may have ended by itself in the meantime.
    let _ = command.status();
}

/// Until a run is over its output directory holds working directories only.
fn check_nothing_is_half_written(out: &Path) -> Result<()> {
    let is_over = out.join("report.html").exists();
    if !is_over && (out.join("java").exists() || out.join("palus.json").exists()) {
        bail!("{} holds a part of an output", out.display());
    }
    Ok(())
}
