//! `palus trace`: shows the executions of a trace.

mod json;
mod replay;
mod text;
mod view;

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Write};

use anyhow::{Context as _, bail};
use palus_classes::Glob;
use palus_executions::Execution;
use palus_observe::{ObjectStates, Observations};
use palus_trace::MethodNames;

use crate::args::{TextOrJson, TraceArgs};
use crate::exit::Exit;
use crate::source::tell_of;
use view::{Line, View};

/// Writes executions one by one, and in the end the states that they were in.
trait Show {
    /// One execution that is asked for.
    fn execution(&mut self, execution: &Execution, line: &Line, out: &mut dyn Write) -> io::Result<()>;

    /// The states that were named.
    fn states(&mut self, view: &View, states: &ObjectStates, out: &mut dyn Write) -> io::Result<()>;
}

/// Prints a trace on standard output.
pub(crate) fn run(args: &TraceArgs) -> anyhow::Result<Exit> {
    let path = || args.file.display().to_string();
    let file = File::open(&args.file).with_context(|| format!("{}: the trace cannot be read", path()))?;
    let mut calls = Observations::new(BufReader::with_capacity(1 << 16, file)).with_context(path)?;
    if args.replay {
        return replay::run(args, calls);
    }
    let mut show: Box<dyn Show> = match args.format {
        TextOrJson::Text => Box::new(text::Text),
        TextOrJson::Json => Box::new(json::Json::default()),
    };
    let mut view = View::default();
    let mut out = BufWriter::new(io::stdout().lock());
    let mut shown = 0_u64;
    while let Some(call) = calls.next_of(|execution| is_meant(args, execution)) {
        let call = call.with_context(path)?;
        shown += 1;
        if !went_on(show.execution(&call.execution, &view.line(&call), &mut out))? {
            return Ok(Exit::Done);
        }
    }
    if calls.read() == 0 {
        bail!(
            "{}: nothing was called in the recorded classes from outside of them; look at --include, and record again",
            path()
        );
    }
    if shown == 0 {
        bail!(
            "{}: no call is one of these tests and methods; `palus trace` without --test and --method shows all",
            path()
        );
    }
    if went_on(show.states(&view, calls.states(), &mut out).and_then(|()| out.flush()))? {
        tell_of(calls.reader());
    }
    Ok(Exit::Done)
}

/// A reader that has seen enough and closed the pipe is no error.
fn went_on(written: io::Result<()>) -> anyhow::Result<bool> {
    match written {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(false),
        Err(error) => Err(error).context("cannot write to standard output"),
    }
}

fn is_meant(args: &TraceArgs, execution: &Execution) -> bool {
    let test = execution.test.as_ref().map(|test| &*test.method);
    let is_test = |glob: &String| test.is_some_and(|test| is_named(glob, test));
    args.test.as_ref().is_none_or(is_test)
        && args
            .method
            .as_ref()
            .is_none_or(|glob| is_named(glob, &execution.method))
}

/// By `CLASS.METHOD`, with or without the package.
fn is_named(glob: &str, method: &MethodNames) -> bool {
    let glob = Glob::new(glob);
    let matches = |owner: &str| glob.matches(&format!("{owner}.{}", method.name));
    matches(&method.owner) || matches(simple(&method.owner))
}

/// The name of a class without its package.
fn simple(class: &str) -> &str {
    class.rsplit('.').next().unwrap_or(class)
}
