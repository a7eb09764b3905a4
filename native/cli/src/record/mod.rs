//! `palus record`: runs a command with the recorder in its virtual machines, and makes one model of what they learned.

pub(crate) mod agent;
mod signals;

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io;
use std::os::unix::process::ExitStatusExt as _;
use std::path::Path;
use std::process::{Command, ExitStatus};

use anyhow::{Context as _, bail};
use palus_model::Model;

use crate::args::{Ids, RecordArgs, Switch};
use crate::artefacts;
use crate::atomic::writable_parent;
use crate::exit::{Exit, complain};
use crate::parts::Parts;
use crate::traces::{self, Lost};

/// Palus failed, or nothing was recorded.
const FAILED: u8 = 125;
/// The command was found but cannot be run.
const CANNOT_RUN: u8 = 126;
/// The command was not found.
const NOT_FOUND: u8 = 127;

/// Runs the command. The exit code is the command's own wherever that is possible.
pub(crate) fn run(args: &RecordArgs) -> Exit {
    match record(args, Shown::AsItIs) {
        Ok(code) => Exit::Code(code),
        Err(failure) => {
            complain(&failure.error);
            Exit::Code(failure.code)
        }
    }
}

/// What stops a recording, with the exit code that says so.
#[derive(Debug)]
struct Failure {
    code: u8,
    error: anyhow::Error,
}

impl From<anyhow::Error> for Failure {
    fn from(error: anyhow::Error) -> Self {
        Self { code: FAILED, error }
    }
}

fn record(args: &RecordArgs, shown: Shown<'_>) -> Result<u8, Failure> {
    let Some((program, arguments)) = args.command.split_first() else {
        return Err(anyhow::anyhow!("no command to record; put it behind `--`").into());
    };
    writable_parent(&args.out)?;
    if let Some(trace) = &args.trace.keep_trace {
        writable_parent(trace)?;
    }
    let parts = Parts::beside(&args.out)?;
    let ended = watch(args, program, arguments, &parts, shown);
    match ended {
        Ok((Some(model), code)) => {
            save(&model, &args.out).with_context(|| parts.unsaved(&args.out))?;
            let lost = match &args.trace.keep_trace {
                Some(trace) => {
                    let joined = traces::join(&parts.directory, trace, args.trace.states);
                    joined.with_context(|| parts.untraced(&args.out, trace))?
                }
                None => Lost::default(),
            };
            parts.remove();
            lost.tell()?;
            Ok(code)
        }
        Ok((None, code)) => {
            let was_cut_short = parts.was_cut_short();
            parts.remove();
            nothing_learned(program, code, was_cut_short)
        }
        Err(failure) => {
            parts.remove();
            Err(failure)
        }
    }
}

/// Runs the command with the recorder in it: what was learned, and the command's exit code.
fn watch(
    args: &RecordArgs,
    program: &OsStr,
    arguments: &[OsString],
    parts: &Parts,
    shown: Shown<'_>,
) -> Result<(Option<Model>, u8), Failure> {
    let mut option = agent::option(&artefacts::library()?, &parts.pattern(), &args.include, &args.exclude)?;
    option.push(agent::redaction(&args.redaction, parts)?);
    option.push(agent::trace(&args.trace, parts)?);
    option.push(",started=");
    option.push(agent::encode_out(&parts.started()));
    option.push(agent::collaborators(&args.collaborators)?);
    if args.no_sampling {
        option.push(",sample=off");
    }
    if args.ids == Ids::Aside {
        option.push(",ids=aside");
    }
    if args.call_sites == Switch::On {
        option.push(",callsites=on");
    }
    let mut command = agent::command(program, arguments, &option);
    match shown {
        Shown::AsItIs => {}
        Shown::OnStandardError => {
            command.stdout(io::stderr());
        }
        Shown::In(file) => {
            command.stdout(file.try_clone().context("cannot write a temporary file")?);
        }
    }
    let status = run_recorded(command).map_err(|e| cannot_start(program, &e))?;
    Ok((parts.learned()?, exit_code(status)))
}

/// A signal that would end this process goes to the command instead; it ends the command, and what it taught until then is kept.
fn run_recorded(mut command: Command) -> io::Result<ExitStatus> {
    let signals = signals::listen()?;
    let mut child = command.spawn()?;
    let passing = signals.pass_on_to(child.id());
    let status = child.wait();
    passing.end();
    status
}

fn cannot_start(program: &OsStr, error: &io::Error) -> Failure {
    let program = program.display();
    if error.kind() == io::ErrorKind::NotFound {
        return Failure {
            code: NOT_FOUND,
            error: anyhow::anyhow!("`{program}` was not found; give a command that is on PATH, or its path"),
        };
    }
    Failure {
        code: CANNOT_RUN,
        error: anyhow::anyhow!("`{program}` cannot be run: {error}; give an executable file"),
    }
}

/// The command's code as a shell would give it.
fn exit_code(status: ExitStatus) -> u8 {
    match (status.code(), status.signal()) {
        (Some(code), _) => code as u8,
        (None, Some(signal)) => (128 + signal) as u8,
        (None, None) => FAILED,
    }
}

fn save(model: &Model, out: &Path) -> anyhow::Result<()> {
    model
        .save(out)
        .with_context(|| format!("cannot write {}", out.display()))
}

fn nothing_learned(program: &OsStr, code: u8, was_cut_short: bool) -> Result<u8, Failure> {
    let why = if was_cut_short {
        "its JVM was killed or crashed before anything it taught was written down; record a run that ends by itself"
    } else {
        "it started no JVM, or none that loaded a class that is recorded; give the command that runs your tests, and look at \
         --include"
    };
    let error = anyhow::anyhow!("`{}` taught nothing: {why}", program.display());
    if code == 0 {
        return Err(error.into());
    }
    complain(&error);
    Ok(code)
}

/// Where the command's standard output goes.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Shown<'a> {
    /// To ours.
    AsItIs,
    /// To our standard error, as ours has something else.
    OnStandardError,
    /// Into a file.
    In(&'a File),
}

/// For other commands of this program: records, and is content with whatever the command's own code is, which it gives.
pub(crate) fn record_for(args: &RecordArgs, shown: Shown<'_>) -> anyhow::Result<u8> {
    match record(args, shown) {
        Ok(code) if args.out.is_file() => Ok(code),
        Ok(code) => bail!("the command ended with exit code {code} and nothing was recorded"),
        Err(failure) => Err(failure.error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::{KeepTraceArgs, RedactionArgs};

    fn args(command: &[&str], out: &Path) -> RecordArgs {
        RecordArgs {
            out: out.to_path_buf(),
            include: vec![],
            exclude: vec![],
            redaction: RedactionArgs::default(),
            trace: KeepTraceArgs::default(),
            no_sampling: false,
            ids: Ids::Inside,
            call_sites: Switch::Off,
            collaborators: vec![],
            command: command.iter().map(Into::into).collect(),
        }
    }

    #[test]
    fn a_signal_becomes_a_code_as_in_a_shell() {
        assert_eq!(exit_code(ExitStatus::from_raw(9)), 137);
        assert_eq!(exit_code(ExitStatus::from_raw(7 << 8)), 7);
    }

    #[test]
    fn an_output_that_cannot_be_written_is_said_before_the_command_runs() {
        let failure = record(&args(&["true"], Path::new("/nowhere/run.palus")), Shown::AsItIs).unwrap_err();
        assert_eq!(failure.code, FAILED);
        assert!(failure.error.to_string().starts_with("cannot write /nowhere/run.palus"));
    }

    #[test]
    fn a_command_that_taught_nothing_fails_only_if_it_had_not_failed() {
        assert_eq!(nothing_learned(OsStr::new("true"), 0, false).unwrap_err().code, FAILED);
        assert_eq!(nothing_learned(OsStr::new("false"), 1, true).unwrap(), 1);
    }
}
