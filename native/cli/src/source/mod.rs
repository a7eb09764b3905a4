//! Method executions for commands that analyse them, from wherever they are asked for.

mod suite;

use std::collections::{BTreeSet, HashMap};
use std::ffi::OsString;
use std::fs::File;
use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use palus_executions::{Reader, TestRun};
use palus_observe::{ObjectStates, Observations};
use tempfile::TempDir;

use crate::args::{Ids, KeepTraceArgs, RecordArgs, RedactionArgs, SourceArgs, Switch};
use crate::exit::say;
use crate::record::{Shown, record_for};
use suite::TestName;
pub(crate) use suite::{Ran, TestSuite, without_options};

/// Why a trace and options that say how states are made do not go together.
pub(crate) const RECORDED: &str = "the states of a trace are as they were recorded; give --ignore-field and --raw-collections to `palus record --states`";

/// A trace with states, which may be read more than once.
pub(crate) struct Source {
    trace: PathBuf,
    /// What to call it in messages.
    name: String,
    /// The tests, where they were run here.
    suite: Option<TestSuite>,
    failed: BTreeSet<TestName>,
    /// Holds the trace, where it is ours.
    _scratch: Option<TempDir>,
}

impl Source {
    /// Takes the trace that is there, or makes one, for the command of that name.
    pub(crate) fn find(args: &SourceArgs, command: &'static str) -> anyhow::Result<Self> {
        match (&args.trace, &args.test_classes, &args.classpath) {
            (Some(_), ..) if !args.rules.is_usual() => bail!("{RECORDED}"),
            (Some(trace), ..) => Ok(Self::at(trace)),
            (_, Some(folder), Some(path)) => Self::of_tests(args, folder, path, command),
            _ => Self::of_command(args),
        }
    }

    /// A trace that is there.
    pub(crate) fn at(trace: &Path) -> Self {
        Self {
            trace: trace.to_owned(),
            name: trace.display().to_string(),
            suite: None,
            failed: BTreeSet::new(),
            _scratch: None,
        }
    }

    /// Records the command; what it prints goes to standard error, for standard output is ours.
    fn of_command(args: &SourceArgs) -> anyhow::Result<Self> {
        let scratch = scratch()?;
        let (trace, recorded) = recording(args, scratch.path(), args.command.clone());
        let code = record_for(&recorded, Shown::OnStandardError)?;
        if code != 0 {
            say(&format!(
                "the command ended with exit code {code}; what its tests did until then is looked at"
            ));
        }
        Ok(Self {
            trace,
            name: "the recording".to_owned(),
            suite: None,
            failed: BTreeSet::new(),
            _scratch: Some(scratch),
        })
    }

    /// Runs the tests of a folder with the recorder.
    fn of_tests(args: &SourceArgs, folder: &Path, path: &str, command: &'static str) -> anyhow::Result<Self> {
        let scratch = scratch()?;
        let mut suite = TestSuite::find(folder, path, (command, args.test_limit), scratch.path())?;
        let (trace, ran) = loop {
            let (trace, recorded) = recording(args, scratch.path(), suite.command(&[], &[])?);
            let (output, file) = suite.output()?;
            let recorded = record_for(&recorded, Shown::In(&file));
            if suite.leaves_out_who_hung(&output)? {
                continue;
            }
            // That no test ran is why nothing was recorded.
            let ran = suite.ran(&output)?;
            recorded?;
            break (trace, ran);
        };
        let failed = ran.failures();
        if let Some(((class, method, _), message)) = ran.failed.first() {
            say(&format!(
                "{} of {} tests fail as they are and are left out, first {class}.{method}: {message}",
                failed.len(),
                failed.len() + ran.passed
            ));
        }
        Ok(Self {
            trace,
            name: folder.display().to_string(),
            suite: Some(suite),
            failed,
            _scratch: Some(scratch),
        })
    }

    /// The tests, where they were run here.
    pub(crate) fn suite(&self) -> Option<&TestSuite> {
        self.suite.as_ref()
    }

    /// Whether a test failed when it was run here, or did not end.
    pub(crate) fn has_failures(&self) -> bool {
        !self.failed.is_empty() || self.suite.as_ref().is_some_and(TestSuite::has_hanging)
    }

    /// Begins to read execution by execution, each state where it is asked for.
    pub(crate) fn executions(&self) -> anyhow::Result<Reader<BufReader<File>>> {
        Reader::new(self.open()?).with_context(|| self.name.clone())
    }

    fn open(&self) -> anyhow::Result<BufReader<File>> {
        let file = File::open(&self.trace).with_context(|| format!("{}: the trace cannot be read", self.name))?;
        Ok(BufReader::with_capacity(1 << 16, file))
    }

    /// Begins to read; `states` are those of what was read before. It is an error when there are no states.
    pub(crate) fn observe(&self, states: ObjectStates) -> anyhow::Result<Observations<BufReader<File>>> {
        let calls = Observations::going_on(self.open()?, states).with_context(|| self.name.clone())?;
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

fn scratch() -> anyhow::Result<TempDir> {
    tempfile::Builder::new()
        .prefix("palus-")
        .tempdir()
        .context("cannot make a temporary directory")
}

/// How a command is recorded into a folder, and where its trace will be.
fn recording(args: &SourceArgs, scratch: &Path, command: Vec<OsString>) -> (PathBuf, RecordArgs) {
    let trace = scratch.join("run.trace");
    let recorded = RecordArgs {
        out: scratch.join("run.palus"),
        include: args.include.clone(),
        exclude: args.exclude.clone(),
        redaction: RedactionArgs::default(),
        trace: KeepTraceArgs {
            keep_trace: Some(trace.clone()),
            states: true,
            statics: args.statics,
            rules: args.rules.clone(),
            nested: args.nested,
        },
        no_sampling: false,
        ids: Ids::Inside,
        call_sites: Switch::Off,
        collaborators: vec![],
        command,
    };
    (trace, recorded)
}

/// Tells the runs of tests that failed from the others, as they start.
pub(crate) struct LeftOut<'s> {
    failed: &'s BTreeSet<TestName>,
    runs: HashMap<(String, String), u32>,
    /// By process and run.
    found: BTreeSet<(u32, u32)>,
}

impl Source {
    /// Which tests do not count, for one pass through the trace.
    pub(crate) fn left_out(&self) -> LeftOut<'_> {
        LeftOut {
            failed: &self.failed,
            runs: HashMap::new(),
            found: BTreeSet::new(),
        }
    }
}

impl LeftOut<'_> {
    /// A test started; whether it does not count.
    pub(crate) fn starts(&mut self, process: u32, test: &TestRun) -> bool {
        if self.failed.is_empty() {
            return false;
        }
        let (class, method) = (test.method.owner.to_string(), test.method.name.to_string());
        let run = self.runs.entry((class.clone(), method.clone())).or_default();
        *run += 1;
        let is_left_out = self.failed.contains(&(class, method, *run));
        if is_left_out {
            self.found.insert((process, test.run));
        }
        is_left_out
    }

    /// Whether an execution is of such a test.
    pub(crate) fn has(&self, process: u32, test: Option<&TestRun>) -> bool {
        test.is_some_and(|test| self.found.contains(&(process, test.run)))
    }
}

/// Says what is to be known of a trace that was read to its end.
pub(crate) fn tell_of<R: Read>(reader: &Reader<R>) {
    for remark in remarks(reader) {
        say(&remark);
    }
}

/// How its states were made, where it was not as usual; of which ignored fields none was met; and what is missing.
pub(crate) fn remarks<R: Read>(reader: &Reader<R>) -> Vec<String> {
    let mut remarks = Vec::new();
    let rules = reader.rules();
    if !rules.ignored.is_empty() {
        remarks.push(format!(
            "states are without {}, as asked for by --ignore-field",
            rules.ignored.join(", ")
        ));
    }
    if rules.raw_collections {
        remarks.push("states have collections by their fields, as asked for by --raw-collections".to_owned());
    }
    remarks.extend(
        reader
            .unmet()
            .map(|field| format!("--ignore-field {field}: no object whose state was taken has such a field")),
    );
    let (cut, lost) = (reader.cut(), reader.lost());
    if cut > 0 {
        let plural = if cut == 1 { "a JVM" } else { "JVMs" };
        remarks.push(format!(
            "the end of the trace of {plural} is missing: it was killed or its disk was full; calls until then are there"
        ));
    }
    if lost > 0 {
        remarks.push(format!(
            "up to {lost} calls or ends are missing: there was no stack or memory left when the program came there"
        ));
    }
    remarks
}
