//! Method executions for commands that analyse them, from wherever they are asked for.

use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use palus_observe::{ObjectStates, Observations};
use tempfile::TempDir;

use crate::args::{KeepTraceArgs, RecordArgs, RedactionArgs, SourceArgs, Switch};
use crate::exit::say;
use crate::record::{Shown, record_for};

/// A trace with states, which may be read more than once.
pub(crate) struct Source {
    trace: PathBuf,
    /// What to call it in messages.
    name: String,
    /// Holds the trace, where it is ours.
    _scratch: Option<TempDir>,
}

impl Source {
    /// Takes the trace that is there, or makes one.
    pub(crate) fn find(args: &SourceArgs) -> anyhow::Result<Self> {
        match &args.trace {
            Some(trace) => Ok(Self::at(trace)),
            None => Self::of_command(args),
        }
    }

    /// A trace that is there.
    pub(crate) fn at(trace: &Path) -> Self {
        Self {
            trace: trace.to_owned(),
            name: trace.display().to_string(),
            _scratch: None,
        }
    }

    /// Records the command; what it prints goes to standard error, for standard output is ours.
    fn of_command(args: &SourceArgs) -> anyhow::Result<Self> {
        let scratch = tempfile::Builder::new()
            .prefix("palus-")
            .tempdir()
            .context("cannot make a temporary directory")?;
        let trace = scratch.path().join("run.trace");
        let recorded = RecordArgs {
            out: scratch.path().join("run.palus"),
            include: args.include.clone(),
            exclude: args.exclude.clone(),
            redaction: RedactionArgs::default(),
            trace: KeepTraceArgs {
                keep_trace: Some(trace.clone()),
                states: true,
                nested: args.nested,
            },
            no_sampling: false,
            call_sites: Switch::Off,
            command: args.command.clone(),
        };
        let code = record_for(&recorded, Shown::OnStandardError)?;
        if code != 0 {
            say(&format!(
                "the command ended with exit code {code}; what its tests did until then is looked at"
            ));
        }
        Ok(Self {
            trace,
            name: "the recording".to_owned(),
            _scratch: Some(scratch),
        })
    }

    /// Begins to read; `states` are those of what was read before. It is an error when there are no states.
    pub(crate) fn observe(&self, states: ObjectStates) -> anyhow::Result<Observations<BufReader<File>>> {
        let file = File::open(&self.trace).with_context(|| format!("{}: the trace cannot be read", self.name))?;
        let reader = BufReader::with_capacity(1 << 16, file);
        let calls = Observations::going_on(reader, states).with_context(|| self.name.clone())?;
        if !calls.has_states() {
            bail!(
                "{}: the trace has calls without states; record again with --states",
                self.name
            );
        }
        Ok(calls)
    }

    /// What to call it in messages.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }
}

/// Says what is missing of a trace that was read to its end.
pub(crate) fn tell_what_is_missing(calls: &Observations<BufReader<File>>) {
    let (cut, lost) = (calls.cut(), calls.lost());
    if cut > 0 {
        let plural = if cut == 1 { "a JVM" } else { "JVMs" };
        say(&format!(
            "the end of the trace of {plural} is missing: it was killed or its disk was full; calls until then are there"
        ));
    }
    if lost > 0 {
        say(&format!(
            "up to {lost} calls or ends are missing: there was no stack or memory left when the program came there"
        ));
    }
}
