//! Record mode: events of the program become a model, written when the virtual machine ends, and in between as
//! checkpoints.

use std::collections::BTreeMap;
use std::env;
use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::{Duration, Instant};

use palus_jvm::{ClassFilter, Executions, Faults, Host, Tables, WhoAnswers};
use palus_model::redact::{Redaction, Secrecy};
use palus_model::{Builder, Model, Sample};
use palus_trace::{Dictionary, MethodNames, ProfileLayout, decode};

use crate::checkpoint;
use crate::executions::Film;
use crate::fields::Accesses;
use crate::options::RecordOptions;

/// The environment variable that names a file for the number of events of each virtual machine, a line each.
const COUNT_EVENTS: &str = "PALUS_COUNT_EVENTS";

/// Builds the model of this virtual machine's run.
pub(crate) struct Recorder {
    out: PathBuf,
    dictionary: Arc<Dictionary>,
    /// There until this ends.
    started: PathBuf,
    /// `None` once the model was written.
    builder: Mutex<Option<Builder>>,
    filter: ClassFilter,
    /// What is secret; `None` when everything is written as it was seen.
    redaction: Option<Redaction>,
    samples: bool,
    counts_fields: bool,
    folds: bool,
    accesses: Arc<Accesses>,
    film: Option<Arc<Film>>,
    /// Events that there was no room for.
    lost: AtomicU64,
    /// What was left alone, and why.
    skipped: Mutex<BTreeMap<String, String>>,
    /// Nanoseconds spent on folding since the period of sampling began.
    spent: AtomicU64,
    /// How many events were folded.
    events: AtomicU64,
    malformed: AtomicBool,
    /// What [`Builder::extent`] said at the last checkpoint.
    extent: AtomicUsize,
    /// Held while the checkpoint file is written or removed.
    writing: Mutex<()>,
}

/// What came of a checkpoint.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Progress {
    /// The recording has ended.
    Ended,
    /// Nothing new was learned.
    Nothing,
    /// It was written, or at least tried.
    Written,
}

impl Recorder {
    fn new(options: &RecordOptions, dictionary: Arc<Dictionary>, accesses: Arc<Accesses>) -> Self {
        let mut builder = Builder::new(Arc::clone(&dictionary));
        if options.ids_aside {
            builder.draw_again();
        }
        let film = Film::new(options, &dictionary).map(Arc::new);
        Self {
            out: options.out.clone(),
            started: options.started.clone(),
            dictionary,
            builder: Mutex::new(Some(builder)),
            filter: options.filter(),
            redaction: options.redaction(),
            samples: options.samples,
            counts_fields: options.fields,
            folds: options.folds,
            accesses,
            film,
            lost: AtomicU64::new(0),
            skipped: Mutex::default(),
            spent: AtomicU64::new(0),
            events: AtomicU64::new(0),
            malformed: AtomicBool::new(false),
            extent: AtomicUsize::new(0),
            writing: Mutex::new(()),
        }
    }

    /// Leaves the file that says so. One that cannot be written is no reason to disturb the program.
    pub(crate) fn say_started(&self) {
        if !self.started.as_os_str().is_empty() {
            let _ = fs::write(&self.started, "");
        }
    }

    fn fold(&self, thread: u64, records: &[u8]) {
        if !self.folds {
            return;
        }
        let mut builder = self.builder.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(builder) = &mut *builder else { return };
        let started = Instant::now();
        let mut events = 0;
        let folded = decode(records, &mut |event| {
            events += 1;
            builder.fold(thread, event);
        });
        if folded.is_err() {
            self.malformed.store(true, Ordering::Relaxed);
        }
        self.events.fetch_add(events, Ordering::Relaxed);
        for object in builder.take_lost() {
            Tables::global().mute(object);
        }
        self.pass_on_samples(builder);
        let spent = u64::try_from(started.elapsed().as_nanos()).unwrap_or(u64::MAX);
        self.spent.fetch_add(spent, Ordering::Relaxed);
    }

    /// Tells the hooks what is to be recorded less often, or more often.
    fn pass_on_samples(&self, builder: &mut Builder) {
        let changes: Vec<Sample> = builder.take_samples().filter(|_| self.samples).collect();
        for sample in changes {
            match sample {
                Sample::Class { class, shift } => {
                    Tables::global().sample_class(class, shift);
                    builder.sampled(class, shift);
                }
                Sample::Method { method, shift } => Tables::global().sample_method(method, shift),
            }
        }
    }

    /// How long folding took since this was last asked for.
    pub(crate) fn take_spent(&self) -> Duration {
        Duration::from_nanos(self.spent.swap(0, Ordering::Relaxed))
    }

    /// Begins a period of sampling. Says whether the recording goes on.
    pub(crate) fn begin_period(&self) -> bool {
        let mut builder = self.builder.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(builder) = &mut *builder else { return false };
        if self.samples {
            builder.begin_period();
            self.pass_on_samples(builder);
        }
        true
    }

    /// Notes for the end what failed in the hooks, and was kept from the program.
    pub(crate) fn note_faults(&self, faults: Faults) {
        self.lost.store(u64::from(faults.lost), Ordering::Relaxed);
        let mut skipped = self.skipped.lock().unwrap_or_else(PoisonError::into_inner);
        let counts = [
            (
                faults.lost,
                "event",
                "there was no stack or memory left when the program came there",
            ),
            (
                faults.stopped,
                "thread",
                "the recorder failed on it and let the program go on; please report it",
            ),
        ];
        for (count, what, why) in counts.into_iter().filter(|&(count, ..)| count > 0) {
            let plural = if count == 1 { "" } else { "s" };
            skipped.insert(format!("{count} {what}{plural}"), why.to_owned());
        }
    }

    /// The trace, where one is kept.
    pub(crate) fn film(&self) -> Option<&Arc<Film>> {
        self.film.as_ref()
    }

    fn thread_ended(&self, thread: u64) {
        let mut builder = self.builder.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(builder) = &mut *builder {
            builder.thread_ended(thread);
        }
    }

    /// Writes what was learned so far beside the model file, if there is anything new in it. A file that cannot be written
    /// is no reason to disturb the program: the model itself may still be.
    pub(crate) fn checkpoint(&self) -> Progress {
        let _writing = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        let model = {
            let mut builder = self.builder.lock().unwrap_or_else(PoisonError::into_inner);
            let Some(builder) = &mut *builder else {
                return Progress::Ended;
            };
            let extent = builder.extent();
            if extent == self.extent.swap(extent, Ordering::Relaxed) {
                return Progress::Nothing;
            }
            self.accesses.hand_over(&self.dictionary, builder);
            builder.snapshot()
        };
        let model = self.without_secrets(model);
        let _ = model.save(&checkpoint::part_of(&self.out));
        Progress::Written
    }

    /// As the model may be written.
    fn without_secrets(&self, mut model: Model) -> Model {
        if let Some(redaction) = &self.redaction {
            redaction.redact(&mut model, &|method| {
                self.dictionary.parameters(&MethodNames {
                    owner: method.owner.clone(),
                    name: method.name.clone(),
                    descriptor: method.descriptor.clone(),
                    access: method.access,
                })
            });
        }
        model
    }

    /// Says beside the model file what was left alone. What the program prints is not mixed with it, and a file that cannot be
    /// written is no reason to disturb it.
    fn write_log(&self) {
        let skipped = self.skipped.lock().unwrap_or_else(PoisonError::into_inner);
        if skipped.is_empty() {
            return;
        }
        let lines = skipped.iter().map(|(what, why)| format!("{what}: {why}\n"));
        let _ = fs::write(log_of(&self.out), lines.collect::<String>());
    }

    /// Adds a line with the number of folded events to the file that [`COUNT_EVENTS`] names. It is for measurements only, so a
    /// file that cannot be written is no reason to disturb the program.
    fn count_events(&self) {
        let Some(file) = env::var_os(COUNT_EVENTS) else { return };
        let line = format!("{}\n", self.events.load(Ordering::Relaxed));
        // One write, since several virtual machines may share the file.
        let opened = OpenOptions::new().append(true).create(true).open(file);
        let _ = opened.and_then(|mut file| file.write_all(line.as_bytes()));
    }

    /// Writes the model and the rest of the trace, each whatever becomes of the other. A virtual machine that loaded none of the watched
    /// classes writes nothing.
    pub(crate) fn save(&self) -> Result<(), String> {
        let lost = self.lost.load(Ordering::Relaxed);
        let filmed = self.film.as_ref().map_or(Ok(()), |film| film.finish(lost));
        self.save_model().and(filmed)
    }

    fn save_model(&self) -> Result<(), String> {
        let builder = self.builder.lock().unwrap_or_else(PoisonError::into_inner).take();
        let Some(mut builder) = builder else { return Ok(()) };
        // It is its end, whether there is something to write or not.
        let _ = fs::remove_file(&self.started);
        if self.dictionary.follows_nothing() && !self.filter.names_classes_of_the_jdk() {
            return Ok(());
        }
        if self.malformed.load(Ordering::Relaxed) {
            eprintln!("palus: some events could not be read, so the model lacks them; please report it");
        }
        self.accesses.hand_over(&self.dictionary, &mut builder);
        self.write_log();
        self.count_events();
        let model = self.without_secrets(builder.finish());
        model
            .save(&self.out)
            .map_err(|error| format!("{}: the model could not be written: {error}", self.out.display()))?;
        // A checkpoint that is being written is waited for; the next one finds the recording ended.
        let _writing = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = fs::remove_file(checkpoint::part_of(&self.out));
        Ok(())
    }
}

/// The file that says what was left alone by the recording whose model is written there.
fn log_of(out: &Path) -> PathBuf {
    let mut name = out.as_os_str().to_owned();
    name.push(".log");
    name.into()
}

/// The recordings of this virtual machine, one after the other. The ids of methods and classes are the same in all: they
/// stand in the code of the classes and in tables of the hooks.
#[derive(Default)]
pub(crate) struct Sessions {
    dictionary: Arc<Dictionary>,
    accesses: Arc<Accesses>,
    current: RwLock<Option<Arc<Recorder>>>,
}

impl Sessions {
    /// Begins a recording in which nothing is followed yet.
    pub(crate) fn begin(&self, options: &RecordOptions) -> Arc<Recorder> {
        self.dictionary.follow_nothing();
        Tables::global().begin_recording();
        self.accesses.begin();
        let recorder = Recorder::new(options, Arc::clone(&self.dictionary), Arc::clone(&self.accesses));
        let recorder = Arc::new(recorder);
        *self.current.write().unwrap_or_else(PoisonError::into_inner) = Some(Arc::clone(&recorder));
        recorder
    }

    /// The recording that goes on, if any.
    pub(crate) fn current(&self) -> Option<Arc<Recorder>> {
        self.current.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// What comes from now on belongs to no recording.
    pub(crate) fn end(&self) {
        *self.current.write().unwrap_or_else(PoisonError::into_inner) = None;
    }
}

/// Answers the hooks in record mode.
pub(crate) struct RecordHost {
    sessions: Arc<Sessions>,
}

impl RecordHost {
    pub(crate) fn new(sessions: Arc<Sessions>) -> Self {
        Self { sessions }
    }
}

impl Host for RecordHost {
    fn method_id(&self, owner: &str, name: &str, descriptor: &str, access: u32) -> u32 {
        self.sessions
            .dictionary
            .method_id(owner, name, descriptor, access as u16)
    }

    fn parameters(&self, method: u32, names: &mut dyn Iterator<Item = &str>) {
        self.sessions.dictionary.name_parameters(method, names);
    }

    fn tells_secret(&self, owner: &str, names: &[&str]) -> bool {
        let recorder = self.sessions.current();
        let redaction = recorder.as_ref().and_then(|recorder| recorder.redaction.as_ref());
        let is_secret = |redaction: &Redaction| {
            let mut names = names.iter();
            names.any(|name| redaction.field(owner, name) != Secrecy::None)
        };
        redaction.is_some_and(is_secret)
    }

    fn test_id(&self, owner: &str, name: &str, descriptor: &str, access: u32) -> u32 {
        self.sessions.dictionary.test_id(owner, name, descriptor, access as u16)
    }

    fn class_id(&self, name: &str) -> u32 {
        self.sessions.dictionary.class_id(name)
    }

    fn is_followed(&self, name: &str) -> bool {
        self.sessions.dictionary.has_methods_of(name)
    }

    fn is_of_tests(&self, name: &str) -> bool {
        self.sessions.dictionary.is_of_tests(name)
    }

    fn lay_out(&self, class: u32, layout: ProfileLayout) -> bool {
        self.sessions.dictionary.lay_out(class, layout)
    }

    fn owner(&self, method: u32) -> Option<String> {
        let names = self.sessions.dictionary.method(method);
        names.map(|names| names.owner.to_string())
    }

    fn is_included(&self, name: &str) -> bool {
        self.sessions
            .current()
            .is_some_and(|recorder| recorder.filter.admits(name))
    }

    fn field_access(&self, method: u32, class: &str, field: &str, is_write: bool) -> Option<u32> {
        let recorder = self.sessions.current()?;
        if !recorder.counts_fields {
            return None;
        }
        self.sessions.accesses.number(method, class, field, is_write)
    }

    fn watches_call_sites(&self) -> bool {
        self.sessions
            .current()
            .is_some_and(|recorder| recorder.filter.watches_call_sites())
    }

    fn watches_calls_of(&self, class: &str) -> bool {
        self.sessions
            .current()
            .is_some_and(|recorder| recorder.filter.watches_calls_of(class))
    }

    fn who_answers(&self, name: &str, is_interface: bool) -> WhoAnswers {
        let recorder = self.sessions.current();
        recorder.map_or(WhoAnswers::Nobody, |recorder| {
            recorder.filter.who_answers(name, is_interface)
        })
    }

    fn declares(&self, class: &str, parent: &str, fields: &mut dyn Iterator<Item = &str>) {
        self.sessions.accesses.declare(class, parent, fields);
    }

    fn skipped(&self, what: &str, reason: &str) {
        if let Some(recorder) = self.sessions.current() {
            let mut skipped = recorder.skipped.lock().unwrap_or_else(PoisonError::into_inner);
            skipped.insert(what.to_owned(), reason.to_owned());
        }
    }

    fn records(&self, thread: u64, records: &[u8]) {
        if let Some(recorder) = self.sessions.current() {
            recorder.fold(thread, records);
        }
    }

    fn thread_ended(&self, thread: u64) {
        if let Some(recorder) = self.sessions.current() {
            recorder.thread_ended(thread);
        }
    }

    fn executions(&self) -> Option<Arc<dyn Executions>> {
        let recorder = self.sessions.current()?;
        let film = recorder.film.clone()?;
        Some(film)
    }
}
