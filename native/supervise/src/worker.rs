//! One worker process: started with an order, watched by its heartbeat, replayed without what cost it its life.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use palus_sequence::work::{Budget, ConfirmOrder, Confirmation, Confirmed, Order, Reason, WorkOrder, WorkResult};
use serde::de::DeserializeOwned;

use crate::flags::{HashCodes, worker_flags};
use crate::process::{Process, ending, joined, pause, tail};
use crate::progress::{Progress, ProgressFile};
use crate::sandbox::Sandbox;
use crate::{Error, Jdk};

/// The exit code of a worker that its own watchdog stopped.
const STOPPED_ITSELF: i32 = 77;

/// How often a group is tried again.
const MOST_ATTEMPTS: u32 = 20;

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
}

/// What became of a group.
#[derive(Debug)]
pub struct GroupRun {
    /// What the last worker handed back, or why there is nothing.
    pub result: Result<WorkResult, Error>,
    /// Processes started.
    pub started: u32,
    /// Of these, those that did not hand back a result.
    pub lost: u32,
}

/// How a process ended.
enum Ending<T> {
    Done(Box<T>),
    /// The sequence that ran when it died, if one did.
    Lost {
        sequence: Option<u64>,
        how: String,
        tail: String,
    },
}

impl Workshop {
    /// Searches one group. A lost worker's group is run again from its start, without the sequence that killed it; a
    /// time budget goes on where the lost worker left it, with another seed.
    pub fn search(&self, order: &WorkOrder, watch: &mut dyn FnMut(Progress)) -> GroupRun {
        let began = Instant::now();
        let mut order = order.clone();
        let (seed, budget) = (order.seed, order.budget);
        for attempt in 1..=MOST_ATTEMPTS {
            let limit = time_limit(order.budget);
            let ended = self.run(
                &Order::Search(order.clone()),
                order.group,
                HashCodes::Counted,
                limit,
                watch,
            );
            let (sequence, how, tail) = match ended {
                Ok(Ending::Done(result)) => return GroupRun::new(Ok(*result), attempt, attempt - 1),
                Ok(Ending::Lost { sequence, how, tail }) => (sequence, how, tail),
                Err(error) => return GroupRun::new(Err(error), attempt, attempt),
            };
            let Some(hash) = sequence else {
                let group = order.group;
                return GroupRun::new(Err(Error::WorkerFailed { group, how, tail }), attempt, attempt);
            };
            order.avoid.push(hash);
            if let Budget::Time { millis } = budget {
                let left = millis.saturating_sub(began.elapsed().as_millis() as u64);
                order.budget = Budget::Time { millis: left };
                order.seed = reseeded(seed, order.group, attempt);
            }
        }
        let lost = Error::GroupLost {
            group: order.group,
            times: MOST_ATTEMPTS,
            targets: order.targets,
        };
        GroupRun::new(Err(lost), MOST_ATTEMPTS, MOST_ATTEMPTS)
    }

    /// Runs tests again, under other identity hash codes. A test that costs the worker its life did not come out the same;
    /// it is found by halving.
    pub fn confirm(&self, order: &ConfirmOrder) -> Result<Confirmed, Error> {
        let mut verdicts = Vec::with_capacity(order.tests.len());
        let mut attempts_left = MOST_ATTEMPTS;
        self.confirm_into(order, &mut verdicts, &mut attempts_left)?;
        Ok(Confirmed {
            group: order.group,
            verdicts,
        })
    }

    fn confirm_into(
        &self,
        order: &ConfirmOrder,
        verdicts: &mut Vec<Confirmation>,
        attempts_left: &mut u32,
    ) -> Result<(), Error> {
        let tests = &order.tests;
        if *attempts_left > 0 && !tests.is_empty() {
            *attempts_left -= 1;
            let again = Order::Confirm(order.clone());
            if let Ending::Done(done) =
                self.run::<Confirmed>(&again, order.group, HashCodes::Constant, None, &mut |_| ())?
                && done.verdicts.len() == tests.len()
            {
                verdicts.extend(done.verdicts);
                return Ok(());
            }
            if tests.len() > 1 {
                for half in tests.chunks(tests.len().div_ceil(2)) {
                    let half = ConfirmOrder {
                        tests: half.to_vec(),
                        ..order.clone()
                    };
                    self.confirm_into(&half, verdicts, attempts_left)?;
                }
                return Ok(());
            }
        }
        verdicts.extend(tests.iter().map(|_| Confirmation::Dropped(Reason::NonDeterministic)));
        Ok(())
    }

    fn run<T: DeserializeOwned>(
        &self,
        order: &Order,
        group: u32,
        hash_codes: HashCodes,
        limit: Option<Duration>,
        watch: &mut dyn FnMut(Progress),
    ) -> Result<Ending<T>, Error> {
        let files = WorkerFiles::create(&self.scratch, group, order)?;
        if self.sandboxed {
            self.sandbox(&files, order)
                .save(&files.rights)
                .map_err(Error::io("write a worker's rights"))?;
        }
        let progress = ProgressFile::create(&files.progress).map_err(Error::io("create a worker's progress file"))?;
        let command = self.command(&files, order, hash_codes);
        let mut process = Process::start(command, &files.work, &files.log)
            .map_err(Error::io(format!("start {}", self.jdk.java().display())))?;
        let watched = watch_over(&mut process, &progress, limit, watch).map_err(Error::io("watch over a worker"))?;
        if let Some(done) = files.result::<T>() {
            return Ok(Ending::Done(Box::new(done)));
        }
        let running = progress
            .read()
            .map_err(Error::io("read a worker's progress file"))?
            .sequence;
        Ok(Ending::Lost {
            sequence: Some(running).filter(|&hash| hash != 0),
            how: watched,
            tail: tail(&files.log),
        })
    }

    /// What the worker reads: Java, the code under test, our own jar and library, and the models. It writes to its own
    /// directory.
    fn sandbox(&self, files: &WorkerFiles, order: &Order) -> Sandbox {
        let own = [&self.agent_jar, &self.library].map(Clone::clone);
        let models = match order {
            Order::Search(order) => order.models.clone(),
            Order::Confirm(_) => Vec::new(),
        };
        let readable = own.into_iter().chain(order.class_path().iter().cloned()).chain(models);
        Sandbox {
            readable: readable.chain([self.jdk.home().to_owned()]).collect(),
            writable: vec![files.directory.path().to_owned()],
        }
    }

    fn command(&self, files: &WorkerFiles, order: &Order, hash_codes: HashCodes) -> Command {
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
            agent.push(file);
        }
        let mut class_path = vec![self.agent_jar.clone()];
        class_path.extend_from_slice(order.class_path());
        let mut command = Command::new(self.jdk.java());
        command
            .arg(agent)
            .args(worker_flags(hash_codes, files.directory.path()))
            .arg("-cp")
            .arg(joined(&class_path))
            .arg("org.palus.worker.Worker");
        command
    }
}

impl GroupRun {
    fn new(result: Result<WorkResult, Error>, started: u32, lost: u32) -> Self {
        Self { result, started, lost }
    }
}

/// The files of one worker, gone with this value.
struct WorkerFiles {
    directory: tempfile::TempDir,
    order: PathBuf,
    result: PathBuf,
    progress: PathBuf,
    log: PathBuf,
    work: PathBuf,
    rights: PathBuf,
}

impl WorkerFiles {
    fn create(scratch: &Path, group: u32, order: &Order) -> Result<Self, Error> {
        let failed = || Error::io(format!("write below {}", scratch.display()));
        let directory = tempfile::Builder::new()
            .prefix(&format!("worker-{group}-"))
            .tempdir_in(scratch)
            .map_err(failed())?;
        let at = |name: &str| directory.path().join(name);
        let files = Self {
            order: at("order"),
            result: at("result"),
            progress: at("progress"),
            log: at("log"),
            work: at("work"),
            rights: at("rights"),
            directory,
        };
        let bytes = postcard::to_stdvec(order).map_err(|e| Error::Io {
            what: "write a worker's order".to_owned(),
            cause: std::io::Error::other(e),
        })?;
        fs::create_dir(&files.work).map_err(failed())?;
        fs::write(&files.order, bytes).map_err(failed())?;
        Ok(files)
    }

    /// A result that is there is whole: workers write it under another name first.
    fn result<T: DeserializeOwned>(&self) -> Option<T> {
        let bytes = fs::read(&self.result).ok()?;
        postcard::from_bytes(&bytes).ok()
    }
}

/// Returns when the process has ended, by itself or because it fell silent or overstayed; says how.
fn watch_over(
    process: &mut Process,
    progress: &ProgressFile,
    limit: Option<Duration>,
    watch: &mut dyn FnMut(Progress),
) -> std::io::Result<String> {
    let began = Instant::now();
    let (mut last, mut alive) = (Progress::default(), began);
    loop {
        if let Some(status) = process.ended()? {
            watch(progress.read()?);
            return Ok(match status.code() {
                Some(STOPPED_ITSELF) => "a sequence hung".to_owned(),
                _ => ending(status),
            });
        }
        let now = progress.read()?;
        if now.heartbeat != last.heartbeat || now.executed != last.executed {
            alive = Instant::now();
        }
        last = now;
        watch(now);
        let patience = if now.heartbeat == 0 { START_UP } else { SILENCE };
        if alive.elapsed() > patience {
            process.kill();
            return Ok(format!("no sign of life for {} s", patience.as_secs()));
        }
        if limit.is_some_and(|limit| began.elapsed() > limit) {
            process.kill();
            return Ok("it overstayed its time".to_owned());
        }
        pause();
    }
}

/// The backstop for a worker with a time budget: it looks at the clock itself, so this bites only when it is broken.
fn time_limit(budget: Budget) -> Option<Duration> {
    match budget {
        Budget::Time { millis } => Some(Duration::from_millis(millis) + START_UP),
        Budget::Sequences { .. } => None,
    }
}

/// Another seed for another attempt (splitmix64 over the three), so that a time budget is not spent on the same way to the same crash.
fn reseeded(seed: u64, group: u32, attempt: u32) -> u64 {
    let mut z = seed ^ (u64::from(group) << 32 | u64::from(attempt)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
