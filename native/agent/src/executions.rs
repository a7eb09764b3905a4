//! The trace of a recording: calls from outside of the code under test, as the hooks tell of them, go to a file.
//!
//! Nothing waits in the buffers of the threads: what is told is in memory at once, and in the file a second later at most
//! ([`Film::flush`]), or as soon as there is enough of it for a block.

mod secrets;

use std::collections::HashSet;
use std::fs::File;
use std::io;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError, RwLock, Weak};
use std::thread;
use std::time::Duration;

use palus_executions::{Call, Ended, Header, Writer};
use palus_jvm::{ClassFilter, Executions, Frame, How, Snapshot};
use palus_sequence::StateRules;
use palus_trace::Dictionary;
use rustc_hash::{FxHashMap, FxHashSet};
use xxhash_rust::xxh3::xxh3_128;

use crate::options::RecordOptions;
use crate::record::Recorder;
use secrets::Secrets;

/// How long what is told stays in memory at most, but for what writing takes.
const INTERVAL: Duration = Duration::from_millis(500);

/// So many dumps are known by their states; then all are forgotten, for most never come again.
const KNOWN_DUMPS: usize = 1 << 18;

/// The trace of one virtual machine.
pub(crate) struct Film {
    path: PathBuf,
    filter: ClassFilter,
    has_states: bool,
    has_statics: bool,
    has_nested: bool,
    room_of_a_test: u64,
    rules: StateRules,
    dictionary: Arc<Dictionary>,
    secrets: Option<Secrets>,
    /// Classes with tests.
    tests: RwLock<HashSet<String>>,
    reel: Mutex<Reel>,
}

/// What is written to.
enum Reel {
    /// Nothing happened yet, and there is no file.
    Empty,
    Open(Open),
    /// Nothing is written any more: it is whole, or there can be no file.
    Closed(Result<(), io::ErrorKind>),
}

struct Open {
    writer: Writer<File>,
    methods: FxHashSet<u32>,
    classes: FxHashSet<u32>,
    /// The numbers of states by the hash of their bytes. No two of 2^64 states have the same one by chance; who reads compares bytes.
    states: FxHashMap<u128, Option<u32>>,
    /// The same by the hash of what was read of the heap.
    dumps: FxHashMap<u128, Option<u32>>,
}

impl Film {
    /// The trace that the options ask for, if they do.
    pub(crate) fn new(options: &RecordOptions, dictionary: &Arc<Dictionary>) -> Option<Self> {
        Some(Self {
            path: options.keep_trace.clone()?,
            filter: options.filter(),
            has_states: options.states,
            has_statics: options.statics,
            has_nested: options.nested,
            room_of_a_test: options.test_room,
            rules: options.state_rules.clone(),
            dictionary: Arc::clone(dictionary),
            secrets: options
                .redaction()
                .map(|redaction| Secrets::new(redaction, Arc::clone(dictionary))),
            tests: RwLock::default(),
            reel: Mutex::new(Reel::Empty),
        })
    }

    /// Writes what there is. What fails, fails for good, and [`Film::finish`] says so.
    pub(crate) fn flush(&self) {
        if let Reel::Open(open) = &mut *self.reel() {
            let _ = open.writer.flush();
        }
    }

    /// Writes the rest, and that it is whole. The error is one sentence for the user.
    pub(crate) fn finish(&self, lost: u64) -> Result<(), String> {
        let reel = std::mem::replace(&mut *self.reel(), Reel::Closed(Ok(())));
        let written = match reel {
            Reel::Open(open) => open.writer.finish(lost, &palus_jvm::unmet_fields()),
            Reel::Empty => Ok(()),
            Reel::Closed(result) => result.map_err(io::Error::from),
        };
        written.map_err(|error| format!("{}: the trace could not be written: {error}", self.path.display()))
    }

    fn reel(&self) -> std::sync::MutexGuard<'_, Reel> {
        self.reel.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Has something written, where that is possible.
    fn write(&self, write: impl FnOnce(&mut Open)) {
        let reel = &mut *self.reel();
        if matches!(reel, Reel::Empty) {
            *reel = match self.open() {
                Ok(open) => Reel::Open(open),
                Err(error) => Reel::Closed(Err(error.kind())),
            };
        }
        if let Reel::Open(open) = reel {
            write(open);
        }
    }

    fn open(&self) -> io::Result<Open> {
        let header = Header {
            process: std::process::id(),
            has_states: self.has_states,
        };
        let mut writer = Writer::new(File::create(&self.path)?, header)?;
        if self.rules != StateRules::default() {
            writer.rules(&self.rules);
        }
        Ok(Open {
            writer,
            methods: FxHashSet::default(),
            classes: FxHashSet::default(),
            states: FxHashMap::default(),
            dumps: FxHashMap::default(),
        })
    }

    fn call(&self, open: &mut Open, frame: Frame, snapshot: Option<Snapshot<'_>>) -> Call {
        open.name_method(&self.dictionary, frame.method);
        Call {
            thread: frame.thread,
            depth: frame.depth,
            method: frame.method,
            state: snapshot.and_then(|snapshot| self.state(open, frame.method, snapshot)),
        }
    }

    /// The number of a state. What was read alike is the same state, so most are known before they are one; what is secret in it may
    /// hang on the method.
    fn state(&self, open: &mut Open, method: u32, snapshot: Snapshot<'_>) -> Option<u32> {
        let seed = self.secrets.as_ref().map_or(0, |secrets| secrets.seed_of(method));
        let dump = snapshot.hash(seed);
        if let Some(number) = open.dumps.get(&dump) {
            return *number;
        }
        let number = snapshot.state().and_then(|mut state| {
            if let Some(secrets) = &self.secrets {
                secrets.redact(&mut state, method);
            }
            let bytes = state.bytes();
            let Open { states, writer, .. } = open;
            *states.entry(xxh3_128(&bytes)).or_insert_with(|| writer.state(&bytes))
        });
        if open.dumps.len() >= KNOWN_DUMPS {
            open.dumps.clear();
        }
        open.dumps.insert(dump, number);
        number
    }
}

impl Open {
    fn name_method(&mut self, dictionary: &Dictionary, id: u32) {
        if self.methods.insert(id)
            && let Some(method) = dictionary.method(id)
        {
            self.writer.method(id, &method);
        }
    }

    fn name_class(&mut self, dictionary: &Dictionary, id: u32) {
        if self.classes.insert(id) {
            self.writer.class(id, dictionary.class(id).as_deref().unwrap_or("?"));
        }
    }
}

impl Executions for Film {
    fn is_traced(&self, class: &str) -> bool {
        let tests = self.tests.read().unwrap_or_else(PoisonError::into_inner);
        let mut outer = class.match_indices('$').map(|(at, _)| &class[..at]).chain([class]);
        self.filter.admits(class) && !outer.any(|class| tests.contains(class))
    }

    fn holds_tests(&self, class: &str) {
        let mut tests = self.tests.write().unwrap_or_else(PoisonError::into_inner);
        tests.insert(class.to_owned());
    }

    fn has_states(&self) -> bool {
        self.has_states
    }

    fn has_statics(&self) -> bool {
        self.has_statics
    }

    fn room_of_a_test(&self) -> u64 {
        self.room_of_a_test
    }

    fn has_nested(&self) -> bool {
        self.has_nested
    }

    fn test(&self, thread: u64, method: u32, starts: bool) {
        self.write(|open| {
            open.name_method(&self.dictionary, method);
            open.writer.test(thread, method, starts);
        });
    }

    fn test_goes_on(&self, thread: u64, method: u32) {
        self.write(|open| {
            open.name_method(&self.dictionary, method);
            open.writer.test_goes_on(thread, method);
        });
    }

    fn begins(&self, frame: Frame, snapshot: Option<Snapshot<'_>>) {
        self.write(|open| {
            let call = self.call(open, frame, snapshot);
            open.writer.begins(call);
        });
    }

    fn ends(&self, frame: Frame, snapshot: Option<Snapshot<'_>>, how: How) {
        self.write(|open| {
            let call = self.call(open, frame, snapshot);
            let ended = match how {
                How::Void => Ended::Void,
                How::Value => Ended::Value,
                How::Threw(class) => {
                    open.name_class(&self.dictionary, class);
                    Ended::Threw(class)
                }
            };
            open.writer.ends(call, ended);
        });
    }
}

/// Starts the thread that writes to the file of a recording's trace. It ends when the recording does.
pub(crate) fn start(recorder: &Arc<Recorder>) -> io::Result<()> {
    let recorder = Arc::downgrade(recorder);
    thread::Builder::new()
        .name("palus-trace".to_owned())
        .spawn(move || run(&recorder))
        .map(drop)
}

fn run(recorder: &Weak<Recorder>) {
    loop {
        thread::sleep(INTERVAL);
        let Some(recorder) = recorder.upgrade() else { return };
        let Some(film) = recorder.film() else { return };
        film.flush();
    }
}
