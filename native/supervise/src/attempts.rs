//! The attempts at one group: again without what cost a worker its life, and class by class where that happens again and again.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use palus_sequence::Portable;
use palus_sequence::work::{Budget, Most, Order, WorkOrder, WorkResult};

use crate::Error;
use crate::flags::Surroundings;
use crate::groups::cut;
use crate::journal::{Journal, Past};
use crate::losses::{Cause, Loss, Losses};
use crate::patience::Patience;
use crate::progress::Progress;
use crate::worker::{Ending, Job, Workshop};

/// How often a group is run again whose time is over, to save what it found.
const MOST_RESCUES: u32 = 2;

/// Behind so many losses in one budget of time each class has a part of what is left of it for itself: to start a virtual machine takes as long as some
/// thousand sequences, and nobody knows beforehand which classes will cost one.
const TOO_MANY: usize = 4;

/// No such part is shorter: a virtual machine starts first.
const LEAST_PART: Duration = Duration::from_millis(1_200);

/// How long a part takes on average, most of which end with the loss of a worker. Where there are too many classes for that, some share a part.
const EXPECTED_PART: Duration = Duration::from_millis(700);

/// What is left then is not worth another virtual machine.
const TOO_LATE: Duration = Duration::from_millis(500);

/// The share of the time that is left then which the classes get: the rest is for making tests of what was found.
const SEARCHING_SHARE: f64 = 0.9;

/// What became of a group.
#[derive(Debug)]
pub struct GroupRun {
    /// What the last worker handed back, or why there is nothing.
    pub result: Result<WorkResult, Error>,
    /// Processes started.
    pub started: u32,
    /// How those of them ended that did not hand back a result, a clause each.
    pub lost: Vec<String>,
}

impl Workshop {
    /// Searches one group, and writes down what it finds. A lost worker's group is run again from its start, without what killed
    /// it; a time budget goes on where the lost worker left it, from what that one kept and with another seed.
    pub fn search(&self, order: &WorkOrder, journal: &Journal, watch: &mut dyn FnMut(Progress)) -> GroupRun {
        let mut attempts = Attempts {
            workshop: self,
            journal,
            given: order,
            losses: Losses::default(),
            clock: Deadline::new(order.budget),
            watch,
            started: 0,
            lost: Vec::new(),
        };
        let result = attempts.all();
        GroupRun {
            result,
            started: attempts.started,
            lost: attempts.lost,
        }
    }
}

/// The attempts so far.
struct Attempts<'a, 'w> {
    workshop: &'a Workshop,
    journal: &'a Journal,
    given: &'a WorkOrder,
    losses: Losses,
    clock: Deadline,
    watch: &'w mut dyn FnMut(Progress),
    started: u32,
    lost: Vec<String>,
}

impl Attempts<'_, '_> {
    fn all(&mut self) -> Result<WorkResult, Error> {
        let given = self.given;
        let mut past = self.journal.past(given.group)?;
        if let Some(done) = past.done.take() {
            return Ok(*done);
        }
        self.losses = Losses::after(std::mem::take(&mut past.avoid));
        let mut order = WorkOrder {
            seeds: seeds(&given.seeds, &past, given.budget),
            journal: self.journal.file(given.group),
            ..given.clone()
        };
        let mut is_whole = true;
        loop {
            order.avoid = self.losses.avoid().clone();
            let loss = match self.one(&order, given.budget)? {
                Ending::Done(result) => {
                    self.journal.done(order.group, &result)?;
                    return Ok(*result);
                }
                Ending::Lost(loss) => loss,
            };
            let next = self.losses.learn(&loss) && self.clock.goes_on(&mut order, self.started, &loss);
            self.journal.avoid(order.group, self.losses.avoid())?;
            let has_time = matches!(order.budget, Budget::Time { millis } if millis > 0);
            if next && is_whole && has_time && self.lost.len() >= TOO_MANY && order.targets.len() > 1 {
                is_whole = false;
                self.class_by_class()?;
                // What is left to do is to make tests of what was kept.
                order.budget = Budget::Time { millis: 0 };
                order.seed = reseeded(given.seed, given.group, self.started);
                self.losses.forgive();
            }
            let past = self.journal.past(order.group)?;
            if !next {
                return Err(given_up(order, self.started, &loss));
            }
            order.seeds = seeds(&given.seeds, &past, order.budget);
        }
    }

    /// Has each class searched by itself, for an equal part of the time that is left. What is kept is written down, and nothing else made of it. Who costs a
    /// worker has another turn when all others have had theirs, which have the rest of its part too.
    fn class_by_class(&mut self) -> Result<(), Error> {
        let left = self.clock.left();
        let end = Instant::now() + left.mul_f64(SEARCHING_SHARE);
        let most = (left.as_millis() / EXPECTED_PART.as_millis()) as usize;
        let mut parts = VecDeque::from(cut(&self.given.targets, most.clamp(1, self.given.targets.len())));
        while let Some(targets) = parts.pop_front() {
            let left = end.saturating_duration_since(Instant::now());
            if left < TOO_LATE {
                break;
            }
            let part = (left / (parts.len() as u32 + 1)).max(LEAST_PART).min(left);
            let order = WorkOrder {
                targets,
                budget: Budget::Time {
                    millis: part.as_millis() as u64,
                },
                most: Some(Most::default()),
                seed: reseeded(self.given.seed, self.given.group, self.started),
                avoid: self.losses.avoid().clone(),
                journal: self.journal.file(self.given.group),
                ..self.given.clone()
            };
            if let Ending::Lost(loss) = self.one(&order, order.budget)? {
                self.losses.learn(&loss);
                self.journal.avoid(order.group, self.losses.avoid())?;
                let classes = order.targets.len();
                parts.extend(cut(&order.targets, classes));
            }
        }
        Ok(())
    }

    /// Runs a worker, which may overstay its time by a share of `whole`.
    fn one(&mut self, order: &WorkOrder, whole: Budget) -> Result<Ending<WorkResult>, Error> {
        let patience = patience(order.budget, whole);
        let work = Order::Search(order.clone());
        let job = Job {
            order: &work,
            group: order.group,
            surroundings: Surroundings::Usual,
        };
        self.started += 1;
        let ended = self.workshop.run::<WorkResult>(&job, patience, self.watch);
        match &ended {
            Ok(Ending::Done(_)) => {}
            Ok(Ending::Lost(loss)) => self.lost.push(loss.how()),
            Err(error) => self.lost.push(error.to_string()),
        }
        ended
    }
}

/// The error for a group that is not tried again.
fn given_up(order: WorkOrder, times: u32, loss: &Loss) -> Error {
    if loss.sequence == 0 {
        return Error::WorkerFailed {
            group: order.group,
            how: loss.how(),
            tail: loss.tail.clone(),
        };
    }
    Error::GroupLost {
        group: order.group,
        times,
        how: loss.how(),
        targets: order.targets,
    }
}

/// How long an attempt with that budget may overstay, where all attempts together have the `whole`; `None` where no clock ends it.
fn patience(budget: Budget, whole: Budget) -> Option<Patience> {
    match (budget, whole) {
        (Budget::Time { millis }, Budget::Time { millis: whole }) => Some(Patience::new(
            Duration::from_millis(millis),
            Duration::from_millis(whole),
        )),
        _ => None,
    }
}

/// How a group's budget goes on when its worker was lost.
struct Deadline {
    began: Instant,
    budget: Budget,
    rescues: u32,
}

impl Deadline {
    fn new(budget: Budget) -> Self {
        Self {
            began: Instant::now(),
            budget,
            rescues: 0,
        }
    }

    /// What is left of a budget of time.
    fn left(&self) -> Duration {
        let all = match self.budget {
            Budget::Time { millis } => Duration::from_millis(millis),
            Budget::Sequences { .. } => Duration::ZERO,
        };
        all.saturating_sub(self.began.elapsed())
    }

    /// Prepares the next attempt; false when there is no time for one. A group whose time is over is run a few times more, without
    /// a search, to make tests of what it kept.
    fn goes_on(&mut self, order: &mut WorkOrder, attempt: u32, loss: &Loss) -> bool {
        if !matches!(self.budget, Budget::Time { .. }) {
            return true;
        }
        let left = self.left().as_millis() as u64;
        order.budget = Budget::Time { millis: left };
        order.seed = reseeded(order.seed, order.group, attempt);
        // What overstayed once does so again.
        self.rescues += u32::from(left == 0) + u32::from(loss.cause == Cause::Overstayed);
        self.rescues <= MOST_RESCUES
    }
}

/// What the next attempt is given to run besides its search. With a count that is a replay, which must not run again what it finds
/// by itself: it would count twice.
fn seeds(given: &[Portable], past: &Past, budget: Budget) -> Vec<Portable> {
    let kept = match budget {
        Budget::Time { .. } => past.kept.len(),
        Budget::Sequences { .. } => past.kept_otherwise,
    };
    [given, &past.kept[..kept]].concat()
}

/// Another seed for another attempt (splitmix64 over the three), so that a time budget is not spent on the same way to the same crash.
fn reseeded(seed: u64, group: u32, attempt: u32) -> u64 {
    let mut z = seed ^ (u64::from(group) << 32 | u64::from(attempt)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
