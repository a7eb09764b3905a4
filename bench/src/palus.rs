//! The `palus` command beside this one, and other commands, run to their end.

use std::env;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use crate::peak::Peak;

/// How a command ended.
pub(crate) struct Ended {
    /// Its exit code; `None` when a signal ended it.
    pub(crate) code: Option<i32>,
    /// What it wrote to stdout.
    pub(crate) stdout: String,
    /// Wall time.
    pub(crate) took: Duration,
    /// The most memory that it and its descendants had at once, in bytes, as sampled.
    pub(crate) peak: u64,
}

/// The target directory, two above this executable.
pub(crate) fn target() -> Result<PathBuf> {
    let exe = env::current_exe().context("this program does not know where it is")?;
    let target = exe.parent().and_then(Path::parent);
    target
        .map(Path::to_path_buf)
        .context("this program is not in a target directory")
}

/// `palus` with these arguments; its progress is shown.
pub(crate) fn palus(arguments: &[String], work: &Path) -> Result<Ended> {
    run(palus_command()?.args(arguments), work)
}

/// `palus`, without arguments yet.
pub(crate) fn palus_command() -> Result<Command> {
    let exe = env::current_exe()
        .context("this program does not know where it is")?
        .with_file_name("palus");
    if !exe.exists() {
        bail!("there is no palus beside this program; run `cargo build --release` first");
    }
    Ok(Command::new(exe))
}

/// Runs a command in `work`; what it writes to stderr is shown.
pub(crate) fn run(command: &mut Command, work: &Path) -> Result<Ended> {
    wait(command.stderr(Stdio::inherit()), work)
}

/// Runs a command in `work`; what it writes to stderr goes to the file.
pub(crate) fn run_logged(command: &mut Command, work: &Path, log: &Path) -> Result<Ended> {
    let file = File::create(log).with_context(|| format!("{} cannot be written", log.display()))?;
    wait(command.stderr(file), work)
}

fn wait(command: &mut Command, work: &Path) -> Result<Ended> {
    let started = Instant::now();
    command.current_dir(work).stdin(Stdio::null()).stdout(Stdio::piped());
    let child = command.spawn().with_context(|| format!("{command:?} cannot be run"))?;
    let peak = Peak::watch(child.id());
    let output = child.wait_with_output().context("a command cannot be waited for")?;
    Ok(Ended {
        code: output.status.code(),
        stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
        took: started.elapsed(),
        peak: peak.end(),
    })
}
