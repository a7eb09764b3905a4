//! One worker process: started with an order, watched by its heartbeat, replayed without what cost it its life.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};
use std::time::{Duration, Instant};

use palus_sequence::work::{ConfirmOrder, Confirmation, Confirmed, Order, Reason, Weighing};
use serde::de::DeserializeOwned;

use crate::flags::{Surroundings, WORKER_HEAP_MB, worker_flags};
use crate::losses::{Cause, Loss, MOST_ACCIDENTS, Suspects};
use crate::option_text::encode_option;
use crate::patience::Patience;
use crate::process::{Process, forget_environment, joined, pause, tail};
use crate::progress::{Progress, ProgressFile};
use crate::quota::Quota;
use crate::reading;
use crate::sandbox::{Sandbox, memory_for};
use crate::{Error, Jdk};

/// How often a confirmation is tried again.
const MOST_ATTEMPTS: u32 = 20;
/// And once more for so many tests.
const TESTS_PER_ATTEMPT: u32 = 20;

/// How long a worker may go without a heartbeat. Far above what its own watchdog allows one sequence.
const SILENCE: Duration = Duration::from_secs(10);

/// The same before the first heartbeat: a virtual machine starts, and class files are indexed.
const START_UP: Duration = Duration::from_secs(90);

/// What all workers of a run are started with.
#[derive(Clone, Debug)]
pub struct Workshop {
    /// The Java that runs them.
    pub jdk: Jdk,
    /// `libpalus.so`.
    pub library: PathBuf,
    /// The jar that holds the worker's `main`.
    pub agent_jar: PathBuf,
    /// A directory of ours for orders, results and logs.
    pub scratch: PathBuf,
    /// Whether the code under test is confined to what it needs.
    pub sandboxed: bool,
    /// Variables of the environment that the code under test sees.
    pub passed_env: Vec<String>,
}

/// What a worker is started for.
pub(crate) struct Job<'o> {
    pub(crate) order: &'o Order,
    pub(crate) group: u32,
    pub(crate) surroundings: Surroundings,
}

/// How a process ended.
pub(crate) enum Ending<T> {
    Done(Box<T>),
    Lost(Loss),
}

impl Workshop {
    /// Runs tests again, in other surroundings. A test that costs the worker its life did not come out the same;
    /// it is found by halving.
    pub fn confirm(&self, order: &ConfirmOrder) -> Result<Confirmed, Error> {
        let mut confirmed = Confirmed {
            group: order.group,
            behind: vec![BTreeMap::new(); order.openers.len()],
            through: vec![BTreeSet::new(); order.circles.len()],
            ..Confirmed::default()
        };
        let mut attempts_left = MOST_ATTEMPTS + order.tests.len() as u32 / TESTS_PER_ATTEMPT;
        self.confirm_into(order, &mut confirmed, &mut attempts_left)?;
        Ok(confirmed)
    }

    fn confirm_into(
        &self,
        order: &ConfirmOrder,
        confirmed: &mut Confirmed,
        attempts_left: &mut u32,
    ) -> Result<(), Error> {
        let tests = &order.tests;
        if *attempts_left > 0 && !tests.is_empty() {
            *attempts_left -= 1;
            let again = Order::Confirm(order.clone());
            let job = Job {
                order: &again,
                group: order.group,
                surroundings: Surroundings::Abroad,
            };
            if let Some(done) = self.undisturbed(&job)?.filter(|done| done.is_about(tests.len())) {
                confirmed.append(done);
                return Ok(());
            }
            if !order.weighing.mutants.is_empty() {
                // A mutant may have cost it its life: the tests are not to blame.
                let unweighed = ConfirmOrder {
                    weighing: Weighing::default(),
                    ..order.clone()
                };
                return self.confirm_into(&unweighed, confirmed, attempts_left);
            }
            if tests.len() > 1 {
                for half in tests.chunks(tests.len().div_ceil(2)) {
                    let half = ConfirmOrder {
                        tests: half.to_vec(),
                        ..order.clone()
                    };
                    self.confirm_into(&half, confirmed, attempts_left)?;
                }
                return Ok(());
            }
        }
        let dropped = || tests.iter().map(|_| Confirmation::Dropped(Reason::NonDeterministic));
        confirmed.verdicts.extend(dropped());
        confirmed.micros.extend(dropped().map(|_| 0));
        confirmed.kills.extend(dropped().map(|_| Vec::new()));
        Ok(())
    }

    /// Runs a confirmation, again when somebody else ended it; `None` when it was lost by its own doing.
    fn undisturbed(&self, job: &Job<'_>) -> Result<Option<Confirmed>, Error> {
        let mut suspects = Suspects::default();
        for _ in 0..MOST_ACCIDENTS {
            match self.run::<Confirmed>(job, None, &mut |_| ())? {
                Ending::Done(done) => return Ok(Some(*done)),
                Ending::Lost(loss) if suspects.convict(&loss) => return Ok(None),
                Ending::Lost(_) => {}
            }
        }
        Ok(None)
    }

    pub(crate) fn run<T: DeserializeOwned>(
        &self,
        job: &Job<'_>,
        patience: Option<Patience>,
        watch: &mut dyn FnMut(Progress),
    ) -> Result<Ending<T>, Error> {
        let files = WorkerFiles::create(&self.scratch, job)?;
        if self.sandboxed {
            self.sandbox(&files, job.order)
                .save(&files.rights)
                .map_err(Error::io("write a worker's rights"))?;
        }
        let progress = ProgressFile::create(&files.progress).map_err(Error::io("create a worker's progress file"))?;
        let mut command = self.command(&files, job);
        let mut process = Process::start(&mut command, &files.work, &files.log)
            .map_err(Error::io(format!("start {}", self.jdk.java().display())))?;
        let mut quota = Quota::of(&files.work);
        let cause = watch_over(&mut process, &progress, &mut quota, patience, watch)
            .map_err(Error::io("watch over a worker"))?;
        if let Some(done) = files.result::<T>() {
            return Ok(Ending::Done(Box::new(done)));
        }
        let last = progress.read().map_err(Error::io("read a worker's progress file"))?;
        Ok(Ending::Lost(Loss {
            cause,
            sequence: last.sequence,
            method: last.method,
            tail: tail(&files.log),
        }))
    }

    /// What the worker reads: Java, the code under test, our own jar and library, and the models. The code under test writes to a
    /// directory of its own; the files that the worker writes for us it opens before it is confined.
    fn sandbox(&self, files: &WorkerFiles, order: &Order) -> Sandbox {
        let own = [&self.agent_jar, &self.library].map(Clone::clone);
        let models = match order {
            Order::Search(order) => order.models.clone(),
            Order::Confirm(_) | Order::Run(_) => Vec::new(),
        };
        let readable = own.into_iter().chain(order.class_path().iter().cloned()).chain(models);
        Sandbox {
            readable: readable.chain(reading::of_java(self.jdk.home())).collect(),
            writable: vec![files.work.clone()],
            memory: Some(memory_for(WORKER_HEAP_MB)),
        }
    }

    fn command(&self, files: &WorkerFiles, job: &Job<'_>) -> Command {
        let mut agent = OsString::from("-agentpath:");
        agent.push(&self.library);
        let mut keys = vec![
            ("=generate,order=", &files.order),
            (",result=", &files.result),
            (",progress=", &files.progress),
        ];
        if self.sandboxed {
            keys.push((",sandbox=", &files.rights));
        }
        for (key, file) in keys {
            agent.push(key);
            agent.push(encode_option(file.as_os_str()));
        }
        let class_path = job.surroundings.class_path(&self.agent_jar, job.order.class_path());
        let mut command = Command::new(self.jdk.java());
        forget_environment(&mut command, &self.passed_env);
        command
            .arg(agent)
            .args(worker_flags(job.surroundings, &files.work))
            .arg("-cp")
            .arg(joined(&class_path))
            .arg("org.palus.worker.Worker")
            .args(job.surroundings.arguments());
        command
    }
}

/// The files of one worker, gone with this value.
struct WorkerFiles {
    /// Removed with this value.
    _directory: tempfile::TempDir,
    order: PathBuf,
    result: PathBuf,
    progress: PathBuf,
    log: PathBuf,
    work: PathBuf,
    rights: PathBuf,
}

impl WorkerFiles {
    fn create(scratch: &Path, job: &Job<'_>) -> Result<Self, Error> {
        let failed = || Error::io(format!("write below {}", scratch.display()));
        let directory = tempfile::Builder::new()
            .prefix(&format!("worker-{}-", job.group))
            .tempdir_in(scratch)
            .map_err(failed())?;
        let at = |name: &str| directory.path().join(name);
        let files = Self {
            order: at("order"),
            result: at("result"),
            progress: at("progress"),
            log: at("log"),
            work: at(job.surroundings.directory()),
            rights: at("rights"),
            _directory: directory,
        };
        let bytes = postcard::to_stdvec(job.order).map_err(|e| Error::Io {
            what: "write a worker's order".to_owned(),
            cause: std::io::Error::other(e),
        })?;
        fs::create_dir(&files.work).map_err(failed())?;
        fs::write(&files.order, bytes).map_err(failed())?;
        Ok(files)
    }

    /// The result, when it is whole: its length stands behind it.
    fn result<T: DeserializeOwned>(&self) -> Option<T> {
        let bytes = fs::read(&self.result).ok()?;
        let (bytes, length) = bytes.split_last_chunk::<8>()?;
        if u64::from_le_bytes(*length) != bytes.len() as u64 {
            return None;
        }
        postcard::from_bytes(bytes).ok()
    }
}

/// Returns when the process has ended, by itself or because it was killed for what it did; says why.
fn watch_over(
    process: &mut Process,
    progress: &ProgressFile,
    quota: &mut Quota<'_>,
    mut patience: Option<Patience>,
    watch: &mut dyn FnMut(Progress),
) -> std::io::Result<Cause> {
    let began = Instant::now();
    let (mut last, mut alive) = (Progress::default(), began);
    loop {
        if let Some(status) = process.ended()? {
            watch(progress.read()?);
            return Ok(cause(status));
        }
        let now = progress.read()?;
        if now.heartbeat != last.heartbeat || now.executed != last.executed {
            alive = Instant::now();
        }
        last = now;
        watch(now);
        let has_begun = now.heartbeat != 0;
        let silence = if has_begun { SILENCE } else { START_UP };
        let overstays = |patience: &mut Patience| patience.is_over(began.elapsed(), has_begun, || process.cpu());
        let broken = [
            (alive.elapsed() > silence, Cause::Silent),
            (quota.is_exceeded(), Cause::DiskFull),
            (patience.as_mut().is_some_and(overstays), Cause::Overstayed),
        ];
        if let Some((_, cause)) = broken.into_iter().find(|(is_broken, _)| *is_broken) {
            process.kill();
            return Ok(cause);
        }
        pause();
    }
}

fn cause(status: ExitStatus) -> Cause {
    use std::os::unix::process::ExitStatusExt;
    match (status.code(), status.signal()) {
        (Some(code), _) => Cause::Exit(code),
        (None, signal) => Cause::Signal(signal.unwrap_or_default()),
    }
}
